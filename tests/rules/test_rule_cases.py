"""Every rule case, against the rules themselves."""

import re
from pathlib import Path
from typing import Any

import pytest
from support import core_answers, core_round_answers
from support.cases import Case, cases, differences
from support.pointers import pointer

from service.rules.faults import ImpossibleError
from service.rules.violations import ViolationCode

RULE_BOOK = (Path(__file__).parents[2] / "docs" / "rules.md").read_text(encoding="utf-8")
TITLES = set(re.findall(r"^#+ (.+)$", RULE_BOOK, re.MULTILINE))
WORKED_CASES = {f"case {number}" for number in re.findall(r"\n#+ Case (\d+):", RULE_BOOK)}
GROUPS = {title.removeprefix("Parameters of ") for title in TITLES}
SOURCES = re.compile(r"(barajamos|classic|ludoteka), .+|fournier \d\d|API .+")
"""Sections of a table's own published rules, and what the contract adds to the rules."""

HANDS = {"evaluate", "melds", "close"}


def answer(case: Case) -> Any:
    ask = core_answers.answer if case.operation in HANDS else core_round_answers.answer
    return ask(case.operation, case.rules, case.given)


@pytest.mark.parametrize("case", list(cases()), ids=lambda case: case.name)
def test_the_rules_answer_as_the_case_says(case: Case) -> None:
    if case.refused:
        with pytest.raises(ImpossibleError) as refusal:
            answer(case)
        places = [pointer(fault.subject, case.given) for fault in refusal.value.faults]
        assert case.expect["pointer"] in places
        return
    found = answer(case)
    assert not list(differences(case.expect, found))


@pytest.mark.parametrize("rule", sorted({case.rule for case in cases()}))
def test_a_case_names_a_section_of_the_rule_book_or_its_source(rule: str) -> None:
    known = {*TITLES, *WORKED_CASES, *GROUPS, *map(str, ViolationCode)}
    for part in [rule] if SOURCES.fullmatch(rule) else rule.split(", "):
        assert part in known or SOURCES.fullmatch(part)

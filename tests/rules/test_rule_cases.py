"""Every rule case, against the rules themselves."""

import re
from http import HTTPStatus
from pathlib import Path

import pytest
from support.case_answers import core_answer
from support.cases import Case, cases, differences, refusal_differences
from support.pointers import pointer

from service.rules.faults import ImpossibleError
from service.rules.violations import ViolationCode

RULE_BOOK = (Path(__file__).parents[2] / "docs" / "rules.md").read_text(encoding="utf-8")
TITLES = set(re.findall(r"^#+ (.+)$", RULE_BOOK, re.MULTILINE))
WORKED_CASES = {f"case {number}" for number in re.findall(r"\n#+ Case (\d+):", RULE_BOOK)}
GROUPS = {title.removeprefix("Parameters of ") for title in TITLES}
SOURCES = re.compile(r"(barajamos|classic|ludoteka), .+|fournier \d\d|published .+|API .+")
"""Sections of a table's own published rules, published tables, and what the contract adds."""


def judged_by_the_rules() -> list[Case]:
    """All but the questions that don't match the contract, which never reach the rules."""
    return [case for case in cases() if case.expect.get("status") != HTTPStatus.BAD_REQUEST]


@pytest.mark.parametrize("case", judged_by_the_rules(), ids=lambda case: case.name)
def test_the_rules_answer_as_the_case_says(case: Case) -> None:
    if case.refused:
        with pytest.raises(ImpossibleError) as refusal:
            core_answer(case)
        errors = [
            {"code": fault.code, "pointer": pointer(fault.subject, case.given, case.rules)}
            for fault in refusal.value.faults
        ]
        assert not list(refusal_differences(case.expect, errors))
        return
    assert not list(differences(case.expect, core_answer(case)))


@pytest.mark.parametrize("rule", sorted({case.rule for case in cases()}))
def test_a_case_names_a_section_of_the_rule_book_or_its_source(rule: str) -> None:
    known = {*TITLES, *WORKED_CASES, *GROUPS, *map(str, ViolationCode)}
    for part in [rule] if SOURCES.fullmatch(rule) else rule.split(", "):
        assert part in known or SOURCES.fullmatch(part)

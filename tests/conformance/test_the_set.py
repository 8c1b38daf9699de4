"""What the conformance set shows, and that it is up to date."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import fields
from support.cases import CASES, cases_of_file
from support.core_answers import rules_of

from conformance import make
from conformance.run import SENTENCES, SET, fingerprint, read
from service.rules.faults import FaultCode
from service.rules.table.parameters import Rules
from service.rules.table.profiles import PROFILES
from service.rules.violations import ViolationCode

FEWEST_CASES = 500
MOST_BYTES = 15 * 2**20
OF_THE_ROOM = {"room.grace_seconds"}
"""How long a room waits decides no answer."""


@cache
def the_cases() -> list[Any]:
    return list(read(SET / "cases"))


def codes(name: str) -> set[str]:
    """Every code that an answer lists under this name, at any depth."""
    return {
        item["code"]
        for case in the_cases()
        for value in within(case["answer"])
        if isinstance(value, dict)
        for item in value.get(name, [])
    }


def within(value: Any) -> Iterator[Any]:
    """A JSON value and everything in it."""
    yield value
    members = value.values() if isinstance(value, dict) else value
    if isinstance(value, dict | list):
        for member in members:
            yield from within(member)


def differing(one: Any, other: Any) -> list[str]:
    """The parameters in which two tables differ."""
    first, second = parameters(json.dumps(one)), parameters(json.dumps(other))
    return [name for name in first if first[name] != second[name]]


@cache
def parameters(sent: str) -> dict[str, Any]:
    rules: Rules = rules_of(json.loads(sent))
    return {
        f"{group.name}.{field.name}": getattr(getattr(rules, group.name), field.name)
        for group in fields(rules)
        for field in fields(getattr(rules, group.name))
    }


def test_it_has_enough_cases_and_no_two_of_one_name() -> None:
    names = Counter(case["name"] for case in the_cases())
    assert len(names) >= FEWEST_CASES
    assert set(names.values()) == {1}


OF_A_REQUEST = {"action.stale"}
"""Violations of what a request to /play says of the state, which no rule of the game knows."""


def test_every_violation_occurs() -> None:
    assert codes("violations") | OF_A_REQUEST == set(map(str, ViolationCode))


def test_every_contradiction_of_rules_occurs() -> None:
    wanted = {str(code) for code in FaultCode if code.startswith("rules.")}
    assert wanted <= codes("errors")


def test_each_parameter_decides_a_question_that_two_tables_answer_differently() -> None:
    asked: dict[str, list[Any]] = {}
    for case in the_cases():
        request = case["request"]
        rest = {name: value for name, value in request["body"].items() if name != "rules"}
        if "rules" in request["body"] and case["status"] != 400:  # such rules never are a table
            asked.setdefault(json.dumps([request["path"], rest]), []).append(case)
    decided = set()
    for cases in asked.values():
        for one, other in combinations(cases, 2):
            found = differing(one["request"]["body"]["rules"], other["request"]["body"]["rules"])
            answers = [without_rules(case["answer"]) for case in (one, other)]
            if len(found) == 1 and answers[0] != answers[1]:
                decided.add(found[0])
    assert decided | OF_THE_ROOM == parameters(json.dumps("barajamos")).keys()


def without_rules(value: Any) -> Any:
    """An answer without the rules that it repeats."""
    if isinstance(value, dict):
        return {name: without_rules(member) for name, member in value.items() if name != "rules"}
    return [without_rules(item) for item in value] if isinstance(value, list) else value


def test_each_case_names_an_anchor_of_the_rule_book() -> None:
    known = set(re.findall(r'<a id="([^"]+)"></a>', make.RULE_BOOK.read_text(encoding="utf-8")))
    assert {case["rule"] for case in the_cases()} <= known


def test_it_holds_no_sentence_but_its_own() -> None:
    for case in the_cases():
        for value in within(case["answer"]):
            assert not (isinstance(value, dict) and SENTENCES & value.keys())


def test_there_are_three_matches_of_each_table_that_show_different_things() -> None:
    matches = list(read(SET / "matches"))
    assert Counter(match["rules"] for match in matches) == dict.fromkeys(PROFILES, 3)
    for table, rules in PROFILES.items():
        shown = [set(match["shows"]) for match in matches if match["rules"] == table]
        wanted = {"close", "leave"}
        wanted |= {"rejoin"} if rules.rejoin.max != 0 else set()
        wanted |= {"exhaustion"} if rules.stock.ends_on_exhaustion else {"reshuffle"}
        wanted |= {"play-off"} if "play_on" in rules.match.tie_breaks else set()
        assert wanted <= set().union(*shown)


def test_the_example_in_the_readme_has_its_fingerprint() -> None:
    text = (SET / "README.md").read_text(encoding="utf-8")
    assert fingerprint({"b": 1, "a": ["1o", None], "message": "left out"}) in text


def test_it_is_small_enough() -> None:
    assert sum(path.stat().st_size for path in SET.rglob("*.json")) < MOST_BYTES


def test_the_cases_are_up_to_date() -> None:
    made = dict(make.case_files(make.in_process()))
    assert written("cases") == made.keys()
    for name, content in made.items():
        assert (SET / name).read_text(encoding="utf-8") == content, name


@pytest.mark.long
def test_the_matches_are_up_to_date() -> None:
    made = dict(make.match_files(make.in_process()))
    assert written("matches") == made.keys()
    for name, content in made.items():
        assert (SET / name).read_text(encoding="utf-8") == content, name


def written(folder: str) -> set[str]:
    """The names of the files of a folder of the set."""
    return {Path(folder, path.name).as_posix() for path in (SET / folder).glob("*.json")}


def test_a_case_whose_expectation_does_not_hold_stops_the_set() -> None:
    ask, by_title = make.in_process(), make.anchors()
    case = next(cases_of_file(CASES / "scoring.yaml"))
    wrong = replace(case, expect={"legal": False})
    with pytest.raises(make.WrongAnswerError, match="expected False, found True"):
        make.made_case(wrong, ask, by_title)

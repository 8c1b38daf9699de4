"""Every parameter matters: two tables that differ in it alone answer some question differently.

The questions are the pairs of `cases/pairs`.
"""

from typing import Any

import pytest
from msgspec.structs import fields
from support import core_answers
from support.case_answers import core_answer
from support.cases import Case, Pair, differences, pairs

from service.rules.faults import ImpossibleError
from service.rules.table.parameters import Rules
from service.rules.table.text_profiles import BARAJAMOS

# How long a room waits for a lost connection decides no question here.
OF_THE_ROOM = {"room.grace_seconds"}


def parameters(rules: Rules) -> dict[str, Any]:
    """Every parameter with its value."""
    return {
        f"{group.name}.{field.name}": getattr(getattr(rules, group.name), field.name)
        for group in fields(rules)
        for field in fields(getattr(rules, group.name))
    }


def fulfils(case: Case, expect: dict[str, Any]) -> bool:
    """Whether the answer at this case's table is what is expected at one of the two tables."""
    try:
        found = core_answer(case)
    except ImpossibleError:
        return "status" in expect
    return "status" not in expect and not list(differences(expect, found))


def test_every_parameter_decides_a_question_or_is_for_the_room() -> None:
    of_pairs = {pair.parameter for pair in pairs()}
    assert of_pairs | OF_THE_ROOM == parameters(BARAJAMOS).keys()
    assert not of_pairs & OF_THE_ROOM


@pytest.mark.parametrize("pair", list(pairs()), ids=lambda pair: pair.other.name)
def test_tables_that_differ_in_one_parameter_alone_answer_differently(pair: Pair) -> None:
    base, other = pair.base, pair.other
    one, another = (parameters(core_answers.rules_of(case.rules)) for case in (base, other))
    assert [name for name in one if one[name] != another[name]] == [pair.parameter]
    assert base.given == other.given
    assert fulfils(base, base.expect)
    assert fulfils(other, other.expect)
    assert not fulfils(base, other.expect)
    assert not fulfils(other, base.expect)

"""Every rule case, against the rules themselves; pointers into a request are the edge's."""

from typing import Any

import pytest
from support import core_answers, core_round_answers
from support.cases import Case, cases, differences

from service.rules.faults import ImpossibleError

HANDS = {"evaluate", "melds", "close"}


def answer(case: Case) -> Any:
    ask = core_answers.answer if case.operation in HANDS else core_round_answers.answer
    return ask(case.operation, case.rules, case.given)


@pytest.mark.parametrize("case", list(cases()), ids=lambda case: case.name)
def test_the_rules_answer_as_the_case_says(case: Case) -> None:
    if case.refused:
        with pytest.raises(ImpossibleError):
            answer(case)
        return
    assert not list(differences(case.expect, answer(case), leaving_out={"pointer"}))

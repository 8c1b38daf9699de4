"""Every rule case, against the rules themselves."""

from typing import Any

import pytest
from support import core_answers, core_round_answers
from support.cases import Case, cases, differences
from support.pointers import pointer

from service.rules.faults import ImpossibleError

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

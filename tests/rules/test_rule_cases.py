"""Every rule case, against the rules themselves."""

import plainly
import pytest
from case_files import Case, cases, differences

from service.rules.errors import ImpossibleError


@pytest.mark.parametrize("case", list(cases()), ids=lambda case: case.name)
def test_the_rules_answer_as_the_case_says(case: Case) -> None:
    if case.refused:
        with pytest.raises(ImpossibleError) as refusal:
            plainly.answer(case.operation, case.rules, case.given)
        places = [plainly.pointer(fault.path) for fault in refusal.value.faults]
        assert case.expect["pointer"] in places
        return
    found = plainly.answer(case.operation, case.rules, case.given)
    assert not list(differences(case.expect, found))

"""Every rule case, over HTTP."""

from typing import Any

import pytest
from support.case_answers import AT_A_TABLE, body_of
from support.cases import Case, cases, differences, refusal_differences


@pytest.mark.parametrize("case", list(cases()), ids=lambda case: case.name)
def test_the_service_answers_as_the_case_says(case: Case, post: Any) -> None:
    body = body_of(case, lambda path, question: post(path, question).json)
    answer = post(f"/{case.operation}", body)
    if case.refused:
        assert answer.status_code == case.expect["status"]
        assert not list(refusal_differences(case.expect, answer.json["errors"]))
        return
    assert answer.status_code == 200, answer.json
    assert not list(differences(case.expect, answer.json))
    if case.operation in AT_A_TABLE:
        assert answer.json["rules"] == case.rules

"""Every rule case, over HTTP."""

from typing import Any

import pytest
from support.cases import Case, cases, differences


@pytest.mark.parametrize("case", list(cases()), ids=lambda case: case.name)
def test_the_service_answers_as_the_case_says(case: Case, post: Any) -> None:
    answer = post(f"/{case.operation}", {"rules": case.rules} | case.given)
    if case.refused:
        assert answer.status_code == case.expect["status"]
        assert case.expect["pointer"] in [error["pointer"] for error in answer.json["errors"]]
        return
    assert answer.status_code == 200, answer.json
    assert not list(differences(case.expect, answer.json))
    assert answer.json["rules"] == case.rules

"""What tests of the edge share."""

from typing import Any

import pytest
from flask.testing import FlaskClient
from support.impossible_states import Matches
from support.pointer_check import check_pointers

from service.server.wsgi import create_app


@pytest.fixture(scope="session")
def client() -> FlaskClient:
    return create_app().test_client()


@pytest.fixture(scope="session")
def post(client: FlaskClient) -> Any:
    """Posts a JSON body; every pointer in the answer must lead to something in it."""

    def send(path: str, body: Any) -> Any:
        answer = client.post(path, json=body)
        check_pointers(body, answer)
        return answer

    return send


@pytest.fixture(scope="session")
def matches(post: Any) -> Matches:
    return Matches(post)

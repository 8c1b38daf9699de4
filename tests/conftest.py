"""What tests of the edge share."""

from typing import Any

import pytest
from flask.testing import FlaskClient

from service.server.wsgi import create_app


@pytest.fixture(scope="session")
def client() -> FlaskClient:
    return create_app().test_client()


@pytest.fixture(scope="session")
def post(client: FlaskClient) -> Any:
    def send(path: str, body: Any) -> Any:
        return client.post(path, json=body)

    return send

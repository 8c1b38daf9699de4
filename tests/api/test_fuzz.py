"""Generated requests against the committed contract, in all phases."""

from pathlib import Path
from typing import Any

import schemathesis
from flask.testing import FlaskClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis.config import SchemathesisConfig

from service.rules.table.profiles import PROFILES
from service.rules.table.table import table_of
from service.server.wsgi import create_app

ROOT = Path(__file__).parents[2]

config = SchemathesisConfig.from_path(ROOT / "schemathesis.toml")
schema = schemathesis.openapi.from_path(ROOT / "openapi.yaml", config=config)
schema.app = create_app()


@schema.parametrize()
@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
def test_whatever_is_sent_is_answered_as_the_contract_says(case: Any) -> None:
    case.call_and_validate()


Linked = schema.as_state_machine()
Linked.TestCase.settings = settings(
    max_examples=15,
    stateful_step_count=8,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)


class TestThatMatchesGoOnAlongTheLinks(Linked.TestCase):  # type: ignore[misc,name-defined]  # made while running
    """From /deal to /actions to /play to /view, each with the state that came before."""


@st.composite
def questions(draw: st.DrawFn) -> dict[str, Any]:
    """A hand that its deck can hold, at any table."""
    name = draw(st.sampled_from(list(PROFILES)))
    rules = PROFILES[name]
    seats = draw(st.integers(rules.players.min, rules.players.max))
    deck = table_of(rules, seats).deck
    cards = draw(st.permutations(deck))[: draw(st.integers(1, 8))]
    question = {"rules": name, "seats": seats, "cards": cards}
    if draw(st.booleans()):
        question |= {"turn": draw(st.integers(1, 9)), "total": draw(st.integers(-50, 100))}
    return question


@given(question=questions())
@settings(max_examples=200, deadline=None)
def test_a_hand_that_can_be_is_always_answered(question: dict[str, Any]) -> None:
    client: FlaskClient = schema.app.test_client()
    answer = client.post("/evaluate", json=question)
    assert answer.status_code == 200
    assert answer.json is not None
    assert sorted(answer.json["cards"]) == sorted(question["cards"])

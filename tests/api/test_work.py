"""A request that asks for very much work is refused before it is done."""

from functools import cache
from typing import Any

import pytest
from support.refusals import refused

from service.api.operations.work_estimate import ALWAYS_TAKEN
from service.rules.match.actions import DiscardAction, DrawAction
from service.rules.match.dealing import first_deal
from service.rules.match.play import play
from service.rules.match.state import Pile
from service.rules.table.profiles import PROFILES
from service.rules.table.table import table_of

HAND = ["4o", "5o", "6o", "2c", "2e", "2b", "5e"]
WILD = ["JK", "JK", "1o"]
TOO_MUCH: list[tuple[Any, int, int]] = [
    ({"hands": [["7o"]], "choices": True}, 1_000, 1_001),
    ({"hands": [WILD], "rules": "classic"}, 1_000, 10_000),
    ({"hands": [[*HAND[:5], *WILD]], "rules": "classic", "choices": True}, 100, 1_000),
]


@pytest.mark.parametrize(("question", "enough", "too_many"), TOO_MUCH)
def test_a_batch_may_ask_too_much(post: Any, question: Any, enough: int, too_many: int) -> None:
    fewer, more = ({**question, "hands": question["hands"] * n} for n in (enough, too_many))
    refused(post("/evaluate/batch", more), 422, "too-much-work", "#/hands")
    assert post("/evaluate/batch", fewer).status_code == 200


@pytest.mark.parametrize("path", ["/evaluate/batch", "/evaluate/points"])
def test_ten_thousand_hands_without_wilds_are_always_answered(post: Any, path: str) -> None:
    answer = post(path, {"hands": [HAND] * 10_000})
    assert answer.status_code == 200
    name = "results" if path == "/evaluate/batch" else "unmatched_points"
    assert len(answer.json[name]) == 10_000


@pytest.mark.parametrize("path", ["/evaluate/batch", "/evaluate/points"])
def test_hands_full_of_wilds_are_too_much_and_the_problem_says_so(post: Any, path: str) -> None:
    hands = [["JK", "JK", "JK", "JK", "1o", "1o", "7c"]] * 150
    answer = post(path, {"rules": "classic", "seats": 5, "hands": hands})
    told = refused(answer, 422, "too-much-work", "#/hands")
    assert "units of work" in told


def test_work_that_is_too_much_is_refused_before_the_cards_are_looked_at(post: Any) -> None:
    hands = [["JK", "JK", "JK", "JK", "1o", "1o", "1o"]] * 100  # a pack has one ace of coins
    answer = post("/evaluate/batch", {"rules": "classic", "seats": 5, "hands": hands})
    refused(answer, 422, "too-much-work", "#/hands")


@cache
def turns(number: int) -> tuple[dict[str, str], ...]:
    """Draws from the stock, each followed by the discard of the card drawn."""
    state, _ = first_deal(table_of(PROFILES["barajamos"], 3), ["ana", "ben", "eva"], SEED, "ana")
    actions: list[dict[str, str]] = []
    while len(actions) < number:
        state, _ = play(state, DrawAction(Pile.STOCK))
        assert state.drawn
        card = state.drawn.card
        state, _ = play(state, DiscardAction(card))
        actions += [{"type": "draw", "from": "stock"}, {"type": "discard", "card": card}]
    return tuple(actions)


SEED = "a seed of a long match"
MATCH = {"players": ["ana", "ben", "eva"], "lead": "ana", "seed": SEED}


def test_a_replay_of_three_thousand_actions_is_always_taken(post: Any) -> None:
    answer = post("/replay", MATCH | {"actions": turns(ALWAYS_TAKEN)})
    assert (answer.status_code, answer.json["legal"]) == (200, True)
    assert [one["turns"] for one in answer.json["state"]["players"]] == [500, 500, 500]


def test_three_thousand_closes_are_taken_though_they_would_cost_too_much(post: Any) -> None:
    closes = [{"type": "close", "discard": "1o"}] * ALWAYS_TAKEN
    assert post("/replay", MATCH | {"actions": closes}).status_code == 200
    answer = post("/replay", MATCH | {"actions": [*closes, closes[0]]})
    refused(answer, 422, "too-much-work", "#/actions")


def test_a_replay_of_a_few_more_actions_is_taken_as_far_as_their_work_allows(post: Any) -> None:
    answer = post("/replay", MATCH | {"actions": turns(5_000)})
    assert (answer.status_code, answer.json["legal"]) == (200, True)


def test_a_replay_of_twenty_thousand_actions_is_too_much(post: Any) -> None:
    actions = [*turns(ALWAYS_TAKEN)] * 7
    answer = post("/replay", MATCH | {"actions": actions[:20_000]})
    refused(answer, 422, "too-much-work", "#/actions")


def test_a_replay_of_more_is_not_of_the_contract(post: Any) -> None:
    answer = post("/replay", MATCH | {"actions": [{"type": "cancel"}] * 20_001})
    refused(answer, 400, "invalid-request", "#/actions")

"""Others are answered within a second while a worker has the dearest requests that it takes."""

import json
import random
import threading
import time
from collections.abc import Callable

import pytest
from msgspec.json import decode, encode

from live.load import Question, ask
from live.serving import Instance, slowed
from service.api.requests.fields.rules import RulesField
from service.rules.hand.evaluation import choices
from service.rules.match.actions import (
    Action,
    CloseAction,
    DealAction,
    DiscardAction,
    DrawAction,
    RejoinAction,
)
from service.rules.match.dealing import first_deal
from service.rules.match.legal_actions import legal_actions
from service.rules.match.play import play
from service.rules.match.state import Phase, Pile, State
from service.rules.table.profiles import PROFILES
from service.rules.table.table import table_of

pytestmark = pytest.mark.live

SECONDS = 8
CLIENTS = 4
NAMES = [f"player {number}" for number in range(8)]
SEED = "a match with many closes"
RULES = {"base": "classic", "match": {"limit": 100_000}, "close": {"earliest_turn": 1}}


def posting(path: str, body: object) -> Question:
    return Question("POST", path, json.dumps(body).encode())


def batches() -> list[Question]:
    chance = random.Random(1)
    plain = table_of(PROFILES["barajamos"], 3).deck
    wild = [card for card in table_of(PROFILES["classic"], 2).deck if card != "JK"]
    return [
        posting("/evaluate/batch", {"hands": [chance.sample(plain, 7) for _ in range(10_000)]}),
        posting(
            "/evaluate/batch",
            {"rules": "classic", "hands": [["JK", *chance.sample(wild, 6)] for _ in range(1_600)]},
        ),
    ]


def next_action(state: State) -> Action:
    """Close as soon as possible, and let everybody who can come back."""
    if state.phase is Phase.DRAW:
        return DrawAction(Pile.STOCK)
    legal = legal_actions(state)
    if state.phase is Phase.DISCARD:
        if legal.closings:
            return CloseAction(legal.closings[0].discard)
        return DiscardAction(choices(state.player_to_play().cards, state.table)[0].discard)
    return next(
        (action for action in legal.actions if isinstance(action, RejoinAction)), DealAction()
    )


def replay(number: int) -> Question:
    """So many actions of a match of eight, with as many closes as they bring."""
    table = RulesField().deserialize(RULES).table(len(NAMES))
    state = first_deal(table, NAMES, SEED, None).state
    actions: list[Action] = []
    while len(actions) < number and state.phase is not Phase.MATCH_OVER:
        actions.append(next_action(state))
        state = play(state, actions[-1]).state
    question = {"rules": RULES, "players": NAMES, "seed": SEED, "actions": decode(encode(actions))}
    return posting("/replay", question)


def test_health_is_answered_within_a_second_behind_the_dearest_requests(
    instance: Callable[..., Instance], tell: Callable[[str], None]
) -> None:
    alone = instance(CHINCHON_WORKERS=1)
    dearest = [*batches(), replay(3_000)]
    until = time.monotonic() + SECONDS
    answered: list[int] = []

    def ask_on(first: int) -> None:
        at = first
        while time.monotonic() < until:
            answered.append(ask(alone.port, dearest[at % len(dearest)]).status)
            at += 1

    clients = [threading.Thread(target=ask_on, args=(first,)) for first in range(CLIENTS)]
    for client in clients:
        client.start()
    times = []
    while time.monotonic() < until:
        asked = time.monotonic()
        assert ask(alone.port, Question("GET", "/healthz")).status == 200
        times.append(time.monotonic() - asked)
        time.sleep(0.05)
    for client in clients:
        client.join()
    tell(f"{len(answered)} dear requests, {len(times)} times asked, longest {max(times):.2f} s")
    assert set(answered) == {200}
    assert max(times) < slowed()

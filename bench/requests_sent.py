"""The requests that `server.py` sends and measures."""

import random
from collections.abc import Sequence
from typing import Any, NamedTuple

from client import Request, post
from msgspec import to_builtins

from service.api.answers.matches import state_answer
from service.api.openapi.examples.all_examples import examples_of
from service.rules.hand.evaluation import choices
from service.rules.match.dealing import first_deal
from service.rules.table.cards import Card
from service.rules.table.profiles import PROFILES
from service.rules.table.table import table_of

TABLE = "barajamos"
HANDS = 50
"""The number of different hands that are sent in turn."""

TURNS = 5
"""The number of turns that each hand was played."""

SEED = "a seed to measure with"
DRAW = {"type": "draw", "from": "stock"}

REQUESTS = 48
BATCHES = 8
"""Requests in a round; there are fewer batches, because they cost more."""


def hands(size: int) -> list[list[Card]]:
    """Return hands as they occur in play, by a player who discards for the fewest points."""
    chance, table = random.Random(20), table_of(PROFILES[TABLE])
    played = []
    for _ in range(HANDS):
        deck = chance.sample(table.deck, len(table.deck))
        hand = [deck.pop() for _ in range(7)]
        for _ in range(TURNS):
            hand.append(deck.pop())
            hand.remove(choices(hand, table)[0].discard)
        played.append([*hand, *deck[: size - 7]])
    return played


def batch(size: int, path: str = "/evaluate/batch") -> Request:
    """Return a batch of `size` hands of seven, dealt at random."""
    chance, deck = random.Random(size), table_of(PROFILES[TABLE]).deck
    dealt = [chance.sample(deck, 7) for _ in range(size)]
    return post(path, {"rules": TABLE, "hands": dealt})


def evaluate(size: int) -> list[Request]:
    """Return requests to evaluate hands of `size` cards."""
    return [post("/evaluate", {"rules": TABLE, "cards": hand}) for hand in hands(size)]


def drawing() -> dict[str, Any]:
    """Return the request of a draw in a match of four players."""
    players = ["ana", "bea", "carlos", "eva"]
    state = first_deal(table_of(PROFILES[TABLE], len(players)), players, SEED, "ana").state
    return {"state": to_builtins(state_answer(state, TABLE)), "action": DRAW}


class Case(NamedTuple):
    """Requests to the service or the null route, which are sent in turn in each round."""

    title: str
    requests: Sequence[Request]
    number: int = REQUESTS
    of_null: bool = False


def cases() -> list[Case]:
    """Return the cases of a round; the most important ones occur twice."""
    hundred = batch(100)
    queries = [
        Request("GET", f"/evaluate?rules={TABLE}&cards={','.join(hand)}") for hand in hands(7)
    ]
    important = [
        Case("`POST /evaluate`, seven cards", evaluate(7)),
        Case("`POST /evaluate`, eight cards", evaluate(8)),
        Case("`POST /evaluate/batch`, 100 hands", [hundred], BATCHES),
    ]
    echoed = hundred._replace(path="/evaluate")
    return [
        *important,
        Case("the null route with those 100 hands", [echoed], BATCHES, of_null=True),
        Case("`GET /evaluate`, seven cards", queries),
        Case(
            "`POST /score`, three players",
            [post("/score", examples_of("scoreRound")["fromTheHands"].request)],
        ),
        *important,
        Case(
            "`POST /deal`, three players",
            [post("/deal", examples_of("dealCards")["newMatch"].request)],
        ),
        Case("`POST /play`, four players, a draw", [post("/play", drawing())]),
        Case(
            "the same with `include`: actions and views",
            [post("/play", drawing() | {"include": ["actions", "views"]})],
        ),
        Case("`POST /view`", [post("/view", examples_of("viewMatch")["onePlayer"].request)]),
    ]

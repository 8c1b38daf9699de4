"""Search for the dearest legal question of each operation, at the dearest tables.

The tables have two packs, jokers, two wild cards, twelve seats, and the parameters that cost most.
For each operation random questions are made, with as many wilds in one hand as the deck has. The
dearest are changed a little, again and again, and the worst time is told. Caches of hands are
emptied before each question, so every time is that of a question which nobody has asked before.
The search is limited in questions and ends by itself. The output is Markdown.
"""

import argparse
import gc
import random
import time
from collections.abc import Callable
from functools import _lru_cache_wrapper
from http import HTTPStatus
from typing import Any

from flask.testing import FlaskClient

from service.api.requests.fields.rules import RulesField, SentRules
from service.rules.hand.closing import best_closing
from service.rules.table.cards import Card
from service.rules.table.table import Table
from service.server.wsgi import create_app

SEATS = 12
NAMES = [f"player {number}" for number in range(1, SEATS + 1)]
HAND = 7

DEAR: dict[str, Any] = {
    "base": "classic",
    "players": {"min": 2, "max": SEATS},
    "deck": {"cards": 48, "two_packs_from": 2, "jokers": 2, "wild_cards": ["5o", "6c"]},
    "melds": {"max_set_size": 5},
    "close": {"earliest_turn": 1, "max_unmatched_points": None, "max_unmatched_cards": None},
    "lay_off": {"passes": "until_stable", "closer_may": True, "blocked_by_full_close": "none"},
}
TABLES: dict[str, dict[str, Any]] = {
    "no cap": {},
    "few wilds, two melds": {"close": {"max_wilds": 4, "min_melds": 2}},
    "cap in card points": {
        "points": {"count": "cards"},
        "close": {"cap_counts": "card_points", "max_unmatched_points": 60},
    },
    "dear full close": {"closing_score": {"full": 60}},
    "own meld needed": {"lay_off": {"requires_own_meld": True}},
    "without drawing": {"close": {"without_drawing": True, "wild_may_be_left": True}},
}


def rules_of(changes: dict[str, Any]) -> dict[str, Any]:
    """Return the rules of a table as a request sends them."""
    merged = {group: dict(fields) for group, fields in DEAR.items() if group != "base"}
    for group, fields in changes.items():
        merged[group] = {**merged.get(group, {}), **fields}
    return {"base": DEAR["base"], **merged}


class Search:
    """Questions at one table, and the worst time of each operation."""

    def __init__(self, client: FlaskClient, rules: dict[str, Any], seed: int) -> None:
        self.client, self.rules, self.random = client, rules, random.Random(seed)
        self.table = self._table()
        self.wilds = [card for card in self.table.deck if card in self.table.wilds]
        self.others = [card for card in self.table.deck if card not in self.table.wilds]
        self.caches = [
            one
            for one in gc.get_objects()
            if isinstance(one, _lru_cache_wrapper)
            and one.cache_info().maxsize is not None
            and one.__module__.startswith(("service.rules.hand", "service.rules.round"))
        ]

    def _table(self) -> Table:
        sent: SentRules = RulesField().deserialize(self.rules)
        return sent.table(SEATS)

    def ask(self, path: str, body: Any) -> float | None:
        """Return the seconds of an answer of 200, or None for another."""
        for cache in self.caches:
            cache.cache_clear()
        begun = time.perf_counter()
        answer = self.client.post(path, json=body)
        seconds = time.perf_counter() - begun
        return seconds if answer.status_code == HTTPStatus.OK else None

    def hand(self, size: int) -> list[Card]:
        """Return a hand with many wilds, the rest often of one suit."""
        wilds = self.random.sample(self.wilds, self.random.randint(3, min(size, len(self.wilds))))
        suit = self.random.choice("oceb")
        alike = [card for card in self.others if card.endswith(suit)]
        rest = self.random.choice([alike, self.others])
        return [*wilds, *self.random.sample(rest, size - len(wilds))]

    def changed(self, hand: list[Card]) -> list[Card]:
        """Return the hand with one card exchanged."""
        left = list(self.table.deck)
        for card in hand:
            left.remove(card)
        new = list(hand)
        new[self.random.randrange(len(new))] = self.random.choice(left)
        return new

    def hands(self, first: list[Card]) -> list[list[Card]]:
        """Return twelve hands of the deck; the given one is somewhere among them."""
        left = list(self.table.deck)
        for card in first:
            left.remove(card)
        self.random.shuffle(left)
        hands = [left[at * HAND : (at + 1) * HAND] for at in range(SEATS - 1)]
        hands.insert(self.random.randrange(SEATS), first)
        return hands

    def evaluate(self, hand: list[Card]) -> tuple[str, Any]:
        """A hand with every alternative."""
        return "/evaluate", {"rules": self.rules, "cards": hand, "alternatives": True}

    def close(self, hand: list[Card]) -> tuple[str, Any]:
        """A close with the last card of a hand."""
        return "/close", {"rules": self.rules, "cards": hand, "discard": hand[-1], "total": 0}

    def layoff(self, hand: list[Card]) -> tuple[str, Any]:
        """The end of a round of twelve."""
        closer, *others = [
            {"player": name, "cards": cards}
            for name, cards in zip(NAMES, self.hands(hand[:HAND]), strict=True)
        ]
        return "/layoff", {"rules": self.rules, "closer": closer, "opponents": others}

    def score(self, hand: list[Card]) -> tuple[str, Any]:
        """The same with totals."""
        _, body = self.layoff(hand)
        players = [{"player": name, "total": 0} for name in NAMES]
        return "/score", body | {"players": players}

    def state(self, hand: list[Card]) -> dict[str, Any]:
        """A match in which the lead is about to discard from eight cards with many wilds."""
        start = {"rules": self.rules, "players": NAMES, "seed": "the dearest of all seeds"}
        state: dict[str, Any] = self.client.post("/deal", json=start).get_json()["state"]
        hands = self.hands(hand[:HAND])
        held = hand[:HAND]
        at = hands.index(held)
        hands[0], hands[at] = hands[at], hands[0]
        left = list(self.table.deck)
        for card in [card for cards in hands for card in cards]:
            left.remove(card)
        order = NAMES.index(state["lead"])
        for offset, cards in enumerate(hands):
            state["players"][(order + offset) % SEATS]["cards"] = cards
        drawn = left.pop()
        state["players"][order]["cards"] = [*hands[0], drawn]
        state |= {"stock": left[1:], "discards": left[:1], "phase": "discard"}
        state["drawn"] = {"from": "stock", "card": drawn}
        return state

    def actions(self, hand: list[Card]) -> tuple[str, Any]:
        """What a player with eight cards may do."""
        return "/actions", {"state": self.state(hand)}

    def play(self, hand: list[Card]) -> tuple[str, Any]:
        """A close in a match of twelve."""
        state = self.state(hand)
        lead = next(one for one in state["players"] if one["player"] == state["lead"])
        discards = dict.fromkeys(lead["cards"])
        kept = {}
        for discard in discards:
            others = list(lead["cards"])
            others.remove(discard)
            kept[discard] = best_closing(others, self.table)
        discard = next((card for card, closing in kept.items() if closing), lead["cards"][-1])
        return "/play", {"state": state, "action": {"type": "close", "discard": discard}}

    def worst(self, make: Callable[[list[Card]], tuple[str, Any]], questions: int) -> float:
        """Return the worst time of an operation, after so many questions."""
        dearest: list[tuple[float, list[Card]]] = []
        for number in range(questions):
            old = self.random.choice(dearest)[1] if dearest and number % 2 else None
            hand = self.changed(old) if old else self.hand(HAND + 1)
            seconds = self.ask(*make(hand))
            if seconds is not None:
                dearest = sorted([*dearest, (seconds, hand)], reverse=True)[:5]
        return dearest[0][0] if dearest else 0.0


def main() -> None:
    """Search at each table, and print the worst times."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--questions", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    client = create_app().test_client()
    kinds = ["evaluate", "close", "layoff", "score", "actions", "play"]
    print(f"| worst of {asked.questions} questions, ms | {' | '.join(f'`/{k}`' for k in kinds)} |")
    print(f"|---{'|---' * len(kinds)}|")
    for name, changes in TABLES.items():
        search = Search(client, rules_of(changes), asked.seed)
        times = [search.worst(getattr(search, kind), asked.questions) for kind in kinds]
        row = " | ".join(f"{1000 * seconds:.0f}" for seconds in times)
        print(f"| {name} | {row} |", flush=True)


if __name__ == "__main__":
    main()

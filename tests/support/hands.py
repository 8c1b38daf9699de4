"""Hands to try: dealt at random, and rich in melds; at every profile and at tables beside them."""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from msgspec import to_builtins
from msgspec.structs import replace

from service.rules.table.cards import Card
from service.rules.table.parameters import CardCost, Rules
from service.rules.table.profiles import PROFILES
from service.rules.table.table import Table, table_of

MOST_WILDS = 4
"""The oracle takes seconds for hands with more."""


@dataclass(frozen=True)
class Dealt:
    """A hand and its table, for the rules and for the oracle."""

    cards: tuple[Card, ...]
    table: Table
    rules: dict[str, Any]

    def __str__(self) -> str:
        return f"{' '.join(self.cards)} with {self.table.packs} packs at {self.rules}"


def hands(seed: int, number: int, sizes: range = range(1, 9)) -> Iterator[Dealt]:
    """So many hands, the same for the same seed."""
    chance = random.Random(seed)
    dealt = 0
    while dealt < number:
        hand = _hand(chance, sizes)
        if sum(card in hand.table.wilds for card in hand.cards) <= MOST_WILDS:
            dealt += 1
            yield hand


def _hand(chance: random.Random, sizes: range) -> Dealt:
    rules = _varied(PROFILES[chance.choice(list(PROFILES))], chance)
    seats = chance.choice([rules.players.min, rules.players.max])
    table = table_of(rules, seats)
    deck = list(table.deck)
    if chance.random() < 0.7:
        suit, ranks = chance.choice("oceb"), chance.sample(range(1, 13), chance.choice([2, 3]))
        rich = {f"{rank}{other}" for rank in ranks for other in "oceb"} | {"JK"}
        deck = [card for card in deck if card in rich or card[-1] == suit]
    size = min(chance.choice(sizes), len(deck))
    return Dealt(tuple(chance.sample(deck, size)), table, to_builtins(rules))


def _varied(rules: Rules, chance: random.Random) -> Rules:
    """The profile as it is, or with one thing different that matters for melding or closing."""
    melds, close, score = rules.melds, rules.close, rules.closing_score
    return chance.choice(
        [
            rules,
            rules,
            rules,
            replace(rules, melds=replace(melds, max_wilds=1)),
            replace(rules, melds=replace(melds, min_naturals=2)),
            replace(rules, melds=replace(melds, min_run=4, max_set_size=3)),
            replace(rules, melds=replace(melds, identical_in_set=not melds.identical_in_set)),
            replace(rules, points=replace(rules.points, count=CardCost.CARDS)),
            replace(rules, points=replace(rules.points, sota=0, caballo=0, rey=0)),
            replace(rules, deck=replace(rules.deck, wild_cards=(Card("1o"), Card("7c")))),
            replace(rules, close=replace(close, max_unmatched_points=None, max_unmatched_cards=1)),
            replace(rules, close=replace(close, max_unmatched_points=20, max_unmatched_cards=2)),
            replace(rules, close=replace(close, max_unmatched_points=30, wild_may_be_left=True)),
            replace(rules, closing_score=replace(score, full=4, chinchon=-50)),
        ]
    )

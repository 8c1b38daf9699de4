"""Showdowns to try: at every profile and at tables beside them, with hands that touch."""

import random
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from msgspec import to_builtins
from msgspec.structs import replace

from service.rules.hand.closing import best_closing
from service.rules.round.showdown_player import ShowdownHand
from service.rules.table.cards import Card
from service.rules.table.parameters import BlockedByFullClose, LayOffOnto, LayOffPasses, Rules
from service.rules.table.profiles import PROFILES
from service.rules.table.table import Table, table_of

NAMES = ("ana", "bea", "carlos", "diego", "eva", "fran", "gema", "hugo")


@dataclass(frozen=True)
class Round:
    """A closer who may close, opponents in turn order, and their table."""

    closer: ShowdownHand
    opponents: tuple[ShowdownHand, ...]
    table: Table
    rules: dict[str, Any]

    def __str__(self) -> str:
        hands = [f"{hand.player}: {' '.join(hand.cards)}" for hand in self.hands]
        return f"{hands} with {self.table.packs} packs at {self.rules}"

    @property
    def hands(self) -> tuple[ShowdownHand, ...]:
        return (self.closer, *self.opponents)


def rounds(seed: int, number: int, most_wilds: int = 2) -> Iterator[Round]:
    """So many ends of rounds, the same for the same seed; no hand has more wilds than that."""
    chance = random.Random(seed)
    found = 0
    while found < number:
        played = _round(chance)
        if played and all(_wilds(hand, played.table) <= most_wilds for hand in played.hands):
            found += 1
            yield played


def _wilds(hand: ShowdownHand, table: Table) -> int:
    return sum(card in table.wilds for card in hand.cards)


def _round(chance: random.Random) -> Round | None:
    rules = _varied(PROFILES[chance.choice(list(PROFILES))], chance)
    seats = chance.choice([rules.players.min, rules.players.max])
    table = table_of(rules, seats)
    deck = chance.sample(table.deck, len(table.deck))
    # A few suits and ranks make hands that meld and that fit on each other.
    suits, ranks = chance.sample("oceb", 2), chance.sample(range(1, 13), 4)
    rich = [c for c in deck if c == "JK" or c[-1] in suits or int(c[:-1]) in ranks]
    players = chance.randint(2, min(seats, 4))
    if len(rich) < 7 * players:
        return None
    for _ in range(50):
        chance.shuffle(rich)
        closer = tuple(rich[:7])
        if best_closing(closer, table):
            hands = [closer, *(tuple(rich[7 * n : 7 * n + 7]) for n in range(1, players))]
            first, *others = showdown_hands(hands)
            assert not Counter(card for hand in hands for card in hand) - Counter(deck)
            return Round(first, tuple(others), table, to_builtins(rules))
    return None


def _varied(rules: Rules, chance: random.Random) -> Rules:
    lay_off, melds = rules.lay_off, rules.melds
    loose = replace(rules.close, max_unmatched_points=25, max_unmatched_cards=None)
    changed = replace(rules, close=loose) if chance.random() < 0.6 else rules
    return replace(
        changed,
        lay_off=chance.choice(
            [
                lay_off,
                lay_off,
                replace(lay_off, passes=LayOffPasses.UNTIL_STABLE),
                replace(lay_off, onto=LayOffOnto.CLOSER),
                replace(lay_off, wilds_may=False),
                replace(lay_off, requires_own_meld=True),
                replace(lay_off, closer_may=True, passes=LayOffPasses.UNTIL_STABLE),
                replace(lay_off, blocked_by_full_close=BlockedByFullClose.NONE),
                replace(lay_off, blocked_by_full_close=BlockedByFullClose.ALL),
                replace(lay_off, allowed=False),
            ]
        ),
        melds=chance.choice([melds, melds, melds, replace(melds, max_wilds=1)]),
    )


def showdown_hands(hands: Iterable[Iterable[Card]]) -> list[ShowdownHand]:
    """Hands in turn order from the closer, each with a name."""
    return [
        ShowdownHand(name, tuple(cards), position)
        for position, (name, cards) in enumerate(zip(NAMES, hands, strict=False))
    ]


def card_list(text: str) -> tuple[Card, ...]:
    """Cards written as one string."""
    return tuple(Card(code) for code in text.split())

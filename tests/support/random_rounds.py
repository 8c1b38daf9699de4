"""Hands and ends of rounds at random tables, with cards that meld and that fit on each other."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from support import meld_oracle, melding_oracle
from support.meld_oracle import JOKER
from support.random_rules import Chance, DrawnTable, random_table

NAMES = (
    "ana",
    "bea",
    "carlos",
    "diego",
    "eva",
    "fran",
    "gema",
    "hugo",
    "iris",
    "juan",
    "kai",
    "leo",
)
CARDS_OF_A_HAND = 7
MOST_TRIES = 12
"""Hands dealt until a player may close; then other rules are drawn."""


@dataclass(frozen=True)
class DrawnHand:
    """A hand at a random table."""

    cards: tuple[str, ...]
    drawn: DrawnTable

    def __str__(self) -> str:
        return f"{' '.join(self.cards)}: {self.drawn}"


@dataclass(frozen=True)
class DrawnRound:
    """The hands at the end of a round in turn order, the closer's first if somebody closed."""

    hands: tuple[tuple[str, ...], ...]
    closed: bool
    drawn: DrawnTable

    def __str__(self) -> str:
        hands = [
            f"{name}: {' '.join(cards)}" for name, cards in zip(NAMES, self.hands, strict=False)
        ]
        return f"{hands}, {'closed' if self.closed else 'exhausted'}: {self.drawn}"


def random_hands(
    seed: int, number: int, sizes: Sequence[int], most_wilds: int = 3
) -> Iterator[DrawnHand]:
    """So many hands, the same for the same seed; none has more wilds than that."""
    chance = random.Random(seed)
    found = 0
    while found < number:
        drawn = random_table(chance)
        for _ in range(4):
            size = chance.choice(sizes)
            hand = _built_hand(chance, drawn, size)
            if len(hand) == size and _wilds(hand, drawn) <= most_wilds and found < number:
                found += 1
                yield DrawnHand(hand, drawn)


def random_rounds(seed: int, number: int, most_wilds: int = 2) -> Iterator[DrawnRound]:
    """So many ends of rounds, the same for the same seed; no hand has more wilds than that."""
    chance = random.Random(seed)
    found = 0
    while found < number:
        played = _round(chance, most_wilds)
        if played is not None:
            found += 1
            yield played


def _round(chance: Chance, most_wilds: int) -> DrawnRound | None:
    drawn = random_table(chance)
    can_exhaust = drawn.rules["stock"]["ends_on_exhaustion"] is not None
    closed = not can_exhaust or chance.random() < 0.9
    players = min(drawn.seats, chance.choice([2, 3, 3, 4]))
    for _ in range(MOST_TRIES):
        first = _built_hand(chance, drawn, CARDS_OF_A_HAND)
        if _wilds(first, drawn) > most_wilds or (
            closed and not melding_oracle.closing(first, drawn.rules, drawn.packs)
        ):
            continue
        left = list((Counter(_rich_cards(chance, drawn)) - Counter(first)).elements())
        if len(left) < CARDS_OF_A_HAND * (players - 1):
            continue
        chance.shuffle(left)
        dealt = range(0, CARDS_OF_A_HAND * (players - 1), CARDS_OF_A_HAND)
        hands = (first, *(tuple(left[at : at + CARDS_OF_A_HAND]) for at in dealt))
        if all(_wilds(hand, drawn) <= most_wilds for hand in hands):
            return DrawnRound(hands, closed, drawn)
    return None


def _built_hand(chance: Chance, drawn: DrawnTable, size: int) -> tuple[str, ...]:
    """Cards of the deck at random, or those of some melds, of which wilds may take the place."""
    deck = Counter(_rich_cards(chance, drawn))
    if chance.random() < 0.3:
        cards = list(deck.elements())
        return tuple(chance.sample(cards, min(size, len(cards))))
    hand: list[str] = []
    deck = Counter(drawn.table.deck)
    whole = chance.random() < 0.35
    while len(hand) < size:
        for place in _places(chance, drawn, size if whole else chance.choice([1, 3, 3, 4, 5])):
            card = place
            if drawn.table.wilds and chance.random() < 0.12:
                card = chance.choice(sorted(drawn.table.wilds))
            if deck[card] and len(hand) < size:
                deck[card] -= 1
                hand.append(card)
        whole = False
    return tuple(hand)


def _places(chance: Chance, drawn: DrawnTable, length: int) -> list[str]:
    """The cards of one suit in a row, often from the ace on, or the cards of one rank."""
    ranks, suits = drawn.table.ranks, "oceb"
    if chance.random() < 0.55:
        start = chance.choice([0, chance.randint(0, len(ranks) - min(length, len(ranks)))])
        suit = chance.choice(suits)
        return [f"{rank}{suit}" for rank in ranks[start : start + length]]
    rank = chance.choice(ranks)
    return [f"{rank}{suit}" for suit in chance.sample(suits * 2, min(length, 8))]


def _rich_cards(chance: Chance, drawn: DrawnTable) -> list[str]:
    """The deck, or its cards of a few suits and ranks, which meld more often."""
    deck: list[str] = list(drawn.table.deck)
    suits = chance.sample("oceb", chance.choice([1, 2, 2]))
    ranks = chance.sample(range(1, 13), chance.choice([1, 3, 4]))
    style = chance.random()
    if style < 0.15:
        return deck
    return [
        card
        for card in deck
        if card == JOKER
        or card[-1] in suits
        or int(card[:-1]) in ranks
        or card in drawn.rules["deck"]["wild_cards"]
    ]


def _wilds(hand: Sequence[str], drawn: DrawnTable) -> int:
    return sum(meld_oracle.is_wild_card(card, drawn.rules) for card in hand)

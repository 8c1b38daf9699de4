"""A table: rules and the packs that its seats play with, and what follows for each card."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import pairwise
from typing import NamedTuple

from msgspec import Struct

from service.rules.errors import Fault, ImpossibleError, Path, refuse
from service.rules.table.cards import (
    ALL_CARDS,
    JOKER,
    RANKS_OF_PACK,
    SUITS,
    Card,
    Suit,
    card_of,
    rank_of,
)
from service.rules.table.contradictions import contradictions, packs_for
from service.rules.table.parameters import Count, PointsRules, Rules
from service.rules.words import times


class Table(Struct, frozen=True, eq=False):
    """Rules with a fixed number of packs; compared and hashed by identity, so keep and reuse it.

    `copies` tells how often each card is in play (a card that isn't there is missing), `points`
    what it costs unmatched, `place` its position in the pack's ranks from 0, which alone is run
    order; `below` and `above` its neighbours in its suit. `set_room` is what a set can hold, `deck`
    every physical card in play, in the fixed order.
    """

    rules: Rules
    packs: int
    ranks: tuple[int, ...]
    copies: Mapping[Card, int]
    points: Mapping[Card, int]
    place: Mapping[Card, int]
    below: Mapping[Card, Card]
    above: Mapping[Card, Card]
    of_rank: Mapping[int, tuple[Card, ...]]
    wilds: frozenset[Card]
    set_room: int
    deck: tuple[Card, ...]

    def suit_cards(self, suit: Suit) -> tuple[Card, ...]:
        """The cards of a suit in run order."""
        return tuple(card_of(rank, suit) for rank in self.ranks)


def table_of(rules: Rules, seats: int | None = None) -> Table:
    """The table that these rules make for so many seats, or for the fewest that they allow.

    Raises `ImpossibleError` for seats that the rules don't allow (path `seats`) and for rules that
    contradict themselves (path `rules`, group, field).
    """
    _refuse_contradictions(rules)
    if seats is not None and not rules.players.min <= seats <= rules.players.max:
        allowed = f"{rules.players.min} to {rules.players.max}"
        raise ImpossibleError([Fault(("seats",), f"{seats} seats: this table takes {allowed}")])
    return _table(rules, packs_for(rules, rules.players.min if seats is None else seats))


@lru_cache(maxsize=256)
def _refuse_contradictions(rules: Rules) -> None:
    refuse(
        Fault(("rules", *fault.path), fault.detail)
        for contradiction in contradictions(rules)
        for fault in contradiction.faults()
    )


@lru_cache(maxsize=256)
def _table(rules: Rules, packs: int) -> Table:
    order = _order(rules.deck.cards)
    copies, deck = _in_play(rules.deck.cards, packs, rules.deck.jokers)
    wilds = {*rules.deck.wild_cards, *([JOKER] if rules.deck.jokers else [])}
    suits_in_set = len(SUITS) * (packs if rules.melds.identical_in_set else 1)
    return Table(
        rules=rules,
        packs=packs,
        ranks=order.ranks,
        copies=copies,
        points={card: _points(card, rules.points, wilds) for card in copies},
        place=order.place,
        below=order.below,
        above=order.above,
        of_rank=order.of_rank,
        wilds=frozenset(wilds),
        set_room=min(rules.melds.max_set_size * packs, suits_in_set),
        deck=deck,
    )


class _Order(NamedTuple):
    """What a table's cards are to each other, the same for all tables with such packs."""

    ranks: tuple[int, ...]
    place: Mapping[Card, int]
    below: Mapping[Card, Card]
    above: Mapping[Card, Card]
    of_rank: Mapping[int, tuple[Card, ...]]


@cache
def _order(cards: int) -> _Order:
    ranks = RANKS_OF_PACK[cards]
    neighbours = [
        (card_of(low, suit), card_of(high, suit)) for suit in SUITS for low, high in pairwise(ranks)
    ]
    return _Order(
        ranks,
        place={card_of(rank, suit): at for suit in SUITS for at, rank in enumerate(ranks)},
        below={high: low for low, high in neighbours},
        above=dict(neighbours),
        of_rank={rank: tuple(card_of(rank, suit) for suit in SUITS) for rank in ranks},
    )


@cache
def _in_play(cards: int, packs: int, jokers: int) -> tuple[Mapping[Card, int], tuple[Card, ...]]:
    """How often each card is in so many packs, and all of them in the fixed order."""
    copies = dict.fromkeys(_order(cards).place, packs)
    if jokers:
        copies[JOKER] = packs * jokers
    return copies, tuple(card for card in ALL_CARDS for _ in range(copies.get(card, 0)))


def _points(card: Card, points: PointsRules, wilds: set[Card]) -> int:
    if points.count is Count.CARDS:
        return 1
    if card in wilds:
        return points.wild
    courts = {10: points.sota, 11: points.caballo, 12: points.rey}
    return courts.get(rank_of(card), rank_of(card))


def points_of(cards: Iterable[Card], table: Table) -> int:
    """What these cards cost when they are left unmatched."""
    return sum(map(table.points.__getitem__, cards))


_PLURALS = {
    rank: f"{word}s"
    for rank, word in enumerate(
        ("ace", "two", "three", "four", "five", "sixe", "seven", "eight", "nine"), start=1
    )
} | {10: "sotas", 11: "caballos", 12: "reyes"}


def holds(cards: Sequence[Card], table: Table) -> bool:
    """Whether this deck can hold these cards together."""
    different = set(cards)
    if len(different) == len(cards):
        return different <= table.copies.keys()
    return not deck_faults((((), card) for card in cards), table)


def placed(path: Path, cards: Iterable[Card]) -> Iterator[tuple[Path, Card]]:
    """Each card of a list with the place where it was stated."""
    return (((*path, index), card) for index, card in enumerate(cards))


def deck_faults(
    cards: Iterable[tuple[Path, Card]], table: Table, *, copies: bool = True
) -> tuple[Fault, ...]:
    """What of these cards, each with the place where it was stated, this deck cannot hold.

    With `copies` also each card beyond those that the packs hold.
    """
    faults: list[Fault] = []
    seen: Counter[Card] = Counter()
    for path, card in cards:
        seen[card] += 1
        held = table.copies.get(card, 0)
        if not held:
            faults.append(Fault(path, _absent(card, table)))
        elif copies and seen[card] > held:
            faults.append(Fault(path, _surplus(card, seen[card], held, table)))
    return tuple(faults)


def _absent(card: Card, table: Table) -> str:
    if card == JOKER:
        return "JK: this deck has no jokers"
    return f"{card}: a pack of {table.rules.deck.cards} has no {_PLURALS[rank_of(card)]}"


def _surplus(card: Card, number: int, held: int, table: Table) -> str:
    packs = "one pack, which holds" if table.packs == 1 else f"{table.packs} packs, which hold"
    threshold = table.rules.deck.two_packs_from
    hint = (
        f"; two packs are played from {threshold} seats" if table.packs == 1 and threshold else ""
    )
    return f"{card} is here {times(number)}: these seats play with {packs} it {times(held)}{hint}"

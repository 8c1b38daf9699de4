"""A table: rules with a number of packs, and the properties of each card under these rules."""

from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from itertools import pairwise
from typing import NamedTuple

from msgspec import Struct

from service.rules.faults import FaultCode, ImpossibleError, fault, refuse_if_any
from service.rules.subjects import Part, Subject
from service.rules.table.card_points import card_points, cost_of
from service.rules.table.cards import (
    ALL_CARDS,
    JOKER,
    RANKS_OF_PACK,
    SUITS,
    Card,
    Suit,
    card_of,
)
from service.rules.table.contradictions import contradictions, packs_for
from service.rules.table.parameters import CapCounts, CardCost, Rules


class Table(Struct, frozen=True, eq=False):
    """Rules with a fixed number of packs, compared and hashed by identity.

    `copies` has the number of each card in play, without the cards that are not in play.
    `points` has what a card costs unmatched, and `cap_points` what it counts against the cap on
    closing. They are the same object unless the cap counts cards in another way. Then
    `points_limit` is None; otherwise it is the cap. `plain_close` is True if a close has no
    condition on its melds and wilds, and the cap counts as usual. `position` has the index of a
    card's rank in the pack, from 0, which is the run order; `below` and `above` have its
    neighbours in the suit. `largest_set` is the largest size of a set. `deck` has all cards in
    play, with copies, in the fixed order.
    """

    rules: Rules
    packs: int
    ranks: tuple[int, ...]
    copies: Mapping[Card, int]
    points: Mapping[Card, int]
    cap_points: Mapping[Card, int]
    points_limit: int | None
    plain_close: bool
    position: Mapping[Card, int]
    below: Mapping[Card, Card]
    above: Mapping[Card, Card]
    of_rank: Mapping[int, tuple[Card, ...]]
    wilds: frozenset[Card]
    largest_set: int
    deck: tuple[Card, ...]

    def suit_cards(self, suit: Suit) -> tuple[Card, ...]:
        """Return the cards of a suit in run order."""
        return tuple(card_of(rank, suit) for rank in self.ranks)


def table_of(rules: Rules, seats: int | None = None) -> Table:
    """Return the table of these rules for a number of seats, by default the fewest allowed.

    Raise `ImpossibleError` for a number of seats that the rules do not allow, and for
    contradictory rules.
    """
    _refuse_contradictions(rules)
    least, most = rules.players.min, rules.players.max
    if seats is not None and not least <= seats <= most:
        code, subject = FaultCode.SEATS_NOT_ALLOWED, Subject(Part.SEATS)
        raise ImpossibleError([fault(code, subject, seats=seats, least=least, most=most)])
    return _table(rules, packs_for(rules, least if seats is None else seats))


@lru_cache(maxsize=256)
def _refuse_contradictions(rules: Rules) -> None:
    refuse_if_any(contradictions(rules))


@lru_cache(maxsize=256)
def _table(rules: Rules, packs: int) -> Table:
    order = _order(rules.deck.cards)
    copies, deck = _in_play(rules.deck.cards, packs, rules.deck.jokers)
    wilds = {*rules.deck.wild_cards, *([JOKER] if rules.deck.jokers else [])}
    points = {card: cost_of(card, rules.points, wilds) for card in copies}
    cap_points = points
    if rules.points.count is CardCost.CARDS and rules.close.cap_counts is CapCounts.CARD_POINTS:
        cap_points = {card: card_points(card, rules.points, wilds) for card in copies}
    return Table(
        rules=rules,
        packs=packs,
        ranks=order.ranks,
        copies=copies,
        points=points,
        cap_points=cap_points,
        plain_close=(
            cap_points is points and not rules.close.min_melds and rules.close.max_wilds is None
        ),
        points_limit=rules.close.max_unmatched_points if cap_points is points else None,
        position=order.position,
        below=order.below,
        above=order.above,
        of_rank=order.of_rank,
        wilds=frozenset(wilds),
        largest_set=rules.melds.max_set_size * (packs if rules.melds.identical_in_set else 1),
        deck=deck,
    )


class _Order(NamedTuple):
    """The order of the cards, the same for all tables with packs of this size."""

    ranks: tuple[int, ...]
    position: Mapping[Card, int]
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
        position={card_of(rank, suit): index for suit in SUITS for index, rank in enumerate(ranks)},
        below={high: low for low, high in neighbours},
        above=dict(neighbours),
        of_rank={rank: tuple(card_of(rank, suit) for suit in SUITS) for rank in ranks},
    )


@cache
def _in_play(cards: int, packs: int, jokers: int) -> tuple[Mapping[Card, int], tuple[Card, ...]]:
    """Return the number of each card in these packs, and all their cards in the fixed order."""
    copies = dict.fromkeys(_order(cards).position, packs)
    if jokers:
        copies[JOKER] = packs * jokers
    return copies, tuple(card for card in ALL_CARDS for _ in range(copies.get(card, 0)))


def points_of(cards: Iterable[Card], table: Table) -> int:
    """Return the points of these cards when they are unmatched."""
    return sum(map(table.points.__getitem__, cards))

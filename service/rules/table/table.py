"""A table: rules and the packs that its seats play with, and what follows for each card."""

from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from itertools import pairwise
from typing import NamedTuple

from msgspec import Struct

from service.rules.faults import FaultCode, ImpossibleError, fault, refuse
from service.rules.subjects import Part, Subject
from service.rules.table.card_points import card_points
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
from service.rules.table.parameters import Rules


class Table(Struct, frozen=True, eq=False):
    """Rules with a fixed number of packs; compared and hashed by identity, so keep and reuse it.

    `copies` tells how often each card is in play (a card that isn't there is missing), `points`
    what it costs unmatched, `position` its position in the pack's ranks from 0, which alone is run
    order; `below` and `above` its neighbours in its suit. `set_room` is what a set can hold, `deck`
    every physical card in play, in the fixed order.
    """

    rules: Rules
    packs: int
    ranks: tuple[int, ...]
    copies: Mapping[Card, int]
    points: Mapping[Card, int]
    position: Mapping[Card, int]
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

    Raises `ImpossibleError` for seats that the rules don't allow and for rules that contradict
    themselves.
    """
    _refuse_contradictions(rules)
    least, most = rules.players.min, rules.players.max
    if seats is not None and not least <= seats <= most:
        code, subject = FaultCode.SEATS_NOT_ALLOWED, Subject(Part.SEATS)
        raise ImpossibleError([fault(code, subject, seats=seats, least=least, most=most)])
    return _table(rules, packs_for(rules, least if seats is None else seats))


@lru_cache(maxsize=256)
def _refuse_contradictions(rules: Rules) -> None:
    refuse(contradictions(rules))


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
        points={card: card_points(card, rules.points, wilds) for card in copies},
        position=order.position,
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
        position={card_of(rank, suit): at for suit in SUITS for at, rank in enumerate(ranks)},
        below={high: low for low, high in neighbours},
        above=dict(neighbours),
        of_rank={rank: tuple(card_of(rank, suit) for suit in SUITS) for rank in ranks},
    )


@cache
def _in_play(cards: int, packs: int, jokers: int) -> tuple[Mapping[Card, int], tuple[Card, ...]]:
    """How often each card is in so many packs, and all of them in the fixed order."""
    copies = dict.fromkeys(_order(cards).position, packs)
    if jokers:
        copies[JOKER] = packs * jokers
    return copies, tuple(card for card in ALL_CARDS for _ in range(copies.get(card, 0)))


def points_of(cards: Iterable[Card], table: Table) -> int:
    """What these cards cost when they are left unmatched."""
    return sum(map(table.points.__getitem__, cards))

"""The rules of cards and melds once more: slow, obvious, and sharing nothing with the service.

Written from the rule book alone, so that it can disagree with the service. It trusts its caller:
the cards are in the pack, and the rules are whole and free of contradiction.

A card is its code (``"7o"``, ``"12b"``, ``"JK"``). Rules are nested dicts with the names of the
rule book's parameters, e.g. ``rules["melds"]["min_run"]``. ``packs`` is 1 or 2.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, Literal

Rules = Mapping[str, Mapping[str, Any]]
Kind = Literal["set", "run"]
CardOrder = tuple[int, int]
MeldKey = tuple[int, tuple[CardOrder, ...], tuple[CardOrder, ...]]

SUITS = "oceb"
JOKER = "JK"
CARDS_IN_SMALLEST_SET = 3


@dataclass(frozen=True)
class Meld:
    """A set or a run as it lies on the table.

    ``cards`` of a set are naturals, then wilds; of a run, ascending. ``stands_for`` names, for each
    card of a run, the card whose place it takes; it is None for a set.
    """

    kind: Kind
    cards: tuple[str, ...]
    stands_for: tuple[str, ...] | None


# Cards


def order(card: str) -> CardOrder:
    """Cards go by suit o, c, e, b, then by place in the pack; jokers come last."""
    if card == JOKER:
        return (len(SUITS), 0)
    return (SUITS.index(card[-1]), rank_of(card))


def in_order(cards: Iterable[str]) -> tuple[str, ...]:
    """The same cards in the fixed order."""
    return tuple(sorted(cards, key=order))


def rank_of(card: str) -> int:
    """The rank printed on a card that is not a joker, 1 to 12."""
    return int(card[:-1])


def ranks_of_pack(rules: Rules) -> list[int]:
    """A pack of 40 has no eights and nines; neighbours in this list are neighbours in a run."""
    if rules["deck"]["cards"] == 40:
        return [1, 2, 3, 4, 5, 6, 7, 10, 11, 12]
    return [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]


def is_wild_card(card: str, rules: Rules) -> bool:
    """Jokers and the deck's wild cards may stand for other cards."""
    return card == JOKER or card in rules["deck"]["wild_cards"]


def points(unmatched: Iterable[str], rules: Rules) -> int:
    """What unmatched cards cost: their points, or one each where only cards are counted.

    A wild card costs ``points.wild`` whatever is printed on it.
    """
    if rules["points"]["count"] == "cards":
        return len(list(unmatched))
    return card_points(unmatched, rules)


def card_points(unmatched: Iterable[str], rules: Rules) -> int:
    """What unmatched cards cost where not only cards are counted."""
    return sum(_points_of_card(card, rules) for card in unmatched)


def _points_of_card(card: str, rules: Rules) -> int:
    """A card costs its number; wild cards and court cards what the table says."""
    if is_wild_card(card, rules):
        return int(rules["points"]["wild"])
    rank = rank_of(card)
    court = {10: "sota", 11: "caballo", 12: "rey"}
    return int(rules["points"][court[rank]]) if rank in court else rank


def copies_in_deck(card: str, rules: Rules, packs: int) -> int:
    """Each pack holds one of every card of its ranks and ``deck.jokers`` jokers."""
    if card == JOKER:
        return packs * int(rules["deck"]["jokers"])
    return packs if rank_of(card) in ranks_of_pack(rules) else 0


# Melds


def key(meld: Meld) -> MeldKey:
    """Sets come before runs; a set goes by its cards, a run by what it stands for, then its cards.

    No two different melds have the same key.
    """
    cards = tuple(order(card) for card in meld.cards)
    if meld.stands_for is None:
        return (0, cards, ())
    return (1, tuple(order(card) for card in meld.stands_for), cards)


def all_melds(cards: Iterable[str], rules: Rules, packs: int) -> list[Meld]:
    """Every different meld that some of these cards can make, in the fixed order."""
    hand = in_order(cards)
    return sorted([*_all_sets(hand, rules, packs), *all_runs(hand, rules)], key=key)


def judge_meld(
    cards: Sequence[str], rules: Rules, packs: int, kind: Kind | None = None
) -> Meld | None:
    """A list of cards as shown is a legal set, or else a legal run, or else nothing (None).

    ``kind`` asks for one of the two only. A set may be shown in any order. A run lies as shown; if
    it cannot, but all its cards can lie in their own places, the order does not matter. Where a
    list can be read in two ways (only if all its naturals are wild cards), the reading that has the
    cards as written comes first, then the first in the fixed order.
    """
    shown = tuple(cards)
    if any(n > copies_in_deck(card, rules, packs) for card, n in Counter(shown).items()):
        return None
    if kind != "run":
        sets = [_as_set(shown, rank, rules, packs) for rank in ranks_of_pack(rules)]
        legal = sorted((meld for meld in sets if meld is not None), key=key)
        as_written = [meld for meld in legal if meld.cards == shown]
        if legal:
            return [*as_written, *legal][0]
    if kind != "set":
        windows = list(_windows(len(shown), rules))
        as_laid = [_as_run(shown, places, rules) for places in windows]
        own_places = [
            _as_run(places, places, rules) for places in windows if places == in_order(shown)
        ]
        for readings in (as_laid, own_places):
            runs = sorted((meld for meld in readings if meld is not None), key=key)
            if runs:
                return runs[0]
    return None


def _as_set(cards: Sequence[str], rank: int, rules: Rules, packs: int) -> Meld | None:
    """These cards as a set of this rank, or None if that is no legal set.

    A wild card of that very rank is natural, unless its suit is there already at a table where the
    suits of a set differ; then it stands for another suit.
    """
    identical = rules["melds"]["identical_in_set"]
    naturals: list[str] = []
    wilds: list[str] = []
    for card in in_order(cards):
        of_rank = card != JOKER and rank_of(card) == rank
        if of_rank and (identical or card not in naturals):
            naturals.append(card)
        elif is_wild_card(card, rules):
            wilds.append(card)
        else:
            return None
    if not CARDS_IN_SMALLEST_SET <= len(cards) <= largest_set(rules, packs):
        return None
    if not _numbers_allowed(len(naturals), len(wilds), rules):
        return None
    return Meld("set", (*naturals, *wilds), None)


def _as_run(cards: Sequence[str], places: Sequence[str], rules: Rules) -> Meld | None:
    """These cards laid one by one on these places, or None if that is no legal run.

    Whatever does not lie in its own place must be a wild card.
    """
    if len(cards) < rules["melds"]["min_run"]:
        return None
    wilds = [card for card, place in zip(cards, places, strict=True) if card != place]
    if not all(is_wild_card(card, rules) for card in wilds):
        return None
    if not _numbers_allowed(len(cards) - len(wilds), len(wilds), rules):
        return None
    return Meld("run", tuple(cards), tuple(places))


def largest_set(rules: Rules, packs: int) -> int:
    """The most cards of a set: so many for each pack, or as with one pack where suits differ.

    No more than four cards of a rank and pack can be there, so that a fifth is always a wild.
    """
    return int(rules["melds"]["max_set_size"]) * (
        packs if rules["melds"]["identical_in_set"] else 1
    )


def wilds_in(meld: Meld, rules: Rules) -> int:
    """The cards of a meld that stand for others; a wild card in its own place does not."""
    if meld.stands_for is not None:
        return sum(card != place for card, place in zip(meld.cards, meld.stands_for, strict=True))
    rank = rank_of(meld.cards[0])  # naturals come first, and there is one at least
    own = [card for card in meld.cards if card != JOKER and rank_of(card) == rank]
    if not rules["melds"]["identical_in_set"]:
        own = list(set(own))
    return len(meld.cards) - len(own)


def _numbers_allowed(naturals: int, wilds: int, rules: Rules) -> bool:
    """Wilds alone have no rank; a table may ask for more naturals, and cap the wilds."""
    cap = rules["melds"]["max_wilds"]
    return naturals >= max(1, rules["melds"]["min_naturals"]) and (cap is None or wilds <= cap)


def _windows(length: int, rules: Rules) -> Iterator[tuple[str, ...]]:
    """Every stretch of so many neighbouring places in one suit, from the ace up to the king."""
    ranks = ranks_of_pack(rules)
    for suit in SUITS:
        for start in range(len(ranks) - length + 1):
            yield tuple(f"{rank}{suit}" for rank in ranks[start : start + length])


def _all_sets(hand: Sequence[str], rules: Rules, packs: int) -> Iterator[Meld]:
    """Of each rank, every choice of its cards and of wild cards that is a legal set."""
    for rank in ranks_of_pack(rules):
        usable = [c for c in hand if is_wild_card(c, rules) or rank_of(c) == rank]
        for chosen in _choices(usable):
            meld = _as_set(chosen, rank, rules, packs)
            if meld is not None:
                yield meld


def all_runs(hand: Sequence[str], rules: Rules) -> Iterator[Meld]:
    """On each stretch of places, every way to fill it that is a legal run."""
    for length in range(rules["melds"]["min_run"], len(hand) + 1):
        for places in _windows(length, rules):
            for laid in _fillings(places, Counter(hand), rules):
                meld = _as_run(laid, places, rules)
                if meld is not None:
                    yield meld


def _choices(cards: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Every different choice of some of these cards; equal cards are interchangeable."""
    counts = Counter(cards)
    for numbers in product(*(range(n + 1) for n in counts.values())):
        yield tuple(Counter(dict(zip(counts, numbers, strict=True))).elements())


def _fillings(places: Sequence[str], held: Counter[str], rules: Rules) -> Iterator[tuple[str, ...]]:
    """Every different way to put on each place its own card, or any wild card, of those held."""
    if not places:
        yield ()
        return
    for card in list(held):
        if held[card] and (card == places[0] or is_wild_card(card, rules)):
            for rest in _fillings(places[1:], held - Counter([card]), rules):
                yield (card, *rest)

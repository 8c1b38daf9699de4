"""Splits: the ways to split any hand into groups that can form melds, and unmatched cards.

A hand is encoded as one integer, with four bits for each of the 49 different cards. Three bits
count the copies of the card, so equal cards need no special treatment; the fourth bit is a guard.
The code of several groups is the sum of their codes. To test whether a hand holds a group, all
guards of the hand are set and the code of the group is subtracted: a guard is cleared exactly if
the hand lacks a card of the group.

    hand   7o 7c 7c JK     ... 0001 (7o) ... 0010 (7c) ... 0001 (JK)
    group  7o 7c JK        ... 0001 (7o) ... 0001 (7c) ... 0001 (JK)   is held
    group  7o 7o JK        ... 0010 (7o) ...                           clears the guard of 7o

A hand of eight cards has at most two melds, since a meld has three cards or more. The groups that
the cards of one suit or of one rank can form are cached for later hands.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from msgspec import Struct

from service.rules.hand.melding import Melding
from service.rules.hand.melds import MIN_SET, Meld, MeldOrder, first_arrangement, worth_of
from service.rules.table.cards import JOKER, ORDER, RANKS, SUITS, Card, card_of, in_order, rank_of
from service.rules.table.table import Table, points_of

_BITS = 4
_COUNT_MASK = 7
_SHIFT = {card: _BITS * index for card, index in ORDER.items()}
_UNIT = {card: 1 << shift for card, shift in _SHIFT.items()}
_GUARDS = 8 * sum(_UNIT.values())
_SUIT_MASKS = [15 * sum(_UNIT[card_of(rank, suit)] for rank in RANKS) for suit in SUITS]
_RANK_MASKS = {rank: 15 * sum(_UNIT[card_of(rank, suit)] for suit in SUITS) for rank in RANKS}
"""The bits of the cards of each suit and of each rank."""


class Group(NamedTuple):
    """Cards that can form one meld; `worth` is the result of `worth_of`."""

    worth: int
    encoded: int
    points: int


_new = tuple.__new__  # takes half the time of `Group.__new__`, which is written in Python


class Hand(Struct, frozen=True):
    """A hand, its code and every group in it, those worth most first."""

    cards: tuple[Card, ...]
    encoded: int
    points: int
    groups: tuple[Group, ...]

    def unmatched(self, split: tuple[Group, ...]) -> tuple[Card, ...]:
        """Return the unmatched cards of a split, in the fixed order."""
        unmatched = list(self.cards)
        for group in split:
            for card in decode(group.encoded):
                unmatched.remove(card)
        return tuple(unmatched)

    def unmatched_points(self, split: tuple[Group, ...]) -> int:
        """Return the points of the unmatched cards of a split."""
        return self.points - sum([group.points for group in split])

    def splits(self, max_points: int | None = None) -> Iterator[tuple[Group, ...]]:
        """Yield every split: no group, one group, or two groups that the hand holds together.

        With `max_points`, only splits with at most this number of unmatched points are yielded.
        """
        min_melded = 0 if max_points is None else self.points - max_points
        if min_melded <= 0:
            yield ()
        for index, first in enumerate(self.groups):
            if 2 * first.points < min_melded:
                return
            if first.points >= min_melded:
                yield (first,)
            for second in self.groups[index:]:
                if first.points + second.points < min_melded:
                    break
                if self._holds(first.encoded + second.encoded):
                    yield (first, second)

    def best(self) -> list[tuple[Group, ...]]:
        """Return the splits with the fewest unmatched points, then unmatched cards, then melds."""
        best: list[tuple[Group, ...]] = [()]
        best_worth = 0
        guarded, guards, groups = self.encoded | _GUARDS, _GUARDS, self.groups
        for index, first in enumerate(groups):
            if 2 * first.worth < best_worth:
                break
            if first.worth > best_worth:
                best, best_worth = [], first.worth
            if first.worth == best_worth:
                best.append((first,))
            wanted, remaining = best_worth - first.worth, guarded - first.encoded
            for second in groups[index:]:
                if second.worth < wanted:
                    break
                if (remaining - second.encoded) & guards == guards:
                    if second.worth > wanted:
                        best, wanted = [], second.worth
                    best.append((first, second))
            best_worth = first.worth + wanted
        return best

    def _holds(self, encoded: int) -> bool:
        return ((self.encoded | _GUARDS) - encoded) & _GUARDS == _GUARDS


@lru_cache(maxsize=1 << 14)
def decode(encoded: int) -> tuple[Card, ...]:
    """Return the cards of an encoded group, in the fixed order."""
    return tuple([c for c, shift in _SHIFT.items() for _ in range(encoded >> shift & _COUNT_MASK)])


def encode_hand(cards: Sequence[Card], table: Table) -> Hand:
    """Return the encoded hand with all its groups; the deck of the table must have every card."""
    held = in_order(cards)
    encoded = sum(map(_UNIT.__getitem__, held))
    wild_choices = _choices_of_wilds(tuple([card for card in held if card in table.wilds]), table)
    points_and_size: dict[int, tuple[int, int]] = {}
    for naturals, natural_points, size, fewest, most in _all_naturals(
        held, encoded, len(wild_choices) - 1, table
    ):
        for count in range(fewest, most + 1):
            for wild_points, chosen in wild_choices[count]:
                points_and_size[naturals + chosen] = natural_points + wild_points, size + count
    guarded = encoded | _GUARDS
    groups = [
        _new(Group, (worth_of(points, size), group, points))
        for group, (points, size) in points_and_size.items()
        # A wild can be chosen both as a natural and as a wild. A group that thereby needs more
        # copies of it than the hand holds is dropped.
        if (guarded - group) & _GUARDS == _GUARDS
    ]
    groups.sort(reverse=True)
    return Hand(held, encoded, points_of(held, table), tuple(groups))


_Naturals = tuple[int, int, int, int, int]
"""The naturals of a meld: their code, points and number, and the fewest and the most wilds that
complete the meld."""


def _all_naturals(
    held: Sequence[Card], encoded: int, max_wilds: int, table: Table
) -> list[_Naturals]:
    """Return all choices of naturals that form a meld with at most `max_wilds` wilds."""
    naturals: list[_Naturals] = []
    for mask in _SUIT_MASKS:
        if of_suit := encoded & mask:
            naturals += _naturals_of_runs(of_suit, max_wilds, table)
    for rank in {rank_of(card) for card in held if card != JOKER}:
        naturals += _naturals_of_sets(encoded & _RANK_MASKS[rank], max_wilds, table)
    return naturals


@lru_cache(maxsize=1 << 12)
def _naturals_of_runs(encoded: int, max_wilds: int, table: Table) -> tuple[_Naturals, ...]:
    """Return all choices of these cards that form a run with at most `max_wilds` wilds.

    A run needs at least the wilds in its gaps. More wilds can be at its ends as long as the run has
    no more cards than the pack has ranks.
    """
    naturals: list[_Naturals] = []
    position, min_run, longest = table.position, table.rules.melds.min_run, len(table.ranks)
    held = [card for card in position if encoded >> _SHIFT[card] & _COUNT_MASK]
    for size in range(1, len(held) + 1):
        for cards in combinations(held, size):
            span = position[cards[-1]] - position[cards[0]] + 1
            fewest, most = max(min_run, span) - size, min(max_wilds, longest - size)
            naturals += _if_completable(cards, fewest, most, table)
    return tuple(naturals)


@lru_cache(maxsize=1 << 12)
def _naturals_of_sets(encoded: int, max_wilds: int, table: Table) -> tuple[_Naturals, ...]:
    """Return all choices of these cards that form a set with at most `max_wilds` wilds."""
    naturals: list[_Naturals] = []
    held: list[Card] = []
    for card in table.position:
        count = encoded >> _SHIFT[card] & _COUNT_MASK
        held += [card] * (count if table.rules.melds.identical_in_set else min(count, 1))
    for size in range(1, len(held) + 1):
        fewest, most = max(MIN_SET - size, 0), min(max_wilds, table.largest_set - size)
        for cards in set(combinations(held, size)):
            naturals += _if_completable(cards, fewest, most, table)
    return tuple(naturals)


def _if_completable(cards: Sequence[Card], fewest: int, most: int, table: Table) -> list[_Naturals]:
    """Return these naturals, or nothing if the table allows no meld of them."""
    melds, size = table.rules.melds, len(cards)
    if melds.max_wilds is not None:
        most = min(most, melds.max_wilds)
    if size < melds.min_naturals or fewest > most:
        return []
    return [(sum([_UNIT[card] for card in cards]), points_of(cards, table), size, fewest, most)]


@lru_cache(maxsize=1 << 10)
def _choices_of_wilds(
    wilds: tuple[Card, ...], table: Table
) -> tuple[frozenset[tuple[int, int]], ...]:
    """Return for each number of wilds every choice of this number, as (points, code)."""
    choices: list[set[tuple[int, int]]] = [{(0, 0)}]
    for card in wilds:
        cost, unit = table.points[card], _UNIT[card]
        choices.append(set())
        for count in range(len(choices) - 1, 0, -1):
            choices[count] |= {(p + cost, encoded + unit) for p, encoded in choices[count - 1]}
    return tuple(map(frozenset, choices))


def best_split_melding(cards: Sequence[Card], table: Table) -> Melding:
    """Return the best melding of any hand, found among all its splits."""
    hand = encode_hand(cards, table)
    splits = hand.best()
    if len(splits) == 1:
        return arrange_split(splits[0], hand, table)
    arranged, split = min((_arranged(split, table), split) for split in splits)
    return melding_of([meld for _, meld in arranged], split, hand)


def arrange_split(split: tuple[Group, ...], hand: Hand, table: Table) -> Melding:
    """Return a split as a melding, with the first arrangement of each group in the fixed order."""
    return melding_of([meld for _, meld in _arranged(split, table)], split, hand)


def _arranged(split: tuple[Group, ...], table: Table) -> list[tuple[MeldOrder, Meld]]:
    return sorted(first_arrangement(decode(group.encoded), table) for group in split)


def melding_of(melds: Iterable[Meld], split: tuple[Group, ...], hand: Hand) -> Melding:
    """Return the melding with these melds, which are arrangements of the groups of a split."""
    return Melding(tuple(melds), hand.unmatched(split), hand.unmatched_points(split))

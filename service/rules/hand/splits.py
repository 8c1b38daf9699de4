"""Splits: the ways to split any hand into groups that can lie as melds, and unmatched cards.

Wilds and equal cards need no special care here. A hand is packed into one integer, with four bits
for each of the 49 different cards: three count how many of it are held, the fourth is a guard. So
groups add up as their cards do. To see whether a hand holds a group, all guards are set and the
group is subtracted: a guard is borrowed exactly if the hand lacks a card.

    hand   7o 7c 7c JK     ... 0001 (7o) ... 0010 (7c) ... 0001 (JK)
    group  7o 7c JK        ... 0001 (7o) ... 0001 (7c) ... 0001 (JK)   is held
    group  7o 7o JK        ... 0010 (7o) ...                           borrows the guard of 7o

A hand of eight cards holds at most two melds, since a meld has three cards or more. What the cards
of one suit or of one rank can make is kept for the hands to come.
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
_HELD = 7
_SHIFT = {card: _BITS * place for card, place in ORDER.items()}
_ONE = {card: 1 << shift for card, shift in _SHIFT.items()}
_GUARDS = 8 * sum(_ONE.values())
_SUIT_PARTS = [15 * sum(_ONE[card_of(rank, suit)] for rank in RANKS) for suit in SUITS]
_RANK_PARTS = {rank: 15 * sum(_ONE[card_of(rank, suit)] for suit in SUITS) for rank in RANKS}
"""The bits of the cards of each suit and of each rank."""


class Group(NamedTuple):
    """Cards that can lie as one meld.

    `worth` is that of `worth_of`.
    """

    worth: int
    packed: int
    points: int


_new = tuple.__new__  # half the time of the class's own, which is written in Python


class Hand(Struct, frozen=True):
    """A hand packed, with every group in it, dearest first."""

    cards: tuple[Card, ...]
    packed: int
    points: int
    groups: tuple[Group, ...]

    def unmatched(self, split: tuple[Group, ...]) -> tuple[Card, ...]:
        """The cards that a split leaves, in the fixed order."""
        left = list(self.cards)
        for group in split:
            for card in unpack(group.packed):
                left.remove(card)
        return tuple(left)

    def unmatched_points(self, split: tuple[Group, ...]) -> int:
        """What the cards cost that a split leaves."""
        return self.points - sum([group.points for group in split])

    def splits(self, at_most: int | None = None) -> Iterator[tuple[Group, ...]]:
        """Every choice of no group, one, or two that share no card.

        With `at_most`, only those that leave no more points than that.
        """
        least = 0 if at_most is None else self.points - at_most
        if least <= 0:
            yield ()
        for index, first in enumerate(self.groups):
            if 2 * first.points < least:
                return
            if first.points >= least:
                yield (first,)
            for second in self.groups[index:]:
                if first.points + second.points < least:
                    break
                if self._holds(first.packed + second.packed):
                    yield (first, second)

    def best(self) -> list[tuple[Group, ...]]:
        """The splits that leave the fewest points, then fewest cards, then have fewest melds."""
        found: list[tuple[Group, ...]] = [()]
        most = 0
        full, guards, groups = self.packed | _GUARDS, _GUARDS, self.groups
        for index, first in enumerate(groups):
            if 2 * first.worth < most:
                break
            if first.worth > most:
                found, most = [], first.worth
            if first.worth == most:
                found.append((first,))
            wanted, left = most - first.worth, full - first.packed
            for second in groups[index:]:
                if second.worth < wanted:
                    break
                if (left - second.packed) & guards == guards:
                    if second.worth > wanted:
                        found, wanted = [], second.worth
                    found.append((first, second))
            most = first.worth + wanted
        return found

    def _holds(self, packed: int) -> bool:
        return ((self.packed | _GUARDS) - packed) & _GUARDS == _GUARDS


@lru_cache(maxsize=1 << 14)
def unpack(packed: int) -> tuple[Card, ...]:
    """The cards of a packed group, in the fixed order."""
    return tuple([c for c, shift in _SHIFT.items() for _ in range(packed >> shift & _HELD)])


def pack(cards: Sequence[Card], table: Table) -> Hand:
    """The hand with all its groups; every card must be one that the table's deck has."""
    held = in_order(cards)
    packed = sum(map(_ONE.__getitem__, held))
    wilds = _choices_of_wilds(tuple([card for card in held if card in table.wilds]), table)
    found: dict[int, tuple[int, int]] = {}
    for core, core_points, size, fewest, most in _cores(held, packed, len(wilds) - 1, table):
        for number in range(fewest, most + 1):
            for points, chosen in wilds[number]:
                found[core + chosen] = core_points + points, size + number
    full = packed | _GUARDS
    groups = [
        _new(Group, (worth_of(points, size), group, points))
        for group, (points, size) in found.items()
        # A wild card may be in its own place too, and the hand may not hold it that often.
        if (full - group) & _GUARDS == _GUARDS
    ]
    groups.sort(reverse=True)
    return Hand(held, packed, points_of(held, table), tuple(groups))


_Core = tuple[int, int, int, int, int]
"""Cards in their own places that make a meld with wilds: packed, their points, how many they are,
the fewest wilds and the most."""


def _cores(held: Sequence[Card], packed: int, most_wilds: int, table: Table) -> list[_Core]:
    """Those of each suit and of each rank that so many wilds can make a meld."""
    found: list[_Core] = []
    for part in _SUIT_PARTS:
        if of_suit := packed & part:
            found += _of_runs(of_suit, most_wilds, table)
    for rank in {rank_of(card) for card in held if card != JOKER}:
        found += _of_sets(packed & _RANK_PARTS[rank], most_wilds, table)
    return found


@lru_cache(maxsize=1 << 12)
def _of_runs(packed: int, most_wilds: int, table: Table) -> tuple[_Core, ...]:
    """Every choice of these cards of one suit that so many wilds can make a run.

    It needs at least the wilds in its gaps, and more may stand at its ends as long as the run has
    room between ace and king.
    """
    found: list[_Core] = []
    place, min_run, longest = table.position, table.rules.melds.min_run, len(table.ranks)
    held = [card for card in place if packed >> _SHIFT[card] & _HELD]
    for size in range(1, len(held) + 1):
        for cards in combinations(held, size):
            span = place[cards[-1]] - place[cards[0]] + 1
            fewest, most = max(min_run, span) - size, min(most_wilds, longest - size)
            found += _with_wilds(cards, fewest, most, table)
    return tuple(found)


@lru_cache(maxsize=1 << 12)
def _of_sets(packed: int, most_wilds: int, table: Table) -> tuple[_Core, ...]:
    """Every choice of these cards of one rank that so many wilds can make a set."""
    found: list[_Core] = []
    held: list[Card] = []
    for card in table.position:
        number = packed >> _SHIFT[card] & _HELD
        held += [card] * (number if table.rules.melds.identical_in_set else min(number, 1))
    for size in range(1, len(held) + 1):
        fewest, most = max(MIN_SET - size, 0), min(most_wilds, table.set_room - size)
        for cards in set(combinations(held, size)):
            found += _with_wilds(cards, fewest, most, table)
    return tuple(found)


def _with_wilds(cards: Sequence[Card], fewest: int, most: int, table: Table) -> list[_Core]:
    """These cards with so many wilds, unless the table forbids it."""
    melds, size = table.rules.melds, len(cards)
    if melds.max_wilds is not None:
        most = min(most, melds.max_wilds)
    if size < melds.min_naturals or fewest > most:
        return []
    return [(sum([_ONE[card] for card in cards]), points_of(cards, table), size, fewest, most)]


@lru_cache(maxsize=1 << 10)
def _choices_of_wilds(
    wilds: tuple[Card, ...], table: Table
) -> tuple[frozenset[tuple[int, int]], ...]:
    """For each number of wilds, every choice of so many of those held, as (points, packed)."""
    choices: list[set[tuple[int, int]]] = [{(0, 0)}]
    for card in wilds:
        cost, one = table.points[card], _ONE[card]
        choices.append(set())
        for number in range(len(choices) - 1, 0, -1):
            choices[number] |= {(p + cost, packed + one) for p, packed in choices[number - 1]}
    return tuple(map(frozenset, choices))


def best_split_melding(cards: Sequence[Card], table: Table) -> Melding:
    """The best melding of any hand, found among all its splits."""
    hand = pack(cards, table)
    splits = hand.best()
    if len(splits) == 1:
        return arrange_split(splits[0], hand, table)
    melds, split = min((_arranged(split, table), split) for split in splits)
    return melding_of([meld for _, meld in melds], split, hand)


def arrange_split(split: tuple[Group, ...], hand: Hand, table: Table) -> Melding:
    """A split as a melding: of all ways to lay its groups, the first in the fixed order."""
    return melding_of([meld for _, meld in _arranged(split, table)], split, hand)


def _arranged(split: tuple[Group, ...], table: Table) -> list[tuple[MeldOrder, Meld]]:
    return sorted(first_arrangement(unpack(group.packed), table) for group in split)


def melding_of(melds: Iterable[Meld], split: tuple[Group, ...], hand: Hand) -> Melding:
    """The melding with these melds, which are laid from the groups of a split."""
    return Melding(tuple(melds), hand.unmatched(split), hand.unmatched_points(split))

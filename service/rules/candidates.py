"""Candidates: the groups of a hand that can lie as melds, and every way to split it into them.

Here wilds and equal cards make no difference: a hand is packed into one integer, four bits for each
different card with their number, so that groups add up like the cards in them. The top bit of each
four is a guard: subtracting a group from a hand with all guards set borrows one of them exactly if
the hand lacks a card. A hand of eight holds at most two melds, since each has three cards or more.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from msgspec import Struct

from service.rules.cards import Card, in_order, rank_of
from service.rules.melds import MIN_SET
from service.rules.table import Table, points_of

_BITS = 4
_GUARD = 8


class Group(NamedTuple):
    """Cards that can lie as one meld.

    `worth` says in one number, so that groups add up, what is won by melding them: first the points
    that they would cost loose, then how many they are, then that each meld is one more.
    """

    worth: int
    packed: int
    points: int


_new = tuple.__new__  # half the time of the class's own, which is written in Python


def worth_of(points: int, size: int) -> int:
    """The worth of so many cards in one meld that would cost so many points loose."""
    return (points << 8) + (size << 2) - 1


class Hand(Struct, frozen=True):
    """A hand packed, with every group in it, dearest first."""

    cards: tuple[Card, ...]
    kinds: tuple[Card, ...]
    guards: int
    packed: int
    points: int
    groups: tuple[Group, ...]

    def unpack(self, packed: int) -> tuple[Card, ...]:
        """The cards of a packed group, in the fixed order."""
        cards: list[Card] = []
        for card in self.kinds:
            number = packed & (_GUARD - 1)
            if number == 1:
                cards.append(card)
            elif number:
                cards += [card] * number
            packed >>= _BITS
        return tuple(cards)

    def unmatched(self, split: tuple[Group, ...]) -> tuple[Card, ...]:
        """The cards that a split leaves, in the fixed order."""
        return self.unpack(self.packed - sum([group.packed for group in split]))

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
        full, guards, groups = self.packed | self.guards, self.guards, self.groups
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
        guards = self.guards
        return ((self.packed | guards) - packed) & guards == guards


def pack(cards: Sequence[Card], table: Table) -> Hand:
    """The hand with all its groups; every card must be one that the table's deck has."""
    held = in_order(cards)
    kinds = tuple(dict.fromkeys(held))
    units = {card: 1 << _BITS * shift for shift, card in enumerate(kinds)}
    packed = sum(map(units.__getitem__, held))
    finder = _Finder(table, held, units)
    finder.find_runs()
    finder.find_sets()
    guards = _GUARD * sum(units.values())
    full = packed | guards
    return Hand(
        cards=held,
        kinds=kinds,
        guards=guards,
        packed=packed,
        points=points_of(held, table),
        groups=tuple(
            sorted(
                [
                    _new(Group, (worth_of(points, size), group, points))
                    for group, (points, size) in finder.found.items()
                    if (full - group) & guards == guards
                ],
                reverse=True,
            )
        ),
    )


class _Finder:
    """Finds the groups of one hand: naturals of one suit or rank, then every choice of wilds.

    A wild card counts both among the naturals and among the wilds; where a group uses it as both,
    the hand doesn't hold it that often, and `pack` drops the group.
    """

    def __init__(self, table: Table, held: Sequence[Card], units: dict[Card, int]) -> None:
        self.table = table
        self.cost, self.unit = table.points.__getitem__, units.__getitem__
        melds = table.rules.melds
        self.identical, self.min_naturals = melds.identical_in_set, melds.min_naturals
        self.max_wilds = len(held) if melds.max_wilds is None else melds.max_wilds
        self.found: dict[int, tuple[int, int]] = {}
        self.naturals = [card for card in held if card in table.place]
        self.wilds = self._wild_choices([card for card in held if card in table.wilds])

    def _wild_choices(self, wilds: Sequence[Card]) -> list[set[tuple[int, int]]]:
        """For each number of wilds, every choice of so many of those held, as (points, packed)."""
        choices: list[set[tuple[int, int]]] = [{(0, 0)}]
        for card in wilds:
            cost, unit = self.cost(card), self.unit(card)
            choices.append(set())
            for number in range(len(choices) - 1, 0, -1):
                choices[number] |= {(p + cost, packed + unit) for p, packed in choices[number - 1]}
        return choices

    def find_runs(self) -> None:
        """Add every group of one suit that can be a run."""
        melds, place = self.table.rules.melds, self.table.place
        ranks, most_wilds = len(self.table.ranks), len(self.wilds) - 1
        by_suit: dict[str, dict[int, Card]] = {}
        for card in self.naturals:
            by_suit.setdefault(card[-1], {})[place[card]] = card
        for own in by_suit.values():
            if len(own) + most_wilds >= melds.min_run:
                mask = sum([1 << at for at in own])
                for places, least, most in _shapes(mask, most_wilds, ranks, melds.min_run):
                    self._add([own[at] for at in places], least, most)

    def find_sets(self) -> None:
        """Add every group of one rank that can be a set."""
        room, most_wilds = self.table.set_room, len(self.wilds) - 1
        fewest = max(1, MIN_SET - most_wilds, self.table.rules.melds.min_naturals)
        by_rank: dict[int, list[Card]] = {}
        for card in self.naturals:
            of_rank = by_rank.setdefault(rank_of(card), [])
            if card not in of_rank or self.identical:
                of_rank.append(card)
        for own in by_rank.values():
            for size in range(fewest, len(own) + 1):
                least, most = max(0, MIN_SET - size), min(room - size, most_wilds)
                for naturals in set(combinations(own, size)):
                    self._add(naturals, least, most)

    def _add(self, naturals: Sequence[Card], least: int, most: int) -> None:
        """Add these naturals with each choice of `least` to `most` wilds."""
        size = len(naturals)
        if size < self.min_naturals:
            return
        own_points = sum(map(self.cost, naturals))
        own_packed = sum(map(self.unit, naturals))
        for number in range(least, min(most, self.max_wilds) + 1):
            for wild_points, wild_packed in self.wilds[number]:
                self.found[own_packed + wild_packed] = own_points + wild_points, size + number


@lru_cache(maxsize=1 << 14)
def _shapes(
    mask: int, wilds: int, ranks: int, min_run: int
) -> tuple[tuple[tuple[int, ...], int, int], ...]:
    """Every choice of a suit's places that so many wilds can make a run.

    Each is (places, fewest wilds, most wilds): it needs at least the wilds in its gaps, and more
    may stand at its ends as long as the run has room between ace and king.
    """
    found = []
    own = [place for place in range(ranks) if mask >> place & 1]
    for size in range(1, len(own) + 1):
        for places in combinations(own, size):
            span = places[-1] - places[0] + 1
            least, most = max(min_run, span) - size, min(wilds, ranks - size)
            if least <= most:
                found.append((places, max(least, 0), most))
    return tuple(found)

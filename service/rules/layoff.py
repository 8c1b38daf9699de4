"""Laying off: what leaves a player the fewest points on the table as it lies (RULES §2 Laying off).

A natural can go into a set of its rank, or on a run as far as the cards between are there: others
of the hand, or wilds. So each natural is given one of its few places or none, the wilds fill the
gaps, and a wild that is left goes wherever there is room, since all cost the same. What could be
laid if no card stood in another's way is the bound; most often all of it can, and the first try is
the last.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import NamedTuple

from service.rules.candidates import Group, pack
from service.rules.cards import Card, rank_of
from service.rules.melding import Melding, fewest_points, laid, melding_order
from service.rules.melds import Kind, Meld, wilds_in
from service.rules.places import Board, Step, options
from service.rules.table import Table, points_of


class Settled(NamedTuple):
    """What a player has laid off in one turn, the table after it, and the cards that are left."""

    steps: tuple[Step, ...]
    board: Board
    unmatched: tuple[Card, ...]


def choose_melding(cards: Sequence[Card], board: Board, table: Table) -> Melding:
    """The melding that leaves the fewest points after laying off on these melds.

    Then the one that `evaluate` would put first. `board` holds the melds that the player may lay
    off on, its own to come left out: a card that fits there is better melded with them.
    """
    best = fewest_points(cards, table)
    board = _reachable(cards, board, table)
    if not board:
        return best
    sure = _without_choice(cards, board, table)
    layable = _Sinks(board, table).layable(cards) if sure is None else sure
    needs_meld = table.rules.lay_off.requires_own_meld
    if (
        sure is not None
        and (best.melds or not needs_meld)
        and sure.isdisjoint(chain.from_iterable([meld.cards for meld in best.melds]))
    ):
        # Nothing that could be laid off is melded, and all of it can be: nothing beats this.
        return best
    hand = pack(cards, table)
    least = (best.unmatched_points + 1, 0, 0, 0)
    ties: list[tuple[Group, ...]] = []
    for split in hand.splits():
        unmatched, points = hand.unmatched(split), hand.unmatched_points(split)
        order = (points, len(unmatched), len(split))
        may = bool(split) or not needs_meld
        hoped = points_of([card for card in unmatched if card not in layable], table)
        if (hoped if may else points, *order) > least:
            continue
        found = (fewest_left(unmatched, board, table) if may else points, *order)
        if found < least:
            least, ties = found, []
        if found == least:
            ties.append(split)
    return min((laid(split, hand, table) for split in ties), key=melding_order)


def lay_off(unmatched: Sequence[Card], board: Board, table: Table) -> Settled:
    """Lay off for the fewest points: at each step the first option that still leads to them."""
    within_reach = _reachable(unmatched, board, table)
    if not within_reach:
        return Settled((), board, tuple(unmatched))
    sure = _without_choice(unmatched, within_reach, table)
    target = fewest_left(unmatched, within_reach, table)
    left, steps = list(unmatched), []
    while points_of(left, table) > target:
        found = options(left, board, table)
        step, board = next(found) if sure else _first(found, left, table, target)
        steps.append(step)
        left.remove(step.card)
    return Settled(tuple(steps), board, tuple(left))


def _first(
    found: Iterator[tuple[Step, Board]], left: Sequence[Card], table: Table, target: int
) -> tuple[Step, Board]:
    """The first of these steps that still leads to the fewest points; there is one."""
    for step, after in found:
        rest = list(left)
        rest.remove(step.card)
        if fewest_left(rest, after, table) == target:
            return step, after
    raise AssertionError(target)


def fewest_left(unmatched: Sequence[Card], board: Board, table: Table) -> int:
    """The fewest points that laying these cards off on these melds can leave."""
    points = points_of(unmatched, table)
    board = _reachable(unmatched, board, table)
    if not board or not points:
        return points
    sure = _without_choice(unmatched, board, table)
    if sure is not None:
        return points - points_of(sure, table)
    return points - _Search(unmatched, _Sinks(board, table), table).most()


def _without_choice(cards: Sequence[Card], board: Board, table: Table) -> frozenset[Card] | None:
    """The cards that can be laid off, if each has one place alone; None where one must choose.

    So it is nearly always, since a natural of one pack has few neighbours.
    """
    held = set(cards)
    if len(held) < len(cards) or not held.isdisjoint(table.wilds):
        return None
    found: set[Card] = set()
    for on_table in board:
        meld, fitting = on_table.meld, held & on_table.takes
        if meld.stands_for is None:
            if len(meld.cards) + len(fitting) > table.set_room or fitting & found:
                return None
            found |= fitting
            continue
        for card in fitting:
            below = card == table.below.get(meld.stands_for[0])
            onward = table.below if below else table.above
            reached: Card | None = card
            while reached in held:
                if reached in found:
                    return None
                found.add(reached)
                reached = onward.get(reached)
    return frozenset(found)


def _reachable(cards: Sequence[Card], board: Board, table: Table) -> Board:
    """The melds that one of these cards fits now: without wilds no other will ever take one."""
    if not table.wilds.isdisjoint(cards):
        return board
    return tuple([laid for laid in board if not laid.takes.isdisjoint(cards)])


@dataclass(frozen=True, slots=True)
class _Sink:
    """A set, or one end of a run: what may go there, nearest first, and how many wilds it takes.

    `wanted` are the cards that the places of a run's end are for, outward; of a set the cards of
    its rank. `meld` is which meld of the table it is.
    """

    meld: int
    kind: Kind
    wanted: tuple[Card, ...]


class _Sinks:
    """The places of a table."""

    def __init__(self, board: Board, table: Table) -> None:
        self.table = table
        self.room: list[int] = []
        self.wild_room: list[int] = []
        self.sinks: list[_Sink] = []
        most = table.rules.melds.max_wilds
        for at, on_table in enumerate(board):
            meld = on_table.meld
            self.sinks += self._of(at, meld)
            size = table.set_room if meld.kind is Kind.SET else len(table.ranks)
            room = size - len(meld.cards)
            self.room.append(room)
            taken = 0 if most is None else wilds_in(meld, table)
            self.wild_room.append(room if most is None else max(0, min(room, most - taken)))

    def _of(self, at: int, meld: Meld) -> Iterator[_Sink]:
        if meld.stands_for is None:
            wanted = self.table.of_rank[rank_of(meld.cards[0])]
            if not self.table.rules.melds.identical_in_set:
                wanted = tuple(card for card in wanted if card not in meld.cards)
            yield _Sink(at, Kind.SET, wanted)
        else:
            for end, onward in (
                (meld.stands_for[0], self.table.below),
                (meld.stands_for[-1], self.table.above),
            ):
                wanted_cards, card = [], onward.get(end)
                while card:
                    wanted_cards.append(card)
                    card = onward.get(card)
                yield _Sink(at, Kind.RUN, tuple(wanted_cards))

    def layable(self, cards: Sequence[Card]) -> frozenset[Card]:
        """Which of these cards could be laid off if the others did all they can for it."""
        wilds = self.wilds(cards)
        found = {card for sink in self.sinks for card in self.reached(sink, cards, len(wilds))}
        if any(self.wild_room):
            found.update(wilds)
        return frozenset(found)

    def wilds(self, cards: Sequence[Card]) -> list[Card]:
        """The wilds among these cards, as far as wilds may be laid off."""
        if not self.table.rules.lay_off.wilds_may:
            return []
        return [card for card in cards if card in self.table.wilds]

    def reached(self, sink: _Sink, cards: Sequence[Card], wilds: int) -> dict[Card, int]:
        """The cards that can get to a sink, with their places there from 1 on; 0 in a set."""
        if not self.room[sink.meld]:
            return {}
        if sink.kind is Kind.SET:
            return {card: 0 for card in sink.wanted if card in cards}
        found: dict[Card, int] = {}
        for place, card in enumerate(sink.wanted, start=1):
            if card in cards:
                found[card] = place
            elif wilds:
                wilds -= 1
            else:
                break
        return found


class _Search:
    """Gives each natural one of its places or none, dearest first, and keeps the best."""

    def __init__(self, cards: Sequence[Card], sinks: _Sinks, table: Table) -> None:
        self.table = table
        self.sinks = sinks
        self.wilds = sinks.wilds(cards)
        self.wild_cost = max((table.points[card] for card in self.wilds), default=0)
        reached = [sinks.reached(sink, cards, len(self.wilds)) for sink in sinks.sinks]
        found = (
            (card, [(at, places[card]) for at, places in enumerate(reached) if card in places])
            for card in cards
        )
        self.naturals = sorted(
            ((card, places) for card, places in found if places),
            key=lambda natural: -table.points[natural[0]],
        )
        loose_wilds = len(self.wilds) if any(sinks.wild_room) else 0
        plain = sum(table.points[card] for card, _ in self.naturals if card not in self.wilds)
        self.bound = plain + self.wild_cost * max(
            loose_wilds, sum(card in self.wilds for card, _ in self.naturals)
        )
        self.best = 0

    def most(self) -> int:
        """The most points that can be laid off."""
        if self.bound:
            self._try(0, [[] for _ in self.sinks.sinks], 0, 0)
        return self.best

    def _try(
        self, at: int, given: list[list[tuple[Card, int]]], points: int, as_natural: int
    ) -> None:
        if at == len(self.naturals):
            self._count(given, points, len(self.wilds) - as_natural)
            return
        card, places = self.naturals[at]
        wild = card in self.wilds
        for sink, place in places:
            given[sink].append((card, place))
            self._try(at + 1, given, points + self.table.points[card], as_natural + wild)
            given[sink].pop()
            if self.best == self.bound:
                return
        self._try(at + 1, given, points, as_natural)

    def _count(self, given: list[list[tuple[Card, int]]], points: int, wilds: int) -> None:
        """Fill the gaps with wilds, and put what wilds are left wherever there is room."""
        room, wild_room = list(self.sinks.room), list(self.sinks.wild_room)
        needed = 0
        for sink, cards in zip(self.sinks.sinks, given, strict=True):
            if not cards:
                continue
            if sink.kind is Kind.SET:
                if not self._may_be_together(cards):
                    return
                gaps, taken = 0, len(cards)
            else:
                places = {place for _, place in cards}
                taken = max(places)
                gaps = taken - len(places)
                if len(places) < len(cards):
                    return
            needed += gaps
            room[sink.meld] -= taken
            wild_room[sink.meld] -= gaps
            if room[sink.meld] < 0 or wild_room[sink.meld] < 0:
                return
        if needed > wilds:
            return
        free = sum(map(min, room, wild_room))
        self.best = max(self.best, points + self.wild_cost * min(wilds, needed + free))

    def _may_be_together(self, cards: Sequence[tuple[Card, int]]) -> bool:
        if self.table.rules.melds.identical_in_set:
            return True
        return len({card for card, _ in cards}) == len(cards)

"""Laying off: what leaves a player the fewest points on the table as it lies (RULES §2 Laying off).

A natural can go into a set of its rank, or on a run as far as the cards between are there: others
of the hand, or wilds. So each natural is given one of its few places or none, the wilds fill the
gaps, and a wild that is left goes wherever there is room, since all cost the same. What could be
laid if no card stood in another's way is the bound; most often all of it can, and the first try is
the last.
"""

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from msgspec import Struct

from service.rules.candidates import Group, pack
from service.rules.cards import ORDER, Card, rank_of
from service.rules.melding import Melding, fewest_points, laid, melding_order
from service.rules.melds import Kind, Meld, wilds_in
from service.rules.places import Board, Place, Step, grown, options
from service.rules.table import Table, points_of


class Settled(NamedTuple):
    """What a player has laid off in one turn, how the melds lie after it, and the cards left.

    Of the melds, all or those that have changed.
    """

    steps: tuple[Step, ...]
    board: Board
    unmatched: tuple[Card, ...]


def choose_melding(cards: Sequence[Card], board: Board, table: Table) -> Melding:
    """The melding that leaves the fewest points after laying off on these melds.

    Then the one that `evaluate` would put first. `board` holds the melds that the player may lay
    off on, its own to come left out: a card that fits there is better melded with them.
    """
    best = fewest_points(cards, table)
    board = reachable(cards, board, table)
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
    within_reach = reachable(unmatched, board, table)
    if not within_reach:
        return Settled((), board, tuple(unmatched))
    sure = _without_choice(unmatched, within_reach, table)
    if sure is not None:
        return _all_of(sure, unmatched, within_reach, table)
    target = fewest_left(unmatched, within_reach, table)
    left, steps = list(unmatched), []
    while points_of(left, table) > target:
        step, board = _first(options(left, board, table), left, table, target)
        steps.append(step)
        left.remove(step.card)
    return Settled(tuple(steps), board, tuple(left))


def _all_of(
    sure: frozenset[Card], unmatched: Sequence[Card], board: Board, table: Table
) -> Settled:
    """Lay off all of these, each of which has one place, in the order of `options`.

    A card opens places on its own meld alone, so one look at each meld is enough. Of the board the
    melds that have changed are told.
    """
    left, steps, changed = list(unmatched), [], []
    to_lay = points_of(sure, table)
    for before in board:
        on = before
        while to_lay > 0 and (fitting := on.takes.intersection(left)):
            place, card = _first_place(on.meld, fitting, table)
            meld = grown(on.meld, card, place, table)
            if meld is None:
                raise AssertionError(on, card)
            steps.append(Step(card, on.owner, on.index, place))
            left.remove(card)
            to_lay -= table.points[card]
            on = on.longer(meld, table)
        if on is not before:
            changed.append(on)
    return Settled(tuple(steps), tuple(changed), tuple(left))


def _first_place(meld: Meld, fitting: frozenset[Card], table: Table) -> tuple[Place, Card]:
    """The first place of a meld that one of these cards fits, and the lowest such card."""
    if meld.stands_for is None:
        return Place.SET, min(fitting, key=ORDER.__getitem__)
    lowest = table.below.get(meld.stands_for[0])
    if lowest in fitting and lowest is not None:
        return Place.LOW, lowest
    (highest,) = fitting
    return Place.HIGH, highest


def _first(
    found: Iterator[tuple[Step, Board]], left: Sequence[Card], table: Table, target: int
) -> tuple[Step, Board]:
    """The first of these steps that still leads to the fewest points; there is one."""
    for step, after in found:
        rest = list(left)
        rest.remove(step.card)
        if _can_leave(target, rest, after, table):
            return step, after
    raise AssertionError(target)


def _can_leave(points: int, unmatched: Sequence[Card], board: Board, table: Table) -> bool:
    """Whether laying these cards off can leave as few points as that; it can't leave fewer."""
    board = reachable(unmatched, board, table)
    wanted = points_of(unmatched, table) - points
    if not wanted or not board:
        return not wanted
    sure = _without_choice(unmatched, board, table)
    if sure is not None:
        return points_of(sure, table) == wanted
    return _Search(unmatched, _Sinks(board, table), table).most(enough=wanted) == wanted


def fewest_left(unmatched: Sequence[Card], board: Board, table: Table) -> int:
    """The fewest points that laying these cards off on these melds can leave."""
    points = points_of(unmatched, table)
    board = reachable(unmatched, board, table)
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


def reachable(cards: Sequence[Card], board: Board, table: Table) -> Board:
    """The melds that one of these cards fits now: without wilds no other will ever take one."""
    if not table.wilds.isdisjoint(cards):
        return board
    return tuple([laid for laid in board if not laid.takes.isdisjoint(cards)])


class _Sink(Struct, frozen=True):
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
        self.free = sum(map(min, self.room, self.wild_room))

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
        wilds = min(wilds, self.wild_room[sink.meld])
        for place, card in enumerate(sink.wanted, start=1):
            if card in cards:
                found[card] = place
            elif wilds:
                wilds -= 1
            else:
                break
        return found


class _Search:
    """Gives each natural one of its places or none, dearest first, and keeps the best.

    A branch is left as soon as it can't beat the best, or as soon as its cards can't lie together.
    """

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
        costs = [0 if card in self.wilds else table.points[card] for card, _ in self.naturals]
        wilds = self.wild_cost * len(self.wilds)
        self.hopes = [sum(costs[at:]) + wilds for at in range(len(costs) + 1)]
        self.best = 0

    def most(self, enough: int | None = None) -> int:
        """The most points that can be laid off; with `enough` no more than that is looked for."""
        self.enough = self.hopes[0] if enough is None else enough
        if self.hopes[0] >= self.enough and self.hopes[0]:
            self._try(0, [{} for _ in self.sinks.sinks], 0, len(self.wilds))
        return self.best

    def _try(self, at: int, given: list[dict[Card, int]], points: int, wilds: int) -> None:
        """`points` are those of naturals that cost as such; `wilds` how many are left as wilds."""
        natural_wilds = self.wild_cost * (len(self.wilds) - wilds)
        if points + self.hopes[at] <= self.best or self.best >= self.enough:
            return
        if at == len(self.naturals):
            self._count(given, points + natural_wilds, wilds)
            return
        card, places = self.naturals[at]
        wild = card in self.wilds
        for sink, place in places:
            if self._may_join(given[sink], card, place, self.sinks.sinks[sink]):
                key = self._key(given[sink], card)
                given[sink][key] = place
                cost = 0 if wild else self.table.points[card]
                self._try(at + 1, given, points + cost, wilds - wild)
                del given[sink][key]
        self._try(at + 1, given, points, wilds)

    @staticmethod
    def _key(there: dict[Card, int], card: Card) -> Card:
        """A name for one more card there: equal cards are two cards."""
        return card if card not in there else Card(f"{card}+{len(there)}")

    def _may_join(self, there: dict[Card, int], card: Card, place: int, sink: _Sink) -> bool:
        if sink.kind is Kind.RUN:
            return place not in there.values()
        room = self.sinks.room[sink.meld]
        return len(there) < room and (card not in there or self.table.rules.melds.identical_in_set)

    def _count(self, given: list[dict[Card, int]], points: int, wilds: int) -> None:
        """Fill the gaps with wilds, and put what wilds are left wherever there is room."""
        room: dict[int, int] = {}
        wild_room: dict[int, int] = {}
        needed = 0
        for at, cards in enumerate(given):
            if not cards:
                continue
            sink = self.sinks.sinks[at]
            meld, size = sink.meld, len(cards)
            taken = size if sink.kind is Kind.SET else max(cards.values())
            needed += taken - size
            room[meld] = room.get(meld, self.sinks.room[meld]) - taken
            wild_room[meld] = wild_room.get(meld, self.sinks.wild_room[meld]) - taken + size
            if needed > wilds or room[meld] < 0 or wild_room[meld] < 0:
                return
        free = self.sinks.free + sum(
            min(left, wild_room[meld]) - min(self.sinks.room[meld], self.sinks.wild_room[meld])
            for meld, left in room.items()
        )
        self.best = max(self.best, points + self.wild_cost * min(wilds, needed + free))

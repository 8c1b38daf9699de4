"""Lay-off search: the most points that a player can lay off where cards compete for places.

A card that is laid off goes to a *target*: a set, or one end of a run. Each natural has few spots:
a set of its rank, or its own position outward from a run's end. The search gives each natural one
of its spots or none, dearest card first. Wilds then fill the gaps between those naturals, and the
wilds that are left go wherever there is room, since all wilds cost the same.

Example, with a pack of 40 cards. On the table lie the run `5c 6c 7c` and the set `4o 4e 4b`. A
player holds `4c 2c JK`. The targets and what they want, nearest first, are

    0  the run's low end     4c 3c 2c 1c
    1  the run's high end    10c 11c 12c
    2  the set               4c

`4c` has two spots, position 1 at target 0 and the set; `2c` has one, position 3 at target 0. The
first try puts `4c` and `2c` on the run: position 3 is reached with two naturals, so one wild must
fill the gap, the joker as `3c`. Nothing is left, so the search ends. With `4c` in the set, `2c`
would need two wilds, and that try would fail.

No try can lay off more than all naturals that have a spot and all wilds. A branch of the search
ends when this bound shows that it cannot beat the best try so far.
"""

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from service.rules.hand.melds import Meld, wilds_in
from service.rules.round.board import Board
from service.rules.table.cards import Card, rank_of
from service.rules.table.table import Table


class LayOffTarget(Struct, frozen=True):
    """A set, or one end of a run; `meld` is the index of the meld on the board.

    `wanted` are the cards that are natural there: for an end of a run outward, nearest first.
    """

    meld: int
    is_set: bool
    wanted: tuple[Card, ...]


class MeldRoom(Struct, frozen=True):
    """How many cards a meld can still take, and how many of these may be wild."""

    cards: int
    wilds: int

    @property
    def for_wilds(self) -> int:
        """How many wilds can go there, wherever they stand."""
        return min(self.cards, self.wilds)


class LayOffTargets(Struct, frozen=True):
    """All targets of a board, and the room of each meld."""

    targets: tuple[LayOffTarget, ...]
    rooms: tuple[MeldRoom, ...]


class Spot(Struct, frozen=True):
    """Where a natural can go: a target, and the position there, from 1; 0 in a set."""

    target: int
    position: int


Laid = tuple[tuple[tuple[Card, int], ...], ...]
"""For each target the naturals that a try puts there, each with its position."""


def most_points(
    cards: Sequence[Card], board: Board, table: Table, enough: int | None = None
) -> int:
    """The most points that laying these cards off on these melds can save.

    With `enough` the search ends at a try that saves so many. If none can, the answer is a smaller
    number, and not always the most.
    """
    search = _search_of(cards, board, table)
    if enough is not None:
        if search.bounds[0] < enough:
            return 0
        search = replace(search, enough=enough)
    return search.best(0, search.nothing, 0, search.wilds)


def layable(cards: Sequence[Card], board: Board, table: Table) -> frozenset[Card]:
    """Which of these cards could be laid off if all the others served to reach a place for it."""
    open_to = targets_of(board, table)
    wilds = _wilds_of(cards, table)
    naturals = {card for spots in _spots(cards, open_to, len(wilds)) for card in spots}
    takes_wilds = any(room.wilds for room in open_to.rooms)
    return frozenset(naturals.union(wilds) if takes_wilds else naturals)


def targets_of(board: Board, table: Table) -> LayOffTargets:
    """Where cards can go on a board."""
    targets = [
        target for index, on in enumerate(board) for target in _targets_on(index, on.meld, table)
    ]
    return LayOffTargets(tuple(targets), tuple([_room_of(on.meld, table) for on in board]))


def _targets_on(index: int, meld: Meld, table: Table) -> Iterator[LayOffTarget]:
    if meld.stands_for is None:
        wanted = table.of_rank[rank_of(meld.cards[0])]
        if not table.rules.melds.identical_in_set:
            wanted = tuple([card for card in wanted if card not in meld.cards])
        yield LayOffTarget(index, is_set=True, wanted=wanted)
    else:
        low, high = meld.stands_for[0], meld.stands_for[-1]
        yield LayOffTarget(index, is_set=False, wanted=_outward(low, table.below))
        yield LayOffTarget(index, is_set=False, wanted=_outward(high, table.above))


def _outward(end: Card, neighbour: Mapping[Card, Card]) -> tuple[Card, ...]:
    """The cards beyond the end of a run, nearest first."""
    beyond, card = [], neighbour.get(end)
    while card:
        beyond.append(card)
        card = neighbour.get(card)
    return tuple(beyond)


def _room_of(meld: Meld, table: Table) -> MeldRoom:
    size = table.set_room if meld.stands_for is None else len(table.ranks)
    room, most = size - len(meld.cards), table.rules.melds.max_wilds
    if most is None:
        return MeldRoom(room, room)
    return MeldRoom(room, max(0, min(room, most - wilds_in(meld, table))))


def _wilds_of(cards: Sequence[Card], table: Table) -> list[Card]:
    """The wilds among these cards, if wilds may be laid off."""
    if not table.rules.lay_off.wilds_may:
        return []
    return [card for card in cards if card in table.wilds]


def _spots(cards: Sequence[Card], open_to: LayOffTargets, wilds: int) -> Iterator[dict[Card, int]]:
    """For each target the cards that can get there as naturals, with their positions."""
    for target in open_to.targets:
        room = open_to.rooms[target.meld]
        if not room.cards:
            yield {}
        elif target.is_set:
            yield {card: 0 for card in target.wanted if card in cards}
        else:
            yield _positions(target.wanted, cards, min(wilds, room.wilds))


def _positions(wanted: Sequence[Card], cards: Sequence[Card], wilds: int) -> dict[Card, int]:
    """The cards that can get to the end of a run, if so many wilds may fill gaps."""
    reached: dict[Card, int] = {}
    for position, card in enumerate(wanted, start=1):
        if card in cards:
            reached[card] = position
        elif wilds:
            wilds -= 1
        else:
            break
    return reached


class _Natural(Struct, frozen=True):
    """A card with spots; `points` are 0 for a wild card, which is counted with the wilds."""

    card: Card
    points: int
    is_wild_card: bool
    spots: tuple[Spot, ...]


class _Search(Struct, frozen=True):
    """What stays the same through a search.

    `naturals` come dearest first. `bounds[i]` is the most points that the naturals from the i-th on
    and all wilds can save; the last one counts the wilds alone. The search ends at a try that saves
    `enough`.
    """

    open_to: LayOffTargets
    naturals: tuple[_Natural, ...]
    bounds: tuple[int, ...]
    wilds: int
    wild_points: int
    identical_in_set: bool
    enough: int

    @property
    def nothing(self) -> Laid:
        """The try that lays nothing off."""
        return ((),) * len(self.open_to.targets)

    def best(self, index: int, laid: Laid, points: int, wilds: int, best: int = 0) -> int:
        """The most points of any try that agrees with `laid` on the naturals before `index`.

        `points` are those of the naturals laid, `wilds` how many wilds are not laid as naturals.
        The answer is `best` if no such try saves more.
        """
        if points + self.bounds[index] <= best or best >= self.enough:
            return best
        if index == len(self.naturals):
            return max(best, self._saved(laid, points, wilds))
        natural = self.naturals[index]
        for spot in natural.spots:
            if self._is_free(spot, natural.card, laid):
                best = self.best(
                    index + 1,
                    _put(laid, spot, natural.card),
                    points + natural.points,
                    wilds - natural.is_wild_card,
                    best,
                )
        return self.best(index + 1, laid, points, wilds, best)

    def _is_free(self, spot: Spot, card: Card, laid: Laid) -> bool:
        there = laid[spot.target]
        if spot.position:
            return all(spot.position != position for _, position in there)
        room = self.open_to.rooms[self.open_to.targets[spot.target].meld]
        if len(there) >= room.cards:
            return False
        return self.identical_in_set or all(card != other for other, _ in there)

    def _saved(self, laid: Laid, points: int, wilds: int) -> int:
        """The points that a try saves with as many wilds as can be laid; 0 if it cannot lie so."""
        left, gaps = list(self.open_to.rooms), 0
        for target, there in zip(self.open_to.targets, laid, strict=True):
            if there:
                naturals = len(there)
                taken = naturals if target.is_set else max([position for _, position in there])
                room = left[target.meld]
                left[target.meld] = MeldRoom(room.cards - taken, room.wilds - (taken - naturals))
                gaps += taken - naturals
        room_for_wilds = [room.for_wilds for room in left]
        if gaps > wilds or any(room < 0 for room in room_for_wilds):
            return 0
        as_wilds = min(wilds, gaps + sum(room_for_wilds))
        return points + self.wild_points * (self.wilds - wilds + as_wilds)


def _put(laid: Laid, spot: Spot, card: Card) -> Laid:
    at = spot.target
    return (*laid[:at], (*laid[at], (card, spot.position)), *laid[at + 1 :])


def _search_of(cards: Sequence[Card], board: Board, table: Table) -> _Search:
    open_to = targets_of(board, table)
    wilds = _wilds_of(cards, table)
    reached = list(enumerate(_spots(cards, open_to, len(wilds))))
    naturals = []
    for card in sorted(cards, key=table.points.__getitem__, reverse=True):
        spots = tuple([Spot(at, spots[card]) for at, spots in reached if card in spots])
        if spots:
            is_wild = card in wilds
            points = 0 if is_wild else table.points[card]
            naturals.append(_Natural(card, points, is_wild, spots))
    wild_points = max([table.points[card] for card in wilds], default=0)
    costs = [natural.points for natural in naturals]
    bounds = [sum(costs[at:]) + wild_points * len(wilds) for at in range(len(costs) + 1)]
    return _Search(
        open_to,
        tuple(naturals),
        tuple(bounds),
        len(wilds),
        wild_points,
        table.rules.melds.identical_in_set,
        enough=bounds[0],
    )

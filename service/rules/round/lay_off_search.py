"""Lay-off search: the most points that a player can save where cards compete for places.

A *target* is a set, or one end of a run. Each natural has a few *spots*: a set of its rank, or its
position counted outward from the end of a run. The search assigns each natural to one of its spots
or to none, dearest card first. Wilds then fill the gaps between the assigned naturals. The other
wilds go wherever there is room, because all wilds cost the same.

Example, with a pack of 40 cards: the run `5c 6c 7c` and the set `4o 4e 4b` are on the table, and a
player holds `4c 2c JK`. The targets and the naturals that they accept, nearest first, are

    0  the run's low end     4c 3c 2c 1c
    1  the run's high end    10c 11c 12c
    2  the set               4c

`4c` has two spots: position 1 at target 0, and the set. `2c` has one spot: position 3 at target 0.
The first assignment puts both cards on the run. Between them is one gap, which the joker fills as
`3c`. All cards are laid off, so the search ends. With `4c` in the set, `2c` would need two wilds,
and that assignment would fail.

No assignment saves more than all naturals that have a spot and all wilds. A branch of the search
ends when this bound shows that it cannot beat the best assignment so far.
"""

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from service.rules.hand.melds import Meld, count_wilds
from service.rules.round.board import Board
from service.rules.table.cards import Card, rank_of
from service.rules.table.table import Table


class LayOffTarget(Struct, frozen=True):
    """A set, or one end of a run; `meld` is the index of the meld on the board.

    `accepted` are the cards that are natural there; at the end of a run the nearest card is first.
    """

    meld: int
    is_set: bool
    accepted: tuple[Card, ...]


class MeldRoom(Struct, frozen=True):
    """The number of cards that a meld still has room for, and how many of them may be wild."""

    cards: int
    wilds: int

    @property
    def wild_capacity(self) -> int:
        """The number of wilds that the meld still has room for."""
        return min(self.cards, self.wilds)


class LayOffTargets(Struct, frozen=True):
    """All targets of a board, and the room of each meld."""

    targets: tuple[LayOffTarget, ...]
    rooms: tuple[MeldRoom, ...]


class Spot(Struct, frozen=True):
    """A place for a natural: a target, and a position from 1 at the end of a run, or 0 in a set."""

    target: int
    position: int


Assignment = tuple[tuple[tuple[Card, int], ...], ...]
"""For each target the naturals that are assigned to it, each with its position."""


def most_points_saved(
    cards: Sequence[Card], board: Board, table: Table, enough: int | None = None
) -> int:
    """Return the most points that laying off these cards on these melds can save.

    With `enough` the search ends at the first assignment that saves `enough` points. If there is
    none, the result is less than `enough`, and not always the maximum.
    """
    search = _search_of(cards, board, table)
    if enough is not None:
        if search.bounds[0] < enough:
            return 0
        search = replace(search, enough=enough)
    return search.most_saved(0, search.empty_assignment, 0, search.wilds)


def layable_cards(cards: Sequence[Card], board: Board, table: Table) -> frozenset[Card]:
    """Return the cards that could be laid off if all the other cards helped to reach a spot."""
    board_targets = targets_of(board, table)
    wilds = _wilds_of(cards, table)
    naturals = {card for spots in _spots(cards, board_targets, len(wilds)) for card in spots}
    accepts_wilds = any(room.wilds for room in board_targets.rooms)
    return frozenset(naturals.union(wilds) if accepts_wilds else naturals)


def targets_of(board: Board, table: Table) -> LayOffTargets:
    """Return the targets of a board."""
    targets = [
        target
        for index, board_meld in enumerate(board)
        for target in _targets_on(index, board_meld.meld, table)
    ]
    rooms = [_room_of(board_meld.meld, table) for board_meld in board]
    return LayOffTargets(tuple(targets), tuple(rooms))


def _targets_on(index: int, meld: Meld, table: Table) -> Iterator[LayOffTarget]:
    if meld.stands_for is None:
        accepted = table.of_rank[rank_of(meld.cards[0])]
        if not table.rules.melds.identical_in_set:
            accepted = tuple([card for card in accepted if card not in meld.cards])
        yield LayOffTarget(index, is_set=True, accepted=accepted)
    else:
        low, high = meld.stands_for[0], meld.stands_for[-1]
        yield LayOffTarget(index, is_set=False, accepted=_outward(low, table.below))
        yield LayOffTarget(index, is_set=False, accepted=_outward(high, table.above))


def _outward(end: Card, neighbour: Mapping[Card, Card]) -> tuple[Card, ...]:
    """Return the cards beyond the end of a run, nearest first."""
    cards_beyond, card = [], neighbour.get(end)
    while card:
        cards_beyond.append(card)
        card = neighbour.get(card)
    return tuple(cards_beyond)


def _room_of(meld: Meld, table: Table) -> MeldRoom:
    size = table.largest_set if meld.stands_for is None else len(table.ranks)
    room, max_wilds = size - len(meld.cards), table.rules.melds.max_wilds
    if max_wilds is None:
        return MeldRoom(room, room)
    return MeldRoom(room, max(0, min(room, max_wilds - count_wilds(meld, table))))


def _wilds_of(cards: Sequence[Card], table: Table) -> list[Card]:
    """Return the wilds among these cards if wilds may be laid off, otherwise none."""
    if not table.rules.lay_off.wilds_may:
        return []
    return [card for card in cards if card in table.wilds]


def _spots(
    cards: Sequence[Card], board_targets: LayOffTargets, wilds: int
) -> Iterator[dict[Card, int]]:
    """Yield for each target the cards that can be laid off there as naturals, with positions."""
    for target in board_targets.targets:
        room = board_targets.rooms[target.meld]
        if not room.cards:
            yield {}
        elif target.is_set:
            yield {card: 0 for card in target.accepted if card in cards}
        else:
            yield _positions(target.accepted, cards, min(wilds, room.wilds))


def _positions(accepted: Sequence[Card], cards: Sequence[Card], wilds: int) -> dict[Card, int]:
    """Return the naturals that can be laid off at the end of a run; `wilds` can fill gaps."""
    reached: dict[Card, int] = {}
    for position, card in enumerate(accepted, start=1):
        if card in cards:
            reached[card] = position
        elif wilds:
            wilds -= 1
        else:
            break
    return reached


class _Natural(Struct, frozen=True):
    """A card that has spots.

    `points` are 0 for a wild card in its own place, because it is counted with the wilds.
    """

    card: Card
    points: int
    is_wild_card: bool
    spots: tuple[Spot, ...]


class _Search(Struct, frozen=True):
    """The fixed data of a search.

    `naturals` are sorted, dearest first. `bounds[i]` is an upper bound of the points that the
    naturals from index i on and all wilds can save; the last bound counts the wilds alone. The
    search ends at the first assignment that saves `enough` points.
    """

    board_targets: LayOffTargets
    naturals: tuple[_Natural, ...]
    bounds: tuple[int, ...]
    wilds: int
    wild_points: int
    identical_in_set: bool
    enough: int

    @property
    def empty_assignment(self) -> Assignment:
        """The assignment without any naturals."""
        return ((),) * len(self.board_targets.targets)

    def most_saved(
        self, index: int, assignment: Assignment, points: int, wilds: int, best: int = 0
    ) -> int:
        """Return the most points that any continuation of `assignment` saves.

        The assignment covers the naturals before `index` and saves `points` so far. `wilds` counts
        the wilds that are not assigned as naturals. If no continuation saves more than `best`,
        return `best`.
        """
        if points + self.bounds[index] <= best or best >= self.enough:
            return best
        if index == len(self.naturals):
            return max(best, self._saved(assignment, points, wilds))
        natural = self.naturals[index]
        for spot in natural.spots:
            if self._is_free(spot, natural.card, assignment):
                best = self.most_saved(
                    index + 1,
                    _with_natural(assignment, spot, natural.card),
                    points + natural.points,
                    wilds - natural.is_wild_card,
                    best,
                )
        return self.most_saved(index + 1, assignment, points, wilds, best)

    def _is_free(self, spot: Spot, card: Card, assignment: Assignment) -> bool:
        laid_there = assignment[spot.target]
        if spot.position:
            return all(spot.position != position for _, position in laid_there)
        room = self.board_targets.rooms[self.board_targets.targets[spot.target].meld]
        if len(laid_there) >= room.cards:
            return False
        return self.identical_in_set or all(card != other for other, _ in laid_there)

    def _saved(self, assignment: Assignment, points: int, wilds: int) -> int:
        """Return the points saved when as many wilds as possible are laid off; 0 if illegal."""
        rooms, gaps = list(self.board_targets.rooms), 0
        for target, naturals in zip(self.board_targets.targets, assignment, strict=True):
            if naturals:
                count = len(naturals)
                used = count if target.is_set else max([position for _, position in naturals])
                room = rooms[target.meld]
                rooms[target.meld] = MeldRoom(room.cards - used, room.wilds - (used - count))
                gaps += used - count
        wild_capacities = [room.wild_capacity for room in rooms]
        if gaps > wilds or any(capacity < 0 for capacity in wild_capacities):
            return 0
        wilds_laid = min(wilds, gaps + sum(wild_capacities))
        return points + self.wild_points * (self.wilds - wilds + wilds_laid)


def _with_natural(assignment: Assignment, spot: Spot, card: Card) -> Assignment:
    target = spot.target
    return (
        *assignment[:target],
        (*assignment[target], (card, spot.position)),
        *assignment[target + 1 :],
    )


def _search_of(cards: Sequence[Card], board: Board, table: Table) -> _Search:
    board_targets = targets_of(board, table)
    wilds = _wilds_of(cards, table)
    target_spots = list(enumerate(_spots(cards, board_targets, len(wilds))))
    naturals = []
    for card in sorted(cards, key=table.points.__getitem__, reverse=True):
        spots = tuple(
            [Spot(target, spots[card]) for target, spots in target_spots if card in spots]
        )
        if spots:
            is_wild = card in wilds
            points = 0 if is_wild else table.points[card]
            naturals.append(_Natural(card, points, is_wild, spots))
    wild_points = max([table.points[card] for card in wilds], default=0)
    natural_points = [natural.points for natural in naturals]
    bounds = [
        sum(natural_points[start:]) + wild_points * len(wilds)
        for start in range(len(natural_points) + 1)
    ]
    return _Search(
        board_targets,
        tuple(naturals),
        tuple(bounds),
        len(wilds),
        wild_points,
        table.rules.melds.identical_in_set,
        enough=bounds[0],
    )

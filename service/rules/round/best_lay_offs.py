"""Lay off: the lay-offs that leave a player the fewest points on the board as it lies.

Most often all cards that fit somewhere can be laid off together (`free_lay_offs`). Where cards
compete for places, `lay_off_search` finds how many points can be saved, and the lay-offs are taken
one by one in the fixed order (rule book, "Laying off" and "Fixed order").
"""

from collections.abc import Sequence
from typing import NamedTuple

from service.rules.round.board import (
    Board,
    LayOffOption,
    LayOffPlace,
    TableMeld,
    melds_that_take,
    options_on,
    with_naturals,
)
from service.rules.round.lay_off_savings import most_points
from service.rules.table.cards import Card, in_order
from service.rules.table.table import Table, points_of


class TurnLayOffs(NamedTuple):
    """The lay-offs of one turn, each changed meld before and after them, and the cards left."""

    lay_offs: tuple[LayOffOption, ...]
    changed: list[tuple[TableMeld, TableMeld]]
    unmatched: tuple[Card, ...]


FreeLayOffs = list[tuple[TableMeld, list[tuple[LayOffPlace, Card]]]]
"""Cards that can all be laid off together: for each meld those that can go there, in order."""


def lay_off(unmatched: Sequence[Card], board: Board, table: Table) -> TurnLayOffs | None:
    """Lay off for the fewest points: at each step the first option that still leads to them.

    `board` holds the melds that the player may lay off on. The answer is None if nothing is laid
    off.
    """
    board = melds_that_take(unmatched, board, table)
    if not board:
        return None
    free = free_lay_offs(unmatched, board, table)
    if free is not None and not _has_choice(free):
        return _lay_off_all(free, unmatched, table)
    return _lay_off_by_steps(unmatched, board, table)


def _has_choice(free: FreeLayOffs) -> bool:
    """Whether a card can go to more places than one."""
    return len(free) > 1 and len(cards_of(free)) < sum([len(cards) for _, cards in free])


def _lay_off_all(free: FreeLayOffs, unmatched: Sequence[Card], table: Table) -> TurnLayOffs | None:
    """Lay off cards that have one place each, until those that are left cost nothing."""
    left, lay_offs, changed = list(unmatched), [], []
    points_to_save = points_of([card for _, cards in free for _, card in cards], table)
    for on, cards in free:
        laid = []
        for place, card in cards:
            if points_to_save:
                points_to_save -= table.points[card]
                laid.append((place, card))
                lay_offs.append(LayOffOption(card, on.owner, on.index, place))
                left.remove(card)
        if laid:
            changed.append((on, on.grown(with_naturals(on.meld, laid, table), table)))
    return TurnLayOffs(tuple(lay_offs), changed, tuple(left)) if lay_offs else None


def _lay_off_by_steps(unmatched: Sequence[Card], board: Board, table: Table) -> TurnLayOffs | None:
    """Lay off one card after the other, each the first that still leads to the fewest points."""
    target = fewest_left(unmatched, board, table)
    left, now = list(unmatched), board
    lay_offs: list[LayOffOption] = []
    while points_of(left, table) > target:
        option, now = _first_step(left, now, table, target)
        lay_offs.append(option)
        left.remove(option.card)
    changed = [pair for pair in zip(board, now, strict=True) if pair[0] is not pair[1]]
    return TurnLayOffs(tuple(lay_offs), changed, tuple(left)) if lay_offs else None


def _first_step(
    unmatched: Sequence[Card], board: Board, table: Table, target: int
) -> tuple[LayOffOption, Board]:
    """The first option that still leads to so few points; there is one."""
    for option, after in options_on(unmatched, board, table):
        rest = list(unmatched)
        rest.remove(option.card)
        if _can_leave(target, rest, after, table):
            return option, after
    raise AssertionError(target)


def _can_leave(target: int, unmatched: Sequence[Card], board: Board, table: Table) -> bool:
    """Whether laying these cards off can leave so few points; it never leaves fewer."""
    board = melds_that_take(unmatched, board, table)
    to_save = points_of(unmatched, table) - target
    if not to_save or not board:
        return not to_save
    free = free_lay_offs(unmatched, board, table)
    if free is not None:
        return points_of(cards_of(free), table) == to_save
    return most_points(unmatched, board, table, enough=to_save) == to_save


def fewest_left(unmatched: Sequence[Card], board: Board, table: Table) -> int:
    """The fewest points that laying these cards off on these melds can leave."""
    points = points_of(unmatched, table)
    board = melds_that_take(unmatched, board, table)
    if not board or not points:
        return points
    free = free_lay_offs(unmatched, board, table)
    if free is not None:
        return points - points_of(cards_of(free), table)
    return points - most_points(unmatched, board, table)


def free_lay_offs(cards: Sequence[Card], board: Board, table: Table) -> FreeLayOffs | None:
    """The cards that can be laid off, if all of them can together; None where that is not sure.

    Different naturals never compete for a place: of two runs that reach for the same card either
    may have it, and the cards beyond it can follow there. Only a set can be full.
    """
    held = set(cards)
    if len(held) < len(cards) or not held.isdisjoint(table.wilds):
        return None
    free: FreeLayOffs = []
    for on in board:
        stands_for = on.meld.stands_for
        if stands_for is None:
            fitting = held & on.takes
            if len(on.meld.cards) + len(fitting) > table.set_room:
                return None
            free.append((on, [(LayOffPlace.SET, card) for card in in_order(fitting)]))
            continue
        at_ends = []
        card = table.below.get(stands_for[0])
        while card in held and card is not None:
            at_ends.append((LayOffPlace.LOW, card))
            card = table.below.get(card)
        card = table.above.get(stands_for[-1])
        while card in held and card is not None:
            at_ends.append((LayOffPlace.HIGH, card))
            card = table.above.get(card)
        free.append((on, at_ends))
    return free


def cards_of(free: FreeLayOffs) -> set[Card]:
    """The cards that can be laid off."""
    return {card for _, cards in free for _, card in cards}

"""The lay-offs that leave a player the fewest points on the current board.

Usually every card that fits a meld can be laid off, because no lay-off prevents another
(`independent_lay_offs`). Where cards compete for a place, `lay_off_search` computes how many
points can be saved. The lay-offs are then chosen one by one in the fixed order (rule book, "Laying
off" and "Fixed order").
"""

from collections.abc import Sequence
from typing import NamedTuple

from service.rules.round.board import (
    Board,
    BoardMeld,
    LayOffOption,
    LayOffPlace,
    melds_accepting,
    options_on,
    with_naturals,
)
from service.rules.round.lay_off_search import most_points_saved
from service.rules.table.cards import Card, in_order
from service.rules.table.table import Table, points_of


class TurnLayOffs(NamedTuple):
    """The lay-offs of one turn and the cards that are still unmatched.

    `changed` pairs each changed meld before the turn with the same meld after it.
    """

    lay_offs: tuple[LayOffOption, ...]
    changed: list[tuple[BoardMeld, BoardMeld]]
    unmatched: tuple[Card, ...]


IndependentLayOffs = list[tuple[BoardMeld, list[tuple[LayOffPlace, Card]]]]
"""The cards that fit each meld, in the order of laying off; no lay-off prevents another."""


def lay_off(unmatched: Sequence[Card], board: Board, table: Table) -> TurnLayOffs | None:
    """Return the lay-offs that leave the fewest points, or None if no card is laid off.

    Each step is the first option, in the fixed order, that still leads to the fewest points.
    `board` holds the melds on which the player may lay off.
    """
    board = melds_accepting(unmatched, board, table)
    if not board:
        return None
    independent = independent_lay_offs(unmatched, board, table)
    if independent is not None and not _has_choice(independent):
        return _lay_off_all(independent, unmatched, table)
    return _lay_off_by_steps(unmatched, board, table)


def _has_choice(independent: IndependentLayOffs) -> bool:
    """Return True if a card fits in more than one place."""
    return len(independent) > 1 and len(cards_of(independent)) < sum(
        [len(cards) for _, cards in independent]
    )


def _lay_off_all(
    independent: IndependentLayOffs, unmatched: Sequence[Card], table: Table
) -> TurnLayOffs | None:
    """Lay off cards that fit in one place each.

    Laying off ends when the remaining layable cards cost no points.
    """
    remaining, lay_offs, changed = list(unmatched), [], []
    points_to_save = points_of([card for _, cards in independent for _, card in cards], table)
    for board_meld, cards in independent:
        additions = []
        for place, card in cards:
            if points_to_save:
                points_to_save -= table.points[card]
                additions.append((place, card))
                lay_offs.append(LayOffOption(card, board_meld.owner, board_meld.index, place))
                remaining.remove(card)
        if additions:
            longer = with_naturals(board_meld.meld, additions, table)
            changed.append((board_meld, board_meld.extended(longer, table)))
    return TurnLayOffs(tuple(lay_offs), changed, tuple(remaining)) if lay_offs else None


def _lay_off_by_steps(unmatched: Sequence[Card], board: Board, table: Table) -> TurnLayOffs | None:
    """Lay off card by card; each is the first option that still leads to the fewest points."""
    fewest_points = fewest_points_left(unmatched, board, table)
    remaining, new_board = list(unmatched), board
    lay_offs: list[LayOffOption] = []
    while points_of(remaining, table) > fewest_points:
        option, new_board = _first_step(remaining, new_board, table, fewest_points)
        lay_offs.append(option)
        remaining.remove(option.card)
    changed = [pair for pair in zip(board, new_board, strict=True) if pair[0] is not pair[1]]
    return TurnLayOffs(tuple(lay_offs), changed, tuple(remaining)) if lay_offs else None


def _first_step(
    unmatched: Sequence[Card], board: Board, table: Table, target_points: int
) -> tuple[LayOffOption, Board]:
    """Return the first option that still leads to `target_points`, and the board after it.

    The caller ensures that such an option exists.
    """
    for option, new_board in options_on(unmatched, board, table):
        remaining = list(unmatched)
        remaining.remove(option.card)
        if _can_leave(target_points, remaining, new_board, table):
            return option, new_board
    raise AssertionError(target_points)


def _can_leave(target_points: int, unmatched: Sequence[Card], board: Board, table: Table) -> bool:
    """Return True if laying off these cards can leave `target_points` points.

    The caller ensures that no lay-offs leave fewer points.
    """
    board = melds_accepting(unmatched, board, table)
    points_to_save = points_of(unmatched, table) - target_points
    if not points_to_save or not board:
        return not points_to_save
    independent = independent_lay_offs(unmatched, board, table)
    if independent is not None:
        return points_of(cards_of(independent), table) == points_to_save
    return most_points_saved(unmatched, board, table, enough=points_to_save) == points_to_save


def fewest_points_left(unmatched: Sequence[Card], board: Board, table: Table) -> int:
    """Return the fewest unmatched points after laying off these cards on these melds."""
    points = points_of(unmatched, table)
    board = melds_accepting(unmatched, board, table)
    if not board or not points:
        return points
    independent = independent_lay_offs(unmatched, board, table)
    if independent is not None:
        return points - points_of(cards_of(independent), table)
    return points - most_points_saved(unmatched, board, table)


def independent_lay_offs(
    cards: Sequence[Card], board: Board, table: Table
) -> IndependentLayOffs | None:
    """Return the cards that can be laid off, by meld, if no lay-off can prevent another.

    Otherwise return None. A lay-off might prevent another when the cards include a wild or two
    equal cards, or when a set has no room for every card of its rank. Runs cause no conflict: if a
    natural fits two runs, the cards that follow it fit whichever run receives it.
    """
    held = set(cards)
    if len(held) < len(cards) or not held.isdisjoint(table.wilds):
        return None
    independent: IndependentLayOffs = []
    for board_meld in board:
        stands_for = board_meld.meld.stands_for
        if stands_for is None:
            fitting = held & board_meld.fitting_naturals
            if len(board_meld.meld.cards) + len(fitting) > table.largest_set:
                return None
            independent.append(
                (board_meld, [(LayOffPlace.SET, card) for card in in_order(fitting)])
            )
            continue
        additions = []
        card = table.below.get(stands_for[0])
        while card in held and card is not None:
            additions.append((LayOffPlace.LOW, card))
            card = table.below.get(card)
        card = table.above.get(stands_for[-1])
        while card in held and card is not None:
            additions.append((LayOffPlace.HIGH, card))
            card = table.above.get(card)
        independent.append((board_meld, additions))
    return independent


def cards_of(independent: IndependentLayOffs) -> set[Card]:
    """Return all the cards that can be laid off."""
    return {card for _, cards in independent for _, card in cards}

"""Laying off: what leaves a player the fewest points on the table as it lies (RULES §2 Laying off).

Most often each card that fits has one place alone, and all of them can be laid off; where one must
choose, `sinks` searches.
"""

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from service.rules.candidates import Group, pack
from service.rules.cards import ORDER, Card
from service.rules.melding import Melding, fewest_points, laid, melding_order
from service.rules.melds import Meld
from service.rules.places import Board, Place, Step, grown, options
from service.rules.sinks import Search, Sinks
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
    layable = Sinks(board, table).layable(cards) if sure is None else sure
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
    return Search(unmatched, Sinks(board, table), table).most(enough=wanted) == wanted


def fewest_left(unmatched: Sequence[Card], board: Board, table: Table) -> int:
    """The fewest points that laying these cards off on these melds can leave."""
    points = points_of(unmatched, table)
    board = reachable(unmatched, board, table)
    if not board or not points:
        return points
    sure = _without_choice(unmatched, board, table)
    if sure is not None:
        return points - points_of(sure, table)
    return points - Search(unmatched, Sinks(board, table), table).most()


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

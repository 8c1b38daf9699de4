"""Laying off: what leaves a player the fewest points on the table as it lies (RULES §2 Laying off).

Most often all cards that fit somewhere can be laid off together; where one must choose, `sinks`
searches.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from service.rules.hand.melding import Melding, arrange_split, best_melding, melding_order
from service.rules.hand.splits import Group, pack
from service.rules.round.board import Board, LayOffOption, LayOffPlace, TableMeld, options_on
from service.rules.round.lay_off_search import LayOffSearch, LayOffTargets
from service.rules.table.cards import Card, in_order
from service.rules.table.table import Table, points_of


class LaidOff(NamedTuple):
    """What a player has laid off in one turn, how each meld that took it lay and lies, the rest."""

    steps: tuple[LayOffOption, ...]
    changed: list[tuple[TableMeld, TableMeld]]
    unmatched: tuple[Card, ...]


_Reach = list[tuple[TableMeld, list[tuple[LayOffPlace, Card]]]]
"""Cards of which all can be laid off: for each meld those that can go there, in their order."""


def choose_melding(cards: Sequence[Card], board: Board, table: Table) -> Melding:
    """The melding that leaves the fewest points after laying off on these melds.

    Then the one that `evaluate` would put first. `board` holds the melds that the player may lay
    off on, its own to come left out: a card that fits there is better melded with them.
    """
    best = best_melding(cards, table)
    board = reachable(cards, board, table)
    if not board:
        return best
    reach = _reach(cards, board, table)
    if reach is None:
        return _search(best, cards, board, table)
    if best.melds or not table.rules.lay_off.requires_own_meld:
        layable = _cards_of(reach)
        for meld in best.melds:
            if not layable.isdisjoint(meld.cards):
                break
        else:
            # Nothing that could be laid off is melded, and all of it can be: nothing beats this.
            return best
    return _keeping(best, cards, reach, table)


def _keeping(best: Melding, cards: Sequence[Card], reach: _Reach, table: Table) -> Melding:
    """What `choose_melding` tells where no lay-off stands in another's way.

    Whatever is laid off in the end, the rest is best melded by itself. So each choice of what to
    lay off is tried; if even more could be laid off then, that is another choice.
    """
    needs_meld = table.rules.lay_off.requires_own_meld
    found = [(best.unmatched_points, best)]
    for kept in _choices(reach):
        rest = best_melding([card for card in cards if card not in kept], table)
        unmatched = in_order([*rest.unmatched, *kept])
        points = points_of(unmatched, table)
        left = points if needs_meld and not rest.melds else rest.unmatched_points
        found.append((left, Melding(rest.melds, unmatched, points)))
    least = min([left for left, _ in found])
    ties = [melding for left, melding in found if left == least]
    return min(ties, key=melding_order) if len(ties) > 1 else ties[0]


def _choices(reach: _Reach) -> set[frozenset[Card]]:
    """Every choice of what to lay off: on each end of a run so many, in a set any."""
    choices = {frozenset[Card]()}
    for _, going in reach:
        for place in LayOffPlace:
            there = [card for at, card in going if at is place]
            if place is LayOffPlace.SET:
                for card in there:
                    choices |= {choice | {card} for choice in choices}
            else:
                ways = [there[:number] for number in range(len(there) + 1)]
                choices = {choice.union(way) for choice in choices for way in ways}
    return choices - {frozenset()}


def _search(best: Melding, cards: Sequence[Card], board: Board, table: Table) -> Melding:
    """What `choose_melding` tells where lay-offs may exclude each other."""
    layable = LayOffTargets(board, table).layable(cards)
    needs_meld = table.rules.lay_off.requires_own_meld
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
    return min((arrange_split(split, hand, table) for split in ties), key=melding_order)


def lay_off(unmatched: Sequence[Card], board: Board, table: Table) -> LaidOff | None:
    """Lay off for the fewest points: at each step the first option that still leads to them.

    `board` holds the melds that the player may lay off on; None if nothing can be laid off there.
    """
    board = reachable(unmatched, board, table)
    if not board:
        return None
    reach = _reach(unmatched, board, table)
    if reach is not None and not _offers_twice(reach):
        return _all_of(reach, unmatched, table)
    target = fewest_left(unmatched, board, table)
    left, steps, now = list(unmatched), [], board
    while points_of(left, table) > target:
        step, now = _first(options_on(left, now, table), left, table, target)
        steps.append(step)
        left.remove(step.card)
    changed = [pair for pair in zip(board, now, strict=True) if pair[0] is not pair[1]]
    return LaidOff(tuple(steps), changed, tuple(left)) if steps else None


def _offers_twice(reach: _Reach) -> bool:
    """Whether a card has more places than one."""
    return len(reach) > 1 and len(_cards_of(reach)) < sum([len(going) for _, going in reach])


def _all_of(reach: _Reach, unmatched: Sequence[Card], table: Table) -> LaidOff | None:
    """Lay off all of these, each of which has one place, until what is left there costs nothing."""
    left, steps, changed = list(unmatched), [], []
    to_lay = points_of([card for _, going in reach for _, card in going], table)
    for on, going in reach:
        laid = []
        for place, card in going:
            if to_lay:
                to_lay -= table.points[card]
                laid.append((place, card))
                steps.append(LayOffOption(card, on.owner, on.index, place))
                left.remove(card)
        if laid:
            changed.append((on, on.with_naturals(laid, table)))
    return LaidOff(tuple(steps), changed, tuple(left)) if steps else None


def _first(
    found: Iterator[tuple[LayOffOption, Board]], left: Sequence[Card], table: Table, target: int
) -> tuple[LayOffOption, Board]:
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
    reach = _reach(unmatched, board, table)
    if reach is not None:
        return points_of(_cards_of(reach), table) == wanted
    return LayOffSearch(unmatched, LayOffTargets(board, table), table).most(enough=wanted) == wanted


def fewest_left(unmatched: Sequence[Card], board: Board, table: Table) -> int:
    """The fewest points that laying these cards off on these melds can leave."""
    points = points_of(unmatched, table)
    board = reachable(unmatched, board, table)
    if not board or not points:
        return points
    reach = _reach(unmatched, board, table)
    if reach is not None:
        return points - points_of(_cards_of(reach), table)
    return points - LayOffSearch(unmatched, LayOffTargets(board, table), table).most()


def _reach(cards: Sequence[Card], board: Board, table: Table) -> _Reach | None:
    """What can be laid off on each meld, if all of it together can; None where that isn't sure.

    Different naturals never stand in each other's way: a card that others need to get to a run goes
    there, and of two runs that can be joined each takes its part. Only a set can be full.
    """
    held = set(cards)
    if len(held) < len(cards) or not held.isdisjoint(table.wilds):
        return None
    reach: _Reach = []
    for on in board:
        stands_for = on.meld.stands_for
        if stands_for is None:
            fitting = held & on.takes
            if len(on.meld.cards) + len(fitting) > table.set_room:
                return None
            reach.append((on, [(LayOffPlace.SET, card) for card in in_order(fitting)]))
            continue
        going = []
        card = table.below.get(stands_for[0])
        while card in held and card is not None:
            going.append((LayOffPlace.LOW, card))
            card = table.below.get(card)
        card = table.above.get(stands_for[-1])
        while card in held and card is not None:
            going.append((LayOffPlace.HIGH, card))
            card = table.above.get(card)
        reach.append((on, going))
    return reach


def _cards_of(reach: _Reach) -> set[Card]:
    return {card for _, going in reach for _, card in going}


def reachable(cards: Sequence[Card], board: Board, table: Table) -> Board:
    """The melds that one of these cards fits now: without wilds no other will ever take one."""
    if not table.wilds.isdisjoint(cards):
        return board
    return tuple([laid for laid in board if not laid.takes.isdisjoint(cards)])

"""Showdown melding: the melds that the service chooses for a player who lays off.

Melding and laying off are chosen together. A player sometimes melds less in order to lay off more
(rule book, "Laying off" and case 14).
"""

from collections import Counter
from collections.abc import Iterable, Sequence

from service.rules.hand.best_melding import best_melding
from service.rules.hand.melding import Melding, melding_order
from service.rules.hand.splits import Group, arrange_split, pack
from service.rules.round.best_lay_offs import FreeLayOffs, cards_of, fewest_left, free_lay_offs
from service.rules.round.board import Board, LayOffPlace, melds_that_take
from service.rules.round.lay_off_savings import layable
from service.rules.table.cards import Card, in_order
from service.rules.table.table import Table, points_of


def choose_melding(cards: Sequence[Card], board: Board, table: Table) -> Melding:
    """The melding that leaves the fewest points after laying off on these melds.

    Of several the one that comes first (`melding_order`). `board` holds the melds that the player
    may lay off on, without its own: a card that fits on one of these is better melded with it.
    """
    best = best_melding(cards, table)
    board = melds_that_take(cards, board, table)
    if not board:
        return best
    free = free_lay_offs(cards, board, table)
    if free is None:
        return _choose_by_search(best, cards, board, table)
    if best.melds or not table.rules.lay_off.requires_own_meld:
        layable_cards = cards_of(free)
        if all(layable_cards.isdisjoint(meld.cards) for meld in best.melds):
            # The best melding holds no card that could be laid off: nothing leaves fewer points.
            return best
    return _choose_by_keeping(best, cards, free, table)


def melding_for_lay_offs(cards: Sequence[Card], chosen: Iterable[Card], table: Table) -> Melding:
    """The best melding that leaves unmatched the cards which the player has chosen to lay off."""
    to_lay = Counter(cards) & Counter(chosen)
    rest = list(cards)
    for card in to_lay.elements():
        rest.remove(card)
    return _with_kept(best_melding(rest, table), to_lay.elements(), table)


def _with_kept(melding: Melding, kept: Iterable[Card], table: Table) -> Melding:
    """The melding of the same melds with more cards unmatched."""
    unmatched = in_order([*melding.unmatched, *kept])
    return Melding(melding.melds, unmatched, points_of(unmatched, table))


def _choose_by_keeping(
    best: Melding, cards: Sequence[Card], free: FreeLayOffs, table: Table
) -> Melding:
    """What `choose_melding` answers where no lay-off prevents another.

    Whatever is laid off in the end, the other cards are best melded by themselves. So each choice
    of cards to lay off is tried. If even more can be laid off then, that is another choice.
    """
    needs_meld = table.rules.lay_off.requires_own_meld
    tried = [(best.unmatched_points, best)]
    for kept in _choices(free):
        rest = best_melding([card for card in cards if card not in kept], table)
        melding = _with_kept(rest, kept, table)
        may_lay_off = bool(rest.melds) or not needs_meld
        left = rest.unmatched_points if may_lay_off else melding.unmatched_points
        tried.append((left, melding))
    least = min([left for left, _ in tried])
    ties = [melding for left, melding in tried if left == least]
    return min(ties, key=melding_order) if len(ties) > 1 else ties[0]


def _choices(free: FreeLayOffs) -> set[frozenset[Card]]:
    """Every choice of cards to lay off: of an end of a run the nearest few, of a set any."""
    choices = {frozenset[Card]()}
    for _, cards in free:
        for place in LayOffPlace:
            there = [card for at, card in cards if at is place]
            if place is LayOffPlace.SET:
                for card in there:
                    choices |= {choice | {card} for choice in choices}
            else:
                ways = [there[:number] for number in range(len(there) + 1)]
                choices = {choice.union(way) for choice in choices for way in ways}
    return choices - {frozenset()}


def _choose_by_search(best: Melding, cards: Sequence[Card], board: Board, table: Table) -> Melding:
    """What `choose_melding` answers where lay-offs may prevent each other: all splits are tried."""
    may_go = layable(cards, board, table)
    needs_meld = table.rules.lay_off.requires_own_meld
    hand = pack(cards, table)
    least = (best.unmatched_points + 1, 0, 0, 0)
    ties: list[tuple[Group, ...]] = []
    for split in hand.splits():
        unmatched, points = hand.unmatched(split), hand.unmatched_points(split)
        order = (points, len(unmatched), len(split))
        may_lay_off = bool(split) or not needs_meld
        bound = points_of([card for card in unmatched if card not in may_go], table)
        if (bound if may_lay_off else points, *order) > least:
            continue
        left = (fewest_left(unmatched, board, table) if may_lay_off else points, *order)
        if left < least:
            least, ties = left, []
        if left == least:
            ties.append(split)
    return min((arrange_split(split, hand, table) for split in ties), key=melding_order)

"""Showdown melding: the melds that the service chooses for a player who may lay off.

Melds and lay-offs are chosen together, because a player sometimes melds less in order to lay off
more (rule book, "Laying off", case 14).
"""

from collections import Counter
from collections.abc import Iterable, Sequence

from service.rules.hand.best_melding import best_melding
from service.rules.hand.general_melding import Group, arrange_split, encode_hand
from service.rules.hand.melding import Melding, melding_order
from service.rules.round.best_lay_offs import (
    IndependentLayOffs,
    cards_of,
    fewest_points_left,
    independent_lay_offs,
)
from service.rules.round.board import Board, LayOffPlace, melds_accepting
from service.rules.round.lay_off_search import layable_cards
from service.rules.table.cards import Card, in_order
from service.rules.table.table import Table, points_of


def choose_melding(cards: Sequence[Card], board: Board, table: Table) -> Melding:
    """Return the melding that leaves the fewest points after laying off on these melds.

    Equal meldings are decided by `melding_order`. `board` holds the melds on which the player may
    lay off, without the player's own: a card that fits one of their own melds is melded with it.
    """
    best = best_melding(cards, table)
    board = melds_accepting(cards, board, table)
    if not board:
        return best
    independent = independent_lay_offs(cards, board, table)
    if independent is None:
        return _choose_by_search(best, cards, board, table)
    if best.melds or not table.rules.lay_off.requires_own_meld:
        can_lay_off = cards_of(independent)
        if all(can_lay_off.isdisjoint(meld.cards) for meld in best.melds):
            # No melded card could be laid off instead, so no other melding leaves fewer points.
            return best
    return _choose_by_keeping(best, cards, independent, table)


def melding_for_lay_offs(cards: Sequence[Card], chosen: Iterable[Card], table: Table) -> Melding:
    """Return the best melding that leaves unmatched the cards chosen to be laid off."""
    to_lay_off = Counter(cards) & Counter(chosen)
    remaining = list(cards)
    for card in to_lay_off.elements():
        remaining.remove(card)
    return _with_kept(best_melding(remaining, table), to_lay_off.elements(), table)


def _with_kept(melding: Melding, kept: Iterable[Card], table: Table) -> Melding:
    """Return the melding with the same melds and more unmatched cards."""
    unmatched = in_order([*melding.unmatched, *kept])
    return Melding(melding.melds, unmatched, points_of(unmatched, table))


def _choose_by_keeping(
    best: Melding, cards: Sequence[Card], independent: IndependentLayOffs, table: Table
) -> Melding:
    """Return the melding of `choose_melding` when no lay-off prevents another.

    Try each choice of cards to lay off, with the best melding of the other cards. If that melding
    leaves more cards that can be laid off, another choice includes them.
    """
    needs_meld = table.rules.lay_off.requires_own_meld
    candidates = [(best.unmatched_points, best)]
    for kept in _choices(independent):
        rest_melding = best_melding([card for card in cards if card not in kept], table)
        melding = _with_kept(rest_melding, kept, table)
        may_lay_off = bool(rest_melding.melds) or not needs_meld
        points_left = rest_melding.unmatched_points if may_lay_off else melding.unmatched_points
        candidates.append((points_left, melding))
    fewest = min([points_left for points_left, _ in candidates])
    ties = [melding for points_left, melding in candidates if points_left == fewest]
    return min(ties, key=melding_order) if len(ties) > 1 else ties[0]


def _choices(independent: IndependentLayOffs) -> set[frozenset[Card]]:
    """Return every nonempty choice of cards to lay off.

    At the end of a run a choice has the nearest cards, without a gap; on a set it has any cards.
    """
    choices = {frozenset[Card]()}
    for _, cards in independent:
        for place in LayOffPlace:
            at_place = [card for card_place, card in cards if card_place is place]
            if place is LayOffPlace.SET:
                for card in at_place:
                    choices |= {choice | {card} for choice in choices}
            else:
                additions = [at_place[:length] for length in range(len(at_place) + 1)]
                choices = {choice.union(addition) for choice in choices for addition in additions}
    return choices - {frozenset()}


def _choose_by_search(best: Melding, cards: Sequence[Card], board: Board, table: Table) -> Melding:
    """Try all splits: the melding of `choose_melding` when lay-offs may prevent each other."""
    layable = layable_cards(cards, board, table)
    needs_meld = table.rules.lay_off.requires_own_meld
    hand = encode_hand(cards, table)
    lowest_order = (best.unmatched_points + 1, 0, 0, 0)
    ties: list[tuple[Group, ...]] = []
    for split in hand.splits():
        unmatched, points = hand.unmatched(split), hand.unmatched_points(split)
        melding_rank = (points, len(unmatched), len(split))
        may_lay_off = bool(split) or not needs_meld
        bound = points_of([card for card in unmatched if card not in layable], table)
        if (bound if may_lay_off else points, *melding_rank) > lowest_order:
            continue
        split_order = (
            fewest_points_left(unmatched, board, table) if may_lay_off else points,
            *melding_rank,
        )
        if split_order < lowest_order:
            lowest_order, ties = split_order, []
        if split_order == lowest_order:
            ties.append(split)
    return min((arrange_split(split, hand, table) for split in ties), key=melding_order)

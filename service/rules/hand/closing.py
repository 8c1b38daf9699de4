"""Closing: the best close with seven cards, and the score of a close.

With wilds, a table may forbid a close with the melding of the fewest points, and yet allow one with
another melding. So a close is judged over all meldings of the seven cards (rule book, "Which
melding").
"""

from collections.abc import Iterator, Sequence
from itertools import product

from service.rules.hand.best_melding import best_melding
from service.rules.hand.close_conditions import (
    ANY_CONTEXT,
    CloseContext,
    melds_violations,
    total_violations,
    turn_violations,
    unmatched_cards_violations,
    unmatched_points_violations,
    unmatched_violations,
    wilds_violations,
)
from service.rules.hand.closing_score import ClosingKind, full_close
from service.rules.hand.general_melding import (
    Group,
    Hand,
    arrange_split,
    decode,
    encode_hand,
    melding_of,
)
from service.rules.hand.melding import Melding, melding_order
from service.rules.hand.melds import first_arrangements, meld_order
from service.rules.table.cards import Card
from service.rules.table.parameters import ClosingScore
from service.rules.table.table import Table


class Closing(Melding, frozen=True):
    """A close with a melding of seven cards, and the score that it adds to the closer's total.

    `wilds` is the smallest number of wilds that the run of a chinchón needs; it is 0 for other
    closes. `score` is None for a close that wins the match.
    """

    kind: ClosingKind
    wilds: int
    score: int | None
    wins_match: bool


def best_closing(
    cards: Sequence[Card], table: Table, context: CloseContext = ANY_CONTEXT
) -> Closing | None:
    """Return the best close with seven cards over all their meldings, or None.

    A close that wins comes first, then the lowest score, then the order of `melding_order`.
    """
    return best_closing_given(best_melding(cards, table), cards, table, context)


def best_closing_given(
    best: Melding, cards: Sequence[Card], table: Table, context: CloseContext
) -> Closing | None:
    """Return the best close with seven cards whose best melding is already known, or None."""
    limit = table.points_limit
    if limit is not None and best.unmatched_points > limit:
        return None
    # No melding has fewer unmatched points, so none meets these conditions if the best does not.
    if any(turn_violations(table, context)) or (
        best.unmatched and any(total_violations(best.unmatched_points, table, context))
    ):
        return None
    if not any(unmatched_cards_violations(best, table)) and (
        table.plain_close or not any(_other_violations(best, table))
    ):
        closing = unchecked_closing(best, table)
        # This closing is the best one, unless a full close scores worse than a close with an
        # unmatched card.
        if best.unmatched or closing.wins_match or (closing.score or 0) <= 0:
            return closing
    return _search(cards, table, context)


def _other_violations(melding: Melding, table: Table) -> Iterator[object]:
    """Yield the violations that a melding with as many or more unmatched points can avoid."""
    if table.points_limit is None:
        yield from unmatched_points_violations(melding, table)
    yield from melds_violations(melding, table)
    yield from wilds_violations(melding, table)


def _search(cards: Sequence[Card], table: Table, context: CloseContext) -> Closing | None:
    """Return the best closing over all splits, or None."""
    hand = encode_hand(cards, table)
    splits: dict[_CloseOrder, list[tuple[Group, ...]]] = {}
    for split in hand.splits(max_points=table.points_limit):
        unarranged = Melding((), hand.unmatched(split), hand.unmatched_points(split))
        if any(unmatched_violations(unarranged, table, context)):
            continue
        unmatched, points = unarranged.unmatched, unarranged.unmatched_points
        score = points if unmatched else full_close(cards, table).score
        order = _score_order(score), points, len(unmatched), len(split)
        splits.setdefault(order, []).append(split)
    for order in sorted(splits):
        meldings = [melding for split in splits[order] for melding in _meldings(split, hand, table)]
        if meldings:
            return unchecked_closing(min(meldings, key=melding_order), table)
    return None


def _meldings(split: tuple[Group, ...], hand: Hand, table: Table) -> Iterator[Melding]:
    """Yield the meldings of a split that may be the best one that meets the conditions of melds."""
    close = table.rules.close
    if not close.min_melds and (close.max_wilds is None or not table.wilds):
        yield arrange_split(split, hand, table)
        return
    choices = [first_arrangements(decode(group.encoded), table) for group in split]
    for melds in product(*choices):
        melding = melding_of(sorted(melds, key=meld_order), split, hand)
        if not any(melds_violations(melding, table)) and not any(wilds_violations(melding, table)):
            yield melding


_CloseOrder = tuple[tuple[bool, int], int, int, int]


def _score_order(score: ClosingScore) -> tuple[bool, int]:
    return (True, score) if isinstance(score, int) else (False, 0)


def unchecked_closing(melding: Melding, table: Table) -> Closing:
    """Return the close with this melding of seven cards, whether it is allowed or not."""
    melds, unmatched, points = melding.melds, melding.unmatched, melding.unmatched_points
    if unmatched:
        return Closing(melds, unmatched, points, ClosingKind.POINTS, 0, points, wins_match=False)
    full = full_close([card for meld in melds for card in meld.cards], table)
    score = full.score if isinstance(full.score, int) else None
    return Closing(melds, (), points, full.kind, full.wilds, score, wins_match=score is None)

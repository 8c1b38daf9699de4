"""Closing: the conditions of a close with seven cards, and the best close with them.

With wilds, a table may forbid a close with the melding of the fewest points, and yet allow one with
another melding. So a close is judged over all meldings of the seven cards (rule book, "Which
melding").
"""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from service.rules.faults import Fault, FaultCode, fault
from service.rules.hand.best_melding import best_melding
from service.rules.hand.closing_score import ClosingKind, full_close
from service.rules.hand.general_melding import Group, arrange_split, encode_hand
from service.rules.hand.melding import Melding, melding_order
from service.rules.subjects import Part, Subject
from service.rules.table.cards import Card
from service.rules.table.parameters import ChinchonScore
from service.rules.table.table import Table
from service.rules.violations import Violation, ViolationCode, facts


class Closing(Melding, frozen=True):
    """A close with a melding of seven cards, and the score that it adds to the closer's total.

    `wilds` is the smallest number of wilds that the run of a chinchón needs; it is 0 for other
    closes. `score` is None for a close that wins the match.
    """

    kind: ClosingKind
    wilds: int
    score: int | None
    wins_match: bool


class CloseContext(Struct, frozen=True):
    """The circumstances of a close; a condition whose circumstance is None is not checked.

    `turn` is the number of the player's own turn in this round, from 1. `total` is the player's
    total before the round. It is ignored in a play-off, where the limit puts nobody out.
    """

    turn: int | None = None
    total: int | None = None
    play_off: bool = False


ANY_CONTEXT = CloseContext()
"""A context in which neither the turn nor the total is checked."""


def context_faults(context: CloseContext, table: Table) -> Iterator[Fault]:
    """Yield a fault for the turn or the total if this table requires it and it is None."""
    close, match = table.rules.close, table.rules.match
    if context.turn is None and close.earliest_turn > 1:
        earliest = close.earliest_turn
        yield fault(FaultCode.TURN_MISSING, Subject(Part.TURN), earliest_turn=earliest)
    if context.total is None and close.must_not_exceed_limit and match.limit is not None:
        yield fault(FaultCode.TOTAL_MISSING, Subject(Part.TOTAL))


def best_closing(
    cards: Sequence[Card], table: Table, context: CloseContext = ANY_CONTEXT
) -> Closing | None:
    """Return the best close with seven cards over all their meldings, or None.

    A chinchón that wins comes first, then the lowest score, then the order of `melding_order`.
    """
    return best_closing_given(best_melding(cards, table), cards, table, context)


def best_closing_given(
    best: Melding, cards: Sequence[Card], table: Table, context: CloseContext
) -> Closing | None:
    """Return the best close with seven cards whose best melding is already known, or None."""
    limit = table.rules.close.max_unmatched_points
    if limit is not None and best.unmatched_points > limit:
        return None
    if any(turn_violations(table, context)) or any(
        unmatched_points_violations(best, table, context)
    ):
        return None
    if not any(unmatched_cards_violations(best, table)):
        closing = unchecked_closing(best, table)
        # No melding has fewer unmatched points. So this closing is the best one, unless a full
        # close scores worse than a close with an unmatched card.
        if best.unmatched or closing.wins_match or (closing.score or 0) <= 0:
            return closing
    return _search(cards, table, context)


def _search(cards: Sequence[Card], table: Table, context: CloseContext) -> Closing | None:
    """Return the best closing over all splits, or None."""
    hand = encode_hand(cards, table)
    splits: dict[_CloseOrder, list[tuple[Group, ...]]] = {}
    full = full_close(cards, table)
    for split in hand.splits(max_points=table.rules.close.max_unmatched_points):
        unarranged = Melding((), hand.unmatched(split), hand.unmatched_points(split))
        if any(unmatched_points_violations(unarranged, table, context)):
            continue
        if any(unmatched_cards_violations(unarranged, table)):
            continue
        unmatched, points = unarranged.unmatched, unarranged.unmatched_points
        score = points if unmatched else full.score
        order = _score_order(score), points, len(unmatched), len(split)
        splits.setdefault(order, []).append(split)
    if not splits:
        return None
    meldings = [arrange_split(split, hand, table) for split in splits[min(splits)]]
    return unchecked_closing(min(meldings, key=melding_order), table)


_CloseOrder = tuple[tuple[bool, int], int, int, int]


def _score_order(score: ChinchonScore) -> tuple[bool, int]:
    return (True, score) if isinstance(score, int) else (False, 0)


def unchecked_closing(melding: Melding, table: Table) -> Closing:
    """Return the close with this melding of seven cards, whether it is allowed or not."""
    melds, unmatched, points = melding.melds, melding.unmatched, melding.unmatched_points
    if unmatched:
        return Closing(melds, unmatched, points, ClosingKind.POINTS, 0, points, wins_match=False)
    full = full_close([card for meld in melds for card in meld.cards], table)
    score = full.score if isinstance(full.score, int) else None
    return Closing(melds, (), points, full.kind, full.wilds, score, wins_match=score is None)


def close_violations(
    melding: Melding, table: Table, context: CloseContext
) -> tuple[Violation, ...]:
    """Return everything that forbids a close with this melding of seven cards in this context."""
    return (
        *turn_violations(table, context),
        *unmatched_points_violations(melding, table, context),
        *unmatched_cards_violations(melding, table),
    )


def turn_violations(table: Table, context: CloseContext) -> Iterator[Violation]:
    """Yield a violation if the turn is too early for a close."""
    earliest, turn = table.rules.close.earliest_turn, context.turn
    if turn is not None and turn < earliest:
        yield Violation(
            ViolationCode.CLOSE_TOO_EARLY, Subject(Part.TURN), limit=earliest, found=turn
        )


def unmatched_points_violations(
    melding: Melding, table: Table, context: CloseContext
) -> Iterator[Violation]:
    """Yield a violation if the unmatched points are too many or put the closer out."""
    close, match = table.rules.close, table.rules.match
    points, limit = melding.unmatched_points, close.max_unmatched_points
    if limit is not None and points > limit:
        yield Violation(ViolationCode.CLOSE_TOO_MANY_POINTS, limit=limit, found=points)
    if not close.must_not_exceed_limit or context.total is None or context.play_off:
        return
    total = context.total + points
    if melding.unmatched and match.puts_out(total):
        yield Violation(
            ViolationCode.CLOSE_EXCEEDS_LIMIT,
            Subject(Part.TOTAL),
            limit=match.limit,
            found=total,
            facts=facts(total=context.total, points=points),
        )


def unmatched_cards_violations(melding: Melding, table: Table) -> Iterator[Violation]:
    """Yield a violation if too many cards are unmatched, and one for each forbidden wild."""
    close, unmatched = table.rules.close, melding.unmatched
    limit = close.max_unmatched_cards
    if limit is not None and len(unmatched) > limit:
        yield Violation(ViolationCode.CLOSE_TOO_MANY_CARDS, limit=limit, found=len(unmatched))
    if not close.wild_may_be_left:
        for card in unmatched:
            if card in table.wilds:
                yield Violation(ViolationCode.CLOSE_WILD_LEFT, card=card)

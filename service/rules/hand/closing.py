"""Closing: whether seven cards may close, and what the best close with them is worth.

With wilds the melding with the fewest points may not be allowed to close where a worse one is, so a
close is judged over all meldings of the seven cards (rule book, "Which melding").
"""

from collections.abc import Iterator, Sequence
from enum import StrEnum

from msgspec import Struct

from service.rules.faults import Fault, FaultCode, fault
from service.rules.hand.best_melding import best_melding
from service.rules.hand.melding import Melding, melding_order
from service.rules.hand.melds import Kind, arrangements, wilds_in
from service.rules.hand.splits import Group, arrange_split, pack
from service.rules.subjects import Part, Subject
from service.rules.table.cards import Card
from service.rules.table.parameters import ChinchonScore
from service.rules.table.table import Table
from service.rules.violations import Violation, ViolationCode, facts


class ClosingKind(StrEnum):
    """With unmatched points, with all seven melded, or with seven cards that can lie as one run."""

    POINTS = "points"
    FULL = "full"
    CHINCHON = "chinchon"


class Closing(Melding, frozen=True):
    """A close with a melding of seven cards, and what it adds to the closer's total.

    `wilds` counts those in the run of a chinchón, the fewest that it needs; else it is 0. `score`
    is None for a close that wins the match.
    """

    kind: ClosingKind
    wilds: int
    score: int | None
    wins_match: bool


class CloseContext(Struct, frozen=True):
    """When a player would close; what is None isn't asked.

    `turn` is the player's own turn in this round, this one included, from 1; `total` the player's
    points before the round. A play-off suspends elimination, and with it the question of the total.
    """

    turn: int | None = None
    total: int | None = None
    play_off: bool = False


ANY_CONTEXT = CloseContext()
"""Neither turn nor total is asked."""


def context_faults(context: CloseContext, table: Table) -> Iterator[Fault]:
    """What this table needs to know of the context and isn't stated."""
    close, match = table.rules.close, table.rules.match
    if context.turn is None and close.earliest_turn > 1:
        earliest = close.earliest_turn
        yield fault(FaultCode.TURN_MISSING, Subject(Part.TURN), earliest_turn=earliest)
    if context.total is None and close.must_not_exceed_limit and match.limit is not None:
        yield fault(FaultCode.TOTAL_MISSING, Subject(Part.TOTAL))


def best_closing(
    cards: Sequence[Card], table: Table, context: CloseContext = ANY_CONTEXT
) -> Closing | None:
    """The best way to close with seven cards over all their meldings, or None.

    A chinchón that wins comes first, then the lowest score, then the order of `melding_order`.
    """
    return closing_of(best_melding(cards, table), cards, table, context)


def closing_of(
    best: Melding, cards: Sequence[Card], table: Table, context: CloseContext
) -> Closing | None:
    """The best way to close with seven cards whose best melding is known already."""
    cap = table.rules.close.max_unmatched_points
    if cap is not None and best.unmatched_points > cap:
        return None
    if any(turn_violations(table, context)) or any(points_left_violations(best, table, context)):
        return None
    if not any(cards_left_violations(best, table)):
        closing = closing_with(best, table)
        # No melding leaves fewer points, so nothing beats this one, unless all seven melded score
        # worse than a card kept.
        if best.unmatched or closing.wins_match or (closing.score or 0) <= 0:
            return closing
    return _search(cards, table, context)


def _search(cards: Sequence[Card], table: Table, context: CloseContext) -> Closing | None:
    """The best closing over all meldings, one after the other."""
    hand = pack(cards, table)
    found: dict[_Value, list[tuple[Group, ...]]] = {}
    full = _full_close(cards, table)
    for split in hand.splits(at_most=table.rules.close.max_unmatched_points):
        left = Melding((), hand.unmatched(split), hand.unmatched_points(split))
        if any(points_left_violations(left, table, context)):
            continue
        if any(cards_left_violations(left, table)):
            continue
        score = left.unmatched_points if left.unmatched else full.score
        value = _score_order(score), left.unmatched_points, len(left.unmatched), len(split)
        found.setdefault(value, []).append(split)
    if not found:
        return None
    meldings = [arrange_split(split, hand, table) for split in found[min(found)]]
    return closing_with(min(meldings, key=melding_order), table)


_Value = tuple[tuple[bool, int], int, int, int]


def _score_order(score: ChinchonScore) -> tuple[bool, int]:
    return (True, score) if isinstance(score, int) else (False, 0)


def closing_with(melding: Melding, table: Table) -> Closing:
    """What a close with this melding of seven cards is, allowed or not."""
    melds, unmatched, points = melding.melds, melding.unmatched, melding.unmatched_points
    if unmatched:
        return Closing(melds, unmatched, points, ClosingKind.POINTS, 0, points, wins_match=False)
    full = _full_close([card for meld in melds for card in meld.cards], table)
    score = full.score if isinstance(full.score, int) else None
    return Closing(melds, (), points, full.kind, full.wilds, score, wins_match=score is None)


class _FullClose(Struct, frozen=True):
    kind: ClosingKind
    wilds: int
    score: ChinchonScore


def _full_close(cards: Sequence[Card], table: Table) -> _FullClose:
    """What a close is with all these seven cards melded in whatever melds."""
    scores = table.rules.closing_score
    runs = (meld for meld in arrangements(cards, table) if meld.kind is Kind.RUN)
    wilds = min((wilds_in(run, table) for run in runs), default=None)
    if wilds is None:
        return _FullClose(ClosingKind.FULL, 0, scores.full)
    return _FullClose(ClosingKind.CHINCHON, wilds, scores.of_chinchon(wilds))


def close_violations(
    melding: Melding, table: Table, context: CloseContext
) -> tuple[Violation, ...]:
    """Everything that forbids a close with this melding of seven cards in this context."""
    return (
        *turn_violations(table, context),
        *points_left_violations(melding, table, context),
        *cards_left_violations(melding, table),
    )


def turn_violations(table: Table, context: CloseContext) -> Iterator[Violation]:
    """Whether the turn is too early for any close."""
    earliest, turn = table.rules.close.earliest_turn, context.turn
    if turn is not None and turn < earliest:
        yield Violation(
            ViolationCode.CLOSE_TOO_EARLY, Subject(Part.TURN), limit=earliest, found=turn
        )


def points_left_violations(
    melding: Melding, table: Table, context: CloseContext
) -> Iterator[Violation]:
    """Whether so many unmatched points are too many; then more points are too many as well."""
    close, match = table.rules.close, table.rules.match
    points, cap = melding.unmatched_points, close.max_unmatched_points
    if cap is not None and points > cap:
        yield Violation(ViolationCode.CLOSE_TOO_MANY_POINTS, limit=cap, found=points)
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


def cards_left_violations(melding: Melding, table: Table) -> Iterator[Violation]:
    """Whether these cards may be left unmatched."""
    close, unmatched = table.rules.close, melding.unmatched
    cap = close.max_unmatched_cards
    if cap is not None and len(unmatched) > cap:
        yield Violation(ViolationCode.CLOSE_TOO_MANY_CARDS, limit=cap, found=len(unmatched))
    if not close.wild_may_be_left:
        for card in unmatched:
            if card in table.wilds:
                yield Violation(ViolationCode.CLOSE_WILD_LEFT, card=card)

"""Close limits: what stands in the way of a close with a melding of seven cards.

The caps on points and cards, wilds left unmatched, the player's turn and total (rule book,
"Closing").
"""

from collections.abc import Iterator

from msgspec import Struct

from service.rules.faults import Fault, FaultCode, fault
from service.rules.hand.melding import Melding
from service.rules.subjects import Part, Subject
from service.rules.table.table import Table
from service.rules.violations import Code, Violation, facts


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
        yield Violation(Code.CLOSE_TOO_EARLY, Subject(Part.TURN), limit=earliest, found=turn)


def points_left_violations(
    melding: Melding, table: Table, context: CloseContext
) -> Iterator[Violation]:
    """Whether so many unmatched points are too many; then more points are too many as well."""
    close, match = table.rules.close, table.rules.match
    points, cap = melding.unmatched_points, close.max_unmatched_points
    if cap is not None and points > cap:
        yield Violation(Code.CLOSE_TOO_MANY_POINTS, limit=cap, found=points)
    if not close.must_not_exceed_limit or context.total is None or context.play_off:
        return
    total = context.total + points
    if melding.unmatched and match.puts_out(total):
        yield Violation(
            Code.CLOSE_EXCEEDS_LIMIT,
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
        yield Violation(Code.CLOSE_TOO_MANY_CARDS, limit=cap, found=len(unmatched))
    if not close.wild_may_be_left:
        for card in unmatched:
            if card in table.wilds:
                yield Violation(Code.CLOSE_WILD_LEFT, card=card)

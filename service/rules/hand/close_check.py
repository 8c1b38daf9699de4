"""Close check: whether a player may close with a discard and the melds shown."""

from collections.abc import Sequence

from msgspec import Struct

from service.rules.hand.best_melding import best_melding
from service.rules.hand.closing import (
    CloseContext,
    Closing,
    close_violations,
    closing_of,
    closing_with,
    turn_violations,
)
from service.rules.hand.meld_check import ShownMeld
from service.rules.hand.melding import Melding
from service.rules.hand.shown_melding import check_shown
from service.rules.subjects import Part, Subject
from service.rules.table.cards import Card
from service.rules.table.table import Table
from service.rules.violations import Violation, ViolationCode


class CloseCheck(Struct, frozen=True):
    """Whether a player may close so: every violation, and the closing if there is none.

    `melding` is what was shown, or the one with fewest points; None if what was shown doesn't split
    the seven cards into melds and unmatched. `best` is the best closing whatever was shown.
    """

    violations: tuple[Violation, ...]
    melding: Melding | None
    closing: Closing | None
    best: Closing | None


def check_close(
    cards: Sequence[Card],
    discard: Card,
    shown: Sequence[ShownMeld] | None,
    table: Table,
    context: CloseContext,
) -> CloseCheck:
    """Check a close with eight cards in hand.

    What is shown is judged as shown, never improved.
    """
    if discard not in cards:
        missing = Violation(ViolationCode.CLOSE_DISCARD_NOT_HELD, Subject(Part.DISCARD), discard)
        melds = check_shown(shown or (), cards, table).violations
        return CloseCheck((missing, *melds, *turn_violations(table, context)), None, None, None)
    kept = list(cards)
    kept.remove(discard)
    return check_close_with(kept, shown, table, context)


def check_close_with(
    kept: Sequence[Card],
    shown: Sequence[ShownMeld] | None,
    table: Table,
    context: CloseContext,
    position: int | None = None,
) -> CloseCheck:
    """Check a close with the seven cards kept; `position` is the closer's in a showdown."""
    melding = best_melding(kept, table)
    best = closing_of(melding, kept, table, context)
    if shown is None:
        violations = () if best else close_violations(melding, table, context)
        return CloseCheck(violations, melding, best, best)
    check = check_shown(shown, kept, table, position)
    if check.violations:
        violations = (*check.violations, *turn_violations(table, context))
        return CloseCheck(violations, None, None, best)
    violations = close_violations(check.melding, table, context)
    closing = None if violations else closing_with(check.melding, table)
    return CloseCheck(violations, check.melding, closing, best)

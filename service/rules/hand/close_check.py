"""Close check: everything that forbids a close with a discard and the melds shown."""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from service.rules.hand.best_melding import best_melding
from service.rules.hand.close_conditions import (
    CloseContext,
    close_violations,
    turn_violations,
)
from service.rules.hand.closing import Closing, best_closing_given, unchecked_closing
from service.rules.hand.meld_check import ShownMeld
from service.rules.hand.melding import Melding
from service.rules.hand.shown_melding import check_shown
from service.rules.subjects import Part, Subject
from service.rules.table.cards import Card
from service.rules.table.table import Table
from service.rules.violations import Violation, ViolationCode, facts


class CloseCheck(Struct, frozen=True):
    """Every violation of a close, and the closing if there is no violation.

    `melding` is the melding shown, by default the best melding. It is None if the melds shown are
    not melds of the seven cards. `best` is the best closing with these cards.
    """

    violations: tuple[Violation, ...]
    melding: Melding | None
    closing: Closing | None
    best: Closing | None


def check_close(
    cards: Sequence[Card],
    discard: Card | None,
    shown: Sequence[ShownMeld] | None,
    table: Table,
    context: CloseContext,
) -> CloseCheck:
    """Return the check of a close with eight cards in hand, or with seven and no discard.

    The melds shown are judged as they are, and never improved. A close without a discard takes the
    place of a draw, which only some tables allow.
    """
    if discard is None:
        check = check_close_with(cards, shown, table, context)
        if table.rules.close.without_drawing:
            return check
        not_now = Violation(
            ViolationCode.CLOSE_NOT_NOW, Subject(Part.DISCARD), facts=facts(why="no_discard")
        )
        return replace(check, violations=(not_now, *check.violations), closing=None)
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
    """Return the check of a close with seven cards; `position` is the closer's in a showdown."""
    melding = best_melding(kept, table)
    best = best_closing_given(melding, kept, table, context)
    if shown is None:
        violations = () if best else close_violations(melding, table, context)
        return CloseCheck(violations, melding, best, best)
    check = check_shown(shown, kept, table, position)
    if check.violations:
        violations = (*check.violations, *turn_violations(table, context))
        return CloseCheck(violations, None, None, best)
    violations = close_violations(check.melding, table, context)
    closing = None if violations else unchecked_closing(check.melding, table)
    return CloseCheck(violations, check.melding, closing, best)

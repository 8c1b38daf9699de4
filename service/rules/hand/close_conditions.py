"""The conditions of a close: its turn, its unmatched cards and its melds (rule book, "Closing").

Each function yields the violations of one kind of condition. A melding with the fewest unmatched
points can fail a condition that another melding of the same cards meets.
"""

from collections.abc import Iterator

from msgspec import Struct

from service.rules.faults import Fault, FaultCode, fault
from service.rules.hand.melding import Melding
from service.rules.hand.melds import Kind, count_wilds
from service.rules.subjects import Part, Subject
from service.rules.table.cards import HAND_SIZE
from service.rules.table.table import Table
from service.rules.violations import Violation, ViolationCode, facts


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


def total_faults(context: CloseContext, table: Table) -> Iterator[Fault]:
    """Yield a fault for a total that is below the floor of this table."""
    floor = table.rules.match.floor
    if floor is not None and context.total is not None and context.total < floor:
        code, subject = FaultCode.TOTAL_BELOW_FLOOR, Subject(Part.TOTAL)
        yield fault(code, subject, total=context.total, floor=floor)


def close_violations(
    melding: Melding, table: Table, context: CloseContext
) -> tuple[Violation, ...]:
    """Return everything that forbids a close with this melding of seven cards in this context."""
    return (
        *turn_violations(table, context),
        *unmatched_violations(melding, table, context),
        *melds_violations(melding, table),
        *wilds_violations(melding, table),
    )


def turn_violations(table: Table, context: CloseContext) -> Iterator[Violation]:
    """Yield a violation if the turn is too early for a close."""
    earliest, turn = table.rules.close.earliest_turn, context.turn
    if turn is not None and turn < earliest:
        yield Violation(
            ViolationCode.CLOSE_TOO_EARLY, Subject(Part.TURN), limit=earliest, found=turn
        )


def unmatched_violations(
    melding: Melding, table: Table, context: CloseContext
) -> Iterator[Violation]:
    """Yield everything that the unmatched cards of a closer violate."""
    yield from unmatched_points_violations(melding, table)
    if melding.unmatched:
        yield from total_violations(melding.unmatched_points, table, context)
    yield from unmatched_cards_violations(melding, table)


def unmatched_points_violations(melding: Melding, table: Table) -> Iterator[Violation]:
    """Yield a violation if the unmatched cards are above the cap."""
    limit = table.rules.close.max_unmatched_points
    if limit is None:
        return
    points, unit = melding.unmatched_points, "points"
    if table.cap_points is not table.points:
        points = sum(map(table.cap_points.__getitem__, melding.unmatched))
        unit = "card_points"
    if points > limit:
        unit_facts = facts(unit=unit)
        yield Violation(
            ViolationCode.CLOSE_TOO_MANY_POINTS, limit=limit, found=points, facts=unit_facts
        )


def total_violations(points: int, table: Table, context: CloseContext) -> Iterator[Violation]:
    """Yield a violation if the points of unmatched cards put the closer out and must not do so."""
    match = table.rules.match
    if not table.rules.close.must_not_exceed_limit or context.total is None or context.play_off:
        return
    total = context.total + points
    if match.puts_out(total):
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


def melds_violations(melding: Melding, table: Table) -> Iterator[Violation]:
    """Yield a violation if there are too few melds; one run of all seven cards is enough."""
    least, melds = table.rules.close.min_melds, melding.melds
    if len(melds) < least and not _is_run_of_all(melding):
        yield Violation(ViolationCode.CLOSE_TOO_FEW_MELDS, limit=least, found=len(melds))


def wilds_violations(melding: Melding, table: Table) -> Iterator[Violation]:
    """Yield a violation if there are too many wilds as the cards are shown.

    An unmatched wild card counts too; a wild card in its own place in a meld does not.
    """
    most = table.rules.close.max_wilds
    if most is not None and table.wilds:
        wilds = sum(card in table.wilds for card in melding.unmatched)
        wilds += sum(count_wilds(meld, table) for meld in melding.melds)
        if wilds > most:
            yield Violation(ViolationCode.CLOSE_TOO_MANY_WILDS, limit=most, found=wilds)


def _is_run_of_all(melding: Melding) -> bool:
    first = melding.melds[0] if melding.melds else None
    return first is not None and first.kind is Kind.RUN and len(first.cards) == HAND_SIZE

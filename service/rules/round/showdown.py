"""The showdown: everybody shows melds and lays off, in turn order from the closer (RULES §2)."""

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from service.rules.hand.closing import (
    ANY_CONTEXT,
    CloseContext,
    Closing,
    check_shown,
    close_violations,
    closing_of,
    closing_with,
)
from service.rules.hand.melding import Melding, best_melding
from service.rules.hand.melds import Meld
from service.rules.round.board import Board
from service.rules.round.lay_off_turns import LayOffTurns
from service.rules.round.showdown_player import LayOff, ShowdownHand, ShowdownPlayer
from service.rules.table.cards import Card
from service.rules.table.table import Table, points_of
from service.rules.violations import Code, Violation


class CloserEnd(Struct, frozen=True):
    """How the round ended for the closer; closing and points are None if it may not close so."""

    player: str
    closing: Closing | None
    lay_offs: tuple[LayOff, ...]
    unmatched: tuple[Card, ...]
    points: int | None


class OpponentEnd(Struct, frozen=True):
    """How the round ended for an opponent; points are None if something it did was illegal."""

    player: str
    violations: tuple[Violation, ...]
    melds: tuple[Meld, ...]
    lay_offs: tuple[LayOff, ...]
    unmatched: tuple[Card, ...]
    points: int | None


class Showdown(Struct, frozen=True):
    """The end of a round.

    `violations` are the closer's; `table` is how everybody's melds lie at the end.
    """

    violations: tuple[Violation, ...]
    closer: CloserEnd | None
    opponents: tuple[OpponentEnd, ...]
    table: tuple[tuple[str, tuple[Meld, ...]], ...]

    @property
    def wins(self) -> bool:
        """Whether the closer has won the match on the spot."""
        closing = self.closer.closing if self.closer else None
        return closing is not None and closing.wins_match

    @property
    def legal(self) -> bool:
        """Whether nobody did anything illegal."""
        return not self.violations and not any(end.violations for end in self.opponents)


def showdown(
    closer: ShowdownHand | None,
    opponents: Sequence[ShowdownHand],
    table: Table,
    moment: CloseContext = ANY_CONTEXT,
) -> Showdown:
    """LayOffTurns the end of a round; without a closer it ended by exhaustion, and nobody lays off.

    Hands must be seven cards each that the deck holds together. Whoever gives no melds or lay-offs
    melds and lays off at its best, once, with the table as it lies at its first turn.
    """
    seats = [ShowdownPlayer(entrant, waiting=entrant.lay_offs or ()) for entrant in opponents]
    if closer is None:
        ends = tuple(_without_close(seats, table))
        return Showdown((), None, ends, tuple((end.player, end.melds) for end in ends))
    melding, closing, violations = _closing(closer, table, moment)
    if closing is None:
        end = CloserEnd(closer.player, None, (), melding.unmatched, None)
        return Showdown(violations, end, (), ())
    shown = Melding(closing.melds, closing.unmatched, closing.unmatched_points)
    first = ShowdownPlayer(closer, shown, shown.unmatched, waiting=closer.lay_offs or ())
    (first, *others), board = LayOffTurns(
        first, seats, table, full=not closing.unmatched
    ).to_the_end()
    points = points_of(first.unmatched, table) if closing.unmatched else closing.score or 0
    return Showdown(
        violations=first.violations,
        closer=CloserEnd(
            closer.player,
            closing,
            first.laid_off,
            first.unmatched,
            None if first.violations else points,
        ),
        opponents=tuple([_end(seat, table) for seat in others]),
        table=_by_owner([closer, *opponents], board),
    )


def _by_owner(
    entrants: Sequence[ShowdownHand], board: Board
) -> tuple[tuple[str, tuple[Meld, ...]], ...]:
    """How everybody's melds lie."""
    melds: dict[str, list[Meld]] = {entrant.player: [] for entrant in entrants}
    for laid in board:
        melds[laid.owner].append(laid.meld)
    return tuple([(player, tuple(lying)) for player, lying in melds.items()])


def _closing(
    closer: ShowdownHand, table: Table, moment: CloseContext
) -> tuple[Melding, Closing | None, tuple[Violation, ...]]:
    """What the closer shows, what the close is, or everything that forbids it."""
    if closer.melds is None:
        melding = best_melding(closer.cards, table)
        best = closing_of(melding, closer.cards, table, moment)
        return melding, best, () if best else close_violations(melding, table, moment)
    melding, faults = check_shown(closer.melds, closer.cards, table)
    violations = faults or close_violations(melding, table, moment)
    return melding, None if violations else closing_with(melding, table), violations


def _without_close(seats: Iterable[ShowdownPlayer], table: Table) -> Iterator[OpponentEnd]:
    """Everybody shows, nobody lays off."""
    refusal = Code.LAY_OFF_NOT_ALLOWED, "the round ended without a close, so nobody lays off"
    for seat in seats:
        shown = seat.showing((), table)
        for given in seat.waiting:
            shown = shown.refused(given, [refusal])
        yield _end(shown, table)


def _end(seat: ShowdownPlayer, table: Table) -> OpponentEnd:
    """How the round ended for an opponent."""
    return OpponentEnd(
        seat.player,
        seat.violations,
        seat.melding.melds if seat.melding else (),
        seat.laid_off,
        seat.unmatched,
        None if seat.violations else points_of(seat.unmatched, table),
    )

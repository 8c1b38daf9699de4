"""Lay-off turns: the turns of a showdown, in which everybody shows and lays off ."""

from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from service.rules.hand.meld_check import check_meld
from service.rules.round.board import Board, LayOffOption, TableMeld, grown, table_meld
from service.rules.round.lay_off import lay_off
from service.rules.round.lay_off_rights import Refusal, RoundClose, lay_off_refusals
from service.rules.round.showdown_player import ChosenLayOff, ShowdownPlayer
from service.rules.table.cards import Card
from service.rules.table.parameters import BlockedByFullClose, LayOffOnto, LayOffPasses
from service.rules.table.table import Table
from service.rules.violations import Code


class LayOffTurns:
    """Who plays in which order, at which table, and whether the closer melded all seven."""

    def __init__(
        self,
        closer: ShowdownPlayer | None,
        opponents: Sequence[ShowdownPlayer],
        table: Table,
        *,
        full: bool,
    ) -> None:
        self.closer = closer
        self.opponents = opponents
        self.table = table
        self.full = full
        self.all_open = _opens_all(table, full=full)

    def to_the_end(self) -> tuple[list[ShowdownPlayer], Board]:
        """All passes: everybody's seat at the end, the closer's first, and the table."""
        seats = [seat for seat in (self.closer, *self.opponents) if seat]
        board: Board = ()
        number = 1
        while number:
            # What was shown after one's own turn can be reached from the second pass on. When all
            # is stable, only a lay-off that was given for a later pass goes on.
            goes_on, fitting = number == 1, self.fitting(board)
            for at, before in enumerate(seats):
                if number == 1 or before.waiting or not fitting.isdisjoint(before.unmatched):
                    seats[at], board = self.turn(before, board, number)
                    if number > 1 and len(seats[at].laid_off) > len(before.laid_off):
                        goes_on, fitting = True, self.fitting(board)
            later = _later(seats, number) if self.goes_round() else []
            number = number + 1 if goes_on and self.goes_round() else min(later, default=0)
        return [self.given_up(seat, board) for seat in seats], board

    def fitting(self, board: Board) -> frozenset[Card]:
        """Every card that may fit somewhere."""
        return self.table.wilds.union(*[laid.takes for laid in board])

    def goes_round(self) -> bool:
        """Whether there are passes until nobody can lay off any more."""
        return self.table.rules.lay_off.passes is LayOffPasses.UNTIL_STABLE

    def turn(self, seat: ShowdownPlayer, board: Board, number: int) -> tuple[ShowdownPlayer, Board]:
        """One player's turn in a pass: in the first it shows, in each it lays off."""
        if number == 1:
            seat = seat.showing(self.open_to(seat, board), self.table)
            board += _laid(seat, self.table)
        if seat.entrant.lay_offs is not None:
            return self.as_given(seat, board, number)
        settled = lay_off(seat.unmatched, self.open_to(seat, board), self.table)
        if settled is None:
            return seat, board
        return seat.laying(settled.steps, settled.unmatched, number), _with(board, settled.changed)

    def as_given(
        self, seat: ShowdownPlayer, board: Board, number: int
    ) -> tuple[ShowdownPlayer, Board]:
        """Play what was given for this pass and of the rest as many as fit now, in their order.

        What was given for this pass and doesn't fit when it is its turn is refused.
        """
        waiting = list(seat.waiting)
        while given := next(
            (one for one in waiting if one.number == number or self.fits(seat, one, board, number)),
            None,
        ):
            waiting.remove(given)
            if self.fits(seat, given, board, number):
                seat, board = self.lay(seat, given, board, number)
            else:
                seat = seat.refused(given, self.refusals(seat, given, board, number))
        if not self.goes_round():
            for given in [one for one in waiting if one.number is None]:
                seat = seat.refused(given, self.refusals(seat, given, board, number))
                waiting.remove(given)
        return replace(seat, waiting=tuple(waiting)), board

    def fits(self, seat: ShowdownPlayer, given: ChosenLayOff, board: Board, number: int) -> bool:
        """Whether a lay-off may be played in this pass, and can be now."""
        if given.number not in {None, number} or given.card not in seat.unmatched:
            return False
        on = next((laid for laid in board if _is_meant(given, laid)), None)
        if on is None or any(self.closed(seat, on)):
            return False
        return grown(on.meld, given.card, given.place, self.table) is not None

    def lay(
        self, seat: ShowdownPlayer, given: ChosenLayOff, board: Board, number: int
    ) -> tuple[ShowdownPlayer, Board]:
        """Play a lay-off that nothing forbids."""
        on = next(laid for laid in board if _is_meant(given, laid))
        meld = grown(on.meld, given.card, given.place, self.table)
        left = list(seat.unmatched)
        left.remove(given.card)
        seat = seat.laying(
            [LayOffOption(given.card, on.owner, on.index, given.place)], left, number
        )
        return seat, _with(board, [(on, on.longer(meld or on.meld, self.table))])

    def given_up(self, seat: ShowdownPlayer, board: Board) -> ShowdownPlayer:
        """The seat with a violation for each lay-off that never fitted."""
        for given in seat.waiting:
            late = Code.LAY_OFF_DOES_NOT_FIT, f"there is no pass {given.number} at this table"
            refusals = tuple(self.refusals(seat, given, board, None)) or (late,)
            seat = seat.refused(given, refusals)
        return seat

    def refusals(
        self, seat: ShowdownPlayer, given: ChosenLayOff, board: Board, number: int | None
    ) -> Iterator[Refusal]:
        """Everything that forbids a lay-off in this pass; None is after all of them."""
        held = given.card in seat.unmatched
        if not held:
            yield (
                Code.LAY_OFF_CARD_NOT_HELD,
                f"{given.card} isn't among the unmatched cards of {seat.player}",
            )
        on = next((laid for laid in board if _is_meant(given, laid)), None)
        if on is None:
            later = number == 1 and given.owner in self.after(seat)
            code = Code.LAY_OFF_NOT_YET_SHOWN if later else Code.LAY_OFF_NO_SUCH_MELD
            yield code, f"there is no meld {given.meld} of {given.owner} on the table"
            return
        closed = tuple(self.closed(seat, on))
        yield from closed
        if held and not closed and not grown(on.meld, given.card, given.place, self.table):
            yield self.unfit(given, on)

    def unfit(self, given: ChosenLayOff, on: TableMeld) -> Refusal:
        """Why a card doesn't go there: as a wild it may not, or it doesn't fit at all."""
        rules = self.table.rules
        lenient = replace(rules, lay_off=replace(rules.lay_off, wilds_may=True))
        as_wild = grown(on.meld, given.card, given.place, replace(self.table, rules=lenient))
        if as_wild:
            return Code.LAY_OFF_WILD, f"{given.card} would be laid off as a wild"
        lies = " ".join(on.meld.cards)
        return Code.LAY_OFF_DOES_NOT_FIT, f"{given.card} doesn't fit {given.place} on {lies}"

    def after(self, seat: ShowdownPlayer) -> set[str]:
        """Whose turn comes after a player's."""
        names = [one.player for one in (self.closer, *self.opponents) if one]
        return set(names[names.index(seat.player) + 1 :])

    def open_to(self, seat: ShowdownPlayer, board: Board) -> Board:
        """The melds on which a player may lay off."""
        if self.closer and seat.entrant is self.closer.entrant:
            if not self.table.rules.lay_off.closer_may:
                return ()
        elif self.all_open:
            return board
        return tuple([laid for laid in board if not any(self.closed(seat, laid))])

    def closed(self, seat: ShowdownPlayer, laid: TableMeld) -> Iterator[Refusal]:
        """Why a player may not lay off on a meld, whatever the card."""
        meldless = seat.melding is not None and not seat.melding.melds
        how = RoundClose(self.closer.player if self.closer else None, full=self.full)
        return lay_off_refusals(seat.player, laid, how, self.table, meldless=meldless)


def _opens_all(table: Table, *, full: bool) -> bool:
    """Whether every opponent may lay off on every meld, as at most tables after most closes."""
    rules = table.rules.lay_off
    return (
        rules.allowed
        and rules.onto is LayOffOnto.ALL
        and not rules.requires_own_meld
        and (not full or rules.blocked_by_full_close is BlockedByFullClose.NONE)
    )


def _is_meant(given: ChosenLayOff, laid: TableMeld) -> bool:
    return (given.owner, given.meld) == (laid.owner, laid.name)


def _laid(seat: ShowdownPlayer, table: Table) -> Board:
    """The melds that a player has shown, named as the player gave them, if it did."""
    melds = seat.melding.melds if seat.melding else ()
    if seat.entrant.melds is None:
        return tuple([table_meld(seat.player, at, meld, table) for at, meld in enumerate(melds)])
    given = [check_meld(shown, table).meld for shown in seat.entrant.melds]
    found = []
    for at, meld in enumerate(melds):
        name = given.index(meld)
        given[name] = None
        found.append(table_meld(seat.player, at, meld, table, name=name))
    return tuple(found)


def _later(seats: Sequence[ShowdownPlayer], number: int) -> list[int]:
    """The later passes for which somebody gave a lay-off."""
    return [
        given.number
        for seat in seats
        for given in seat.waiting
        if given.number is not None and given.number > number
    ]


def _with(board: Board, changed: Iterable[tuple[TableMeld, TableMeld]]) -> Board:
    """The table with melds as they lie now instead of as they lay."""
    now = list(board)
    for before, after in changed:
        now[now.index(before)] = after
    return tuple(now)

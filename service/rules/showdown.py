"""The showdown: everybody shows melds and lays off, in turn order from the closer (RULES §2)."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from service.rules.cards import Card, in_order
from service.rules.closing import (
    ANY_MOMENT,
    Closing,
    Moment,
    close_violations,
    closing_from,
    closing_with,
    show,
)
from service.rules.errors import Path
from service.rules.layoff import choose_melding, lay_off, reachable
from service.rules.melding import Melding, fewest_points
from service.rules.melds import Meld
from service.rules.parameters import BlockedByFullClose, Onto, Passes
from service.rules.places import Board, Laid, Place, Step, grown, lying, options
from service.rules.shown import Shown, judge
from service.rules.table import Table, points_of
from service.rules.verdict import Code, Violation

Refusal = tuple[Code, str]


class GivenLayOff(Struct, frozen=True):
    """A lay-off that a player chose, for pass `number`, or for as soon as it fits.

    `meld` is an index among the owner's melds as the question gives them.
    """

    card: Card
    owner: str
    meld: int
    place: Place
    number: int | None
    path: Path


class Entrant(Struct, frozen=True):
    """A player with seven cards; melds and lay-offs that are None are left to choose."""

    player: str
    cards: tuple[Card, ...]
    path: Path
    melds: tuple[Shown, ...] | None = None
    lay_offs: tuple[GivenLayOff, ...] | None = None


class LayOff(Struct, frozen=True):
    """A card that was laid off, and in which pass, from 1."""

    card: Card
    owner: str
    meld: int
    place: Place
    number: int


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
    closer: Entrant | None,
    opponents: Sequence[Entrant],
    table: Table,
    moment: Moment = ANY_MOMENT,
) -> Showdown:
    """Play the end of a round; without a closer it ended by exhaustion, and nobody lays off.

    Hands must be seven cards each that the deck holds together. Whoever gives no melds or lay-offs
    melds and lays off at its best, once, with the table as it lies at its first turn.
    """
    seats = [_Seat(entrant, waiting=entrant.lay_offs or ()) for entrant in opponents]
    if closer is None:
        ends = tuple(_Play(None, seats, table, full=False).without_close())
        return Showdown((), None, ends, tuple((end.player, end.melds) for end in ends))
    melding, closing, violations = _closing(closer, table, moment)
    if closing is None:
        end = CloserEnd(closer.player, None, (), melding.unmatched, None)
        return Showdown(violations, end, (), ())
    shown = Melding(closing.melds, closing.unmatched, closing.unmatched_points)
    first = _Seat(closer, shown, shown.unmatched, waiting=closer.lay_offs or ())
    (first, *others), board = _Play(first, seats, table, full=not closing.unmatched).to_the_end()
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
        opponents=tuple(seat.end(table) for seat in others),
        table=_by_owner([closer, *opponents], board),
    )


def _by_owner(
    entrants: Sequence[Entrant], board: Board
) -> tuple[tuple[str, tuple[Meld, ...]], ...]:
    """How everybody's melds lie."""
    melds: dict[str, list[Meld]] = {entrant.player: [] for entrant in entrants}
    for laid in board:
        melds[laid.owner].append(laid.meld)
    return tuple((player, tuple(lying)) for player, lying in melds.items())


def _closing(
    closer: Entrant, table: Table, moment: Moment
) -> tuple[Melding, Closing | None, tuple[Violation, ...]]:
    """What the closer shows, what the close is, or everything that forbids it."""
    if closer.melds is None:
        melding = fewest_points(closer.cards, table)
        best = closing_from(melding, closer.cards, table, moment)
        return melding, best, () if best else close_violations(melding, table, moment)
    melding, faults = show(closer.melds, closer.cards, table)
    violations = faults or close_violations(melding, table, moment)
    return melding, None if violations else closing_with(melding, table), violations


class _Seat(Struct, frozen=True):
    """What a player has shown and done so far; `waiting` are given lay-offs not yet played."""

    entrant: Entrant
    melding: Melding | None = None
    unmatched: tuple[Card, ...] = ()
    laid_off: tuple[LayOff, ...] = ()
    violations: tuple[Violation, ...] = ()
    waiting: tuple[GivenLayOff, ...] = ()

    @property
    def player(self) -> str:
        return self.entrant.player

    def showing(self, board: Board, table: Table) -> "_Seat":
        """The seat with its melds shown: those given, or the best with these to lay off on."""
        if self.melding is not None:
            return self
        if self.entrant.melds is None:
            melding = (
                choose_melding(self.entrant.cards, board, table)
                if self.entrant.lay_offs is None
                else self.keeping_for_lay_offs(table)
            )
            return self.holding(melding, ())
        melding, faults = show(self.entrant.melds, self.entrant.cards, table)
        return self.holding(melding, faults)

    def holding(self, melding: Melding, violations: tuple[Violation, ...]) -> "_Seat":
        """The seat as it is when it has shown these melds."""
        return _Seat(self.entrant, melding, melding.unmatched, (), violations, self.waiting)

    def keeping_for_lay_offs(self, table: Table) -> Melding:
        """The best melding that leaves unmatched the cards which the player wants to lay off."""
        melded = list(self.entrant.cards)
        for given in self.waiting:
            if given.card in melded:
                melded.remove(given.card)
        best = fewest_points(melded, table)
        kept = list((Counter(self.entrant.cards) - Counter(melded)).elements())
        unmatched = in_order([*best.unmatched, *kept])
        return Melding(best.melds, unmatched, points_of(unmatched, table))

    def laying(self, steps: Iterable[Step], number: int) -> "_Seat":
        """The seat without the cards that it lays off in a pass."""
        left, laid_off = list(self.unmatched), list(self.laid_off)
        for step in steps:
            left.remove(step.card)
            laid_off.append(LayOff(step.card, step.owner, step.meld, step.place, number))
        return _Seat(
            self.entrant,
            self.melding,
            tuple(left),
            tuple(laid_off),
            self.violations,
            self.waiting,
        )

    def refused(self, given: GivenLayOff, refusals: Iterable[Refusal]) -> "_Seat":
        """The seat with a lay-off that can't be played, and why."""
        found = (
            Violation(code, message, given.path, given.card, self.player)
            for code, message in refusals
        )
        return replace(self, violations=(*self.violations, *found))

    def end(self, table: Table) -> OpponentEnd:
        """How the round ended for an opponent."""
        return OpponentEnd(
            self.player,
            self.violations,
            self.melding.melds if self.melding else (),
            self.laid_off,
            self.unmatched,
            None if self.violations else points_of(self.unmatched, table),
        )


class _Play(Struct, frozen=True):
    """Who plays in which order, at which table, and whether the closer melded all seven."""

    closer: _Seat | None
    opponents: Sequence[_Seat]
    table: Table
    full: bool

    def without_close(self) -> Iterator[OpponentEnd]:
        """Everybody shows, nobody lays off."""
        refusal = Code.LAY_OFF_NOT_ALLOWED, "the round ended without a close, so nobody lays off"
        for seat in self.opponents:
            shown = seat.showing((), self.table)
            for given in seat.waiting:
                shown = shown.refused(given, [refusal])
            yield shown.end(self.table)

    def to_the_end(self) -> tuple[list[_Seat], Board]:
        """All passes: everybody's seat at the end, the closer's first, and the table."""
        seats = [seat for seat in (self.closer, *self.opponents) if seat]
        board: Board = ()
        number, goes_on = 1, True
        while goes_on:
            before = [len(seat.laid_off) for seat in seats]
            for at, seat in enumerate(seats):
                seats[at], board = self.turn(seat, board, number)
            laid = before != [len(seat.laid_off) for seat in seats]
            # What was shown after one's own turn can be reached from the second pass on. When all
            # is stable, only a lay-off that was given for a later pass goes on.
            later = _later(seats, number)
            goes_on = self.goes_round() and (number == 1 or laid or bool(later))
            number = number + 1 if number == 1 or laid else min(later, default=0)
        return [self.given_up(seat, board) for seat in seats], board

    @property
    def closer_name(self) -> str | None:
        return self.closer.player if self.closer else None

    @property
    def all_open(self) -> bool:
        """Whether every opponent may lay off on every meld, as at most tables after most closes."""
        rules = self.table.rules.lay_off
        return (
            rules.allowed
            and rules.onto is Onto.ALL
            and not rules.requires_own_meld
            and (not self.full or rules.blocked_by_full_close is BlockedByFullClose.NONE)
        )

    def goes_round(self) -> bool:
        return self.table.rules.lay_off.passes is Passes.UNTIL_STABLE

    def turn(self, seat: _Seat, board: Board, number: int) -> tuple[_Seat, Board]:
        """One player's turn in a pass: in the first it shows, in each it lays off."""
        if number == 1:
            seat = seat.showing(self.open_to(seat, board), self.table)
            board += _laid(seat, self.table)
        if seat.entrant.lay_offs is not None:
            return self.as_given(seat, board, number)
        if not reachable(seat.unmatched, board, self.table):
            return seat, board
        settled = lay_off(seat.unmatched, self.open_to(seat, board), self.table)
        if not settled.steps:
            return seat, board
        return seat.laying(settled.steps, number), _with(board, settled.board)

    def as_given(self, seat: _Seat, board: Board, number: int) -> tuple[_Seat, Board]:
        """Play what was given for this pass, and of the rest as many as fit now, in their order."""
        waiting = list(seat.waiting)
        while fitting := next(
            (one for one in waiting if self.fits(seat, one, board, number)), None
        ):
            seat, board = self.lay(seat, fitting, board, number)
            waiting.remove(fitting)
        for given in [one for one in waiting if self.is_due(one, number)]:
            seat = seat.refused(given, self.refusals(seat, given, board))
            waiting.remove(given)
        return replace(seat, waiting=tuple(waiting)), board

    def fits(self, seat: _Seat, given: GivenLayOff, board: Board, number: int) -> bool:
        """Whether a lay-off may be played in this pass, and can be now."""
        if given.number not in {None, number} or given.card not in seat.unmatched:
            return False
        on = next((laid for laid in board if _is_meant(given, laid)), None)
        if on is None or any(self.closed(seat, on)):
            return False
        return grown(on.meld, given.card, given.place, self.table) is not None

    def is_due(self, given: GivenLayOff, number: int) -> bool:
        """Whether there is no other pass in which a lay-off could be played."""
        return given.number == number or (given.number is None and not self.goes_round())

    def lay(
        self, seat: _Seat, given: GivenLayOff, board: Board, number: int
    ) -> tuple[_Seat, Board]:
        """Play a lay-off that nothing forbids."""
        on = next(laid for laid in board if _is_meant(given, laid))
        meld = grown(on.meld, given.card, given.place, self.table)
        seat = seat.laying([Step(given.card, on.owner, on.index, given.place)], number)
        return seat, _with(board, (on.longer(meld or on.meld, self.table),))

    def given_up(self, seat: _Seat, board: Board) -> _Seat:
        """The seat with a violation for each lay-off that never fitted."""
        for given in seat.waiting:
            late = Code.LAY_OFF_DOES_NOT_FIT, f"there is no pass {given.number} at this table"
            refusals = tuple(self.refusals(seat, given, board)) or (late,)
            seat = seat.refused(given, refusals)
        return seat

    def refusals(self, seat: _Seat, given: GivenLayOff, board: Board) -> Iterator[Refusal]:
        """Everything that forbids a lay-off at this moment."""
        held = given.card in seat.unmatched
        if not held:
            yield (
                Code.LAY_OFF_CARD_NOT_HELD,
                f"{given.card} isn't among the unmatched cards of {seat.player}",
            )
        on = next((laid for laid in board if _is_meant(given, laid)), None)
        if on is None:
            shown = {laid.owner for laid in board}
            later = given.owner in self.players() - shown
            code = Code.LAY_OFF_NOT_YET_SHOWN if later else Code.LAY_OFF_NO_SUCH_MELD
            yield code, f"there is no meld {given.meld} of {given.owner} on the table"
            return
        closed = tuple(self.closed(seat, on))
        yield from closed
        if held and not closed and not grown(on.meld, given.card, given.place, self.table):
            yield self.unfit(given, on)

    def unfit(self, given: GivenLayOff, on: Laid) -> Refusal:
        """Why a card doesn't go there: as a wild it may not, or it doesn't fit at all."""
        rules = self.table.rules
        lenient = replace(rules, lay_off=replace(rules.lay_off, wilds_may=True))
        as_wild = grown(on.meld, given.card, given.place, replace(self.table, rules=lenient))
        if as_wild:
            return Code.LAY_OFF_WILD, f"{given.card} would be laid off as a wild"
        lies = " ".join(on.meld.cards)
        return Code.LAY_OFF_DOES_NOT_FIT, f"{given.card} doesn't fit {given.place} on {lies}"

    def players(self) -> set[str]:
        """Everybody's name."""
        return {seat.player for seat in (self.closer, *self.opponents) if seat}

    def open_to(self, seat: _Seat, board: Board) -> Board:
        """The melds on which a player may lay off."""
        if seat is self.closer and not self.table.rules.lay_off.closer_may:
            return ()
        if self.all_open and seat.player != self.closer_name:
            return board
        return tuple(laid for laid in board if not any(self.closed(seat, laid)))

    def closed(self, seat: _Seat, laid: Laid) -> Iterator[Refusal]:
        """Why a player may not lay off on a meld, whatever the card."""
        meldless = seat.melding is not None and not seat.melding.melds
        how = Close(self.closer_name, full=self.full)
        return closed_to(seat.player, laid, how, self.table, meldless=meldless)


class Close(Struct, frozen=True):
    """Who closed, and whether with all seven melded."""

    closer: str | None
    full: bool


def closed_to(
    player: str, laid: Laid, close: Close, table: Table, *, meldless: bool
) -> Iterator[Refusal]:
    """Why a player, with or without a meld of its own, may not lay off on a meld at all."""
    rules = table.rules.lay_off
    closer, blocked = close.closer, rules.blocked_by_full_close
    if not rules.allowed:
        yield Code.LAY_OFF_NOT_ALLOWED, "nobody lays off at this table"
    if player == closer and not rules.closer_may:
        yield Code.LAY_OFF_NOT_ALLOWED, "the closer doesn't lay off at this table"
    if close.full and (
        blocked is BlockedByFullClose.ALL
        or (blocked is BlockedByFullClose.CLOSER_MELDS and laid.owner == closer)
    ):
        yield Code.LAY_OFF_BLOCKED, f"after a full close {laid.owner}'s melds take no cards"
    if rules.onto is Onto.CLOSER and laid.owner != closer:
        yield Code.LAY_OFF_NOT_ONTO, f"only {closer}'s melds take cards, not {laid.owner}'s"
    if rules.requires_own_meld and meldless:
        yield Code.LAY_OFF_NO_OWN_MELD, f"{player} has shown no meld"


def options_for(
    player: str, cards: Sequence[Card], board: Board, close: Close, table: Table
) -> tuple[Step, ...]:
    """Each place where each different card of a player may go now, in the fixed order."""
    meldless = all(laid.owner != player for laid in board)
    may_lay_on = tuple(
        laid for laid in board if not any(closed_to(player, laid, close, table, meldless=meldless))
    )
    return tuple(step for step, _ in options(cards, may_lay_on, table))


def _is_meant(given: GivenLayOff, laid: Laid) -> bool:
    return (given.owner, given.meld) == (laid.owner, laid.name)


def _laid(seat: _Seat, table: Table) -> Board:
    """The melds that a player has shown, named as the player gave them, if it did."""
    melds = seat.melding.melds if seat.melding else ()
    if seat.entrant.melds is None:
        return tuple([lying(seat.player, at, meld, table) for at, meld in enumerate(melds)])
    given = [judge(shown, table).meld for shown in seat.entrant.melds]
    found = []
    for at, meld in enumerate(melds):
        name = given.index(meld)
        given[name] = None
        found.append(lying(seat.player, at, meld, table, name=name))
    return tuple(found)


def _later(seats: Sequence[_Seat], number: int) -> list[int]:
    """The later passes for which somebody gave a lay-off."""
    numbers = (given.number for seat in seats for given in seat.waiting)
    return [one for one in numbers if one is not None and one > number]


def _with(board: Board, changed: Board) -> Board:
    """The table with these melds as they lie now."""
    now = {(laid.owner, laid.index): laid for laid in changed}
    return tuple(now.get((laid.owner, laid.index), laid) for laid in board)

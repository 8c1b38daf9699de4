"""Showdown: the end of a round, in which everybody shows melds and lays off.

Players act in turn order from the closer (rule book, "Laying off"). A round that ended by
exhaustion has no closer, and nobody lays off.
"""

from collections.abc import Sequence

from msgspec import Struct

from service.rules.hand.best_melding import best_melding
from service.rules.hand.closing import (
    ANY_CONTEXT,
    CloseContext,
    Closing,
    close_violations,
    closing_of,
    closing_with,
)
from service.rules.hand.melds import Meld
from service.rules.hand.shown_melding import check_shown
from service.rules.names import PlayerName
from service.rules.round.board import Board
from service.rules.round.showdown_player import (
    LayOff,
    ShowdownHand,
    ShowdownPlayer,
    show,
    showing,
)
from service.rules.round.showdown_turns import play_turns
from service.rules.table.cards import Card
from service.rules.table.table import Table, points_of
from service.rules.violations import Violation, ViolationCode, facts


class CloserEnd(Struct, frozen=True):
    """How the round ended for the closer; closing and points are None if it may not close so."""

    player: PlayerName
    closing: Closing | None
    lay_offs: tuple[LayOff, ...]
    unmatched: tuple[Card, ...]
    points: int | None


class OpponentEnd(Struct, frozen=True):
    """How the round ended for an opponent; points are None if something it did was illegal."""

    player: PlayerName
    violations: tuple[Violation, ...]
    melds: tuple[Meld, ...]
    lay_offs: tuple[LayOff, ...]
    unmatched: tuple[Card, ...]
    points: int | None

    @property
    def legal(self) -> bool:
        """Whether everything that the opponent did was legal."""
        return not self.violations


class PlayerMelds(Struct, frozen=True):
    """A player's melds as they lie at the end of a round."""

    player: PlayerName
    melds: tuple[Meld, ...]


class Showdown(Struct, frozen=True):
    """The end of a round; `violations` are the closer's.

    After an illegal close `opponents` and `table` are empty.
    """

    violations: tuple[Violation, ...]
    closer: CloserEnd | None
    opponents: tuple[OpponentEnd, ...]
    table: tuple[PlayerMelds, ...]

    @property
    def wins(self) -> bool:
        """Whether the closer has won the match on the spot."""
        closing = self.closer.closing if self.closer else None
        return closing is not None and closing.wins_match

    @property
    def legal(self) -> bool:
        """Whether nobody did anything illegal."""
        return not self.violations and all(end.legal for end in self.opponents)


def showdown(
    closer: ShowdownHand,
    opponents: Sequence[ShowdownHand],
    table: Table,
    context: CloseContext = ANY_CONTEXT,
) -> Showdown:
    """Check the close, then let everybody show and lay off.

    Each hand must have seven cards, and the deck must hold all of them together. A player without
    melds or lay-offs of its own choice melds and lays off for the fewest points, with the table as
    it lies at its first turn.
    """
    if closer.melds is not None:
        return _after_shown_close(closer, opponents, table, context)
    melding = best_melding(closer.cards, table)
    closing = closing_of(melding, closer.cards, table, context)
    if closing is None:
        violations = close_violations(melding, table, context)
        return _illegal_close(closer, melding.unmatched, violations)
    return _play(showing(closer, closing), closing, opponents, table)


def showdown_after(
    closer: ShowdownHand, closing: Closing, opponents: Sequence[ShowdownHand], table: Table
) -> Showdown:
    """Let everybody show and lay off after a close that is known to be legal.

    `closing` is what the close with the closer's melds is, or the best one if it shows none.
    """
    shown_as = None
    if closer.melds is not None:
        shown_as = check_shown(closer.melds, closer.cards, table).numbers
    return _play(showing(closer, closing, shown_as), closing, opponents, table)


def showdown_without_close(hands: Sequence[ShowdownHand], table: Table) -> Showdown:
    """The end of a round by exhaustion: everybody shows its melds, and nobody lays off."""
    ends = tuple([_end_without_close(hand, table) for hand in hands])
    return Showdown((), None, ends, tuple([PlayerMelds(end.player, end.melds) for end in ends]))


def _after_shown_close(
    closer: ShowdownHand, opponents: Sequence[ShowdownHand], table: Table, context: CloseContext
) -> Showdown:
    check = check_shown(closer.melds or (), closer.cards, table, closer.position)
    violations = check.violations or close_violations(check.melding, table, context)
    if violations:
        return _illegal_close(closer, check.melding.unmatched, violations)
    closing = closing_with(check.melding, table)
    return _play(showing(closer, closing, check.numbers), closing, opponents, table)


def _illegal_close(
    closer: ShowdownHand, unmatched: tuple[Card, ...], violations: tuple[Violation, ...]
) -> Showdown:
    return Showdown(violations, CloserEnd(closer.player, None, (), unmatched, None), (), ())


def _play(
    closer: ShowdownPlayer, closing: Closing, opponents: Sequence[ShowdownHand], table: Table
) -> Showdown:
    (closer, *others), board = play_turns(closer, opponents, table)
    ends = tuple([_opponent_end(player, table) for player in others])
    names = [closer.name, *[end.player for end in ends]]
    end = _closer_end(closer, closing, table)
    return Showdown(closer.violations, end, ends, _by_owner(names, board))


def _closer_end(player: ShowdownPlayer, closing: Closing, table: Table) -> CloserEnd:
    """A closer that has laid off its last card adds 0, which is no full close."""
    points: int | None = points_of(player.unmatched, table)
    if not closing.unmatched:
        points = closing.score or 0
    if player.violations:
        points = None
    return CloserEnd(player.name, closing, player.lay_offs, player.unmatched, points)


def _opponent_end(player: ShowdownPlayer, table: Table) -> OpponentEnd:
    points = None if player.violations else points_of(player.unmatched, table)
    return OpponentEnd(
        player.name,
        player.violations,
        player.melding.melds,
        player.lay_offs,
        player.unmatched,
        points,
    )


def _by_owner(names: Sequence[str], board: Board) -> tuple[PlayerMelds, ...]:
    melds: dict[str, list[Meld]] = {name: [] for name in names}
    for on in board:
        melds[on.owner].append(on.meld)
    return tuple([PlayerMelds(name, tuple(lying)) for name, lying in melds.items()])


def _end_without_close(hand: ShowdownHand, table: Table) -> OpponentEnd:
    player = show(hand, (), table)
    for chosen in player.waiting:
        violation = Violation(ViolationCode.LAY_OFF_NOT_ALLOWED, facts=facts(to="exhausted"))
        player = player.after_refusing(chosen, [violation])
    return _opponent_end(player, table)

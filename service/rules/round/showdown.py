"""Showdown: the end of a round, in which the players show their melds and lay off.

Players act in turn order from the closer (rule book, "Laying off"). A round that ended by
exhaustion has no closer, and nobody lays off (rule book, "Exhaustion").
"""

from collections.abc import Sequence

from msgspec import Struct

from service.rules.hand.best_melding import best_melding
from service.rules.hand.close_conditions import ANY_CONTEXT, CloseContext, close_violations
from service.rules.hand.closing import Closing, best_closing_given, unchecked_closing
from service.rules.hand.closing_score import full_of_opponent
from service.rules.hand.melds import Meld
from service.rules.hand.shown_melding import check_shown
from service.rules.player_name import PlayerName
from service.rules.round.board import Board
from service.rules.round.lay_off_passes import play_turns
from service.rules.round.showdown_player import (
    LayOff,
    ShowdownHand,
    ShowdownPlayer,
    player_showing,
    show,
)
from service.rules.table.cards import Card
from service.rules.table.table import Table, points_of
from service.rules.violations import Violation, ViolationCode, facts


class CloserResult(Struct, frozen=True):
    """How the round ended for the closer.

    `closing` is None if the close is illegal. `points` is None if the closer has any violation.
    """

    player: PlayerName
    closing: Closing | None
    lay_offs: tuple[LayOff, ...]
    unmatched: tuple[Card, ...]
    points: int | None


class PlayerResult(Struct, frozen=True):
    """How the round ended for an opponent; `points` is None if there are violations."""

    player: PlayerName
    violations: tuple[Violation, ...]
    melds: tuple[Meld, ...]
    lay_offs: tuple[LayOff, ...]
    unmatched: tuple[Card, ...]
    points: int | None

    @property
    def legal(self) -> bool:
        """True if everything that the opponent did was legal."""
        return not self.violations


class PlayerMelds(Struct, frozen=True):
    """A player's melds at the end of a round, with all the cards laid off on them."""

    player: PlayerName
    melds: tuple[Meld, ...]


class Showdown(Struct, frozen=True):
    """The end of a round; `violations` are those of the closer.

    After an illegal close `opponents` and `table` are empty.
    """

    violations: tuple[Violation, ...]
    closer: CloserResult | None
    opponents: tuple[PlayerResult, ...]
    table: tuple[PlayerMelds, ...]

    @property
    def wins(self) -> bool:
        """True if the close wins the match at once."""
        closing = self.closer.closing if self.closer else None
        return closing is not None and closing.wins_match

    @property
    def legal(self) -> bool:
        """True if the closer and all opponents have no violations."""
        return not self.violations and all(result.legal for result in self.opponents)


def showdown(
    closer: ShowdownHand,
    opponents: Sequence[ShowdownHand],
    table: Table,
    context: CloseContext = ANY_CONTEXT,
) -> Showdown:
    """Check the close, then let all players show their melds and lay off.

    Each hand must have seven cards, and the deck must hold all of them together. For players who
    have not chosen melds or lay-offs, the service chooses the ones that leave the player the fewest
    unmatched points, given the board at the start of their first turn.
    """
    if closer.melds is not None:
        return _after_shown_close(closer, opponents, table, context)
    melding = best_melding(closer.cards, table)
    closing = best_closing_given(melding, closer.cards, table, context)
    if closing is None:
        violations = close_violations(melding, table, context)
        return _illegal_close(closer, melding.unmatched, violations)
    return _play(player_showing(closer, closing), closing, opponents, table)


def showdown_after(
    closer: ShowdownHand, closing: Closing, opponents: Sequence[ShowdownHand], table: Table
) -> Showdown:
    """Let all players show their melds and lay off after a close that is known to be legal.

    `closing` is the close with the closer's melds, or the best close if they show none.
    """
    shown_indexes = None
    if closer.melds is not None:
        shown_indexes = check_shown(closer.melds, closer.cards, table).shown_indexes
    return _play(player_showing(closer, closing, shown_indexes), closing, opponents, table)


def showdown_without_close(hands: Sequence[ShowdownHand], table: Table) -> Showdown:
    """End a round by exhaustion: all players show their melds, and nobody lays off."""
    results = tuple([_result_without_close(hand, table) for hand in hands])
    melds = tuple([PlayerMelds(result.player, result.melds) for result in results])
    return Showdown((), None, results, melds)


def _after_shown_close(
    closer: ShowdownHand, opponents: Sequence[ShowdownHand], table: Table, context: CloseContext
) -> Showdown:
    check = check_shown(closer.melds or (), closer.cards, table, closer.position)
    violations = check.violations or close_violations(check.melding, table, context)
    if violations:
        return _illegal_close(closer, check.melding.unmatched, violations)
    closing = unchecked_closing(check.melding, table)
    return _play(player_showing(closer, closing, check.shown_indexes), closing, opponents, table)


def _illegal_close(
    closer: ShowdownHand, unmatched: tuple[Card, ...], violations: tuple[Violation, ...]
) -> Showdown:
    return Showdown(violations, CloserResult(closer.player, None, (), unmatched, None), (), ())


def _play(
    closer: ShowdownPlayer, closing: Closing, opponents: Sequence[ShowdownHand], table: Table
) -> Showdown:
    return showdown_result(*play_turns(closer, opponents, table), closing, table)


def showdown_result(
    players: Sequence[ShowdownPlayer], board: Board, closing: Closing, table: Table
) -> Showdown:
    """Return the end of the round after the last pass; the first of `players` is the closer."""
    closer, *others = players
    results = tuple([_opponent_result(player, table, after_close=True) for player in others])
    names = [closer.name, *[result.player for result in results]]
    closer_result = _closer_result(closer, closing, table)
    return Showdown(closer.violations, closer_result, results, _by_owner(names, board))


def _closer_result(player: ShowdownPlayer, closing: Closing, table: Table) -> CloserResult:
    """A closer who has laid off the last unmatched card adds 0; this is not a full close."""
    points: int | None = points_of(player.unmatched, table)
    if not closing.unmatched:
        points = closing.score or 0
    if player.violations:
        points = None
    return CloserResult(player.name, closing, player.lay_offs, player.unmatched, points)


def _opponent_result(player: ShowdownPlayer, table: Table, *, after_close: bool) -> PlayerResult:
    points: int | None = points_of(player.unmatched, table)
    if after_close and not player.melding.unmatched:
        full = full_of_opponent(player.hand.cards, table)
        points = full.points if full else 0
    if player.violations:
        points = None
    return PlayerResult(
        player.name,
        player.violations,
        player.melding.melds,
        player.lay_offs,
        player.unmatched,
        points,
    )


def _by_owner(names: Sequence[str], board: Board) -> tuple[PlayerMelds, ...]:
    melds: dict[str, list[Meld]] = {name: [] for name in names}
    for board_meld in board:
        melds[board_meld.owner].append(board_meld.meld)
    return tuple([PlayerMelds(name, tuple(owner_melds)) for name, owner_melds in melds.items()])


def _result_without_close(hand: ShowdownHand, table: Table) -> PlayerResult:
    player = show(hand, (), table)
    for chosen in player.pending:
        violation = Violation(ViolationCode.LAY_OFF_NOT_ALLOWED, facts=facts(to="exhausted"))
        player = player.after_refusing(chosen, [violation])
    return _opponent_result(player, table, after_close=False)

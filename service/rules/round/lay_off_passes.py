"""Lay-off passes: the passes of a showdown, in which each player has one turn.

In the first pass each opponent shows their melds and lays off. If `lay_off.passes` is
`until_stable`, more passes follow until nobody lays off a card (rule book, "Laying off").
"""

from collections.abc import Sequence
from itertools import count

from service.rules.round.best_lay_offs import lay_off
from service.rules.round.board import Board
from service.rules.round.chosen_lay_offs import (
    PlayerAndBoard,
    Turns,
    lay_off_chosen,
    refuse_in_first_pass,
    refuse_pending,
    with_changed,
    with_missing_melds,
    without_blocking,
)
from service.rules.round.lay_off_rights import RoundClose, open_melds
from service.rules.round.showdown_player import ShowdownHand, ShowdownPlayer, show
from service.rules.table.cards import Card
from service.rules.table.table import Table

PlayersAndBoard = tuple[tuple[ShowdownPlayer, ...], Board]


def play_turns(
    closer: ShowdownPlayer, opponents: Sequence[ShowdownHand], table: Table
) -> PlayersAndBoard:
    """Play all passes and return the players, the closer first, and the board after them.

    The closer has already shown their melds in a legal close.
    """
    turns = turns_after(closer, [hand.player for hand in opponents], table)
    players, board = _first_pass(turns, closer, opponents)
    if not turns.has_one_pass:
        players, board = _later_passes(turns, players, board)
    return tuple(
        [refuse_pending(turns, player, board) if player.pending else player for player in players]
    ), board


def turns_after(closer: ShowdownPlayer, opponents: Sequence[str], table: Table) -> Turns:
    """Return the fixed data of the turns after a close; `opponents` are in turn order."""
    close = RoundClose(closer.name, full=not closer.melding.unmatched)
    return Turns((closer.name, *opponents), close, table)


def play_passes(
    turns: Turns, closer: ShowdownPlayer, opponents: Sequence[ShowdownHand], passes: int
) -> PlayersAndBoard:
    """Play the lay-offs that the players have chosen in the passes up to the number `passes`.

    `opponents` are those who have shown. A lay-off that is not legal is refused; see
    `ShowdownPlayer.violations`.
    """
    players, board = _first_pass(turns, closer, opponents)
    for pass_number in range(2, passes + 1):
        players, board = _pass(turns, players, board, pass_number)
    return tuple([refuse_pending(turns, player, board) for player in players]), board


def _first_pass(
    turns: Turns, closer: ShowdownPlayer, opponents: Sequence[ShowdownHand]
) -> PlayersAndBoard:
    """Play the first pass: each opponent shows their melds and lays off on the board so far.

    A closer who may lay off has the first turn in each later pass, but none in this one.
    """
    board = closer.melds_on_table(turns.table)
    players = [refuse_in_first_pass(turns, closer, board)]
    for hand in opponents:
        player, board = first_turn(turns, hand, board)
        players.append(player)
    return tuple(with_missing_melds(player, board) for player in players), board


def first_turn(turns: Turns, hand: ShowdownHand, board: Board) -> PlayerAndBoard:
    """Play an opponent's turn in the first pass: show the melds of the hand, then lay off."""
    open_board = open_melds(hand.player, board, turns.close, turns.table, has_meld=True)
    player = show(hand, open_board, turns.table)
    return play_turn(turns, player, board + player.melds_on_table(turns.table), 1)


def _later_passes(
    turns: Turns, players: tuple[ShowdownPlayer, ...], board: Board
) -> PlayersAndBoard:
    """Play passes until one adds no card and no lay-off was chosen for a later pass."""
    last_chosen = max(
        [chosen.pass_number or 0 for player in players for chosen in player.pending], default=0
    )
    for pass_number in count(2):
        previous_board = board
        players, board = _pass(turns, players, board, pass_number)
        if board == previous_board and pass_number >= last_chosen:
            before = players
            players = tuple([without_blocking(turns, player, board) for player in players])
            if players == before:
                break
    return players, board


def _pass(
    turns: Turns, players: tuple[ShowdownPlayer, ...], board: Board, pass_number: int
) -> PlayersAndBoard:
    """Play one later pass; skip players whose cards cannot fit any meld."""
    updated, may_fit = [], _cards_that_may_fit(board, turns.table)
    for previous in players:
        player = previous
        if player.pending or not may_fit.isdisjoint(player.unmatched):
            player, new_board = play_turn(turns, player, board, pass_number)
            if new_board is not board:
                board, may_fit = new_board, _cards_that_may_fit(new_board, turns.table)
        updated.append(player)
    return tuple(updated), board


def _cards_that_may_fit(board: Board, table: Table) -> frozenset[Card]:
    """Return all the wilds and every card that fits some meld as a natural."""
    return table.wilds.union(*[board_meld.fitting_naturals for board_meld in board])


def play_turn(
    turns: Turns, player: ShowdownPlayer, board: Board, pass_number: int
) -> PlayerAndBoard:
    """Play one turn: the lay-offs that the player has chosen, or those for the fewest points."""
    if player.hand.lay_offs is not None:
        return lay_off_chosen(turns, player, board, pass_number)
    if not player.unmatched:
        return player, board
    close, table = turns.close, turns.table
    open_board = open_melds(player.hand.player, board, close, table, has_meld=player.has_meld)
    laid = lay_off(player.unmatched, open_board, table)
    if laid is None:
        return player, board
    updated = player.after_laying_off(laid.lay_offs, laid.unmatched, pass_number)
    return updated, with_changed(board, laid.changed)

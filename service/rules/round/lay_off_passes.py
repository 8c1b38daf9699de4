"""Lay-off turns: the passes of a showdown, in which each player has one turn.

In the first pass each player shows their melds and lays off. If `lay_off.passes` is `until_stable`,
more passes follow until nobody lays off a card (rule book, "Laying off").
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import count

from msgspec import Struct

from service.rules.round.best_lay_offs import lay_off
from service.rules.round.board import Board, BoardMeld, LayOffOption, with_card, with_card_or_wild
from service.rules.round.lay_off_rights import RoundClose, meld_violations, open_melds
from service.rules.round.showdown_player import ChosenLayOff, ShowdownHand, ShowdownPlayer, show
from service.rules.table.cards import Card
from service.rules.table.parameters import LayOffPasses
from service.rules.table.table import Table
from service.rules.violations import Violation, ViolationCode, facts


class Turns(Struct, frozen=True):
    """The fixed data of all turns: the turn order of the players, the close and the table."""

    order: tuple[str, ...]
    close: RoundClose
    table: Table

    @property
    def has_one_pass(self) -> bool:
        """True if each player has only one turn."""
        return self.table.rules.lay_off.passes is LayOffPasses.ONE


PlayerAndBoard = tuple[ShowdownPlayer, Board]
PlayersAndBoard = tuple[tuple[ShowdownPlayer, ...], Board]


def play_turns(
    closer: ShowdownPlayer, opponents: Sequence[ShowdownHand], table: Table
) -> PlayersAndBoard:
    """Play all passes and return the players, the closer first, and the board after them.

    The closer has already shown their melds in a legal close.
    """
    order = (closer.name, *[hand.player for hand in opponents])
    turns = Turns(order, RoundClose(closer.name, full=not closer.melding.unmatched), table)
    players, board = _first_pass(turns, closer, opponents)
    if not turns.has_one_pass:
        players, board = _later_passes(turns, players, board)
    return tuple(
        [_refuse_pending(turns, player, board) if player.pending else player for player in players]
    ), board


def _first_pass(
    turns: Turns, closer: ShowdownPlayer, opponents: Sequence[ShowdownHand]
) -> PlayersAndBoard:
    """Play the first pass: each player shows their melds and lays off on the board so far."""
    player, board = _turn(turns, closer, closer.melds_on_table(turns.table), 1)
    players = [player]
    for hand in opponents:
        open_board = open_melds(hand.player, board, turns.close, turns.table, has_meld=True)
        showing_player = show(hand, open_board, turns.table)
        board += showing_player.melds_on_table(turns.table)
        player, board = _turn(turns, showing_player, board, 1)
        players.append(player)
    return tuple(players), board


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
            player, new_board = _turn(turns, player, board, pass_number)
            if new_board is not board:
                board, may_fit = new_board, _cards_that_may_fit(new_board, turns.table)
        updated.append(player)
    return tuple(updated), board


def _cards_that_may_fit(board: Board, table: Table) -> frozenset[Card]:
    """Return all the wilds and every card that fits some meld as a natural."""
    return table.wilds.union(*[board_meld.fitting_naturals for board_meld in board])


def _turn(turns: Turns, player: ShowdownPlayer, board: Board, pass_number: int) -> PlayerAndBoard:
    """Play one turn: the lay-offs that the player has chosen, or those for the fewest points."""
    if player.hand.lay_offs is not None:
        return _lay_off_chosen(turns, player, board, pass_number)
    if not player.unmatched:
        return player, board
    close, table = turns.close, turns.table
    open_board = open_melds(player.hand.player, board, close, table, has_meld=player.has_meld)
    laid = lay_off(player.unmatched, open_board, table)
    if laid is None:
        return player, board
    updated = player.after_laying_off(laid.lay_offs, laid.unmatched, pass_number)
    return updated, _with_changed(board, laid.changed)


def _lay_off_chosen(
    turns: Turns, player: ShowdownPlayer, board: Board, pass_number: int
) -> PlayerAndBoard:
    """Play the lay-offs chosen for this pass, and the lay-offs for any pass that fit now.

    They are played in the player's order. After each lay-off, the earlier pending ones are tried
    again. A lay-off for this pass is refused if it does not fit when it is tried. If there is only
    one pass, a lay-off for any pass is refused if it has not fitted by the end of the turn.
    """
    while chosen := _next_chosen(turns, player, board, pass_number):
        player = player.without(chosen)
        violations = tuple(_violations(turns, player, chosen, board, pass_number))
        if violations:
            player = player.after_refusing(chosen, violations)
        else:
            player, board = _lay_off_one(turns, player, chosen, board, pass_number)
    if turns.has_one_pass:
        for chosen in player.pending:
            if chosen.pass_number is None:
                violations = tuple(_violations(turns, player, chosen, board, pass_number))
                player = player.without(chosen).after_refusing(chosen, violations)
    return player, board


def _next_chosen(
    turns: Turns, player: ShowdownPlayer, board: Board, pass_number: int
) -> ChosenLayOff | None:
    """Return the first pending lay-off for this pass, or for any pass if it fits now."""
    for chosen in player.pending:
        if chosen.pass_number == pass_number:
            return chosen
        if chosen.pass_number is None and not any(
            _violations(turns, player, chosen, board, pass_number)
        ):
            return chosen
    return None


def _lay_off_one(
    turns: Turns, player: ShowdownPlayer, chosen: ChosenLayOff, board: Board, pass_number: int
) -> PlayerAndBoard:
    """Play a legal lay-off."""
    board_meld = next(board_meld for board_meld in board if _is_chosen_meld(chosen, board_meld))
    extended = with_card(board_meld.meld, chosen.card, chosen.place, turns.table)
    remaining = list(player.unmatched)
    remaining.remove(chosen.card)
    option = LayOffOption(chosen.card, board_meld.owner, board_meld.index, chosen.place)
    player = player.after_laying_off([option], remaining, pass_number)
    return player, _with_changed(
        board, [(board_meld, board_meld.extended(extended or board_meld.meld, turns.table))]
    )


def _violations(
    turns: Turns,
    player: ShowdownPlayer,
    chosen: ChosenLayOff,
    board: Board,
    pass_number: int | None,
) -> Iterator[Violation]:
    """Yield each violation of a chosen lay-off; after the last pass `pass_number` is None."""
    holds = chosen.card in player.unmatched
    if not holds:
        yield Violation(ViolationCode.LAY_OFF_CARD_NOT_HELD)
    board_meld = next(
        (board_meld for board_meld in board if _is_chosen_meld(chosen, board_meld)), None
    )
    if board_meld is None:
        later_players = turns.order[turns.order.index(player.name) + 1 :]
        shows_later = pass_number == 1 and chosen.owner in later_players
        code = (
            ViolationCode.LAY_OFF_NOT_YET_SHOWN
            if shows_later
            else ViolationCode.LAY_OFF_NO_SUCH_MELD
        )
        yield Violation(code, facts=facts(owner=chosen.owner, meld=chosen.meld))
        return
    meld_closed = tuple(
        meld_violations(player.name, board_meld, turns.close, turns.table, has_meld=player.has_meld)
    )
    yield from meld_closed
    if (
        holds
        and not meld_closed
        and not with_card(board_meld.meld, chosen.card, chosen.place, turns.table)
    ):
        yield _why_it_does_not_fit(chosen, board_meld, turns.table)


def _why_it_does_not_fit(chosen: ChosenLayOff, board_meld: BoardMeld, table: Table) -> Violation:
    """Return a violation that says whether the card would be wild or does not fit at all."""
    if with_card_or_wild(board_meld.meld, chosen.card, chosen.place, table):
        return Violation(ViolationCode.LAY_OFF_WILD)
    meld_facts = facts(why="place", place=chosen.place.value, cards=board_meld.meld.cards)
    return Violation(ViolationCode.LAY_OFF_DOES_NOT_FIT, facts=meld_facts)


def _refuse_pending(turns: Turns, player: ShowdownPlayer, board: Board) -> ShowdownPlayer:
    """Return the player with each pending lay-off refused, after the last pass."""
    for chosen in player.pending:
        violations = tuple(_violations(turns, player, chosen, board, None))
        if not violations:
            pass_facts = facts(why="pass", pass_number=chosen.pass_number or 0)
            violations = (Violation(ViolationCode.LAY_OFF_DOES_NOT_FIT, facts=pass_facts),)
        player = player.after_refusing(chosen, violations)
    return player


def _is_chosen_meld(chosen: ChosenLayOff, board_meld: BoardMeld) -> bool:
    return (chosen.owner, chosen.meld) == (board_meld.owner, board_meld.shown_index)


def _with_changed(board: Board, changed: Iterable[tuple[BoardMeld, BoardMeld]]) -> Board:
    """Return the board with each changed meld replaced; `changed` pairs old and new melds."""
    melds = list(board)
    for previous, updated in changed:
        melds[melds.index(previous)] = updated
    return tuple(melds)

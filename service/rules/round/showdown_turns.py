"""Lay-off turns: the passes of a showdown, in which everybody shows and lays off in turn.

In the first pass each player shows its melds and lays off. Where `lay_off.passes` is
`until_stable`, the turn goes round again until nobody adds a card (rule book, "Laying off").
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import count

from msgspec import Struct

from service.rules.round.best_lay_offs import lay_off
from service.rules.round.board import Board, LayOffOption, TableMeld, fitted, with_card
from service.rules.round.lay_off_rights import RoundClose, meld_violations, open_melds
from service.rules.round.showdown_player import ChosenLayOff, ShowdownHand, ShowdownPlayer, show
from service.rules.table.cards import Card
from service.rules.table.parameters import LayOffPasses
from service.rules.table.table import Table
from service.rules.violations import Violation, ViolationCode, facts


class Turns(Struct, frozen=True):
    """What stays the same through all turns: the order of players, the close, the table."""

    order: tuple[str, ...]
    close: RoundClose
    table: Table

    @property
    def one_pass(self) -> bool:
        """Whether each player has one turn."""
        return self.table.rules.lay_off.passes is LayOffPasses.ONE


PlayerAndBoard = tuple[ShowdownPlayer, Board]
PlayersAndBoard = tuple[tuple[ShowdownPlayer, ...], Board]


def play_turns(
    closer: ShowdownPlayer, opponents: Sequence[ShowdownHand], table: Table
) -> PlayersAndBoard:
    """Play all passes: every player as it is at the end, the closer first, and the board.

    The closer has shown its melds and may close with them.
    """
    order = (closer.name, *[hand.player for hand in opponents])
    turns = Turns(order, RoundClose(closer.name, full=not closer.melding.unmatched), table)
    players, board = _first_pass(turns, closer, opponents)
    if not turns.one_pass:
        players, board = _later_passes(turns, players, board)
    return tuple(
        [_refuse_waiting(turns, player, board) if player.waiting else player for player in players]
    ), board


def _first_pass(
    turns: Turns, closer: ShowdownPlayer, opponents: Sequence[ShowdownHand]
) -> PlayersAndBoard:
    """Each player shows its melds and lays off on what has been shown so far."""
    player, board = _turn(turns, closer, closer.melds_on_table(turns.table), 1)
    players = [player]
    for hand in opponents:
        open_to = open_melds(hand.player, board, turns.close, turns.table, has_meld=True)
        shown = show(hand, open_to, turns.table)
        board += shown.melds_on_table(turns.table)
        player, board = _turn(turns, shown, board, 1)
        players.append(player)
    return tuple(players), board


def _later_passes(
    turns: Turns, players: tuple[ShowdownPlayer, ...], board: Board
) -> PlayersAndBoard:
    """Pass after pass until one adds no card and no lay-off was chosen for a later one."""
    last_chosen = max(
        [chosen.pass_number or 0 for player in players for chosen in player.waiting], default=0
    )
    for pass_number in count(2):
        before = board
        players, board = _pass(turns, players, board, pass_number)
        if board == before and pass_number >= last_chosen:
            break
    return players, board


def _pass(
    turns: Turns, players: tuple[ShowdownPlayer, ...], board: Board, pass_number: int
) -> PlayersAndBoard:
    """Each player lays off once more, unless none of its cards can fit."""
    after, may_fit = [], _cards_that_may_fit(board, turns.table)
    for before in players:
        player = before
        if player.waiting or not may_fit.isdisjoint(player.unmatched):
            player, changed = _turn(turns, player, board, pass_number)
            if changed is not board:
                board, may_fit = changed, _cards_that_may_fit(changed, turns.table)
        after.append(player)
    return tuple(after), board


def _cards_that_may_fit(board: Board, table: Table) -> frozenset[Card]:
    """Every card that some meld takes as a natural, and all wilds."""
    return table.wilds.union(*[on.takes for on in board])


def _turn(turns: Turns, player: ShowdownPlayer, board: Board, pass_number: int) -> PlayerAndBoard:
    """One player lays off: as it has chosen, or for the fewest points."""
    if player.hand.lay_offs is not None:
        return _lay_off_chosen(turns, player, board, pass_number)
    if not player.unmatched:
        return player, board
    close, table = turns.close, turns.table
    open_to = open_melds(player.hand.player, board, close, table, has_meld=player.has_meld)
    laid = lay_off(player.unmatched, open_to, table)
    if laid is None:
        return player, board
    after = player.after_laying_off(laid.lay_offs, laid.unmatched, pass_number)
    return after, _with(board, laid.changed)


def _lay_off_chosen(
    turns: Turns, player: ShowdownPlayer, board: Board, pass_number: int
) -> PlayerAndBoard:
    """Play the lay-offs chosen for this pass, and of those for any pass what fits now.

    They are played in the player's order, and after each the earlier ones are tried again. A
    lay-off for this pass that does not fit when its turn comes is refused. So is one for any pass
    that has not fitted in the only pass.
    """
    while chosen := _next_chosen(turns, player, board, pass_number):
        player = player.without(chosen)
        violations = tuple(_violations(turns, player, chosen, board, pass_number))
        if violations:
            player = player.after_refusing(chosen, violations)
        else:
            player, board = _lay_off_one(turns, player, chosen, board, pass_number)
    if turns.one_pass:
        for chosen in player.waiting:
            if chosen.pass_number is None:
                violations = tuple(_violations(turns, player, chosen, board, pass_number))
                player = player.without(chosen).after_refusing(chosen, violations)
    return player, board


def _next_chosen(
    turns: Turns, player: ShowdownPlayer, board: Board, pass_number: int
) -> ChosenLayOff | None:
    """The first waiting lay-off that was chosen for this pass, or for any pass and fits now."""
    for chosen in player.waiting:
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
    """Play a lay-off that nothing forbids."""
    on = next(on for on in board if _is_meant(chosen, on))
    longer = with_card(on.meld, chosen.card, chosen.place, turns.table)
    left = list(player.unmatched)
    left.remove(chosen.card)
    option = LayOffOption(chosen.card, on.owner, on.index, chosen.place)
    player = player.after_laying_off([option], left, pass_number)
    return player, _with(board, [(on, on.grown(longer or on.meld, turns.table))])


def _violations(
    turns: Turns,
    player: ShowdownPlayer,
    chosen: ChosenLayOff,
    board: Board,
    pass_number: int | None,
) -> Iterator[Violation]:
    """Everything that forbids a chosen lay-off in this pass; with None, after the last pass."""
    holds = chosen.card in player.unmatched
    if not holds:
        yield Violation(ViolationCode.LAY_OFF_CARD_NOT_HELD)
    on = next((on for on in board if _is_meant(chosen, on)), None)
    if on is None:
        later = turns.order[turns.order.index(player.name) + 1 :]
        is_later = pass_number == 1 and chosen.owner in later
        code = (
            ViolationCode.LAY_OFF_NOT_YET_SHOWN if is_later else ViolationCode.LAY_OFF_NO_SUCH_MELD
        )
        yield Violation(code, facts=facts(owner=chosen.owner, meld=chosen.meld))
        return
    closed = tuple(
        meld_violations(player.name, on, turns.close, turns.table, has_meld=player.has_meld)
    )
    yield from closed
    if holds and not closed and not with_card(on.meld, chosen.card, chosen.place, turns.table):
        yield _why_it_does_not_fit(chosen, on, turns.table)


def _why_it_does_not_fit(chosen: ChosenLayOff, on: TableMeld, table: Table) -> Violation:
    """The card would be wild there and may not be, or it does not fit at all."""
    if fitted(on.meld, chosen.card, chosen.place, table):
        return Violation(ViolationCode.LAY_OFF_WILD)
    lies = facts(why="place", place=chosen.place.value, cards=on.meld.cards)
    return Violation(ViolationCode.LAY_OFF_DOES_NOT_FIT, facts=lies)


def _refuse_waiting(turns: Turns, player: ShowdownPlayer, board: Board) -> ShowdownPlayer:
    """The player with the violations of each lay-off that still waits after the last pass."""
    for chosen in player.waiting:
        violations = tuple(_violations(turns, player, chosen, board, None))
        if not violations:
            missing = facts(why="pass", pass_number=chosen.pass_number or 0)
            violations = (Violation(ViolationCode.LAY_OFF_DOES_NOT_FIT, facts=missing),)
        player = player.after_refusing(chosen, violations)
    return player


def _is_meant(chosen: ChosenLayOff, on: TableMeld) -> bool:
    return (chosen.owner, chosen.meld) == (on.owner, on.shown_as)


def _with(board: Board, changed: Iterable[tuple[TableMeld, TableMeld]]) -> Board:
    """The board with melds as they lie now in place of the same melds before."""
    now = list(board)
    for before, after in changed:
        now[now.index(before)] = after
    return tuple(now)

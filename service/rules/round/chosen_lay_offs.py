"""Chosen lay-offs: the lay-offs that a player chose, played or refused in their pass.

A lay-off for any pass is played as soon as it fits (rule book, "Laying off").
"""

from collections.abc import Iterable, Iterator

from msgspec import Struct
from msgspec.structs import replace

from service.rules.round.board import (
    Board,
    BoardMeld,
    LayOffOption,
    LayOffPlace,
    with_card,
    with_card_or_wild,
)
from service.rules.round.lay_off_rights import RoundClose, owner_violations
from service.rules.round.showdown_player import ChosenLayOff, ShowdownPlayer
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


def lay_off_chosen(
    turns: Turns, player: ShowdownPlayer, board: Board, pass_number: int
) -> PlayerAndBoard:
    """Play the lay-offs chosen for this pass, and the lay-offs for any pass that fit now.

    They are played in the player's order. After each lay-off, the earlier pending ones are tried
    again. A lay-off for this pass is refused if it does not fit when it is tried. If there is only
    one pass, a lay-off for any pass is refused if it has not fitted by the end of the turn.
    """
    while chosen := _next_chosen(turns, player, board, pass_number) or _never_fitting(
        turns, player
    ):
        player = player.without(chosen)
        violations = tuple(_violations(turns, player, chosen, board, pass_number))
        if violations:
            player = player.after_refusing(chosen, violations)
        else:
            player, board = _lay_off_one(turns, player, chosen, board, pass_number)
    return player, board


def _never_fitting(turns: Turns, player: ShowdownPlayer) -> ChosenLayOff | None:
    """Return the first lay-off for any pass, once no other fits, if there is only one pass."""
    if not turns.has_one_pass:
        return None
    return next((chosen for chosen in player.pending if chosen.pass_number is None), None)


def _next_chosen(
    turns: Turns, player: ShowdownPlayer, board: Board, pass_number: int
) -> ChosenLayOff | None:
    """Return the first pending lay-off for this pass, or for any pass if it fits now.

    A lay-off for any pass does not overtake an earlier one at the same end of the same meld.
    """
    waiting = set()
    for chosen in player.pending:
        end = _end_of(chosen)
        if chosen.pass_number == pass_number:
            return chosen
        if (
            chosen.pass_number is None
            and end not in waiting
            and not any(_violations(turns, player, chosen, board, pass_number))
        ):
            return chosen
        waiting.add(end)
    return None


def _end_of(chosen: ChosenLayOff) -> tuple[str, int, LayOffPlace]:
    return chosen.owner, chosen.meld, chosen.place


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
    return player, with_changed(
        board, [(board_meld, board_meld.extended(extended or board_meld.meld, turns.table))]
    )


def refuse_in_first_pass(turns: Turns, closer: ShowdownPlayer, board: Board) -> ShowdownPlayer:
    """Return the closer with each lay-off for the first pass refused."""
    for chosen in closer.pending:
        if chosen.pass_number == 1 or (chosen.pass_number is None and turns.has_one_pass):
            violations = [*_violations(turns, closer, chosen, board, 1)]
            if turns.table.rules.lay_off.closer_may:
                to = facts(to="closer_in_pass_1")
                violations.append(Violation(ViolationCode.LAY_OFF_NOT_ALLOWED, facts=to))
            closer = closer.without(chosen).after_refusing(chosen, violations)
    return closer


def with_missing_melds(player: ShowdownPlayer, board: Board) -> ShowdownPlayer:
    """Return the player with "not yet shown" replaced for each meld that was never shown."""
    shown = {(board_meld.owner, board_meld.shown_index) for board_meld in board}

    def corrected(violation: Violation) -> Violation:
        named = dict(violation.facts)
        never = violation.code is _NOT_YET and (named["owner"], named["meld"]) not in shown
        return replace(violation, code=ViolationCode.LAY_OFF_NO_SUCH_MELD) if never else violation

    return replace(player, violations=tuple([corrected(found) for found in player.violations]))


_NOT_YET = ViolationCode.LAY_OFF_NOT_YET_SHOWN


def without_blocking(turns: Turns, player: ShowdownPlayer, board: Board) -> ShowdownPlayer:
    """Return the player with each lay-off refused that never fits and blocks a later one."""
    ends = [_end_of(chosen) for chosen in player.pending]
    for index, chosen in enumerate(player.pending):
        if ends[index] in ends[index + 1 :] and ends[index] not in ends[:index]:
            violations = tuple(_violations(turns, player, chosen, board, None))
            if violations:
                player = player.without(chosen).after_refusing(chosen, violations)
    return player


def refuse_pending(turns: Turns, player: ShowdownPlayer, board: Board) -> ShowdownPlayer:
    """Return the player with each pending lay-off refused, after the last pass."""
    for chosen in player.pending:
        violations = tuple(_violations(turns, player, chosen, board, None))
        if not violations:
            pass_facts = facts(why="pass", pass_number=chosen.pass_number or 0)
            violations = (Violation(ViolationCode.LAY_OFF_DOES_NOT_FIT, facts=pass_facts),)
        player = player.after_refusing(chosen, violations)
    return player


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
    owner_closed = tuple(
        owner_violations(
            player.name, chosen.owner, turns.close, turns.table, has_meld=player.has_meld
        )
    )
    yield from owner_closed
    if (
        holds
        and board_meld
        and not owner_closed
        and not with_card(board_meld.meld, chosen.card, chosen.place, turns.table)
    ):
        yield _why_it_does_not_fit(chosen, board_meld, turns.table)


def _why_it_does_not_fit(chosen: ChosenLayOff, board_meld: BoardMeld, table: Table) -> Violation:
    """Return a violation that says whether the card would be wild or does not fit at all."""
    if with_card_or_wild(board_meld.meld, chosen.card, chosen.place, table):
        return Violation(ViolationCode.LAY_OFF_WILD)
    meld_facts = facts(why="place", place=chosen.place.value, cards=board_meld.meld.cards)
    return Violation(ViolationCode.LAY_OFF_DOES_NOT_FIT, facts=meld_facts)


def _is_chosen_meld(chosen: ChosenLayOff, board_meld: BoardMeld) -> bool:
    return (chosen.owner, chosen.meld) == (board_meld.owner, board_meld.shown_index)


def with_changed(board: Board, changed: Iterable[tuple[BoardMeld, BoardMeld]]) -> Board:
    """Return the board with each changed meld replaced; `changed` pairs old and new melds."""
    melds = list(board)
    for previous, updated in changed:
        melds[melds.index(previous)] = updated
    return tuple(melds)

"""Lay-off rights: the melds on which a player may lay off, whatever the card.

They depend on the parameters of `lay_off`, on who closed and on whether the close was full (rule
book, "Laying off").
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from msgspec import Struct

from service.rules.round.board import Board, LayOffOption, options_on
from service.rules.table.cards import Card
from service.rules.table.parameters import BlockedByFullClose, LayOffOnto
from service.rules.table.table import Table
from service.rules.violations import Violation, ViolationCode, facts


class RoundClose(Struct, frozen=True):
    """The player who closed, and whether all seven cards were melded."""

    closer: str
    full: bool


def owner_violations(
    player: str, owner: str, close: RoundClose, table: Table, *, has_meld: bool
) -> Iterator[Violation]:
    """Yield a violation for each rule that forbids a player to lay off on the melds of an owner.

    `has_meld` is True if the player has shown at least one meld.
    """
    rules = table.rules.lay_off
    closer, blocked = close.closer, rules.blocked_by_full_close
    if not rules.allowed:
        yield Violation(ViolationCode.LAY_OFF_NOT_ALLOWED, player=player, facts=facts(to="anybody"))
    if player == closer and not rules.closer_may:
        yield Violation(ViolationCode.LAY_OFF_NOT_ALLOWED, player=player, facts=facts(to="closer"))
    if close.full and (
        blocked is BlockedByFullClose.ALL
        or (blocked is BlockedByFullClose.CLOSER_MELDS and owner == closer)
    ):
        yield Violation(ViolationCode.LAY_OFF_BLOCKED, player=player, facts=facts(owner=owner))
    if rules.onto is LayOffOnto.CLOSER and owner != closer:
        owners = facts(closer=closer, owner=owner)
        yield Violation(ViolationCode.LAY_OFF_NOT_ONTO, player=player, facts=owners)
    if rules.requires_own_meld and not has_meld:
        yield Violation(ViolationCode.LAY_OFF_NO_OWN_MELD, player=player)


def open_melds(
    player: str, board: Board, close: RoundClose, table: Table, *, has_meld: bool
) -> Board:
    """Return the melds on which a player may lay off."""
    if player == close.closer and not table.rules.lay_off.closer_may:
        return ()
    if _all_open(close.full, table):
        return board
    return tuple(
        [
            board_meld
            for board_meld in board
            if not any(owner_violations(player, board_meld.owner, close, table, has_meld=has_meld))
        ]
    )


@lru_cache(maxsize=256)
def _all_open(full: bool, table: Table) -> bool:  # noqa: FBT001 - a key of the cache
    """Return True if every player who may lay off may do so on every meld."""
    rules = table.rules.lay_off
    return (
        rules.allowed
        and rules.onto is LayOffOnto.ALL
        and not rules.requires_own_meld
        and (not full or rules.blocked_by_full_close is BlockedByFullClose.NONE)
    )


def lay_off_options(
    player: str, cards: Sequence[Card], board: Board, close: RoundClose, table: Table
) -> tuple[LayOffOption, ...]:
    """Return each option of a player to lay off one of these cards now, in the fixed order."""
    has_meld = any(board_meld.owner == player for board_meld in board)
    open_board = open_melds(player, board, close, table, has_meld=has_meld)
    return tuple(option for option, _ in options_on(cards, open_board, table))

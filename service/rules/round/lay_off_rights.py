"""Lay-off rights: on whose melds a player may lay off, whatever the card.

The parameters of `lay_off` decide, together with who closed and how (rule book, "Laying off").
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from msgspec import Struct

from service.rules.round.board import Board, LayOffOption, TableMeld, options_on
from service.rules.table.cards import Card
from service.rules.table.parameters import BlockedByFullClose, LayOffOnto
from service.rules.table.table import Table
from service.rules.violations import Violation, ViolationCode, facts


class RoundClose(Struct, frozen=True):
    """Who closed, and whether with all seven cards melded."""

    closer: str
    full: bool


def meld_violations(
    player: str, on: TableMeld, close: RoundClose, table: Table, *, has_meld: bool
) -> Iterator[Violation]:
    """Everything that forbids a player to lay off on a meld, whatever the card.

    `has_meld` says whether the player has shown a meld of its own.
    """
    rules = table.rules.lay_off
    closer, blocked = close.closer, rules.blocked_by_full_close
    if not rules.allowed:
        yield Violation(ViolationCode.LAY_OFF_NOT_ALLOWED, player=player, facts=facts(to="anybody"))
    if player == closer and not rules.closer_may:
        yield Violation(ViolationCode.LAY_OFF_NOT_ALLOWED, player=player, facts=facts(to="closer"))
    if close.full and (
        blocked is BlockedByFullClose.ALL
        or (blocked is BlockedByFullClose.CLOSER_MELDS and on.owner == closer)
    ):
        yield Violation(ViolationCode.LAY_OFF_BLOCKED, player=player, facts=facts(owner=on.owner))
    if rules.onto is LayOffOnto.CLOSER and on.owner != closer:
        whose = facts(closer=closer, owner=on.owner)
        yield Violation(ViolationCode.LAY_OFF_NOT_ONTO, player=player, facts=whose)
    if rules.requires_own_meld and not has_meld:
        yield Violation(ViolationCode.LAY_OFF_NO_OWN_MELD, player=player)


def open_melds(
    player: str, board: Board, close: RoundClose, table: Table, *, has_meld: bool
) -> Board:
    """The melds on which a player may lay off."""
    if player == close.closer and not table.rules.lay_off.closer_may:
        return ()
    if _all_open(close.full, table):
        return board
    return tuple(
        [
            on
            for on in board
            if not any(meld_violations(player, on, close, table, has_meld=has_meld))
        ]
    )


@lru_cache(maxsize=256)
def _all_open(full: bool, table: Table) -> bool:  # noqa: FBT001 - a key of the cache
    """Whether all melds are open to each player, as at most tables after most closes."""
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
    """Each place where each different card of a player may go now, in the fixed order."""
    has_meld = any(on.owner == player for on in board)
    open_to_player = open_melds(player, board, close, table, has_meld=has_meld)
    return tuple(option for option, _ in options_on(cards, open_to_player, table))

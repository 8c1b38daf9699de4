"""Lay-off rights: on whose melds a player may lay off, and where its cards may go."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from service.rules.round.board import Board, LayOffOption, TableMeld, options_on
from service.rules.table.cards import Card
from service.rules.table.parameters import BlockedByFullClose, LayOffOnto
from service.rules.table.table import Table
from service.rules.violations import Code

Refusal = tuple[Code, str]


class RoundClose(Struct, frozen=True):
    """Who closed, and whether with all seven melded."""

    closer: str | None
    full: bool


def lay_off_refusals(
    player: str, laid: TableMeld, close: RoundClose, table: Table, *, meldless: bool
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
    if rules.onto is LayOffOnto.CLOSER and laid.owner != closer:
        yield Code.LAY_OFF_NOT_ONTO, f"only {closer}'s melds take cards, not {laid.owner}'s"
    if rules.requires_own_meld and meldless:
        yield Code.LAY_OFF_NO_OWN_MELD, f"{player} has shown no meld"


def lay_off_options(
    player: str, cards: Sequence[Card], board: Board, close: RoundClose, table: Table
) -> tuple[LayOffOption, ...]:
    """Each place where each different card of a player may go now, in the fixed order."""
    meldless = all(laid.owner != player for laid in board)
    may_lay_on = tuple(
        laid
        for laid in board
        if not any(lay_off_refusals(player, laid, close, table, meldless=meldless))
    )
    return tuple(step for step, _ in options_on(cards, may_lay_on, table))

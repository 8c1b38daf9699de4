"""Onto: on whose melds a player may lay off, and where each of its cards may go (RULES §2)."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from service.rules.round.board import Board, Laid, Step, options
from service.rules.table.cards import Card
from service.rules.table.parameters import BlockedByFullClose, Onto
from service.rules.table.table import Table
from service.rules.violations import Code

Refusal = tuple[Code, str]


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

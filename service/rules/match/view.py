"""The view: the part of a match that one player, or an onlooker, may see.

A view includes only the listed members, so a new member of the state stays hidden.
"""

import hashlib
from typing import Annotated

from msgspec import Meta, Struct, field

from service.rules.hand.melds import Meld
from service.rules.match.state import (
    ENDED,
    Phase,
    Pile,
    ShowdownMode,
    State,
    StateCloser,
    StateShown,
)
from service.rules.player_name import PlayerName
from service.rules.score.scoring import RoundScore
from service.rules.table.cards import Card

Count = Annotated[int, Meta(ge=0)]
"""A number of things."""


class PlayerView(Struct, frozen=True):
    """A player with `count` cards; `cards` is None if the viewer may not see them."""

    player: PlayerName
    total: int
    rejoins: Count
    out: bool
    left: bool
    turns: Count
    count: Count
    cards: tuple[Card, ...] | None


class DrawnView(Struct, frozen=True):
    """The card that the player to play has drawn; if the viewer may not see it, it is None."""

    pile: Pile = field(name="from")
    card: Card | None


class CloserView(Struct, frozen=True):
    """The player who closed, and their melds; only the closer sees the discard."""

    player: PlayerName
    discard: Card | None
    melds: tuple[Meld, ...]


class View(Struct, frozen=True):
    """A match as one viewer may see it; `stock` is the number of cards in the stock."""

    round: int
    phase: Phase
    lead: PlayerName
    to_play: PlayerName | None
    player: PlayerName | None
    players: tuple[PlayerView, ...]
    stock: int
    discards: tuple[Card, ...]
    exhaustions: int
    play_off: bool
    moves: int
    showdown: ShowdownMode
    shown: tuple[StateShown, ...] | None
    pass_number: int | None = field(name="pass")
    drawn: DrawnView | None
    closer: CloserView | None
    result: RoundScore | None
    seed_hash: str
    seed: str | None


def view(state: State, viewer: str | None) -> View:
    """Return the view of a player; if `viewer` is None, return the view of an onlooker."""
    return View(
        round=state.round,
        phase=state.phase,
        lead=state.lead,
        to_play=state.to_play,
        player=viewer,
        players=tuple(
            PlayerView(
                player.player,
                player.total,
                player.rejoins,
                player.out,
                player.left,
                player.turns,
                len(player.cards),
                player.cards if _may_see(viewer, player.player, state) else None,
            )
            for player in state.players
        ),
        stock=len(state.stock),
        discards=state.discards,
        exhaustions=state.exhaustions,
        play_off=state.play_off,
        moves=state.moves,
        showdown=state.showdown,
        shown=state.shown,
        pass_number=state.pass_number,
        drawn=_drawn(state, viewer),
        closer=_closer(state.closer, viewer),
        result=state.result,
        seed_hash=hashlib.sha256(state.seed.encode()).hexdigest(),
        seed=state.seed if state.phase in ENDED else None,
    )


def _may_see(viewer: str | None, player: str, state: State) -> bool:
    """Return whether the viewer may see a player's hand: everybody sees that of the closer."""
    is_closer = state.closer is not None and state.closer.player == player
    return state.hands_are_open or is_closer or player == viewer


def _drawn(state: State, viewer: str | None) -> DrawnView | None:
    if state.drawn is None:
        return None
    visible = state.drawn.pile is Pile.DISCARDS or _drawer(state) == viewer
    return DrawnView(state.drawn.pile, state.drawn.card if visible else None)


def _drawer(state: State) -> str:
    """Return the player who has drawn: in a cancelled match, the player with eight cards."""
    if state.to_play is not None:
        return state.to_play
    return max(state.players, key=lambda player: len(player.cards)).player


def _closer(closer: StateCloser | None, viewer: str | None) -> CloserView | None:
    if closer is None:
        return None
    discard = closer.discard if closer.player == viewer else None
    return CloserView(closer.player, discard, closer.melds)

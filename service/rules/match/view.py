"""The view: what one player, or an onlooker, may see of a match; built by inclusion."""

import hashlib

from msgspec import Struct, field

from service.rules.hand.melds import Meld
from service.rules.match.state import ENDED, Phase, Pile, State, StateCloser
from service.rules.names import PlayerName
from service.rules.round.scoring import RoundScore
from service.rules.table.cards import Card


class PlayerView(Struct, frozen=True):
    """A player as the viewer sees it: `count` cards, and which where they are shown, else None."""

    player: PlayerName
    total: int
    rejoins: int
    out: bool
    turns: int
    count: int
    cards: tuple[Card, ...] | None


class DrawnView(Struct, frozen=True):
    """What the player to play has drawn; a card from the stock is None to the others."""

    pile: Pile = field(name="from")
    card: Card | None


class CloserView(Struct, frozen=True):
    """The player who closed, and with which melds; the discard is None to all others."""

    player: PlayerName
    discard: Card | None
    melds: tuple[Meld, ...]


class View(Struct, frozen=True):
    """A match as somebody may see it; `stock` is how many cards it has."""

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
    drawn: DrawnView | None
    closer: CloserView | None
    result: RoundScore | None
    seed_hash: str
    seed: str | None


def view(state: State, viewer: str | None) -> View:
    """What a player of the match, or an onlooker where `viewer` is None, may see of it."""
    open_hands = state.round_has_ended
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
                player.turns,
                len(player.cards),
                player.cards if open_hands or player.player == viewer else None,
            )
            for player in state.players
        ),
        stock=len(state.stock),
        discards=state.discards,
        exhaustions=state.exhaustions,
        play_off=state.play_off,
        drawn=_drawn(state, viewer),
        closer=_closer(state.closer, viewer),
        result=state.result,
        seed_hash=hashlib.sha256(state.seed.encode()).hexdigest(),
        seed=state.seed if state.phase in ENDED else None,
    )


def _drawn(state: State, viewer: str | None) -> DrawnView | None:
    if state.drawn is None:
        return None
    seen = state.drawn.pile is Pile.DISCARDS or _drawer(state) == viewer
    return DrawnView(state.drawn.pile, state.drawn.card if seen else None)


def _drawer(state: State) -> str:
    """Who has drawn: the player to play, or in a cancelled match the player with eight cards."""
    if state.to_play is not None:
        return state.to_play
    return max(state.players, key=lambda player: len(player.cards)).player


def _closer(closer: StateCloser | None, viewer: str | None) -> CloserView | None:
    if closer is None:
        return None
    discard = closer.discard if closer.player == viewer else None
    return CloserView(closer.player, discard, closer.melds)

"""The view: what one player, or an onlooker, may see of a match; built by inclusion."""

import hashlib

from msgspec import Struct

from service.rules.hand.melds import Meld
from service.rules.match.state import Phase, Pile, State, StateDrawn
from service.rules.round.round_score import RoundScore
from service.rules.table.cards import Card


class PlayerView(Struct, frozen=True):
    """A player as another sees it: how many cards, and which, where they are shown."""

    player: str
    total: int
    rejoins: int
    out: bool
    turns: int
    count: int
    cards: tuple[Card, ...] | None


class DrawnView(Struct, frozen=True):
    """What the player to play has drawn; the card is None to others if it is from the stock."""

    pile: Pile
    card: Card | None


class ClosedView(Struct, frozen=True):
    """Who closed, with which melds; the discard is None to all but the closer."""

    player: str
    discard: Card | None
    melds: tuple[Meld, ...]


class View(Struct, frozen=True):
    """A match as somebody may see it; `stock` is how many cards it has."""

    round: int
    phase: Phase
    lead: str
    to_play: str | None
    player: str | None
    players: tuple[PlayerView, ...]
    stock: int
    discards: tuple[Card, ...]
    exhaustions: int
    play_off: bool
    drawn: DrawnView | None
    closer: ClosedView | None
    result: RoundScore | None
    seed_hash: str
    seed: str | None


def view(state: State, player: str | None) -> View:
    """What a player of the match, or with None an onlooker, may see of it."""
    shown = state.round_has_ended
    over = state.phase in {Phase.MATCH_OVER, Phase.CANCELLED}
    return View(
        round=state.round,
        phase=state.phase,
        lead=state.lead,
        to_play=state.to_play,
        player=player,
        players=tuple(
            PlayerView(
                one.player,
                one.total,
                one.rejoins,
                one.out,
                one.turns,
                len(one.cards),
                one.cards if shown or one.player == player else None,
            )
            for one in state.players
        ),
        stock=len(state.stock),
        discards=state.discards,
        exhaustions=state.exhaustions,
        play_off=state.play_off,
        drawn=_drawn(state.drawn, mine=player is not None and player == _holder(state)),
        closer=_closer(state, player),
        result=state.result,
        seed_hash=hashlib.sha256(state.seed.encode()).hexdigest(),
        seed=state.seed if over else None,
    )


def _holder(state: State) -> str | None:
    """Who has drawn: the player to play, or in a cancelled match whoever holds eight cards."""
    if state.to_play is not None or state.drawn is None:
        return state.to_play
    return max(state.players, key=lambda one: len(one.cards)).player


def _drawn(drawn: StateDrawn | None, *, mine: bool) -> DrawnView | None:
    if drawn is None:
        return None
    seen = mine or drawn.pile is Pile.DISCARDS
    return DrawnView(drawn.pile, drawn.card if seen else None)


def _closer(state: State, player: str | None) -> ClosedView | None:
    closer = state.closer
    if closer is None:
        return None
    return ClosedView(
        closer.player, closer.discard if closer.player == player else None, closer.melds
    )

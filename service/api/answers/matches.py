"""Telling of a whole match: its state, what one may see of it, and what happened."""

from collections.abc import Iterable
from typing import Any

from msgspec.structs import asdict

from service.api.answers.rounds import told_lay_off, told_result, told_status
from service.api.requests.fields import Json
from service.api.requests.rules import SentRules
from service.api.requests.state import VERSION, SentState
from service.rules.match.actions import (
    Action,
    CancelAction,
    CloseAction,
    DealAction,
    DiscardAction,
    DrawAction,
)
from service.rules.match.events import Event
from service.rules.match.view import View
from service.rules.round.round_score import RoundScore
from service.rules.round.showdown_player import LayOff
from service.rules.round.standings import MatchStatus


def told_state(match: SentState) -> Json:
    """A state as members."""
    state = match.state
    return {
        "version": VERSION,
        "rules": match.sent.sent,
        "seed": state.seed,
        "round": state.round,
        "phase": state.phase,
        "lead": state.lead,
        "to_play": state.to_play,
        "drawn": state.drawn and {"from": state.drawn.pile, "card": state.drawn.card},
        "players": state.players,
        "stock": state.stock,
        "discards": state.discards,
        "exhaustions": state.exhaustions,
        "play_off": state.play_off,
        "closer": state.closer,
        "result": _result(state.result, match.sent),
    }


def _result(summary: RoundScore | None, sent: SentRules) -> Json | None:
    return None if summary is None else told_result(summary, sent)


def told_view(seen: View, sent: SentRules) -> Json:
    """A view as members."""
    members: Json = asdict(seen)
    drawn = seen.drawn and {"from": seen.drawn.pile, "card": seen.drawn.card}
    changed = {"rules": sent.sent, "drawn": drawn, "result": _result(seen.result, sent)}
    return members | changed


def told_events(events: Iterable[Event]) -> list[Json]:
    """Events as members; what one alone may see stands apart."""
    return [_event(event) for event in events]


def _event(event: Event) -> Json:
    members: Json = {"type": event.type}
    if event.player is not None:
        members["player"] = event.player
    members |= {name: _member(value) for name, value in event.told.items()}
    if event.secret:
        members["secret"] = dict(event.secret)
    return members


def _member(value: Any) -> Any:
    if isinstance(value, LayOff):
        return told_lay_off(value)
    if isinstance(value, MatchStatus):
        return told_status(value)
    return value


def told_action(action: Action) -> Json:
    """An action as a caller would send it."""
    match action:
        case DrawAction():
            return {"type": "draw", "from": action.pile}
        case DiscardAction():
            return {"type": "discard", "card": action.card}
        case CloseAction():
            return {"type": "close", "discard": action.discard}
        case DealAction():
            return {"type": "deal"}
        case CancelAction():
            return {"type": "cancel"}
    return {"type": "rejoin", "player": action.player}

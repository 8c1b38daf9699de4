"""Answers about whole matches."""

from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType, field

from service.api.answers.rounds import round_result
from service.api.answers.violations import Violation
from service.api.requests.fields.basic import Json
from service.api.requests.results import RoundResult, SentRulesAnswer
from service.api.requests.states import VERSION
from service.api.requests.views import View
from service.rules.match.actions import Action
from service.rules.match.events import Event, SeenEvent
from service.rules.match.legal_actions import CloseOption, LegalActions, ShowdownOptions
from service.rules.match.state import (
    Phase,
    ShowdownMode,
    StateCloser,
    StateDrawn,
    StatePlayer,
    StateShown,
)
from service.rules.match.state import State as Match
from service.rules.match.view import View as MatchView
from service.rules.player_name import PlayerName
from service.rules.score.scoring import RoundScore
from service.rules.table.cards import Card


class State(Struct, frozen=True):
    """A whole match. The last card of `stock` and of `discards` is the top card."""

    version: int
    rules: SentRulesAnswer
    seed: str
    round: int
    phase: Phase
    lead: PlayerName
    to_play: PlayerName | None
    drawn: StateDrawn | None
    players: tuple[StatePlayer, ...]
    stock: tuple[Card, ...]
    discards: tuple[Card, ...]
    exhaustions: int
    play_off: bool
    moves: int
    showdown: ShowdownMode
    shown: tuple[StateShown, ...] | None
    pass_number: int | None = field(name="pass")
    closer: StateCloser | None
    result: RoundResult | None


class ActionsAnswer(Struct, frozen=True):
    """The player to play, and every action that `/play` accepts now."""

    player: PlayerName | None
    actions: tuple[Action, ...]
    closings: tuple[CloseOption, ...]
    showdown: ShowdownOptions | None
    room: Annotated[
        tuple[Action, ...],
        Meta(description="What may be done besides: each player may leave, the room may cancel."),
    ]


class SeatView(Struct, frozen=True):
    """What one player may see of a step; `player` is null for onlookers."""

    player: PlayerName | None
    view: View
    events: tuple[SeenEvent, ...]


class StepAnswer(Struct, frozen=True):
    """The match after a step, and the events of the step in their order."""

    state: State
    events: tuple[Event, ...]
    actions: Annotated[
        ActionsAnswer | UnsetType,
        Meta(description="The answer of `/actions`, if the request includes `actions`."),
    ] = UNSET
    views: Annotated[
        tuple[SeatView, ...] | UnsetType,
        Meta(description="What each player may see, in play order, and last what onlookers may."),
    ] = UNSET


class ReplayAnswer(Struct, frozen=True):
    """The match after its last action, or before the first illegal one, with its violations."""

    legal: Annotated[bool, Meta(description="Whether every action was legal.")]
    state: State
    events: tuple[Event, ...]
    failed_at: int | None
    violations: tuple[Violation, ...]


def actions_answer(legal: LegalActions) -> ActionsAnswer:
    """Return the answer for the actions that are legal now."""
    return ActionsAnswer(legal.player, legal.actions, legal.closings, legal.showdown, legal.room)


def state_answer(match: Match, rules: str | Json) -> State:
    """Return the state of a match in the form of the contract."""
    return State(
        VERSION,
        rules,
        match.seed,
        match.round,
        match.phase,
        match.lead,
        match.to_play,
        match.drawn,
        match.players,
        match.stock,
        match.discards,
        match.exhaustions,
        match.play_off,
        match.moves,
        match.showdown,
        match.shown,
        match.pass_number,
        match.closer,
        result_answer(match.result, rules),
    )


def view_answer(view: MatchView, rules: str | Json) -> View:
    """Return the view of a match in the form of the contract."""
    return View(
        VERSION,
        rules,
        view.round,
        view.phase,
        view.lead,
        view.to_play,
        view.player,
        view.players,
        view.stock,
        view.discards,
        view.exhaustions,
        view.play_off,
        view.moves,
        view.showdown,
        view.shown,
        view.pass_number,
        view.drawn,
        view.closer,
        result_answer(view.result, rules),
        view.seed_hash,
        view.seed,
    )


def result_answer(result: RoundScore | None, rules: str | Json) -> RoundResult | None:
    """Return the result in a state or a view."""
    return None if result is None else round_result(result, rules)

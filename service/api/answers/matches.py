"""Answers about whole matches."""

from typing import Annotated

from msgspec import Meta, Struct

from service.api.answers.hands import SentRulesAnswer
from service.api.answers.rounds import ScoreAnswer, score_answer
from service.api.answers.violations import Violation
from service.api.requests.fields.basic import Json
from service.api.requests.states import VERSION
from service.rules.match.actions import Action
from service.rules.match.events import Event
from service.rules.match.legal_actions import CloseOption
from service.rules.match.state import Phase, StateCloser, StateDrawn, StatePlayer
from service.rules.match.state import State as Match
from service.rules.match.view import CloserView, DrawnView, PlayerView, View
from service.rules.player_name import PlayerName
from service.rules.score.scoring import RoundScore
from service.rules.subjects import Subject
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
    closer: StateCloser | None
    result: ScoreAnswer | None


class StepAnswer(Struct, frozen=True):
    """The match after a step, and the events of the step in their order."""

    state: State
    events: tuple[Event, ...]


class ActionsAnswer(Struct, frozen=True):
    """The player to play, and every action that `/play` accepts now."""

    player: PlayerName | None
    actions: tuple[Action, ...]
    closings: tuple[CloseOption, ...]
    room: Annotated[
        tuple[Action, ...],
        Meta(description="What may be done besides: each player may leave, the room may cancel."),
    ]


class ViewAnswer(Struct, frozen=True):
    """A match as a player or an onlooker may see it. `stock` is the number of cards in it."""

    rules: SentRulesAnswer
    round: int
    phase: Phase
    lead: PlayerName
    to_play: PlayerName | None
    player: PlayerName | None
    players: tuple[PlayerView, ...]
    stock: int
    discards: tuple[Card, ...]
    exhaustions: int
    play_off: Annotated[bool, Meta(description="Whether the tied players are in a play-off.")]
    drawn: DrawnView | None
    closer: CloserView | None
    result: ScoreAnswer | None
    seed_hash: Annotated[str, Meta(description="The SHA-256 of the seed, in hex digits.")]
    seed: Annotated[
        str | None, Meta(description="The seed; null until the match is over or cancelled.")
    ]


class ReplayAnswer(Struct, frozen=True):
    """The match after its last action, or before the first illegal one, with its violations."""

    legal: Annotated[bool, Meta(description="Whether every action was legal.")]
    state: State
    failed_at: int | None
    violations: tuple[Violation, ...]


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
        match.closer,
        result_answer(match.result, rules),
    )


def view_answer(view: View, rules: str | Json) -> ViewAnswer:
    """Return the view of a match in the form of the contract."""
    return ViewAnswer(
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
        view.drawn,
        view.closer,
        result_answer(view.result, rules),
        view.seed_hash,
        view.seed,
    )


def result_answer(result: RoundScore | None, rules: str | Json) -> ScoreAnswer | None:
    """Return the result in a state: the answer of `/score`, without pointers into a request."""
    return None if result is None else score_answer(result, rules, _no_path)


def _no_path(_: Subject) -> tuple[str | int, ...]:
    return ()

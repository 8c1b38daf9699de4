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
from service.rules.names import PlayerName
from service.rules.round.scoring import RoundScore
from service.rules.subjects import Subject
from service.rules.table.cards import Card


class State(Struct, frozen=True):
    """A whole match; the last card of `stock` and of `discards` is the top."""

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
    """A match after a step, and what happened in it."""

    state: State
    events: tuple[Event, ...]


class ActionsAnswer(Struct, frozen=True):
    """Who is to play, and exactly what `/play` takes now."""

    player: PlayerName | None
    actions: tuple[Action, ...]
    closings: tuple[CloseOption, ...]


class ViewAnswer(Struct, frozen=True):
    """A match as somebody may see it; `stock` is how many cards it has."""

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
    play_off: Annotated[bool, Meta(description="Whether those who are tied play on.")]
    drawn: DrawnView | None
    closer: CloserView | None
    result: ScoreAnswer | None
    seed_hash: Annotated[str, Meta(description="The SHA-256 of the seed, in hex digits.")]
    seed: Annotated[str | None, Meta(description="The seed, once the match is over or cancelled.")]


class ReplayAnswer(Struct, frozen=True):
    """The match played again: to its end, or to the action that failed, and why."""

    legal: Annotated[bool, Meta(description="Whether every action was legal.")]
    state: State
    failed_at: int | None
    violations: tuple[Violation, ...]


def state_answer(match: Match, rules: str | Json) -> State:
    """The state of a match as the contract writes it."""
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
    """A view of a match as the contract writes it."""
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
    """The result in a state: the answer of `/score` for a legal round, which has no places."""
    return None if result is None else score_answer(result, rules, _nowhere)


def _nowhere(_: Subject) -> tuple[str | int, ...]:
    return ()

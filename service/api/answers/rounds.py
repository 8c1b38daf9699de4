"""Answers about the end of a round."""

from typing import Annotated

from msgspec import Meta, Struct

from service.api.answers.hands import SentRulesAnswer
from service.api.answers.violations import PathOf, Violation, listed
from service.api.requests.fields.basic import Json
from service.rules.hand.melds import Meld
from service.rules.names import PlayerName
from service.rules.round.board import LayOffOption
from service.rules.round.scoring import RoundScore, Score
from service.rules.round.showdown import CloserEnd, PlayerMelds, Showdown
from service.rules.round.showdown import OpponentEnd as OpponentEndFound
from service.rules.round.showdown_player import LayOff
from service.rules.round.standings import MatchStatus, Standing
from service.rules.table.cards import Card


class OpponentEnd(Struct, frozen=True):
    """How the round ended for an opponent; points are null if something it did was illegal."""

    player: PlayerName
    legal: Annotated[bool, Meta(description="Whether all that it did was legal.")]
    violations: tuple[Violation, ...]
    melds: tuple[Meld, ...]
    lay_offs: tuple[LayOff, ...]
    unmatched: tuple[Card, ...]
    points: int | None


class LayOffAnswer(Struct, frozen=True):
    """The end of a round: who shows what, who lays off what where, and what is left."""

    rules: SentRulesAnswer
    legal: Annotated[bool, Meta(description="Whether nobody did anything illegal.")]
    violations: Annotated[tuple[Violation, ...], Meta(description="The closer's.")]
    closer: CloserEnd | None
    opponents: tuple[OpponentEnd, ...]
    table: Annotated[tuple[PlayerMelds, ...], Meta(description="How the melds lie at the end.")]


class LayOffOptionsAnswer(Struct, frozen=True):
    """Each place where each different card may go now."""

    rules: SentRulesAnswer
    options: tuple[LayOffOption, ...]


class ScoreAnswer(Struct, frozen=True):
    """The scores of a round, and what becomes of the match."""

    rules: SentRulesAnswer
    legal: Annotated[bool, Meta(description="Whether nothing in the round was illegal.")]
    violations: Annotated[tuple[Violation, ...], Meta(description="The closer's.")]
    showdown: LayOffAnswer | None
    scores: tuple[Score, ...]
    match: MatchStatus | None


class RejoinAnswer(Struct, frozen=True):
    """The standings with the player back in, or as they were sent, and why."""

    rules: SentRulesAnswer
    legal: Annotated[bool, Meta(description="Whether the player may rejoin.")]
    violations: tuple[Violation, ...]
    players: tuple[Standing, ...]


def showdown_answer(showdown: Showdown, rules: str | Json, path_of: PathOf) -> LayOffAnswer:
    """The answer about a showdown."""
    return LayOffAnswer(
        rules,
        showdown.legal,
        listed(showdown.violations, path_of),
        showdown.closer,
        tuple([_opponent(end, path_of) for end in showdown.opponents]),
        showdown.table,
    )


def _opponent(end: OpponentEndFound, path_of: PathOf) -> OpponentEnd:
    return OpponentEnd(
        end.player,
        not end.violations,
        listed(end.violations, path_of),
        end.melds,
        end.lay_offs,
        end.unmatched,
        end.points,
    )


def score_answer(score: RoundScore, rules: str | Json, path_of: PathOf) -> ScoreAnswer:
    """The answer about a scored round."""
    ended = score.showdown
    showdown = None if ended is None else showdown_answer(ended, rules, path_of)
    return ScoreAnswer(
        rules,
        score.legal,
        showdown.violations if showdown else (),
        showdown,
        score.scores,
        score.status,
    )

"""Answers about the end of a round."""

from typing import Annotated

from msgspec import Meta, Struct

from service.api.answers.violations import PathOf, Violation, listed
from service.api.requests.fields.basic import Json
from service.api.requests.results import (
    RoundOpponent,
    RoundResult,
    RoundShowdown,
    SentRulesAnswer,
)
from service.rules.hand.melds import Meld
from service.rules.player_name import PlayerName
from service.rules.round.board import LayOffOption
from service.rules.round.showdown import CloserResult, PlayerMelds, Showdown
from service.rules.round.showdown import PlayerResult as RulesPlayerResult
from service.rules.round.showdown_player import LayOff
from service.rules.score.score_sheet import NextRound, ScoredRound
from service.rules.score.scoring import RoundScore, Score
from service.rules.score.standings import MatchStatus, Standing
from service.rules.table.cards import Card


class PlayerResult(Struct, frozen=True):
    """The end of the round for an opponent. `points` is null if a meld or a lay-off is illegal."""

    player: PlayerName
    legal: Annotated[
        bool, Meta(description="Whether the opponent's melds and lay-offs are all legal.")
    ]
    violations: tuple[Violation, ...]
    melds: tuple[Meld, ...]
    lay_offs: tuple[LayOff, ...]
    unmatched: tuple[Card, ...]
    points: int | None


class LayOffAnswer(Struct, frozen=True):
    """The end of a round: the melds, the lay-offs and the unmatched cards of each player."""

    rules: SentRulesAnswer
    legal: Annotated[
        bool, Meta(description="Whether the close and all melds and lay-offs are legal.")
    ]
    violations: Annotated[tuple[Violation, ...], Meta(description="The closer's violations.")]
    closer: CloserResult | None
    opponents: tuple[PlayerResult, ...]
    table: Annotated[
        tuple[PlayerMelds, ...],
        Meta(description="Each player's melds at the end, with the cards laid off."),
    ]


class LayOffOptionsAnswer(Struct, frozen=True):
    """Each place where each different card may be laid off now."""

    rules: SentRulesAnswer
    options: tuple[LayOffOption, ...]


class ScoreAnswer(Struct, frozen=True):
    """The scores of a round, and the status of the match after it."""

    rules: SentRulesAnswer
    legal: Annotated[bool, Meta(description="Whether the whole showdown is legal.")]
    violations: Annotated[tuple[Violation, ...], Meta(description="The closer's violations.")]
    showdown: LayOffAnswer | None
    scores: tuple[Score, ...]
    match: MatchStatus | None


class ScoreSheetAnswer(Struct, frozen=True):
    """The match as it stands after the rounds of a sheet.

    If a player may not rejoin or leave, it is the match before that round.
    """

    rules: SentRulesAnswer
    legal: Annotated[bool, Meta(description="Whether every rejoin and every leave is legal.")]
    violations: tuple[Violation, ...]
    rounds: tuple[ScoredRound, ...]
    players: tuple[Standing, ...]
    next: Annotated[
        NextRound | None, Meta(description="The round that comes next; null if the match is over.")
    ]
    match: MatchStatus


class RejoinAnswer(Struct, frozen=True):
    """The standings after the rejoin; if it isn't legal, as sent, with the violations."""

    rules: SentRulesAnswer
    legal: Annotated[bool, Meta(description="Whether the player may rejoin.")]
    violations: tuple[Violation, ...]
    players: tuple[Standing, ...]


def showdown_answer(showdown: Showdown, rules: str | Json, path_of: PathOf) -> LayOffAnswer:
    """Return the answer for a showdown."""
    return LayOffAnswer(
        rules,
        showdown.legal,
        listed(showdown.violations, path_of),
        showdown.closer,
        tuple([_opponent(end, path_of) for end in showdown.opponents]),
        showdown.table,
    )


def _opponent(end: RulesPlayerResult, path_of: PathOf) -> PlayerResult:
    return PlayerResult(
        end.player,
        not end.violations,
        listed(end.violations, path_of),
        end.melds,
        end.lay_offs,
        end.unmatched,
        end.points,
    )


def score_answer(score: RoundScore, rules: str | Json, path_of: PathOf) -> ScoreAnswer:
    """Return the answer for a scored round."""
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


def round_result(score: RoundScore, rules: str | Json) -> RoundResult:
    """Return the result of a legal round in a match."""
    assert score.status is not None  # noqa: S101 - true of a legal round
    showdown = None
    if score.showdown:
        ended = score.showdown
        opponents = tuple([_legal_opponent(end) for end in ended.opponents])
        showdown = RoundShowdown(
            rules,
            legal=True,
            violations=(),
            closer=ended.closer,
            opponents=opponents,
            table=ended.table,
        )
    return RoundResult(
        rules,
        legal=True,
        violations=(),
        showdown=showdown,
        scores=score.scores,
        match=score.status,
    )


def _legal_opponent(end: RulesPlayerResult) -> RoundOpponent:
    return RoundOpponent(
        end.player,
        legal=True,
        violations=(),
        melds=end.melds,
        lay_offs=end.lay_offs,
        unmatched=end.unmatched,
        points=end.points,
    )

"""The result of a round in a match, which the service gives in a state and gets back in it."""

from typing import Annotated, Any

from msgspec import Meta, Struct

from service.api.requests.fields.basic import Json, ref
from service.rules.hand.melds import Meld
from service.rules.player_name import PlayerName
from service.rules.round.showdown import CloserResult, PlayerMelds
from service.rules.round.showdown_player import LayOff
from service.rules.score.scoring import Score
from service.rules.score.standings import MatchStatus
from service.rules.table.cards import Card

SentRulesAnswer = Annotated[
    str | Json,
    Meta(
        description="The rules as the request sent them.",
        extra_json_schema=ref("Rules"),
    ),
]
"""The rules in an answer: an echo of the request's."""

NoViolations = Annotated[
    tuple[Any, ...], Meta(max_length=0, extra_json_schema={"items": ref("Violation")})
]
"""The violations of something legal: none."""


class RoundOpponent(Struct, frozen=True):
    """The end of a legal round for an opponent."""

    player: PlayerName
    legal: bool
    violations: NoViolations
    melds: tuple[Meld, ...]
    lay_offs: tuple[LayOff, ...]
    unmatched: tuple[Card, ...]
    points: int | None


class RoundShowdown(Struct, frozen=True):
    """The end of a legal round: the melds, the lay-offs and the unmatched cards of each player."""

    rules: SentRulesAnswer
    legal: bool
    violations: NoViolations
    closer: CloserResult | None
    opponents: tuple[RoundOpponent, ...]
    table: Annotated[
        tuple[PlayerMelds, ...],
        Meta(description="Each player's melds at the end, with the cards laid off."),
    ]


class RoundResult(Struct, frozen=True):
    """The result of a legal round in a match: what `/score` answers for it."""

    rules: SentRulesAnswer
    legal: bool
    violations: NoViolations
    showdown: RoundShowdown | None
    scores: tuple[Score, ...]
    match: MatchStatus

"""Requests about standings: scoring a round, and rejoining after it."""

from typing import Any

from marshmallow import ValidationError

from service.api.requests.fields.basic import (
    MOST_PLAYERS,
    Boolean,
    Described,
    Integer,
    Json,
    OneOf,
    Player,
    wrong_length,
    wrong_type,
)
from service.api.requests.fields.objects import Member, Members, ObjectSchema
from service.api.requests.hands import rules_field, seats_field
from service.api.requests.pointers import Path
from service.api.requests.rounds import RoundRequest, ShowdownRequest, opponents_field
from service.api.requests.showdowns import ShowdownHandSchema
from service.rules.hand.closing_score import ClosingKind
from service.rules.round.round_points import Counted
from service.rules.round.standings import MatchBeforeRound, Standing
from service.rules.subjects import Part, Subject


class ScoreHands(ShowdownRequest, frozen=True):
    """The standings before a round, and the hands at its end."""

    players: tuple[Standing, ...]
    round: int | None
    play_off: bool

    def match_before_round(self) -> MatchBeforeRound:
        """Return the match before the round."""
        return before_round(self.players, self.seats, self.round, play_off=self.play_off)

    def path_of(self, subject: Subject) -> Path:
        """Return the path of a subject in the request."""
        if subject.part is Part.SEATS and self.seats is None:
            return ("players",)
        return super().path_of(subject)


class ScoreCounted(RoundRequest, frozen=True):
    """The standings before a round, and points that the caller has counted."""

    players: tuple[Standing, ...]
    round: int | None
    play_off: bool
    closing: Counted | None
    points: dict[str, int]

    def match_before_round(self) -> MatchBeforeRound:
        """Return the match before the round."""
        return before_round(self.players, self.seats, self.round, play_off=self.play_off)

    def path_of(self, subject: Subject) -> Path:
        """Return the path of a subject in the request."""
        if subject.part is Part.SEATS and self.seats is None:
            return ("players",)
        return super().path_of(subject)


class RejoinPlayer(RoundRequest, frozen=True):
    """The standings after a round, and the player who wants to rejoin."""

    players: tuple[Standing, ...]
    player: str

    def path_of(self, subject: Subject) -> Path:
        """Return the path of a subject in the request."""
        if subject.part is Part.SEATS and self.seats is None:
            return ("players",)
        return super().path_of(subject)


def before_round(
    players: tuple[Standing, ...], seats: int | None, round_number: int | None, *, play_off: bool
) -> MatchBeforeRound:
    """Return the match before a round; the default of `seats` is the number of players."""
    return MatchBeforeRound(players, seats or len(players), round_number, play_off)


class CountedPoints(Described):
    """Points by the name of the player."""

    def json_schema(self) -> Json:
        """Return the schema of an object whose members are named after players."""
        return {
            "type": "object",
            "propertyNames": Player().json_schema(),
            "additionalProperties": Integer().json_schema(),
            "minProperties": 1,
            "maxProperties": MOST_PLAYERS,
        }

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> dict[str, int]:
        if not isinstance(value, dict):
            raise wrong_type("points", value)
        if not 1 <= len(value) <= MOST_PLAYERS:
            raise wrong_length("players", len(value), 1, MOST_PLAYERS)
        points: dict[str, int] = {}
        mistakes: dict[Any, Any] = {}
        for player, number in value.items():
            try:
                Player().deserialize(player)
                points[player] = Integer().deserialize(number) or 0
            except ValidationError as error:
                mistakes[player] = error.messages
        if mistakes:
            raise ValidationError(mistakes)
        return points


class StandingSchema(ObjectSchema[Standing]):
    """The standing of a player: total, rejoins used, and whether the player is out."""

    value = Standing
    player = Player(required=True)
    total = Integer(required=True)
    rejoins = Integer(0, load_default=0)
    out = Boolean(load_default=False)


class CountedClosingSchema(ObjectSchema[Counted]):
    """A close that the caller has counted. `wilds` counts the wilds in the run of a chinchón."""

    value = Counted
    player = Player(required=True)
    kind = OneOf(ClosingKind, required=True)
    wilds = Integer(0, 8, load_default=0)


def standings_field() -> Members:
    """Return the field for the standings."""
    return Members(
        StandingSchema(),
        2,
        MOST_PLAYERS,
        required=True,
        metadata={"description": "All players in play order, including players who are out."},
    )


class ScoreHandsSchema(ObjectSchema[ScoreHands]):
    """The standings before a round, and the hands at its end."""

    value = ScoreHands
    component = "ScoreByHands"
    rules = rules_field()
    seats = seats_field()
    players = standings_field()
    round = Integer(1, load_default=None, allow_none=False)
    play_off = Boolean(load_default=False)
    closer = Member(ShowdownHandSchema(), required=True, allow_none=True)
    opponents = opponents_field()


class ScoreCountedSchema(ObjectSchema[ScoreCounted]):
    """The standings before a round, and points counted. `closing` is null after an exhaustion."""

    value = ScoreCounted
    component = "ScoreByPoints"
    rules = rules_field()
    seats = seats_field()
    players = standings_field()
    round = Integer(1, load_default=None, allow_none=False)
    play_off = Boolean(load_default=False)
    closing = Member(CountedClosingSchema(), required=True, allow_none=True)
    points = CountedPoints(required=True)


class RejoinSchema(ObjectSchema[RejoinPlayer]):
    """The standings after a round, and the player who wants to rejoin."""

    value = RejoinPlayer
    rules = rules_field()
    seats = seats_field()
    players = standings_field()
    player = Player(required=True)

"""Requests about standings: scoring a round, and coming back after it."""

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
from service.rules.hand.closing import ClosingKind
from service.rules.round.round_points import Counted
from service.rules.round.standings import BeforeRound, Standing
from service.rules.subjects import Part, Subject


class ScoreHands(ShowdownRequest, frozen=True):
    """Standings and the hands at the end of the round."""

    players: tuple[Standing, ...]
    round: int | None
    play_off: bool

    def before(self) -> BeforeRound:
        """How the match stood before the round."""
        return before_round(self.players, self.seats, self.round, play_off=self.play_off)

    def path_of(self, subject: Subject) -> Path:
        """Where the request says what the subject names."""
        if subject.part is Part.SEATS and self.seats is None:
            return ("players",)
        return super().path_of(subject)


class ScoreCounted(RoundRequest, frozen=True):
    """Standings and points that the caller has counted."""

    players: tuple[Standing, ...]
    round: int | None
    play_off: bool
    closing: Counted | None
    points: dict[str, int]

    def before(self) -> BeforeRound:
        """How the match stood before the round."""
        return before_round(self.players, self.seats, self.round, play_off=self.play_off)

    def path_of(self, subject: Subject) -> Path:
        """Where the request says what the subject names."""
        if subject.part is Part.SEATS and self.seats is None:
            return ("players",)
        return super().path_of(subject)


class RejoinPlayer(RoundRequest, frozen=True):
    """Standings in the summary of a round, and who would come back."""

    players: tuple[Standing, ...]
    player: str

    def path_of(self, subject: Subject) -> Path:
        """Where the request says what the subject names."""
        if subject.part is Part.SEATS and self.seats is None:
            return ("players",)
        return super().path_of(subject)


def before_round(
    players: tuple[Standing, ...], seats: int | None, number: int | None, *, play_off: bool
) -> BeforeRound:
    """How a match stood before a round; as many seats as players if none are stated."""
    return BeforeRound(players, seats or len(players), number, play_off)


class CountedPoints(Described):
    """Points by player."""

    def json_schema(self) -> Json:
        """An object whose names are players."""
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
        wrong: dict[Any, Any] = {}
        for player, number in value.items():
            try:
                Player().deserialize(player)
                points[player] = Integer().deserialize(number) or 0
            except ValidationError as error:
                wrong[player] = error.messages
        if wrong:
            raise ValidationError(wrong)
        return points


class StandingSchema(ObjectSchema[Standing]):
    """Where a player stands before the round."""

    value = Standing
    player = Player(required=True)
    total = Integer(required=True)
    rejoins = Integer(0, load_default=0)
    out = Boolean(load_default=False)


class CountedClosingSchema(ObjectSchema[Counted]):
    """A close that the caller counted; `wilds` are those in the run of a chinchón."""

    value = Counted
    player = Player(required=True)
    kind = OneOf(ClosingKind, required=True)
    wilds = Integer(0, 8, load_default=0)


def standings_field() -> Members:
    """Everybody in play order, also those out."""
    return Members(
        StandingSchema(),
        2,
        MOST_PLAYERS,
        required=True,
        metadata={"description": "Everybody in play order, also those who are out."},
    )


class ScoreHandsSchema(ObjectSchema[ScoreHands]):
    """Standings and the hands at the end of the round."""

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
    """Standings and points that the caller has counted; `closing` null: exhaustion."""

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
    """Standings in the summary of a round, and who would come back."""

    value = RejoinPlayer
    rules = rules_field()
    seats = seats_field()
    players = standings_field()
    player = Player(required=True)

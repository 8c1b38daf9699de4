"""Requests about standings: scoring a round, and rejoining after it."""

from typing import Any, ClassVar

from marshmallow import ValidationError
from msgspec import UNSET, UnsetType

from service.api.requests.fields.basic import (
    MOST_PLAYERS,
    Boolean,
    Described,
    Integer,
    Json,
    OneOf,
    Player,
    ref,
    wrong_length,
    wrong_type,
)
from service.api.requests.fields.cards import Cards
from service.api.requests.fields.objects import Member, Members, ObjectSchema, Value
from service.api.requests.hands import rules_field, seats_field
from service.api.requests.pointers import Path
from service.api.requests.rounds import RoundRequest, ShowdownRequest, opponents_field
from service.api.requests.showdowns import ShowdownHandSchema
from service.rules.hand.closing_score import ClosingKind
from service.rules.score.counted_round import CountedClose, CountedRound
from service.rules.score.standings import MatchBeforeRound, Standing
from service.rules.subjects import Part, Subject
from service.rules.table.cards import Card


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
    """The standings before a round, and the end of the round as people wrote it down."""

    players: tuple[Standing, ...]
    round: int | None
    play_off: bool
    closing: CountedClose | UnsetType | None
    points: dict[str, int]
    unmatched: dict[str, tuple[Card, ...]]

    def counted(self) -> CountedRound:
        """Return the end of the round."""
        return counted_round(self.closing, self.points, self.unmatched)

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


def counted_round(
    closing: CountedClose | UnsetType | None,
    points: dict[str, int],
    unmatched: dict[str, tuple[Card, ...]],
) -> CountedRound:
    """Return the end of a round; if `closing` is left out, nobody noted how it ended."""
    noted = closing is not UNSET
    return CountedRound(None if closing is UNSET else closing, noted, points, unmatched)


def before_round(
    players: tuple[Standing, ...], seats: int | None, round_number: int | None, *, play_off: bool
) -> MatchBeforeRound:
    """Return the match before a round; the default of `seats` is the number of players."""
    return MatchBeforeRound(players, seats or len(players), round_number, play_off)


class ByPlayer(Described):
    """Values by the name of the player; `unit` names them in the sentence of a mistake."""

    component: ClassVar[str]
    """The name in the contract."""

    item: ClassVar[Described]
    unit: ClassVar[str]

    def json_schema(self) -> Json:
        """Return a reference to the component."""
        return ref(self.component)

    def component_schema(self) -> Json:
        """Return the component: an object whose members are named after players."""
        return {
            "type": "object",
            "description": type(self).__doc__,
            "propertyNames": Player().json_schema(),
            "additionalProperties": self.item.json_schema(),
            "maxProperties": MOST_PLAYERS,
        }

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise wrong_type(self.unit, value)
        if len(value) > MOST_PLAYERS:
            raise wrong_length("players", len(value), 0, MOST_PLAYERS)
        values: dict[str, Any] = {}
        mistakes: dict[Any, Any] = {}
        for player, item in value.items():
            try:
                Player().deserialize(player)
                values[player] = self.item.deserialize(item)
            except ValidationError as error:
                mistakes[player] = error.messages
        if mistakes:
            raise ValidationError(mistakes)
        return values


class PointsByPlayer(ByPlayer):
    """What somebody has counted, by the name of the player."""

    component, unit = "PointsByPlayer", "points"
    item = Integer()


class CardsByPlayer(ByPlayer):
    """The cards that lie unmatched, by the name of the player."""

    component, unit = "CardsByPlayer", "cards_of_players"
    item = Cards(0, 7)


class StandingSchema(ObjectSchema[Standing]):
    """The standing of a player: total, rejoins used, and whether the player is out.

    A player who has left the match is out.
    """

    value = Standing
    player = Player(required=True)
    total = Integer(required=True)
    rejoins = Integer(0, load_default=0)
    out = Boolean(
        load_default=None,
        allow_none=False,
        metadata={"description": "Whether the player is out; if left out, the value of `left`."},
    )
    left = Boolean(
        load_default=False,
        metadata={"description": "Whether the player has left the match, and so is out."},
    )

    def make(self, members: dict[str, Any]) -> Standing:
        """Return the standing; a player who has left is out unless the request says otherwise."""
        if members["out"] is None:
            members["out"] = members["left"]
        return Standing(**members)


class CountedClosingSchema(ObjectSchema[CountedClose]):
    """A close as people noted it. `wilds` counts the wilds in the run of a chinchón."""

    value = CountedClose
    player = Player(required=True)
    kind = OneOf(ClosingKind, required=True)
    wilds = Integer(0, 8, load_default=0)


def closing_field() -> Member:
    """Return the field for the close as people noted it."""
    return Member(
        CountedClosingSchema(),
        load_default=UNSET,
        allow_none=True,
        metadata={
            "description": "Who closed, and how; null if the round ended by exhaustion. If left "
            "out, nobody noted it: the points are added as they are."
        },
    )


def points_field(*, required: bool = False) -> PointsByPlayer:
    """Return the field for the points that people counted."""
    metadata = {"description": "The points that somebody counted, by player."}
    if required:
        return PointsByPlayer(required=True, metadata=metadata)
    return PointsByPlayer(load_default=dict, metadata=metadata)


def unmatched_field(*, required: bool = False) -> CardsByPlayer:
    """Return the field for the cards that lie unmatched."""
    description = "The unmatched cards at the end of the round, by player; they are counted here."
    metadata = {"description": description}
    if required:
        return CardsByPlayer(required=True, metadata=metadata)
    return CardsByPlayer(load_default=dict, metadata=metadata)


def standings_field() -> Members:
    """Return the field for the standings."""
    return Members(
        StandingSchema(),
        2,
        MOST_PLAYERS,
        required=True,
        metadata={"description": "All players in play order, including players who are out."},
    )


class BeforeRoundSchema(ObjectSchema[Value]):
    """The table and the standings before a round."""

    rules = rules_field()
    seats = seats_field()
    players = standings_field()
    round = Integer(1, load_default=None, allow_none=False)
    play_off = Boolean(load_default=False)


class ScoreHandsSchema(BeforeRoundSchema[ScoreHands]):
    """The standings before a round, and the hands at its end."""

    value = ScoreHands
    component = "ScoreByHands"
    closer = Member(ShowdownHandSchema(), required=True, allow_none=True)
    opponents = opponents_field()


class ScorePointsSchema(BeforeRoundSchema[ScoreCounted]):
    """The standings before a round, and its end as people wrote it down.

    Each player has points or unmatched cards. A closer may be left out of both after a full close
    or a chinchón.
    """

    value = ScoreCounted
    component = "ScoreByPoints"
    closing = closing_field()
    points = points_field(required=True)
    unmatched = unmatched_field()


class ScoreUnmatchedSchema(BeforeRoundSchema[ScoreCounted]):
    """The standings before a round, and the cards that lie unmatched at its end.

    A closer may be left out after a full close or a chinchón.
    """

    value = ScoreCounted
    component = "ScoreByUnmatched"
    closing = closing_field()
    unmatched = unmatched_field(required=True)

    def make(self, members: dict[str, Any]) -> ScoreCounted:
        """Return the round without counted points."""
        return ScoreCounted(**members, points={})


class RejoinSchema(ObjectSchema[RejoinPlayer]):
    """The standings after a round, and the player who wants to rejoin."""

    value = RejoinPlayer
    rules = rules_field()
    seats = seats_field()
    players = standings_field()
    player = Player(required=True)

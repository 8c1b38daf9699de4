"""The state of a match in a request, and the value that it loads into."""

from typing import Any

from marshmallow import EXCLUDE
from msgspec import Struct

from service.api.requests.fields.basic import (
    MOST_PLAYERS,
    Boolean,
    Described,
    Integer,
    Json,
    OneOf,
    Player,
    Text,
    wrong_type,
)
from service.api.requests.fields.cards import CardCode, Cards
from service.api.requests.fields.objects import Member, Members, ObjectSchema
from service.api.requests.fields.rules import RulesField, SentRules
from service.api.requests.hands import ShownMelds
from service.api.requests.mistakes import MistakeCode, mistake_error
from service.api.requests.pointers import Path, PathTemplates, meld_path, path_in, rules_path
from service.api.requests.showdowns import SentLayOff, lay_offs_field
from service.rules.hand.meld_check import ShownMeld
from service.rules.match.state import Phase, Pile, StateDrawn, StatePlayer
from service.rules.subjects import Part, Subject
from service.rules.table.cards import Card

VERSION = 1
MOST_CARDS = 100

PATHS: PathTemplates = {
    Part.SEATS: "players",
    Part.STATE: "",
    Part.TURN: "",
    Part.TOTAL: "",
    Part.ROUND: "round",
    Part.PHASE: "phase",
    Part.LEAD: "lead",
    Part.TO_PLAY: "to_play",
    Part.DRAWN: "drawn",
    Part.DRAWN_FROM: "drawn/from",
    Part.DRAWN_CARD: "drawn/card",
    Part.PLAYERS: "players",
    Part.PLAYER: "players/{position}/player",
    Part.PLAYER_STATE: "players/{position}",
    Part.PLAYER_TOTAL: "players/{position}/total",
    Part.PLAYER_REJOINS: "players/{position}/rejoins",
    Part.PLAYER_OUT: "players/{position}/out",
    Part.PLAYER_TURNS: "players/{position}/turns",
    Part.PLAYER_CARDS: "players/{position}/cards/{card}",
    Part.STOCK: "stock/{card}",
    Part.DISCARDS: "discards/{card}",
    Part.EXHAUSTIONS: "exhaustions",
    Part.PLAY_OFF: "play_off",
    Part.CLOSER: "closer",
    Part.CLOSER_PLAYER: "closer/player",
    Part.CLOSER_DISCARD: "closer/discard",
    Part.RESULT_BEFORE: "result/scores/{position}/before",
}
"""Paths within a state."""


class ResultSubject(Subject, frozen=True):
    """A member of a result, for which the rules have no part."""

    path: Path = ()


class StatedCloser(Struct, frozen=True):
    """The closer, the discard that is face down, and the closer's melds."""

    player: str
    discard: Card | None
    melds: tuple[ShownMeld, ...]


class StatedMatch(Struct, frozen=True):
    """A match as its state describes it; `read_match` checks whether it is possible."""

    version: int
    rules: SentRules
    seed: str
    round: int
    phase: Phase
    lead: str
    to_play: str | None
    drawn: StateDrawn | None
    players: tuple[StatePlayer, ...]
    stock: tuple[Card, ...]
    discards: tuple[Card, ...]
    exhaustions: int
    play_off: bool
    closer: StatedCloser | None
    result: Json | None

    def path_of(self, subject: Subject) -> Path:
        """Return the path of a subject within the state."""
        if subject.part is Part.PARAMETER:
            return rules_path(self.rules, subject)
        if subject.part is Part.CLOSER_MELD or subject.part in {Part.MELD, Part.STANDS_FOR}:
            melds = self.closer.melds if self.closer else ()
            if subject.number is None:
                return ("closer", "melds")
            return meld_path(("closer", "melds"), melds, subject)
        if subject.part is Part.RESULT:
            if isinstance(subject, ResultSubject):
                return ("result", *subject.path)
            return ("result", subject.name) if subject.name else ("result",)
        return path_in(PATHS, subject)


class Version(Described):
    """The version of the format of a state."""

    def json_schema(self) -> Json:
        """Return the schema of the published versions."""
        return {"type": "integer", "enum": [VERSION]}

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> int:
        version: int = Integer().deserialize(value)
        if version != VERSION:
            raise mistake_error(MistakeCode.NOT_ONE_OF, known=(str(VERSION),), found=str(version))
        return version


class Seed(Text):
    """A seed: 16 to 128 characters."""

    def __init__(self, **more: Any) -> None:
        super().__init__(r"[\s\S]+", 16, 128, **more)


class Result(Described):
    """An answer of `/score`, which `read_match` compares with the rest of the state."""

    def json_schema(self) -> Json:
        """Return the schema of any object; its members depend on the state."""
        return {"type": "object", "description": "The answer of `/score`."}

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> Json:
        if not isinstance(value, dict):
            raise wrong_type("object", value)
        return value


class StatePlayerSchema(ObjectSchema[StatePlayer]):
    """A player of a match."""

    value = StatePlayer
    component = "StatePlayer"
    player = Player(required=True)
    total = Integer(required=True)
    rejoins = Integer(0, required=True)
    out = Boolean(required=True)
    left = Boolean(required=True)
    turns = Integer(0, required=True)
    cards = Cards(0, 8, required=True)


class StateDrawnSchema(ObjectSchema[StateDrawn]):
    """The card that was drawn in this turn."""

    value = StateDrawn
    component = "StateDrawn"
    pile = OneOf(Pile, data_key="from", required=True)
    card = CardCode(required=True)


class StateCloserSchema(ObjectSchema[StatedCloser]):
    """The closer, the discard that is face down, and the closer's melds."""

    value = StatedCloser
    component = "StateCloser"
    player = Player(required=True)
    discard = CardCode(required=True, allow_none=True)
    melds = ShownMelds(required=True)


class StateSchema(ObjectSchema[StatedMatch]):
    """A whole match. The last card of `stock` and of `discards` is the top card."""

    value = StatedMatch
    component = "State"
    version = Version(required=True)
    rules = RulesField(required=True)
    seed = Seed(required=True)
    round = Integer(1, required=True)
    phase = OneOf(Phase, required=True)
    lead = Player(required=True)
    to_play = Player(required=True, allow_none=True)
    drawn = Member(StateDrawnSchema(), required=True, allow_none=True)
    players = Members(StatePlayerSchema(), 2, MOST_PLAYERS, required=True)
    stock = Cards(0, MOST_CARDS, required=True)
    discards = Cards(0, MOST_CARDS, required=True)
    exhaustions = Integer(0, required=True)
    play_off = Boolean(required=True)
    closer = Member(StateCloserSchema(), required=True, allow_none=True)
    result = Result(required=True, allow_none=True)


def state_field() -> Member:
    """Return the field for the state of a match."""
    return Member(StateSchema(), required=True)


class StatedEnd(Struct, frozen=True):
    """A player's melds and lay-offs in the round."""

    player: str
    melds: tuple[ShownMeld, ...] | None
    lay_offs: tuple[SentLayOff, ...] | None


class StatedShowdown(Struct, frozen=True):
    """The showdown of the round."""

    closer: StatedEnd | None
    opponents: tuple[StatedEnd, ...]


class StatedScore(Struct, frozen=True):
    """A player's total before the round, and whether the round put the player out."""

    player: str
    before: int
    after: int
    out: bool


class StatedResult(Struct, frozen=True):
    """The members of a result that don't follow from the rest of the state."""

    showdown: StatedShowdown | None
    scores: tuple[StatedScore, ...]

    def ends(self) -> list[StatedEnd]:
        """Return the melds and lay-offs of all players, the closer's first."""
        if self.showdown is None:
            return []
        closer = self.showdown.closer
        return [*([closer] if closer else []), *self.showdown.opponents]


class _PartialSchema(ObjectSchema[Any]):
    """An object of which only some members are read; the whole object is compared later."""

    class Meta:
        """Ignore other members."""

        unknown = EXCLUDE


class _EndSchema(_PartialSchema):
    value = StatedEnd
    player = Player(required=True)
    melds = ShownMelds(load_default=None, allow_none=False)
    lay_offs = lay_offs_field(required=True)


class _ShowdownSchema(_PartialSchema):
    value = StatedShowdown
    closer = Member(_EndSchema(), required=True, allow_none=True)
    opponents = Members(_EndSchema(), 1, MOST_PLAYERS, required=True)


class _ScoreSchema(_PartialSchema):
    value = StatedScore
    player = Player(required=True)
    before = Integer(required=True)
    after = Integer(required=True)
    out = Boolean(required=True)


class _ResultSchema(_PartialSchema):
    value = StatedResult
    showdown = Member(_ShowdownSchema(), required=True, allow_none=True)
    scores = Members(_ScoreSchema(), 2, MOST_PLAYERS, required=True)


RESULT = _ResultSchema()
"""The schema that reads the members of `StatedResult` from a result."""

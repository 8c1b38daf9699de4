"""The state of a match in a request, and the value that it loads into."""

from typing import Any, Final

from msgspec import Struct

from service.api.requests.fields.basic import (
    MOST_PLAYERS,
    Boolean,
    Integer,
    OneOf,
    Player,
    Text,
)
from service.api.requests.fields.cards import CardCode, Cards
from service.api.requests.fields.objects import Member, Members, ObjectSchema
from service.api.requests.fields.rules import RulesField, SentRules
from service.api.requests.fields.structs import OneNumberOf, struct_schema
from service.api.requests.hands import ShownMelds
from service.api.requests.pointers import (
    SHOWN_MELD_PARTS,
    Path,
    PathTemplates,
    meld_path,
    path_in,
    rules_path,
)
from service.api.requests.results import RoundResult
from service.api.requests.showdowns import (
    MOST_PASSES,
)
from service.rules.hand.meld_check import ShownMeld
from service.rules.match.state import Phase, ShowdownMode, StateDrawn, StatePlayer, StateShown
from service.rules.subjects import Part, Subject
from service.rules.table.cards import Card

VERSION: Final = 1
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
    Part.MOVES: "moves",
    Part.SHOWDOWN: "showdown",
    Part.SHOWN: "shown/{position}",
    Part.SHOWN_MELD: "shown/{position}/melds/{number}",
    Part.PASS: "pass",
    Part.CLOSER: "closer",
    Part.CLOSER_PLAYER: "closer/player",
    Part.CLOSER_DISCARD: "closer/discard",
    Part.RESULT_BEFORE: "result/scores/{position}/before",
}
"""Paths within a state."""


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
    moves: int
    showdown: ShowdownMode
    shown: tuple[StateShown, ...] | None
    pass_number: int | None
    closer: StatedCloser | None
    result: RoundResult | None

    def path_of(self, subject: Subject) -> Path:
        """Return the path of a subject within the state."""
        if subject.part is Part.PARAMETER:
            return rules_path(self.rules, subject)
        if subject.part is Part.CLOSER_MELD or subject.part in SHOWN_MELD_PARTS:
            melds = self.closer.melds if self.closer else ()
            if subject.number is None:
                return ("closer", "melds")
            return meld_path(("closer", "melds"), melds, subject)
        if subject.part is Part.RESULT:
            return ("result", subject.name) if subject.name else ("result",)
        return path_in(PATHS, subject)


class Seed(Text):
    """A seed: 16 to 128 characters."""

    def __init__(self, **more: Any) -> None:
        super().__init__(r"[\s\S]+", 16, 128, **more)


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
    version = OneNumberOf((VERSION,), required=True)
    rules = RulesField(required=True)
    seed = Seed(required=True)
    round = Integer(1, required=True)
    phase = OneOf(Phase, required=True)
    lead = Player(required=True)
    to_play = Player(required=True, allow_none=True)
    drawn = Member(struct_schema(StateDrawn), required=True, allow_none=True)
    players = Members(StatePlayerSchema(), 2, MOST_PLAYERS, required=True)
    stock = Cards(0, MOST_CARDS, required=True)
    discards = Cards(0, MOST_CARDS, required=True)
    exhaustions = Integer(0, required=True)
    play_off = Boolean(required=True)
    moves = Integer(0, required=True)
    showdown = OneOf(ShowdownMode, required=True)
    shown = Members(struct_schema(StateShown), 0, MOST_PLAYERS, required=True, allow_none=True)
    pass_number = Integer(1, MOST_PASSES, data_key="pass", required=True, allow_none=True)
    closer = Member(StateCloserSchema(), required=True, allow_none=True)
    result = Member(struct_schema(RoundResult), required=True, allow_none=True)


def state_field() -> Member:
    """Return the field for the state of a match."""
    return Member(StateSchema(), required=True)

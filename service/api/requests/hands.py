"""Requests about hands."""

from typing import Any

from service.api.requests.fields.basic import (
    Boolean,
    Described,
    Integer,
    Json,
    OneOf,
    read_each,
    read_list,
    ref,
    wrong_type,
)
from service.api.requests.fields.cards import CardCode, Cards, Hands, read_cards
from service.api.requests.fields.objects import ObjectSchema
from service.api.requests.fields.rules import DEFAULT_PROFILE, NAMED, RulesField, SentRules
from service.api.requests.pointers import (
    SHOWN_MELD_PARTS,
    Path,
    PathTemplates,
    Request,
    meld_path,
    path_in,
    rules_path,
)
from service.rules.hand.close_conditions import CloseContext
from service.rules.hand.meld_check import ShownMeld
from service.rules.hand.melds import Kind
from service.rules.subjects import Part, Subject
from service.rules.table.cards import Card

LONGEST_MELD = 12
MOST_SHOWN = 100
MOST_HANDS = 10_000
MOST_HANDS_WITH_CHOICES = 1_000

PATHS: PathTemplates = {
    Part.SEATS: "seats",
    Part.HAND: "cards/{card}",
    Part.HAND_OF_BATCH: "hands/{number}/{card}",
    Part.DISCARD: "discard",
    Part.TURN: "turn",
    Part.TOTAL: "total",
}


class HandRequest(Request, frozen=True):
    """A request about hands or melds at a table."""

    rules: SentRules
    seats: int | None

    def path_of(self, subject: Subject) -> Path:
        """Return the path of a subject in the request."""
        if subject.part is Part.PARAMETER:
            return rules_path(self.rules, subject)
        return path_in(PATHS, subject)


class EvaluateHand(HandRequest, frozen=True):
    """One hand to evaluate."""

    cards: tuple[Card, ...]
    turn: int | None
    total: int | None
    alternatives: bool = False
    v: str | None = None

    @property
    def context(self) -> CloseContext:
        """The player's turn and total, on which a close can depend."""
        return CloseContext(self.turn, self.total)


class EvaluatePoints(HandRequest, frozen=True):
    """Many hands, for which only the points are requested."""

    hands: list[tuple[Card, ...]]


class EvaluateBatch(EvaluatePoints, frozen=True):
    """Many hands to evaluate."""

    choices: bool


class CheckMelds(HandRequest, frozen=True):
    """Groups of cards, each to be judged by itself."""

    melds: tuple[ShownMeld, ...]

    def path_of(self, subject: Subject) -> Path:
        """Return the path of a subject in the request."""
        if subject.part in SHOWN_MELD_PARTS:
            return meld_path(("melds",), self.melds, subject)
        return super().path_of(subject)


class CloseHand(HandRequest, frozen=True):
    """Eight cards and the discard to close with, or seven cards, and the melds shown."""

    cards: tuple[Card, ...]
    discard: Card | None
    melds: tuple[ShownMeld, ...] | None
    turn: int | None
    total: int | None

    @property
    def context(self) -> CloseContext:
        """The player's turn and total, on which a close can depend."""
        return CloseContext(self.turn, self.total)

    def path_of(self, subject: Subject) -> Path:
        """Return the path of a subject in the request."""
        if subject.part in SHOWN_MELD_PARTS:
            return meld_path(("melds",), self.melds or (), subject)
        return super().path_of(subject)


class ShownMeldSchema(ObjectSchema[ShownMeld]):
    """A meld with its kind."""

    value = ShownMeld
    component = "ShownMeldObject"
    kind = OneOf(Kind, required=True)
    cards = Cards(0, LONGEST_MELD, required=True)
    stands_for = Cards(0, LONGEST_MELD, load_default=None, allow_none=True)


_SHOWN = ShownMeldSchema()


class ShownMelds(Described):
    """A list of melds: each is a list of cards, or an object with its kind too."""

    def json_schema(self) -> Json:
        """Return the schema of a list of melds in either form."""
        items = ref("ShownMeld")
        return {"type": "array", "items": items, "minItems": 0, "maxItems": MOST_SHOWN}

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> tuple[ShownMeld, ...]:
        return tuple(read_each(read_list(value, "melds", 0, MOST_SHOWN), _shown))


def _shown(meld: object) -> ShownMeld:
    if isinstance(meld, dict):
        return _SHOWN.read(meld)
    if isinstance(meld, list):
        return ShownMeld(read_cards(meld, 0, LONGEST_MELD))
    raise wrong_type("meld", meld)


def rules_field() -> RulesField:
    """Return the field for the table."""
    return RulesField(
        load_default=NAMED[DEFAULT_PROFILE],
        metadata={"description": f"The table; the default is `{DEFAULT_PROFILE}`."},
    )


def seats_field() -> Integer:
    """Return the field for the number of seats."""
    return Integer(
        2,
        12,
        load_default=None,
        allow_none=False,
        metadata={
            "description": "The number of players at the start of the match, also those who are "
            "out. It decides the number of packs."
        },
    )


def turn_field() -> Integer:
    """Return the field for the number of a turn."""
    return Integer(
        1,
        load_default=None,
        allow_none=False,
        metadata={"description": "The number of the player's current turn in this round, from 1."},
    )


def total_field() -> Integer:
    """Return the field for a player's total."""
    return Integer(
        load_default=None,
        allow_none=False,
        metadata={"description": "The player's total before this round."},
    )


def shown_melds_field() -> ShownMelds:
    """Return the field for the melds that a player shows."""
    return ShownMelds(
        load_default=None,
        allow_none=False,
        metadata={"description": "The melds shown; if left out, the service chooses the best."},
    )


class EvaluateHandSchema(ObjectSchema[EvaluateHand]):
    """One hand to evaluate."""

    value = EvaluateHand
    component = "EvaluateByCards"
    rules = rules_field()
    seats = seats_field()
    cards = Cards(1, 8, required=True)
    turn = turn_field()
    total = total_field()
    alternatives = Boolean(
        load_default=False,
        metadata={"description": "Whether to list the other meldings with the same points."},
    )


class EvaluatePointsSchema(ObjectSchema[EvaluatePoints]):
    """Many hands at one table, for which only the points are requested."""

    value = EvaluatePoints
    rules = rules_field()
    seats = seats_field()
    hands = Hands(MOST_HANDS, required=True)


class EvaluateBatchSchema(ObjectSchema[EvaluateBatch]):
    """Many hands at one table, to evaluate."""

    value = EvaluateBatch
    rules = rules_field()
    seats = seats_field()
    hands = Hands(MOST_HANDS, required=True)
    choices = Boolean(
        load_default=False,
        metadata={"description": "Whether to evaluate each discard of hands of eight cards."},
    )


class CheckMeldsSchema(ObjectSchema[CheckMelds]):
    """Groups of cards, each to be judged by itself."""

    value = CheckMelds
    rules = rules_field()
    seats = seats_field()
    melds = ShownMelds(required=True)


class CloseHandSchema(ObjectSchema[CloseHand]):
    """Eight cards and the discard to close with, and the melds shown.

    `discard` is null, with seven cards, for a close instead of a draw.
    """

    value = CloseHand
    component = "CloseByCards"
    rules = rules_field()
    seats = seats_field()
    cards = Cards(7, 8, required=True)
    discard = CardCode(required=True, allow_none=True)
    melds = shown_melds_field()
    turn = turn_field()
    total = total_field()

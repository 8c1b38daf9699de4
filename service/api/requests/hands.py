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
from service.api.requests.pointers import Path, Places, Request, meld_path, path_in, rules_path
from service.rules.hand.closing import CloseContext
from service.rules.hand.meld_check import ShownMeld
from service.rules.hand.melds import Kind
from service.rules.subjects import Part, Subject
from service.rules.table.cards import Card

LONGEST_MELD = 12
MOST_SHOWN = 100
MOST_HANDS = 10_000
MOST_HANDS_WITH_CHOICES = 1_000

PLACES: Places = {
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
        """Where the request says what the subject names."""
        if subject.part is Part.PARAMETER:
            return rules_path(self.rules, subject)
        return path_in(PLACES, subject)


class EvaluateHand(HandRequest, frozen=True):
    """One hand, to be evaluated."""

    cards: tuple[Card, ...]
    turn: int | None
    total: int | None
    alternatives: bool = False
    v: str | None = None

    @property
    def context(self) -> CloseContext:
        """When the player would close."""
        return CloseContext(self.turn, self.total)


class EvaluatePoints(HandRequest, frozen=True):
    """Many hands, of which only the points are asked."""

    hands: list[tuple[Card, ...]]


class EvaluateBatch(EvaluatePoints, frozen=True):
    """Many hands, to be evaluated."""

    choices: bool


class CheckMelds(HandRequest, frozen=True):
    """Melds, each to be judged alone."""

    melds: tuple[ShownMeld, ...]

    def path_of(self, subject: Subject) -> Path:
        """Where the request says what the subject names."""
        if subject.part in {Part.MELD, Part.STANDS_FOR}:
            return meld_path(("melds",), self.melds, subject)
        return super().path_of(subject)


class CloseHand(HandRequest, frozen=True):
    """Eight cards, the one to close with, and the melds shown."""

    cards: tuple[Card, ...]
    discard: Card
    melds: tuple[ShownMeld, ...] | None
    turn: int | None
    total: int | None

    @property
    def context(self) -> CloseContext:
        """When the player would close."""
        return CloseContext(self.turn, self.total)

    def path_of(self, subject: Subject) -> Path:
        """Where the request says what the subject names."""
        if subject.part in {Part.MELD, Part.STANDS_FOR}:
            return meld_path(("melds",), self.melds or (), subject)
        return super().path_of(subject)


class ShownMeldSchema(ObjectSchema[ShownMeld]):
    """A meld that says its kind."""

    value = ShownMeld
    component = "ShownMeldObject"
    kind = OneOf(Kind, required=True)
    cards = Cards(0, LONGEST_MELD, required=True)
    stands_for = Cards(0, LONGEST_MELD, load_default=None, allow_none=True)


_SHOWN = ShownMeldSchema()


class ShownMelds(Described):
    """A list of melds, each a list of codes or an object with its kind."""

    def json_schema(self) -> Json:
        """A list of the component that describes both."""
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
    """The table; barajamos when left out."""
    return RulesField(
        load_default=NAMED[DEFAULT_PROFILE],
        metadata={"description": f"The table; {DEFAULT_PROFILE} when left out."},
    )


def seats_field() -> Integer:
    """How many sat down at the start of the match."""
    return Integer(
        2,
        12,
        load_default=None,
        allow_none=False,
        metadata={
            "description": "How many sat down at the start of the match; it decides how many packs."
        },
    )


def turn_field() -> Integer:
    """The player's own turn in this round."""
    return Integer(
        1,
        load_default=None,
        allow_none=False,
        metadata={"description": "The player's own turn in this round, this one included."},
    )


def total_field() -> Integer:
    """The player's points before this round."""
    return Integer(
        load_default=None,
        allow_none=False,
        metadata={"description": "The player's points before this round."},
    )


def shown_melds_field() -> ShownMelds:
    """The melds shown; left out, the service chooses."""
    return ShownMelds(
        load_default=None,
        allow_none=False,
        metadata={"description": "The melds shown; left out, the service chooses."},
    )


class EvaluateHandSchema(ObjectSchema[EvaluateHand]):
    """One hand."""

    value = EvaluateHand
    component = "EvaluateByCards"
    rules = rules_field()
    seats = seats_field()
    cards = Cards(1, 8, required=True)
    turn = turn_field()
    total = total_field()
    alternatives = Boolean(
        load_default=False,
        metadata={"description": "Whether to list every other melding with as few points."},
    )


class EvaluatePointsSchema(ObjectSchema[EvaluatePoints]):
    """Many hands at one table, of which only the points are asked."""

    value = EvaluatePoints
    rules = rules_field()
    seats = seats_field()
    hands = Hands(MOST_HANDS, required=True)


class EvaluateBatchSchema(ObjectSchema[EvaluateBatch]):
    """Many hands at one table."""

    value = EvaluateBatch
    rules = rules_field()
    seats = seats_field()
    hands = Hands(MOST_HANDS, required=True)
    choices = Boolean(
        load_default=False,
        metadata={"description": "Whether hands of eight get their choices."},
    )


class CheckMeldsSchema(ObjectSchema[CheckMelds]):
    """Melds, each to be judged alone."""

    value = CheckMelds
    rules = rules_field()
    seats = seats_field()
    melds = ShownMelds(required=True)


class CloseHandSchema(ObjectSchema[CloseHand]):
    """Eight cards, the one to close with, and the melds shown."""

    value = CloseHand
    component = "CloseByCards"
    rules = rules_field()
    seats = seats_field()
    cards = Cards(8, 8, required=True)
    discard = CardCode(required=True)
    melds = shown_melds_field()
    turn = turn_field()
    total = total_field()

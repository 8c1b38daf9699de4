"""What requests ask, member by member: loaded into values that the rules know."""

from typing import Any

from marshmallow import ValidationError

from service.api.requests.card_fields import CardCode, Cards, read_cards
from service.api.requests.fields import (
    Boolean,
    Described,
    Integer,
    Json,
    OneOf,
    kind_of,
    read_each,
    ref,
)
from service.api.requests.request_objects import Question
from service.api.requests.rules import DEFAULT_PROFILE, NAMED, RulesField
from service.rules.errors import Path
from service.rules.hand.meld_check import ShownMeld
from service.rules.hand.melds import Kind
from service.rules.table.cards import Card

LONGEST_MELD = 12
MOST_SHOWN = 100
MOST_HANDS = 10_000
MOST_HANDS_WITH_CHOICES = 1_000


class ShownMelds(Described):
    """A list of melds, each a list of codes or an object with its kind."""

    def json_schema(self) -> Json:
        """A list of the component that describes both."""
        items = ref("ShownMeld")
        return {"type": "array", "items": items, "minItems": 0, "maxItems": MOST_SHOWN}

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> tuple[ShownMeld, ...]:
        if not isinstance(value, list):
            message = f"a list of melds is expected, not {kind_of(value)}"
            raise ValidationError(message)
        if len(value) > MOST_SHOWN:
            message = f"at most {MOST_SHOWN} melds are expected, not {len(value)}"
            raise ValidationError(message)
        return tuple(read_each(enumerate(value), _shown))


def _shown(numbered: tuple[int, object]) -> ShownMeld:
    index, meld = numbered
    if isinstance(meld, dict):
        read: dict[str, Any] = _SHOWN.load(meld)
        return ShownMeld(
            read["cards"], (index,), (index, "cards"), read["kind"], read["stands_for"]
        )
    if isinstance(meld, list):
        try:
            return ShownMeld(read_cards(meld, 0, LONGEST_MELD), (index,), (index,))
        except ValidationError as error:
            raise ValidationError(error.messages) from None
    message = f"a list of cards or an object is expected, not {kind_of(meld)}"
    raise ValidationError(message)


def below(prefix: Path, shown: tuple[ShownMeld, ...] | None) -> tuple[ShownMeld, ...] | None:
    """Shown melds with their paths from the root of the question."""
    if shown is None:
        return None
    return tuple(
        ShownMeld(
            meld.cards,
            (*prefix, *meld.path),
            (*prefix, *meld.cards_path),
            meld.kind,
            meld.stands_for,
        )
        for meld in shown
    )


class Hands(Described):
    """A list of hands."""

    def json_schema(self) -> Json:
        """A list of lists of cards."""
        hand = Cards(1, 8).json_schema()
        return {"type": "array", "items": hand, "minItems": 0, "maxItems": MOST_HANDS}

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> list[tuple[Card, ...]]:
        if not isinstance(value, list):
            message = f"a list of hands is expected, not {kind_of(value)}"
            raise ValidationError(message)
        if len(value) > MOST_HANDS:
            message = f"at most {MOST_HANDS} hands are expected, not {len(value)}"
            raise ValidationError(message)
        return read_each(value, _hand)


def _hand(value: object) -> tuple[Card, ...]:
    return read_cards(value, 1, 8)


def rules_field() -> RulesField:
    """The table; `barajamos` if left out."""
    return RulesField(load_default=NAMED[DEFAULT_PROFILE])


def seats_field() -> Integer:
    """How many sat down at the start of the match: it decides how many packs."""
    return Integer(
        2,
        12,
        load_default=None,
        allow_none=False,
        metadata={"description": "How many sat down: decides how many packs are in play."},
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


class ShownMeldObject(Question):
    """A meld that tells its kind."""

    kind = OneOf(Kind, required=True)
    cards = Cards(0, LONGEST_MELD, required=True)
    stands_for = Cards(0, LONGEST_MELD, load_default=None, allow_none=True)


_SHOWN = ShownMeldObject()


class EvaluateHandQuestion(Question):
    """One hand."""

    rules = rules_field()
    seats = seats_field()
    cards = Cards(1, 8, required=True)
    turn = turn_field()
    total = total_field()
    alternatives = Boolean(
        load_default=False,
        metadata={"description": "Whether to list every other melding with as few points."},
    )


class EvaluatePointsQuestion(Question):
    """Many hands at one table, of which the points alone are asked."""

    rules = rules_field()
    seats = seats_field()
    hands = Hands(required=True)


class EvaluateBatchQuestion(EvaluatePointsQuestion):
    """Many hands at one table."""

    choices = Boolean(
        load_default=False,
        metadata={"description": "Whether hands of eight get their choices."},
    )


class MeldsQuestion(Question):
    """Melds, each to be judged alone."""

    rules = rules_field()
    seats = seats_field()
    melds = ShownMelds(required=True)


class CloseHandQuestion(Question):
    """Eight cards, the one to close with, and what is shown."""

    rules = rules_field()
    seats = seats_field()
    cards = Cards(8, 8, required=True)
    discard = CardCode(required=True)
    melds = ShownMelds(
        load_default=None,
        allow_none=False,
        metadata={"description": "What is shown; left out, the service chooses."},
    )
    turn = turn_field()
    total = total_field()


class RulesQuestion(Question):
    """A table to be checked and spelled out."""

    rules = rules_field()
    seats = seats_field()

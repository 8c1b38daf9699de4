"""Fields that accept exactly what the contract says, and say it in the description too.

marshmallow's own take `"5"` for an integer and `"yes"` for a boolean. Each field here knows its
JSON Schema (`json_schema`), so that what is checked and what is published cannot part.
"""

import re
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from enum import StrEnum
from functools import cache
from typing import Any, cast

from marshmallow import RAISE, Schema, ValidationError, fields

from service.rules.cards import ALL_CARDS, JOKER, Card
from service.rules.parameters import WINS

BOUND = 100_000
"""Every integer of the contract lies within plus and minus this."""

CARDS: Mapping[object, Card] = {card: card for card in ALL_CARDS}

MOST_ERRORS = 100
"""Errors that one answer tells; what is wrong in a hundred places needs no hundred and first."""

Json = dict[str, Any]


class Described(fields.Field[Any]):
    """A field that tells its own JSON Schema."""

    default_error_messages = {  # noqa: RUF012 - marshmallow's own attribute
        "required": "this member is required",
        "null": "null is not allowed here",
    }

    def json_schema(self) -> Json:
        """What the contract says of a value, None aside."""
        raise NotImplementedError


def kind_of(value: object) -> str:
    """What kind of JSON value this is, for a message."""
    kinds: dict[type, str] = {
        bool: "a boolean",
        int: "a number",
        float: "a number",
        str: "a string",
        list: "a list",
        dict: "an object",
        type(None): "null",
    }
    return kinds[type(value)]


class Integer(Described):
    """A JSON integer (5.0 is one, "5" and true are not) within bounds."""

    def __init__(self, least: int = -BOUND, most: int = BOUND, **more: Any) -> None:
        self.least, self.most = least, most
        super().__init__(**more)

    def json_schema(self) -> Json:
        """An integer with its bounds."""
        return {"type": "integer", "minimum": self.least, "maximum": self.most}

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> int:
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if type(value) is not int:
            found = value if isinstance(value, float) else kind_of(value)
            message = f"an integer is expected, not {found}"
            raise ValidationError(message)
        if not self.least <= value <= self.most:
            message = f"{value:.7g} is not within {self.least} and {self.most}"
            raise ValidationError(message)
        return value


class Boolean(Described):
    """`true` or `false` and nothing that only looks like it."""

    def json_schema(self) -> Json:
        """A boolean."""
        return {"type": "boolean"}

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> bool:
        if type(value) is not bool:
            message = f"true or false is expected, not {kind_of(value)}"
            raise ValidationError(message)
        return value


class OneOf(Described):
    """One of the values of an enumeration."""

    def __init__(self, values: type[StrEnum], **more: Any) -> None:
        self.values = values
        super().__init__(**more)

    def json_schema(self) -> Json:
        """The values by name."""
        return {"type": "string", "enum": [str(value) for value in self.values]}

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> StrEnum:
        if isinstance(value, str) and value in list(self.values):
            return self.values(value)
        raise ValidationError(unknown("value", value, [str(known) for known in self.values]))


class Text(Described):
    """A string that matches a pattern from end to end."""

    def __init__(self, pattern: str, most: int, **more: Any) -> None:
        self.pattern, self.most = re.compile(pattern), most
        super().__init__(**more)

    def json_schema(self) -> Json:
        """The pattern, anchored, and the longest length in characters."""
        pattern = f"^{self.pattern.pattern}$"
        return {"type": "string", "minLength": 1, "maxLength": self.most, "pattern": pattern}

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> str:
        if not isinstance(value, str):
            message = f"a string is expected, not {kind_of(value)}"
            raise ValidationError(message)
        if not 1 <= len(value) <= self.most or not self.pattern.fullmatch(value):
            message = f"1 to {self.most} characters like {self.pattern.pattern} are expected"
            raise ValidationError(message)
        return value


class ChinchonScore(Described):
    """`wins`, or points."""

    def json_schema(self) -> Json:
        """The one or the other."""
        return {"oneOf": [{"type": "string", "const": WINS}, Integer().json_schema()]}

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> Any:
        if value == WINS:
            return WINS
        if isinstance(value, str):
            message = f"an integer or {WINS} is expected"
            raise ValidationError(message)
        return Integer().deserialize(value)


class CardCode(Described):
    """A card by its code."""

    def json_schema(self) -> Json:
        """The component that names all 49."""
        return {"$ref": "#/components/schemas/Card"}

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> Card:
        try:
            return CARDS[value]
        except (KeyError, TypeError):
            raise ValidationError(no_card(value)) from None


class Cards(Described):
    """A list of cards, by their codes."""

    def __init__(self, least: int, most: int, **more: Any) -> None:
        self.least, self.most = least, most
        super().__init__(**more)

    def json_schema(self) -> Json:
        """A list with its lengths; a card may be in it more than once."""
        return {
            "type": "array",
            "items": CardCode().json_schema(),
            "minItems": self.least,
            "maxItems": self.most,
        }

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> tuple[Card, ...]:
        return read_cards(value, self.least, self.most)


def read_cards(value: object, least: int, most: int) -> tuple[Card, ...]:
    """A list of codes as cards; `ValidationError` tells of each that is none."""
    if not isinstance(value, list):
        message = f"a list of cards is expected, not {kind_of(value)}"
        raise ValidationError(message)
    if not least <= len(value) <= most:
        number = f"{least}" if least == most else f"{least} to {most}"
        message = f"{number} cards are expected, not {len(value)}"
        raise ValidationError(message)
    try:
        return tuple([CARDS[code] for code in value])
    except (KeyError, TypeError):
        wrong = {i: [no_card(code)] for i, code in enumerate(value) if not _is_card(code)}
        raise ValidationError(cast("dict[str, Any]", wrong)) from None


def _is_card(code: object) -> bool:
    return isinstance(code, str) and code in CARDS


_PLAIN = "a card is a rank 1 to 12 and a suit letter o, c, e or b, or JK for a joker"
_COURTS = {"a": "1", "j": "10", "s": "10", "q": "11", "c": "11", "k": "12", "r": "12"}
_SUITS = {"♦": "o", "♥": "c", "♠": "e", "♣": "b", "d": "o", "h": "c", "s": "e"}


def no_card(code: object) -> str:
    """Why a value is no card's code, with the likeliest code where one can be guessed."""
    if not isinstance(code, str):
        return f"{_PLAIN}; this is {kind_of(code)}"
    shown = code if len(code) <= 16 else f"{code[:16]}…"  # noqa: PLR2004 - enough to recognise it
    guess = _guess(code)
    if guess is None:
        return f"{shown!r} is no card: {_PLAIN}"
    why = "suits are lower case" if code.lower() == guess else _PLAIN
    return f"{shown!r} is no card: {why}; {guess} is one"


def _guess(code: str) -> Card | None:
    plain = code.strip().lower()
    if plain in {"jk", "joker", "jo", "*", "🃏"}:
        return JOKER
    for rank, suit in ((plain[:-1], plain[-1:]), (plain[1:], plain[:1])):
        number = _COURTS.get(rank, rank).removeprefix("0")
        found = CARDS.get(f"{number}{_SUITS.get(suit, suit)}")
        if found:
            return found
    return None


def unknown(what: str, value: object, known: Sequence[str]) -> str:
    """Why a name isn't known, with the nearest one that is."""
    if not isinstance(value, str):
        return f"one of {', '.join(known)} is expected, not {kind_of(value)}"
    near = get_close_matches(value[:64], known, n=1)
    hint = f"; did you mean {near[0]}?" if near else f"; known are {', '.join(known)}"
    return f"{value[:64]!r} is no {what} known here{hint}"


class Question(Schema):
    """An object of a request: its members and no others."""

    class Meta:
        """What is unknown is an error."""

        unknown = RAISE

    error_messages = {"unknown": "unknown"}  # noqa: RUF012 - marshmallow's own attribute

    def load(self, data: Any, **more: Any) -> Any:
        """The members as values of the rules, or `ValidationError`."""
        if not isinstance(data, dict):
            message = f"an object is expected, not {kind_of(data)}"
            raise ValidationError(message)
        return super().load(data, **more)

    def handle_error(self, error: ValidationError, data: Any, *_: Any, **__: Any) -> None:
        """Tell of each unknown member the nearest one that is known.

        In the order in which they came: marshmallow has them in that of a set, which no two
        processes share.
        """
        found, strange = error.messages_dict, [self.error_messages["unknown"]]
        known = [name for name, messages in found.items() if messages != strange]
        others = [name for name in data if found.get(name) == strange]
        told: dict[str, Any] = {name: found[name] for name in [*known, *others][:MOST_ERRORS]}
        for name, messages in told.items():
            if messages == strange:
                told[name] = [
                    unknown(
                        "member",
                        name,
                        [field.data_key or name for name, field in self.fields.items()],
                    )
                ]
        error.messages = told


class Forms(Question):
    """One of several forms of a question, told apart by members that only one of them has.

    `signs` are for each form such members; the first form needs none.
    """

    forms: tuple[Question, ...] = ()
    signs: tuple[frozenset[str], ...] = ()

    def load(self, data: Any, **more: Any) -> Any:
        """The form that the members are of."""
        names = frozenset(data) if isinstance(data, dict) else frozenset()
        form = self.forms[0]
        for other, signs in zip(self.forms, self.signs, strict=True):
            form = other if signs & names else form
        strange = names - _names(form)
        mixed = strange and {name for other in self.forms for name in strange & _names(other)}
        if mixed:
            message = "this belongs to another form of the question than the rest of it"
            raise ValidationError({name: [message] for name in sorted(mixed)})
        return form.load(data, **more)


@cache
def _names(form: Question) -> frozenset[str]:
    """The members of a form; there are few forms, each made once."""
    return frozenset(field.data_key or name for name, field in form.fields.items())


class Member(Described):
    """An object within an object, described by a schema of its own."""

    def __init__(self, schema: Question, **more: Any) -> None:
        self.schema = schema
        super().__init__(**more)

    def json_schema(self) -> Json:
        """The schema's component."""
        return {"$ref": f"#/components/schemas/{type(self.schema).__name__}"}

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> Any:
        return self.schema.load(value)


class Members(Member):
    """A list of objects within an object."""

    def __init__(self, schema: Question, least: int, most: int, **more: Any) -> None:
        self.least, self.most = least, most
        super().__init__(schema, **more)

    def json_schema(self) -> Json:
        """A list of the schema's component, with its lengths."""
        items = super().json_schema()
        return {"type": "array", "items": items, "minItems": self.least, "maxItems": self.most}

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> list[Any]:
        if not isinstance(value, list):
            message = f"a list is expected, not {kind_of(value)}"
            raise ValidationError(message)
        if not self.least <= len(value) <= self.most:
            message = f"{self.least} to {self.most} are expected, not {len(value)}"
            raise ValidationError(message)
        found: list[Any] = []
        wrong: dict[Any, Any] = {}
        for index, member in enumerate(value):
            try:
                found.append(self.schema.load(member))
            except ValidationError as error:
                wrong[index] = error.messages
        if wrong:
            raise ValidationError(wrong)
        return found


class Player(Text):
    """A player's name: the caller's own, without control characters."""

    def __init__(self, **more: Any) -> None:
        super().__init__(r"[^\x00-\x1f\x7f-\x9f]+", 64, **more)

    def json_schema(self) -> Json:
        """The component that describes names."""
        return {"$ref": "#/components/schemas/Player"}


class CountedPoints(Described):
    """Points by player."""

    def json_schema(self) -> Json:
        """An object whose names are players."""
        return {
            "type": "object",
            "propertyNames": Player().json_schema(),
            "additionalProperties": Integer().json_schema(),
            "minProperties": 1,
            "maxProperties": 12,
        }

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> dict[str, int]:
        if not isinstance(value, dict) or not 1 <= len(value) <= 12:  # noqa: PLR2004 - as above
            message = "an object with the points of 1 to 12 players is expected"
            raise ValidationError(message)
        found: dict[str, int] = {}
        wrong: dict[Any, Any] = {}
        for player, points in value.items():
            try:
                Player().deserialize(player)
                found[player] = cast("int", Integer().deserialize(points))
            except ValidationError as error:
                wrong[player] = error.messages
        if wrong:
            raise ValidationError(wrong)
        return found


class Anything(Described):
    """A part of an answer that is described by hand; nothing is read with it."""

    def __init__(self, schema: Json, **more: Any) -> None:
        self.schema = schema
        super().__init__(**more)

    def json_schema(self) -> Json:
        """What was given."""
        return self.schema

"""Questions in an address: the same as in a body, written as strings."""

import re
from typing import Any

from marshmallow import ValidationError

from service import __version__
from service.api.requests.card_fields import Cards, read_cards
from service.api.requests.fields import Described, Integer, Json, ref, unknown
from service.api.requests.request_objects import Question
from service.api.requests.rules import DEFAULT_PROFILE, NAMED, SentRules
from service.rules.table.profiles import PROFILES

_INTEGER = re.compile(r"-?(0|[1-9][0-9]{0,9})")


class QueryInteger(Integer):
    """An integer in decimal digits."""

    def _deserialize(self, value: Any, *more: Any, **named: Any) -> int:
        if not _INTEGER.fullmatch(value):
            message = f"an integer is expected, not {value[:32]!r}"
            raise ValidationError(message)
        return super()._deserialize(int(value), *more, **named)


class QueryCards(Cards):
    """Codes with commas between them."""

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> Any:
        return read_cards(value.split(","), self.least, self.most)


class QueryProfile(Described):
    """A table by its name."""

    def json_schema(self) -> Json:
        """The component that lists the names."""
        return ref("ProfileName")

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> SentRules:
        if value not in NAMED:
            raise ValidationError(unknown("table", value, list(PROFILES)))
        return NAMED[value]


class QueryVersion(Described):
    """The service's version, and no other."""

    def json_schema(self) -> Json:
        """The one version."""
        return {"type": "string", "enum": [__version__]}

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> str:
        if value != __version__:
            message = f"this service is version {__version__}"
            raise ValidationError(message)
        return __version__


class EvaluateQuery(Question):
    """One hand at a named table."""

    cards = QueryCards(
        1, 8, required=True, metadata={"description": "Codes with commas between them."}
    )
    rules = QueryProfile(load_default=NAMED[DEFAULT_PROFILE])
    seats = QueryInteger(2, 12, load_default=None)
    turn = QueryInteger(1, load_default=None)
    total = QueryInteger(load_default=None)
    v = QueryVersion(
        load_default=None,
        metadata={"description": "The service's version; then the answer may be kept for ever."},
    )

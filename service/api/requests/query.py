"""Requests in a URL's query: the same members as in a body, written as strings."""

import re
from typing import Any

from service.api.requests.fields.basic import Described, Integer, Json, Text, ref
from service.api.requests.fields.cards import Cards, read_cards
from service.api.requests.fields.objects import ObjectSchema
from service.api.requests.fields.rules import DEFAULT_PROFILE, NAMED, SentRules, named_rules
from service.api.requests.hands import (
    EvaluateHand,
    rules_field,
    seats_field,
    total_field,
    turn_field,
)
from service.api.requests.mistakes import MistakeCode, mistake_error

_INTEGER = re.compile(r"-?(0|[1-9][0-9]{0,9})")


class QueryInteger(Integer):
    """An integer in decimal digits."""

    def _deserialize(self, value: Any, *more: Any, **named: Any) -> int:
        if not _INTEGER.fullmatch(value):
            raise mistake_error(MistakeCode.WRONG_TYPE, expected="integer", found=f"{value[:32]!r}")
        return super()._deserialize(int(value), *more, **named)


class QueryCards(Cards):
    """Codes of cards, separated by commas."""

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> Any:
        return read_cards(value.split(","), self.least, self.most)


class QueryProfile(Described):
    """The name of a built-in table."""

    def json_schema(self) -> Json:
        """Return a reference to the component that lists the names."""
        return ref("ProfileName")

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> SentRules:
        return named_rules(value)


class EvaluateQuery(ObjectSchema[EvaluateHand]):
    """One hand at a built-in table."""

    value = EvaluateHand
    cards = QueryCards(
        1,
        8,
        required=True,
        metadata={"description": "The cards: one parameter for each, or separated by commas."},
    )
    rules = QueryProfile(load_default=NAMED[DEFAULT_PROFILE], metadata=rules_field().metadata)
    seats = QueryInteger(2, 12, load_default=None, metadata=seats_field().metadata)
    turn = QueryInteger(1, load_default=None, metadata=turn_field().metadata)
    total = QueryInteger(load_default=None, metadata=total_field().metadata)
    v = Text(
        r"[^\x00-\x1f\x7f-\x9f]*",
        0,
        64,
        load_default=None,
        metadata={
            "description": "Any text. With the version of the service, caches keep the answer for "
            "ever."
        },
    )

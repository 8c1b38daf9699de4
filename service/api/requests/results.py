"""The result in a state, as far as it says what everybody showed and laid off."""

from typing import Any

from marshmallow import EXCLUDE
from msgspec import Struct

from service.api.requests.fields.basic import MOST_PLAYERS, Boolean, Integer, Player
from service.api.requests.fields.objects import Member, Members, RequestObject
from service.api.requests.hands import ShownMelds
from service.api.requests.showdowns import SentLayOff, lay_offs_field
from service.rules.hand.meld_check import ShownMeld


class StatedEnd(Struct, frozen=True):
    """What a player showed and laid off in the round."""

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
    out: bool


class StatedResult(Struct, frozen=True):
    """What a result says that doesn't follow from the rest of the state."""

    showdown: StatedShowdown
    scores: tuple[StatedScore, ...]

    def ends(self) -> list[StatedEnd]:
        """Everybody's end of the round, the closer's first."""
        closer = self.showdown.closer
        return [*([closer] if closer else []), *self.showdown.opponents]


class _Lenient(RequestObject[Any]):
    """An object with members that aren't read; the whole is compared afterwards."""

    class Meta:
        """Members that aren't read may be there."""

        unknown = EXCLUDE


class _EndRequest(_Lenient):
    value = StatedEnd
    player = Player(required=True)
    melds = ShownMelds(load_default=None, allow_none=False)
    lay_offs = lay_offs_field(required=True)


class _ShowdownRequest(_Lenient):
    value = StatedShowdown
    closer = Member(_EndRequest(), required=True, allow_none=True)
    opponents = Members(_EndRequest(), 1, MOST_PLAYERS, required=True)


class _ScoreRequest(_Lenient):
    value = StatedScore
    player = Player(required=True)
    before = Integer(required=True)
    out = Boolean(required=True)


class _ResultRequest(_Lenient):
    value = StatedResult
    showdown = Member(_ShowdownRequest(), required=True)
    scores = Members(_ScoreRequest(), 2, MOST_PLAYERS, required=True)


RESULT = _ResultRequest()
"""Reads the part of a result that `StatedResult` holds."""

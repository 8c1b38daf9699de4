"""Overrides: the groups of parameters, with the possible values of their fields."""

from collections.abc import Mapping
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
)
from service.api.requests.fields.cards import Cards
from service.api.requests.fields.objects import ObjectSchema
from service.api.requests.mistakes import MistakeCode, mistake_error
from service.rules.table import parameters
from service.rules.table.cards import RANKS_OF_PACK
from service.rules.table.parameters import WINS

_MOST_SCORES = 8
"""The maximum number of wilds in a hand."""

_TIE_BREAK = OneOf(parameters.TieBreak)
_MOST_TIE_BREAKS = 3
"""Two steps that keep some players, and one that ends the list."""


class ClosingScore(Described):
    """The score of a full close or a chinchón: `wins`, or points."""

    component = "CloseScore"

    def json_schema(self) -> Json:
        """Return a reference to the component for either type."""
        return ref(self.component)

    @classmethod
    def component_schema(cls) -> Json:
        """Return the component for either type."""
        return {
            "description": "What a close scores: points, or `wins` if it wins the match.",
            "oneOf": [ref("Wins"), Integer().json_schema()],
        }

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> Any:
        if value == WINS:
            return WINS
        if isinstance(value, str):
            raise mistake_error(MistakeCode.NOT_A_SCORE)
        return Integer().deserialize(value)


class PackSize(Described):
    """The number of cards in a pack without its jokers: 40 or 48."""

    component = "PackSize"

    def json_schema(self) -> Json:
        """Return a reference to the component that lists the two sizes."""
        return ref(self.component)

    @classmethod
    def component_schema(cls) -> Json:
        """Return the component that lists the two sizes, with names for generated clients."""
        return {
            "type": "integer",
            "description": "The number of cards in a pack without its jokers.",
            "enum": list(RANKS_OF_PACK),
            "x-enum-varnames": [f"CARDS_{size}" for size in RANKS_OF_PACK],
        }

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> int:
        size: int = Integer().deserialize(value)
        if size not in RANKS_OF_PACK:
            known = tuple(map(str, RANKS_OF_PACK))
            raise mistake_error(MistakeCode.NOT_ONE_OF, known=known, found=str(size))
        return size


class _WildCards(Cards):
    """At most two cards, none of them a joker."""

    def __init__(self, **more: Any) -> None:
        super().__init__(0, 2, **more)


class _ChinchonScores(Described):
    """The scores of a chinchón with one wild, with two wilds, and so on."""

    def json_schema(self) -> Json:
        """Return the schema of a list of scores."""
        score = ClosingScore().json_schema()
        return {"type": "array", "items": score, "minItems": 0, "maxItems": _MOST_SCORES}

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> tuple[Any, ...]:
        scores = read_list(value, "scores", 0, _MOST_SCORES)
        return tuple(read_each(scores, ClosingScore().deserialize))


class _TieBreaks(Described):
    """The steps that decide between equal lowest totals, in their order."""

    def json_schema(self) -> Json:
        """Return the schema of a list of steps."""
        step = _TIE_BREAK.json_schema()
        return {"type": "array", "items": step, "minItems": 1, "maxItems": _MOST_TIE_BREAKS}

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> tuple[Any, ...]:
        steps = read_list(value, "steps", 1, _MOST_TIE_BREAKS)
        return tuple(read_each(steps, _TIE_BREAK.deserialize))


class _Group(ObjectSchema[dict[str, Any]]):
    value = dict


def _group(**members: Described) -> ObjectSchema[dict[str, Any]]:
    group: ObjectSchema[dict[str, Any]] = _Group.from_dict({**members})()  # type: ignore[assignment]  # it makes a subclass
    return group


GROUPS: Mapping[str, ObjectSchema[dict[str, Any]]] = {
    "players": _group(min=Integer(2, 12), max=Integer(2, 12)),
    "deck": _group(
        cards=PackSize(),
        two_packs_from=Integer(2, 12, allow_none=True),
        jokers=Integer(0, 2),
        wild_cards=_WildCards(),
    ),
    "points": _group(
        sota=Integer(0, 100),
        caballo=Integer(0, 100),
        rey=Integer(0, 100),
        wild=Integer(0, 100),
        count=OneOf(parameters.CardCost),
    ),
    "melds": _group(
        identical_in_set=Boolean(),
        max_set_size=Integer(3, 5),
        min_naturals=Integer(1, 7),
        max_wilds=Integer(0, 7, allow_none=True),
        min_run=Integer(3, 7),
    ),
    "turn": _group(
        may_take_first_discard=Boolean(),
        may_discard_taken_card=Boolean(),
        lead_gets_eight=Boolean(),
    ),
    "stock": _group(
        reshuffle=OneOf(parameters.Reshuffle),
        keeps_top_discard=Boolean(),
        ends_on_exhaustion=Integer(1, 100, allow_none=True),
    ),
    "close": _group(
        earliest_turn=Integer(1, 100),
        max_unmatched_points=Integer(0, 1000, allow_none=True),
        max_unmatched_cards=Integer(0, 7, allow_none=True),
        cap_counts=OneOf(parameters.CapCounts),
        min_melds=Integer(0, 2),
        max_wilds=Integer(0, 7, allow_none=True),
        without_drawing=Boolean(),
        wild_may_be_left=Boolean(),
        must_not_exceed_limit=Boolean(),
    ),
    "closing_score": _group(
        full=ClosingScore(),
        chinchon=ClosingScore(),
        chinchon_with_wilds=_ChinchonScores(),
        chinchon_from=OneOf(parameters.ChinchonFrom),
        for_all=Boolean(),
        others_add_full=Integer(),
        others_add_chinchon=Integer(),
    ),
    "lay_off": _group(
        allowed=Boolean(),
        onto=OneOf(parameters.LayOffOnto),
        passes=OneOf(parameters.LayOffPasses),
        blocked_by_full_close=OneOf(parameters.BlockedByFullClose),
        closer_may=Boolean(),
        wilds_may=Boolean(),
        requires_own_meld=Boolean(),
    ),
    "match": _group(
        limit=Integer(1, allow_none=True),
        rounds=Integer(1, allow_none=True),
        low_total=Integer(allow_none=True),
        out_when=OneOf(parameters.OutWhen),
        ends=OneOf(parameters.Ends),
        all_out=OneOf(parameters.AllOut),
        tie_breaks=_TieBreaks(),
        floor=Integer(allow_none=True),
        rotation=OneOf(parameters.Rotation),
        prize=OneOf(parameters.Prize),
        stake=Integer(0),
    ),
    "rejoin": _group(
        max=Integer(0, allow_none=True),
        total=OneOf(parameters.RejoinTotal),
        stake=Integer(0),
        min_players_in=Integer(2, 12),
        min_seats=Integer(2, 12),
    ),
    "room": _group(grace_seconds=Integer(0, allow_none=True)),
}
"""The schema that reads the overrides of each group of parameters."""

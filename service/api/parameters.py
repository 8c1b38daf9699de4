"""The parameters of RULES §1 over HTTP: a profile's name, or a base with overrides."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from marshmallow import Schema, ValidationError
from msgspec import Struct, to_builtins
from msgspec.structs import replace

from service.api.fields import (
    MOST_ERRORS,
    Boolean,
    Cards,
    ChinchonScore,
    Described,
    Integer,
    Json,
    OneOf,
    Question,
    unknown,
)
from service.rules import parameters
from service.rules.errors import Fault, ImpossibleError, Path
from service.rules.parameters import Rules
from service.rules.profiles import PROFILES
from service.rules.table import Table, table_of

DEFAULT_PROFILE = "barajamos"


class _PackSize(Described):
    """The number of cards in a pack without its jokers: 40 or 48."""

    def json_schema(self) -> Json:
        """The two sizes of a pack."""
        return {"type": "integer", "enum": [40, 48]}

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> int:
        size: int = Integer().deserialize(value)
        if size not in {40, 48}:
            message = f"a pack has 40 or 48 cards, not {size}"
            raise ValidationError(message)
        return size


class _WildCards(Cards):
    """At most two cards, none of them a joker."""

    def __init__(self, **more: Any) -> None:
        super().__init__(0, 2, **more)


class _ChinchonScores(Described):
    """Scores of a chinchón with one wild, with two and so on."""

    def json_schema(self) -> Json:
        """A list of scores."""
        score = ChinchonScore().json_schema()
        return {"type": "array", "items": score, "minItems": 0, "maxItems": 8}

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> tuple[Any, ...]:
        if not isinstance(value, list) or len(value) > 8:  # noqa: PLR2004 - a hand holds no more wilds
            message = "a list of at most 8 scores is expected"
            raise ValidationError(message)
        scores: list[Any] = []
        wrong: dict[Any, Any] = {}
        for index, score in enumerate(value):
            try:
                scores.append(ChinchonScore().deserialize(score))
            except ValidationError as error:
                wrong[index] = error.messages
        if wrong:
            raise ValidationError(wrong)
        return tuple(scores)


def _group(**members: Described) -> Schema:
    return Question.from_dict({**members})()


GROUPS: Mapping[str, Schema] = {
    "players": _group(min=Integer(2, 12), max=Integer(2, 12)),
    "deck": _group(
        cards=_PackSize(),
        two_packs_from=Integer(2, 12, allow_none=True),
        jokers=Integer(0, 2),
        wild_cards=_WildCards(),
    ),
    "points": _group(
        sota=Integer(0, 100),
        caballo=Integer(0, 100),
        rey=Integer(0, 100),
        wild=Integer(0, 100),
        count=OneOf(parameters.Count),
    ),
    "melds": _group(
        identical_in_set=Boolean(),
        max_set_size=Integer(3, 4),
        min_naturals=Integer(1, 7),
        max_wilds=Integer(0, 7, allow_none=True),
        min_run=Integer(3, 7),
    ),
    "turn": _group(may_take_first_discard=Boolean(), may_discard_taken_card=Boolean()),
    "stock": _group(
        reshuffle=OneOf(parameters.Reshuffle),
        keeps_top_discard=Boolean(),
        ends_on_exhaustion=Integer(1, 100, allow_none=True),
    ),
    "close": _group(
        earliest_turn=Integer(1, 100),
        max_unmatched_points=Integer(0, 1000, allow_none=True),
        max_unmatched_cards=Integer(0, 7, allow_none=True),
        wild_may_be_left=Boolean(),
        must_not_exceed_limit=Boolean(),
    ),
    "closing_score": _group(
        full=Integer(),
        chinchon=ChinchonScore(),
        chinchon_with_wilds=_ChinchonScores(),
    ),
    "lay_off": _group(
        allowed=Boolean(),
        onto=OneOf(parameters.Onto),
        passes=OneOf(parameters.Passes),
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
        tie=OneOf(parameters.Tie),
        prize=OneOf(parameters.Prize),
    ),
    "rejoin": _group(
        max=Integer(0, allow_none=True),
        total=OneOf(parameters.RejoinTotal),
        min_players_in=Integer(1, 12),
        min_seats=Integer(2, 12),
    ),
    "room": _group(grace_seconds=Integer(0, allow_none=True)),
}
"""For each group of parameters the schema that reads overrides of it."""


class SentRules(Struct, frozen=True):
    """The rules as a request sent them, and as they were understood."""

    sent: str | Json
    rules: Rules

    def table(self, seats: int | None) -> Table:
        """The table that they make for so many seats, or the fewest; see `table_of` for errors."""
        if isinstance(self.sent, str):
            return _named_table(self.sent, seats)
        try:
            return table_of(self.rules, seats)
        except ImpossibleError as error:
            raise ImpossibleError([self._where_sent(fault) for fault in error.faults]) from None

    def table_for(self, players: int, place: Path) -> Table:
        """The table for so many players, who were stated at this place: they are its seats."""
        try:
            return self.table(players)
        except ImpossibleError as error:
            raise ImpossibleError(
                Fault(place, fault.detail) if fault.path == ("seats",) else fault
                for fault in error.faults
            ) from None

    def _where_sent(self, fault: Fault) -> Fault:
        """A fault of the rules at a place that the request has: some fields are the base's."""
        path = list(fault.path)
        while path[0] == "rules" and not _leads_somewhere(path[1:], self.sent):
            path.pop()
        return Fault(tuple(path), fault.detail)


def _leads_somewhere(path: Sequence[str | int], sent: str | Json) -> bool:
    value: object = sent
    for step in path:
        if not isinstance(value, dict) or step not in value:
            return False
        value = value[step]
    return True


@lru_cache(maxsize=256)
def _named_table(name: str, seats: int | None) -> Table:
    return table_of(PROFILES[name], seats)


NAMED = {name: SentRules(name, rules) for name, rules in PROFILES.items()}


class RulesField(Described):
    """A profile's name, or `{"base": NAME, GROUP: {FIELD: VALUE}}`."""

    def json_schema(self) -> Json:
        """The component that describes both."""
        return {"$ref": "#/components/schemas/Rules"}

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> SentRules:
        if isinstance(value, str) and value in NAMED:
            return NAMED[value]
        if isinstance(value, dict):
            return SentRules(value, _overridden(value))
        if not isinstance(value, str):
            message = "the name of a table, or an object with a base and overrides, is expected"
            raise ValidationError(message)
        raise ValidationError(unknown("table", value, list(PROFILES)))


def _overridden(sent: Json) -> Rules:
    wrong: dict[str, Any] = {}
    base = sent.get("base")
    if "base" not in sent:
        wrong["base"] = ["this member is required: the table whose rules are overridden"]
    elif not isinstance(base, str) or base not in PROFILES:
        wrong["base"] = [unknown("table", base, list(PROFILES))]
    changes: dict[str, dict[str, Any]] = {}
    for group, members in sent.items():
        if group == "base":
            continue
        if len(wrong) == MOST_ERRORS:
            break
        if group not in GROUPS:
            wrong[group] = [unknown("group of parameters", group, list(GROUPS))]
            continue
        try:
            changes[group] = GROUPS[group].load(members)
        except ValidationError as error:
            wrong[group] = error.messages
    if wrong:
        raise ValidationError(wrong)
    rules = PROFILES[sent["base"]]
    groups: dict[str, Any] = {
        group: replace(getattr(rules, group), **members) for group, members in changes.items()
    }
    return replace(rules, **groups)


def full_rules(rules: Rules) -> Json:
    """Every group and field of the rules, by the contract's names."""
    members: Json = to_builtins(rules)
    return members


def rules_schemas() -> dict[str, Json]:
    """The components that describe rules: as sent, and spelled out."""
    components: dict[str, Json] = {
        "ProfileName": {
            "type": "string",
            "description": "A table by its name.",
            "enum": list(PROFILES),
        }
    }
    overrides: dict[str, Json] = {}
    full: dict[str, Json] = {}
    for group, schema in GROUPS.items():
        name = "".join(word.capitalize() for word in group.split("_"))
        members = {
            field: described(member)
            for field, member in schema.fields.items()
            if isinstance(member, Described)
        }
        components[f"{name}Override"] = _closed(
            f"Parameters of `{group}` that differ; those left out are the base's.", members, []
        )
        components[f"{name}Rules"] = _closed(
            f"The parameters of `{group}`.", members, list(members)
        )
        overrides[group] = {"$ref": f"#/components/schemas/{name}Override"}
        full[group] = {"$ref": f"#/components/schemas/{name}Rules"}
    named: Json = {"$ref": "#/components/schemas/ProfileName"}
    components["RulesOverride"] = _closed(
        "A table and what is different from it.", {"base": named} | overrides, ["base"]
    )
    components["FullRules"] = _closed(
        "Every parameter of a table; can be sent as `rules`.",
        {"base": named} | full,
        ["base", *full],
    )
    components["NamedRules"] = _closed(
        "A named table with every parameter.", {"name": named} | full, ["name", *full]
    )
    components["Rules"] = {
        "description": "A table by its name, or by another's and what is different from it.",
        "oneOf": [named, {"$ref": "#/components/schemas/RulesOverride"}],
    }
    return components


def _closed(description: str, members: Mapping[str, Json], required: list[str]) -> Json:
    schema: Json = {
        "type": "object",
        "description": description,
        "properties": dict(members),
        "additionalProperties": False,
    }
    return schema | {"required": required} if required else schema


def described(field: Described) -> Json:
    """What the contract says of a field's value, None included where it may be."""
    schema = field.json_schema()
    if not field.allow_none:
        return schema
    if isinstance(schema.get("type"), str) and "enum" not in schema:
        return schema | {"type": [schema["type"], "null"]}
    return {"anyOf": [schema, {"type": "null"}]}

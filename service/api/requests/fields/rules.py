"""Rules as a request sends them: a profile's name, or a base with overrides."""

from functools import lru_cache
from typing import Any

from marshmallow import ValidationError
from msgspec import Struct, to_builtins
from msgspec.structs import replace

from service.api.requests.fields.basic import MOST_ERRORS, Described, Json, ref, unknown, wrong_type
from service.api.requests.fields.parameter_groups import GROUPS
from service.api.requests.mistakes import Mistake, MistakeCode
from service.rules.table.parameters import Rules
from service.rules.table.profiles import PROFILES
from service.rules.table.table import Table, table_of

DEFAULT_PROFILE = "barajamos"


class SentRules(Struct, frozen=True):
    """The rules as a request sent them, and as they were understood."""

    sent: str | Json
    rules: Rules

    def table(self, seats: int | None) -> Table:
        """The table that they make for so many seats, or the fewest; see `table_of` for errors."""
        if isinstance(self.sent, str):
            return _named_table(self.sent, seats)
        return table_of(self.rules, seats)


@lru_cache(maxsize=256)
def _named_table(name: str, seats: int | None) -> Table:
    return table_of(PROFILES[name], seats)


NAMED = {name: SentRules(name, rules) for name, rules in PROFILES.items()}
"""Every profile as a request sends it."""


class RulesField(Described):
    """A profile's name, or `{"base": NAME, GROUP: {FIELD: VALUE}}`."""

    def json_schema(self) -> Json:
        """The component that describes both."""
        return ref("Rules")

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> SentRules:
        if isinstance(value, str):
            return named_rules(value)
        if isinstance(value, dict):
            return SentRules(value, _overridden(value))
        raise wrong_type("rules", value)


def named_rules(name: str) -> SentRules:
    """The profile of this name, or `ValidationError`."""
    if name not in NAMED:
        raise ValidationError([unknown("table", name, list(PROFILES))])
    return NAMED[name]


def _overridden(sent: Json) -> Rules:
    wrong: dict[str, Any] = {}
    base = sent.get("base")
    if "base" not in sent:
        wrong["base"] = [Mistake(MistakeCode.REQUIRED)]
    elif not isinstance(base, str) or base not in PROFILES:
        wrong["base"] = [unknown("table", base, list(PROFILES))]
    changes: dict[str, dict[str, Any]] = {}
    for group, members in sent.items():
        if group == "base":
            continue
        if len(wrong) == MOST_ERRORS:
            break
        if group not in GROUPS:
            wrong[group] = [unknown("group", group, list(GROUPS))]
            continue
        try:
            changes[group] = GROUPS[group].read(members)
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

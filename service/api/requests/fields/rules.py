"""Rules in a request: the name of a built-in table, or a base with overrides."""

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
    """The rules as the request sent them, and the parameters that they mean."""

    sent: str | Json
    rules: Rules

    def table(self, seats: int | None) -> Table:
        """Return the table for this number of seats or, with None, for the fewest allowed.

        Raise the errors of `table_of`.
        """
        if isinstance(self.sent, str):
            return _named_table(self.sent, seats)
        return table_of(self.rules, seats)


@lru_cache(maxsize=256)
def _named_table(name: str, seats: int | None) -> Table:
    return table_of(PROFILES[name], seats)


NAMED = {name: SentRules(name, rules) for name, rules in PROFILES.items()}
"""The rules of every built-in table, as a request sends them by name."""


class RulesField(Described):
    """The name of a built-in table, or `{"base": NAME, GROUP: {FIELD: VALUE}}`."""

    def json_schema(self) -> Json:
        """Return a reference to the component for both forms."""
        return ref("Rules")

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> SentRules:
        return read_rules(value)


def read_rules(value: object) -> SentRules:
    """Return rules that a request sent in either form, or raise `ValidationError`."""
    if isinstance(value, str):
        return named_rules(value)
    if isinstance(value, dict):
        return SentRules(value, _overridden(value))
    raise wrong_type("rules", value)


def named_rules(name: str) -> SentRules:
    """Return the rules of a built-in table, or raise `ValidationError`."""
    if name not in NAMED:
        raise ValidationError([unknown("table", name, list(PROFILES))])
    return NAMED[name]


def _overridden(sent: Json) -> Rules:
    mistakes: dict[str, Any] = {}
    base = sent.get("base")
    if "base" not in sent:
        mistakes["base"] = [Mistake(MistakeCode.REQUIRED)]
    elif not isinstance(base, str) or base not in PROFILES:
        mistakes["base"] = [unknown("table", base, list(PROFILES))]
    changes: dict[str, dict[str, Any]] = {}
    for group, members in sent.items():
        if group == "base":
            continue
        if len(mistakes) == MOST_ERRORS:
            break
        if group not in GROUPS:
            mistakes[group] = [unknown("group", group, list(GROUPS))]
            continue
        try:
            changes[group] = GROUPS[group].read(members)
        except ValidationError as error:
            mistakes[group] = error.messages
    if mistakes:
        raise ValidationError(mistakes)
    rules = PROFILES[sent["base"]]
    groups: dict[str, Any] = {
        group: replace(getattr(rules, group), **members) for group, members in changes.items()
    }
    return replace(rules, **groups)


def full_rules(rules: Rules) -> Json:
    """Return every group and field of the rules, by their names in the contract."""
    members: Json = to_builtins(rules)
    return members

"""Rules as a request sends them: a profile's name, or a base with overrides."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from marshmallow import ValidationError
from msgspec import Struct, to_builtins
from msgspec.structs import replace

from service.api.requests.fields import MOST_ERRORS, Described, Json, ref, unknown
from service.api.requests.rules_overrides import GROUPS
from service.rules.errors import Fault, ImpossibleError, Path
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
        return ref("Rules")

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

"""The rule cases as data: the files of `cases/`, each case once for every table that it names.

A *pair* asks one question at two tables that differ in one parameter only, and gives two cases.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

CASES = Path(__file__).parents[1] / "cases"
MEMBERS = {"operation", "rule", "title", "rules", "tables", "given", "expect", "because"}
PAIR_MEMBERS = {
    *("parameter", "rule", "title", "operation", "rules", "other"),
    *("given", "expect", "expect_other", "because"),
}
CARD_LISTS = {"cards", "unmatched", "stands_for"}
VALUE_OF_ACTION = {
    "draw": "from",
    "discard": "card",
    "close": "discard",
    "rejoin": "player",
    "leave": "player",
}
"""The member of an action that the second word of its short form gives."""


@dataclass(frozen=True)
class Case:
    """One question and what its answer must hold; `parameter` is that of a pair."""

    name: str
    rule: str
    operation: str
    rules: Any
    given: dict[str, Any]
    expect: dict[str, Any]
    because: str | None = None
    parameter: str | None = None

    @property
    def refused(self) -> bool:
        """Whether what is stated cannot be."""
        return "status" in self.expect


@dataclass(frozen=True)
class Pair:
    """The same question at a table, and at one that differs from it in one parameter only."""

    parameter: str
    base: Case
    other: Case


def cases() -> Iterator[Case]:
    """Every case of every file."""
    for path in sorted(CASES.rglob("*.yaml")):
        yield from cases_of_file(path)


def cases_of_file(path: Path) -> Iterator[Case]:
    """Every case of a file; a pair gives two."""
    name = file_name(path)
    for case in yaml.safe_load(path.read_text(encoding="utf-8")):
        if "parameter" in case:
            pair = _pair(name, case)
            yield from (pair.base, pair.other)
        else:
            yield from _cases(name, case)


def file_name(path: Path) -> str:
    """The name of a file of cases, with its folder's: `pairs-closing`."""
    return "-".join(path.relative_to(CASES).with_suffix("").parts)


def pairs() -> Iterator[Pair]:
    """Every pair of every file."""
    for path in sorted(CASES.rglob("*.yaml")):
        for case in yaml.safe_load(path.read_text(encoding="utf-8")):
            if "parameter" in case:
                yield _pair(file_name(path), case)


def _cases(file: str, case: dict[str, Any]) -> Iterator[Case]:
    unknown = case.keys() - MEMBERS
    assert not unknown, f"{file}: {case.get('title')}: {unknown}"
    for rules in case.get("tables", [case.get("rules", "barajamos")]):
        yield Case(
            name=f"{file}: {case['title']} ({table_name(rules)})",
            rule=case["rule"],
            operation=case["operation"],
            rules=rules,
            given=spelled_out(case["given"]),
            expect=spelled_out(case["expect"]),
            because=case.get("because"),
        )


def _pair(file: str, pair: dict[str, Any]) -> Pair:
    unknown = pair.keys() - PAIR_MEMBERS
    assert not unknown, f"{file}: {pair.get('title')}: {unknown}"
    group, field = pair["parameter"].split(".")
    base = pair["rules"] if isinstance(pair["rules"], dict) else {"base": pair["rules"]}
    other = {**base, group: {**base.get(group, {}), field: pair["other"]}}

    def case(rules: Any, expect: Any) -> Case:
        return Case(
            name=f"{file}: {pair['title']} ({table_name(rules)})",
            rule=pair.get("rule", pair["parameter"]),
            operation=pair["operation"],
            rules=rules,
            given=spelled_out(pair["given"]),
            expect=spelled_out(expect),
            because=pair.get("because"),
            parameter=pair["parameter"],
        )

    return Pair(
        pair["parameter"],
        case(pair["rules"], pair["expect"]),
        case(other, pair["expect_other"]),
    )


def table_name(rules: Any) -> str:
    """A table by its base and what differs there: `fournier, limit 150`."""
    if isinstance(rules, str):
        return rules
    groups = [group for name, group in rules.items() if name != "base"]
    changes = [f"{name} {_written(value)}" for group in groups for name, value in group.items()]
    return ", ".join([rules["base"], *changes])


def _written(value: Any) -> str:
    if isinstance(value, bool) or value is None:
        return {True: "true", False: "false", None: "null"}[value]
    return " ".join(map(str, value)) if isinstance(value, list) else str(value)


def spelled_out(value: Any, name: str = "") -> Any:
    """Cards may be written as one string, and actions as two words; here they are in full."""
    if isinstance(value, dict):
        if name == "unmatched":
            return {player: cards.split() for player, cards in value.items()}
        return {name: spelled_out(member, name) for name, member in value.items()}
    if isinstance(value, list):
        if name == "actions":
            return [action_of(one) if isinstance(one, str) else spelled_out(one) for one in value]
        return [
            spelled_out(member, "cards" if name in {"melds", "hands"} else "") for member in value
        ]
    if isinstance(value, str) and name in CARD_LISTS:
        return value.split()
    return value


def action_of(words: str) -> dict[str, Any]:
    """An action by its type and its one value: `draw stock`, `close 12c`, `deal`."""
    kind, *rest = words.split()
    return {"type": kind, **({VALUE_OF_ACTION[kind]: rest[0]} if rest else {})}


def differences(expected: Any, found: Any, place: str = "") -> Iterator[str]:
    """Where an answer lacks what is expected; members that are not named don't matter."""
    if isinstance(expected, dict) and isinstance(found, dict):
        for name, member in expected.items():
            if name not in found:
                yield f"{place}/{name} is missing"
            else:
                yield from differences(member, found[name], f"{place}/{name}")
    elif isinstance(expected, list) and isinstance(found, list | tuple):
        if len(expected) != len(found):
            yield f"{place}: expected {expected}, found {found}"
        else:
            for index, (one, other) in enumerate(zip(expected, found, strict=True)):
                yield from differences(one, other, f"{place}/{index}")
    elif expected != found or isinstance(expected, bool) != isinstance(found, bool):
        yield f"{place}: expected {expected}, found {found}"


def refusal_differences(expect: dict[str, Any], errors: list[dict[str, Any]]) -> Iterator[str]:
    """Where the errors of a refusal lack what is expected: all errors, or one among them."""
    if "errors" in expect:
        yield from differences(_sorted(expect["errors"]), _sorted(errors), "/errors")
    else:
        wanted = {name: expect[name] for name in ("code", "pointer") if name in expect}
        if all(list(differences(wanted, error)) for error in errors):
            yield f"/errors: expected {wanted}, found {errors}"


def _sorted(errors: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return sorted(errors, key=lambda error: (error["pointer"], error["code"]))

"""The rule cases as data: `cases/*.yaml`, each case once for every table that it names."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

CASES = Path(__file__).parents[1] / "cases"
MEMBERS = {"operation", "rule", "title", "rules", "tables", "given", "expect", "because"}
CARD_LISTS = {"cards", "unmatched", "stands_for"}


@dataclass(frozen=True)
class Case:
    """One question and what its answer must hold."""

    name: str
    rule: str
    operation: str
    rules: Any
    given: dict[str, Any]
    expect: dict[str, Any]

    @property
    def refused(self) -> bool:
        """Whether what is stated cannot be."""
        return "status" in self.expect


def cases() -> Iterator[Case]:
    """Every case of every file."""
    for path in sorted(CASES.glob("*.yaml")):
        for case in yaml.safe_load(path.read_text(encoding="utf-8")):
            unknown = case.keys() - MEMBERS
            assert not unknown, f"{path.name}: {case.get('title')}: {unknown}"
            for rules in case.get("tables", [case.get("rules", "barajamos")]):
                name = rules if isinstance(rules, str) else rules["base"] + "+"
                yield Case(
                    name=f"{path.stem}: {case['title']} ({name})",
                    rule=case["rule"],
                    operation=case["operation"],
                    rules=rules,
                    given=spelled_out(case["given"]),
                    expect=spelled_out(case["expect"]),
                )


def spelled_out(value: Any, name: str = "") -> Any:
    """Cards may be written as one string; here they become lists."""
    if isinstance(value, dict):
        return {name: spelled_out(member, name) for name, member in value.items()}
    if isinstance(value, list):
        return [
            spelled_out(member, "cards" if name in {"melds", "hands"} else "") for member in value
        ]
    if isinstance(value, str) and name in CARD_LISTS:
        return value.split()
    return value


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

"""Between plain data and the values of the rules, without the edge."""

from enum import Enum
from typing import Any, get_type_hints

from msgspec import Struct
from msgspec.structs import fields, replace

from service.rules.errors import Path, refuse
from service.rules.hand.alternatives import alternatives
from service.rules.hand.closing import CloseContext, check_close, context_faults
from service.rules.hand.evaluation import evaluate
from service.rules.hand.meld_check import ShownMeld, check_meld
from service.rules.hand.melds import Kind
from service.rules.table.cards import Card
from service.rules.table.parameters import Rules
from service.rules.table.profiles import PROFILES
from service.rules.table.table import Table, deck_faults, placed, table_of


def rules_of(sent: Any) -> Rules:
    """A profile's name, or a base with overrides, as rules."""
    if isinstance(sent, str):
        return PROFILES[sent]
    rules = PROFILES[sent["base"]]
    for group, members in sent.items():
        if group != "base":
            old = getattr(rules, group)
            hints = get_type_hints(type(old))
            new = {name: _parameter(hints[name], value) for name, value in members.items()}
            rules = replace(rules, **{group: replace(old, **new)})
    return rules


def _parameter(hint: Any, value: Any) -> Any:
    if isinstance(value, list):
        return tuple(value)
    if isinstance(hint, type) and issubclass(hint, Enum):
        return hint(value)
    return value


def plain(value: Any) -> Any:
    """A value of the rules as the contract would write it."""
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Struct):
        return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, dict):
        return {name: plain(member) for name, member in value.items()}
    if isinstance(value, list | tuple):
        return [plain(member) for member in value]
    return value


def answer(operation: str, rules: Any, given: dict[str, Any]) -> Any:
    """What the rules answer to a case's question."""
    table = table_of(rules_of(rules), given.get("seats"))
    moment = CloseContext(given.get("turn"), given.get("total"))
    return {"evaluate": _evaluate, "melds": _melds, "close": _close}[operation](
        given, table, moment
    )


def _evaluate(given: dict[str, Any], table: Table, moment: CloseContext) -> Any:
    cards = _cards(given["cards"])
    refuse(deck_faults(placed(("cards",), cards), table))
    evaluation = plain(evaluate(cards, table, moment))
    found = {"choices": None} | _flat(evaluation)
    if evaluation["choices"] is not None:
        found["choices"] = [_flat(choice) for choice in evaluation["choices"]]
    if given.get("alternatives"):
        others = alternatives(cards, table)
        found |= {"alternatives": plain(others.meldings), "alternatives_total": others.total}
    return found


def _flat(found: dict[str, Any]) -> dict[str, Any]:
    melded = [card for meld in found["melding"]["melds"] for card in meld["cards"]]
    flat: dict[str, Any] = found | found["melding"]
    return flat | {"cards": melded + found["melding"]["unmatched"]}


def _melds(given: dict[str, Any], table: Table, _: CloseContext) -> Any:
    melds = shown(given["melds"])
    refuse(fault for meld in melds for fault in deck_faults(meld.placed(), table, copies=False))
    judged = []
    for meld in melds:
        found = check_meld(meld, table)
        judged.append(
            {"kind": None, "cards": meld.cards, "stands_for": None}
            | (plain(found.meld) or {})
            | {"legal": found.meld is not None, "violations": told(found.violations)}
        )
    return plain({"melds": judged})


def _close(given: dict[str, Any], table: Table, moment: CloseContext) -> Any:
    cards, discard = _cards(given["cards"]), Card(given["discard"])
    melds = shown(given["melds"]) if "melds" in given else None
    refuse(deck_faults(placed(("cards",), cards), table))
    refuse(deck_faults([(("discard",), discard)], table))
    refuse(context_faults(moment, table))
    verdict = check_close(cards, discard, melds, table, moment)
    return plain(verdict) | {
        "legal": not verdict.violations,
        "violations": told(verdict.violations),
    }


def told(violations: Any) -> Any:
    """Violations with their pointers."""
    found = [plain(violation) for violation in violations]
    for violation in found:
        violation["pointer"] = pointer(violation.pop("path") or ())
    return found


def pointer(path: Path) -> str:
    """A path as a JSON Pointer fragment."""
    return "".join(["#", *(f"/{step}" for step in path)])


def _cards(codes: list[str]) -> tuple[Card, ...]:
    return tuple(Card(code) for code in codes)


def shown(melds: list[Any], under: Path = ("melds",)) -> tuple[ShownMeld, ...]:
    """Melds as a case shows them."""
    found = []
    for index, meld in enumerate(melds):
        path: Path = (*under, index)
        if isinstance(meld, dict):
            stands_for = meld.get("stands_for")
            found.append(
                ShownMeld(
                    _cards(meld["cards"]),
                    path,
                    (*path, "cards"),
                    Kind(meld["kind"]),
                    None if stands_for is None else _cards(stands_for),
                )
            )
        else:
            found.append(ShownMeld(_cards(meld), path, path))
    return tuple(found)

"""Between plain data and the values of the rules, without the edge."""

from collections.abc import Iterable
from enum import Enum
from typing import Any, get_args, get_type_hints

import msgspec
from msgspec.structs import replace

from service.rules.faults import FaultCode, fault, refuse_if_any
from service.rules.hand.alternatives import alternatives
from service.rules.hand.close_check import check_close
from service.rules.hand.close_conditions import CloseContext, context_faults
from service.rules.hand.evaluation import evaluate
from service.rules.hand.meld_check import ShownMeld, check_meld, shown_with_subjects
from service.rules.hand.melds import Kind
from service.rules.subjects import Part, Subject
from service.rules.table.cards import HAND_SIZE, Card
from service.rules.table.deck_faults import deck_faults, with_subjects
from service.rules.table.parameters import Rules
from service.rules.table.profiles import PROFILES
from service.rules.table.table import Table, table_of
from service.rules.violations import Violation
from support.pointers import pointer


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
        (item, *_) = get_args(hint)
        is_enum = isinstance(item, type) and issubclass(item, Enum)
        return tuple(item(one) if is_enum else one for one in value)
    if isinstance(hint, type) and issubclass(hint, Enum):
        return hint(value)
    return value


def plain(value: Any) -> Any:
    """A value of the rules as it is encoded."""
    return msgspec.json.decode(msgspec.json.encode(value))


def answer(operation: str, rules: Any, given: dict[str, Any]) -> Any:
    """What the rules answer to a case's question."""
    table = table_of(rules_of(rules), given.get("seats"))
    context = CloseContext(given.get("turn"), given.get("total"))
    return {"evaluate": _evaluate, "melds": _melds, "close": _close}[operation](
        given, table, context
    )


def _evaluate(given: dict[str, Any], table: Table, context: CloseContext) -> Any:
    cards = cards_of(given["cards"])
    refuse_if_any(deck_faults(with_subjects(cards, Part.HAND), table))
    found = plain(evaluate(cards, table, context))
    if given.get("alternatives"):
        others = alternatives(cards, table)
        found |= {"alternatives": plain(others.meldings), "alternatives_total": others.total}
    return found


def _melds(given: dict[str, Any], table: Table, _: CloseContext) -> Any:
    melds = shown(given["melds"])
    refuse_if_any(deck_faults(shown_with_subjects(melds), table, copies=False))
    judged = []
    for number, meld in enumerate(melds):
        check = check_meld(meld, table, Subject(Part.MELD, number=number))
        judged.append(
            {"kind": None, "cards": list(meld.cards), "stands_for": None}
            | (plain(check.meld) or {})
            | {"legal": check.meld is not None, "violations": listed(check.violations, given)}
        )
    return {"melds": judged}


def _close(given: dict[str, Any], table: Table, context: CloseContext) -> Any:
    cards, discard = cards_of(given["cards"]), given["discard"] and Card(given["discard"])
    melds = shown(given["melds"]) if "melds" in given else None
    if len(cards) != HAND_SIZE + (discard is not None):
        refuse_if_any([fault(FaultCode.HAND_FOR_CLOSE, Subject(Part.HAND))])
    refuse_if_any(deck_faults(with_subjects(cards, Part.HAND), table))
    if discard is not None:
        refuse_if_any(deck_faults([(Subject(Part.DISCARD), discard)], table))
    refuse_if_any(context_faults(context, table))
    check = check_close(cards, discard, melds, table, context)
    return plain(check) | {
        "legal": not check.violations,
        "violations": listed(check.violations, given),
    }


def listed(violations: Iterable[Violation], given: dict[str, Any]) -> Any:
    """Violations as answers list them, without their sentences."""
    found = []
    for violation in violations:
        members = plain(violation)
        del members["subject"], members["facts"]
        found.append(members | {"pointer": pointer(violation.subject, given)})
    return found


def cards_of(codes: list[str]) -> tuple[Card, ...]:
    """Cards by their codes."""
    return tuple(Card(code) for code in codes)


def shown(melds: list[Any]) -> tuple[ShownMeld, ...]:
    """Melds as a case shows them."""
    return tuple(_shown(meld) for meld in melds)


def _shown(meld: Any) -> ShownMeld:
    if not isinstance(meld, dict):
        return ShownMeld(cards_of(meld))
    stands_for = meld.get("stands_for")
    return ShownMeld(
        cards_of(meld["cards"]),
        Kind(meld["kind"]),
        None if stands_for is None else cards_of(stands_for),
    )

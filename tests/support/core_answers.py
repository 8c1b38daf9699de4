"""Between plain data and the values of the rules, without the edge."""

from collections.abc import Iterable
from enum import Enum
from typing import Any, get_type_hints

from msgspec.json import decode, encode
from msgspec.structs import replace

from service.rules.faults import refuse
from service.rules.hand.alternatives import alternatives
from service.rules.hand.close_check import check_close
from service.rules.hand.close_limits import CloseContext, context_faults
from service.rules.hand.evaluation import evaluate
from service.rules.hand.meld_check import ShownMeld, check_meld, stated_in
from service.rules.hand.melds import Kind
from service.rules.subjects import Part, Subject
from service.rules.table.cards import Card
from service.rules.table.deck_check import deck_faults, stated
from service.rules.table.parameters import Rules
from service.rules.table.profiles import PROFILES
from service.rules.table.table import Table, table_of
from service.rules.violations import Violation


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
    """A value of the rules as the contract writes it."""
    return decode(encode(value))


def answer(operation: str, rules: Any, given: dict[str, Any]) -> Any:
    """What the rules answer to a case's question."""
    table = table_of(rules_of(rules), given.get("seats"))
    context = CloseContext(given.get("turn"), given.get("total"))
    ask = {"evaluate": _evaluate, "melds": _melds, "close": _close}[operation]
    return ask(given, table, context)


def _evaluate(given: dict[str, Any], table: Table, context: CloseContext) -> Any:
    cards = card_list(given["cards"])
    refuse(deck_faults(stated(cards, Part.HAND), table))
    answered = plain(evaluate(cards, table, context))
    if given.get("alternatives"):
        others = alternatives(cards, table)
        answered |= {"alternatives": plain(others.meldings), "alternatives_total": others.total}
    return answered


def _melds(given: dict[str, Any], table: Table, _: CloseContext) -> Any:
    melds = shown(given["melds"])
    refuse(deck_faults(stated_in(melds), table, copies=False))
    judged = []
    for number, meld in enumerate(melds):
        check = check_meld(meld, table, Subject(Part.MELD, number=number))
        judged.append(
            {"kind": None, "cards": meld.cards, "stands_for": None}
            | (plain(check.meld) or {})
            | {"legal": check.meld is not None, "violations": listed(check.violations)}
        )
    return plain({"melds": judged})


def _close(given: dict[str, Any], table: Table, context: CloseContext) -> Any:
    cards, discard = card_list(given["cards"]), Card(given["discard"])
    melds = shown(given["melds"]) if "melds" in given else None
    refuse(deck_faults(stated(cards, Part.HAND), table))
    refuse(deck_faults([(Subject(Part.DISCARD), discard)], table))
    refuse(context_faults(context, table))
    check = check_close(cards, discard, melds, table, context)
    violations = listed(check.violations)
    return {
        "legal": not check.violations,
        "violations": violations,
        "melding": plain(check.melding),
        "closing": plain(check.closing),
        "best": plain(check.best),
    }


def listed(violations: Iterable[Violation]) -> Any:
    """Violations as the contract lists them, less what the edge adds."""
    names = ("code", "card", "player", "limit", "found")
    return [
        {name: plain(value) for name in names if (value := getattr(violation, name)) is not None}
        for violation in violations
    ]


def card_list(codes: Iterable[str]) -> tuple[Card, ...]:
    """Codes as cards."""
    return tuple(Card(code) for code in codes)


def shown(melds: Iterable[Any]) -> tuple[ShownMeld, ...]:
    """Melds as a case shows them."""
    return tuple(
        ShownMeld(card_list(meld["cards"]), Kind(meld["kind"]), _places(meld))
        if isinstance(meld, dict)
        else ShownMeld(card_list(meld))
        for meld in melds
    )


def _places(meld: dict[str, Any]) -> tuple[Card, ...] | None:
    stands_for = meld.get("stands_for")
    return None if stands_for is None else card_list(stands_for)

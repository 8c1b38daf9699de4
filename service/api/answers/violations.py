"""Violations as answers list them: with a sentence and a pointer into the request."""

from collections.abc import Callable, Iterable
from typing import Annotated, TypeVar

from msgspec import UNSET, Meta, Struct, UnsetType

from service.api.requests.pointers import Path, pointer
from service.api.words.sentences import sentence
from service.rules.player_name import PlayerName
from service.rules.subjects import Fact, Subject
from service.rules.table.cards import Card
from service.rules.violations import Violation as RulesViolation
from service.rules.violations import ViolationCode


class Violation(Struct, frozen=True):
    """One reason why something is not allowed. Members that don't apply are absent."""

    code: ViolationCode
    message: Annotated[str, Meta(description="A sentence that explains the violation.")]
    pointer: Annotated[
        str | UnsetType, Meta(description="A JSON Pointer to the violation in the request.")
    ] = UNSET
    card: Card | UnsetType = UNSET
    player: PlayerName | UnsetType = UNSET
    limit: Annotated[int | UnsetType, Meta(description="The limit in the rules.")] = UNSET
    found: Annotated[int | UnsetType, Meta(description="The number that breaks the limit.")] = UNSET


_Value = TypeVar("_Value")

PathOf = Callable[[Subject], Path]
"""Returns the path of a subject in a request."""


def listed(violations: Iterable[RulesViolation], path_of: PathOf) -> tuple[Violation, ...]:
    """Return violations as an answer lists them, with pointers into its request."""
    return tuple([_listed(violation, path_of) for violation in violations])


def _listed(violation: RulesViolation, path_of: PathOf) -> Violation:
    subject, card = violation.subject, violation.card
    return Violation(
        violation.code,
        message(violation),
        UNSET if subject is None else pointer(path_of(subject)),
        UNSET if card is None else Card(card),
        _or_unset(violation.player),
        _or_unset(violation.limit),
        _or_unset(violation.found),
    )


def message(violation: RulesViolation) -> str:
    """Return the sentence that explains a violation."""
    facts: dict[str, Fact] = dict(violation.facts)
    for name in ("card", "player", "limit", "found"):
        value = getattr(violation, name)
        if value is not None:
            facts[name] = value
    return sentence(violation.code, facts)


def _or_unset(value: _Value | None) -> _Value | UnsetType:
    return UNSET if value is None else value

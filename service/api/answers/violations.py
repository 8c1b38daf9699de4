"""Violations as answers list them: with the place in the request and a sentence."""

from collections.abc import Callable, Iterable
from typing import Annotated, TypeVar

from msgspec import UNSET, Meta, Struct, UnsetType

from service.api.requests.pointers import Path, pointer
from service.api.words.sentences import sentence
from service.rules.names import PlayerName
from service.rules.subjects import Fact, Subject
from service.rules.table.cards import Card
from service.rules.violations import Violation as Found
from service.rules.violations import ViolationCode


class Violation(Struct, frozen=True):
    """One reason why something may not be done; members that don't apply are absent."""

    code: ViolationCode
    message: Annotated[str, Meta(description="What is wrong, in a sentence.")]
    pointer: Annotated[
        str | UnsetType, Meta(description="A JSON Pointer to the place in the request.")
    ] = UNSET
    card: Card | UnsetType = UNSET
    player: PlayerName | UnsetType = UNSET
    limit: Annotated[int | UnsetType, Meta(description="What the rules allow.")] = UNSET
    found: Annotated[int | UnsetType, Meta(description="What there is instead.")] = UNSET


_Value = TypeVar("_Value")

PathOf = Callable[[Subject], Path]
"""Where a request says what a subject names."""


def listed(violations: Iterable[Found], path_of: PathOf) -> tuple[Violation, ...]:
    """Violations as an answer to a request lists them."""
    return tuple([_listed(violation, path_of) for violation in violations])


def _listed(violation: Found, path_of: PathOf) -> Violation:
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


def message(violation: Found) -> str:
    """The sentence of a violation."""
    facts: dict[str, Fact] = dict(violation.facts)
    for name in ("card", "player", "limit", "found"):
        value = getattr(violation, name)
        if value is not None:
            facts[name] = value
    return sentence(violation.code, facts)


def _or_unset(value: _Value | None) -> _Value | UnsetType:
    return UNSET if value is None else value

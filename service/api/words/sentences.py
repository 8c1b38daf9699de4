"""Sentences for people, looked up by code in the catalogue of a language.

A catalogue is a Fluent file beside this module, `en.ftl`. The name of an entry is its code, with
`-` in place of `.`. Its value is the sentence, and its attribute `meaning` explains the code.
"""

from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files

from fluent.runtime import FluentBundle, FluentResource
from fluent.runtime.resolver import Pattern
from fluent.runtime.types import fluent_number

from service.rules.subjects import Fact

LANGUAGE = "en"

LONGEST_FACT = 1_000
"""The maximum length of a fact in characters. Fluent itself accepts no more than 2,500."""


def sentence(code: str, facts: Mapping[str, Fact] | Iterable[tuple[str, Fact]] = ()) -> str:
    """Return the sentence of a code, with the facts inserted.

    A tuple of names or cards becomes a list with commas. Raise `KeyError` for an unknown code.
    """
    bundle = _catalogue(LANGUAGE)
    pattern = bundle.get_message(_entry(code)).value
    if pattern is None:
        raise KeyError(code)
    return _formatted(bundle, pattern, dict(facts))


def meaning(code: str) -> str:
    """Return the meaning of a code in general, without facts."""
    bundle = _catalogue(LANGUAGE)
    return _formatted(bundle, bundle.get_message(_entry(code)).attributes["meaning"], {})


def has_sentence(code: str) -> bool:
    """Return whether the catalogue has an entry for a code."""
    return _catalogue(LANGUAGE).has_message(_entry(code))


def _entry(code: str) -> str:
    return code.replace(".", "-")


@cache
def _catalogue(language: str) -> FluentBundle:
    bundle = FluentBundle([language], use_isolating=False)
    text = (files(__package__) / f"{language}.ftl").read_text(encoding="utf-8")
    bundle.add_resource(FluentResource(text))
    return bundle


def _formatted(bundle: FluentBundle, pattern: Pattern, facts: Mapping[str, Fact]) -> str:
    arguments = {name: _argument(fact) for name, fact in facts.items()}
    text, errors = bundle.format_pattern(pattern, arguments)
    if errors:
        raise errors[0]
    return str(text)


def _argument(fact: Fact) -> object:
    if isinstance(fact, int):
        return fluent_number(fact, useGrouping=False)
    text = fact if isinstance(fact, str) else ", ".join(fact)
    return text if len(text) <= LONGEST_FACT else f"{text[:LONGEST_FACT]}…"

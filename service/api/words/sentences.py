"""Sentences: what people read, looked up by code in the catalogue of a language.

A catalogue is a Fluent file beside this module, `en.ftl`. The entry of a code has the code's name
with `-` for each `.`; its value is the sentence, its attribute `meaning` what the code means in
general.
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
"""Characters of a fact in a sentence; Fluent itself takes no more than 2,500."""


def sentence(code: str, facts: Mapping[str, Fact] | Iterable[tuple[str, Fact]] = ()) -> str:
    """The sentence of a code, with these facts in their places.

    A tuple of names or cards is written as a list. Raises `KeyError` for a code without an entry.
    """
    bundle = _catalogue(LANGUAGE)
    pattern = bundle.get_message(_entry(code)).value
    if pattern is None:
        raise KeyError(code)
    return _formatted(bundle, pattern, dict(facts))


def meaning(code: str) -> str:
    """What a code means in general."""
    bundle = _catalogue(LANGUAGE)
    return _formatted(bundle, bundle.get_message(_entry(code)).attributes["meaning"], {})


def has_sentence(code: str) -> bool:
    """Whether the catalogue has an entry for a code."""
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
    written, errors = bundle.format_pattern(pattern, {name: _value(v) for name, v in facts.items()})
    if errors:
        raise errors[0]
    return str(written)


def _value(fact: Fact) -> object:
    if isinstance(fact, int):
        return fluent_number(fact, useGrouping=False)
    text = fact if isinstance(fact, str) else ", ".join(fact)
    return text if len(text) <= LONGEST_FACT else f"{text[:LONGEST_FACT]}…"

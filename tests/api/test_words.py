"""The sentences that people read: one for each code, with all the facts that it mentions."""

import pytest
from msgspec.structs import fields
from support.catalogue import Entry, entries, languages
from support.code_calls import CodeCall, code_calls, codes_named, sentences_named

from service.api.answers.problems import STATUSES
from service.api.operations.published_tables import published_tables
from service.api.requests.mistakes import MistakeCode
from service.api.words.sentences import has_sentence, meaning, sentence
from service.rules.faults import FaultCode
from service.rules.subjects import Fact
from service.rules.table.profiles import PROFILES
from service.rules.violations import ViolationCode

CODES = [*ViolationCode, *FaultCode, *MistakeCode]
BUILT = {"problem.more", "work.too_many", "work.too_much"}
"""Codes of sentences that the service doesn't name in a call of `sentence`."""

PARAMETERS = [
    f"parameter.{group.name}.{field.name}"
    for group in fields(PROFILES["classic"])
    for field in fields(getattr(PROFILES["classic"], group.name))
]
"""Codes of the sentences that say what each parameter means."""

PUBLISHED = [f"published.{table.name}" for table in published_tables()]
"""Codes of the sentences that describe each published table."""

ADDED_LATER = {
    "lay_off.wild": {"card", "player"},
    "lay_off.card_not_held": {"card", "player"},
    "state.closer_no_meld": {"because"},
}
"""Facts that are added where the violation or the fault goes on its way to the answer."""

CALLS = [(code, call) for code, calls in code_calls().items() for call in calls]


def entry_of(code: str, language: str = "en") -> Entry:
    return entries(language)[code.replace(".", "-")]


@pytest.mark.parametrize("code", [*CODES, *PARAMETERS, *(f"problem.{kind}" for kind in STATUSES)])
def test_every_code_has_a_sentence(code: str) -> None:
    assert has_sentence(code)


@pytest.mark.parametrize("language", languages())
def test_every_sentence_belongs_to_a_code_or_to_a_call(language: str) -> None:
    problems = {f"problem.{kind}" for kind in STATUSES}
    known = {*map(str, CODES), *PARAMETERS, *PUBLISHED, *problems, *sentences_named(), *BUILT}
    assert {code.replace(".", "-") for code in known} == entries(language).keys()


def test_every_code_is_named_somewhere_in_the_service() -> None:
    assert {str(code) for code in CODES} == codes_named()


def test_no_code_stands_for_two_things() -> None:
    assert len({str(code) for code in CODES}) == len(CODES)


@pytest.mark.parametrize("code", ViolationCode)
def test_every_code_of_a_violation_has_a_meaning_that_mentions_no_fact(code: ViolationCode) -> None:
    assert meaning(code).endswith(".")
    assert "{" not in meaning(code)


@pytest.mark.parametrize(("code", "call"), CALLS, ids=lambda part: getattr(part, "place", None))
def test_a_call_gives_every_fact_that_its_sentence_always_mentions(
    code: str, call: CodeCall
) -> None:
    assert entry_of(code).always <= call.facts | ADDED_LATER.get(code, set())


@pytest.mark.parametrize("code", code_calls())
def test_a_sentence_mentions_only_facts_that_some_call_gives(code: str) -> None:
    given = {fact for call in code_calls()[code] for fact in call.facts}
    assert entry_of(code).sometimes <= given | ADDED_LATER.get(code, set())


@pytest.mark.parametrize("language", languages())
def test_the_languages_mention_the_same_facts(language: str) -> None:
    english = {code: entry.sometimes for code, entry in entries("en").items()}
    assert {code: entry.sometimes for code, entry in entries(language).items()} == english


def test_a_sentence_without_a_fact_that_it_mentions_is_an_error() -> None:
    with pytest.raises(Exception, match="min"):
        sentence("rules.nobody_may_play")


def test_a_fact_of_any_length_is_cut_and_not_an_error() -> None:
    assert len(sentence("player.out", {"player": "x" * 100_000})) < 2_000


def test_numbers_are_written_without_separators() -> None:
    facts: dict[str, Fact] = {"total": 100_000, "player": "ana"}
    assert "100000" in sentence("standing.must_be_out", facts)


def test_cards_are_listed_with_commas() -> None:
    assert sentence("meld.gap", {"cards": ("4o", "6o")}).startswith("4o, 6o is not a run")

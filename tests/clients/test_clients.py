"""Clients that are generated from openapi.yaml compile, and can do all that the service can."""

import json
import re
from pathlib import Path

import pytest

from clients import workshop
from clients.workshop import PYTHON, TYPESCRIPT, node, package, python
from service.api.openapi.document import document
from service.api.operations.all_operations import OPERATIONS
from service.rules.table.profiles import PROFILES

pytestmark = pytest.mark.clients

CLIENT = PYTHON / "client/chinchon_rules_client"
PROBLEMS = [
    "refused 400 invalid-request",
    "refused 422 impossible",
    "refused 422 illegal-action action.wrong_phase",
    "refused 422 too-much-work",
    "refused 404 not-found",
    "refused 405 method-not-allowed",
    "refused 413 content-too-large",
    "refused 415 unsupported-media-type",
]


@pytest.fixture(scope="module", autouse=True)
def _made() -> None:
    workshop.make()


def test_spectral_finds_nothing() -> None:
    package("spectral", "lint", "openapi.yaml", "--fail-severity", "hint")


def test_redocly_finds_nothing() -> None:
    printed = package("redocly", "lint", "openapi.yaml", "--format", "json")
    assert json.loads(printed)["totals"] == {"errors": 0, "warnings": 0, "ignored": 0}


def test_typescript_compiles_the_clients_and_what_uses_them() -> None:
    package("tsc")


def test_mypy_accepts_the_python_client_and_what_uses_it() -> None:
    programs = [path.name for path in PYTHON.glob("*.py")]
    python("-m", "mypy", "--strict", "--config-file=", str(CLIENT), *programs)


def test_the_generators_make_the_names_of_the_contract() -> None:
    contract = document()
    components = set(contract["components"]["schemas"])
    assert len(components) > 100
    classes, members = python_names(r"^class (\w+)"), python_names(r"^    ([A-Z0-9_]+) = ")
    assert classes <= components
    assert [name for name in members if name.startswith("VALUE_")] == []
    operations = "|".join(one.name[0].upper() + one.name[1:] for one in OPERATIONS)
    of_operation = re.compile(f"({operations})(Data|Errors?|Responses?)")
    types = names(TYPESCRIPT / "generated/hey_api/types.gen.ts", r"^export type (\w+)")
    assert components <= types
    others = {name for name in types - components if not of_operation.fullmatch(name)}
    assert others == {"ClientOptions"}


def python_names(pattern: str) -> set[str]:
    return set().union(*(names(path, pattern) for path in CLIENT.glob("models/*.py")))


def test_each_client_plays_whole_matches_scores_a_sheet_and_understands_problems(
    address: str,
) -> None:
    printed = node("openapi_fetch.ts", address).splitlines()
    played = [tuple(line.split()[:2]) for line in printed[: -1 - len(PROBLEMS)]]
    assert played == [(table, mode) for table in PROFILES for mode in ("automatic", "by_hand")]
    by_hand = [line.split() for line in printed if " by_hand " in line]
    assert all("show" in words for words in by_hand)
    assert any("lay_off" in words for words in by_hand)
    sheet, *problems = printed[-1 - len(PROBLEMS) :]
    assert sheet == "sheet ana -7 bea 13 eva 90 next bea"
    assert problems == PROBLEMS
    # The others make the same choices with the same seeds, so they print the same.
    assert node("hey_api.ts", address).splitlines() == printed
    assert python("program.py", address).splitlines() == printed


def test_the_examples_play_a_match(address: str) -> None:
    for printed in (node("play_with_client.ts", address), python("play_with_client.py", address)):
        assert re.search(r"^(won by \w+( and \w+)*|a draw)$", printed.splitlines()[-1])


def names(path: Path, pattern: str) -> set[str]:
    return set(re.findall(pattern, path.read_text(encoding="utf-8"), re.MULTILINE))

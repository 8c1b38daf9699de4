"""The documents are true: what they show is what the service answers, and what they name exists."""

import contextlib
import io
import json
import re
import shlex
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from flask.testing import FlaskClient
from msgspec.structs import fields
from support.cases import differences

from service.api.operations.all_operations import OPERATIONS
from service.rules.table.parameters import Rules
from service.rules.violations import ViolationCode

ROOT = Path(__file__).parents[2]
README, RULE_BOOK = ROOT / "README.md", ROOT / "docs/rules.md"
DOCUMENTS = (README, ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").glob("*.md")))
SOURCES = sorted((ROOT / "service").rglob("*.py"))

MOST_LINES = 200
SERVICE = re.compile(r"(?:http://)?localhost:8000(/.*)?")

BLOCK = re.compile(r"^ *```(?P<language>\w*)\n(?P<text>.*?)^ *```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\[[^\]]*\]\((?P<target>[^)\s]+)\)")
HEADING = re.compile(r"^#+ +(?P<title>.+?) *$", re.MULTILINE)
ANCHOR = re.compile(r'<a id="(?P<id>[^"]+)"></a>')
INLINE_CODE = re.compile(r"`(?P<code>[^`\n]+)`")
FILE = re.compile(
    r"[\w./-]+\.(?:py|ftl|yaml|toml|md|conf|lock)|(?:service|tests|docs|deploy)/[\w/]*"
)
CITATION = re.compile(r'rule book,? *\(?(?P<cited>(?:"[^"]*"|case \d+|,|and|\s)*)')


@dataclass(frozen=True)
class Block:
    """A fenced block; `below` is the next one, if nothing but blank lines stand between them."""

    language: str
    text: str
    below: "Block | None"


@dataclass(frozen=True)
class Example:
    """A request that a document shows, and the answer below it, or None where there is none."""

    document: str
    method: str
    address: str
    headers: dict[str, str]
    body: str | None
    shown: Any

    def __str__(self) -> str:
        return f"{self.document}: {self.method} {self.address}"


@cache
def text_of(document: Path) -> str:
    return document.read_text(encoding="utf-8")


def prose_of(document: Path) -> str:
    """A document without its fenced blocks."""
    return BLOCK.sub("", text_of(document))


def blocks(document: Path) -> list[Block]:
    """The blocks of a document, from the last to the first."""
    text = text_of(document)
    found: list[Block] = []
    begin = len(text)
    for match in reversed(list(BLOCK.finditer(text))):
        is_near = not text[match.end() : begin].strip()
        found.append(
            Block(match["language"], match["text"], found[-1] if found and is_near else None)
        )
        begin = match.start()
    return found


def examples() -> Iterator[Example]:
    for document in DOCUMENTS:
        for block in blocks(document):
            if block.language == "sh" and "curl " in block.text:
                shown = block.below if block.below and block.below.language == "json" else None
                yield from examples_in(block, shown, document)


def examples_in(block: Block, shown: Block | None, document: Path) -> Iterator[Example]:
    for command in block.text.replace("\\\n", " ").split("curl ")[1:]:
        words = shlex.split(command, comments=True)
        options = list(pairwise([*words, ""]))
        for address in filter(None, map(SERVICE.fullmatch, words)):
            body = next((value for option, value in options if option == "-d"), None)
            yield Example(
                str(document.relative_to(ROOT)),
                "GET" if body is None else "POST",
                address[1] or "/",
                dict(value.split(": ", 1) for option, value in options if option == "-H"),
                body,
                json.loads(shown.text) if shown else None,
            )


EXAMPLES = list(examples())


def test_the_readme_is_read_in_five_minutes() -> None:
    assert len(text_of(README).splitlines()) <= MOST_LINES


def test_every_request_of_the_readme_has_its_answer_below_it() -> None:
    shown = [example for example in EXAMPLES if example.document == "README.md"]
    assert {"/evaluate", "/close", "/score"} <= {example.address for example in shown}
    assert [example for example in shown if example.shown is None] == []
    assert len(shown) == text_of(README).count("curl -s")


@pytest.mark.parametrize("example", EXAMPLES, ids=str)
def test_a_request_that_is_shown_gets_the_answer_that_is_shown(
    client: FlaskClient, example: Example
) -> None:
    answer = client.open(
        example.address, method=example.method, headers=example.headers, data=example.body
    )
    shown = example.shown or {}
    is_problem = isinstance(shown.get("status"), int)
    assert answer.status_code == (shown["status"] if is_problem else 200)
    assert list(differences(shown, answer.json if shown else {})) == []


def test_every_table_of_the_rule_book_is_one() -> None:
    tables = [json.loads(block.text) for block in blocks(RULE_BOOK) if block.language == "json"]
    assert len(tables) >= 8
    assert all("base" in table for table in tables)


@pytest.mark.parametrize(
    "table", [block.text for block in blocks(RULE_BOOK) if block.language == "json"]
)
def test_a_table_of_the_rule_book_is_accepted(post: Any, table: str) -> None:
    answer = post("/rules", {"rules": json.loads(table)})
    assert answer.status_code == 200, answer.json


def test_the_program_that_checks_a_deal_prints_what_is_shown_below_it() -> None:
    shown = blocks(ROOT / "docs/shuffle.md")
    program, output = (
        next(block for block in shown if block.language == language)
        for language in ("python", "text")
    )
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(program.text, {})  # noqa: S102 - our own document
    assert printed.getvalue() == output.text


def test_the_readme_names_every_address_of_the_contract() -> None:
    for operation in OPERATIONS:
        address = operation.path.replace("{name}", "NAME")
        assert f"`{operation.method} {address}`" in text_of(README), address


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda document: document.name)
def test_every_link_to_a_document_leads_to_a_place_in_it(document: Path) -> None:
    targets = [match["target"] for match in LINK.finditer(prose_of(document))]
    for target in targets:
        if "://" in target:
            continue
        name, _, anchor = unquote(target).partition("#")
        file = (document.parent / name).resolve() if name else document
        assert file.exists(), target
        assert not anchor or anchor in anchors(file), target


def test_every_document_is_linked_from_the_readme() -> None:
    linked = {match["target"].partition("#")[0] for match in LINK.finditer(text_of(README))}
    assert {str(document.relative_to(ROOT)) for document in DOCUMENTS} - linked == {"README.md"}


@cache
def anchors(document: Path) -> frozenset[str]:
    """What a link into a document may name: its anchors, and its headings as GitHub names them."""
    prose = prose_of(document)
    found = [match["id"] for match in ANCHOR.finditer(prose)]
    assert max(Counter(found).values(), default=1) == 1, "an anchor occurs twice"
    headings: Counter[str] = Counter()
    for title in titles(document):
        plain = re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")
        found.append(f"{plain}-{headings[plain]}" if headings[plain] else plain)
        headings[plain] += 1
    return frozenset(found)


def titles(document: Path) -> list[str]:
    return [match["title"] for match in HEADING.finditer(prose_of(document))]


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda document: document.name)
def test_every_file_that_a_document_names_exists(document: Path) -> None:
    for match in INLINE_CODE.finditer(prose_of(document)):
        name = match["code"]
        if FILE.fullmatch(name):
            assert (ROOT / name).exists() or list(ROOT.glob(f"[!.]*/**/{name}")), name


@pytest.mark.parametrize("code", ViolationCode)
def test_the_section_of_a_code_is_an_anchor_of_the_rule_book(code: ViolationCode) -> None:
    assert code.section in anchors(RULE_BOOK)


def test_every_parameter_has_its_anchor_in_the_rule_book() -> None:
    parameters = [
        f"{group.name}.{field.name}" for group in fields(Rules) for field in fields(group.type)
    ]
    assert len(parameters) >= 40
    assert [name for name in parameters if name not in anchors(RULE_BOOK)] == []


def test_every_citation_of_the_rule_book_names_a_heading_or_a_case_of_it() -> None:
    cited = [
        (source.name, *words)
        for source in SOURCES
        for match in CITATION.finditer(" ".join(text_of(source).replace("# ", " ").split()))
        for words in re.findall(r'"([^"]*)"|case (\d+)', match["cited"])
    ]
    assert len(cited) >= 20
    sections = titles(RULE_BOOK)
    for source, title, case in cited:
        if case:
            assert f"case-{case}" in anchors(RULE_BOOK), (source, case)
        else:
            assert title in sections, (source, title)

"""The contract describes every parameter of the rules as the rule book does, and links to it."""

import re
from pathlib import Path

import pytest
from msgspec.structs import fields

from service.api.openapi.document import document
from service.api.words.sentences import sentence
from service.rules.table.parameters import Rules

RULE_BOOK = (Path(__file__).parents[2] / "docs" / "rules.md").read_text(encoding="utf-8")
PARAMETERS = [(group.name, field.name) for group in fields(Rules) for field in fields(group.type)]


@pytest.mark.parametrize(("group", "field"), PARAMETERS)
def test_a_parameter_means_what_its_section_of_the_rule_book_begins_with(
    group: str, field: str
) -> None:
    name = f"{group}.{field}"
    section = re.search(rf'<a id="{name}"></a>\n### .*\n\n((?:.+\n)+)', RULE_BOOK)
    assert section is not None
    meaning = " ".join(section[1].split())
    assert sentence(f"parameter.{name}") == meaning
    component = "".join(word.capitalize() for word in group.split("_"))
    schemas = document()["components"]["schemas"]
    for kind in ("Override", "Rules"):
        described = schemas[f"{component}{kind}"]["properties"][field]["description"]
        assert described == f"{meaning} See docs/rules.md#{name}."

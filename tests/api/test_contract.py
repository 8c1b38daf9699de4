"""The contract that is published is the one that is kept."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest
import yaml
from flask.testing import FlaskClient

from service.api.openapi import document as openapi
from service.api.openapi.descriptions import DESCRIPTIONS
from service.api.openapi.examples.all_examples import examples_of
from service.api.operations.all_operations import OPERATIONS

ROOT = Path(__file__).parents[2]


def test_openapi_yaml_is_what_the_code_says() -> None:
    assert (ROOT / "openapi.yaml").read_text(encoding="utf-8") == openapi.as_yaml()


@pytest.mark.parametrize("suffix", ["yaml", "json"])
def test_the_description_is_served(client: FlaskClient, suffix: str) -> None:
    answer = client.get(f"/openapi.{suffix}")
    assert answer.status_code == 200
    assert answer.content_type == f"application/{suffix}"
    assert yaml.safe_load(answer.data) == openapi.document()


def examples() -> list[tuple[str, str, Any, int]]:
    return [
        (operation.path, name, example.request, example.status)
        for operation in OPERATIONS
        for name, example in examples_of(operation.name).items()
    ]


@pytest.mark.parametrize(("path", "name", "question", "status"), examples())
def test_an_example_gets_the_answer_that_is_published(
    post: Any, path: str, name: str, question: Any, status: int
) -> None:
    answer = post(path, question)
    assert answer.status_code == status
    response = openapi.document()["paths"][path]["post"]["responses"][str(status)]
    media = response["content"][answer.content_type]
    assert media["examples"][name]["value"] == answer.json
    validator(media["schema"]).validate(answer.json)


def test_every_operation_that_takes_a_body_has_an_example_that_succeeds_and_one_that_does_not() -> (
    None
):
    for operation in OPERATIONS:
        if operation.method == "POST":
            statuses = {example.status for example in examples_of(operation.name).values()}
            assert 200 in statuses, operation.name
            assert statuses - {200}, operation.name


@pytest.mark.parametrize(
    "path", ["/rules", "/rules/classic-48", "/published", "/violations", "/healthz"]
)
def test_a_get_answers_as_published(client: FlaskClient, path: str) -> None:
    answer = client.get(path)
    template = "/rules/{name}" if path.startswith("/rules/") else path
    response = openapi.document()["paths"][template]["get"]["responses"]["200"]
    validator(response["content"]["application/json"]["schema"]).validate(answer.json)


def validator(schema: Any) -> Any:
    """Holds an answer against the description, with no member that isn't in it."""
    components = openapi.document()["components"]
    closed = {
        name: component | {"additionalProperties": False}
        if component.get("type") == "object"
        else component
        for name, component in components["schemas"].items()
    }
    root = {"$ref": schema["$ref"], "components": {"schemas": closed}}
    return jsonschema_rs.validator_for(root)


def test_every_property_has_a_description_and_no_default() -> None:
    schemas = openapi.document()["components"]["schemas"]
    properties = [
        (f"{name}.{member}", schema)
        for name, component in schemas.items()
        for member, schema in component.get("properties", {}).items()
    ]
    assert [name for name, component in schemas.items() if not component.get("description")] == []
    assert [name for name, schema in properties if not schema.get("description")] == []
    assert [name for name, schema in properties if "default" in schema] == []
    assert len(properties) > 500


def test_every_description_of_a_property_is_used() -> None:
    schemas = openapi.document()["components"]["schemas"]
    used = set()
    for name, component in schemas.items():
        for member, schema in component.get("properties", {}).items():
            keys = (f"{name}.{member}", member)
            used |= {next((k for k in keys if DESCRIPTIONS.get(k) == schema["description"]), "")}
    assert set(DESCRIPTIONS) - used == set()


def test_every_operation_lists_each_status_of_its_problems_and_no_other() -> None:
    for operation in OPERATIONS:
        path = openapi.document()["paths"][operation.path]
        statuses = set(path[operation.method.lower()]["responses"]) - {"200", "304"}
        expected = {"400", "405", "500"}
        if operation.method == "POST":
            expected |= {"408", "413", "415", "422"}
        expected |= {"422"} if operation.in_query else set()
        expected |= {"404"} if "{" in operation.path else set()
        expected |= {"503"} if operation.when_ready else set()
        assert statuses == expected, operation.name


def test_every_parameter_and_every_operation_has_a_description() -> None:
    for path in openapi.document()["paths"].values():
        for operation in path.values():
            assert operation["summary"]
            assert operation["description"]
            assert all(one.get("description") for one in operation.get("parameters", []))


def test_no_part_of_the_contract_is_a_bare_object_or_an_enumeration_without_a_name() -> None:
    document = openapi.document()
    for name, component in document["components"]["schemas"].items():
        described = {"properties", "additionalProperties", "enum", "const", "oneOf"}
        if component.get("type") == "object":
            assert described & set(component), name
        for path, schema in within(component, name):
            assert schema.get("type") != "object", path
            assert "enum" not in schema, path
            assert {"oneOf", "allOf"} & set(schema) == set(), path


def within(schema: Any, path: str) -> Iterator[tuple[str, Any]]:
    """Yield each schema within a schema, with its path; a reference is no schema within."""
    for keyword in ("properties", "items", "additionalProperties", "anyOf"):
        inner = schema.get(keyword)
        named = inner if keyword == "properties" else {keyword: inner}
        for name, one in (named or {}).items():
            for each in one if isinstance(one, list) else [one]:
                if isinstance(each, dict):
                    yield f"{path}.{name}", each
                    yield from within(each, f"{path}.{name}")

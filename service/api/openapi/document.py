"""The OpenAPI 3.1 document of the contract, derived from the declarations of the operations.

`python -m service.api.openapi.document` writes it to standard output as YAML.
"""

import sys
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import yaml
from apispec import APISpec
from apispec.ext.marshmallow import MarshmallowPlugin
from marshmallow import Schema, fields
from msgspec import json
from msgspec.json import decode, encode

from service import __version__
from service.api.answers.problems import MEDIA_TYPE, ProblemError
from service.api.openapi.components import (
    answer_components,
    request_name,
    request_schemas,
    written_components,
)
from service.api.openapi.descriptions import described
from service.api.openapi.examples.all_examples import examples_of
from service.api.openapi.examples.example import Example
from service.api.openapi.introduction import CONTACT, DESCRIPTION, RESPONSES, TAGS, TITLE
from service.api.operations.all_operations import OPERATIONS
from service.api.operations.dispatch import answer
from service.api.operations.limits import Limits
from service.api.operations.operation import Operation
from service.api.operations.pauses import Pace
from service.api.requests.fields.basic import Described, Json, ref, schema_of
from service.api.requests.fields.cards import Cards
from service.api.requests.fields.objects import ObjectSchema


def _name(schema: type[Schema] | Schema) -> str:
    kind = schema if isinstance(schema, type) else type(schema)
    return kind.component_name() if issubclass(kind, ObjectSchema) else kind.__name__


def _own_schema(_: Any, field: fields.Field[Any], **__: Any) -> Json:
    """Return the field's own schema, which overrides the schema that the plugin derives."""
    return schema_of(field) if isinstance(field, Described) else {}


@lru_cache(maxsize=1)
def document() -> Json:
    """Return the whole document."""
    plugin = MarshmallowPlugin(schema_name_resolver=_name)
    spec = APISpec(
        title=TITLE,
        version=__version__,
        openapi_version="3.1.0",
        info={
            "description": DESCRIPTION,
            "contact": {"name": CONTACT},
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        servers=[{"url": "/"}],
        security=[],
        tags=[{"name": name, "description": text} for name, text in TAGS.items()],
        plugins=[plugin],
    )
    assert plugin.converter is not None  # noqa: S101 - set by APISpec for mypy
    plugin.converter.add_attribute_function(_own_schema)  # type: ignore[no-untyped-call]  # apispec's
    written, requests = written_components(), request_schemas()
    for name, component in written.items():
        spec.components.schema(name, component)
    for name, schema in requests.items():
        spec.components.schema(name, schema=schema)
    for name, component in answer_components().items():
        if name not in written and name not in requests:
            spec.components.schema(name, component)
    for name, description in RESPONSES.values():
        spec.components.response(
            name, {"description": description, "content": {MEDIA_TYPE: {"schema": ref("Problem")}}}
        )
    for operation in OPERATIONS:
        spec.path(operation.path, operations={operation.method.lower(): _operation(operation)})
    written_out = spec.to_dict()
    for name, component in written_out["components"]["schemas"].items():
        if name in requests:
            component["description"] = _first_paragraph(type(requests[name]))
        if "properties" in component:
            component["properties"] = described(name, component["properties"])
            _remove_defaults(component["properties"])
    built: Json = decode(encode(written_out))
    return built


def _remove_defaults(properties: Json) -> None:
    """Remove defaults, because generated clients make a member with a default required."""
    for member in properties.values():
        member.pop("default", None)


def _first_paragraph(described_by: type) -> str:
    """Return the first paragraph of a docstring on one line."""
    return " ".join((described_by.__doc__ or "").split("\n\n")[0].split())


def _operation(operation: Operation) -> Json:
    description: Json = {
        "operationId": operation.name,
        "summary": operation.summary,
        "description": operation.description,
        "tags": [operation.tag],
        "responses": _responses(operation),
    }
    parameters = [*_parameters(operation)]
    if parameters:
        description["parameters"] = parameters
    if operation.method == "POST":
        content: Json = {"schema": ref(request_name(operation))}
        content["examples"] = {
            name: {"summary": example.summary, "value": example.request}
            for name, example in examples_of(operation.name).items()
            if example.status != 400  # noqa: PLR2004 - a published example has to match its schema
        }
        description["requestBody"] = {
            "required": True,
            "content": {"application/json": content},
        }
    return description


def _parameters(operation: Operation) -> Iterator[Json]:
    if operation.method != "GET":
        return
    location = "query" if operation.in_query else "path"
    for name, field in operation.forms[0].schema.fields.items():
        parameter: Json = {"name": name, "in": location, "required": field.required}
        if isinstance(field, Described):
            parameter["schema"] = field.json_schema()
        if isinstance(field, Cards):
            parameter |= {"style": "form", "explode": True, "example": ["7o", "7c", "7b", "4o"]}
        if "description" in field.metadata:
            parameter["description"] = field.metadata["description"]
        yield parameter


def _responses(operation: Operation) -> Json:
    content: Json = {"schema": ref(operation.answer.__name__)}
    examples = _example_answers(operation, 200)
    if examples:
        content["examples"] = examples
    responses: Json = {
        "200": {"description": "The answer.", "content": {"application/json": content}}
    }
    if operation.links:
        responses["200"]["links"] = {
            name: {"operationId": name, "requestBody": body}
            for name, body in operation.links.items()
        }
    if operation.max_age is not None:
        responses["304"] = {"description": "The answer that the caller has kept is still correct."}
    for status in sorted(_statuses(operation)):
        responses[str(status)] = _problem_response(operation, status)
    return responses


def _statuses(operation: Operation) -> set[int]:
    """Return the statuses of the problems that an operation can respond with."""
    statuses = {400, 405, 500}
    if operation.method == "POST":
        statuses |= {408, 413, 415, 422}
    if operation.in_query:
        statuses.add(422)
    if "{" in operation.path:
        statuses.add(404)
    if operation.when_ready:
        statuses.add(503)
    return statuses


def _problem_response(operation: Operation, status: int) -> Json:
    name, description = RESPONSES[status]
    examples = _example_answers(operation, status)
    if not examples:
        return {"$ref": f"#/components/responses/{name}"}
    content = {"schema": ref("Problem"), "examples": examples}
    return {"description": description, "content": {MEDIA_TYPE: content}}


def _example_answers(operation: Operation, status: int) -> Json:
    """Return the answers to the examples of an operation whose response has this status."""
    return {
        name: {"summary": example.summary, "value": _answer_to(operation, example)}
        for name, example in examples_of(operation.name).items()
        if example.status == status
    }


def _answer_to(operation: Operation, example: Example) -> Any:
    """Return the answer to an example, or the problem with it."""
    try:
        body = answer(operation, example.request, Limits(), Pace())
    except ProblemError as error:
        body = error.problem
    return decode(encode(body))


@lru_cache(maxsize=1)
def as_json() -> bytes:
    """Return the document as JSON."""
    return json.format(encode(document()), indent=2)


@lru_cache(maxsize=1)
def as_yaml() -> str:
    """Return the document as YAML."""
    return yaml.safe_dump(document(), sort_keys=False, allow_unicode=True, width=100)


if __name__ == "__main__":
    sys.stdout.write(as_yaml())

"""The description of the contract: OpenAPI 3.1, made from the declarations of the operations.

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
from service.api.openapi.examples.all_examples import examples_of
from service.api.openapi.examples.example import Example
from service.api.operations.all_operations import OPERATIONS
from service.api.operations.dispatch import answer
from service.api.operations.limits import Limits
from service.api.operations.operation import Operation
from service.api.operations.pace import Pace
from service.api.requests.fields.basic import Described, Json, described, ref
from service.api.requests.fields.cards import Cards
from service.api.requests.fields.objects import ObjectSchema
from service.api.requests.fields.rules import DEFAULT_PROFILE, RulesField

TAGS = {
    "Hands": "What a hand is worth, what is a meld, and who may close.",
    "Matches": "A whole match in one value that its caller keeps: dealing, playing, viewing it.",
    "Rounds": "Who lays off what, what everybody adds, who is out, and who has won.",
    "Tables": "The named tables, their parameters, and the catalogue of violations.",
    "Service": "How the service is.",
}

RESPONSES = {
    400: ("BadRequest", "The request does not match the contract."),
    404: ("NotFound", "There is nothing at this address."),
    405: ("MethodNotAllowed", "This address does not take that method."),
    413: ("ContentTooLarge", "The body is too large."),
    414: ("UriTooLong", "The address is too long."),
    415: ("UnsupportedMediaType", "The body is not JSON in UTF-8."),
    422: ("UnprocessableContent", "What the request states cannot be."),
    503: ("ServiceUnavailable", "The service is stopping."),
}
"""The responses that are problems: status, name of the component, and description."""


def _name(schema: type[Schema] | Schema) -> str:
    kind = schema if isinstance(schema, type) else type(schema)
    return kind.component_name() if issubclass(kind, ObjectSchema) else kind.__name__


def _own(_: Any, field: fields.Field[Any], **__: Any) -> Json:
    """What a field of ours says of itself, over what the plugin guessed."""
    own = described(field) if isinstance(field, Described) else {}
    return own | {"default": DEFAULT_PROFILE} if isinstance(field, RulesField) else own


@lru_cache(maxsize=1)
def document() -> Json:
    """The whole description."""
    plugin = MarshmallowPlugin(schema_name_resolver=_name)
    spec = APISpec(
        title="Chinchón rules",
        version=__version__,
        openapi_version="3.1.0",
        info={
            "description": (
                "A stateless service that knows the rules of Chinchón: every answer is a pure "
                "function of its question, so every request may be repeated."
            ),
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        servers=[{"url": "/"}],
        tags=[{"name": name, "description": text} for name, text in TAGS.items()],
        plugins=[plugin],
    )
    assert plugin.converter is not None  # noqa: S101 - set by APISpec for mypy
    plugin.converter.add_attribute_function(_own)  # type: ignore[no-untyped-call]  # apispec's
    written, requests = written_components(), request_schemas()
    for name, component in written.items():
        spec.components.schema(name, component)
    for name, schema in requests.items():
        spec.components.schema(name, schema=schema)
    for name, component in answer_components().items():
        if name not in written and name not in requests:
            spec.components.schema(name, component)
    for name, text in RESPONSES.values():
        content = {MEDIA_TYPE: {"schema": ref("Problem")}}
        spec.components.response(name, {"description": text, "content": content})
    for operation in OPERATIONS:
        spec.path(operation.path, operations={operation.method.lower(): _operation(operation)})
    built: Json = decode(encode(spec.to_dict()))
    for component in built["components"]["schemas"].values():
        for member in component.get("properties", {}).values():
            # What is left out is None to us, which is no value that a caller could send.
            if member.get("default", ...) is None:
                del member["default"]
    return built


def _operation(operation: Operation) -> Json:
    described_operation: Json = {
        "operationId": operation.name,
        "summary": operation.summary,
        "tags": [operation.tag],
        "responses": _responses(operation),
    }
    if operation.description:
        described_operation["description"] = operation.description
    parameters = [*_parameters(operation)]
    if parameters:
        described_operation["parameters"] = parameters
    if operation.method == "POST":
        content: Json = {"schema": ref(request_name(operation))}
        content["examples"] = {
            name: {"summary": example.summary, "value": example.request}
            for name, example in examples_of(operation.name).items()
            if example.status != 400  # noqa: PLR2004 - the contract shows what matches it
        }
        described_operation["requestBody"] = {
            "required": True,
            "content": {"application/json": content},
        }
    return described_operation


def _parameters(operation: Operation) -> Iterator[Json]:
    if operation.method != "GET":
        return
    place = "query" if operation.in_query else "path"
    for name, field in operation.forms[0].schema.fields.items():
        parameter: Json = {"name": name, "in": place, "required": field.required}
        if isinstance(field, Described):
            parameter["schema"] = field.json_schema()
        if isinstance(field, Cards):
            parameter |= {"style": "form", "explode": False, "example": ["7o", "7c", "7b", "4o"]}
        if "description" in field.metadata:
            parameter["description"] = field.metadata["description"]
        yield parameter


def _responses(operation: Operation) -> Json:
    good: Json = {"schema": ref(operation.answer.__name__)}
    shown = _answers(operation, 200)
    if shown:
        good["examples"] = shown
    responses: Json = {"200": {"description": "The answer.", "content": {"application/json": good}}}
    if operation.links:
        responses["200"]["links"] = {
            name: {"operationId": name, "requestBody": body}
            for name, body in operation.links.items()
        }
    if operation.max_age is not None:
        responses["304"] = {"description": "The answer that the caller has is still the same."}
    for status in sorted(_statuses(operation)):
        responses[str(status)] = _problem(operation, status)
    return responses


def _statuses(operation: Operation) -> set[int]:
    """The statuses of the problems that an operation can answer with."""
    statuses = {400, 405, 414}
    if operation.method == "POST":
        statuses |= {413, 415, 422}
    if operation.in_query:
        statuses.add(422)
    if "{" in operation.path:
        statuses.add(404)
    if operation.when_ready:
        statuses.add(503)
    return statuses


def _problem(operation: Operation, status: int) -> Json:
    name, text = RESPONSES[status]
    shown = _answers(operation, status)
    if not shown:
        return {"$ref": f"#/components/responses/{name}"}
    content = {"schema": ref("Problem"), "examples": shown}
    return {"description": text, "content": {MEDIA_TYPE: content}}


def _answers(operation: Operation, status: int) -> Json:
    """The answers of an operation's examples that have a status."""
    return {
        name: {"summary": example.summary, "value": _answered(operation, example)}
        for name, example in examples_of(operation.name).items()
        if example.status == status
    }


def _answered(operation: Operation, example: Example) -> Any:
    """The answer that an example gets."""
    try:
        given = answer(operation, example.request, Limits(), Pace())
    except ProblemError as error:
        given = error.problem
    return decode(encode(given))


@lru_cache(maxsize=1)
def as_json() -> bytes:
    """The description as JSON."""
    return json.format(encode(document()), indent=2)


@lru_cache(maxsize=1)
def as_yaml() -> str:
    """The description as YAML."""
    return yaml.safe_dump(document(), sort_keys=False, allow_unicode=True, width=100)


if __name__ == "__main__":
    sys.stdout.write(as_yaml())

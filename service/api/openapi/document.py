"""The description of the contract: OpenAPI 3.1, made from the operations' own declarations.

`python -m service.api.openapi.document` writes it to standard output as YAML.
"""

import sys
from collections.abc import Iterator
from functools import lru_cache
from http import HTTPStatus
from typing import Any

import yaml
from apispec import APISpec
from apispec.ext.marshmallow import MarshmallowPlugin
from marshmallow import Schema, fields
from msgspec import json
from msgspec.json import decode, encode

from service import __version__
from service.api.http.dispatch import ask
from service.api.http.problems import MEDIA_TYPE, ProblemError
from service.api.openapi.components import COMPONENTS, described_by_hand, form_parts
from service.api.openapi.rules_components import rules_schemas
from service.api.operations.operation import OPERATIONS, Example, Operation
from service.api.requests.card_fields import Cards
from service.api.requests.fields import Described, Json, described, ref
from service.api.requests.rules import DEFAULT_PROFILE, RulesField

TAGS = {
    "Hands": "What a hand is worth, what is a meld, and who may close.",
    "Matches": "A whole match in one value that its caller keeps: dealing, playing, viewing it.",
    "Rounds": "Who lays off what, what everybody adds, who is out, and who has won.",
    "Tables": "The named tables, their parameters, and the catalogue of violations.",
    "Service": "How the service is.",
}

_STATUS = {
    400: "The request does not match the contract.",
    404: "There is nothing at this address.",
    405: "This address does not take that method.",
    413: "The body is too large.",
    414: "The address is too long.",
    415: "The body is not JSON in UTF-8.",
    422: "What the request states cannot be.",
    503: "The service is stopping.",
}


def _name(schema: type[Schema] | Schema) -> str:
    return schema.__name__ if isinstance(schema, type) else type(schema).__name__


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
    for name, component in {**described_by_hand(), **rules_schemas()}.items():
        spec.components.schema(name, component)
    for schema in (*COMPONENTS, *form_parts()):
        spec.components.schema(schema.__name__, schema=schema)
    for status, text in _STATUS.items():
        content = {MEDIA_TYPE: {"schema": ref("Problem")}}
        spec.components.response(_response_name(status), {"description": text, "content": content})
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
    parameters = [*_address(operation), *_query(operation)]
    if parameters:
        described_operation["parameters"] = parameters
    if operation.body:
        name = type(operation.body).__name__
        content: Json = {"schema": ref(name) if name in described_by_hand() else operation.body}
        content["examples"] = {
            name: {"summary": example.summary, "value": example.question}
            for name, example in operation.examples.items()
            if example.status != HTTPStatus.BAD_REQUEST
        }
        described_operation["requestBody"] = {
            "required": True,
            "content": {"application/json": content},
        }
    return described_operation


def _address(operation: Operation) -> Iterator[Json]:
    for name, schema in operation.address.items():
        yield {"name": name, "in": "path", "required": True, "schema": schema}


def _query(operation: Operation) -> Iterator[Json]:
    for name, field in operation.query.fields.items() if operation.query else ():
        parameter: Json = {"name": name, "in": "query", "required": field.required}
        if isinstance(field, Described):
            parameter["schema"] = field.json_schema()
        if isinstance(field, Cards):
            parameter |= {"style": "form", "explode": False}
        if "description" in field.metadata:
            parameter["description"] = field.metadata["description"]
        if name == "cards":
            parameter["example"] = ["7o", "7c", "7b", "4o"]
        yield parameter


def _responses(operation: Operation) -> Json:
    named = operation.answer
    answer: Json = {"schema": ref(named) if isinstance(named, str) else named}
    good = {
        name: _answered(operation, example)
        for name, example in operation.examples.items()
        if example.status == HTTPStatus.OK
    }
    if good:
        answer["examples"] = good
    responses: Json = {
        "200": {"description": "The answer.", "content": {"application/json": answer}}
    }
    if operation.links:
        responses["200"]["links"] = {
            name: {"operationId": name, "requestBody": body}
            for name, body in operation.links.items()
        }
    if operation.max_age is not None:
        responses["304"] = {"description": "The answer that the caller has is still the same."}
    statuses = [400, 405, 414]
    if operation.body:
        statuses += [413, 415, 422]
    if operation.query:
        statuses += [422]
    if operation.address:
        statuses += [404]
    if operation.may_be_busy:
        statuses += [503]
    for status in sorted(statuses):
        responses[str(status)] = _problem(operation, status)
    return responses


def _problem(operation: Operation, status: int) -> Json:
    shown = {
        name: _answered(operation, example)
        for name, example in operation.examples.items()
        if example.status == status
    }
    if not shown:
        return {"$ref": f"#/components/responses/{_response_name(status)}"}
    content = {"schema": ref("Problem"), "examples": shown}
    return {"description": _STATUS[status], "content": {MEDIA_TYPE: content}}


def _response_name(status: int) -> str:
    return "".join(
        word.capitalize() for word in HTTPStatus(status).phrase.replace("-", " ").split()
    )


def _answered(operation: Operation, example: Example) -> Json:
    """The example's answer, worked out."""
    try:
        answer = ask(operation, example.question)
    except ProblemError as problem:
        answer = problem.body
    return {"summary": example.summary, "value": decode(encode(answer))}


@lru_cache(maxsize=1)
def as_json() -> bytes:
    """The description as JSON."""
    return json.format(encode(document()), indent=2)


@lru_cache(maxsize=1)
def as_yaml() -> str:
    """The description as YAML."""
    return yaml.safe_dump(document(), sort_keys=False, allow_unicode=True, width=100)


if __name__ == "__main__":
    import service.api.operations.hands
    import service.api.operations.matches
    import service.api.operations.rounds  # noqa: F401 - they declare the operations

    sys.stdout.write(as_yaml())

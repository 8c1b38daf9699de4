"""What openapi.yaml says, read afresh: nothing here comes from the service's own code."""

import re
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import jsonschema_rs
import yaml
from support.processes import ROOT

Json = Any


@dataclass(frozen=True)
class Operation:
    """One operation as published."""

    name: str
    method: str
    path: str
    described: Json
    contract: "Contract" = field(repr=False)

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """What addresses of it look like."""
        return re.compile(re.sub(r"\\\{[a-z]+\\\}", "([^/]+)", re.escape(self.path)))

    @cached_property
    def examples(self) -> list[Json]:
        """The questions that are published with it."""
        media = self.described.get("requestBody", {}).get("content", {})
        return [
            one["value"] for one in media.get("application/json", {}).get("examples", {}).values()
        ]

    @property
    def statuses(self) -> set[int]:
        """The statuses that are published."""
        return {int(status) for status in self.described["responses"]}

    def answer(self, status: int, media: str) -> jsonschema_rs.Validator | None:
        """Judges the body of such an answer; None where no such answer is published."""
        return self.contract.answers.get((self.name, status, media))


class Contract:
    """The published description, with validators that take no member that isn't published."""

    def __init__(self) -> None:
        text = (ROOT / "openapi.yaml").read_text(encoding="utf-8")
        document: Json = yaml.load(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))  # noqa: S506 - both are safe ones
        self.components = document["components"]
        self.schemas = _closed(self.components["schemas"])
        self.operations = {
            described["operationId"]: Operation(
                described["operationId"], method.upper(), path, described, self
            )
            for path, item in document["paths"].items()
            for method, described in item.items()
            if method in {"get", "post"}
        }
        self.answers = {
            (operation.name, int(status), media): self._validator(content["schema"])
            for operation in self.operations.values()
            for status, response in operation.described["responses"].items()
            for media, content in self._response(response).get("content", {}).items()
        }

    def _response(self, response: Json) -> Json:
        reference = response.get("$ref")
        return self.components["responses"][reference.rpartition("/")[2]] if reference else response

    def _validator(self, schema: Json) -> jsonschema_rs.Validator:
        root = {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "allOf": [schema],
            "components": {"schemas": self.schemas},
        }
        return jsonschema_rs.validator_for(root)

    def operation(self, method: str, path: str) -> Operation | None:
        """The operation that is asked, if any; HEAD asks what GET asks."""
        method = "GET" if method == "HEAD" else method
        asked = [one for one in self.operations.values() if one.method == method]
        exact = (one for one in asked if one.path == path)
        return next(exact, next((one for one in asked if one.pattern.fullmatch(path)), None))


def _closed(schema: Json) -> Json:
    """The same with no members but those that are published, wherever any are."""
    if isinstance(schema, list):
        return [_closed(member) for member in schema]
    if not isinstance(schema, dict):
        return schema
    inner = {name: _closed(member) for name, member in schema.items()}
    if isinstance(schema.get("properties"), dict) and schema.get("type") == "object":
        inner.setdefault("additionalProperties", False)
    return inner

"""What openapi.yaml says, read afresh: nothing here comes from the service's own code."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import jsonschema_rs
import yaml
from support.processes import ROOT

Json = Any
KIB = 1024
LIMITS = dict.fromkeys(["evaluateHands", "evaluatePoints", "replayMatch"], 2048 * KIB)
STATE_LIMIT = 256 * KIB
LIMIT = 64 * KIB


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

    @cached_property
    def question(self) -> jsonschema_rs.Validator | None:
        """Judges a body; None where there is none."""
        if "requestBody" not in self.described:
            return None
        media = self.described["requestBody"]["content"]["application/json"]
        return self.contract.validator(media["schema"])

    @property
    def takes_state(self) -> bool:
        """Whether one of its examples has a state."""
        return any("state" in example for example in self.examples)

    @property
    def limit(self) -> int:
        """The most bytes of a body, at the least that is published for it."""
        return LIMITS.get(self.name, LIMIT)

    def answer(self, status: int, media: str) -> jsonschema_rs.Validator | None:
        """Judges the body of such an answer; None where no such answer is published."""
        return self.contract.answers.get((self.name, status, media))

    @property
    def statuses(self) -> set[int]:
        """The statuses that are published."""
        return {int(status) for status in self.described["responses"]}


class Contract:
    """The published description, with validators made once."""

    def __init__(self) -> None:
        text = (ROOT / "openapi.yaml").read_text(encoding="utf-8")
        self.document: Json = yaml.load(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))  # noqa: S506 - both are safe ones
        self.components = self.document["components"]
        self.operations = {
            described["operationId"]: Operation(
                described["operationId"], method.upper(), path, described, self
            )
            for path, item in self.document["paths"].items()
            for method, described in item.items()
            if method in {"get", "post", "put", "patch", "delete"}
        }
        self.closed: Json = _closed(self.components["schemas"])
        self.answers = {
            (operation.name, int(status), media): self.validator(content["schema"], closed=True)
            for operation in self.operations.values()
            for status, response in operation.described["responses"].items()
            for media, content in self._response(response).get("content", {}).items()
        }
        self.problem = self.validator({"$ref": "#/components/schemas/Problem"}, closed=True)

    def _response(self, response: Json) -> Json:
        reference = response.get("$ref")
        return self.components["responses"][reference.rpartition("/")[2]] if reference else response

    def validator(self, schema: Json, *, closed: bool = False) -> jsonschema_rs.Validator:
        """A validator of this schema; closed, it takes no member that isn't published."""
        schemas = self.closed if closed else self.components["schemas"]
        root = {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "allOf": [schema],
            "components": {"schemas": schemas},
        }
        return jsonschema_rs.validator_for(root)

    def at(self, path: str) -> list[Operation]:
        """The operations at an address."""
        found = [one for one in self.operations.values() if one.path == path]
        return found or [one for one in self.operations.values() if one.pattern.fullmatch(path)]

    @cached_property
    def names(self) -> list[str]:
        """Every name of a member in the description, for mutations to use."""
        found: set[str] = set()
        for component in self.components["schemas"].values():
            found |= set(component.get("properties", {}))
        return sorted(found)

    @cached_property
    def words(self) -> list[str]:
        """Every value of an enumeration in the description."""
        return sorted(set(re.findall(r'"([^"]+)"', " ".join(_enums(self.components["schemas"])))))


def _enums(value: Json) -> list[str]:
    if isinstance(value, Mapping):
        own = [json.dumps(value["enum"])] if isinstance(value.get("enum"), list) else []
        return own + [text for member in value.values() for text in _enums(member)]
    if isinstance(value, list):
        return [text for member in value for text in _enums(member)]
    return []


def _closed(schema: Json) -> Json:
    """The same with no members but those that are told, wherever any are told."""
    if isinstance(schema, list):
        return [_closed(member) for member in schema]
    if not isinstance(schema, dict):
        return schema
    inner = {name: _closed(member) for name, member in schema.items()}
    if isinstance(schema.get("properties"), dict) and schema.get("type") == "object":
        inner.setdefault("additionalProperties", False)
    return inner

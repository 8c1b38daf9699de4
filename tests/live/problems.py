"""Problems: what an error of the service or of nginx must look like."""

import json

import jsonschema_rs

from live.load import Answer
from service.api.openapi import document as openapi
from service.api.words.sentences import sentence

PROBLEM = jsonschema_rs.validator_for(
    {
        "$ref": "#/components/schemas/Problem",
        "components": {"schemas": openapi.document()["components"]["schemas"]},
    }
)


def check_problem(answer: Answer, status: int, kind: str) -> None:
    """Check that an answer is a problem of this type, with the title of the contract."""
    told = json.loads(answer.body)
    PROBLEM.validate(told)
    assert (answer.status, told["status"], told["type"]) == (status, status, kind)
    assert told["title"] == sentence(f"problem.{kind}")
    assert answer.header("Content-Type") == "application/problem+json"
    assert answer.header("Cache-Control") == "no-store"

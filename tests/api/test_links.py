"""The links of the contract lead through a match, whatever a client knows of its rules."""

from pathlib import Path
from typing import Any

import yaml
from flask.testing import FlaskClient

CONTRACT = yaml.safe_load((Path(__file__).parents[2] / "openapi.yaml").read_text("utf-8"))
OPERATIONS = {
    operation["operationId"]: (path, operation)
    for path, methods in CONTRACT["paths"].items()
    for operation in methods.values()
}


def member(value: Any, pointer: str) -> Any:
    for step in pointer.split("/")[1:]:
        value = value[int(step)] if isinstance(value, list) else value[step]
    return value


def followed(link: dict[str, Any], request: Any, response: Any) -> Any:
    """The body of a link's request, from the request and the response before it."""
    sources = {"$request.body": request, "$response.body": response}
    body = {}
    for name, expression in link["requestBody"].items():
        source, pointer = expression.split("#")
        body[name] = member(sources[source], pointer)
    return body


def test_links_lead_from_a_deal_by_hand_through_the_showdown_to_the_next_round(
    client: FlaskClient,
) -> None:
    name = "dealCards"
    content = OPERATIONS[name][1]["requestBody"]["content"]["application/json"]
    request = content["examples"]["byHand"]["value"]
    phases = []
    for name_of_next in ["listActions", "playAction"] * 8:
        path, operation = OPERATIONS[name]
        answer = client.post(path, json=request)
        assert answer.status_code == 200, answer.text
        told: Any = answer.json
        if "state" in told:
            phases.append((told["state"]["phase"], told["state"]["round"]))
        link = operation["responses"]["200"]["links"][name_of_next]
        name, request = name_of_next, followed(link, request, told)
    assert phases[:2] == [("draw", 1), ("showdown", 1)]
    assert phases.index(("round_over", 1)) < phases.index(("draw", 2))

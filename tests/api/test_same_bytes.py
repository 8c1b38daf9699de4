"""The same question gets the same bytes from every process, whatever order its sets are in."""

import json
import os
import subprocess
import sys
from typing import Any

from flask.testing import FlaskClient

from service.api.openapi.examples.all_examples import examples_of
from service.api.operations.all_operations import OPERATIONS

ASKING = """
import json, sys
from service.server.wsgi import create_app
client = create_app().test_client()
answers = [
    client.post(path, json=body).get_data(as_text=True) for path, body in json.load(sys.stdin)
]
sys.stderr.write(json.dumps(answers))
"""
STRANGE = dict.fromkeys(("zeta", "card", "Seats", "alpha", "type", "from", "to", "ñ", ""), 1)


def questions(client: FlaskClient) -> list[tuple[str, Any]]:
    """Every example as it is, and with members that nobody knows."""
    dealt = client.post(
        "/deal", json={"players": ["ana", "bea", "carlos"], "seed": "a seed for everybody"}
    ).json
    state = dealt["state"] if dealt else {}
    asked: list[tuple[str, Any]] = []
    for operation in OPERATIONS:
        if operation.method == "POST" and operation.path != "/deal":
            for example in examples_of(operation.name).values():
                asked += [(operation.path, example.request), (operation.path, STRANGE)]
                asked.append((operation.path, example.request | STRANGE))
    lost = state | {"stock": state["stock"][3:], "discards": state["stock"][:5], "lead": "eva"}
    for broken in (STRANGE, state | STRANGE, lost, lost | {"to_play": "eva", "phase": "discard"}):
        asked += [(path, {"state": broken}) for path in ("/actions", "/view", "/score")]
    return asked


def answers(seed: int, asked: list[tuple[str, Any]]) -> Any:
    """What a process of its own answers, with its sets in an order of its own."""
    done = subprocess.run(  # noqa: S603 - this Python and the text above
        [sys.executable, "-c", ASKING],
        input=json.dumps(asked),
        env=os.environ | {"PYTHONHASHSEED": str(seed)},
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(done.stderr)


def test_processes_agree_to_the_byte(client: FlaskClient) -> None:
    asked = questions(client)
    first, *others = (answers(seed, asked) for seed in (1, 2, 3))
    assert len(first) == len(asked) > 100
    for other in others:
        for question, one, another in zip(asked, first, other, strict=True):
            assert one == another, question

"""Questions of every kind: the contract's own examples, and what is asked with GET."""

import json

from live.load import Question
from service.api.openapi.examples.all_examples import examples_of
from service.api.operations.all_operations import OPERATIONS

HAND = "7o,7c,7b,9e,10e,11e,4o"
EVALUATE = Question(
    "POST", "/evaluate", json.dumps({"rules": "barajamos", "cards": HAND.split(",")}).encode()
)
KEPT = Question("GET", f"/evaluate?rules=barajamos&cards={HAND}")

MIXED = [
    *(
        Question(operation.method, operation.path, json.dumps(example.request).encode(), status)
        for operation in OPERATIONS
        for example in examples_of(operation.name).values()
        for status in [example.status]
    ),
    KEPT,
    *(Question("GET", path) for path in ("/rules/classic", "/violations", "/healthz", "/")),
    Question("GET", "/nowhere", status=404),
]

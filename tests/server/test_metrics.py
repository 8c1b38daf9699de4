"""Requests are counted by operation and status."""

import json

from flask.testing import FlaskClient
from prometheus_client.parser import text_string_to_metric_families

HAND = {"cards": ["7o", "7c", "7b", "9e", "10e", "11e", "4o"]}


def numbers(client: FlaskClient) -> dict[tuple[str, str], float]:
    """Each number with its labels as one text."""
    text = client.get("/metrics").get_data(as_text=True)
    return {
        (sample.name, ",".join(sorted(sample.labels.values()))): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def test_requests_are_counted_by_operation_and_status(client: FlaskClient) -> None:
    before = numbers(client)
    client.post("/evaluate", json=HAND)
    client.post("/evaluate", json=HAND)
    client.post("/evaluate", json={"cards": ["8o"], "rules": "fournier"})
    client.get("/nowhere")
    after = numbers(client)

    def more(name: str, labels: str) -> float:
        return after[name, labels] - before.get((name, labels), 0)

    assert more("chinchon_requests_total", "200,evaluateHand") == 2
    assert more("chinchon_requests_total", "422,evaluateHand") == 1
    assert more("chinchon_requests_total", "404,none") == 1
    assert more("chinchon_problems_total", "impossible") == 1
    assert more("chinchon_problems_total", "not-found") == 1
    assert more("chinchon_request_seconds_count", "200,evaluateHand") == 2
    assert more("chinchon_rules_seconds_count", "200,evaluateHand") == 2
    assert more("chinchon_request_bytes_total", "200,evaluateHand") == 2 * len(json.dumps(HAND))
    assert more("chinchon_response_bytes_total", "200,evaluateHand") > 2 * len(json.dumps(HAND))

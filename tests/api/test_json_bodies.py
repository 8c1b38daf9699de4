"""A body is one plain JSON object in UTF-8, and whatever else it is, is refused by its name."""

from typing import Any

import pytest
from flask.testing import FlaskClient
from support.refusals import PATHS, SEVEN, refused, send, short

BAD_BODIES: dict[str, list[bytes]] = {
    "names 'cards' twice": [b'{"cards": ["7o"], "cards": ["7c"]}'],
    "twice": [b'{"rules": {"deck": {"jokers": 0, "jokers": 2}}}', b'{"\\ud800": 1, "\\ud800": 2}'],
    "NaN": [b'{"seats": NaN}'],
    "Infinity": [b'{"seats": Infinity}', b'{"seats": -Infinity}'],
    "too large or": [b'{"seats": 1e400}', b'{"seats": -1e400}', b"[0." + b"1" * 5_000 + b"]"],
    "digits": [b'{"seats": ' + b"9" * 5_000 + b"}", b"[-" + b"9" * 5_000 + b"]"],
    "nested": [
        b"[" * 3_000,
        b'{"cards":' + b"[" * 3_000 + b"]" * 3_000 + b"}",
        b'{"a":' * 9_000,
        b"[" * 70,
        b"[" * 2_000 + b"NaN",
    ],
    "UTF-8": [b'{"cards": ["\xff"]}', b'["\xed\xa0\x80"]', b'["\xc0\x80"]', "{}".encode("utf-16")],
    "byte order mark": [b"\xef\xbb\xbf" + SEVEN],
    "surrogate": [b'{"cards": ["\\ud83c"]}', b'{"\\udc00": 1}', b'{"rules": {"\\udc00": 1}}'],
    "empty": [b"", b" \r\n\t"],
    "is not valid JSON": [
        *(SEVEN + more for more in (b" x", SEVEN, b"{}", b" {}", b",", b"\0", b" // seven")),
        *(SEVEN[:-1], SEVEN[:-1] + b",}", b"{'cards': ['7o']}", b'{"cards": ["7o\0"]}'),
        *("{}".encode("utf-16-le"), b'{"seats": 05}', b'{"seats": +5}', b'{"seats": .5e1}'),
    ],
    "object": [b"[]", b"[" + SEVEN + b"]", b'"cards"', b"5", b"0.5", b"true", b"null"],
}
BAD_ONE_BY_ONE = [(body, words) for words, bodies in BAD_BODIES.items() for body in bodies]


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize(("body", "words"), BAD_ONE_BY_ONE, ids=short)
def test_a_body_that_is_not_strict_json_gets_the_reason(
    client: FlaskClient, path: str, body: bytes, words: str
) -> None:
    assert words in refused(send(client, path, body), 400, "invalid-request", "#")


@pytest.mark.parametrize("opening", [b"[", b'{"a":'])
def test_a_hundred_thousand_nested_values_are_too_many(client: FlaskClient, opening: bytes) -> None:
    body = opening * 100_000
    refused(send(client, "/evaluate/batch", body), 400, "invalid-request", "#")
    refused(send(client, "/evaluate", body), 413, "content-too-large")


@pytest.mark.parametrize("seats", [b"5.0", b"5e0", b"50e-1", b"0.5e1"])
def test_an_integer_may_be_written_as_a_number_without_a_fraction(
    client: FlaskClient, post: Any, seats: bytes
) -> None:
    sent = send(client, "/evaluate", b'{"cards": ["5o", "5o"], "seats": ' + seats + b"}")
    assert sent.status_code == 200
    assert sent.data == post("/evaluate", {"cards": ["5o", "5o"], "seats": 5}).data


def test_a_name_given_twice_among_very_many_is_found_at_once(client: FlaskClient) -> None:
    names = [f'"{number}": 0' for number in range(100_000)]
    body = "{" + ", ".join([*names, '"99999": 0']) + "}"
    answer = client.post("/evaluate/batch", data=body, content_type="application/json")
    assert answer.status_code == 400
    assert "'99999' twice" in answer.text

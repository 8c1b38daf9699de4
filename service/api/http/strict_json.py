"""Reads a request's body as JSON, strictly: what is ambiguous or not JSON is refused, by name."""

import json
import math
from typing import Any, NoReturn

MOST_DIGITS = 64
"""Digits of a number; no bound of the contract needs more than six."""


class NotJsonError(ValueError):
    """The body is not one JSON value in UTF-8; the message says why and where."""


def read_json(body: bytes) -> Any:
    """The value of a JSON text, or `NotJsonError`.

    Beyond what the standard decoder refuses: a name twice in one object, NaN and infinities,
    numbers of very many digits, nesting deeper than the decoder can follow, lone surrogates, and
    anything but UTF-8 without a byte order mark.
    """
    try:
        text = body.decode("utf-8")
    except UnicodeDecodeError as error:
        message = f"the body is not UTF-8: byte {error.start} begins no character"
        raise NotJsonError(message) from None
    if not text.strip(" \t\r\n"):
        message = "the body is empty; a JSON object is expected"
        raise NotJsonError(message)
    if text.startswith("\ufeff"):
        message = "the body begins with a byte order mark; send plain UTF-8"
        raise NotJsonError(message)
    try:
        value = _DECODER.decode(text)
    except json.JSONDecodeError as error:
        message = f"the body is not JSON: {error.msg} at line {error.lineno}, column {error.colno}"
        raise NotJsonError(message) from None
    except RecursionError:
        message = "the body is nested too deeply"
        raise NotJsonError(message) from None
    if "\\u" in text:
        _refuse_lone_surrogates(value)
    return value


def _refuse_lone_surrogates(value: object) -> None:
    try:
        json.dumps(value, ensure_ascii=False).encode("utf-8")
    except UnicodeEncodeError:
        message = "the body has half of a surrogate pair, which is no character"
        raise NotJsonError(message) from None
    except RecursionError:
        message = "the body is nested too deeply"
        raise NotJsonError(message) from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) < len(pairs):
        seen: set[str] = set()
        twice = next(name for name, _ in pairs if name in seen or seen.add(name))  # type: ignore[func-returns-value]  # add returns None, so goes on
        message = f"the body names {twice[:64]!r} twice in one object"
        raise NotJsonError(message)
    return members


def _integer(digits: str) -> int:
    number = len(digits.removeprefix("-"))
    if number > MOST_DIGITS:
        message = f"the body has a number of {number} digits; {MOST_DIGITS} are read at most"
        raise NotJsonError(message)
    return int(digits)


def _number(digits: str) -> float:
    number = float(digits)
    if math.isinf(number) or len(digits) > 2 * MOST_DIGITS:
        message = "the body has a number that is out of all bounds"
        raise NotJsonError(message)
    return number


def _constant(name: str) -> NoReturn:
    message = f"the body has {name}, which is no JSON"
    raise NotJsonError(message)


_DECODER = json.JSONDecoder(
    object_pairs_hook=_object,
    parse_int=_integer,
    parse_float=_number,
    parse_constant=_constant,
)

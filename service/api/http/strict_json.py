"""Strict JSON: a decoder that rejects what is ambiguous or not JSON."""

import json
import math
import re
from collections import Counter
from typing import Any, NoReturn

from service.api.requests.mistakes import Mistake, MistakeCode
from service.rules.subjects import Fact

MOST_DIGITS = 64
"""The maximum number of digits in an integer. No bound of the contract has more than six."""

MOST_DEPTH = 64
"""The maximum depth of nested lists and objects. No request of the contract needs more than 12."""


class NotJsonError(ValueError):
    """The body isn't one unambiguous JSON value in UTF-8; `mistake` gives the reason."""

    def __init__(self, code: MistakeCode, **facts: Fact) -> None:
        """Store the mistake with this code and these facts."""
        self.mistake = Mistake(code, tuple(facts.items()))
        super().__init__(code)


def read_json(body: bytes) -> Any:
    """Return the value of a JSON text, or raise `NotJsonError`.

    Unlike the standard decoder, this one rejects a repeated name in an object, NaN and infinities,
    very long numbers, nesting deeper than `MOST_DEPTH`, lone surrogates, encodings other than
    UTF-8, and a byte order mark.
    """
    try:
        text = body.decode("utf-8")
    except UnicodeDecodeError as error:
        raise NotJsonError(MistakeCode.JSON_NOT_UTF_8, byte=error.start) from None
    if not text.strip(" \t\r\n"):
        raise NotJsonError(MistakeCode.JSON_EMPTY)
    if text.startswith("\ufeff"):
        raise NotJsonError(MistakeCode.JSON_BYTE_ORDER_MARK)
    try:
        value = _DECODER.decode(text)
    except NotJsonError:
        _refuse_deep_text(text)
        raise
    except json.JSONDecodeError as error:
        _refuse_deep_text(text)
        facts = {"line": error.lineno, "column": error.colno}
        raise NotJsonError(MistakeCode.JSON_INVALID, reason=error.msg, **facts) from None
    except RecursionError:
        raise NotJsonError(MistakeCode.JSON_TOO_DEEP, limit=MOST_DEPTH) from None
    if "[" in text or "{" in text:
        _refuse_depth(value)
    if "\\u" in text:
        _refuse_lone_surrogates(value)
    return value


def _refuse_depth(value: object) -> None:
    """Raise `NotJsonError` for nesting deeper than the limit, in any version of the interpreter."""
    level = [value]
    for _ in range(MOST_DEPTH):
        level = [
            inner
            for outer in level
            for inner in (outer.values() if isinstance(outer, dict) else outer)  # type: ignore[attr-defined]  # only lists and objects are kept
            if type(inner) is list or type(inner) is dict
        ]
        if not level:
            return
    raise NotJsonError(MistakeCode.JSON_TOO_DEEP, limit=MOST_DEPTH)


def _refuse_deep_text(text: str) -> None:
    """Raise `NotJsonError` if a text that cannot be decoded nests deeper than the limit.

    How far the decoder gets into such a text depends on the version of the interpreter.
    """
    depth = 0
    for token in _STRING_OR_BRACKET.finditer(text):
        bracket = token[0]
        depth += 1 if bracket in {"[", "{"} else -1 if bracket in {"]", "}"} else 0
        if depth > MOST_DEPTH:
            raise NotJsonError(MistakeCode.JSON_TOO_DEEP, limit=MOST_DEPTH) from None


_STRING_OR_BRACKET = re.compile(r'"(?:[^"\\]|\\.)*"?|[\[\]{}]', re.DOTALL)


def _refuse_lone_surrogates(value: object) -> None:
    try:
        json.dumps(value, ensure_ascii=False).encode("utf-8")
    except UnicodeEncodeError:
        raise NotJsonError(MistakeCode.JSON_SURROGATE) from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) < len(pairs):
        counts = Counter(name for name, _ in pairs)
        repeated = next(name for name, _ in pairs if counts[name] > 1)
        raise NotJsonError(MistakeCode.JSON_NAME_TWICE, name=repr(repeated[:64]))
    return members


def _integer(digits: str) -> int:
    length = len(digits.removeprefix("-"))
    if length > MOST_DIGITS:
        raise NotJsonError(MistakeCode.JSON_TOO_MANY_DIGITS, found=length, limit=MOST_DIGITS)
    return int(digits)


def _number(digits: str) -> float:
    number = float(digits)
    if math.isinf(number) or len(digits) > 2 * MOST_DIGITS:
        raise NotJsonError(MistakeCode.JSON_NUMBER_TOO_LARGE)
    return number


def _constant(name: str) -> NoReturn:
    raise NotJsonError(MistakeCode.JSON_NOT_A_NUMBER, name=name)


_DECODER = json.JSONDecoder(
    object_pairs_hook=_object,
    parse_int=_integer,
    parse_float=_number,
    parse_constant=_constant,
)

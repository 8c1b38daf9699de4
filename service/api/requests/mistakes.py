"""Mistakes: the ways in which a request doesn't match the contract, as codes and facts."""

from enum import StrEnum

from marshmallow import ValidationError
from msgspec import Struct

from service.rules.subjects import Fact, Facts


class MistakeCode(StrEnum):
    """The kinds of mistakes in the form of a request; the codes are public and stable."""

    JSON_NOT_UTF_8 = "json.not_utf_8"
    JSON_EMPTY = "json.empty"
    JSON_BYTE_ORDER_MARK = "json.byte_order_mark"
    JSON_INVALID = "json.invalid"
    JSON_TOO_DEEP = "json.too_deep"
    JSON_SURROGATE = "json.half_surrogate_pair"
    JSON_NAME_TWICE = "json.name_twice"
    JSON_TOO_MANY_DIGITS = "json.too_many_digits"
    JSON_NUMBER_TOO_LARGE = "json.number_too_large"
    JSON_NOT_A_NUMBER = "json.not_a_number"
    BODY_BADLY_CHUNKED = "body.badly_chunked"
    BODY_CUT_SHORT = "body.cut_short"
    PARAMETER_UNKNOWN = "parameter.unknown"
    PARAMETER_TWICE = "parameter.given_twice"
    REQUIRED = "value.required"
    NULL = "value.null"
    WRONG_TYPE = "value.wrong_type"
    OUT_OF_RANGE = "value.out_of_range"
    NOT_ONE_OF = "value.not_one_of"
    WRONG_LENGTH = "value.wrong_length"
    CONTROL_CHARACTERS = "value.control_characters"
    NOT_A_CARD = "value.not_a_card"
    NOT_A_SCORE = "value.not_a_score"
    UNKNOWN_NAME = "name.unknown"
    WRONG_FORM = "name.of_another_form"


class Mistake(Struct, frozen=True):
    """One mistake; marshmallow keeps its path."""

    code: MistakeCode
    facts: Facts = ()


def mistake_error(code: MistakeCode, **facts: Fact) -> ValidationError:
    """Return the error that a field raises for a mistake."""
    return ValidationError([Mistake(code, tuple(facts.items()))])

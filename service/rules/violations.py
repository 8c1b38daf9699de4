"""Violations: reasons why the rules forbid something.

An illegal move is a normal result, not an exception. The codes are public and stable: codes may be
added, but no code changes its meaning. Each code has the section of the rule book with its rule;
its sentence is in the catalogue of `service.api.words`.
"""

from enum import StrEnum
from typing import Self

from msgspec import Struct

from service.rules.subjects import Fact, Facts, Subject


class ViolationCode(StrEnum):
    """A violation's code; `section` is the anchor of its rule in the rule book."""

    section: str

    def __new__(cls, code: str, section: str) -> Self:
        """Keep the section beside the code."""
        member = str.__new__(cls, code)
        member._value_ = code
        member.section = section
        return member

    MELD_TOO_SHORT = "meld.too_short", "melds.min_run"
    MELD_TOO_LONG = "meld.too_long", "melds.max_set_size"
    MELD_NO_MELD = "meld.no_meld", "melds"
    MELD_GAP = "meld.gap", "melds"
    MELD_WRAPS = "meld.wraps", "deck"
    MELD_REPEATED_RANK = "meld.repeated_rank", "melds"
    MELD_REPEATED_SUIT = "meld.repeated_suit", "melds.identical_in_set"
    MELD_TOO_MANY_COPIES = "meld.too_many_copies", "deck"
    MELD_TOO_MANY_WILDS = "meld.too_many_wilds", "melds.max_wilds"
    MELD_TOO_FEW_NATURALS = "meld.too_few_naturals", "melds.min_naturals"
    MELD_OUT_OF_ORDER = "meld.out_of_order", "melds"
    MELD_WILD_OUT_OF_RANGE = "meld.wild_out_of_range", "melds"
    MELD_STANDS_FOR = "meld.stands_for", "melds"
    MELD_CARD_NOT_HELD = "meld.card_not_held", "melds"
    MELD_CARD_USED_TWICE = "meld.card_used_twice", "melds"

    CLOSE_NOT_NOW = "close.not_now", "closing"
    CLOSE_DISCARD_NOT_HELD = "close.discard_not_held", "closing"
    CLOSE_TOO_EARLY = "close.too_early", "close.earliest_turn"
    CLOSE_TOO_MANY_POINTS = "close.too_many_points", "close.max_unmatched_points"
    CLOSE_TOO_MANY_CARDS = "close.too_many_cards", "close.max_unmatched_cards"
    CLOSE_TOO_FEW_MELDS = "close.too_few_melds", "close.min_melds"
    CLOSE_TOO_MANY_WILDS = "close.too_many_wilds", "close.max_wilds"
    CLOSE_WILD_LEFT = "close.wild_left", "close.wild_may_be_left"
    CLOSE_EXCEEDS_LIMIT = "close.exceeds_limit", "must-not-exceed"

    LAY_OFF_NOT_ALLOWED = "lay_off.not_allowed", "lay_off.allowed"
    LAY_OFF_BLOCKED = "lay_off.blocked", "lay_off.blocked_by_full_close"
    LAY_OFF_NOT_ONTO = "lay_off.not_onto", "lay_off.onto"
    LAY_OFF_DOES_NOT_FIT = "lay_off.does_not_fit", "laying-off"
    LAY_OFF_CARD_NOT_HELD = "lay_off.card_not_held", "laying-off"
    LAY_OFF_NOT_YET_SHOWN = "lay_off.not_yet_shown", "laying-off"
    LAY_OFF_WILD = "lay_off.wild", "lay_off.wilds_may"
    LAY_OFF_NO_OWN_MELD = "lay_off.no_own_meld", "lay_off.requires_own_meld"
    LAY_OFF_NO_SUCH_MELD = "lay_off.no_such_meld", "laying-off"

    ACTION_NOT_YOUR_TURN = "action.not_your_turn", "turn"
    ACTION_WRONG_PHASE = "action.wrong_phase", "turn"
    ACTION_MATCH_OVER = "action.match_over", "turn"
    ACTION_STALE = "action.stale", "turn"
    LEAVE_NOT_NOW = "leave.not_now", "leaving"
    LEAVE_ALREADY_OUT = "leave.already_out", "leaving"
    DRAW_NO_DISCARDS = "draw.no_discards", "stock"
    DRAW_FIRST_DISCARD = "draw.first_discard", "turn.may_take_first_discard"
    DISCARD_NOT_HELD = "discard.not_held", "turn"
    DISCARD_JUST_TAKEN = "discard.just_taken", "turn.may_discard_taken_card"

    REJOIN_LEFT = "rejoin.left", "leaving"
    REJOIN_NOT_OUT = "rejoin.not_out", "rejoining"
    REJOIN_NONE_LEFT = "rejoin.none_left", "rejoin.max"
    REJOIN_TOO_FEW_IN = "rejoin.too_few_in", "rejoin.min_players_in"
    REJOIN_TOO_FEW_SEATS = "rejoin.too_few_seats", "rejoin.min_seats"
    REJOIN_TOO_LATE = "rejoin.too_late", "rejoining"
    REJOIN_MATCH_OVER = "rejoin.match_over", "rejoining"


class Violation(Struct, frozen=True):
    """One reason why the rules forbid something.

    `limit` and `found` are in the unit of the rule: cards, points or turns. `facts` has the other
    values that a sentence about the violation mentions.
    """

    code: ViolationCode
    subject: Subject | None = None
    card: str | None = None
    player: str | None = None
    limit: int | None = None
    found: int | None = None
    facts: Facts = ()


def facts(**named: Fact) -> Facts:
    """Return the facts of a violation with their names."""
    return tuple(named.items())

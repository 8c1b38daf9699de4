"""Why something may not be done: the catalogue of violations and one violation.

Doing what the rules forbid is not exceptional here; telling it is what the service is for. Codes
are public and stable: more may be added, none changes its meaning.
"""

from enum import StrEnum
from typing import Self

from msgspec import Struct

from service.rules.errors import Path
from service.rules.table.cards import Card


class Code(StrEnum):
    """A violation's code, what it means, and where the rule stands."""

    meaning: str
    rule: str

    def __new__(cls, code: str, meaning: str, rule: str) -> Self:
        """Keep the meaning and the rule beside the code."""
        member = str.__new__(cls, code)
        member._value_ = code
        member.meaning = meaning
        member.rule = rule
        return member

    MELD_TOO_SHORT = "meld.too_short", "A meld has too few cards.", "§1 melds.min_run; a set has 3"
    MELD_TOO_LONG = "meld.too_long", "A meld has more cards than can be.", "§1 melds.max_set_size"
    MELD_NO_MELD = "meld.no_meld", "The cards share neither a rank nor a suit.", "§2 Melds"
    MELD_GAP = "meld.gap", "A run misses a rank between its cards.", "§2 Deck"
    MELD_WRAPS = "meld.wraps", "King and ace are never neighbours.", "§2 Deck"
    MELD_REPEATED_RANK = "meld.repeated_rank", "A run holds a rank twice.", "§2 Melds"
    MELD_REPEATED_SUIT = (
        "meld.repeated_suit",
        "A set holds a suit twice where it may not.",
        "§1 melds.identical_in_set",
    )
    MELD_TOO_MANY_COPIES = (
        "meld.too_many_copies",
        "A card is shown more often than the packs hold it.",
        "§2 Deck",
    )
    MELD_TOO_MANY_WILDS = "meld.too_many_wilds", "Too many wilds in a meld.", "§1 melds.max_wilds"
    MELD_TOO_FEW_NATURALS = (
        "meld.too_few_naturals",
        "Too few naturals in a meld.",
        "§1 melds.min_naturals",
    )
    MELD_OUT_OF_ORDER = (
        "meld.out_of_order",
        "A run with wilds lies in the order given, and this one doesn't ascend rank by rank.",
        "§2 Melds",
    )
    MELD_WILD_OUT_OF_RANGE = (
        "meld.wild_out_of_range",
        "A wild would stand below the ace or above the king.",
        "§2 Melds",
    )
    MELD_STANDS_FOR = (
        "meld.stands_for",
        "`stands_for` says something else than the cards as they lie.",
        "§2 Melds",
    )
    MELD_CARD_NOT_HELD = "meld.card_not_held", "A card is shown that isn't held.", "§2 Melds"
    MELD_CARD_USED_TWICE = (
        "meld.card_used_twice",
        "A card is shown more often than it is held.",
        "§2 Melds",
    )
    CLOSE_NOT_NOW = "close.not_now", "One closes when discarding, at no other moment.", "§2 Stock"
    CLOSE_DISCARD_NOT_HELD = (
        "close.discard_not_held",
        "The card to close with isn't held.",
        "§1 close",
    )
    CLOSE_TOO_EARLY = (
        "close.too_early",
        "The player may not close on this turn yet.",
        "§1 close.earliest_turn",
    )
    CLOSE_TOO_MANY_POINTS = (
        "close.too_many_points",
        "The unmatched cards cost more than one may close with.",
        "§1 close.max_unmatched_points",
    )
    CLOSE_TOO_MANY_CARDS = (
        "close.too_many_cards",
        "More cards are unmatched than one may close with.",
        "§1 close.max_unmatched_cards",
    )
    CLOSE_WILD_LEFT = (
        "close.wild_left",
        "A wild is left unmatched.",
        "§1 close.wild_may_be_left",
    )
    CLOSE_EXCEEDS_LIMIT = (
        "close.exceeds_limit",
        "The card kept would put the closer out.",
        "§2 Must not exceed",
    )
    LAY_OFF_NOT_ALLOWED = "lay_off.not_allowed", "Nobody lays off here.", "§1 lay_off.allowed"
    LAY_OFF_BLOCKED = (
        "lay_off.blocked",
        "A full close takes no cards on this meld.",
        "§1 lay_off.blocked_by_full_close",
    )
    LAY_OFF_NOT_ONTO = (
        "lay_off.not_onto",
        "One may not lay off on this player's melds.",
        "§1 lay_off.onto, lay_off.closer_may",
    )
    LAY_OFF_DOES_NOT_FIT = (
        "lay_off.does_not_fit",
        "The card doesn't fit on that meld there.",
        "§2 Laying off",
    )
    LAY_OFF_CARD_NOT_HELD = (
        "lay_off.card_not_held",
        "The card isn't among the player's unmatched cards.",
        "§2 Laying off",
    )
    LAY_OFF_NOT_YET_SHOWN = (
        "lay_off.not_yet_shown",
        "That meld isn't on the table yet.",
        "§2 Laying off",
    )
    LAY_OFF_WILD = "lay_off.wild", "Wilds may not be laid off here.", "§1 lay_off.wilds_may"
    LAY_OFF_NO_OWN_MELD = (
        "lay_off.no_own_meld",
        "A player without a meld may not lay off here.",
        "§1 lay_off.requires_own_meld",
    )
    LAY_OFF_NO_SUCH_MELD = (
        "lay_off.no_such_meld",
        "That player has shown no such meld.",
        "§2 Laying off",
    )
    ACTION_NOT_YOUR_TURN = "action.not_your_turn", "Somebody else is to play.", "§2 Lead"
    ACTION_WRONG_PHASE = "action.wrong_phase", "This can't be done at this moment.", "§2 Stock"
    ACTION_MATCH_OVER = "action.match_over", "The match is over.", "§2 Totals"
    DRAW_NO_DISCARDS = "draw.no_discards", "There is no discard to take.", "§2 Stock"
    DRAW_FIRST_DISCARD = (
        "draw.first_discard",
        "The card turned up at the deal may not be taken.",
        "§1 turn.may_take_first_discard",
    )
    DISCARD_NOT_HELD = "discard.not_held", "The card to discard isn't held.", "§1 turn"
    DISCARD_JUST_TAKEN = (
        "discard.just_taken",
        "The card taken from the discards may not go straight back.",
        "§1 turn.may_discard_taken_card",
    )
    REJOIN_NOT_OUT = "rejoin.not_out", "Only who is out may rejoin.", "§2 Totals"
    REJOIN_NONE_LEFT = "rejoin.none_left", "No rejoin is left.", "§1 rejoin.max"
    REJOIN_TOO_FEW_IN = (
        "rejoin.too_few_in",
        "Too few players are still in.",
        "§1 rejoin.min_players_in",
    )
    REJOIN_TOO_FEW_SEATS = (
        "rejoin.too_few_seats",
        "So few seats play without rejoining.",
        "§1 rejoin.min_seats",
    )
    REJOIN_TOO_LATE = (
        "rejoin.too_late",
        "One rejoins in the summary of the round that put one out.",
        "§2 Totals",
    )
    REJOIN_MATCH_OVER = "rejoin.match_over", "The match is over.", "§2 Totals"


class Violation(Struct, frozen=True):
    """One reason why something may not be done.

    `path` leads to it in the question; `limit` and `found` are in the unit of the rule (cards,
    points, turns).
    """

    code: Code
    message: str
    path: Path | None = None
    card: Card | None = None
    player: str | None = None
    limit: int | None = None
    found: int | None = None

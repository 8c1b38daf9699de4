"""Faults: statements of the caller that contradict the rules or each other."""

from collections.abc import Iterable
from enum import StrEnum

from msgspec import Struct

from service.rules.subjects import Fact, Facts, Subject
from service.rules.violations import Violation


class FaultCode(StrEnum):
    """The code of a fault; the codes are public and stable."""

    # Rules that contradict themselves
    RULES_NOBODY = "rules.nobody_may_play"
    RULES_PACK_TOO_SMALL = "rules.pack_too_small"
    RULES_JOKER_NAMED_WILD = "rules.joker_named_wild"
    RULES_WILD_NOT_IN_PACK = "rules.wild_not_in_pack"
    RULES_WILD_NAMED_TWICE = "rules.wild_named_twice"
    RULES_CHINCHON_WITHOUT_SCORE = "rules.chinchon_without_score"
    RULES_CLOSER_WITHOUT_TURN = "rules.closer_without_turn"
    RULES_ROUNDS_MISSING = "rules.rounds_missing"
    RULES_NO_END = "rules.no_end"
    RULES_LOW_TOTAL = "rules.low_total_not_below_0"
    RULES_FLOOR = "rules.floor_above_0"
    RULES_LOW_TOTAL_BELOW_FLOOR = "rules.low_total_below_floor"
    RULES_TIE_BREAKS = "rules.tie_breaks"
    RULES_STAKE_WITHOUT_POT = "rules.stake_without_pot"

    # The table and its deck
    SEATS_NOT_ALLOWED = "seats.not_allowed"
    SEATS_TOO_FEW = "seats.too_few"
    CARD_NO_JOKERS = "card.no_jokers"
    CARD_NOT_IN_PACK = "card.not_in_pack"
    CARD_TOO_MANY = "card.too_many"

    # A hand
    TURN_MISSING = "turn.missing"
    TOTAL_BELOW_FLOOR = "total.below_floor"
    TOTAL_MISSING = "total.missing"

    # The end of a round
    HAND_FOR_CLOSE = "hand.for_close"
    HAND_WRONG_SIZE = "hand.wrong_size"
    PLAYER_NAMED_TWICE = "player.named_twice"
    PLAYER_UNKNOWN = "player.unknown"
    PLAYER_OUT = "player.out"
    PLAYER_WITHOUT_HAND = "player.without_hand"
    PLAYER_WITHOUT_POINTS = "player.without_points"
    PLAYER_COUNTED_TWICE = "player.counted_twice"
    PLAYER_OUT_OF_TURN = "player.out_of_turn"
    TABLE_NO_MELD = "table.no_meld"
    STANDING_TOO_MANY_REJOINS = "standing.too_many_rejoins"
    STANDING_LEFT_AND_IN = "standing.left_and_in"
    STANDING_BELOW_FLOOR = "standing.below_floor"
    STANDING_MUST_BE_OUT = "standing.must_be_out"
    STANDING_MUST_BE_IN = "standing.must_be_in"
    ROUND_MISSING = "round.missing"
    ROUND_AFTER_LAST = "round.after_last"
    PLAY_OFF_NOT_ALLOWED = "play_off.not_allowed"
    PLAY_OFF_NOT_TIED = "play_off.not_tied"
    PLAY_OFF_REJOINS_DIFFER = "play_off.rejoins_differ"
    PLAY_OFF_WITHOUT_REASON = "play_off.without_reason"
    MATCH_OVER_LAST_PLAYER = "match_over.last_player"
    MATCH_OVER_LOW_TOTAL = "match_over.low_total"
    MATCH_OVER_FIRST_OUT = "match_over.first_out"
    CLOSING_PLAYER_NOT_IN = "closing.player_not_in"
    CLOSING_NO_EXHAUSTION = "closing.no_exhaustion"
    CLOSING_NOT_ALLOWED = "closing.not_allowed"
    CLOSING_NUMBER_OF_CARDS = "closing.number_of_cards"
    CLOSING_CARDS_LEFT = "closing.cards_left"
    CLOSING_KIND_IMPOSSIBLE = "closing.kind_impossible"
    CLOSING_WILDS_NOT_ASKED = "closing.wilds_not_asked"
    CLOSING_TOO_MANY_WILDS = "closing.too_many_wilds"
    POINTS_NEGATIVE = "points.negative"
    POINTS_NOT_OF_CARDS = "points.not_of_cards"
    POINTS_OUT_OF_RANGE = "points.out_of_range"
    POINTS_NOT_THE_SCORE = "points.not_the_score"

    SHEET_AFTER_END = "sheet.after_end"
    SHEET_NOT_PLAYED = "sheet.not_played"

    # A match
    STATE_PLAYER_WITHOUT_HAND = "state.player_without_hand"
    STATE_NO_RESULT = "state.no_result"
    STATE_NO_SHOWDOWN = "state.no_showdown"
    STATE_ROUND_NOT_OVER = "state.round_not_over"
    STATE_CARDS_MISSING = "state.cards_missing"
    STATE_HAND_SIZE = "state.hand_size"
    STATE_TOO_FEW_HANDS = "state.too_few_hands"
    STATE_NOBODY_TO_PLAY = "state.nobody_to_play"
    STATE_SOMEBODY_TO_PLAY = "state.somebody_to_play"
    STATE_NOT_NEXT_TO_PLAY = "state.not_next_to_play"
    STATE_NOTHING_DRAWN = "state.nothing_drawn"
    STATE_DRAWN_NOT_NOW = "state.drawn_not_now"
    STATE_DRAWN_WITHOUT_EIGHT = "state.drawn_without_eight"
    STATE_DRAWN_NOT_HELD = "state.drawn_not_held"
    STATE_DRAWN_FIRST_DISCARD = "state.drawn_first_discard"
    STATE_LEAD_HAS_EIGHT = "state.lead_has_eight"
    STATE_LEAD_WITHOUT_HAND = "state.lead_without_hand"
    STATE_TURNS_UNEVEN = "state.turns_uneven"
    STATE_TURNS_WITHOUT_HAND = "state.turns_without_hand"
    STATE_NOT_EXHAUSTED = "state.not_exhausted"
    STATE_EXHAUSTED_BEFORE = "state.exhausted_before"
    STATE_EXHAUSTED_TOO_OFTEN = "state.exhausted_too_often"
    STATE_STOCK_EMPTY = "state.stock_empty"
    STATE_NO_CARD_TO_DRAW = "state.no_card_to_draw"
    STATE_DISCARDS = "state.discards"
    STATE_SCORED_BEFORE_ROUND_1 = "state.scored_before_round_1"
    STATE_OUT_BEFORE_ROUND_1 = "state.out_before_round_1"
    STATE_PLAY_OFF_IN_ROUND_1 = "state.play_off_in_round_1"
    STATE_CLOSER_NOT_NOW = "state.closer_not_now"
    STATE_CLOSER_NOT_LAST = "state.closer_not_last"
    STATE_CLOSER_WITHOUT_HAND = "state.closer_without_hand"
    STATE_CLOSER_DISCARD = "state.closer_discard"
    STATE_MELD_CARDS = "state.meld_cards"
    STATE_NO_MELD = "state.no_meld"
    STATE_CLOSER_MELDS = "state.closer_melds"
    STATE_MOVES_TOO_FEW = "state.moves_too_few"
    STATE_NO_CLOSER = "state.no_closer"
    STATE_SHOWDOWN_AUTOMATIC = "state.showdown_automatic"
    STATE_SHOWN_NOT_NOW = "state.shown_not_now"
    STATE_SHOWN_MISSING = "state.shown_missing"
    STATE_SHOWN_PLAYERS = "state.shown_players"
    STATE_SHOWN_ILLEGAL = "state.shown_illegal"
    STATE_CLOSE_ILLEGAL = "state.close_illegal"
    STATE_CLOSE_WINS = "state.close_wins"
    STATE_PASSES = "state.passes"
    STATE_RESULT_MISSING = "state.result_missing"
    STATE_RESULT_NOT_NOW = "state.result_not_now"
    STATE_TOTAL = "state.total"
    STATE_PLAYER_IS_OUT = "state.player_is_out"
    STATE_PLAYER_IS_IN = "state.player_is_in"
    STATE_REJOIN_NOT_COUNTED = "state.rejoin_not_counted"
    STATE_REJOIN_TOTAL = "state.rejoin_total"
    STATE_MAY_NOT_REJOIN = "state.may_not_rejoin"
    STATE_MATCH_IS_OVER = "state.match_is_over"
    STATE_MATCH_GOES_ON = "state.match_goes_on"
    STATE_TOO_MANY_ROUNDS = "state.too_many_rounds"
    STATE_NUMBERS_TOO_LARGE = "state.numbers_too_large"
    STATE_NOT_IN_SHOWDOWN = "state.not_in_showdown"
    VIEW_COUNTS = "view.counts"
    VIEW_DIFFERS = "view.differs"
    VIEW_OF_NOBODY = "view.of_nobody"
    RESULT_NO_SHOWDOWN = "result.no_showdown"
    RESULT_PLAYERS = "result.players"
    RESULT_ILLEGAL = "result.illegal"
    RESULT_DIFFERS = "result.differs"
    RESULT_BEFORE_ROUND_1 = "result.before_round_1"


class Fault(Struct, frozen=True):
    """One impossible statement.

    `because` has the violations that a sentence about the fault quotes.
    """

    code: FaultCode
    subject: Subject
    facts: Facts = ()
    because: tuple[Violation, ...] = ()


def fault(code: FaultCode, subject: Subject, **facts: Fact) -> Fault:
    """Return a fault with the facts that its sentence mentions."""
    return Fault(code, subject, tuple(facts.items()))


class ImpossibleError(Exception):
    """The question contradicts the rules or itself; `faults` has all faults, at least one."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        """Keep the faults in the given order, without duplicates."""
        self.faults = tuple(dict.fromkeys(faults))
        super().__init__(", ".join(self.faults[0].code for _ in self.faults[:1]))


def refuse_if_any(faults: Iterable[Fault]) -> None:
    """Raise `ImpossibleError` if there is any fault."""
    listed = tuple(faults)
    if listed:
        raise ImpossibleError(listed)

"""What cannot be in the hands and melds that a question states of a round."""

import pytest
from msgspec.structs import replace
from support.showdowns import card_list, showdown_hands

from service.rules.faults import FaultCode, ImpossibleError
from service.rules.hand.meld_check import ShownMeld
from service.rules.round.board import LayOffPlace
from service.rules.round.round_faults import board_of, hand_faults
from service.rules.round.showdown_player import ChosenLayOff
from service.rules.score.standings import Standing
from service.rules.score.standings_faults import player_faults
from service.rules.subjects import Part, Subject
from service.rules.table.cards import Card
from service.rules.table.profiles import PROFILES
from service.rules.table.table import table_of
from service.rules.violations import ViolationCode

BARAJAMOS = table_of(PROFILES["barajamos"], 3)
ANA, BEA, CARLOS = showdown_hands(
    card_list(cards)
    for cards in ("5o 5c 5e 1b 2b 3b 4e", "10b 12o 7c 6e 2o 1c 3e", "10o 10c 10e 4b 6c 12e 2c")
)
STANDINGS = (Standing("ana", 3), Standing("bea", 4), Standing("carlos", 5))


def test_hands_that_a_deck_holds_together_have_no_fault() -> None:
    assert not list(hand_faults(ANA, [BEA, CARLOS], BARAJAMOS))
    assert not list(player_faults(ANA, [BEA, CARLOS], STANDINGS))


def test_positions_count_the_closer_and_then_the_opponents() -> None:
    named_twice = replace(BEA, player="ana")
    short = replace(CARLOS, cards=CARLOS.cards[:6])
    equal = replace(short, cards=(Card("5o"), *short.cards[1:]))
    faults = list(hand_faults(ANA, [named_twice, equal], BARAJAMOS))
    assert [(fault.code, fault.subject) for fault in faults] == [
        (FaultCode.PLAYER_NAMED_TWICE, Subject(Part.SHOWDOWN_PLAYER, 1)),
        (FaultCode.HAND_WRONG_SIZE, Subject(Part.SHOWDOWN_CARDS, 2)),
        (FaultCode.CARD_TOO_MANY, Subject(Part.SHOWDOWN_CARDS, 2, card=0)),
    ]


def test_cards_of_chosen_melds_and_lay_offs_must_be_in_the_pack() -> None:
    chosen = (ChosenLayOff(Card("JK"), "ana", 0, LayOffPlace.SET, None, 0),)
    bea = replace(BEA, melds=(ShownMeld(card_list("7c JK 9c")),), lay_offs=chosen)
    faults = list(hand_faults(ANA, [bea], BARAJAMOS))
    assert [(fault.code, fault.subject) for fault in faults] == [
        (FaultCode.CARD_NO_JOKERS, Subject(Part.MELD, 1, 0, 1)),
        (FaultCode.CARD_NO_JOKERS, Subject(Part.LAY_OFF_CARD, 1, 0)),
    ]


def test_hands_are_those_of_exactly_the_players_who_are_in() -> None:
    standings = (STANDINGS[0], replace(STANDINGS[1], out=True), Standing("diego", 0))
    faults = list(player_faults(ANA, [BEA, CARLOS], standings))
    assert [(fault.code, fault.subject.part, fault.subject.position) for fault in faults] == [
        (FaultCode.PLAYER_OUT, Part.SHOWDOWN_PLAYER, 1),
        (FaultCode.PLAYER_UNKNOWN, Part.SHOWDOWN_PLAYER, 2),
        (FaultCode.PLAYER_WITHOUT_HAND, Part.OPPONENTS, None),
    ]


def test_opponents_come_in_play_order_from_the_closer() -> None:
    bea, carlos = replace(BEA, position=0), replace(CARLOS, position=1)
    closer, ana = bea, replace(ANA, position=2)
    assert not list(player_faults(closer, [carlos, ana], STANDINGS))
    (fault,) = player_faults(closer, [replace(ana, position=1), carlos], STANDINGS)
    assert (fault.code, fault.subject.position) == (FaultCode.PLAYER_OUT_OF_TURN, 1)
    assert fault.facts == (("closer", "bea"), ("players", ("carlos", "ana")))


def test_what_lies_on_the_table_must_be_melds_that_the_deck_holds() -> None:
    shown = [
        ("ana", [ShownMeld(card_list("5o 5c")), ShownMeld(card_list("1b 2b 3b"))]),
        ("ana", [ShownMeld(card_list("1b 1o 1c"))]),
    ]
    with pytest.raises(ImpossibleError) as refusal:
        board_of(shown, card_list("5o"), BARAJAMOS)
    no_meld, named_twice, *surplus = refusal.value.faults
    assert (no_meld.code, no_meld.subject) == (
        FaultCode.TABLE_NO_MELD,
        Subject(Part.TABLE_MELD, 0, 0),
    )
    assert [violation.code for violation in no_meld.because] == [ViolationCode.MELD_TOO_SHORT]
    assert (named_twice.code, named_twice.subject) == (
        FaultCode.PLAYER_NAMED_TWICE,
        Subject(Part.TABLE_PLAYER, 1),
    )
    assert [(fault.code, fault.subject) for fault in surplus] == [
        (FaultCode.CARD_TOO_MANY, Subject(Part.TABLE_MELD, 0, 0, 0)),
        (FaultCode.CARD_TOO_MANY, Subject(Part.TABLE_MELD, 1, 0, 0)),
    ]

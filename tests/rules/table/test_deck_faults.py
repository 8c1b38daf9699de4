"""Which of the cards that somebody states a deck cannot hold (rule book, "Deck")."""

import pytest
from support.showdowns import card_list

from service.rules.faults import FaultCode
from service.rules.subjects import Part, Subject
from service.rules.table.deck_faults import deck_faults, deck_holds, with_subjects
from service.rules.table.profiles import PROFILES
from service.rules.table.table import Table, table_of

ONE_PACK, TWO_PACKS = table_of(PROFILES["barajamos"], 4), table_of(PROFILES["barajamos"], 5)
FORTY, JOKERS = table_of(PROFILES["fournier"]), table_of(PROFILES["ludoteka"])


def found(cards: str, table: Table, *, copies: bool = True) -> list[tuple[str, int | None]]:
    faults = deck_faults(with_subjects(card_list(cards), Part.HAND), table, copies=copies)
    return [(fault.code, fault.subject.card) for fault in faults]


@pytest.mark.parametrize(
    ("cards", "table", "expected"),
    [
        ("7o 8o 9o", ONE_PACK, []),
        ("7o 8o 9o", FORTY, [(FaultCode.CARD_NOT_IN_PACK, 1), (FaultCode.CARD_NOT_IN_PACK, 2)]),
        ("7o JK", ONE_PACK, [(FaultCode.CARD_NO_JOKERS, 1)]),
        ("JK 7o JK", JOKERS, []),
        ("JK JK JK", JOKERS, [(FaultCode.CARD_TOO_MANY, 2)]),
        ("5o 7c 5o", ONE_PACK, [(FaultCode.CARD_TOO_MANY, 2)]),
        ("5o 5o 5o", ONE_PACK, [(FaultCode.CARD_TOO_MANY, 1), (FaultCode.CARD_TOO_MANY, 2)]),
        ("5o 7c 5o", TWO_PACKS, []),
        ("5o 5o 5o", TWO_PACKS, [(FaultCode.CARD_TOO_MANY, 2)]),
    ],
)
def test_each_card_that_the_deck_lacks_is_named(
    cards: str, table: Table, expected: list[tuple[str, int]]
) -> None:
    assert found(cards, table) == expected
    assert deck_holds(card_list(cards), table) == (not expected)


def test_cards_of_melds_that_are_judged_alone_are_not_counted() -> None:
    assert found("5o 5o 5o", ONE_PACK, copies=False) == []
    assert found("8o 8o", FORTY, copies=False) == [
        (FaultCode.CARD_NOT_IN_PACK, 0),
        (FaultCode.CARD_NOT_IN_PACK, 1),
    ]


def test_a_card_is_named_by_whose_it_is_and_in_which_list() -> None:
    cards = card_list("7o 5o")
    assert list(with_subjects(cards, Part.SHOWDOWN_CARDS, position=2)) == [
        (Subject(Part.SHOWDOWN_CARDS, position=2, card=0), "7o"),
        (Subject(Part.SHOWDOWN_CARDS, position=2, card=1), "5o"),
    ]


def test_any_deck_holds_an_empty_hand() -> None:
    assert deck_holds((), FORTY)

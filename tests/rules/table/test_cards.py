"""Cards, their fixed order and their neighbours (rule book, "Cards" and "Deck")."""

import pytest
from msgspec.structs import replace

from service.rules.table.cards import ALL_CARDS, JOKER, Card, card_of, in_order, rank_of, suit_of
from service.rules.table.parameters import CardCost
from service.rules.table.profiles import PROFILES
from service.rules.table.table import points_of, table_of


def test_there_are_48_natural_cards_and_the_joker_comes_last() -> None:
    assert len(ALL_CARDS) == len(set(ALL_CARDS)) == 49
    assert (ALL_CARDS[0], ALL_CARDS[11], ALL_CARDS[12]) == ("1o", "12o", "1c")
    assert ALL_CARDS[-1] == JOKER


def test_a_card_is_its_rank_and_its_suit() -> None:
    for card in ALL_CARDS[:-1]:
        assert card_of(rank_of(card), suit_of(card)) == card


@pytest.mark.parametrize("look", [rank_of, suit_of])
def test_a_joker_has_neither_rank_nor_suit(look: object) -> None:
    with pytest.raises(KeyError):
        look(JOKER)  # type: ignore[operator]


def test_cards_are_listed_by_suit_then_by_rank_and_none_is_lost() -> None:
    cards = [JOKER, *map(Card, ("2b", "12o", "7o", "2b", "10c"))]
    assert in_order(cards) == ("7o", "12o", "10c", "2b", "2b", "JK")


@pytest.mark.parametrize(("cards", "above"), [(40, "10o"), (48, "8o")], ids=["40", "48"])
def test_what_follows_a_seven_depends_on_the_pack(cards: int, above: str) -> None:
    base = PROFILES["barajamos"]
    table = table_of(replace(base, deck=replace(base.deck, cards=cards)))
    assert table.below[Card("7o")] == "6o"
    assert table.above[Card("7o")] == above


def test_the_king_has_nothing_above_and_the_ace_nothing_below() -> None:
    table = table_of(PROFILES["fournier"])
    assert Card("12o") not in table.above
    assert Card("1o") not in table.below


@pytest.mark.parametrize("name", PROFILES)
@pytest.mark.parametrize("most", [False, True], ids=["fewest seats", "most seats"])
def test_a_deck_holds_each_card_as_often_as_the_packs_do(name: str, *, most: bool) -> None:
    rules = PROFILES[name]
    table = table_of(rules, rules.players.max if most else rules.players.min)
    assert len(table.deck) == table.packs * (rules.deck.cards + rules.deck.jokers)
    assert {card: table.deck.count(card) for card in table.deck} == table.copies
    assert table.deck == in_order(table.deck)


def test_cards_cost_their_points_or_one_each() -> None:
    rules = PROFILES["ludoteka"]
    cards = [Card(code) for code in ("1o", "7c", "10e", "11b", "12b", "JK")]
    assert points_of(cards, table_of(rules)) == 1 + 7 + 10 + 11 + 12 + 25
    each = replace(rules, points=replace(rules.points, count=CardCost.CARDS))
    assert points_of(cards, table_of(each)) == len(cards)

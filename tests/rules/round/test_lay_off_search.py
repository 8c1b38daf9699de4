"""The search for the most points that can be laid off (rule book, "Laying off")."""

import random

import pytest
from msgspec.structs import replace
from support.showdowns import card_list, rounds

from service.rules.hand.melds import Kind, Meld
from service.rules.round.best_lay_offs import fewest_points_left, lay_off
from service.rules.round.board import Board, LayOffPlace, board_meld_of, options_on, with_card
from service.rules.round.lay_off_search import layable_cards, most_points_saved
from service.rules.round.showdown import showdown
from service.rules.table.cards import Card
from service.rules.table.profiles import PROFILES
from service.rules.table.table import Table, points_of, table_of

LUDOTEKA = table_of(PROFILES["ludoteka"])
BARAJAMOS = table_of(PROFILES["barajamos"], 3)
TWO_PACKS = table_of(PROFILES["barajamos"], 5)


def run(cards: str) -> Meld:
    return Meld(Kind.RUN, card_list(cards), card_list(cards))


def set_of(cards: str) -> Meld:
    return Meld(Kind.SET, card_list(cards))


def board(*melds: Meld, table: Table) -> Board:
    return tuple(board_meld_of("ana", index, meld, table) for index, meld in enumerate(melds))


def by_trying(cards: tuple[Card, ...], melds: Board, table: Table) -> int:
    """The most points of any order of laying off."""
    best = 0
    for option, after in options_on(cards, melds, table):
        rest = list(cards)
        rest.remove(option.card)
        best = max(best, table.points[option.card] + by_trying(tuple(rest), after, table))
    return best


def test_a_joker_fills_the_gap_that_another_card_reaches_over() -> None:
    melds = board(run("5c 6c 7c"), set_of("4o 4e 4b"), table=LUDOTEKA)
    cards = card_list("4c 2c JK")
    assert most_points_saved(cards, melds, LUDOTEKA) == 4 + 2 + 25
    laid = lay_off(cards, melds, LUDOTEKA)
    assert laid
    assert [(o.card, o.meld, o.place) for o in laid.lay_offs] == [
        ("4c", 0, "low"),
        ("JK", 0, "low"),
        ("2c", 0, "low"),
    ]


def test_a_card_that_needs_two_wilds_is_not_laid_off_with_one() -> None:
    melds = board(run("5c 6c 7c"), table=LUDOTEKA)
    assert most_points_saved(card_list("2c JK"), melds, LUDOTEKA) == 25
    assert layable_cards(card_list("2c JK"), melds, LUDOTEKA) == {"JK"}


def test_of_two_equal_cards_each_takes_room_in_a_set() -> None:
    melds = board(set_of("7o 7c 7e"), table=TWO_PACKS)
    assert most_points_saved(card_list("7b 7b 7o"), melds, TWO_PACKS) == 21
    full = board(set_of("7o 7o 7c 7c 7e 7e 7b"), table=TWO_PACKS)
    assert most_points_saved(card_list("7b 7b"), full, TWO_PACKS) == 7


def test_of_two_equal_cards_one_takes_a_position_of_a_run() -> None:
    melds = board(run("4c 5c 6c"), table=TWO_PACKS)
    assert most_points_saved(card_list("7c 7c 8c"), melds, TWO_PACKS) == 15


def test_a_cap_on_wilds_leaves_the_second_joker_in_the_hand() -> None:
    capped = replace(LUDOTEKA.rules, melds=replace(LUDOTEKA.rules.melds, max_wilds=1))
    table = table_of(capped)
    melds = board(run("4c 5c 6c"), table=table)
    assert most_points_saved(card_list("JK JK"), melds, table) == 25
    assert (
        most_points_saved(card_list("JK JK"), board(run("4c 5c 6c"), table=LUDOTEKA), LUDOTEKA)
        == 50
    )


def test_where_wilds_may_not_be_laid_off_a_wild_card_still_goes_to_its_own_place() -> None:
    rules = PROFILES["classic"]
    table = table_of(replace(rules, lay_off=replace(rules.lay_off, wilds_may=False)), 2)
    melds = board(run("2o 3o 4o"), table=table)
    assert most_points_saved(card_list("1o JK"), melds, table) == 25
    assert with_card(melds[0].meld, Card("1o"), LayOffPlace.HIGH, table) is None


def test_a_search_for_enough_answers_less_where_so_much_cannot_be_saved() -> None:
    melds = board(run("5c 6c 7c"), table=LUDOTEKA)
    cards = card_list("4c 12o")
    assert most_points_saved(cards, melds, LUDOTEKA, enough=4) == 4
    assert most_points_saved(cards, melds, LUDOTEKA, enough=5) < 5


def test_cards_that_would_fill_a_set_compete_for_its_room() -> None:
    rules = PROFILES["barajamos"]
    small = table_of(replace(rules, melds=replace(rules.melds, max_set_size=2)), 5)
    melds = board(set_of("7o 7c 7e"), run("4b 5b 6b"), table=small)
    assert fewest_points_left(card_list("7b 7c 8b"), melds, small) == 0


@pytest.mark.parametrize("seed", range(6))
def test_the_search_saves_as_much_as_any_order_of_laying_off(seed: int) -> None:
    chance = random.Random(seed)
    compared = 0
    for played in rounds(seed, 40, most_wilds=3):
        table = played.table
        if not table.rules.lay_off.allowed:
            continue
        ended = showdown(played.closer, played.opponents, table)
        melds = tuple(
            board_meld_of(owned.player, index, meld, table)
            for owned in ended.table
            for index, meld in enumerate(owned.melds)
        )[:3]
        left = list(table.deck)
        for card in (card for on in melds for card in on.meld.cards):
            left.remove(card)
        cards = tuple(chance.sample(left, 4))
        expected = by_trying(cards, melds, table)
        assert most_points_saved(cards, melds, table) == expected, (cards, melds)
        assert fewest_points_left(cards, melds, table) == points_of(cards, table) - expected
        compared += 1
    assert compared > 20

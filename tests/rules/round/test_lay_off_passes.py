"""Turns of a showdown: passes, and lay-offs that a player chose (rule book, "Laying off")."""

from typing import Any

from msgspec.structs import replace
from support.showdowns import card_list, showdown_hands

from service.rules.hand.meld_check import ShownMeld
from service.rules.round.board import LayOffPlace
from service.rules.round.showdown import PlayerResult, showdown, showdown_without_close
from service.rules.round.showdown_player import ChosenLayOff, ShowdownHand
from service.rules.subjects import Part, Subject
from service.rules.table.cards import Card
from service.rules.table.profiles import PROFILES
from service.rules.table.table import Table, table_of
from service.rules.violations import ViolationCode

ONE_PASS = table_of(PROFILES["barajamos"], 3)
UNTIL_STABLE = table_of(PROFILES["fournier"], 3)

# Case 16 of the rule book: bea's 10b fits only on the tens that carlos shows after her.
ANA, BEA, CARLOS = showdown_hands(
    card_list(cards)
    for cards in ("5o 5c 5e 1b 2b 3b 4e", "10b 12o 7c 6e 2o 1c 3e", "10o 10c 10e 4b 6c 12e 2c")
)


def choosing(hand: ShowdownHand, *chosen: tuple[str, str, int, str, int | None]) -> ShowdownHand:
    lay_offs = tuple(
        ChosenLayOff(Card(card), owner, meld, LayOffPlace(place), pass_number, number)
        for number, (card, owner, meld, place, pass_number) in enumerate(chosen)
    )
    return replace(hand, lay_offs=lay_offs)


def showing(hand: ShowdownHand, *melds: str) -> ShowdownHand:
    return replace(hand, melds=tuple(ShownMeld(card_list(meld)) for meld in melds))


def laid(end: PlayerResult) -> list[tuple[Any, ...]]:
    return [
        (step.card, step.owner, step.meld, step.place, step.pass_number) for step in end.lay_offs
    ]


def ends(*hands: ShowdownHand, table: Table) -> tuple[PlayerResult, ...]:
    return showdown(hands[0], hands[1:], table).opponents


def codes(end: PlayerResult) -> list[ViolationCode]:
    return [violation.code for violation in end.violations]


def test_in_one_pass_nobody_reaches_a_meld_that_is_shown_later() -> None:
    bea, carlos = ends(ANA, BEA, CARLOS, table=ONE_PASS)
    assert (bea.points, carlos.points) == (41, 20)
    assert laid(bea) == []
    assert laid(carlos) == [("4b", "ana", 1, "high", 1)]


def test_until_stable_a_card_goes_on_a_later_meld_in_the_second_pass() -> None:
    bea, carlos = ends(ANA, BEA, CARLOS, table=UNTIL_STABLE)
    assert (bea.points, carlos.points) == (29, 18)
    assert laid(bea) == [("10b", "carlos", 0, "set", 2)]


def test_a_lay_off_without_a_pass_is_played_as_soon_as_it_fits() -> None:
    bea, _ = ends(ANA, choosing(BEA, ("10b", "carlos", 0, "set", None)), CARLOS, table=UNTIL_STABLE)
    assert laid(bea) == [("10b", "carlos", 0, "set", 2)]
    assert bea.legal


def test_after_passes_in_which_nobody_adds_a_card_a_later_one_that_was_chosen_is_still_played() -> (
    None
):
    bea, _ = ends(ANA, choosing(BEA, ("10b", "carlos", 0, "set", 7)), CARLOS, table=UNTIL_STABLE)
    assert laid(bea) == [("10b", "carlos", 0, "set", 7)]
    assert bea.legal


def test_where_there_is_one_pass_a_lay_off_for_the_second_is_refused() -> None:
    hand = choosing(BEA, ("10b", "carlos", 0, "set", 2))
    bea, _ = ends(ANA, hand, CARLOS, table=ONE_PASS)
    assert codes(bea) == [ViolationCode.LAY_OFF_DOES_NOT_FIT]
    assert bea.violations[0].facts == (("why", "pass"), ("pass_number", 2))
    assert bea.points is None


def test_a_meld_that_comes_later_in_the_pass_is_not_yet_shown() -> None:
    bea, _ = ends(ANA, choosing(BEA, ("10b", "carlos", 0, "set", 1)), CARLOS, table=UNTIL_STABLE)
    assert codes(bea) == [ViolationCode.LAY_OFF_NOT_YET_SHOWN]
    assert bea.violations[0].subject == Subject(Part.LAY_OFF, position=1, number=0)
    assert (bea.violations[0].card, bea.violations[0].player) == ("10b", "bea")


def test_a_violation_names_the_number_of_the_lay_off_in_the_list() -> None:
    chosen = [
        ("4b", "ana", 1, "high", None),
        ("6c", "ana", 0, "set", 1),
        ("1b", "zoe", 3, "low", 1),
    ]
    _, carlos = ends(ANA, BEA, choosing(CARLOS, *chosen), table=ONE_PASS)
    assert laid(carlos) == [("4b", "ana", 1, "high", 1)]
    assert [(v.code, v.subject) for v in carlos.violations] == [
        (ViolationCode.LAY_OFF_DOES_NOT_FIT, Subject(Part.LAY_OFF, 2, 1)),
        (ViolationCode.LAY_OFF_CARD_NOT_HELD, Subject(Part.LAY_OFF, 2, 2)),
        (ViolationCode.LAY_OFF_NO_SUCH_MELD, Subject(Part.LAY_OFF, 2, 2)),
    ]


def test_a_chosen_lay_off_names_a_meld_as_its_owner_listed_it() -> None:
    ana = showing(ANA, "1b 2b 3b", "5o 5c 5e")
    _, carlos = ends(ana, BEA, choosing(CARLOS, ("4b", "ana", 0, "high", None)), table=ONE_PASS)
    assert carlos.legal
    assert laid(carlos) == [("4b", "ana", 1, "high", 1)]


def test_of_two_equal_melds_each_keeps_its_own_number() -> None:
    table = table_of(PROFILES["barajamos"], 5)
    ana, bea = showdown_hands(
        [card_list("4o 5o 6o 4o 5o 6o 1c"), card_list("7o 7o 2c 4e 9b 11e 12c")]
    )
    ana = showing(ana, "4o 5o 6o", "4o 5o 6o")
    bea = choosing(bea, ("7o", "ana", 1, "high", None), ("7o", "ana", 0, "high", None))
    (end,) = ends(ana, bea, table=table)
    assert laid(end) == [("7o", "ana", 1, "high", 1), ("7o", "ana", 0, "high", 1)]


def test_a_card_that_would_be_wild_is_refused_as_such() -> None:
    rules = PROFILES["ludoteka"]
    table = table_of(replace(rules, lay_off=replace(rules.lay_off, wilds_may=False)), 2)
    ana, bea = showdown_hands(
        [card_list("5o 5c 5e 1b 2b 3b 4e"), card_list("JK 12o 7c 6e 2o 1c 3e")]
    )
    (end,) = ends(ana, choosing(bea, ("JK", "ana", 0, "set", None)), table=table)
    assert codes(end) == [ViolationCode.LAY_OFF_WILD]


def test_a_closer_that_lays_off_its_last_card_adds_0_and_has_no_full_close() -> None:
    rules = PROFILES["fournier"]
    table = table_of(replace(rules, lay_off=replace(rules.lay_off, closer_may=True)), 2)
    hands = showdown_hands([card_list("5o 5c 5e 1b 2b 3b 4e"), card_list("4o 4c 4b 10b 12o 7c 6e")])
    ended = showdown(hands[0], hands[1:], table)
    assert ended.closer
    assert ended.closer.closing
    assert ended.closer.closing.kind == "points"
    assert [step.pass_number for step in ended.closer.lay_offs] == [2]
    assert (ended.closer.unmatched, ended.closer.points) == ((), 0)


def test_after_an_exhaustion_every_chosen_lay_off_is_refused() -> None:
    hands = [replace(hand, position=at) for at, hand in enumerate([ANA, CARLOS])]
    hands[1] = choosing(hands[1], ("4b", "ana", 1, "high", None))
    ended = showdown_without_close(hands, UNTIL_STABLE)
    assert ended.closer is None
    assert codes(ended.opponents[1]) == [ViolationCode.LAY_OFF_NOT_ALLOWED]
    assert ended.opponents[1].violations[0].facts == (("to", "exhausted"),)
    assert ended.opponents[0].points == 4


def test_cards_that_are_to_be_laid_off_are_kept_out_of_the_melds() -> None:
    hands = showdown_hands(
        [card_list("6c 7c 8c 11o 11e 11b 2e"), card_list("3c 4c 5c 3o 3e 12o 10b")]
    )
    chosen = [("5c", "ana", 1, "low", None), ("4c", "ana", 1, "low", None)]
    (end,) = ends(hands[0], choosing(hands[1], *chosen), table=ONE_PASS)
    assert [meld.cards for meld in end.melds] == [("3o", "3c", "3e")]
    assert end.points == 22

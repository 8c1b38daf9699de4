"""The conditions of a close beside points and cards (rule book, "Closing")."""

from typing import Any

import pytest
from msgspec.structs import replace

from service.rules.hand.close_check import check_close
from service.rules.hand.close_conditions import ANY_CONTEXT
from service.rules.hand.closing import best_closing
from service.rules.hand.meld_check import ShownMeld
from service.rules.table.cards import Card
from service.rules.table.parameters import CapCounts, CardCost, ChinchonFrom
from service.rules.table.profiles import PROFILES
from service.rules.table.table import Table, table_of
from service.rules.violations import ViolationCode


def table(base: str, **groups: dict[str, Any]) -> Table:
    """A table with changed parameters."""
    rules = PROFILES[base]
    changed = {name: replace(getattr(rules, name), **group) for name, group in groups.items()}
    return table_of(replace(rules, **changed))


def cards(codes: str) -> tuple[Card, ...]:
    return tuple(map(Card, codes.split()))


def shown(*melds: str) -> tuple[ShownMeld, ...]:
    return tuple(ShownMeld(cards(codes)) for codes in melds)


def violations(kept: str, melds: tuple[ShownMeld, ...] | None, at: Table) -> list[ViolationCode]:
    """What forbids a close with seven cards, without a discard."""
    check = check_close(cards(kept), None, melds, at, ANY_CONTEXT)
    return [violation.code for violation in check.violations]


FREELY = {"without_drawing": True, "max_unmatched_points": None, "max_unmatched_cards": None}


def test_without_any_cap_every_hand_may_close() -> None:
    at = table("barajamos", close=FREELY)
    closing = best_closing(cards("1o 3c 5e 7b 9o 11c 12e"), at)
    assert closing
    assert (closing.kind, closing.score) == ("points", 48)


def test_a_number_of_melds_can_be_asked_for() -> None:
    at = table("barajamos", close={**FREELY, "min_melds": 1})
    assert best_closing(cards("1o 3c 5e 7b 9o 11c 12e"), at) is None
    assert violations("1o 3c 5e 7b 9o 11c 12e", None, at) == [ViolationCode.CLOSE_TOO_FEW_MELDS]
    assert best_closing(cards("1o 2o 3o 7b 9o 11c 12e"), at)


def test_a_run_of_six_is_one_meld_but_can_be_shown_as_two() -> None:
    at = table("barajamos", close={**FREELY, "min_melds": 2})
    six = "1c 2c 3c 4c 5c 6c 12o"
    closing = best_closing(cards(six), at)
    assert closing
    assert [len(meld.cards) for meld in closing.melds] == [3, 3]
    assert violations(six, shown("1c 2c 3c 4c 5c 6c"), at) == [ViolationCode.CLOSE_TOO_FEW_MELDS]


def test_a_run_of_seven_shown_whole_is_enough() -> None:
    at = table("barajamos", close={**FREELY, "min_melds": 2})
    assert violations("1c 2c 3c 4c 5c 6c 7c", shown("1c 2c 3c 4c 5c 6c 7c"), at) == []
    closing = best_closing(cards("1c 2c 3c 4c 5c 6c 7c"), at)
    assert closing
    assert len(closing.melds) == 1


def test_wilds_are_counted_as_shown_and_not_in_their_own_place() -> None:
    at = table("classic", deck={"jokers": 0}, close={**FREELY, "max_wilds": 0})
    seven = "1o 2o 3o 6c 6e 6b 7e"
    assert violations(seven, shown("1o 2o 3o", "6c 6e 6b"), at) == []
    with_wild = "1o 7c 7e 4b 5b 6b 2c"
    assert violations(with_wild, shown("7c 7e 1o", "4b 5b 6b"), at) == [
        ViolationCode.CLOSE_TOO_MANY_WILDS
    ]
    assert best_closing(cards(with_wild), at) is None


def test_a_loose_wild_counts_among_the_wilds_of_a_close() -> None:
    at = table("classic", close={**FREELY, "max_wilds": 0, "wild_may_be_left": True})
    assert ViolationCode.CLOSE_TOO_MANY_WILDS in violations(
        "JK 2o 3o 4o 6c 6e 6b", shown("2o 3o 4o", "6c 6e 6b"), at
    )


def test_with_a_cap_on_wilds_the_ace_takes_its_own_place() -> None:
    # 1o can be wild in the set of sixes, or natural in the run.
    at = table("classic", deck={"jokers": 0}, close={**FREELY, "max_wilds": 0})
    closing = best_closing(cards("1o 2o 3o 6c 6e 6b 12e"), at)
    assert closing
    assert [meld.cards for meld in closing.melds] == [cards("6c 6e 6b"), cards("1o 2o 3o")]


def test_case_31_the_cap_counts_card_points_where_cards_are_counted() -> None:
    capped = {"max_unmatched_points": 4, "cap_counts": CapCounts.CARD_POINTS}
    at = table("fournier", points={"count": CardCost.CARDS}, close=capped)
    assert best_closing(cards("4o 5o 6o 2c 2e 2b 12c"), at) is None
    assert best_closing(cards("4o 5o 6o 7o 1c 2e 10b"), at) is None
    two = best_closing(cards("4o 5o 6o 7o 10o 1c 2e"), at)
    assert two
    assert (two.unmatched_points, two.score) == (2, 2)


def test_case_32_only_a_run_from_the_ace_is_a_chinchon_where_the_table_says_so() -> None:
    at = table("barajamos", closing_score={"chinchon_from": ChinchonFrom.ACE}, deck={"cards": 40})
    low, high = (
        best_closing(cards("1c 2c 3c 4c 5c 6c 7c"), at),
        best_closing(cards("2c 3c 4c 5c 6c 7c 10c"), at),
    )
    assert low
    assert high
    assert (low.kind, low.wins_match) == ("chinchon", True)
    assert (high.kind, high.score) == ("full", -10)


def test_a_wild_may_stand_for_the_ace_of_a_chinchon() -> None:
    at = table("ludoteka", closing_score={"chinchon_from": ChinchonFrom.ACE})
    closing = best_closing(cards("JK 2c 3c 4c 5c 6c 7c"), at)
    assert closing
    assert (closing.kind, closing.wilds, closing.score) == ("chinchon", 1, -50)


def test_case_30_a_full_close_may_win() -> None:
    at = table("barajamos", closing_score={"full": "wins"})
    closing = best_closing(cards("3c 4c 5c 6c 7b 7o 7e"), at)
    assert closing
    assert (closing.kind, closing.wins_match, closing.score) == ("full", True, None)


@pytest.mark.parametrize(
    ("without_drawing", "codes"), [(True, []), (False, [ViolationCode.CLOSE_NOT_NOW])]
)
def test_a_close_without_a_discard_is_for_some_tables(
    without_drawing: bool, codes: list[ViolationCode]
) -> None:
    at = table("barajamos", close={"without_drawing": without_drawing})
    assert violations("3c 4c 5c 6c 7b 7o 7e", None, at) == codes

"""Rounds as people wrote them down at a table with real cards (rule book, "Counted rounds")."""

from typing import Any

import pytest
from msgspec.structs import replace

from service.rules.faults import FaultCode, ImpossibleError
from service.rules.hand.closing_score import ClosingKind
from service.rules.score.counted_faults import possible_points
from service.rules.score.counted_round import CountedClose, CountedRound
from service.rules.score.scoring import RoundScore, score_counted
from service.rules.score.standings import MatchBeforeRound, Standing
from service.rules.subjects import Part
from service.rules.table.cards import Card
from service.rules.table.parameters import CapCounts, CardCost
from service.rules.table.profiles import PROFILES
from service.rules.table.table import Table, table_of

BARAJAMOS = table_of(PROFILES["barajamos"], 3)
LUDOTEKA = table_of(PROFILES["ludoteka"], 3)
NAMES = ("ana", "bea", "eva")


def table(base: str, **groups: dict[str, Any]) -> Table:
    """A table with changed parameters."""
    rules = PROFILES[base]
    changed = {name: replace(getattr(rules, name), **group) for name, group in groups.items()}
    return table_of(replace(rules, **changed), 3)


def close(kind: str, player: str = "ana", wilds: int = 0) -> CountedClose:
    return CountedClose(player, ClosingKind(kind), wilds)


def counted(
    closing: CountedClose | None,
    points: dict[str, int] | None = None,
    unmatched: dict[str, str] | None = None,
    *,
    noted: bool = True,
) -> CountedRound:
    """A round written down; cards are given as one string for each player."""
    cards = {player: tuple(map(Card, codes.split())) for player, codes in (unmatched or {}).items()}
    return CountedRound(closing, noted, points or {}, cards)


def score(round_end: CountedRound, at: Table, *totals: int) -> RoundScore:
    totals = totals or (0, 0, 0)
    players = tuple(Standing(name, total) for name, total in zip(NAMES, totals, strict=True))
    return score_counted(MatchBeforeRound(players, 3), round_end, at)


def added(round_end: CountedRound, at: Table) -> list[int]:
    return [one.points for one in score(round_end, at).scores]


def refusals(round_end: CountedRound, at: Table, *totals: int) -> list[tuple[str, Part, Any]]:
    """The code, the part and the player of each fault."""
    with pytest.raises(ImpossibleError) as refused:
        score(round_end, at, *totals)
    return [(one.code, one.subject.part, one.subject.name) for one in refused.value.faults]


def test_cards_that_lie_there_are_counted_card_by_card() -> None:
    scored = score(counted(close("full"), {"bea": 12}, {"eva": "12o 10b 3e"}), BARAJAMOS)
    assert [one.points for one in scored.scores] == [-10, 12, 25]
    assert [item.code.value for item in scored.scores[2].items] == ["card", "card", "card"]
    assert [item.code.value for item in scored.scores[0].items] == ["full"]


def test_the_closer_may_be_left_out_where_the_kind_of_the_close_says_the_score() -> None:
    assert added(counted(close("full"), {"bea": 0, "eva": 4}), BARAJAMOS) == [-10, 0, 4]
    assert added(counted(close("full"), {"ana": -10, "bea": 0, "eva": 4}), BARAJAMOS)[0] == -10
    missing = refusals(counted(close("points"), {"bea": 0, "eva": 4}), BARAJAMOS)
    assert missing == [(FaultCode.PLAYER_WITHOUT_POINTS, Part.POINTS, None)]


def test_nobody_is_both_in_the_points_and_in_the_cards() -> None:
    both = counted(close("full"), {"bea": 3, "eva": 3}, {"eva": "3e"})
    assert refusals(both, BARAJAMOS) == [(FaultCode.PLAYER_COUNTED_TWICE, Part.UNMATCHED, "eva")]


def test_points_alone_are_added_as_written_where_nobody_noted_who_closed() -> None:
    points = {"ana": -10, "bea": 500, "eva": -3}
    assert added(counted(None, points, noted=False), BARAJAMOS) == [-10, 500, -3]


def test_a_round_does_not_end_by_exhaustion_at_a_table_where_none_does() -> None:
    exhausted = counted(None, {"ana": 1, "bea": 2, "eva": 3})
    assert refusals(exhausted, BARAJAMOS) == [(FaultCode.CLOSING_NO_EXHAUSTION, Part.CLOSING, None)]
    assert added(exhausted, LUDOTEKA) == [1, 2, 3]


def test_case_29_a_close_that_would_put_its_closer_out_is_impossible_also_when_counted() -> None:
    points = counted(close("points"), {"ana": 3, "bea": 9, "eva": 9})
    cards = counted(close("points"), {"bea": 9, "eva": 9}, {"ana": "3e"})
    assert refusals(points, LUDOTEKA, 98, 0, 0) == [
        (FaultCode.CLOSING_NOT_ALLOWED, Part.POINTS, "ana")
    ]
    assert refusals(cards, LUDOTEKA, 98, 0, 0) == [
        (FaultCode.CLOSING_NOT_ALLOWED, Part.UNMATCHED, "ana")
    ]
    assert score(points, LUDOTEKA, 97, 0, 0).scores[0].after == 100


@pytest.mark.parametrize(
    ("cards", "code"),
    [
        ("4c 1c", FaultCode.CLOSING_NOT_ALLOWED),  # two cards, and five points
        ("5c", FaultCode.CLOSING_NOT_ALLOWED),
        ("JK", FaultCode.CLOSING_NOT_ALLOWED),
        ("", FaultCode.CLOSING_NUMBER_OF_CARDS),
    ],
)
def test_a_closer_leaves_cards_that_the_table_allows(cards: str, code: FaultCode) -> None:
    found = refusals(counted(close("points"), {"bea": 9, "eva": 9}, {"ana": cards}), LUDOTEKA)
    assert found == [(code, Part.UNMATCHED, "ana")]


def test_after_a_full_close_the_closer_has_no_card() -> None:
    left = counted(close("full"), {"bea": 9, "eva": 9}, {"ana": "1c"})
    assert refusals(left, BARAJAMOS) == [(FaultCode.CLOSING_CARDS_LEFT, Part.UNMATCHED, "ana")]
    assert added(counted(close("full"), {"bea": 9, "eva": 9}, {"ana": ""}), BARAJAMOS)[0] == -10


def test_the_cards_written_down_are_cards_of_the_deck_together() -> None:
    twice = counted(close("full"), {}, {"bea": "7o 7c", "eva": "7o"})
    assert refusals(twice, BARAJAMOS) == [(FaultCode.CARD_TOO_MANY, Part.UNMATCHED, "eva")]


@pytest.mark.parametrize(
    ("points", "code"),
    [(-1, FaultCode.POINTS_NEGATIVE), (82, FaultCode.POINTS_NOT_OF_CARDS)],
)
def test_opponents_have_what_seven_cards_can_cost(points: int, code: FaultCode) -> None:
    # Four kings, three knights: 4 times 12 + 3 times 11 = 81.
    assert added(counted(close("full"), {"bea": 81, "eva": 0}), BARAJAMOS)[1] == 81
    found = refusals(counted(close("full"), {"bea": points, "eva": 0}), BARAJAMOS)
    assert found == [(code, Part.POINTS, "bea")]


def test_points_between_the_costs_of_cards_are_impossible_too() -> None:
    dear = table("barajamos", points={"sota": 100, "caballo": 100, "rey": 100})
    # Below a court card, seven cards cost at most 4 times 9 + 3 times 8 = 60.
    assert [
        one for one in (60, 61, 99, 100) if possible_points(dear.deck, ANY, dear) >> one & 1
    ] == [
        60,
        100,
    ]


ANY = frozenset(range(8))


def test_the_cap_counts_card_points_where_the_table_says_so() -> None:
    by_cards = table(
        "barajamos",
        points={"count": CardCost.CARDS},
        close={"max_unmatched_points": 4, "cap_counts": CapCounts.CARD_POINTS},
    )
    assert by_cards.points_limit is None
    allowed = counted(close("points"), {"bea": 7, "eva": 0}, {"ana": "1o 2c"})
    assert added(allowed, by_cards) == [2, 7, 0]
    king = counted(close("points"), {"bea": 7, "eva": 0}, {"ana": "12o"})
    assert refusals(king, by_cards)[0][0] == FaultCode.CLOSING_NOT_ALLOWED


def test_what_a_full_close_adds_to_the_others_is_an_item_of_its_own() -> None:
    fines = {"others_add_full": 5, "others_add_chinchon": 20, "chinchon": -10}
    at = table("barajamos", closing_score=fines)
    scored = score(counted(close("full"), {"bea": 3}, {"eva": "3e"}), at)
    assert [one.points for one in scored.scores] == [-10, 8, 8]
    assert [item.code.value for item in scored.scores[2].items] == ["card", "others_add"]
    assert added(counted(close("chinchon"), {"bea": 3, "eva": 0}), at) == [-10, 23, 20]
    assert added(counted(close("points"), {"ana": 1, "bea": 3, "eva": 0}), at) == [1, 3, 0]


def test_a_close_that_wins_adds_nothing_to_the_others() -> None:
    at = table("barajamos", closing_score={"full": "wins", "others_add_full": 5})
    scored = score(counted(close("full"), {"bea": 3, "eva": 4}), at, 10, 20, 30)
    assert [(one.points, one.after) for one in scored.scores] == [(0, 10), (3, 20), (4, 30)]
    assert scored.status
    assert (scored.status.reason, scored.status.winners) == ("full", ("ana",))


def test_where_all_score_a_full_hand_an_opponent_may_have_that_score() -> None:
    at = table("fournier", closing_score={"for_all": True, "chinchon": -20})
    assert added(counted(close("points"), {"ana": 1, "bea": -10, "eva": -20}), at) == [1, -10, -20]
    odd = refusals(counted(close("points"), {"ana": 1, "bea": -11, "eva": 0}), at)
    assert odd == [(FaultCode.POINTS_NEGATIVE, Part.POINTS, "bea")]


def test_a_chinchon_with_more_jokers_than_a_close_may_have_is_impossible() -> None:
    at = table("ludoteka", close={"max_wilds": 1})
    two = counted(close("chinchon", wilds=2), {"bea": 9, "eva": 9})
    assert refusals(two, at) == [(FaultCode.CLOSING_TOO_MANY_WILDS, Part.CLOSING_WILDS, None)]
    assert added(counted(close("chinchon", wilds=1), {"bea": 9, "eva": 9}), at) == [-50, 9, 9]


def test_a_wild_card_in_its_own_place_is_no_wild_so_a_chinchon_may_have_more() -> None:
    # 1o 2o 3o and 5o 6o 7o 10o have no wild, though the run of seven needs 1o for 4o.
    at = table("classic", deck={"jokers": 0}, close={"max_wilds": 0})
    assert added(counted(close("chinchon", wilds=1), {"bea": 9, "eva": 9}), at) == [-25, 9, 9]


def test_points_that_need_a_loose_wild_are_impossible_where_no_close_may_have_one() -> None:
    loose = {"wild_may_be_left": True, "max_unmatched_points": None}
    odd = counted(close("points"), {"ana": 25, "bea": 9, "eva": 9})
    assert added(odd, table("ludoteka", close=loose)) == [25, 9, 9]
    found = refusals(odd, table("ludoteka", close=loose | {"max_wilds": 0}))
    assert found == [(FaultCode.POINTS_OUT_OF_RANGE, Part.POINTS, "ana")]

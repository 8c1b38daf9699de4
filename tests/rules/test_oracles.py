"""The oracles by themselves: the worked cases of the rule book, and single sentences of it."""

from typing import Any

import pytest
from msgspec import to_builtins
from support import meld_oracle, melding_oracle, showdown_oracle, standings_oracle
from support.sheet_oracle import sheet_answer

from service.rules.table.profiles import PROFILES

WINS = "wins"


def rules_of(name: str, **changed: Any) -> Any:
    """The rules of a profile; `close__min_melds=1` changes a parameter."""
    rules = to_builtins(PROFILES[name])
    for path, value in changed.items():
        group, parameter = path.split("__")
        assert parameter in rules[group]
        rules[group][parameter] = value
    return rules


def closing_score(cards: str, rules: Any, packs: int = 1, turn: int | None = None) -> Any:
    """What the best close scores, `wins`, or None if nobody may close so."""
    closing = melding_oracle.closing(cards.split(), rules, packs, turn)
    if closing is None:
        return None
    return WINS if closing["wins_match"] else closing["score"]


NO = None
CLOSES = [
    (1, "barajamos", "3c 4c 5c 6c 6o 6b 1b", 1),
    (2, "classic", "11o 12o 1o 5c 5e 5b 2e", 2),
    (3, "fournier", "7c 10c 11c 3o 3e 3b 4o", 4),
    (3, "ludoteka", "7c 10c 11c 3o 3e 3b 4o", 4),
    (3, "classic", "7c 10c 11c 3o 3e 3b 4o", NO),
    (4, "barajamos", "4o 5o 6o 7o 1c 1e 3b", 5),
    (4, "fournier", "4o 5o 6o 7o 1c 1e 3b", 5),
    (4, "classic", "4o 5o 6o 7o 1c 1e 3b", NO),
    (4, "ludoteka", "4o 5o 6o 7o 1c 1e 3b", NO),
    (5, "classic-48", "4o 5o 6o 2c 2e 2b 5e", 5),
    (5, "ludoteka", "4o 5o 6o 2c 2e 2b 5e", NO),
    (6, "ludoteka", "JK JK 1o 2o 4c 6c 10c", 4),
    (8, "ludoteka", "2e 3e JK 5e 6e 7e 10e", -50),
    (8, "classic", "2e 3e JK 5e 6e 7e 10e", -25),
    (8, "ludoteka-48", "2e 3e JK 5e 6e 7e 10e", NO),
    (9, "classic", "1o 2o 3o 4o 5o 6o 7o", WINS),
    (9, "barajamos", "1o 2o 3o 4o 5o 6o 7o", WINS),
    (9, "fournier", "1o 2o 3o 4o 5o 6o 7o", -10),
    (13, "barajamos", "1b 2b 3b 4b 5b 6b 7b", WINS),
    (23, "fournier", "3c 4c 5c 7b 7o 7e 6c", -10),
]


@pytest.mark.parametrize(("case", "name", "cards", "score"), CLOSES)
def test_worked_cases_of_closing(case: int, name: str, cards: str, score: Any) -> None:
    assert closing_score(cards, rules_of(name)) == score, case


def test_worked_cases_of_closing_with_two_packs() -> None:
    assert closing_score("5o 5o 5c 9e 10e 11e 2b", rules_of("barajamos"), packs=2) == 2  # 11
    assert closing_score("4o 5o 6o 5o 5c 5e 1b", rules_of("barajamos"), packs=2) == 1  # 12


def test_worked_case_21_the_first_turn() -> None:
    for name, first in (("barajamos", 3), ("fournier", 3), ("classic", None), ("ludoteka", None)):
        cards = "4o 5o 6o 2c 2e 2b 3e"
        assert closing_score(cards, rules_of(name), turn=1) == first
        assert closing_score(cards, rules_of(name), turn=2) == 3


def test_worked_case_30_a_full_close_that_wins() -> None:
    rules = rules_of("fournier", closing_score__full=WINS)
    assert closing_score("3c 4c 5c 6c 7b 7o 7e", rules) == WINS


def test_worked_case_31_the_cap_in_card_points() -> None:
    rules = rules_of(
        "barajamos",
        points__count="cards",
        close__max_unmatched_points=4,
        close__cap_counts="card_points",
    )
    assert closing_score("3c 4c 5c 6o 6e 6b 12o", rules) is None
    assert closing_score("3c 4c 5c 6c 7c 1o 2o", rules) == 2


def test_worked_case_32_a_chinchon_from_the_ace_on() -> None:
    rules = rules_of("classic", closing_score__chinchon_from="ace")
    assert closing_score("2c 3c 4c 5c 6c 7c 10c", rules) == -10
    assert closing_score("1c 2c 3c 4c 5c 6c 7c", rules) == WINS
    assert closing_score("JK 2c 3c 4c 5c 6c 7c", rules) == -25


@pytest.mark.parametrize(
    ("name", "points"),
    [("barajamos", 46), ("ludoteka", 46), ("fournier", 40), ("classic", 29), ("classic-48", 70)],
)
def test_worked_case_10_a_hand_at_another_close(name: str, points: int) -> None:
    hand = ["10c", "11e", "12b", "1o", "2o", "4e", "6c"]
    assert melding_oracle.best(hand, rules_of(name), 1)[2] == points


@pytest.mark.parametrize(
    ("cards", "name", "kind"),
    [
        ("JK JK 7o", "ludoteka", None),
        ("JK JK 7o", "classic", "set"),
        ("JK JK 7o 7c", "ludoteka", "set"),
        ("JK JK 7o 7c", "classic", "set"),
        ("7o JK JK", "classic-48", "set"),
    ],
)
def test_worked_cases_7_and_24_sets_with_jokers(cards: str, name: str, kind: str | None) -> None:
    meld = meld_oracle.judge_meld(cards.split(), rules_of(name), 1)
    assert (meld and meld.kind) == kind


def test_worked_case_27_the_facts_of_the_deck() -> None:
    rules = rules_of("fournier")
    deck = [f"{rank}{suit}" for suit in "oceb" for rank in meld_oracle.ranks_of_pack(rules)]
    sets = {meld for rank in range(1, 13) for meld in _melds_of(rank, deck, rules)}
    assert len(sets) == 50
    runs = [run for run in meld_oracle.all_runs(deck, rules) if len(run.cards) <= 7]
    assert len(runs) == 120


def _melds_of(rank: int, deck: list[str], rules: Any) -> set[meld_oracle.Meld]:
    alike = [card for card in deck if meld_oracle.rank_of(card) == rank]
    return {meld for meld in meld_oracle.all_melds(alike, rules, 1) if meld.kind == "set"}


def test_a_set_of_five_holds_a_wild_that_stands_for_nothing() -> None:
    rules = rules_of("classic", melds__max_set_size=5)
    five = ["7o", "7c", "7e", "7b", "JK"]
    assert meld_oracle.judge_meld(five, rules, 1)
    assert not meld_oracle.judge_meld(five, rules_of("classic"), 1)
    assert not meld_oracle.judge_meld([*five, "JK"], rules, 1)
    assert meld_oracle.judge_meld([*five, "JK"], rules, 2)
    different = rules_of("classic", melds__max_set_size=5, melds__identical_in_set=False)
    assert not meld_oracle.judge_meld([*five, "JK"], different, 2)


def test_conditions_of_closing() -> None:
    run_and_three = "4o 5o 6o 7o 1c 1e 3b"
    assert closing_score(run_and_three, rules_of("barajamos", close__min_melds=2)) is None
    assert closing_score("1c 2c 3c 4c 5c 6c 7c", rules_of("classic", close__min_melds=2)) == WINS
    one_wild = rules_of("classic", close__max_wilds=1)
    assert closing_score("4c 5c JK 7e 7b JK 1c", one_wild) is None
    assert closing_score("1o 2o 3o 7e 7b JK 1c", one_wild) == 1  # the ace lies in its own place


# Showdowns


def showdown(closer: str, *others: str, rules: Any) -> dict[str, Any]:
    players = [{"player": str(n), "cards": cards.split()} for n, cards in enumerate(others, 1)]
    first = {"player": "0", "cards": closer.split(), "melds": None}
    return showdown_oracle.showdown(first, players, rules, 1)


SEVENS = "3c 4c 5c 6c 7b 7o 7e"
TWO_PLACES = ["4c 5c 6c 7o 7e 7b 1b", "7c 12o 10b 2e 5o 9e 1c", "8c 11o 12e 3o 3e 5b 9b"]
SHOWDOWNS = [
    (14, "barajamos", ["6c 7c 8c 11o 11e 11b 2e", "3c 4c 5c 3o 3e 12o 10b"], [22]),
    (15, "barajamos", ["4c 5c 6c 7o 7e 7b 1b", "7c 8c 12o 10b 2e 5o 9e"], [38]),
    (17, "fournier", [SEVENS, "2c 7c 10o 10e 10b 5e 1b", "10c 12o 11o 6e 4b 2o 3e"], [15, 34]),
    (17, "ludoteka", [SEVENS, "2c 7c 10o 10e 10b 5e 1b", "10c 12o 11o 6e 4b 2o 3e"], [15, 48]),
    (26, "barajamos", TWO_PLACES, [39, 51]),
]
SIXTEEN = ["5o 5c 5e 1b 2b 3b 4e", "10b 12o 7c 6e 2o 1c 3e", "10o 10c 10e 4b 6c 12e 2c"]
STABLE = ["10e 11e 12e 2b 2o 2e 1b", "4c 5c 6c 6e 6b 3e 4o", "7b 1o 10o 12c 1e 5b 7e"]


@pytest.mark.parametrize(
    ("case", "name", "hands", "points"),
    [
        *SHOWDOWNS,
        (16, "barajamos", SIXTEEN, [41, 20]),
        (16, "fournier", SIXTEEN, [29, 18]),
        (25, "fournier", STABLE, [16]),
        (25, "ludoteka", STABLE, [16]),
    ],
)
def test_worked_cases_of_laying_off(
    case: int, name: str, hands: list[str], points: list[int]
) -> None:
    shown = showdown(*hands, rules=rules_of(name))
    found = [player["points"] for player in shown["players"][1:]]
    assert found[: len(points)] == points, case


def test_an_opponent_with_seven_melded_scores_where_everybody_does() -> None:
    four = "4o 5o 6o 2c 2e 2b 1e"
    for full, chinchon, seven, points in [
        (-10, WINS, SEVENS, -10),
        (-10, WINS, "3c 4c 5c 6c 7c 10c 11c", -10),
        (-10, -50, "3c 4c 5c 6c 7c 10c 11c", -50),
        (WINS, WINS, SEVENS, 0),
    ]:
        rules = rules_of(
            "fournier",
            closing_score__full=full,
            closing_score__chinchon=chinchon,
            closing_score__for_all=True,
        )
        items = showdown_oracle.round_items(showdown(four, seven, rules=rules), rules)
        assert sum(item["points"] for item in items["1"]) == points


# Totals


def ended(name: str, totals: dict[str, int], closer: str | None = None, **more: Any) -> Any:
    """The match after a round in which these totals were reached from 0."""
    rules = rules_of(name, **more)
    players = [
        {"player": name, "total": 0, "rejoins": int(name == "a"), "out": False, "left": False}
        for name in totals
    ]
    close = None if closer is None else {"player": closer, "kind": "points", "wins_match": False}
    return standings_oracle.scored(players, totals, close, rules, len(players), 1)


def test_worked_case_19_all_out() -> None:
    draw = ended("barajamos", {"a": 72, "b": 85, "c": 71})["match"]
    assert (draw["reason"], draw["draw"], draw["winners"]) == ("all_out", True, [])
    assert ended("fournier", {"a": 102, "b": 115, "c": 101})["match"]["winners"] == ["c"]
    shared = ended("classic", {"a": 104, "b": 104, "c": 120})["match"]
    assert (shared["winners"], shared["prize"]["total"]) == (["b"], 224)


def test_all_out_that_the_closer_cannot_win() -> None:
    totals = {"a": 101, "b": 105, "c": 106}
    assert ended("conga", totals, closer="a")["match"]["winners"] == ["b"]
    assert ended("conga", totals)["match"]["winners"] == ["a"]


@pytest.mark.parametrize(
    ("b", "rejoin", "reason"), [(66, 66, None), (71, None, "last_player"), (70, 70, None)]
)
def test_worked_case_20_rejoining(b: int, rejoin: int | None, reason: str | None) -> None:
    found = ended("barajamos", {"a": 60, "b": b, "c": 71, "d": 90})
    assert found["match"]["reason"] == reason
    assert [score["rejoin_total"] for score in found["scores"][2:]] == [rejoin, rejoin]


def test_the_second_highest_total_is_listed_once_for_each_player() -> None:
    rules = rules_of("barajamos", rejoin__total="second_highest_in")
    assert standings_oracle.rejoin_total([64, 43, 64], rules) == 64
    assert standings_oracle.rejoin_total([64, 50, 43], rules) == 50
    assert standings_oracle.rejoin_total([64], rules) == 64


def test_worked_case_28_deal_and_lead() -> None:
    names, still_in = list("abcd"), list("acd")
    for name, expected in (("fournier", ("c", "d")), ("barajamos", ("a", "c"))):
        found = standings_oracle.next_seats(names, still_in, "a", "b", rules_of(name))
        assert found == expected


def test_a_sheet_of_the_contract() -> None:
    points = [{"ana": 12, "bea": 3, "carlos": 40, "eva": 67}]
    rounds = [
        {"closing": {"player": "bea", "kind": "points"}, "points": points[0]},
        {
            "closing": {"player": "ana", "kind": "full"},
            "points": {"bea": 21},
            "unmatched": {"carlos": ["12o", "4e"], "eva": ["7c", "2b"]},
            "rejoin": ["eva"],
            "leave": ["bea"],
        },
    ]
    sheet = {"players": ["ana", "bea", "carlos", "eva"], "first_dealer": "eva", "rounds": rounds}
    answer = sheet_answer(sheet, rules_of("barajamos"))
    assert [one["total"] for one in answer["players"]] == [2, 24, 56, 56]
    assert answer["next"] == {"round": 3, "dealer": "ana", "lead": "carlos"}
    rounds[0]["rejoin"] = ["bea"]
    refused = sheet_answer(sheet, rules_of("barajamos"))
    assert (refused["legal"], refused["rounds"]) == (False, [])

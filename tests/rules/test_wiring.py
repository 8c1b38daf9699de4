"""Every parameter matters: two tables that differ in it alone answer some question differently."""

from collections.abc import Iterator
from dataclasses import dataclass, fields
from typing import Any

import plainly
import plainly_rounds
import pytest
from case_files import spelled_out

from service.rules.errors import ImpossibleError
from service.rules.parameters import Rules
from service.rules.profiles import BARAJAMOS

# These tell how turns are played and what becomes of the stock and of a lost connection. No
# question about a single hand or the end of a round depends on them: only whole matches will.
IN_WHOLE_MATCHES = {
    "turn.may_take_first_discard",
    "turn.may_discard_taken_card",
    "stock.reshuffle",
    "stock.keeps_top_discard",
    "stock.ends_on_exhaustion",
    "room.grace_seconds",
}

REFUSED = ("refused",)
FIRST_CODE = ("violations", 0, "code")
POINTS = ("unmatched_points",)
REASON = ("match", "reason")


@dataclass(frozen=True)
class Wire:
    """A question that a parameter decides: at the base table, and where `other` is its value.

    `values` are what the two answers hold at `where`; None also where an answer ends before it. A
    question that is refused is answered by the places of its faults.
    """

    parameter: str
    base: Any
    other: Any
    operation: str
    question: dict[str, Any]
    where: tuple[str | int, ...]
    values: tuple[Any, Any]


def hand(cards: str, **more: Any) -> dict[str, Any]:
    return {"cards": cards, **more}


def seven_and_king(cards: str, **more: Any) -> dict[str, Any]:
    """Close with these seven cards, putting the king of cups away."""
    return {"cards": f"{cards} 12c", "discard": "12c", **more}


def lying(*melds: str, cards: str, full: bool = False) -> dict[str, Any]:
    """Where cards of eva may go when ana has closed and each meld is the next player's."""
    table = [
        {"player": player, "melds": [meld]}
        for player, meld in zip(["ana", "ben"], melds, strict=False)
    ]
    closer = {"player": "ana", "full": full}
    return {"table": table, "closer": closer, "player": "eva", "cards": cards}


def counted(*totals_and_points: tuple[int, int], kind: str = "points", **more: Any) -> Any:
    """A round that ana has closed, with everybody's total before it and points in it."""
    players = ["ana", "ben", "eva"]
    return {
        "players": [
            {"player": player, "total": total}
            for player, (total, _) in zip(players, totals_and_points, strict=True)
        ],
        "closing": {"player": "ana", "kind": kind},
        "points": {
            player: points for player, (_, points) in zip(players, totals_and_points, strict=True)
        },
        **more,
    }


EVA_WANTS_BACK = {
    "players": [
        {"player": "ana", "total": 60},
        {"player": "ben", "total": 66},
        {"player": "eva", "total": 71, "rejoins": 1, "out": True},
    ],
    "player": "eva",
}

# ben's ten goes on the tens that eva shows after him.
TENS_AFTER_A_TEN = {
    "closer": {"player": "ana", "cards": "5o 5c 5e 1b 2b 3b 4e"},
    "opponents": [
        {"player": "ben", "cards": "10b 12o 7c 6e 2o 1c 3e"},
        {"player": "eva", "cards": "10o 10c 10e 4b 6c 12e 2c"},
    ],
}

# ana's last card goes on the fours that ben shows after her.
FOURS_AFTER_A_FOUR = {
    "closer": {"player": "ana", "cards": "5o 5c 5e 1b 2b 3b 4e"},
    "opponents": [{"player": "ben", "cards": "4o 4c 4b 12e 11o 7c 6e"}],
}

FORTY = {"base": "barajamos", "deck": {"cards": 40}}
ONE_CARD_OF_ANY_VALUE = {"base": "ludoteka", "close": {"max_unmatched_points": None}}
THREE_ROUNDS = {"base": "barajamos", "match": {"limit": None, "ends": "rounds", "rounds": 3}}

ONE_LOOSE_THREE = "4o 5o 6o 2c 2e 2b 3e"

WIRES = [
    Wire(
        "players.min",
        "barajamos",
        2,
        "evaluate",
        hand("4o 5o 6o", seats=2),
        REFUSED,
        (["#/seats"], None),
    ),
    Wire(
        "players.max",
        "barajamos",
        5,
        "evaluate",
        hand("4o 5o 6o", seats=6),
        REFUSED,
        (None, ["#/seats"]),
    ),
    Wire(
        "deck.cards",
        "ludoteka",
        48,
        "evaluate",
        hand("7c 10c 11c 3o 3e 3b 4o"),
        POINTS,
        (4, 32),
    ),
    Wire(
        "deck.two_packs_from",
        "barajamos",
        None,
        "evaluate",
        hand("5o 5o 5c", seats=5),
        REFUSED,
        (None, ["#/cards/1"]),
    ),
    Wire(
        "deck.jokers",
        "ludoteka",
        1,
        "evaluate",
        hand("7o 7c JK JK"),
        REFUSED,
        (None, ["#/cards/3"]),
    ),
    Wire(
        "deck.wild_cards",
        FORTY,
        ["1o"],
        "evaluate",
        hand("7c 1o 11c 3o 3e 3b 4o"),
        POINTS,
        (23, 4),
    ),
    Wire("points.sota", "barajamos", 8, "evaluate", hand("10o 2c 5e"), POINTS, (17, 15)),
    Wire("points.caballo", "barajamos", 9, "evaluate", hand("11o 2c 5e"), POINTS, (18, 16)),
    Wire("points.rey", "barajamos", 10, "evaluate", hand("12o 2c 5e"), POINTS, (19, 17)),
    Wire("points.wild", "ludoteka", 50, "evaluate", hand("JK 5c"), POINTS, (30, 55)),
    Wire("points.count", "barajamos", "cards", "evaluate", hand("12o 2c 5e"), POINTS, (19, 3)),
    Wire(
        "melds.identical_in_set",
        "barajamos",
        False,
        "evaluate",
        hand("5o 5o 5c", seats=5),
        POINTS,
        (0, 15),
    ),
    Wire(
        "melds.max_set_size",
        "barajamos",
        3,
        "melds",
        {"melds": ["7o 7c 7e 7b"]},
        ("melds", 0, *FIRST_CODE),
        (None, "meld.too_long"),
    ),
    Wire(
        "melds.min_naturals",
        "classic",
        2,
        "melds",
        {"melds": ["7c JK JK"]},
        ("melds", 0, *FIRST_CODE),
        (None, "meld.too_few_naturals"),
    ),
    Wire(
        "melds.max_wilds",
        "classic",
        1,
        "melds",
        {"melds": ["7c JK JK"]},
        ("melds", 0, *FIRST_CODE),
        (None, "meld.too_many_wilds"),
    ),
    Wire(
        "melds.min_run",
        "barajamos",
        4,
        "melds",
        {"melds": ["4c 5c 6c"]},
        ("melds", 0, *FIRST_CODE),
        (None, "meld.too_short"),
    ),
    Wire(
        "close.earliest_turn",
        "barajamos",
        2,
        "close",
        seven_and_king(ONE_LOOSE_THREE, turn=1),
        FIRST_CODE,
        (None, "close.too_early"),
    ),
    Wire(
        "close.max_unmatched_points",
        "barajamos",
        2,
        "close",
        seven_and_king(ONE_LOOSE_THREE),
        FIRST_CODE,
        (None, "close.too_many_points"),
    ),
    Wire(
        "close.max_unmatched_cards",
        "barajamos",
        1,
        "close",
        seven_and_king("4o 5o 6o 7o 1c 1e 3b"),
        FIRST_CODE,
        (None, "close.too_many_cards"),
    ),
    Wire(
        "close.wild_may_be_left",
        ONE_CARD_OF_ANY_VALUE,
        True,
        "close",
        seven_and_king("4o 5o 6o 2c 2e 2b JK", melds=["4o 5o 6o", "2c 2e 2b"], turn=2, total=0),
        FIRST_CODE,
        ("close.wild_left", None),
    ),
    Wire(
        "close.must_not_exceed_limit",
        "barajamos",
        True,
        "close",
        seven_and_king(ONE_LOOSE_THREE, total=68),
        FIRST_CODE,
        (None, "close.exceeds_limit"),
    ),
    Wire(
        "closing_score.full",
        "barajamos",
        -20,
        "evaluate",
        hand("3c 4c 5c 6c 7o 7e 7b"),
        ("closing", "score"),
        (-10, -20),
    ),
    Wire(
        "closing_score.chinchon",
        "barajamos",
        -25,
        "evaluate",
        hand("1b 2b 3b 4b 5b 6b 7b"),
        ("closing", "wins_match"),
        (True, False),
    ),
    Wire(
        "closing_score.chinchon_with_wilds",
        "ludoteka",
        [-25, -25],
        "evaluate",
        hand("2e 3e JK 5e 6e 7e 10e"),
        ("closing", "score"),
        (-50, -25),
    ),
    Wire(
        "lay_off.allowed",
        "barajamos",
        False,
        "layoff/options",
        lying("5o 5c 5e", cards="5b 9o"),
        ("options", 0, "card"),
        ("5b", None),
    ),
    Wire(
        "lay_off.onto",
        "barajamos",
        "closer",
        "layoff/options",
        lying("5o 5c 5e", "10o 10c 10e", cards="10b 9o"),
        ("options", 0, "owner"),
        ("ben", None),
    ),
    Wire(
        "lay_off.passes",
        "barajamos",
        "until_stable",
        "layoff",
        TENS_AFTER_A_TEN,
        ("opponents", 0, "points"),
        (41, 31),
    ),
    Wire(
        "lay_off.blocked_by_full_close",
        "barajamos",
        "none",
        "layoff/options",
        lying("7o 7e 7b", cards="7c", full=True),
        ("options", 0, "owner"),
        (None, "ana"),
    ),
    Wire(
        "lay_off.closer_may",
        "fournier",
        True,
        "layoff",
        FOURS_AFTER_A_FOUR,
        ("closer", "points"),
        (4, 0),
    ),
    Wire(
        "lay_off.wilds_may",
        "classic",
        False,
        "layoff/options",
        lying("4c 5c 6c", cards="JK"),
        ("options", 0, "card"),
        ("JK", None),
    ),
    Wire(
        "lay_off.requires_own_meld",
        "barajamos",
        True,
        "layoff/options",
        lying("4c 5c 6c", cards="7c"),
        ("options", 0, "card"),
        ("7c", None),
    ),
    Wire(
        "match.limit",
        "barajamos",
        100,
        "score",
        counted((68, 3), (20, 5), (30, 5)),
        ("scores", 0, "out"),
        (True, False),
    ),
    Wire(
        "match.rounds",
        THREE_ROUNDS,
        4,
        "score",
        counted((68, 3), (20, 5), (30, 5), round=3),
        REASON,
        ("rounds", None),
    ),
    Wire(
        "match.low_total",
        "barajamos",
        -100,
        "score",
        counted((-90, -10), (20, 5), (30, 5), kind="full"),
        REASON,
        (None, "low_total"),
    ),
    Wire(
        "match.out_when",
        "barajamos",
        "at_or_over",
        "score",
        counted((68, 2), (20, 5), (30, 5)),
        ("scores", 0, "out"),
        (False, True),
    ),
    Wire(
        "match.ends",
        "barajamos",
        "first_out",
        "score",
        counted((68, 3), (20, 5), (30, 5)),
        REASON,
        (None, "first_out"),
    ),
    Wire(
        "match.all_out",
        "barajamos",
        "lowest_total",
        "score",
        counted((69, 3), (60, 25), (61, 10)),
        ("match", "winners"),
        ([], ["eva"]),
    ),
    Wire(
        "match.tie",
        "fournier",
        "share",
        "score",
        counted((99, 3), (95, 7), (90, 20)),
        ("match", "winners"),
        ([], ["ana", "ben"]),
    ),
    Wire(
        "match.prize",
        "barajamos",
        "others_totals",
        "score",
        counted((60, 2), (60, 21), (65, 15)),
        ("match", "prize", "total"),
        (None, 161),
    ),
    Wire(
        "rejoin.max",
        "barajamos",
        1,
        "rejoin",
        EVA_WANTS_BACK,
        FIRST_CODE,
        (None, "rejoin.none_left"),
    ),
    Wire(
        "rejoin.total",
        "barajamos",
        "lowest_in",
        "rejoin",
        EVA_WANTS_BACK,
        ("players", 2, "total"),
        (66, 60),
    ),
    Wire(
        "rejoin.min_players_in",
        "barajamos",
        3,
        "rejoin",
        EVA_WANTS_BACK,
        FIRST_CODE,
        (None, "rejoin.too_few_in"),
    ),
    Wire(
        "rejoin.min_seats",
        "barajamos",
        4,
        "rejoin",
        EVA_WANTS_BACK,
        FIRST_CODE,
        (None, "rejoin.too_few_seats"),
    ),
]


def parameters(rules: Rules) -> dict[str, Any]:
    """Every parameter with its value."""
    return {
        f"{group.name}.{field.name}": getattr(getattr(rules, group.name), field.name)
        for group in fields(rules)
        for field in fields(getattr(rules, group.name))
    }


def with_other(wire: Wire) -> dict[str, Any]:
    """The base table, but for the parameter."""
    base = {"base": wire.base} if isinstance(wire.base, str) else wire.base
    group, field = wire.parameter.split(".")
    return {**base, group: {**base.get(group, {}), field: wire.other}}


def answer(rules: Any, wire: Wire) -> Any:
    hands = wire.operation in {"evaluate", "melds", "close"}
    ask = plainly.answer if hands else plainly_rounds.answer
    try:
        return ask(wire.operation, rules, spelled_out(wire.question))
    except ImpossibleError as refusal:
        return {"refused": [plainly.pointer(fault.path) for fault in refusal.faults]}


def at(where: tuple[str | int, ...], found: Any) -> Any:
    """What an answer holds at a place, or None where it ends before it."""
    for step in where:
        try:
            found = found[step]
        except (KeyError, IndexError, TypeError):
            return None
    return found


def differing(one: Rules, other: Rules) -> Iterator[str]:
    others = parameters(other)
    return (name for name, value in parameters(one).items() if value != others[name])


def test_every_parameter_has_a_question_that_it_decides_or_waits_for_whole_matches() -> None:
    decided = {wire.parameter for wire in WIRES}
    assert decided | IN_WHOLE_MATCHES == parameters(BARAJAMOS).keys()


def test_no_parameter_that_waits_for_whole_matches_decides_a_question_yet() -> None:
    assert not IN_WHOLE_MATCHES & {wire.parameter for wire in WIRES}


@pytest.mark.parametrize("wire", WIRES, ids=lambda wire: wire.parameter)
def test_tables_that_differ_in_one_parameter_alone_answer_differently(wire: Wire) -> None:
    tables = wire.base, with_other(wire)
    assert list(differing(*map(plainly.rules_of, tables))) == [wire.parameter]
    first, second = (answer(rules, wire) for rules in tables)
    assert first != second
    assert (at(wire.where, first), at(wire.where, second)) == wire.values

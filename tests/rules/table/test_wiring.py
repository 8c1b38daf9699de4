"""Every parameter matters: two tables that differ in it alone answer some question differently."""

from dataclasses import dataclass
from typing import Any

import pytest
from msgspec.structs import fields
from support import core_answers, core_round_answers
from support.cases import spelled_out
from support.pointers import pointer

from service.rules.faults import ImpossibleError
from service.rules.match.action_check import check_action
from service.rules.match.actions import DiscardAction, DrawAction
from service.rules.match.dealing import first_deal
from service.rules.match.play import play
from service.rules.match.state import Pile
from service.rules.table.parameters import Rules
from service.rules.table.profiles import BARAJAMOS
from service.rules.table.table import table_of

# How long a room waits for a lost connection decides no question here.
OF_THE_ROOM = {"room.grace_seconds"}


@dataclass(frozen=True)
class Question:
    operation: str
    given: dict[str, Any]


@dataclass(frozen=True)
class Wire:
    """A question that a parameter decides, asked at the base and where the parameter is `other`.

    `values` are what the two answers hold at `where`, None where an answer ends before that place.
    """

    base: str | dict[str, Any]
    other: Any
    question: Question
    where: str
    values: tuple[Any, Any]


def evaluate(cards: str, **more: Any) -> Question:
    return Question("evaluate", {"cards": cards, **more})


def meld(cards: str) -> Question:
    return Question("melds", {"melds": [cards]})


def close(cards: str, **more: Any) -> Question:
    """Close with these seven cards, putting the king of cups away."""
    return Question("close", {"cards": f"{cards} 12c", "discard": "12c", **more})


def options(cards: str, ana: str, ben: str | None = None, *, full: bool = False) -> Question:
    """Where cards of eva, who shows nothing, may go when ana has closed."""
    shown = {"ana": [ana], "ben": [ben] if ben else []}
    given = {
        "table": [{"player": player, "melds": melds} for player, melds in shown.items()],
        "closer": {"player": "ana", "full": full},
        "player": "eva",
        "cards": cards,
    }
    return Question("layoff/options", given)


def layoff(*hands: str) -> Question:
    """ana closes; ben and eva show and lay off after her."""
    closer, *opponents = [
        {"player": player, "cards": cards}
        for player, cards in zip(["ana", "ben", "eva"], hands, strict=True)
    ]
    return Question("layoff", {"closer": closer, "opponents": opponents})


def score(before: tuple[int, ...], adds: tuple[int, ...], *, kind: str = "points") -> Question:
    """The third round, which ana closes: the totals before it and the points of ana, ben, eva."""
    totals = dict(zip(["ana", "ben", "eva"], before, strict=True))
    given = {
        "round": 3,
        "players": [{"player": player, "total": total} for player, total in totals.items()],
        "closing": {"player": "ana", "kind": kind},
        "points": dict(zip(totals, adds, strict=True)),
    }
    return Question("score", given)


def match(*then: str, turns: int = 0) -> Question:
    """Four players put back so many cards of the stock as they draw them; then this is done."""
    return Question("match", {"turns": turns, "then": then})


EVA_COMES_BACK = Question(
    "rejoin",
    {
        "players": [
            {"player": "ana", "total": 60},
            {"player": "ben", "total": 66},
            {"player": "eva", "total": 71, "rejoins": 1, "out": True},
        ],
        "player": "eva",
    },
)

# eva shows tens and fours when the others have had their turn: ben keeps a ten, ana a four.
SHOWN_LATE = layoff("5o 5c 5e 1b 2b 3b 4e", "10b 12o 7c 6e 2o 1c 3e", "10o 10c 10e 4o 4c 4b 12e")

FORTY_CARDS = {"base": "barajamos", "deck": {"cards": 40}}
ONE_CARD_OF_ANY_VALUE = {"base": "ludoteka", "close": {"max_unmatched_points": None}}
THREE_ROUNDS = {"base": "barajamos", "match": {"limit": None, "ends": "rounds", "rounds": 3}}

LOOSE_THREE = "4o 5o 6o 2c 2e 2b 3e"
LOOSE_JOKER = close("4o 5o 6o 2c 2e 2b JK", melds=["4o 5o 6o", "2c 2e 2b"], turn=2, total=0)

CODE = "violations/0/code"
MELD_CODE = "melds/0/violations/0/code"

WIRES = {
    "players.min": Wire(
        "barajamos", 2, evaluate("4o 5o 6o", seats=2), "refused", (["#/seats"], None)
    ),
    "players.max": Wire(
        "barajamos", 5, evaluate("4o 5o 6o", seats=6), "refused", (None, ["#/seats"])
    ),
    "deck.cards": Wire(
        "ludoteka", 48, evaluate("7c 10c 11c 3o 3e 3b 4o"), "unmatched_points", (4, 32)
    ),
    "deck.two_packs_from": Wire(
        "barajamos", None, evaluate("5o 5o 5c", seats=5), "refused", (None, ["#/cards/1"])
    ),
    "deck.jokers": Wire("ludoteka", 1, evaluate("7o 7c JK JK"), "refused", (None, ["#/cards/3"])),
    "deck.wild_cards": Wire(
        FORTY_CARDS, ["1o"], evaluate("7c 1o 11c 3o 3e 3b 4o"), "unmatched_points", (23, 4)
    ),
    "points.sota": Wire("barajamos", 8, evaluate("10o 2c 5e"), "unmatched_points", (17, 15)),
    "points.caballo": Wire("barajamos", 9, evaluate("11o 2c 5e"), "unmatched_points", (18, 16)),
    "points.rey": Wire("barajamos", 10, evaluate("12o 2c 5e"), "unmatched_points", (19, 17)),
    "points.wild": Wire("ludoteka", 50, evaluate("JK 5c"), "unmatched_points", (30, 55)),
    "points.count": Wire("barajamos", "cards", evaluate("12o 2c 5e"), "unmatched_points", (19, 3)),
    "melds.identical_in_set": Wire(
        "barajamos", False, evaluate("5o 5o 5c", seats=5), "unmatched_points", (0, 15)
    ),
    "melds.max_set_size": Wire(
        "barajamos", 3, meld("7o 7c 7e 7b"), MELD_CODE, (None, "meld.too_long")
    ),
    "melds.min_naturals": Wire(
        "classic", 2, meld("7c JK JK"), MELD_CODE, (None, "meld.too_few_naturals")
    ),
    "melds.max_wilds": Wire(
        "classic", 1, meld("7c JK JK"), MELD_CODE, (None, "meld.too_many_wilds")
    ),
    "melds.min_run": Wire("barajamos", 4, meld("4c 5c 6c"), MELD_CODE, (None, "meld.too_short")),
    "turn.may_take_first_discard": Wire(
        "barajamos", False, match("discards"), CODE, (None, "draw.first_discard")
    ),
    "turn.may_discard_taken_card": Wire(
        "barajamos", False, match("discards", "put back"), CODE, (None, "discard.just_taken")
    ),
    "stock.reshuffle": Wire("barajamos", "after_turn", match(turns=19), "stock", (0, 20)),
    "stock.keeps_top_discard": Wire(
        "barajamos", True, match("stock", turns=19), "discards", (0, 1)
    ),
    "stock.ends_on_exhaustion": Wire(
        "barajamos", 2, match("stock", turns=39), "phase", ("discard", "round_over")
    ),
    "close.earliest_turn": Wire(
        "barajamos", 2, close(LOOSE_THREE, turn=1), CODE, (None, "close.too_early")
    ),
    "close.max_unmatched_points": Wire(
        "barajamos", 2, close(LOOSE_THREE), CODE, (None, "close.too_many_points")
    ),
    "close.max_unmatched_cards": Wire(
        "barajamos", 1, close("4o 5o 6o 7o 1c 1e 3b"), CODE, (None, "close.too_many_cards")
    ),
    "close.wild_may_be_left": Wire(
        ONE_CARD_OF_ANY_VALUE, True, LOOSE_JOKER, CODE, ("close.wild_left", None)
    ),
    "close.must_not_exceed_limit": Wire(
        "barajamos", True, close(LOOSE_THREE, total=68), CODE, (None, "close.exceeds_limit")
    ),
    "closing_score.full": Wire(
        "barajamos", -20, evaluate("3c 4c 5c 6c 7o 7e 7b"), "closing/score", (-10, -20)
    ),
    "closing_score.chinchon": Wire(
        "barajamos", -25, evaluate("1b 2b 3b 4b 5b 6b 7b"), "closing/wins_match", (True, False)
    ),
    "closing_score.chinchon_with_wilds": Wire(
        "ludoteka", [-25, -25], evaluate("2e 3e JK 5e 6e 7e 10e"), "closing/score", (-50, -25)
    ),
    "lay_off.allowed": Wire(
        "barajamos", False, options("5b", ana="5o 5c 5e"), "options/0/owner", ("ana", None)
    ),
    "lay_off.onto": Wire(
        "barajamos",
        "closer",
        options("10b", ana="5o 5c 5e", ben="10o 10c 10e"),
        "options/0/owner",
        ("ben", None),
    ),
    "lay_off.passes": Wire("barajamos", "until_stable", SHOWN_LATE, "opponents/0/points", (41, 31)),
    "lay_off.blocked_by_full_close": Wire(
        "barajamos",
        "none",
        options("7c", ana="7o 7e 7b", full=True),
        "options/0/owner",
        (None, "ana"),
    ),
    "lay_off.closer_may": Wire("fournier", True, SHOWN_LATE, "closer/points", (4, 0)),
    "lay_off.wilds_may": Wire(
        "classic", False, options("JK", ana="4c 5c 6c"), "options/0/owner", ("ana", None)
    ),
    "lay_off.requires_own_meld": Wire(
        "barajamos", True, options("7c", ana="4c 5c 6c"), "options/0/owner", ("ana", None)
    ),
    "match.limit": Wire(
        "barajamos", 100, score((68, 20, 30), (3, 5, 5)), "scores/0/out", (True, False)
    ),
    "match.rounds": Wire(
        THREE_ROUNDS, 4, score((68, 20, 30), (3, 5, 5)), "match/reason", ("rounds", None)
    ),
    "match.low_total": Wire(
        "barajamos",
        -100,
        score((-90, 20, 30), (-10, 5, 5), kind="full"),
        "match/reason",
        (None, "low_total"),
    ),
    "match.out_when": Wire(
        "barajamos", "at_or_over", score((68, 20, 30), (2, 5, 5)), "scores/0/out", (False, True)
    ),
    "match.ends": Wire(
        "barajamos",
        "first_out",
        score((68, 20, 30), (3, 5, 5)),
        "match/reason",
        (None, "first_out"),
    ),
    "match.all_out": Wire(
        "barajamos",
        "lowest_total",
        score((69, 60, 61), (3, 25, 10)),
        "match/winners",
        ([], ["eva"]),
    ),
    "match.tie": Wire(
        "fournier", "share", score((99, 95, 90), (3, 7, 20)), "match/winners", ([], ["ana", "ben"])
    ),
    "match.prize": Wire(
        "barajamos",
        "others_totals",
        score((60, 60, 65), (2, 21, 15)),
        "match/prize/total",
        (None, 161),
    ),
    "rejoin.max": Wire("barajamos", 1, EVA_COMES_BACK, CODE, (None, "rejoin.none_left")),
    "rejoin.total": Wire("barajamos", "lowest_in", EVA_COMES_BACK, "players/2/total", (66, 60)),
    "rejoin.min_players_in": Wire(
        "barajamos", 3, EVA_COMES_BACK, CODE, (None, "rejoin.too_few_in")
    ),
    "rejoin.min_seats": Wire("barajamos", 4, EVA_COMES_BACK, CODE, (None, "rejoin.too_few_seats")),
}


def parameters(rules: Rules) -> dict[str, Any]:
    """Every parameter with its value."""
    return {
        f"{group.name}.{field.name}": getattr(getattr(rules, group.name), field.name)
        for group in fields(rules)
        for field in fields(getattr(rules, group.name))
    }


def with_other(parameter: str, wire: Wire) -> dict[str, Any]:
    """The base, but for the parameter."""
    base: dict[str, Any] = {"base": wire.base} if isinstance(wire.base, str) else wire.base
    group, field = parameter.split(".")
    return {**base, group: {**base.get(group, {}), field: wire.other}}


def answer(rules: Any, question: Question) -> Any:
    """The answer; to what is refused, the places of the faults."""
    try:
        if question.operation == "match":
            return played(rules, **question.given)
        hands = question.operation in {"evaluate", "melds", "close"}
        ask = core_answers.answer if hands else core_round_answers.answer
        return ask(question.operation, rules, spelled_out(question.given))
    except ImpossibleError as refusal:
        given = spelled_out(question.given)
        return {"refused": [pointer(fault.subject, given) for fault in refusal.faults]}


def played(rules: Any, turns: int, then: tuple[str, ...]) -> Any:
    """How a match lies after a question's turns and actions, or why the last may not be done."""
    table = table_of(core_answers.rules_of(rules), 4)
    state, _ = first_deal(table, ["ana", "ben", "eva", "fran"], "any seed", "ana")
    for name in (*("stock", "put back") * turns, *then):
        card = state.drawn.card if state.drawn else None
        action = DiscardAction(card) if card else DrawAction(Pile(name))
        violations = check_action(state, action)
        if violations:
            return {"violations": [{"code": violation.code} for violation in violations]}
        state, _ = play(state, action)
    piles = {"stock": len(state.stock), "discards": len(state.discards)}
    return piles | {"phase": state.phase, "violations": []}


def at(where: str, found: Any) -> Any:
    """What an answer holds at a place, or None where it ends before it."""
    for step in where.split("/"):
        if isinstance(found, list):
            found = found[int(step)] if int(step) < len(found) else None
        else:
            found = (found or {}).get(step)
    return found


def test_every_parameter_decides_a_question_or_is_for_the_room() -> None:
    assert WIRES.keys() | OF_THE_ROOM == parameters(BARAJAMOS).keys()
    assert not WIRES.keys() & OF_THE_ROOM


@pytest.mark.parametrize("parameter", WIRES)
def test_tables_that_differ_in_one_parameter_alone_answer_differently(parameter: str) -> None:
    wire = WIRES[parameter]
    base, other = wire.base, with_other(parameter, wire)
    one, another = (parameters(core_answers.rules_of(rules)) for rules in (base, other))
    assert [name for name in one if one[name] != another[name]] == [parameter]
    first, second = answer(base, wire.question), answer(other, wire.question)
    assert first != second
    assert (at(wire.where, first), at(wire.where, second)) == wire.values

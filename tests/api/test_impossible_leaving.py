"""An impossible state of a match that was left, or of a table with rare rules, is refused."""

from typing import Any

import pytest
from support.impossible_checks import spread, told
from support.impossible_states import Cases, Damage, Matches, State, both, more, move, put, who

ME, HAND, NEXT, OTHER = (
    "/players/{me}",
    "/players/{me}/cards",
    "/players/{other}/cards",
    "/players/{other}",
)
LEFT, ALONE = "/players/{left}", "/players/{alone}"
HELD = {"from": "stock", "card": "1o"}
CLOSED = {"player": "ana", "discard": "1o", "melds": []}
RESULT = "/result"


def stocked(state: State) -> None:
    """The closing discard lies in the stock, and the close has none."""
    state["stock"].append(state["closer"]["discard"])
    state["closer"]["discard"] = None


IMPOSSIBLE: Cases = {
    "draw": [
        ("one who has left is in", put(f"{OTHER}/left", True), f"{OTHER}/out"),
    ],
    "deal": [
        (
            "eight cards of the lead where none has eight",
            both(move("/stock", HAND), put("/phase", "discard")),
            "/drawn|/players",
        ),
    ],
    "over": [
        ("a close without drawing where there is none", stocked, "/closer/discard"),
        ("one who has left is in", put(f"{OTHER}/left", True), f"{OTHER}/out"),
    ],
    "ended": [("a match that nobody left has no showdown", put("/result/showdown", None), RESULT)],
    "barajamos,classic,ludoteka,eight left": [
        ("one who has left is in", put(f"{LEFT}/out", False), f"{LEFT}/out"),
        ("one who has not left is out", put(f"{LEFT}/left", False), LEFT),
        ("one who has left is to play", put("/to_play", "{left}"), "/to_play"),
        ("a total of one who left in the first round", put(f"{LEFT}/total", 5), f"{LEFT}/total"),
        ("a rejoin of one who left in the first round", put(f"{LEFT}/rejoins", 1), LEFT),
        ("too many turns of one who has left", more(f"{LEFT}/turns", 2), "/players"),
        ("eight cards of one who has left", move("/stock", f"{LEFT}/cards"), f"{LEFT}/cards"),
        ("six cards of one who has left", move(f"{LEFT}/cards", "/stock"), f"{LEFT}/cards"),
        ("a card of one who has left, twice", move(f"{LEFT}/cards", "/stock", keep=True), ""),
    ],
    "barajamos,classic,ludoteka left-over": [
        ("one who has left is in", put(f"{LEFT}/out", False), f"{LEFT}/out"),
        ("another total of one who has left", more(f"{LEFT}/total"), "/players|/result"),
        ("too many turns of one who has left", more(f"{LEFT}/turns", 3), "/players"),
        ("one who has left has won", put("/result/match/winners", ["{left}"]), RESULT),
        ("no showdown", put("/result/showdown", None), RESULT),
    ],
    "barajamos,classic,ludoteka,fournier,eight alone": [
        ("the round is over and not the match", put("/phase", "round_over"), "/phase|/result"),
        ("the match goes on", put("/result/match/over", False), RESULT),
        ("another reason", put("/result/match/reason", "rounds"), RESULT),
        ("another winner", put("/result/match/winners", ["zoe"]), RESULT),
        ("a draw", put("/result/match/draw", True), RESULT),
        ("points", more("/result/scores/{left}/points"), RESULT),
        ("another total", more("/result/scores/{left}/after"), "/result|/players"),
        ("a total unlike the result", more(f"{ALONE}/total"), "/players|/result"),
        ("somebody to play", put("/to_play", "{alone}"), "/to_play"),
        ("something drawn", put("/drawn", HELD), "/drawn"),
        ("a close", put("/closer", CLOSED), "/closer|/result"),
        ("no result", put("/result", None), RESULT),
        ("six cards", both(*[move(f"{ALONE}/cards", "/stock")] * 2), f"{ALONE}/cards"),
        ("eight cards of two", move("/stock", f"{LEFT}/cards"), f"{LEFT}/cards"),
        ("two are in", put(f"{LEFT}/out", False), "/players|/result|/phase"),
    ],
    "eight deal": [
        ("something drawn", put("/drawn", HELD), "/drawn"),
        ("the lead is to draw", put("/phase", "draw"), "/phase|/players"),
        ("seven cards of the lead", move(HAND, "/stock"), HAND),
        ("eight cards of another", move(HAND, NEXT), f"{HAND} {NEXT}"),
        ("a card turned up", move("/stock", "/discards"), "/discards"),
        ("a turn of the lead", more(f"{ME}/turns"), "/players|/to_play|/drawn"),
        ("another leads", put("/lead", "{other}"), "/lead|/to_play|/drawn"),
        ("the rules of a table where none has eight", put("/rules", "barajamos"), "/drawn"),
    ],
    "eight draw": [
        ("nothing was discarded", put("/discards", []), ""),
        ("eight cards before the draw", move("/stock", HAND), HAND),
    ],
    "undrawn closed": [
        ("the rules of a table where one draws", put("/rules", "barajamos"), "/closer"),
        ("eight cards of the closer", move("/stock", HAND), HAND),
        ("a stocked card discarded too", put("/closer/discard", "1o"), ""),
    ],
}


@pytest.mark.parametrize(("name", "damage", "places", "kinds"), spread(IMPOSSIBLE, 422))
def test_the_errors_point_at_what_is_impossible_in_it(
    post: Any, matches: Matches, name: str, damage: Damage, places: str, kinds: tuple[int, ...]
) -> None:
    state = matches.state(name)
    places = places.format(**who(state))
    damage(state)
    assert told(post, state, places, kinds) > 0

"""An impossible state is refused with every fault."""

from typing import Any

import pytest
from support.impossible_checks import spread, told
from support.impossible_states import (
    USUAL,
    Cases,
    Damage,
    Matches,
    both,
    cut,
    drawn_elsewhere,
    drop,
    laid_off,
    more,
    move,
    not_held,
    of_another_kind,
    put,
    stocked_discard,
    swap,
    uncounted,
    who,
)

ME, HAND, OTHER, OUT = "/players/{me}", "/players/{me}/cards", "/players/{other}", "/players/{out}"
NEXT, SCORE, SHOWN = f"{OTHER}/cards", "/result/scores/{other}", "/result/showdown/opponents/0"
HELD = {"from": "stock", "card": "1o"}
CLOSED = {"player": "ana", "discard": "1o", "melds": []}
LAID = [{"kind": "set", "cards": ["2o", "2c", "2e"], "stands_for": None}]
CARDS, PILES = "/players|/stock|/discards|/closer", "/drawn|/discards|/stock"
TURN, RESULT = "/to_play|/lead|/players", "/result"
ITEMS = [{"code": "card", "card": "1o", "points": 1}]
MIXED = {"base": "barajamos", "players": {"min": 6, "max": 3}}
# What is done to a state of a moment, at the usual tables or at those named, and the pointers told:
# all of those parted by spaces, of which each may be any of those parted by bars, or longer.
IMPOSSIBLE: Cases = {
    "deal": [
        ("three cards face up", both(*[move("/stock", "/discards")] * 2), "/discards|/stock"),
        ("another to play than leads", put("/to_play", "{other}"), TURN),
        ("a turn of who leads", more(f"{ME}/turns"), "/players|/to_play"),
        ("a total before any round", put(f"{OTHER}/total", 5), OTHER),
        ("a stock that was never empty", put("/exhaustions", 1), "/exhaustions|/stock"),
    ],
    "barajamos deal": [("too few players", drop(OTHER), "/players")],
    "classic deal": [
        ("two players fewer", both(drop("/players/4"), drop("/players/3")), ""),
        ("a player's cards stocked", both(*[move(NEXT, "/stock")] * 7, drop(OTHER)), CARDS),
    ],
    "draw": [
        ("a card lost from a hand", drop(f"{HAND}/0"), HAND),
        ("a card lost from the stock", drop("/stock/0"), ""),
        ("a card lost from the discards", drop("/discards/0"), ""),
        ("a card doubled in the stock", move("/stock", "/stock", keep=True), CARDS),
        ("a held card in the stock too", move(HAND, "/stock", keep=True), CARDS),
        ("a discard held too", both(drop(f"{HAND}/0"), move("/discards", HAND, keep=True)), CARDS),
        ("a held card put on the stock", move(HAND, "/stock"), HAND),
        ("a hand of eight before the draw", move("/stock", HAND), HAND),
        ("a hand of eight of another", move("/stock", NEXT), NEXT),
        ("hands of six and of eight", move(HAND, NEXT), f"{HAND} {NEXT}"),
        ("a stocked card that the deck lacks", put("/stock/0", "{absent}"), "/stock/0"),
        ("a held card that the deck lacks", put(f"{HAND}/0", "{absent}"), f"{HAND}/0"),
        ("a joker too many", lambda state: state["stock"].insert(0, "JK"), CARDS),
        ("something drawn before the draw", put("/drawn", HELD), "/drawn"),
        ("a stranger to play", put("/to_play", "zoe"), "/to_play"),
        ("nobody to play", put("/to_play", None), "/to_play"),
        ("the wrong one to play", put("/to_play", "{other}"), TURN),
        ("a stranger leads", put("/lead", "zoe"), "/lead"),
        ("a running round called over", put("/phase", "round_over"), "/result|/phase|/to_play"),
        ("a draw called a discard", put("/phase", "discard"), "/drawn|/phase"),
        ("a running round called off", put("/phase", "cancelled"), "/to_play|/phase"),
        ("five turns too many", more(f"{OTHER}/turns", 5), "/players|/to_play"),
        ("a total over the limit", put(f"{OTHER}/total", 101), OTHER),
        ("out under the limit", put(f"{OTHER}/out", True), OTHER),
        ("contradictory rules", put("/rules", MIXED), "/rules"),
        ("a close before the draw", put("/closer", CLOSED), "/closer"),
        ("a play-off before any round", put("/play_off", True), "/play_off|/players"),
    ],
    "barajamos,ludoteka,fournier draw": [
        ("more rejoins than allowed", put(f"{OTHER}/rejoins", 3), f"{OTHER}/rejoins"),
    ],
    "barajamos draw": [("the rules of another deck", put("/rules", "fournier"), CARDS)],
    "classic draw": [("one exhaustion too many", put("/exhaustions", 2), "/exhaustions")],
    "ludoteka draw": [("too many exhaustions", put("/exhaustions", 4), "/exhaustions")],
    "tie play-off": [("a play-off denied", put("/play_off", False), "/play_off|/players")],
    "discard": [
        ("nobody with eight cards", move(HAND, "/stock"), HAND),
        ("two with eight cards", move("/stock", NEXT), NEXT),
        ("the wrong one with eight cards", move(HAND, NEXT), f"{HAND} {NEXT}"),
        ("nothing drawn after the draw", put("/drawn", None), "/drawn"),
        ("a draw from the pile as dealt", put("/drawn/from", "discards"), PILES),
        ("the wrong one to discard", put("/to_play", "{other}"), TURN),
        ("a discard called a draw", put("/phase", "draw"), "/drawn|/phase"),
    ],
    "taken": [
        ("a drawn card that is not held", drawn_elsewhere, "/drawn"),
        ("a draw from the stock as dealt", put("/drawn/from", "stock"), PILES),
    ],
    "barajamos,classic,ludoteka gone": [
        ("one who is out to play", put("/to_play", "{out}"), "/to_play"),
        ("one who is out leads", put("/lead", "{out}"), "/lead"),
        ("a turn of who is out", put(f"{OUT}/turns", 1), OUT),
        ("in over the limit", put(f"{OUT}/out", False), OUT),
        ("out with no points", put(f"{OUT}/total", 0), OUT),
        ("out with cards", move("/stock", f"{OUT}/cards"), f"{OUT}/cards"),
    ],
    "cancelled": [
        ("somebody to play what is off", put("/to_play", "ana"), "/to_play"),
        ("a close of what is off", put("/closer", CLOSED), "/closer"),
        ("in over the limit when called off", put(f"{OTHER}/total", 101), OTHER),
    ],
    "barajamos rejoined": [("a rejoin not counted", uncounted, "/players")],
    "over": [
        ("a stranger has led", put("/lead", "zoe"), "/lead"),
        ("another has led", put("/lead", "{second}"), "/lead|/players|/closer"),
        ("no result", put("/result", None), RESULT),
        ("a round over called a draw", put("/phase", "draw"), "/result|/phase|/to_play"),
        ("a round over called a match over", put("/phase", "match_over"), "/phase|/result"),
        ("three turns too many", more(f"{OTHER}/turns", 3), "/players"),
        ("no turn of who closed", put(f"{ME}/turns", 0), "/players|/closer"),
        ("a name twice", put(f"{OTHER}/player", "{me}"), "/players"),
        ("a stranger has closed", put("/closer/player", "zoe"), "/closer|/result"),
        ("another has closed", put("/closer/player", "{other}"), "/closer|/result|/players"),
        ("nobody has closed", put("/closer", None), "/closer|/result"),
        ("the closing discard in a pile too", stocked_discard, CARDS),
        ("no closing discard", put("/closer/discard", None), "/closer/discard"),
        ("no melds of the closer", put("/closer/melds", []), "/closer|/result"),
        ("a meld of two", cut, "/closer/melds|/result"),
        ("a meld of the other kind", of_another_kind, "/closer/melds"),
        ("a meld of what is not held", not_held, "/closer"),
        ("two hands exchange a card", swap(HAND, NEXT), "/closer|/result"),
        ("a hand and the stock exchange a card", swap(NEXT, "/stock"), RESULT),
        ("somebody to play after the round", put("/to_play", "ana"), "/to_play"),
        ("something drawn after the round", put("/drawn", HELD), "/drawn"),
        ("a hand of six after the round", move(NEXT, "/stock"), NEXT),
        ("other points", more(f"{SCORE}/points"), RESULT),
        ("another total before", more(f"{SCORE}/before"), RESULT),
        ("another total after", more(f"{SCORE}/after"), "/result|/players"),
        ("a total unlike the result", more(f"{OTHER}/total"), "/players|/result"),
        ("points made of what is not held", put(f"{SCORE}/items", ITEMS), RESULT),
        (
            "a first round begun at one",
            both(more(f"{SCORE}/before"), more(f"{SCORE}/after"), more(f"{OTHER}/total")),
            "/result|/players",
        ),
        ("no scores", put("/result/scores", []), RESULT),
        ("out against the result", put(f"{OTHER}/out", True), "/players|/result"),
        ("a match over that goes on", put("/result/match/over", True), RESULT),
        ("a result that is not legal", put("/result/legal", False), RESULT),
        ("no showdown", put("/result/showdown", None), RESULT),
        ("other points shown", more(f"{SHOWN}/points"), RESULT),
        ("others unmatched", put(f"{SHOWN}/unmatched", ["1c"]), RESULT),
        ("an opponent not shown", drop(SHOWN), RESULT),
        ("an empty table", put("/result/showdown/table", []), RESULT),
        ("other points of the closer", more("/result/showdown/closer/points"), RESULT),
        ("other melds shown", put(f"{SHOWN}/melds", LAID), RESULT),
        ("a card laid off that never was", laid_off, RESULT),
    ],
    "barajamos,ludoteka,fournier over": [
        ("a rejoin of one never out", put(f"{OTHER}/rejoins", 1), OTHER),
    ],
    "ended": [
        ("a match over without a result", put("/result", None), RESULT),
        ("a match over called a round over", put("/phase", "round_over"), "/phase|/result"),
        ("a match over that goes on", put("/result/match/over", False), RESULT),
        ("another reason", put("/result/match/reason", "rounds"), RESULT),
        ("no winner", put("/result/match/winners", []), RESULT),
        ("another winner", put("/result/match/winners", ["zoe"]), RESULT),
    ],
}
ONE = "/players/0"
SAID = "/version /rules /seed /round /phase /lead"
LISTS = f"/players {ONE} {ONE}/cards /stock /discards"
COUNTED = f"{ONE}/total {ONE}/rejoins {ONE}/out {ONE}/left {ONE}/turns /exhaustions /play_off"
NEVER: list[tuple[Any, str]] = [
    (None, f"{SAID} {LISTS} {COUNTED} {ONE}/player"),
    ("1", f"/version /rules /round /phase {LISTS} {COUNTED} /drawn /closer /result"),
    ("", f"{SAID} {ONE}/player /to_play"),
    (5, f"/rules /seed /phase /lead {LISTS} {ONE}/player /to_play /drawn /closer /result"),
    (0.5, f"/version /round {COUNTED}"),
    (True, f"/round {ONE}/total {ONE}/rejoins {ONE}/turns /exhaustions"),
    (0, f"/round {ONE}/out {ONE}/left /play_off"),
    (-1, f"/round {ONE}/rejoins {ONE}/turns /exhaustions"),
    (100_001, f"/round {ONE}/total {ONE}/rejoins {ONE}/turns /exhaustions"),
    (-100_001, f"{ONE}/total"),
    ("x" * 65, f"/lead /to_play {ONE}/player"),
    ("x" * 129, "/seed"),
    ("a\0", f"{ONE}/player"),
    ([], f"/players {ONE} /drawn /closer /result"),
    ({}, f"{LISTS} /to_play /drawn /closer"),
    (["7O"], f"/players {ONE}/cards /stock /discards"),
    ([None], f"/players {ONE}/cards /stock /discards"),
    ({"from": "hand", "card": "1o"}, "/drawn"),
    ({"from": "stock"}, "/drawn"),
    ({"player": "ana"}, "/closer"),
    (1, f"/extra {ONE}/extra"),
]
MEMBERS = "/version /seed /round /phase /lead /to_play /drawn /players /stock /discards"
MEMBERS += " /exhaustions /play_off /closer /result"
MEMBERS += f" {ONE}/player {ONE}/total {ONE}/rejoins {ONE}/out {ONE}/turns {ONE}/cards {ONE}/left"
UNPUBLISHED: Cases = {"draw": [("a version to come", put("/version", 2), "/version")]}
BROKEN: Cases = {
    "draw": [
        *((f"{at} {v!r:.30}", put(at, v), at) for v, all_at in NEVER for at in all_at.split()),
        *((f"without {at}", drop(at), at) for at in MEMBERS.split()),
    ],
    "over": [
        ("an unknown kind", put("/closer/melds/0/kind", "both"), "/closer/melds/0/kind"),
    ],
}


@pytest.mark.parametrize(
    ("name", "damage", "places", "kinds"),
    [*spread(IMPOSSIBLE, 422), *spread(BROKEN, 400), *spread(UNPUBLISHED, 400, 422)],
)
def test_the_errors_point_at_what_is_impossible_in_a_state(
    post: Any, matches: Matches, name: str, damage: Damage, places: str, kinds: tuple[int, ...]
) -> None:
    state = matches.state(name)
    places = places.format(**who(state))
    damage(state)
    assert told(post, state, places, kinds) > 0


@pytest.mark.parametrize("value", [None, [], "state", 5, True])
def test_what_is_no_state_at_all_is_refused(post: Any, value: Any) -> None:
    assert told(post, value, "", (400,)) > 0


TOGETHER = [  # a damage to who plays, leads or has closed comes last: the others are told by it
    ("draw", ["something drawn before the draw", "a close before the draw", "a stranger leads"]),
    ("draw", ["a hand of eight before the draw", "a close before the draw", "nobody to play"]),
    ("draw", ["a card lost from a hand", "a total over the limit", "something drawn before"]),
    ("discard", ["two with eight cards", "nothing drawn after", "the wrong one to discard"]),
    ("over", ["something drawn after", "a hand of six after", "somebody to play after"]),
    ("over", ["another total after", "something drawn after", "a stranger has led"]),
]


@pytest.mark.parametrize("table", USUAL.split())
@pytest.mark.parametrize(("moment", "names"), TOGETHER)
def test_independent_faults_are_all_reported(
    post: Any, matches: Matches, table: str, moment: str, names: list[str]
) -> None:
    state = matches.state(f"{table} {moment}")
    cases = [next(c for c in IMPOSSIBLE[moment] if c[0].startswith(name)) for name in names]
    places = " ".join(case[2] for case in cases).format(**who(state))
    for case in cases:
        case[1](state)
    assert told(post, state, places) >= len(names)


def test_mistakes_are_all_reported(post: Any, matches: Matches) -> None:
    state = matches.state("barajamos draw")
    state |= {"round": 0, "phase": "over", "extra": 1, "seed": ""}
    del state["lead"]
    assert told(post, state, "/round /phase /extra /seed /lead", (400,)) == 5

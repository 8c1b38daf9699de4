"""A match as it is played: what each action does, and why some may not be done (RULES §2)."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import plainly
import pytest
from msgspec.structs import replace
from showdowns import card_list

from service.rules.actions import Action, Cancel, Chosen, Close, Deal, Discard, Draw, Rejoin
from service.rules.cards import ALL_CARDS, Card
from service.rules.dealing import first_deal
from service.rules.events import Event, EventType
from service.rules.legality import check
from service.rules.places import Place
from service.rules.playing import IllegalActionError, apply, closings, listed
from service.rules.profiles import PROFILES
from service.rules.replay import replay
from service.rules.seats import GivenLayOff
from service.rules.state import Drawn, Phase, Pile, State
from service.rules.summary import Summary
from service.rules.table import table_of
from service.rules.view import view

NAMES = ("ana", "ben", "eva", "fran")

# Nobody can lay off a card on ana's sevens or court cards. At tables with courts of 10, 11 and 12
# these hands leave 1, 20, 27 and 44 points.
HANDS = {
    "ana": "7o 7c 7e 10o 11o 12o 1b",
    "ben": "1c 3c 5c 1e 2e 3o 5o",
    "eva": "2o 4o 6o 2c 4c 6c 3e",
    "fran": "4e 6e 2b 4b 6b 12e 10c",
}
ADDS = {"ana": 1, "ben": 20, "eva": 27, "fran": 44}

STOCK, DISCARDS = Draw(Pile.STOCK), Draw(Pile.DISCARDS)
LAST = Discard(Card("7b"))
CLOSE = Close(Card("7b"))


def over(base: Any, **groups: dict[str, Any]) -> dict[str, Any]:
    return {"base": base, **groups}


TWO_PACKS = over("barajamos", deck={"two_packs_from": 4})
NO_FIRST = over("barajamos", turn={"may_take_first_discard": False})
NOT_BACK = over("barajamos", turn={"may_discard_taken_card": False})
NOT_BACK_TWO_PACKS = NOT_BACK | TWO_PACKS
TWO_ROUNDS = over("barajamos", match={"limit": None, "ends": "rounds", "rounds": 2})


def stand(
    rules: Any = "barajamos",
    seats: int = 4,
    hands: dict[str, str] | None = None,
    discards: int | str = 1,
    drawn: str | None = None,
    totals: dict[str, int] | None = None,
    **changes: Any,
) -> State:
    """ana to play, everybody's second turn; with `drawn` she has that card from the stock."""
    state, _ = first_deal(
        table_of(plainly.rules_of(rules), seats), NAMES[:seats], "secret seed", "ana"
    )
    rest = list(state.table.deck)

    def take(text: str) -> tuple[Card, ...]:
        for card in card_list(text):
            rest.remove(card)
        return card_list(text)

    held = {name: take((HANDS | (hands or {}))[name]) for name in state.names()}
    if drawn:
        held["ana"] += take(drawn)
        changes = {"phase": Phase.DISCARD, "drawn": Drawn(Pile.STOCK, Card(drawn))} | changes
    pile = " ".join(rest[:discards]) if isinstance(discards, int) else discards
    lying = take(pile)
    players = tuple(
        replace(one, cards=held[one.player], turns=1, total=(totals or {}).get(one.player, 0))
        for one in state.players
    )
    return replace(state, players=players, stock=tuple(rest), discards=lying, **changes)


def without_stock(rules: Any, drawn: str | None = None, **changes: Any) -> State:
    """All cards that nobody holds are discards."""
    state = stand(rules, drawn=drawn, **changes)
    return replace(state, stock=(), discards=(*state.discards, *state.stock))


def closing(
    rules: Any = "barajamos", *, seats: int = 4, ends: dict[str, int], **more: Any
) -> State:
    """ana may close; if she does, totals end like this."""
    totals = {name: total - ADDS[name] for name, total in ends.items()}
    return stand(rules, seats, drawn="7b", totals=totals, **more)


def summed_up(rules: Any = "barajamos", **ends: int) -> State:
    """ana has closed, and totals are these."""
    state, _ = play(closing(rules, seats=len(ends), ends=ends), CLOSE)
    assert totals_of(state) == ends
    return state


def changed(state: State, player: str, **changes: Any) -> State:
    return state.with_player(replace(state.player(player), **changes))


def play(state: State, *actions: Action) -> tuple[State, list[Event]]:
    events: list[Event] = []
    for action in actions:
        state, more = apply(state, action)
        events += more
        assert whole(state)
    return state, events


def whole(state: State) -> bool:
    """Each card of the deck is in exactly one place."""
    lying = [*state.stock, *state.discards, *([state.closer.discard] if state.closer else [])]
    held = [card for one in state.players for card in one.cards]
    return Counter(lying + held) == Counter(state.table.deck)


def result(state: State) -> Summary:
    assert state.result is not None
    return state.result


def status(state: State) -> Any:
    return plainly.plain(result(state).status)


def points(state: State) -> dict[str, int]:
    return {score.player: score.points for score in result(state).scores}


def totals_of(state: State) -> dict[str, int]:
    return {one.player: one.total for one in state.players}


def who_is_out(state: State) -> set[str]:
    return {one.player for one in state.players if one.out}


def codes(state: State, action: Action) -> set[str]:
    return {str(violation.code) for violation in check(state, action)}


def types(events: list[Event]) -> list[str]:
    return [f"{event.type} {event.player}" if event.player else str(event.type) for event in events]


# The stock


@pytest.mark.parametrize(
    ("keeps_top", "stock", "pile"), [(False, 20, 0), (True, 19, 1)], ids=["none stays", "top stays"]
)
def test_a_draw_from_an_empty_stock_shuffles_the_discards_into_a_new_one(
    keeps_top: bool, stock: int, pile: int
) -> None:
    before = without_stock(over("barajamos", stock={"keeps_top_discard": keeps_top}))
    assert len(before.discards) == 20
    after, events = play(before, STOCK)
    assert types(events) == ["reshuffled", "drew ana"]
    assert events[0].told == {"count": stock, "kept": pile}
    assert (len(after.stock), after.exhaustions) == (stock - 1, 1)
    assert after.discards == (before.discards[-1:] if keeps_top else ())
    assert after.drawn
    assert after.player("ana").cards == (*before.player("ana").cards, after.drawn.card)


@pytest.mark.parametrize(
    ("rules", "discards", "stock", "pile"),
    [("fournier", 12, 11, 1), ("ludoteka", 14, 14, 0), ("classic", 14, 14, 0)],
)
def test_a_turn_that_emptied_the_stock_ends_with_a_new_one(
    rules: str, discards: int, stock: int, pile: int
) -> None:
    before = without_stock(rules, "7b")
    assert len(before.discards) == discards - 1
    after, events = play(before, LAST)
    assert types(events) == ["discarded ana", "reshuffled"]
    assert (len(after.stock), after.discards) == (stock, ("7b",) * pile)
    assert (after.to_play, after.phase, after.exhaustions) == ("ben", Phase.DRAW, 1)
    assert (codes(after, DISCARDS) == {"draw.no_discards"}) is not bool(pile)


def test_a_card_taken_from_the_discards_at_an_empty_stock_causes_nothing() -> None:
    before = without_stock(over("barajamos", stock={"ends_on_exhaustion": 1}))
    after, events = play(before, DISCARDS, Discard(Card("1b")))
    assert types(events) == ["drew ana", "discarded ana"]
    assert (after.stock, len(after.discards), after.exhaustions) == ((), 20, 0)
    assert after.phase is Phase.DRAW


ENDS_ON_TWO = over("barajamos", stock={"ends_on_exhaustion": 2})


@pytest.mark.parametrize(
    ("rules", "earlier", "ends"),
    [
        ("classic", 0, False),
        ("classic", 1, True),
        ("ludoteka", 2, False),
        ("ludoteka", 3, True),
        ("fournier", 9, False),
        ("barajamos", 9, False),
        (ENDS_ON_TWO, 0, False),
        (ENDS_ON_TWO, 1, True),
    ],
)
def test_the_exhaustion_that_the_table_names_ends_the_round(
    rules: Any, earlier: int, ends: bool
) -> None:
    on_draw = rules in ("barajamos", ENDS_ON_TWO)
    before = without_stock(rules, None if on_draw else "7b", exhaustions=earlier)
    after, events = play(before, STOCK if on_draw else LAST)
    assert after.exhaustions == earlier + 1
    assert (after.phase is Phase.ROUND_OVER) is ends
    assert (EventType.RESHUFFLED in [event.type for event in events]) is not ends


@pytest.mark.parametrize("rules", ["classic", "ludoteka", ENDS_ON_TWO])
def test_after_the_last_exhaustion_everybody_adds_what_is_unmatched_and_nobody_lays_off(
    rules: Any,
) -> None:
    # At 40 cards ana has melded all seven, and eva's 6o would fit on her run.
    hands = {"ana": "7o 10o 11o 12o 11c 11e 11b"}
    on_draw, last = rules is ENDS_ON_TWO, 3 if rules == "ludoteka" else 1
    before = without_stock(rules, None if on_draw else "7b", hands=hands, exhaustions=last)
    after, events = play(replace(before, lead="eva"), STOCK if on_draw else LAST)
    adds = ADDS | {"ana": 7 if on_draw else 0}
    assert points(after) == totals_of(after) == adds
    assert (after.closer, after.to_play, after.drawn, after.stock) == (None, None, None, ())
    assert after.discards == (before.discards if on_draw else (*before.discards, "7b"))
    shown = result(after).showdown
    assert shown
    assert shown.closer is None
    assert not any(end.lay_offs for end in shown.opponents)
    assert types(events) == [
        *([] if on_draw else ["discarded ana"]),
        *("shown eva", "shown fran", "shown ana", "shown ben"),
        *("scored ana", "scored ben", "scored eva", "scored fran"),
        "round_over",
    ]
    assert events[-1].told == {"exhausted": True}


def test_a_close_on_the_turn_that_drew_the_last_card_stands() -> None:
    after, events = play(without_stock("ludoteka", "7b", exhaustions=3), CLOSE)
    assert after.closer
    assert after.closer.player == "ana"
    assert (after.exhaustions, points(after)) == (3, ADDS)
    assert events[-1].told == {"exhausted": False}


# Lead and turns


def test_the_first_lead_is_as_given_or_drawn_by_the_seed() -> None:
    table = table_of(PROFILES["barajamos"], 4)
    drawn = {first_deal(table, NAMES, f"seed {n}", None)[0].lead for n in range(60)}
    assert drawn == set(NAMES)
    for name in NAMES:
        state, events = first_deal(table, NAMES, "seed", name)
        assert (state.lead, state.to_play, types(events)[0]) == (name, name, f"dealt {name}")


@pytest.mark.parametrize(
    ("lead", "ends", "back", "following"),
    [
        ("ana", (10, 20, 30, 44), [], "ben"),
        ("eva", (10, 20, 30, 44), [], "fran"),
        ("fran", (10, 20, 30, 44), [], "ana"),
        ("ana", (10, 71, 30, 44), [], "eva"),
        ("ana", (10, 71, 30, 44), ["ben"], "ben"),
        ("ana", (10, 71, 72, 44), ["eva"], "eva"),
        ("ana", (71, 20, 30, 44), [], "ben"),
        ("ana", (71, 72, 30, 44), ["ana"], "eva"),
        ("eva", (71, 20, 30, 90), ["ana"], "ana"),
    ],
)
def test_the_next_seat_still_in_after_rejoins_leads_whoever_closed(
    lead: str, ends: tuple[int, ...], back: list[str], following: str
) -> None:
    state = closing(ends=dict(zip(NAMES, ends, strict=True)), lead=lead)
    after, _ = play(state, CLOSE, *map(Rejoin, back), Deal())
    assert (after.lead, after.to_play, after.round) == (following, following, 2)
    out = {name for name, total in zip(NAMES, ends, strict=True) if total > 70} - set(back)
    assert {one.player for one in after.players if not one.cards} == out == who_is_out(after)


def test_a_turn_passes_by_who_is_out() -> None:
    state, _ = play(summed_up(ana=10, ben=71, eva=30, fran=72), Deal())
    turns = []
    for _ in range(4):
        turns.append(state.to_play)
        state, _ = play(state, STOCK)
        assert state.drawn is not None
        state, _ = play(state, Discard(state.drawn.card))
    assert turns == ["eva", "ana", "eva", "ana"]
    assert [one.turns for one in state.players] == [2, 0, 2, 0]


# Refusals

FRESH = stand()
HOLDING = stand(drawn="7b")
TAKEN = {"discards": "12c", "drawn": "7b"}
SUMMARY = summed_up(ana=60, ben=66, eva=71, fran=90)
NEXT = play(SUMMARY, Deal())[0]
OVER = summed_up(ana=60, ben=71, eva=72, fran=90)
CANCELLED = play(HOLDING, Cancel())[0]
FIRST_TURN = replace(
    stand(NO_FIRST), players=tuple(replace(one, turns=0) for one in stand(NO_FIRST).players)
)


EQUAL_CARDS = "7o 7c 7e 10o 11o 11e 1b"


def having_taken(rules: Any, hand: str = HANDS["ana"]) -> State:
    return play(stand(rules, hands={"ana": hand}, discards="11e"), DISCARDS)[0]


@pytest.mark.parametrize(
    ("state", "action", "expected"),
    [
        (FRESH, Draw(Pile.STOCK, "ben"), {"action.not_your_turn"}),
        (FRESH, Draw(Pile.STOCK, "ana"), set()),
        (HOLDING, Discard(Card("7b"), "eva"), {"action.not_your_turn"}),
        (HOLDING, Close(Card("7b"), player="eva"), {"action.not_your_turn"}),
        (HOLDING, STOCK, {"action.wrong_phase"}),
        (HOLDING, DISCARDS, {"action.wrong_phase"}),
        (HOLDING, Deal(), {"action.wrong_phase"}),
        (FRESH, LAST, {"action.wrong_phase"}),
        (SUMMARY, STOCK, {"action.wrong_phase"}),
        (SUMMARY, LAST, {"action.wrong_phase"}),
        *((OVER, action, {"action.match_over"}) for action in (STOCK, LAST, CLOSE, Deal())),
        *((CANCELLED, action, {"action.match_over"}) for action in (STOCK, LAST, CLOSE, Deal())),
        (OVER, Cancel(), {"action.match_over"}),
        (CANCELLED, Cancel(), {"action.match_over"}),
        (stand(discards=0), DISCARDS, {"draw.no_discards"}),
        (FIRST_TURN, DISCARDS, {"draw.first_discard"}),
        (FIRST_TURN, STOCK, set()),
        (changed(FIRST_TURN, "fran", turns=1), DISCARDS, set()),
        (HOLDING, Discard(Card("12c")), {"discard.not_held"}),
        (having_taken(NOT_BACK), Discard(Card("11e")), {"discard.just_taken"}),
        (having_taken(NOT_BACK), Discard(Card("1b")), set()),
        (having_taken("barajamos"), Discard(Card("11e")), set()),
        (having_taken(NOT_BACK_TWO_PACKS, EQUAL_CARDS), Discard(Card("11e")), set()),
        (stand(NOT_BACK, drawn="11e"), Discard(Card("11e")), set()),
        (FRESH, CLOSE, {"close.not_now"}),
        (SUMMARY, CLOSE, {"close.not_now"}),
        (HOLDING, Close(Card("12c")), {"close.discard_not_held"}),
        (HOLDING, Close(Card("12o")), {"close.too_many_points"}),
        (changed(stand("ludoteka", drawn="7b"), "ana", turns=0), CLOSE, {"close.too_early"}),
        (changed(HOLDING, "ana", turns=0), CLOSE, set()),
        (stand("ludoteka", drawn="7b"), CLOSE, set()),
        (SUMMARY, Rejoin("ana"), {"rejoin.not_out"}),
        (SUMMARY, Rejoin("eva"), set()),
        (changed(SUMMARY, "eva", rejoins=2), Rejoin("eva"), {"rejoin.none_left"}),
        (changed(SUMMARY, "eva", rejoins=1), Rejoin("eva"), set()),
        (
            summed_up(over("barajamos", rejoin={"min_players_in": 3}), ana=60, ben=66, eva=71),
            Rejoin("eva"),
            {"rejoin.too_few_in"},
        ),
        (
            summed_up(over("barajamos", rejoin={"min_seats": 4}), ana=60, ben=66, eva=71),
            Rejoin("eva"),
            {"rejoin.too_few_seats"},
        ),
        (NEXT, Rejoin("eva"), {"rejoin.too_late"}),
        (changed(SUMMARY, "eva", cards=()), Rejoin("eva"), {"rejoin.too_late"}),
        (FRESH, Rejoin("eva"), {"rejoin.not_out", "rejoin.too_late"}),
        (OVER, Rejoin("ben"), {"rejoin.match_over"}),
        (CANCELLED, Rejoin("ben"), {"rejoin.match_over"}),
    ],
)
def test_what_may_not_be_done_is_refused_with_its_reasons(
    state: State, action: Action, expected: set[str]
) -> None:
    assert codes(state, action) == expected
    if expected:
        with pytest.raises(IllegalActionError):
            apply(state, action)


# Closing by hand: case 16, ana first, then ben and eva

CASE_16 = {
    "ana": "5o 5c 5e 1b 2b 3b 4e",
    "ben": "10b 12o 7c 6e 2o 1c 3e",
    "eva": "10o 10c 10e 4b 6c 12e 2c",
}
FIVES_AND_RUN = ["5o 5c 5e", "1b 2b 3b"]
TENS = ["10o 10c 10e"]
TENS_OF_BEN = ["10o 10e 10b"]

Chooses = dict[str, tuple[list[str] | None, list[str] | None]]


def by_hand(melds: list[str] | None, chooses: Chooses, discard: str = "11c") -> Close:
    """Lay-offs are written as card, owner, meld and place."""

    def given(text: str, path: tuple[str | int, ...]) -> GivenLayOff:
        card, owner, meld, place = text.split()
        return GivenLayOff(Card(card), owner, int(meld), Place(place), None, path)

    def shown(listed: list[str] | None, path: tuple[str | int, ...]) -> Any:
        return None if listed is None else plainly.shown([m.split() for m in listed], path)

    opponents = []
    for at, (name, (own, steps)) in enumerate(chooses.items()):
        path = ("action", "opponents", at)
        laid = [given(step, (*path, "lay_offs", n)) for n, step in enumerate(steps or [])]
        lay_offs = None if steps is None else tuple(laid)
        opponents.append(Chosen(name, path, shown(own, (*path, "melds")), lay_offs))
    return Close(Card(discard), shown(melds, ("action", "melds")), tuple(opponents))


@pytest.mark.parametrize(
    ("rules", "melds", "chooses", "expected"),
    [
        ("barajamos", None, {}, (4, 41, 20)),
        ("barajamos", FIVES_AND_RUN, {"eva": (TENS, ["4b ana 1 high"])}, (4, 41, 20)),
        ("barajamos", FIVES_AND_RUN[::-1], {"eva": (None, ["4b ana 0 high"])}, (4, 41, 20)),
        ("barajamos", None, {"ben": ([], []), "eva": (TENS, [])}, (4, 41, 24)),
        ("barajamos", None, {"eva": ([], [])}, (4, 41, 54)),
        ("barajamos", None, {"eva": ([], None)}, (4, 41, 50)),
        ("fournier", None, {"ben": ([], ["10b eva 0 set"])}, (4, 29, 18)),
        ("fournier", None, {"ben": ([], [])}, (4, 37, 18)),
    ],
)
def test_who_closes_and_opponents_meld_and_lay_off_as_they_choose(
    rules: str, melds: list[str] | None, chooses: Chooses, expected: tuple[int, ...]
) -> None:
    after, _ = play(stand(rules, 3, CASE_16, drawn="11c"), by_hand(melds, chooses))
    assert tuple(points(after).values()) == expected
    assert after.closer
    assert (after.closer.discard, len(after.closer.melds)) == ("11c", 2)
    assert after.player("ana").turns == 2


def test_a_close_tells_who_showed_and_laid_off_what_and_keeps_the_discard_secret() -> None:
    _, events = play(stand("barajamos", 3, CASE_16, drawn="11c"), Close(Card("11c")))
    assert types(events) == [
        *("closed ana", "shown ana", "shown ben", "shown eva", "laid_off eva"),
        *("scored ana", "scored ben", "scored eva", "round_over"),
    ]
    assert events[0].secret == {"discard": "11c"}
    assert "11c" not in str([event.told for event in events])


def ben(melds: list[str], *steps: str) -> Close:
    return by_hand(None, {"ben": (melds, [*steps])})


def eva(melds: list[str], *steps: str) -> Close:
    return by_hand(None, {"eva": (melds, [*steps])})


LAID = "opponents/0/lay_offs/0"
SHOWN = "opponents/0/melds/0"


@pytest.mark.parametrize(
    ("action", "code", "place", "lay_off"),
    [
        (by_hand(["5o 5c 1b"], {}), "meld.no_meld", "melds/0", {}),
        (by_hand(["5o 5c 5b"], {}), "meld.card_not_held", "melds/0/2", {}),
        (by_hand(["5o 5c 5e", "5o 5c 5e"], {}), "meld.card_used_twice", "melds/1/0", {}),
        (by_hand(None, {}, "12b"), "close.discard_not_held", "discard", {}),
        (ben(["7c 6e 3e"]), "meld.no_meld", SHOWN, {}),
        (ben(TENS), "meld.card_not_held", f"{SHOWN}/0", {}),
        (ben([], "10b eva 0 set"), "lay_off.not_yet_shown", LAID, {}),
        (eva(TENS, "4b ana 0 set"), "lay_off.does_not_fit", LAID, {}),
        (eva(TENS, "4b ana 1 low"), "lay_off.does_not_fit", LAID, {}),
        (eva(TENS, "4b ana 2 high"), "lay_off.no_such_meld", LAID, {}),
        (eva(TENS, "4c ana 1 high"), "lay_off.card_not_held", LAID, {}),
        (eva(TENS, "10o eva 0 set"), "lay_off.card_not_held", LAID, {}),
        (eva(TENS, "4b ana 1 high"), "lay_off.not_allowed", LAID, {"allowed": False}),
        (eva([], "4b ana 1 high"), "lay_off.no_own_meld", LAID, {"requires_own_meld": True}),
        (eva(TENS, "JK ana 1 high"), "lay_off.wild", LAID, {"wilds_may": False}),
        (
            ben([], "10b eva 0 set"),
            "lay_off.not_onto",
            LAID,
            {"onto": "closer", "passes": "until_stable"},
        ),
    ],
)
def test_what_is_shown_or_laid_off_wrongly_is_named_by_its_place_and_changes_nothing(
    action: Close, code: str, place: str, lay_off: dict[str, Any]
) -> None:
    rules = over("barajamos", deck={"jokers": 2}, lay_off=lay_off)
    hands = CASE_16 | {"eva": "10o 10c 10e 4b 6c 12e JK"}
    state = stand(rules, 3, hands, drawn="11c")
    before = plainly.plain(state)
    found = check(state, action)
    assert (found[0].code, plainly.pointer(found[0].path or ())) == (code, f"#/action/{place}")
    with pytest.raises(IllegalActionError) as refused:
        apply(state, action)
    assert refused.value.violations == found
    assert plainly.plain(state) == before


def test_nobody_lays_off_on_the_melds_of_a_full_close() -> None:
    hands = {"ana": "3c 4c 5c 6c 7b 7o 7e", "ben": "2c 7c 10o 10e 10b 5e 1b"}
    state = stand("fournier", 3, hands | {"eva": "10c 12o 11o 6e 4b 2o 3e"}, drawn="11c")
    assert codes(state, ben(TENS_OF_BEN, "2c ana 1 low")) == {"lay_off.blocked"}
    assert codes(state, eva([], "10c ben 0 set")) == set()
    assert tuple(points(play(state, Close(Card("11c")))[0]).values()) == (-10, 15, 34)


# How a match ends


@pytest.mark.parametrize("rules", ["barajamos", "classic", "ludoteka", "fournier"])
def test_a_chinchon_that_wins_ends_the_match_and_changes_no_total(rules: str) -> None:
    totals = {"ana": 24, "ben": 60, "eva": 65}
    hands = {"ana": "1b 2b 3b 4b 5b 6b 7b"}
    after, events = play(stand(rules, 3, hands, drawn="12c", totals=totals), Close(Card("12c")))
    if rules == "fournier":
        assert totals_of(after) == {"ana": 14, "ben": 80, "eva": 92}
        assert after.phase is Phase.ROUND_OVER
        return
    assert (after.phase, totals_of(after)) == (Phase.MATCH_OVER, totals)
    assert points(after) == {"ana": 0, "ben": 20, "eva": 27}
    assert (status(after)["reason"], status(after)["winners"]) == ("chinchon", ["ana"])
    assert types(events)[-2:] == ["round_over", "match_over"]
    assert not who_is_out(after)


def test_when_all_are_out_barajamos_ends_in_a_draw() -> None:
    after = summed_up(ana=71, ben=72, eva=85)
    assert after.phase is Phase.MATCH_OVER
    assert (status(after)["reason"], status(after)["winners"]) == ("all_out", [])
    assert status(after)["draw"] is True


def test_when_all_are_out_the_lowest_wins_at_fournier() -> None:
    after = summed_up("fournier", ana=101, ben=102, eva=115)
    assert (status(after)["reason"], status(after)["winners"]) == ("all_out", ["ana"])


ANYBODY_RETURNS = over("fournier", rejoin={"max": None})


def test_the_lowest_go_on_in_a_play_off_that_puts_nobody_out_for_its_total() -> None:
    tied = summed_up(ANYBODY_RETURNS, ana=101, ben=101, eva=101)
    assert (tied.phase, status(tied)["tied"], who_is_out(tied)) == (
        Phase.ROUND_OVER,
        ["ana", "ben", "eva"],
        set(),
    )
    second, _ = play(tied, Deal())
    assert (second.play_off, second.lead) == (True, "ben")
    # ben and eva meld all seven, ana keeps the ace of bastos.
    hands = {"ben": "1c 2c 3c 4c 4e 5e 6e", "eva": "2b 3b 4b 5b 4o 5o 6o"}
    ends = {"ana": 102, "ben": 121, "eva": 128}
    again, events = play(
        closing(ANYBODY_RETURNS, seats=3, ends=ends, hands=hands, play_off=True, round=2), CLOSE
    )
    assert totals_of(again) == {"ana": 102, "ben": 101, "eva": 101}
    assert (status(again)["tied"], who_is_out(again)) == (["ben", "eva"], {"ana"})
    assert types(events)[-3:] == ["out ana", "round_over", "tied"]
    assert codes(again, Rejoin("ana")) == {"rejoin.too_late"}
    third, _ = play(again, Deal())
    assert (third.play_off, third.to_play) == (True, "ben")
    assert [len(one.cards) for one in third.players] == [0, 7, 7]


def test_those_above_the_lowest_are_out_when_a_play_off_begins() -> None:
    state = summed_up(ANYBODY_RETURNS, ana=101, ben=101, eva=115)
    assert (status(state)["tied"], who_is_out(state)) == (["ana", "ben"], {"eva"})
    assert codes(state, Rejoin("eva")) == {"rejoin.too_late"}


def test_a_play_off_ends_with_the_reason_of_the_match_all_out() -> None:
    ends = {"ana": 102, "ben": 121, "eva": 128}
    after, _ = play(closing("fournier", seats=3, ends=ends, play_off=True, round=2), CLOSE)
    assert (after.phase, who_is_out(after)) == (Phase.MATCH_OVER, {"ben", "eva"})
    assert (status(after)["reason"], status(after)["winners"]) == ("all_out", ["ana"])


@pytest.mark.parametrize(("ben", "total"), [(66, 66), (70, 70), (-5, 60)])
def test_who_rejoins_does_so_at_the_highest_total_still_in(ben: int, total: int) -> None:
    state = summed_up(ana=60, ben=ben, eva=71, fran=90)
    after, events = play(state, Rejoin("eva"), Rejoin("fran"))
    assert totals_of(after) == {"ana": 60, "ben": ben, "eva": total, "fran": total}
    assert [one.rejoins for one in after.players] == [0, 0, 1, 1]
    assert after.result == state.result
    assert [(event.type, event.told) for event in events] == [
        (EventType.REJOINED, {"total": total})
    ] * 2


@pytest.mark.parametrize(
    ("rejoins", "winners", "prize"),
    [
        (1, ["ben"], {"total": 221, "each": 221, "remainder": 0}),
        (0, ["ana", "ben"], {"total": 120, "each": 60, "remainder": 0}),
    ],
)
def test_at_classic_the_fewest_rejoins_win_what_the_others_total(
    rejoins: int, winners: list[str], prize: dict[str, int]
) -> None:
    state = closing("classic", seats=3, ends={"ana": 101, "ben": 101, "eva": 120})
    after, _ = play(changed(state, "ana", rejoins=rejoins), CLOSE)
    assert (status(after)["winners"], status(after)["prize"]) == (winners, prize)


@pytest.mark.parametrize(("number", "phase"), [(1, Phase.ROUND_OVER), (2, Phase.MATCH_OVER)])
def test_a_table_of_two_rounds_ends_with_the_second(number: int, phase: Phase) -> None:
    ends = {"ana": 150, "ben": 40, "eva": 90}
    after, _ = play(closing(TWO_ROUNDS, seats=3, ends=ends, round=number), CLOSE)
    over_now = phase is Phase.MATCH_OVER
    assert (after.phase, status(after)["winners"]) == (phase, ["ben"] if over_now else [])
    assert status(after)["reason"] == ("rounds" if over_now else None)


@pytest.mark.parametrize("state", [FRESH, HOLDING, SUMMARY], ids=lambda state: str(state.phase))
def test_a_match_can_be_cancelled_in_each_phase_and_all_stays_as_it_lay(state: State) -> None:
    after, events = play(state, Cancel())
    assert after == replace(state, phase=Phase.CANCELLED, to_play=None, result=None)
    assert types(events) == ["cancelled"]


# What is seen


def seen(state: State, player: str | None) -> Counter[str]:
    """Every card that is written anywhere in a view."""
    return Counter(text for text in texts(plainly.plain(view(state, player))) if text in ALL_CARDS)


def texts(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        for member in value:
            yield from texts(member)
    elif isinstance(value, str):
        yield value


@pytest.mark.parametrize("player", [*NAMES, None])
@pytest.mark.parametrize(
    "state",
    [FRESH, HOLDING, having_taken("barajamos"), CANCELLED, NEXT],
    ids=["draw", "from the stock", "from the discards", "cancelled", "next round"],
)
def test_a_view_holds_the_own_cards_the_discards_and_what_was_taken_from_them_alone(
    state: State, player: str | None
) -> None:
    own = state.player(player).cards if player else ()
    drawn = state.drawn
    seen_drawn = [drawn.card] if drawn and (drawn.pile is Pile.DISCARDS or player == "ana") else []
    assert seen(state, player) == Counter([*own, *state.discards, *seen_drawn])
    assert [one.count for one in view(state, player).players] == [
        len(one.cards) for one in state.players
    ]


@pytest.mark.parametrize("player", [*NAMES, None])
def test_once_a_round_is_over_all_hands_are_seen_and_the_closing_discard_by_the_closer_alone(
    player: str | None,
) -> None:
    found = seen(SUMMARY, player)
    assert ("7b" in found) is (player == "ana")
    assert not found.keys() & set(SUMMARY.stock)
    for one, shown in zip(SUMMARY.players, view(SUMMARY, player).players, strict=True):
        assert shown.cards == one.cards


@pytest.mark.parametrize(
    ("state", "told"),
    [(FRESH, False), (HOLDING, False), (SUMMARY, False), (OVER, True), (CANCELLED, True)],
)
def test_the_seed_is_told_when_the_match_is_over_or_cancelled(state: State, told: bool) -> None:
    found = list(texts(plainly.plain(view(state, "ana"))))
    assert ("secret seed" in found) is told


@pytest.mark.parametrize("pile", Pile)
def test_a_card_from_the_stock_is_told_to_its_player_alone(pile: Pile) -> None:
    after, (event,) = play(FRESH, Draw(pile))
    assert after.drawn is not None
    assert ("card" in event.told) is (pile is Pile.DISCARDS)
    assert {**event.told, **event.secret} == {"from": pile, "card": after.drawn.card}


# What is listed


def conceivable(state: State) -> list[Action]:
    return [
        *(Draw(pile) for pile in Pile),
        *(Discard(card) for card in ALL_CARDS),
        *(Close(card) for card in ALL_CARDS),
        *(Rejoin(name) for name in state.names()),
        Deal(),
        Cancel(),
    ]


@pytest.mark.parametrize(
    ("state", "expected"),
    [
        (FRESH, [STOCK, DISCARDS, Cancel()]),
        (FIRST_TURN, [STOCK, Cancel()]),
        (stand(discards=0), [STOCK, Cancel()]),
        (SUMMARY, [Rejoin("eva"), Rejoin("fran"), Deal(), Cancel()]),
        (summed_up(ana=60, ben=66, eva=1), [Deal(), Cancel()]),
        (OVER, []),
        (CANCELLED, []),
    ],
)
def test_what_is_listed_in_a_phase(state: State, expected: list[Action]) -> None:
    assert listed(state) == expected


@pytest.mark.parametrize(
    "state",
    [
        *(FRESH, FIRST_TURN, HOLDING, SUMMARY, NEXT, OVER, CANCELLED),
        *(having_taken(NOT_BACK), having_taken(NOT_BACK_TWO_PACKS, EQUAL_CARDS)),
        changed(SUMMARY, "eva", rejoins=2),
        stand("classic", drawn="7b"),
        changed(stand("classic", drawn="7b"), "ana", turns=0),
    ],
)
def test_what_is_listed_is_all_that_may_be_done_of_all_that_could_be_tried(state: State) -> None:
    allowed = [action for action in conceivable(state) if not check(state, action)]
    assert Counter(listed(state)) == Counter(allowed)


def test_each_card_held_is_listed_once_as_discard_and_where_it_may_close() -> None:
    hand = "7o 7c 7e 10o 11o 12o 1b"
    state = stand(TWO_PACKS, hands={"ana": hand}, drawn="1b")
    cards = card_list("7o 10o 11o 12o 7c 7e 1b")
    assert listed(state) == [*map(Discard, cards), Close(Card("1b")), Cancel()]
    assert [(card, closing.score) for card, closing in closings(state)] == [("1b", 1)]


# Replay


def test_a_match_played_again_is_the_same_and_stops_at_the_first_illegal_action() -> None:
    table = table_of(PROFILES["barajamos"], 4)
    state, _ = first_deal(table, NAMES, "again", "eva")
    actions: list[Action] = []
    for _ in range(5):
        drawing, _ = play(state, STOCK)
        assert drawing.drawn is not None
        actions += [STOCK, Discard(drawing.drawn.card)]
        state, _ = play(drawing, actions[-1])
    again = replay(table, NAMES, "again", "eva", actions)
    assert (again.state, again.failed_at, again.violations) == (state, None, ())
    stopped = replay(table, NAMES, "again", "eva", [*actions, Deal(), STOCK])
    assert (stopped.state, stopped.failed_at) == (state, 10)
    assert [violation.code for violation in stopped.violations] == ["action.wrong_phase"]

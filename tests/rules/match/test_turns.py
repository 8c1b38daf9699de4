"""The stock, the lead and the turns of a match, and what may not be done in them."""

from typing import Any

import pytest
from msgspec.structs import replace
from support.matches.built_states import (
    ADDS,
    CANCELLED,
    CLOSE,
    DISCARDS,
    EQUAL_CARDS,
    FIRST_TURN,
    FRESH,
    HOLDING,
    LAST,
    NAMES,
    NEXT,
    NOT_BACK,
    NOT_BACK_TWO_PACKS,
    OVER,
    STOCK,
    SUMMARY,
    changed,
    closing,
    codes,
    having_taken,
    over,
    played,
    points,
    result,
    stand,
    summed_up,
    totals_of,
    types,
    who_is_out,
    without_stock,
)

from service.rules.match.actions import (
    Action,
    CancelAction,
    CloseAction,
    DealAction,
    DiscardAction,
    DrawAction,
    RejoinAction,
)
from service.rules.match.dealing import first_deal
from service.rules.match.events import Reshuffled, RoundOver
from service.rules.match.play import IllegalActionError
from service.rules.match.state import Phase, Pile, State
from service.rules.table.cards import Card
from service.rules.table.profiles import PROFILES
from service.rules.table.table import table_of

# The stock


@pytest.mark.parametrize(
    ("keeps_top", "stock", "pile"), [(False, 20, 0), (True, 19, 1)], ids=["none stays", "top stays"]
)
def test_a_draw_from_an_empty_stock_shuffles_the_discards_into_a_new_one(
    keeps_top: bool, stock: int, pile: int
) -> None:
    before = without_stock(over("barajamos", stock={"keeps_top_discard": keeps_top}))
    assert len(before.discards) == 20
    after, events = played(before, STOCK)
    assert types(events) == ["reshuffled", "drew ana"]
    assert events[0] == Reshuffled(stock, pile)
    assert (len(after.stock), after.exhaustions) == (stock - 1, 1)
    assert after.discards == (before.discards[-1:] if keeps_top else ())
    assert after.drawn
    assert after.player("ana").cards == (*before.player("ana").cards, after.drawn.card)


@pytest.mark.parametrize(
    ("rules", "discards", "stock", "pile"),
    [
        ("fournier", 12, 11, 1),
        ("ludoteka", 14, 13, 1),
        ("classic", 14, 13, 1),
        (over("classic", stock={"keeps_top_discard": False}), 14, 14, 0),
    ],
)
def test_a_turn_that_emptied_the_stock_ends_with_a_new_one(
    rules: Any, discards: int, stock: int, pile: int
) -> None:
    before = without_stock(rules, "7b")
    assert len(before.discards) == discards - 1
    after, events = played(before, LAST)
    assert types(events) == ["discarded ana", "reshuffled"]
    assert (len(after.stock), after.discards) == (stock, ("7b",) * pile)
    assert (after.to_play, after.phase, after.exhaustions) == ("ben", Phase.DRAW, 1)
    assert (codes(after, DISCARDS) == {"draw.no_discards"}) is not bool(pile)


def test_a_card_taken_from_the_discards_at_an_empty_stock_causes_nothing() -> None:
    before = without_stock(over("barajamos", stock={"ends_on_exhaustion": 1}))
    after, events = played(before, DISCARDS, DiscardAction(Card("1b")))
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
    after, events = played(before, STOCK if on_draw else LAST)
    assert after.exhaustions == earlier + 1
    assert (after.phase is Phase.ROUND_OVER) is ends
    assert ("reshuffled" in types(events)) is not ends


@pytest.mark.parametrize("rules", ["classic", "ludoteka", ENDS_ON_TWO])
def test_after_the_last_exhaustion_everybody_adds_what_is_unmatched_and_nobody_lays_off(
    rules: Any,
) -> None:
    # At 40 cards ana has melded all seven, and eva's 6o would fit on her run.
    hands = {"ana": "7o 10o 11o 12o 11c 11e 11b"}
    on_draw, last = rules is ENDS_ON_TWO, 3 if rules == "ludoteka" else 1
    before = without_stock(rules, None if on_draw else "7b", hands=hands, exhaustions=last)
    after, events = played(replace(before, lead="eva"), STOCK if on_draw else LAST)
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
    assert events[-1] == RoundOver(exhausted=True)


def test_a_close_on_the_turn_that_drew_the_last_card_stands() -> None:
    after, events = played(without_stock("ludoteka", "7b", exhaustions=3), CLOSE)
    assert after.closer
    assert after.closer.player == "ana"
    assert (after.exhaustions, points(after)) == (3, ADDS)
    assert events[-1] == RoundOver(exhausted=False)


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
    after, _ = played(state, CLOSE, *map(RejoinAction, back), DealAction())
    assert (after.lead, after.to_play, after.round) == (following, following, 2)
    out = {name for name, total in zip(NAMES, ends, strict=True) if total > 70} - set(back)
    assert {one.player for one in after.players if not one.cards} == out == who_is_out(after)


def test_a_turn_passes_by_who_is_out() -> None:
    state, _ = played(summed_up(ana=10, ben=71, eva=30, fran=72), DealAction())
    turns = []
    for _ in range(4):
        turns.append(state.to_play)
        state, _ = played(state, STOCK)
        assert state.drawn is not None
        state, _ = played(state, DiscardAction(state.drawn.card))
    assert turns == ["eva", "ana", "eva", "ana"]
    assert [one.turns for one in state.players] == [2, 0, 2, 0]


# Refusals


@pytest.mark.parametrize(
    ("state", "action", "expected"),
    [
        (FRESH, DrawAction(Pile.STOCK, "ben"), {"action.not_your_turn"}),
        (FRESH, DrawAction(Pile.STOCK, "ana"), set()),
        (HOLDING, DiscardAction(Card("7b"), "eva"), {"action.not_your_turn"}),
        (HOLDING, CloseAction(Card("7b"), player="eva"), {"action.not_your_turn"}),
        (HOLDING, STOCK, {"action.wrong_phase"}),
        (HOLDING, DISCARDS, {"action.wrong_phase"}),
        (HOLDING, DealAction(), {"action.wrong_phase"}),
        (FRESH, LAST, {"action.wrong_phase"}),
        (SUMMARY, STOCK, {"action.wrong_phase"}),
        (SUMMARY, LAST, {"action.wrong_phase"}),
        *((OVER, action, {"action.match_over"}) for action in (STOCK, LAST, CLOSE, DealAction())),
        *(
            (CANCELLED, action, {"action.match_over"})
            for action in (STOCK, LAST, CLOSE, DealAction())
        ),
        (OVER, CancelAction(), {"action.match_over"}),
        (CANCELLED, CancelAction(), {"action.match_over"}),
        (stand(discards=0), DISCARDS, {"draw.no_discards"}),
        (FIRST_TURN, DISCARDS, {"draw.first_discard"}),
        (FIRST_TURN, STOCK, set()),
        (changed(FIRST_TURN, "fran", turns=1), DISCARDS, set()),
        (HOLDING, DiscardAction(Card("12c")), {"discard.not_held"}),
        (having_taken(NOT_BACK), DiscardAction(Card("11e")), {"discard.just_taken"}),
        (having_taken(NOT_BACK), DiscardAction(Card("1b")), set()),
        (having_taken("barajamos"), DiscardAction(Card("11e")), set()),
        (having_taken(NOT_BACK_TWO_PACKS, EQUAL_CARDS), DiscardAction(Card("11e")), set()),
        (stand(NOT_BACK, drawn="11e"), DiscardAction(Card("11e")), set()),
        (FRESH, CLOSE, {"close.not_now"}),
        (SUMMARY, CLOSE, {"close.not_now"}),
        (HOLDING, CloseAction(Card("12c")), {"close.discard_not_held"}),
        (HOLDING, CloseAction(Card("12o")), {"close.too_many_points"}),
        (changed(stand("ludoteka", drawn="7b"), "ana", turns=0), CLOSE, {"close.too_early"}),
        (changed(HOLDING, "ana", turns=0), CLOSE, set()),
        (stand("ludoteka", drawn="7b"), CLOSE, set()),
        (SUMMARY, RejoinAction("ana"), {"rejoin.not_out"}),
        (SUMMARY, RejoinAction("eva"), set()),
        (changed(SUMMARY, "eva", rejoins=2), RejoinAction("eva"), {"rejoin.none_left"}),
        (changed(SUMMARY, "eva", rejoins=1), RejoinAction("eva"), set()),
        (
            summed_up(over("barajamos", rejoin={"min_players_in": 3}), ana=60, ben=66, eva=71),
            RejoinAction("eva"),
            {"rejoin.too_few_in"},
        ),
        (
            summed_up(over("barajamos", rejoin={"min_seats": 4}), ana=60, ben=66, eva=71),
            RejoinAction("eva"),
            {"rejoin.too_few_seats"},
        ),
        (NEXT, RejoinAction("eva"), {"rejoin.too_late"}),
        (changed(SUMMARY, "eva", cards=()), RejoinAction("eva"), {"rejoin.too_late"}),
        (FRESH, RejoinAction("eva"), {"rejoin.not_out", "rejoin.too_late"}),
        (OVER, RejoinAction("ben"), {"rejoin.match_over"}),
        (CANCELLED, RejoinAction("ben"), {"rejoin.match_over"}),
    ],
)
def test_what_may_not_be_done_is_refused_with_its_reasons(
    state: State, action: Action, expected: set[str]
) -> None:
    assert codes(state, action) == expected
    if expected:
        with pytest.raises(IllegalActionError):
            played(state, action)

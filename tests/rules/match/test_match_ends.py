"""How a match ends, and who comes back before."""

import pytest
from msgspec.structs import replace
from support.matches.built_states import (
    CLOSE,
    FRESH,
    HOLDING,
    SUMMARY,
    TWO_ROUNDS,
    changed,
    closing,
    codes,
    over,
    played,
    points,
    stand,
    status,
    summed_up,
    totals_of,
    types,
    who_is_out,
)

from service.rules.match.actions import CancelAction, CloseAction, DealAction, RejoinAction
from service.rules.match.events import Rejoined
from service.rules.match.state import Phase, State
from service.rules.table.cards import Card


@pytest.mark.parametrize("rules", ["barajamos", "classic", "ludoteka", "fournier"])
def test_a_chinchon_that_wins_ends_the_match_and_changes_no_total(rules: str) -> None:
    totals = {"ana": 24, "ben": 60, "eva": 65}
    hands = {"ana": "1b 2b 3b 4b 5b 6b 7b"}
    after, events = played(
        stand(rules, 3, hands, drawn="12c", totals=totals), CloseAction(Card("12c"))
    )
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
    second, _ = played(tied, DealAction())
    assert (second.play_off, second.lead) == (True, "ben")
    # ben and eva meld all seven, ana keeps the ace of bastos.
    hands = {"ben": "1c 2c 3c 4c 4e 5e 6e", "eva": "2b 3b 4b 5b 4o 5o 6o"}
    ends = {"ana": 102, "ben": 121, "eva": 128}
    again, events = played(
        closing(ANYBODY_RETURNS, seats=3, ends=ends, hands=hands, play_off=True, round=2), CLOSE
    )
    assert totals_of(again) == {"ana": 102, "ben": 101, "eva": 101}
    assert (status(again)["tied"], who_is_out(again)) == (["ben", "eva"], {"ana"})
    assert types(events)[-3:] == ["out ana", "round_over", "tied"]
    assert codes(again, RejoinAction("ana")) == {"rejoin.too_late"}
    third, _ = played(again, DealAction())
    assert (third.play_off, third.to_play) == (True, "eva")  # the deal passes from eva to ben
    assert [len(one.cards) for one in third.players] == [0, 7, 7]


def test_those_above_the_lowest_are_out_when_a_play_off_begins() -> None:
    state = summed_up(ANYBODY_RETURNS, ana=101, ben=101, eva=115)
    assert (status(state)["tied"], who_is_out(state)) == (["ana", "ben"], {"eva"})
    assert codes(state, RejoinAction("eva")) == {"rejoin.too_late"}


def test_a_play_off_ends_with_the_reason_of_the_match_all_out() -> None:
    ends = {"ana": 102, "ben": 121, "eva": 128}
    after, _ = played(closing("fournier", seats=3, ends=ends, play_off=True, round=2), CLOSE)
    assert (after.phase, who_is_out(after)) == (Phase.MATCH_OVER, {"ben", "eva"})
    assert (status(after)["reason"], status(after)["winners"]) == ("all_out", ["ana"])


@pytest.mark.parametrize(("ben", "total"), [(66, 66), (70, 70), (-5, 60)])
def test_who_rejoins_does_so_at_the_highest_total_still_in(ben: int, total: int) -> None:
    state = summed_up(ana=60, ben=ben, eva=71, fran=90)
    after, events = played(state, RejoinAction("eva"), RejoinAction("fran"))
    assert totals_of(after) == {"ana": 60, "ben": ben, "eva": total, "fran": total}
    assert [one.rejoins for one in after.players] == [0, 0, 1, 1]
    assert after.result == state.result
    assert events == [Rejoined("eva", total), Rejoined("fran", total)]


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
    after, _ = played(changed(state, "ana", rejoins=rejoins), CLOSE)
    assert (status(after)["winners"], status(after)["prize"]) == (winners, prize)


@pytest.mark.parametrize(("number", "phase"), [(1, Phase.ROUND_OVER), (2, Phase.MATCH_OVER)])
def test_a_table_of_two_rounds_ends_with_the_second(number: int, phase: Phase) -> None:
    ends = {"ana": 150, "ben": 40, "eva": 90}
    after, _ = played(closing(TWO_ROUNDS, seats=3, ends=ends, round=number), CLOSE)
    over_now = phase is Phase.MATCH_OVER
    assert (after.phase, status(after)["winners"]) == (phase, ["ben"] if over_now else [])
    assert status(after)["reason"] == ("rounds" if over_now else None)


@pytest.mark.parametrize("state", [FRESH, HOLDING, SUMMARY], ids=lambda state: str(state.phase))
def test_a_match_can_be_cancelled_in_each_phase_and_all_stays_as_it_lay(state: State) -> None:
    after, events = played(state, CancelAction())
    cancelled = replace(state, phase=Phase.CANCELLED, to_play=None, result=None)
    assert after == replace(cancelled, moves=state.moves + 1)
    assert types(events) == ["cancelled"]

"""What each seat is told in a random match: all that it may know, and nothing else."""

from typing import Any

import pytest
from support.matches.seats import Seats

from service.rules.table.profiles import PROFILES

MODES = ["automatic", "by_hand"]
FREE = {"close": {"max_unmatched_points": None, "max_unmatched_cards": None}}
"""Overrides with which nearly every turn may end the round, so that there are many showdowns."""

CLOSER_LAYS_OFF = {"lay_off": {"closer_may": True, "passes": "until_stable"}}


@pytest.mark.parametrize("showdown", MODES)
@pytest.mark.parametrize("name", PROFILES)
def test_every_answer_for_a_seat_is_that_for_the_state(name: str, showdown: str, post: Any) -> None:
    seats = PROFILES[name].players.min + 1
    Seats(post, {"base": name} | FREE, seats, f"the first match at {name}", showdown).play()


def test_the_closer_may_lay_off_by_hand_too(post: Any) -> None:
    rules = {"base": "fournier"} | FREE | CLOSER_LAYS_OFF
    match = Seats(post, rules, 4, "a match with lay-offs of the closer", "by_hand")
    match.play()
    assert {"showdown", "round_over"} <= match.phases


@pytest.mark.long
@pytest.mark.parametrize("number", range(23))
@pytest.mark.parametrize("showdown", MODES)
@pytest.mark.parametrize("name", PROFILES)
def test_every_answer_for_a_seat_is_that_for_the_state_in_five_hundred_matches(
    name: str, showdown: str, number: int, post: Any
) -> None:
    players = PROFILES[name].players
    seats = players.min + number % (min(players.max, 6) - players.min + 1)
    rules = {"base": name} | (FREE if number % 3 else {})
    Seats(post, rules, seats, f"match {number:010}", showdown).play()

"""Random matches, played over HTTP to their end; whatever happens in them is as the rules say."""

import re
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from support.matches.http_match import play
from support.matches.met import Met
from support.matches.played_over_http import LONG, QUICK
from support.matches.tables import NAMES, SEATS, Setting
from support.matches.variants import VARIANTS


@pytest.mark.parametrize("setting", QUICK, ids=str)
def test_a_random_match_keeps_the_rules_to_its_end(post: Any, setting: Setting) -> None:
    met: Counter[Met] = Counter()
    for number in setting.quick:
        met += play(post, setting, number)
    assert not set(setting.meets) - set(met)


@pytest.mark.parametrize("settings", [QUICK, VARIANTS], ids=["quick", "long"])
def test_the_random_matches_come_upon_every_end_and_every_event(settings: list[Setting]) -> None:
    assert {met for setting in settings for met in setting.meets} == set(Met)


def test_the_random_matches_are_played_at_every_profile_and_by_two_to_six() -> None:
    as_they_are = [one for one in QUICK if isinstance(one.rules, str)]
    assert {one.rules for one in as_they_are} == set(SEATS)
    assert {one.seats for one in as_they_are} == {2, 3, 4, 5, 6}
    assert sum(len(numbers) for _, numbers in LONG) >= 500


@pytest.mark.long
@pytest.mark.parametrize(("setting", "numbers"), LONG, ids=[str(one) for one, _ in LONG])
def test_many_random_matches_keep_the_rules_to_their_end(
    post: Any,
    setting: Setting,
    numbers: list[int],
    record_property: Callable[[str, object], None],
) -> None:
    met: Counter[Met] = Counter()
    for number in numbers:
        met.update(set(play(post, setting, number)))
    for kind in Met:
        record_property(kind.name, met[kind])
    assert not set(setting.meets) - set(met)


def test_where_no_seed_is_given_nobody_can_guess_the_one_that_is_drawn(post: Any) -> None:
    seeds = {post("/deal", {"players": NAMES}).json["state"]["seed"] for _ in range(20)}
    assert len(seeds) == 20
    assert all(re.fullmatch("[0-9a-f]{64}", seed) for seed in seeds)

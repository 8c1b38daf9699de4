"""Any play at any table, legal or tried in vain, and what holds after every step of it."""

from collections import Counter
from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.stateful import run_state_machine_as_test
from support.matches.fixed_matches import drive
from support.matches.met import Met
from support.matches.state_machine import Play
from support.matches.tables import Setting, profiles
from support.matches.variants import VARIANTS


def settings_of(examples: int, steps: int) -> settings:
    return settings(
        max_examples=examples,
        stateful_step_count=steps,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )


def test_whatever_is_played_the_match_stays_possible() -> None:
    run_state_machine_as_test(Play, settings=settings_of(16, 25))


@pytest.mark.long
@pytest.mark.parametrize("setting", [*VARIANTS, *profiles()], ids=str)
def test_whatever_is_played_for_long_the_match_stays_possible(setting: Setting) -> None:
    class PlayThere(Play):
        tables = (setting,)

    run_state_machine_as_test(PlayThere, settings=settings_of(8, 60))


@pytest.mark.long
@pytest.mark.parametrize("setting", VARIANTS, ids=str)
def test_matches_that_chance_plays_come_upon_what_their_table_is_there_for(
    setting: Setting, record_property: Callable[[str, object], None]
) -> None:
    met: Counter[Met] = Counter()
    for number in range(20):
        met.update(set(drive(setting, number)))
    for kind in Met:
        record_property(kind.name, met[kind])
    assert not set(setting.meets) - set(met)

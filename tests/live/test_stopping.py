"""Instances that stop, and workers that die, under load."""

import json
import os
import signal
import time
from collections.abc import Callable
from functools import partial

import pytest

from live.load import Load, Question, ask, ends, lost, until, wrong
from live.questions import EVALUATE, MIXED
from live.serving import Instance, clients_of, slowed

pytestmark = pytest.mark.live

Start = Callable[..., Instance]
Tell = Callable[[str], None]


def test_a_stop_under_load_loses_no_request(instance: Start, tell: Tell) -> None:
    for keep_alive, one_shot in ((8, 0), (0, 8), (6, 6)):
        one = instance()
        load = Load(one.port, MIXED, keep_alive, one_shot, until_refused=True)
        load.start()
        time.sleep(1.5)
        one.terminate()
        assert one.wait(40) == 0
        asked = load.wait()
        tell(f"{keep_alive} clients that keep and {one_shot} that don't: {dict(ends(asked))}")
        assert lost(asked) == []
        assert not wrong(asked)
        assert len(asked) > 20
        assert ends(asked)["refused"] == keep_alive + one_shot  # each found it gone in the end


def test_a_draining_instance_answers_but_says_that_it_is_not_ready(
    instance: Start, tell: Tell
) -> None:
    one = instance(CHINCHON_DRAIN=2)
    load = Load(one.port, MIXED, keep_alive=4, one_shot=4, until_refused=True)
    load.start()
    time.sleep(0.5)
    told = time.monotonic()
    one.terminate()
    until(lambda: ask(one.port, Question("GET", "/readyz")).status == 503, 1)
    refusals = 0
    while time.monotonic() < told + 1.5:
        ready = ask(one.port, Question("GET", "/readyz"))
        problem = json.loads(ready.body)
        assert (ready.status, problem["type"], problem["status"]) == (503, "unavailable", 503)
        assert ready.header("Content-Type") == "application/problem+json"
        assert ask(one.port, EVALUATE).status == 200
        refusals += 1
    assert one.wait(40) == 0
    took = time.monotonic() - told
    asked = load.wait()
    late = sum(one.sent > told and one.status == one.expected for one in asked)
    tell(f"{refusals} times unready; {dict(ends(asked))}, {late} of them asked after the signal")
    assert took > 2
    assert late > refusals > 0
    assert lost(asked) == []
    assert not wrong(asked)


def test_a_killed_worker_loses_what_it_held_and_is_replaced(instance: Start, tell: Tell) -> None:
    one = instance()
    with Load(one.port, MIXED, keep_alive=12, one_shot=4).running() as load:
        for _ in range(3):
            time.sleep(1)
            victim, other = one.workers()
            os.kill(victim, signal.SIGSTOP)  # so that it holds no more than is seen of it
            held, before = clients_of(victim), len(load.asked)
            killed = time.monotonic()
            os.kill(victim, signal.SIGKILL)
            until(partial(_takes_part, one, {victim, other}), 20)
            back = time.monotonic() - killed
            time.sleep(0.2)  # so that every client has noticed
            broken = lost(load.asked[before:])
            tell(f"held {len(held)} connections, lost {len(broken)}; back after {back:.2f} s")
            assert {one.port for one in broken} <= held
            assert len(broken) <= len(held)
            assert held
            assert back < 2 * slowed()  # two seconds where nobody else needs the processors
    assert not wrong(load.asked)
    assert len(one.workers()) == 2


def _takes_part(one: Instance, known: set[int]) -> bool:
    """Whether a worker that wasn't known has clients."""
    return any(worker not in known and clients_of(worker) for worker in one.workers())

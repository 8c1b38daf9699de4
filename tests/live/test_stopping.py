"""Instances that stop, and workers that die, under load."""

import json
import os
import signal
import threading
import time
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from live.load import Connection, Load, Question, ask, ends, lost, until, wrong
from live.questions import EVALUATE, MIXED
from live.serving import Instance, clients_of, slowed

pytestmark = pytest.mark.live

Start = Callable[..., Instance]
Tell = Callable[[str], None]

READY = Question("GET", "/readyz")


def test_what_was_taken_before_a_stop_is_answered(instance: Start, tell: Tell) -> None:
    one = instance()
    head, body = EVALUATE.bytes()[: -len(EVALUATE.body)], EVALUATE.body
    taken = [Connection(one.port) for _ in range(20)]
    for connection in taken:
        connection.socket.sendall(head + body[:20])
    kept = Connection(one.port)
    assert kept.ask(EVALUATE.bytes()).status == 200
    until(lambda: sum(len(clients_of(worker)) for worker in one.workers()) == 21, 5)
    one.terminate()
    until(lambda: _is_refused(one.port), 5)
    assert kept.ask(EVALUATE.bytes()).header("Connection") == "close"
    for connection in taken:
        connection.socket.sendall(body[20:])
        assert connection.answer().status == 200
        connection.close()
    told = time.monotonic()
    assert one.wait(40) == 0
    tell(f"it ended {time.monotonic() - told:.1f} s after the last answer")


def test_idle_connections_hold_up_a_stop_no_longer_than_they_are_kept(instance: Start) -> None:
    one = instance(CHINCHON_KEEP_ALIVE=2)
    with closing(Connection(one.port)) as idle:
        idle.ask(EVALUATE.bytes())
        told = time.monotonic()
        one.terminate()
        assert one.wait(40) == 0
        assert time.monotonic() - told < 6 * slowed()


def test_a_draining_instance_answers_but_says_that_it_is_not_ready(instance: Start) -> None:
    one = instance()
    with Load(one.port, MIXED, keep_alive=4, one_shot=4).running() as load:
        assert ask(one.port, READY).status == 200
        one.drain()
        drained = len(load.asked)
        for _ in range(20):  # whichever worker answers
            ready = ask(one.port, READY)
            problem = json.loads(ready.body)
            assert (ready.status, problem["type"], problem["status"]) == (503, "unavailable", 503)
            assert ready.header("Content-Type") == "application/problem+json"
            assert ask(one.port, EVALUATE).status == 200
        until(lambda: len(load.asked) > drained + 20, 20)
    assert set(ends(load.asked)) == {"answered"}
    assert not wrong(load.asked)
    assert one.process is not None
    assert one.process.poll() is None


def test_an_instance_that_starts_again_is_ready_again(instance: Start) -> None:
    one = instance()
    one.drain()
    one.terminate()
    assert one.wait(40) == 0
    one.start()  # it waits until the instance is ready
    one.drain()
    one.kill()
    one.start()


def test_a_health_check_asks_the_instance_at_the_address_of_the_settings(instance: Start) -> None:
    one = instance()
    one.command("health")
    one.terminate()
    assert one.wait(40) == 0
    with pytest.raises(Exception, match="returned non-zero exit status 1"):
        one.command("health")


def test_nothing_is_left_in_memory_of_an_instance_that_ended_or_was_killed(
    instance: Start, tmp_path: Path
) -> None:
    first = instance(CHINCHON_RUNTIME_DIR=str(tmp_path))
    second = instance(CHINCHON_RUNTIME_DIR=str(tmp_path))
    ask(second.port, EVALUATE)
    assert len(list(tmp_path.glob("chinchon-*"))) == 2
    first.terminate()
    assert first.wait(40) == 0
    second.kill()
    (killed,) = tmp_path.glob("chinchon-*")
    assert str(second.port) in killed.name
    assert list(killed.glob("metrics/*.db"))
    first.start()
    (left,) = tmp_path.glob("chinchon-*")
    assert str(first.port) in left.name


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


def test_a_reload_under_load_keeps_the_instance_ready(instance: Start) -> None:
    one = instance()
    before = one.workers()
    over = threading.Event()
    statuses = set()

    def watch() -> None:
        while not over.wait(0.05):
            statuses.add(ask(one.port, READY).status)

    watching = threading.Thread(target=watch)
    watching.start()
    os.kill(one.pid, signal.SIGHUP)
    until(lambda: len(one.workers()) == 2 and not one.workers() & before, 20)
    over.set()
    watching.join()
    assert statuses == {200}


def _is_refused(port: int) -> bool:
    """Whether nothing listens any more."""
    try:
        Connection(port, 1).close()
    except OSError:
        return True
    return False


def _takes_part(one: Instance, known: set[int]) -> bool:
    """Whether a worker that wasn't known has clients."""
    return any(worker not in known and clients_of(worker) for worker in one.workers())

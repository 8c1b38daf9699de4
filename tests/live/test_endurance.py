"""Many requests: memory stays what it was, and every request is counted."""

import os
import signal
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from live.load import Load, counted, ends, quantile, until, wrong
from live.questions import EVALUATE, MIXED
from live.serving import Instance, clients_of, memory, processor_time

pytestmark = pytest.mark.live

WARM, MANY = 10_000, 100_000


def test_memory_does_not_grow_with_the_number_of_requests(
    instance: Callable[..., Instance], tell: Callable[[str], None]
) -> None:
    one = instance()
    workers = one.workers()
    _ask(one, WARM)
    before = [memory(worker) for worker in workers]
    times = _ask(one, MANY - WARM)
    after = [memory(worker) for worker in workers]
    tell(f"KiB of each worker after {WARM}: {before}, after {MANY}: {after}")
    cpu = sum(map(processor_time, workers)) / MANY
    tell(
        f"{cpu * 1e3:.2f} ms of a processor for each request; "
        f"p50 {quantile(times, 0.5) * 1e3:.1f} ms, p99 {quantile(times, 0.99) * 1e3:.1f} ms, "
        f"longest {max(times) * 1e3:.0f} ms"
    )
    assert one.workers() == workers
    for was, now in zip(before, after, strict=True):
        assert abs(now - was) <= was / 10


def test_the_metrics_of_all_workers_add_up(instance: Callable[..., Instance]) -> None:
    one = instance()
    with Load(one.port, [EVALUATE], keep_alive=4, one_shot=4).running() as load:
        for worker in one.workers():  # each has a part in it
            until(partial(clients_of, worker), 20)
    asked = len(load.asked)
    assert ends(load.asked) == {"answered": asked}
    for _ in range(4):  # whichever of them answers
        assert counted(one.port, "evaluateHand") == asked > 0


def test_what_a_worker_counted_stays_and_its_files_do_not(
    instance: Callable[..., Instance], tmp_path: Path
) -> None:
    one = instance(CHINCHON_RUNTIME_DIR=str(tmp_path))
    for number in range(1, 4):
        with Load(one.port, [EVALUATE], keep_alive=4, one_shot=4).running():
            for worker in one.workers():  # each has a part in it
                until(partial(clients_of, worker), 20)
        asked = counted(one.port, "evaluateHand")
        before = one.workers()
        os.kill(min(before), signal.SIGKILL)
        until(partial(_differ, one, before), 20)
        assert counted(one.port, "evaluateHand") == asked > 0
        files = {file.name for file in tmp_path.glob("chinchon-*/metrics/*")}
        living = {f"{kind}_{pid}.db" for pid in one.workers() for kind in ("counter", "histogram")}
        assert files <= living | {"counter_ended.db", "histogram_ended.db"}, number


def _differ(one: Instance, before: frozenset[int]) -> bool:
    """Whether a worker was replaced."""
    now = one.workers()
    return len(now) == len(before) and now != before


def _ask(one: Instance, count: int) -> list[float]:
    """Ask so many things of every kind; how long each took."""
    load = Load(one.port, MIXED, keep_alive=8, count=count, seconds=600)
    load.start()
    asked = load.wait()
    assert ends(asked) == {"answered": count}
    assert not wrong(asked)
    return [one.took for one in asked]

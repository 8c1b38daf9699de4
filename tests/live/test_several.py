"""Several instances behind nginx, as deploy/nginx.conf says."""

import subprocess
import threading
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from live.load import (
    Answer,
    Connection,
    Load,
    ask,
    ends,
    quantile,
    until,
    wrong,
)
from live.problems import check_problem
from live.questions import EVALUATE, MIXED
from live.serving import Instance, Proxy, clients_of

pytestmark = pytest.mark.live

Start = Callable[..., Instance]
Before = Callable[..., Proxy]
Tell = Callable[[str], None]

FAST = 100_000
"""A rate that no load here comes to."""

BURST, RATE = 100, 50  # as in deploy/nginx.conf


def test_nginx_has_nothing_to_say_against_the_configuration(proxy: Before, tmp_path: Path) -> None:
    del proxy  # it skips this where there is no nginx
    checked = subprocess.run(  # noqa: S603 - nginx, with a file written here
        Proxy(tmp_path / "nginx", [8001, 8002]).command("-t"),
        capture_output=True,
        text=True,
        check=False,
    )
    assert checked.returncode == 0, checked.stderr
    assert checked.stderr.splitlines() == [
        f"nginx: the configuration file {tmp_path}/nginx/nginx.conf syntax is ok",
        f"nginx: configuration file {tmp_path}/nginx/nginx.conf test is successful",
    ]


def test_instances_come_and_go_and_no_request_fails(
    instance: Start, proxy: Before, tell: Tell
) -> None:
    first, second = instance(), instance()
    front = proxy(first, second, rate=FAST)
    with Load(front.port, MIXED, keep_alive=8, one_shot=4).running() as load:
        time.sleep(1.5)
        assert _takes_part(first)
        killed = time.monotonic()
        first.kill()
        time.sleep(3)
        without = [one for one in load.asked if one.sent > killed]
        started = time.monotonic()
        first.start()
        back = time.monotonic() - started
        used = back + until(lambda: _takes_part(first), 10)
        time.sleep(2.5)  # for longer than nginx may take to see that the first is back
        second.terminate()
        assert second.wait(40) == 0
        time.sleep(1)
    times = [one.took for one in without]
    tell(
        f"{dict(ends(load.asked))}; {len(times)} of them within 3 s of the kill, p99 "
        f"{quantile(times, 0.99) * 1e3:.0f} ms, longest {max(times) * 1e3:.0f} ms; the killed one "
        f"started again in {back:.1f} s and was asked after {used:.1f} s"
    )
    assert set(ends(load.asked)) == {"answered"}
    assert not wrong(load.asked)
    assert without


def test_a_flood_is_refused_and_others_are_answered(
    instance: Start, proxy: Before, tell: Tell
) -> None:
    front = proxy(instance())
    over = threading.Event()
    patient: list[Answer] = []

    def ask_now_and_then() -> None:
        connection = Connection(front.port, source="127.0.0.2")
        while not over.wait(0.05):
            patient.append(connection.ask(EVALUATE.bytes()))
        connection.close()

    def flood() -> None:
        connection = Connection(front.port)
        for _ in range(500):
            answer = connection.ask(EVALUATE.bytes())
            flooded.append(answer)
        connection.close()

    flooded: list[Answer] = []
    other = threading.Thread(target=ask_now_and_then)
    floods = [threading.Thread(target=flood) for _ in range(4)]
    began = time.monotonic()
    for thread in (other, *floods):
        thread.start()
    for thread in floods:
        thread.join()
    took = time.monotonic() - began
    time.sleep(0.5)
    over.set()
    other.join()

    statuses = Counter(answer.status for answer in flooded)
    tell(f"in {took:.1f} s {dict(statuses)}; another address {len(patient)}, all answered")
    assert set(statuses) == {200, 429}
    assert BURST <= statuses[200] <= BURST + RATE * took + 2
    for answer in flooded:
        if answer.status == 429:
            check_problem(answer, 429, "too-many-requests")
            assert answer.header("Retry-After") == "1"
    assert patient
    assert {answer.status for answer in patient} == {200}
    time.sleep(1)  # what Retry-After says
    assert ask(front.port, EVALUATE).status == 200


def _takes_part(one: Instance) -> bool:
    """Whether nginx keeps connections to an instance: one alone may be of who waited for it."""
    return sum(len(clients_of(worker)) for worker in one.workers()) > 1

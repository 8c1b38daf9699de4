"""Clients that send or take slowly, or not at all, stop nobody else."""

import json
import random
import socket
import threading
import time
from collections.abc import Callable
from enum import Enum

import pytest
from support.processes import HOST

from live.load import Connection, Load, Question, ends, lost, quantile, until, wrong
from live.questions import MIXED
from live.serving import Instance, clients_of, slowed
from service.rules.table.profiles import PROFILES
from service.rules.table.table import table_of

pytestmark = pytest.mark.live

HANDS = 2_000
ETHERNET = 1460


class Habit(Enum):
    """What a slow client does."""

    SILENT = "connects and says nothing"
    HALF_A_HEAD = "sends half a head and then nothing"
    HALF_A_BODY = "sends a byte of its body each second"
    TAKES_LITTLE = "takes a KiB of a large answer each second"
    TAKES_LITTLE_SEGMENTS = "the same, from segments as small as Ethernet's"


TAKERS = {Habit.TAKES_LITTLE, Habit.TAKES_LITTLE_SEGMENTS}


class Slow:
    """A slow client."""

    def __init__(self, port: int, habit: Habit, batch: Question) -> None:
        self.habit = habit
        self.taken = b""
        self.socket = socket.socket()
        if habit in TAKERS:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        if habit is Habit.TAKES_LITTLE_SEGMENTS:
            self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, ETHERNET)
        self.socket.settimeout(20)
        self.socket.connect((HOST, port))
        head = b"POST /evaluate HTTP/1.1\r\nHost: chinchon\r\n"
        if habit is Habit.HALF_A_HEAD:
            self.socket.sendall(head)
        elif habit is Habit.HALF_A_BODY:
            more = b"Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"
            self.socket.sendall(head + more)
        elif habit in TAKERS:
            self.socket.sendall(batch.bytes())

    def do_a_little(self) -> None:
        """What it does once a second."""
        if self.habit is Habit.HALF_A_BODY:
            self.socket.sendall(b" ")
        elif self.habit in TAKERS:
            self.taken += self.socket.recv(1024)

    def finish(self) -> list[object]:
        """Take the rest of the answer: its results."""
        head, _, body = self.taken.partition(b"\r\n\r\n")
        length = int(head.lower().partition(b"content-length:")[2].split()[0])
        while len(body) < length and (data := self.socket.recv(1 << 16)):
            body += data
        results: list[object] = json.loads(body)["results"]
        return results


def test_two_hundred_slow_clients_stop_nobody(
    instance: Callable[..., Instance], tell: Callable[[str], None]
) -> None:
    one = instance(CHINCHON_BODY_TIMEOUT=60, CHINCHON_KEEP_ALIVE=60)
    alone = _times(one, 2)
    batch = _batch()
    slow = [Slow(one.port, habit, batch) for habit in Habit for _ in range(40)]
    connected = time.monotonic()
    over = threading.Event()
    thread = threading.Thread(target=_go_on_slowly, args=(slow, over))
    thread.start()
    try:
        # The batches are answered first, and then wait to be taken.
        until(lambda: all(one.taken for one in slow if one.habit in TAKERS), 20)
        behind = time.monotonic() - connected
        among = _times(one, 4)
        held = sum(len(clients_of(worker)) for worker in one.workers())
    finally:
        over.set()
        thread.join()
    for name, times in (("alone", alone), ("among 200 slow ones", among)):
        tell(
            f"{name}: {len(times)} answers, p50 {quantile(times, 0.5) * 1e3:.1f} ms, "
            f"p99 {quantile(times, 0.99) * 1e3:.1f} ms, longest {max(times) * 1e3:.1f} ms"
        )
    tell(f"the large answers were ready after {behind:.1f} s; {held} connections were open")
    assert held >= len(slow) == 200
    assert quantile(among, 0.99) < 0.25 * slowed()
    assert len(among) / 4 > len(alone) / 2 / 4
    for client in slow:
        if client.habit in TAKERS:
            assert len(client.finish()) == HANDS
        client.socket.close()
    until(lambda: not any(map(clients_of, one.workers())), 5)


def _times(one: Instance, seconds: float) -> list[float]:
    """How long each answer took to other clients, none of which may lack one."""
    load = Load(one.port, MIXED, keep_alive=3, one_shot=1, seconds=seconds)
    load.start()
    asked = load.wait()
    assert lost(asked) == []
    assert not wrong(asked)
    assert set(ends(asked)) == {"answered"}
    return [one.took for one in asked]


def _go_on_slowly(slow: list[Slow], over: threading.Event) -> None:
    while not over.wait(1):
        for client in slow:
            client.do_a_little()


def _batch() -> Question:
    """Many hands whose answer is larger than what a system keeps for a client."""
    chance, deck = random.Random(1), table_of(PROFILES["barajamos"]).deck
    hands = [chance.sample(deck, 7) for _ in range(HANDS)]
    return Question("POST", "/evaluate/batch", json.dumps({"hands": hands}).encode())


def test_a_client_that_gives_up_leaves_nothing_behind(instance: Callable[..., Instance]) -> None:
    one, batch = instance(CHINCHON_WORKERS=1), _batch()
    for _ in range(30):
        connection = Connection(one.port)
        connection.socket.sendall(batch.bytes())
        connection.socket.recv(1)
        connection.close()
    until(lambda: not any(map(clients_of, one.workers())), 10)
    assert _times(one, 0.5)

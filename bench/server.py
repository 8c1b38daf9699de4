"""The server measured over HTTP, against a null route under the same gunicorn configuration.

One worker of each is pinned to one core and the client to another. What a request costs is the CPU
time of the worker's threads, as Linux counts it: steadier by far than requests per second on a
machine that does other things too. Rounds are short, and each lies between two of the null route,
with whose geometric mean it is compared, since what others do on the machine stretches times by
factors. All is bounded, in requests or in seconds: less than three minutes together. What it prints
is Markdown.
"""

import contextlib
import os
import platform
import random
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from itertools import count, cycle, islice
from pathlib import Path
from statistics import geometric_mean, median
from typing import NamedTuple

from client import HOST, LOADS_WITH, Client, Request, load, post

from service.api.openapi.examples.all_examples import examples_of
from service.rules.hand.evaluation import choices
from service.rules.table.cards import Card
from service.rules.table.profiles import PROFILES
from service.rules.table.table import table_of

ROOT = Path(__file__).resolve().parents[1]
SERVICE, NULL = "service.server.wsgi:create_app()", "null:app"

TABLE = "barajamos"
HANDS = 50
"""Different hands that are asked in turn."""

TURNS = 5
"""Turns for which each hand was played."""

CONNECTIONS = 8
REQUESTS = 48
BATCHES = 8
"""Requests of a round, and batches of one, which cost more."""

SECONDS_OF_ROUNDS = 70
LEAST_ROUNDS = 3

BATCH_SIZES = (1_000, 10_000)
BATCHES_ASKED = {"melds and all": "/evaluate/batch", "points alone": "/evaluate/points"}
"""What is asked of many hands, and where."""

HANDS_OF_A_ROUND = 20_000
SECONDS_OF_BATCHES = 20

LOADS = (1, 8, 32, 128)
SECONDS_OF_LOAD = 2
ROUNDS_OF_LOAD = 3


class Server(NamedTuple):
    """A running server with one worker."""

    port: int
    worker: int

    def cpu(self) -> float:
        """Seconds of CPU that the worker's threads have had."""
        tasks = Path(f"/proc/{self.worker}/task").iterdir()
        return sum(int((task / "schedstat").read_text().split()[0]) for task in tasks) / 1e9


def cores() -> tuple[int, int]:
    """A core for the server and another for the client, if there is another."""
    usable = sorted(os.sched_getaffinity(0))
    return usable[0], usable[-1]


@contextlib.contextmanager
def served(app: str, log: Path) -> Iterator[Server]:
    """A server of an application with the service's own configuration, on the server's core."""
    server_core, client_core = cores()
    with socket.create_server((HOST, 0)) as free:
        port = free.getsockname()[1]
    ours = {name: value for name, value in os.environ.items() if not name.startswith("CHINCHON_")}
    counts = log.with_suffix(".counts")
    counts.mkdir()
    settings = {
        "HOST": HOST,
        "PORT": str(port),
        "CHINCHON_WORKERS": "1",
        "PROMETHEUS_MULTIPROC_DIR": str(counts),
    }
    paths = os.pathsep.join([str(ROOT), str(ROOT / "bench")])
    command = [
        sys.executable,
        "-m",
        "gunicorn",
        "--config",
        "python:service.server.gunicorn_config",
        app,
    ]
    os.sched_setaffinity(0, {server_core})  # what is started inherits it
    with log.open("wb") as out:
        process = subprocess.Popen(  # noqa: S603 - all of it is made here
            command,
            cwd=ROOT,
            env=ours | settings | {"PYTHONPATH": paths},
            stdout=out,
            stderr=subprocess.STDOUT,
        )
    os.sched_setaffinity(0, {client_core})
    try:
        yield Server(port, worker_of(process, port, log))
    finally:
        process.terminate()
        try:
            process.wait(15)
        except subprocess.TimeoutExpired:
            process.kill()


def worker_of(process: subprocess.Popen[bytes], port: int, log: Path) -> int:
    """The worker's process, once it answers."""
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    for _ in range(100):
        time.sleep(0.1)
        if process.poll() is not None:
            break
        with contextlib.suppress(OSError), socket.create_connection((HOST, port), 1):
            workers = children.read_text().split()
            if len(workers) == 1:
                return int(workers[0])
    sys.exit(f"the server didn't start:\n{log.read_text()}")


def hands(size: int) -> list[list[Card]]:
    """Hands as they occur in play, by a player who keeps what leaves the fewest points."""
    chance, table = random.Random(20), table_of(PROFILES[TABLE])
    found = []
    for _ in range(HANDS):
        deck = chance.sample(table.deck, len(table.deck))
        hand = [deck.pop() for _ in range(7)]
        for _ in range(TURNS):
            hand.append(deck.pop())
            hand.remove(choices(hand, table)[0].discard)
        found.append([*hand, *deck[: size - 7]])
    return found


def batch(size: int, path: str = "/evaluate/batch") -> Request:
    """A batch of so many hands of seven, dealt at random."""
    chance, deck = random.Random(size), table_of(PROFILES[TABLE]).deck
    dealt = [chance.sample(deck, 7) for _ in range(size)]
    return post(path, {"rules": TABLE, "hands": dealt})


def evaluate(size: int) -> list[Request]:
    """Hands of so many cards to evaluate."""
    return [post("/evaluate", {"rules": TABLE, "cards": hand}) for hand in hands(size)]


class Case(NamedTuple):
    """What is measured in rounds: requests, asked in turn, of the service or of the null route."""

    title: str
    requests: Sequence[Request]
    number: int = REQUESTS
    of_null: bool = False


def cases() -> list[Case]:
    """A round of what is compared to the null route; what matters most comes twice in it."""
    hundred = batch(100)
    got = [Request("GET", f"/evaluate?rules={TABLE}&cards={','.join(hand)}") for hand in hands(7)]
    matters = [
        Case("`POST /evaluate`, seven cards", evaluate(7)),
        Case("`POST /evaluate`, eight cards", evaluate(8)),
        Case("`POST /evaluate/batch`, 100 hands", [hundred], BATCHES),
    ]
    echoed = hundred._replace(path="/evaluate")
    return [
        *matters,
        Case("the null route with those 100 hands", [echoed], BATCHES, of_null=True),
        Case("`GET /evaluate`, seven cards", got),
        Case(
            "`POST /score`, three players",
            [post("/score", examples_of("scoreRound")["fromTheHands"].request)],
        ),
        *matters,
        Case(
            "`POST /deal`, three players",
            [post("/deal", examples_of("dealCards")["newMatch"].request)],
        ),
        Case("`POST /play`, a draw", [post("/play", examples_of("playAction")["draw"].request)]),
        Case("`POST /view`", [post("/view", examples_of("viewMatch")["onePlayer"].request)]),
    ]


def rounds(seconds: int) -> Iterator[bool]:
    """Rounds for so long; whether each is past the first, which warms up."""
    until = time.monotonic() + seconds
    for done in count():
        if done > LEAST_ROUNDS and time.monotonic() > until:
            return
        yield done > 0


def cost(server: Server, client: Client, requests: Sequence[bytes], number: int) -> float:
    """Microseconds of the worker's CPU for one request, in the mean of so many."""
    before = server.cpu()
    client.ask(islice(cycle(requests), number))
    return (server.cpu() - before) / number * 1e6


def requests_table(service: Server, null: Server) -> Iterator[str]:
    """What a request costs, and how many null requests that is."""
    nothing = [request.raw for request in evaluate(7)]
    compared = [(case, [request.raw for request in case.requests]) for case in cases()]
    costs: dict[str, list[float]] = {case.title: [] for case, _ in compared}
    ratios: dict[str, list[float]] = {case.title: [] for case, _ in compared}
    nulls: list[float] = []
    with Client(service.port, CONNECTIONS) as asking, Client(null.port, CONNECTIONS) as echoing:
        for warm in rounds(SECONDS_OF_ROUNDS):
            before = cost(null, echoing, nothing, REQUESTS)
            for case, raw in compared:
                to = (null, echoing) if case.of_null else (service, asking)
                spent = cost(*to, raw, case.number)
                after = cost(null, echoing, nothing, REQUESTS)
                if warm:
                    costs[case.title].append(spent)
                    ratios[case.title].append(spent / geometric_mean([before, after]))
                    nulls.append(after)
                before = after
    number = len(nulls) // len(compared)
    yield f"| request, medians of {number} rounds | worker's CPU | in null requests |"
    yield "|---|--:|--:|"
    yield f"| the null route with a hand of seven | {median(nulls):,.0f} µs | 1 |"
    for title, spent_each in costs.items():
        yield f"| {title} | {median(spent_each):,.0f} µs | {median(ratios[title]):.2f} |"


def batches_table(service: Server) -> Iterator[str]:
    """What a hand in a batch costs, and how many a worker can do."""
    batches = {
        f"{size:,} hands, {asked}": (size, [batch(size, path).raw])
        for asked, path in BATCHES_ASKED.items()
        for size in BATCH_SIZES
    }
    found: dict[str, list[float]] = {title: [] for title in batches}
    with Client(service.port, 1) as client:
        for warm in rounds(SECONDS_OF_BATCHES):
            for title, (size, raw) in batches.items():
                spent = cost(service, client, raw, HANDS_OF_A_ROUND // size) / size
                if warm:
                    found[title].append(spent)
    number = min(map(len, found.values()))
    yield f"| batch, medians of {number} rounds | worker's CPU a hand | hands a second and worker |"
    yield "|---|--:|--:|"
    for title, each in found.items():
        yield f"| {title} | {median(each):.1f} µs | {1e6 / median(each):,.0f} |"


def load_table(service: Server, null: Server) -> Iterator[str]:
    """Requests per second, and how long they take, over more and more connections."""
    yield (
        f"| connections ({LOADS_WITH}) | null a second | median | 99 % within "
        "| `/evaluate` a second | median | 99 % within |"
    )
    yield "|--:|--:|--:|--:|--:|--:|--:|"
    requests = evaluate(7)
    for connections in LOADS:
        measured = [
            [
                load(server.port, requests, connections, SECONDS_OF_LOAD)
                for server in (null, service)
            ]
            for _ in range(ROUNDS_OF_LOAD)
        ]
        row = [f"| {connections}"]
        for of_one in zip(*measured, strict=True):
            rate, half, most = (median(figures) for figures in zip(*of_one, strict=True))
            row.append(f"{rate:,.0f} | {half:.1f} ms | {most:.1f} ms")
        yield " | ".join(row) + " |"


def main() -> None:
    """Print all of it."""
    server_core, client_core = cores()
    where = "on the same" if server_core == client_core else "on another"
    here = f"CPython {platform.python_version()}; one worker on one core, the client {where}."
    with (
        tempfile.TemporaryDirectory() as folder,
        served(SERVICE, Path(folder, "service.log")) as service,
        served(NULL, Path(folder, "null.log")) as null,
    ):
        for table in (
            [here],
            requests_table(service, null),
            batches_table(service),
            load_table(service, null),
        ):
            print(*table, "", sep="\n", flush=True)


if __name__ == "__main__":
    main()

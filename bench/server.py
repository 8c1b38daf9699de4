"""Measure the server over HTTP, compared with a null route under the same gunicorn configuration.

One worker of each is pinned to one core, and the client to another. The cost of a request is the
CPU time of the worker's threads, as Linux counts it. On a shared machine this is much steadier than
requests per second. Other load can still multiply the times; so each short round is compared with
the geometric mean of the rounds of the null route before and after it. Every part is limited in
requests or seconds, to less than three minutes in all. The output is Markdown.
"""

import contextlib
import os
import platform
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

from client import HOST, LOADS_WITH, Client, load
from requests_sent import REQUESTS, batch, cases, evaluate

ROOT = Path(__file__).resolve().parents[1]
SERVICE, NULL = "service.server.wsgi:create_app()", "null:app"

CONNECTIONS = 8

SECONDS_OF_ROUNDS = 70
LEAST_ROUNDS = 3

BATCH_SIZES = (1_000, 10_000)
BATCH_PATHS = {"melds and all": "/evaluate/batch", "points alone": "/evaluate/points"}
"""The URL path of each kind of batch, by its title."""

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
        """Return the seconds of CPU that the worker's threads have used."""
        tasks = Path(f"/proc/{self.worker}/task").iterdir()
        return sum(int((task / "schedstat").read_text().split()[0]) for task in tasks) / 1e9


def cores() -> tuple[int, int]:
    """Return a core for the server and a core for the client: another one if possible."""
    usable = sorted(os.sched_getaffinity(0))
    return usable[0], usable[-1]


@contextlib.contextmanager
def served(app: str, log: Path) -> Iterator[Server]:
    """Run an application with the service's own configuration on the server's core."""
    server_core, client_core = cores()
    with socket.create_server((HOST, 0)) as free:
        port = free.getsockname()[1]
    inherited = {
        name: value for name, value in os.environ.items() if not name.startswith("CHINCHON_")
    }
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
    os.sched_setaffinity(0, {server_core})  # the server inherits it
    with log.open("wb") as out:
        process = subprocess.Popen(  # noqa: S603 - the command is made here
            command,
            cwd=ROOT,
            env=inherited | settings | {"PYTHONPATH": paths},
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
    """Return the id of the worker's process, once it accepts connections."""
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


def rounds(seconds: int) -> Iterator[bool]:
    """Yield once for each round, for these seconds; False for the first, which warms up."""
    end = time.monotonic() + seconds
    for done in count():
        if done > LEAST_ROUNDS and time.monotonic() > end:
            return
        yield done > 0


def cost(server: Server, client: Client, requests: Sequence[bytes], number: int) -> float:
    """Return the mean microseconds of the worker's CPU for one of `number` requests."""
    before = server.cpu()
    client.send_all(islice(cycle(requests), number))
    return (server.cpu() - before) / number * 1e6


def requests_table(service: Server, null: Server) -> Iterator[str]:
    """Yield the lines of a table: the cost of a request, also in null requests."""
    null_requests = [request.raw for request in evaluate(7)]
    compared = [(case, [request.raw for request in case.requests]) for case in cases()]
    costs: dict[str, list[float]] = {case.title: [] for case, _ in compared}
    ratios: dict[str, list[float]] = {case.title: [] for case, _ in compared}
    nulls: list[float] = []
    with Client(service.port, CONNECTIONS) as asking, Client(null.port, CONNECTIONS) as echoing:
        for warm in rounds(SECONDS_OF_ROUNDS):
            before = cost(null, echoing, null_requests, REQUESTS)
            for case, raw in compared:
                target = (null, echoing) if case.of_null else (service, asking)
                spent = cost(*target, raw, case.number)
                after = cost(null, echoing, null_requests, REQUESTS)
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
    """Yield the lines of a table: the cost of a hand in a batch, and hands a second."""
    batches = {
        f"{size:,} hands, {content}": (size, [batch(size, path).raw])
        for content, path in BATCH_PATHS.items()
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
    """Yield the lines of a table: requests a second and latency, by number of connections."""
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
        for loads in zip(*measured, strict=True):
            rate, typical, slowest = (median(figures) for figures in zip(*loads, strict=True))
            row.append(f"{rate:,.0f} | {typical:.1f} ms | {slowest:.1f} ms")
        yield " | ".join(row) + " |"


def main() -> None:
    """Measure and print everything."""
    server_core, client_core = cores()
    client = "on the same" if server_core == client_core else "on another"
    setup = f"CPython {platform.python_version()}; one worker on one core, the client {client}."
    with (
        tempfile.TemporaryDirectory() as folder,
        served(SERVICE, Path(folder, "service.log")) as service,
        served(NULL, Path(folder, "null.log")) as null,
    ):
        for table in (
            [setup],
            requests_table(service, null),
            batches_table(service),
            load_table(service, null),
        ):
            print(*table, "", sep="\n", flush=True)


if __name__ == "__main__":
    main()

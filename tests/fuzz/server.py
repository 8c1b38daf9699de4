"""The service as it runs for its users, on a port of the loopback, watched for what must not be."""

import os
import re
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from support.processes import children, free_port, started

from fuzz.wire import BadAnswerError, Request, Wire

PATIENCE = 30.0
SETTLED = 1.0
HEALTH = Request("GET", b"/healthz")
BAD_LINES = re.compile(
    r"Traceback|WORKER TIMEOUT|\bERROR\b|\bCRITICAL\b|\"level\": ?\"(error|critical)\"|\bSIGKILL\b"
)


class Server:
    """One running service, its log and its workers."""

    def __init__(self, process: subprocess.Popen[bytes], port: int, log: Path) -> None:
        self.process, self.port, self.log = process, port, log
        self.read_to = 0
        self.workers: frozenset[int] = frozenset()

    def await_healthy(self) -> None:
        """Wait until it answers and all its workers are there, or say that it never did."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until and self.is_up():
            with suppress(BadAnswerError), closing(Wire(self.port)) as wire:
                answer = wire.ask(HEALTH)
                if answer and answer.status == 200:
                    self.workers = self._settled()
                    return
            time.sleep(0.1)
        raise RuntimeError(f"the service did not start:\n{self.log.read_text()}")

    def children(self) -> frozenset[int]:
        """The processes that the service's own has started."""
        return children(self.process.pid)

    def _settled(self) -> frozenset[int]:
        """The workers once no more of them are started: the first answers before the last is."""
        workers, since = self.children(), time.monotonic()
        while time.monotonic() < since + SETTLED:
            time.sleep(0.1)
            if (now := self.children()) != workers:
                workers, since = now, time.monotonic()
        return workers

    def is_up(self) -> bool:
        """Whether its own process still runs."""
        return self.process.poll() is None

    def lost(self) -> str | None:
        """What has become of the processes, if anything has."""
        if not self.is_up():
            return f"the service ended with {self.process.returncode}"
        now = self.children()
        if now != self.workers:
            return f"the workers were {sorted(self.workers)} and are {sorted(now)}"
        return None

    def complaints(self) -> str | None:
        """The part of the log since the last look, if it tells of a failure."""
        if self.log.stat().st_size == self.read_to:
            return None
        with self.log.open("rb") as log:
            log.seek(self.read_to)
            new = log.read()
        self.read_to += len(new)
        text = new.decode(errors="backslashreplace")
        return text if BAD_LINES.search(text) else None


@contextmanager
def running(log: Path, hash_seed: int = 0) -> Iterator[Server]:
    """A service that starts, until the end of the block, which ends it and its workers."""
    port = free_port()
    environment = {
        "CHINCHON_CORS_ORIGINS": "https://cards.example",
        "PYTHONHASHSEED": str(hash_seed),
        "PYTHONUNBUFFERED": "1",
    }
    with log.open("wb") as out, started(port, out, environment) as process:
        try:
            yield Server(process, port, log)
        finally:
            end(process)


def end(process: subprocess.Popen[bytes]) -> None:
    """Ask the service to stop, and make it if it doesn't: its own session and nothing else."""
    process.terminate()
    with suppress(subprocess.TimeoutExpired):
        process.wait(PATIENCE)
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)


@contextmanager
def folder() -> Iterator[Path]:
    """A folder for logs, gone afterwards."""
    with tempfile.TemporaryDirectory(prefix="fuzz-") as name:
        yield Path(name)

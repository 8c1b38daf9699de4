"""The example plays a match to its end against a server that runs."""

import re
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from support.processes import HOST, ROOT, free_port, started

PLAYERS = "(ana|bea|eva)"
ROUND = re.compile(rf"round \d+:( {PLAYERS} -?\d+,?){{3}}")
END = re.compile(rf"won by {PLAYERS}( and {PLAYERS})*|a draw")


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """Where a server answers, on a port that was free."""
    port = free_port()
    with (
        (tmp_path / "log").open("wb") as log,
        started(port, log, {"CHINCHON_WORKERS": "1"}) as server,
    ):
        try:
            await_healthy(f"http://{HOST}:{port}", server)
            yield f"http://{HOST}:{port}"
        finally:
            server.terminate()


def await_healthy(address: str, server: subprocess.Popen[bytes], seconds: float = 20) -> None:
    patience = time.monotonic() + seconds
    while time.monotonic() < patience and server.poll() is None:
        try:
            if httpx.get(f"{address}/healthz").is_success:
                return
        except httpx.TransportError:
            time.sleep(0.1)
    pytest.fail(f"no server at {address}")


def test_the_example_plays_a_match_until_somebody_has_won_or_it_is_a_draw(address: str) -> None:
    command = [sys.executable, "examples/play_match.py", address]
    played = subprocess.run(  # noqa: S603 - this project's own example
        command, cwd=ROOT, capture_output=True, text=True, timeout=120, check=False
    )
    assert (played.returncode, played.stderr) == (0, "")
    *rounds, end = played.stdout.splitlines()
    assert rounds
    assert all(ROUND.fullmatch(line) for line in rounds), played.stdout
    assert END.fullmatch(end), played.stdout

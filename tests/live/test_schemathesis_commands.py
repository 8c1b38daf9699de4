"""The commands of the README that test the service against its contract find nothing wrong."""

import re
import shlex
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from support.processes import HOST, ROOT

from live.serving import Instance, slowed

pytestmark = pytest.mark.live

COMMANDS = re.findall(
    r"^st run .*$", (ROOT / "README.md").read_text(encoding="utf-8"), re.MULTILINE
)
ADDRESS = "localhost:8000"
SECONDS = 240
"""For both together: the same server answers them at the same time."""

FEW = ("--max-examples", "5", "--max-time", "90")
"""Without a limit one command sends 70,000 requests; `tests/api/test_fuzz.py` sends them all."""


def test_the_readme_shows_one_command_with_the_files_and_one_with_the_address_alone() -> None:
    with_files, with_address = COMMANDS
    assert f"openapi.yaml --url http://{ADDRESS}" in with_files
    assert "openapi.yaml" not in with_address


def test_both_commands_of_the_readme_find_nothing_wrong(
    instance: Callable[..., Instance], tmp_path: Path, tell: Callable[[str], None]
) -> None:
    server = instance()
    folders = (ROOT, tmp_path / "empty")
    folders[1].mkdir()
    begun = time.monotonic()
    running = []
    for number, (command, folder) in enumerate(zip(COMMANDS, folders, strict=True)):
        output = tmp_path / f"output-{number}.txt"
        with output.open("wb") as written:
            running.append((command, start(command, server.port, folder, written.fileno()), output))
    try:
        patience = begun + SECONDS * slowed()
        codes = [process.wait(patience - time.monotonic()) for _, process, _ in running]
    finally:
        for _, process, _ in running:
            process.kill()
            process.wait()
    tell(f"both took {time.monotonic() - begun:.0f} s")
    for code, (command, _, output) in zip(codes, running, strict=True):
        assert code == 0, f"{command}\n{output.read_text(encoding='utf-8')}"


def start(command: str, port: int, folder: Path, output: int) -> subprocess.Popen[bytes]:
    """A command of the README as it is shown, but for the port, and with few requests."""
    program, *words = shlex.split(command.replace(ADDRESS, f"{HOST}:{port}"))
    found = Path(sys.executable).parent / program
    return subprocess.Popen(  # noqa: S603 - a tool of this project's own environment
        [found, *words, *FEW], cwd=folder, stdout=output, stderr=subprocess.STDOUT
    )

"""Processes: the service started as its users start it, on a port of the loopback that was free."""

import os
import socket
import subprocess
import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

ROOT = Path(__file__).parents[2]
HOST = "127.0.0.1"


def free_port() -> int:
    """A port on which nothing listens."""
    with socket.create_server((HOST, 0)) as probe:
        port: int = probe.getsockname()[1]
        return port


def started(
    port: int,
    log: BinaryIO | int,
    environment: Mapping[str, str],
    most_files: int | None = None,
) -> subprocess.Popen[bytes]:
    """The service, just started in a session of its own, with its log in this file."""
    limited = ["prlimit", f"--nofile={most_files // 2}:{most_files}"] if most_files else []
    return subprocess.Popen(  # noqa: S603 - this project's own server
        [*limited, sys.executable, "-m", "service"],
        cwd=ROOT,
        env=os.environ | environment | {"HOST": HOST, "PORT": str(port)},
        stdout=log,
        stderr=subprocess.STDOUT,
        start_new_session=True,
    )


def children(pid: int) -> frozenset[int]:
    """The processes that a process has started; none where this can't be seen."""
    parents: dict[int, int] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            after_name = stat.read_text().rpartition(")")[2].split()
            parents[int(stat.parent.name)] = int(after_name[1])
    return frozenset(child for child, parent in parents.items() if parent == pid)

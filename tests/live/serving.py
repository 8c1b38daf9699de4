"""Serving: the service and nginx as processes of their own, on ports that were free."""

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

from support.processes import HOST, ROOT, children, free_port, started

from live.load import BrokenError, Question, ask, until

NGINX = shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
MUST_RUN = "MUST_RUN" in os.environ
"""Whether a program that is missing is a failure; `make test-live` says so."""


class Instance:
    """The service, started as `python -m service`, and the processes that it is made of."""

    def __init__(
        self,
        log: Path,
        port: int | None = None,
        most_files: int | None = None,
        **environment: str | int,
    ) -> None:
        self.log = log
        self.port = port or free_port()
        self.most_files = most_files
        self.environment = {"CHINCHON_WORKERS": "2", "CHINCHON_LOG_LEVEL": "warning"}
        self.environment |= {name: str(value) for name, value in environment.items()}
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start, and wait until it answers."""
        with self.log.open("ab") as log:
            self.process = started(self.port, log, self.environment, self.most_files)
        await_answer(self.port, "/readyz", self.process)
        wanted = int(self.environment["CHINCHON_WORKERS"])
        until(lambda: sum(map(_has_begun, self.workers())) == wanted, 20)

    @property
    def pid(self) -> int:
        assert self.process is not None
        return self.process.pid

    def workers(self) -> frozenset[int]:
        """The processes that answer."""
        return children(self.pid)

    def terminate(self) -> None:
        """Tell it to stop, if it hasn't ended."""
        if self.process is not None:
            self.process.terminate()

    def wait(self, seconds: float) -> int:
        """Its exit code."""
        assert self.process is not None
        return self.process.wait(seconds)

    def drain(self) -> None:
        """Do what Kubernetes does before it stops an instance, but wait for nothing."""
        self.command("drain")

    def command(self, *command: str) -> None:
        """Run a command of the service with this instance's settings."""
        environment = os.environ | self.environment | {"HOST": HOST, "PORT": str(self.port)}
        asked = [sys.executable, "-m", "service", *command]
        subprocess.run(asked, cwd=ROOT, env=environment, check=True)  # noqa: S603 - this project's own

    def end(self) -> None:
        """See to it that nothing is left of what was told to stop."""
        if self.process is not None:
            try:
                self.wait(40)
            except subprocess.TimeoutExpired:
                self.kill()

    def kill(self) -> None:
        """End all of it at once, as if its machine had lost power."""
        if self.process is None or self.process.poll() is not None:
            return
        os.killpg(self.pid, signal.SIGKILL)
        self.wait(10)


class Proxy:
    """nginx as deploy/nginx.conf says, in a folder of its own, before instances at these ports."""

    def __init__(
        self,
        folder: Path,
        instances: list[int],
        rate: int | None = None,
        connections: int | None = None,
    ) -> None:
        folder.mkdir()
        self.port = free_port()
        self.configuration = folder / "nginx.conf"
        self.access_log = folder / "access.log"
        self.process: subprocess.Popen[bytes] | None = None
        text = (ROOT / "deploy/nginx.conf").read_text()
        replaced = {
            "user www-data;": "user root;" if os.getuid() == 0 else "",
            "listen 80;": f"listen {HOST}:{self.port};",
            "client_body_timeout 10s;": "client_body_timeout 2s;",
            "/run/nginx.pid": str(folder / "nginx.pid"),
            "/var/log/nginx": str(folder),
            "proxy_cache_path /var/cache": f"client_body_temp_path {folder}/bodies;\n"
            f"    proxy_temp_path {folder}/answers;\n    proxy_cache_path {folder}",
            "    server 127.0.0.1:8001": "".join(
                f"    server {HOST}:{port} max_fails=1 fail_timeout=2s;\n" for port in instances[1:]
            )
            + f"    server {HOST}:{instances[0]}",
            "        server 127.0.0.1:8002 max_fails=1 fail_timeout=2s;\n": "",
        }
        if rate:
            replaced |= {"rate=50r/s": f"rate={rate}r/s", "burst=100 ": f"burst={rate} "}
        if connections:
            replaced["limit_conn connections 100;"] = f"limit_conn connections {connections};"
        for old, new in replaced.items():
            assert old in text, old
            text = text.replace(old, new)
        self.configuration.write_text(text)

    def command(self, *more: str) -> list[str]:
        """What runs nginx with this configuration."""
        assert NGINX, "nginx is not installed"
        directives = "daemon off;"
        if "-t" not in more:
            directives += " worker_shutdown_timeout 5s;"
        folder = self.configuration.parent
        command = [NGINX, "-p", str(folder), "-c", str(self.configuration), "-e", "stderr"]
        return [*command, "-g", directives, *more]

    def start(self) -> None:
        """Start, and wait until it answers."""
        with (self.configuration.parent / "nginx.log").open("wb") as log:
            self.process = subprocess.Popen(  # noqa: S603 - nginx, with a file written here
                self.command(), stdout=log, stderr=subprocess.STDOUT
            )
        await_answer(self.port, "/healthz", self.process)

    def end(self) -> None:
        """Stop at once."""
        if self.process is None or self.process.poll() is not None:
            return
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait(10)


def slowed() -> float:
    """How many times longer things may take because others use this machine too; 1 if nobody does.

    What is required is required of a machine that has nothing else to do, so a test that measures
    a time gives it this much more.
    """
    return max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))


def await_answer(
    port: int, path: str, process: subprocess.Popen[bytes], seconds: float = 20
) -> None:
    """Wait until a process answers 200."""
    patience = time.monotonic() + seconds
    while time.monotonic() < patience:
        assert process.poll() is None, f"it ended with {process.returncode}"
        try:
            if ask(port, Question("GET", path)).status == 200:
                return
        except (OSError, BrokenError):  # a worker that was killed may still be at the port
            pass
        time.sleep(0.05)
    raise AssertionError(f"no answer within {seconds} s")


def clients_of(pid: int) -> set[int]:
    """The ports of the clients whose connections a process holds."""
    sockets = set()
    for link in Path(f"/proc/{pid}/fd").iterdir():
        try:
            if found := re.fullmatch(r"socket:\[(\d+)\]", str(link.readlink())):
                sockets.add(found[1])
        except FileNotFoundError:  # closed meanwhile
            continue
    held = set()
    for line in Path(f"/proc/{pid}/net/tcp").read_text().splitlines()[1:]:
        fields = line.split()
        port = int(fields[2].rpartition(":")[2], 16)
        if fields[9] in sockets and port:  # a listening socket has no client
            held.add(port)
    return held


def memory(pid: int) -> int:
    """The KiB of memory of a process that no file on disk stands for."""
    told = Path(f"/proc/{pid}/status").read_text()
    return sum(int(kib) for kib in re.findall(r"Rss(?:Anon|Shmem):\s+(\d+) kB", told))


def processor_time(pid: int) -> float:
    """The seconds that a process has computed."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _has_begun(worker: int) -> bool:
    """Whether a worker waits for connections: a signal that comes before is lost on gunicorn."""
    try:
        opened = list(Path(f"/proc/{worker}/fd").iterdir())
        return any("eventpoll" in str(one.readlink()) for one in opened)
    except FileNotFoundError:  # closed meanwhile
        return False

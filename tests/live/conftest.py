"""What is started for a test, and ended after it."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from live.serving import MUST_RUN, NGINX, Instance, Proxy

_TOLD = pytest.StashKey[list[str]]()


@pytest.fixture
def tell(request: pytest.FixtureRequest) -> Callable[[str], None]:
    """Tells a figure, in the end and whether or not the test passes."""
    told = request.config.stash.setdefault(_TOLD, [])
    return lambda figure: told.append(f"{request.node.name}: {figure}")


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    if told := config.stash.get(_TOLD, []):
        terminalreporter.section("figures")
        for line in told:
            terminalreporter.line(line)


@pytest.fixture
def instance(tmp_path: Path) -> Iterator[Callable[..., Instance]]:
    """Starts an instance, with such an environment."""
    started: list[Instance] = []

    def start(most_files: int | None = None, **environment: str | int) -> Instance:
        log = tmp_path / f"instance-{len(started)}.log"
        started.append(Instance(log, None, most_files, **environment))
        started[-1].start()
        return started[-1]

    yield start
    for one in started:
        one.terminate()
    for one in started:
        one.end()


@pytest.fixture
def proxy(tmp_path: Path) -> Iterator[Callable[..., Proxy]]:
    """Starts nginx before some instances."""
    if NGINX is None and not MUST_RUN:
        pytest.skip("nginx is not installed")
    started: list[Proxy] = []

    def start(
        *instances: Instance, rate: int | None = None, connections: int | None = None
    ) -> Proxy:
        ports = [one.port for one in instances]
        started.append(Proxy(tmp_path / f"nginx-{len(started)}", ports, rate, connections))
        started[-1].start()
        return started[-1]

    yield start
    for one in started:
        one.end()

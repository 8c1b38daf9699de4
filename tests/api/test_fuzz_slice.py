"""A few seconds of `make fuzz`: some cases of each kind against the service as it runs."""

import time
from contextlib import closing
from pathlib import Path

from fuzz.contract import Contract
from fuzz.examine import Examiner
from fuzz.hunt import KINDS, Hunt
from fuzz.report import told
from fuzz.server import running

CASES = {"json": 140, "query": 50, "http": 80, "bytes": 60, "match": 8}
SECONDS = 20
SEED = 1


def test_nothing_is_found_in_some_hundred_cases_of_all_kinds(tmp_path: Path) -> None:
    with (
        running(tmp_path / "server.log", hash_seed=1) as server,
        running(tmp_path / "twin.log", hash_seed=2) as twin,
        closing(Examiner(server, twin, Contract())) as examiner,
    ):
        hunt = Hunt(examiner, 2, SEED)
        for number, kind in enumerate(KINDS):
            hunt.round(kind, number, time.monotonic() + SECONDS, CASES[kind])
    assert not hunt.found, "\n".join(told(find) for find in hunt.found.values())
    assert {kind for kind, _, _ in examiner.tally} == {"corpus", *KINDS}
    assert examiner.tally.total() > sum(CASES.values())

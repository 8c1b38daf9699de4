"""`make fuzz`: the service, schemathesis and then our own hunt, for so many seconds."""

import argparse
import json
import os
import secrets
import subprocess
import sys
import time
from collections import Counter
from contextlib import closing
from pathlib import Path

from support.processes import HOST, ROOT

from fuzz.contract import Contract
from fuzz.corpus import TABLES
from fuzz.examine import Examiner
from fuzz.hunt import Hunt
from fuzz.report import Tally, table, told
from fuzz.server import folder, running

EXAMPLES = 200
"""Cases of one kind in a row."""
GRACE = 120
"""Seconds that schemathesis may take longer than it was told, to make what it found small."""
PHASES = "examples,coverage,fuzzing,stateful"


def main() -> int:
    """Hunt, tell what happened, and return whether anything was found."""
    parser = argparse.ArgumentParser(prog="fuzz", description=__doc__)
    parser.add_argument("--seed", type=int, default=secrets.randbelow(10**6))
    parser.add_argument("--seconds", type=int, default=300)
    asked = parser.parse_args()
    say(f"seed {asked.seed}, {asked.seconds} seconds")
    with (
        folder() as logs,
        running(logs / "server.log", hash_seed=1) as server,
        running(logs / "twin.log", hash_seed=2) as twin,
        closing(Examiner(server, twin, Contract())) as examiner,
    ):
        hunt = Hunt(examiner, len(TABLES), asked.seed)
        begun = time.monotonic()
        failed, counted = schemathesis(server.port, asked.seed, asked.seconds // 2, logs)
        hunt.after("schemathesis")
        hunt.run(begun + asked.seconds, EXAMPLES)
    say(table(counted + examiner.tally))
    slow = sorted(examiner.slowest.items(), key=lambda one: -one[1])[:5]
    say("slowest answers: " + ", ".join(f"{place} {taken:.2f} s" for place, taken in slow))
    for find in hunt.found.values():
        say(f"\n{told(find)}")
    say(f"schemathesis {'failed' if failed else 'passed'}; found besides: {len(hunt.found)}")
    say(f"seed {asked.seed}")
    return int(failed or bool(hunt.found))


def schemathesis(port: int, seed: int, seconds: int, logs: Path) -> tuple[bool, Tally]:
    """Whether schemathesis failed, with all phases and checks and ours, and what it counted."""
    counts = logs / "counts.json"
    options = [
        *("--no-color", "run", "openapi.yaml"),
        *("--url", f"http://{HOST}:{port}", "--checks", "all", "--phases", PHASES),
        *("--max-time", str(max(1, seconds)), "--seed", str(seed), "--workers", "2"),
        *("--continue-on-failure", "--generation-database", "none", "--warnings", "off"),
    ]
    environment = {
        "SCHEMATHESIS_HOOKS": "fuzz.hooks",
        "FUZZ_COUNTS": str(counts),
        "PYTHONPATH": str(ROOT / "tests"),
    }
    try:
        ran = subprocess.run(  # noqa: S603 - a tool of this project's own environment
            [str(Path(sys.executable).parent / "st"), *options],
            cwd=ROOT,
            env=os.environ | environment,
            timeout=seconds + GRACE,
            check=False,
        )
        failed = ran.returncode != 0
    except subprocess.TimeoutExpired:
        say("schemathesis did not stop in time")
        failed = True
    read = json.loads(counts.read_text(encoding="utf-8")) if counts.exists() else []
    return failed, Counter({(*key,): count for *key, count in read})


def say(text: str) -> None:
    """Print at once, in order with what schemathesis prints."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())

"""`make fuzz`: the service, schemathesis and then our own hunt, for so many seconds."""

import argparse
import os
import secrets
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

from support.processes import HOST, ROOT

from fuzz.corpus import TABLES
from fuzz.hunt import Hunt
from fuzz.server import folder, running

EXAMPLES = 200
"""Cases of one kind in a row."""
GRACE = 120
"""Seconds that schemathesis may take beyond its time, to make its finds small."""
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
        closing(Hunt(server, twin, len(TABLES), asked.seed)) as hunt,
    ):
        begun = time.monotonic()
        hunt.kind = "schemathesis"
        failed = schemathesis(server.port, asked.seed, asked.seconds // 2)
        hunt.look_at_the_processes()
        hunt.run(begun + asked.seconds, EXAMPLES)
    for (kind, status), count in sorted(hunt.tally.items()):
        say(f"{kind:12} {status:9} {count:8}")
    for find in hunt.found:
        say(f"\n{find}")
    say(f"schemathesis {'failed' if failed else 'passed'}; found besides: {len(hunt.found)}")
    say(f"seed {asked.seed}")
    return int(failed or bool(hunt.found))


def schemathesis(port: int, seed: int, seconds: int) -> bool:
    """Whether schemathesis failed, with all phases and checks and ours."""
    options = [
        *("--no-color", "run", "openapi.yaml"),
        *("--url", f"http://{HOST}:{port}", "--checks", "all", "--phases", PHASES),
        *("--max-time", str(max(1, seconds)), "--seed", str(seed), "--workers", "2"),
        *("--continue-on-failure", "--generation-database", "none", "--warnings", "off"),
    ]
    environment = {"SCHEMATHESIS_HOOKS": "fuzz.hooks", "PYTHONPATH": str(ROOT / "tests")}
    try:
        ran = subprocess.run(  # noqa: S603 - a tool of this project's own environment
            [str(Path(sys.executable).parent / "st"), *options],
            cwd=ROOT,
            env=os.environ | environment,
            timeout=seconds + GRACE,
            check=False,
        )
    except subprocess.TimeoutExpired:
        say("schemathesis did not stop in time")
        return True
    return ran.returncode != 0


def say(text: str) -> None:
    """Print at once, in order with what schemathesis prints."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())

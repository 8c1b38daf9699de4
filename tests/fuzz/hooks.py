"""Loaded by schemathesis: our checks of meaning for its cases too, and counts of its answers."""

import atexit
import json
import os
import threading
from collections import Counter
from pathlib import Path
from typing import Any

import schemathesis

from fuzz import checks
from fuzz.contract import Contract
from fuzz.wire import Answer, Request

CONTRACT = Contract()
COUNTS: Counter[tuple[str, str]] = Counter()
LOCK = threading.Lock()


@schemathesis.check
def meaning(_: Any, response: Any, __: Any) -> None:
    """Hold an answer against what it must mean and must not tell."""
    sent = response.request
    body = sent.body or b""
    headers = [(n.encode(), str(v).encode("latin-1", "replace")) for n, v in sent.headers.items()]
    request = Request(
        sent.method,
        sent.path_url.encode(),
        tuple(headers),
        body.encode() if isinstance(body, str) else body,
    )
    with LOCK:
        COUNTS[checks.place_of(request, CONTRACT), str(response.status_code)] += 1
    got = [(name, value) for name, values in response.headers.items() for value in values]
    answer = Answer(response.status_code, tuple(got), response.content)
    found = [fault.message for fault in checks.faults(request, answer, CONTRACT)]
    assert not found, "\n".join(found)


@atexit.register
def write_counts() -> None:
    """Leave the counts where the hunt looks for them."""
    told = [["schemathesis", *key, count] for key, count in COUNTS.items()]
    Path(os.environ["FUZZ_COUNTS"]).write_text(json.dumps(told), encoding="utf-8")

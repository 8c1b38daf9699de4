"""A check for schemathesis: what answers mean, and what they must not say."""

from typing import Any

import schemathesis

from fuzz import checks
from fuzz.contract import Contract
from fuzz.wire import Answer, Request

CONTRACT = Contract()


@schemathesis.check
def meaning(_: Any, response: Any, __: Any) -> None:
    """Hold an answer against what it must mean and must not tell."""
    sent = response.request
    body = sent.body or b""
    request = Request(
        sent.method,
        sent.path_url.encode(),
        tuple((n.encode(), str(v).encode("latin-1", "replace")) for n, v in sent.headers.items()),
        body.encode() if isinstance(body, str) else body,
    )
    headers = [(name, value) for name, values in response.headers.items() for value in values]
    answer = Answer(response.status_code, tuple(headers), response.content)
    found = list(checks.faults(request, answer, CONTRACT))
    assert not found, "\n".join(found)

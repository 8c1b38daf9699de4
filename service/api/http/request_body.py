"""Bodies: what a request carries, as a JSON value, within the limits of its operation."""

from typing import Any

from flask import Request
from werkzeug.exceptions import HTTPException

from service.api.http.limits import Limits
from service.api.http.problems import ProblemError, invalid
from service.api.http.strict_json import NotJsonError, read_json
from service.api.operations.operation import Operation


def read_body(asked: Request, operation: Operation, limits: Limits) -> Any:
    """The request's body as a JSON value, or the problem with it."""
    if asked.environ.get("CONTENT_TYPE") != "application/json":
        _refuse_media_type(asked)
    if asked.environ.get("HTTP_CONTENT_ENCODING", "identity").lower() != "identity":
        raise ProblemError("unsupported-media-type", 415, "send the body uncompressed")
    limit = most = limits.max_batch_body if operation.takes_batch else limits.max_body
    if operation.takes_state:
        most = max(limit, limits.max_state_body)
    body = _received(asked, most)
    if len(body) > limit and b'"state"' in body[:most]:
        limit = most
    if len(body) > limit:
        raise _too_large(limit)
    try:
        return read_json(body)
    except NotJsonError as error:
        raise invalid([{"pointer": "#", "detail": str(error)}]) from None


def _refuse_media_type(asked: Request) -> None:
    """Refuse what is not JSON in UTF-8 by its parameters, or not JSON."""
    charset = asked.mimetype_params.get("charset", "utf-8")
    if asked.mimetype != "application/json" or charset.lower() not in {"utf-8", "utf8"}:
        sent = asked.environ.get("CONTENT_TYPE")
        came = f"it is {sent[:100]!r}" if sent else "there is none"
        detail = f"say Content-Type: application/json; {came}, so the body was not read"
        raise ProblemError("unsupported-media-type", 415, detail)


def _too_large(limit: int) -> ProblemError:
    return ProblemError("content-too-large", 413, f"a body here has at most {limit} bytes")


def _received(asked: Request, most: int) -> bytes:
    """The body as it came in, whole if it isn't longer than `most`."""
    length = asked.content_length
    if length is not None and length > most:
        raise _too_large(most)
    # One byte more than allowed may be read: a chunked body is cut there without a word.
    asked.max_content_length = most + 1
    try:
        if length is None:
            return asked.get_data(cache=False)
        body: bytes = asked.environ["wsgi.input"].read(length)
    except HTTPException:
        raise
    except Exception:  # noqa: BLE001 - whatever a server raises for a body that it can't take apart
        raise invalid([{"pointer": "#", "detail": "the body is badly chunked"}]) from None
    if len(body) < length:
        detail = f"the body has {len(body)} bytes where {length} were announced"
        raise invalid([{"pointer": "#", "detail": detail}])
    return body

"""Bodies: what a request carries, as a JSON value, within the limits of its operation."""

from typing import Any
from wsgiref.types import WSGIEnvironment

from flask import request
from werkzeug.exceptions import HTTPException
from werkzeug.sansio.utils import get_content_length

from service.api.http.limits import Limits
from service.api.http.problems import ProblemError, invalid
from service.api.http.strict_json import NotJsonError, read_json
from service.api.operations.operation import Operation


def read_body(environ: WSGIEnvironment, operation: Operation, limits: Limits) -> Any:
    """The request's body as a JSON value, or the problem with it.

    The request is read from its environment, since each look at `flask.request` costs time.
    """
    if environ.get("CONTENT_TYPE") != "application/json":
        _refuse_media_type(environ)
    if environ.get("HTTP_CONTENT_ENCODING", "identity").lower() != "identity":
        raise ProblemError("unsupported-media-type", 415, "send the body uncompressed")
    limit = most = limits.max_batch_body if operation.takes_batch else limits.max_body
    if operation.takes_state:
        most = max(limit, limits.max_state_body)
    body = _received(environ, most)
    if len(body) > limit and b'"state"' in body[:most]:
        limit = most
    if len(body) > limit:
        raise _too_large(limit)
    try:
        return read_json(body)
    except NotJsonError as error:
        raise invalid([{"pointer": "#", "detail": str(error)}]) from None


def _refuse_media_type(environ: WSGIEnvironment) -> None:
    """Refuse what is not JSON in UTF-8 by its parameters, or not JSON."""
    charset = request.mimetype_params.get("charset", "utf-8")
    if request.mimetype != "application/json" or charset.lower() not in {"utf-8", "utf8"}:
        sent = environ.get("CONTENT_TYPE")
        came = f"it is {sent[:100]!r}" if sent else "there is none"
        detail = f"say Content-Type: application/json; {came}, so the body was not read"
        raise ProblemError("unsupported-media-type", 415, detail)


def _too_large(limit: int) -> ProblemError:
    return ProblemError("content-too-large", 413, f"a body here has at most {limit} bytes")


def _received(environ: WSGIEnvironment, most: int) -> bytes:
    """The body as it came in, whole if it isn't longer than `most`."""
    length = get_content_length(
        environ.get("CONTENT_LENGTH"), environ.get("HTTP_TRANSFER_ENCODING")
    )
    if length is not None and length > most:
        raise _too_large(most)
    try:
        if length is None:
            # One byte more than allowed may be read: a chunked body is cut there without a word.
            request.max_content_length = most + 1
            return request.get_data(cache=False)
        body: bytes = environ["wsgi.input"].read(length)
    except HTTPException:
        raise
    except Exception:  # noqa: BLE001 - whatever a server raises for a body that it can't take apart
        raise invalid([{"pointer": "#", "detail": "the body is badly chunked"}]) from None
    if len(body) < length:
        detail = f"the body has {len(body)} bytes where {length} were announced"
        raise invalid([{"pointer": "#", "detail": detail}])
    return body

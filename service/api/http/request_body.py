"""Request bodies: the JSON value in a request's body, within the limits of its operation."""

from typing import Any
from wsgiref.types import WSGIEnvironment

from flask import request
from werkzeug.exceptions import HTTPException
from werkzeug.sansio.utils import get_content_length

from service.api.answers.problems import ProblemError, invalid_body, problem
from service.api.http.strict_json import NotJsonError, read_json
from service.api.operations.limits import Limits
from service.api.operations.operation import Operation
from service.api.requests.mistakes import Mistake, MistakeCode
from service.api.words.sentences import sentence


def read_body(environ: WSGIEnvironment, operation: Operation, limits: Limits) -> Any:
    """Return the request's body as a JSON value, or raise `ProblemError`.

    The WSGI environment is read directly, because each access to `flask.request` costs time.
    """
    if environ.get("CONTENT_TYPE") != "application/json":
        _refuse_media_type(environ)
    if environ.get("HTTP_CONTENT_ENCODING", "identity").lower() != "identity":
        raise problem("unsupported-media-type", sentence("body.encoded"))
    limit = state_limit = limits.max_batch_body if operation.takes_batch else limits.max_body
    if operation.takes_state:
        state_limit = max(limit, limits.max_state_body)
    body = _read_bytes(environ, state_limit)
    if len(body) > limit and b'"state"' in body[:state_limit]:
        limit = state_limit
    if len(body) > limit:
        raise _too_large(limit)
    try:
        return read_json(body)
    except NotJsonError as error:
        raise invalid_body(error.mistake) from None


def _refuse_media_type(environ: WSGIEnvironment) -> None:
    """Raise `ProblemError` unless the media type is JSON in UTF-8."""
    charset = request.mimetype_params.get("charset", "utf-8")
    if request.mimetype != "application/json" or charset.lower() not in {"utf-8", "utf8"}:
        content_type = environ.get("CONTENT_TYPE")
        if not content_type:
            raise problem("unsupported-media-type", sentence("body.media_type_missing"))
        facts = {"sent": repr(content_type[:100])}
        raise problem("unsupported-media-type", sentence("body.media_type", facts))


def _too_large(limit: int) -> ProblemError:
    return problem("content-too-large", sentence("body.too_large", {"limit": limit}))


def _read_bytes(environ: WSGIEnvironment, limit: int) -> bytes:
    """Return the whole body; raise `ProblemError` if it is longer than `limit` bytes.

    A chunked body may be one byte longer.
    """
    length = get_content_length(
        environ.get("CONTENT_LENGTH"), environ.get("HTTP_TRANSFER_ENCODING")
    )
    if length is not None and length > limit:
        raise _too_large(limit)
    try:
        if length is None:
            # Werkzeug cuts a longer chunked body silently; the extra byte shows that it was cut.
            request.max_content_length = limit + 1
            return request.get_data(cache=False)
        body: bytes = environ["wsgi.input"].read(length)
    except HTTPException:
        raise
    except Exception:  # noqa: BLE001 - each server raises its own type for a malformed body
        raise invalid_body(Mistake(MistakeCode.BODY_BADLY_CHUNKED)) from None
    if len(body) < length:
        facts = (("found", len(body)), ("expected", length))
        raise invalid_body(Mistake(MistakeCode.BODY_CUT_SHORT, facts))
    return body

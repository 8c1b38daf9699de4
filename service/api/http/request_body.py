"""Request bodies: what a request carries, as a JSON value, within the limits of its operation."""

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
    """The request's body as a JSON value, or the problem with it.

    The request is read from its environment, since each look at `flask.request` costs time.
    """
    if environ.get("CONTENT_TYPE") != "application/json":
        _refuse_media_type(environ)
    if environ.get("HTTP_CONTENT_ENCODING", "identity").lower() != "identity":
        raise problem("unsupported-media-type", sentence("body.encoded"))
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
        raise invalid_body(error.mistake) from None


def _refuse_media_type(environ: WSGIEnvironment) -> None:
    """Refuse what isn't JSON, or JSON in another encoding than UTF-8."""
    charset = request.mimetype_params.get("charset", "utf-8")
    if request.mimetype != "application/json" or charset.lower() not in {"utf-8", "utf8"}:
        sent = environ.get("CONTENT_TYPE")
        if not sent:
            raise problem("unsupported-media-type", sentence("body.media_type_missing"))
        facts = {"sent": repr(sent[:100])}
        raise problem("unsupported-media-type", sentence("body.media_type", facts))


def _too_large(limit: int) -> ProblemError:
    return problem("content-too-large", sentence("body.too_large", {"limit": limit}))


def _received(environ: WSGIEnvironment, most: int) -> bytes:
    """The whole body, if it isn't longer than `most`."""
    length = get_content_length(
        environ.get("CONTENT_LENGTH"), environ.get("HTTP_TRANSFER_ENCODING")
    )
    if length is not None and length > most:
        raise _too_large(most)
    try:
        if length is None:
            # One byte more than allowed may be read: Werkzeug cuts a chunked body there silently.
            request.max_content_length = most + 1
            return request.get_data(cache=False)
        body: bytes = environ["wsgi.input"].read(length)
    except HTTPException:
        raise
    except Exception:  # noqa: BLE001 - whatever a server raises for a body that it can't read
        raise invalid_body(Mistake(MistakeCode.BODY_BADLY_CHUNKED)) from None
    if len(body) < length:
        facts = (("found", len(body)), ("expected", length))
        raise invalid_body(Mistake(MistakeCode.BODY_CUT_SHORT, facts))
    return body

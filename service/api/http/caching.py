"""Caching: how long a response may be kept, and 304 for a response that hasn't changed."""

import hashlib

from flask import Request, Response

from service.api.operations.operation import DAY

FOR_EVER = 365 * DAY


def cacheable(
    response: Response, request: Request, max_age: int | None, *, immutable: bool = False
) -> Response:
    """Let caches keep a response for `max_age` seconds; with None they may not keep it."""
    if max_age is None:
        response.headers["Cache-Control"] = "no-store"
        return response
    lifetime = f"{FOR_EVER}, immutable" if immutable else f"{max_age}"
    response.headers["Cache-Control"] = f"public, max-age={lifetime}"
    return if_changed(response, request, tag_of(response.get_data()))


def tag_of(body: bytes) -> str:
    """Return the ETag of a body, a digest of its bytes."""
    return hashlib.sha256(body).hexdigest()[:32]


def if_changed(response: Response, request: Request, tag: str) -> Response:
    """Return the response, or 304 if the client has it already.

    `If-Match` is ignored: it guards changes, and no request changes anything.
    """
    response.set_etag(tag)
    if not request.if_match:
        response.make_conditional(request)
    return response

"""Caching: how long an answer may be kept, and that it is sent only if the asker has another."""

import hashlib

from flask import Request, Response

from service.api.operations.operation import DAY

FOR_EVER = 365 * DAY


def cacheable(
    response: Response, asked: Request, max_age: int | None, *, immutable: bool = False
) -> Response:
    """Let caches keep an answer, for so many seconds; it is named by what it says."""
    if max_age is None:
        response.headers["Cache-Control"] = "no-store"
        return response
    lifetime = f"{FOR_EVER}, immutable" if immutable else f"{max_age}"
    response.headers["Cache-Control"] = f"public, max-age={lifetime}"
    return if_changed(response, asked, tag_of(response.get_data()))


def tag_of(body: bytes) -> str:
    """A name for these bytes."""
    return hashlib.sha256(body).hexdigest()[:32]


def if_changed(response: Response, asked: Request, tag: str) -> Response:
    """The answer, or 304 for who has it already.

    `If-Match` is passed over: it guards changes, and nothing can be changed here.
    """
    response.set_etag(tag)
    if not asked.if_match:
        response.make_conditional(asked)
    return response

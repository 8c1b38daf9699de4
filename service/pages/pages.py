"""Pages for people: one that shows what the service does, and a browser of its contract.

Their files are few: each has a route of its own and is read once, when the service starts.
"""

from dataclasses import dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable

from flask import Flask, Response, request

from service.api.answers.problems import invalid
from service.api.http.caching import if_changed, tag_of
from service.api.http.routes import add_routes
from service.api.requests.mistakes import Mistake, MistakeCode

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""What the pages may load: files and answers of this service, and Swagger UI's icons (`data:`)."""

ASK_AGAIN = "public, no-cache"
"""May be kept, but not used without asking: our files change together."""

A_DAY = "public, max-age=86400"
"""For what changes only with a dependency."""

HTML, CSS = "text/html; charset=utf-8", "text/css; charset=utf-8"
SCRIPT, SVG, PNG = "text/javascript; charset=utf-8", "image/svg+xml", "image/png"


_ParameterMistake = tuple[tuple[str], Mistake]
"""The name of a parameter, as a path, and what is wrong with it."""


@dataclass(frozen=True, slots=True)
class _File:
    """A file as it is served; `tag` is a name for its bytes."""

    body: bytes
    tag: str
    media: str
    lifetime: str


def _read(file: Traversable, media: str, lifetime: str = ASK_AGAIN) -> _File:
    body = file.read_bytes()
    return _File(body, tag_of(body), media, lifetime)


_OURS = files("service.pages") / "static"
_SWAGGER = files("flask_swagger_ui") / "dist"
_SIGNS = ("oros", "copas", "espadas", "bastos", "joker")

FILES = {
    "/docs": _read(_OURS / "docs.html", HTML),
    "/docs/start.js": _read(_OURS / "start.js", SCRIPT),
    "/docs/swagger-ui.css": _read(_SWAGGER / "swagger-ui.css", CSS, A_DAY),
    "/docs/swagger-ui-bundle.js": _read(_SWAGGER / "swagger-ui-bundle.js", SCRIPT, A_DAY),
    "/docs/favicon-32x32.png": _read(_SWAGGER / "favicon-32x32.png", PNG, A_DAY),
    "/static/page.css": _read(_OURS / "page.css", CSS),
    "/static/page.js": _read(_OURS / "page.js", SCRIPT),
    **{f"/static/{name}.svg": _read(_OURS / f"{name}.svg", SVG) for name in _SIGNS},
}
"""Every file by its address; nothing else below `/docs` and `/static` is served."""

PAGE = {language: _read(_OURS / f"page.{language}.html", HTML) for language in ("en", "es")}
"""The page by its language; the first is for whoever accepts none of them."""


def register(app: Flask) -> None:
    """Give the pages, and all that they load, a route each."""
    for address in FILES:
        add_routes(app, address, {"GET": ("getPageFile", _file)})
    # Not strict: an address without any path would otherwise be redirected, with a body in HTML.
    add_routes(app, "/", {"GET": ("getPage", _page)}, strict_slashes=False)


def _file() -> Response:
    _refuse(_unknown_parameters())
    return _answer(FILES[request.path])


def _page() -> Response:
    """The page in the language that is asked for, or else in the one that the reader prefers."""
    _refuse([*_unknown_parameters("lang"), *_language_mistakes()])
    preferred = request.accept_languages.best_match(PAGE, next(iter(PAGE)))
    language = request.args.get("lang", preferred)
    response = _answer(PAGE[language])
    response.headers["Content-Language"] = language
    response.headers["Vary"] = "Accept-Language"
    return response


def _unknown_parameters(*known: str) -> list[_ParameterMistake]:
    """The parameters that an address doesn't take."""
    unknown = Mistake(MistakeCode.PARAMETER_UNKNOWN)
    return [((name,), unknown) for name in request.args if name not in known]


def _language_mistakes() -> list[_ParameterMistake]:
    """A language in which there is no page, or two at once."""
    asked = request.args.getlist("lang")
    if len(asked) > 1:
        return [(("lang",), Mistake(MistakeCode.PARAMETER_TWICE))]
    if not set(asked) <= set(PAGE):
        facts = (("known", tuple(PAGE)), ("found", repr(asked[0][:32])))
        return [(("lang",), Mistake(MistakeCode.NOT_ONE_OF, facts))]
    return []


def _refuse(wrong: list[_ParameterMistake]) -> None:
    """Refuse a request with anything wrong in its parameters."""
    if wrong:
        raise invalid(wrong, in_query=True)


def _answer(file: _File) -> Response:
    response = Response(file.body, content_type=file.media)
    response.headers["Cache-Control"] = file.lifetime
    response.headers["Content-Security-Policy"] = POLICY
    response.headers["Referrer-Policy"] = "no-referrer"
    response.headers["Cross-Origin-Resource-Policy"] = "same-origin"
    return if_changed(response, request, file.tag)

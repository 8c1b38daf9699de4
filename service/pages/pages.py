"""Pages for people: a page to try the service, and Swagger UI for its contract.

Each of their few files has its own route, and is read once, when the service starts.
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
"""Allow the pages to load files and responses of this service, and Swagger UI's `data:` icons."""

REVALIDATED = "public, no-cache"
"""For files of the service: a cache must revalidate them, because they change together."""

FOR_A_DAY = "public, max-age=86400"
"""For files of a dependency, which change only with its version."""

HTML, CSS = "text/html; charset=utf-8", "text/css; charset=utf-8"
SCRIPT, SVG, PNG = "text/javascript; charset=utf-8", "image/svg+xml", "image/png"


_ParameterMistake = tuple[tuple[str], Mistake]
"""The name of a parameter, as a path, and what is wrong with it."""


@dataclass(frozen=True, slots=True)
class _File:
    """A file in memory, with its headers; `tag` is its ETag."""

    body: bytes
    tag: str
    media_type: str
    cache_control: str


def _read(file: Traversable, media_type: str, cache_control: str = REVALIDATED) -> _File:
    body = file.read_bytes()
    return _File(body, tag_of(body), media_type, cache_control)


_STATIC = files("service.pages") / "static"
_SWAGGER = files("flask_swagger_ui") / "dist"
_ICONS = ("oros", "copas", "espadas", "bastos", "joker")

FILES = {
    "/docs": _read(_STATIC / "docs.html", HTML),
    "/docs/start.js": _read(_STATIC / "start.js", SCRIPT),
    "/docs/swagger-ui.css": _read(_SWAGGER / "swagger-ui.css", CSS, FOR_A_DAY),
    "/docs/swagger-ui-bundle.js": _read(_SWAGGER / "swagger-ui-bundle.js", SCRIPT, FOR_A_DAY),
    "/docs/favicon-32x32.png": _read(_SWAGGER / "favicon-32x32.png", PNG, FOR_A_DAY),
    "/static/page.css": _read(_STATIC / "page.css", CSS),
    "/static/page.js": _read(_STATIC / "page.js", SCRIPT),
    **{f"/static/{name}.svg": _read(_STATIC / f"{name}.svg", SVG) for name in _ICONS},
}
"""Every file by its URL path; nothing else below `/docs` and `/static` is served."""

PAGE = {language: _read(_STATIC / f"page.{language}.html", HTML) for language in ("en", "es")}
"""The page in each language; the first is the default."""


def register(app: Flask) -> None:
    """Add a route for each page and each file that the pages load."""
    for path in FILES:
        add_routes(app, path, {"GET": ("getPageFile", _file)})
    # Not strict: Flask would redirect a URL without a path, with a body in HTML.
    add_routes(app, "/", {"GET": ("getPage", _page)}, strict_slashes=False)


def _file() -> Response:
    _refuse(_unknown_parameters())
    return _response(FILES[request.path])


def _page() -> Response:
    """Return the page in the language of `lang` or, without it, of `Accept-Language`."""
    _refuse([*_unknown_parameters("lang"), *_language_mistakes()])
    preferred = request.accept_languages.best_match(PAGE, next(iter(PAGE)))
    language = request.args.get("lang", preferred)
    response = _response(PAGE[language])
    response.headers["Content-Language"] = language
    response.headers["Vary"] = "Accept-Language"
    return response


def _unknown_parameters(*known: str) -> list[_ParameterMistake]:
    """Return a mistake for each query parameter other than these."""
    unknown = Mistake(MistakeCode.PARAMETER_UNKNOWN)
    return [((name,), unknown) for name in request.args if name not in known]


def _language_mistakes() -> list[_ParameterMistake]:
    """Return a mistake if `lang` is given twice, or the page has no such language."""
    languages = request.args.getlist("lang")
    if len(languages) > 1:
        return [(("lang",), Mistake(MistakeCode.PARAMETER_TWICE))]
    if not set(languages) <= set(PAGE):
        facts = (("known", tuple(PAGE)), ("found", repr(languages[0][:32])))
        return [(("lang",), Mistake(MistakeCode.NOT_ONE_OF, facts))]
    return []


def _refuse(mistakes: list[_ParameterMistake]) -> None:
    """Raise `ProblemError` if there is any mistake."""
    if mistakes:
        raise invalid(mistakes, in_query=True)


def _response(file: _File) -> Response:
    response = Response(file.body, content_type=file.media_type)
    response.headers["Cache-Control"] = file.cache_control
    response.headers["Content-Security-Policy"] = POLICY
    response.headers["Referrer-Policy"] = "no-referrer"
    response.headers["Cross-Origin-Resource-Policy"] = "same-origin"
    return if_changed(response, request, file.tag)

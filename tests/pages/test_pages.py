"""The pages for people: what is served, to whom, in which language, and that nothing else is."""

import json
import re
import shlex
from html.parser import HTMLParser
from typing import Any

import pytest

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
SERVED = {
    "/": "text/html; charset=utf-8",
    "/docs": "text/html; charset=utf-8",
    "/docs/start.js": "text/javascript; charset=utf-8",
    "/docs/swagger-ui.css": "text/css; charset=utf-8",
    "/docs/swagger-ui-bundle.js": "text/javascript; charset=utf-8",
    "/docs/favicon-32x32.png": "image/png",
    "/static/page.css": "text/css; charset=utf-8",
    "/static/page.js": "text/javascript; charset=utf-8",
    "/static/oros.svg": "image/svg+xml",
    "/static/copas.svg": "image/svg+xml",
    "/static/espadas.svg": "image/svg+xml",
    "/static/bastos.svg": "image/svg+xml",
    "/static/joker.svg": "image/svg+xml",
}
PAGES = ["/?lang=en", "/?lang=es", "/docs"]
OURS = [*PAGES, "/docs/start.js", *(path for path in SERVED if path.startswith("/static/"))]
VOID = {"meta", "link", "input", "img", "br"}


class Page(HTMLParser):
    """What of a page matters here: its elements with their attributes, and its text by element."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.within: list[str] = []
        self.texts: list[tuple[str, str]] = []
        self.feed(text)
        assert self.within == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.within.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.within.pop() == tag

    def handle_data(self, data: str) -> None:
        if data.strip():
            self.texts.append((self.within[-1], data.strip()))

    def addresses(self) -> list[str]:
        found = [attributes.get("href") or attributes.get("src") for _, attributes in self.elements]
        return [address for address in found if address]


@pytest.mark.parametrize(("path", "media"), SERVED.items())
def test_a_file_says_what_it_is_what_it_may_load_and_how_long_it_may_be_kept(
    client: Any, path: str, media: str
) -> None:
    answer = client.get(path)
    assert answer.status_code == 200
    assert answer.content_type == media
    assert answer.data
    assert answer.headers["Content-Security-Policy"] == POLICY
    kept = "max-age=86400" if "swagger" in path or "favicon" in path else "no-cache"
    assert answer.headers["Cache-Control"] == f"public, {kept}"
    again = client.get(path, headers={"If-None-Match": answer.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")
    assert again.headers["Cache-Control"] == answer.headers["Cache-Control"]
    assert client.get(path, headers={"If-None-Match": '"other"'}).status_code == 200


@pytest.mark.parametrize("path", SERVED)
def test_a_page_takes_the_methods_of_any_address_that_is_read(client: Any, path: str) -> None:
    read, head = client.get(path), client.head(path)
    assert (head.status_code, head.data) == (200, b"")
    for name in ("Content-Length", "Content-Type", "ETag", "Cache-Control"):
        assert head.headers[name] == read.headers[name]
    options = client.options(path)
    assert (options.status_code, options.data) == (204, b"")
    for method in ("POST", "PUT", "DELETE"):
        answer = client.open(path, method=method)
        assert (answer.status_code, answer.json["type"]) == (405, "method-not-allowed")
        assert set(answer.headers["Allow"].split(", ")) == {"GET", "HEAD", "OPTIONS"}
    assert set(options.headers["Allow"].split(", ")) == {"GET", "HEAD", "OPTIONS"}


@pytest.mark.parametrize("path", SERVED)
@pytest.mark.parametrize("query", ["x=1", "url=https://elsewhere.example/openapi.json", "Lang=es"])
def test_a_page_refuses_parameters_that_it_does_not_know(
    client: Any, path: str, query: str
) -> None:
    answer = client.get(f"{path}?{query}")
    assert (answer.status_code, answer.content_type) == (400, "application/problem+json")
    (error,) = answer.json["errors"]
    assert (error["code"], error["parameter"]) == ("parameter.unknown", query.partition("=")[0])
    assert error["detail"]


def test_an_address_without_a_path_is_the_page(client: Any) -> None:
    answer = client.get("/", environ_overrides={"PATH_INFO": ""})
    assert (answer.status_code, answer.data) == (200, client.get("/").data)


NOWHERE = [
    *("/docs/", "/docs/index.html", "/docs/docs.html", "/docs/swagger-ui.js", "/docs/LICENSE"),
    *("/docs/swagger-ui-standalone-preset.js", "/docs/oauth2-redirect.html", "/docs/../pages.py"),
    *("/docs/%2e%2e/pages.py", "/docs/start.js/", "/Docs", "/static", "/static/", "/index.html"),
    *("/static/page.en.html", "/static/docs.html", "/static/start.js", "/docs//start.js"),
]


@pytest.mark.parametrize("path", NOWHERE)
def test_no_other_file_is_served(client: Any, path: str) -> None:
    for method in ("GET", "POST"):
        answer = client.open(path, method=method)
        assert (answer.status_code, answer.content_type) == (404, "application/problem+json")
        assert answer.json["type"] == "not-found"


PREFERENCES = [
    (None, "en"),
    ("", "en"),
    ("*", "en"),
    ("es", "es"),
    ("es-AR,es;q=0.9", "es"),
    ("ES-419", "es"),
    ("en-GB,en;q=0.9,es;q=0.8", "en"),
    ("en;q=0.8,es;q=0.9", "es"),
    ("gl,es;q=0.7,en;q=0.3", "es"),
    ("de,fr;q=0.5", "en"),
    ("es;q=0", "en"),
    ("esperanto", "en"),
    (";;q=x,,", "en"),
]


@pytest.mark.parametrize(("accepted", "language"), PREFERENCES)
def test_the_page_is_in_the_language_that_its_reader_prefers(
    client: Any, accepted: str | None, language: str
) -> None:
    answer = client.get("/", headers={"Accept-Language": accepted} if accepted is not None else {})
    assert f'<html lang="{language}">' in answer.text
    assert answer.headers["Content-Language"] == language
    assert "Accept-Language" in answer.headers["Vary"]


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("accepted", ["en", "es"])
def test_a_language_in_the_address_goes_before_what_is_preferred(
    client: Any, language: str, accepted: str
) -> None:
    answer = client.get(f"/?lang={language}", headers={"Accept-Language": accepted})
    assert f'<html lang="{language}">' in answer.text
    assert answer.headers["Content-Language"] == language


def test_the_two_languages_have_tags_of_their_own(client: Any) -> None:
    english, spanish = (client.get(f"/?lang={code}").headers["ETag"] for code in ("en", "es"))
    assert english != spanish
    answer = client.get("/?lang=es", headers={"If-None-Match": english})
    assert answer.status_code == 200


@pytest.mark.parametrize("query", ["lang=", "lang=fr", "lang=ES", "lang=es-AR", "lang=es&lang=en"])
def test_a_language_that_it_is_not_in_is_refused(client: Any, query: str) -> None:
    answer = client.get(f"/?{query}")
    assert (answer.status_code, answer.json["type"]) == (400, "invalid-request")
    assert [error["parameter"] for error in answer.json["errors"]] == ["lang"]


def test_everything_wrong_with_the_parameters_is_reported(client: Any) -> None:
    answer = client.get("/?lang=fr&hand=7o")
    assert {error["parameter"] for error in answer.json["errors"]} == {"lang", "hand"}


@pytest.mark.parametrize("path", PAGES)
def test_no_script_and_no_style_stands_in_a_page(client: Any, path: str) -> None:
    page = Page(client.get(path).text)
    for tag, attributes in page.elements:
        assert tag != "style"
        assert "style" not in attributes
        assert not [name for name in attributes if name.startswith("on")]
        if tag == "script":
            assert attributes["src"]
    assert not [text for tag, text in page.texts if tag == "script"]


@pytest.mark.parametrize("path", PAGES)
def test_every_address_in_a_page_is_answered(client: Any, path: str) -> None:
    addresses = Page(client.get(path).text).addresses()
    assert len(addresses) > 3
    for address in addresses:
        assert client.get(address).status_code == 200, address


def test_the_page_leads_to_all_that_one_may_want_to_read(client: Any) -> None:
    addresses = set(Page(client.get("/").text).addresses())
    assert {"/docs", "/openapi.yaml", "/rules", "/published"} <= addresses
    assert {"/violations", "/healthz"} <= addresses
    assert "/" in Page(client.get("/docs").text).addresses()


@pytest.mark.parametrize("path", OURS)
def test_nothing_of_ours_names_another_server(client: Any, path: str) -> None:
    text = client.get(path).text.replace("http://www.w3.org/2000/svg", "")
    assert not re.search(r"https?:|['\"(]//", text)


def test_the_page_is_the_same_in_both_languages_but_for_its_words(client: Any) -> None:
    def skeleton(language: str) -> list[Any]:
        told = {"content", "aria-label", "href", "hreflang", "lang"}
        return [
            (tag, {name: value for name, value in attributes.items() if name not in told})
            for tag, attributes in Page(client.get(f"/?lang={language}").text).elements
            if (tag, attributes.get("name")) != ("meta", "description")
        ]

    def links(language: str) -> list[str]:
        page = Page(client.get(f"/?lang={language}").text)
        return [address for address in page.addresses() if "lang=" not in address]

    assert skeleton("en") == skeleton("es")
    assert links("en") == links("es")


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_curl_in_the_page_is_answered(client: Any, language: str) -> None:
    page = Page(client.get(f"/?lang={language}").text)
    command = next(text for tag, text in page.texts if text.startswith("curl "))
    words = shlex.split(command.replace("\\\n", " "))
    body = json.loads(words[words.index("-d") + 1])
    assert "localhost:8000/evaluate" in words
    assert client.post("/evaluate", json=body).status_code == 200


def test_the_examples_in_the_page_show_what_they_promise(client: Any) -> None:
    examples = [
        {"rules": attributes["data-rules"], "cards": str(attributes["data-cards"]).split()}
        for tag, attributes in Page(client.get("/").text).elements
        if "data-rules" in attributes
    ]
    closes, eight, chinchon, worse, cannot = (
        client.post("/evaluate", json=question) for question in examples
    )
    assert closes.json["closing"]["kind"] == "points"
    assert closes.json["closing"]["melds"] == closes.json["melds"]
    assert len(eight.json["choices"]) == 8
    assert eight.json["choices"][0]["closing"]["kind"] == "full"
    assert chinchon.json["closing"]["kind"] == "chinchon"
    assert chinchon.json["closing"]["wilds"] == 1
    assert worse.json["closing"]["unmatched_points"] > worse.json["unmatched_points"]
    assert cannot.status_code == 422

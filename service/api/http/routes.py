"""Routes: a URL path with a view for each method, and a view for OPTIONS."""

from collections.abc import Callable, Mapping

from flask import Flask, Response

View = Callable[..., Response]


def add_routes(
    app: Flask, path: str, views: Mapping[str, tuple[str, View]], *, strict_slashes: bool = True
) -> None:
    """Route a URL path; `views` has the endpoint's name and the view of each method.

    OPTIONS has a view of its own here, because Flask lists the methods in the order of a set, which
    differs from process to process.
    """
    methods = {"OPTIONS", *views, *(["HEAD"] if "GET" in views else [])}
    allowed = ", ".join(sorted(methods))

    def options(**_: str) -> Response:
        return Response(status=204, headers={"Allow": allowed})

    for method, (endpoint, view) in {**views, "OPTIONS": (f"options {path}", options)}.items():
        app.add_url_rule(
            path,
            endpoint,
            view,
            methods=[method],
            provide_automatic_options=False,
            strict_slashes=strict_slashes,
        )

"""Routes: an address with its methods, and the answer to OPTIONS that lists them."""

from collections.abc import Callable, Mapping

from flask import Flask, Response

View = Callable[..., Response]


def add_routes(
    app: Flask, path: str, views: Mapping[str, tuple[str, View]], *, strict_slashes: bool = True
) -> None:
    """Route an address: for each method the name of its endpoint and its view.

    OPTIONS is answered here, since Flask lists the methods in the order of a set, which differs
    from process to process.
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

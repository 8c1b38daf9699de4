"""What the document says before its operations: the service, the tags and the responses.

Generated clients take the name of their package from the title, so it is ASCII.
"""

TITLE = "Chinchon rules"

CONTACT = "The maintainers of Chinchon rules"

DESCRIPTION = (
    "A stateless service for the rules of the card game Chinchón. An answer depends only on its "
    "request, so every request may be repeated. Only `/deal` without a seed draws one first.\n"
    "\n"
    "Every error of the service is a problem (RFC 9457), and each operation lists the statuses of "
    "its problems. Some requests do not reach the service. The HTTP server refuses them with a "
    "short page in HTML: 400 if the request is not valid HTTP, 414 if the URL is too long, 417 for "
    "an unknown `Expect`, 431 if header fields are too long or too many, and 501 for an unknown "
    "`Transfer-Encoding`. A proxy in front of it may refuse them with a problem, and also with 408 "
    "or 413 for a body that is too slow or too large, 429 if requests come too often, and 503 if "
    "no server answers."
)

TAGS = {
    "Hands": "Evaluate hands, and judge melds and closes.",
    "Matches": "Deal, play and view a whole match, which the caller keeps as one JSON value.",
    "Rounds": "Lay off, score a round, and bring a player back into the match.",
    "Tables": "The built-in tables, their parameters, and the catalogue of violations.",
    "Service": "Probes of the service itself.",
}

RESPONSES = {
    400: ("BadRequest", "The request does not match the contract."),
    404: ("NotFound", "There is nothing at this URL."),
    405: ("MethodNotAllowed", "This URL does not accept the method."),
    408: ("RequestTimeout", "The body did not arrive in time."),
    413: ("ContentTooLarge", "The body is too large."),
    415: ("UnsupportedMediaType", "The body is not JSON in UTF-8."),
    422: ("UnprocessableContent", "The request states something that is impossible."),
    500: ("InternalServerError", "The service has failed. The fault is not in the request."),
    503: ("ServiceUnavailable", "The service is stopping."),
}
"""The responses with problems, by status: the name of the component, and its description."""

"""Examples of requests about tables."""

from service.api.openapi.examples.example import Example

RULES = {
    "fiftyCards": Example(
        "The barajamos table with two jokers",
        {"rules": {"base": "barajamos", "deck": {"jokers": 2}}, "seats": 4},
    ),
    "contradiction": Example(
        "A pack too small for its players",
        {"rules": {"base": "fournier", "players": {"max": 8}}},
        status=422,
    ),
}

"""JSON Pointers (RFC 6901) as URI fragments."""

from urllib.parse import quote

_PLAIN = "~!$&'()*+,;=:@"
"""Characters that a fragment may hold as they are (RFC 6901, section 6)."""


def pointer(path: tuple[str | int, ...]) -> str:
    """A path as a JSON Pointer fragment.

    >>> pointer(("cards", 3))
    '#/cards/3'
    """
    steps = (str(step).replace("~", "~0").replace("/", "~1") for step in path)
    return "".join(["#", *(f"/{quote(step, safe=_PLAIN)}" for step in steps)])

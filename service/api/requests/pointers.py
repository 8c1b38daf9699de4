"""Pointers: the paths in a request of the subjects of violations and faults."""

from collections.abc import Mapping, Sequence
from urllib.parse import quote

from msgspec import Struct

from service.api.requests.fields.rules import SentRules
from service.rules.hand.meld_check import ShownMeld
from service.rules.subjects import Part, Subject

Path = tuple[str | int, ...]
"""Member names and list indices, outermost first."""

PathTemplates = Mapping[Part, str]
"""For each part a path such as `stock/{card}`, with fields of the subject in braces."""

_PLAIN = "~!$&'()*+,;=:@"
"""Characters that need no escape in a URL fragment (RFC 6901, section 6)."""


SHOWN_MELD_PARTS = frozenset({Part.MELD, Part.STANDS_FOR})
"""The parts that are in the melds which a request shows."""


class Request(Struct, frozen=True):
    """A request as typed values, which can find the path of a subject."""

    def path_of(self, subject: Subject) -> Path:
        """Return the path of a subject in the request."""
        raise NotImplementedError


def path_in(templates: PathTemplates, subject: Subject) -> Path:
    """Return the path of a subject; a step in braces whose field is None is left out.

    >>> path_in({Part.STOCK: "state/stock/{card}"}, Subject(Part.STOCK, card=3))
    ('state', 'stock', 3)
    """
    steps: list[str | int] = []
    for step in templates[subject.part].split("/"):
        if step.startswith("{"):
            value = getattr(subject, step[1:-1])
            if value is not None:
                steps.append(value)
        elif step:
            steps.append(step)
    return tuple(steps)


def rules_path(rules: SentRules, subject: Subject) -> Path:
    """Return the path of a parameter, up to the deepest member that the request has."""
    path: list[str | int] = ["rules"]
    sent: object = rules.sent
    for step in (subject.name or "").split("."):
        if not isinstance(sent, dict) or step not in sent:
            break
        path.append(step)
        sent = sent[step]
    return tuple(path)


def meld_path(melds: Path, shown: Sequence[ShownMeld], subject: Subject) -> Path:
    """Return the path of a shown meld, or of one of its cards, in the list at `melds`.

    A meld without a kind was sent as a list of cards, a meld with a kind as an object.
    """
    index, card = subject.number or 0, subject.card
    path = (*melds, index)
    if subject.part in {Part.STANDS_FOR, Part.TABLE_STANDS_FOR}:
        return (*path, "stands_for", card or 0)
    if card is None:
        return path
    return (*path, card) if shown[index].kind is None else (*path, "cards", card)


def pointer(path: Path) -> str:
    """Return a path as a JSON Pointer in the form of a URL fragment.

    >>> pointer(("cards", 3))
    '#/cards/3'
    """
    steps = (str(step).replace("~", "~0").replace("/", "~1") for step in path)
    return "".join(["#", *(f"/{quote(step, safe=_PLAIN)}" for step in steps)])

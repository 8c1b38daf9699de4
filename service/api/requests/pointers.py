"""Pointers: where in a request the subjects of violations and faults stand."""

from collections.abc import Mapping, Sequence
from urllib.parse import quote

from msgspec import Struct

from service.api.requests.fields.rules import SentRules
from service.rules.hand.meld_check import ShownMeld
from service.rules.subjects import Part, Subject

Path = tuple[str | int, ...]
"""Member names and list indices, outermost first."""

Places = Mapping[Part, str]
"""For each part its place, such as `stock/{card}`: steps with a number of the subject in braces."""


_PLAIN = "~!$&'()*+,;=:@"
"""Characters that a fragment may hold as they are (RFC 6901, section 6)."""


class Request(Struct, frozen=True):
    """What a request asks, as typed values; it knows where it says what."""

    def path_of(self, subject: Subject) -> Path:
        """Where the request says what the subject names."""
        raise NotImplementedError


def path_in(places: Places, subject: Subject) -> Path:
    """The place of a subject, with its numbers filled in; a step without its number is left out.

    >>> path_in({Part.STOCK: "state/stock/{card}"}, Subject(Part.STOCK, card=3))
    ('state', 'stock', 3)
    """
    steps: list[str | int] = []
    for step in places[subject.part].split("/"):
        if step.startswith("{"):
            value = getattr(subject, step[1:-1])
            if value is not None:
                steps.append(value)
        elif step:
            steps.append(step)
    return tuple(steps)


def rules_path(rules: SentRules, subject: Subject) -> Path:
    """The place of a parameter, as far as the request names it; the rest is the base's."""
    path: list[str | int] = ["rules"]
    sent: object = rules.sent
    for step in (subject.name or "").split("."):
        if not isinstance(sent, dict) or step not in sent:
            break
        path.append(step)
        sent = sent[step]
    return tuple(path)


def meld_path(melds: Path, shown: Sequence[ShownMeld], subject: Subject) -> Path:
    """The place of a shown meld, or of one of its cards, in a list of melds.

    A meld without a kind was sent as a list of cards, one with a kind as an object.
    """
    number, card = subject.number or 0, subject.card
    path = (*melds, number)
    if subject.part in {Part.STANDS_FOR, Part.TABLE_STANDS_FOR}:
        return (*path, "stands_for", card or 0)
    if card is None:
        return path
    return (*path, card) if shown[number].kind is None else (*path, "cards", card)


def pointer(path: Path) -> str:
    """A path as a JSON Pointer fragment.

    >>> pointer(("cards", 3))
    '#/cards/3'
    """
    steps = (str(step).replace("~", "~0").replace("/", "~1") for step in path)
    return "".join(["#", *(f"/{quote(step, safe=_PLAIN)}" for step in steps)])

"""Fields of cards, which guess what a wrong code was meant to be."""

from collections.abc import Mapping
from typing import Any, cast

from marshmallow import ValidationError

from service.api.requests.fields import Described, Json, kind_of, ref
from service.rules.table.cards import ALL_CARDS, JOKER, Card

CARDS: Mapping[object, Card] = {card: card for card in ALL_CARDS}


class CardCode(Described):
    """A card by its code."""

    def json_schema(self) -> Json:
        """The component that names all 49."""
        return ref("Card")

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> Card:
        try:
            return CARDS[value]
        except (KeyError, TypeError):
            raise ValidationError(no_card(value)) from None


class Cards(Described):
    """A list of cards, by their codes."""

    def __init__(self, least: int, most: int, **more: Any) -> None:
        self.least, self.most = least, most
        super().__init__(**more)

    def json_schema(self) -> Json:
        """A list with its lengths; a card may be in it more than once."""
        return {
            "type": "array",
            "items": CardCode().json_schema(),
            "minItems": self.least,
            "maxItems": self.most,
        }

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> tuple[Card, ...]:
        return read_cards(value, self.least, self.most)


def read_cards(value: object, least: int, most: int) -> tuple[Card, ...]:
    """A list of codes as cards; `ValidationError` tells of each that is none."""
    if not isinstance(value, list):
        message = f"a list of cards is expected, not {kind_of(value)}"
        raise ValidationError(message)
    if not least <= len(value) <= most:
        number = f"{least}" if least == most else f"{least} to {most}"
        message = f"{number} cards are expected, not {len(value)}"
        raise ValidationError(message)
    try:
        return tuple([CARDS[code] for code in value])
    except (KeyError, TypeError):
        wrong = {i: [no_card(code)] for i, code in enumerate(value) if not _is_card(code)}
        raise ValidationError(cast("dict[str, Any]", wrong)) from None


def _is_card(code: object) -> bool:
    return isinstance(code, str) and code in CARDS


_PLAIN = "a card is a rank 1 to 12 and a suit letter o, c, e or b, or JK for a joker"
_COURTS = {"a": "1", "j": "10", "s": "10", "q": "11", "c": "11", "k": "12", "r": "12"}
_SUITS = {"♦": "o", "♥": "c", "♠": "e", "♣": "b", "d": "o", "h": "c", "s": "e"}


def no_card(code: object) -> str:
    """Why a value is no card's code, with the likeliest code where one can be guessed."""
    if not isinstance(code, str):
        return f"{_PLAIN}; this is {kind_of(code)}"
    shown = code if len(code) <= 16 else f"{code[:16]}…"  # noqa: PLR2004 - enough to recognise it
    guess = _guess(code)
    if guess is None:
        return f"{shown!r} is no card: {_PLAIN}"
    why = "suits are lower case" if code.lower() == guess else _PLAIN
    return f"{shown!r} is no card: {why}; {guess} is one"


def _guess(code: str) -> Card | None:
    plain = code.strip().lower()
    if plain in {"jk", "joker", "jo", "*", "🃏"}:
        return JOKER
    for rank, suit in ((plain[:-1], plain[-1:]), (plain[1:], plain[:1])):
        number = _COURTS.get(rank, rank).removeprefix("0")
        found = CARDS.get(f"{number}{_SUITS.get(suit, suit)}")
        if found:
            return found
    return None

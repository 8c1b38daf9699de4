"""Fields of cards, which suggest a card for a wrong code."""

from collections.abc import Mapping
from typing import Any, cast

from marshmallow import ValidationError

from service.api.requests.fields.basic import Described, Json, kind_of, read_each, read_list, ref
from service.api.requests.mistakes import Mistake, MistakeCode
from service.rules.table.cards import ALL_CARDS, JOKER, Card

CARDS: Mapping[object, Card] = {card: card for card in ALL_CARDS}


class CardCode(Described):
    """The code of a card."""

    def json_schema(self) -> Json:
        """Return a reference to the component that lists all 49 codes."""
        return ref("Card")

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> Card:
        try:
            return CARDS[value]
        except (KeyError, TypeError):
            raise ValidationError([not_a_card(value)]) from None


class Cards(Described):
    """A list of cards as codes."""

    def __init__(self, least: int, most: int, **more: Any) -> None:
        self.least, self.most = least, most
        super().__init__(**more)

    def json_schema(self) -> Json:
        """Return the schema of a list with its lengths; it may hold a card more than once."""
        lengths = {"minItems": self.least, "maxItems": self.most}
        return {"type": "array", "items": CardCode().json_schema()} | lengths

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> tuple[Card, ...]:
        return read_cards(value, self.least, self.most)


def read_cards(value: object, least: int, most: int) -> tuple[Card, ...]:
    """Return a list of codes as cards, or raise `ValidationError` with every wrong code."""
    codes = read_list(value, "cards", least, most)
    try:
        return tuple([CARDS[code] for code in codes])
    except (KeyError, TypeError):
        mistakes = {i: [not_a_card(code)] for i, code in enumerate(codes) if not _is_card(code)}
        raise ValidationError(cast("dict[str, Any]", mistakes)) from None


class Hands(Described):
    """A list of hands."""

    def __init__(self, most: int, **more: Any) -> None:
        self.most = most
        super().__init__(**more)

    def json_schema(self) -> Json:
        """Return the schema of a list of lists of cards."""
        hand = Cards(1, 8).json_schema()
        return {"type": "array", "items": hand, "minItems": 0, "maxItems": self.most}

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> list[tuple[Card, ...]]:
        return read_each(
            read_list(value, "hands", 0, self.most), lambda hand: read_cards(hand, 1, 8)
        )


def _is_card(code: object) -> bool:
    return isinstance(code, str) and code in CARDS


_COURTS = {"a": "1", "j": "10", "s": "10", "q": "11", "c": "11", "k": "12", "r": "12"}
_SUITS = {"♦": "o", "♥": "c", "♠": "e", "♣": "b", "d": "o", "h": "c", "s": "e"}


def not_a_card(code: object) -> Mistake:
    """Return the mistake of a value that isn't a card's code, with the probable card."""
    if not isinstance(code, str):
        return Mistake(
            MistakeCode.NOT_A_CARD, (("found", kind_of(code)), ("guess", "none"), ("why", "form"))
        )
    shown = code if len(code) <= 16 else f"{code[:16]}…"  # noqa: PLR2004 - enough to recognise it
    guess = _guess(code) or "none"
    why = "case" if code.lower() == guess else "form"
    facts = (("found", "string"), ("code", repr(shown)), ("guess", guess), ("why", why))
    return Mistake(MistakeCode.NOT_A_CARD, facts)


def _guess(code: str) -> Card | None:
    plain = code.strip().lower()
    if plain in {"jk", "joker", "jo", "*", "🃏"}:
        return JOKER
    for rank, suit in ((plain[:-1], plain[-1:]), (plain[1:], plain[:1])):
        digits = _COURTS.get(rank, rank).removeprefix("0")
        card = CARDS.get(f"{digits}{_SUITS.get(suit, suit)}")
        if card:
            return card
    return None

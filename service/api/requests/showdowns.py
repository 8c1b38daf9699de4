"""Hands at the end of a round, with the melds and lay-offs that a player chose."""

from collections.abc import Sequence

from msgspec import Struct

from service.api.requests.fields.basic import Integer, OneOf, Player
from service.api.requests.fields.cards import CardCode, Cards
from service.api.requests.fields.objects import Members, ObjectSchema
from service.api.requests.hands import shown_melds_field
from service.api.requests.pointers import Path, Places, meld_path, path_in
from service.rules.hand.meld_check import ShownMeld
from service.rules.round.board import LayOffPlace
from service.rules.round.showdown_player import ChosenLayOff, ShowdownHand
from service.rules.subjects import Part, Subject
from service.rules.table.cards import Card

MOST_LAY_OFFS = 20
MOST_MELDS_OF_A_PLAYER = 100
MOST_PASSES = 99

MELDS = {Part.MELD, Part.STANDS_FOR, Part.TABLE_MELD, Part.TABLE_STANDS_FOR}

HAND_PLACES: Places = {
    Part.SHOWDOWN_PLAYER: "player",
    Part.SHOWDOWN_CARDS: "cards/{card}",
    Part.LAY_OFF: "lay_offs/{number}",
    Part.LAY_OFF_CARD: "lay_offs/{number}/card",
}
"""Places within a player's hand at the showdown."""


class SentLayOff(Struct, frozen=True):
    """A lay-off as a player chose it."""

    card: Card
    owner: str
    meld: int
    place: LayOffPlace
    pass_number: int | None


class SentHand(Struct, frozen=True):
    """A player's hand at the end of a round, and what the player chose."""

    player: str
    cards: tuple[Card, ...]
    melds: tuple[ShownMeld, ...] | None
    lay_offs: tuple[SentLayOff, ...] | None

    def at(self, position: int) -> ShowdownHand:
        """The hand at its position in the order of play."""
        return ShowdownHand(
            self.player, self.cards, position, self.melds, chosen_lay_offs(self.lay_offs)
        )

    def path_of(self, subject: Subject) -> Path:
        """Where within the hand it says what the subject names."""
        if subject.part in MELDS:
            return meld_path(("melds",), self.melds or (), subject)
        return path_in(HAND_PLACES, subject)


def chosen_lay_offs(sent: Sequence[SentLayOff] | None) -> tuple[ChosenLayOff, ...] | None:
    """Lay-offs as the rules know them."""
    if sent is None:
        return None
    return tuple(
        ChosenLayOff(one.card, one.owner, one.meld, one.place, one.pass_number, number)
        for number, one in enumerate(sent)
    )


class LayOffSchema(ObjectSchema[SentLayOff]):
    """A card that a player lays off."""

    value = SentLayOff
    card = CardCode(required=True)
    owner = Player(required=True, metadata={"description": "Whose meld it goes on."})
    meld = Integer(
        0,
        MOST_MELDS_OF_A_PLAYER - 1,
        required=True,
        metadata={"description": "Its index among the owner's melds."},
    )
    place = OneOf(LayOffPlace, required=True)
    pass_number = Integer(
        1,
        MOST_PASSES,
        data_key="pass",
        load_default=None,
        allow_none=False,
        metadata={
            "description": "The pass in which it is played, in the order of the list; left out, as "
            "soon as it fits."
        },
    )


def lay_offs_field(*, required: bool = False) -> Members:
    """The lay-offs that a player chose; left out, the service chooses."""
    description = "The lay-offs chosen; left out, the service chooses."
    members = (LayOffSchema(), 0, MOST_LAY_OFFS)
    metadata = {"description": description}
    if required:
        return Members(*members, required=True, metadata=metadata)
    return Members(*members, load_default=None, allow_none=False, metadata=metadata)


class ShowdownHandSchema(ObjectSchema[SentHand]):
    """A player's hand, and what the player shows and lays off; left out, the service chooses."""

    value = SentHand
    player = Player(required=True)
    cards = Cards(1, 8, required=True)
    melds = shown_melds_field()
    lay_offs = lay_offs_field()

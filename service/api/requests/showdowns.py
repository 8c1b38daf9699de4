"""Hands at the end of a round, with the melds and lay-offs that a player chose."""

from collections.abc import Sequence

from msgspec import Struct

from service.api.requests.fields.basic import Integer, OneOf, Player
from service.api.requests.fields.cards import CardCode, Cards
from service.api.requests.fields.objects import Members, ObjectSchema
from service.api.requests.hands import shown_melds_field
from service.api.requests.pointers import Path, PathTemplates, meld_path, path_in
from service.rules.hand.meld_check import ShownMeld
from service.rules.round.board import LayOffPlace
from service.rules.round.showdown_player import ChosenLayOff, ShowdownHand
from service.rules.subjects import Part, Subject
from service.rules.table.cards import Card

MOST_LAY_OFFS = 20
MOST_MELDS_OF_A_PLAYER = 100
MOST_PASSES = 99

MELDS = {Part.MELD, Part.STANDS_FOR, Part.TABLE_MELD, Part.TABLE_STANDS_FOR}

HAND_PATHS: PathTemplates = {
    Part.SHOWDOWN_PLAYER: "player",
    Part.SHOWDOWN_CARDS: "cards/{card}",
    Part.LAY_OFF: "lay_offs/{number}",
    Part.LAY_OFF_CARD: "lay_offs/{number}/card",
}
"""Paths within a player's hand at the showdown."""


class SentLayOff(Struct, frozen=True):
    """A lay-off as a player chose it."""

    card: Card
    owner: str
    meld: int
    place: LayOffPlace
    pass_number: int | None


class SentHand(Struct, frozen=True):
    """A player's hand at the end of a round, with the melds and lay-offs that they chose."""

    player: str
    cards: tuple[Card, ...]
    melds: tuple[ShownMeld, ...] | None
    lay_offs: tuple[SentLayOff, ...] | None

    def hand_at(self, position: int) -> ShowdownHand:
        """Return the hand with its position in the order of play."""
        return ShowdownHand(
            self.player, self.cards, position, self.melds, chosen_lay_offs(self.lay_offs)
        )

    def path_of(self, subject: Subject) -> Path:
        """Return the path of a subject within the hand."""
        if subject.part in MELDS:
            return meld_path(("melds",), self.melds or (), subject)
        return path_in(HAND_PATHS, subject)


def chosen_lay_offs(sent: Sequence[SentLayOff] | None) -> tuple[ChosenLayOff, ...] | None:
    """Return lay-offs as values of the rules, with their indices."""
    if sent is None:
        return None
    return tuple(
        ChosenLayOff(
            lay_off.card, lay_off.owner, lay_off.meld, lay_off.place, lay_off.pass_number, index
        )
        for index, lay_off in enumerate(sent)
    )


class ChosenLayOffSchema(ObjectSchema[SentLayOff]):
    """A card that a player lays off."""

    value = SentLayOff
    component = "ChosenLayOff"
    card = CardCode(required=True)
    owner = Player(required=True, metadata={"description": "The owner of the meld."})
    meld = Integer(
        0,
        MOST_MELDS_OF_A_PLAYER - 1,
        required=True,
        metadata={"description": "The index of the meld in the list of the owner's melds."},
    )
    place = OneOf(LayOffPlace, required=True)
    pass_number = Integer(
        1,
        MOST_PASSES,
        data_key="pass",
        load_default=None,
        allow_none=False,
        metadata={
            "description": "The pass in which the card is laid off; if left out, as soon as it "
            "fits. Lay-offs in one pass follow the order of the list."
        },
    )


def lay_offs_field(*, required: bool = False) -> Members:
    """Return the field for the lay-offs that a player chose."""
    description = "The lay-offs; if left out, the service chooses the best."
    members = (ChosenLayOffSchema(), 0, MOST_LAY_OFFS)
    metadata = {"description": description}
    if required:
        return Members(*members, required=True, metadata=metadata)
    return Members(*members, load_default=None, allow_none=False, metadata=metadata)


class ShowdownHandSchema(ObjectSchema[SentHand]):
    """A player's hand with its melds and lay-offs. The service chooses the best if left out."""

    value = SentHand
    player = Player(required=True)
    cards = Cards(1, 8, required=True)
    melds = shown_melds_field()
    lay_offs = lay_offs_field()

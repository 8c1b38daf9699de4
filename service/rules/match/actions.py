"""Actions: the moves of players and of the room in a match.

Actions are encoded in the form that `/play` accepts; members with default values are omitted.
"""

from msgspec import Struct, field

from service.rules.hand.meld_check import ShownMeld
from service.rules.match.state import Pile
from service.rules.round.showdown_player import ChosenLayOff
from service.rules.table.cards import Card


class DrawAction(Struct, frozen=True, omit_defaults=True, tag_field="type", tag="draw"):
    """The player to play draws a card."""

    pile: Pile = field(name="from")
    player: str | None = None


class DiscardAction(Struct, frozen=True, omit_defaults=True, tag_field="type", tag="discard"):
    """The player to play ends the turn with a card face up."""

    card: Card
    player: str | None = None


class CloseAction(Struct, frozen=True, omit_defaults=True, tag_field="type", tag="close"):
    """The player to play ends the round with a card face down, or without one instead of a draw.

    The service chooses the melds if they are None.
    """

    discard: Card | None
    melds: tuple[ShownMeld, ...] | None = None
    player: str | None = None


class ShowAction(Struct, frozen=True, omit_defaults=True, tag_field="type", tag="show"):
    """The player to play shows melds after a close, and lays off cards.

    The service chooses the melds or lay-offs that are None.
    """

    melds: tuple[ShownMeld, ...] | None = None
    lay_offs: tuple[ChosenLayOff, ...] | None = None
    player: str | None = None


class LayOffAction(Struct, frozen=True, omit_defaults=True, tag_field="type", tag="lay_off"):
    """The player to play lays off cards in a later pass, or none.

    The service chooses the lay-offs if they are None.
    """

    lay_offs: tuple[ChosenLayOff, ...] | None = None
    player: str | None = None


class RejoinAction(Struct, frozen=True, tag_field="type", tag="rejoin"):
    """A player rejoins after the round that put them out."""

    player: str


class DealAction(Struct, frozen=True, tag_field="type", tag="deal"):
    """The next round is dealt."""


class LeaveAction(Struct, frozen=True, tag_field="type", tag="leave"):
    """A player leaves the match and is out from now on."""

    player: str


class CancelAction(Struct, frozen=True, tag_field="type", tag="cancel"):
    """The room cancels the match; nobody adds points for the current round."""


SimpleAction = DrawAction | DiscardAction | RejoinAction | DealAction | LeaveAction | CancelAction
"""An action that is not part of the end of a round."""

Action = CloseAction | ShowAction | LayOffAction | SimpleAction
"""An action of a player or of the room."""

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


class OpponentChoice(Struct, frozen=True, omit_defaults=True):
    """The melds and lay-offs of an opponent; the service chooses those that are None."""

    player: str
    melds: tuple[ShownMeld, ...] | None = None
    lay_offs: tuple[ChosenLayOff, ...] | None = None


class CloseAction(Struct, frozen=True, omit_defaults=True, tag_field="type", tag="close"):
    """The player to play ends the round with a card face down, or without one instead of a draw.

    The service chooses the melds if they are None, and the opponents' missing melds and lay-offs.
    """

    discard: Card | None
    melds: tuple[ShownMeld, ...] | None = None
    opponents: tuple[OpponentChoice, ...] = ()
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


Action = (
    DrawAction
    | DiscardAction
    | CloseAction
    | RejoinAction
    | DealAction
    | LeaveAction
    | CancelAction
)

"""Actions: what somebody may want to do in a match.

An action that is listed is encoded as `/play` takes it; a member that is not set is absent.
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
    """The melds and lay-offs that an opponent chose; the service chooses those that are None."""

    player: str
    melds: tuple[ShownMeld, ...] | None = None
    lay_offs: tuple[ChosenLayOff, ...] | None = None


class CloseAction(Struct, frozen=True, omit_defaults=True, tag_field="type", tag="close"):
    """The player to play ends the round with a card face down.

    The service chooses the melds where they are None, and all that is left to choose for the
    opponents.
    """

    discard: Card
    melds: tuple[ShownMeld, ...] | None = None
    opponents: tuple[OpponentChoice, ...] = ()
    player: str | None = None


class RejoinAction(Struct, frozen=True, tag_field="type", tag="rejoin"):
    """A player comes back after the round that put the player out."""

    player: str


class DealAction(Struct, frozen=True, tag_field="type", tag="deal"):
    """The next round is dealt."""


class CancelAction(Struct, frozen=True, tag_field="type", tag="cancel"):
    """The room cancels the match; nobody gets points for the round being played."""


Action = DrawAction | DiscardAction | CloseAction | RejoinAction | DealAction | CancelAction

"""Actions: what a player may want to do in a match, by hand or left to the service."""

from msgspec import Struct

from service.rules.errors import Path
from service.rules.hand.meld_check import ShownMeld
from service.rules.match.state import Pile
from service.rules.round.showdown_player import ChosenLayOff
from service.rules.table.cards import Card


class DrawAction(Struct, frozen=True):
    """The player to play draws a card."""

    pile: Pile
    player: str | None = None


class DiscardAction(Struct, frozen=True):
    """The player to play ends the turn with a card face up."""

    card: Card
    player: str | None = None


class OpponentChoice(Struct, frozen=True):
    """What an opponent shows and lays off by hand; what is None the service chooses."""

    player: str
    path: Path
    melds: tuple[ShownMeld, ...] | None = None
    lay_offs: tuple[ChosenLayOff, ...] | None = None


class CloseAction(Struct, frozen=True):
    """The player to play ends the round with a card face down."""

    discard: Card
    melds: tuple[ShownMeld, ...] | None = None
    opponents: tuple[OpponentChoice, ...] = ()
    player: str | None = None


class RejoinAction(Struct, frozen=True):
    """A player whom the round has put out comes back."""

    player: str


class DealAction(Struct, frozen=True):
    """The next round is dealt."""


class CancelAction(Struct, frozen=True):
    """The room cancels the match; nobody gets points."""


Action = DrawAction | DiscardAction | CloseAction | RejoinAction | DealAction | CancelAction

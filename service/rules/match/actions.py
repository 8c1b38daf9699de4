"""Actions: what a player may want to do in a match, by hand or left to the service."""

from msgspec import Struct

from service.rules.errors import Path
from service.rules.hand.meld_check import Shown
from service.rules.match.state import Pile
from service.rules.round.showdown_player import GivenLayOff
from service.rules.table.cards import Card


class Draw(Struct, frozen=True):
    """The player to play draws a card."""

    pile: Pile
    player: str | None = None


class Discard(Struct, frozen=True):
    """The player to play ends the turn with a card face up."""

    card: Card
    player: str | None = None


class Chosen(Struct, frozen=True):
    """What an opponent shows and lays off by hand; what is None the service chooses."""

    player: str
    path: Path
    melds: tuple[Shown, ...] | None = None
    lay_offs: tuple[GivenLayOff, ...] | None = None


class Close(Struct, frozen=True):
    """The player to play ends the round with a card face down."""

    discard: Card
    melds: tuple[Shown, ...] | None = None
    opponents: tuple[Chosen, ...] = ()
    player: str | None = None


class Rejoin(Struct, frozen=True):
    """A player whom the round has put out comes back."""

    player: str


class Deal(Struct, frozen=True):
    """The next round is dealt."""


class Cancel(Struct, frozen=True):
    """The room cancels the match; nobody gets points."""


Action = Draw | Discard | Close | Rejoin | Deal | Cancel

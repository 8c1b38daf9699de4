"""The state of a match: everything that there is, in one frozen value that its caller keeps."""

from collections.abc import Iterator
from enum import StrEnum

from msgspec import Struct
from msgspec.structs import replace

from service.rules.hand.closing import CloseContext
from service.rules.hand.melds import Meld
from service.rules.round.round_score import BeforeRound, RoundScore
from service.rules.round.standings import Standing
from service.rules.table.cards import Card
from service.rules.table.table import Table


class Phase(StrEnum):
    """What the match is waiting for, or how it ended."""

    DRAW = "draw"
    DISCARD = "discard"
    ROUND_OVER = "round_over"
    MATCH_OVER = "match_over"
    CANCELLED = "cancelled"


RUNNING = frozenset({Phase.DRAW, Phase.DISCARD})
SCORED = frozenset({Phase.ROUND_OVER, Phase.MATCH_OVER})


class Pile(StrEnum):
    """From where a card is drawn."""

    STOCK = "stock"
    DISCARDS = "discards"


class StatePlayer(Struct, frozen=True):
    """A player: points, rejoins used, whether out, own turns ended in this round, and the hand."""

    player: str
    total: int
    rejoins: int
    out: bool
    turns: int
    cards: tuple[Card, ...]

    def standing(self) -> Standing:
        """Where the player stands."""
        return Standing(self.player, self.total, self.rejoins, self.out)


class StateDrawn(Struct, frozen=True):
    """The card that the player to play has drawn, and from where."""

    pile: Pile
    card: Card


class StateCloser(Struct, frozen=True):
    """Who closed, the card that lies face down, and the melds as shown."""

    player: str
    discard: Card
    melds: tuple[Meld, ...]


class State(Struct, frozen=True):
    """A match. The last card of `stock` and of `discards` is the top.

    Once a round is scored, hands and piles stay as they lay, and totals are those after `result`.
    """

    table: Table
    seed: str
    round: int
    phase: Phase
    lead: str
    to_play: str | None
    drawn: StateDrawn | None
    players: tuple[StatePlayer, ...]
    stock: tuple[Card, ...]
    discards: tuple[Card, ...]
    exhaustions: int
    play_off: bool
    closer: StateCloser | None
    result: RoundScore | None

    @property
    def round_has_ended(self) -> bool:
        """Whether the round is over, be it that the match was cancelled afterwards."""
        if self.phase is not Phase.CANCELLED:
            return self.phase in SCORED
        last = self.table.rules.stock.ends_on_exhaustion
        return self.closer is not None or (last is not None and self.exhaustions >= last)

    def player(self, name: str) -> StatePlayer:
        """The player of this name, who must be there."""
        return next(one for one in self.players if one.player == name)

    def names(self) -> list[str]:
        """Everybody's name, in play order."""
        return [one.player for one in self.players]

    def standings(self) -> tuple[Standing, ...]:
        """Where everybody stands."""
        return tuple(one.standing() for one in self.players)

    def before(self) -> BeforeRound:
        """How the match stands before a round that is being played."""
        return BeforeRound(self.standings(), len(self.players), self.round, self.play_off)

    def moment(self, player: str) -> CloseContext:
        """When a player would close now."""
        one = self.player(player)
        return CloseContext(one.turns + 1, one.total, self.play_off)

    def after(self, player: str) -> Iterator[StatePlayer]:
        """Everybody else in turn order from a player."""
        at = self.names().index(player)
        yield from (*self.players[at + 1 :], *self.players[:at])

    def next_in(self, player: str) -> str:
        """The next player in turn order who is still in."""
        return next(one.player for one in self.after(player) if not one.out)

    def with_player(self, changed: StatePlayer) -> "State":
        """The state with one player changed."""
        players = tuple(changed if one.player == changed.player else one for one in self.players)
        return replace(self, players=players)

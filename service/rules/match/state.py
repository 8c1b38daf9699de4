"""The state of a match: the whole match in one frozen value, which its caller keeps."""

from collections.abc import Iterator
from enum import StrEnum

from msgspec import Struct, field
from msgspec.structs import replace

from service.rules.hand.closing import CloseContext
from service.rules.hand.melds import Meld
from service.rules.names import PlayerName
from service.rules.round.scoring import RoundScore
from service.rules.round.standings import BeforeRound, Standing
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
"""Phases in which a round is played and somebody is to play."""

SCORED = frozenset({Phase.ROUND_OVER, Phase.MATCH_OVER})
"""Phases in which the last round has a result."""

ENDED = frozenset({Phase.MATCH_OVER, Phase.CANCELLED})
"""Phases in which nothing more can be done."""


class Pile(StrEnum):
    """The pile from which a card is drawn."""

    STOCK = "stock"
    DISCARDS = "discards"


class StatePlayer(Struct, frozen=True):
    """A player: total, rejoins used, whether out, own turns ended in this round, and the hand."""

    player: PlayerName
    total: int
    rejoins: int
    out: bool
    turns: int
    cards: tuple[Card, ...]

    def standing(self) -> Standing:
        """Where the player stands."""
        return Standing(self.player, self.total, self.rejoins, self.out)


class StateDrawn(Struct, frozen=True):
    """The card that the player to play has drawn, and the pile that it came from."""

    pile: Pile = field(name="from")
    card: Card


class StateCloser(Struct, frozen=True):
    """The player who closed, the card that lies face down, and the melds as shown."""

    player: PlayerName
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
    lead: PlayerName
    to_play: PlayerName | None
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
        """Whether the round is over, also where the match was cancelled after it."""
        if self.phase is not Phase.CANCELLED:
            return self.phase in SCORED
        last = self.table.rules.stock.ends_on_exhaustion
        return self.closer is not None or (last is not None and self.exhaustions >= last)

    def player(self, name: str) -> StatePlayer:
        """The player of this name, who must be in the match."""
        return next(player for player in self.players if player.player == name)

    def player_to_play(self) -> StatePlayer:
        """The player to play, in a phase in which somebody is."""
        assert self.to_play is not None  # noqa: S101 - so in every phase that asks
        return self.player(self.to_play)

    def names(self) -> list[str]:
        """The name of each player, in play order."""
        return [player.player for player in self.players]

    def standings(self) -> tuple[Standing, ...]:
        """The standing of each player, in play order."""
        return tuple(player.standing() for player in self.players)

    def before(self) -> BeforeRound:
        """How the match stands before a round that is being played."""
        return BeforeRound(self.standings(), len(self.players), self.round, self.play_off)

    def close_context(self, name: str) -> CloseContext:
        """The turn and the total with which a player would close now."""
        player = self.player(name)
        return CloseContext(player.turns + 1, player.total, self.play_off)

    def may_take_discard(self) -> bool:
        """Whether a discard may be taken: before a turn has ended, not at every table."""
        first_turn = not any(player.turns for player in self.players)
        return self.table.rules.turn.may_take_first_discard or not first_turn

    def turn_order_after(self, name: str) -> Iterator[StatePlayer]:
        """All other players, also those out, in turn order from a player on."""
        index = self.names().index(name)
        yield from (*self.players[index + 1 :], *self.players[:index])

    def next_in(self, name: str) -> str:
        """The next player in turn order who is still in."""
        return next(player.player for player in self.turn_order_after(name) if not player.out)

    def with_player(self, changed: StatePlayer) -> "State":
        """The state with one player changed."""
        players = tuple(
            changed if player.player == changed.player else player for player in self.players
        )
        return replace(self, players=players)

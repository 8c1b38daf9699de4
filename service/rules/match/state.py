"""The state of a match: the whole match in one immutable value, which the caller stores."""

from collections.abc import Iterator
from enum import StrEnum

from msgspec import Struct, field
from msgspec.structs import replace

from service.rules.hand.close_conditions import CloseContext
from service.rules.hand.melds import Meld
from service.rules.player_name import PlayerName
from service.rules.round.showdown_player import LayOff
from service.rules.score.scoring import RoundScore
from service.rules.score.standings import MatchBeforeRound, Standing
from service.rules.table.cards import Card
from service.rules.table.table import Table


class Phase(StrEnum):
    """The step that comes next in the match, or how the match ended."""

    DRAW = "draw"
    DISCARD = "discard"
    SHOWDOWN = "showdown"
    ROUND_OVER = "round_over"
    MATCH_OVER = "match_over"
    CANCELLED = "cancelled"


TURN = frozenset({Phase.DRAW, Phase.DISCARD})
"""The phases of a turn, before the round has been closed."""

RUNNING = TURN | {Phase.SHOWDOWN}
"""The phases in which a round is in progress and a player is to play."""

SCORED = frozenset({Phase.ROUND_OVER, Phase.MATCH_OVER})
"""The phases in which the last round has a result."""

ENDED = frozenset({Phase.MATCH_OVER, Phase.CANCELLED})
"""The phases in which no action is legal."""


class ShowdownMode(StrEnum):
    """Who chooses the melds and lay-offs after a close: the service, or each player in turn."""

    AUTOMATIC = "automatic"
    BY_HAND = "by_hand"


class Pile(StrEnum):
    """The pile from which a card is drawn."""

    STOCK = "stock"
    DISCARDS = "discards"


class StatePlayer(Struct, frozen=True):
    """A player: total, number of rejoins, whether out, and the hand.

    `turns` counts the player's turns that have ended in this round. A player who has left is out;
    the hand stays with the player until the next deal, out of play.
    """

    player: PlayerName
    total: int
    rejoins: int
    out: bool
    left: bool
    turns: int
    cards: tuple[Card, ...]

    def standing(self) -> Standing:
        """Return the standing of the player."""
        return Standing(self.player, self.total, self.rejoins, self.out, self.left)


class StateDrawn(Struct, frozen=True):
    """The card that the player to play has drawn, and its pile."""

    pile: Pile = field(name="from")
    card: Card


class StateCloser(Struct, frozen=True):
    """The player who closed, the card that they discarded face down, and the melds they showed.

    `discard` is None if the player closed instead of drawing.
    """

    player: PlayerName
    discard: Card | None
    melds: tuple[Meld, ...]


class StateShown(Struct, frozen=True):
    """The melds that a player has shown in the showdown, and what they have laid off so far."""

    player: PlayerName
    melds: tuple[Meld, ...]
    lay_offs: tuple[LayOff, ...]


class State(Struct, frozen=True):
    """A match; the last card of `stock` and of `discards` is the top card.

    `moves` counts the actions of the match. `shown` and `pass_number` are None except in phase
    `showdown`, where `shown` has who has shown so far, in turn order, the closer first if the
    closer may lay off. After a round is scored, the hands and piles stay unchanged until the next
    deal, and the totals include the points of `result`.
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
    moves: int
    showdown: ShowdownMode
    shown: tuple[StateShown, ...] | None
    pass_number: int | None = field(name="pass")
    closer: StateCloser | None
    result: RoundScore | None

    @property
    def round_has_ended(self) -> bool:
        """True if the round has ended, even if the match was cancelled after it."""
        if self.phase is not Phase.CANCELLED:
            return self.phase in SCORED
        last = self.table.rules.stock.ends_on_exhaustion
        return self.closer is not None or (last is not None and self.exhaustions >= last)

    @property
    def hands_are_open(self) -> bool:
        """True if everybody may see all hands.

        A match by hand that was cancelled after a close may have been cancelled in the showdown,
        when hands are still hidden.
        """
        may_be_in_showdown = (
            self.phase is Phase.CANCELLED
            and self.showdown is ShowdownMode.BY_HAND
            and self.closer is not None
        )
        return self.round_has_ended and not may_be_in_showdown

    def player(self, name: str) -> StatePlayer:
        """Return the player with this name, who must exist."""
        return next(player for player in self.players if player.player == name)

    def player_to_play(self) -> StatePlayer:
        """Return the player to play; the phase must be in `RUNNING`."""
        assert self.to_play is not None  # noqa: S101 - true in the `RUNNING` phases
        return self.player(self.to_play)

    def names(self) -> list[str]:
        """Return the names of all players, in play order."""
        return [player.player for player in self.players]

    def standings(self) -> tuple[Standing, ...]:
        """Return the standings of all players, in play order."""
        return tuple(player.standing() for player in self.players)

    def match_before_round(self) -> MatchBeforeRound:
        """Return the state of the match before the current round."""
        return MatchBeforeRound(self.standings(), len(self.players), self.round, self.play_off)

    def close_context(self, name: str) -> CloseContext:
        """Return the turn and the total of a player who closes now."""
        player = self.player(name)
        return CloseContext(player.turns + 1, player.total, self.play_off)

    @property
    def lead_has_eight(self) -> bool:
        """True if the lead is about to play the eight cards that they were dealt."""
        return (
            self.table.rules.turn.lead_gets_eight
            and self.phase in TURN
            and self.to_play == self.lead
            and not any(player.turns for player in self.players)
        )

    def players_in(self) -> list[StatePlayer]:
        """Return the players who are in, in play order."""
        return [player for player in self.players if not player.out]

    def may_take_discard(self) -> bool:
        """Return True if the top discard may be taken; the first discard may not at some tables."""
        first_turn = not any(player.turns for player in self.players)
        return self.table.rules.turn.may_take_first_discard or not first_turn

    def turn_order_after(self, name: str) -> Iterator[StatePlayer]:
        """Yield all other players, including players who are out, in turn order after a player."""
        index = self.names().index(name)
        yield from (*self.players[index + 1 :], *self.players[:index])

    def next_player_after(self, name: str) -> str:
        """Return the next player in turn order who is in."""
        return next(player.player for player in self.turn_order_after(name) if not player.out)

    def with_player(self, changed: StatePlayer) -> "State":
        """Return the state with one player replaced."""
        players = tuple(
            changed if player.player == changed.player else player for player in self.players
        )
        return replace(self, players=players)

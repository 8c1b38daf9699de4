"""Events: what happened in a step of a match, in order.

Each kind is a struct of its own, encoded as the contract writes it. `secret` holds what only the
event's player may see; all the rest is for everybody.
"""

from collections.abc import Iterator
from typing import NamedTuple

from msgspec import UNSET, Struct, UnsetType, field

from service.rules.hand.closing import Closing
from service.rules.hand.melds import Meld
from service.rules.match.state import Pile, State
from service.rules.names import PlayerName
from service.rules.round.scoring import RoundScore
from service.rules.round.showdown import Showdown
from service.rules.round.showdown_player import LayOff
from service.rules.round.standings import MatchStatus
from service.rules.table.cards import Card, in_order


class DealtSecret(Struct, frozen=True):
    """The hand that was dealt."""

    cards: tuple[Card, ...]


class Dealt(Struct, frozen=True, tag_field="type", tag="dealt"):
    """A player was dealt a hand."""

    player: PlayerName
    secret: DealtSecret


class TurnedUp(Struct, frozen=True, tag_field="type", tag="turned_up"):
    """The first discard was turned up."""

    card: Card


class DrewSecret(Struct, frozen=True):
    """The card that was drawn from the stock."""

    card: Card


class Drew(Struct, frozen=True, tag_field="type", tag="drew"):
    """A player drew: from the discards `card`, from the stock `secret` holds which card."""

    player: PlayerName
    pile: Pile = field(name="from")
    card: Card | UnsetType = UNSET
    secret: DrewSecret | UnsetType = UNSET


class Reshuffled(Struct, frozen=True, tag_field="type", tag="reshuffled"):
    """Discards became a new stock of `count` cards; `kept` discards stayed."""

    count: int
    kept: int


class Discarded(Struct, frozen=True, tag_field="type", tag="discarded"):
    """A player discarded a card face up."""

    player: PlayerName
    card: Card


class ClosedSecret(Struct, frozen=True):
    """The card that lies face down."""

    discard: Card


class Closed(Struct, frozen=True, tag_field="type", tag="closed"):
    """A player closed."""

    player: PlayerName
    closing: Closing
    secret: ClosedSecret


class Shown(Struct, frozen=True, tag_field="type", tag="shown"):
    """A player showed melds; `unmatched` is what was left before laying off."""

    player: PlayerName
    melds: tuple[Meld, ...]
    unmatched: tuple[Card, ...]


class LaidOff(Struct, frozen=True, tag_field="type", tag="laid_off"):
    """A player laid off a card."""

    player: PlayerName
    lay_off: LayOff


class Scored(Struct, frozen=True, tag_field="type", tag="scored"):
    """A player got points for the round; `after` is the new total."""

    player: PlayerName
    points: int
    after: int


class Out(Struct, frozen=True, tag_field="type", tag="out"):
    """A player went out."""

    player: PlayerName


class Rejoined(Struct, frozen=True, tag_field="type", tag="rejoined"):
    """A player came back, with this total."""

    player: PlayerName
    total: int


class RoundOver(Struct, frozen=True, tag_field="type", tag="round_over"):
    """A round ended, by exhaustion or by a close."""

    exhausted: bool


class Tied(Struct, frozen=True, tag_field="type", tag="tied"):
    """These players are tied and go on in a play-off."""

    players: tuple[PlayerName, ...]


class MatchOver(Struct, frozen=True, tag_field="type", tag="match_over"):
    """The match ended."""

    match: MatchStatus


class Cancelled(Struct, frozen=True, tag_field="type", tag="cancelled"):
    """The match was cancelled."""


Event = (
    Dealt
    | TurnedUp
    | Drew
    | Reshuffled
    | Discarded
    | Closed
    | Shown
    | LaidOff
    | Scored
    | Out
    | Rejoined
    | RoundOver
    | Tied
    | MatchOver
    | Cancelled
)


class Played(NamedTuple):
    """The state after a step, and what happened in it."""

    state: State
    events: tuple[Event, ...]


def showdown_events(showdown: Showdown) -> Iterator[Event]:
    """Who showed what and laid off what, in the order of play: pass, then turn order."""
    lay_offs: dict[str, tuple[LayOff, ...]] = {}
    if showdown.closer and showdown.closer.closing:
        closer, closing = showdown.closer, showdown.closer.closing
        lay_offs[closer.player] = closer.lay_offs
        yield Shown(closer.player, closing.melds, closing.unmatched)
        yield from _laid_off(closer.player, closer.lay_offs, 1)
    for opponent in showdown.opponents:
        lay_offs[opponent.player] = opponent.lay_offs
        held = [*opponent.unmatched, *(lay_off.card for lay_off in opponent.lay_offs)]
        yield Shown(opponent.player, opponent.melds, in_order(held))
        yield from _laid_off(opponent.player, opponent.lay_offs, 1)
    passes = (lay_off.pass_number for listed in lay_offs.values() for lay_off in listed)
    for number in range(2, max(passes, default=1) + 1):
        for player, listed in lay_offs.items():
            yield from _laid_off(player, listed, number)


def _laid_off(player: str, lay_offs: tuple[LayOff, ...], number: int) -> Iterator[Event]:
    """The lay-offs of a player in one pass."""
    for lay_off in lay_offs:
        if lay_off.pass_number == number:
            yield LaidOff(player, lay_off)


def score_events(result: RoundScore, *, exhausted: bool) -> Iterator[Event]:
    """The points of a round, who went out, and what becomes of the match."""
    status, showdown = result.status, result.showdown
    played = {end.player for end in showdown.opponents} if showdown else set()
    if showdown and showdown.closer:
        played.add(showdown.closer.player)
    scores = [score for score in result.scores if score.player in played]
    for score in scores:
        yield Scored(score.player, score.points, score.after)
    for score in scores:
        if score.out:
            yield Out(score.player)
    yield RoundOver(exhausted)
    if status and status.tied:
        yield Tied(status.tied)
    if status and status.over:
        yield MatchOver(status)

"""Events: what happened in a step of a match, in order.

Each kind is a separate struct, encoded as in the HTTP contract. Only the event's player may see
`secret`; everybody may see the other members.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from msgspec import UNSET, Struct, UnsetType, field
from msgspec.structs import replace

from service.rules.hand.closing import Closing
from service.rules.hand.melds import Meld
from service.rules.match.state import Pile, State
from service.rules.player_name import PlayerName
from service.rules.round.showdown import Showdown
from service.rules.round.showdown_player import LayOff
from service.rules.score.round_points import Item
from service.rules.score.scoring import RoundScore
from service.rules.score.standings import MatchStatus
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
    """A player drew a card; a card from the stock is in `secret`, a discard in `card`."""

    player: PlayerName
    pile: Pile = field(name="from")
    card: Card | UnsetType = UNSET
    secret: DrewSecret | UnsetType = UNSET


class Reshuffled(Struct, frozen=True, tag_field="type", tag="reshuffled"):
    """The discards became a new stock of `count` cards; `kept` discards stayed."""

    count: int
    kept: int


class Discarded(Struct, frozen=True, tag_field="type", tag="discarded"):
    """A player discarded a card face up."""

    player: PlayerName
    card: Card


class ClosedSecret(Struct, frozen=True):
    """The card that the closer discarded face down; None if they closed instead of drawing."""

    discard: Card | None


class Closed(Struct, frozen=True, tag_field="type", tag="closed"):
    """A player closed."""

    player: PlayerName
    closing: Closing
    secret: ClosedSecret


class Shown(Struct, frozen=True, tag_field="type", tag="shown"):
    """A player showed melds; `unmatched` are the other cards, before any lay-off.

    In a showdown by hand the other cards of an opponent stay hidden, and `unmatched` is None.
    """

    player: PlayerName
    melds: tuple[Meld, ...]
    unmatched: tuple[Card, ...] | None


class LaidOff(Struct, frozen=True, tag_field="type", tag="laid_off"):
    """A player laid off a card."""

    player: PlayerName
    lay_off: LayOff


class Scored(Struct, frozen=True, tag_field="type", tag="scored"):
    """A player added points for the round; `after` is the new total, `items` add up to `points`."""

    player: PlayerName
    points: int
    after: int
    items: tuple[Item, ...]


class Out(Struct, frozen=True, tag_field="type", tag="out"):
    """A player is out."""

    player: PlayerName


class Left(Struct, frozen=True, tag_field="type", tag="left"):
    """A player left the match."""

    player: PlayerName


class Rejoined(Struct, frozen=True, tag_field="type", tag="rejoined"):
    """A player rejoined with this total."""

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


class SeenDealt(Struct, frozen=True, tag_field="type", tag="dealt"):
    """A player was dealt a hand, as another player sees it."""

    player: PlayerName
    secret: DealtSecret | UnsetType = UNSET


class SeenClosed(Struct, frozen=True, tag_field="type", tag="closed"):
    """A player closed, as another player sees it."""

    player: PlayerName
    closing: Closing
    secret: ClosedSecret | UnsetType = UNSET


PublicEvent = (
    TurnedUp
    | Drew
    | Reshuffled
    | Discarded
    | Shown
    | LaidOff
    | Scored
    | Out
    | Left
    | Rejoined
    | RoundOver
    | Tied
    | MatchOver
    | Cancelled
)
"""An event that has the same form for everybody."""

Event = Dealt | Closed | PublicEvent
"""An event with every secret."""

SeenEvent = SeenDealt | SeenClosed | PublicEvent
"""An event as one player, or an onlooker, may see it: with the player's own secrets alone."""


def seen_by(viewer: str | None, events: Iterable[Event]) -> tuple[SeenEvent, ...]:
    """Return the events as a player may see them; if `viewer` is None, as an onlooker may."""
    return tuple(_seen(event, viewer) for event in events)


def _seen(event: Event, viewer: str | None) -> SeenEvent:
    match event:
        case Dealt():
            return SeenDealt(event.player, event.secret if event.player == viewer else UNSET)
        case Closed():
            secret = event.secret if event.player == viewer else UNSET
            return SeenClosed(event.player, event.closing, secret)
        case Drew() if event.player != viewer:
            return replace(event, secret=UNSET)
        case _:
            return event


class Played(NamedTuple):
    """The state after a step, and what happened in it."""

    state: State
    events: tuple[Event, ...]


def showdown_events(showdown: Showdown) -> Iterator[Event]:
    """Yield the shown melds and the lay-offs in the order of play: by pass, then by turn."""
    lay_offs: dict[str, tuple[LayOff, ...]] = {}
    if showdown.closer and showdown.closer.closing:
        closer, closing = showdown.closer, showdown.closer.closing
        lay_offs[closer.player] = closer.lay_offs
        yield Shown(closer.player, closing.melds, closing.unmatched)
        yield from _laid_off(closer.player, closer.lay_offs, 1)
    for opponent in showdown.opponents:
        lay_offs[opponent.player] = opponent.lay_offs
        kept = [*opponent.unmatched, *(lay_off.card for lay_off in opponent.lay_offs)]
        yield Shown(opponent.player, opponent.melds, in_order(kept))
        yield from _laid_off(opponent.player, opponent.lay_offs, 1)
    passes = (
        lay_off.pass_number for player_lay_offs in lay_offs.values() for lay_off in player_lay_offs
    )
    for pass_number in range(2, max(passes, default=1) + 1):
        for player, player_lay_offs in lay_offs.items():
            yield from _laid_off(player, player_lay_offs, pass_number)


def _laid_off(player: str, lay_offs: tuple[LayOff, ...], pass_number: int) -> Iterator[Event]:
    """Yield the lay-offs of a player in one pass."""
    for lay_off in lay_offs:
        if lay_off.pass_number == pass_number:
            yield LaidOff(player, lay_off)


def score_events(result: RoundScore, *, exhausted: bool) -> Iterator[Event]:
    """Yield the points of a round, the players who are out and the end of the round or match."""
    status, showdown = result.status, result.showdown
    played = {end.player for end in showdown.opponents} if showdown else set()
    if showdown and showdown.closer:
        played.add(showdown.closer.player)
    scores = [score for score in result.scores if score.player in played]
    for score in scores:
        yield Scored(score.player, score.points, score.after, score.items)
    for score in scores:
        if score.out:
            yield Out(score.player)
    yield RoundOver(exhausted)
    if status and status.tied:
        yield Tied(status.tied)
    if status and status.over:
        yield MatchOver(status)

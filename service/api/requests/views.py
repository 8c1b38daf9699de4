"""The view of a match, and questions about a hand that is held in one, by state or by view."""

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from service.api.requests.fields.basic import MOST_PLAYERS, Boolean, Player
from service.api.requests.fields.cards import CardCode
from service.api.requests.fields.objects import Member, ObjectSchema
from service.api.requests.fields.structs import struct_schema
from service.api.requests.hands import shown_melds_field
from service.api.requests.matches import MatchRequest
from service.api.requests.pointers import (
    SHOWN_MELD_PARTS,
    Path,
    PathTemplates,
    Request,
    meld_path,
    path_in,
)
from service.api.requests.results import RoundResult, SentRulesAnswer
from service.api.requests.states import PATHS, state_field
from service.rules.hand.meld_check import ShownMeld
from service.rules.match.state import Phase, ShowdownMode, StateShown
from service.rules.match.view import CloserView, Count, DrawnView, PlayerView
from service.rules.player_name import PlayerName
from service.rules.subjects import Part, Subject
from service.rules.table.cards import Card

VIEW_PATHS: PathTemplates = {
    **PATHS,
    Part.PARAMETER: "rules",
    Part.STOCK: "stock",
    Part.CLOSER_MELD: "closer/melds/{number}",
    Part.RESULT: "result/{name}",
    Part.ASKED_PLAYER: "player",
    Part.VIEW: "{name}",
}
"""Paths within a view."""


class View(Struct, frozen=True):
    """A match as a player or an onlooker may see it. `stock` is the number of cards in it."""

    version: Literal[1]
    rules: SentRulesAnswer
    round: Annotated[int, Meta(ge=1)]
    phase: Phase
    lead: PlayerName
    to_play: PlayerName | None
    player: PlayerName | None
    players: Annotated[tuple[PlayerView, ...], Meta(min_length=2, max_length=MOST_PLAYERS)]
    stock: Count
    discards: tuple[Card, ...]
    exhaustions: Count
    play_off: Annotated[bool, Meta(description="Whether the tied players are in a play-off.")]
    moves: Count
    showdown: ShowdownMode
    shown: Annotated[tuple[StateShown, ...], Meta(max_length=MOST_PLAYERS)] | None
    pass_number: Annotated[int, Meta(ge=1)] | None = field(name="pass")
    drawn: DrawnView | None
    closer: CloserView | None
    result: RoundResult | None
    seed_hash: Annotated[
        str,
        Meta(min_length=64, max_length=64, description="The SHA-256 of the seed, in hex digits."),
    ]
    seed: Annotated[str, Meta(min_length=16, max_length=128)] | None


class ViewRequest(Request, frozen=True):
    """A question of a player who knows only the view of a match."""

    view: View

    def path_of(self, subject: Subject) -> Path:
        """Return the path of a subject in the request."""
        position = subject.position or 0
        if subject.part is Part.PLAYER_CARDS and self.view.players[position].cards is None:
            return ("view", "players", position, "count")
        return ("view", *path_in(VIEW_PATHS, subject))


class EvaluatePlayer(MatchRequest, frozen=True):
    """A player's hand in a match."""

    player: str
    alternatives: bool

    def path_of(self, subject: Subject) -> Path:
        """Return the path of a subject in the request."""
        return ("player",) if subject.part is Part.ASKED_PLAYER else super().path_of(subject)


class CloseMatch(MatchRequest, frozen=True):
    """The discard that the player to play would close with, and the melds shown."""

    discard: Card | None
    melds: tuple[ShownMeld, ...] | None

    def path_of(self, subject: Subject) -> Path:
        """Return the path of a subject in the request."""
        if subject.part is Part.DISCARD:
            return ("discard",)
        if subject.part in SHOWN_MELD_PARTS:
            return meld_path(("melds",), self.melds or (), subject)
        return super().path_of(subject)


class EvaluateView(ViewRequest, frozen=True):
    """The hand of the player whose view it is."""

    alternatives: bool


class CloseView(ViewRequest, frozen=True):
    """The discard that the player whose view it is would close with, and the melds shown."""

    discard: Card | None
    melds: tuple[ShownMeld, ...] | None

    def path_of(self, subject: Subject) -> Path:
        """Return the path of a subject in the request."""
        if subject.part is Part.DISCARD:
            return ("discard",)
        if subject.part in SHOWN_MELD_PARTS:
            return meld_path(("melds",), self.melds or (), subject)
        return super().path_of(subject)


def view_field() -> Member:
    """Return the field for the view of a match."""
    return Member(struct_schema(View), required=True)


class EvaluatePlayerSchema(ObjectSchema[EvaluatePlayer]):
    """A player's hand in a match."""

    value = EvaluatePlayer
    component = "EvaluateByState"
    state = state_field()
    player = Player(required=True)
    alternatives = Boolean(load_default=False)


class CloseMatchSchema(ObjectSchema[CloseMatch]):
    """The discard that the player to play would close with, and the melds shown."""

    value = CloseMatch
    component = "CloseByState"
    state = state_field()
    discard = CardCode(required=True, allow_none=True)
    melds = shown_melds_field()


class ViewRequestSchema(ObjectSchema[ViewRequest]):
    """The view of a match."""

    value = ViewRequest
    component = "QuestionByView"
    view = view_field()


class EvaluateViewSchema(ObjectSchema[EvaluateView]):
    """The hand of the player whose view it is."""

    value = EvaluateView
    component = "EvaluateByView"
    view = view_field()
    alternatives = Boolean(load_default=False)


class CloseViewSchema(ObjectSchema[CloseView]):
    """The discard that the player whose view it is would close with, and the melds shown."""

    value = CloseView
    component = "CloseByView"
    view = view_field()
    discard = CardCode(required=True, allow_none=True)
    melds = shown_melds_field()

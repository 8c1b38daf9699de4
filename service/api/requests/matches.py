"""Requests about whole matches."""

from enum import StrEnum
from typing import Any

from service.api.requests.actions import ActionMember, Actions
from service.api.requests.fields.basic import (
    Boolean,
    Described,
    Integer,
    Json,
    OneOf,
    Player,
    Players,
    read_each,
    read_list,
)
from service.api.requests.fields.cards import CardCode
from service.api.requests.fields.objects import ObjectSchema
from service.api.requests.fields.rules import SentRules
from service.api.requests.hands import rules_field, shown_melds_field
from service.api.requests.pointers import (
    SHOWN_MELD_PARTS,
    Path,
    PathTemplates,
    Request,
    meld_path,
    path_in,
    rules_path,
)
from service.api.requests.states import Seed, StatedMatch, state_field
from service.rules.hand.meld_check import ShownMeld
from service.rules.match.actions import Action, CloseAction, ShowAction
from service.rules.match.state import ShowdownMode
from service.rules.subjects import Part, Subject
from service.rules.table.cards import Card

NEW_MATCH_PATHS: PathTemplates = {
    Part.SEATS: "players",
    Part.PLAYER: "players/{position}",
    Part.LEAD: "lead",
}
"""Paths in a request that starts a match."""

ACTION_PATHS: PathTemplates = {
    Part.ACTION: "",
    Part.ACTION_TYPE: "type",
    Part.ACTION_PLAYER: "player",
    Part.ACTION_FROM: "from",
    Part.ACTION_CARD: "card",
    Part.DISCARD: "discard",
    Part.LAY_OFF: "lay_offs/{number}",
    Part.LAY_OFF_CARD: "lay_offs/{number}/card",
}
"""Paths within an action."""


def action_path(action: Action, subject: Subject) -> Path:
    """Return the path of a subject within an action."""
    if subject.part not in SHOWN_MELD_PARTS:
        return path_in(ACTION_PATHS, subject)
    shown = action.melds if isinstance(action, CloseAction | ShowAction) else None
    return meld_path(("melds",), shown or (), subject)


class Included(StrEnum):
    """What an answer has besides the state and the events."""

    ACTIONS = "actions"
    VIEWS = "views"


class NewMatch(Request, frozen=True):
    """The players and the table of a new match; without a seed, the service draws one."""

    rules: SentRules
    players: tuple[str, ...]
    seed: str | None
    lead: str | None
    showdown: ShowdownMode
    include: frozenset[Included]

    def path_of(self, subject: Subject) -> Path:
        """Return the path of a subject in the request."""
        if subject.part is Part.PARAMETER:
            return rules_path(self.rules, subject)
        return path_in(NEW_MATCH_PATHS, subject)


class MatchRequest(Request, frozen=True):
    """A request with the state of a match."""

    state: StatedMatch

    def path_of(self, subject: Subject) -> Path:
        """Return the path of a subject in the request."""
        return ("state", *self.state.path_of(subject))


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


class DealNext(MatchRequest, frozen=True):
    """The state of a match whose next round is dealt."""

    include: frozenset[Included]


class PlayAction(MatchRequest, frozen=True):
    """The state of a match, and an action; `moves` is the number of actions it was meant for."""

    action: Action
    moves: int | None
    include: frozenset[Included]

    def path_of(self, subject: Subject) -> Path:
        """Return the path of a subject in the request."""
        if subject.part is Part.ASKED_MOVES:
            return ("moves",)
        if subject.part in ACTION_PATHS or subject.part in SHOWN_MELD_PARTS:
            return ("action", *action_path(self.action, subject))
        return super().path_of(subject)


class ViewMatch(MatchRequest, frozen=True):
    """The state of a match, and the player who views it; without a player, an onlooker."""

    player: str | None

    def path_of(self, subject: Subject) -> Path:
        """Return the path of a subject in the request."""
        return ("player",) if subject.part is Part.ASKED_PLAYER else super().path_of(subject)


class ReplayMatch(Request, frozen=True):
    """A match from its seed, and all actions in it."""

    rules: SentRules
    players: tuple[str, ...]
    seed: str
    lead: str | None
    showdown: ShowdownMode
    actions: tuple[Action, ...]

    def path_of(self, subject: Subject) -> Path:
        """Return the path of a subject in an action or at the start of the match.

        A subject in the state has no path in this request; the path is then that of the action.
        """
        if subject.part is Part.PARAMETER:
            return rules_path(self.rules, subject)
        if subject.action is None:
            return path_in(NEW_MATCH_PATHS, subject)
        path: Path = ("actions", subject.action)
        if subject.part in ACTION_PATHS or subject.part in SHOWN_MELD_PARTS:
            return (*path, *action_path(self.actions[subject.action], subject))
        return path


class Include(Described):
    """A list of what the answer shall have besides the state and the events."""

    def __init__(self) -> None:
        description = (
            "`actions`: the answer of `/actions` to the new state. `views`: what each player, and "
            "an onlooker, may see of the new state and of the events."
        )
        super().__init__(load_default=frozenset(), metadata={"description": description})

    def json_schema(self) -> Json:
        """Return the schema of a list of names."""
        items, most = OneOf(Included).json_schema(), len(Included)
        return {"type": "array", "items": items, "minItems": 0, "maxItems": most}

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> frozenset[Included]:
        names = read_list(value, "names", 0, len(Included))
        return frozenset(read_each(names, OneOf(Included).deserialize))


def showdown_field() -> OneOf:
    """Return the field that says who plays the showdowns of a match."""
    return OneOf(
        ShowdownMode,
        load_default=ShowdownMode.AUTOMATIC,
        metadata={
            "description": "Who chooses the melds and lay-offs after a close: the service "
            "(`automatic`, also when left out), or each player in turn (`by_hand`)."
        },
    )


class NewMatchSchema(ObjectSchema[NewMatch]):
    """The players and the table of a new match; without a seed, the service draws one."""

    value = NewMatch
    rules = rules_field()
    players = Players(required=True)
    seed = Seed(load_default=None, allow_none=False)
    lead = Player(load_default=None, allow_none=False)
    showdown = showdown_field()
    include = Include()


class MatchStateSchema(ObjectSchema[MatchRequest]):
    """The state of a match."""

    value = MatchRequest
    state = state_field()


class DealNextSchema(ObjectSchema[DealNext]):
    """The state of a match in `round_over`, whose next round is dealt."""

    value = DealNext
    component = "DealByState"
    state = state_field()
    include = Include()


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


class PlayActionSchema(ObjectSchema[PlayAction]):
    """The state of a match, and an action."""

    value = PlayAction
    state = state_field()
    action = ActionMember(required=True)
    moves = Integer(
        0,
        load_default=None,
        allow_none=False,
        metadata={
            "description": "The `moves` of the state that the action is meant for. If the state "
            "has had another number of actions, the action is refused as `action.stale`."
        },
    )
    include = Include()


class ViewMatchSchema(ObjectSchema[ViewMatch]):
    """The state of a match, and the player who views it; without a player, an onlooker."""

    value = ViewMatch
    state = state_field()
    player = Player(load_default=None, allow_none=False)


class ReplayMatchSchema(ObjectSchema[ReplayMatch]):
    """A match from its seed, and all actions in it, including later deals and rejoins."""

    value = ReplayMatch
    rules = rules_field()
    players = Players(required=True)
    seed = Seed(required=True)
    lead = Player(load_default=None, allow_none=False)
    showdown = showdown_field()
    actions = Actions(required=True)

"""Requests about whole matches."""

from collections.abc import Sequence
from enum import StrEnum
from typing import Any

from service.api.requests.actions import ActionMember, Actions
from service.api.requests.fields.basic import (
    Described,
    Integer,
    Json,
    OneOf,
    Player,
    Players,
    read_each,
    read_list,
)
from service.api.requests.fields.objects import ObjectSchema
from service.api.requests.fields.rules import SentRules
from service.api.requests.hands import rules_field
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
from service.rules.match.actions import Action, CloseAction, ShowAction
from service.rules.match.state import ShowdownMode
from service.rules.subjects import Part, Subject

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

    @property
    def seats(self) -> int:
        """The number of players."""
        return len(self.players)

    def path_of(self, subject: Subject) -> Path:
        """Return the path of a subject in an action or at the start of the match."""
        if subject.part is Part.PARAMETER:
            return rules_path(self.rules, subject)
        if subject.action is None:
            return path_in(NEW_MATCH_PATHS, subject)
        return _path_in_actions(self.actions, subject.action, subject)


class ContinueMatch(MatchRequest, frozen=True):
    """The state of a match, and the actions after it."""

    actions: tuple[Action, ...]

    @property
    def seats(self) -> int:
        """The number of players."""
        return len(self.state.players)

    def path_of(self, subject: Subject) -> Path:
        """Return the path of a subject in an action or in the state."""
        if subject.action is None:
            return super().path_of(subject)
        return _path_in_actions(self.actions, subject.action, subject)


def _path_in_actions(actions: Sequence[Action], index: int, subject: Subject) -> Path:
    """Return the path of a subject in a list of actions.

    A subject in the state has no path there; the path is then that of the action.
    """
    path: Path = ("actions", index)
    if subject.part in ACTION_PATHS or subject.part in SHOWN_MELD_PARTS:
        return (*path, *action_path(actions[index], subject))
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


class ContinueMatchSchema(ObjectSchema[ContinueMatch]):
    """The state of a match, and the actions after it, including deals and rejoins."""

    value = ContinueMatch
    component = "ReplayByState"
    state = state_field()
    actions = Actions(required=True)


class ReplayMatchSchema(ObjectSchema[ReplayMatch]):
    """A match from its seed, and all actions in it, including later deals and rejoins."""

    value = ReplayMatch
    component = "ReplayBySeed"
    rules = rules_field()
    players = Players(required=True)
    seed = Seed(required=True)
    lead = Player(load_default=None, allow_none=False)
    showdown = showdown_field()
    actions = Actions(required=True)

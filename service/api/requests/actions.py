"""Actions as requests name them, loaded into the actions of the rules."""

from collections.abc import Mapping
from typing import Any

from marshmallow import ValidationError

from service.api.requests.fields.basic import (
    MOST_PLAYERS,
    Described,
    Json,
    OneOf,
    Player,
    read_each,
    read_list,
    ref,
    unknown,
    wrong_type,
)
from service.api.requests.fields.cards import CardCode
from service.api.requests.fields.objects import Members, ObjectSchema
from service.api.requests.hands import shown_melds_field
from service.api.requests.mistakes import Mistake, MistakeCode
from service.api.requests.showdowns import chosen_lay_offs, lay_offs_field
from service.rules.match.actions import (
    Action,
    CancelAction,
    CloseAction,
    DealAction,
    DiscardAction,
    DrawAction,
    OpponentChoice,
    RejoinAction,
)
from service.rules.match.state import Pile

MOST_ACTIONS = 20_000


class ActionType(Described):
    """The one type of an action."""

    def __init__(self, name: str) -> None:
        self.name_of_type = name
        super().__init__(required=True)

    def json_schema(self) -> Json:
        """The one value."""
        return {"type": "string", "const": self.name_of_type}

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> str:
        return str(value)


class ActionSchema(ObjectSchema[Action]):
    """An action; its `type` says which, so it isn't one of the action's own members."""

    def make(self, members: dict[str, Any]) -> Any:
        """The action without its type."""
        del members["type"]
        return type(self).value(**members)


class OpponentChoiceSchema(ObjectSchema[OpponentChoice]):
    """What an opponent shows and lays off by hand; left out, the service chooses."""

    value = OpponentChoice
    component = "OpponentChoice"
    player = Player(required=True)
    melds = shown_melds_field()
    lay_offs = lay_offs_field()

    def make(self, members: dict[str, Any]) -> Any:
        """The choice, with the lay-offs numbered."""
        members["lay_offs"] = chosen_lay_offs(members["lay_offs"])
        return OpponentChoice(**members)


def player_field() -> Player:
    """The player who acts; if named, it must be the one to play."""
    return Player(
        load_default=None,
        allow_none=False,
        metadata={"description": "The player who acts; if named, it must be the one to play."},
    )


class DrawActionSchema(ActionSchema):
    """The player to play draws a card."""

    value = DrawAction
    component = "DrawAction"
    type = ActionType("draw")
    pile = OneOf(Pile, data_key="from", required=True)
    player = player_field()


class DiscardActionSchema(ActionSchema):
    """The player to play ends the turn with a card face up."""

    value = DiscardAction
    component = "DiscardAction"
    type = ActionType("discard")
    card = CardCode(required=True)
    player = player_field()


class CloseActionSchema(ActionSchema):
    """The player to play ends the round with a card face down."""

    value = CloseAction
    component = "CloseAction"
    type = ActionType("close")
    discard = CardCode(required=True)
    melds = shown_melds_field()
    opponents = Members(OpponentChoiceSchema(), 0, MOST_PLAYERS, load_default=())
    player = player_field()


class RejoinActionSchema(ActionSchema):
    """A player whom the round has put out comes back."""

    value = RejoinAction
    component = "RejoinAction"
    type = ActionType("rejoin")
    player = Player(required=True)


class DealActionSchema(ActionSchema):
    """The next round is dealt."""

    value = DealAction
    component = "DealAction"
    type = ActionType("deal")


class CancelActionSchema(ActionSchema):
    """The room cancels the match."""

    value = CancelAction
    component = "CancelAction"
    type = ActionType("cancel")


ACTIONS: Mapping[str, ActionSchema] = {
    "draw": DrawActionSchema(),
    "discard": DiscardActionSchema(),
    "close": CloseActionSchema(),
    "rejoin": RejoinActionSchema(),
    "deal": DealActionSchema(),
    "cancel": CancelActionSchema(),
}


class ActionMember(Described):
    """An action of any type."""

    def json_schema(self) -> Json:
        """The component that describes all types."""
        return ref("Action")

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> Action:
        return _read_action(value)


def _read_action(value: object) -> Action:
    if not isinstance(value, dict):
        raise wrong_type("action", value)
    if "type" not in value:
        raise ValidationError({"type": [Mistake(MistakeCode.REQUIRED)]})
    kind = value["type"]
    if not isinstance(kind, str) or kind not in ACTIONS:
        raise ValidationError({"type": [unknown("action", kind, list(ACTIONS))]})
    return ACTIONS[kind].read(value)


class Actions(Described):
    """A list of actions."""

    def json_schema(self) -> Json:
        """A list of the component."""
        items = ref("Action")
        return {"type": "array", "items": items, "minItems": 0, "maxItems": MOST_ACTIONS}

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> tuple[Action, ...]:
        return tuple(read_each(read_list(value, "actions", 0, MOST_ACTIONS), _read_action))

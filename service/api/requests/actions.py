"""Schemas that load the actions in requests into actions of the rules."""

from collections.abc import Mapping
from typing import Any

from marshmallow import ValidationError

from service.api.requests.fields.basic import (
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
from service.api.requests.fields.objects import ObjectSchema
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
    LayOffAction,
    LeaveAction,
    RejoinAction,
    ShowAction,
)
from service.rules.match.state import Pile

MOST_ACTIONS = 20_000


class ActionType(Described):
    """The `type` member of an action, which has one possible value."""

    def __init__(self, type_name: str) -> None:
        self.type_name = type_name
        super().__init__(required=True)

    def json_schema(self) -> Json:
        """Return the schema of a string with one possible value."""
        return {"type": "string", "const": self.type_name}

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> str:
        return str(value)


class ActionSchema(ObjectSchema[Action]):
    """An action. Its `type` selects the schema, and isn't part of the loaded action."""

    def make(self, members: dict[str, Any]) -> Any:
        """Return the action, without its type."""
        del members["type"]
        return type(self).value(**members)


def player_field() -> Player:
    """Return the field for the player who acts."""
    return Player(
        load_default=None,
        allow_none=False,
        metadata={"description": "The player who acts. If given, it must be the player to play."},
    )


class DrawActionSchema(ActionSchema):
    """The player to play draws a card."""

    value = DrawAction
    component = "DrawAction"
    type = ActionType("draw")
    pile = OneOf(Pile, data_key="from", required=True)
    player = player_field()


class DiscardActionSchema(ActionSchema):
    """The player to play ends their turn with a card face up on the discard pile."""

    value = DiscardAction
    component = "DiscardAction"
    type = ActionType("discard")
    card = CardCode(required=True)
    player = player_field()


class CloseActionSchema(ActionSchema):
    """The player to play closes the round with a card face down.

    `discard` is null for a close instead of a draw, which only some tables allow.
    """

    value = CloseAction
    component = "CloseAction"
    type = ActionType("close")
    discard = CardCode(required=True, allow_none=True)
    melds = shown_melds_field()
    player = player_field()


class _LayingOffSchema(ActionSchema):
    """An action in which the player to play lays off cards."""

    lay_offs = lay_offs_field()
    player = player_field()

    def make(self, members: dict[str, Any]) -> Any:
        """Return the action, with the indices of the lay-offs."""
        return super().make(members | {"lay_offs": chosen_lay_offs(members["lay_offs"])})


class ShowActionSchema(_LayingOffSchema):
    """The player to play shows melds in pass 1 of a showdown by hand, and lays off cards."""

    value = ShowAction
    component = "ShowAction"
    type = ActionType("show")
    melds = shown_melds_field()


class LayOffActionSchema(_LayingOffSchema):
    """The player to play lays off cards in a later pass of a showdown by hand, or none."""

    value = LayOffAction
    component = "LayOffAction"
    type = ActionType("lay_off")


class RejoinActionSchema(ActionSchema):
    """A player whom the round has put out rejoins the match."""

    value = RejoinAction
    component = "RejoinAction"
    type = ActionType("rejoin")
    player = Player(required=True)


class DealActionSchema(ActionSchema):
    """The next round is dealt."""

    value = DealAction
    component = "DealAction"
    type = ActionType("deal")


class LeaveActionSchema(ActionSchema):
    """A player leaves the match."""

    value = LeaveAction
    component = "LeaveAction"
    type = ActionType("leave")
    player = Player(required=True)


class CancelActionSchema(ActionSchema):
    """The room cancels the match."""

    value = CancelAction
    component = "CancelAction"
    type = ActionType("cancel")


ACTIONS: Mapping[str, ActionSchema] = {
    "draw": DrawActionSchema(),
    "discard": DiscardActionSchema(),
    "close": CloseActionSchema(),
    "show": ShowActionSchema(),
    "lay_off": LayOffActionSchema(),
    "rejoin": RejoinActionSchema(),
    "deal": DealActionSchema(),
    "leave": LeaveActionSchema(),
    "cancel": CancelActionSchema(),
}


class ActionMember(Described):
    """An action of any type."""

    def json_schema(self) -> Json:
        """Return a reference to the component for actions of all types."""
        return ref("Action")

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> Action:
        return _read_action(value)


def _read_action(value: object) -> Action:
    if not isinstance(value, dict):
        raise wrong_type("action", value)
    if "type" not in value:
        raise ValidationError({"type": [Mistake(MistakeCode.REQUIRED)]})
    type_name = value["type"]
    if not isinstance(type_name, str) or type_name not in ACTIONS:
        raise ValidationError({"type": [unknown("action", type_name, list(ACTIONS))]})
    return ACTIONS[type_name].read(value)


class Actions(Described):
    """A list of actions."""

    def json_schema(self) -> Json:
        """Return the schema of a list of actions."""
        items = ref("Action")
        return {"type": "array", "items": items, "minItems": 0, "maxItems": MOST_ACTIONS}

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> tuple[Action, ...]:
        return tuple(read_each(read_list(value, "actions", 0, MOST_ACTIONS), _read_action))

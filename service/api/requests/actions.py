"""What somebody does in a match, as requests tell it."""

from collections.abc import Mapping
from typing import Any

from marshmallow import ValidationError

from service.api.requests.card_fields import CardCode
from service.api.requests.fields import (
    Described,
    Json,
    OneOf,
    Player,
    kind_of,
    read_each,
    ref,
    unknown,
)
from service.api.requests.hands import ShownMelds, below
from service.api.requests.request_objects import Members, Question
from service.api.requests.rounds import MOST_LAY_OFFS, MOST_PLAYERS, LayOffQuestion, given_lay_offs
from service.rules.errors import Path
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


class ChosenQuestion(Question):
    """What an opponent shows and lays off by hand; left out, the service chooses."""

    player = Player(required=True)
    melds = ShownMelds(load_default=None, allow_none=False)
    lay_offs = Members(LayOffQuestion(), 0, MOST_LAY_OFFS, load_default=None, allow_none=False)


class Type(Described):
    """The one type of an action."""

    def __init__(self, name: str) -> None:
        self.name_of_type = name
        super().__init__(required=True)

    def json_schema(self) -> Json:
        """The one value."""
        return {"type": "string", "const": self.name_of_type}

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> str:
        return str(value)


class DrawActionRequest(Question):
    """The player to play draws a card."""

    type = Type("draw")
    from_ = OneOf(Pile, data_key="from", required=True)
    player = Player(load_default=None, allow_none=False)


class DiscardActionRequest(Question):
    """The player to play ends the turn with a card face up."""

    type = Type("discard")
    card = CardCode(required=True)
    player = Player(load_default=None, allow_none=False)


class CloseActionRequest(Question):
    """The player to play ends the round with a card face down."""

    type = Type("close")
    discard = CardCode(required=True)
    melds = ShownMelds(load_default=None, allow_none=False)
    opponents = Members(ChosenQuestion(), 0, MOST_PLAYERS, load_default=list)
    player = Player(load_default=None, allow_none=False)


class RejoinActionRequest(Question):
    """A player whom the round has put out comes back."""

    type = Type("rejoin")
    player = Player(required=True)


class DealActionRequest(Question):
    """The next round is dealt."""

    type = Type("deal")


class CancelActionRequest(Question):
    """The room cancels the match."""

    type = Type("cancel")


ACTIONS: Mapping[str, Question] = {
    "draw": DrawActionRequest(),
    "discard": DiscardActionRequest(),
    "close": CloseActionRequest(),
    "rejoin": RejoinActionRequest(),
    "deal": DealActionRequest(),
    "cancel": CancelActionRequest(),
}


class ActionMember(Described):
    """An action of any type."""

    def json_schema(self) -> Json:
        """The component that describes all types."""
        return ref("Action")

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> Json:
        return _read_action(value)


def _read_action(value: Any) -> Json:
    if not isinstance(value, dict):
        message = f"an action is an object with a type, not {kind_of(value)}"
        raise ValidationError(message)
    kind = value.get("type")
    if not isinstance(kind, str) or kind not in ACTIONS:
        raise ValidationError({"type": [unknown("type of action", kind, list(ACTIONS))]})
    read: Json = ACTIONS[kind].load(value)
    return read


class Actions(Described):
    """A list of actions."""

    most = 20_000

    def json_schema(self) -> Json:
        """A list of the component."""
        items = ref("Action")
        return {"type": "array", "items": items, "minItems": 0, "maxItems": self.most}

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> Any:
        if not isinstance(value, list) or len(value) > self.most:
            message = f"a list of at most {self.most} actions is expected"
            raise ValidationError(message)
        return read_each(value, _read_action)


def action_of(asked: Json, path: Path) -> Action:
    """An action as the rules know it; `path` leads to it in the question."""
    match asked["type"]:
        case "draw":
            return DrawAction(asked["from_"], asked["player"])
        case "discard":
            return DiscardAction(asked["card"], asked["player"])
        case "close":
            return CloseAction(
                asked["discard"],
                below((*path, "melds"), asked["melds"]),
                tuple(
                    _chosen(one, (*path, "opponents", index))
                    for index, one in enumerate(asked["opponents"])
                ),
                asked["player"],
            )
        case "rejoin":
            return RejoinAction(asked["player"])
        case "deal":
            return DealAction()
        case "cancel":
            return CancelAction()
    raise AssertionError(asked["type"])


def _chosen(asked: Json, path: Path) -> OpponentChoice:
    lay_offs = asked["lay_offs"]
    return OpponentChoice(
        asked["player"],
        path,
        below((*path, "melds"), asked["melds"]),
        None if lay_offs is None else given_lay_offs(lay_offs, path),
    )

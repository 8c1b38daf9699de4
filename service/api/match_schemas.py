"""What requests ask of a whole match, and what somebody does in it."""

from collections.abc import Mapping
from typing import Any

from marshmallow import ValidationError

from service.api.fields import (
    MOST_ERRORS,
    Boolean,
    CardCode,
    Described,
    Forms,
    Json,
    Members,
    OneOf,
    Player,
    Question,
    kind_of,
    unknown,
)
from service.api.match_state import Seed, StateMember
from service.api.round_schemas import (
    MOST_LAY_OFFS,
    MOST_PLAYERS,
    LayOffHandsQuestion,
    LayOffQuestion,
    ScoreCountedQuestion,
    ScoreHandsQuestion,
    given_lay_offs,
)
from service.api.schemas import (
    CloseHandQuestion,
    EvaluateHandQuestion,
    ShownMelds,
    below,
    rules_field,
)
from service.rules.actions import (
    Action,
    Cancel,
    Chosen,
    Close,
    Deal,
    Discard,
    Draw,
    Rejoin,
)
from service.rules.errors import Path
from service.rules.state import Pile


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


class DrawAction(Question):
    """The player to play draws a card."""

    type = Type("draw")
    from_ = OneOf(Pile, data_key="from", required=True)
    player = Player(load_default=None, allow_none=False)


class DiscardAction(Question):
    """The player to play ends the turn with a card face up."""

    type = Type("discard")
    card = CardCode(required=True)
    player = Player(load_default=None, allow_none=False)


class CloseAction(Question):
    """The player to play ends the round with a card face down."""

    type = Type("close")
    discard = CardCode(required=True)
    melds = ShownMelds(load_default=None, allow_none=False)
    opponents = Members(ChosenQuestion(), 0, MOST_PLAYERS, load_default=list)
    player = Player(load_default=None, allow_none=False)


class RejoinAction(Question):
    """A player whom the round has put out comes back."""

    type = Type("rejoin")
    player = Player(required=True)


class DealAction(Question):
    """The next round is dealt."""

    type = Type("deal")


class CancelAction(Question):
    """The room cancels the match."""

    type = Type("cancel")


ACTIONS: Mapping[str, Question] = {
    "draw": DrawAction(),
    "discard": DiscardAction(),
    "close": CloseAction(),
    "rejoin": RejoinAction(),
    "deal": DealAction(),
    "cancel": CancelAction(),
}


class ActionMember(Described):
    """An action of any type."""

    def json_schema(self) -> Json:
        """The component that describes all types."""
        return {"$ref": "#/components/schemas/Action"}

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> Json:
        if not isinstance(value, dict):
            message = f"an action is an object with a type, not {kind_of(value)}"
            raise ValidationError(message)
        kind = value.get("type")
        if "type" not in value or not isinstance(kind, str) or kind not in ACTIONS:
            raise ValidationError({"type": [unknown("type of action", kind, list(ACTIONS))]})
        loaded: Json = ACTIONS[kind].load(value)
        return loaded


class Actions(ActionMember):
    """A list of actions."""

    most = 20_000

    def json_schema(self) -> Json:
        """A list of the component."""
        items = super().json_schema()
        return {"type": "array", "items": items, "minItems": 0, "maxItems": self.most}

    def _deserialize(self, value: Any, *more: Any, **named: Any) -> Any:
        if not isinstance(value, list) or len(value) > self.most:
            message = f"a list of at most {self.most} actions is expected"
            raise ValidationError(message)
        found: list[Json] = []
        wrong: dict[Any, Any] = {}
        for index, action in enumerate(value):
            try:
                found.append(super()._deserialize(action, *more, **named))
            except ValidationError as error:
                wrong[index] = error.messages
                if len(wrong) == MOST_ERRORS:
                    break
        if wrong:
            raise ValidationError(wrong)
        return found


class Players(Described):
    """Names in play order."""

    def json_schema(self) -> Json:
        """A list of the component."""
        items = Player().json_schema()
        return {"type": "array", "items": items, "minItems": 2, "maxItems": MOST_PLAYERS}

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> tuple[str, ...]:
        if not isinstance(value, list) or not 2 <= len(value) <= MOST_PLAYERS:  # noqa: PLR2004 - a match is for two at least
            message = f"a list of 2 to {MOST_PLAYERS} players is expected"
            raise ValidationError(message)
        wrong: dict[Any, Any] = {}
        for index, name in enumerate(value):
            try:
                Player().deserialize(name)
            except ValidationError as error:
                wrong[index] = error.messages
        if wrong:
            raise ValidationError(wrong)
        return tuple(value)


class DealMatchQuestion(Question):
    """Who plays at which table; a seed is drawn unless it is given."""

    rules = rules_field()
    players = Players(required=True)
    seed = Seed(load_default=None, allow_none=False)
    lead = Player(load_default=None, allow_none=False)


class DealStateQuestion(Question):
    """A state whose next round is to be dealt."""

    state = StateMember(required=True)


BY_STATE = frozenset({"state"})


class DealQuestion(Forms):
    """A new match, or the next round of one."""

    forms = (DealMatchQuestion(), DealStateQuestion())
    signs = (frozenset(), BY_STATE)


class EvaluateStateQuestion(Question):
    """A player's hand in a match."""

    state = StateMember(required=True)
    player = Player(required=True)
    alternatives = Boolean(load_default=False)


class EvaluateQuestion(Forms):
    """A hand, or a player's hand in a match."""

    forms = (EvaluateHandQuestion(), EvaluateStateQuestion())
    signs = (frozenset(), BY_STATE)


class CloseStateQuestion(Question):
    """The card that the player to play would close with, and what is shown."""

    state = StateMember(required=True)
    discard = CardCode(required=True)
    melds = ShownMelds(load_default=None, allow_none=False)


class CloseQuestion(Forms):
    """Eight cards and a discard, or a discard of the player to play in a match."""

    forms = (CloseHandQuestion(), CloseStateQuestion())
    signs = (frozenset(), BY_STATE)


class EndedStateQuestion(Question):
    """A match whose round has ended."""

    state = StateMember(required=True)


class LayOffRoundQuestion(Forms):
    """The hands at the end of a round, or a match whose round has ended."""

    forms = (LayOffHandsQuestion(), EndedStateQuestion())
    signs = (frozenset(), BY_STATE)


class ScoreQuestion(Forms):
    """Standings with hands or with counted points, or a match whose round has ended."""

    forms = (ScoreHandsQuestion(), ScoreCountedQuestion(), EndedStateQuestion())
    signs = (frozenset(), frozenset({"closing", "points"}), BY_STATE)


class ActionsQuestion(Question):
    """A state."""

    state = StateMember(required=True)


class PlayQuestion(Question):
    """A state and what somebody does."""

    state = StateMember(required=True)
    action = ActionMember(required=True)


class ViewQuestion(Question):
    """A state and who looks at it; without a player an onlooker."""

    state = StateMember(required=True)
    player = Player(load_default=None, allow_none=False)


class ReplayQuestion(Question):
    """A match from its seed, and everything that was done; deals and rejoins are actions too."""

    rules = rules_field()
    players = Players(required=True)
    seed = Seed(required=True)
    lead = Player(load_default=None, allow_none=False)
    actions = Actions(required=True)


def action_of(asked: Json, path: Path) -> Action:
    """An action as the rules know it; `path` leads to it in the question."""
    match asked["type"]:
        case "draw":
            return Draw(asked["from_"], asked["player"])
        case "discard":
            return Discard(asked["card"], asked["player"])
        case "close":
            return Close(
                asked["discard"],
                below((*path, "melds"), asked["melds"]),
                tuple(
                    _chosen(one, (*path, "opponents", index))
                    for index, one in enumerate(asked["opponents"])
                ),
                asked["player"],
            )
        case "rejoin":
            return Rejoin(asked["player"])
        case "deal":
            return Deal()
    return Cancel()


def _chosen(asked: Json, path: Path) -> Chosen:
    lay_offs = asked["lay_offs"]
    return Chosen(
        asked["player"],
        path,
        below((*path, "melds"), asked["melds"]),
        None if lay_offs is None else given_lay_offs(lay_offs, path),
    )

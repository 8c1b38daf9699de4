"""What requests ask of a whole match."""

from typing import Any

from marshmallow import ValidationError

from service.api.requests.actions import ActionMember, Actions
from service.api.requests.card_fields import CardCode
from service.api.requests.fields import Boolean, Described, Json, Player, read_each
from service.api.requests.hands import (
    CloseHandQuestion,
    EvaluateHandQuestion,
    ShownMelds,
    rules_field,
)
from service.api.requests.request_objects import Forms, Question
from service.api.requests.rounds import (
    MOST_PLAYERS,
    LayOffHandsQuestion,
    ScoreCountedQuestion,
    ScoreHandsQuestion,
)
from service.api.requests.state import Seed, StateMember


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
        return tuple(read_each(value, Player().deserialize))


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

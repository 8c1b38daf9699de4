"""Components: the parts of the contract that have a name, which generated clients make types of."""

from functools import cache

from marshmallow import Schema

from service.api.answers import hand_schemas as answers
from service.api.answers import match_schemas as match_answers
from service.api.answers import round_schemas as round_answers
from service.api.http.problems import problem_schema
from service.api.operations.operation import OPERATIONS
from service.api.requests import actions as action_schemas
from service.api.requests import rounds as round_schemas
from service.api.requests import state as match_state
from service.api.requests.actions import ACTIONS
from service.api.requests.card_fields import Cards
from service.api.requests.fields import Json, Player, Text, ref
from service.api.requests.hands import LONGEST_MELD, ShownMeldObject
from service.api.requests.request_objects import Forms
from service.rules.table.cards import ALL_CARDS, JOKER, rank_of, suit_of

COMPONENTS: tuple[type[Schema], ...] = (
    answers.Meld,
    answers.Melding,
    answers.Closing,
    answers.Choice,
    answers.Evaluation,
    answers.Violation,
    answers.JudgedMeld,
    answers.ViolationMeaning,
    ShownMeldObject,
    round_answers.LayOff,
    round_answers.LayOffOption,
    round_answers.PlayerMelds,
    round_answers.CloserEnd,
    round_answers.OpponentEnd,
    round_answers.Showdown,
    round_answers.ScoreItem,
    round_answers.Score,
    round_answers.PrizeShare,
    round_answers.MatchStatus,
    round_answers.Standing,
    round_schemas.LayOffQuestion,
    round_schemas.EntrantQuestion,
    round_schemas.PlayerMeldsQuestion,
    round_schemas.OptionsCloserQuestion,
    round_schemas.StandingQuestion,
    round_schemas.CountedClosingQuestion,
    match_answers.Event,
    match_answers.CloseOption,
    match_answers.PlayerView,
    match_answers.DrawnView,
    match_answers.ClosedView,
    round_answers.LayOffAnswer,
    round_answers.ScoreAnswer,
    match_state.MatchPlayer,
    match_state.MatchDrawn,
    match_state.MatchClosed,
    match_state.MatchState,
    action_schemas.ChosenQuestion,
    *(type(action) for action in ACTIONS.values()),
)


# They read the operations when they are called: by then all are declared.
def _forms() -> list[Forms]:
    """The questions that have several forms."""
    return [operation.body for operation in OPERATIONS if isinstance(operation.body, Forms)]


def form_parts() -> list[type[Schema]]:
    """Every form of those questions."""
    return list(dict.fromkeys(type(form) for forms in _forms() for form in forms.forms))


@cache
def described_by_hand() -> dict[str, Json]:
    """Components that no schema of ours describes."""
    return {
        "Card": {
            "type": "string",
            "description": "Rank and suit: o oros, c copas, e espadas, b bastos; JK a joker.",
            "enum": list(ALL_CARDS),
            "x-enum-varnames": [
                "JOKER" if card == JOKER else f"{suit_of(card).upper()}{rank_of(card)}"
                for card in ALL_CARDS
            ],
        },
        "Player": {
            "type": "string",
            "description": "A player's name, the caller's own.",
            "minLength": 1,
            "maxLength": 64,
            "pattern": Text.json_schema(Player())["pattern"],
        },
        "Action": {
            "description": "Something that somebody does.",
            "oneOf": [ref(type(action).__name__) for action in ACTIONS.values()],
            "discriminator": {
                "propertyName": "type",
                "mapping": {
                    name: f"#/components/schemas/{type(action).__name__}"
                    for name, action in ACTIONS.items()
                },
            },
        },
        **{
            type(forms).__name__: {
                "description": (type(forms).__doc__ or "").strip(),
                "oneOf": [ref(type(form).__name__) for form in forms.forms],
            }
            for forms in _forms()
        },
        "ShownMeld": {
            "description": "A meld as it lies: its cards, or an object that tells its kind too.",
            "oneOf": [
                Cards(0, LONGEST_MELD).json_schema(),
                ref("ShownMeldObject"),
            ],
        },
        "Problem": problem_schema(),
        "ProblemPlace": {
            "type": "object",
            "description": "One place that is meant, in the body or among the query parameters.",
            "properties": {
                "pointer": {"type": "string", "description": "A JSON Pointer into the body."},
                "parameter": {"type": "string", "description": "The name of a parameter."},
                "detail": {"type": "string", "description": "What is wrong there."},
            },
            "required": ["detail"],
        },
    }

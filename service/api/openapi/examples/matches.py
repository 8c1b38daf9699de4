"""Examples of requests about whole matches, whose states are dealt and played when needed."""

from collections.abc import Mapping

from msgspec.json import decode, encode

from service.api.answers.matches import state_answer
from service.api.openapi.examples.example import Example
from service.api.requests.fields.basic import Json
from service.api.requests.fields.rules import NAMED
from service.rules.hand.evaluation import choices
from service.rules.match.actions import Action, CloseAction, DiscardAction, DrawAction
from service.rules.match.dealing import first_deal
from service.rules.match.legal_actions import legal_actions
from service.rules.match.play import play
from service.rules.match.state import Phase, Pile, State

FREE_TABLE = {
    "base": "fournier",
    "close": {"max_unmatched_points": None, "without_drawing": True},
}
"""A table at which anybody may close at any time."""

PLAYERS = ("ana", "bea", "carlos")
TABLE = "barajamos"
SEED = "a seed that everybody knows is no secret"


def _as_json(state: State) -> Json:
    value: Json = decode(encode(state_answer(state, TABLE)))
    return value


def _first_state() -> State:
    return first_deal(NAMED[TABLE].table(len(PLAYERS)), PLAYERS, SEED, None).state


def _whole_round() -> tuple[State, list[Json]]:
    """Return a round in which all discard for the fewest points, until a player closes."""
    state, actions = _first_state(), []
    while state.phase is not Phase.ROUND_OVER:
        action = _next_action(state)
        actions.append(decode(encode(action)))
        state = play(state, action).state
    return state, actions


def _next_action(state: State) -> Action:
    if state.phase is Phase.DRAW:
        return DrawAction(Pile.STOCK)
    closings = legal_actions(state).closings
    if closings:
        return CloseAction(closings[0].discard)
    return DiscardAction(choices(state.player_to_play().cards, state.table)[0].discard)


def examples() -> Mapping[str, Mapping[str, Example]]:
    """Return the examples by operation and name."""
    first = _first_state()
    dealt, drawn = _as_json(first), _as_json(play(first, DrawAction(Pile.STOCK)).state)
    ended, actions = _whole_round()
    players = list(PLAYERS)
    return {
        "dealCards": {
            "newMatch": Example(
                "A new match of three players", {"rules": TABLE, "players": players, "seed": SEED}
            ),
            "byHand": Example(
                "A match whose players choose melds and lay-offs, and may close at once",
                {
                    "rules": FREE_TABLE,
                    "players": players[:2],
                    "seed": SEED,
                    "showdown": "by_hand",
                    "include": ["actions", "views"],
                },
            ),
            "nextRound": Example("The next round of a match", {"state": _as_json(ended)}),
            "tooFew": Example(
                "Two players at a table for three", {"rules": TABLE, "players": players[:2]}, 422
            ),
        },
        "listActions": {
            "toDraw": Example("The first actions that the lead may choose from", {"state": dealt}),
            "cardLost": Example(
                "A state with a card missing",
                {"state": dealt | {"stock": dealt["stock"][1:]}},
                422,
            ),
        },
        "playAction": {
            "draw": Example(
                "The lead draws from the stock",
                {"state": dealt, "action": {"type": "draw", "from": "stock"}},
            ),
            "tooEarly": Example(
                "A discard before the draw",
                {"state": dealt, "action": {"type": "discard", "card": "1o"}},
                422,
            ),
        },
        "viewMatch": {
            "onePlayer": Example("The match as bea may see it", {"state": drawn, "player": "bea"}),
            "stranger": Example(
                "A player who isn't in the match", {"state": dealt, "player": "eva"}, 422
            ),
        },
        "replayMatch": {
            "oneRound": Example(
                "A round played again",
                {"rules": TABLE, "players": players, "seed": SEED, "actions": actions},
            ),
            "noSuchCard": Example(
                "A card that this deck doesn't have",
                {
                    "rules": "fournier",
                    "players": players[:2],
                    "seed": SEED,
                    "actions": [
                        {"type": "draw", "from": "stock"},
                        {"type": "discard", "card": "8o"},
                    ],
                },
                422,
            ),
        },
    }

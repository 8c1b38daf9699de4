"""Examples of requests about whole matches; their states are dealt and played when asked for."""

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

PLAYERS = ("ana", "bea", "carlos")
TABLE = "barajamos"
SEED = "a seed that everybody knows is no secret"


def _written(state: State) -> Json:
    written: Json = decode(encode(state_answer(state, TABLE)))
    return written


def _first_state() -> State:
    return first_deal(NAMED[TABLE].table(len(PLAYERS)), PLAYERS, SEED, None).state


def _whole_round() -> tuple[State, list[Json]]:
    """A round in which everybody keeps what leaves the fewest points, until somebody closes."""
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
    """The examples, by the operation that they are for."""
    first = _first_state()
    dealt, drawn = _written(first), _written(play(first, DrawAction(Pile.STOCK)).state)
    ended, actions = _whole_round()
    players = list(PLAYERS)
    return {
        "dealCards": {
            "newMatch": Example(
                "Three players sit down", {"rules": TABLE, "players": players, "seed": SEED}
            ),
            "nextRound": Example("The next round of a match", {"state": _written(ended)}),
            "tooFew": Example(
                "Two players at a table for three", {"rules": TABLE, "players": players[:2]}, 422
            ),
        },
        "listActions": {
            "toDraw": Example("What the lead may do first", {"state": dealt}),
            "cardLost": Example(
                "A state that has lost a card",
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
                "Nobody discards before drawing",
                {"state": dealt, "action": {"type": "discard", "card": "1o"}},
                422,
            ),
        },
        "viewMatch": {
            "onePlayer": Example("What bea may see", {"state": drawn, "player": "bea"}),
            "stranger": Example("Nobody of that name", {"state": dealt, "player": "eva"}, 422),
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

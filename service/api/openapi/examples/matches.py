"""Examples of questions about whole matches; their states are dealt and played, never written."""

from typing import Any

from service.api.answers.matches import told_action, told_state
from service.api.openapi.examples.example import Example
from service.api.requests.fields import Json
from service.api.requests.rules import NAMED
from service.api.requests.state import SentState
from service.api.requests.state_result import as_json
from service.rules.hand.evaluation import choices
from service.rules.match.actions import CloseAction, DiscardAction, DrawAction
from service.rules.match.dealing import first_deal
from service.rules.match.play import closings, play
from service.rules.match.state import Phase, Pile, State

PLAYERS = ("ana", "bea", "carlos")
TABLE = "barajamos"
SEED = "a seed that everybody knows is no secret"


def _told(state: State) -> Json:
    return as_json(told_state(SentState(NAMED[TABLE], state)))


def _whole_round() -> tuple[State, list[Json]]:
    """A round in which everybody keeps what leaves the fewest points, until somebody closes."""
    state, _ = first_deal(NAMED[TABLE].table(len(PLAYERS)), PLAYERS, SEED, None)
    done: list[Json] = []
    while state.phase is not Phase.ROUND_OVER:
        action: Any = DrawAction(Pile.STOCK)
        if state.phase is Phase.DISCARD and state.to_play:
            may_close = closings(state)
            best = choices(state.player(state.to_play).cards, state.table)[0].discard
            action = CloseAction(may_close[0][0]) if may_close else DiscardAction(best)
        done.append(as_json(told_action(action)))
        state, _ = play(state, action)
    return state, done


_FIRST, _ = first_deal(NAMED[TABLE].table(len(PLAYERS)), PLAYERS, SEED, None)
_DRAWN, _ = play(_FIRST, DrawAction(Pile.STOCK))
_ENDED, _DONE = _whole_round()
_LOST = _told(_FIRST) | {"stock": _told(_FIRST)["stock"][1:]}

DEAL = {
    "newMatch": Example(
        "Three players sit down",
        {"rules": TABLE, "players": list(PLAYERS), "seed": SEED},
    ),
    "nextRound": Example("The next round of a match", {"state": _told(_ENDED)}),
    "tooFew": Example(
        "Two players at a table for three", {"rules": TABLE, "players": ["ana", "bea"]}, status=422
    ),
}

ACTIONS = {
    "toDraw": Example("What the lead may do first", {"state": _told(_FIRST)}),
    "cardLost": Example("A state that has lost a card", {"state": _LOST}, status=422),
}

PLAY = {
    "draw": Example(
        "The lead draws from the stock",
        {"state": _told(_FIRST), "action": {"type": "draw", "from": "stock"}},
    ),
    "tooEarly": Example(
        "Nobody discards before drawing",
        {"state": _told(_FIRST), "action": {"type": "discard", "card": "1o"}},
        status=422,
    ),
}

VIEW = {
    "onePlayer": Example("What bea may see", {"state": _told(_DRAWN), "player": "bea"}),
    "stranger": Example("Nobody of that name", {"state": _told(_FIRST), "player": "eva"}, 422),
}

REPLAY = {
    "oneRound": Example(
        "A round played again",
        {"rules": TABLE, "players": list(PLAYERS), "seed": SEED, "actions": _DONE},
    ),
    "noSuchCard": Example(
        "A card that this deck doesn't have",
        {
            "rules": "fournier",
            "players": ["ana", "bea"],
            "seed": SEED,
            "actions": [{"type": "draw", "from": "stock"}, {"type": "discard", "card": "8o"}],
        },
        status=422,
    ),
}

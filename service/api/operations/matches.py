"""The operations about whole matches."""

import secrets
from typing import Any

from service.api.answers import match_schemas as match_answers
from service.api.answers.hands import told
from service.api.answers.matches import told_action, told_events, told_state, told_view
from service.api.openapi.examples import matches as match_examples
from service.api.operations.operation import operation
from service.api.requests import matches as match_schemas
from service.api.requests.actions import action_of
from service.api.requests.fields import BOUND, Json
from service.api.requests.state import SentState, read_state
from service.rules.errors import Fault, ImpossibleError, refuse
from service.rules.match.dealing import first_deal, next_deal
from service.rules.match.match_input import action_faults, name_faults
from service.rules.match.play import closings, legal_actions, play
from service.rules.match.replay import replay
from service.rules.match.state import Phase
from service.rules.match.state_check import bound_faults
from service.rules.match.view import view
from service.rules.table.table import Table

SEED_BYTES = 32

STATE_AFTER = {"state": "$response.body#/state"}
FOLLOWING = {"listActions": STATE_AFTER, "viewMatch": STATE_AFTER}
FIRST_LISTED = {"state": "$request.body#/state", "action": "$response.body#/actions/0"}


@operation(
    "POST",
    "/deal",
    tag="Matches",
    body=match_schemas.DealQuestion(),
    answer=match_answers.StepAnswer(),
    examples=match_examples.DEAL,
    takes_state=True,
    links=FOLLOWING,
)
def deal_cards(question: dict[str, Any]) -> Json:
    """Start a match, or deal the next round of one.

    The state is the whole match: keep it, and give players their `/view`. A seed is drawn unless it
    is given; give one only if it is random, since who guesses it knows every card.
    """
    if "state" in question:
        sent = read_state(question["state"])
        if sent.state.phase is not Phase.ROUND_OVER:
            detail = (
                f"the next round is dealt when one is over, not in the phase {sent.state.phase}"
            )
            raise ImpossibleError([Fault(("state", "phase"), detail)])
        state, events = next_deal(sent.state)
        return _step(sent.then(state), told_events(events))
    players, lead = question["players"], question["lead"]
    table = _table(question)
    refuse(name_faults(players, lead))
    seed = question["seed"] or secrets.token_hex(SEED_BYTES)
    state, events = first_deal(table, players, seed, lead)
    return _step(SentState(question["rules"], state), told_events(events))


@operation(
    "POST",
    "/actions",
    tag="Matches",
    body=match_schemas.ActionsQuestion(),
    answer=match_answers.ActionsAnswer(),
    examples=match_examples.ACTIONS,
    takes_state=True,
    links={"playAction": FIRST_LISTED},
)
def list_actions(question: dict[str, Any]) -> Json:
    """List exactly what `/play` takes now, and what each close is worth."""
    state = read_state(question["state"]).state
    return {
        "player": state.to_play,
        "actions": [told_action(action) for action in legal_actions(state)],
        "closings": [
            {"discard": discard, "closing": closing} for discard, closing in closings(state)
        ],
    }


@operation(
    "POST",
    "/play",
    tag="Matches",
    body=match_schemas.PlayQuestion(),
    answer=match_answers.StepAnswer(),
    examples=match_examples.PLAY,
    takes_state=True,
    links=FOLLOWING,
)
def play_action(question: dict[str, Any]) -> Json:
    """Do something in a match: the state after it, and what happened.

    An action that the rules forbid is 422 with its violations. A close runs the showdown, scores
    the round and ends the match, if it does.
    """
    sent = read_state(question["state"])
    action = action_of(question["action"], ("action",))
    refuse(action_faults(sent.state, action, ("action",)))
    state, events = play(sent.state, action)
    return _step(sent.then(state), told_events(events))


@operation(
    "POST",
    "/view",
    tag="Matches",
    body=match_schemas.ViewQuestion(),
    answer=match_answers.ViewAnswer(),
    examples=match_examples.VIEW,
    takes_state=True,
)
def view_match(question: dict[str, Any]) -> Json:
    """Show what a player, or an onlooker, may see of a match."""
    sent = read_state(question["state"])
    player = question["player"]
    if player is not None and player not in sent.state.names():
        raise ImpossibleError([Fault(("player",), f"{player} is not among the players")])
    return told_view(view(sent.state, player), sent.sent)


@operation(
    "POST",
    "/replay",
    tag="Matches",
    body=match_schemas.ReplayQuestion(),
    answer=match_answers.ReplayAnswer(),
    examples=match_examples.REPLAY,
    takes_batch=True,
)
def replay_match(question: dict[str, Any]) -> Json:
    """Play a match again from its seed, to the end or to the first action that is illegal."""
    players, lead = question["players"], question["lead"]
    table = _table(question)
    refuse(name_faults(players, lead))
    actions = [
        action_of(asked, ("actions", index)) for index, asked in enumerate(question["actions"])
    ]
    found = replay(table, players, question["seed"], lead, actions)
    return {
        "legal": not found.violations,
        "state": told_state(SentState(question["rules"], found.state)),
        "failed_at": found.failed_at,
        "violations": told(found.violations),
    }


def _table(question: dict[str, Any]) -> Table:
    players = question["players"]
    table: Table = question["rules"].table_for(len(players), ("players",))
    return table


def _step(match: SentState, events: list[Json]) -> Json:
    refuse(bound_faults(match.state, BOUND))
    return {"state": told_state(match), "events": events}

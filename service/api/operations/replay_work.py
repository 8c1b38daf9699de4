"""Replay work: what a replay costs, so that one request cannot hold a worker for long."""

from service.api.operations.operation import Work
from service.api.requests.matches import ReplayMatch
from service.rules.match.actions import CloseAction, DealAction

ALWAYS_TAKEN = 3_000
"""So many actions are taken whatever they cost."""

ACTION = 25
"""Microseconds to read and to play an action, whatever it is."""

DEAL = 200
"""Microseconds more for a deal: its shuffle."""

CLOSE = 150
"""Microseconds more for each player of a close: melding, laying off and scoring."""


def replay_work(request: ReplayMatch) -> Work:
    """What the actions of a replay cost."""
    actions, players = request.actions, len(request.players)
    microseconds = 0
    if len(actions) > ALWAYS_TAKEN:
        closes = sum(isinstance(action, CloseAction) for action in actions)
        deals = sum(isinstance(action, DealAction) for action in actions)
        microseconds = ACTION * len(actions) + DEAL * deals + CLOSE * players * closes
    return Work("actions", len(actions), microseconds)

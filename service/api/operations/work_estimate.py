"""Work: the estimated cost of a batch or a replay, which may not exceed a limit."""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from service.api.answers.problems import TOO_MUCH_WORK, Error, problem
from service.api.operations.limits import Limits
from service.api.requests.hands import MOST_HANDS_WITH_CHOICES, EvaluateBatch, EvaluatePoints
from service.api.requests.matches import ContinueMatch, ReplayMatch
from service.api.words.sentences import sentence
from service.rules.match.actions import CloseAction, DealAction, LayOffAction, ShowAction
from service.rules.table.cards import Card

MELDING = (10, 120, 150, 200, 300, 400, 2_500, 7_000, 20_000)
"""Microseconds to evaluate a hand, by the number of wilds and of second copies in it."""

CHOOSING = (60, 200, 300, 500, 800, 1_500, 6_000, 14_000, 20_000)
"""Microseconds to evaluate a hand and the choices of its discard, by the same number."""

ALWAYS_TAKEN = 3_000
"""The number of actions that a replay may always have, whatever they cost."""

ACTION = 25
"""Microseconds to read and play an action of any type."""

DEAL = 200
"""Microseconds to add for a deal, which shuffles."""

CLOSE = 150
"""Microseconds to add for each player at a close: melding, laying off and scoring."""

CLOSING = (CloseAction, ShowAction, LayOffAction)
"""The actions that cost as much as a close: each may end a round."""


@dataclass(frozen=True, slots=True)
class Work:
    """The cost of a request: the length of the list in `member`, and estimated microseconds.

    `most` is the greatest length that the contract allows, where the schema can't express it.
    """

    member: str
    length: int
    microseconds: int
    most: int | None = None


def refuse_work(work: Work, limits: Limits) -> None:
    """Raise `ProblemError` for a request that exceeds the limits."""
    most = limits.max_batch if work.most is None else min(work.most, limits.max_batch)
    if work.length > most:
        code, facts = "work.too_many", {"found": work.length, "limit": most}
    elif work.microseconds > limits.max_work:
        code, facts = "work.too_much", {"found": work.microseconds, "limit": limits.max_work}
    else:
        return
    detail = sentence(code, facts)
    raise problem(TOO_MUCH_WORK, detail, [Error(code, detail, f"#/{work.member}")])


def batch_work(request: EvaluatePoints) -> Work:
    """Return the cost of the hands in a batch."""
    wilds = request.rules.table(request.seats).wilds
    choices = isinstance(request, EvaluateBatch) and request.choices
    costs, most = (CHOOSING, MOST_HANDS_WITH_CHOICES) if choices else (MELDING, None)
    microseconds = sum(costs[_wilds_and_copies(cards, wilds)] for cards in request.hands)
    return Work("hands", len(request.hands), microseconds, most)


def _wilds_and_copies(cards: Sequence[Card], wilds: AbstractSet[Card]) -> int:
    """Return the number of cards that are wild or the second copy of a card."""
    return len(cards) - len(set(cards) - wilds)


def replay_work(request: ReplayMatch | ContinueMatch) -> Work:
    """Return the cost of the actions in a replay."""
    actions, players = request.actions, request.seats
    microseconds = 0
    if len(actions) > ALWAYS_TAKEN:
        closes = sum(isinstance(action, CLOSING) for action in actions)
        deals = sum(isinstance(action, DealAction) for action in actions)
        microseconds = ACTION * len(actions) + DEAL * deals + CLOSE * players * closes
    return Work("actions", len(actions), microseconds)

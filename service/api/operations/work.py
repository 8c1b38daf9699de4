"""Work: what a batch or a replay costs, and the refusal of one that costs too much."""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from service.api.answers.problems import TOO_MUCH_WORK, Error, problem
from service.api.operations.limits import Limits
from service.api.requests.hands import MOST_HANDS_WITH_CHOICES, EvaluateBatch, EvaluatePoints
from service.api.requests.matches import ReplayMatch
from service.api.words.sentences import sentence
from service.rules.match.actions import CloseAction, DealAction
from service.rules.table.cards import Card

MELDING = (10, 120, 150, 200, 300, 400, 2_500, 7_000, 20_000)
"""Microseconds for a hand, by how many of its cards are wild or not alone."""

CHOOSING = (60, 200, 300, 500, 800, 1_500, 6_000, 14_000, 20_000)
"""The same for a hand whose discards are evaluated too."""

ALWAYS_TAKEN = 3_000
"""So many actions are taken whatever they cost."""

ACTION = 25
"""Microseconds to read and to play an action, whatever it is."""

DEAL = 200
"""Microseconds more for a deal: its shuffle."""

CLOSE = 150
"""Microseconds more for each player of a close: melding, laying off and scoring."""


@dataclass(frozen=True, slots=True)
class Work:
    """What a request costs: how many things its `member` lists, and microseconds, roughly.

    `most` is how many the contract allows, where the schema can't say it.
    """

    member: str
    number: int
    microseconds: int
    most: int | None = None


def refuse_work(work: Work, limits: Limits) -> None:
    """Refuse a request that asks for more than this service does at once."""
    most = limits.max_batch if work.most is None else min(work.most, limits.max_batch)
    if work.number > most:
        code, facts = "work.too_many", {"found": work.number, "limit": most}
    elif work.microseconds > limits.max_work:
        code, facts = "work.too_much", {"found": work.microseconds, "limit": limits.max_work}
    else:
        return
    detail = sentence(code, facts)
    raise problem(TOO_MUCH_WORK, detail, [Error(code, detail, f"#/{work.member}")])


def batch_work(request: EvaluatePoints) -> Work:
    """What the hands of a batch cost."""
    wilds = request.rules.table(request.seats).wilds
    choices = isinstance(request, EvaluateBatch) and request.choices
    costs, most = (CHOOSING, MOST_HANDS_WITH_CHOICES) if choices else (MELDING, None)
    microseconds = sum(costs[_hard(cards, wilds)] for cards in request.hands)
    return Work("hands", len(request.hands), microseconds, most)


def _hard(cards: Sequence[Card], wilds: AbstractSet[Card]) -> int:
    """How many cards are wild, or equal to another of the hand."""
    return len(cards) - len(set(cards) - wilds)


def replay_work(request: ReplayMatch) -> Work:
    """What the actions of a replay cost."""
    actions, players = request.actions, len(request.players)
    microseconds = 0
    if len(actions) > ALWAYS_TAKEN:
        closes = sum(isinstance(action, CloseAction) for action in actions)
        deals = sum(isinstance(action, DealAction) for action in actions)
        microseconds = ACTION * len(actions) + DEAL * deals + CLOSE * players * closes
    return Work("actions", len(actions), microseconds)

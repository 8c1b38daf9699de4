"""Work: what a batch would cost, so that one request cannot keep a worker from the others."""

from collections.abc import Iterable, Sequence

from service.api.http.limits import current_limits
from service.api.http.problems import TOO_MUCH_WORK, ProblemError
from service.api.requests.hands import MOST_HANDS_WITH_CHOICES
from service.rules.table.cards import Card
from service.rules.table.table import Table

MICROSECONDS = (10, 100, 200, 300, 400)
"""What a hand that was dealt costs in the mean, by how many of its cards are wild or not alone.

Hands made to be hard cost up to four times as much.
"""

SOLVES_WITH_CHOICES = 9


def refuse_too_much(hands: Sequence[Sequence[Card]], table: Table, *, with_choices: bool) -> None:
    """Refuse a batch that would cost more than the service's limit."""
    limits = current_limits()
    if len(hands) > limits.max_batch:
        raise _too_much(f"{len(hands)} hands; this service takes at most {limits.max_batch}")
    if with_choices and len(hands) > MOST_HANDS_WITH_CHOICES:
        raise _too_much(f"{len(hands)} hands with choices; at most {MOST_HANDS_WITH_CHOICES}")
    work = sum(_work(cards, table.wilds) for cards in hands)
    if with_choices:
        work *= SOLVES_WITH_CHOICES
    if work > limits.max_work:
        most = limits.max_work
        detail = f"these hands cost {work} units of work, wilds the most; at most {most} at once"
        raise _too_much(detail)


def _work(cards: Sequence[Card], wilds: Iterable[Card]) -> int:
    hard = len(cards) - len(set(cards).difference(wilds))
    return MICROSECONDS[min(hard, len(MICROSECONDS) - 1)]


def _too_much(detail: str) -> ProblemError:
    return ProblemError(TOO_MUCH_WORK, 422, detail, [{"pointer": "#/hands", "detail": detail}])

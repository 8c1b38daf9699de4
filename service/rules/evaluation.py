"""Evaluation: everything that can be told of one hand, and what each discard would leave."""

from collections.abc import Sequence
from dataclasses import dataclass

from service.rules.cards import ORDER, Card
from service.rules.closing import ANY_MOMENT, Closing, Moment, closing_from
from service.rules.contradictions import HAND_SIZE
from service.rules.melding import Melding, fewest_points, solver
from service.rules.table import Table


@dataclass(frozen=True, slots=True)
class Choice:
    """One card to discard and what the seven others make of it."""

    discard: Card
    melding: Melding
    closing: Closing | None


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The best melding of a hand, and how it may close.

    `closing` is for seven cards, `choices` for eight; else they are None.
    """

    melding: Melding
    closing: Closing | None
    choices: tuple[Choice, ...] | None


def evaluate(
    cards: Sequence[Card], table: Table, moment: Moment = ANY_MOMENT, *, with_choices: bool = True
) -> Evaluation:
    """Evaluate one to eight cards that the table's deck can hold."""
    melding = fewest_points(cards, table)
    size = len(cards)
    return Evaluation(
        melding,
        closing_from(melding, cards, table, moment) if size == HAND_SIZE else None,
        choices(cards, table, moment) if with_choices and size > HAND_SIZE else None,
    )


def choices(cards: Sequence[Card], table: Table, moment: Moment = ANY_MOMENT) -> tuple[Choice, ...]:
    """Each different discard from eight cards, judged on its own.

    Best first: fewest points; then a closing that wins, the lower score, none; then fewest
    unmatched cards; then the dearest discard; then the fixed order (API, Hands).
    """
    found = []
    solve = solver(table)
    for index, discard in enumerate(cards):
        if discard in cards[:index]:
            continue
        kept = [*cards[:index], *cards[index + 1 :]]
        melding = solve(kept)
        found.append(Choice(discard, melding, closing_from(melding, kept, table, moment)))
    return tuple(sorted(found, key=lambda choice: _choice_order(choice, table)))


def _choice_order(choice: Choice, table: Table) -> tuple[int, int, int, int, int, int]:
    melding, closing = choice.melding, choice.closing
    score = closing.score if closing else None
    return (
        melding.unmatched_points,
        2 if closing is None else 0 if closing.wins_match else 1,
        0 if score is None else score,
        len(melding.unmatched),
        -table.points[choice.discard],
        ORDER[choice.discard],
    )

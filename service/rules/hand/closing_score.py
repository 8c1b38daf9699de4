"""Closing score: what a close adds to the closer's total (rule book, "Closing")."""

from collections.abc import Sequence
from enum import StrEnum

from msgspec import Struct

from service.rules.hand.melds import Kind, arrangements, count_wilds
from service.rules.table.cards import Card
from service.rules.table.parameters import ChinchonScore
from service.rules.table.table import Table


class ClosingKind(StrEnum):
    """The kinds of close: with unmatched cards, with all cards melded, or with a run of seven."""

    POINTS = "points"
    FULL = "full"
    CHINCHON = "chinchon"


class FullClose(Struct, frozen=True):
    """A close with all seven cards melded; `wilds` is the number of wilds in a chinchón."""

    kind: ClosingKind
    wilds: int
    score: ChinchonScore


def full_close(cards: Sequence[Card], table: Table) -> FullClose:
    """Return the kind and the score of a close with all these seven cards melded.

    A chinchón is counted with the fewest wilds that its cards allow.
    """
    runs = (meld for meld in arrangements(cards, table) if meld.kind is Kind.RUN)
    wilds = min((count_wilds(run, table) for run in runs), default=None)
    kind = ClosingKind.FULL if wilds is None else ClosingKind.CHINCHON
    return FullClose(kind, wilds or 0, full_score(kind, wilds or 0, table))


def full_score(kind: ClosingKind, wilds: int, table: Table) -> ChinchonScore:
    """Return the score of a full close, or of a chinchón with this number of wilds."""
    scores = table.rules.closing_score
    return scores.full if kind is ClosingKind.FULL else scores.of_chinchon(wilds)

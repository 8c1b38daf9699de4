"""Closing score: what a close adds to the closer's total (rule book, "Closing")."""

from collections.abc import Sequence
from enum import StrEnum
from functools import lru_cache

from msgspec import Struct

from service.rules.hand.melds import Kind, Meld, arrangements, count_wilds
from service.rules.table.cards import Card, in_order
from service.rules.table.parameters import ChinchonFrom, ClosingScore
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
    score: ClosingScore


def full_close(cards: Sequence[Card], table: Table) -> FullClose:
    """Return the kind and the score of a close with all these seven cards melded.

    A chinchón is counted with the fewest wilds that its cards allow. At some tables its run must
    begin at the ace, or at a wild in its place; another run of seven is a full close.
    """
    return _full_close(in_order(cards), table)


@lru_cache(maxsize=1 << 12)
def _full_close(cards: tuple[Card, ...], table: Table) -> FullClose:
    only_from_ace = table.rules.closing_score.chinchon_from is ChinchonFrom.ACE
    runs = (
        meld
        for meld in arrangements(cards, table)
        if meld.kind is Kind.RUN and not (only_from_ace and _begins_above_ace(meld, table))
    )
    wilds = min((count_wilds(run, table) for run in runs), default=None)
    kind = ClosingKind.FULL if wilds is None else ClosingKind.CHINCHON
    return FullClose(kind, wilds or 0, full_score(kind, wilds or 0, table))


class FullHand(Struct, frozen=True):
    """What an opponent with all seven cards melded scores, as a full close or as a chinchón."""

    kind: ClosingKind
    points: int


def full_of_opponent(cards: Sequence[Card], table: Table) -> FullHand | None:
    """Return the score of an opponent with all these seven cards melded; None if it is 0.

    Only some tables score it. It never wins: a chinchón that would win scores as a full close, and
    a full close that would win scores 0 (rule book, `closing_score.for_all`).
    """
    if not table.rules.closing_score.for_all:
        return None
    kind, score = (full := full_close(cards, table)).kind, full.score
    if not isinstance(score, int):
        kind, score = ClosingKind.FULL, table.rules.closing_score.full
    return FullHand(kind, score) if isinstance(score, int) and score else None


def _begins_above_ace(run: Meld, table: Table) -> bool:
    return run.stands_for is not None and table.position[run.stands_for[0]] > 0


def full_score(kind: ClosingKind, wilds: int, table: Table) -> ClosingScore:
    """Return the score of a full close, or of a chinchón with this number of wilds."""
    scores = table.rules.closing_score
    return scores.full if kind is ClosingKind.FULL else scores.of_chinchon(wilds)

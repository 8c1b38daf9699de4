"""Counted faults: impossible statements in a round as people wrote it down.

The names must be those of the players who are in. Points must be what seven cards of the table can
cost, and a close must be one that the table allows.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache, reduce
from operator import or_

from service.rules.faults import Fault, FaultCode, fault
from service.rules.hand.close_conditions import (
    CloseContext,
    total_violations,
    unmatched_violations,
    wilds_violations,
)
from service.rules.hand.closing_score import ClosingKind
from service.rules.hand.melding import Melding
from service.rules.hand.melds import MIN_SET
from service.rules.score.counted_round import CountedClose, CountedRound, score_of_close
from service.rules.score.standings import MatchBeforeRound, Standing
from service.rules.subjects import Part, Subject
from service.rules.table.cards import HAND_SIZE, Card, in_order
from service.rules.table.deck_faults import deck_faults
from service.rules.table.parameters import ClosingScore
from service.rules.table.table import Table, points_of
from service.rules.violations import Violation

_ANY_SIZE = frozenset(range(HAND_SIZE + 1))
_UNMELDED = frozenset({1, 2, 3, 4, HAND_SIZE})
"""The numbers of cards that a closer can have unmatched, because a meld has three cards or more."""


def name_faults(counted: CountedRound, standings: Sequence[Standing]) -> Iterator[Fault]:
    """Yield a fault unless exactly the players who are in have points or unmatched cards.

    The closer may have neither if the kind of the close says what it scores.
    """
    closing = counted.closing
    known = {standing.player for standing in standings}
    playing = dict.fromkeys(standing.player for standing in standings if not standing.out)
    for part, names in ((Part.POINTS, counted.points), (Part.UNMATCHED, counted.unmatched)):
        for player in names:
            if player not in playing:
                code = FaultCode.PLAYER_OUT if player in known else FaultCode.PLAYER_UNKNOWN
                yield fault(code, Subject(part, name=player), player=player)
    for player in counted.unmatched:
        if player in counted.points:
            subject = Subject(Part.UNMATCHED, name=player)
            yield fault(FaultCode.PLAYER_COUNTED_TWICE, subject, player=player)
    may_be_left_out = closing and closing.kind is not ClosingKind.POINTS and closing.player
    for player in playing:
        if player not in {*counted.points, *counted.unmatched, may_be_left_out}:
            part = Part.POINTS if counted.points or not counted.unmatched else Part.UNMATCHED
            yield fault(FaultCode.PLAYER_WITHOUT_POINTS, Subject(part), player=player)
    if closing and closing.player not in playing:
        subject = Subject(Part.CLOSING_PLAYER)
        yield fault(FaultCode.CLOSING_PLAYER_NOT_IN, subject, player=closing.player)


def counted_faults(
    counted: CountedRound, before: MatchBeforeRound, table: Table
) -> Iterator[Fault]:
    """Yield a fault for each impossible card, number of points and close.

    Points that nobody noted the close of are taken as they are.
    """
    yield from _card_faults(counted, table)
    if not counted.ending_noted:
        return
    closing = counted.closing
    if closing is None and table.rules.stock.ends_on_exhaustion is None:
        yield fault(FaultCode.CLOSING_NO_EXHAUSTION, Subject(Part.CLOSING))
    if closing:
        yield from _close_faults(closing, counted, before, table)
    scores = _scores_of_opponents(table) if closing else frozenset()
    for player, points in counted.points.items():
        is_closer = closing is not None and player == closing.player
        if not is_closer and points not in scores:
            yield from _opponent_faults(player, points, table)


def _card_faults(counted: CountedRound, table: Table) -> Iterator[Fault]:
    stated = [
        (Subject(Part.UNMATCHED, name=player, card=index), card)
        for player, cards in counted.unmatched.items()
        for index, card in enumerate(cards)
    ]
    yield from deck_faults(stated, table)


def _opponent_faults(player: str, points: int, table: Table) -> Iterator[Fault]:
    """Yield a fault for points that are negative, or that seven cards cannot cost."""
    subject = Subject(Part.POINTS, name=player)
    if points < 0:
        yield fault(FaultCode.POINTS_NEGATIVE, subject, player=player, points=points)
        return
    possible = _points_of_opponent(table)
    if not possible >> points & 1:
        most = possible.bit_length() - 1
        why = "gap" if points < most else "above"
        yield fault(FaultCode.POINTS_NOT_OF_CARDS, subject, points=points, most=most, why=why)


def _scores_of_opponents(table: Table) -> frozenset[ClosingScore]:
    """Return what an opponent with seven melded cards can score, where the table scores it."""
    scores = table.rules.closing_score
    if not scores.for_all:
        return frozenset()
    wilds = range(_most_wilds(table) + 1)
    return frozenset({scores.full, *(scores.of_chinchon(number) for number in wilds)})


def _close_faults(
    closing: CountedClose, counted: CountedRound, before: MatchBeforeRound, table: Table
) -> Iterator[Fault]:
    wilds, most = Subject(Part.CLOSING_WILDS), _most_wilds(table)
    if closing.wilds and closing.kind is not ClosingKind.CHINCHON:
        yield fault(FaultCode.CLOSING_WILDS_NOT_ASKED, wilds, kind=closing.kind.value)
    if closing.wilds > most:
        yield fault(FaultCode.CLOSING_TOO_MANY_WILDS, wilds, wilds=closing.wilds, most=most)
    elif closing.kind is not ClosingKind.POINTS:
        yield from _full_close_faults(closing, counted, table)
    elif not _points_of_closer(table):
        yield fault(FaultCode.CLOSING_KIND_IMPOSSIBLE, Subject(Part.CLOSING_KIND))
    else:
        yield from _closer_faults(closing.player, counted, before, table)


def _full_close_faults(
    closing: CountedClose, counted: CountedRound, table: Table
) -> Iterator[Fault]:
    """Yield a fault for points that are not the score of the close, and for unmatched cards."""
    player = closing.player
    score = score_of_close(closing, table) or 0
    points = counted.points.get(player, score)
    if points != score:
        yield fault(
            FaultCode.POINTS_NOT_THE_SCORE,
            Subject(Part.POINTS, name=player),
            kind="wins" if score_of_close(closing, table) is None else closing.kind.value,
            score=score,
            points=points,
        )
    if counted.unmatched.get(player):
        subject = Subject(Part.UNMATCHED, name=player)
        yield fault(FaultCode.CLOSING_CARDS_LEFT, subject, player=player)


def _closer_faults(
    player: str, counted: CountedRound, before: MatchBeforeRound, table: Table
) -> Iterator[Fault]:
    """Yield the faults of a closer with unmatched cards, as points or as a list of cards."""
    totals = {standing.player: standing.total for standing in before.players}
    context = CloseContext(total=totals.get(player), play_off=before.play_off)
    if player in counted.unmatched:
        cards = counted.unmatched[player]
        subject = Subject(Part.UNMATCHED, name=player)
        violations = tuple(_violations_of_cards(cards, context, table))
        if not violations and len(cards) not in _sizes_of_closer(table):
            yield fault(FaultCode.CLOSING_NUMBER_OF_CARDS, subject, number=len(cards))
    elif player in counted.points:
        points = counted.points[player]
        subject = Subject(Part.POINTS, name=player)
        violations = tuple(total_violations(points, table, context))
        possible = _points_of_closer(table)
        if points < 0 or not possible >> points & 1:
            least, most = (possible & -possible).bit_length() - 1, possible.bit_length() - 1
            code = FaultCode.POINTS_OUT_OF_RANGE
            yield fault(code, subject, least=least, most=most, points=points)
    else:
        return
    if violations:
        facts = (("player", player),)
        yield Fault(FaultCode.CLOSING_NOT_ALLOWED, subject, facts, violations)


def _violations_of_cards(
    cards: Sequence[Card], context: CloseContext, table: Table
) -> Iterator[Violation]:
    """Yield what forbids a close with these cards unmatched."""
    if any(card not in table.points for card in cards):
        return
    melding = Melding((), in_order(cards), points_of(cards, table))
    yield from unmatched_violations(melding, table, context)
    yield from wilds_violations(melding, table)


def _most_wilds(table: Table) -> int:
    """Return the greatest number of wilds that a chinchón can have."""
    melds = table.rules.melds
    wilds_in_deck = sum(table.copies[card] for card in table.wilds)
    limits = [wilds_in_deck, HAND_SIZE - melds.min_naturals]
    if melds.max_wilds is not None:
        limits.append(melds.max_wilds)
    # Jokers are wild in whatever melds the cards are shown; a wild card can be in its own place.
    if table.rules.close.max_wilds is not None and not table.rules.deck.wild_cards:
        limits.append(table.rules.close.max_wilds)
    return min(limits)


def _sizes_of_closer(table: Table) -> frozenset[int]:
    """Return the numbers of cards that a closer can have unmatched at the end of a round."""
    close = table.rules.close
    most = HAND_SIZE if close.max_unmatched_cards is None else close.max_unmatched_cards
    sizes = _ANY_SIZE if table.rules.lay_off.closer_may else _UNMELDED
    most = min(most, HAND_SIZE - MIN_SET * close.min_melds)
    return frozenset(size for size in sizes if size <= most)


@lru_cache(maxsize=256)
def _points_of_opponent(table: Table) -> int:
    """Return the numbers of points that seven cards can leave, as bits of an integer."""
    return possible_points(table.deck, _ANY_SIZE, table)


@lru_cache(maxsize=256)
def _points_of_closer(table: Table) -> int:
    """Return the numbers of points that a closer can have unmatched, as bits of an integer."""
    close = table.rules.close
    wilds = [card for card in table.deck if card in table.wilds and close.wild_may_be_left]
    cards = [card for card in table.deck if card not in table.wilds]
    cards += wilds[: close.max_wilds]  # all wilds cost the same
    limit, sizes = close.max_unmatched_points, _sizes_of_closer(table)
    if limit is None or table.points_limit is not None:
        possible = possible_points(cards, sizes, table)
        return possible if limit is None else possible & ((2 << limit) - 1)
    # Each card costs 1, and the cap counts card points: the cheapest cards decide.
    cheapest = sorted(table.cap_points[card] for card in cards)
    return sum(1 << size for size in sizes if sum(cheapest[:size]) <= limit)


def possible_points(cards: Iterable[Card], sizes: frozenset[int], table: Table) -> int:
    """Return what so many of these cards can cost together: bit n is set if n is possible."""
    by_size = [1] + [0] * HAND_SIZE
    for card in cards:
        for size in range(HAND_SIZE, 0, -1):
            by_size[size] |= by_size[size - 1] << table.points[card]
    return reduce(or_, [by_size[size] for size in sizes], 0)

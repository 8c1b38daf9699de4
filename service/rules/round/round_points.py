"""Round points: the points that each player adds, item by item (rule book, "Scoring")."""

from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum

from msgspec import UNSET, Struct, UnsetType

from service.rules.faults import Fault, FaultCode, fault
from service.rules.hand.closing_score import ClosingKind, full_score
from service.rules.round.showdown import CloserResult, Showdown
from service.rules.subjects import Part, Subject
from service.rules.table.cards import HAND_SIZE, Card
from service.rules.table.table import Table


class ItemCode(StrEnum):
    """The kinds of items that a player's points are made of."""

    CARD = "card"
    FULL = "full"
    CHINCHON = "chinchon"
    COUNTED = "counted"


class Item(Struct, frozen=True):
    """One part of a player's points: an unmatched card, a close, or the caller's own count."""

    code: ItemCode
    points: int
    card: Card | UnsetType = UNSET


class RoundPoints(Struct, frozen=True):
    """The points that a player adds for a round; they are the sum of the items."""

    points: int
    items: tuple[Item, ...]


class Counted(Struct, frozen=True):
    """A close as the caller counted it; `wilds` is the number of wilds in a chinchón."""

    player: str
    kind: ClosingKind
    wilds: int


def points_of_round(showdown: Showdown, table: Table) -> dict[str, RoundPoints]:
    """Return the points that each player adds after a legal showdown.

    Only the closer gets the score of a full close or chinchón. A close that wins adds 0.
    """
    points = {end.player: _unmatched(end.unmatched, table) for end in showdown.opponents}
    if showdown.closer:
        points[showdown.closer.player] = _of_closer(showdown.closer, table)
    return points


def _unmatched(cards: Iterable[Card], table: Table) -> RoundPoints:
    items = tuple([Item(ItemCode.CARD, table.points[card], card) for card in cards])
    return RoundPoints(sum([item.points for item in items]), items)


def _of_closer(end: CloserResult, table: Table) -> RoundPoints:
    closing = end.closing
    if closing is None or closing.kind is ClosingKind.POINTS:
        return _unmatched(end.unmatched, table)
    return _single(ItemCode(closing.kind.value), closing.score or 0)


def _single(code: ItemCode, points: int) -> RoundPoints:
    return RoundPoints(points, (Item(code, points),))


def counted_points(closing: Counted | None, points: Mapping[str, int]) -> dict[str, RoundPoints]:
    """Return the points that each player adds by a count that `counted_faults` has checked."""
    counted = {
        player: _single(ItemCode.COUNTED, player_points) for player, player_points in points.items()
    }
    if closing and closing.kind is not ClosingKind.POINTS:
        code = ItemCode(closing.kind.value)
        counted[closing.player] = _single(code, points[closing.player])
    return counted


def counted_faults(
    closing: Counted | None, points: Mapping[str, int], table: Table
) -> Iterator[Fault]:
    """Yield a fault for each impossible number of points in the caller's count.

    An opponent's points must not be negative. The closer's must be possible for the kind of close.
    """
    for player, player_points in points.items():
        if closing and player == closing.player:
            yield from _closing_faults(closing, player_points, table)
        elif player_points < 0:
            subject = Subject(Part.POINTS, name=player)
            yield fault(FaultCode.POINTS_NEGATIVE, subject, player=player, points=player_points)


def _closing_faults(closing: Counted, points: int, table: Table) -> Iterator[Fault]:
    wilds = Subject(Part.CLOSING_WILDS)
    if closing.wilds and closing.kind is not ClosingKind.CHINCHON:
        yield fault(FaultCode.CLOSING_WILDS_NOT_ASKED, wilds, kind=closing.kind.value)
    most = _most_wilds(table)
    if closing.wilds > most:
        yield fault(FaultCode.CLOSING_TOO_MANY_WILDS, wilds, wilds=closing.wilds, most=most)
    elif closing.kind is ClosingKind.POINTS:
        yield from _unmatched_points_faults(closing, points, table)
    else:
        score = full_score(closing.kind, closing.wilds, table)
        expected = score if isinstance(score, int) else 0
        if points != expected:
            yield fault(
                FaultCode.POINTS_NOT_THE_SCORE,
                Subject(Part.POINTS, name=closing.player),
                kind=closing.kind.value,
                score=expected,
                points=points,
            )


def _most_wilds(table: Table) -> int:
    """Return the greatest number of wilds that a chinchón can have."""
    melds = table.rules.melds
    wilds_in_deck = sum(table.copies[card] for card in table.wilds)
    return min(wilds_in_deck, HAND_SIZE - melds.min_naturals, *_as_list(melds.max_wilds))


def _unmatched_points_faults(closing: Counted, points: int, table: Table) -> Iterator[Fault]:
    least, most = _unmatched_points_range(table)
    if most < least:
        yield fault(FaultCode.CLOSING_KIND_IMPOSSIBLE, Subject(Part.CLOSING_KIND))
    elif not least <= points <= most:
        subject = Subject(Part.POINTS, name=closing.player)
        code = FaultCode.POINTS_OUT_OF_RANGE
        yield fault(code, subject, least=least, most=most, points=points)


def _unmatched_points_range(table: Table) -> tuple[int, int]:
    """Return the fewest and the most points that a closer can have unmatched.

    The result is (0, -1) if no unmatched card is allowed.
    """
    close = table.rules.close
    costs = sorted(
        table.points[card]
        for card in table.deck
        if close.wild_may_be_left or card not in table.wilds
    )
    most_cards = min([HAND_SIZE, *_as_list(close.max_unmatched_cards)])
    if not most_cards:
        return 0, -1
    least = 0 if table.rules.lay_off.closer_may else costs[0]
    return least, min([sum(costs[-most_cards:]), *_as_list(close.max_unmatched_points)])


def _as_list(limit: int | None) -> list[int]:
    return [] if limit is None else [limit]


def wins(closing: Counted, table: Table) -> bool:
    """Return True if a counted close wins the match at once."""
    return closing.kind is not ClosingKind.POINTS and not isinstance(
        full_score(closing.kind, closing.wilds, table), int
    )

"""Scoring: what each player adds at the end of a round, item by item."""

from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum

from msgspec import Struct

from service.rules.errors import Fault
from service.rules.hand.closing import ClosingKind
from service.rules.round.showdown import CloserEnd, Showdown
from service.rules.table.cards import Card
from service.rules.table.cards import HAND_SIZE
from service.rules.table.parameters import ChinchonScore
from service.rules.table.table import Table
from service.rules.words import count_of


class ItemCode(StrEnum):
    """What a player's points are made of."""

    CARD = "card"
    FULL = "full"
    CHINCHON = "chinchon"
    COUNTED = "counted"


class Item(Struct, frozen=True):
    """One part of a player's points: a card that is left, a close, or what the caller counted."""

    code: ItemCode
    points: int
    card: Card | None = None


class RoundPoints(Struct, frozen=True):
    """What a player adds, and of what it is made: the items add up to the points."""

    points: int
    items: tuple[Item, ...]


class Counted(Struct, frozen=True):
    """A close that the caller counted; `wilds` are those in the run of a chinchón."""

    player: str
    kind: ClosingKind
    wilds: int


def points_of_round(shown: Showdown, table: Table) -> dict[str, RoundPoints]:
    """What each player adds after a showdown in which nothing was illegal.

    Only the closer gets the score of a close with all seven melded; one that wins adds nothing.
    """
    found = {end.player: _left(end.unmatched, table) for end in shown.opponents}
    if shown.closer:
        found[shown.closer.player] = _closers(shown.closer, table)
    return found


def _left(unmatched: Iterable[Card], table: Table) -> RoundPoints:
    items = tuple(Item(ItemCode.CARD, table.points[card], card) for card in unmatched)
    return RoundPoints(sum(item.points for item in items), items)


def _closers(end: CloserEnd, table: Table) -> RoundPoints:
    closing = end.closing
    if closing is None or closing.kind is ClosingKind.POINTS:
        return _left(end.unmatched, table)
    return _whole(ItemCode(closing.kind.value), closing.score or 0)


def _whole(code: ItemCode, points: int) -> RoundPoints:
    return RoundPoints(points, (Item(code, points),))


def counted_points(closing: Counted | None, points: Mapping[str, int]) -> dict[str, RoundPoints]:
    """What each player adds by the caller's own count; see `counted_faults`."""
    found = {player: _whole(ItemCode.COUNTED, number) for player, number in points.items()}
    if closing and closing.kind is not ClosingKind.POINTS:
        code = ItemCode(closing.kind.value)
        found[closing.player] = _whole(code, points[closing.player])
    return found


def counted_faults(
    closing: Counted | None, points: Mapping[str, int], table: Table
) -> Iterator[Fault]:
    """What of a caller's count cannot be: a close must score what its kind scores."""
    for player, number in points.items():
        if closing and player == closing.player:
            yield from _closing_faults(closing, number, table)
        elif number < 0:
            yield Fault(("points", player), f"{player} didn't close, so {number} points can't be")


def _closing_faults(closing: Counted, number: int, table: Table) -> Iterator[Fault]:
    if closing.wilds and closing.kind is not ClosingKind.CHINCHON:
        yield Fault(("closing", "wilds"), "wilds are told of a chinchón alone")
    melds = table.rules.melds
    held = sum(table.copies[card] for card in table.wilds)
    most = min(held, HAND_SIZE - melds.min_naturals, *_caps(melds.max_wilds))
    if closing.wilds > most:
        yield Fault(
            ("closing", "wilds"),
            f"{count_of(closing.wilds, 'wild')}: a chinchón here has at most {most}",
        )
        return
    place = ("points", closing.player)
    if closing.kind is ClosingKind.POINTS:
        least, kept = _kept(table)
        if kept < least:
            yield Fault(("closing", "kind"), "nobody closes with unmatched cards at this table")
        elif not least <= number <= kept:
            allowed = f"{least} to {kept}"
            yield Fault(place, f"a close with unmatched cards scores {allowed}, not {number}")
        return
    score = full_score(closing, table)
    wanted = score if isinstance(score, int) else 0
    if number != wanted:
        yield Fault(place, f"a close of the kind {closing.kind} scores {wanted}, not {number}")


def _kept(table: Table) -> tuple[int, int]:
    """The fewest points and the most that a closer may keep: less than those if none at all."""
    close = table.rules.close
    costs = sorted(
        table.points[card]
        for card in table.deck
        if close.wild_may_be_left or card not in table.wilds
    )
    cards = min([HAND_SIZE, *_caps(close.max_unmatched_cards)])
    if not cards:
        return 0, -1
    least = 0 if table.rules.lay_off.closer_may else costs[0]
    return least, min([sum(costs[-cards:]), *_caps(close.max_unmatched_points)])


def _caps(*caps: int | None) -> list[int]:
    return [cap for cap in caps if cap is not None]


def full_score(closing: Counted, table: Table) -> ChinchonScore:
    """What a counted close with all seven melded scores at this table."""
    scores = table.rules.closing_score
    if closing.kind is ClosingKind.FULL:
        return scores.full
    return scores.of_chinchon(closing.wilds)


def wins(closing: Counted, table: Table) -> bool:
    """Whether a counted close wins the match on the spot."""
    return closing.kind is not ClosingKind.POINTS and not isinstance(
        full_score(closing, table), int
    )

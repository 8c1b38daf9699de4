"""Shown melds: what somebody lays down, judged as it lies, with every reason why it is no meld.

A list that could be both kinds is a set unless its `kind` says otherwise. A run without wilds may
come in any order; with wilds the order given is the order laid (RULES §2 Melds).
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

from msgspec import Struct

from service.rules.errors import Path
from service.rules.hand.melds import MIN_SET, Kind, Meld, legal_run, legal_set, split_set
from service.rules.table.cards import JOKER, SUITS, Card, Suit, rank_of, suit_of
from service.rules.table.table import Table, placed
from service.rules.violations import Code, Violation
from service.rules.words import count_of, times


class ShownMeld(Struct, frozen=True):
    """Cards laid down as one meld; `path` leads to the meld and `cards_path` to its cards."""

    cards: tuple[Card, ...]
    path: Path
    cards_path: Path
    kind: Kind | None = None
    stands_for: tuple[Card, ...] | None = None

    def card_path(self, index: int) -> Path:
        """Where one of the cards was stated."""
        return (*self.cards_path, index)

    def placed(self) -> Iterator[tuple[Path, Card]]:
        """Each card with the place where it was stated."""
        yield from placed(self.cards_path, self.cards)
        yield from placed((*self.path, "stands_for"), self.stands_for or ())


class MeldCheck(Struct, frozen=True):
    """The meld that was shown, or why it is none: exactly one of the two."""

    meld: Meld | None
    violations: tuple[Violation, ...]


def check_meld(shown: ShownMeld, table: Table) -> MeldCheck:
    """Whether shown cards are a meld of this table; every card must be one that its deck has."""
    meld = _as_set(shown, table) or _as_run(shown, table)
    violations = [*_copies(shown, table)]
    if meld is None:
        violations += _why_not(shown, table)
    elif not _stands_as_said(shown, meld):
        lies = f"lies as {_list(meld.stands_for)}" if meld.stands_for else "is a set and has none"
        message = f"`stands_for`: {_list(shown.cards)} {lies}"
        violations.append(Violation(Code.MELD_STANDS_FOR, message, shown.path))
    return MeldCheck(None, tuple(violations)) if violations else MeldCheck(meld, ())


def _list(cards: Sequence[Card]) -> str:
    return " ".join(cards) or "no cards"


def _fixed(shown: ShownMeld, table: Table) -> list[Card]:
    """The cards that can only be themselves."""
    return [card for card in shown.cards if card not in table.wilds]


def _as_set(shown: ShownMeld, table: Table) -> Meld | None:
    if shown.kind is Kind.RUN or (shown.kind is None and shown.stands_for is not None):
        return None
    own = [card for card in _fixed(shown, table) or shown.cards if card in table.place]
    ranks = dict.fromkeys(rank_of(card) for card in own)
    found = (legal_set(shown.cards, rank, table) for rank in ranks)
    return next((meld for meld in found if meld), None)


def _as_run(shown: ShownMeld, table: Table) -> Meld | None:
    if shown.kind is Kind.SET:
        return None
    found = (legal_run(shown.cards, suit, start, table) for suit, start in _starts(shown, table))
    return next((meld for meld in found if meld), None) or _any_order(shown, table)


def _starts(shown: ShownMeld, table: Table) -> Iterator[tuple[Suit, int]]:
    """Where a run may begin if its cards lie as given: as they say, or lowest first."""
    if shown.kind is Kind.RUN and shown.stands_for and shown.stands_for[0] in table.place:
        yield suit_of(shown.stands_for[0]), table.place[shown.stands_for[0]]
    fixed = [(i, card) for i, card in enumerate(shown.cards) if card not in table.wilds]
    if fixed:
        index, card = fixed[0]
        yield suit_of(card), table.place[card] - index
        return
    own = {suit_of(card) for card in shown.cards if card in table.place}
    suits = (suit for suit in SUITS if suit in own)
    yield from ((suit, start) for suit in suits for start in range(len(table.ranks)))


def _any_order(shown: ShownMeld, table: Table) -> Meld | None:
    """The cards as a run in which each takes its own place, whatever their order."""
    if not shown.cards or not all(card in table.place for card in shown.cards):
        return None
    cards = tuple(sorted(shown.cards, key=table.place.__getitem__))
    run = legal_run(cards, suit_of(cards[0]), table.place[cards[0]], table)
    return run if run and run.stands_for == cards else None


def _stands_as_said(shown: ShownMeld, meld: Meld) -> bool:
    if shown.stands_for is None:
        return True
    if meld.stands_for is None or len(shown.stands_for) != len(shown.cards):
        return False
    if shown.cards == meld.cards:
        return shown.stands_for == meld.stands_for
    said = zip(shown.cards, shown.stands_for, strict=True)
    return sorted(said) == sorted(zip(meld.cards, meld.stands_for, strict=True))


def _copies(shown: ShownMeld, table: Table) -> Iterator[Violation]:
    seen: Counter[Card] = Counter()
    for index, card in enumerate(shown.cards):
        seen[card] += 1
        if seen[card] == table.copies[card] + 1:
            number = shown.cards.count(card)
            yield Violation(
                Code.MELD_TOO_MANY_COPIES,
                f"{card} is shown {times(number)} and is in play {times(table.copies[card])}",
                shown.card_path(index),
                card,
                limit=table.copies[card],
                found=number,
            )


def _why_not(shown: ShownMeld, table: Table) -> Iterator[Violation]:
    fixed = _fixed(shown, table)
    one_rank = len({rank_of(card) for card in fixed}) <= 1
    one_suit = len({suit_of(card) for card in fixed}) <= 1
    if one_rank and shown.kind is not Kind.RUN:
        yield from _why_no_set(shown, fixed, table)
    elif one_suit and shown.kind is not Kind.SET:
        yield from _why_no_run(shown, fixed, table)
    else:
        yield from _too_short(
            shown, table.rules.melds.min_run if shown.kind is Kind.RUN else MIN_SET
        )
        jokers = shown.cards.count(JOKER)
        yield from _naturals(shown, len(shown.cards) - jokers, jokers, table)
        wanted = {Kind.SET: "one rank", Kind.RUN: "one suit", None: "one rank or one suit"}
        message = f"{_list(shown.cards)} isn't of {wanted[shown.kind]}"
        yield Violation(Code.MELD_NO_MELD, message, shown.path)


def _why_no_set(shown: ShownMeld, fixed: Sequence[Card], table: Table) -> Iterator[Violation]:
    size = len(shown.cards)
    yield from _too_short(shown, MIN_SET)
    yield from _too_long(shown, table.set_room)
    if not table.rules.melds.identical_in_set:
        for index, card in enumerate(shown.cards):
            if card in fixed and card in shown.cards[:index]:
                message = f"{card} is twice in a set whose suits must differ"
                yield Violation(Code.MELD_REPEATED_SUIT, message, shown.card_path(index), card)
    own = [card for card in fixed or shown.cards if card in table.place]
    wilds = min(
        (len(split_set(shown.cards, rank_of(card), table)[1]) for card in own), default=size
    )
    yield from _naturals(shown, size - wilds, wilds, table)


def _why_no_run(shown: ShownMeld, fixed: Sequence[Card], table: Table) -> Iterator[Violation]:
    size = len(shown.cards)
    yield from _too_short(shown, table.rules.melds.min_run)
    yield from _too_long(shown, len(table.ranks))
    for index, card in enumerate(shown.cards):
        if card in fixed and card in shown.cards[:index]:
            message = f"the rank of {card} is twice in a run"
            yield Violation(Code.MELD_REPEATED_RANK, message, shown.card_path(index), card)
    if len(fixed) == size:
        yield from _misplaced_naturals(shown, table)
    else:
        yield from _misplaced(shown, table)
    naturals = max(
        (_in_place(shown.cards, suit, start, table) for suit, start in _starts(shown, table)),
        default=0,
    )
    if _any_order_in_suit(shown, table):
        naturals = size
    yield from _naturals(shown, naturals, size - naturals, table)


def _any_order_in_suit(shown: ShownMeld, table: Table) -> bool:
    """Whether all cards could lie in their own places, were there no gap."""
    own = [card for card in shown.cards if card in table.place]
    return len(set(own)) == len(shown.cards) and len({suit_of(card) for card in own}) == 1


def _in_place(cards: Sequence[Card], suit: Suit, start: int, table: Table) -> int:
    """How many cards would be natural; one that can only be itself is so wherever it lies."""
    return sum(
        card not in table.wilds
        or (card in table.place and suit_of(card) == suit and table.place[card] == start + index)
        for index, card in enumerate(cards)
    )


def _misplaced_naturals(shown: ShownMeld, table: Table) -> Iterator[Violation]:
    """Why cards of one suit don't follow each other, in whatever order they were given."""
    ranks = len(table.ranks)
    places = sorted({table.place[card] for card in shown.cards})
    steps = [after - place for place, after in pairwise(places)]
    if any(step > 1 for step in steps):
        # Round the corner from king to ace, one break is left where there is no gap.
        breaks = sum(step > 1 for step in [*steps, places[0] + ranks - places[-1]])
        yield _round_the_corner(shown) if breaks == 1 else _gap(shown)


def _misplaced(shown: ShownMeld, table: Table) -> Iterator[Violation]:
    """Why cards of one suit don't follow each other with the wilds where they lie."""
    ranks = len(table.ranks)
    starts = [
        table.place[card] - index
        for index, card in enumerate(shown.cards)
        if card not in table.wilds
    ]
    if len(set(starts)) == 1:
        if starts[0] < 0 or starts[0] + len(shown.cards) > ranks:
            end = "below the ace" if starts[0] < 0 else "above the king"
            message = f"in {_list(shown.cards)} a wild would stand {end}"
            yield Violation(Code.MELD_WILD_OUT_OF_RANGE, message, shown.path)
    elif len({start % ranks for start in starts}) == 1:
        yield _round_the_corner(shown)
    else:
        if any(after > start for start, after in pairwise(starts)):
            yield _gap(shown)
        if any(after < start for start, after in pairwise(starts)):
            message = f"{_list(shown.cards)} doesn't ascend rank by rank in the order given"
            yield Violation(Code.MELD_OUT_OF_ORDER, message, shown.path)


def _gap(shown: ShownMeld) -> Violation:
    message = f"{_list(shown.cards)} misses a rank between its cards"
    return Violation(Code.MELD_GAP, message, shown.path)


def _round_the_corner(shown: ShownMeld) -> Violation:
    message = f"{_list(shown.cards)} would go on from the king to the ace"
    return Violation(Code.MELD_WRAPS, message, shown.path)


def _too_short(shown: ShownMeld, limit: int) -> Iterator[Violation]:
    size = len(shown.cards)
    if size < limit:
        message = f"{_list(shown.cards)}: {count_of(size, 'card')} where {limit} are needed"
        yield Violation(Code.MELD_TOO_SHORT, message, shown.path, limit=limit, found=size)


def _too_long(shown: ShownMeld, limit: int) -> Iterator[Violation]:
    size = len(shown.cards)
    if size > limit:
        message = f"{_list(shown.cards)}: {count_of(size, 'card')} where at most {limit} can lie"
        yield Violation(Code.MELD_TOO_LONG, message, shown.path, limit=limit, found=size)


def _naturals(shown: ShownMeld, naturals: int, wilds: int, table: Table) -> Iterator[Violation]:
    least, most = table.rules.melds.min_naturals, table.rules.melds.max_wilds
    if naturals < least and shown.cards:
        message = f"{_list(shown.cards)} has {count_of(naturals, 'natural')} and needs {least}"
        yield Violation(
            Code.MELD_TOO_FEW_NATURALS, message, shown.path, limit=least, found=naturals
        )
    if most is not None and wilds > most:
        message = f"{_list(shown.cards)} has {count_of(wilds, 'wild')} and may have {most}"
        yield Violation(Code.MELD_TOO_MANY_WILDS, message, shown.path, limit=most, found=wilds)

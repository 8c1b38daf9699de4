"""Meld check: the meld that shown cards form, or every reason why they form none.

Cards that could be a set and a run are a set unless `kind` is run. The cards of a run without wilds
may be in any order; a run with wilds must be in ascending order (rule book, "Wilds").
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

from msgspec import Struct
from msgspec.structs import replace

from service.rules.hand.melds import MIN_SET, Kind, Meld, legal_run, legal_set, split_set
from service.rules.subjects import Part, Subject
from service.rules.table.cards import JOKER, SUITS, Card, Suit, rank_of, suit_of
from service.rules.table.deck_faults import StatedCard, with_subjects
from service.rules.table.table import Table
from service.rules.violations import Violation, ViolationCode, facts


class ShownMeld(Struct, frozen=True):
    """Cards shown as one meld; `kind` and `stands_for` are None if they are not stated."""

    cards: tuple[Card, ...]
    kind: Kind | None = None
    stands_for: tuple[Card, ...] | None = None


def as_shown(meld: Meld) -> ShownMeld:
    """Return a meld as its player showed it."""
    return ShownMeld(meld.cards, meld.kind, meld.stands_for)


class MeldCheck(Struct, frozen=True):
    """The meld that was shown, or the violations that prevent it: exactly one of the two."""

    meld: Meld | None
    violations: tuple[Violation, ...]


def shown_with_subjects(
    shown: Sequence[ShownMeld], position: int | None = None
) -> Iterator[StatedCard]:
    """Yield every card of shown melds with its subject; `position` is that of the player."""
    for number, meld in enumerate(shown):
        yield from with_subjects(meld.cards, Part.MELD, position=position, number=number)
        represented = meld.stands_for or ()
        yield from with_subjects(represented, Part.STANDS_FOR, position=position, number=number)


def check_meld(shown: ShownMeld, table: Table, subject: Subject) -> MeldCheck:
    """Return the check of a shown meld; the deck of the table must have every card.

    `subject` is the subject of the shown meld in the violations.
    """
    meld = _as_set(shown, table) or _as_run(shown, table)
    violations = [*_copies(shown, table, subject)]
    if meld is None:
        violations += _why_not(shown, table, subject)
    elif not _matches_stated(shown, meld):
        actual = facts(cards=shown.cards, kind=meld.kind.value, expected=meld.stands_for or ())
        violations.append(Violation(ViolationCode.MELD_STANDS_FOR, subject, facts=actual))
    return MeldCheck(None, tuple(violations)) if violations else MeldCheck(meld, ())


def _fixed(shown: ShownMeld, table: Table) -> list[Card]:
    """Return the cards that are not wild cards."""
    return [card for card in shown.cards if card not in table.wilds]


def _as_set(shown: ShownMeld, table: Table) -> Meld | None:
    if shown.kind is Kind.RUN or (shown.kind is None and shown.stands_for is not None):
        return None
    with_rank = [card for card in _fixed(shown, table) or shown.cards if card in table.position]
    ranks = dict.fromkeys(rank_of(card) for card in with_rank)
    sets = (legal_set(shown.cards, rank, table) for rank in ranks)
    return next((meld for meld in sets if meld), None)


def _as_run(shown: ShownMeld, table: Table) -> Meld | None:
    if shown.kind is Kind.SET:
        return None
    runs = (legal_run(shown.cards, suit, start, table) for suit, start in _starts(shown, table))
    return next((meld for meld in runs if meld), None) or _sorted_run(shown, table)


def _starts(shown: ShownMeld, table: Table) -> Iterator[tuple[Suit, int]]:
    """Yield the suits and positions at which a run with its cards in this order can begin.

    A stated start comes first, then the lowest.
    """
    if shown.kind is Kind.RUN and shown.stands_for and shown.stands_for[0] in table.position:
        yield suit_of(shown.stands_for[0]), table.position[shown.stands_for[0]]
    fixed = [(i, card) for i, card in enumerate(shown.cards) if card not in table.wilds]
    if fixed:
        index, card = fixed[0]
        yield suit_of(card), table.position[card] - index
        return
    shown_suits = {suit_of(card) for card in shown.cards if card in table.position}
    suits = (suit for suit in SUITS if suit in shown_suits)
    yield from ((suit, start) for suit in suits for start in range(len(table.ranks)))


def _sorted_run(shown: ShownMeld, table: Table) -> Meld | None:
    """Return the sorted cards as a run with every card in its own place, or None."""
    if not shown.cards or not all(card in table.position for card in shown.cards):
        return None
    cards = tuple(sorted(shown.cards, key=table.position.__getitem__))
    run = legal_run(cards, suit_of(cards[0]), table.position[cards[0]], table)
    return run if run and run.stands_for == cards else None


def _matches_stated(shown: ShownMeld, meld: Meld) -> bool:
    if shown.stands_for is None:
        return True
    if meld.stands_for is None or len(shown.stands_for) != len(shown.cards):
        return False
    if shown.cards == meld.cards:
        return shown.stands_for == meld.stands_for
    stated = zip(shown.cards, shown.stands_for, strict=True)
    return sorted(stated) == sorted(zip(meld.cards, meld.stands_for, strict=True))


def _copies(shown: ShownMeld, table: Table, subject: Subject) -> Iterator[Violation]:
    seen: Counter[Card] = Counter()
    for index, card in enumerate(shown.cards):
        seen[card] += 1
        if seen[card] == table.copies[card] + 1:
            yield Violation(
                ViolationCode.MELD_TOO_MANY_COPIES,
                replace(subject, card=index),
                card,
                limit=table.copies[card],
                found=shown.cards.count(card),
            )


def _why_not(shown: ShownMeld, table: Table, subject: Subject) -> Iterator[Violation]:
    fixed = _fixed(shown, table)
    one_rank = len({rank_of(card) for card in fixed}) <= 1
    one_suit = len({suit_of(card) for card in fixed}) <= 1
    if one_rank and shown.kind is not Kind.RUN:
        yield from _why_no_set(shown, fixed, table, subject)
    elif one_suit and shown.kind is not Kind.SET:
        yield from _why_no_run(shown, fixed, table, subject)
    else:
        min_run = table.rules.melds.min_run
        yield from _too_short(shown, min_run if shown.kind is Kind.RUN else MIN_SET, subject)
        jokers = shown.cards.count(JOKER)
        yield from _naturals(shown, len(shown.cards) - jokers, jokers, table, subject)
        kind = shown.kind.value if shown.kind else "any"
        yield _of(ViolationCode.MELD_NO_MELD, shown, subject, kind=kind)


def _why_no_set(
    shown: ShownMeld, fixed: Sequence[Card], table: Table, subject: Subject
) -> Iterator[Violation]:
    size = len(shown.cards)
    yield from _too_short(shown, MIN_SET, subject)
    yield from _too_long(shown, table.largest_set, subject)
    if not table.rules.melds.identical_in_set:
        yield from _repeated(ViolationCode.MELD_REPEATED_SUIT, shown, fixed, subject)
    with_rank = [card for card in fixed or shown.cards if card in table.position]
    wilds = min(
        (len(split_set(shown.cards, rank_of(card), table)[1]) for card in with_rank), default=size
    )
    yield from _naturals(shown, size - wilds, wilds, table, subject)


def _why_no_run(
    shown: ShownMeld, fixed: Sequence[Card], table: Table, subject: Subject
) -> Iterator[Violation]:
    size = len(shown.cards)
    yield from _too_short(shown, table.rules.melds.min_run, subject)
    yield from _too_long(shown, len(table.ranks), subject)
    yield from _repeated(ViolationCode.MELD_REPEATED_RANK, shown, fixed, subject)
    if len(fixed) == size:
        yield from _misplaced_naturals(shown, table, subject)
    else:
        yield from _misplaced(shown, table, subject)
    naturals = max(
        (_count_naturals(shown.cards, suit, start, table) for suit, start in _starts(shown, table)),
        default=0,
    )
    if _all_natural_in_suit(shown, table):
        naturals = size
    yield from _naturals(shown, naturals, size - naturals, table, subject)


def _repeated(
    code: ViolationCode, shown: ShownMeld, fixed: Sequence[Card], subject: Subject
) -> Iterator[Violation]:
    """Yield a violation for each card that is not a wild card and repeats an earlier one."""
    for index, card in enumerate(shown.cards):
        if card in fixed and card in shown.cards[:index]:
            yield Violation(code, replace(subject, card=index), card)


def _all_natural_in_suit(shown: ShownMeld, table: Table) -> bool:
    """Return whether the cards are different cards of one suit and no jokers."""
    with_suit = [card for card in shown.cards if card in table.position]
    one_suit = len({suit_of(card) for card in with_suit}) == 1
    return one_suit and len(set(with_suit)) == len(shown.cards)


def _count_naturals(cards: Sequence[Card], suit: Suit, start: int, table: Table) -> int:
    """Return the number of naturals in a run; a card that is not a wild card is always natural."""
    return sum(
        card not in table.wilds
        or (
            card in table.position
            and suit_of(card) == suit
            and table.position[card] == start + index
        )
        for index, card in enumerate(cards)
    )


def _misplaced_naturals(shown: ShownMeld, table: Table, subject: Subject) -> Iterator[Violation]:
    """Yield a violation if the naturals of one suit, in any order, are not consecutive."""
    ranks = len(table.ranks)
    positions = sorted({table.position[card] for card in shown.cards})
    steps = [after - before for before, after in pairwise(positions)]
    if any(step > 1 for step in steps):
        # In the circular order of the ranks, a run that wraps has one break.
        breaks = sum(step > 1 for step in [*steps, positions[0] + ranks - positions[-1]])
        yield _of(
            ViolationCode.MELD_WRAPS if breaks == 1 else ViolationCode.MELD_GAP, shown, subject
        )


def _misplaced(shown: ShownMeld, table: Table, subject: Subject) -> Iterator[Violation]:
    """Yield the violations of a run with wilds that is not consecutive in the order shown."""
    ranks = len(table.ranks)
    starts = [
        table.position[card] - index
        for index, card in enumerate(shown.cards)
        if card not in table.wilds
    ]
    if len(set(starts)) == 1:
        if starts[0] < 0 or starts[0] + len(shown.cards) > ranks:
            end = "low" if starts[0] < 0 else "high"
            yield _of(ViolationCode.MELD_WILD_OUT_OF_RANGE, shown, subject, end=end)
    elif len({start % ranks for start in starts}) == 1:
        yield _of(ViolationCode.MELD_WRAPS, shown, subject)
    else:
        if any(after > start for start, after in pairwise(starts)):
            yield _of(ViolationCode.MELD_GAP, shown, subject)
        if any(after < start for start, after in pairwise(starts)):
            yield _of(ViolationCode.MELD_OUT_OF_ORDER, shown, subject)


def _too_short(shown: ShownMeld, limit: int, subject: Subject) -> Iterator[Violation]:
    size = len(shown.cards)
    if size < limit:
        yield _counted(ViolationCode.MELD_TOO_SHORT, shown, subject, limit, size)


def _too_long(shown: ShownMeld, limit: int, subject: Subject) -> Iterator[Violation]:
    size = len(shown.cards)
    if size > limit:
        yield _counted(ViolationCode.MELD_TOO_LONG, shown, subject, limit, size)


def _naturals(
    shown: ShownMeld, naturals: int, wilds: int, table: Table, subject: Subject
) -> Iterator[Violation]:
    least, most = table.rules.melds.min_naturals, table.rules.melds.max_wilds
    if naturals < least and shown.cards:
        yield _counted(ViolationCode.MELD_TOO_FEW_NATURALS, shown, subject, least, naturals)
    if most is not None and wilds > most:
        yield _counted(ViolationCode.MELD_TOO_MANY_WILDS, shown, subject, most, wilds)


def _of(code: ViolationCode, shown: ShownMeld, subject: Subject, **more: str) -> Violation:
    return Violation(code, subject, facts=facts(cards=shown.cards, **more))


def _counted(
    code: ViolationCode, shown: ShownMeld, subject: Subject, limit: int, found: int
) -> Violation:
    return Violation(code, subject, limit=limit, found=found, facts=facts(cards=shown.cards))

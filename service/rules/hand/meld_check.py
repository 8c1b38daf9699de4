"""Meld check: what somebody lays down, judged as it lies, with every reason why it is no meld.

A list that could be both kinds is a set unless its `kind` says otherwise. A run without wilds may
come in any order; with wilds the order given is the order laid (rule book, "Melds").
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
    """Cards laid down as one meld, with what else was said of them."""

    cards: tuple[Card, ...]
    kind: Kind | None = None
    stands_for: tuple[Card, ...] | None = None


class MeldCheck(Struct, frozen=True):
    """The meld that was shown, or why it is none: exactly one of the two."""

    meld: Meld | None
    violations: tuple[Violation, ...]


def shown_with_subjects(
    shown: Sequence[ShownMeld], position: int | None = None
) -> Iterator[StatedCard]:
    """Every card of shown melds with its subject; `position` is whose they are."""
    for number, meld in enumerate(shown):
        yield from with_subjects(meld.cards, Part.MELD, position=position, number=number)
        places = meld.stands_for or ()
        yield from with_subjects(places, Part.STANDS_FOR, position=position, number=number)


def check_meld(shown: ShownMeld, table: Table, subject: Subject) -> MeldCheck:
    """Whether shown cards are a meld of this table; every card must be one that its deck has.

    `subject` is the shown meld, as violations speak of it.
    """
    meld = _as_set(shown, table) or _as_run(shown, table)
    violations = [*_copies(shown, table, subject)]
    if meld is None:
        violations += _why_not(shown, table, subject)
    elif not _stands_as_said(shown, meld):
        lies = facts(cards=shown.cards, kind=meld.kind.value, lies=meld.stands_for or ())
        violations.append(Violation(ViolationCode.MELD_STANDS_FOR, subject, facts=lies))
    return MeldCheck(None, tuple(violations)) if violations else MeldCheck(meld, ())


def _fixed(shown: ShownMeld, table: Table) -> list[Card]:
    """The cards that can only be themselves."""
    return [card for card in shown.cards if card not in table.wilds]


def _as_set(shown: ShownMeld, table: Table) -> Meld | None:
    if shown.kind is Kind.RUN or (shown.kind is None and shown.stands_for is not None):
        return None
    own = [card for card in _fixed(shown, table) or shown.cards if card in table.position]
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
    if shown.kind is Kind.RUN and shown.stands_for and shown.stands_for[0] in table.position:
        yield suit_of(shown.stands_for[0]), table.position[shown.stands_for[0]]
    fixed = [(i, card) for i, card in enumerate(shown.cards) if card not in table.wilds]
    if fixed:
        index, card = fixed[0]
        yield suit_of(card), table.position[card] - index
        return
    own = {suit_of(card) for card in shown.cards if card in table.position}
    suits = (suit for suit in SUITS if suit in own)
    yield from ((suit, start) for suit in suits for start in range(len(table.ranks)))


def _any_order(shown: ShownMeld, table: Table) -> Meld | None:
    """The cards as a run in which each takes its own place, whatever their order."""
    if not shown.cards or not all(card in table.position for card in shown.cards):
        return None
    cards = tuple(sorted(shown.cards, key=table.position.__getitem__))
    run = legal_run(cards, suit_of(cards[0]), table.position[cards[0]], table)
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
    yield from _too_long(shown, table.set_room, subject)
    if not table.rules.melds.identical_in_set:
        yield from _repeated(ViolationCode.MELD_REPEATED_SUIT, shown, fixed, subject)
    own = [card for card in fixed or shown.cards if card in table.position]
    wilds = min(
        (len(split_set(shown.cards, rank_of(card), table)[1]) for card in own), default=size
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
        (_in_place(shown.cards, suit, start, table) for suit, start in _starts(shown, table)),
        default=0,
    )
    if _any_order_in_suit(shown, table):
        naturals = size
    yield from _naturals(shown, naturals, size - naturals, table, subject)


def _repeated(
    code: ViolationCode, shown: ShownMeld, fixed: Sequence[Card], subject: Subject
) -> Iterator[Violation]:
    """A violation for each card that can only be itself and came before."""
    for index, card in enumerate(shown.cards):
        if card in fixed and card in shown.cards[:index]:
            yield Violation(code, replace(subject, card=index), card)


def _any_order_in_suit(shown: ShownMeld, table: Table) -> bool:
    """Whether all cards could lie in their own places, were there no gap."""
    own = [card for card in shown.cards if card in table.position]
    return len(set(own)) == len(shown.cards) and len({suit_of(card) for card in own}) == 1


def _in_place(cards: Sequence[Card], suit: Suit, start: int, table: Table) -> int:
    """How many cards would be natural; one that can only be itself is so wherever it lies."""
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
    """Why cards of one suit don't follow each other, in whatever order they were given."""
    ranks = len(table.ranks)
    positions = sorted({table.position[card] for card in shown.cards})
    steps = [after - before for before, after in pairwise(positions)]
    if any(step > 1 for step in steps):
        # Round the corner from king to ace, one break is left where there is no gap.
        breaks = sum(step > 1 for step in [*steps, positions[0] + ranks - positions[-1]])
        yield _of(
            ViolationCode.MELD_WRAPS if breaks == 1 else ViolationCode.MELD_GAP, shown, subject
        )


def _misplaced(shown: ShownMeld, table: Table, subject: Subject) -> Iterator[Violation]:
    """Why cards of one suit don't follow each other with the wilds where they lie."""
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

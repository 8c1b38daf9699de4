"""Shown melding: the melding that a player's own melds make of the cards held."""

from collections import Counter
from collections.abc import Iterator, Sequence

from msgspec import Struct

from service.rules.hand.meld_check import ShownMeld, check_meld
from service.rules.hand.melding import Melding
from service.rules.hand.melds import meld_order
from service.rules.subjects import Part, Subject
from service.rules.table.cards import Card, in_order
from service.rules.table.table import Table, points_of
from service.rules.violations import Violation, ViolationCode


class ShownMelding(Struct, frozen=True):
    """The melding that was shown, and every reason why some of its melds don't stand.

    A meld that doesn't stand is left out of the melding. `numbers` says of each meld of the melding
    which of the shown ones it is, from 0.
    """

    melding: Melding
    numbers: tuple[int, ...]
    violations: tuple[Violation, ...]


def check_shown(
    shown: Sequence[ShownMeld], held: Sequence[Card], table: Table, position: int | None = None
) -> ShownMelding:
    """Check the melds that a player shows of the cards held; `position` is the player's.

    A meld doesn't stand if it is none, or if its cards aren't held beside those of the melds before
    it.
    """
    checks = [
        check_meld(meld, table, Subject(Part.MELD, position, number))
        for number, meld in enumerate(shown)
    ]
    violations = [violation for check in checks for violation in check.violations]
    violations += _not_held(shown, held, position)
    left = Counter(held)
    standing = []
    for number, check in enumerate(checks):
        if check.meld and Counter(check.meld.cards) <= left:
            left.subtract(check.meld.cards)
            standing.append((meld_order(check.meld), number, check.meld))
    standing.sort()
    unmatched = in_order(left.elements())
    melds = tuple(meld for _, _, meld in standing)
    numbers = tuple(number for _, number, _ in standing)
    melding = Melding(melds, unmatched, points_of(unmatched, table))
    return ShownMelding(melding, numbers, tuple(violations))


def _not_held(
    shown: Sequence[ShownMeld], held: Sequence[Card], position: int | None
) -> Iterator[Violation]:
    seen: Counter[Card] = Counter()
    holds = Counter(held)
    for number, meld in enumerate(shown):
        for index, card in enumerate(meld.cards):
            seen[card] += 1
            subject = Subject(Part.MELD, position, number, index)
            if not holds[card]:
                yield Violation(ViolationCode.MELD_CARD_NOT_HELD, subject, card)
            elif seen[card] == holds[card] + 1:
                yield Violation(
                    ViolationCode.MELD_CARD_USED_TWICE,
                    subject,
                    card,
                    limit=holds[card],
                    found=sum(meld.cards.count(card) for meld in shown),
                )

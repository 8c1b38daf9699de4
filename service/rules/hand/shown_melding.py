"""Shown melding: the melding that the melds shown by a player make of their cards."""

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
    """The melding of the accepted melds, and every violation of the shown melds.

    The melding has the accepted melds only. For each of them, `shown_indexes` has its index among
    the shown melds.
    """

    melding: Melding
    shown_indexes: tuple[int, ...]
    violations: tuple[Violation, ...]


def check_shown(
    shown: Sequence[ShownMeld], held: Sequence[Card], table: Table, position: int | None = None
) -> ShownMelding:
    """Return the check of the melds that a player shows; `position` is that of the player.

    A meld is accepted if it is legal and its cards are held beside the cards of the accepted melds
    before it.
    """
    checks = [
        check_meld(meld, table, Subject(Part.MELD, position, number))
        for number, meld in enumerate(shown)
    ]
    violations = [violation for check in checks for violation in check.violations]
    violations += _not_held(shown, held, position)
    remaining = Counter(held)
    accepted = []
    for number, check in enumerate(checks):
        if check.meld and Counter(check.meld.cards) <= remaining:
            remaining.subtract(check.meld.cards)
            accepted.append((meld_order(check.meld), number, check.meld))
    accepted.sort()
    unmatched = in_order(remaining.elements())
    melds = tuple(meld for _, _, meld in accepted)
    numbers = tuple(number for _, number, _ in accepted)
    melding = Melding(melds, unmatched, points_of(unmatched, table))
    return ShownMelding(melding, numbers, tuple(violations))


def _not_held(
    shown: Sequence[ShownMeld], held: Sequence[Card], position: int | None
) -> Iterator[Violation]:
    seen: Counter[Card] = Counter()
    copies_held = Counter(held)
    for number, meld in enumerate(shown):
        for index, card in enumerate(meld.cards):
            seen[card] += 1
            subject = Subject(Part.MELD, position, number, index)
            if not copies_held[card]:
                yield Violation(ViolationCode.MELD_CARD_NOT_HELD, subject, card)
            elif seen[card] == copies_held[card] + 1:
                yield Violation(
                    ViolationCode.MELD_CARD_USED_TWICE,
                    subject,
                    card,
                    limit=copies_held[card],
                    found=sum(meld.cards.count(card) for meld in shown),
                )

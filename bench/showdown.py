"""Measure showdowns of four players, without and with wilds.

In the played rounds each player discards for the fewest points, until a player may close. In the
dealt rounds only the closer's hand was played, and the other hands were dealt.
"""

import random
import statistics
import time
from collections.abc import Callable

from service.rules.hand.evaluation import choices
from service.rules.round.showdown import showdown
from service.rules.round.showdown_player import ShowdownHand
from service.rules.table.cards import Card
from service.rules.table.profiles import PROFILES
from service.rules.table.table import Table, table_of

SWEEPS = 60
ROUNDS = 150
SEATS = 4
Hands = list[list[Card]]


def played(chance: random.Random, table: Table) -> Hands | None:
    """Return the hands at the end of a round, the closer's first; None if nobody could close."""
    deck = chance.sample(table.deck, len(table.deck))
    holding = [[deck.pop() for _ in range(7)] for _ in range(SEATS)]
    while deck:
        hand = holding.pop(0)
        hand.append(deck.pop())
        best = choices(hand, table)[0]
        hand.remove(best.discard)
        if best.closing:
            return [hand, *holding]
        holding.append(hand)
    return None


def dealt(chance: random.Random, table: Table) -> Hands | None:
    """Return a closer's hand that was played, and others that were dealt from the other cards."""
    hands = played(chance, table)
    if hands is None:
        return None
    others = list(table.deck)
    for card in hands[0]:
        others.remove(card)
    chance.shuffle(others)
    return [hands[0], *(others[7 * index : 7 * index + 7] for index in range(SEATS - 1))]


def rounds(
    deal: Callable[[random.Random, Table], Hands | None], table: Table, wilds: int
) -> list[tuple[ShowdownHand, list[ShowdownHand]]]:
    """Return `ROUNDS` rounds whose hands together hold this number of wilds."""
    chance = random.Random(3)
    found: list[tuple[ShowdownHand, list[ShowdownHand]]] = []
    while len(found) < ROUNDS:
        hands = deal(chance, table)
        if hands and sum(card in table.wilds for hand in hands for card in hand) == wilds:
            names = ("ana", "bea", "carlos", "diego")
            closer, *others = (
                ShowdownHand(name, tuple(hand), position)
                for position, (name, hand) in enumerate(zip(names, hands, strict=True))
            )
            found.append((closer, others))
    return found


def measure(title: str, table: Table, ends: list[tuple[ShowdownHand, list[ShowdownHand]]]) -> None:
    """Print the mean microseconds of CPU for a showdown, in the median sweep and the fastest.

    A shared machine can run at half its speed for seconds. So the fastest sweep shows the cost of a
    showdown, and the median sweep shows what it took on this machine.
    """
    sweeps = []
    for _ in range(SWEEPS):
        start = time.process_time()
        for closer, others in ends:
            showdown(closer, others, table)
        sweeps.append((time.process_time() - start) / len(ends) * 1e6)
    ended = [showdown(closer, others, table) for closer, others in ends]
    laid_off = sum(len(end.lay_offs) for result in ended for end in result.opponents) / len(ends)
    print(f"{title:<40}{statistics.median(sweeps):>8.0f} µs{min(sweeps):>8.0f} µs{laid_off:>12.1f}")


def main() -> None:
    """Measure and print all showdowns."""
    print(f"\n{'showdown of four players':<40}{'median':>11}{'fastest':>11}{'laid off':>12}")
    for name, wilds in (("barajamos", 0), ("fournier", 0), ("ludoteka", 2), ("classic", 3)):
        table = table_of(PROFILES[name], SEATS)
        for how, deal in (("played", played), ("dealt", dealt)):
            title = f"{name}, {wilds} wilds, others' hands {how}"
            measure(title, table, rounds(deal, table, wilds))


if __name__ == "__main__":
    main()

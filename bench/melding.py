"""Melding measured: against two other solvers over the same hands, and with wilds.

All in one run, as ratios of medians of CPU time. The hands are of seven from 40 cards: dealt at
random, and as they occur in play, held by players who keep what leaves them the fewest points. Each
sweep has hands of its own, the same for all, so that none profits from having seen a hand. All
begin with codes, as ours does: the others' cards are looked up by code. OpenSpiel is also shown
with its own numbers given, so without that look-up. Both tell melds alone, where ours tells what is
unmatched too and its points; so rlcard is also shown with the deadwood, as its own game counts it.
"""

import random
import statistics
import time
import warnings
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pyspiel
from msgspec.structs import replace
from rlcard.games.base import Card as RlcardCard
from rlcard.games.gin_rummy.utils import melding as rlcard_melding
from rlcard.games.gin_rummy.utils import utils as rlcard_utils

from service.rules.hand.best_melding import solver
from service.rules.hand.evaluation import choices
from service.rules.table.cards import Card
from service.rules.table.parameters import RoomRules
from service.rules.table.profiles import PROFILES
from service.rules.table.table import Table, table_of

SWEEPS = 30
WARM_UP = 20
PLAYED_ROUNDS = 60
DEALT_HANDS = 1_000
WILD_HANDS = 400

RANKS = "A23456789T"
SUITS = {"o": "D", "c": "H", "e": "S", "b": "C"}


def dealt(chance: random.Random, table: Table, number: int, size: int = 7) -> list[list[Card]]:
    """Hands dealt at random."""
    return [chance.sample(table.deck, size) for _ in range(number)]


def played(chance: random.Random, table: Table, rounds: int) -> list[list[Card]]:
    """The hands after each turn of rounds of three, until somebody could close."""
    seen = []
    for _ in range(rounds):
        deck = chance.sample(table.deck, len(table.deck))
        holding = [[deck.pop() for _ in range(7)] for _ in range(3)]
        while deck:
            hand = holding.pop(0)
            hand.append(deck.pop())
            best = choices(hand, table)[0]
            hand.remove(best.discard)
            seen.append(chance.sample(hand, len(hand)))
            holding.append(hand)
            if best.closing:
                break
    return seen


def sweep(solve: Callable[[Any], object], hands: Sequence[Any]) -> float:
    """Microseconds of CPU for one hand, over all of them."""
    start = time.process_time()
    for hand in hands:
        solve(hand)
    return (time.process_time() - start) / len(hands) * 1e6


def medians(
    solvers: Mapping[str, Callable[[Any], object]], sweeps: Sequence[Mapping[str, Sequence[Any]]]
) -> dict[str, float]:
    """The median sweep of each solver over its form of the hands; in each sweep another is first.

    The first sweep only warms up, since a worker has seen many hands.
    """
    found: dict[str, list[float]] = {name: [] for name in solvers}
    names = deque(solvers)
    for number, hands in enumerate(sweeps):
        for name in names:
            taken = sweep(solvers[name], hands[name])
            if number:
                found[name].append(taken)
        names.rotate()
    return {name: statistics.median(times) for name, times in found.items()}


def compare(table: Table, title: str, deal: Callable[[], list[list[Card]]]) -> None:
    """Print our time and its ratio to the two others'."""
    openspiel = pyspiel.gin_rummy.GinRummyUtils(len(RANKS), len(SUITS), 7)
    number = {card: index for index, card in enumerate(table.deck)}
    theirs = {card: rlcard_card(card, table) for card in table.deck}

    def openspiel_from_codes(hand: Sequence[Card]) -> object:
        return openspiel.best_meld_group([number[card] for card in hand])

    def rlcard_from_codes(hand: Sequence[Card]) -> object:
        return rlcard_best([theirs[card] for card in hand])

    def rlcard_deadwood(hand: Sequence[Card]) -> object:
        held = [theirs[card] for card in hand]
        clusters = rlcard_best(held)
        return rlcard_loose(held, clusters[0] if clusters else [])

    solvers = {
        "ours": solver(table),
        "openspiel": openspiel_from_codes,
        "numbers": openspiel.best_meld_group,
        "rlcard": rlcard_from_codes,
        "deadwood": rlcard_deadwood,
    }
    sweeps = []
    for deals in [WARM_UP, *[1] * SWEEPS]:
        hands = [hand for _ in range(deals) for hand in deal()]
        numbered = [[number[card] for card in hand] for hand in hands]
        sweeps.append(dict.fromkeys(solvers, hands) | {"numbers": numbered})
    times = medians(solvers, sweeps)
    ours = times["ours"]
    print(
        f"{title:<24}{ours:>8.2f} µs{times['openspiel']:>12.2f} µs{times['numbers']:>12.2f} µs"
        f"{times['rlcard']:>9.1f} µs{times['deadwood']:>9.1f} µs"
        f"{ours / times['openspiel']:>16.2f}{ours / times['numbers']:>13.2f}"
        f"{times['rlcard'] / ours:>13.1f}{times['deadwood'] / ours:>12.1f}"
    )


def rlcard_card(card: Card, table: Table) -> Any:
    """The card of gin rummy at the same place."""
    return RlcardCard(SUITS[card[-1]], RANKS[table.position[card]])


def rlcard_best(hand: list[RlcardCard]) -> list[list[list[RlcardCard]]]:
    """What rlcard's `get_best_meld_clusters` does, which takes hands of ten alone."""
    clusters = rlcard_melding.get_meld_clusters(hand)
    counts = [rlcard_loose(hand, cluster)[1] for cluster in clusters]
    best = min(counts, default=0)
    return [found for found, count in zip(clusters, counts, strict=True) if count == best]


def rlcard_loose(
    hand: list[RlcardCard], cluster: list[list[RlcardCard]]
) -> tuple[list[RlcardCard], int]:
    """What rlcard's `get_deadwood` and `get_deadwood_count` do, which take hands of ten alone."""
    melded = [card for pile in cluster for card in pile]
    loose = [card for card in hand if card not in melded]
    return loose, sum([rlcard_utils.get_deadwood_value(card) for card in loose])


def with_wilds(chance: random.Random) -> None:
    """Print the time for hands with so many wilds, not warmed up on, at the table with most."""
    table = table_of(PROFILES["classic"], 8)
    wild = [card for card in table.deck if card in table.wilds]
    natural = [card for card in table.deck if card not in table.wilds]
    print(f"\n{'classic, eight seats':<28}{'mean':>8}{'worst':>10}")
    solve = solver(table)
    for number in (0, 1, 2, 4, 6):
        hands = [
            chance.sample(wild, number) + chance.sample(natural, 7 - number)
            for _ in range((WARM_UP + 1) * WILD_HANDS)
        ]
        sweep(solve, hands[WILD_HANDS:])
        times = [sweep(solve, [hand]) for hand in hands[:WILD_HANDS]]
        title = f"{number} wilds"
        print(f"{title:<28}{statistics.mean(times):>8.1f} µs{max(times):>9.0f} µs")


def eight_discards(chance: random.Random) -> None:
    """Print what the choices of a hand of eight cost, in solves of a hand of seven."""
    table = table_of(PROFILES["fournier"])
    solvers = {"choices": lambda hand: choices(hand, table), "solve": solver(table)}
    sweeps = []
    for deals in [WARM_UP, *[1] * SWEEPS]:
        eights = dealt(chance, table, deals * DEALT_HANDS, size=8)
        sweeps.append({"choices": eights, "solve": [hand[:7] for hand in eights]})
    times = medians(solvers, sweeps)
    ratio = times["choices"] / times["solve"]
    print(f"\neight discards: {times['choices']:.1f} µs, {ratio:.1f} solves")


def main() -> None:
    """Print all of it."""
    warnings.simplefilter("ignore")
    chance = random.Random(20)
    rules = PROFILES["fournier"]
    table = table_of(rules)
    # A table of their own, so that none of what the players work out is kept for the measured one.
    players = table_of(replace(rules, room=RoomRules(grace_seconds=1)))
    print(
        f"{'hands of seven':<24}{'ours':>11}{'OpenSpiel':>15}{'its numbers':>15}{'rlcard':>12}"
        f"{'+ deadwood':>12}",
        end="",
    )
    print(f"{'ours/OpenSpiel':>16}{'its numbers':>13}{'rlcard/ours':>13}{'+ deadwood':>12}")
    compare(table, "dealt at random", lambda: dealt(chance, table, DEALT_HANDS))
    compare(table, "as they occur in play", lambda: played(chance, players, PLAYED_ROUNDS))
    with_wilds(chance)
    eight_discards(chance)


if __name__ == "__main__":
    main()

"""The solver against the oracle, and what holds of any melding (rule book, "Which melding")."""

import random
from collections import Counter
from itertools import pairwise

import pytest
from msgspec import to_builtins
from msgspec.structs import replace
from support import core_answers, melding_oracle
from support.hands import hands

from service.rules.hand.alternatives import alternatives
from service.rules.hand.best_melding import best_melding
from service.rules.hand.melding import Melding, melding_order
from service.rules.table.cards import Card, rank_of, suit_of
from service.rules.table.profiles import PROFILES
from service.rules.table.table import points_of, table_of

QUICK = [(seed, 120) for seed in range(8)]
LONG = [pytest.param(seed, 1250, marks=pytest.mark.long) for seed in range(100, 116)]


def told(melding: Melding) -> object:
    return [(meld.kind, meld.cards, meld.stands_for) for meld in melding.melds], (
        melding.unmatched,
        melding.unmatched_points,
    )


def expected(melds: tuple[melding_oracle.Meld, ...], unmatched: object, points: int) -> object:
    return [(meld.kind, meld.cards, meld.stands_for) for meld in melds], (unmatched, points)


@pytest.mark.parametrize(("seed", "number"), [*QUICK, *LONG])
def test_the_best_melding_is_the_oracles(seed: int, number: int) -> None:
    for dealt in hands(seed, number):
        best = melding_oracle.best(dealt.cards, dealt.rules, dealt.table.packs)
        assert told(best_melding(dealt.cards, dealt.table)) == expected(*best), str(dealt)


@pytest.mark.parametrize("seed", range(4))
def test_the_alternatives_are_the_oracles(seed: int) -> None:
    for dealt in hands(seed, 40):
        others = melding_oracle.alternatives(dealt.cards, dealt.rules, dealt.table.packs)
        found = alternatives(dealt.cards, dealt.table)
        assert found.total == len(others), str(dealt)
        first = [expected(*other) for other in others[:100]]
        assert [told(melding) for melding in found.meldings] == first, str(dealt)


def test_no_more_than_a_hundred_alternatives_are_listed_but_all_are_counted() -> None:
    table = table_of(PROFILES["classic"], 8)
    hand = [Card(code) for code in ["7o", "7c", "JK", "JK", "JK", "JK", "1o", "1o"]]
    found = alternatives(hand, table)
    assert len(found.meldings) == 100
    assert found.total > 100
    orders = [melding_order(melding) for melding in found.meldings]
    assert all(one < other for one, other in pairwise(orders))


@pytest.mark.parametrize("seed", range(4))
def test_the_order_in_which_a_hand_is_given_never_matters(seed: int) -> None:
    chance = random.Random(seed)
    for dealt in hands(seed, 150):
        shuffled = chance.sample(dealt.cards, len(dealt.cards))
        assert best_melding(shuffled, dealt.table) == best_melding(dealt.cards, dealt.table)


@pytest.mark.parametrize("seed", range(4))
def test_melds_and_unmatched_are_the_hand_and_points_are_those_of_the_unmatched(seed: int) -> None:
    for dealt in hands(seed, 150):
        best = best_melding(dealt.cards, dealt.table)
        melded = [card for meld in best.melds for card in meld.cards]
        assert Counter([*melded, *best.unmatched]) == Counter(dealt.cards)
        assert best.unmatched_points == points_of(best.unmatched, dealt.table)


@pytest.mark.parametrize("name", PROFILES)
def test_a_wild_that_is_not_held_completes_no_meld(name: str) -> None:
    base = PROFILES[name]
    for wild in table_of(replace(base, deck=replace(base.deck, wild_cards=()))).position:
        rules = replace(base, deck=replace(base.deck, wild_cards=(wild,)))
        table = table_of(rules)
        near = [card for card in table.suit_cards(suit_of(wild)) if card != wild]
        near.sort(key=lambda card: abs(table.position[card] - table.position[wild]))
        alike = [card for card in table.of_rank[rank_of(wild)] if card != wild]
        for hand in ([*alike, *near[:4]], [*alike[:2], *near[:5]]):
            best = melding_oracle.best(tuple(hand), to_builtins(rules), table.packs)
            assert told(best_melding(hand, table)) == expected(*best), (wild, hand)


def test_equal_cards_of_two_packs_are_two_cards() -> None:
    table = table_of(PROFILES["barajamos"], 5)
    hand = [Card(code) for code in ["4o", "5o", "6o", "5o", "5c", "5e", "1b"]]
    found = core_answers.plain(best_melding(hand, table))
    assert [meld["cards"] for meld in found["melds"]] == [["5o", "5c", "5e"], ["4o", "5o", "6o"]]

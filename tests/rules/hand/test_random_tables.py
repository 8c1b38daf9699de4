"""Melds, meldings and closings at random tables against the oracle (rule book, "Melds")."""

import random
from collections import Counter

import pytest
from support import melding_oracle
from support.random_rounds import DrawnHand, random_hands

from service.rules.hand.best_melding import best_melding
from service.rules.hand.close_conditions import CloseContext
from service.rules.hand.closing import best_closing
from service.rules.hand.meld_check import ShownMeld, check_meld
from service.rules.hand.melds import Meld
from service.rules.subjects import Part, Subject
from service.rules.table.cards import Card

QUICK = [(seed, 100) for seed in range(4)]
LONG = [pytest.param(seed, 1_000, marks=pytest.mark.long) for seed in range(100, 120)]
SUBJECT = Subject(Part.MELD, number=0)


def cards_of(hand: DrawnHand) -> tuple[Card, ...]:
    return tuple(Card(card) for card in hand.cards)


def lying(melds: tuple[Meld, ...]) -> tuple[melding_oracle.Meld, ...]:
    return tuple(
        melding_oracle.Meld(meld.kind.value, meld.cards, meld.stands_for) for meld in melds
    )


@pytest.mark.parametrize(("seed", "number"), [*QUICK, *LONG])
def test_the_best_melding_and_the_best_closing_are_the_oracles(seed: int, number: int) -> None:
    chance = random.Random(seed)
    closed: Counter[str] = Counter()
    for hand in random_hands(seed, number, sizes=(7, 7, 7, 7, 7, 8, 5)):
        best = best_melding(cards_of(hand), hand.drawn.table)
        expected = melding_oracle.best(hand.cards, hand.drawn.rules, hand.drawn.packs)
        assert (lying(best.melds), best.unmatched, best.unmatched_points) == expected, str(hand)
        if len(hand.cards) != 7:
            continue
        turn, total = (
            chance.choice([None, None, None, 1, 2]),
            chance.choice([None, 0, 12, 39, 69, 97]),
        )
        play_off = chance.random() < 0.1
        closing = best_closing(
            cards_of(hand), hand.drawn.table, CloseContext(turn, total, play_off=play_off)
        )
        close = melding_oracle.closing(
            hand.cards, hand.drawn.rules, hand.drawn.packs, turn, total, play_off
        )
        found = closing and {
            "kind": closing.kind.value,
            "melds": lying(closing.melds),
            "unmatched": closing.unmatched,
            "unmatched_points": closing.unmatched_points,
            "wilds": closing.wilds,
            "score": closing.score,
            "wins_match": closing.wins_match,
        }
        assert found == close, f"turn {turn}, total {total}, play-off {play_off}, {hand}"
        closed[close["kind"] if close else "none"] += 1
    assert all(closed[kind] >= number // 100 for kind in ("points", "full", "chinchon", "none")), (
        closed
    )


@pytest.mark.parametrize("seed", range(4))
def test_a_list_is_a_meld_where_the_oracle_says_so(seed: int) -> None:
    chance = random.Random(seed)
    legal = 0
    for hand in random_hands(seed, 300, sizes=(7, 8, 12)):
        size = chance.choice([3, 3, 4, 5, 6, 7])
        cards = tuple(chance.sample(hand.cards, min(size, len(hand.cards))))
        melds = best_melding(cards_of(hand)[:8], hand.drawn.table).melds
        if melds and chance.random() < 0.6:
            cards = tuple(chance.sample(melds[0].cards, len(melds[0].cards)))
        shown = ShownMeld(tuple(Card(card) for card in cards))
        found = check_meld(shown, hand.drawn.table, SUBJECT).meld
        expected = melding_oracle.judge_meld(cards, hand.drawn.rules, hand.drawn.packs)
        assert (found and lying((found,))[0]) == expected, f"{cards} of {hand}"
        legal += found is not None
    assert legal > 30

"""Closing against the oracle, over all meldings (rule book, "Which melding")."""

import random

import pytest
from msgspec.structs import replace
from support import melding_oracle
from support.hands import hands
from support.showdowns import card_list

from service.rules.hand.best_melding import best_melding
from service.rules.hand.close_conditions import CloseContext, close_violations
from service.rules.hand.closing import best_closing, unchecked_closing
from service.rules.hand.closing_score import ClosingKind
from service.rules.hand.evaluation import choices, evaluate
from service.rules.hand.melding import Melding
from service.rules.table.profiles import PROFILES
from service.rules.table.table import Table, table_of

QUICK = [(seed, 60) for seed in range(8)]
LONG = [pytest.param(seed, 300, marks=pytest.mark.long) for seed in range(100, 116)]


@pytest.mark.parametrize(("seed", "number"), [*QUICK, *LONG])
def test_the_best_closing_is_the_oracles(seed: int, number: int) -> None:
    chance = random.Random(seed)
    for dealt in hands(seed, number, sizes=range(7, 8)):
        turn, total = chance.choice([None, 1, 2]), chance.choice([None, 90, 97, 99])
        closing = best_closing(dealt.cards, dealt.table, CloseContext(turn, total))
        best = melding_oracle.closing(dealt.cards, dealt.rules, dealt.table.packs, turn, total)
        assert (best is None) == (closing is None), str(dealt)
        if closing is None:
            continue
        assert best == {
            "kind": closing.kind,
            "melds": tuple(
                melding_oracle.Meld(meld.kind.value, meld.cards, meld.stands_for)
                for meld in closing.melds
            ),
            "unmatched": closing.unmatched,
            "unmatched_points": closing.unmatched_points,
            "wilds": closing.wilds,
            "score": closing.score,
            "wins_match": closing.wins_match,
        }, str(dealt)


@pytest.mark.parametrize("seed", range(4))
def test_a_closing_lies_as_a_close_that_nothing_forbids(seed: int) -> None:
    found = 0
    for dealt in hands(seed, 200, sizes=range(7, 8)):
        context = CloseContext(turn=2, total=50)
        closing = best_closing(dealt.cards, dealt.table, context)
        if closing is None:
            melding = best_melding(dealt.cards, dealt.table)
            assert close_violations(melding, dealt.table, context)
            continue
        found += 1
        melding = Melding(closing.melds, closing.unmatched, closing.unmatched_points)
        assert not close_violations(melding, dealt.table, context)
        assert unchecked_closing(melding, dealt.table) == closing
    assert found


@pytest.mark.parametrize("seed", range(4))
def test_each_of_eight_choices_is_judged_on_its_own(seed: int) -> None:
    for dealt in hands(seed, 30, sizes=range(8, 9)):
        found = choices(dealt.cards, dealt.table)
        assert {choice.discard for choice in found} == set(dealt.cards)
        for choice in found:
            kept = list(dealt.cards)
            kept.remove(choice.discard)
            alone = evaluate(kept, dealt.table)
            assert (choice.melds, choice.unmatched) == (alone.melds, alone.unmatched)
            assert choice.closing == alone.closing
        points = [choice.unmatched_points for choice in found]
        assert points == sorted(points)


FULL_HAND = card_list("4o 5o 6o 7o 10c 10e 10b")


def table_with_full(score: int) -> Table:
    rules = PROFILES["barajamos"]
    return table_of(replace(rules, closing_score=replace(rules.closing_score, full=score)))


@pytest.mark.parametrize(
    ("full", "kind", "unmatched", "score"),
    [
        (-10, ClosingKind.FULL, (), -10),
        (0, ClosingKind.FULL, (), 0),
        (3, ClosingKind.FULL, (), 3),
        (4, ClosingKind.FULL, (), 4),
        (5, ClosingKind.POINTS, ("4o",), 4),
        (20, ClosingKind.POINTS, ("4o",), 4),
    ],
)
def test_a_closer_keeps_a_card_where_a_full_close_scores_more(
    full: int, kind: ClosingKind, unmatched: tuple[str, ...], score: int
) -> None:
    closing = best_closing(FULL_HAND, table_with_full(full))
    assert closing
    assert (closing.kind, closing.unmatched, closing.score) == (kind, unmatched, score)


def test_a_chinchon_that_wins_is_never_broken_up_for_a_card_kept() -> None:
    rules = PROFILES["barajamos"]
    costly = replace(rules.closing_score, full=20)
    table = table_of(replace(rules, closing_score=costly))
    closing = best_closing(card_list("1b 2b 3b 4b 5b 6b 7b"), table)
    assert closing
    assert (closing.kind, closing.wins_match) == (ClosingKind.CHINCHON, True)

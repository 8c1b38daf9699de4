"""Showdowns against a full search, and what holds of any (rule book, "Laying off")."""

import random
from collections import Counter
from typing import Any

import pytest
from msgspec.structs import replace
from support import showdown_oracle
from support.showdowns import Round, rounds

from service.rules.hand.best_melding import best_melding
from service.rules.hand.melds import Meld
from service.rules.round.showdown import (
    CloserResult,
    PlayerResult,
    Showdown,
    showdown,
    showdown_after,
)

QUICK = [(seed, 25) for seed in range(8)]
LONG = [pytest.param(seed, 320, marks=pytest.mark.long) for seed in range(100, 116)]


def played(found: Showdown) -> list[dict[str, Any]]:
    assert found.closer
    assert found.closer.closing
    ends: list[tuple[CloserResult | PlayerResult, tuple[Meld, ...]]] = [
        (found.closer, found.closer.closing.melds),
        *((e, e.melds) for e in found.opponents),
    ]
    return [
        {
            "player": end.player,
            "melds": [(meld.kind, meld.cards, meld.stands_for) for meld in melds],
            "lay_offs": [(s.card, s.owner, s.meld, s.place, s.pass_number) for s in end.lay_offs],
            "unmatched": sorted(end.unmatched),
        }
        for end, melds in ends
    ]


def searched(played_round: Round) -> list[dict[str, Any]]:
    found = showdown_oracle.showdown(
        {"player": played_round.closer.player, "cards": played_round.closer.cards, "melds": None},
        [{"player": hand.player, "cards": hand.cards} for hand in played_round.opponents],
        played_round.rules,
        played_round.table.packs,
    )
    return [
        {
            "player": end["player"],
            "melds": [(meld.kind, meld.cards, meld.stands_for) for meld in end["melds"]],
            "lay_offs": [(s.card, s.owner, s.meld, s.place, s.pass_) for s in end["lay_offs"]],
            "unmatched": sorted(end["unmatched"]),
        }
        for end in found["players"]
    ]


@pytest.mark.parametrize(("seed", "number"), [*QUICK, *LONG])
def test_everybody_chooses_as_a_full_search_does(seed: int, number: int) -> None:
    for played_round in rounds(seed, number):
        found = showdown(played_round.closer, played_round.opponents, played_round.table)
        assert played(found) == searched(played_round), str(played_round)


@pytest.mark.parametrize("seed", range(4))
def test_nobody_is_left_with_more_than_by_melding_alone(seed: int) -> None:
    laid = 0
    for played_round in rounds(seed, 60, most_wilds=4):
        found = showdown(played_round.closer, played_round.opponents, played_round.table)
        for hand, end in zip(played_round.opponents, found.opponents, strict=True):
            alone = best_melding(hand.cards, played_round.table)
            assert end.points is not None
            assert end.points <= alone.unmatched_points, str(played_round)
            laid += bool(end.lay_offs)
    assert laid > 20


@pytest.mark.parametrize("seed", range(4))
def test_the_order_of_the_cards_in_a_hand_never_matters(seed: int) -> None:
    chance = random.Random(seed)
    for played_round in rounds(seed, 40):
        closer, *opponents = (
            replace(hand, cards=tuple(chance.sample(hand.cards, 7))) for hand in played_round.hands
        )
        shuffled = showdown(closer, opponents, played_round.table)
        assert shuffled == showdown(played_round.closer, played_round.opponents, played_round.table)


@pytest.mark.parametrize("seed", range(4))
def test_the_table_at_the_end_holds_what_was_shown_and_laid_off_and_no_more(seed: int) -> None:
    for played_round in rounds(seed, 40):
        found = showdown(played_round.closer, played_round.opponents, played_round.table)
        lying = Counter(
            card for owned in found.table for meld in owned.melds for card in meld.cards
        )
        left = Counter(card for end in found.opponents for card in end.unmatched)
        assert found.closer
        left.update(found.closer.unmatched)
        dealt = Counter(card for hand in played_round.hands for card in hand.cards)
        assert lying + left == dealt


@pytest.mark.parametrize("seed", range(4))
def test_after_a_close_that_is_known_to_be_legal_everything_is_as_if_it_had_been_judged(
    seed: int,
) -> None:
    for played_round in rounds(seed, 40):
        judged = showdown(played_round.closer, played_round.opponents, played_round.table)
        assert judged.closer
        assert judged.closer.closing
        known = showdown_after(
            played_round.closer, judged.closer.closing, played_round.opponents, played_round.table
        )
        assert known == judged

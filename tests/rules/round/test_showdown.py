"""The showdown against a full search, and what must hold of any (RULES §2 Laying off)."""

import random
from collections import Counter
from typing import Any

import pytest
from msgspec.structs import replace
from support import showdown_oracle
from support.showdowns import Round, rounds

from service.rules.hand.melding import best_melding
from service.rules.hand.melds import Meld
from service.rules.round.showdown import CloserEnd, OpponentEnd, Showdown, showdown

QUICK = [(seed, 25) for seed in range(8)]
LONG = [pytest.param(seed, 320, marks=pytest.mark.long) for seed in range(100, 116)]


def played(found: Showdown) -> list[dict[str, Any]]:
    assert found.closer
    assert found.closer.closing
    ends: list[tuple[CloserEnd | OpponentEnd, tuple[Meld, ...]]] = [
        (found.closer, found.closer.closing.melds),
        *((e, e.melds) for e in found.opponents),
    ]
    return [
        {
            "player": end.player,
            "melds": [(meld.kind, meld.cards, meld.stands_for) for meld in melds],
            "lay_offs": [(s.card, s.owner, s.meld, s.place, s.number) for s in end.lay_offs],
            "unmatched": sorted(end.unmatched),
        }
        for end, melds in ends
    ]


def searched(one: Round) -> list[dict[str, Any]]:
    found = showdown_oracle.showdown(
        {"player": one.closer.player, "cards": one.closer.cards, "melds": None},
        [{"player": entrant.player, "cards": entrant.cards} for entrant in one.opponents],
        one.rules,
        one.table.packs,
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
    for one in rounds(seed, number):
        found = showdown(one.closer, one.opponents, one.table)
        assert played(found) == searched(one), str(one)


@pytest.mark.parametrize("seed", range(4))
def test_nobody_is_left_with_more_than_by_melding_alone(seed: int) -> None:
    laid = 0
    for one in rounds(seed, 60, most_wilds=4):
        found = showdown(one.closer, one.opponents, one.table)
        for entrant, end in zip(one.opponents, found.opponents, strict=True):
            alone = best_melding(entrant.cards, one.table)
            assert end.points is not None
            assert end.points <= alone.unmatched_points, str(one)
            laid += bool(end.lay_offs)
    assert laid > 20


@pytest.mark.parametrize("seed", range(4))
def test_the_order_of_the_cards_in_a_hand_never_matters(seed: int) -> None:
    chance = random.Random(seed)
    for one in rounds(seed, 40):
        closer, *opponents = (
            replace(entrant, cards=tuple(chance.sample(entrant.cards, 7)))
            for entrant in one.entrants
        )
        shuffled = showdown(closer, opponents, one.table)
        assert shuffled == showdown(one.closer, one.opponents, one.table)


@pytest.mark.parametrize("seed", range(4))
def test_the_table_at_the_end_holds_what_was_shown_and_laid_off_and_no_more(seed: int) -> None:
    for one in rounds(seed, 40):
        found = showdown(one.closer, one.opponents, one.table)
        lying = Counter(card for _, melds in found.table for meld in melds for card in meld.cards)
        left = Counter(card for end in found.opponents for card in end.unmatched)
        assert found.closer
        left.update(found.closer.unmatched)
        dealt = Counter(card for entrant in one.entrants for card in entrant.cards)
        assert lying + left == dealt

"""Shown melds against the oracle, and what came out sent back (rule book, "Melds")."""

import random
from typing import Literal

import pytest
from support import melding_oracle
from support.hands import hands

from service.rules.hand.alternatives import alternatives
from service.rules.hand.best_melding import best_melding
from service.rules.hand.meld_check import ShownMeld, check_meld
from service.rules.hand.melds import Kind
from service.rules.subjects import Part, Subject

KINDS: list[tuple[Kind | None, Literal["set", "run"] | None]] = [
    (None, None),
    (Kind.SET, "set"),
    (Kind.RUN, "run"),
]


SUBJECT = Subject(Part.MELD, number=0)


def shown(cards: tuple[str, ...], **more: object) -> ShownMeld:
    return ShownMeld(cards, **more)  # type: ignore[arg-type]  # plain cards


@pytest.mark.parametrize("seed", range(6))
def test_a_list_is_judged_as_the_oracle_judges_it(seed: int) -> None:
    chance = random.Random(seed)
    legal = 0
    for dealt in hands(seed, 500):
        size = chance.choice([2, 3, 3, 3, 4, 4, 5])
        cards = tuple(chance.sample(dealt.cards, min(size, len(dealt.cards))))
        melds = best_melding(dealt.cards, dealt.table).melds
        if melds and chance.random() < 0.7:
            cards = tuple(chance.sample(melds[0].cards, len(melds[0].cards)))
        for kind, name in KINDS:
            found = check_meld(shown(cards, kind=kind), dealt.table, SUBJECT)
            expected = melding_oracle.judge_meld(cards, dealt.rules, dealt.table.packs, name)
            assert (found.meld is None) == (expected is None), f"{cards} as {kind} of {dealt}"
            assert (found.meld is None) == bool(found.violations), f"{cards} as {kind} of {dealt}"
            if found.meld and expected:
                legal += 1
                assert found.meld.cards == expected.cards, f"{cards} as {kind} of {dealt}"
                assert found.meld.stands_for == expected.stands_for
    assert legal > 50


@pytest.mark.parametrize("seed", range(4))
def test_a_meld_that_came_out_is_the_same_when_it_is_sent_back(seed: int) -> None:
    for dealt in hands(seed, 60):
        for melding in alternatives(dealt.cards, dealt.table).meldings:
            for meld in melding.melds:
                back = shown(meld.cards, kind=meld.kind, stands_for=meld.stands_for)
                assert check_meld(back, dealt.table, SUBJECT).meld == meld, f"{meld} of {dealt}"


@pytest.mark.parametrize("seed", range(4))
def test_a_run_with_wilds_that_lies_otherwise_than_it_says_is_none(seed: int) -> None:
    tried = 0
    for dealt in hands(seed, 200):
        for melding in alternatives(dealt.cards, dealt.table).meldings:
            for meld in melding.melds:
                if meld.stands_for and meld.stands_for != meld.cards:
                    turned = tuple(reversed(meld.stands_for))
                    back = shown(meld.cards, kind=Kind.RUN, stands_for=turned)
                    assert check_meld(back, dealt.table, SUBJECT).meld is None
                    tried += 1
    assert tried

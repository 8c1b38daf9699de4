"""The best melds of naturals, by the marks of their hands."""

import random

import pytest
from msgspec import to_builtins
from support import melding_oracle

from service.rules.hand import plain_melding as naturals
from service.rules.hand.plain_melding import BestMelds
from service.rules.table.profiles import PROFILES
from service.rules.table.table import table_of


def test_the_cache_stays_within_its_limit_and_stays_right(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(naturals, "_MAX_CACHED", 300)
    rules = PROFILES["fournier"]
    table = table_of(rules)
    best = BestMelds(table)
    weights, empty, marks, _ = best.weights
    chance = random.Random(3)
    kept: list[int] = []
    while len(kept) < 500:
        suit, rank = chance.choice("oceb"), chance.choice(table.ranks)
        rich = [card for card in table.deck if card[-1] == suit or card in table.of_rank[rank]]
        hand = tuple(chance.sample(rich, 8))
        marked = sum([weights[card] for card in hand], empty) & marks
        if marked:
            melds, _ = best[marked]
            expected, _, _ = melding_oracle.best(hand, to_builtins(rules), table.packs)
            assert [meld.cards for meld in melds] == [meld.cards for meld in expected]
            kept.append(len(best))
    assert max(kept) == 300
    assert kept[-1] < 300

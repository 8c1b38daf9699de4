"""The best melds of naturals, by the marks of their hands."""

import random

import pytest

from service.rules import naturals
from service.rules.melding import fewest_points
from service.rules.naturals import BestMelds
from service.rules.profiles import PROFILES
from service.rules.table import table_of


def test_no_more_than_so_many_are_kept_and_they_stay_right(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(naturals, "_KEPT", 200)
    table = table_of(PROFILES["fournier"])
    best = BestMelds(table)
    number, empty, marks, _ = best.numbers
    chance = random.Random(3)
    most = 0
    for _ in range(3_000):
        hand = chance.sample(table.deck, 8)
        marked = sum([number[card] for card in hand], empty) & marks
        if marked:
            melds, _ = best[marked]
            assert melds == fewest_points(hand, table).melds
            most = max(most, len(best))
    assert most == 200

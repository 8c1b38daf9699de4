"""Many hands at once are answered as each alone."""

import random
from typing import Any

import pytest

from service.rules.table.profiles import PROFILES
from service.rules.table.table import table_of


@pytest.mark.parametrize("rules", PROFILES)
def test_a_batch_answers_as_each_hand_alone(post: Any, rules: str) -> None:
    dealt = hands_of(rules)
    batch = post("/evaluate/batch", {"rules": rules, "hands": dealt, "choices": True}).json
    alone = [post("/evaluate", {"rules": rules, "cards": cards}).json for cards in dealt]
    assert [{"rules": rules} | result for result in batch["results"]] == alone


@pytest.mark.parametrize("rules", PROFILES)
def test_the_points_alone_are_those_of_the_batch(post: Any, rules: str) -> None:
    dealt = hands_of(rules)
    batch = post("/evaluate/batch", {"rules": rules, "hands": dealt}).json
    points = post("/evaluate/points", {"rules": rules, "hands": dealt}).json
    assert points == {
        "rules": rules,
        "unmatched_points": [result["unmatched_points"] for result in batch["results"]],
    }


def test_no_hands_have_no_points(post: Any) -> None:
    answer = post("/evaluate/points", {"hands": []}).json
    assert answer == {"rules": "barajamos", "unmatched_points": []}


def hands_of(rules: str) -> list[list[str]]:
    chance, deck = random.Random(rules), table_of(PROFILES[rules]).deck
    return [chance.sample(deck, size) for size in range(1, 9) for _ in range(5)]

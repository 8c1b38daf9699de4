"""Rounds at random tables, laid off and scored, against the oracles (rule book, "Totals")."""

import random
from collections import Counter

import pytest
from flask.testing import FlaskClient
from support.random_rounds import random_rounds
from support.random_standings import expected_answer, found_answer, with_standings

QUICK = [(seed, 60) for seed in range(4)]
LONG = [pytest.param(seed, 250, marks=pytest.mark.long) for seed in range(100, 120)]


@pytest.mark.parametrize(("seed", "number"), [*QUICK, *LONG])
def test_a_round_is_laid_off_and_scored_as_the_oracles_do(
    client: FlaskClient, seed: int, number: int
) -> None:
    chance = random.Random(seed)
    ends: Counter[str] = Counter()
    laid_off = 0
    for played in random_rounds(seed, number):
        score = with_standings(chance, played)
        answer = client.post("/score", json=score.sent)
        assert answer.status_code == 200, f"{answer.text} {score}"
        expected = expected_answer(score)
        assert found_answer(answer.get_json()) == expected, str(score)
        if expected["match"] is not None:
            ends[
                expected["match"]["reason"] or ("tied" if expected["match"]["tied"] else "on")
            ] += 1
            laid_off += sum(len(one["lay_offs"]) for one in expected["shown"].values())
    assert laid_off > number / 20
    assert all(ends[reason] for reason in ("on", "last_player")), ends

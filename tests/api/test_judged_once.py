"""Nothing is judged twice for one request: the calls of each judge are counted."""

from collections import Counter
from typing import Any

import pytest
from support.refusals import HAND

from service.api.operations import hands
from service.rules.hand import close_check, closing, evaluation
from service.rules.match import action_check, legal_actions, play

JUDGES: dict[str, tuple[Any, ...]] = {
    "check_action": (action_check, legal_actions, play),
    "judge_close": (action_check, play),
    "check_close": (action_check, hands),
    "best_closing_given": (closing, close_check, evaluation),
}
"""Functions that judge, and the modules in which they are called."""

START: dict[str, Any] = {
    "players": ["ana", "ben", "eva"],
    "lead": "ana",
    "seed": "a seed for judges",
}
DRAW = {"type": "draw", "from": "stock"}


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often each judge was called since the counter was cleared."""
    counted: Counter[str] = Counter()
    for judge, modules in JUDGES.items():
        for module in modules:
            _count(monkeypatch, counted, module, judge)
    return counted


def _count(monkeypatch: pytest.MonkeyPatch, counted: Counter[str], module: Any, name: str) -> None:
    judge = getattr(module, name)

    def judging(*asked: Any, **named: Any) -> Any:
        counted[name] += 1
        return judge(*asked, **named)

    monkeypatch.setattr(module, name, judging)


def actions_until_a_close(post: Any) -> list[dict[str, Any]]:
    """A match of draws and best discards, up to its first close."""
    state = post("/deal", START).json["state"]
    actions: list[dict[str, Any]] = []
    while state["phase"] != "round_over":
        offer = post("/actions", {"state": state}).json
        closes = [one for one in offer["actions"] if one["type"] == "close"]
        if state["phase"] == "draw":
            action = DRAW
        elif closes:
            action = closes[0]
        else:
            hand = {"state": state, "player": state["to_play"]}
            best = post("/evaluate", hand).json["choices"][0]["discard"]
            action = {"type": "discard", "card": best}
        actions.append(action)
        state = post("/play", {"state": state, "action": action}).json["state"]
    return actions


@pytest.fixture(scope="module")
def played(post: Any) -> list[dict[str, Any]]:
    return actions_until_a_close(post)


def state_after(post: Any, actions: list[dict[str, Any]]) -> Any:
    return post("/replay", START | {"actions": actions}).json["state"]


def test_a_close_is_judged_once(post: Any, played: list[Any], calls: Counter[str]) -> None:
    state = state_after(post, played[:-1])
    calls.clear()
    answer = post("/play", {"state": state, "action": played[-1]})
    assert answer.json["state"]["phase"] == "round_over"
    assert calls == {"judge_close": 1, "check_close": 1, "best_closing_given": 1}


def test_any_other_action_is_judged_once(post: Any, played: list[Any], calls: Counter[str]) -> None:
    for length in (1, 2):
        state = state_after(post, played[: length - 1])
        calls.clear()
        assert post("/play", {"state": state, "action": played[length - 1]}).status_code == 200
        assert calls == {"check_action": 1}


def test_closes_are_searched_once_for_each_discard_that_is_listed(
    post: Any, played: list[Any], calls: Counter[str]
) -> None:
    for length in range(1, len(played), 2):
        state = state_after(post, played[:length])
        calls.clear()
        post("/actions", {"state": state})
        held = next(one["cards"] for one in state["players"] if one["player"] == state["to_play"])
        assert calls["best_closing_given"] <= len(set(held))
        assert not calls["check_close"]


def test_a_replay_judges_each_action_once(
    post: Any, played: list[Any], calls: Counter[str]
) -> None:
    answer = post("/replay", START | {"actions": played})
    assert answer.json["legal"]
    assert calls["check_action"] + calls["judge_close"] == len(played)
    assert calls["check_close"] == calls["judge_close"] == 1


def test_a_close_of_eight_cards_is_judged_once(post: Any, calls: Counter[str]) -> None:
    question = {"cards": [*HAND, "12b"], "discard": "12b"}
    assert post("/close", question).json["legal"]
    assert calls["best_closing_given"] == 1

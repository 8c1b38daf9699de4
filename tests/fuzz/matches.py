"""Matches at all kinds of tables: every action that is listed must be taken."""

import json
from collections.abc import Callable, Generator, Iterator
from typing import Any

from hypothesis import strategies as st

from fuzz.checks import Fault
from fuzz.corpus import NAMES, TABLES, Corpus, posting
from fuzz.wire import Answer, Request

Json = Any
Plan = tuple[Json, list[int]]
"""Where a match begins, and a number for each choice there will be."""
Hear = Callable[[Request, set[int] | None], Generator[Fault, None, Answer | None]]
STEPS = 25


def match_plans(corpus: Corpus) -> st.SearchStrategy[Plan]:
    """A new match, or one that goes on, and what will be chosen in it."""
    overridden = [
        question["rules"]
        for questions in corpus.questions.values()
        for question in questions
        if isinstance(question.get("rules"), dict)
    ]
    deal = st.fixed_dictionaries(
        {
            "rules": st.sampled_from([*(rules for rules, _, _ in TABLES), *overridden]),
            "players": st.integers(2, len(NAMES)).map(lambda seats: NAMES[:seats]),
            "seed": st.integers(0, 10**6).map(lambda number: f"seed {number}"),
        }
    )
    begun = st.sampled_from(corpus.states).map(lambda state: {"state": state})
    choices = st.lists(st.integers(0, 10**6), min_size=1, max_size=STEPS)
    return st.tuples(deal | begun, choices)


def play_plan(plan: Plan, hear: Hear) -> Iterator[Fault]:
    """Deal, and do what is listed, looking at it from a seat or from none in between."""
    start, choices = plan
    state = start.get("state")
    if state is None:
        dealt = yield from _value(hear(posting("/deal", start), None))
        state = dealt and dealt["state"]
    for choice in choices:
        actions = state and (yield from _actions(state, hear))
        if not actions:
            return
        players = [{}, *({"player": one["player"]} for one in state["players"])]
        seen = {"state": state} | players[choice % len(players)]
        yield from _value(hear(posting("/view", seen), {200}))
        question = {"state": state, "action": actions[choice % len(actions)]}
        played = yield from _value(hear(posting("/play", question), {200}))
        state = played and played["state"]


def _actions(state: Json, hear: Hear) -> Generator[Fault, None, list[Json]]:
    """What may be done, closes more often than other things and cancelling less often."""
    listed = yield from _value(hear(posting("/actions", {"state": state}), {200}))
    if listed is None:
        return []
    weights = {"close": 8, "cancel": 1}
    return [one for one in listed["actions"] for _ in range(weights.get(one["type"], 4))]


def _value(heard: Generator[Fault, None, Answer | None]) -> Generator[Fault, None, Json]:
    """The value of a good answer."""
    answer = yield from heard
    return json.loads(answer.body) if answer and answer.status == 200 else None

"""Matches at all kinds of tables: every action that is listed must be taken."""

import json
from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from fuzz.corpus import NAMES, TABLES, Corpus, posting
from fuzz.wire import Answer, Request

Json = Any
Plan = tuple[Json, list[int]]
"""Where a match begins, and a number for each choice there will be."""
Examine = Callable[[Request], tuple[Answer | None, list[str]]]
STEPS = 25
WEIGHTS = {"close": 8, "leave": 1, "cancel": 1}
"""How often an action is chosen; others 4."""


def match_plans(corpus: Corpus) -> st.SearchStrategy[Plan]:
    """A new match, or one that goes on, and what will be chosen in it."""
    deal = st.fixed_dictionaries(
        {
            "rules": st.sampled_from([rules for rules, _ in TABLES]),
            "players": st.integers(2, len(NAMES)).map(lambda seats: NAMES[:seats]),
            "showdown": st.sampled_from(["automatic", "by_hand"]),
            "include": st.just(["views"]),
            "seed": st.integers(0, 10**6).map(lambda number: f"seed number {number:09}"),
        }
    )
    begun = st.sampled_from(corpus.states).map(lambda state: {"state": state})
    choices = st.lists(st.integers(0, 10**6), min_size=1, max_size=STEPS)
    return st.tuples(deal | begun, choices)


def play_plan(plan: Plan, examine: Examine) -> Iterator[str]:
    """Deal, and do what is listed, looking at it from a seat or from none in between."""
    start, choices = plan
    state = start.get("state")
    if state is None:
        answer, found = examine(posting("/deal", start))
        yield from found
        if answer is None or answer.status != 200:
            return  # so many seats are none of this table
        state = json.loads(answer.body)["state"]
    for choice in choices:
        told = yield from _asked(posting("/actions", {"state": state}), examine)
        listed = [*told["actions"], *told["room"]]
        actions = [one for one in listed for _ in range(WEIGHTS.get(one["type"], 4))]
        if not actions:
            return
        viewers = [{}, *({"player": one["player"]} for one in state["players"])]
        viewer = viewers[choice % len(viewers)]
        view = yield from _asked(posting("/view", {"state": state} | viewer), examine)
        yield from _asked(posting("/actions", {"view": view}), examine)
        question = {"state": state, "action": actions[choice % len(actions)]}
        question |= {"moves": state["moves"], "include": ["actions", "views"][: choice % 3]}
        told = yield from _asked(posting("/play", question), examine)
        if "state" not in told:
            return
        state = told["state"]


def _asked(request: Request, examine: Examine) -> Any:
    """The value of the answer, which must be good; yields what is wrong with it."""
    answer, found = examine(request)
    yield from found
    if answer is None or answer.status != 200:
        yield f"what is listed or was given out is refused with {answer and answer.status}"
        return {"actions": [], "room": []}
    return json.loads(answer.body)

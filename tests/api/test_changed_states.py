"""Every state that the service gave is accepted, and any change of it is answered."""

from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support.impossible_states import (
    KNOWN,
    SEATS,
    Matches,
    State,
    good,
)

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=70),
    lambda inside: st.lists(inside, max_size=3) | st.dictionaries(st.text(), inside, max_size=3),
    max_leaves=5,
)
CODES = ["1o", "7c", "12b", "8e", "JK", "10o", "0o"]
WAYS = ["delete", "replace", "swap", "double", "step", "card"]
MUTATIONS = st.tuples(st.sampled_from(WAYS), st.randoms(use_true_random=False), JSON)
ACTIONS: list[Any] = [
    *({"type": "draw", "from": pile} for pile in ("stock", "discards")),
    *({"type": kind} for kind in ("cancel", "deal", "draw", "shuffle")),
    *({"type": kind, "player": name} for kind in ("rejoin", "leave") for name in ("ana", "zoe")),
    {"type": "close", "discard": None},
    *({"type": "discard", "card": card} for card in CODES),
    *({"type": "close", "discard": card} for card in CODES),
    {"type": "close", "discard": "7c", "melds": [["1o", "2o", "3o"]]},
]


def leaves(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every place in a value: what holds it, and its name or number there."""
    for step in list(value) if isinstance(value, dict) else range(len(value)):
        yield value, step
        if isinstance(value[step], dict | list):
            yield from leaves(value[step])


def mutate(state: State, way: str, random: Any, value: Any) -> None:
    every = list(leaves(state))
    if way in {"swap", "double"}:
        every = [(holder, step) for holder, step in every if isinstance(holder, list)]
    elif way == "step":
        every = [(holder, step) for holder, step in every if type(holder[step]) is int]
    if not every:
        return
    holder, step = random.choice(every)
    if way == "delete":
        del holder[step]
    elif way == "swap":
        with_step = random.randrange(len(holder))
        holder[step], holder[with_step] = holder[with_step], holder[step]
    elif way == "double":
        holder.append(deepcopy(holder[step]))
    elif way == "step":
        holder[step] += random.choice([-1, 1])
    else:
        holder[step] = value if way == "replace" else random.choice(CODES)


@given(
    name=st.sampled_from(KNOWN),
    mutations=st.lists(MUTATIONS, min_size=1, max_size=3),
    action=st.sampled_from(ACTIONS) | JSON,
)
@settings(max_examples=300, deadline=None, suppress_health_check=list(HealthCheck))
def test_whatever_is_done_to_a_state_it_is_answered(
    post: Any, matches: Matches, name: str, mutations: list[Any], action: Any
) -> None:
    state = matches.state(name)
    for mutation in mutations:
        mutate(state, *mutation)
    for path in ("/actions", "/view", "/play"):
        answer = post(path, {"state": state} | ({"action": action} if path == "/play" else {}))
        assert answer.status_code in {200, 400, 422}, answer.text[:2_000]
        assert isinstance(answer.json, dict)


@pytest.mark.parametrize("name", KNOWN)
def test_a_state_that_was_given_out_is_accepted(post: Any, matches: Matches, name: str) -> None:
    state = matches.state(name)
    can = good(post("/actions", {"state": state}))
    assert can["player"] == state["to_play"]
    good(post("/view", {"state": state}))
    for one in state["players"]:
        good(post("/view", {"state": state, "player": one["player"]}))
    closings = [{"type": "close", "discard": one["discard"]} for one in can["closings"]]
    for action in [*can["actions"], *can["room"], *closings]:
        good(post("/play", {"state": state, "action": action}))
    if state["phase"] == "round_over":
        dealt = good(post("/deal", {"state": state}))["state"]
        assert dealt == matches.after(state, type="deal")
    assert (
        bool(can["actions"])
        == bool(can["room"])
        == (state["phase"] not in {"match_over", "cancelled"})
    )


@pytest.mark.parametrize("table", SEATS)
def test_every_state_of_a_match_is_accepted(post: Any, matches: Matches, table: str) -> None:
    for state in matches.of(table)[0]:
        good(post("/view", {"state": state}))
        assert good(post("/actions", {"state": state}))["player"] == state["to_play"]

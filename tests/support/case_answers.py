"""What the rules, and what a service, answer to a case."""

from collections.abc import Callable
from typing import Any

from support import core_answers, core_match_answers, core_round_answers
from support.cases import Case

OF_HANDS = {"evaluate", "melds", "close"}
OF_MATCHES = {"replay", "view", "actions", "rules"}
AT_A_TABLE = {"evaluate", "melds", "close", "layoff", "layoff/options", "score", "scoresheet"}
"""The operations whose answers repeat the rules as they were sent."""

Json = dict[str, Any]


def core_answer(case: Case) -> Any:
    """What the rules answer, without the edge."""
    if case.operation in OF_HANDS:
        return core_answers.answer(case.operation, case.rules, case.given)
    if case.operation in OF_MATCHES:
        return core_match_answers.answer(case.operation, case.rules, case.given)
    return core_round_answers.answer(case.operation, case.rules, case.given)


def body_of(case: Case, ask: Callable[[str, Json], Json]) -> Json:
    """The body of a case's question; `ask` plays the match whose state it is about."""
    if "after" not in case.given:
        return {"rules": case.rules} | case.given
    question = {"rules": case.rules} | case.given["after"]
    played = ask("/replay", question)
    assert played["legal"], played["violations"]
    rest = {name: value for name, value in case.given.items() if name != "after"}
    return {"state": played["state"]} | rest

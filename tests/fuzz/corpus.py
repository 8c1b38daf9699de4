"""Good questions: published examples, the rule cases, and states of matches."""

import json
from collections.abc import Callable, Iterator
from typing import Any

from support.cases import cases

from fuzz.contract import Contract
from fuzz.wire import Answer, Request

Json = Any
Ask = Callable[[Request], Answer | None]
JSON_HEADERS = ((b"Content-Type", b"application/json"),)
NAMES = ["ana", "bea", "carlos", "dani", "eva"]
TABLES: list[tuple[Json, int]] = [
    ("fournier", 2),
    ({"base": "barajamos", "match": {"limit": 30}}, 3),
    ("classic", 5),
    ({"base": "ludoteka", "match": {"limit": 30}}, 4),
    ({"base": "fournier", "points": {"count": "cards"}, "match": {"limit": 1}}, 4),
]
"""Tables at which a match is played, and by how many."""
MOST_ACTIONS = 400


def posting(path: str, question: Json) -> Request:
    """A question as a client would send it."""
    return Request("POST", path.encode(), JSON_HEADERS, json.dumps(question).encode())


class Corpus:
    """Good questions, and states of matches that were played."""

    def __init__(self, contract: Contract, ask: Ask, tables: int) -> None:
        self.contract, self.ask = contract, ask
        self.states: list[Json] = []
        self.questions = [
            posting(operation.path, example)
            for operation in contract.operations.values()
            for example in operation.examples
        ]
        for case in cases():
            question = {"rules": case.rules} | case.given
            self.questions.append(posting(f"/{case.operation}", question))
        for number, (rules, seats) in enumerate(TABLES[:tables]):
            seed = f"a secret of table {number}"
            start = {"rules": rules, "players": NAMES[:seats], "seed": seed}
            start["showdown"] = ("by_hand", "automatic")[number % 2]
            for state in self._play(start):
                self.states.append(state)
                self.questions += self._about(state)

    def post(self, path: str, question: Json) -> Json:
        """A good answer; the corpus is made of nothing else."""
        answer = self.ask(posting(path, question))
        if answer is None or answer.status != 200:
            told = answer.told() if answer else "dropped"
            raise RuntimeError(f"{path} refuses what the service gave out: {told}\n{question}")
        return json.loads(answer.body)

    def _play(self, start: Json) -> Iterator[Json]:
        """The first state of every kind in a match that is played to its end."""
        seen: set[Json] = set()
        state = self.post("/deal", start)["state"]
        for _ in range(MOST_ACTIONS):
            outs = [player["out"] for player in state["players"]]
            kind = (state["phase"], min(state["round"], 2), state["closer"] is not None, *outs)
            if kind not in seen:
                seen.add(kind)
                yield state
            action = self._next_action(state)
            if action is None:
                return
            state = self.post("/play", {"state": state, "action": action})["state"]

    def _next_action(self, state: Json) -> Json:
        """Rejoin and close when one may, else draw from the stock and keep the best seven."""
        listed = self.post("/actions", {"state": state})["actions"]
        for kind in ("close", "show", "lay_off", "rejoin", "deal", "draw"):
            of_kind = [one for one in listed if one["type"] == kind]
            if of_kind:
                return of_kind[0]
        if state["phase"] != "discard":
            return None
        hand = {"state": state, "player": state["to_play"]}
        discards = [one["card"] for one in listed if one["type"] == "discard"]
        choices = self.post("/evaluate", hand)["choices"]
        best = next(one["discard"] for one in choices if one["discard"] in discards)
        return {"type": "discard", "card": best}

    def _about(self, state: Json) -> Iterator[Request]:
        """Every question that this state answers."""
        for viewer in [{}, *({"player": player["player"]} for player in state["players"])]:
            yield posting("/view", {"state": state} | viewer)
            view = self.post("/view", {"state": state} | viewer)
            yield posting("/actions", {"view": view})
            yield posting("/evaluate", {"view": view})
            yield posting("/layoff/options", {"view": view})
        can = self.post("/actions", {"state": state})
        yield posting("/actions", {"state": state})
        for action in [*can["actions"][:4], {"type": "cancel"}, {"type": "draw", "from": "stock"}]:
            yield posting("/play", {"state": state, "action": action})
            included = {"include": ["actions", "views"], "moves": state["moves"]}
            yield posting("/play", {"state": state, "action": action} | included)
        for option in can["closings"]:
            yield posting("/close", {"state": state, "discard": option["discard"]})
        for path in ("/deal", "/layoff", "/score"):
            yield posting(path, {"state": state})

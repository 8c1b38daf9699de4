"""Good questions to begin with: published examples, the rule cases, and states of matches."""

import json
import random
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import quote

from support.cases import cases

from fuzz.contract import Contract
from fuzz.wire import Answer, Request

Json = Any
Ask = Callable[[Request], Answer | None]
JSON_HEADERS = ((b"Content-Type", b"application/json"),)
NAMES = ["ana", "bea", "carlos", "dani", "eva"]
LONGEST_PART = 600
"""Characters of a part that is put into another question; longer ones only make it longer."""

SHORT = {"limit": 30}
TABLES: list[tuple[Json, int, int]] = [
    ("fournier", 2, 2),
    ({"base": "fournier", "points": {"count": "cards"}, "match": {"limit": 1}}, 4, 9),
    ({"base": "barajamos", "match": SHORT}, 3, 9),
    ("classic", 5, 2),
    ({"base": "ludoteka", "match": SHORT}, 4, 9),
    ({"base": "classic", "match": SHORT}, 2, 9),
    ("barajamos", 3, 2),
]
"""Tables at which a match is played, by how many, and the round in which it is cancelled."""


def posting(path: str, question: Json) -> Request:
    """A question as a client would send it."""
    return Request("POST", path.encode(), JSON_HEADERS, json.dumps(question).encode())


class Corpus:
    """Good questions by operation, and parts of them to be put elsewhere."""

    def __init__(self, contract: Contract, ask: Ask, tables: int, seed: int) -> None:
        self.contract, self.ask = contract, ask
        self.questions: dict[str, list[Json]] = {
            one.name: list(one.examples) for one in contract.operations.values() if one.question
        }
        self.add_cases()
        self.random = random.Random(seed)
        self.states: list[Json] = []
        for number, (rules, seats, rounds) in enumerate(TABLES[:tables]):
            start = {
                "rules": rules,
                "players": NAMES[:seats],
                "seed": f"a secret of table {number}",
            }
            actions: list[Json] = []
            for state in self.play(start, rounds, actions):
                self.states.append(state)
                self.keep(state)
                self.add("/replay", start | {"actions": list(actions)})
        self.parts = self._parts()
        self.queries = self._queries()

    def add(self, path: str, question: Json) -> None:
        """One question more."""
        for operation in self.contract.at(path):
            if operation.name in self.questions:
                self.questions[operation.name].append(question)

    def add_cases(self) -> None:
        """Every rule case is a question, and so is every table of theirs."""
        tables: dict[str, Json] = {}
        for case in cases():
            self.add(f"/{case.operation}", {"rules": case.rules} | case.given)
            if "cards" in case.given:
                hands = {"rules": case.rules, "hands": [case.given["cards"], ["7o"]]}
                self.add("/evaluate/points", hands)
                self.add("/evaluate/batch", hands | {"choices": True})
            tables[json.dumps(case.rules)] = case.rules
        for rules in tables.values():
            for seats in range(2, 7):
                self.add("/rules", {"rules": rules, "seats": seats})

    def post(self, path: str, question: Json) -> Json:
        """A good answer; the corpus is made of nothing else."""
        answer = self.ask(posting(path, question))
        if answer is None or answer.status != 200:
            told = answer.told() if answer else "dropped"
            raise RuntimeError(f"{path} refuses what the service gave out: {told}\n{question}")
        return json.loads(answer.body)

    def play(self, start: Json, rounds: int, actions: list[Json]) -> Iterator[Json]:
        """The first state of every kind in a match that is played to its end, by these actions."""
        seen: set[Json] = set()
        state = self.post("/deal", start)["state"]
        while True:
            outs, first_turn = [p["out"] for p in state["players"]], len(state["discards"]) < 2
            closed = state["closer"] is not None
            kind = (state["phase"], min(state["round"], 2), closed, first_turn, *outs)
            if kind not in seen:
                seen.add(kind)
                yield state
            action = self.next_action(state, rounds)
            if action is None:
                return
            actions.append(action)
            state = self.post("/play", {"state": state, "action": action})["state"]

    def next_action(self, state: Json, rounds: int) -> Json:
        """Rejoin and close when one may, keep the best seven, and cancel some matches."""
        listed = self.post("/actions", {"state": state})["actions"]
        for kind in ("close", "rejoin", "deal"):
            of_kind = [one for one in listed if one["type"] == kind]
            if of_kind and state["round"] < rounds:
                return of_kind[0]
        if state["phase"] == "draw":
            return self.random.choice([one for one in listed if one["type"] == "draw"])
        if state["phase"] == "discard" and state["round"] < rounds:
            hand = {"state": state, "player": state["to_play"]}
            choices = self.post("/evaluate", hand)["choices"]
            discards = [one["card"] for one in listed if one["type"] == "discard"]
            best = next(one["discard"] for one in choices if one["discard"] in discards)
            often = self.random.random() < 0.9
            return {"type": "discard", "card": best if often else self.random.choice(discards)}
        return next((one for one in listed if one["type"] == "cancel"), None)

    def keep(self, state: Json) -> None:
        """Every question that this state answers."""
        player = state["to_play"] or state["players"][0]["player"]
        can = self.post("/actions", {"state": state})
        more: list[tuple[str, Json]] = [
            ("/actions", {}),
            ("/view", {}),
            ("/view", {"player": player}),
            ("/evaluate", {"player": player, "alternatives": True}),
            *(("/play", {"action": action}) for action in can["actions"][:3]),
            *(("/play", {"action": _closing(one)}) for one in can["closings"][:2]),
            *(("/close", {"discard": one["discard"]}) for one in can["closings"]),
        ]
        if state["phase"] == "round_over":
            more.append(("/deal", {}))
        if state["result"]:
            more += [("/layoff", {}), ("/score", {})]
        for path, rest in more:
            self.add(path, {"state": state} | rest)

    def _parts(self) -> list[Json]:
        found: dict[str, Json] = {}
        for questions in self.questions.values():
            for question in questions:
                for part in _below(question):
                    text = json.dumps(part)
                    if len(text) <= LONGEST_PART:
                        found[text] = part
        return [found[text] for text in sorted(found, key=lambda text: (len(text), text))]

    def _queries(self) -> list[list[tuple[str, str]]]:
        hands = [one for one in self.questions["evaluateHand"] if "cards" in one]
        found: list[list[tuple[str, str]]] = []
        for hand in hands:
            query = [("cards", ",".join(hand["cards"]))]
            query += [
                (name, quote(str(hand[name])))
                for name in ("seats", "turn", "total")
                if name in hand
            ]
            if isinstance(hand.get("rules"), str):
                query.append(("rules", hand["rules"]))
            found.append(query)
        return found


def _closing(option: Json) -> Json:
    """A close by hand, with the melds that lie there."""
    melds = [{"kind": one["kind"], "cards": one["cards"]} for one in option["closing"]["melds"]]
    return {"type": "close", "discard": option["discard"], "melds": melds, "opponents": []}


def _below(value: Json) -> Iterator[Json]:
    yield value
    if isinstance(value, dict | list):
        for member in value.values() if isinstance(value, dict) else value:
            yield from _below(member)

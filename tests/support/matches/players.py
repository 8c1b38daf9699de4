"""Players who choose among what is listed: keen to close, idle, or aiming at a chinchón."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from support.matches.chinchon_seeds import nearest
from support.matches.state_model import hands_of
from support.matches.tables import Ways

Json = dict[str, Any]
WORTH_AIMING = 5
"""Cards of a chinchón in a hand for which its player may aim at one."""

LONGEST_IDLE = 4
"""Exhaustions after which everybody plays on as usual in a round in which nobody closed."""


@dataclass
class Players:
    """Everybody at a table; what they mean to do in a round they keep to."""

    ask: Any
    rules: Json
    ranks: Sequence[int]
    ways: Ways
    chance: random.Random
    aims: dict[tuple[int, str], frozenset[str]] = field(default_factory=dict)
    idle: dict[int, bool] = field(default_factory=dict)
    points: dict[str, int] = field(default_factory=dict)

    def choose(self, state: Json, offer: Json) -> Json:
        """One of the actions that are listed."""
        if self.sometimes(self.ways.cancels):
            return {"type": "cancel"}
        between = state["phase"] == "round_over"
        leaving = self.ways.leaves_between if between else self.ways.leaves
        if leaving and self.sometimes(leaving):
            leaves = [action for action in offer["room"] if action["type"] == "leave"]
            mine = [action for action in leaves if action["player"] == state["to_play"]]
            return dict(self.chance.choice(mine if mine and self.sometimes(0.5) else leaves))
        if state["phase"] == "round_over":
            back = [action for action in offer["actions"] if action["type"] == "rejoin"]
            if back and self.sometimes(self.ways.returns):
                return dict(self.chance.choice(back))
            return {"type": "deal"}
        self.mean_to(state)
        aim = self.aim(state, state["to_play"])
        if state["phase"] == "draw":
            return self.close(state, offer, aim) or self.draw(state, offer, aim)
        return self.close(state, offer, aim) or self.discard(state, offer, aim)

    def sometimes(self, share: float) -> bool:
        return self.chance.random() < share

    def wilds(self) -> set[str]:
        return {"JK", *self.rules["deck"]["wild_cards"]}

    def mean_to(self, state: Json) -> None:
        """What everybody means to do in this round, as soon as it is dealt."""
        if state["round"] not in self.idle:
            self.points.clear()
            self.idle[state["round"]] = self.sometimes(self.ways.idles)
            for player, hand in hands_of(state).items():
                run, held = nearest(hand, self.ranks, self.wilds())
                least = self.ways.near or WORTH_AIMING
                aims = held >= least and self.sometimes(self.ways.aims)
                self.aims[state["round"], player] = run if aims else frozenset()

    def idles(self, state: Json) -> bool:
        """Whether the player to play draws and discards, for the stock or for who aims."""
        if self.idle[state["round"]] and state["exhaustions"] < LONGEST_IDLE:
            return True
        return any(self.aim(state, one["player"]) for one in state["players"] if not one["out"])

    def aim(self, state: Json, player: str) -> frozenset[str]:
        """The run that a player aims at; empty if at none, or if the whole stock has gone by."""
        return frozenset() if state["exhaustions"] else self.aims[state["round"], player]

    def draw(self, state: Json, offer: Json, aim: frozenset[str]) -> Json:
        stock = {"type": "draw", "from": "stock"}
        discards = {"type": "draw", "from": "discards"}
        if discards not in offer["actions"]:
            return stock
        hand, top = hands_of(state)[state["to_play"]], state["discards"][-1]
        if aim:
            return discards if top in self.wilds() or top in aim - set(hand) else stock
        if self.idles(state) or self.sometimes(0.1):
            return stock
        return discards if self.sometimes(0.05) or self.helps(state, hand, top) else stock

    def helps(self, state: Json, hand: list[str], card: str) -> bool:
        """Whether fewer points are left to who takes this card."""
        before = self.points.get(state["to_play"])
        if before is None:
            before = self.evaluated(state, hand)["unmatched_points"]
        (best, *_) = self.evaluated(state, [*hand, card])["choices"]
        return bool(best["unmatched_points"] < before)

    def evaluated(self, state: Json, cards: list[str]) -> Any:
        seats = len(state["players"])
        return self.ask("/evaluate", rules=state["rules"], seats=seats, cards=cards)

    def close(self, state: Json, offer: Json, aim: frozenset[str]) -> Json | None:
        """A close of those that are offered, if any is and the player wants it."""
        closings = {one["discard"]: one for one in offer["closings"]}
        closes = [one["discard"] for one in offer["actions"] if one["type"] == "close"]
        found = [closings[discard] for discard in closes]
        if aim:
            found = [one for one in found if one["closing"]["kind"] == "chinchon"]
        idles = self.idles(state) and not aim
        if not found or idles or not self.sometimes(self.ways.closes):
            return None
        chosen = self.chance.choice(found)
        shown = {"melds": chosen["closing"]["melds"]} if self.sometimes(0.3) else {}
        return {"type": "close", "discard": chosen["discard"]} | shown

    def discard(self, state: Json, offer: Json, aim: frozenset[str]) -> Json:
        allowed = [one["card"] for one in offer["actions"] if one["type"] == "discard"]
        drawn = state["drawn"]
        if aim:
            hand = hands_of(state)[state["to_play"]]
            wanted = aim | self.wilds()
            spare = [card for card in allowed if card not in wanted or hand.count(card) > 1]
            return {"type": "discard", "card": self.chance.choice(spare or allowed)}
        if self.idles(state) and drawn and drawn["from"] == "stock":
            return {"type": "discard", "card": drawn["card"]}
        if self.sometimes(0.03):
            return {"type": "discard", "card": self.chance.choice(allowed)}
        choices = self.ask("/evaluate", state=state, player=state["to_play"])["choices"]
        best = next(choice for choice in choices if choice["discard"] in allowed)
        self.points[state["to_play"]] = best["unmatched_points"]
        return {"type": "discard", "card": best["discard"]}

"""What a view may show: the cards, the drawn card, the closing discard and the seed."""

from collections import Counter
from collections.abc import Iterator
from hashlib import sha256
from typing import Any

Json = Any
HIDDEN = {"draw", "discard", "showdown"}
"""The phases in which hands are hidden."""
SHOWN_SEED = {"match_over", "cancelled"}


def seats(told: Json) -> Iterator[str]:
    """What is wrong with the views of a step, as far as they can show it."""
    for seat in told.get("views", []):
        viewer = {"player": seat["player"]} if seat["player"] else {}
        yield from view({"state": told["state"]} | viewer, seat["view"])
        for event in seat["events"]:
            if "secret" in event and event["player"] != seat["player"]:
                yield f"{seat['player']} is told a secret of {event['player']}"


def view(question: Json, told: Json) -> Iterator[str]:
    """What is wrong with the view of a state."""
    state, viewer = question["state"], question.get("player")
    if (told["seed"] is not None) != (state["phase"] in SHOWN_SEED):
        yield "the seed is shown at the end and not before"
    if told["seed_hash"] != sha256(state["seed"].encode()).hexdigest():
        yield "the hash is not that of the seed"
    if told["stock"] != len(state["stock"]):
        yield "the stock has another number of cards"
    for mine, seen in zip(state["players"], told["players"], strict=True):
        closed = state["closer"] and state["closer"]["player"] == mine["player"]
        hidden = state["phase"] in HIDDEN and mine["player"] != viewer and not closed
        if hidden and seen["cards"] is not None:
            yield f"{viewer} sees the cards of {mine['player']}"
        if seen["cards"] is not None and Counter(seen["cards"]) != Counter(mine["cards"]):
            yield f"{mine['player']} is seen with other cards"
        if seen["count"] != len(mine["cards"]):
            yield f"{mine['player']} is seen with {seen['count']} cards"
    from_stock = (state["drawn"] or {}).get("from") == "stock"
    drawer = max(state["players"], key=lambda one: len(one["cards"]))["player"]
    if from_stock and viewer != drawer and told["drawn"]["card"] is not None:
        yield f"{viewer} sees what {drawer} drew"
    if state["closer"] and viewer != state["closer"]["player"] and told["closer"]["discard"]:
        yield f"{viewer} sees the card that closed"

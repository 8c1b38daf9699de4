"""The view and the events of each player, from the rule book, in the JSON of the contract."""

import hashlib
from collections.abc import Iterator
from typing import Any

from support.matches.state_model import ENDED, SHOWN, hands_of

Json = dict[str, Any]
FIRST_TOLD = {
    "discard": "discarded",
    "close": "closed",
    "rejoin": "rejoined",
    "leave": "left",
    "cancel": "cancelled",
}
CARDS = {f"{rank}{suit}" for rank in range(1, 13) for suit in "oceb"} | {"JK"}


def seen(state: Json, viewer: str | None, *, over: bool) -> Json:
    """The view of a player, or of an onlooker; hands lie open when the round is over."""
    view = dict(state)
    view |= {"player": viewer, "stock": len(state["stock"]), "players": []}
    for one in state["players"]:
        shown = over or one["player"] == viewer
        cards = one["cards"] if shown else None
        view["players"].append(one | {"count": len(one["cards"]), "cards": cards})
        if state["drawn"] and state["drawn"]["from"] == "stock" and len(one["cards"]) == 8:
            view["drawn"] = state["drawn"] if shown else state["drawn"] | {"card": None}
    if state["closer"] and state["closer"]["player"] != viewer:
        view["closer"] = state["closer"] | {"discard": None}
    view["seed_hash"] = hashlib.sha256(state["seed"].encode()).hexdigest()
    return view if state["phase"] in ENDED else view | {"seed": None}


def check_events(before: Json, action: Json, after: Json, events: list[Json]) -> None:
    """Events show everybody what lies open, and each player what is its own, in order."""
    assert [event["type"] for event in events] == list(types(before, action, after))
    open_to_all = _face_up(before) | _face_up(after) | {action.get("card")}
    if action["type"] == "leave":
        open_to_all |= _thrown_away(before, action["player"])
    for event in events:
        told = {name: value for name, value in event.items() if name != "secret"}
        assert "player" in event or "secret" not in event
        assert cards_in(told) <= open_to_all, event
    last = events[-1]
    if last["type"] == "drew":
        stock = after["drawn"]["from"] == "stock"
        assert (last["secret"] if stock else last)["card"] == after["drawn"]["card"]
    elif action["type"] == "deal":
        dealt = {one["player"]: one["secret"]["cards"] for one in events if "secret" in one}
        assert dealt == {player: hand for player, hand in hands_of(after).items() if hand}
        assert after["discards"] == ([last["card"]] if last["type"] == "turned_up" else [])
    scored = {one["player"]: one["after"] for one in events if one["type"] == "scored"}
    assert scored.items() <= {one["player"]: one["total"] for one in after["players"]}.items()


def types(before: Json, action: Json, after: Json) -> Iterator[str]:
    """The types of the events of a step, in order."""
    kind, exhausted = action["type"], after["exhaustions"] > before["exhaustions"]
    if kind == "deal":
        yield from ["dealt"] * sum(not one["out"] for one in after["players"])
        if after["phase"] == "draw":
            yield "turned_up"
    elif kind != "draw":
        yield FIRST_TOLD[kind]
    if kind == "leave":
        yield from _after_leaving(before, action["player"], after)
    elif kind in {"draw", "discard", "close"} and after["phase"] in SHOWN:
        yield from _of_the_end(before, after)
    elif exhausted and kind in {"draw", "discard"}:
        yield "reshuffled"
    if kind == "draw" and after["phase"] == "discard":
        yield "drew"


def _after_leaving(before: Json, player: str, after: Json) -> Iterator[str]:
    """The events after a player has left: the end of the turn, then of the round or the match."""
    running = before["phase"] in {"draw", "discard"}
    if before["phase"] == "discard" and before["to_play"] == player:
        yield "discarded"
        if after["exhaustions"] > before["exhaustions"] and not _scored(after):
            yield "reshuffled"
    if running and _scored(after):
        players = [
            one | {"out": True} if one["player"] == player else one for one in before["players"]
        ]
        yield from _of_the_end(before | {"players": players}, after)
    elif after["phase"] == "match_over":
        yield "match_over"


def _thrown_away(before: Json, player: str) -> set[str]:
    """The card with which the turn of a player who leaves ends, if it had drawn or been dealt."""
    if before["phase"] != "discard" or before["to_play"] != player:
        return set()
    return {before["drawn"]["card"] if before["drawn"] else hands_of(before)[player][-1]}


def _scored(state: Json) -> bool:
    """Whether a round has come to its end, with a showdown."""
    return state["phase"] in SHOWN and state["result"]["showdown"] is not None


def _of_the_end(before: Json, after: Json) -> Iterator[str]:
    """The events at the end of a round: what everybody shows and lays off, then the score."""
    showdown, match = after["result"]["showdown"], after["result"]["match"]
    ends = [showdown["closer"], *showdown["opponents"]] if showdown["closer"] else []
    ends = ends or showdown["opponents"]
    passes = max((step["pass"] for end in ends for step in end["lay_offs"]), default=1)
    for number in range(1, passes + 1):
        for end in ends:
            if number == 1:
                yield "shown"
            yield from ["laid_off" for step in end["lay_offs"] if step["pass"] == number]
    played = {one["player"] for one in before["players"] if not one["out"]}
    yield from ["scored"] * len(played)
    yield from ["out" for one in after["players"] if one["out"] and one["player"] in played]
    yield "round_over"
    if match["tied"]:
        yield "tied"
    if match["over"]:
        yield "match_over"


def _face_up(state: Json) -> set[str]:
    """The cards that everybody sees."""
    shown = hands_of(state).values() if state["phase"] in SHOWN else []
    return {*state["discards"], *(card for hand in shown for card in hand)}


def cards_in(told: Any) -> set[str]:
    """Every card in a JSON value, but for those whose place another takes."""
    if isinstance(told, dict):
        return {card for name in told if name != "stands_for" for card in cards_in(told[name])}
    if isinstance(told, list):
        return {card for one in told for card in cards_in(one)}
    return {told} if told in CARDS else set()

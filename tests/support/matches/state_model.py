"""The state after each action, from the rule book, in the JSON of the contract.

Only what chance decides, and how a round is scored, is taken from the state after the action.
"""

from typing import Any

Json = dict[str, Any]
SHOWN, ENDED = {"round_over", "match_over"}, {"match_over", "cancelled"}


def after_action(rules: Json, before: Json, action: Json, after: Json) -> Json:
    """The state that an action must lead to."""
    after_it = before | {"phase": "cancelled", "to_play": None, "result": None}
    match action["type"]:
        case "draw":
            after_it = _drawn(rules, before, action, after)
        case "discard":
            after_it = _discarded(rules, before, action, after)
        case "close":
            after_it = _closed(before, action, after)
        case "rejoin":
            after_it = _rejoined(before, action["player"])
        case "leave":
            after_it = _left(rules, before, action["player"], after)
        case "deal":
            after_it = _dealt(rules, before, after)
    return after_it | {"moves": before["moves"] + 1}


def _drawn(rules: Json, before: Json, action: Json, after: Json) -> Json:
    pile = action["from"]
    if not before[pile]:
        exhausted = _exhausted(rules, before, after)
        if exhausted["phase"] in SHOWN:
            return exhausted
        before = exhausted | {"stock": [*exhausted["stock"], after["drawn"]["card"]]}
    card = before[pile][-1]
    hand = [*hands_of(before)[before["to_play"]], card]
    new = {"phase": "discard", "drawn": {"from": pile, "card": card}, pile: before[pile][:-1]}
    return changed(before, before["to_play"], cards=hand) | new


def _discarded(rules: Json, before: Json, action: Json, after: Json) -> Json:
    state = _turn_ended(before, action["card"])
    state["discards"] = [*before["discards"], action["card"]]
    state |= {"phase": "draw", "to_play": next_player_after(before, before["to_play"])}
    if before["stock"] or rules["stock"]["reshuffle"] == "on_draw":
        return state
    return _exhausted(rules, state, after)


def _exhausted(rules: Json, before: Json, after: Json) -> Json:
    """One exhaustion more: a new stock of the discards, or the end of the round."""
    state = before | {"exhaustions": before["exhaustions"] + 1}
    if state["exhaustions"] == rules["stock"]["ends_on_exhaustion"]:
        return _settled(state, after["result"])
    kept = int(rules["stock"]["keeps_top_discard"])
    return state | {"stock": after["stock"], "discards": before["discards"][-kept:] * kept}


def _closed(before: Json, action: Json, after: Json) -> Json:
    closer = {"player": before["to_play"], "discard": action["discard"]}
    state = _settled(_turn_ended(before, action["discard"]), after["result"])
    return state | {"closer": closer | {"melds": after["closer"]["melds"]}}


def _rejoined(before: Json, player: str) -> Json:
    score = of_player(before["result"]["scores"], player)
    rejoins = of_player(before["players"], player)["rejoins"] + 1
    return changed(before, player, total=score["rejoin_total"], rejoins=rejoins, out=False)


def _left(rules: Json, before: Json, player: str, after: Json) -> Json:
    """A player is out for good; a turn in which a card was drawn, or dealt, ends with it."""
    state = changed(before, player, out=True, left=True)
    hand = hands_of(before)[player]
    if before["phase"] == "draw" and before["to_play"] == player:
        state |= {"to_play": next_player_after(state, player)}
    elif before["phase"] == "discard" and before["to_play"] == player:
        card = before["drawn"]["card"] if before["drawn"] else hand[-1]
        state = _discarded(rules, state, {"card": card}, after)
    inside = [one["player"] for one in state["players"] if not one["out"]]
    if state["phase"] in ENDED or len(inside) > 1:
        return state
    return state | {
        "phase": "match_over",
        "to_play": None,
        "drawn": None,
        "result": after["result"],
    }


def next_lead(rules: Json, before: Json) -> str:
    """Who leads the next round: the one after the last lead, or the second after the dealer."""
    if rules["match"]["rotation"] == "lead":
        return next_player_after(before, before["lead"])
    names = [one["player"] for one in before["players"] if one["cards"]]
    dealer = names[names.index(before["lead"]) - 1]
    return next_player_after(before, next_player_after(before, dealer))


def _dealt(rules: Json, before: Json, after: Json) -> Json:
    lead, hands = next_lead(rules, before), hands_of(after)
    dealt = {one["player"]: [] if one["out"] else hands[one["player"]] for one in before["players"]}
    players = [one | {"turns": 0, "cards": dealt[one["player"]]} for one in before["players"]]
    phase = "discard" if rules["turn"]["lead_gets_eight"] else "draw"
    fresh = {"phase": phase, "exhaustions": 0, "closer": None, "result": None, "players": players}
    tied = bool(before["result"]["match"]["tied"])
    fresh |= {"round": before["round"] + 1, "lead": lead, "to_play": lead, "play_off": tied}
    return before | fresh | {pile: after[pile] for pile in ("stock", "discards")}


def _turn_ended(before: Json, discard: str | None) -> Json:
    """The discard, if there is one, has left the hand of who was to play."""
    one = of_player(before["players"], before["to_play"])
    left = list(one["cards"])
    if discard is not None:
        left.remove(discard)
    return changed(before, one["player"], cards=left, turns=one["turns"] + 1) | {"drawn": None}


def _settled(state: Json, result: Json) -> Json:
    """A round is over with this result."""
    phase = "match_over" if result["match"]["over"] else "round_over"
    state = state | {"phase": phase, "to_play": None, "drawn": None, "result": result}
    for score in result["scores"]:
        state = changed(state, score["player"], total=score["after"], out=score["out"])
    return state


def changed(state: Json, player: str, **new: Any) -> Json:
    players = [one | new if one["player"] == player else one for one in state["players"]]
    return state | {"players": players}


def of_player(members: list[Json], player: str) -> Json:
    (one,) = (one for one in members if one["player"] == player)
    return one


def hands_of(state: Json) -> dict[str, list[str]]:
    return {one["player"]: one["cards"] for one in state["players"]}


def next_player_after(state: Json, player: str) -> str:
    """The next player in play order who is in."""
    order = [(one["player"], one["out"]) for one in state["players"] * 2]
    start = [name for name, _ in order].index(player) + 1
    return next(str(name) for name, out in order[start:] if not out)


def same(one: Json, other: Json) -> bool:
    """Whether two states are one but for the order of the cards in a hand, which means nothing."""
    return _ordered(one) == _ordered(other)


def _ordered(state: Json) -> Json:
    players = [one | {"cards": sorted(one["cards"])} for one in state["players"]]
    return state | {"players": players}

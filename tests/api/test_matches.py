"""Random matches, played over HTTP to their end; whatever happens in them is as the rules say."""

import hashlib
import json
import random
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest

Json = dict[str, Any]
TABLES = [
    *[("barajamos", 3), ("barajamos", 5), ("fournier", 2), ("fournier", 4)],
    *[("classic", 3), ("classic", 5), ("classic", 6), ("classic-48", 2), ("classic-48", 6)],
    *[("ludoteka", 2), ("ludoteka", 4), ("ludoteka-48", 3)],
]
NAMES = ["ana", "bea", "carlos", "diego", "eva", "fran"]
CARDS = {f"{rank}{suit}" for rank in range(1, 13) for suit in "oceb"} | {"JK"}
SHOWN, ENDED = {"round_over", "match_over"}, {"match_over", "cancelled"}
MOST_ACTIONS = 3_000


@dataclass
class Match:
    """A match that is being played: what was asked for, what was done, how it stood before."""

    post: Any
    chance: random.Random
    setting: Json
    deck: Counter[str]
    actions: list[Json] = field(default_factory=list)
    states: list[Json] = field(default_factory=list)

    def ask(self, path: str, **question: Any) -> Any:
        """The answer; now and then the question is put twice, and gets the same bytes."""
        answer = self.post(path, question)
        assert answer.status_code == 200, answer.text
        if self.sometimes(0.02):
            assert self.post(path, question).data == answer.data
        return answer.json

    def sometimes(self, share: float) -> bool:
        return self.chance.random() < share


def play(post: Any, rules: str, seats: int, number: int) -> tuple[Match, Json]:
    """A match played to its end with what /actions lists, each step checked; its last state."""
    match, state = begin(post, rules, seats, number)
    while state["phase"] not in ENDED:
        offer = match.ask("/actions", state=state)
        check_offer(match, state, offer)
        action = choose(match, state, offer)
        if match.sometimes(0.05):
            step(match, state, match.chance.choice(offer["actions"]))
            check_refusals(match, state)
        match.actions.append(action)
        match.states.append(state)
        state = step(match, state, action)
    assert match.ask("/actions", state=state) == {"player": None, "actions": [], "closings": []}
    check_refusals(match, state)
    return match, state


def begin(post: Any, rules: str, seats: int, number: int) -> tuple[Match, Json]:
    chance = random.Random(f"{rules} {seats} {number}")
    seed = f"{chance.getrandbits(256):064x}"
    setting: Json = {"rules": rules, "players": NAMES[:seats], "seed": seed}
    if chance.random() < 0.5:
        setting["lead"] = chance.choice(NAMES[:seats])
    deck = post("/rules", {"rules": rules, "seats": seats}).json["deck"]
    match = Match(post, chance, setting, Counter(deck))
    dealt = match.ask("/deal", **setting)
    state = dealt["state"]
    start = {"round": 1, "phase": "draw", "play_off": False, "closer": None, "result": None}
    stated = {name: setting[name] for name in setting if name != "players"} | start
    assert state | stated | {"to_play": state["lead"]} == state
    check_state(match, state)
    check_deal(state, dealt["events"])
    check_views(match, state, over=False)
    return match, state


def choose(match: Match, state: Json, offer: Json) -> Json:
    """A listed action; closings and good discards are likelier, so that rounds end."""
    if len(match.actions) == MOST_ACTIONS:
        return {"type": "cancel"}
    of_type: dict[str, list[Json]] = {}
    for action in offer["actions"]:
        of_type.setdefault(action["type"], []).append(action)
    if "rejoin" in of_type and match.sometimes(0.5):
        return match.chance.choice(of_type["rejoin"])
    if "close" in of_type and match.sometimes(0.9):
        offered = match.chance.choice(offer["closings"])
        shown = {"melds": offered["closing"]["melds"]} if match.sometimes(0.3) else {}
        return {"type": "close", "discard": offered["discard"]} | shown
    if "discard" in of_type and match.sometimes(0.97):
        hand = match.ask("/evaluate", state=state, player=offer["player"])
        return {"type": "discard", "card": hand["choices"][0]["discard"]}
    if "draw" in of_type and match.sometimes(0.8):
        return {"type": "draw", "from": "stock"}
    return match.chance.choice(of_type.get("deal") or of_type.get("draw") or of_type["discard"])


def step(match: Match, state: Json, action: Json) -> Json:
    """The state after an action that is listed, once all of it is as it should be."""
    answer = match.ask("/play", state=state, action=action)
    after, kind = answer["state"], action["type"]
    assert ordered(after) == ordered(KINDS[kind][1](state, action, after))
    check_state(match, after)
    check_events(state, action, after, answer["events"])
    if kind in {"deal", "close", "cancel"} or match.sometimes(0.03):
        check_views(match, after, over=(state if kind == "cancel" else after)["phase"] in SHOWN)
    if kind == "deal":
        check_deal(after, answer["events"])
        assert match.ask("/deal", state=state) == answer
    elif kind == "close":
        check_close(match, state, action, after)
    if after["phase"] in SHOWN and kind != "rejoin":
        check_result(after)
        assert match.ask("/score", state=after) == after["result"]
    return dict(after)


# What each action makes of a state; only what chance decides is taken from the state after it.


def drawn(before: Json, action: Json, after: Json) -> Json:
    pile, card = action["from"], after["drawn"]["card"]
    hand = [*hands_of(before)[before["to_play"]], card]
    left = {pile: before[pile][:-1]}
    if before[pile]:
        assert card == before[pile][-1]
    else:
        left = reshuffled(before, after) | {"discards": []}
    new = {"phase": "discard", "drawn": {"from": pile, "card": card}}
    return changed(before, before["to_play"], cards=hand) | left | new


def discarded(before: Json, action: Json, after: Json) -> Json:
    state = turn_ended(before, action["card"])
    state["discards"] = [*before["discards"], action["card"]]
    if after["phase"] in SHOWN:
        assert before["stock"] == []
        return settled(state, after["result"]) | {"exhaustions": before["exhaustions"] + 1}
    state |= {"phase": "draw", "to_play": next_in(before, before["to_play"])}
    if before["stock"] or before["rules"] == "barajamos":
        return state
    kept = state["discards"][-1:] if before["rules"] == "fournier" else []
    return state | reshuffled(before, after) | {"discards": kept}


def closed(before: Json, action: Json, after: Json) -> Json:
    closer = {"player": before["to_play"], "discard": action["discard"]}
    state = settled(turn_ended(before, action["discard"]), after["result"])
    return state | {"closer": closer | {"melds": after["closer"]["melds"]}}


def rejoined(before: Json, action: Json, _: Json) -> Json:
    player = action["player"]
    (score,) = (one for one in before["result"]["scores"] if one["player"] == player)
    (old,) = (one for one in before["players"] if one["player"] == player)
    new = {"total": score["rejoin_total"], "rejoins": old["rejoins"] + 1, "out": False}
    return changed(before, player, **new)


def dealt_again(before: Json, _: Json, after: Json) -> Json:
    lead, hands = next_in(before, before["lead"]), hands_of(after)
    players = [one | {"turns": 0, "cards": hands[one["player"]]} for one in before["players"]]
    fresh = {"phase": "draw", "exhaustions": 0, "closer": None, "result": None, "players": players}
    tied = bool(before["result"]["match"]["tied"])
    fresh |= {"round": before["round"] + 1, "lead": lead, "to_play": lead, "play_off": tied}
    return before | fresh | {pile: after[pile] for pile in ("stock", "discards")}


def cancelled(before: Json, _: Json, after: Json) -> Json:
    new = {"phase": "cancelled", "to_play": None, "result": None}
    return before | new | {"drawn": after["drawn"]}


KINDS: dict[str, tuple[str, Any]] = {
    "draw": ("drew", drawn),
    "discard": ("discarded", discarded),
    "close": ("closed", closed),
    "deal": ("dealt", dealt_again),
    "rejoin": ("rejoined", rejoined),
    "cancel": ("cancelled", cancelled),
}


def changed(state: Json, player: str, **new: Any) -> Json:
    players = [one | new if one["player"] == player else one for one in state["players"]]
    return state | {"players": players}


def turn_ended(before: Json, discard: str) -> Json:
    """The discard has left the hand of who was to play."""
    (one,) = (one for one in before["players"] if one["player"] == before["to_play"])
    left = (Counter(one["cards"]) - Counter([discard])).elements()
    return changed(before, one["player"], cards=[*left], turns=one["turns"] + 1) | {"drawn": None}


def settled(state: Json, result: Json) -> Json:
    """A round is over with this result."""
    phase = "match_over" if result["match"]["over"] else "round_over"
    state = state | {"phase": phase, "to_play": None, "result": result}
    for old, score in zip(state["players"], result["scores"], strict=True):
        assert (old["player"], old["total"]) == (score["player"], score["before"])
        state = changed(state, old["player"], total=score["after"], out=score["out"])
    return state


def reshuffled(before: Json, after: Json) -> Json:
    return {"stock": after["stock"], "exhaustions": before["exhaustions"] + 1}


def hands_of(state: Json) -> dict[str, list[str]]:
    return {one["player"]: one["cards"] for one in state["players"]}


def next_in(state: Json, player: str) -> str:
    """The next player in play order who is in."""
    order = [(one["player"], one["out"]) for one in state["players"] * 2]
    start = [name for name, _ in order].index(player) + 1
    return next(str(name) for name, out in order[start:] if not out)


def ordered(state: Json) -> Json:
    """The state with the hands sorted: how a player holds them means nothing."""
    players = [one | {"cards": sorted(one["cards"])} for one in state["players"]]
    return state | {"players": players}


def check_state(match: Match, state: Json) -> None:
    """Every card of the deck lies in one place, and the hands are as large as the phase says."""
    closing = [state["closer"]["discard"]] if state["closer"] else []
    held = [card for hand in hands_of(state).values() for card in hand]
    assert Counter([*held, *state["stock"], *state["discards"], *closing]) == match.deck
    for one in state["players"] if state["phase"] != "cancelled" else []:
        turn = state["phase"] == "discard" and one["player"] == state["to_play"]
        sizes = (
            {0, 7} if one["out"] and state["phase"] in SHOWN else {0 if one["out"] else 7 + turn}
        )
        assert len(one["cards"]) in sizes


def check_deal(state: Json, events: list[Json]) -> None:
    hands = {player: sorted(hand) for player, hand in hands_of(state).items() if hand}
    told = {one["player"]: one["secret"]["cards"] for one in events if one["type"] == "dealt"}
    assert {player: sorted(hand) for player, hand in told.items()} == hands
    turned_up = [one["card"] for one in events if one["type"] == "turned_up"]
    assert turned_up == state["discards"]
    assert len(turned_up) == 1


def check_close(match: Match, before: Json, action: Json, after: Json) -> None:
    """It is worth what was offered; opponents who play the same by hand change nothing."""
    showdown = after["result"]["showdown"]
    judged = match.ask("/close", state=before, discard=action["discard"])
    assert judged["legal"]
    assert judged["best"] == showdown["closer"]["closing"]
    parts = ("player", "melds", "lay_offs")
    opponents = [{part: end[part] for part in parts} for end in showdown["opponents"]]
    by_hand = action | {"opponents": opponents}
    assert match.ask("/play", state=before, action=by_hand)["state"] == after


def check_result(after: Json) -> None:
    """The points add up, and who is in is who goes on or has won."""
    result = after["result"]
    match = result["match"]
    for score in result["scores"]:
        points = 0 if match["reason"] == "chinchon" else score["points"]
        assert score["after"] == score["before"] + points
        assert sum(item["points"] for item in score["items"]) == score["points"]
    inside = [one["player"] for one in after["players"] if not one["out"]]
    assert bool(match["winners"]) == (match["over"] and not match["draw"])
    assert match["over"] == (match["reason"] is not None) == (len(inside) < 2) or (
        match["reason"] == "chinchon"
    )
    assert not match["tied"] or match["tied"] == inside
    assert match["reason"] != "last_player" or match["winners"] == inside


def check_offer(match: Match, state: Json, offer: Json) -> None:
    """What is listed is what the rules allow, and each closing is what /close says of it."""
    closings = {one["discard"]: one["closing"] for one in offer["closings"]}
    listed: list[Json] = [{"type": "cancel"}]
    if state["phase"] == "draw":
        piles = [pile for pile in ("stock", "discards") if pile == "stock" or state[pile]]
        listed += [{"type": "draw", "from": pile} for pile in piles]
    elif state["phase"] == "discard":
        hand = sorted(set(hands_of(state)[state["to_play"]]))
        listed += [{"type": "discard", "card": card} for card in hand]
        listed += [{"type": "close", "discard": card} for card in closings]
        discard = match.chance.choice(hand)
        if match.sometimes(0.1):
            judged = match.ask("/close", state=state, discard=discard)
            assert judged["closing"] == closings.get(discard)
    else:
        back = {one["player"] for one in state["result"]["scores"] if one["may_rejoin"]}
        out = [one["player"] for one in state["players"] if one["out"]]
        listed += [{"type": "rejoin", "player": one} for one in out if one in back]
        listed += [{"type": "deal"}]
    assert offer["player"] == state["to_play"]
    assert sorted(offer["actions"], key=str) == sorted(listed, key=str)


def check_refusals(match: Match, state: Json) -> None:
    for action, code in not_listed(match, state):
        answer = match.post("/play", {"state": state, "action": action})
        assert answer.status_code == 422, (action, answer.text)
        assert answer.json["type"] == "illegal-action"
        assert code in {one["code"] for one in answer.json["violations"]}, (action, answer.text)


def not_listed(match: Match, state: Json) -> Iterator[tuple[Json, str]]:
    """Actions that may not be taken now, each with what is wrong with it."""
    wrong = "action.match_over" if state["phase"] in ENDED else "action.wrong_phase"
    card = match.chance.choice(list(match.deck))
    draw = {"type": "draw", "from": "stock"}
    if state["phase"] == "draw":
        yield draw | {"player": next_in(state, state["to_play"])}, "action.not_your_turn"
    else:
        yield draw, wrong
    if state["phase"] != "discard":
        yield {"type": "discard", "card": card}, wrong
    elif card not in hands_of(state)[state["to_play"]]:
        yield {"type": "discard", "card": card}, "discard.not_held"
        yield {"type": "close", "discard": card}, "close.discard_not_held"
    if state["phase"] != "round_over":
        yield {"type": "deal"}, wrong


def check_views(match: Match, state: Json, *, over: bool) -> None:
    """Each player, and an onlooker, sees what there is for them to see and nothing more."""
    for player in [None, *match.setting["players"]]:
        asked = {"player": player} if player else {}
        assert match.ask("/view", state=state, **asked) == seen(state, player, over=over)


def seen(state: Json, viewer: str | None, *, over: bool) -> Json:
    view = {name: value for name, value in state.items() if name != "version"}
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
    """Everybody is told what lies open, and each player alone what is its own."""
    first = KINDS[action["type"]][0]
    open_to_all = face_up(before) | face_up(after) | {action.get("card")}
    for event in events:
        told = {name: value for name, value in event.items() if name != "secret"}
        assert "player" in event or "secret" not in event
        assert cards_in(told) <= open_to_all, event
    types = [event["type"] for event in events]
    assert first == next(name for name in types if name != "reshuffled")
    if first == "drew":
        told = events[-1] if after["drawn"]["from"] == "discards" else events[-1]["secret"]
        assert told["card"] == after["drawn"]["card"]
    scored = {one["player"]: one["after"] for one in events if one["type"] == "scored"}
    ended = after["phase"] in SHOWN and first != "rejoined"
    assert bool(scored) == ended
    assert scored.items() <= {one["player"]: one["total"] for one in after["players"]}.items()
    assert ("match_over" in types) == (after["phase"] == "match_over")


def face_up(state: Json) -> set[str]:
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


def check_replay(match: Match, last: Json) -> None:
    """From its seed the match plays out the same, up to an action that was not allowed."""
    told = match.ask("/replay", **match.setting, actions=match.actions)
    assert json.dumps(told.pop("state")) == json.dumps(last)
    assert told == {"legal": True, "failed_at": None, "violations": []}
    at = match.chance.randrange(len(match.actions))
    wrong, code = next(not_listed(match, match.states[at]))
    actions = [*match.actions[:at], wrong, *match.actions[at:]]
    told = match.ask("/replay", **match.setting, actions=actions)
    assert (told["legal"], told["failed_at"]) == (False, at)
    assert code in {one["code"] for one in told["violations"]}
    assert json.dumps(told["state"]) == json.dumps(match.states[at])


@pytest.mark.parametrize(("rules", "seats"), TABLES)
def test_a_random_match_keeps_the_rules_to_its_end(post: Any, rules: str, seats: int) -> None:
    check_replay(*play(post, rules, seats, 3))


@pytest.mark.long
@pytest.mark.parametrize(("rules", "seats"), TABLES)
@pytest.mark.parametrize("number", range(4, 46))
def test_many_random_matches_keep_the_rules_to_their_end(
    post: Any, rules: str, seats: int, number: int
) -> None:
    check_replay(*play(post, rules, seats, number))


def test_where_no_seed_is_given_nobody_can_guess_the_one_that_is_drawn(post: Any) -> None:
    seeds = {post("/deal", {"players": NAMES}).json["state"]["seed"] for _ in range(20)}
    assert len(seeds) == 20
    assert all(re.fullmatch("[0-9a-f]{64}", seed) for seed in seeds)

"""A client that plays a match over HTTP to its end and looks at every step of it."""

import json
import random
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from service.rules.table.table import table_of
from support import core_answers
from support.matches.actions_model import listed, not_listed, of_the_room
from support.matches.chinchon_seeds import lucky_seed
from support.matches.coverage import met_in
from support.matches.met import Met
from support.matches.players import Players
from support.matches.result_checks import check_closing, check_left, check_points, check_result
from support.matches.state_model import (
    ENDED,
    SHOWN,
    after_action,
    hands_of,
    same,
)
from support.matches.tables import NAMES, Setting
from support.matches.views_model import check_events, seen

Json = dict[str, Any]
MOST_ACTIONS = 3_000


@dataclass
class Match:
    """A match that is being played: what was asked for, what was done, how it stood before."""

    post: Any
    chance: random.Random
    setting: Json
    rules: Json
    deck: Counter[str]
    packs: int
    opened: str | None = None
    actions: list[Json] = field(default_factory=list)
    states: list[Json] = field(default_factory=list)
    events: list[Json] = field(default_factory=list)
    offers: list[Json] = field(default_factory=list)
    met: Counter[Met] = field(default_factory=Counter)

    def ask(self, path: str, **question: Any) -> Any:
        """The answer; now and then the question is put twice, and gets the same bytes."""
        answer = self.post(path, question)
        assert answer.status_code == 200, answer.text
        if self.sometimes(0.02):
            assert self.post(path, question).data == answer.data
        return answer.json

    def sometimes(self, share: float) -> bool:
        return self.chance.random() < share


def play(post: Any, setting: Setting, number: int) -> Counter[Met]:
    """What a match covers that is played to its end, each step checked, and then replayed."""
    match, players, state = begin(post, setting, number)
    while state["phase"] not in ENDED:
        offer = match.ask("/actions", state=state)
        check_offer(match, state, offer)
        match.states.append(state)
        match.offers.append(offer)
        action = players.choose(state, offer)
        if len(match.actions) == MOST_ACTIONS:
            action = {"type": "cancel"}
        # What is listed is taken and what is not is refused, whether or not anybody wants it.
        offered = offer["room" if match.sometimes(0.1) else "actions"]
        step(match, state, match.chance.choice(offered), tried=True)
        check_refusal(match, state, *one_not_listed(match, state, offer))
        match.actions.append(action)
        before = state
        state, events = step(match, state, action)
        match.events += events
        match.met.update(met_in(match.rules, before, state, events))
    nothing: Json = {"player": None, "actions": [], "closings": [], "showdown": None, "room": []}
    assert match.ask("/actions", state=state) == nothing
    for action, code in not_listed(match.rules, state, {}):
        check_refusal(match, state, action, code)
    check_replay(match, state)
    return match.met


def begin(post: Any, setting: Setting, number: int) -> tuple[Match, Players, Json]:
    """A match that is dealt, with a seed that makes somebody lucky where the players need it."""
    chance, names = random.Random(f"{setting.name} {number}"), NAMES[: setting.seats]
    lead = chance.choice([None, *names])
    seeds = (f"{chance.getrandbits(256):064x}" for _ in iter(int, 1))
    table = table_of(core_answers.rules_of(setting.rules), setting.seats)
    near = setting.ways.near
    seed = lucky_seed(seeds, table, names, lead, near) if near else next(seeds)
    asked: Json = {"rules": setting.rules, "players": list(names), "seed": seed}
    if lead:
        asked["lead"] = lead
    whole = post("/rules", {"rules": setting.rules, "seats": setting.seats}).json
    deck = Counter(whole["deck"])
    match = Match(post, chance, asked, whole["rules"], deck, whole["packs"])
    # Their own chance: what is looked at changes nothing of how the match goes.
    own_chance = random.Random(seed)
    players = Players(match.ask, match.rules, table.ranks, setting.ways, own_chance)
    dealt = match.ask("/deal", **asked)
    state = dealt["state"]
    phase = "discard" if match.rules["turn"]["lead_gets_eight"] else "draw"
    start = {
        "round": 1,
        "phase": phase,
        "play_off": False,
        "moves": 0,
        "closer": None,
        "result": None,
    }
    stated = {name: asked[name] for name in asked if name != "players"} | start
    assert state | stated | {"to_play": state["lead"]} == state
    assert all(
        (one["total"], one["rejoins"], one["out"], one["left"]) == (0, 0, False, False)
        for one in state["players"]
    )
    check_state(match, state)
    check_events(state, {"type": "deal"}, state, dealt["events"])
    match.events += dealt["events"]
    check_views(match, state, [None, *names], over=False)
    return match, players, state


def step(
    match: Match, state: Json, action: Json, *, tried: bool = False
) -> tuple[Json, list[Json]]:
    """The state after a listed action and the events, both checked.

    Not all look at what comes of an action that is only tried.
    """
    answer = match.ask("/play", state=state, action=action)
    after, events, kind = answer["state"], answer["events"], action["type"]
    assert same(after, after_action(match.rules, state, action, after))
    check_state(match, after)
    check_events(state, action, after, events)
    names = match.setting["players"]
    viewers = [match.chance.choice([None, *names])]
    if tried and match.sometimes(0.8):
        viewers = []
    elif kind in {"deal", "close"} or after["phase"] == "match_over":
        viewers = [None, *names]
    over = (state if kind == "cancel" else after)["phase"] in SHOWN
    check_views(match, after, viewers, over=over)
    if kind == "deal":
        assert match.ask("/deal", state=state) == answer
    elif kind == "close":
        check_close(match, state, action, after)
    if after["phase"] in SHOWN:
        check_scored(match, state, action, after)
    return after, events


def check_state(match: Match, state: Json) -> None:
    """Every card of the deck lies in one place, and the hands are as large as the phase says."""
    closing = [state["closer"]["discard"]] if state["closer"] else []
    closing = [card for card in closing if card is not None]
    held = [card for hand in hands_of(state).values() for card in hand]
    assert Counter([*held, *state["stock"], *state["discards"], *closing]) == match.deck
    for one in state["players"] if state["phase"] != "cancelled" else []:
        turn = state["phase"] == "discard" and one["player"] == state["to_play"]
        sizes = {0 if one["out"] else 7 + turn}
        if one["left"] or (one["out"] and state["phase"] in SHOWN):
            sizes = {0, 7}
        elif state["phase"] == "match_over" and state["result"]["showdown"] is None:
            sizes = {7, 8}
        assert len(one["cards"]) in sizes


def check_views(match: Match, state: Json, viewers: list[str | None], *, over: bool) -> None:
    """Each player, and an onlooker, sees what there is for them to see and nothing more."""
    for player in viewers:
        asked = {"player": player} if player else {}
        assert match.ask("/view", state=state, **asked) == seen(state, player, over=over)


def check_close(match: Match, before: Json, action: Json, after: Json) -> None:
    """It is worth what was offered."""
    showdown = after["result"]["showdown"]
    judged = match.ask("/close", state=before, discard=action["discard"])
    assert judged["legal"]
    assert judged["best"] == showdown["closer"]["closing"]


def check_scored(match: Match, before: Json, action: Json, after: Json) -> None:
    """The result of a round follows from the rules, and is what /score says of the state."""
    if action["type"] == "leave":
        player = action["player"]
        match.opened = check_left(match.rules, before, player, after, match.opened)
    elif action["type"] != "rejoin":
        match.opened = check_result(match.rules, before, after, match.opened)
        if match.sometimes(0.2):
            check_points(match.rules, match.packs, after)
    assert match.ask("/score", state=after) == after["result"]


def check_offer(match: Match, state: Json, offer: Json) -> None:
    """What is listed is what the rules allow, and each closing is what /close says of it."""
    closings = closings_of(offer)
    expected = [*listed(match.rules, state, closings)]
    assert offer["player"] == state["to_play"]
    assert sorted(offer["actions"], key=str) == sorted(expected, key=str)
    assert offer["room"] == list(of_the_room(state))
    may_close = state["phase"] == "discard" or (
        state["phase"] == "draw" and match.rules["close"]["without_drawing"]
    )
    if may_close and match.sometimes(0.2):
        hand = hands_of(state)[state["to_play"]] if state["phase"] == "discard" else [None]
        discard = match.chance.choice(hand)
        judged = match.ask("/close", state=state, discard=discard)
        assert judged["closing"] == closings.get(discard)
        if match.sometimes(0.2):
            check_closing(match.rules, match.packs, state, discard, judged["closing"])


def closings_of(offer: Json) -> dict[str | None, Json]:
    return {one["discard"]: one["closing"] for one in offer["closings"]}


def one_not_listed(match: Match, state: Json, offer: Json) -> tuple[Json, str]:
    found = list(not_listed(match.rules, state, closings_of(offer)))
    return match.chance.choice(found)


def check_refusal(match: Match, state: Json, action: Json, code: str) -> None:
    answer = match.post("/play", {"state": state, "action": action})
    assert answer.status_code == 422, (action, answer.text)
    assert answer.json["type"] == "illegal-action"
    assert told_of(code, answer.json["violations"]), (action, answer.text)


def told_of(code: str, violations: list[Json]) -> bool:
    return any(one["code"].startswith(code) for one in violations)


def check_replay(match: Match, last: Json) -> None:
    """From its seed the match plays out to the same bytes, up to an action that is not allowed."""
    told = replayed(match, match.actions)
    assert told.pop("events") == match.events
    assert json.dumps(told.pop("state")) == json.dumps(last)
    assert told == {"legal": True, "failed_at": None, "violations": []}
    at = match.chance.randrange(len(match.actions))
    later = match.ask("/replay", state=match.states[at], actions=match.actions[at:])
    assert (later["legal"], later["state"]) == (True, last)
    assert later["events"] == match.events[len(match.events) - len(later["events"]) :]
    wrong, code = one_not_listed(match, match.states[at], match.offers[at])
    told = replayed(match, [*match.actions[:at], wrong, *match.actions[at:]])
    assert (told["legal"], told["failed_at"]) == (False, at)
    assert told_of(code, told["violations"])
    for violation in told["violations"]:
        assert violation["pointer"].startswith(f"#/actions/{at}"), violation
    assert json.dumps(told["state"]) == json.dumps(match.states[at])


def replayed(match: Match, actions: list[Json]) -> Json:
    """The answer of /replay, which is the same bytes whenever it is asked for."""
    question = match.setting | {"actions": actions}
    answers = [match.post("/replay", question) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [200, 200], answers[0].text
    assert answers[0].data == answers[1].data
    return dict(answers[0].json)

"""Random matches over HTTP: every answer for a seat is compared with that for the state."""

import json
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

Json = Any
Post = Callable[[str, Json], Any]

NAMES = ["ana", "ben", "eva", "fran", "gil", "hugo"]
EVERYTHING = ["actions", "views"]
ENDED = {"match_over", "cancelled"}
OPEN = {"round_over", "match_over"}
MOST_ACTIONS = 400

KINDS: dict[str, Json] = {
    "draw": {"type": "draw", "from": "stock"},
    "show": {"type": "show"},
    "lay_off": {"type": "lay_off", "lay_offs": []},
    "deal": {"type": "deal"},
    "cancel": {"type": "cancel"},
}
"""An action of each type that needs no card and no player."""


@dataclass
class Seats:
    """A match that is played at random, with every seat looking on."""

    post: Post
    rules: Json
    seats: int
    seed: str
    showdown: str
    chance: random.Random = field(init=False)
    phases: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.chance = random.Random(f"{self.rules} {self.seats} {self.seed} {self.showdown}")

    def ask(self, path: str, **question: Json) -> Json:
        answer = self.post(path, question)
        assert answer.status_code == 200, (path, answer.text)
        return answer.json

    def play(self) -> None:
        """The whole match, or its first actions; each state is looked at from every seat."""
        start = {"rules": self.rules, "players": NAMES[: self.seats], "seed": self.seed}
        step = self.ask("/deal", **start, showdown=self.showdown, include=EVERYTHING)
        for _ in range(MOST_ACTIONS):
            state = step["state"]
            self.phases.add(state["phase"])
            self.check(step)
            if state["phase"] in ENDED:
                return
            action = self.choose(step)
            moves = {"moves": state["moves"], "include": EVERYTHING}
            step = self.ask("/play", state=state, action=action, **moves)

    # What is done

    def choose(self, step: Json) -> Json:
        """Leaves and cancels are rare; closes are taken; in a showdown everything occurs."""
        state, offer = step["state"], step["actions"]
        if self.chance.random() < 0.02:
            leaves = [one for one in offer["room"] if one["type"] == "leave"]
            if leaves:
                return self.chance.choice(leaves)
        if self.chance.random() < 0.002:
            return offer["room"][-1]
        if offer["closings"] and self.chance.random() < 0.8:
            return {"type": "close", "discard": offer["closings"][0]["discard"]}
        if state["phase"] == "showdown":
            return self.choose_in_showdown(state, offer)
        if state["phase"] == "discard":
            hand = self.ask("/evaluate", state=state, player=state["to_play"])
            best = {"type": "discard", "card": hand["choices"][0]["discard"]}
            if best in offer["actions"] and self.chance.random() < 0.9:
                return best
        return self.chance.choice(offer["actions"])

    def choose_in_showdown(self, state: Json, offer: Json) -> Json:
        best, options = offer["showdown"]["best"], offer["showdown"]["options"]
        if state["pass"] == 1:
            melds = {"melds": best["melds"]}
            shows: list[Json] = [{}, best, melds, melds | {"lay_offs": []}, {"melds": []}]
            return {"type": "show"} | self.chance.choice(shows)
        if self.chance.random() < 0.5:
            return {"type": "lay_off", "lay_offs": [self.chance.choice(options)]}
        return self.chance.choice(offer["actions"])

    # What holds

    def check(self, step: Json) -> None:
        state = step["state"]
        assert step["actions"] == self.ask("/actions", state=state)
        names = [one["player"] for one in state["players"]]
        assert [seat["player"] for seat in step["views"]] == [*names, None]
        for seat in step["views"]:
            viewer = {} if seat["player"] is None else {"player": seat["player"]}
            assert seat["view"] == self.ask("/view", state=state, **viewer)
            assert seat["events"] == list(events_for(seat["player"], step["events"]))
            hidden = hidden_from(seat["player"], state)
            assert not hidden & set(cards_in(seat)), (seat, hidden)
            assert (state["seed"] in json.dumps(seat)) == (state["phase"] in ENDED)
            self.check_questions(step, seat)
        for action in [*step["actions"]["actions"], *step["actions"]["room"]]:
            if self.chance.random() < 0.2:
                self.ask("/play", state=state, action=action)
        self.check_refusals(step)

    def check_questions(self, step: Json, seat: Json) -> None:
        """Every answer to a view is that to the state, for the player whose view it is."""
        state, view, player = step["state"], seat["view"], seat["player"]
        acts = state["phase"] not in {"draw", "discard", "showdown"} or player == state["to_play"]
        nothing: Json = {"actions": [], "closings": [], "showdown": None}
        assert self.ask("/actions", view=view) == step["actions"] | ({} if acts else nothing)
        held: list[str] = next(
            (one["cards"] for one in state["players"] if one["player"] == player), []
        )
        if held:
            by_state = self.ask("/evaluate", state=state, player=player)
            assert self.ask("/evaluate", view=view) == by_state
            close = {"discard": self.chance.choice(held)}
            judged = json.dumps(self.ask("/close", view=view, **close))
            if acts:
                by_state = self.ask("/close", state=state, **close)
                assert json.loads(judged.replace('"#/view', '"#/state')) == by_state
            else:
                assert [one["code"] for one in json.loads(judged)["violations"]] == [
                    "action.not_your_turn"
                ]
        if state["phase"] == "showdown" and player is not None:
            told = self.ask("/layoff/options", view=view)
            by_state = self.ask("/layoff/options", state=state)
            assert told == (by_state if acts else by_state | {"options": []})
            assert by_state["options"] == step["actions"]["showdown"]["options"]

    def check_refusals(self, step: Json) -> None:
        """Each kind of action that is not listed is refused with the code for it."""
        state = step["state"]
        for action, code in unlisted(step):
            answer = self.post("/play", {"state": state, "action": action})
            assert answer.status_code == 422, (action, answer.text)
            codes = [one["code"] for one in answer.json["violations"]]
            assert any(one.startswith(code) for one in codes), (action, codes)
        stale = {"state": state, "action": {"type": "cancel"}, "moves": state["moves"] + 1}
        refused = self.post("/play", stale).json
        assert [one["code"] for one in refused["violations"]] == ["action.stale"]


def unlisted(step: Json) -> Iterator[tuple[Json, str]]:
    """An action of each type that is not listed now, and how its code begins."""
    state, offer = step["state"], step["actions"]
    listed = {one["type"] for one in [*offer["actions"], *offer["room"]]}
    over = state["phase"] in ENDED
    for kind, action in KINDS.items():
        if kind not in listed:
            yield action, "action.match_over" if over else "action.wrong_phase"
    card = state["players"][0]["cards"] or state["stock"] or state["discards"]
    if "discard" not in listed:
        wrong = "action.match_over" if over else "action.wrong_phase"
        yield {"type": "discard", "card": card[0]}, wrong
    if state["phase"] in {"showdown", "round_over"}:
        yield {"type": "close", "discard": card[0]}, "close.not_now"
    player = state["players"][0]["player"]
    if "leave" not in listed:
        yield {"type": "leave", "player": player}, "action.match_over" if over else "leave.not_now"
    if "rejoin" not in listed:
        yield {"type": "rejoin", "player": player}, "rejoin."


def events_for(viewer: str | None, events: list[Json]) -> Iterator[Json]:
    """The events with only the secrets of this player."""
    for event in events:
        own = event.get("player") == viewer
        yield {name: value for name, value in event.items() if name != "secret" or own}


def hidden_from(viewer: str | None, state: Json) -> set[str]:
    """The cards that lie where this player cannot look, and nowhere else."""
    closer = state["closer"] and state["closer"]["player"]
    seen, hidden = set(state["discards"]), set(state["stock"])
    for one in state["players"]:
        is_open = state["phase"] in OPEN or one["player"] in {viewer, closer}
        # Who may have cancelled a showdown or a round that was over isn't told by the state.
        is_open = is_open or (state["phase"] == "cancelled" and closer is not None)
        (seen if is_open else hidden).update(one["cards"])
    for shown in state["shown"] or []:
        seen.update(card for meld in shown["melds"] for card in meld["cards"])
        seen.update(lay_off["card"] for lay_off in shown["lay_offs"])
    if closer and state["closer"]["discard"]:
        (seen if viewer == closer else hidden).add(state["closer"]["discard"])
    if state["drawn"] and state["drawn"]["from"] == "discards":
        seen.add(state["drawn"]["card"])
    return hidden - seen


def cards_in(value: Json) -> Iterator[str]:
    """Every card in a value, but not those for which others stand.

    A card that was discarded in this step was seen, also if it is in a new stock now.
    """
    if isinstance(value, list):
        for member in value:
            yield from cards_in(member)
    elif isinstance(value, dict) and value.get("type") != "discarded":
        for name, member in value.items():
            if name in {"card", "discard"}:
                yield from [member] if isinstance(member, str) else cards_in(member)
            elif name in {"cards", "unmatched", "discards"} and member is not None:
                yield from member
            elif name != "stands_for":
                yield from cards_in(member)

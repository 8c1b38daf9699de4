"""Impossible states: states of matches that were played, each damaged in one way."""

from collections.abc import Callable
from copy import deepcopy
from typing import Any

State = dict[str, Any]
Damage = Callable[[State], Any]
Cases = dict[str, list[tuple[str, Damage, str]]]

TIE = {
    "base": "fournier",
    "points": {"count": "cards"},
    "close": {"max_unmatched_points": 7},
    "match": {"limit": 1},
}
NAMES = ["ana", "bea", "carlos", "dani", "eva"]
EIGHT = {"base": "barajamos", "turn": {"lead_gets_eight": True}}
UNDRAWN = {"base": "barajamos", "close": {"without_drawing": True, "max_unmatched_points": 20}}
TABLES = {"tie": TIE, "eight": EIGHT, "undrawn": UNDRAWN}
"""Tables that are no profile, by a name for them here."""

SEATS = {"barajamos": 3, "classic": 5, "ludoteka": 4, "fournier": 2}
SEATS |= {"tie": 4, "eight": 3, "undrawn": 3}
USUAL = "barajamos classic ludoteka fournier"
MOMENTS = ["deal", "draw", "discard", "taken", "over", "ended", "cancelled", "gone", "gone over"]
GIVEN = [f"{table} {moment}" for table in USUAL.split() for moment in MOMENTS]
GIVEN += ["barajamos rejoined", "tie over", "tie play-off", "tie ended"]
GIVEN += [f"{table} alone" for table in USUAL.split()]
GIVEN += [f"{table} left" for table in ("barajamos", "classic", "ludoteka", "eight")]
GIVEN += [f"{table} left-over" for table in ("barajamos", "classic", "ludoteka")]
GIVEN += ["eight deal", "eight draw", "eight over", "eight cancelled", "eight alone"]
GIVEN += ["undrawn closed", "undrawn draw", "undrawn ended"]
KNOWN = [name for name in GIVEN if not name.startswith("fournier gone")]


def good(answer: Any) -> Any:
    assert answer.status_code == 200, answer.text[:2_000]
    return answer.json


class Matches:
    """Matches played once, and moments of each."""

    def __init__(self, post: Any) -> None:
        self.post = post
        self.played: dict[str, tuple[list[State], dict[str, State]]] = {}

    def state(self, name: str) -> State:
        table, _, moment = name.partition(" ")
        return deepcopy(self.of(table)[1][moment])

    def of(self, table: str) -> tuple[list[State], dict[str, State]]:
        """The first match at a table that has all the moments wanted."""
        wanted = {name.partition(" ")[2] for name in KNOWN if name.split()[0] == table}
        seed = 0
        while table not in self.played:
            states = self.match(table, f"a match that is tried, {seed}")
            moments = self.moments(states)
            if wanted <= set(moments):
                self.played[table] = (states, moments)
            seed += 1
            assert seed < 40, wanted - set(moments)
        return self.played[table]

    def match(self, table: str, seed: str) -> list[State]:
        """Every state of a match, from its first deal until it is over."""
        start = {"rules": TABLES.get(table, table), "players": NAMES[: SEATS[table]], "seed": seed}
        states: list[State] = [good(self.post("/deal", start))["state"]]
        while states[-1]["phase"] != "match_over":
            states.append(self.after(states[-1], **self.next_action(states[-1])))
            assert len(states) < 3_000
        return states

    def after(self, state: State, **action: Any) -> Any:
        return good(self.post("/play", {"state": state, "action": action}))["state"]

    def next_action(self, state: State) -> Any:
        """Draw from the stock, close as soon as one may, else keep about the best seven; deal."""
        if state["phase"] == "round_over":
            return {"type": "deal"}
        can = good(self.post("/actions", {"state": state}))
        if can["closings"]:
            return {"type": "close", "discard": can["closings"][0]["discard"]}
        if state["phase"] == "draw":
            return next(one for one in can["actions"] if one["type"] == "draw")
        held = next(one for one in state["players"] if one["player"] == state["to_play"])
        hand = {"rules": state["rules"], "seats": len(state["players"]), "cards": held["cards"]}
        choices = good(self.post("/evaluate", hand))["choices"]
        worse = (
            held["turns"] % 3 if held["turns"] > 9 else 0
        )  # lest all wait for each other's cards
        return {"type": "discard", "card": choices[worse]["discard"]}

    def moments(self, states: list[State]) -> dict[str, State]:
        first = [state for state in states if state["round"] == 1]
        draws = [state for state in states if state["phase"] == "draw"]
        over = [state for state in states if state["phase"] == "round_over"]
        found = {
            "deal": states[:1],
            "draw": [s for s in first if s in draws and s["lead"] != s["to_play"]][-1:],
            "discard": [state for state in first if state["phase"] == "discard"],
            "taken": [
                self.after(state, type="draw", **{"from": "discards"})
                for state in states[:1]
                if state["phase"] == "draw"
            ],
            "over": [state for state in over if state["closer"]],
            "ended": states[-1:],
            "cancelled": [self.after(states[1], type="cancel")],
            "gone": [s for s in draws if any(one["out"] for one in s["players"])],
            "gone over": [s for s in over if any(one["out"] for one in s["players"])],
            "play-off": [state for state in draws if state["play_off"]],
            "closed": [s for s in over if s["closer"] and s["closer"]["discard"] is None],
            "alone": [self.left_alone(next(s for s in states if s["phase"] == "discard"))],
        }
        for moment, those in ("left", found["draw"]), ("left-over", found["over"]):
            several = [s for s in those if sum(not one["out"] for one in s["players"]) > 2]
            found[moment] = [self.without_one(state) for state in several[:1]]
        for state in found["gone over"]:
            can = good(self.post("/actions", {"state": state}))["actions"]
            back = [self.after(state, **one) for one in can if one["type"] == "rejoin"]
            found["rejoined"] = [*found.get("rejoined", []), *back]
        return {moment: those[0] for moment, those in found.items() if those}

    def without_one(self, state: State) -> State:
        """The state after one has left of those who are neither to play nor lead nor closed."""
        closer = state["closer"] and state["closer"]["player"]
        busy = {state["to_play"], state["lead"], closer}
        names = [one["player"] for one in state["players"] if not one["out"]]
        leaver = next((name for name in names if name not in busy), names[-1])
        return self.after(state, type="leave", player=leaver)  # type: ignore[no-any-return]

    def left_alone(self, state: State) -> State:
        """The state after all have left but who is to play, with eight cards."""
        for one in state["players"]:
            if one["player"] != state["to_play"] and not one["out"]:
                last = self.after(state, type="leave", player=one["player"])
                if last["phase"] == "match_over":
                    return last  # type: ignore[no-any-return]
                state = last
        raise AssertionError("nobody has left")


def who(state: State) -> dict[str, int]:
    """Seats: of who is to play or has closed, of the next one, and of who is out or has left."""
    names = [one["player"] for one in state["players"]]
    me = names.index(state["to_play"] or (state["closer"] or state["players"][0])["player"])
    out = next((seat for seat, one in enumerate(state["players"]) if one["out"]), me)
    left = next((seat for seat, one in enumerate(state["players"]) if one["left"]), me)
    after_lead = (names.index(state["lead"]) + 1) % len(names)
    seats = {"me": me, "other": (me + 1) % len(names), "out": out, "second": after_lead}
    return seats | {"left": left, "alone": names.index(_winner(state) or names[me])}


def _winner(state: State) -> str | None:
    winners = state["result"]["match"]["winners"] if state["result"] else []
    return winners[0] if winners else None


def inner(state: State, place: str) -> tuple[Any, Any]:
    """What holds the value of a place, and its name or number there."""
    *steps, last = [int(step) if step.isdigit() else step for step in place.split("/")[1:]]
    value: Any = state
    for step in steps:
        value = value[step]
    return value, last


def cards_of(state: State, place: str) -> list[str]:
    holder, last = inner(state, place.format(**who(state)))
    return holder[last]  # type: ignore[no-any-return]


def put(place: str, value: Any) -> Damage:
    """Another value at a place; `{me}` and the like is that player's name."""

    def damage(state: State) -> None:
        seats = who(state)
        names = {word: state["players"][seat]["player"] for word, seat in seats.items()}
        names["absent"] = "JK" if str(state["rules"]) in {"barajamos", "fournier"} else "8o"
        holder, last = inner(state, place.format(**seats))
        holder[last] = value.format(**names) if isinstance(value, str) else deepcopy(value)

    return damage


def more(place: str, by: int = 1) -> Damage:
    def damage(state: State) -> None:
        holder, last = inner(state, place.format(**who(state)))
        holder[last] += by

    return damage


def drop(place: str) -> Damage:
    def damage(state: State) -> None:
        holder, last = inner(state, place.format(**who(state)))
        del holder[last]

    return damage


def move(source: str, goal: str, *, keep: bool = False) -> Damage:
    """A card, and not the one drawn, taken from a place and put at another, or put there too."""

    def damage(state: State) -> None:
        cards, others = cards_of(state, source), cards_of(state, goal)
        drawn = (state["drawn"] or {}).get("card")
        others.append(next(card for card in cards if card != drawn))
        if not keep:
            cards.remove(others[-1])

    return damage


def swap(source: str, goal: str) -> Damage:
    """Two different cards exchanged, the first where it was, so that all else stays."""

    def damage(state: State) -> None:
        ours, theirs = cards_of(state, source), cards_of(state, goal)
        a = next(at for at, card in enumerate(ours) if card not in theirs)
        b = next(at for at, card in enumerate(theirs) if card not in ours)
        ours[a], theirs[b] = theirs[b], ours[a]

    return damage


def both(*damages: Damage) -> Damage:
    return lambda state: [damage(state) for damage in damages]


def drawn_elsewhere(state: State) -> None:
    held = cards_of(state, "/players/{me}/cards")
    state["drawn"]["card"] = next(card for card in state["stock"] if card not in held)


def of_another_kind(state: State) -> None:
    meld = state["closer"]["melds"][0]
    meld["kind"] = "run" if meld["kind"] == "set" else "set"


def cut(state: State) -> None:
    meld = state["closer"]["melds"][0]
    meld["cards"] = meld["cards"][:2]
    meld["stands_for"] = meld["stands_for"] and meld["stands_for"][:2]


def stocked_discard(state: State) -> None:
    state["stock"].append(state["closer"]["discard"])


def not_held(state: State) -> None:
    held = cards_of(state, "/players/{me}/cards")
    stranger = next(card for card in state["stock"] if card not in held)
    state["closer"]["melds"][0]["cards"][0] = stranger


def uncounted(state: State) -> None:
    for one, score in zip(state["players"], state["result"]["scores"], strict=True):
        if score["out"] and not one["out"]:
            one["rejoins"] = 0


def laid_off(state: State) -> None:
    """A card that never was laid off said to be."""
    opponent = state["result"]["showdown"]["opponents"][0]
    card = cards_of(state, "/players/{other}/cards")[0]
    names = {"owner": state["closer"]["player"], "card": card}
    opponent["lay_offs"].append(names | {"meld": 0, "place": "low", "pass": 1})

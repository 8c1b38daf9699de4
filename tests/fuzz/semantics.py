"""What good answers must mean: sums, and cards that neither appear nor vanish."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from fuzz.hidden_cards import SHOWN_SEED, seats, view

Json = Any


def wrong(operation: str, question: Json, answer: Json) -> Iterator[str]:
    """Everything in a good answer that cannot be."""
    yield from _legality(answer)
    check = CHECKS.get(operation)
    if check:
        yield from check(question, answer)


def _legality(value: Json) -> Iterator[str]:
    """`legal` is true exactly where nothing below it is a violation."""
    if isinstance(value, list):
        for member in value:
            yield from _legality(member)
    elif isinstance(value, dict):
        if "legal" in value and value["legal"] == any(_violations(value)):
            yield f"legal is {value['legal']} with the violations {list(_violations(value))}"
        for member in value.values():
            yield from _legality(member)


def _violations(value: Json) -> Iterator[Json]:
    if isinstance(value, list):
        for member in value:
            yield from _violations(member)
    elif isinstance(value, dict):
        yield from value.get("violations", [])
        for name, member in value.items():
            if name in {"opponents", "showdown"}:
                yield from _violations(member)


def match_of(question: Json) -> Json:
    """The state or the view that a question is about, or None."""
    return question.get("state") or question.get("view")


def held(state: Json, player: str) -> list[str]:
    """A player's cards in a state, or in that player's view."""
    cards: list[str] = next(p["cards"] for p in state["players"] if p["player"] == player)
    return cards


def _melded(melding: Json) -> list[str]:
    melded = [card for meld in melding["melds"] for card in meld["cards"]]
    return [*melded, *melding["unmatched"]]


def _splits(melding: Json, cards: Iterable[str], what: str) -> Iterator[str]:
    if melding is not None and Counter(_melded(melding)) != Counter(cards):
        yield f"{what}: melds and unmatched are {sorted(_melded(melding))}, not {sorted(cards)}"


def _evaluation(cards: list[str], told: Json, *, choices: bool = True) -> Iterator[str]:
    yield from _splits(told, cards, "hand")
    if told["cards"] != _melded(told):
        yield "cards are not the melds and then the unmatched"
    yield from _splits(told["closing"], cards, "closing")
    if (told["choices"] is not None) != (choices and len(cards) == 8):
        yield "choices are for eight cards"
    for choice in told["choices"] or []:
        rest = list((Counter(cards) - Counter([choice["discard"]])).elements())
        yield from _splits(choice, rest, f"discard of {choice['discard']}")
        yield from _splits(choice["closing"], rest, f"closing with {choice['discard']}")
    discards = [choice["discard"] for choice in told["choices"] or []]
    if told["choices"] is not None and sorted(discards) != sorted(set(cards)):
        yield f"the choices are {discards}"


def _evaluate(question: Json, told: Json) -> Iterator[str]:
    match = match_of(question)
    player = question.get("player", match and match.get("player"))
    cards = held(match, player) if match else question["cards"]
    yield from _evaluation(cards, told)
    for other in told.get("alternatives", []):
        yield from _splits(other, cards, "alternative")
        if other["unmatched_points"] != told["unmatched_points"]:
            yield "an alternative has other points"
    if len(told.get("alternatives", [])) != min(told.get("alternatives_total", 0), 100):
        yield "the alternatives are not as many as told"


def _batch(question: Json, told: Json) -> Iterator[str]:
    if len(told["results"]) != len(question["hands"]):
        yield "there are not as many results as hands"
    choices = question.get("choices", False)
    for cards, one in zip(question["hands"], told["results"], strict=False):
        yield from _evaluation(cards, one, choices=choices)


def _points(question: Json, told: Json) -> Iterator[str]:
    if len(told["unmatched_points"]) != len(question["hands"]):
        yield "there are not as many points as hands"


def _melds(question: Json, told: Json) -> Iterator[str]:
    if len(told["melds"]) != len(question["melds"]):
        yield "not every meld is judged"
    for shown, judged in zip(question["melds"], told["melds"], strict=False):
        cards = shown["cards"] if isinstance(shown, dict) else shown
        if Counter(cards) != Counter(judged["cards"]):
            yield f"{cards} are told as {judged['cards']}"
        if (judged["kind"] is None) == judged["legal"]:
            yield f"kind is {judged['kind']} where legal is {judged['legal']}"


def _close(question: Json, told: Json) -> Iterator[str]:
    match = match_of(question)
    player = match and match.get("player", match["to_play"])
    cards = held(match, player) if match else question["cards"]
    rest = Counter(cards) - Counter({question["discard"]} - {None})
    if sum(rest.values()) == 7:
        for name in ("melding", "closing", "best"):
            yield from _splits(told[name], rest.elements(), name)
    if told["legal"] != (told["closing"] is not None):
        yield "closing is there exactly when the close is legal"


def _end(end: Json, cards: list[str] | None, melds: Json) -> Iterator[str]:
    laid = [one["card"] for one in end["lay_offs"]]
    mine = [card for meld in melds for card in meld["cards"]] + laid + end["unmatched"]
    if cards is not None and Counter(mine) != Counter(cards):
        yield f"{end['player']} had {sorted(cards)} and ends with {sorted(mine)}"


def _layoff(question: Json, told: Json) -> Iterator[str]:
    state = question.get("state")
    players = state["players"] if state else [*question["opponents"], question["closer"] or {}]
    hands = {one["player"]: one["cards"] for one in players if one}
    closer = told["closer"]
    if closer and closer["closing"]:
        yield from _end(closer, hands[closer["player"]], closer["closing"]["melds"])
    for end in told["opponents"]:
        if end["legal"]:
            yield from _end(end, hands[end["player"]], end["melds"])
        if end["legal"] == (end["points"] is None):
            yield f"{end['player']} has {end['points']} points, legal {end['legal']}"
    on_table = Counter(c for one in told["table"] for m in one["melds"] for c in m["cards"])
    if on_table - sum((Counter(hand) for hand in hands.values()), Counter()):
        yield "cards lie on the table that nobody had"


def _options(question: Json, told: Json) -> Iterator[str]:
    match = match_of(question)
    if match:
        shown = [match["closer"], *match["shown"]]
        player = match.get("player", match["to_play"])
    else:
        shown = question["table"]
    cards = held(match, player) if match and told["options"] else question.get("cards", [])
    melds = {one["player"]: len(one["melds"]) for one in shown}
    for one in told["options"]:
        if one["card"] not in cards:
            yield f"{one['card']} is not held"
        if not 0 <= one["meld"] < melds.get(one["owner"], 0):
            yield f"{one['owner']} has no meld {one['meld']}"


def _score(question: Json, told: Json) -> Iterator[str]:
    names = [p["player"] for p in question.get("state", question)["players"]]
    if told["legal"] != bool(told["scores"]) or told["legal"] != (told["match"] is not None):
        yield "scores and match are there exactly when the round is legal"
    elif told["legal"]:
        if [score["player"] for score in told["scores"]] != names:
            yield "the scores are not those of the players in their order"
        yield from _sums(told["scores"], won=told["match"]["reason"] in {"chinchon", "full"})
        yield from _ending(told["match"], names)
    if told["showdown"]:
        yield from _layoff(question, told["showdown"])


def _sums(scores: Json, *, won: bool) -> Iterator[str]:
    for score in scores:
        name, points = score["player"], score["points"]
        total = sum(item["points"] for item in score["items"])
        if total != points:
            yield f"{name}: the items add up to {total}, not {points}"
        after = score["before"] + (0 if won else points)
        if score["after"] != after and not (points < 0 and score["after"] > after):  # a floor
            yield f"{name}: {score['before']} and {points} are {score['after']}"
        if (score["rejoin_total"] is None) == score["may_rejoin"]:
            yield f"{name}: a rejoin total is there exactly when one may rejoin"


def _ending(match: Json, names: list[str]) -> Iterator[str]:
    if set(match["winners"] + match["tied"]) - set(names):
        yield "a stranger has won or is tied"
    if match["over"] != (match["reason"] is not None) or (match["winners"] and not match["over"]):
        yield "over, reason and winners contradict each other"
    if match["draw"] != (match["over"] and not match["winners"]):
        yield "a draw is a match that is over and that nobody has won"


def _rejoin(question: Json, told: Json) -> Iterator[str]:
    if [p["player"] for p in told["players"]] != [p["player"] for p in question["players"]]:
        yield "the players are others"
    back = next(p for p in told["players"] if p["player"] == question["player"])
    if told["legal"] and back["out"]:
        yield "a player who may rejoin is still out"


def cards_of(state: Json) -> Counter[str]:
    """Every card of a state, wherever it lies."""
    found = Counter(state["stock"] + state["discards"])
    for one in state["players"]:
        found.update(one["cards"])
    if state["closer"]:
        found.update({state["closer"]["discard"]} - {None})
    return found


def _step(question: Json, told: Json) -> Iterator[str]:
    before, after = question.get("state"), told["state"]
    if before and cards_of(before) != cards_of(after):
        yield "cards have appeared or vanished"
    if before and before["seed"] != after["seed"]:
        yield "the seed is another"
    if not before and question.get("seed", after["seed"]) != after["seed"]:
        yield "the seed is not the one that was given"
    if after["phase"] == "draw" and any(len(p["cards"]) not in {0, 7} for p in after["players"]):
        yield "a hand is not of seven cards"
    if any(one["left"] and not one["out"] for one in after["players"]):
        yield "a player who has left is in"
    yield from seats(told)
    for event in told.get("events", []):
        if "cards" in event or ("card" in event and event.get("from") == "stock"):
            yield f"hidden cards are in an event, for all to see: {event}"


def _replay(question: Json, told: Json) -> Iterator[str]:
    if told["legal"] != (told["failed_at"] is None):
        yield "failed_at is there exactly when something was illegal"
    if told["failed_at"] is not None and not 0 <= told["failed_at"] < len(question["actions"]):
        yield f"no action is number {told['failed_at']}"
    yield from _step({"seed": question["seed"]}, told)


def _rules(_: Json, told: Json) -> Iterator[str]:
    deck, rules = told["rules"]["deck"], told["rules"]
    size = (deck["cards"] + deck["jokers"]) * told["packs"]
    if len(told["deck"]) != size:
        yield f"the deck has {len(told['deck'])} cards and not {size}"
    if not rules["players"]["min"] <= told["seats"] <= rules["players"]["max"]:
        yield f"{told['seats']} seats are none of this table"


def _actions(question: Json, told: Json) -> Iterator[str]:
    state = match_of(question)
    if told["player"] != state["to_play"]:
        yield "another player is to play"
    waits = state.get("player", state["to_play"]) != state["to_play"]
    may_act = state["phase"] == "round_over" or (state["phase"] not in SHOWN_SEED and not waits)
    if bool(told["actions"]) != may_act:
        yield "something may be done until the match is over"
    leavers = [one["player"] for one in told["room"] if one["type"] == "leave"]
    if leavers and leavers != [one["player"] for one in state["players"] if not one["out"]]:
        yield f"of those who are in {leavers} may leave"
    closes = [one["discard"] for one in told["actions"] if one["type"] == "close"]
    if Counter(closes) != Counter(one["discard"] for one in told["closings"]):
        yield "the closes that are listed are not those that are worked out"


CHECKS: dict[str, Callable[[Json, Json], Iterator[str]]] = {
    "evaluateHand": _evaluate,
    "evaluateHands": _batch,
    "evaluatePoints": _points,
    "judgeMelds": _melds,
    "judgeClosing": _close,
    "layOffRound": _layoff,
    "listLayOffs": _options,
    "scoreRound": _score,
    "rejoinMatch": _rejoin,
    "dealCards": _step,
    "playAction": _step,
    "viewMatch": view,
    "replayMatch": _replay,
    "checkRules": _rules,
    "listActions": _actions,
}

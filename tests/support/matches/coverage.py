"""What a step of a random match covers."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from support.matches.ends_model import puts_out
from support.matches.met import Met
from support.matches.state_model import changed, next_player_after, of_player

Json = dict[str, Any]

SHUFFLED = {
    ("on_draw", 0): Met.SHUFFLED_ON_DRAW,
    ("on_draw", 1): Met.SHUFFLED_ON_DRAW_KEPT,
    ("after_turn", 0): Met.SHUFFLED_AFTER_TURN,
    ("after_turn", 1): Met.SHUFFLED_AFTER_TURN_KEPT,
}
EXHAUSTED = {"on_draw": Met.EXHAUSTED_ON_DRAW, "after_turn": Met.EXHAUSTED_AFTER_TURN}
SHARED = {
    "all_out": Met.ALL_OUT_SHARED,
    "first_out": Met.FIRST_OUT_SHARED,
    "rounds": Met.ROUNDS_SHARED,
}
ONE_WINS = {
    "last_player": Met.LAST_PLAYER,
    "low_total": Met.LOW_TOTAL,
    "first_out": Met.FIRST_OUT,
    "rounds": Met.ROUNDS,
    "all_out": Met.ALL_OUT_LOWEST,
}


def met_in(rules: Json, before: Json, after: Json, events: Iterable[Json]) -> Iterator[Met]:
    """What a step of a match covers, by the states around it and its events."""
    told = {event["type"]: event for event in events}
    if "cancelled" in told:
        yield Met.CANCELLED
    if "left" in told:
        leaver = told["left"]["player"]
        yield from _left(before, after, leaver, set(told))
        before = changed(before, leaver, out=True, left=True)
    if "reshuffled" in told:
        yield SHUFFLED[rules["stock"]["reshuffle"], told["reshuffled"]["kept"]]
    if "rejoined" in told:
        yield from _rejoined(rules, before, after, told["rejoined"]["player"])
    if "dealt" in told:
        yield from _dealt(before, after)
    if "closed" in told and not before["drawn"]:
        yield Met.CLOSED_WITHOUT_DRAWING if before["phase"] == "draw" else Met.EIGHT_CLOSED
    if "round_over" in told:
        yield from _round_over(rules, before, after)


def _dealt(before: Json, after: Json) -> Iterator[Met]:
    if after["phase"] == "discard":
        yield Met.EIGHT
    if after["lead"] != next_player_after(after, before["lead"]):
        yield Met.DEAL_PASSED


def _left(before: Json, after: Json, player: str, told: set[str]) -> Iterator[Met]:
    """What it covers that a player leaves."""
    if before["phase"] == "round_over":
        yield from _left_between(before, after, player)
        return
    if before["to_play"] != player:
        yield Met.LEFT_WAITING
    elif before["phase"] == "draw":
        yield Met.LEFT_TO_PLAY
    else:
        yield Met.LEFT_HOLDING if before["drawn"] else Met.LEFT_EIGHT
    if "reshuffled" in told:
        yield Met.LEFT_SHUFFLED
    if "round_over" in told:
        yield Met.LEFT_EXHAUSTED
    elif after["phase"] == "match_over":
        yield Met.LEFT_ONE_PLAY_OFF if before["play_off"] else Met.LEFT_ONE
    elif before["play_off"]:
        yield Met.LEFT_PLAY_OFF
    elif before["lead"] == player:
        yield Met.LEFT_LEAD


def _left_between(before: Json, after: Json, player: str) -> Iterator[Met]:
    yield Met.LEFT_ONE_BETWEEN if after["phase"] == "match_over" else Met.LEFT_BETWEEN
    if before["closer"] and before["closer"]["player"] == player:
        yield Met.LEFT_CLOSER
    if any(_has_rejoined(before, one) for one in before["players"]):
        yield Met.LEFT_AFTER_REJOIN


def _has_rejoined(state: Json, one: Json) -> bool:
    """Whether a player whom the last round put out is in again."""
    return not one["out"] and bool(of_player(state["result"]["scores"], one["player"])["out"])


def _rejoined(rules: Json, before: Json, after: Json, player: str) -> Iterator[Met]:
    back = of_player(after["players"], player)
    scores = before["result"]["scores"]
    highest = max(score["after"] for score in scores if not score["out"])
    if back["total"] == highest:
        yield Met.REJOINED_HIGHEST
    elif rules["rejoin"]["total"] == "second_highest_in":
        yield Met.REJOINED_SECOND
    else:
        yield Met.REJOINED_LOWEST
    if back["rejoins"] > 1:
        yield Met.REJOINED_AGAIN
    played = {score["player"] for score in scores if score["items"] or not score["out"]}
    if any(one["left"] and one["player"] in played for one in before["players"]):
        yield Met.LEFT_AND_REJOINED


def _round_over(rules: Json, before: Json, after: Json) -> Iterator[Met]:
    match, closer, scores = after["result"]["match"], after["closer"], after["result"]["scores"]
    if closer is None:
        yield EXHAUSTED[rules["stock"]["reshuffle"]]
        if match["over"]:
            yield Met.EXHAUSTED_MATCH
        if before["play_off"]:
            yield Met.PLAY_OFF_EXHAUSTED
    else:
        yield from _closed(after["result"], closer["player"])
    if any(_at_floor(rules, score) for score in scores):
        yield Met.FLOOR
    if match["tied"]:
        yield _tied(rules, before, after)
    if match["over"] and match["reason"] not in {"chinchon", "full"}:
        yield from _over(rules, before, after)
    if match["prize"] and len(match["winners"]) > 1:
        yield Met.PRIZE_SHARED
    if match["prize"] and rules["match"]["prize"] == "pot":
        yield Met.POT


def _at_floor(rules: Json, score: Json) -> bool:
    """Whether a total would be lower without the floor."""
    floor = rules["match"]["floor"]
    return floor is not None and score["before"] + score["points"] < floor == score["after"]


def _closed(result: Json, closer: str) -> Iterator[Met]:
    closing, match = result["showdown"]["closer"]["closing"], result["match"]
    if closing["kind"] == "full":
        yield Met.FULL_WINS if closing["wins_match"] else Met.FULL
    if closing["kind"] == "chinchon":
        if closing["wins_match"]:
            yield Met.CHINCHON_WILD_WINS if closing["wilds"] else Met.CHINCHON_WINS
        elif match["reason"] == "low_total":
            yield Met.LOW_BY_CHINCHON
        elif not match["over"]:
            yield Met.CHINCHON_WILD_SCORES if closing["wilds"] else Met.CHINCHON_SCORES
    for score in result["scores"]:
        codes = {item["code"] for item in score["items"]}
        if score["player"] != closer and codes & {"full", "chinchon"}:
            yield Met.FULL_OF_ANOTHER
        if "others_add" in codes:
            yield Met.OTHERS_ADD
        if score["player"] == closer and score["out"]:
            yield Met.CLOSER_OUT


def _tied(rules: Json, before: Json, after: Json) -> Met:
    if before["play_off"]:
        return Met.PLAY_OFF_TIED
    played = [score for score in after["result"]["scores"] if _played(before, score)]
    if all(puts_out(rules, score["after"]) for score in played):
        return Met.ALL_OUT_TIED
    rounds = rules["match"]["rounds"]
    first_out = rules["match"]["ends"] == "first_out" and any(one["out"] for one in played)
    return Met.ROUNDS_TIED if before["round"] == rounds and not first_out else Met.OTHERS_TIED


def _over(rules: Json, before: Json, after: Json) -> Iterator[Met]:
    match = after["result"]["match"]
    if before["play_off"]:
        yield Met.PLAY_OFF_WON
        return
    if match["draw"]:
        yield Met.ALL_OUT_DRAW
    elif len(match["winners"]) > 1:
        yield SHARED[match["reason"]]
    else:
        yield ONE_WINS[match["reason"]]
        yield from _tie_broken(rules, before, after)
    if match["reason"] == "rounds" and rules["match"]["ends"] != "rounds":
        yield Met.ROUNDS_FIRST


def _tie_broken(rules: Json, before: Json, after: Json) -> Iterator[Met]:
    """The step by which one of equal totals has won; or that it has won though not lowest."""
    match, closer = after["result"]["match"], after["closer"] and after["closer"]["player"]
    played = [score for score in after["result"]["scores"] if _played(before, score)]
    if match["reason"] == "all_out" and rules["match"]["all_out"] == "lowest_but_closer":
        if min(played, key=lambda score: score["after"])["player"] == closer:
            yield Met.ALL_OUT_BUT_CLOSER
        played = [score for score in played if score["player"] != closer]
    elif match["reason"] != "all_out":
        played = [score for score in played if not score["out"]]
    totals = Counter(score["after"] for score in played)
    if totals[min(totals)] == 1:
        return
    lowest = [score["player"] for score in played if score["after"] == min(totals)]
    rejoins = [of_player(before["players"], name)["rejoins"] for name in lowest]
    steps = rules["match"]["tie_breaks"]
    if "fewest_rejoins" in steps and rejoins.count(min(rejoins)) == 1:
        if match["reason"] == "all_out":
            yield Met.ALL_OUT_FEWEST
    else:
        yield Met.TIE_TO_CLOSER if "closer" in steps and closer in lowest else Met.TIE_TO_FIRST


def _played(before: Json, score: Json) -> bool:
    return any(one["player"] == score["player"] and not one["out"] for one in before["players"])

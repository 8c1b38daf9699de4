"""What random matches must cover: every way to end, and what is rare before the end."""

from collections import Counter
from collections.abc import Iterable, Iterator
from enum import StrEnum
from typing import Any

Json = dict[str, Any]


class Met(StrEnum):
    """One way for a match to end, or one thing that happens in it."""

    LAST_PLAYER = "the last player wins"
    ALL_OUT_DRAW = "all are out: a draw"
    ALL_OUT_LOWEST = "all are out: the lowest total wins"
    ALL_OUT_SHARED = "all are out: equal totals share"
    ALL_OUT_FEWEST = "all are out: of equal totals the fewest rejoins win"
    ALL_OUT_TIED = "all are out: equal totals play off"
    PLAY_OFF_TIED = "a play-off ends equal"
    PLAY_OFF_WON = "a play-off is won"
    PLAY_OFF_EXHAUSTED = "a play-off round is exhausted"
    LOW_TOTAL = "a low total wins"
    LOW_BY_CHINCHON = "a chinchón makes the low total that wins"
    CHINCHON_WINS = "a chinchón wins on the spot"
    CHINCHON_WILD_WINS = "a chinchón with wilds wins on the spot"
    CHINCHON_SCORES = "a chinchón scores and the match goes on"
    CHINCHON_WILD_SCORES = "a chinchón with wilds scores and the match goes on"
    FULL = "a full close scores"
    CLOSER_OUT = "a close puts its closer out"
    FIRST_OUT = "the first out ends the match"
    FIRST_OUT_SHARED = "the first out ends the match and equal totals share"
    ROUNDS = "the rounds are over: the lowest total wins"
    ROUNDS_SHARED = "the rounds are over: equal totals share"
    ROUNDS_TIED = "the rounds are over: equal totals play off"
    CANCELLED = "the match is cancelled"
    PRIZE_SHARED = "the winners share a prize"
    SHUFFLED_ON_DRAW = "on a draw all discards become the stock"
    SHUFFLED_ON_DRAW_KEPT = "on a draw all discards but the top become the stock"
    SHUFFLED_AFTER_TURN = "after a turn all discards become the stock"
    SHUFFLED_AFTER_TURN_KEPT = "after a turn all discards but the top become the stock"
    EXHAUSTED_ON_DRAW = "a draw from an empty stock ends the round"
    EXHAUSTED_AFTER_TURN = "a turn that empties the stock ends the round"
    EXHAUSTED_MATCH = "an exhaustion ends the match"
    REJOINED_HIGHEST = "a player rejoins at the highest total"
    REJOINED_LOWEST = "a player rejoins at a total lower than the highest"
    REJOINED_AGAIN = "a player rejoins a second time"


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
    if "reshuffled" in told:
        yield SHUFFLED[rules["stock"]["reshuffle"], told["reshuffled"]["kept"]]
    if "rejoined" in told:
        yield from _rejoined(before, after, told["rejoined"]["player"])
    if "round_over" in told:
        yield from _round_over(rules, before, after)


def _rejoined(before: Json, after: Json, player: str) -> Iterator[Met]:
    (back,) = (one for one in after["players"] if one["player"] == player)
    highest = max(one["total"] for one in before["players"] if not one["out"])
    yield Met.REJOINED_HIGHEST if back["total"] == highest else Met.REJOINED_LOWEST
    if back["rejoins"] > 1:
        yield Met.REJOINED_AGAIN


def _round_over(rules: Json, before: Json, after: Json) -> Iterator[Met]:
    match, closer = after["result"]["match"], after["closer"]
    if closer is None:
        yield EXHAUSTED[rules["stock"]["reshuffle"]]
        if match["over"]:
            yield Met.EXHAUSTED_MATCH
        if before["play_off"]:
            yield Met.PLAY_OFF_EXHAUSTED
    else:
        yield from _closed(after["result"], closer["player"])
    if match["tied"]:
        if before["play_off"]:
            yield Met.PLAY_OFF_TIED
        else:
            yield Met.ROUNDS_TIED if rules["match"]["ends"] == "rounds" else Met.ALL_OUT_TIED
    if match["over"] and match["reason"] != "chinchon":
        yield from _over(rules, before, after)
    if match["prize"] and len(match["winners"]) > 1:
        yield Met.PRIZE_SHARED


def _closed(result: Json, closer: str) -> Iterator[Met]:
    closing, match = result["showdown"]["closer"]["closing"], result["match"]
    if closing["kind"] == "full":
        yield Met.FULL
    if closing["kind"] == "chinchon":
        if closing["wins_match"]:
            yield Met.CHINCHON_WILD_WINS if closing["wilds"] else Met.CHINCHON_WINS
        elif match["reason"] == "low_total":
            yield Met.LOW_BY_CHINCHON
        elif not match["over"]:
            yield Met.CHINCHON_WILD_SCORES if closing["wilds"] else Met.CHINCHON_SCORES
    if any(one["out"] for one in result["scores"] if one["player"] == closer):
        yield Met.CLOSER_OUT


def _over(rules: Json, before: Json, after: Json) -> Iterator[Met]:
    match = after["result"]["match"]
    if before["play_off"]:
        yield Met.PLAY_OFF_WON
    elif match["draw"]:
        yield Met.ALL_OUT_DRAW
    elif len(match["winners"]) > 1:
        yield SHARED[match["reason"]]
    else:
        yield ONE_WINS[match["reason"]]
        totals = Counter(one["after"] for one in after["result"]["scores"] if _played(before, one))
        fewest = rules["match"]["tie"] == "fewest_rejoins" and match["reason"] == "all_out"
        if fewest and totals[min(totals)] > 1:
            yield Met.ALL_OUT_FEWEST


def _played(before: Json, score: Json) -> bool:
    return any(one["player"] == score["player"] and not one["out"] for one in before["players"])

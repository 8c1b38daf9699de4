"""What a round makes of a match, from the rule book ("Totals", "All out") alone."""

from collections.abc import Mapping
from typing import Any, NamedTuple

Json = dict[str, Any]
ENDS_A_TIE = {"share", "seat_order", "play_on"}


class Settled(NamedTuple):
    """What becomes of the match, and of everybody: out or not, and where they may come back.

    `reason` is that of the end, or of the play-off that begins.
    """

    match: Json
    scores: list[Json]
    reason: str | None


def settled(
    rules: Json,
    before: Json,
    points: Mapping[str, int],
    closer: str | None,
    wins: str | None,
    opened: str | None,
) -> Settled:
    """What a round makes of a match.

    `before` is the state in which the round was played, `points` what each in it adds. `wins` is
    the kind of a close that wins, and `opened` the reason for which a play-off was begun.
    """
    players = before["players"]
    played = {one["player"]: one for one in players if not one["out"]}
    totals = {name: one["total"] for name, one in played.items()}
    if not wins:
        totals = {name: _at_least(rules, total + points[name]) for name, total in totals.items()}
    over_limit = [name for name, total in totals.items() if puts_out(rules, total)]
    reason, best = _first_that_holds(rules, before, totals, closer, wins, opened)
    found = reason
    draw = reason == "all_out" and not before["play_off"] and rules["match"]["all_out"] == "draw"
    lowest = min((totals[name] for name in best), default=0)
    winners = [] if draw else [name for name in best if totals[name] == lowest]
    rejoins = {name: one["rejoins"] for name, one in played.items()}
    winners, last = _decided(rules["match"]["tie_breaks"], winners, rejoins, closer)
    tied: list[str] = []
    if len(winners) > 1 and last == "play_on":
        reason, winners, tied = None, [], winners
    if wins:
        gone: set[str] = set()
    elif tied or before["play_off"]:
        gone = set(totals) - set(tied or winners)
    else:
        gone = set(over_limit)
    match = {"over": reason is not None, "reason": reason, "winners": winners, "draw": draw}
    everybody = {one["player"]: one["total"] for one in players} | totals
    match |= {"tied": tied, "prize": prize(rules, players, everybody, winners)}
    goes_on = reason is None and not tied and not before["play_off"]
    inside = [total for name, total in totals.items() if name not in gone]
    scores = []
    for one in players:
        name = one["player"]
        back = goes_on and name in gone and _may_return(rules, one, len(inside), len(players))
        at = _rejoin_total(rules["rejoin"]["total"], inside) if back else None
        new = {"out": one["out"] or name in gone, "may_rejoin": back}
        scores.append({"player": name, "after": everybody[name], "rejoin_total": at} | new)
    return Settled(match, scores, found)


def with_one_left(rules: Json, players: list[Json]) -> Json:
    """What becomes of a match in which all have left, or are out, but one."""
    inside = [one["player"] for one in players if not one["out"]]
    won = prize(rules, players, {one["player"]: one["total"] for one in players}, inside)
    match = {"over": True, "reason": "last_player", "winners": inside, "draw": False, "tied": []}
    return match | {"prize": won}


def _at_least(rules: Json, total: int) -> int:
    floor = rules["match"]["floor"]
    return total if floor is None or total > floor else int(floor)


def _decided(
    steps: list[str], tied: list[str], rejoins: Mapping[str, int], closer: str | None
) -> tuple[list[str], str]:
    """Whom the steps keep of the tied, and the step at which they ended."""
    for step in steps:
        if len(tied) < 2 or step in {"share", "play_on"}:
            return tied, step
        if step == "fewest_rejoins":
            fewest = min(rejoins[name] for name in tied)
            tied = [name for name in tied if rejoins[name] == fewest]
        elif step == "closer" and closer in tied:
            tied = [name for name in tied if name == closer]
        elif step == "seat_order":
            tied = tied[:1]
    return tied, steps[-1]


def puts_out(rules: Json, total: int) -> bool:
    limit = rules["match"]["limit"]
    if limit is None:
        return False
    return bool(total >= limit if rules["match"]["out_when"] == "at_or_over" else total > limit)


def _first_that_holds(
    rules: Json,
    before: Json,
    totals: Mapping[str, int],
    closer: str | None,
    wins: str | None,
    opened: str | None,
) -> tuple[str | None, list[str]]:
    """The reason for which the match ends, and among whom the lowest wins."""
    match = rules["match"]
    low, rounds = match["low_total"], match["rounds"]
    inside = [name for name, total in totals.items() if not puts_out(rules, total)]
    staying = [one for one in before["players"] if not one["left"]]
    but_closer = match["all_out"] == "lowest_but_closer"
    losers = [name for name in totals if name != closer] if but_closer else list(totals)
    asked: list[tuple[str, bool, list[str]]] = [
        (str(wins), wins is not None, [str(closer)]),
        ("low_total", low is not None and min(totals.values()) <= low, list(totals)),
        (str(opened), before["play_off"], list(totals)),
        ("all_out", not inside, losers),
        ("last_player", len(inside) == 1, inside),
        ("first_out", match["ends"] == "first_out" and len(inside) < len(staying), inside),
        ("rounds", rounds is not None and before["round"] >= rounds, inside),
    ]
    if low is not None and asked[1][1]:
        asked[1] = ("low_total", True, [name for name, total in totals.items() if total <= low])
    return next(((reason, among) for reason, holds, among in asked if holds), (None, []))


def prize(
    rules: Json, players: list[Json], totals: Mapping[str, int], winners: list[str]
) -> Json | None:
    """What the winners get."""
    if rules["match"]["prize"] == "none" or not winners:
        return None
    if rules["match"]["prize"] == "pot":
        rejoins = sum(one["rejoins"] for one in players)
        total = len(players) * rules["match"]["stake"] + rejoins * rules["rejoin"]["stake"]
    else:
        total = sum(total for name, total in totals.items() if name not in winners)
    return {
        "total": total,
        "each": total // len(winners),
        "remainder": total % len(winners),
    }


def _may_return(rules: Json, one: Json, inside: int, seats: int) -> bool:
    rejoin = rules["rejoin"]
    return bool(
        (rejoin["max"] is None or one["rejoins"] < rejoin["max"])
        and inside >= rejoin["min_players_in"]
        and seats >= rejoin["min_seats"]
    )


def _rejoin_total(kind: str, inside: list[int]) -> int:
    descending = sorted(inside, reverse=True)
    if kind == "second_highest_in" and len(descending) > 1:
        return descending[1]
    return descending[-1] if kind == "lowest_in" else descending[0]

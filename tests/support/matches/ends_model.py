"""What a round makes of a match, from the rule book ("Totals", "All out") alone."""

from collections.abc import Mapping
from typing import Any

Json = dict[str, Any]


def settled(
    rules: Json, before: Json, points: Mapping[str, int], won_by: str | None
) -> tuple[Json, list[Json]]:
    """What becomes of the match, and of everybody: out or not, and where they may come back.

    `before` is the state in which the round was played, `points` what each in it adds, `won_by` who
    has a chinchón that wins.
    """
    players = before["players"]
    played = {one["player"]: one for one in players if not one["out"]}
    totals = {name: one["total"] + (0 if won_by else points[name]) for name, one in played.items()}
    over_limit = [name for name, total in totals.items() if puts_out(rules, total)]
    reason, best = _first_that_holds(rules, before, totals, won_by)
    draw = reason == "all_out" and not before["play_off"] and rules["match"]["all_out"] == "draw"
    lowest = min((totals[name] for name in best), default=0)
    winners = [] if draw else [name for name in best if totals[name] == lowest]
    tied: list[str] = []
    if len(winners) > 1 and rules["match"]["tie"] == "play_on":
        reason, winners, tied = None, [], winners
    if len(winners) > 1 and rules["match"]["tie"] == "fewest_rejoins":
        fewest = min(played[name]["rejoins"] for name in winners)
        winners = [name for name in winners if played[name]["rejoins"] == fewest]
    if won_by:
        gone: set[str] = set()
    elif tied or before["play_off"]:
        gone = set(totals) - set(tied or winners)
    else:
        gone = set(over_limit)
    match = {"over": reason is not None, "reason": reason, "winners": winners, "draw": draw}
    everybody = {one["player"]: one["total"] for one in players} | totals
    match |= {"tied": tied, "prize": _prize(rules, everybody, winners)}
    goes_on = reason is None and not tied and not before["play_off"]
    inside = [total for name, total in totals.items() if name not in gone]
    scores = []
    for one in players:
        name = one["player"]
        back = goes_on and name in gone and _may_return(rules, one, len(inside), len(players))
        at = None
        if back:
            at = max(inside) if rules["rejoin"]["total"] == "highest_in" else min(inside)
        new = {"out": one["out"] or name in gone, "may_rejoin": back}
        scores.append({"player": name, "after": everybody[name], "rejoin_total": at} | new)
    return match, scores


def puts_out(rules: Json, total: int) -> bool:
    limit = rules["match"]["limit"]
    if limit is None:
        return False
    return bool(total >= limit if rules["match"]["out_when"] == "at_or_over" else total > limit)


def _first_that_holds(
    rules: Json, before: Json, totals: Mapping[str, int], won_by: str | None
) -> tuple[str | None, list[str]]:
    """The reason for which the match ends, and among whom the lowest wins."""
    match = rules["match"]
    low = match["low_total"]
    inside = [name for name, total in totals.items() if not puts_out(rules, total)]
    by_rounds = match["ends"] == "rounds"
    asked: list[tuple[str, bool, list[str]]] = [
        ("chinchon", won_by is not None, [str(won_by)]),
        ("low_total", low is not None and min(totals.values()) <= low, list(totals)),
        ("rounds" if by_rounds else "all_out", before["play_off"], list(totals)),
        ("all_out", not inside, list(totals)),
        ("last_player", len(inside) == 1, inside),
        ("first_out", match["ends"] == "first_out" and len(inside) < len(totals), inside),
        ("rounds", by_rounds and before["round"] >= match["rounds"], inside),
    ]
    return next(((reason, among) for reason, holds, among in asked if holds), (None, []))


def _prize(rules: Json, totals: Mapping[str, int], winners: list[str]) -> Json | None:
    if rules["match"]["prize"] == "none" or not winners:
        return None
    others = sum(total for name, total in totals.items() if name not in winners)
    return {
        "total": others,
        "each": others // len(winners),
        "remainder": others % len(winners),
    }


def _may_return(rules: Json, one: Json, inside: int, seats: int) -> bool:
    rejoin = rules["rejoin"]
    return bool(
        (rejoin["max"] is None or one["rejoins"] < rejoin["max"])
        and inside >= rejoin["min_players_in"]
        and seats >= rejoin["min_seats"]
    )

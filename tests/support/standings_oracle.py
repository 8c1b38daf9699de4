"""What a round does to the totals and the match once more, sharing nothing with the service.

Written from the rule book alone, so that it can disagree with the service. It trusts its caller:
the totals are those of a match that goes on, and the rules are whole and free of contradiction.

A player is a dict of ``player, total, rejoins, out, left``; players are in play order. A close is a
dict of ``player, kind, wins_match``, or None after an exhaustion or where nobody noted who closed.
What the rule book leaves open is read so:

- A close that wins and a low total end a play-off too, each with its own reason; else the reason is
  what opened it.
- In a play-off nobody is put out by the total. Whoever has more than the lowest total is out after
  the round, and so is whoever a tie break doesn't keep, also where that ends the match.
- A player who has the lowest total keeps that total's state where the match ends at once: out if
  the limit puts it out, else in.
- A prize that is negative is divided so that the remainder isn't negative.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from support.meld_oracle import Rules
from support.melding_oracle import puts_out

Player = Mapping[str, Any]
Close = Mapping[str, Any]

GOES_ON: dict[str, Any] = {
    "over": False,
    "reason": None,
    "winners": [],
    "draw": False,
    "tied": [],
    "prize": None,
}


def scored(
    players: Sequence[Player],
    added: Mapping[str, int],
    close: Close | None,
    rules: Rules,
    seats: int,
    number: int | None,
    opened_by: str | None = None,
) -> dict[str, Any]:
    """The scores and the match after a round in which players added these points.

    ``number`` is that of the round; ``opened_by`` is the reason that opened a play-off, if this
    round is one of it. The answer has ``scores``, ``match``, and ``opened_by`` for the next round.
    """
    playing = [one["player"] for one in players if not one["out"]]
    after = {one["player"]: _total_after(one, added, close, rules) for one in players}
    reason, first = _end(playing, after, close, rules, number, opened_by)
    on, kept = _tie_broken(first, players, close, rules)
    if on:
        match = {**GOES_ON, "tied": kept}
    elif reason is not None:
        match = {**GOES_ON, "over": True, "reason": reason, "winners": kept, "draw": not kept}
        totals = [{**one, "total": after[one["player"]]} for one in players]
        match["prize"] = prize(totals, kept, rules, seats)
    else:
        match = GOES_ON
    wins = close is not None and close["wins_match"]
    out = {
        name: name not in playing
        or (not wins and _is_put_out(name, after, rules, kept if on or opened_by else None))
        for name in after
    }
    back = None
    if reason is None and opened_by is None:
        back = rejoin_total([after[name] for name in playing if not out[name]], rules)
    scores = []
    for one in players:
        name = one["player"]
        put_out = name in playing and out[name]
        still_in = sum(not gone for gone in out.values())
        may = back is not None and put_out and _may_rejoin(one, still_in, rules, seats)
        scores.append(
            {
                "player": name,
                "before": one["total"],
                "points": added.get(name, 0),
                "after": after[name],
                "out": out[name],
                "may_rejoin": may,
                "rejoin_total": back if may else None,
            }
        )
    return {"scores": scores, "match": match, "opened_by": (opened_by or reason) if on else None}


def _total_after(one: Player, added: Mapping[str, int], close: Close | None, rules: Rules) -> int:
    """The total and what was added, not below the floor; a close that wins changes no total."""
    total = int(one["total"])
    if one["out"] or (close is not None and close["wins_match"]):
        return total
    floor = rules["match"]["floor"]
    total += added[one["player"]]
    return total if floor is None else max(total, int(floor))


# Ends


def _end(
    playing: Sequence[str],
    after: Mapping[str, int],
    close: Close | None,
    rules: Rules,
    number: int | None,
    opened_by: str | None,
) -> tuple[str | None, list[str]]:
    """The first reason that holds, and who wins by it unless several do; no reason: it goes on.

    Nobody wins a draw.
    """
    match = rules["match"]
    lowest = _lowest(playing, after)
    still_in = [name for name in playing if not puts_out(after[name], rules)]
    if close is not None and close["wins_match"]:
        return close["kind"], [close["player"]]
    low = match["low_total"] is not None and after[lowest[0]] <= match["low_total"]
    if opened_by is not None:
        return "low_total" if low else opened_by, lowest
    first_out = match["ends"] == "first_out" and len(still_in) < len(playing)
    last_round = match["rounds"] is not None and number is not None and number >= match["rounds"]
    ends = [
        (low, "low_total", lowest),
        (not still_in, "all_out", _winners_of_all_out(playing, after, close, rules)),
        (len(still_in) == 1, "last_player", still_in),
        (first_out, "first_out", lowest),
        (last_round, "rounds", lowest),
    ]
    return next(((reason, names) for holds, reason, names in ends if holds), (None, []))


def _lowest(names: Sequence[str], after: Mapping[str, int]) -> list[str]:
    """Those with the lowest total, in play order."""
    return [name for name in names if after[name] == min(after[other] for other in names)]


def _winners_of_all_out(
    playing: Sequence[str], after: Mapping[str, int], close: Close | None, rules: Rules
) -> list[str]:
    """Nobody, or those with the lowest total, at some tables without the closer."""
    how = rules["match"]["all_out"]
    if how == "draw":
        return []
    if how == "lowest_but_closer" and close is not None:
        return _lowest([name for name in playing if name != close["player"]], after)
    return _lowest(playing, after)


def _tie_broken(
    tied: Sequence[str], players: Sequence[Player], close: Close | None, rules: Rules
) -> tuple[bool, list[str]]:
    """Whether those left play on, and who is left; what leaves one ends the asking."""
    kept = list(tied)
    rejoins = {one["player"]: one["rejoins"] for one in players}
    for step in rules["match"]["tie_breaks"]:
        if len(kept) < 2:
            break
        if step == "fewest_rejoins":
            kept = [name for name in kept if rejoins[name] == min(rejoins[n] for n in kept)]
        elif step == "closer":
            closers = [name for name in kept if close is not None and name == close["player"]]
            kept = closers or kept
        elif step == "seat_order":
            kept = kept[:1]
        elif step == "play_on":
            return True, kept
    return False, kept


def _is_put_out(
    name: str, after: Mapping[str, int], rules: Rules, tied: Sequence[str] | None
) -> bool:
    """In a play-off only those are in who are still tied; else the limit says who is out."""
    return puts_out(after[name], rules) if tied is None else name not in tied


# Prizes and rejoining


def prize(
    players: Sequence[Player], winners: Sequence[str], rules: Rules, seats: int
) -> dict[str, int] | None:
    """What the winners share: the totals of all others, also of who left, or what was paid."""
    kind = rules["match"]["prize"]
    if kind == "none" or not winners:
        return None
    if kind == "pot":
        rejoins = sum(one["rejoins"] for one in players)
        total = rules["match"]["stake"] * seats + rules["rejoin"]["stake"] * rejoins
    else:
        total = sum(one["total"] for one in players if one["player"] not in winners)
    each, remainder = divmod(total, len(winners))
    return {"total": total, "each": each, "remainder": remainder}


def rejoin_total(totals_in: Sequence[int], rules: Rules) -> int | None:
    """The total at which players rejoin, of those of everybody still in."""
    ordered = sorted(totals_in, reverse=True)
    if not ordered:
        return None
    how = rules["rejoin"]["total"]
    if how == "second_highest_in" and len(ordered) > 1:
        return ordered[1]
    return ordered[-1] if how == "lowest_in" else ordered[0]


def _may_rejoin(one: Player, still_in: int, rules: Rules, seats: int) -> bool:
    """So many rejoins at most, with so many still in, in a match of so many seats."""
    rejoin = rules["rejoin"]
    if rejoin["max"] is not None and one["rejoins"] >= rejoin["max"]:
        return False
    return bool(still_in >= rejoin["min_players_in"] and seats >= rejoin["min_seats"])


# Deal and lead


def first_seats(names: Sequence[str], dealer: str) -> tuple[str, str]:
    """Who deals and leads the first round: the lead is the next seat after the dealer."""
    return dealer, _next(names, dealer, names)


def next_seats(
    names: Sequence[str], still_in: Sequence[str], dealer: str, lead: str, rules: Rules
) -> tuple[str, str]:
    """Who deals and leads next, after the last dealer and lead, among those still in."""
    if rules["match"]["rotation"] == "lead":
        lead = _next(names, lead, still_in)
        return _next(list(reversed(names)), lead, still_in), lead
    dealer = _next(names, dealer, still_in)
    return dealer, _next(names, dealer, still_in)


def _next(names: Sequence[str], last: str, among: Sequence[str]) -> str:
    """The next of these names after the last one, going round."""
    at = names.index(last)
    around = [*names[at + 1 :], *names[:at]]
    return next(name for name in around if name in among)

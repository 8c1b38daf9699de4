"""A whole match from what was written down once more, sharing nothing with the service.

Written from the rule book and the contract, so that it can disagree with the service. It works on
plain dicts: a sheet as it is sent to ``/scoresheet``, and its answer without the rules, the
violations and the sentences. It trusts its caller: nothing that is written down is impossible. What
the rule book leaves open is read so:

- Who leaves during a round leaves before it is scored. Others leave after its rejoins, each in the
  order written down.
- In a play-off the match as it stands now names those tied who are still in.
- Points that somebody counted are ``counted``, also those of a full hand with ``for_all``: only of
  the closer it is told what they are. Where the cards left are told, each that costs something is
  an item, in the fixed order.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from support import meld_oracle, melding_oracle, standings_oracle
from support.meld_oracle import Rules
from support.showdown_oracle import others_add
from support.standings_oracle import GOES_ON

Json = dict[str, Any]


class NotAllowedError(Exception):
    """Somebody rejoins or leaves who may not."""


@dataclass
class Sheet:
    """A match as it stands after the rounds scored so far."""

    rules: Rules
    names: Sequence[str]
    first_dealer: str | None = None
    players: list[Json] = field(default_factory=list)
    rounds: list[Json] = field(default_factory=list)
    match: Json = field(default_factory=lambda: dict(GOES_ON))
    opened_by: str | None = None
    dealer: str | None = None
    lead: str | None = None

    def __post_init__(self) -> None:
        """Everybody begins with 0; the lead of round 1 sits after its dealer."""
        self.players = [
            {"player": name, "total": 0, "rejoins": 0, "out": False, "left": False}
            for name in self.names
        ]
        if self.first_dealer is not None:
            self.dealer, self.lead = standings_oracle.first_seats(self.names, self.first_dealer)

    @property
    def playing(self) -> list[str]:
        """Those still in, in play order."""
        return [one["player"] for one in self.players if not one["out"]]

    def play(self, written: Mapping[str, Any]) -> None:
        """Score the next round, then let players rejoin and leave; raise if one may not."""
        closing = written.get("closing")
        counted = {**written.get("points", {}), **written.get("unmatched", {})}
        if closing is not None:
            counted.setdefault(closing["player"], None)
        leaves = list(written.get("leave", []))
        for name in [name for name in leaves if name not in counted]:
            self._leave(name)
        if len(self.playing) == 1:
            scored = self._unplayed()
        else:
            items = self._items(written)
            added = {name: sum(item["points"] for item in items[name]) for name in items}
            close = None if closing is None else {**closing, **close_of(closing, self.rules)}
            scored = standings_oracle.scored(
                self.players,
                added,
                close,
                self.rules,
                len(self.names),
                len(self.rounds) + 1,
                self.opened_by,
            )
            for score in scored["scores"]:
                score["items"] = items.get(score["player"], [])
        self._take_over(scored)
        after = [name for name in leaves if name in counted]
        self._after_the_round(scored, list(written.get("rejoin", [])), after)
        self.rounds.append(
            {
                "round": len(self.rounds) + 1,
                "dealer": self.dealer,
                "lead": self.lead,
                "scores": scored["scores"],
                "rejoined": list(written.get("rejoin", [])),
                "left": leaves,
                "match": scored["match"],
            }
        )
        if not self.match["over"] and self.dealer is not None and self.lead is not None:
            self.dealer, self.lead = standings_oracle.next_seats(
                self.names, self.playing, self.dealer, self.lead, self.rules
            )

    def answer(self, *, legal: bool = True) -> Json:
        """All that the sheet says, as the contract has it."""
        coming = {"round": len(self.rounds) + 1, "dealer": self.dealer, "lead": self.lead}
        return {
            "legal": legal,
            "rounds": self.rounds,
            "players": self.players,
            "next": None if self.match["over"] else coming,
            "match": self.match,
        }

    def _items(self, written: Mapping[str, Any]) -> dict[str, list[Json]]:
        """Of what the points of each player are made."""
        closing = written.get("closing")
        close = None if closing is None else close_of(closing, self.rules)
        added: dict[str, list[Json]] = {}
        for name in self.playing:
            if closing is not None and name == closing["player"] and closing["kind"] != "points":
                added[name] = _nonzero(
                    {"code": closing["kind"], "points": close and close["score"]}
                )
                continue
            if name in written.get("unmatched", {}):
                cards = meld_oracle.in_order(written["unmatched"][name])
                added[name] = [
                    item
                    for card in cards
                    for item in _nonzero(
                        {
                            "code": "card",
                            "card": card,
                            "points": meld_oracle.points([card], self.rules),
                        }
                    )
                ]
            else:
                added[name] = _nonzero({"code": "counted", "points": written["points"][name]})
            if close is not None and closing is not None and name != closing["player"]:
                added[name] += others_add(close, self.rules)
        return added

    def _unplayed(self) -> Json:
        """A round of which leaving left one player: nobody has points, and that player wins."""
        scores = [
            {
                "player": one["player"],
                "before": one["total"],
                "points": 0,
                "after": one["total"],
                "out": one["out"],
                "may_rejoin": False,
                "rejoin_total": None,
                "items": [],
            }
            for one in self.players
        ]
        return {"scores": scores, "match": self._won_by_the_last(), "opened_by": None}

    def _take_over(self, scored: Json) -> None:
        """The totals and who is out, as the round left them."""
        for one, score in zip(self.players, scored["scores"], strict=True):
            one.update(total=score["after"], out=score["out"])
        self.match, self.opened_by = scored["match"], scored["opened_by"]

    def _after_the_round(self, scored: Json, rejoin: list[str], leave: list[str]) -> None:
        """Players rejoin as the round says, then others leave."""
        scores = {score["player"]: score for score in scored["scores"]}
        for name in rejoin:
            player = self._player(name)
            if not scores[name]["may_rejoin"] or not player["out"]:
                raise NotAllowedError(name)
            player.update(
                total=scores[name]["rejoin_total"], out=False, rejoins=player["rejoins"] + 1
            )
        for name in leave:
            self._leave(name)
            if len(self.playing) == 1:
                self.match = self._won_by_the_last()
            elif self.match["tied"]:
                tied = [one for one in self.match["tied"] if one in self.playing]
                self.match = {**self.match, "tied": tied}

    def _leave(self, name: str) -> None:
        """Whoever is in may leave a match that goes on, and is out from then on."""
        player = self._player(name)
        if player["out"] or len(self.playing) == 1 or self.match["over"]:
            raise NotAllowedError(name)
        player.update(out=True, left=True)

    def _won_by_the_last(self) -> Json:
        """The match as it is over when one player is left."""
        won = standings_oracle.prize(self.players, self.playing, self.rules, len(self.names))
        ended = {"over": True, "reason": "last_player", "winners": self.playing, "prize": won}
        return {**GOES_ON, **ended}

    def _player(self, name: str) -> Json:
        return next(one for one in self.players if one["player"] == name)


def sheet_answer(sent: Mapping[str, Any], rules: Rules) -> Json:
    """The answer to a sheet; whatever follows a rejoin or leave that may not be is left out."""
    written = list(sent["rounds"])
    sheet = _replayed(sent, rules, written, len(written))
    if sheet is not None:
        return sheet.answer()
    legal = max(n for n in range(len(written)) if _replayed(sent, rules, written, n) is not None)
    before = _replayed(sent, rules, written, legal)
    return before.answer(legal=False) if before is not None else {}


def _replayed(
    sent: Mapping[str, Any], rules: Rules, written: Sequence[Json], number: int
) -> Sheet | None:
    """The match after so many of the rounds, or None if somebody may not rejoin or leave."""
    sheet = Sheet(rules, list(sent["players"]), sent.get("first_dealer"))
    try:
        for one in written[:number]:
            sheet.play(one)
    except NotAllowedError:
        return None
    return sheet


def close_of(closing: Mapping[str, Any], rules: Rules) -> Json:
    """The kind of a close, its score (None where it wins) and whether it wins the match."""
    score: Any = None
    if closing["kind"] != "points":
        score = melding_oracle.score_of_seven(closing["kind"], closing.get("wilds", 0), rules)
    wins = score == "wins"
    return {"kind": closing["kind"], "score": None if wins else score, "wins_match": wins}


def _nonzero(item: Json) -> list[Json]:
    """The item, unless it adds nothing."""
    return [item] if item["points"] else []

"""The rounds of a score sheet one by one, as they are sent to `/score` and `/rejoin`."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from support.random_sheets import DrawnSheet
from support.sheet_oracle import NotAllowedError, Sheet

Json = dict[str, Any]


@dataclass(frozen=True)
class SheetRound:
    """A body of `/score`, the scores and the match that must follow, and who then rejoins."""

    sent: Json
    scores: list[Json]
    match: Json
    rejoined: list[str]

    @property
    def is_play_off(self) -> bool:
        """In a play-off the question doesn't hold what opened it."""
        return bool(self.sent["play_off"])

    @property
    def standings(self) -> list[Json]:
        """The players after the round, before anybody rejoins."""
        return [
            {**player, "total": score["after"], "out": score["out"]}
            for player, score in zip(self.sent["players"], self.scores, strict=True)
        ]


def rounds_of(sheet: DrawnSheet) -> Iterator[SheetRound]:
    """Every round of a sheet that was played to its end, up to what may not be."""
    standing = Sheet(sheet.drawn.rules, list(sheet.sent["players"]), sheet.sent.get("first_dealer"))
    for number, written in enumerate(sheet.sent["rounds"], start=1):
        counted = {
            name: written[name] for name in ("closing", "points", "unmatched") if name in written
        }
        sent = {
            "rules": sheet.drawn.sent,
            "players": _those_of_the_round(standing, written),
            "round": number,
            "play_off": standing.opened_by is not None,
            **counted,
        }
        try:
            standing.play(written)
        except NotAllowedError:
            return
        if counted:
            played = standing.rounds[-1]
            yield SheetRound(sent, played["scores"], played["match"], played["rejoined"])


def _those_of_the_round(standing: Sheet, written: Json) -> list[Json]:
    """The players before the round is scored: who left during it is out."""
    counted = {*written.get("points", {}), *written.get("unmatched", {})}
    if written.get("closing"):
        counted.add(written["closing"]["player"])
    gone = {"out": True, "left": True}
    leaving = [name for name in written.get("leave", []) if name not in counted]
    return [
        {**player, **(gone if player["player"] in leaving else {})} for player in standing.players
    ]

"""Requests about score sheets: a whole match as people wrote it down."""

from typing import Any

from service.api.requests.fields.basic import (
    MOST_PLAYERS,
    Described,
    Json,
    Player,
    Players,
    read_each,
    read_list,
)
from service.api.requests.fields.objects import Members, ObjectSchema
from service.api.requests.fields.rules import SentRules
from service.api.requests.hands import rules_field
from service.api.requests.pointers import Path, PathTemplates, Request, path_in, rules_path
from service.api.requests.rounds import PATHS as ROUND_PATHS
from service.api.requests.scores import (
    closing_field,
    counted_round,
    points_field,
    unmatched_field,
)
from service.rules.score.sheet_round import SheetRound
from service.rules.subjects import Part, Subject

MOST_ROUNDS = 500

SHEET_PATHS: PathTemplates = {
    Part.SEATS: "players",
    Part.PLAYER: "players/{position}",
    Part.FIRST_DEALER: "first_dealer",
}
"""Paths in a sheet, outside its rounds."""

IN_ROUND_PATHS: PathTemplates = {
    **{
        part: path
        for part, path in ROUND_PATHS.items()
        if path.startswith(("closing", "points", "unmatched"))
    },
    Part.SHEET_ROUND: "",
    Part.REJOIN: "rejoin/{number}",
    Part.LEAVE: "leave/{number}",
}
"""Paths within a round of a sheet. A fault of the standings is a fault of the whole round."""


class SheetOfMatch(Request, frozen=True):
    """A match from its first round on, as people wrote it down."""

    rules: SentRules
    players: tuple[str, ...]
    first_dealer: str | None
    rounds: tuple[SheetRound, ...]

    def path_of(self, subject: Subject) -> Path:
        """Return the path of a subject in the sheet."""
        if subject.part is Part.PARAMETER:
            return rules_path(self.rules, subject)
        if subject.sheet_round is None:
            return path_in(SHEET_PATHS, subject)
        within = path_in(IN_ROUND_PATHS, subject) if subject.part in IN_ROUND_PATHS else ()
        return ("rounds", subject.sheet_round, *within)


class Names(Described):
    """A list of the names of players, which may be empty."""

    def json_schema(self) -> Json:
        """Return the schema of a list of names."""
        items = Player().json_schema()
        return {"type": "array", "items": items, "minItems": 0, "maxItems": MOST_PLAYERS}

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> tuple[str, ...]:
        names = read_list(value, "players", 0, MOST_PLAYERS)
        return tuple(read_each(names, Player().deserialize))


class SheetRoundSchema(ObjectSchema[SheetRound]):
    """The end of a round as people wrote it down, and who rejoined or left then.

    A player who leaves and has no points, no unmatched cards and did not close left during the
    round. The others left after it, and after the rejoins.
    """

    value = SheetRound
    component = "SheetRound"
    closing = closing_field()
    points = points_field()
    unmatched = unmatched_field()
    rejoin = Names(
        load_default=(), metadata={"description": "The players who rejoined after the round."}
    )
    leave = Names(
        load_default=(),
        metadata={"description": "The players who left the match during the round or after it."},
    )

    def make(self, members: dict[str, Any]) -> SheetRound:
        """Return the round."""
        closing, points, unmatched = (
            members.pop(name) for name in ("closing", "points", "unmatched")
        )
        return SheetRound(counted_round(closing, points, unmatched), **members)


class SheetOfMatchSchema(ObjectSchema[SheetOfMatch]):
    """A match at a table with real cards, from its first round on."""

    value = SheetOfMatch
    component = "ScoreSheetRequest"
    rules = rules_field()
    players = Players(required=True)
    first_dealer = Player(
        load_default=None,
        allow_none=False,
        metadata={
            "description": "The player who dealt round 1; if left out, nobody is told to deal."
        },
    )
    rounds = Members(SheetRoundSchema(), 0, MOST_ROUNDS, required=True)

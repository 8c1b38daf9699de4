"""Requests about the end of a round."""

from msgspec import Struct

from service.api.requests.fields.basic import (
    MOST_PLAYERS,
    Boolean,
    Player,
)
from service.api.requests.fields.cards import Cards
from service.api.requests.fields.objects import Member, Members, ObjectSchema
from service.api.requests.fields.rules import SentRules
from service.api.requests.hands import ShownMelds, rules_field, seats_field
from service.api.requests.pointers import (
    Path,
    PathTemplates,
    Request,
    meld_path,
    path_in,
    rules_path,
)
from service.api.requests.showdowns import HAND_PATHS, MELDS, SentHand, ShowdownHandSchema
from service.rules.faults import FaultCode, ImpossibleError, fault
from service.rules.hand.meld_check import ShownMeld
from service.rules.round.showdown_player import ShowdownHand
from service.rules.subjects import Part, Subject
from service.rules.table.cards import Card
from service.rules.table.table import Table

PATHS: PathTemplates = {
    Part.SEATS: "seats",
    Part.OPPONENTS: "opponents",
    Part.PLAYERS: "players",
    Part.PLAYER: "players/{position}/player",
    Part.PLAYER_TOTAL: "players/{position}/total",
    Part.PLAYER_REJOINS: "players/{position}/rejoins",
    Part.PLAYER_OUT: "players/{position}/out",
    Part.REJOINER: "player",
    Part.ROUND: "round",
    Part.PLAY_OFF: "play_off",
    Part.CLOSER: "closer",
    Part.CLOSING: "closing",
    Part.CLOSING_PLAYER: "closing/player",
    Part.CLOSING_KIND: "closing/kind",
    Part.CLOSING_WILDS: "closing/wilds",
    Part.POINTS: "points/{name}",
    Part.UNMATCHED: "unmatched/{name}/{card}",
    Part.HAND: "cards/{card}",
    Part.TABLE_PLAYER: "table/{position}/player",
}


class RoundRequest(Request, frozen=True):
    """A request about a round at a table."""

    rules: SentRules
    seats: int | None

    def table_for(self, players: int) -> Table:
        """Return the table for the request's seats or, without them, for this number of players.

        Raise `ImpossibleError` for fewer seats than players.
        """
        if self.seats is None:
            return self.rules.table(players)
        if self.seats < players:
            subject = Subject(Part.SEATS)
            facts = {"seats": self.seats, "players": players}
            raise ImpossibleError([fault(FaultCode.SEATS_TOO_FEW, subject, **facts)])
        return self.rules.table(self.seats)

    def path_of(self, subject: Subject) -> Path:
        """Return the path of a subject in the request."""
        if subject.part is Part.PARAMETER:
            return rules_path(self.rules, subject)
        return path_in(PATHS, subject)


class ShowdownRequest(RoundRequest, frozen=True):
    """A request with the hands at the end of a round."""

    closer: SentHand | None
    opponents: tuple[SentHand, ...]

    def hands(self) -> tuple[ShowdownHand | None, list[ShowdownHand]]:
        """Return the closer's hand, or None after an exhaustion, and the opponents' hands."""
        closer = None if self.closer is None else self.closer.hand_at(0)
        start = 0 if closer is None else 1
        hands = [hand.hand_at(index) for index, hand in enumerate(self.opponents, start)]
        return closer, hands

    def path_of(self, subject: Subject) -> Path:
        """Return the path of a subject in the request."""
        if subject.part in HAND_PATHS or subject.part in MELDS:
            position = subject.position or 0
            if self.closer is not None:
                if position == 0:
                    return ("closer", *self.closer.path_of(subject))
                position -= 1
            return ("opponents", position, *self.opponents[position].path_of(subject))
        if subject.part is Part.SEATS and self.seats is None:
            return ("opponents",)
        return super().path_of(subject)


class LayOffRound(ShowdownRequest, frozen=True):
    """The hands at the showdown of a round."""

    def table(self) -> Table:
        """Return the table; without `seats`, for one seat a hand or the table's minimum."""
        hands = len(self.opponents) + (self.closer is not None)
        return self.table_for(hands if self.seats else max(self.rules.rules.players.min, hands))


class TableMelds(Struct, frozen=True):
    """A player's melds on the table."""

    player: str
    melds: tuple[ShownMeld, ...]


class RoundCloser(Struct, frozen=True):
    """The closer, and whether their close is full: all seven cards melded."""

    player: str
    full: bool


class LayOffOptions(RoundRequest, frozen=True):
    """The melds on the table, and the cards of a player who may lay off."""

    table: tuple[TableMelds, ...]
    closer: RoundCloser
    player: str
    cards: tuple[Card, ...]

    def path_of(self, subject: Subject) -> Path:
        """Return the path of a subject in the request."""
        if subject.part in MELDS:
            position = subject.position or 0
            return meld_path(("table", position, "melds"), self.table[position].melds, subject)
        if subject.part is Part.SEATS and self.seats is None:
            return ("table",)
        return super().path_of(subject)


class TableMeldsSchema(ObjectSchema[TableMelds]):
    """A player's melds on the table."""

    value = TableMelds
    player = Player(required=True)
    melds = ShownMelds(required=True)


class RoundCloserSchema(ObjectSchema[RoundCloser]):
    """The closer, and whether their close is full: all seven cards melded."""

    value = RoundCloser
    player = Player(required=True)
    full = Boolean(required=True)


def opponents_field() -> Members:
    """Return the field for the opponents' hands."""
    return Members(
        ShowdownHandSchema(),
        1,
        MOST_PLAYERS,
        required=True,
        metadata={
            "description": "The other players in turn order after the closer; if the round ended "
            "by exhaustion, all players in turn order."
        },
    )


class LayOffRoundSchema(ObjectSchema[LayOffRound]):
    """The hands at the end of a round. `closer` is null if the round ended by exhaustion."""

    value = LayOffRound
    component = "LayOffByHands"
    rules = rules_field()
    seats = seats_field()
    closer = Member(ShowdownHandSchema(), required=True, allow_none=True)
    opponents = opponents_field()


class LayOffOptionsSchema(ObjectSchema[LayOffOptions]):
    """The melds on the table, and the cards of a player who may lay off."""

    value = LayOffOptions
    rules = rules_field()
    seats = seats_field()
    table = Members(TableMeldsSchema(), 0, MOST_PLAYERS, required=True)
    closer = Member(RoundCloserSchema(), required=True)
    player = Player(required=True)
    cards = Cards(0, 8, required=True)

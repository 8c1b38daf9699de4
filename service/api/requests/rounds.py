"""What requests ask about the end of a round, member by member."""

from typing import Any, cast

from marshmallow import ValidationError

from service.api.requests.card_fields import CardCode, Cards
from service.api.requests.fields import Boolean, Described, Integer, Json, OneOf, Player
from service.api.requests.hands import ShownMelds, below, rules_field, seats_field
from service.api.requests.request_objects import Member, Members, Question
from service.rules.errors import Path
from service.rules.hand.closing import ClosingKind
from service.rules.hand.meld_check import ShownMeld
from service.rules.round.board import LayOffPlace
from service.rules.round.scoring import Counted
from service.rules.round.showdown_player import ChosenLayOff, ShowdownHand
from service.rules.round.standings import Standing

MOST_PLAYERS = 12
MOST_LAY_OFFS = 20
MOST_MELDS_OF_ONE = 100
MOST_PASSES = 99


class CountedPoints(Described):
    """Points by player."""

    def json_schema(self) -> Json:
        """An object whose names are players."""
        return {
            "type": "object",
            "propertyNames": Player().json_schema(),
            "additionalProperties": Integer().json_schema(),
            "minProperties": 1,
            "maxProperties": 12,
        }

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> dict[str, int]:
        if not isinstance(value, dict) or not 1 <= len(value) <= 12:  # noqa: PLR2004 - as above
            message = "an object with the points of 1 to 12 players is expected"
            raise ValidationError(message)
        found: dict[str, int] = {}
        wrong: dict[Any, Any] = {}
        for player, points in value.items():
            try:
                Player().deserialize(player)
                found[player] = cast("int", Integer().deserialize(points))
            except ValidationError as error:
                wrong[player] = error.messages
        if wrong:
            raise ValidationError(wrong)
        return found


class LayOffQuestion(Question):
    """A card that a player lays off."""

    card = CardCode(required=True)
    owner = Player(required=True, metadata={"description": "Whose meld it goes on."})
    meld = Integer(
        0,
        MOST_MELDS_OF_ONE - 1,
        required=True,
        metadata={"description": "Its index among the owner's melds."},
    )
    place = OneOf(LayOffPlace, required=True)
    pass_ = Integer(
        1,
        MOST_PASSES,
        data_key="pass",
        load_default=None,
        allow_none=False,
        metadata={
            "description": "The pass in which it is played, in the order of the list; left out, as "
            "soon as it fits."
        },
    )


class EntrantQuestion(Question):
    """A player's hand, and what that player shows and lays off; left out, the service chooses."""

    player = Player(required=True)
    cards = Cards(1, 8, required=True)
    melds = ShownMelds(load_default=None, allow_none=False)
    lay_offs = Members(LayOffQuestion(), 0, MOST_LAY_OFFS, load_default=None, allow_none=False)


class PlayerMeldsQuestion(Question):
    """A player's melds on the table."""

    player = Player(required=True)
    melds = ShownMelds(required=True)


class OptionsCloserQuestion(Question):
    """Who closed, and whether with all seven melded."""

    player = Player(required=True)
    full = Boolean(required=True)


class StandingQuestion(Question):
    """Where a player stands before the round."""

    player = Player(required=True)
    total = Integer(required=True)
    rejoins = Integer(0, load_default=0)
    out = Boolean(load_default=False)


class CountedClosingQuestion(Question):
    """A close that the caller counted; `wilds` are those in the run of a chinchón."""

    player = Player(required=True)
    kind = OneOf(ClosingKind, required=True)
    wilds = Integer(0, 8, load_default=0)


def standings_field() -> Members:
    """Everybody in play order, also those out."""
    return Members(
        StandingQuestion(),
        2,
        MOST_PLAYERS,
        required=True,
        metadata={"description": "Everybody in play order, also those who are out."},
    )


def opponents_field() -> Members:
    """The opponents in turn order from the closer."""
    return Members(
        EntrantQuestion(),
        1,
        MOST_PLAYERS,
        required=True,
        metadata={"description": "In turn order from the closer; without one, everybody."},
    )


class LayOffHandsQuestion(Question):
    """The hands at the end of a round; `closer` null: it ended by exhaustion."""

    rules = rules_field()
    seats = seats_field()
    closer = Member(EntrantQuestion(), required=True, allow_none=True)
    opponents = opponents_field()


class LayOffOptionsQuestion(Question):
    """The melds on the table, and a player who may lay off."""

    rules = rules_field()
    seats = seats_field()
    table = Members(PlayerMeldsQuestion(), 0, MOST_PLAYERS, required=True)
    closer = Member(OptionsCloserQuestion(), required=True)
    player = Player(required=True)
    cards = Cards(0, 8, required=True)


class ScoreHandsQuestion(Question):
    """Standings and the hands at the end of the round."""

    rules = rules_field()
    seats = seats_field()
    players = standings_field()
    round = Integer(1, load_default=None, allow_none=False)
    play_off = Boolean(load_default=False)
    closer = Member(EntrantQuestion(), required=True, allow_none=True)
    opponents = opponents_field()


class ScoreCountedQuestion(Question):
    """Standings and points that the caller has counted; `closing` null: exhaustion."""

    rules = rules_field()
    seats = seats_field()
    players = standings_field()
    round = Integer(1, load_default=None, allow_none=False)
    play_off = Boolean(load_default=False)
    closing = Member(CountedClosingQuestion(), required=True, allow_none=True)
    points = CountedPoints(required=True)


class RejoinQuestion(Question):
    """Standings in the summary of a round, and who would come back."""

    rules = rules_field()
    seats = seats_field()
    players = standings_field()
    player = Player(required=True)


def entrant(asked: dict[str, Any], path: Path) -> ShowdownHand:
    """A player's hand as the rules know it."""
    lay_offs = asked["lay_offs"]
    return ShowdownHand(
        asked["player"],
        asked["cards"],
        path,
        below((*path, "melds"), asked["melds"]),
        None if lay_offs is None else given_lay_offs(lay_offs, path),
    )


def given_lay_offs(asked: list[dict[str, Any]], path: Path) -> tuple[ChosenLayOff, ...]:
    """Lay-offs that a player chose, as the rules know them; `path` leads to the player."""
    return tuple(_given(one, (*path, "lay_offs", index)) for index, one in enumerate(asked))


def _given(asked: dict[str, Any], path: Path) -> ChosenLayOff:
    return ChosenLayOff(
        asked["card"], asked["owner"], asked["meld"], asked["place"], asked["pass_"], path
    )


def standings(asked: list[dict[str, Any]]) -> tuple[Standing, ...]:
    """Standings as the rules know them."""
    return tuple(Standing(**one) for one in asked)


def counted(asked: dict[str, Any] | None) -> Counted | None:
    """A counted close as the rules know it."""
    return None if asked is None else Counted(**asked)


def on_table(asked: list[dict[str, Any]]) -> list[tuple[str, tuple[ShownMeld, ...]]]:
    """Whose melds lie on the table, as the rules know them."""
    return [
        (one["player"], below(("table", index, "melds"), one["melds"]) or ())
        for index, one in enumerate(asked)
    ]

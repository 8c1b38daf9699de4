"""What answers about the end of a round hold, member by member."""

from service.api.answers.answer_fields import (
    Answer,
    a_player,
    flag,
    many,
    one,
    some_cards,
    some_points,
)
from service.api.requests.card_fields import CardCode
from service.api.requests.fields import Integer, OneOf
from service.rules.round.board import LayOffPlace
from service.rules.round.scoring import ItemCode
from service.rules.round.standings import Reason


class LayOff(Answer):
    """A card laid off: on whose meld, which of theirs, where, and in which pass."""

    card = CardCode(required=True)
    owner = a_player()
    meld = Integer(0, required=True)
    place = OneOf(LayOffPlace, required=True)
    pass_ = Integer(1, required=True, data_key="pass")


class LayOffOption(Answer):
    """A place where a card may go now."""

    card = CardCode(required=True)
    owner = a_player()
    meld = Integer(0, required=True)
    place = OneOf(LayOffPlace, required=True)


class PlayerMelds(Answer):
    """A player's melds as they lie at the end."""

    player = a_player()
    melds = many("Meld")


class CloserEnd(Answer):
    """How the round ended for the closer; closing and points are null if it may not close so."""

    player = a_player()
    closing = one("Closing", allow_none=True)
    lay_offs = many("LayOff")
    unmatched = some_cards()
    points = some_points(allow_none=True)


class OpponentEnd(Answer):
    """How the round ended for an opponent; points are null if something it did was illegal."""

    player = a_player()
    legal = flag("Whether all that it did was legal.")
    violations = many("Violation")
    melds = many("Meld")
    lay_offs = many("LayOff")
    unmatched = some_cards()
    points = some_points(allow_none=True)


class Showdown(Answer):
    """The end of a round."""

    legal = flag("Whether nobody did anything illegal.")
    violations = many("Violation", metadata={"description": "The closer's."})
    closer = one("CloserEnd", allow_none=True)
    opponents = many("OpponentEnd")
    table = many("PlayerMelds")


class LayOffAnswer(Showdown):
    """The end of a round: who shows what, who lays off what where, and what is left."""

    rules = one("Rules")


class LayOffOptionsAnswer(Answer):
    """Each place where each different card may go now."""

    rules = one("Rules")
    options = many("LayOffOption")


class ScoreItem(Answer):
    """One part of a player's points."""

    code = OneOf(ItemCode, required=True)
    card = CardCode()
    points = some_points()


class Score(Answer):
    """What a round did to a player; `rejoin_total` is null unless it may rejoin."""

    player = a_player()
    before = some_points()
    points = some_points()
    after = some_points()
    out = flag("Whether the player is out after the round.")
    may_rejoin = flag("Whether the player may come back now.")
    rejoin_total = some_points(allow_none=True)
    items = many("ScoreItem", metadata={"description": "They add up to `points`."})


class PrizeShare(Answer):
    """What the winners are paid in all, what each gets, and what is left over."""

    total = some_points()
    each = some_points()
    remainder = some_points()


class MatchStatus(Answer):
    """Whether the match is over, why, and who has won; `tied` go on in a play-off."""

    over = flag("Whether the match is over.")
    reason = OneOf(Reason, required=True, allow_none=True)
    winners = many("Player")
    draw = flag("Whether it is over without a winner.")
    tied = many("Player")
    prize = one("PrizeShare", allow_none=True)


class ScoreAnswer(Answer):
    """The scores of a round, and what becomes of the match."""

    rules = one("Rules")
    legal = flag("Whether nothing in the round was illegal.")
    violations = many("Violation", metadata={"description": "The closer's."})
    showdown = one("LayOffAnswer", allow_none=True)
    scores = many("Score")
    match = one("MatchStatus", allow_none=True)


class Standing(Answer):
    """Where a player stands."""

    player = a_player()
    total = some_points()
    rejoins = Integer(0, required=True)
    out = flag("Whether the player is out.")


class RejoinAnswer(Answer):
    """The standings with the player back in, or as they were sent, and why."""

    rules = one("Rules")
    legal = flag("Whether the player may rejoin.")
    violations = many("Violation")
    players = many("Standing")

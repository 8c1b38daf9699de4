"""What answers about whole matches hold, member by member."""

from service.api.answers.answer_fields import (
    Answer,
    Anything,
    a_player,
    flag,
    list_of,
    many,
    one,
    some_cards,
    some_points,
    text,
)
from service.api.requests.card_fields import CardCode, Cards
from service.api.requests.fields import Integer, OneOf, ref
from service.rules.match.events import EventType
from service.rules.match.state import Phase, Pile


class Event(Answer):
    """Something that happened; `secret` is for its `player` alone, the rest for everybody.

    Which members there are beside `type` follows from it.
    """

    type = OneOf(EventType, required=True)
    player = Anything(ref("Player"))
    card = CardCode()
    from_ = OneOf(Pile, data_key="from")
    count = Anything({"type": "integer"}, metadata={"description": "Cards in the new stock."})
    kept = Anything({"type": "integer"}, metadata={"description": "Discards that stayed."})
    closing = Anything(ref("Closing"))
    melds = Anything(list_of(ref("Meld")))
    unmatched = Cards(0, 8)
    lay_off = Anything(ref("LayOff"))
    points = Anything({"type": "integer"})
    after = Anything({"type": "integer"})
    total = Anything({"type": "integer"})
    exhausted = Anything({"type": "boolean"})
    players = Anything(list_of(ref("Player")))
    match = Anything(ref("MatchStatus"))
    secret = Anything({"type": "object"}, metadata={"description": "For `player` alone."})


class StepAnswer(Answer):
    """A match after a step, and what happened in it."""

    state = one("MatchState")
    events = many("Event")


class CloseOption(Answer):
    """A close that is legal now, and what it is worth."""

    discard = CardCode(required=True)
    closing = one("Closing")


class ActionsAnswer(Answer):
    """Who is to play, and exactly what `/play` takes now."""

    player = one("Player", allow_none=True)
    actions = many("Action")
    closings = many("CloseOption")


class PlayerView(Answer):
    """A player as another sees it; `cards` is null where they are hidden."""

    player = a_player()
    total = some_points()
    rejoins = Integer(0, required=True)
    out = flag("Whether the player is out.")
    turns = Integer(0, required=True)
    count = Integer(0, 8, required=True, metadata={"description": "How many cards."})
    cards = some_cards(allow_none=True)


class DrawnView(Answer):
    """What was drawn in this turn; the card is null to others if it is from the stock."""

    from_ = OneOf(Pile, required=True, data_key="from")
    card = CardCode(required=True, allow_none=True)


class ClosedView(Answer):
    """Who closed, with which melds; the discard is null to all but the closer."""

    player = a_player()
    discard = CardCode(required=True, allow_none=True)
    melds = many("Meld")


class ViewAnswer(Answer):
    """A match as somebody may see it; `stock` is how many cards it has."""

    rules = one("Rules")
    round = Integer(1, required=True)
    phase = OneOf(Phase, required=True)
    lead = a_player()
    to_play = one("Player", allow_none=True)
    player = one("Player", allow_none=True)
    players = many("PlayerView")
    stock = Integer(0, required=True)
    discards = some_cards()
    exhaustions = Integer(0, required=True)
    play_off = flag("Whether those who are tied play on.")
    drawn = one("DrawnView", allow_none=True)
    closer = one("ClosedView", allow_none=True)
    result = one("ScoreAnswer", allow_none=True)
    seed_hash = text("The SHA-256 of the seed, in hex digits.")
    seed = text("The seed, once the match is over or cancelled.", allow_none=True)


class ReplayAnswer(Answer):
    """The match played again: to its end, or to the action that failed, and why."""

    legal = flag("Whether every action was legal.")
    state = one("MatchState")
    failed_at = Integer(0, required=True, allow_none=True)
    violations = many("Violation")

"""What answers hold, member by member: the shapes that the rules' own values are written in."""

from typing import Any

from marshmallow import Schema

from service.api.fields import Anything, CardCode, Cards, Integer, Json, OneOf
from service.rules.closing import ClosingKind
from service.rules.events import EventType
from service.rules.melds import Kind
from service.rules.places import Place
from service.rules.scoring import ItemCode
from service.rules.standings import Reason
from service.rules.state import Phase, Pile
from service.rules.verdict import Code


def _ref(name: str) -> Json:
    return {"$ref": f"#/components/schemas/{name}"}


def _list(items: Json) -> Json:
    return {"type": "array", "items": items}


def _cards(**more: Any) -> Cards:
    return Cards(0, 1000, required=True, **more)


class Answer(Schema):
    """An answer: every member is there, always."""


def many(name: str, **more: Any) -> Anything:
    """A list of a component."""
    return Anything(_list(_ref(name)), required=True, **more)


def one(name: str, **more: Any) -> Anything:
    """A component."""
    return Anything(_ref(name), required=True, **more)


def flag(description: str) -> Anything:
    """A boolean."""
    return Anything({"type": "boolean"}, required=True, metadata={"description": description})


def text(description: str, **more: Any) -> Anything:
    """A string."""
    return Anything(
        {"type": "string"}, **({"required": True} | more), metadata={"description": description}
    )


class Meld(Answer):
    """Cards that lie together; for each card of a run the card whose place it takes."""

    kind = OneOf(Kind, required=True)
    cards = _cards()
    stands_for = _cards(allow_none=True)


class Closing(Answer):
    """A close and what it adds to the closer's total; `score` is null where it wins the match."""

    kind = OneOf(ClosingKind, required=True)
    melds = many("Meld")
    unmatched = _cards()
    unmatched_points = Integer(required=True)
    wilds = Integer(required=True)
    score = Integer(required=True, allow_none=True)
    wins_match = flag("Whether the match is won on the spot.")


class Melding(Answer):
    """One way to split a hand into melds and unmatched cards."""

    melds = many("Meld")
    unmatched = _cards()
    unmatched_points = Integer(required=True)


class Choice(Melding):
    """One card to discard and what the seven others make of it."""

    discard = CardCode(required=True)
    closing = one("Closing", allow_none=True)


class Evaluation(Melding):
    """The best melding of a hand, and how it may close."""

    cards = _cards(metadata={"description": "The hand sorted for showing: melds first."})
    closing = one("Closing", allow_none=True)
    choices = many("Choice", allow_none=True)


class EvaluateAnswer(Evaluation):
    """The evaluation of one hand; the alternatives are there where they were asked for."""

    rules = one("Rules")
    alternatives = Anything(
        _list(_ref("Melding")),
        metadata={"description": "Other meldings with as few points, at most 100."},
    )
    alternatives_total = Integer(metadata={"description": "How many others there are."})


class EvaluatePointsAnswer(Answer):
    """The fewest unmatched points of many hands, in their order."""

    rules = one("Rules")
    unmatched_points = Anything(_list({"type": "integer"}), required=True)


class EvaluateBatchAnswer(Answer):
    """The evaluations of many hands, in their order."""

    rules = one("Rules")
    results = many("Evaluation")


class Violation(Answer):
    """One reason why something may not be done."""

    code = OneOf(Code, required=True)
    message = text("The reason in words, for people.")
    pointer = text("Where in the request.", required=False)
    card = CardCode()
    player = text("Whose.", required=False)
    limit = Integer(metadata={"description": "The most, or the least, that the rule allows."})
    found = Integer(metadata={"description": "What was found."})


class JudgedMeld(Answer):
    """A shown meld and whether it is one; `kind` is null where it is none."""

    legal = flag("Whether this is a meld.")
    kind = OneOf(Kind, required=True, allow_none=True)
    cards = _cards()
    stands_for = _cards(allow_none=True)
    violations = many("Violation")


class MeldsAnswer(Answer):
    """Each shown meld, judged alone."""

    rules = one("Rules")
    melds = many("JudgedMeld")


class CloseAnswer(Answer):
    """Whether one may close so, and the best close of these cards whatever was shown."""

    rules = one("Rules")
    legal = flag("Whether one may close so.")
    violations = many("Violation")
    melding = one("Melding", allow_none=True)
    closing = one("Closing", allow_none=True)
    best = one("Closing", allow_none=True)


class RulesListAnswer(Answer):
    """Every named table."""

    rules = many("NamedRules")


class CheckedRulesAnswer(Answer):
    """A table spelled out, and its deck for so many seats."""

    rules = one("FullRules")
    seats = Integer(2, 12, required=True)
    packs = Integer(1, 2, required=True)
    deck = _cards(metadata={"description": "Every card in play, in the fixed order."})


def _player() -> Anything:
    return one("Player")


def _points(**more: Any) -> Anything:
    return Anything({"type": "integer"}, required=True, **more)


class LayOff(Answer):
    """A card laid off: on whose meld, which of theirs, where, and in which pass."""

    card = CardCode(required=True)
    owner = _player()
    meld = Integer(0, required=True)
    place = OneOf(Place, required=True)
    pass_ = Integer(1, required=True, data_key="pass")


class LayOffOption(Answer):
    """A place where a card may go now."""

    card = CardCode(required=True)
    owner = _player()
    meld = Integer(0, required=True)
    place = OneOf(Place, required=True)


class PlayerMelds(Answer):
    """A player's melds as they lie at the end."""

    player = _player()
    melds = many("Meld")


class CloserEnd(Answer):
    """How the round ended for the closer; closing and points are null if it may not close so."""

    player = _player()
    closing = one("Closing", allow_none=True)
    lay_offs = many("LayOff")
    unmatched = _cards()
    points = _points(allow_none=True)


class OpponentEnd(Answer):
    """How the round ended for an opponent; points are null if something it did was illegal."""

    player = _player()
    legal = flag("Whether all that it did was legal.")
    violations = many("Violation")
    melds = many("Meld")
    lay_offs = many("LayOff")
    unmatched = _cards()
    points = _points(allow_none=True)


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
    points = _points()


class Score(Answer):
    """What a round did to a player; `rejoin_total` is null unless it may rejoin."""

    player = _player()
    before = _points()
    points = _points()
    after = _points()
    out = flag("Whether the player is out after the round.")
    may_rejoin = flag("Whether the player may come back now.")
    rejoin_total = _points(allow_none=True)
    items = many("ScoreItem", metadata={"description": "They add up to `points`."})


class PrizeShare(Answer):
    """What the winners are paid in all, what each gets, and what is left over."""

    total = _points()
    each = _points()
    remainder = _points()


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

    player = _player()
    total = _points()
    rejoins = Integer(0, required=True)
    out = flag("Whether the player is out.")


class RejoinAnswer(Answer):
    """The standings with the player back in, or as they were sent, and why."""

    rules = one("Rules")
    legal = flag("Whether the player may rejoin.")
    violations = many("Violation")
    players = many("Standing")


class Event(Answer):
    """Something that happened; `secret` is for its `player` alone, the rest for everybody.

    Which members there are beside `type` follows from it.
    """

    type = OneOf(EventType, required=True)
    player = Anything(_ref("Player"))
    card = CardCode()
    from_ = OneOf(Pile, data_key="from")
    count = Anything({"type": "integer"}, metadata={"description": "Cards in the new stock."})
    kept = Anything({"type": "integer"}, metadata={"description": "Discards that stayed."})
    closing = Anything(_ref("Closing"))
    melds = Anything(_list(_ref("Meld")))
    unmatched = Cards(0, 8)
    lay_off = Anything(_ref("LayOff"))
    points = Anything({"type": "integer"})
    after = Anything({"type": "integer"})
    total = Anything({"type": "integer"})
    exhausted = Anything({"type": "boolean"})
    players = Anything(_list(_ref("Player")))
    match = Anything(_ref("MatchStatus"))
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

    player = _player()
    total = _points()
    rejoins = Integer(0, required=True)
    out = flag("Whether the player is out.")
    turns = Integer(0, required=True)
    count = Integer(0, 8, required=True, metadata={"description": "How many cards."})
    cards = _cards(allow_none=True)


class DrawnView(Answer):
    """What was drawn in this turn; the card is null to others if it is from the stock."""

    from_ = OneOf(Pile, required=True, data_key="from")
    card = CardCode(required=True, allow_none=True)


class ClosedView(Answer):
    """Who closed, with which melds; the discard is null to all but the closer."""

    player = _player()
    discard = CardCode(required=True, allow_none=True)
    melds = many("Meld")


class ViewAnswer(Answer):
    """A match as somebody may see it; `stock` is how many cards it has."""

    rules = one("Rules")
    round = Integer(1, required=True)
    phase = OneOf(Phase, required=True)
    lead = _player()
    to_play = one("Player", allow_none=True)
    player = one("Player", allow_none=True)
    players = many("PlayerView")
    stock = Integer(0, required=True)
    discards = _cards()
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


class ViolationMeaning(Answer):
    """A code, what it means, and where the rule stands."""

    code = OneOf(Code, required=True)
    meaning = text("What the code means.")
    rule = text("The rule it comes from.")


class ViolationsAnswer(Answer):
    """The catalogue of violations."""

    violations = many("ViolationMeaning")


class Health(Answer):
    """That the service is alive, and which version."""

    status = text("`ok`.")
    version = text("The service's version.")


class Readiness(Answer):
    """That the service wants requests, and which version."""

    status = text("`ready`.")
    version = text("The service's version.")

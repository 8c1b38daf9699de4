"""The result that a state has: read, and checked against the state that it is the result of."""

import json

from marshmallow import EXCLUDE, ValidationError
from msgspec.json import encode
from msgspec.structs import replace

from service.api.answers.rounds import told_result
from service.api.http.problems import faults_of
from service.api.requests.fields import Boolean, Integer, Json, Player
from service.api.requests.hands import ShownMelds, below
from service.api.requests.request_objects import Member, Members, Question
from service.api.requests.rounds import MOST_LAY_OFFS, MOST_PLAYERS, LayOffQuestion, given_lay_offs
from service.api.requests.rules import SentRules
from service.rules.errors import Fault, ImpossibleError, Path, refuse
from service.rules.hand.meld_check import ShownMeld
from service.rules.match.result_check import StatedResult, after_faults, check_result
from service.rules.match.state import State
from service.rules.round.showdown_player import ShowdownHand

ROOT: Path = ("state",)


class _Lenient(Question):
    class Meta:
        unknown = EXCLUDE


class _StatedEnd(_Lenient):
    player = Player(required=True)
    melds = ShownMelds(load_default=None, allow_none=False)
    lay_offs = Members(LayOffQuestion(), 0, MOST_LAY_OFFS, required=True)


class _StatedShowdown(_Lenient):
    closer = Member(_StatedEnd(), required=True, allow_none=True)
    opponents = Members(_StatedEnd(), 1, MOST_PLAYERS, required=True)


class _StatedScore(_Lenient):
    player = Player(required=True)
    before = Integer(required=True)
    out = Boolean(required=True)


class _StatedResult(_Lenient):
    showdown = Member(_StatedShowdown(), required=True)
    scores = Members(_StatedScore(), 2, MOST_PLAYERS, required=True)


_STATED = _StatedResult()


def with_result(state: State, result: Json, sent: SentRules, closed: Json | None) -> State:
    """The state with its result, which must follow from its cards and from what was chosen."""
    place = (*ROOT, "result")
    try:
        read: Json = _STATED.load(result)
    except ValidationError as error:
        raise ImpossibleError(
            Fault((*place, *fault.path), fault.detail) for fault in faults_of(error)
        ) from None
    stated = _stated(state, read, closed)
    names = {one.player for one in state.players if one.cards}
    known = set(stated.before) == set(state.names()) and names <= stated.entrants.keys()
    played = {state.lead} | ({state.closer.player} if state.closer else set())
    if not known or not played <= names:
        raise ImpossibleError([Fault(place, "it doesn't name the players of this round")])
    summary = check_result(state, stated)
    told = as_json(told_result(summary, sent))
    faults = [
        Fault((*place, name), "this doesn't follow from the cards and from what was chosen")
        for name in dict.fromkeys([*told, *result])
        if name not in result or name not in told or result[name] != told[name]
    ]
    if state.closer and summary.showdown and summary.showdown.closer:
        closing = summary.showdown.closer.closing
        if closing and closing.melds != state.closer.melds:
            faults.append(Fault((*ROOT, "closer", "melds"), "these are not the melds as they lie"))
    refuse([*faults, *after_faults(state, summary, stated.rejoined)])
    return replace(state, result=summary)


def as_json(value: object) -> Json:
    """A value as its reader would read it."""
    read: Json = json.loads(encode(value))
    return read


def _stated(state: State, read: Json, closed: Json | None) -> StatedResult:
    showdown, scores = read["showdown"], read["scores"]
    ends = [*([showdown["closer"]] if showdown["closer"] else []), *showdown["opponents"]]
    hands = {one.player: one.cards for one in state.players}
    entrants: dict[str, ShowdownHand] = {}
    for end in ends:
        name = end["player"]
        is_closer = state.closer is not None and name == state.closer.player
        shown: tuple[ShownMeld, ...] | None = end["melds"]
        if is_closer and closed:
            shown = closed["melds"]
        if name in hands:
            path = (*ROOT, "result")
            melds = below(path, shown or ())
            lay_offs = given_lay_offs(end["lay_offs"], path)
            entrants[name] = ShowdownHand(name, hands[name], path, melds, lay_offs)
    outs = {score["player"] for score in scores if score["out"]}
    return StatedResult(
        {score["player"]: score["before"] for score in scores},
        entrants,
        frozenset(one.player for one in state.players if one.player in outs and not one.out),
    )

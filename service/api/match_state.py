"""The state of a match as a request tells it: read, and checked in all its parts."""

import json
from typing import Any

from marshmallow import EXCLUDE, ValidationError
from msgspec import Struct
from msgspec.json import encode
from msgspec.structs import replace

from service.api.fields import (
    Boolean,
    CardCode,
    Cards,
    Described,
    Integer,
    Json,
    Member,
    Members,
    OneOf,
    Player,
    Question,
    Text,
    kind_of,
)
from service.api.parameters import RulesField, SentRules
from service.api.problems import faults_of
from service.api.round_schemas import (
    MOST_LAY_OFFS,
    MOST_PLAYERS,
    LayOffQuestion,
    given_lay_offs,
)
from service.api.round_telling import summed_up
from service.api.schemas import (
    ShownMelds,
    below,
)
from service.rules.consistency import state_faults
from service.rules.errors import Fault, ImpossibleError, Path, refuse
from service.rules.melds import Meld
from service.rules.recount import Stated, after_faults, recount
from service.rules.seats import Entrant
from service.rules.shown import Shown, judge
from service.rules.state import SCORED, Closed, Drawn, Phase, Pile, PlayerState, State
from service.rules.table import Table

VERSION = 1
MOST_CARDS = 100
ROOT: Path = ("state",)


class Version(Described):
    """The version of a state's shape."""

    def json_schema(self) -> Json:
        """The versions that were published."""
        return {"type": "integer", "enum": [VERSION]}

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> int:
        version: int = Integer().deserialize(value)
        if version != VERSION:
            message = f"states here have version {VERSION}, not {version}"
            raise ValidationError(message)
        return version


class Seed(Text):
    """A seed: 1 to 128 characters."""

    def __init__(self, **more: Any) -> None:
        super().__init__(r"[\s\S]+", 128, **more)


class Result(Described):
    """The answer of `/score`, checked against the state that it is the result of."""

    def json_schema(self) -> Json:
        """An object; what it must hold follows from the state."""
        return {"type": "object", "description": "The answer of `/score`."}

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> Json:
        if not isinstance(value, dict):
            message = f"an object is expected, not {kind_of(value)}"
            raise ValidationError(message)
        return value


class MatchPlayer(Question):
    """A player of a match."""

    player = Player(required=True)
    total = Integer(required=True)
    rejoins = Integer(0, required=True)
    out = Boolean(required=True)
    turns = Integer(0, required=True)
    cards = Cards(0, 8, required=True)


class MatchDrawn(Question):
    """The card that was drawn in this turn."""

    from_ = OneOf(Pile, data_key="from", required=True)
    card = CardCode(required=True)


class MatchClosed(Question):
    """Who closed, the card that lies face down, and the melds."""

    player = Player(required=True)
    discard = CardCode(required=True)
    melds = ShownMelds(required=True)


class MatchState(Question):
    """A whole match; the last card of `stock` and of `discards` is the top."""

    version = Version(required=True)
    rules = RulesField(required=True)
    seed = Seed(required=True)
    round = Integer(1, required=True)
    phase = OneOf(Phase, required=True)
    lead = Player(required=True)
    to_play = Player(required=True, allow_none=True)
    drawn = Member(MatchDrawn(), required=True, allow_none=True)
    players = Members(MatchPlayer(), 2, MOST_PLAYERS, required=True)
    stock = Cards(0, MOST_CARDS, required=True)
    discards = Cards(0, MOST_CARDS, required=True)
    exhaustions = Integer(0, required=True)
    play_off = Boolean(required=True)
    closer = Member(MatchClosed(), required=True, allow_none=True)
    result = Result(required=True, allow_none=True)


class SentState(Struct, frozen=True):
    """A state and its rules as they were sent."""

    sent: SentRules
    state: State

    def then(self, state: State) -> "SentState":
        """Another state of the same match."""
        return replace(self, state=state)


class StateMember(Member):
    """A state; whether it can be is asked when the whole question matches the contract."""

    def __init__(self, **more: Any) -> None:
        super().__init__(MatchState(), **more)


def read_state(asked: Json) -> SentState:
    """A state as the rules know it, or `ImpossibleError` with every fault."""
    sent: SentRules = asked["rules"]
    table = _table(sent, len(asked["players"]))
    closer, faults = _closer(asked["closer"], table)
    drawn = asked["drawn"]
    state = State(
        table=table,
        seed=asked["seed"],
        round=asked["round"],
        phase=asked["phase"],
        lead=asked["lead"],
        to_play=asked["to_play"],
        drawn=drawn and Drawn(drawn["from_"], drawn["card"]),
        players=tuple(PlayerState(**one) for one in asked["players"]),
        stock=asked["stock"],
        discards=asked["discards"],
        exhaustions=asked["exhaustions"],
        play_off=asked["play_off"],
        closer=closer,
        result=None,
    )
    faults += state_faults(state)
    result = asked["result"]
    if (result is not None) != (state.phase in SCORED):
        detail = f"in the phase {state.phase} there is {'no' if result else 'a'} result"
        faults.append(Fault((*ROOT, "result"), detail))
    elif result is not None:
        try:
            state = _with_result(state, result, sent, asked["closer"])
        except ImpossibleError as error:
            faults += error.faults
    refuse(faults)
    return SentState(sent, state)


def _table(sent: SentRules, seats: int) -> Table:
    try:
        return sent.table_for(seats, ("players",))
    except ImpossibleError as error:
        raise ImpossibleError(
            Fault((*ROOT, *fault.path), fault.detail) for fault in error.faults
        ) from None


def _closer(asked: Json | None, table: Table) -> tuple[Closed | None, list[Fault]]:
    """Who closed with which melds; what is no meld is a fault."""
    if asked is None:
        return None, []
    faults: list[Fault] = []
    melds: list[Meld] = []
    for shown in below((*ROOT, "closer", "melds"), asked["melds"]) or ():
        if not set(shown.cards) <= table.copies.keys():
            faults.append(Fault(shown.path, "this deck doesn't hold these cards"))
            continue
        judgement = judge(shown, table)
        if judgement.meld:
            melds.append(judgement.meld)
        else:
            why = "; ".join(violation.message for violation in judgement.violations)
            faults.append(Fault(shown.path, f"this is no meld: {why}"))
    return Closed(asked["player"], asked["discard"], tuple(melds)), faults


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


def _with_result(state: State, result: Json, sent: SentRules, closed: Json | None) -> State:
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
    summary = recount(state, stated)
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


def told_result(summary: Any, sent: SentRules) -> Json:
    """A result as a state has it: the answer of `/score`."""
    return {"rules": sent.sent} | summed_up(summary, sent.sent)


def as_json(value: object) -> Json:
    """A value as its reader would read it."""
    read: Json = json.loads(encode(value))
    return read


def _stated(state: State, read: Json, closed: Json | None) -> Stated:
    showdown, scores = read["showdown"], read["scores"]
    ends = [*([showdown["closer"]] if showdown["closer"] else []), *showdown["opponents"]]
    hands = {one.player: one.cards for one in state.players}
    entrants: dict[str, Entrant] = {}
    for end in ends:
        name = end["player"]
        is_closer = state.closer is not None and name == state.closer.player
        shown: tuple[Shown, ...] | None = end["melds"]
        if is_closer and closed:
            shown = closed["melds"]
        if name in hands:
            path = (*ROOT, "result")
            melds = below(path, shown or ())
            lay_offs = given_lay_offs(end["lay_offs"], path)
            entrants[name] = Entrant(name, hands[name], path, melds, lay_offs)
    outs = {score["player"] for score in scores if score["out"]}
    return Stated(
        {score["player"]: score["before"] for score in scores},
        entrants,
        frozenset(one.player for one in state.players if one.player in outs and not one.out),
    )

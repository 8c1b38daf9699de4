"""The state of a match as a request tells it: read, and checked in all its parts."""

from typing import Any

from marshmallow import ValidationError
from msgspec import Struct
from msgspec.structs import replace

from service.api.requests.card_fields import CardCode, Cards
from service.api.requests.fields import (
    Boolean,
    Described,
    Integer,
    Json,
    OneOf,
    Player,
    Text,
    kind_of,
)
from service.api.requests.hands import ShownMelds, below
from service.api.requests.request_objects import Member, Members, Question
from service.api.requests.rounds import MOST_PLAYERS
from service.api.requests.rules import RulesField, SentRules
from service.api.requests.state_result import ROOT, with_result
from service.rules.errors import Fault, ImpossibleError, refuse
from service.rules.hand.meld_check import check_meld
from service.rules.hand.melds import Meld
from service.rules.match.state import (
    SCORED,
    Phase,
    Pile,
    State,
    StateCloser,
    StateDrawn,
    StatePlayer,
)
from service.rules.match.state_check import state_faults
from service.rules.table.table import Table

VERSION = 1
MOST_CARDS = 100


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
        drawn=drawn and StateDrawn(drawn["from_"], drawn["card"]),
        players=tuple(StatePlayer(**one) for one in asked["players"]),
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
            state = with_result(state, result, sent, asked["closer"])
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


def _closer(asked: Json | None, table: Table) -> tuple[StateCloser | None, list[Fault]]:
    """Who closed with which melds; what is no meld is a fault."""
    if asked is None:
        return None, []
    faults: list[Fault] = []
    melds: list[Meld] = []
    for shown in below((*ROOT, "closer", "melds"), asked["melds"]) or ():
        if not set(shown.cards) <= table.copies.keys():
            faults.append(Fault(shown.path, "this deck doesn't hold these cards"))
            continue
        judgement = check_meld(shown, table)
        if judgement.meld:
            melds.append(judgement.meld)
        else:
            why = "; ".join(violation.message for violation in judgement.violations)
            faults.append(Fault(shown.path, f"this is no meld: {why}"))
    return StateCloser(asked["player"], asked["discard"], tuple(melds)), faults

"""Stated matches: the match that a state makes, or everything in it that cannot be."""

from collections.abc import Iterator

from marshmallow import ValidationError
from msgspec import Struct
from msgspec.json import decode, encode
from msgspec.structs import replace

from service.api.answers.matches import result_answer
from service.api.requests.fields.basic import Json
from service.api.requests.fields.objects import mistakes_in
from service.api.requests.fields.rules import SentRules
from service.api.requests.showdowns import chosen_lay_offs
from service.api.requests.states import RESULT, ResultPlace, StatedMatch, StatedResult
from service.api.words.sentences import sentence
from service.rules.faults import Fault, FaultCode, ImpossibleError, fault, refuse
from service.rules.match.match_faults import read_closer
from service.rules.match.result_faults import (
    ChosenInRound,
    after_faults,
    check_result,
    presence_faults,
)
from service.rules.match.state import State
from service.rules.match.state_faults import state_faults
from service.rules.round.showdown_player import ShowdownHand
from service.rules.subjects import Part, Subject


class SentMatch(Struct, frozen=True):
    """A match that can be, with its rules as they were sent."""

    rules: SentRules
    state: State


def read_match(stated: StatedMatch) -> SentMatch:
    """The match, or `ImpossibleError` with every fault."""
    table = stated.rules.table(len(stated.players))
    closer, faults = None, list[Fault]()
    if stated.closer is not None:
        said = stated.closer
        closer, wrong = read_closer(said.player, said.discard, said.melds, table)
        faults += wrong
    state = State(
        table=table,
        seed=stated.seed,
        round=stated.round,
        phase=stated.phase,
        lead=stated.lead,
        to_play=stated.to_play,
        drawn=stated.drawn,
        players=stated.players,
        stock=stated.stock,
        discards=stated.discards,
        exhaustions=stated.exhaustions,
        play_off=stated.play_off,
        closer=closer,
        result=None,
    )
    faults += state_faults(state)
    absent = tuple(presence_faults(state, has_result=stated.result is not None))
    faults += absent
    if stated.result is not None and not absent:
        try:
            state = _with_result(state, stated, stated.result)
        except ImpossibleError as error:
            faults += error.faults
    refuse(faults)
    return SentMatch(stated.rules, state)


def _with_result(state: State, stated: StatedMatch, result: Json) -> State:
    """The state with its result, which must follow from the cards and from what was chosen.

    Raises `ImpossibleError` if it doesn't.
    """
    try:
        read = RESULT.read(result)
    except ValidationError as error:
        raise ImpossibleError(_malformed(error)) from None
    chosen = _chosen(state, stated, read)
    score = check_result(state, chosen)
    expected: Json = decode(encode(result_answer(score, stated.rules.sent)))
    differences = [
        fault(FaultCode.RESULT_DIFFERS, Subject(Part.RESULT, name=name))
        for name in dict.fromkeys([*expected, *result])
        if name not in result or name not in expected or result[name] != expected[name]
    ]
    refuse([*differences, *after_faults(state, score, chosen.rejoined)])
    return replace(state, result=score)


def _malformed(error: ValidationError) -> Iterator[Fault]:
    """The mistakes in a result, as faults."""
    for path, mistake in mistakes_in(error):
        what = sentence(mistake.code, mistake.facts)
        yield fault(FaultCode.RESULT_MALFORMED, ResultPlace(Part.RESULT, path=path), mistake=what)


def _chosen(state: State, stated: StatedMatch, result: StatedResult) -> ChosenInRound:
    """What everybody showed and laid off in the round, and the totals before it.

    The closer's melds are those that the state itself names.
    """
    held = {player.player: player.cards for player in state.players}
    hands: dict[str, ShowdownHand] = {}
    for position, end in enumerate(result.ends()):
        closer = stated.closer if stated.closer and end.player == stated.closer.player else None
        melds = (closer or end).melds or ()
        if end.player in held:
            lay_offs = chosen_lay_offs(end.lay_offs)
            cards = held[end.player]
            hands[end.player] = ShowdownHand(end.player, cards, position, melds, lay_offs)
    out = {score.player for score in result.scores if score.out}
    rejoined = [p.player for p in state.players if p.player in out and not p.out]
    before = {score.player: score.before for score in result.scores}
    return ChosenInRound(before, hands, frozenset(rejoined))

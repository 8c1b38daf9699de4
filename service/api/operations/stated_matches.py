"""Stated matches: reads the match in a request's state, or finds everything impossible in it."""

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
from service.api.requests.states import RESULT, ResultSubject, StatedMatch, StatedResult
from service.api.words.sentences import sentence
from service.rules.faults import Fault, FaultCode, ImpossibleError, fault, refuse_if_any
from service.rules.match.faults.action_faults import read_closer
from service.rules.match.faults.result_faults import (
    ChosenInRound,
    after_faults,
    check_result,
    presence_faults,
)
from service.rules.match.faults.state_faults import state_faults
from service.rules.match.state import State
from service.rules.round.showdown_player import ShowdownHand
from service.rules.subjects import Part, Subject


class SentMatch(Struct, frozen=True):
    """A match that is possible, with its rules as the request sent them."""

    rules: SentRules
    state: State


def read_match(stated: StatedMatch) -> SentMatch:
    """Return the match of a state, or raise `ImpossibleError` with every fault."""
    table = stated.rules.table(len(stated.players))
    closer, faults = None, list[Fault]()
    if stated.closer is not None:
        sent = stated.closer
        closer, closer_faults = read_closer(sent.player, sent.discard, sent.melds, table)
        faults += closer_faults
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
    unplayed = stated.result is not None and stated.result.get("showdown", ...) is None
    faults += state_faults(state, unplayed=unplayed)
    missing = tuple(presence_faults(state, has_result=stated.result is not None))
    faults += missing
    if stated.result is not None and not missing:
        try:
            state = _with_result(state, stated, stated.result)
        except ImpossibleError as error:
            faults += error.faults
    refuse_if_any(faults)
    return SentMatch(stated.rules, state)


def _with_result(state: State, stated: StatedMatch, result: Json) -> State:
    """Return the state with its result.

    Raise `ImpossibleError` if the result doesn't follow from the cards and the players' choices.
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
    refuse_if_any([*differences, *after_faults(state, score, chosen.rejoined)])
    return replace(state, result=score)


def _malformed(error: ValidationError) -> Iterator[Fault]:
    """Yield a fault for each mistake in a result."""
    for path, mistake in mistakes_in(error):
        text = sentence(mistake.code, mistake.facts)
        yield fault(FaultCode.RESULT_MALFORMED, ResultSubject(Part.RESULT, path=path), mistake=text)


def _chosen(state: State, stated: StatedMatch, result: StatedResult) -> ChosenInRound:
    """Return the melds and lay-offs that the players chose, and their totals before the round.

    The closer's melds are taken from `closer` in the state.
    """
    held = {player.player: player.cards for player in state.players}
    hands: dict[str, ShowdownHand] | None = {} if result.showdown else None
    for position, end in enumerate(result.ends()):
        closer = stated.closer if stated.closer and end.player == stated.closer.player else None
        melds = (closer or end).melds or ()
        if hands is not None and end.player in held:
            lay_offs = chosen_lay_offs(end.lay_offs)
            cards = held[end.player]
            hands[end.player] = ShowdownHand(end.player, cards, position, melds, lay_offs)
    after = {score.player: score.after for score in result.scores if score.out}
    rejoined = [
        player.player
        for player in state.players
        if player.player in after
        # Whoever rejoined and left again is out, but not at the total after the round.
        and (not player.out or (player.left and player.total != after[player.player]))
    ]
    before = {score.player: score.before for score in result.scores}
    return ChosenInRound(before, hands, frozenset(rejoined))

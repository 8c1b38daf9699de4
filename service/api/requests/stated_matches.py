"""Stated matches: the match that a state makes, or everything in it that cannot be."""

from msgspec import Struct

from service.api.requests.rules import SentRules
from service.api.requests.stated_results import check_stated_result
from service.api.requests.states import StatedMatch
from service.rules.faults import Fault, ImpossibleError, refuse
from service.rules.match.match_input import read_closer
from service.rules.match.result_check import presence_faults
from service.rules.match.state import State
from service.rules.match.state_check import state_faults


class Match(Struct, frozen=True):
    """A match that can be, with its rules as they were sent."""

    rules: SentRules
    state: State


def read_match(stated: StatedMatch) -> Match:
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
            state = check_stated_result(state, stated)
        except ImpossibleError as error:
            faults += error.faults
    refuse(faults)
    return Match(stated.rules, state)

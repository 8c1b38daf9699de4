"""Stated matches: reads the match in a request's state, or finds everything impossible in it."""

from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from service.api.answers.rounds import round_result
from service.api.requests.fields.rules import SentRules
from service.api.requests.results import RoundResult, RoundShowdown
from service.api.requests.states import StatedMatch
from service.rules.faults import Fault, FaultCode, ImpossibleError, fault, refuse_if_any
from service.rules.hand.meld_check import ShownMeld, as_shown
from service.rules.match.faults.action_faults import read_melds
from service.rules.match.faults.result_faults import (
    ChosenInRound,
    after_faults,
    check_result,
    presence_faults,
)
from service.rules.match.faults.showdown_faults import showdown_faults
from service.rules.match.faults.state_faults import state_faults
from service.rules.match.state import State, StateCloser, StateShown
from service.rules.round.showdown_player import LayOff, ShowdownHand, as_chosen
from service.rules.subjects import Part, Subject
from service.rules.table.cards import Card
from service.rules.table.table import Table


class SentMatch(Struct, frozen=True):
    """A match that is possible, with its rules as the request sent them."""

    rules: SentRules
    state: State


def read_match(stated: StatedMatch, hidden: frozenset[str] = frozenset()) -> SentMatch:
    """Return the match of a state, or raise `ImpossibleError` with every fault.

    The hands of the players in `hidden` are not known: only their sizes are checked.
    """
    table = stated.rules.table(len(stated.players))
    closer, faults = _closer(stated, table)
    shown, shown_faults = _shown(stated, table)
    faults += shown_faults
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
        moves=stated.moves,
        showdown=stated.showdown,
        shown=shown,
        pass_number=stated.pass_number,
        closer=closer,
        result=None,
    )
    unplayed = stated.result is not None and stated.result.showdown is None
    faults += state_faults(state, unplayed=unplayed)
    if not faults:
        faults += showdown_faults(state, hidden)
    missing = tuple(presence_faults(state, has_result=stated.result is not None))
    faults += missing
    if stated.result is not None and not missing:
        try:
            state = _with_result(state, stated, stated.result)
        except ImpossibleError as error:
            faults += error.faults
    refuse_if_any(faults)
    return SentMatch(stated.rules, state)


def _closer(stated: StatedMatch, table: Table) -> tuple[StateCloser | None, list[Fault]]:
    if stated.closer is None:
        return None, []
    player, discard = stated.closer.player, stated.closer.discard
    melds, faults = read_melds(stated.closer.melds, Subject(Part.CLOSER_MELD), table)
    return StateCloser(player, discard, melds), list(faults)


def _shown(stated: StatedMatch, table: Table) -> tuple[tuple[StateShown, ...] | None, list[Fault]]:
    if stated.shown is None:
        return None, []
    shown, faults = [], list[Fault]()
    for position, one in enumerate(stated.shown):
        as_stated = tuple(map(as_shown, one.melds))
        melds, found = read_melds(as_stated, Subject(Part.SHOWN_MELD, position), table)
        shown.append(StateShown(one.player, melds, one.lay_offs))
        faults += found
    return tuple(shown), faults


def _with_result(state: State, stated: StatedMatch, result: RoundResult) -> State:
    """Return the state with its result.

    Raise `ImpossibleError` if the result doesn't follow from the cards and the players' choices.
    """
    chosen = _chosen(state, stated, result)
    score = check_result(state, chosen)
    expected = round_result(score, stated.rules.sent)
    differences = [
        fault(FaultCode.RESULT_DIFFERS, Subject(Part.RESULT, name=name))
        for name in RoundResult.__struct_fields__
        if getattr(result, name) != getattr(expected, name)
    ]
    refuse_if_any([*differences, *after_faults(state, score, chosen.rejoined)])
    return replace(state, result=score)


def _chosen(state: State, stated: StatedMatch, result: RoundResult) -> ChosenInRound:
    """Return the melds and lay-offs that the players chose, and their totals before the round.

    The closer's melds are taken from `closer` in the state.
    """
    held = {player.player: player.cards for player in state.players}
    hands = None if result.showdown is None else _hands(held, stated, result.showdown)
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


def _hands(
    held: Mapping[str, tuple[Card, ...]], stated: StatedMatch, showdown: RoundShowdown
) -> dict[str, ShowdownHand]:
    """Return the hand of each player of the round, with the melds and lay-offs of the result."""
    ends: list[tuple[str, tuple[ShownMeld, ...], tuple[LayOff, ...]]] = [
        (end.player, tuple(map(as_shown, end.melds)), end.lay_offs) for end in showdown.opponents
    ]
    if showdown.closer:
        closer = showdown.closer
        is_stated = stated.closer is not None and stated.closer.player == closer.player
        melds = stated.closer.melds if stated.closer and is_stated else ()
        ends.insert(0, (closer.player, melds, closer.lay_offs))
    return {
        player: ShowdownHand(player, held[player], position, melds, as_chosen(lay_offs))
        for position, (player, melds, lay_offs) in enumerate(ends)
        if player in held
    }

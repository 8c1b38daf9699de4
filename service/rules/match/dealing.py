"""Dealing: the first round of a match and the next ones, decided by the seed."""

from collections.abc import Sequence

from msgspec.structs import replace

from service.rules.match.events import Event, EventType
from service.rules.match.shuffle import deck_of, lead_of
from service.rules.match.state import Phase, State, StatePlayer
from service.rules.table.cards import HAND_SIZE
from service.rules.table.table import Table


def first_deal(
    table: Table, players: Sequence[str], seed: str, lead: str | None
) -> tuple[State, list[Event]]:
    """A new match: the first lead is drawn unless it is given.

    Names must be different, and as many as the table's seats allow.
    """
    state = State(
        table=table,
        seed=seed,
        round=0,
        phase=Phase.ROUND_OVER,
        lead=players[lead_of(len(players), seed)] if lead is None else lead,
        to_play=None,
        drawn=None,
        players=tuple(StatePlayer(name, 0, 0, out=False, turns=0, cards=()) for name in players),
        stock=(),
        discards=(),
        exhaustions=0,
        play_off=False,
        closer=None,
        result=None,
    )
    return _deal(state, state.lead)


def next_deal(state: State) -> tuple[State, list[Event]]:
    """The next round of a match that goes on: the next seat still in leads."""
    return _deal(state, state.next_in(state.lead))


def _deal(state: State, lead: str) -> tuple[State, list[Event]]:
    """Seven cards to everybody still in, one at a time from the lead on, then one turned up."""
    number = state.round + 1
    deck = list(deck_of(state.table.deck, state.seed, number))
    order = [lead, *(one.player for one in state.after(lead))]
    playing = [name for name in order if not state.player(name).out]
    cards = dict.fromkeys(state.names(), ()) | {
        name: tuple(deck[-1 - at - len(playing) * n] for n in range(HAND_SIZE))
        for at, name in enumerate(playing)
    }
    dealt = len(playing) * HAND_SIZE
    stock, turned_up = tuple(deck[: -dealt - 1]), deck[-dealt - 1]
    tied = state.result.status.tied if state.result and state.result.status else ()
    dealt_state = replace(
        state,
        round=number,
        phase=Phase.DRAW,
        lead=lead,
        to_play=lead,
        drawn=None,
        players=tuple(replace(one, turns=0, cards=cards[one.player]) for one in state.players),
        stock=stock,
        discards=(turned_up,),
        exhaustions=0,
        play_off=bool(tied),
        closer=None,
        result=None,
    )
    events = [Event(EventType.DEALT, name, secret={"cards": cards[name]}) for name in playing]
    return dealt_state, [*events, Event(EventType.TURNED_UP, told={"card": turned_up})]

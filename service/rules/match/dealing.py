"""Dealing: each round of a match, and who leads it; the seed decides the cards."""

from collections.abc import Sequence

from msgspec.structs import replace

from service.rules.match.events import Dealt, DealtSecret, Event, Played, TurnedUp
from service.rules.match.shuffle import draw_lead, shuffle_deck
from service.rules.match.state import Phase, ShowdownMode, State, StatePlayer
from service.rules.score.rotation import DealerAndLead, next_round
from service.rules.table.cards import HAND_SIZE
from service.rules.table.table import Table


def first_deal(
    table: Table,
    players: Sequence[str],
    seed: str,
    lead: str | None,
    showdown: ShowdownMode = ShowdownMode.AUTOMATIC,
) -> Played:
    """Return a new match after the deal of its first round.

    If `lead` is None, the seed decides who leads. The names must be different, and their number
    must be allowed at the table; see `name_faults`.
    """
    state = State(
        table=table,
        seed=seed,
        round=0,
        phase=Phase.ROUND_OVER,
        lead=first_lead(players, seed) if lead is None else lead,
        to_play=None,
        drawn=None,
        players=tuple(
            StatePlayer(name, 0, 0, out=False, left=False, turns=0, cards=()) for name in players
        ),
        stock=(),
        discards=(),
        exhaustions=0,
        play_off=False,
        moves=0,
        showdown=showdown,
        shown=None,
        pass_number=None,
        closer=None,
        result=None,
    )
    return _deal(state, state.lead)


def next_deal(state: State) -> Played:
    """Return the match after the deal of the next round; the phase must be `round_over`."""
    return _deal(state, next_lead(state))


def _deal(state: State, lead: str) -> Played:
    """Deal seven cards, one at a time, to each player who is in, the lead first; turn one up.

    Where the lead gets eight cards, the card that would be turned up is the last of them.
    """
    number = state.round + 1
    deck = shuffle_deck(state.table.deck, state.seed, number)
    order = [state.player(lead), *state.turn_order_after(lead)]
    playing = [player.player for player in order if not player.out]
    top_down = deck[::-1]
    dealt = len(playing) * HAND_SIZE
    hands = {name: top_down[seat : dealt : len(playing)] for seat, name in enumerate(playing)}
    turned_up, stock = top_down[dealt], deck[: -dealt - 1]
    lead_gets_eight = state.table.rules.turn.lead_gets_eight
    if lead_gets_eight:
        hands[lead] = (*hands[lead], turned_up)
    tied = state.result.status.tied if state.result and state.result.status else ()
    dealt_state = replace(
        state,
        round=number,
        phase=Phase.DISCARD if lead_gets_eight else Phase.DRAW,
        lead=lead,
        to_play=lead,
        drawn=None,
        players=tuple(
            replace(player, turns=0, cards=hands.get(player.player, ())) for player in state.players
        ),
        stock=stock,
        discards=() if lead_gets_eight else (turned_up,),
        exhaustions=0,
        play_off=bool(tied),
        closer=None,
        result=None,
    )
    events: list[Event] = [Dealt(name, DealtSecret(hands[name])) for name in playing]
    if not lead_gets_eight:
        events.append(TurnedUp(turned_up))
    return Played(dealt_state, tuple(events))


def first_lead(players: Sequence[str], seed: str) -> str:
    """Return the player who leads the first round; the seed decides."""
    return players[draw_lead(len(players), seed)]


def next_lead(state: State) -> str:
    """Return the player who leads the next round, after the players who rejoin have done so."""
    players_in = [player.player for player in state.players_in()]
    last = DealerAndLead(last_dealer(state), state.lead)
    return next_round(last, state.names(), players_in, state.table.rules.match.rotation).lead


def last_dealer(state: State) -> str:
    """Return the player who dealt this round: the player of the round before the lead.

    Whoever was dealt cards keeps them until the next deal, also a player who is out now.
    """
    order = [player.player for player in state.turn_order_after(state.lead) if player.cards]
    return order[-1]

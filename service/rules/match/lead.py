"""The lead: the player who plays first in a round (rule book, "Lead and dealer")."""

from collections.abc import Sequence

from service.rules.match.shuffle import draw_lead
from service.rules.match.state import State
from service.rules.score.rotation import DealerAndLead, next_round


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

"""The lead: the player who plays first in a round (rule book, "Lead and dealer")."""

from collections.abc import Sequence

from service.rules.match.shuffle import draw_lead
from service.rules.match.state import State


def first_lead(players: Sequence[str], seed: str) -> str:
    """Return the player who leads the first round; the seed decides."""
    return players[draw_lead(len(players), seed)]


def next_lead(state: State) -> str:
    """Return the player who leads the next round: the next player who is in after the last lead.

    Players who have rejoined are in, so they can lead.
    """
    return state.next_player_after(state.lead)

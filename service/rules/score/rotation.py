"""Rotation: who deals and who leads the next round (rule book, "Lead and dealer")."""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from service.rules.table.parameters import Rotation


class DealerAndLead(NamedTuple):
    """The player who deals a round, and the player who plays first in it."""

    dealer: str
    lead: str


def first_round(players: Sequence[str], dealer: str) -> DealerAndLead:
    """Return who deals and leads the first round; `players` are all players in play order."""
    return DealerAndLead(dealer, _next_after(dealer, players, players))


def next_round(
    last: DealerAndLead, players: Sequence[str], players_in: Collection[str], rotation: Rotation
) -> DealerAndLead:
    """Return who deals and leads the next round.

    At some tables the lead passes to the next player who is in, and the player before the lead
    deals. At others the deal passes, and the player after the dealer leads. `players_in` are the
    players who are in after all have rejoined who will.
    """
    if rotation is Rotation.DEAL:
        dealer = _next_after(last.dealer, players, players_in)
        return DealerAndLead(dealer, _next_after(dealer, players, players_in))
    lead = _next_after(last.lead, players, players_in)
    return DealerAndLead(_next_after(lead, players[::-1], players_in), lead)


def _next_after(name: str, players: Sequence[str], players_in: Collection[str]) -> str:
    """Return the next player in turn order who is in; `name` itself comes last."""
    index = players.index(name) + 1
    return next(player for player in (*players[index:], *players[:index]) if player in players_in)

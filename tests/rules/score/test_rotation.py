"""Who deals and who leads the next round (rule book, "Lead and dealer")."""

import pytest

from service.rules.score.rotation import DealerAndLead, first_round, next_round
from service.rules.table.parameters import Rotation

SEATS = ["a", "b", "c", "d"]


def after(dealer: str, lead: str, players_in: str, rotation: Rotation) -> str:
    last = DealerAndLead(dealer, lead)
    return "".join(next_round(last, SEATS, set(players_in), rotation))


@pytest.mark.parametrize(("dealer", "lead"), [("a", "b"), ("d", "a")])
def test_the_player_after_the_first_dealer_leads(dealer: str, lead: str) -> None:
    assert first_round(SEATS, dealer) == (dealer, lead)


def test_case_28_when_the_lead_goes_out_the_deal_passes_and_nobody_deals_twice() -> None:
    assert after("a", "b", "acd", Rotation.DEAL) == "cd"


def test_case_28_when_the_lead_goes_out_the_lead_passes_and_the_dealer_deals_again() -> None:
    assert after("a", "b", "acd", Rotation.LEAD) == "ac"


@pytest.mark.parametrize("rotation", Rotation)
def test_while_all_are_in_both_rotations_are_one(rotation: Rotation) -> None:
    assert after("a", "b", "abcd", rotation) == "bc"
    assert after("d", "a", "abcd", rotation) == "ab"


@pytest.mark.parametrize(
    ("players_in", "rotation", "seats"),
    [
        ("bcd", Rotation.DEAL, "bc"),
        ("bcd", Rotation.LEAD, "bc"),
        ("abd", Rotation.DEAL, "bd"),
        ("abd", Rotation.LEAD, "bd"),
        ("ad", Rotation.DEAL, "da"),
        ("ad", Rotation.LEAD, "ad"),
        ("cd", Rotation.DEAL, "cd"),
        ("cd", Rotation.LEAD, "dc"),
    ],
)
def test_players_who_are_out_neither_deal_nor_lead(
    players_in: str, rotation: Rotation, seats: str
) -> None:
    assert after("a", "b", players_in, rotation) == seats

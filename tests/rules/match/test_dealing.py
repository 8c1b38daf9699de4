"""What a deal and a new stock make of the shuffle."""

from collections.abc import Sequence
from typing import Any

import pytest
from msgspec.structs import replace
from support.core_answers import rules_of
from support.matches.built_states import over
from support.shuffle_model import ANY_SEEDS, NAMES, below, mixed, words

from service.rules.match.actions import DiscardAction, DrawAction
from service.rules.match.dealing import first_deal, next_deal
from service.rules.match.events import Dealt, Event, Reshuffled, TurnedUp
from service.rules.match.play import play
from service.rules.match.state import Phase, Pile, State
from service.rules.table.cards import Card
from service.rules.table.profiles import PROFILES
from service.rules.table.table import table_of


def check_dealt(state: State, order: Sequence[str]) -> None:
    """Take the shuffled deck from the top: a card to each in turn, seven times, then one more."""
    pile = mixed(state.table.deck, state.seed, f"deal/{state.round}")
    hands: dict[str, list[Card]] = {name: [] for name in state.names()}
    for _ in range(7):
        for name in order:
            hands[name].append(pile.pop())
    assert state.discards == (pile.pop(),)
    assert list(state.stock) == pile
    assert {one.player: list(one.cards) for one in state.players} == hands
    assert (state.lead, state.to_play, state.phase) == (order[0], order[0], Phase.DRAW)


def hands_dealt(events: Sequence[Event]) -> list[tuple[str, tuple[Card, ...]]]:
    return [(event.player, event.secret.cards) for event in events if isinstance(event, Dealt)]


@pytest.mark.parametrize("seed", ANY_SEEDS[:14])
@pytest.mark.parametrize(("profile", "seats"), [("fournier", 4), ("classic", 6), ("barajamos", 3)])
def test_a_deal_gives_one_card_at_a_time_from_the_lead_on_then_turns_one_up(
    profile: str, seats: int, seed: str
) -> None:
    table, names = table_of(PROFILES[profile], seats), NAMES[:seats]
    for lead in [None, *names]:
        state, events = first_deal(table, names, seed, lead)
        drawn = below(seats, words(seed, "lead"))
        at = drawn if lead is None else names.index(lead)
        order = [*names[at:], *names[:at]]
        check_dealt(state, order)
        hands = [(name, state.player(name).cards) for name in order]
        assert hands_dealt(events) == hands
        assert events[-1] == TurnedUp(state.discards[0])


def test_the_next_deal_goes_to_those_who_are_in_from_the_next_of_them_on() -> None:
    state, _ = first_deal(table_of(PROFILES["classic"], 5), NAMES[:5], "chinchón", "bea")
    gone = tuple(
        replace(one, out=one.player in {"carlos", "eva"}, total=7 * at)
        for at, one in enumerate(state.players)
    )
    ended = replace(state, phase=Phase.ROUND_OVER, to_play=None, players=gone)
    dealt, events = next_deal(ended)
    assert dealt.round == 2
    check_dealt(dealt, ["diego", "ana", "bea"])
    assert [player for player, _ in hands_dealt(events)] == ["diego", "ana", "bea"]
    assert [one.total for one in dealt.players] == [0, 7, 14, 21, 28]


NO_TOP = over("classic", stock={"keeps_top_discard": False})


@pytest.mark.parametrize(
    ("rules", "kept"), [("barajamos", 0), ("fournier", 1), ("classic", 1), (NO_TOP, 0)]
)
def test_a_new_stock_is_the_discards_from_the_bottom_up_shuffled(rules: Any, kept: int) -> None:
    state, _ = first_deal(table_of(rules_of(rules), 3), NAMES[:3], "chinchón", None)
    new_stocks: list[Event] = []
    before = state
    while not new_stocks:
        before = state
        if state.drawn:
            card = state.drawn.card
            before = replace(state, discards=(*state.discards, card))
            state, events = play(state, DiscardAction(card))
        else:
            state, events = play(state, DrawAction(Pile.STOCK))
        new_stocks = [event for event in events if isinstance(event, Reshuffled)]
    put_in = before.discards[: len(before.discards) - kept]
    taken = [state.drawn.card] if state.drawn else []
    assert [*state.stock, *taken] == mixed(put_in, "chinchón", "stock/1/1")
    assert state.discards == before.discards[len(put_in) :]
    assert new_stocks == [Reshuffled(len(put_in), kept)]

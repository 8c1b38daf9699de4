"""What of a match is seen and legal_actions, and what a replay tells (RULES §2)."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from support import core_answers
import pytest
from support.matches.built_states import (
    CANCELLED,
    DISCARDS,
    EQUAL_CARDS,
    FIRST_TURN,
    FRESH,
    HOLDING,
    NAMES,
    NEXT,
    NOT_BACK,
    NOT_BACK_TWO_PACKS,
    OVER,
    STOCK,
    SUMMARY,
    TWO_PACKS,
    changed,
    having_taken,
    played,
    stand,
    summed_up,
)
from support.showdowns import card_list

from service.rules.errors import Path
from service.rules.match.action_check import check_action
from service.rules.match.actions import (
    Action,
    CancelAction,
    CloseAction,
    DealAction,
    DiscardAction,
    DrawAction,
    RejoinAction,
)
from service.rules.match.dealing import first_deal
from service.rules.match.play import closings, legal_actions
from service.rules.match.replay import replay
from service.rules.match.state import Pile, State
from service.rules.match.view import view
from service.rules.table.cards import ALL_CARDS, Card
from service.rules.table.profiles import PROFILES
from service.rules.table.table import Table, table_of

# What is seen


def seen(state: State, player: str | None) -> Counter[str]:
    """Every card that is written anywhere in a view."""
    return Counter(text for text in texts(core_answers.plain(view(state, player))) if text in ALL_CARDS)


def texts(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        for member in value:
            yield from texts(member)
    elif isinstance(value, str):
        yield value


@pytest.mark.parametrize("player", [*NAMES, None])
@pytest.mark.parametrize(
    "state",
    [FRESH, HOLDING, having_taken("barajamos"), CANCELLED, NEXT],
    ids=["draw", "from the stock", "from the discards", "cancelled", "next round"],
)
def test_a_view_holds_the_own_cards_the_discards_and_what_was_taken_from_them_alone(
    state: State, player: str | None
) -> None:
    own = state.player(player).cards if player else ()
    drawn = state.drawn
    seen_drawn = [drawn.card] if drawn and (drawn.pile is Pile.DISCARDS or player == "ana") else []
    assert seen(state, player) == Counter([*own, *state.discards, *seen_drawn])
    assert [one.count for one in view(state, player).players] == [
        len(one.cards) for one in state.players
    ]


@pytest.mark.parametrize("player", [*NAMES, None])
def test_once_a_round_is_over_all_hands_are_seen_and_the_closing_discard_by_the_closer_alone(
    player: str | None,
) -> None:
    found = seen(SUMMARY, player)
    assert ("7b" in found) is (player == "ana")
    assert not found.keys() & set(SUMMARY.stock)
    for one, shown in zip(SUMMARY.players, view(SUMMARY, player).players, strict=True):
        assert shown.cards == one.cards


@pytest.mark.parametrize(
    ("state", "told"),
    [(FRESH, False), (HOLDING, False), (SUMMARY, False), (OVER, True), (CANCELLED, True)],
)
def test_the_seed_is_told_when_the_match_is_over_or_cancelled(state: State, told: bool) -> None:
    found = list(texts(core_answers.plain(view(state, "ana"))))
    assert ("secret seed" in found) is told


@pytest.mark.parametrize("pile", Pile)
def test_a_card_from_the_stock_is_told_to_its_player_alone(pile: Pile) -> None:
    after, (event,) = played(FRESH, DrawAction(pile))
    assert after.drawn is not None
    assert ("card" in event.told) is (pile is Pile.DISCARDS)
    assert {**event.told, **event.secret} == {"from": pile, "card": after.drawn.card}


# What is legal_actions


def conceivable(state: State) -> list[Action]:
    return [
        *(DrawAction(pile) for pile in Pile),
        *(DiscardAction(card) for card in ALL_CARDS),
        *(CloseAction(card) for card in ALL_CARDS),
        *(RejoinAction(name) for name in state.names()),
        DealAction(),
        CancelAction(),
    ]


@pytest.mark.parametrize(
    ("state", "expected"),
    [
        (FRESH, [STOCK, DISCARDS, CancelAction()]),
        (FIRST_TURN, [STOCK, CancelAction()]),
        (stand(discards=0), [STOCK, CancelAction()]),
        (SUMMARY, [RejoinAction("eva"), RejoinAction("fran"), DealAction(), CancelAction()]),
        (summed_up(ana=60, ben=66, eva=1), [DealAction(), CancelAction()]),
        (OVER, []),
        (CANCELLED, []),
    ],
)
def test_what_is_listed_in_a_phase(state: State, expected: list[Action]) -> None:
    assert legal_actions(state) == expected


@pytest.mark.parametrize(
    "state",
    [
        *(FRESH, FIRST_TURN, HOLDING, SUMMARY, NEXT, OVER, CANCELLED),
        *(having_taken(NOT_BACK), having_taken(NOT_BACK_TWO_PACKS, EQUAL_CARDS)),
        changed(SUMMARY, "eva", rejoins=2),
        stand("classic", drawn="7b"),
        changed(stand("classic", drawn="7b"), "ana", turns=0),
    ],
)
def test_what_is_listed_is_all_that_may_be_done_of_all_that_could_be_tried(state: State) -> None:
    allowed = [action for action in conceivable(state) if not check_action(state, action)]
    assert Counter(legal_actions(state)) == Counter(allowed)


def test_each_card_held_is_listed_once_as_discard_and_where_it_may_close() -> None:
    hand = "7o 7c 7e 10o 11o 12o 1b"
    state = stand(TWO_PACKS, hands={"ana": hand}, drawn="1b")
    cards = card_list("7o 10o 11o 12o 7c 7e 1b")
    assert legal_actions(state) == [
        *map(DiscardAction, cards),
        CloseAction(Card("1b")),
        CancelAction(),
    ]
    assert [(card, closing.score) for card, closing in closings(state)] == [("1b", 1)]


# Replay


def test_a_match_played_again_is_the_same_and_stops_at_the_first_illegal_action() -> None:
    table = table_of(PROFILES["barajamos"], 4)
    state, _ = first_deal(table, NAMES, "again", "eva")
    actions: list[Action] = []
    for _ in range(5):
        drawing, _ = played(state, STOCK)
        assert drawing.drawn is not None
        actions += [STOCK, DiscardAction(drawing.drawn.card)]
        state, _ = played(drawing, actions[-1])
    again = replay(table, NAMES, "again", "eva", actions)
    assert (again.state, again.failed_at, again.violations) == (state, None, ())
    stopped = replay(table, NAMES, "again", "eva", [*actions, DealAction(), STOCK])
    assert (stopped.state, stopped.failed_at) == (state, 10)
    assert [violation.code for violation in stopped.violations] == ["action.wrong_phase"]


def holds_the_ace(table: Table, seed: str) -> bool:
    """Whether ben has the ace of coins when he has drawn."""
    state, _ = first_deal(table, NAMES, seed, "ben")
    return Card("1o") in {*state.player("ben").cards, state.stock[-1]}


@pytest.mark.parametrize(
    ("rules", "action", "places"),
    [
        (
            "barajamos",
            DrawAction(Pile.STOCK, "ana"),
            {("actions", 1, "type"), ("actions", 1, "player")},
        ),
        ("barajamos", DiscardAction(Card("1o"), "ben"), {("actions", 1, "card")}),
        ("barajamos", CloseAction(Card("1o")), {("actions", 1, "discard")}),
        ("classic", CloseAction(Card("1o")), {("actions", 1, "discard"), ("actions", 1)}),
    ],
)
def test_a_replay_tells_at_the_action_what_forbids_it(
    rules: str, action: Action, places: set[Path]
) -> None:
    table = table_of(PROFILES[rules], 4)
    seed = next(seed for seed in map(str, range(50)) if not holds_the_ace(table, seed))
    stopped = replay(table, NAMES, seed, "ben", [STOCK, action])
    assert {violation.path for violation in stopped.violations} == places

"""What is seen of a match, what may be done in it, and what a replay finds."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

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
from support.matches.values import as_json
from support.showdowns import card_list

from service.rules.faults import FaultCode, ImpossibleError
from service.rules.match.action_check import check_action
from service.rules.match.actions import (
    Action,
    CancelAction,
    CloseAction,
    DealAction,
    DiscardAction,
    DrawAction,
    LeaveAction,
    RejoinAction,
)
from service.rules.match.dealing import first_deal
from service.rules.match.events import Drew, DrewSecret, Played
from service.rules.match.legal_actions import legal_actions
from service.rules.match.replay import replay
from service.rules.match.state import Pile, State
from service.rules.match.view import view
from service.rules.subjects import Part, Subject
from service.rules.table.cards import ALL_CARDS, Card
from service.rules.table.profiles import PROFILES
from service.rules.table.table import Table, table_of

# What is seen


def seen(state: State, player: str | None) -> Counter[str]:
    """Every card that is written anywhere in a view."""
    return Counter(text for text in texts(as_json(view(state, player))) if text in ALL_CARDS)


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
def test_the_seed_is_shown_when_the_match_is_over_or_cancelled(state: State, told: bool) -> None:
    found = list(texts(as_json(view(state, "ana"))))
    assert ("secret seed" in found) is told


@pytest.mark.parametrize("pile", Pile)
def test_a_card_from_the_stock_is_shown_to_its_player_alone(pile: Pile) -> None:
    after, (event,) = played(FRESH, DrawAction(pile))
    assert after.drawn is not None
    card = after.drawn.card
    if pile is Pile.DISCARDS:
        assert event == Drew("ana", pile, card)
        assert as_json(event) == {"type": "drew", "player": "ana", "from": "discards", "card": card}
    else:
        assert event == Drew("ana", pile, secret=DrewSecret(card))
        secret = {"secret": {"card": card}}
        assert as_json(event) == {"type": "drew", "player": "ana", "from": "stock"} | secret


# What may be done


def every_action(state: State) -> list[Action]:
    return [
        *(DrawAction(pile) for pile in Pile),
        *(DiscardAction(card) for card in ALL_CARDS),
        *(CloseAction(card) for card in ALL_CARDS),
        CloseAction(None),
        *(RejoinAction(name) for name in state.names()),
        *(LeaveAction(name) for name in state.names()),
        DealAction(),
        CancelAction(),
    ]


@pytest.mark.parametrize(
    ("state", "expected"),
    [
        (FRESH, [STOCK, DISCARDS]),
        (FIRST_TURN, [STOCK]),
        (stand(discards=0), [STOCK]),
        (SUMMARY, [RejoinAction("eva"), RejoinAction("fran"), DealAction()]),
        (summed_up(ana=60, ben=66, eva=1), [DealAction()]),
        (OVER, []),
        (CANCELLED, []),
    ],
)
def test_what_is_listed_in_a_phase(state: State, expected: list[Action]) -> None:
    assert legal_actions(state).actions == tuple(expected)


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
    allowed = [action for action in every_action(state) if not check_action(state, action)]
    legal = legal_actions(state)
    assert Counter([*legal.actions, *legal.room]) == Counter(allowed)


def test_each_card_held_is_listed_once_as_discard_and_where_it_may_close() -> None:
    hand = "7o 7c 7e 10o 11o 12o 1b"
    state = stand(TWO_PACKS, hands={"ana": hand}, drawn="1b")
    cards = card_list("7o 10o 11o 12o 7c 7e 1b")
    legal = legal_actions(state)
    assert legal.actions == (
        *map(DiscardAction, cards),
        CloseAction(Card("1b")),
    )
    assert legal.player == "ana"
    assert [(option.discard, option.closing.score) for option in legal.closings] == [("1b", 1)]


@pytest.mark.parametrize(
    ("action", "written"),
    [
        (STOCK, {"type": "draw", "from": "stock"}),
        (DiscardAction(Card("7o")), {"type": "discard", "card": "7o"}),
        (CloseAction(Card("7o")), {"type": "close", "discard": "7o"}),
        (RejoinAction("ana"), {"type": "rejoin", "player": "ana"}),
        (DealAction(), {"type": "deal"}),
        (CancelAction(), {"type": "cancel"}),
    ],
)
def test_a_listed_action_is_written_as_it_is_played(action: Action, written: Any) -> None:
    assert as_json(action) == written


# Replay


def test_a_match_played_again_is_the_same_and_stops_at_the_first_illegal_action() -> None:
    table = table_of(PROFILES["barajamos"], 4)
    first = first_deal(table, NAMES, "again", "eva")
    state, events = first.state, [*first.events]
    actions: list[Action] = []
    for _ in range(5):
        drawing, _ = played(state, STOCK)
        assert drawing.drawn is not None
        actions += [STOCK, DiscardAction(drawing.drawn.card)]
        events += played(state, STOCK)[1]
        state, discarded = played(drawing, actions[-1])
        events += discarded
    again = replay(first, actions)
    assert (again.state, again.failed_at, again.violations) == (state, None, ())
    assert again.events == tuple(events)
    later = replay(Played(state, ()), [STOCK])
    drawing, drew = played(state, STOCK)
    assert (later.state, [*later.events]) == (drawing, drew)
    stopped = replay(first, [*actions, DealAction(), STOCK])
    assert (stopped.state, stopped.failed_at) == (state, 10)
    assert [violation.code for violation in stopped.violations] == ["action.wrong_phase"]


def holds_the_ace(table: Table, seed: str) -> bool:
    """Whether ben has the ace of coins when he has drawn."""
    state, _ = first_deal(table, NAMES, seed, "ben")
    return Card("1o") in {*state.player("ben").cards, state.stock[-1]}


@pytest.mark.parametrize(
    ("rules", "action", "parts"),
    [
        ("barajamos", DrawAction(Pile.STOCK, "ana"), {Part.ACTION_TYPE, Part.ACTION_PLAYER}),
        ("barajamos", DiscardAction(Card("1o"), "ben"), {Part.ACTION_CARD}),
        ("barajamos", CloseAction(Card("1o")), {Part.DISCARD}),
        ("classic", CloseAction(Card("1o")), {Part.DISCARD, Part.TURN}),
    ],
)
def test_a_replay_says_what_of_the_action_is_forbidden(
    rules: str, action: Action, parts: set[Part]
) -> None:
    table = table_of(PROFILES[rules], 4)
    seed = next(seed for seed in map(str, range(50)) if not holds_the_ace(table, seed))
    stopped = replay(first_deal(table, NAMES, seed, "ben"), [STOCK, action])
    assert stopped.failed_at == 1
    subjects = {violation.subject for violation in stopped.violations}
    assert subjects == {Subject(part, action=1) for part in parts}


def test_a_replay_refuses_an_action_with_a_card_that_the_deck_does_not_hold() -> None:
    table = table_of(PROFILES["fournier"], 4)
    first = first_deal(table, NAMES, "seed", "ben")
    with pytest.raises(ImpossibleError) as refused:
        replay(first, [STOCK, DiscardAction(Card("8o"))])
    (found,) = refused.value.faults
    subject = Subject(Part.ACTION_CARD, action=1)
    assert (found.code, found.subject) == (FaultCode.CARD_NOT_IN_PACK, subject)

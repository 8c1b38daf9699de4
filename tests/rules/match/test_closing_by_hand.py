"""A close whose melds and lay-offs the players choose: case 16, ana first, then ben and eva."""

from typing import Any

import pytest
from support.matches.built_states import codes, over, played, points, stand, types
from support.matches.values import for_everybody, secret_of
from support.showdowns import card_list

from service.rules.hand.meld_check import ShownMeld
from service.rules.match.action_check import check_action
from service.rules.match.actions import Action, CloseAction, LayOffAction, ShowAction
from service.rules.match.play import IllegalActionError
from service.rules.match.state import Phase, ShowdownMode, State
from service.rules.round.board import LayOffPlace
from service.rules.round.showdown_player import ChosenLayOff
from service.rules.subjects import Part, Subject
from service.rules.table.cards import Card

CASE_16 = {
    "ana": "5o 5c 5e 1b 2b 3b 4e",
    "ben": "10b 12o 7c 6e 2o 1c 3e",
    "eva": "10o 10c 10e 4b 6c 12e 2c",
}
FIVES_AND_RUN = ["5o 5c 5e", "1b 2b 3b"]
TENS = ["10o 10c 10e"]
TENS_OF_BEN = ["10o 10e 10b"]

Chooses = dict[str, tuple[list[str] | None, list[str] | None]]
"""By player, the melds and the lay-offs; None is left to the service."""


def chosen(steps: list[str] | None) -> tuple[ChosenLayOff, ...] | None:
    """Lay-offs are written as card, owner, meld and place."""

    def lay_off(text: str, number: int) -> ChosenLayOff:
        card, owner, meld, place = text.split()
        return ChosenLayOff(Card(card), owner, int(meld), LayOffPlace(place), None, number)

    if steps is None:
        return None
    return tuple(lay_off(step, number) for number, step in enumerate(steps))


def shown(melds: list[str] | None) -> tuple[ShownMeld, ...] | None:
    return None if melds is None else tuple(ShownMeld(card_list(meld)) for meld in melds)


def close(melds: list[str] | None = None, discard: str = "11c") -> CloseAction:
    return CloseAction(Card(discard), shown(melds))


def show(melds: list[str] | None = None, *steps: str) -> ShowAction:
    return ShowAction(shown(melds), chosen([*steps]))


def closed(rules: Any, melds: list[str] | None, hands: dict[str, str] = CASE_16) -> State:
    """ana has closed by hand; ben is asked."""
    state = stand(rules, 3, hands, drawn="11c", showdown=ShowdownMode.BY_HAND)
    return played(state, close(melds))[0]


def ended(state: State, chooses: Chooses) -> State:
    """The state when everybody has shown as they choose, and in later passes laid off the best."""
    while state.phase is Phase.SHOWDOWN:
        melds, steps = chooses.get(str(state.to_play), (None, None))
        if state.pass_number == 1:
            state, _ = played(state, ShowAction(shown(melds), chosen(steps)))
        else:
            state, _ = played(state, LayOffAction())
    return state


@pytest.mark.parametrize(
    ("rules", "melds", "chooses", "expected"),
    [
        ("barajamos", None, {}, (4, 41, 20)),
        ("barajamos", FIVES_AND_RUN, {"eva": (TENS, ["4b ana 1 high"])}, (4, 41, 20)),
        ("barajamos", FIVES_AND_RUN[::-1], {"eva": (None, ["4b ana 1 high"])}, (4, 41, 20)),
        ("barajamos", None, {"ben": ([], []), "eva": (TENS, [])}, (4, 41, 24)),
        ("barajamos", None, {"eva": ([], [])}, (4, 41, 54)),
        ("barajamos", None, {"eva": ([], None)}, (4, 41, 50)),
        ("fournier", None, {"ben": ([], [])}, (4, 29, 18)),
    ],
)
def test_who_closes_and_opponents_meld_and_lay_off_as_they_choose(
    rules: str, melds: list[str] | None, chooses: Chooses, expected: tuple[int, ...]
) -> None:
    after = ended(closed(rules, melds), chooses)
    assert tuple(points(after).values()) == expected
    assert after.closer
    assert (after.closer.discard, len(after.closer.melds)) == ("11c", 2)
    assert after.player("ana").turns == 2


def test_a_close_tells_who_showed_and_laid_off_what_and_keeps_the_discard_secret() -> None:
    _, events = played(stand("barajamos", 3, CASE_16, drawn="11c"), CloseAction(Card("11c")))
    assert types(events) == [
        *("closed ana", "shown ana", "shown ben", "shown eva", "laid_off eva"),
        *("scored ana", "scored ben", "scored eva", "round_over"),
    ]
    assert secret_of(events[0]) == {"discard": "11c"}
    assert "11c" not in str([for_everybody(event) for event in events])


LAID = Subject(Part.LAY_OFF, 0, 0)
SHOWN = Subject(Part.MELD, 0, 0)
OWN_MELD = {"requires_own_meld": True}


@pytest.mark.parametrize(
    ("action", "code", "subject"),
    [
        (close(["5o 5c 1b"]), "meld.no_meld", Subject(Part.MELD, None, 0)),
        (close(["5o 5c 5b"]), "meld.card_not_held", Subject(Part.MELD, None, 0, 2)),
        (close(["5o 5c 5e", "5o 5c 5e"]), "meld.card_used_twice", Subject(Part.MELD, None, 1, 0)),
        (close(None, "12b"), "close.discard_not_held", Subject(Part.DISCARD)),
    ],
)
def test_what_a_closer_does_wrongly_is_named_by_its_subject(
    action: CloseAction, code: str, subject: Subject
) -> None:
    refused_with(stand("barajamos", 3, CASE_16, drawn="11c"), action, code, subject)


@pytest.mark.parametrize(
    ("player", "action", "code", "subject", "lay_off"),
    [
        ("ben", show(["7c 6e 3e"]), "meld.no_meld", SHOWN, {}),
        ("ben", show(TENS), "meld.card_not_held", Subject(Part.MELD, 0, 0, 0), {}),
        ("ben", show([], "10b eva 0 set"), "lay_off.not_yet_shown", LAID, {}),
        ("eva", show(TENS, "4b ana 0 set"), "lay_off.does_not_fit", LAID, {}),
        ("eva", show(TENS, "4b ana 1 low"), "lay_off.does_not_fit", LAID, {}),
        ("eva", show(TENS, "4b ana 2 high"), "lay_off.no_such_meld", LAID, {}),
        ("eva", show(TENS, "4c ana 1 high"), "lay_off.card_not_held", LAID, {}),
        ("eva", show(TENS, "10o eva 0 set"), "lay_off.card_not_held", LAID, {}),
        ("eva", show(TENS, "4b ana 1 high"), "lay_off.not_allowed", LAID, {"allowed": False}),
        (
            "eva",
            show([], "4b ana 1 high"),
            "lay_off.no_own_meld",
            LAID,
            OWN_MELD,
        ),
        ("eva", show(TENS, "JK ana 1 high"), "lay_off.wild", LAID, {"wilds_may": False}),
        ("eva", show(None, "4b ben 0 set"), "lay_off.not_onto", LAID, {"onto": "closer"}),
    ],
)
def test_what_is_shown_or_laid_off_wrongly_is_named_by_its_subject(
    player: str, action: ShowAction, code: str, subject: Subject, lay_off: dict[str, Any]
) -> None:
    rules = over("barajamos", deck={"jokers": 2}, lay_off=lay_off)
    hands = CASE_16 | {"eva": "10o 10c 10e 4b 6c 12e JK"}
    state = closed(rules, None, hands)
    while state.to_play != player:
        state, _ = played(state, show([]))
    refused_with(state, action, code, subject)


def refused_with(state: State, action: Action, code: str, subject: Subject) -> None:
    found = check_action(state, action)
    assert (code, subject) in [(one.code, one.subject) for one in found]
    with pytest.raises(IllegalActionError) as refused:
        played(state, action)
    assert refused.value.violations == found


def test_nobody_lays_off_on_the_melds_of_a_full_close() -> None:
    hands = {"ana": "3c 4c 5c 6c 7b 7o 7e", "ben": "2c 7c 10o 10e 10b 5e 1b"}
    everybody = hands | {"eva": "10c 12o 11o 6e 4b 2o 3e"}
    state = closed("fournier", None, everybody)
    assert codes(state, show(TENS_OF_BEN, "2c ana 1 low")) == {"lay_off.blocked"}
    assert codes(state, show([])) == set()
    state = stand("fournier", 3, everybody, drawn="11c")
    assert tuple(points(played(state, close())[0]).values()) == (-10, 15, 34)


def test_who_acts_in_the_wrong_pass_is_told_which_pass_it_is() -> None:
    first = closed("fournier", None)
    (wrong,) = check_action(first, LayOffAction())
    assert dict(wrong.facts) == {"action": "lay_off", "phase": "first_pass"}
    later = ended_first_pass(first)
    (wrong,) = check_action(later, show())
    assert dict(wrong.facts) == {"action": "show", "phase": "later_pass"}


def ended_first_pass(state: State) -> State:
    """The state when everybody has shown, ben keeping a ten that fits eva's set."""
    while state.pass_number == 1:
        state, _ = played(state, ShowAction() if state.to_play == "eva" else show([]))
    return state

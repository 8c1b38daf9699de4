"""States built by hand: who holds what, what lies where, and what follows."""

from collections import Counter
from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from service.rules.match.action_check import check_action
from service.rules.match.actions import (
    Action,
    CancelAction,
    CloseAction,
    DealAction,
    DiscardAction,
    DrawAction,
)
from service.rules.match.dealing import first_deal
from service.rules.match.events import Event
from service.rules.match.play import play
from service.rules.match.state import Phase, Pile, State, StateDrawn
from service.rules.score.scoring import RoundScore
from service.rules.table.cards import Card
from service.rules.table.table import table_of
from support import core_answers
from support.matches.values import as_json
from support.showdowns import card_list

NAMES = ("ana", "ben", "eva", "fran")

# Nobody can lay off a card on ana's sevens or court cards. At tables with courts of 10, 11 and 12
# these hands leave 1, 20, 27 and 44 points.
HANDS = {
    "ana": "7o 7c 7e 10o 11o 12o 1b",
    "ben": "1c 3c 5c 1e 2e 3o 5o",
    "eva": "2o 4o 6o 2c 4c 6c 3e",
    "fran": "4e 6e 2b 4b 6b 12e 10c",
}
ADDS = {"ana": 1, "ben": 20, "eva": 27, "fran": 44}

STOCK, DISCARDS = DrawAction(Pile.STOCK), DrawAction(Pile.DISCARDS)
LAST = DiscardAction(Card("7b"))
CLOSE = CloseAction(Card("7b"))


def over(base: Any, **groups: dict[str, Any]) -> dict[str, Any]:
    return {"base": base, **groups}


TWO_PACKS = over("barajamos", deck={"two_packs_from": 4})
NO_FIRST = over("barajamos", turn={"may_take_first_discard": False})
NOT_BACK = over("barajamos", turn={"may_discard_taken_card": False})
NOT_BACK_TWO_PACKS = NOT_BACK | TWO_PACKS
TWO_ROUNDS = over("barajamos", match={"limit": None, "ends": "rounds", "rounds": 2})


def stand(
    rules: Any = "barajamos",
    seats: int = 4,
    hands: dict[str, str] | None = None,
    discards: int | str = 1,
    drawn: str | None = None,
    totals: dict[str, int] | None = None,
    **changes: Any,
) -> State:
    """ana to play, everybody's second turn; with `drawn` she has that card from the stock."""
    state, _ = first_deal(
        table_of(core_answers.rules_of(rules), seats), NAMES[:seats], "secret seed", "ana"
    )
    rest = list(state.table.deck)

    def take(text: str) -> tuple[Card, ...]:
        for card in card_list(text):
            rest.remove(card)
        return card_list(text)

    held = {name: take((HANDS | (hands or {}))[name]) for name in state.names()}
    if drawn:
        held["ana"] += take(drawn)
        changes = {"phase": Phase.DISCARD, "drawn": StateDrawn(Pile.STOCK, Card(drawn))} | changes
    pile = " ".join(rest[:discards]) if isinstance(discards, int) else discards
    lying = take(pile)
    players = tuple(
        replace(one, cards=held[one.player], turns=1, total=(totals or {}).get(one.player, 0))
        for one in state.players
    )
    changes = {"moves": 100} | changes
    return replace(state, players=players, stock=tuple(rest), discards=lying, **changes)


def without_stock(rules: Any, drawn: str | None = None, **changes: Any) -> State:
    """All cards that nobody holds are discards."""
    state = stand(rules, drawn=drawn, **changes)
    return replace(state, stock=(), discards=(*state.discards, *state.stock))


def closing(
    rules: Any = "barajamos", *, seats: int = 4, ends: dict[str, int], **more: Any
) -> State:
    """ana may close; if she does, totals end like this."""
    totals = {name: total - ADDS[name] for name, total in ends.items()}
    return stand(rules, seats, drawn="7b", totals=totals, **more)


def summed_up(rules: Any = "barajamos", **ends: int) -> State:
    """ana has closed, and totals are these."""
    state, _ = played(closing(rules, seats=len(ends), ends=ends), CLOSE)
    assert totals_of(state) == ends
    return state


def changed(state: State, player: str, **changes: Any) -> State:
    return state.with_player(replace(state.player(player), **changes))


def played(state: State, *actions: Action) -> tuple[State, list[Event]]:
    events: list[Event] = []
    for action in actions:
        state, more = play(state, action)
        events += more
        assert whole(state)
    return state, events


def whole(state: State) -> bool:
    """Each card of the deck is in exactly one place."""
    lying = [*state.stock, *state.discards]
    if state.closer and state.closer.discard is not None:
        lying.append(state.closer.discard)
    held = [card for one in state.players for card in one.cards]
    return Counter(lying + held) == Counter(state.table.deck)


def result(state: State) -> RoundScore:
    assert state.result is not None
    return state.result


def status(state: State) -> Any:
    return as_json(result(state).status)


def points(state: State) -> dict[str, int]:
    return {score.player: score.points for score in result(state).scores}


def totals_of(state: State) -> dict[str, int]:
    return {one.player: one.total for one in state.players}


def who_is_out(state: State) -> set[str]:
    return {one.player for one in state.players if one.out}


def codes(state: State, action: Action) -> set[str]:
    return {str(violation.code) for violation in check_action(state, action)}


def types(events: Iterable[Event]) -> list[str]:
    told = [as_json(event) for event in events]
    return [" ".join(event[name] for name in ("type", "player") if name in event) for event in told]


FRESH = stand()
HOLDING = stand(drawn="7b")
TAKEN = {"discards": "12c", "drawn": "7b"}
SUMMARY = summed_up(ana=60, ben=66, eva=71, fran=90)
NEXT = play(SUMMARY, DealAction())[0]
OVER = summed_up(ana=60, ben=71, eva=72, fran=90)
CANCELLED = play(HOLDING, CancelAction())[0]
FIRST_TURN = replace(
    stand(NO_FIRST), players=tuple(replace(one, turns=0) for one in stand(NO_FIRST).players)
)


EQUAL_CARDS = "7o 7c 7e 10o 11o 11e 1b"


def having_taken(rules: Any, hand: str = HANDS["ana"]) -> State:
    return play(stand(rules, hands={"ana": hand}, discards="11e"), DISCARDS)[0]

"""Values of the rules as JSON, taken apart, and as the actions that a test tries."""

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct, json
from msgspec.structs import fields, replace

from service.rules.match.actions import (
    Action,
    CancelAction,
    CloseAction,
    DealAction,
    DiscardAction,
    DrawAction,
    LayOffAction,
    LeaveAction,
    RejoinAction,
    ShowAction,
)
from service.rules.match.events import Event
from service.rules.match.state import Pile, State
from service.rules.table.cards import ALL_CARDS, Card

CODES = frozenset(ALL_CARDS)


def as_json(value: object) -> Any:
    """A value of the rules as its reader would read it."""
    return json.decode(json.encode(value))


def for_everybody(event: Event) -> dict[str, Any]:
    """What everybody may know of an event."""
    return {name: value for name, value in as_json(event).items() if name != "secret"}


def secret_of(event: Event) -> dict[str, Any]:
    """What the event's player alone may know of it."""
    secret: dict[str, Any] = as_json(event).get("secret", {})
    return secret


def told_cards(value: object) -> Iterator[Card]:
    """Every card that lies in a value, not those for which others stand."""
    if isinstance(value, str):
        if value in CODES:
            yield Card(value)
    elif isinstance(value, Struct):
        for field in fields(value):
            if field.name != "stands_for":
                yield from told_cards(getattr(value, field.name))
    elif isinstance(value, Mapping):
        yield from told_cards([value[name] for name in value if name != "stands_for"])
    elif isinstance(value, Sequence):
        for member in value:
            yield from told_cards(member)


def every_action(state: State) -> list[Action]:
    """Every action that a request could name, legal or not."""
    cards = dict.fromkeys(state.table.deck)
    found: list[Action] = [DrawAction(pile) for pile in Pile]
    found += [DiscardAction(card) for card in cards]
    found += [CloseAction(card) for card in cards]
    found += [CloseAction(None), ShowAction(), LayOffAction()]
    for name in state.names():
        found += [RejoinAction(name), LeaveAction(name)]
    return [*found, DealAction(), CancelAction()]


def named(action: Action, player: str) -> Action:
    """The action with a player who means to do it."""
    if isinstance(action, DrawAction | DiscardAction | CloseAction | ShowAction | LayOffAction):
        return replace(action, player=player)
    return action


def seen_otherwise(state: State, viewer: str | None, chance: random.Random) -> State:
    """The state with other cards in what the viewer can't see: stock and other hands."""
    hidden = [one for one in state.players if one.player != viewer]
    pool = [*state.stock, *(card for one in hidden for card in one.cards)]
    chance.shuffle(pool)
    changed = state
    for one in hidden:
        cards, pool = tuple(pool[: len(one.cards)]), pool[len(one.cards) :]
        changed = changed.with_player(replace(one, cards=cards))
        drawn = state.drawn
        if drawn and drawn.pile is Pile.STOCK and len(cards) == 8:
            changed = replace(changed, drawn=replace(drawn, card=cards[-1]))
    return replace(changed, stock=tuple(pool))


def plain_state(state: State) -> dict[str, Any]:
    """Where a match stands, by the names of the contract; cards and table left out."""
    result = state.result and {
        "showdown": as_json(state.result.showdown),
        "scores": as_json(state.result.scores),
        "match": as_json(state.result.status),
    }
    return {
        "phase": state.phase.value,
        "round": state.round,
        "lead": state.lead,
        "to_play": state.to_play,
        "drawn": as_json(state.drawn),
        "play_off": state.play_off,
        "moves": state.moves,
        "showdown": state.showdown.value,
        "shown": as_json(state.shown),
        "pass": state.pass_number,
        "exhaustions": state.exhaustions,
        "players": [as_json(replace(one, cards=())) for one in state.players],
        "closer": as_json(state.closer),
        "result": result,
    }

"""What may be done in a match and what may not, from the rule book."""

from collections.abc import Iterator, Mapping
from typing import Any

from support.matches.state_model import ENDED, hands_of, next_player_after, of_player

Json = dict[str, Any]
Closings = Mapping[str | None, Json]
"""What closing is worth, by the discard, which is None where nothing was drawn."""

Refused = tuple[Json, str]
"""An action, and how the code begins of what is wrong with it."""


def listed(rules: Json, state: Json, closings: Closings) -> Iterator[Json]:
    """Every action of a turn or between rounds, where these cards may be discarded to close."""
    if state["phase"] in ENDED:
        return
    if state["phase"] == "draw":
        if None in closings:
            yield {"type": "close", "discard": None}
        yield {"type": "draw", "from": "stock"}
        if state["discards"] and not _first_discard_lies(rules, state):
            yield {"type": "draw", "from": "discards"}
    elif state["phase"] == "discard":
        for card in sorted(set(hands_of(state)[state["to_play"]])):
            if not _just_taken(rules, state, card):
                yield {"type": "discard", "card": card}
                if card in closings:
                    yield {"type": "close", "discard": card}
    else:
        yield {"type": "deal"}
        yield from ({"type": "rejoin", "player": player} for player in _may_return(rules, state))


def of_the_room(state: Json) -> Iterator[Json]:
    """What may be done at any time: each player who is in may leave, and the match be cancelled."""
    if state["phase"] not in ENDED:
        yield from (
            {"type": "leave", "player": one["player"]} for one in state["players"] if not one["out"]
        )
        yield {"type": "cancel"}


def not_listed(rules: Json, state: Json, closings: Closings) -> Iterator[Refused]:
    """Actions that may not be taken now."""
    over = state["phase"] in ENDED
    wrong = "action.match_over" if over else "action.wrong_phase"
    if state["phase"] == "draw":
        yield from _no_draws(rules, state)
    else:
        yield {"type": "draw", "from": "stock"}, wrong
    if state["phase"] == "discard":
        yield from _no_discards(rules, state, closings)
    else:
        card = next(iter([*state["stock"], *state["discards"]]))
        yield {"type": "discard", "card": card}, wrong
        yield {"type": "close", "discard": card}, "action." if over else "close.not_now"
    yield from _no_close_without_drawing(rules, state, closings)
    if state["phase"] != "round_over":
        yield {"type": "deal"}, wrong
    if over:
        yield {"type": "cancel"}, wrong
    for one in state["players"]:
        if over or one["out"]:
            code = wrong if over else "leave.already_out"
            yield {"type": "leave", "player": one["player"]}, code
        if state["phase"] != "round_over" or one["player"] not in _may_return(rules, state):
            yield {"type": "rejoin", "player": one["player"]}, "rejoin."


def _no_close_without_drawing(rules: Json, state: Json, closings: Closings) -> Iterator[Refused]:
    close = {"type": "close", "discard": None}
    if state["phase"] in ENDED:
        yield close, "action."
    elif state["phase"] != "draw" or not rules["close"]["without_drawing"]:
        yield close, "close.not_now"
    elif None not in closings:
        yield close, "close."


def _may_return(rules: Json, state: Json) -> list[str]:
    """Who may come back; those who have left may not, nor anybody if too few are in since then."""
    out = [one["player"] for one in state["players"] if one["out"] and not one["left"]]
    scores, inside = state["result"]["scores"], sum(not one["out"] for one in state["players"])
    if inside < rules["rejoin"]["min_players_in"]:
        return []
    return [player for player in out if of_player(scores, player)["may_rejoin"]]


def _no_draws(rules: Json, state: Json) -> Iterator[Refused]:
    draw, other = {"type": "draw"}, next_player_after(state, state["to_play"])
    yield draw | {"from": "stock", "player": other}, "action.not_your_turn"
    if not state["discards"]:
        yield draw | {"from": "discards"}, "draw.no_discards"
    elif _first_discard_lies(rules, state):
        yield draw | {"from": "discards"}, "draw.first_discard"


def _no_discards(rules: Json, state: Json, closings: Closings) -> Iterator[Refused]:
    hand = hands_of(state)[state["to_play"]]
    for card in sorted({*state["stock"], *state["discards"]} - set(hand)):
        yield {"type": "discard", "card": card}, "discard.not_held"
        yield {"type": "close", "discard": card}, "close.discard_not_held"
    for card in hand:
        if _just_taken(rules, state, card):
            yield {"type": "discard", "card": card}, "discard.just_taken"
        elif card not in closings:
            yield {"type": "close", "discard": card}, "close."


def _first_discard_lies(rules: Json, state: Json) -> bool:
    """Whether the card that the deal has turned up lies there still and may not be taken."""
    played = any(one["turns"] for one in state["players"])
    return not played and not rules["turn"]["may_take_first_discard"]


def _just_taken(rules: Json, state: Json, card: str) -> bool:
    """Whether a card was just taken from the discards and may not go back there."""
    taken = state["drawn"] == {"from": "discards", "card": card}
    single = hands_of(state)[state["to_play"]].count(card) == 1
    return taken and single and not rules["turn"]["may_discard_taken_card"]

"""Matches of the rules' own values that are the same whenever they are played."""

import random
from collections import Counter

from service.rules.match.actions import (
    CancelAction,
    DealAction,
    DiscardAction,
    DrawAction,
    LeaveAction,
    RejoinAction,
)
from service.rules.match.state import Phase
from support.matches.met import Met
from support.matches.state_machine import Play
from support.matches.tables import Setting, Ways

MOST_EXHAUSTIONS = 4
MOST_ACTIONS = 1_000
"""After so many a match is cancelled: each may keep for ever what the others need."""


def drive(setting: Setting, number: int) -> Counter[Met]:
    """What a match covers that is played to its end; after each step all is asked."""
    chance, ways = random.Random(f"{setting.name} {number}"), setting.ways
    play = Play()
    lead = chance.choice([None, 0, 1])
    play.begin(setting, f"{number}/", lead, lucky=ways.near is not None)
    while not play.ended():
        if chance.random() < ways.cancels or len(play.actions) > MOST_ACTIONS:
            play.perform(CancelAction())
        elif play.running() and chance.random() < ways.leaves:
            _leave(play, chance)
        elif play.state.phase is Phase.ROUND_OVER:
            _go_on(play, chance, ways)
        else:
            _take_a_turn(play, chance, ways)
        for held in play.invariants:
            held.function(play)
        play.try_in_vain(chance.randrange(250), chance.choice([None, *play.names]))
    play.teardown()
    return play.met


def _go_on(play: Play, chance: random.Random, ways: Ways) -> None:
    """Who may come back does or doesn't; some may leave, and a round is dealt.

    Perhaps nobody will close in it.
    """
    for action in [None, *map(RejoinAction, play.names)]:
        if action and action in play.offered() and chance.random() < ways.returns:
            play.perform(action)
        if not play.ended() and chance.random() < ways.leaves_between / 2:
            _leave(play, chance)
    if play.ended():
        return
    play.perform(DealAction())
    if chance.random() < ways.idles:
        play.throw_away_what_is_drawn_until_the_stock_is_empty(MOST_EXHAUSTIONS)


def _leave(play: Play, chance: random.Random) -> None:
    """One of those who are in leaves."""
    leaves = [action for action in play.legal().room if isinstance(action, LeaveAction)]
    mine = [action for action in leaves if action.player == play.state.to_play]
    play.perform(chance.choice(mine if mine and chance.random() < 0.5 else leaves))


def _take_a_turn(play: Play, chance: random.Random, ways: Ways) -> None:
    draws = [action for action in play.offered() if isinstance(action, DrawAction)]
    if play.closable() and chance.random() < ways.closes:
        how = [play.close, play.close_by_hand_as_the_service_would]
        chance.choice(how)(chance.randrange(8))
    elif draws:
        play.perform(draws[chance.random() < 0.2 and len(draws) - 1])
    else:
        discards = [action for action in play.offered() if isinstance(action, DiscardAction)]
        random_one = chance.choice(discards)
        play.perform(random_one if chance.random() < 0.1 else DiscardAction(play.best_discard()))

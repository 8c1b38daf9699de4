"""What holds after every step of a match that is played with the rules alone."""

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis.stateful import RuleBasedStateMachine
from msgspec import to_builtins

from service.rules.hand.meld_check import ShownMeld
from service.rules.match.action_check import check_action
from service.rules.match.actions import (
    Action,
    CloseAction,
    DealAction,
    DiscardAction,
    DrawAction,
    LeaveAction,
    RejoinAction,
)
from service.rules.match.dealing import first_deal
from service.rules.match.events import (
    Closed,
    Dealt,
    Drew,
    Event,
    MatchOver,
    RoundOver,
    Scored,
    Tied,
)
from service.rules.match.legal_actions import LegalActions, legal_actions
from service.rules.match.play import IllegalActionError, play
from service.rules.match.replay import replay
from service.rules.match.state import ENDED, RUNNING, SCORED, Phase, Pile, State
from service.rules.table.table import Table
from support.matches.coverage import met_in
from support.matches.met import Met
from support.matches.result_checks import check_left, check_result
from support.matches.state_checks import check_view, faults_of, thrown_away
from support.matches.state_model import next_lead
from support.matches.values import (
    as_json,
    for_everybody,
    plain_state,
    secret_of,
    told_cards,
)

TELLING = {"reshuffled", "rejoined", "round_over", "cancelled", "left", "dealt", "closed"}
"""Events of which the census makes something."""


@dataclass(frozen=True)
class Choice:
    """What a close, or nobody at an exhaustion, has shown by hand."""

    closer: tuple[ShownMeld, ...] | None


class WatchedMatch(RuleBasedStateMachine):
    """A match whose every step is checked."""

    table: Table
    parameters: dict[str, Any]
    names: tuple[str, ...]
    seed: str
    lead: str | None
    state: State

    def deal(self, table: Table, names: tuple[str, ...], seed: str, lead: str | None) -> None:
        """A match begins."""
        self.table, self.names, self.seed, self.lead = table, names, seed, lead
        self.parameters = to_builtins(table.rules)
        self.state, events = first_deal(table, names, seed, lead)
        self.actions: list[Action] = []
        self.met: Counter[Met] = Counter()
        self.rejoined: set[str] = set()
        self.choice = Choice(None)
        self.totals = dict.fromkeys(names, 0)
        self.opened: str | None = None
        self.known: tuple[State, LegalActions] = (self.state, legal_actions(self.state))
        self.check_dealt(events)
        self.check_cards(self.state)

    def legal(self) -> LegalActions:
        """What may be done in this state."""
        if self.known[0] is not self.state:
            self.known = self.state, legal_actions(self.state)
        return self.known[1]

    def offered(self) -> list[Action]:
        """Every action that is listed in this state, also those of the room."""
        legal = self.legal()
        return [*legal.actions, *legal.room]

    def running(self) -> bool:
        return self.state.phase in RUNNING

    def ended(self) -> bool:
        return self.state.phase in ENDED

    def perform(self, action: Action) -> None:
        """Do what is legal, and look at all that can be seen cheaply."""
        before = self.state
        assert check_action(before, action) == ()
        self.state, events = play(before, action)
        self.actions.append(action)
        self.check_cards(self.state)
        assert faults_of(self.state) == ()
        self.check_turn(before, action)
        self.check_piles(before, action)
        self.check_told(before, action, events)
        viewers = [None, *self.names]
        self.check_view(viewers[len(self.actions) % len(viewers)])
        if isinstance(action, DealAction):
            self.rejoined = set()
            self.check_dealt(events)
        elif isinstance(action, RejoinAction):
            self.check_rejoined(before, action.player)
        elif self.state.phase in SCORED:
            if before.phase in RUNNING:
                self.choice = Choice(None)
                self.totals = {one.player: one.total for one in before.players}
            if isinstance(action, CloseAction):
                self.choice = Choice(action.melds)
            self.check_over(before, action, events)
        told = [as_json(event) for event in events]
        if TELLING & {event["type"] for event in told}:
            states = plain_state(before), plain_state(self.state)
            self.met.update(met_in(self.parameters, *states, told))

    def play_again(self) -> None:
        """The same actions from the same seed lead to the same state."""
        first = first_deal(self.table, self.names, self.seed, self.lead)
        found = replay(first, self.actions)
        assert (found.state, found.failed_at, found.violations) == (self.state, None, ())

    def refuse_if_any(self, action: Action) -> None:
        violations = check_action(self.state, action)
        assert violations
        assert all(violation.code for violation in violations)
        before = self.state
        with pytest.raises(IllegalActionError) as raised:
            play(self.state, action)
        assert raised.value.violations == violations
        assert self.state is before

    # What holds after each step, cheap enough for every one.

    def check_cards(self, state: State) -> None:
        lying = [*state.stock, *state.discards, *(c for one in state.players for c in one.cards)]
        if state.closer and state.closer.discard is not None:
            lying.append(state.closer.discard)
        assert Counter(lying) == Counter(self.table.deck)
        if state.phase in RUNNING:
            eight = state.to_play if state.phase is Phase.DISCARD else None
            for one in state.players:
                if not one.left:
                    assert len(one.cards) == (0 if one.out else 7 + (one.player == eight))
                assert not one.left or (one.out and len(one.cards) in {0, 7})
            assert not state.player(str(state.to_play)).out
        elif state.phase in SCORED:
            most = 7 if state.result and state.result.showdown else 8
            assert {len(one.cards) for one in state.players} <= {0, 7, most}
            assert (state.to_play, state.drawn) == (None, None)

    def check_turn(self, before: State, action: Action) -> None:
        """Whose turn it is, and how many each has ended."""
        after = self.state
        turns = {one.player: one.turns for one in before.players}
        if isinstance(action, DealAction):
            seats = [as_json(one) for one in before.players]
            lead = next_lead(self.parameters, {"lead": before.lead, "players": seats})
            assert after.to_play == after.lead == lead
            turns = dict.fromkeys(turns, 0)
        elif isinstance(action, DiscardAction | CloseAction):
            assert before.to_play
            turns[before.to_play] += 1
            if after.phase in RUNNING:
                assert after.to_play == before.next_player_after(before.to_play)
        elif isinstance(action, LeaveAction):
            holds = len(before.player(action.player).cards) == 8
            turns[action.player] += holds and before.phase in RUNNING
            if after.phase in RUNNING and before.to_play == action.player:
                assert after.to_play == before.next_player_after(action.player)
            elif after.phase in RUNNING:
                assert after.to_play == before.to_play
        elif isinstance(action, DrawAction) and after.phase in RUNNING:
            assert after.to_play == before.to_play
        assert {one.player: one.turns for one in after.players} == turns

    def check_piles(self, before: State, action: Action) -> None:
        """A new stock is made of all discards, but for the top one where that is kept."""
        after = self.state
        made_anew = after.exhaustions > before.exhaustions and after.phase in RUNNING
        if made_anew:
            lying = (*before.discards, *thrown_away(before, action))
            kept = int(self.table.rules.stock.keeps_top_discard)
            assert after.discards == lying[len(lying) - kept :]
            assert len(after.stock) + len(after.discards) == len(lying) - isinstance(
                action, DrawAction
            )

    def check_told(self, before: State, action: Action, events: Sequence[Event]) -> None:
        """What everybody may know of an event hides nothing; a secret is its player's own."""
        after = self.state
        public = set(before.discards) | set(after.discards)
        public.update(thrown_away(before, action))
        if after.phase in SCORED:
            public |= {card for one in after.players for card in one.cards}
        for event in events:
            told = for_everybody(event)
            assert set(told_cards(told)) <= public, event
            assert self.seed not in told.values()
            secret = list(told_cards(secret_of(event)))
            if isinstance(event, Dealt):
                assert secret == list(after.player(event.player).cards)
            elif isinstance(event, Drew) and event.pile is Pile.STOCK:
                assert after.drawn
                assert secret == [after.drawn.card]
            elif isinstance(event, Closed):
                assert after.closer
                assert secret == [card for card in [after.closer.discard] if card is not None]
            else:
                assert not secret

    def check_dealt(self, events: Sequence[Event]) -> None:
        playing = [one.player for one in self.state.players if not one.out]
        dealt = [event.player for event in events if isinstance(event, Dealt)]
        assert sorted(dealt) == sorted(playing)
        assert dealt[0] == self.state.lead
        turned_up = int(not self.table.rules.turn.lead_gets_eight)
        assert (len(self.state.discards), self.state.exhaustions) == (turned_up, 0)
        assert (self.state.result, self.state.closer) == (None, None)

    def check_over(self, before: State, action: Action, events: Sequence[Event]) -> None:
        """The result of a round that is over, or of a match that a player has left."""
        state, result = self.state, self.state.result
        assert result
        assert result.status
        assert result.status.over == (state.phase is Phase.MATCH_OVER)
        plain = plain_state(before), plain_state(state)
        if isinstance(action, LeaveAction):
            left = self.parameters, plain[0], action.player, plain[1], self.opened
            self.opened = check_left(*left)
        else:
            assert (state.closer is None) == (not isinstance(action, CloseAction))
            self.opened = check_result(self.parameters, *plain, self.opened)
        kinds = [type(event) for event in events]
        assert kinds.count(MatchOver) == result.status.over
        if before.phase is Phase.ROUND_OVER or not result.showdown:
            assert not {Scored, RoundOver, Tied} & set(kinds)
            return
        for score in result.scores:
            assert score.may_rejoin == (RejoinAction(score.player) in self.offered())
        gone = action.player if isinstance(action, LeaveAction) else None
        played = [one.player for one in before.players if not one.out and one.player != gone]
        assert kinds.count(Scored) == len(played)
        assert kinds.count(RoundOver) == 1
        assert kinds.count(Tied) == bool(result.status.tied)

    def check_rejoined(self, before: State, name: str) -> None:
        self.rejoined.add(name)
        back = self.state.player(name)
        assert before.result
        (score,) = (one for one in before.result.scores if one.player == name)
        assert back.total == score.rejoin_total
        assert (back.out, back.rejoins) == (False, before.player(name).rejoins + 1)
        assert self.state.result == before.result

    def check_view(self, viewer: str | None) -> None:
        check_view(self.state, viewer, random.Random(len(self.actions)))

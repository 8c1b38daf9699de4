"""What holds after every step of a match that is played with the rules alone."""

import hashlib
import random
from collections import Counter
from collections.abc import Mapping, Sequence
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
    OpponentChoice,
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
from service.rules.match.lead import next_lead
from service.rules.match.legal_actions import LegalActions, legal_actions
from service.rules.match.play import IllegalActionError, play
from service.rules.match.replay import replay
from service.rules.match.state import ENDED, RUNNING, SCORED, Phase, Pile, State
from service.rules.match.state_faults import state_faults
from service.rules.match.view import view
from service.rules.table.parameters import RejoinTotal
from service.rules.table.table import Table
from support.matches.coverage import Met, met_in
from support.matches.ends_model import settled
from support.matches.values import (
    as_json,
    for_everybody,
    plain_state,
    secret_of,
    seen_otherwise,
    told_cards,
)

TELLING = {"reshuffled", "rejoined", "round_over", "cancelled"}
"""Events of which the census makes something."""


@dataclass(frozen=True)
class Choice:
    """What a close, or nobody at an exhaustion, has shown by hand."""

    closer: tuple[ShownMeld, ...] | None
    opponents: Mapping[str, OpponentChoice]


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
        self.choice = Choice(None, {})
        self.totals = dict.fromkeys(names, 0)
        self.known: tuple[State, LegalActions] = (self.state, legal_actions(self.state))
        self.check_dealt(events)
        self.check_cards(self.state)

    def legal(self) -> LegalActions:
        """What may be done in this state."""
        if self.known[0] is not self.state:
            self.known = self.state, legal_actions(self.state)
        return self.known[1]

    def offered(self) -> list[Action]:
        """Every action that is listed in this state."""
        return list(self.legal().actions)

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
        assert state_faults(self.state) == ()
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
            self.choice = Choice(None, {})
            if isinstance(action, CloseAction):
                chosen = {one.player: one for one in action.opponents}
                self.choice = Choice(action.melds, chosen)
            self.totals = {one.player: one.total for one in before.players}
            self.check_scored(before, action, events)
        told = [as_json(event) for event in events]
        if TELLING & {event["type"] for event in told}:
            states = plain_state(before), plain_state(self.state)
            self.met.update(met_in(self.parameters, *states, told))

    def play_again(self) -> None:
        """The same actions from the same seed lead to the same state."""
        found = replay(self.table, self.names, self.seed, self.lead, self.actions)
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
        if state.closer:
            lying.append(state.closer.discard)
        assert Counter(lying) == Counter(self.table.deck)
        if state.phase in RUNNING:
            eight = state.to_play if state.phase is Phase.DISCARD else None
            for one in state.players:
                assert len(one.cards) == (0 if one.out else 7 + (one.player == eight))
            assert not state.player(str(state.to_play)).out
        elif state.phase in SCORED:
            assert {len(one.cards) for one in state.players} <= {0, 7}
            assert (state.to_play, state.drawn) == (None, None)

    def check_turn(self, before: State, action: Action) -> None:
        """Whose turn it is, and how many each has ended."""
        after = self.state
        turns = {one.player: one.turns for one in before.players}
        if isinstance(action, DealAction):
            assert (
                after.to_play
                == after.lead
                == next_lead(before)
                == before.next_player_after(before.lead)
            )
            turns = dict.fromkeys(turns, 0)
        elif isinstance(action, DiscardAction | CloseAction):
            assert before.to_play
            turns[before.to_play] += 1
            if after.phase in RUNNING:
                assert after.to_play == before.next_player_after(before.to_play)
        elif isinstance(action, DrawAction) and after.phase in RUNNING:
            assert after.to_play == before.to_play
        assert {one.player: one.turns for one in after.players} == turns

    def check_piles(self, before: State, action: Action) -> None:
        """A new stock is made of all discards, but for the top one where that is kept."""
        after = self.state
        made_anew = after.exhaustions > before.exhaustions and after.phase in RUNNING
        if made_anew:
            lying = before.discards
            if isinstance(action, DiscardAction):
                lying = (*lying, action.card)
            kept = int(self.table.rules.stock.keeps_top_discard)
            assert after.discards == lying[len(lying) - kept :]
            assert len(after.stock) + len(after.discards) == len(lying) - isinstance(
                action, DrawAction
            )

    def check_told(self, before: State, action: Action, events: Sequence[Event]) -> None:
        """What everybody may know of an event hides nothing; a secret is its player's own."""
        after = self.state
        public = set(before.discards) | set(after.discards)
        if isinstance(action, DiscardAction):
            public.add(action.card)
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
                assert secret == [after.closer.discard]
            else:
                assert not secret

    def check_dealt(self, events: Sequence[Event]) -> None:
        playing = [one.player for one in self.state.players if not one.out]
        dealt = [event.player for event in events if isinstance(event, Dealt)]
        assert sorted(dealt) == sorted(playing)
        assert dealt[0] == self.state.lead
        assert (len(self.state.discards), self.state.exhaustions) == (1, 0)
        assert (self.state.result, self.state.closer) == (None, None)

    def check_scored(self, before: State, action: Action, events: Sequence[Event]) -> None:
        state, summary = self.state, self.state.result
        assert summary
        assert summary.status
        assert (state.closer is None) == (not isinstance(action, CloseAction))
        assert summary.status.over == (state.phase is Phase.MATCH_OVER)
        won = bool(summary.showdown and summary.showdown.wins)
        for one, score in zip(state.players, summary.scores, strict=True):
            assert (one.player, one.total, one.out) == (score.player, score.after, score.out)
            assert score.before == self.totals[one.player]
            assert score.after == score.before + (0 if won else score.points)
            assert score.points == sum(item.points for item in score.items)
            assert one.cards or score.points == 0
            assert score.may_rejoin == (RejoinAction(one.player) in self.offered())
        winner = state.closer.player if state.closer and won else None
        points = {score.player: score.points for score in summary.scores}
        becomes, scores = settled(self.parameters, plain_state(before), points, winner)
        told = plain_state(state)["result"]
        assert told["match"] == becomes
        for score, expected in zip(told["scores"], scores, strict=True):
            assert score | expected == score
        kinds = [type(event) for event in events]
        assert kinds.count(Scored) == sum(bool(one.cards) for one in state.players)
        assert kinds.count(RoundOver) == 1
        assert kinds.count(MatchOver) == summary.status.over
        assert kinds.count(Tied) == bool(summary.status.tied)

    def check_rejoined(self, before: State, name: str) -> None:
        self.rejoined.add(name)
        totals = [one.total for one in before.players if not one.out]
        lowest = self.table.rules.rejoin.total is RejoinTotal.LOWEST_IN
        back = self.state.player(name)
        assert back.total == (min(totals) if lowest else max(totals))
        assert (back.out, back.rejoins) == (False, before.player(name).rejoins + 1)
        assert self.state.result == before.result

    def check_view(self, viewer: str | None) -> None:
        state, chance = self.state, random.Random(len(self.actions))
        found = view(state, viewer)
        assert (found.player, found.stock) == (viewer, len(state.stock))
        assert found.discards == state.discards
        assert found.seed == (state.seed if state.phase in ENDED else None)
        assert found.seed_hash == hashlib.sha256(state.seed.encode()).hexdigest()
        for one, whole in zip(found.players, state.players, strict=True):
            shown = state.round_has_ended or whole.player == viewer
            assert one.cards == (whole.cards if shown else None)
            assert one.count == len(whole.cards)
        if state.phase in RUNNING:
            assert view(seen_otherwise(state, viewer, chance), viewer) == found
        if state.closer:
            assert found.closer
            mine = viewer == state.closer.player
            assert found.closer.discard == (state.closer.discard if mine else None)

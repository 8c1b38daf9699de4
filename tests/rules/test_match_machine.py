"""Any play at any table, legal or tried in vain, and what holds after every step of it."""

import hashlib
import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import plainly
import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from msgspec import Struct
from msgspec.structs import fields, replace

from service.rules.actions import (
    Action,
    Cancel,
    Chosen,
    Close,
    Deal,
    Discard,
    Draw,
    IllegalActionError,
    Rejoin,
    apply,
    check,
    closings,
    judge_close_now,
    listed,
)
from service.rules.cards import ALL_CARDS, Card
from service.rules.consistency import state_faults
from service.rules.dealing import first_deal
from service.rules.events import Event, EventType
from service.rules.melding import fewest_points
from service.rules.melds import Meld
from service.rules.parameters import RejoinTotal
from service.rules.recount import Stated, after_faults, recount
from service.rules.replay import replay
from service.rules.showdown import Entrant, GivenLayOff, LayOff, OpponentEnd
from service.rules.shown import Shown
from service.rules.state import RUNNING, SCORED, Phase, Pile, State
from service.rules.table import Table, points_of, table_of
from service.rules.view import view

NAMES = ("ana", "bea", "carlos", "diego", "eva", "fran")
LOOSE = {"earliest_turn": 1, "max_unmatched_points": 30, "max_unmatched_cards": None}
RULES: list[tuple[Any, int]] = [
    ("barajamos", 3),
    ("barajamos", 6),
    ("fournier", 2),
    ("fournier", 4),
    ("classic", 2),
    ("classic", 6),
    ("classic-48", 4),
    ("ludoteka", 3),
    ("ludoteka-48", 2),
    ({"base": "barajamos", "deck": {"cards": 40, "wild_cards": [Card("1o")]}, "close": LOOSE}, 4),
    ({"base": "fournier", "deck": {"two_packs_from": 2}, "match": {"limit": 30}}, 3),
    (
        {
            "base": "fournier",
            "close": LOOSE,
            "match": {"ends": "rounds", "rounds": 2, "limit": None},
            "points": {"count": "cards"},
        },
        4,
    ),
    ({"base": "ludoteka", "close": LOOSE, "match": {"limit": 20, "ends": "first_out"}}, 3),
    ({"base": "fournier", "close": LOOSE, "match": {"limit": 1}, "points": {"count": "cards"}}, 3),
    (
        {
            "base": "classic",
            "close": LOOSE,
            "match": {"limit": 25, "out_when": "at_or_over", "low_total": -15},
            "rejoin": {"total": "lowest_in"},
        },
        5,
    ),
    (
        {
            "base": "barajamos",
            "close": LOOSE,
            "lay_off": {"closer_may": True, "passes": "until_stable"},
            "match": {"limit": 25},
        },
        5,
    ),
    (
        {
            "base": "ludoteka",
            "deck": {"wild_cards": [Card("1o"), Card("7e")]},
            "close": {"earliest_turn": 1, "max_unmatched_cards": 2, "max_unmatched_points": 12},
            "melds": {"max_wilds": 1, "min_naturals": 1},
            "lay_off": {"wilds_may": False},
            "match": {"limit": 40},
        },
        4,
    ),
    (
        {
            "base": "barajamos",
            "turn": {"may_take_first_discard": False, "may_discard_taken_card": False},
            "stock": {"ends_on_exhaustion": 1, "keeps_top_discard": True},
        },
        3,
    ),
    ({"base": "fournier", "stock": {"ends_on_exhaustion": 2}, "match": {"limit": 60}}, 2),
]
TABLES = [(table_of(plainly.rules_of(rules), seats), NAMES[:seats]) for rules, seats in RULES]
CODES = frozenset(ALL_CARDS)
ENDED = frozenset({Phase.MATCH_OVER, Phase.CANCELLED})


@dataclass(frozen=True)
class Choice:
    """What a close, or nobody at an exhaustion, has shown by hand."""

    closer: tuple[Shown, ...] | None
    opponents: Mapping[str, Chosen]


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
        yield from told_cards(list(value.values()))
    elif isinstance(value, Sequence):
        for member in value:
            yield from told_cards(member)


def as_shown(melds: Sequence[Meld]) -> tuple[Shown, ...]:
    return tuple(
        Shown(meld.cards, ("melds", at), ("melds", at), meld.kind, meld.stands_for)
        for at, meld in enumerate(melds)
    )


def as_given(steps: Sequence[LayOff]) -> tuple[GivenLayOff, ...]:
    return tuple(
        GivenLayOff(step.card, step.owner, step.meld, step.place, step.number, ("lay_offs", at))
        for at, step in enumerate(steps)
    )


def by_hand(end: OpponentEnd) -> Chosen:
    return Chosen(end.player, (), as_shown(end.melds), as_given(end.lay_offs))


def conceivable(state: State) -> list[Action]:
    """Whatever somebody might ask for, by hand of the service."""
    cards = dict.fromkeys(state.table.deck)
    found: list[Action] = [Draw(pile) for pile in Pile]
    found += [Discard(card) for card in cards]
    found += [Close(card) for card in cards]
    return [*found, *(Rejoin(name) for name in state.names()), Deal(), Cancel()]


def named(action: Action, player: str) -> Action:
    """The action with a player who means to do it."""
    if isinstance(action, Draw | Discard | Close):
        return replace(action, player=player)
    return action


def seen_otherwise(state: State, viewer: str | None, chance: random.Random) -> State:
    """The state with all that the viewer cannot know dealt anew: stock and the others' hands."""
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


class Play(RuleBasedStateMachine):
    """A match that anybody plays as they like."""

    table: Table
    names: tuple[str, ...]
    seed: str
    lead: str | None
    state: State

    @initialize(
        setting=st.sampled_from(range(len(TABLES))),
        seed=st.text(max_size=8),
        lead=st.sampled_from([None, 0, 1]),
    )
    def begin(self, setting: int, seed: str, lead: int | None) -> None:
        self.table, self.names = TABLES[setting]
        self.seed, self.lead = f"s{seed}", None if lead is None else self.names[lead]
        self.state, events = first_deal(self.table, self.names, self.seed, self.lead)
        self.actions: list[Action] = []
        self.rejoined: set[str] = set()
        self.choice = Choice(None, {})
        self.totals = dict.fromkeys(self.names, 0)
        self.check_dealt(events)
        self.check_cards()

    def perform(self, action: Action) -> None:
        """Do what is legal, and look at all that can be seen cheaply."""
        before = self.state
        assert check(before, action) == ()
        self.state, events = apply(before, action)
        self.actions.append(action)
        self.check_cards()
        self.check_turn(before, action)
        self.check_told(before, action, events)
        if isinstance(action, Deal):
            self.rejoined = set()
            self.check_dealt(events)
        elif isinstance(action, Rejoin):
            self.check_rejoined(before, action.player)
        elif self.state.phase in SCORED:
            self.choice = Choice(None, {})
            if isinstance(action, Close):
                chosen = {one.player: one for one in action.opponents}
                self.choice = Choice(action.melds, chosen)
            self.totals = {one.player: one.total for one in before.players}
            self.check_scored(action, events)

    def best_discard(self) -> Card:
        """What leaves the fewest points in the hand of the player to play."""
        held = self.hand()
        allowed = [action.card for action in listed(self.state) if isinstance(action, Discard)]

        def left(card: Card) -> tuple[int, int]:
            kept = list(held)
            kept.remove(card)
            found = fewest_points(kept, self.table)
            return found.unmatched_points, -self.table.points[card]

        return min(allowed, key=left)

    def hand(self) -> tuple[Card, ...]:
        assert self.state.to_play
        return self.state.player(self.state.to_play).cards

    def closes(self) -> list[Close]:
        return [action for action in listed(self.state) if isinstance(action, Close)]

    def running(self) -> bool:
        return self.state.phase in RUNNING

    def closable(self) -> bool:
        return self.state.phase is Phase.DISCARD and bool(self.closes())

    def ended(self) -> bool:
        return self.state.phase in ENDED

    # What is done.

    @precondition(lambda self: not self.ended())
    @rule(number=st.integers(0, 40))
    def do_anything_listed(self, number: int) -> None:
        offered = [action for action in listed(self.state) if not isinstance(action, Cancel)]
        self.perform(offered[number % len(offered)])

    @precondition(lambda self: self.running())
    @rule(pile=st.sampled_from(Pile), turns=st.integers(1, 12))
    def play_some_turns_well(self, pile: Pile, turns: int) -> None:
        for _ in range(turns):
            if self.state.phase is Phase.DRAW:
                draws = [action for action in listed(self.state) if isinstance(action, Draw)]
                self.perform(next((one for one in draws if one.pile is pile), draws[0]))
            if self.state.phase is Phase.DISCARD and not self.closes():
                self.perform(Discard(self.best_discard()))

    @precondition(lambda self: self.running())
    @rule(turns=st.integers(1, 30))
    def throw_away_what_is_drawn(self, turns: int) -> None:
        for _ in range(turns):
            if self.state.phase is Phase.DRAW:
                self.perform(Draw(Pile.STOCK))
            if self.state.phase is Phase.DISCARD:
                drawn = self.state.drawn
                assert drawn
                last = drawn.card if drawn.pile is Pile.STOCK else self.best_discard()
                self.perform(Discard(last))

    @precondition(lambda self: self.closable())
    @rule(number=st.integers(0, 7))
    def close(self, number: int) -> None:
        offered = self.closes()
        self.perform(offered[number % len(offered)])

    @precondition(lambda self: self.closable())
    @rule(number=st.integers(0, 7))
    def close_by_hand_as_the_service_would(self, number: int) -> None:
        offered = closings(self.state)
        discard, best = offered[number % len(offered)]
        assert judge_close_now(self.state, Close(discard)).closing == best
        chosen, _ = apply(self.state, Close(discard))
        assert chosen.result
        assert chosen.result.showdown
        opponents = tuple(by_hand(end) for end in chosen.result.showdown.opponents)
        self.perform(Close(discard, as_shown(best.melds), opponents))
        assert self.state == chosen

    @precondition(lambda self: self.closable())
    @rule(number=st.integers(0, 7), idle=st.sets(st.integers(0, 4)))
    def close_while_some_show_nothing(self, number: int, idle: set[int]) -> None:
        offered, closer = self.closes(), self.state.to_play
        assert closer
        others = [one for one in self.state.after(closer) if not one.out]
        nothing = tuple(
            Chosen(one.player, (), (), ()) for at, one in enumerate(others) if at in idle
        )
        self.perform(replace(offered[number % len(offered)], opponents=nothing))
        assert self.state.result
        points = {score.player: score.points for score in self.state.result.scores}
        for one in nothing:
            held = self.state.player(one.player).cards
            assert points[one.player] == points_of(held, self.table)

    @precondition(lambda self: self.state.phase is Phase.ROUND_OVER)
    @rule(back=st.sets(st.sampled_from(NAMES)))
    def deal_after_those_come_back_who_will(self, back: set[str]) -> None:
        for name in self.names:
            if name in back and Rejoin(name) in listed(self.state):
                self.perform(Rejoin(name))
        self.perform(Deal())

    @precondition(lambda self: not self.ended())
    @rule(meant=st.sampled_from([False] * 15 + [True]))
    def cancel(self, *, meant: bool) -> None:
        before, actions = self.state, len(self.actions)
        self.perform(Cancel())
        assert self.state == replace(before, phase=Phase.CANCELLED, to_play=None, result=None)
        assert state_faults(self.state) == ()
        self.nobody_sees_what_is_hidden()
        if not meant:
            self.state = before
            del self.actions[actions:]

    @rule(number=st.integers(0, 250), player=st.sampled_from([None, *NAMES]))
    def try_in_vain(self, number: int, player: str | None) -> None:
        offered, by = listed(self.state), player if player in self.names else None
        unlisted = [action for action in conceivable(self.state) if action not in offered]
        action = unlisted[number % len(unlisted)]
        self.refuse(named(action, by) if by else action)
        for legal in offered:
            for name in self.names:
                if name != self.state.to_play and named(legal, name) != legal:
                    self.refuse(named(legal, name))

    def refuse(self, action: Action) -> None:
        violations = check(self.state, action)
        assert violations
        assert all(violation.message and violation.code for violation in violations)
        before = self.state
        with pytest.raises(IllegalActionError) as raised:
            apply(self.state, action)
        assert raised.value.violations == violations
        assert self.state is before

    # What holds after each step, cheap enough for every one.

    def check_cards(self) -> None:
        state = self.state
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
        if isinstance(action, Deal):
            assert after.to_play == after.lead == before.next_in(before.lead)
            turns = dict.fromkeys(turns, 0)
        elif isinstance(action, Discard | Close):
            assert before.to_play
            turns[before.to_play] += 1
            if after.phase in RUNNING:
                assert after.to_play == before.next_in(before.to_play)
        elif isinstance(action, Draw) and after.phase in RUNNING:
            assert after.to_play == before.to_play
        assert {one.player: one.turns for one in after.players} == turns

    def check_told(self, before: State, action: Action, events: Sequence[Event]) -> None:
        """Nothing is told to everybody that anybody may not see; a secret is its player's own."""
        after = self.state
        public = set(before.discards) | set(after.discards)
        if isinstance(action, Discard):
            public.add(action.card)
        if after.phase in SCORED:
            public |= {card for one in after.players for card in one.cards}
        for event in events:
            assert set(told_cards(event.told)) <= public, event
            assert self.seed not in event.told.values()
            secret = list(told_cards(event.secret))
            if event.type is EventType.DEALT:
                assert secret == list(after.player(str(event.player)).cards)
            elif event.type is EventType.DREW and event.told["from"] is Pile.STOCK:
                assert after.drawn
                assert secret == [after.drawn.card]
            elif event.type is EventType.CLOSED:
                assert after.closer
                assert secret == [after.closer.discard]
            else:
                assert not event.secret

    def check_dealt(self, events: Sequence[Event]) -> None:
        playing = [one.player for one in self.state.players if not one.out]
        dealt = [event.player for event in events if event.type is EventType.DEALT]
        assert sorted(map(str, dealt)) == sorted(playing)
        assert dealt[0] == self.state.lead
        assert (len(self.state.discards), self.state.exhaustions) == (1, 0)
        assert (self.state.result, self.state.closer) == (None, None)

    def check_scored(self, action: Action, events: Sequence[Event]) -> None:
        state, summary = self.state, self.state.result
        assert summary
        assert summary.status
        assert (state.closer is None) == (not isinstance(action, Close))
        assert summary.status.over == (state.phase is Phase.MATCH_OVER)
        won = bool(summary.showdown and summary.showdown.wins)
        for one, score in zip(state.players, summary.scores, strict=True):
            assert (one.player, one.total, one.out) == (score.player, score.after, score.out)
            assert score.before == self.totals[one.player]
            assert score.after == score.before + (0 if won else score.points)
            assert score.points == sum(item.points for item in score.items)
            assert one.cards or score.points == 0
            assert score.may_rejoin == (Rejoin(one.player) in listed(state))
        types = [event.type for event in events]
        assert types.count(EventType.SCORED) == sum(bool(one.cards) for one in state.players)
        assert types.count(EventType.ROUND_OVER) == 1
        assert types.count(EventType.MATCH_OVER) == summary.status.over
        assert types.count(EventType.TIED) == bool(summary.status.tied)

    def check_rejoined(self, before: State, name: str) -> None:
        self.rejoined.add(name)
        totals = [one.total for one in before.players if not one.out]
        lowest = self.table.rules.rejoin.total is RejoinTotal.LOWEST_IN
        back = self.state.player(name)
        assert back.total == (min(totals) if lowest else max(totals))
        assert (back.out, back.rejoins) == (False, before.player(name).rejoins + 1)
        assert self.state.result == before.result

    # What holds whenever somebody asks.

    @invariant()
    def nothing_in_the_state_is_impossible(self) -> None:
        assert state_faults(self.state) == ()

    @invariant()
    def what_is_listed_is_all_that_nothing_forbids(self) -> None:
        offered = listed(self.state)
        assert len(set(offered)) == len(offered)
        allowed = [action for action in conceivable(self.state) if not check(self.state, action)]
        assert set(offered) == set(allowed)
        assert bool(offered) == (self.state.phase not in ENDED)
        if self.running():
            assert len(offered) > 1
            mine = [named(action, str(self.state.to_play)) for action in offered]
            assert not any(check(self.state, action) for action in mine)

    @invariant()
    def nobody_sees_what_is_hidden(self) -> None:
        state, chance = self.state, random.Random(len(self.actions))
        for viewer in [None, *self.names]:
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

    @invariant()
    def the_result_follows_from_the_cards(self) -> None:
        state = self.state
        if state.phase not in SCORED:
            return
        closer = state.closer.player if state.closer else None
        entrants = {}
        for one in state.players:
            by = self.choice.opponents.get(one.player)
            melds = by.melds if by else None
            steps = by.lay_offs if by else None
            if one.player == closer:
                melds = self.choice.closer
            entrants[one.player] = Entrant(one.player, one.cards, (), melds, steps)
        rejoined = frozenset(self.rejoined)
        found = recount(state, Stated(self.totals, entrants, rejoined))
        assert found == state.result
        assert not list(after_faults(state, found, rejoined))

    @invariant()
    def a_match_can_be_played_again_while_it_is_short(self) -> None:
        if len(self.actions) < 60:
            self.play_again()

    def teardown(self) -> None:
        """Whatever the last step was."""
        if hasattr(self, "state"):
            self.play_again()

    def play_again(self) -> None:
        """The same actions from the same seed lead to the same state."""
        found = replay(self.table, self.names, self.seed, self.lead, self.actions)
        assert (found.state, found.failed_at, found.violations) == (self.state, None, ())


def settings_of(examples: int, steps: int) -> settings:
    return settings(
        max_examples=examples,
        stateful_step_count=steps,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )


def test_whatever_is_played_the_match_stays_possible() -> None:
    run_state_machine_as_test(Play, settings=settings_of(25, 50))


@pytest.mark.long
def test_whatever_is_played_for_long_the_match_stays_possible() -> None:
    run_state_machine_as_test(Play, settings=settings_of(250, 100))

"""A state machine: a match that anybody plays as they like, well, badly, or in vain."""

from collections.abc import Sequence
from itertools import count
from typing import ClassVar

from hypothesis import strategies as st
from hypothesis.stateful import initialize, precondition, rule
from msgspec.structs import replace

from service.rules.hand.best_melding import best_melding
from service.rules.hand.closing import Closing
from service.rules.hand.closing_score import ClosingKind
from service.rules.hand.meld_check import as_shown
from service.rules.match.action_check import check_close_now
from service.rules.match.actions import (
    CancelAction,
    CloseAction,
    DealAction,
    DiscardAction,
    DrawAction,
    LeaveAction,
    RejoinAction,
)
from service.rules.match.play import play
from service.rules.match.state import Phase, Pile
from service.rules.table.cards import Card
from service.rules.table.table import points_of, table_of
from support import core_answers
from support.matches.by_hand import as_automatic, played_by_hand
from support.matches.chinchon_seeds import lucky_seed, nearest
from support.matches.invariants import MatchInvariants
from support.matches.met import Met
from support.matches.tables import NAMES, Setting, profiles
from support.matches.values import every_action, named
from support.matches.variants import VARIANTS

NEAR = 5
LONGEST_ROUND = 80
"""Turns after which players who mean to end a round leave it."""

MOST_ROUNDS = 25


class Play(MatchInvariants):
    """A match that anybody plays as they like."""

    tables: ClassVar[Sequence[Setting]] = [*VARIANTS, *profiles()]

    @initialize(
        setting=st.runner().flatmap(lambda play: st.sampled_from(play.tables)),
        seed=st.text(max_size=8),
        lead=st.sampled_from([None, 0, 1]),
        lucky=st.sampled_from([False, False, True]),
    )
    def begin(self, setting: Setting, seed: str, lead: int | None, *, lucky: bool) -> None:
        names = NAMES[: setting.seats]
        leader = None if lead is None else names[lead]
        table = table_of(core_answers.rules_of(setting.rules), setting.seats)
        seeds = (f"s{seed}{n}" for n in count())
        found = lucky_seed(seeds, table, names, leader, NEAR) if lucky else f"s{seed}"
        self.deal(table, names, found, leader)
        if lucky:
            self.aim_at_a_chinchon()

    def best_discard(self) -> Card:
        """What leaves the fewest points in the hand of the player to play."""
        allowed = [action.card for action in self.offered() if isinstance(action, DiscardAction)]
        return min(allowed, key=self.left_without)

    def left_without(self, card: Card) -> tuple[int, int]:
        kept = list(self.hand())
        kept.remove(card)
        found = best_melding(kept, self.table)
        return found.unmatched_points, -self.table.points[card]

    def hand(self) -> tuple[Card, ...]:
        assert self.state.to_play
        return self.state.player(self.state.to_play).cards

    def closable(self) -> bool:
        return self.running() and bool(self.closes())

    def closes(self) -> list[CloseAction]:
        return [action for action in self.offered() if isinstance(action, CloseAction)]

    def take_from(self, pile: Pile) -> None:
        """Draw from a pile, or where one may."""
        draws = [action for action in self.offered() if isinstance(action, DrawAction)]
        self.perform(next((one for one in draws if one.pile is pile), draws[0]))

    def throw_away(self) -> None:
        """Discard what was drawn from the stock."""
        drawn = self.state.drawn
        last = drawn.card if drawn and drawn.pile is Pile.STOCK else self.best_discard()
        self.perform(DiscardAction(last))

    # What is done.

    @precondition(lambda self: not self.ended())
    @rule(number=st.integers(0, 40))
    def do_anything_listed(self, number: int) -> None:
        offered = list(self.legal().actions)
        self.perform(offered[number % len(offered)])

    @precondition(lambda self: self.running())
    @rule(pile=st.sampled_from(Pile), turns=st.integers(1, 12))
    def play_some_turns_well(self, pile: Pile, turns: int) -> None:
        for _ in range(turns):
            if self.state.phase is Phase.DRAW:
                self.take_from(pile)
            if self.state.phase is Phase.DISCARD and not self.closes():
                self.perform(DiscardAction(self.best_discard()))

    @precondition(lambda self: self.running())
    @rule()
    def play_the_round_out(self) -> None:
        """Everybody closes as soon and as well as may be."""
        for _ in range(LONGEST_ROUND):
            if self.state.phase is Phase.DRAW and not self.closes():
                self.take_from(Pile.STOCK)
            if not self.running():
                return
            if self.closes():
                best = min(self.legal().closings, key=lambda option: worth(option.closing))
                self.perform(CloseAction(best.discard))
                return
            self.perform(DiscardAction(self.best_discard()))

    @precondition(lambda self: self.running())
    @rule()
    def aim_at_a_chinchon(self) -> None:
        """Who is nearest to one keeps its cards; the others throw away what they draw."""
        wilds = self.table.wilds
        near = {
            one.player: nearest(one.cards, self.table.ranks, wilds)
            for one in self.state.players
            if not one.out
        }
        aiming = max(near, key=lambda player: near[player][1])
        run, exhaustions = near[aiming][0], self.state.exhaustions
        for _ in range(LONGEST_ROUND):
            if self.state.phase is Phase.DRAW:
                lacks = {*(run - {*self.hand()}), *wilds} if self.state.to_play == aiming else ()
                takes = any(card in lacks for card in self.state.discards[-1:])
                self.take_from(Pile.DISCARDS if takes else Pile.STOCK)
            if self.state.phase is not Phase.DISCARD or self.state.exhaustions > exhaustions:
                return
            if self.state.to_play != aiming:
                self.throw_away()
                continue
            chinchons = [
                option.discard
                for option in self.legal().closings
                if option.closing.kind is ClosingKind.CHINCHON
            ]
            if chinchons:
                self.perform(CloseAction(chinchons[0]))
                return
            hand = self.hand()
            discards = [one.card for one in self.offered() if isinstance(one, DiscardAction)]
            wanted = run | wilds
            spare = [card for card in discards if card not in wanted or hand.count(card) > 1]
            self.perform(DiscardAction((spare or discards)[0]))

    @precondition(lambda self: self.running())
    @rule(turns=st.integers(1, 30))
    def throw_away_what_is_drawn(self, turns: int) -> None:
        for _ in range(turns):
            if self.state.phase is Phase.DRAW:
                self.perform(DrawAction(Pile.STOCK))
            if self.state.phase is Phase.DISCARD:
                self.throw_away()

    @precondition(lambda self: self.running())
    @rule(exhaustions=st.integers(1, 4))
    def throw_away_what_is_drawn_until_the_stock_is_empty(self, exhaustions: int) -> None:
        most = self.state.exhaustions + exhaustions
        for _ in range(LONGEST_ROUND):
            if self.state.phase is Phase.DRAW and self.state.exhaustions < most:
                self.perform(DrawAction(Pile.STOCK))
            if self.state.phase is Phase.DISCARD:
                self.throw_away()

    @precondition(lambda self: self.closable())
    @rule(number=st.integers(0, 7))
    def close(self, number: int) -> None:
        offered = self.closes()
        self.perform(offered[number % len(offered)])

    @precondition(lambda self: self.closable())
    @rule(number=st.integers(0, 7))
    def close_by_hand_as_the_service_would(self, number: int) -> None:
        offered = self.legal().closings
        option = offered[number % len(offered)]
        discard, best = option.discard, option.closing
        assert check_close_now(self.state, CloseAction(discard)).closing == best
        chosen, _ = play(self.state, CloseAction(discard))
        close = CloseAction(discard, tuple(map(as_shown, best.melds)))
        by_hand = played_by_hand(self.state, close, frozenset())
        self.perform(close)
        assert self.state == chosen == as_automatic(by_hand, chosen)

    @precondition(lambda self: self.closable())
    @rule(number=st.integers(0, 7), idle=st.sets(st.integers(0, 4)))
    def close_while_some_show_nothing(self, number: int, idle: set[int]) -> None:
        offered, closer = self.closes(), self.state.to_play
        assert closer
        others = [one for one in self.state.turn_order_after(closer) if not one.out]
        nothing = frozenset(one.player for at, one in enumerate(others) if at in idle)
        close = offered[number % len(offered)]
        by_hand = played_by_hand(self.state, close, nothing)
        assert by_hand.result
        points = {score.player: score.points for score in by_hand.result.scores}
        was_asked = by_hand.moves > self.state.moves + 1
        for name in nothing if was_asked else ():
            held = by_hand.player(name).cards
            assert points[name] == points_of(held, self.table)
        self.perform(close)

    @precondition(lambda self: self.state.phase is Phase.ROUND_OVER)
    @rule(back=st.sets(st.sampled_from(NAMES)))
    def deal_after_those_come_back_who_will(self, back: set[str]) -> None:
        for name in self.names:
            if name in back and RejoinAction(name) in self.offered():
                self.perform(RejoinAction(name))
        self.perform(DealAction())

    @precondition(lambda self: not self.ended())
    @rule(number=st.integers(0, 5), meant=st.sampled_from([False, False, True]))
    def somebody_leaves(self, number: int, *, meant: bool) -> None:
        leaves = [action for action in self.legal().room if isinstance(action, LeaveAction)]
        if meant:
            self.perform(leaves[number % len(leaves)])

    @precondition(lambda self: not self.ended())
    @rule(meant=st.sampled_from([False] * 31 + [True]))
    def cancel(self, *, meant: bool) -> None:
        before, actions = self.state, len(self.actions)
        self.perform(CancelAction())
        moves = before.moves + 1
        cancelled = replace(before, phase=Phase.CANCELLED, to_play=None, result=None, moves=moves)
        assert self.state == cancelled
        self.nobody_sees_what_is_hidden()
        if not meant:
            self.state = before
            del self.met[Met.CANCELLED]
            del self.actions[actions:]

    @rule(number=st.integers(0, 250), player=st.sampled_from([None, *NAMES]))
    def try_in_vain(self, number: int, player: str | None) -> None:
        offered, by = self.offered(), player if player in self.names else None
        unlisted = [action for action in every_action(self.state) if action not in offered]
        action = unlisted[number % len(unlisted)]
        self.refuse_if_any(named(action, by) if by else action)
        for legal in offered:
            for name in self.names:
                if name != self.state.to_play and named(legal, name) != legal:
                    self.refuse_if_any(named(legal, name))

    def teardown(self) -> None:
        """Whatever the last step was, the match is played to its end and then once more."""
        if hasattr(self, "state"):
            for _ in range(MOST_ROUNDS):
                if self.running():
                    self.play_the_round_out()
                if self.state.phase is Phase.ROUND_OVER:
                    self.perform(DealAction())
            self.the_result_follows_from_the_cards()
            self.play_again()


def worth(closing: Closing) -> float:
    """What a close costs its closer; one that wins the match beats all others."""
    return float("-inf") if closing.wins_match else closing.score or 0.0

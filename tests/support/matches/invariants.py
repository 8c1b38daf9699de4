"""Invariants of a match, checked whenever Hypothesis asks: too slow for every step."""

from hypothesis.stateful import invariant

from service.rules.match.action_check import check_action
from service.rules.match.faults.result_faults import ChosenInRound, after_faults, check_result
from service.rules.match.play import play
from service.rules.match.state import ENDED, SCORED
from service.rules.round.showdown_player import ShowdownHand
from support.matches.state_checks import faults_of
from support.matches.step_checks import WatchedMatch
from support.matches.values import every_action, named


class MatchInvariants(WatchedMatch):
    """A match with what holds in each of its states."""

    @invariant()
    def what_is_listed_is_all_that_nothing_forbids(self) -> None:
        offered = self.offered()
        assert len(set(offered)) == len(offered)
        allowed = [
            action for action in every_action(self.state) if not check_action(self.state, action)
        ]
        assert set(offered) == set(allowed)
        assert bool(offered) == (self.state.phase not in ENDED)
        if self.running():
            assert len(offered) > 1
            mine = [named(action, str(self.state.to_play)) for action in offered]
            assert not any(check_action(self.state, action) for action in mine)

    @invariant()
    def whatever_is_listed_leads_to_a_state_that_can_be(self) -> None:
        for action in {type(one): one for one in self.offered()}.values():
            after, _ = play(self.state, action)
            self.check_cards(after)
            assert faults_of(after) == ()

    @invariant()
    def nobody_sees_what_is_hidden(self) -> None:
        for viewer in [None, *self.names]:
            self.check_view(viewer)

    @invariant()
    def the_result_follows_from_the_cards(self) -> None:
        state = self.state
        if state.phase not in SCORED:
            return
        closer = state.closer.player if state.closer else None
        assert state.result
        shown = state.result.showdown
        played = {end.player for end in shown.opponents} if shown else set()
        played |= {closer} if closer else set()
        hands: dict[str, ShowdownHand] | None = {} if shown else None
        for position, one in enumerate(state.players):
            melds = self.choice.closer if one.player == closer else None
            if hands is not None and one.player in played:
                hands[one.player] = ShowdownHand(one.player, one.cards, position, melds)
        rejoined = frozenset(self.rejoined)
        found = check_result(state, ChosenInRound(self.totals, hands, rejoined))
        assert found == state.result
        assert not list(after_faults(state, found, rejoined))

    @invariant()
    def a_match_can_be_played_again_while_it_is_short(self) -> None:
        if len(self.actions) < 60:
            self.play_again()

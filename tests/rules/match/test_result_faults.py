"""The faults of results that do not follow from the cards and the totals before."""

import pytest
from msgspec.structs import replace
from support.faults import Found, found
from support.matches.built_states import (
    FRESH,
    OVER,
    SUMMARY,
    changed,
    result,
    summed_up,
)

from service.rules.faults import ImpossibleError
from service.rules.match.faults.result_faults import (
    ChosenInRound,
    after_faults,
    check_result,
    presence_faults,
)
from service.rules.match.state import Phase, State
from service.rules.round.showdown_player import ShowdownHand
from service.rules.subjects import Part, Subject


def with_subjects(state: State, **changes: int) -> ChosenInRound:
    before = {score.player: score.before for score in result(state).scores}
    hands = {
        player.player: ShowdownHand(player.player, player.cards, position)
        for position, player in enumerate(state.players)
    }
    return ChosenInRound(before | changes, hands, frozenset())


def test_a_result_is_there_when_a_round_has_been_scored_and_only_then() -> None:
    for state in (FRESH, SUMMARY):
        assert found(presence_faults(state, has_result=state.result is not None)) == []
    missing = found(presence_faults(SUMMARY, has_result=False))
    assert missing == [("state.result_missing", Subject(Part.RESULT))]
    not_now = found(presence_faults(FRESH, has_result=True))
    assert not_now == [("state.result_not_now", Subject(Part.RESULT))]


def test_a_result_follows_from_the_cards_and_from_the_totals_before() -> None:
    state = replace(SUMMARY, round=2)
    assert check_result(state, with_subjects(state)) == state.result
    assert found(after_faults(state, result(state), frozenset())) == []


@pytest.mark.parametrize(
    ("state", "changes", "expected"),
    [
        (
            SUMMARY,
            {},
            [("result.before_round_1", Subject(Part.RESULT_BEFORE, p)) for p in range(4)],
        ),
        (replace(SUMMARY, round=2), {"zoe": 1}, [("result.players", Subject(Part.RESULT))]),
        (
            replace(SUMMARY, round=2),
            {"ben": 71},
            [("standing.must_be_out", Subject(Part.RESULT))],
        ),
    ],
)
def test_an_impossible_round_is_refused(
    state: State, changes: dict[str, int], expected: Found
) -> None:
    with pytest.raises(ImpossibleError) as refused:
        check_result(state, with_subjects(state, **changes))
    assert found(refused.value.faults) == expected


@pytest.mark.parametrize(
    ("state", "rejoined", "expected"),
    [
        (changed(SUMMARY, "ana", total=61), [], ("state.total", Subject(Part.PLAYER_TOTAL, 0))),
        (
            changed(summed_up(ana=60, ben=66, eva=50, fran=90), "ana", out=True),
            [],
            ("state.player_is_in", Subject(Part.PLAYER_OUT, 0)),
        ),
        (
            changed(SUMMARY, "eva", out=False),
            [],
            ("state.player_is_out", Subject(Part.PLAYER_OUT, 2)),
        ),
        (
            changed(SUMMARY, "eva", out=False, total=66),
            ["eva"],
            ("state.rejoin_not_counted", Subject(Part.PLAYER_REJOINS, 2)),
        ),
        (
            changed(SUMMARY, "eva", out=False, total=60, rejoins=1),
            ["eva"],
            ("state.rejoin_total", Subject(Part.PLAYER_TOTAL, 2)),
        ),
        (
            changed(SUMMARY, "ana", rejoins=1),
            ["ana"],
            ("state.may_not_rejoin", Subject(Part.PLAYER_OUT, 0)),
        ),
        (
            replace(SUMMARY, phase=Phase.MATCH_OVER),
            [],
            ("state.match_goes_on", Subject(Part.PHASE)),
        ),
        (replace(OVER, phase=Phase.ROUND_OVER), [], ("state.match_is_over", Subject(Part.PHASE))),
        (
            replace(SUMMARY, closer=SUMMARY.closer and replace(SUMMARY.closer, melds=())),
            [],
            ("state.closer_melds", Subject(Part.CLOSER_MELD)),
        ),
    ],
)
def test_what_does_not_follow_from_the_result_is_a_fault(
    state: State, rejoined: list[str], expected: tuple[str, Subject]
) -> None:
    assert found(after_faults(state, result(state), frozenset(rejoined))) == [expected]

"""What each player adds at the end of a round (rule book, "Scoring")."""

import msgspec
import pytest
from msgspec.structs import replace
from support.showdowns import card_list, rounds, showdown_hands

from service.rules.faults import FaultCode, ImpossibleError
from service.rules.hand.closing_score import ClosingKind
from service.rules.round.showdown import showdown, showdown_without_close
from service.rules.score.counted_faults import counted_faults
from service.rules.score.counted_round import CountedClose, CountedRound
from service.rules.score.round_points import (
    Item,
    ItemCode,
    points_of_round,
)
from service.rules.score.scoring import score_counted, score_hands, score_showdown
from service.rules.score.standings import MatchBeforeRound, Standing
from service.rules.subjects import Part, Subject
from service.rules.table.cards import Card
from service.rules.table.profiles import PROFILES
from service.rules.table.table import table_of
from service.rules.violations import ViolationCode

BARAJAMOS = table_of(PROFILES["barajamos"], 3)
FOURNIER = table_of(PROFILES["fournier"], 2)
EXHAUSTIBLE = table_of(
    replace(
        PROFILES["barajamos"],
        stock=replace(PROFILES["barajamos"].stock, ends_on_exhaustion=2),
    ),
    3,
)
LUDOTEKA = table_of(PROFILES["ludoteka"], 2)


def counted_round(closing: CountedClose | None, **points: int) -> CountedRound:
    return CountedRound(closing, ending_noted=True, points=points, unmatched={})


def standings(**totals: int) -> tuple[Standing, ...]:
    return tuple(Standing(player, total) for player, total in totals.items())


@pytest.mark.parametrize("seed", range(4))
def test_the_items_of_everybody_add_up_to_the_points(seed: int) -> None:
    for played in rounds(seed, 40):
        ended = showdown(played.closer, played.opponents, played.table)
        points = points_of_round(ended, played.table)
        assert list(points) == [hand.player for hand in (*played.opponents, played.closer)]
        for of_round in points.values():
            assert of_round.points == sum(item.points for item in of_round.items)
        for end in ended.opponents:
            assert points[end.player].points == end.points


def test_only_the_closer_gets_the_score_of_a_full_close() -> None:
    hands = showdown_hands([card_list("3c 4c 5c 6c 7b 7o 7e"), card_list("1b 2b 3b 4b 5o 5e 5b")])
    points = points_of_round(showdown(hands[0], hands[1:], FOURNIER), FOURNIER)
    assert points["ana"].items == (Item(ItemCode.FULL, -10),)
    assert (points["bea"].points, points["bea"].items) == (0, ())


def test_after_an_exhaustion_nobody_gets_the_score_of_a_close() -> None:
    hands = showdown_hands([card_list("3c 4c 5c 6c 7b 7o 7e"), card_list("1b 2b 3b 4e 5o 5e 5b")])
    points = points_of_round(showdown_without_close(hands, FOURNIER), FOURNIER)
    assert {player: of_round.points for player, of_round in points.items()} == {"ana": 0, "bea": 4}


def test_an_item_without_a_card_has_no_member_card() -> None:
    assert msgspec.json.encode(Item(ItemCode.FULL, -10)) == b'{"code":"full","points":-10}'
    card = Item(ItemCode.CARD, 4, Card("4e"))
    assert msgspec.json.encode(card) == b'{"code":"card","points":4,"card":"4e"}'


def test_scoring_a_showdown_is_scoring_its_hands() -> None:
    for played in rounds(5, 40):
        hands = (played.closer, *played.opponents)
        before = MatchBeforeRound(standings(**{hand.player: 20 for hand in hands}), len(hands))
        ended = showdown(played.closer, played.opponents, played.table)
        scored = score_hands(before, played.closer, played.opponents, played.table)
        if played.table.rules.close.must_not_exceed_limit and not scored.legal:
            continue
        assert score_showdown(before, ended, played.table) == scored


def test_a_close_that_would_put_the_closer_out_names_its_total_in_play_order() -> None:
    hands = showdown_hands(
        [card_list("4o 5o 6o 2c 2e 2b 3e"), card_list("1b 3b 7b 10c 12o 11o 6e")]
    )
    before = MatchBeforeRound(standings(bea=0, ana=98), 2)
    score = score_hands(before, hands[0], hands[1:], LUDOTEKA)
    assert not score.legal
    assert score.scores == ()
    assert score.showdown
    (violation,) = score.showdown.violations
    assert violation.code is ViolationCode.CLOSE_EXCEEDS_LIMIT
    assert violation.subject == Subject(Part.PLAYER_TOTAL, position=1)


def test_a_close_that_wins_changes_no_total() -> None:
    closing = CountedClose("ana", ClosingKind.CHINCHON, 0)
    before = MatchBeforeRound(standings(ana=30, bea=40, carlos=10), 3)
    counted = counted_round(closing, ana=0, bea=25, carlos=9)
    score = score_counted(before, counted, BARAJAMOS)
    assert [(s.before, s.points, s.after) for s in score.scores] == [
        (30, 0, 30),
        (40, 25, 40),
        (10, 9, 10),
    ]
    assert score.status
    assert (score.status.reason, score.status.winners) == ("chinchon", ("ana",))


@pytest.mark.parametrize(
    ("closing", "points", "code"),
    [
        (CountedClose("ana", ClosingKind.FULL, 0), -9, FaultCode.POINTS_NOT_THE_SCORE),
        (CountedClose("ana", ClosingKind.POINTS, 0), 6, FaultCode.POINTS_OUT_OF_RANGE),
        (CountedClose("ana", ClosingKind.POINTS, 0), 0, FaultCode.POINTS_OUT_OF_RANGE),
        (CountedClose("ana", ClosingKind.CHINCHON, 1), -25, FaultCode.CLOSING_TOO_MANY_WILDS),
        (None, -1, FaultCode.POINTS_NEGATIVE),
        (None, 500, FaultCode.POINTS_NOT_OF_CARDS),
    ],
)
def test_a_count_that_no_close_scores_cannot_be(
    closing: CountedClose | None, points: int, code: FaultCode
) -> None:
    before = MatchBeforeRound(standings(ana=0, bea=0), 2)
    faults = list(counted_faults(counted_round(closing, ana=points, bea=7), before, EXHAUSTIBLE))
    assert [fault.code for fault in faults] == [code]


def test_nobody_closes_with_unmatched_cards_where_none_may_be_left() -> None:
    rules = PROFILES["barajamos"]
    table = table_of(replace(rules, close=replace(rules.close, max_unmatched_cards=0)), 3)
    closing, before = CountedClose("ana", ClosingKind.POINTS, 0), MatchBeforeRound((), 3)
    (fault,) = counted_faults(counted_round(closing, ana=0), before, table)
    assert (fault.code, fault.subject.part) == (
        FaultCode.CLOSING_KIND_IMPOSSIBLE,
        Part.CLOSING_KIND,
    )


def test_points_are_those_of_exactly_the_players_who_are_in() -> None:
    before = MatchBeforeRound((*standings(ana=3, bea=4), Standing("eva", 90, out=True)), 3)
    counted = counted_round(CountedClose("eva", ClosingKind.POINTS, 0), ana=3, eva=5, leo=1)
    with pytest.raises(ImpossibleError) as refusal:
        score_counted(before, counted, BARAJAMOS)
    assert [(fault.code, fault.subject.name) for fault in refusal.value.faults] == [
        (FaultCode.PLAYER_OUT, "eva"),
        (FaultCode.PLAYER_UNKNOWN, "leo"),
        (FaultCode.PLAYER_WITHOUT_POINTS, None),
        (FaultCode.CLOSING_PLAYER_NOT_IN, None),
    ]

"""Parameters that cannot stand together (rule book, "Contradictions")."""

from typing import Any

import pytest
from support.core_answers import rules_of

from service.rules.faults import FaultCode, ImpossibleError
from service.rules.table.contradictions import contradictions, packs_for
from service.rules.table.profiles import PROFILES
from service.rules.table.table import table_of


def found(base: str, **groups: Any) -> list[tuple[str, str | None]]:
    faults = contradictions(rules_of({"base": base} | groups))
    return [(str(fault.code), fault.subject.name) for fault in faults]


@pytest.mark.parametrize("name", PROFILES)
def test_no_named_table_contradicts_itself(name: str) -> None:
    assert not list(contradictions(PROFILES[name]))


def test_a_contradiction_names_every_parameter_that_takes_part_in_it() -> None:
    assert found("barajamos", players={"min": 6, "max": 3}) == [
        ("rules.nobody_may_play", "players.min"),
        ("rules.nobody_may_play", "players.max"),
    ]


@pytest.mark.parametrize(("seats", "enough"), [(5, True), (6, True), (7, False)])
def test_a_pack_holds_seven_cards_for_each_and_two_more(seats: int, *, enough: bool) -> None:
    # Six players need 6 x 7 + 2 = 44 cards of the 48, and seven would need 51.
    codes = {code for code, _ in found("barajamos", players={"max": seats}, deck=ONE_PACK)}
    assert codes == (set() if enough else {"rules.pack_too_small"})


ONE_PACK = {"two_packs_from": None}


@pytest.mark.parametrize(
    ("base", "groups", "code"),
    [
        ("barajamos", {"deck": {"wild_cards": ["JK"]}}, FaultCode.RULES_JOKER_NAMED_WILD),
        ("fournier", {"deck": {"wild_cards": ["8o"]}}, FaultCode.RULES_WILD_NOT_IN_PACK),
        ("classic", {"deck": {"wild_cards": ["1o", "1o"]}}, FaultCode.RULES_WILD_NAMED_TWICE),
        (
            "classic",
            {"closing_score": {"chinchon_with_wilds": []}},
            FaultCode.RULES_CHINCHON_WITHOUT_SCORE,
        ),
        ("barajamos", {"lay_off": {"closer_may": True}}, FaultCode.RULES_CLOSER_WITHOUT_TURN),
        ("barajamos", {"match": {"ends": "rounds"}}, FaultCode.RULES_ROUNDS_MISSING),
        ("barajamos", {"match": {"limit": None}}, FaultCode.RULES_NO_END),
        ("barajamos", {"match": {"low_total": 0}}, FaultCode.RULES_LOW_TOTAL),
        ("barajamos", {"match": {"floor": 1}}, FaultCode.RULES_FLOOR),
        (
            "barajamos",
            {"match": {"low_total": -11, "floor": -10}},
            FaultCode.RULES_LOW_TOTAL_BELOW_FLOOR,
        ),
        ("barajamos", {"match": {"tie_breaks": ["closer"]}}, FaultCode.RULES_TIE_BREAKS),
        ("barajamos", {"match": {"tie_breaks": ["share", "share"]}}, FaultCode.RULES_TIE_BREAKS),
        ("barajamos", {"match": {"tie_breaks": ["play_on", "share"]}}, FaultCode.RULES_TIE_BREAKS),
        (
            "barajamos",
            {"match": {"tie_breaks": ["closer", "closer", "share"]}},
            FaultCode.RULES_TIE_BREAKS,
        ),
        ("classic", {"match": {"stake": 5}}, FaultCode.RULES_STAKE_WITHOUT_POT),
        ("barajamos", {"rejoin": {"stake": 1}}, FaultCode.RULES_STAKE_WITHOUT_POT),
    ],
)
def test_each_contradiction_is_found_and_no_other(base: str, groups: Any, code: FaultCode) -> None:
    assert code in {found_code for found_code, _ in found(base, **groups)}
    assert len({found_code for found_code, _ in found(base, **groups)}) == 1


@pytest.mark.parametrize(
    ("base", "groups"),
    [
        ("classic", {"close": {"max_unmatched_points": None, "max_unmatched_cards": None}}),
        ("fournier", {"lay_off": {"closer_may": True}}),
        ("barajamos", {"match": {"rounds": 5}}),
        ("barajamos", {"match": {"limit": None, "rounds": 5}}),
        ("barajamos", {"match": {"floor": 0}}),
        ("barajamos", {"match": {"low_total": -10, "floor": -10}}),
        ("barajamos", {"match": {"tie_breaks": ["closer", "fewest_rejoins", "seat_order"]}}),
        ("barajamos", {"match": {"prize": "pot", "stake": 5}, "rejoin": {"stake": 2}}),
        ("barajamos", {"match": {"limit": None, "ends": "rounds", "rounds": 5}}),
        ("barajamos", {"match": {"low_total": -1}}),
        ("barajamos", {"players": {"min": 6, "max": 6}}),
    ],
)
def test_what_lies_beside_a_contradiction_is_none(base: str, groups: Any) -> None:
    assert found(base, **groups) == []


def test_all_contradictions_are_found_together() -> None:
    both = found("barajamos", match={"low_total": 5}, lay_off={"closer_may": True})
    assert {code for code, _ in both} == {
        "rules.closer_without_turn",
        "rules.low_total_not_below_0",
    }


@pytest.mark.parametrize(("seats", "packs"), [(4, 1), (5, 2), (6, 2)])
def test_two_packs_are_played_from_the_seats_that_the_table_names(seats: int, packs: int) -> None:
    rules = PROFILES["barajamos"]
    assert packs_for(rules, seats) == table_of(rules, seats).packs == packs


@pytest.mark.parametrize("seats", [2, 7])
def test_a_table_takes_no_other_seats_than_its_own(seats: int) -> None:
    with pytest.raises(ImpossibleError) as refused:
        table_of(PROFILES["barajamos"], seats)
    assert [fault.code for fault in refused.value.faults] == [FaultCode.SEATS_NOT_ALLOWED]

"""A fault planted in the service makes the conformance run fail, and names the cases it is in."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from wsgiref.simple_server import WSGIRequestHandler, make_server

import pytest
from support.faulty_service import fault

from conformance import make, run
from service.api.http.app import create_app
from service.api.operations import matches
from service.rules.match import dealing
from service.rules.match.state import State
from service.rules.match.view import view
from service.rules.round import best_lay_offs, lay_off_rights
from service.rules.round.board import options_on
from service.rules.score import score_sheet, standings
from service.rules.score.rotation import next_round
from service.rules.table import table
from service.rules.table.card_points import cost_of
from service.rules.table.parameters import Rotation

OTHER_ROTATION = {Rotation.LEAD: Rotation.DEAL, Rotation.DEAL: Rotation.LEAD}


def dear_kings(card: Any, *more: Any) -> int:
    """A king costs one point more."""
    return cost_of(card, *more) + str(card).startswith("12")


lowest_wins = standings._lowest_wins  # noqa: SLF001 - a fault is planted here


def last_of_the_tied(candidates: Any, *more: Any) -> Any:
    """Of equal totals the last in play order comes first."""
    return lowest_wins(candidates[::-1], *more)


def last_options_first(*about: Any) -> Any:
    """The options to lay off are listed in the wrong order."""
    return tuple(options_on(*about))[::-1]


def other_rotation(last: Any, players: Any, players_in: Any, rotation: Any) -> Any:
    """The deal passes where the lead should, and the lead where the deal should."""
    return next_round(last, players, players_in, OTHER_ROTATION[rotation])


def one_too_many(total: int, points: int, *_: Any) -> int:
    """A total gets one point too many, and no floor stops it."""
    return total + points + 1


def of_the_player_to_play(state: State, _: str | None) -> Any:
    """Everybody sees what the player to play may see."""
    return view(state, state.to_play)


FAULTS = {
    "points": (table, "cost_of", dear_kings, "published"),
    "ties": (standings, "_lowest_wins", last_of_the_tied, "standings"),
    "lay-off order": (lay_off_rights, "options_on", last_options_first, "layoff_options"),
    "rotation": (score_sheet, "next_round", other_rotation, "scores-sheets"),
    "totals": (standings, "_added", one_too_many, "standings"),
    "views": (matches, "view", of_the_player_to_play, "matches-views"),
}
NAMED = {
    "points": "published-apps: Conga counts 10, 11 and 12 for the courts and 25 for the loose ace",
    "ties": "standings: In classic a tie with equal rejoins is shared at once",
    "lay-off order": "layoff_options: Each place is told in the order of owners and melds",
    "rotation": "scores-sheets: At fournier nobody deals twice in a row",
    "totals": "standings: Exactly 70 is still in at barajamos",
    "views": "matches-views_and_actions: Another player does not see what was drawn from the stock",
}
"""For each fault the beginning of a case that it changes."""

NOT_NAMED = {
    "points": "published-apps: One app caps the value of what is left at four",
    "ties": "standings: Exactly 70 is still in at barajamos",
    "lay-off order": "layoff_options: Where nothing is laid off there is no place",
    "rotation": "scores-sheets: An empty sheet knows who deals and leads first",
    "totals": "standings: A chinchón that wins in classic gets the others' totals as they were",
    "views": "matches-views_and_actions: A player sees the card that the player has drawn",
}
"""For each fault the beginning of a case asked beside it that it doesn't change."""


@pytest.mark.parametrize("kind", FAULTS)
def test_a_planted_fault_is_found_in_the_right_cases(kind: str) -> None:
    module, name, faulty, only = FAULTS[kind]
    ask = make.in_process()
    assert not run.run(ask, only).differences
    assert run.run(ask, NOT_NAMED[kind]).cases
    with fault(module, name, faulty):
        report = run.run(ask, only)
    assert any(found.startswith(NAMED[kind]) for found in report.names), report.names
    assert not any(found.startswith(NOT_NAMED[kind]) for found in report.names), report.names
    assert not run.run(ask, only).differences


def test_what_a_fault_changes_is_told_with_its_place_and_both_values() -> None:
    with fault(standings, "_added", one_too_many):
        report = run.run(make.in_process(), "standings: Exactly 70 is still in at barajamos")
    lines = "\n".join(run.told(report))
    assert "standings: Exactly 70 is still in at barajamos" in lines
    assert "at       answer /scores/0/after" in lines
    assert "expected 70\n  found    71" in lines
    assert "1 cases and 0 matches: 1 differ" in lines


def test_a_fault_of_the_rotation_is_found_in_a_match() -> None:
    ask = make.in_process()
    assert not run.run(ask, "conga-1").differences
    with fault(dealing, "next_round", other_rotation):
        report = run.run(ask, "fournier-3")
    assert report.names == ["fournier-3"]


class Quiet(WSGIRequestHandler):
    """A handler that keeps connections and logs nothing."""

    def log_message(self, *_: Any) -> None:
        """Log nothing."""


@contextmanager
def served() -> Iterator[str]:
    """The service over HTTP, at this URL."""
    with make_server("127.0.0.1", 0, create_app(), handler_class=Quiet) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
            thread.join()


def test_the_command_passes_and_fails_over_http(capsys: pytest.CaptureFixture[str]) -> None:
    with served() as url:
        assert run.main([url, "--only", "rejoin: "]) == 0
        assert "nothing differs" in capsys.readouterr().out
        with fault(standings, "_added", one_too_many):
            assert run.main([url, "--only", "rejoin: "]) == 1
        assert "at       answer /scores/" in capsys.readouterr().out


def test_the_command_fails_without_a_server_and_without_a_case() -> None:
    assert run.main(["http://127.0.0.1:9", "--only", "rejoin: "]) == 1
    assert run.main(["http://127.0.0.1:9", "--only", "no such case"]) == 1


@pytest.mark.long
def test_the_whole_set_passes_over_http() -> None:
    with served() as url:
        assert run.main([url]) == 0


@pytest.mark.long
@pytest.mark.parametrize("kind", FAULTS)
def test_a_planted_fault_is_found_by_the_whole_set(kind: str) -> None:
    module, name, faulty, _ = FAULTS[kind]
    with fault(module, name, faulty):
        report = run.run(make.in_process())
    assert any(found.startswith(NAMED[kind]) for found in report.names)
    assert len(report.names) < report.cases


def test_lay_offs_that_are_chosen_in_another_order_are_found() -> None:
    ask = make.in_process()
    assert not run.run(ask, "layoff: ").differences
    with fault(best_lay_offs, "options_on", last_options_first):
        assert run.run(ask, "layoff: ").differences

"""Between plain data and what the rules say of the end of a round, without the edge."""

from typing import Any

from service.rules.errors import Fault, Path, refuse

from service.rules.hand.closing import ClosingKind
from service.rules.round.board import LayOffPlace
from service.rules.round.lay_off_rights import RoundClose, lay_off_options
from service.rules.round.round_input import board_of, hand_faults
from service.rules.round.round_score import BeforeRound, score_counted, score_hands
from service.rules.round.scoring import Counted
from service.rules.round.showdown import Showdown, showdown
from service.rules.round.showdown_player import ChosenLayOff, ShowdownHand
from service.rules.round.standings import Standing, check_rejoin, rejoined, standing_faults
from service.rules.table.cards import Card
from service.rules.table.table import Table, table_of
from support import core_answers
from support.core_answers import plain


def answer(operation: str, rules: Any, given: dict[str, Any]) -> Any:
    """What the rules answer to a case's question about the end of a round."""
    return {
        "layoff": _layoff,
        "layoff/options": _options,
        "score": _score,
        "rejoin": _rejoin,
    }[operation](rules, given)


def _layoff(rules: Any, given: dict[str, Any]) -> Any:
    closer, opponents = _hands(given)
    table = _table(rules, given, len(opponents) + (closer is not None), "opponents")
    refuse(hand_faults(closer, opponents, table))
    return _shown(showdown(closer, opponents, table))


def _shown(found: Showdown) -> Any:
    told = plain(found)
    told["table"] = [{"player": player, "melds": melds} for player, melds in told["table"]]
    for end in [told["closer"], *told["opponents"]]:
        for step in end["lay_offs"] if end else []:
            step["pass"] = step.pop("number")
    for end, one in zip(told["opponents"], found.opponents, strict=True):
        end |= {"legal": not one.violations, "violations": core_answers.told(one.violations)}
    return told | {"legal": found.legal, "violations": core_answers.told(found.violations)}


def _options(rules: Any, given: dict[str, Any]) -> Any:
    table = _table(rules, given, len(given["table"]), "table")
    stated = [
        (one["player"], core_answers.shown(one["melds"], ("table", at, "melds")))
        for at, one in enumerate(given["table"])
    ]
    cards = tuple(Card(code) for code in given["cards"])
    board = board_of(stated, cards, table)
    close = RoundClose(given["closer"]["player"], full=given["closer"]["full"])
    return {"options": plain(lay_off_options(given["player"], cards, board, close, table))}


def _score(rules: Any, given: dict[str, Any]) -> Any:
    players = _standings(given)
    table = _table(rules, given, len(players), "players")
    seats = given.get("seats") or len(players)
    before = BeforeRound(players, seats, given.get("round"), given.get("play_off", False))
    if "points" in given:
        closing = given["closing"]
        counted = closing and Counted(
            closing["player"], ClosingKind(closing["kind"]), closing.get("wilds", 0)
        )
        found = score_counted(before, counted, given["points"], table)
    else:
        found = score_hands(before, *_hands(given), table)
    return {
        "legal": found.legal,
        "violations": core_answers.told(found.showdown.violations) if found.showdown else [],
        "showdown": found.showdown and _shown(found.showdown),
        "scores": plain(found.scores),
        "match": plain(found.status),
    }


def _rejoin(rules: Any, given: dict[str, Any]) -> Any:
    players = _standings(given)
    table = _table(rules, given, len(players), "players")
    refuse(standing_faults(players, table.rules, play_off=False))
    if given["player"] not in [one.player for one in players]:
        refuse([Fault(("player",), "a stranger")])
    seats = given.get("seats") or len(players)
    violations = check_rejoin(players, given["player"], table.rules, seats)
    after = players if violations else rejoined(players, given["player"], table.rules)
    told = core_answers.told(violations)
    return {"legal": not violations, "violations": told, "players": plain(after)}


def _table(rules: Any, given: dict[str, Any], players: int, place: str) -> Table:
    read = core_answers.rules_of(rules)
    least = players if place == "players" else max(players, read.players.min)
    if given.get("seats", least) < players:
        refuse([Fault(("seats",), "fewer seats than players")])
    return table_of(read, given.get("seats", least))


def _standings(given: dict[str, Any]) -> tuple[Standing, ...]:
    return tuple(Standing(**one) for one in given["players"])


def _hands(given: dict[str, Any]) -> tuple[ShowdownHand | None, list[ShowdownHand]]:
    closer = given["closer"]
    opponents = [_entrant(one, ("opponents", at)) for at, one in enumerate(given["opponents"])]
    return closer and _entrant(closer, ("closer",)), opponents


def _entrant(one: dict[str, Any], path: Path) -> ShowdownHand:
    melds, lay_offs = one.get("melds"), one.get("lay_offs")
    return ShowdownHand(
        one["player"],
        tuple(Card(code) for code in one["cards"]),
        path,
        None if melds is None else core_answers.shown(melds, (*path, "melds")),
        None
        if lay_offs is None
        else tuple(
            ChosenLayOff(
                Card(step["card"]),
                step["owner"],
                step["meld"],
                LayOffPlace(step["place"]),
                step.get("pass"),
                (*path, "lay_offs", at),
            )
            for at, step in enumerate(lay_offs)
        ),
    )

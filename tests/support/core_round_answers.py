"""Between plain data and what the rules say of the end of a round, without the edge."""

from typing import Any

from service.rules.faults import FaultCode, fault, refuse_if_any
from service.rules.hand.closing_score import ClosingKind
from service.rules.round.board import LayOffPlace
from service.rules.round.lay_off_rights import RoundClose, lay_off_options
from service.rules.round.round_faults import board_of, exhaustion_faults, hand_faults
from service.rules.round.showdown import Showdown, showdown, showdown_without_close
from service.rules.round.showdown_player import ChosenLayOff, ShowdownHand
from service.rules.score.counted_round import CountedClose, CountedRound
from service.rules.score.rejoining import rejoin, rejoin_total, rejoin_violations, rejoiner_faults
from service.rules.score.score_sheet import score_sheet
from service.rules.score.scoring import score_counted, score_hands
from service.rules.score.sheet_round import SheetRound
from service.rules.score.standings import MatchBeforeRound, Standing
from service.rules.score.standings_faults import standing_faults
from service.rules.subjects import Part, Subject
from service.rules.table.cards import Card
from service.rules.table.table import Table, table_of
from support.core_answers import cards_of, listed, plain, rules_of, shown


def answer(operation: str, rules: Any, given: dict[str, Any]) -> Any:
    """What the rules answer to a case's question about the end of a round."""
    return {
        "layoff": _layoff,
        "layoff/options": _options,
        "score": _score,
        "scoresheet": _score_sheet,
        "rejoin": _rejoin,
    }[operation](rules, given)


def _layoff(rules: Any, given: dict[str, Any]) -> Any:
    closer, opponents = hands_of(given)
    table = _table(rules, given, len(opponents) + (closer is not None))
    refuse_if_any(exhaustion_faults(closer, table))
    refuse_if_any(hand_faults(closer, opponents, table))
    if closer is None:
        return _ended(showdown_without_close(opponents, table), given)
    return _ended(showdown(closer, opponents, table), given)


def _ended(showdown: Showdown, given: dict[str, Any]) -> Any:
    answer = plain(showdown)
    for end, found in zip(answer["opponents"], showdown.opponents, strict=True):
        end |= {"legal": found.legal, "violations": listed(found.violations, given)}
    return answer | {"legal": showdown.legal, "violations": listed(showdown.violations, given)}


def _options(rules: Any, given: dict[str, Any]) -> Any:
    table = _table(rules, given, len(given["table"]))
    on_table = [(player["player"], shown(player["melds"])) for player in given["table"]]
    cards = cards_of(given["cards"])
    board = board_of(on_table, cards, table)
    close = RoundClose(given["closer"]["player"], full=given["closer"]["full"])
    return {"options": plain(lay_off_options(given["player"], cards, board, close, table))}


def _score(rules: Any, given: dict[str, Any]) -> Any:
    players = _standings(given)
    table = _table(rules, given, len(players), at_least=False)
    seats = given.get("seats") or len(players)
    before = MatchBeforeRound(players, seats, given.get("round"), given.get("play_off", False))
    if {"closing", "points", "unmatched"} & given.keys():
        score = score_counted(before, _counted(given), table)
    else:
        score = score_hands(before, *hands_of(given), table)
    return {
        "legal": score.legal,
        "violations": listed(score.showdown.violations, given) if score.showdown else [],
        "showdown": score.showdown and _ended(score.showdown, given),
        "scores": plain(score.scores),
        "match": plain(score.status),
    }


def _counted(given: dict[str, Any]) -> CountedRound:
    """The end of a round as a case writes it down."""
    closing = given.get("closing")
    unmatched = given.get("unmatched", {})
    return CountedRound(
        closing
        and CountedClose(closing["player"], ClosingKind(closing["kind"]), closing.get("wilds", 0)),
        "closing" in given,
        given.get("points", {}),
        {player: cards_of(cards) for player, cards in unmatched.items()},
    )


def _score_sheet(rules: Any, given: dict[str, Any]) -> Any:
    players = given["players"]
    rounds = [
        SheetRound(_counted(one), tuple(one.get("rejoin", ())), tuple(one.get("leave", ())))
        for one in given["rounds"]
    ]
    table = table_of(rules_of(rules), len(players))
    sheet = score_sheet(players, given.get("first_dealer"), rounds, table)
    violations = {"violations": listed(sheet.violations, given), "legal": not sheet.violations}
    return plain(sheet) | violations


def _rejoin(rules: Any, given: dict[str, Any]) -> Any:
    players, player = _standings(given), given["player"]
    table = _table(rules, given, len(players), at_least=False)
    refuse_if_any(standing_faults(players, table.rules, ignore_totals=False))
    refuse_if_any(rejoiner_faults(players, player))
    seats = given.get("seats") or len(players)
    violations = rejoin_violations(players, player, table.rules, seats)
    total = rejoin_total(players, table.rules) or 0
    after = players if violations else rejoin(players, player, total)
    return {
        "legal": not violations,
        "violations": listed(violations, given),
        "players": plain(after),
    }


def _table(rules: Any, given: dict[str, Any], players: int, *, at_least: bool = True) -> Table:
    """The table for the seats stated, or else for so many players, or at least for the fewest."""
    read = rules_of(rules)
    seats = max(players, read.players.min) if at_least else players
    if given.get("seats", seats) < players:
        refuse_if_any([fault(FaultCode.SEATS_TOO_FEW, Subject(Part.SEATS))])
    return table_of(read, given.get("seats", seats))


def _standings(given: dict[str, Any]) -> tuple[Standing, ...]:
    return tuple(
        Standing(**{"out": player.get("left", False), **player}) for player in given["players"]
    )


def hands_of(given: dict[str, Any]) -> tuple[ShowdownHand | None, list[ShowdownHand]]:
    """The hands of a case: the closer's, if there is one, and the opponents'."""
    closer, first = given["closer"], int(given["closer"] is not None)
    opponents = [hand_of(hand, at) for at, hand in enumerate(given["opponents"], start=first)]
    return closer and hand_of(closer, 0), opponents


def hand_of(hand: dict[str, Any], position: int) -> ShowdownHand:
    """A hand of a showdown as a case states it."""
    melds, lay_offs = hand.get("melds"), hand.get("lay_offs")
    return ShowdownHand(
        hand["player"],
        cards_of(hand["cards"]),
        position,
        None if melds is None else shown(melds),
        None
        if lay_offs is None
        else tuple(_lay_off(lay_off, number) for number, lay_off in enumerate(lay_offs)),
    )


def _lay_off(lay_off: dict[str, Any], number: int) -> ChosenLayOff:
    return ChosenLayOff(
        Card(lay_off["card"]),
        lay_off["owner"],
        lay_off["meld"],
        LayOffPlace(lay_off["place"]),
        lay_off.get("pass"),
        number,
    )

"""The operations about the end of a round."""

from collections.abc import Sequence
from typing import Any

from service.api.answers import round_schemas as round_answers
from service.api.answers.hands import told
from service.api.answers.rounds import shown_down, summed_up
from service.api.openapi.examples import rounds as round_examples
from service.api.operations.operation import operation
from service.api.requests import matches as match_schemas
from service.api.requests import rounds as round_schemas
from service.api.requests.fields import Json
from service.api.requests.rounds import counted, entrant, on_table, standings
from service.api.requests.rules import SentRules
from service.api.requests.state import read_state
from service.rules.errors import Fault, ImpossibleError, refuse
from service.rules.round.lay_off_rights import RoundClose, lay_off_options
from service.rules.round.round_input import board_of, hand_faults
from service.rules.round.round_score import BeforeRound, RoundScore, score_counted, score_hands
from service.rules.round.showdown import showdown
from service.rules.round.showdown_player import ShowdownHand
from service.rules.round.standings import check_rejoin, rejoined, standing_faults
from service.rules.table.table import Table


@operation(
    "POST",
    "/layoff",
    tag="Rounds",
    body=match_schemas.LayOffRoundQuestion(),
    takes_state=True,
    answer=round_answers.LayOffAnswer(),
    examples=round_examples.LAYOFF,
)
def lay_off_round(question: dict[str, Any]) -> Json:
    """Play the end of a round: who shows what, who lays off what where, and what is left.

    Whoever gives no melds melds at its best; whoever gives no lay-offs lays off at its best,
    melding and lay-offs chosen together. What is given is judged as given. Turn and total are not
    asked.
    """
    if "state" in question:
        sent, summary = _ended(question)
        return {"rules": sent} | (shown_down(summary.showdown) if summary.showdown else {})
    closer, opponents = _hands(question)
    table = _table(question, opponents if closer is None else [closer, *opponents], "opponents")
    refuse(hand_faults(closer, opponents, table))
    return {"rules": question["rules"].sent} | shown_down(showdown(closer, opponents, table))


@operation(
    "POST",
    "/layoff/options",
    tag="Rounds",
    body=round_schemas.LayOffOptionsQuestion(),
    answer=round_answers.LayOffOptionsAnswer(),
    examples=round_examples.OPTIONS,
)
def list_lay_offs(question: dict[str, Any]) -> Json:
    """List each place on the table where each different card of a player may go now."""
    table = _table(question, question["table"], "table")
    board = board_of(on_table(question["table"]), question["cards"], table)
    close = RoundClose(question["closer"]["player"], full=question["closer"]["full"])
    steps = lay_off_options(question["player"], question["cards"], board, close, table)
    return {"rules": question["rules"].sent, "options": steps}


@operation(
    "POST",
    "/score",
    tag="Rounds",
    body=match_schemas.ScoreQuestion(),
    takes_state=True,
    answer=round_answers.ScoreAnswer(),
    examples=round_examples.SCORE,
)
def score_round(question: dict[str, Any]) -> Json:
    """Score a round: new totals, who is out, who may rejoin, whether the match is over, who won.

    With the hands of everybody who is in, or with points that the caller has counted. The showdown
    is that of `/layoff`, and asks too whether the closer's total allows the close.
    """
    if "state" in question:
        sent, summary = _ended(question)
        return {"rules": sent} | summed_up(summary, sent)
    players = standings(question["players"])
    table = _table(question, players, "players")
    before = BeforeRound(
        players, question["seats"] or len(players), question["round"], question["play_off"]
    )
    if "points" in question:
        closing = counted(question["closing"])
        summary = score_counted(before, closing, question["points"], table)
    else:
        summary = score_hands(before, *_hands(question), table)
    return {"rules": question["rules"].sent} | summed_up(summary, question["rules"].sent)


@operation(
    "POST",
    "/rejoin",
    tag="Rounds",
    body=round_schemas.RejoinQuestion(),
    answer=round_answers.RejoinAnswer(),
    examples=round_examples.REJOIN,
)
def rejoin_match(question: dict[str, Any]) -> Json:
    """Bring a player who is out back in, if the table allows it, at the total that it says.

    The caller vouches that this is the summary of the round that put the player out.
    """
    players, player = standings(question["players"]), question["player"]
    table = _table(question, players, "players")
    refuse(standing_faults(players, table.rules, play_off=False))
    if player not in {one.player for one in players}:
        raise ImpossibleError([Fault(("player",), f"{player} is not among the players")])
    seats = question["seats"] or len(players)
    violations = check_rejoin(players, player, table.rules, seats)
    after = players if violations else rejoined(players, player, table.rules)
    return {
        "rules": question["rules"].sent,
        "legal": not violations,
        "violations": told(violations),
        "players": after,
    }


def _ended(question: dict[str, Any]) -> tuple[object, RoundScore]:
    """The summary of a match's round, which must have ended."""
    match = read_state(question["state"])
    if match.state.result is None:
        detail = f"no round has ended in the phase {match.state.phase}"
        raise ImpossibleError([Fault(("state", "phase"), detail)])
    return match.sent.sent, match.state.result


def _hands(question: dict[str, Any]) -> tuple[ShowdownHand | None, list[ShowdownHand]]:
    closer = question["closer"]
    opponents = [
        entrant(one, ("opponents", index)) for index, one in enumerate(question["opponents"])
    ]
    return (None if closer is None else entrant(closer, ("closer",))), opponents


def _table(question: dict[str, Any], players: Sequence[object], place: str) -> Table:
    """The table for these players: its seats as stated, or as many as they are."""
    sent: SentRules = question["rules"]
    seats, least = question["seats"], sent.rules.players.min
    if seats is not None:
        if seats < len(players):
            detail = f"{seats} seats are too few for {len(players)} players"
            raise ImpossibleError([Fault(("seats",), detail)])
        return sent.table(seats)
    if place == "players":
        least = len(players)
    return sent.table_for(max(least, len(players)), (place,))

"""The operations: each gets a question as values of the rules and returns their answer."""

from typing import Any

from flask import current_app

from service import __version__
from service.api.answers import hand_schemas as answers
from service.api.answers.hands import evaluated, judged, told
from service.api.http.problems import UNAVAILABLE, ProblemError
from service.api.openapi.examples import hands as examples
from service.api.operations.batch_limit import refuse_too_much
from service.api.operations.operation import DAY, operation
from service.api.requests import hands as schemas
from service.api.requests import matches as match_schemas
from service.api.requests.fields import Json, ref
from service.api.requests.query import EvaluateQuery
from service.api.requests.rules import full_rules
from service.api.requests.state import SentState, read_state
from service.rules.errors import Fault, ImpossibleError, refuse
from service.rules.hand.alternatives import alternatives
from service.rules.hand.closing import ANY_MOMENT, Moment, judge_close, moment_faults
from service.rules.hand.evaluation import evaluate
from service.rules.hand.meld_check import judge
from service.rules.hand.melding import solver
from service.rules.match.action_check import judge_close_now
from service.rules.match.actions import Close
from service.rules.match.match_input import action_faults
from service.rules.match.state import RUNNING
from service.rules.table.cards import Card
from service.rules.table.profiles import PROFILES
from service.rules.table.table import Table, deck_faults, holds, placed
from service.rules.violations import Code

Hand = tuple[Card, ...]


@operation(
    "POST",
    "/evaluate",
    tag="Hands",
    body=match_schemas.EvaluateQuestion(),
    takes_state=True,
    answer=answers.EvaluateAnswer(),
    examples=examples.EVALUATE,
)
def evaluate_hand(question: dict[str, Any]) -> Json:
    """Find the best melding of a hand, and how it may close.

    One to eight cards: fewest unmatched points, exactly, at any table. Seven cards get the best
    `closing`, eight get the `choices` of what to discard.
    """
    if "state" in question:
        sent, table, cards, moment = _held(read_state(question["state"]), question["player"])
    else:
        sent, cards = question["rules"].sent, question["cards"]
        table = question["rules"].table(question["seats"])
        if not holds(cards, table):
            refuse(deck_faults(placed(("cards",), cards), table))
        moment = Moment(question["turn"], question["total"])
    evaluation = evaluate(cards, table, moment)
    answer: Json = {"rules": sent} | evaluated(evaluation)
    if question["alternatives"]:
        others = alternatives(cards, table)
        answer["alternatives"] = others.meldings
        answer["alternatives_total"] = others.total
    return answer


@operation(
    "GET",
    "/evaluate",
    tag="Hands",
    query=EvaluateQuery(),
    answer=answers.EvaluateAnswer(),
    max_age=DAY,
)
def get_evaluation(question: dict[str, Any]) -> Json:
    """Evaluate a hand named in the address, so that caches can keep the answer.

    The same as POST for a named table. With `v`, the service's version, the answer never changes.
    """
    answer: Json = evaluate_hand(question | {"alternatives": False})
    return answer


@operation(
    "POST",
    "/evaluate/batch",
    tag="Hands",
    body=schemas.EvaluateBatchQuestion(),
    answer=answers.EvaluateBatchAnswer(),
    examples=examples.BATCH,
    takes_batch=True,
)
def evaluate_hands(question: dict[str, Any]) -> Json:
    """Evaluate many hands of one table at once.

    Up to 10,000 hands, 1,000 with `choices`, and less work in all than the service's limit: hands
    with wilds cost more.
    """
    table, with_choices = question["rules"].table(question["seats"]), question["choices"]
    hands = _checked(question["hands"], table, with_choices=with_choices)
    results = [evaluated(evaluate(cards, table, with_choices=with_choices)) for cards in hands]
    return {"rules": question["rules"].sent, "results": results}


@operation(
    "POST",
    "/evaluate/points",
    tag="Hands",
    body=schemas.EvaluatePointsQuestion(),
    answer=answers.EvaluatePointsAnswer(),
    examples=examples.POINTS,
    takes_batch=True,
)
def evaluate_points(question: dict[str, Any]) -> Json:
    """Find the fewest unmatched points of many hands, and nothing else.

    For programs that search: as `/evaluate/batch`, with its limits, in a small part of the time.
    """
    table = question["rules"].table(question["seats"])
    solve = solver(table)
    points = [solve(cards).unmatched_points for cards in _checked(question["hands"], table)]
    return {"rules": question["rules"].sent, "unmatched_points": points}


def _checked(hands: list[Hand], table: Table, *, with_choices: bool = False) -> list[Hand]:
    """The hands of a batch, if the deck holds each and they are not too much work."""
    refuse_too_much(hands, table, with_choices=with_choices)
    refuse(
        fault
        for index, cards in enumerate(hands)
        if not holds(cards, table)
        for fault in deck_faults(placed(("hands", index), cards), table)
    )
    return hands


@operation(
    "POST",
    "/melds",
    tag="Hands",
    body=schemas.MeldsQuestion(),
    answer=answers.MeldsAnswer(),
    examples=examples.MELDS,
)
def judge_melds(question: dict[str, Any]) -> Json:
    """Tell of each group of cards whether it is a meld, and if not every reason why."""
    table = question["rules"].table(question["seats"])
    shown = schemas.below(("melds",), question["melds"]) or ()
    refuse(fault for meld in shown for fault in deck_faults(meld.placed(), table, copies=False))
    judged = []
    for meld in shown:
        found = judge(meld, table)
        judged.append(
            {
                "legal": found.meld is not None,
                "kind": found.meld and found.meld.kind,
                "cards": found.meld.cards if found.meld else meld.cards,
                "stands_for": found.meld and found.meld.stands_for,
                "violations": told(found.violations),
            }
        )
    return {"rules": question["rules"].sent, "melds": judged}


@operation(
    "POST",
    "/close",
    tag="Hands",
    body=match_schemas.CloseQuestion(),
    takes_state=True,
    answer=answers.CloseAnswer(),
    examples=examples.CLOSE,
)
def judge_closing(question: dict[str, Any]) -> Json:
    """Tell whether eight cards may close with a discard, and what the close is worth.

    What is shown is judged as shown, never improved; `best` is the best close of these cards
    whatever was shown. A table that asks for `turn` or `total` needs them here.
    """
    if "state" in question:
        return _close_in_match(question)
    cards, table = question["cards"], question["rules"].table(question["seats"])
    shown = schemas.below(("melds",), question["melds"])
    moment = Moment(question["turn"], question["total"])
    refuse(
        [
            *deck_faults(placed(("cards",), cards), table),
            *deck_faults([(("discard",), question["discard"])], table),
            *(f for meld in shown or () for f in deck_faults(meld.placed(), table, copies=False)),
            *moment_faults(moment, table),
        ]
    )
    verdict = judge_close(cards, question["discard"], shown, table, moment)
    return {"rules": question["rules"].sent} | judged(verdict)


@operation("GET", "/rules", tag="Tables", answer=answers.RulesListAnswer(), max_age=DAY)
def list_rules(_: dict[str, Any]) -> Json:
    """List every named table with all its parameters."""
    return {"rules": [_named(name) for name in PROFILES]}


@operation(
    "GET",
    "/rules/{name}",
    tag="Tables",
    answer="NamedRules",
    address={"name": ref("ProfileName")},
    max_age=DAY,
)
def get_rules(question: dict[str, Any]) -> Json:
    """Get one named table with all its parameters."""
    return _named(question["name"])


@operation(
    "POST",
    "/rules",
    tag="Tables",
    body=schemas.RulesQuestion(),
    answer=answers.CheckedRulesAnswer(),
    examples=examples.RULES,
)
def check_rules(question: dict[str, Any]) -> Json:
    """Spell out a table with its overrides, or tell which parameters contradict each other."""
    sent = question["rules"]
    table = sent.table(question["seats"])
    base = sent.sent if isinstance(sent.sent, str) else sent.sent["base"]
    return {
        "rules": {"base": base} | full_rules(sent.rules),
        "seats": question["seats"] or sent.rules.players.min,
        "packs": table.packs,
        "deck": table.deck,
    }


@operation("GET", "/violations", tag="Tables", answer=answers.ViolationsAnswer(), max_age=DAY)
def list_violations(_: dict[str, Any]) -> Json:
    """List every code of a violation with its meaning and its rule."""
    catalogue = [{"code": code, "meaning": code.meaning, "rule": code.rule} for code in Code]
    return {"violations": catalogue}


@operation("GET", "/healthz", tag="Service", answer=answers.Health())
def get_health(_: dict[str, Any]) -> Json:
    """Tell that the service is alive, and its version."""
    return {"status": "ok", "version": __version__}


@operation("GET", "/readyz", tag="Service", answer=answers.Readiness(), may_be_busy=True)
def get_readiness(_: dict[str, Any]) -> Json:
    """Tell whether more requests are welcome.

    A service that has begun to stop answers what still comes, and 503 here, so that others are
    asked instead.
    """
    if not current_app.extensions["is_ready"]():
        raise ProblemError(UNAVAILABLE, 503, "this service is stopping; ask another one")
    return {"status": "ready", "version": __version__}


def _held(sent: SentState, player: str) -> tuple[object, Table, tuple[Card, ...], Moment]:
    """A player's hand in a match, and when that player would close."""
    state = sent.state
    if player not in state.names() or not state.player(player).cards:
        raise ImpossibleError([Fault(("player",), f"{player} has no hand in this match")])
    moment = state.moment(player) if state.phase in RUNNING else ANY_MOMENT
    return sent.sent.sent, state.table, state.player(player).cards, moment


def _close_in_match(question: dict[str, Any]) -> Json:
    """Whether the player to play may close with a discard: at no other moment than discarding."""
    sent = read_state(question["state"])
    close = Close(question["discard"], schemas.below(("melds",), question["melds"]))
    refuse(action_faults(sent.state, close, ()))
    return {"rules": sent.sent.sent} | judged(judge_close_now(sent.state, close))


def _named(name: str) -> Json:
    return {"name": name} | full_rules(PROFILES[name])

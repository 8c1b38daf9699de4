"""The operations about hands."""

from service.api.answers.hands import (
    CheckedMeld,
    CloseAnswer,
    EvaluateAnswer,
    EvaluateBatchAnswer,
    EvaluatePointsAnswer,
    MeldsAnswer,
    evaluated,
)
from service.api.answers.violations import PathOf, listed
from service.api.operations.batch_work import batch_work
from service.api.operations.operation import DAY, Form, Operation
from service.api.requests.fields.basic import Json
from service.api.requests.hands import (
    CheckMelds,
    CheckMeldsRequest,
    CloseHand,
    CloseHandRequest,
    EvaluateBatch,
    EvaluateBatchRequest,
    EvaluateHand,
    EvaluateHandRequest,
    EvaluatePoints,
    EvaluatePointsRequest,
)
from service.api.requests.query import EvaluateQuery
from service.rules.faults import refuse
from service.rules.hand.alternatives import alternatives
from service.rules.hand.best_melding import solver
from service.rules.hand.close_check import CloseCheck, check_close
from service.rules.hand.closing import context_faults
from service.rules.hand.evaluation import evaluate
from service.rules.hand.meld_check import check_meld, stated_in
from service.rules.subjects import Part, Subject
from service.rules.table.cards import Card
from service.rules.table.deck_check import deck_faults, deck_holds, stated
from service.rules.table.table import Table


def evaluate_hand(request: EvaluateHand) -> EvaluateAnswer:
    """Evaluate one hand."""
    cards, table = request.cards, request.rules.table(request.seats)
    if not deck_holds(cards, table):
        refuse(deck_faults(stated(cards, Part.HAND), table))
    evaluation = evaluate(cards, table, request.context)
    others = alternatives(cards, table) if request.alternatives else None
    return evaluated(evaluation, request.rules.sent, others)


def evaluate_batch(request: EvaluateBatch) -> EvaluateBatchAnswer:
    """Evaluate many hands of one table."""
    table, choices = request.rules.table(request.seats), request.choices
    _refuse_hands(request.hands, table)
    results = [evaluate(cards, table, with_choices=choices) for cards in request.hands]
    return EvaluateBatchAnswer(request.rules.sent, tuple(results))


def evaluate_points(request: EvaluatePoints) -> EvaluatePointsAnswer:
    """Find the fewest unmatched points of many hands."""
    table = request.rules.table(request.seats)
    _refuse_hands(request.hands, table)
    solve = solver(table)
    points = [solve(cards).unmatched_points for cards in request.hands]
    return EvaluatePointsAnswer(request.rules.sent, tuple(points))


def _refuse_hands(hands: list[tuple[Card, ...]], table: Table) -> None:
    """Refuse a batch with a hand that the deck doesn't hold."""
    refuse(
        fault
        for number, cards in enumerate(hands)
        if not deck_holds(cards, table)
        for fault in deck_faults(stated(cards, Part.HAND_OF_BATCH, number=number), table)
    )


def check_melds(request: CheckMelds) -> MeldsAnswer:
    """Judge melds, each alone."""
    table = request.rules.table(request.seats)
    refuse(deck_faults(stated_in(request.melds), table, copies=False))
    checked = []
    for number, shown in enumerate(request.melds):
        check = check_meld(shown, table, Subject(Part.MELD, number=number))
        violations = listed(check.violations, request.path_of)
        meld = check.meld
        checked.append(
            CheckedMeld(
                legal=False, kind=None, cards=shown.cards, stands_for=None, violations=violations
            )
            if meld is None
            else CheckedMeld(
                legal=True,
                kind=meld.kind,
                cards=meld.cards,
                stands_for=meld.stands_for,
                violations=(),
            )
        )
    return MeldsAnswer(request.rules.sent, tuple(checked))


def close_hand(request: CloseHand) -> CloseAnswer:
    """Judge a close with eight cards in hand."""
    cards, table = request.cards, request.rules.table(request.seats)
    refuse(
        [
            *deck_faults(stated(cards, Part.HAND), table),
            *deck_faults([(Subject(Part.DISCARD), request.discard)], table),
            *deck_faults(stated_in(request.melds or ()), table, copies=False),
            *context_faults(request.context, table),
        ]
    )
    check = check_close(cards, request.discard, request.melds, table, request.context)
    return close_answer(check, request.rules.sent, request.path_of)


def close_answer(check: CloseCheck, rules: str | Json, path_of: PathOf) -> CloseAnswer:
    """The answer about a close."""
    violations = listed(check.violations, path_of)
    return CloseAnswer(rules, not violations, violations, check.melding, check.closing, check.best)


EVALUATE_HAND = Form(EvaluateHandRequest(), evaluate_hand)
CLOSE_HAND = Form(CloseHandRequest(), close_hand)

OPERATIONS = (
    Operation(
        "getEvaluation",
        "GET",
        "/evaluate",
        tag="Hands",
        summary="Evaluate a hand named in the address, so that caches can keep the answer.",
        description=(
            "The same as POST for a named table. With `v`, the service's version, the answer "
            "never changes."
        ),
        answer=EvaluateAnswer,
        forms=(Form(EvaluateQuery(), evaluate_hand),),
        in_query=True,
        max_age=DAY,
    ),
    Operation(
        "evaluateHands",
        "POST",
        "/evaluate/batch",
        tag="Hands",
        summary="Evaluate many hands of one table at once.",
        description=(
            "Up to 10,000 hands, 1,000 with `choices`, and less work in all than the service's "
            "limit: hands with wilds cost more."
        ),
        answer=EvaluateBatchAnswer,
        forms=(Form(EvaluateBatchRequest(), evaluate_batch, work=batch_work),),
        takes_batch=True,
    ),
    Operation(
        "evaluatePoints",
        "POST",
        "/evaluate/points",
        tag="Hands",
        summary="Find the fewest unmatched points of many hands, and nothing else.",
        description=(
            "For programs that search: as `/evaluate/batch`, with its limits, in a small part of "
            "the time."
        ),
        answer=EvaluatePointsAnswer,
        forms=(Form(EvaluatePointsRequest(), evaluate_points, work=batch_work),),
        takes_batch=True,
    ),
    Operation(
        "judgeMelds",
        "POST",
        "/melds",
        tag="Hands",
        summary="Say of each group of cards whether it is a meld, and if not every reason why.",
        description="",
        answer=MeldsAnswer,
        forms=(Form(CheckMeldsRequest(), check_melds),),
    ),
)

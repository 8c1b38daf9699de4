"""The operations about hands."""

from collections.abc import Iterator

from service.api.answers.hands import (
    CheckedMeld,
    CloseAnswer,
    EvaluateAnswer,
    EvaluateBatchAnswer,
    EvaluatePointsAnswer,
    MeldsAnswer,
    evaluation_answer,
)
from service.api.answers.violations import PathOf, listed
from service.api.operations.operation import BY_STATE, BY_VIEW, DAY, CostlyForm, Form, Operation
from service.api.operations.pauses import Pace
from service.api.operations.stated_matches import SentMatch, read_match
from service.api.operations.stated_views import SentView, read_own_view
from service.api.operations.work_estimate import batch_work
from service.api.requests.fields.basic import Json
from service.api.requests.hands import (
    CheckMelds,
    CheckMeldsSchema,
    CloseHand,
    CloseHandSchema,
    EvaluateBatch,
    EvaluateBatchSchema,
    EvaluateHand,
    EvaluateHandSchema,
    EvaluatePoints,
    EvaluatePointsSchema,
)
from service.api.requests.query import EvaluateQuery
from service.api.requests.views import (
    CloseMatch,
    CloseMatchSchema,
    CloseView,
    CloseViewSchema,
    EvaluatePlayer,
    EvaluatePlayerSchema,
    EvaluateView,
    EvaluateViewSchema,
)
from service.rules.faults import Fault, FaultCode, fault, refuse_if_any
from service.rules.hand.alternatives import alternatives
from service.rules.hand.best_melding import solver
from service.rules.hand.close_check import CloseCheck, check_close
from service.rules.hand.close_conditions import ANY_CONTEXT, context_faults, total_faults
from service.rules.hand.evaluation import evaluate
from service.rules.hand.meld_check import check_meld, shown_with_subjects
from service.rules.match.action_check import check_close_now, not_your_turn
from service.rules.match.actions import CloseAction
from service.rules.match.faults.action_faults import action_faults, holder_faults
from service.rules.match.state import TURN, State
from service.rules.subjects import Part, Subject
from service.rules.table.cards import HAND_SIZE, Card
from service.rules.table.deck_faults import deck_faults, deck_holds, with_subjects
from service.rules.table.table import Table


def evaluate_hand(request: EvaluateHand) -> EvaluateAnswer:
    """Evaluate one hand."""
    cards, table = request.cards, request.rules.table(request.seats)
    if not deck_holds(cards, table):
        refuse_if_any(deck_faults(with_subjects(cards, Part.HAND), table))
    if request.total is not None:
        refuse_if_any(total_faults(request.context, table))
    evaluation = evaluate(cards, table, request.context)
    others = alternatives(cards, table) if request.alternatives else None
    return evaluation_answer(evaluation, request.rules.sent, others)


def evaluate_batch(request: EvaluateBatch, pace: Pace) -> EvaluateBatchAnswer:
    """Evaluate many hands at one table."""
    table, choices = request.rules.table(request.seats), request.choices
    _refuse_hands(request.hands, table)
    results = [evaluate(cards, table, with_choices=choices) for cards in pace(request.hands)]
    return EvaluateBatchAnswer(request.rules.sent, tuple(results))


def evaluate_points(request: EvaluatePoints, pace: Pace) -> EvaluatePointsAnswer:
    """Return the fewest unmatched points of many hands."""
    table = request.rules.table(request.seats)
    _refuse_hands(request.hands, table)
    solve = solver(table)
    points = [solve(cards).unmatched_points for cards in pace(request.hands)]
    return EvaluatePointsAnswer(request.rules.sent, tuple(points))


def _refuse_hands(hands: list[tuple[Card, ...]], table: Table) -> None:
    """Raise `ImpossibleError` for hands with cards that the deck doesn't have."""
    refuse_if_any(
        fault
        for index, cards in enumerate(hands)
        if not deck_holds(cards, table)
        for fault in deck_faults(with_subjects(cards, Part.HAND_OF_BATCH, number=index), table)
    )


def check_melds(request: CheckMelds) -> MeldsAnswer:
    """Judge groups of cards, each by itself."""
    table = request.rules.table(request.seats)
    refuse_if_any(deck_faults(shown_with_subjects(request.melds), table, copies=False))
    checked = []
    for index, shown in enumerate(request.melds):
        check = check_meld(shown, table, Subject(Part.MELD, number=index))
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
    refuse_if_any(
        [
            *deck_faults(with_subjects(cards, Part.HAND), table),
            *_discard_faults(request, table),
            *deck_faults(shown_with_subjects(request.melds or ()), table, copies=False),
            *context_faults(request.context, table),
            *total_faults(request.context, table),
        ]
    )
    check = check_close(cards, request.discard, request.melds, table, request.context)
    return _close_answer(check, request.rules.sent, request.path_of)


def _discard_faults(request: CloseHand, table: Table) -> Iterator[Fault]:
    """Yield a fault unless there are eight cards with a discard, or seven without."""
    if request.discard is not None:
        yield from deck_faults([(Subject(Part.DISCARD), request.discard)], table)
    needed = HAND_SIZE if request.discard is None else HAND_SIZE + 1
    if len(request.cards) != needed:
        found, discards = len(request.cards), "none" if request.discard is None else "one"
        subject = Subject(Part.HAND)
        yield fault(
            FaultCode.HAND_FOR_CLOSE, subject, number=found, needed=needed, discards=discards
        )


def _close_answer(check: CloseCheck, rules: str | Json, path_of: PathOf) -> CloseAnswer:
    """Return the answer for a close."""
    violations = listed(check.violations, path_of)
    return CloseAnswer(rules, not violations, violations, check.melding, check.closing, check.best)


def evaluate_player(request: EvaluatePlayer) -> EvaluateAnswer:
    """Evaluate a player's hand in a match."""
    match = read_match(request.state)
    refuse_if_any(holder_faults(match.state, request.player))
    return _evaluate_held(match, request.player, alternatives_too=request.alternatives)


def evaluate_view(request: EvaluateView) -> EvaluateAnswer:
    """Evaluate the hand of the player whose view it is."""
    match, player = read_own_view(request.view)
    refuse_if_any(holder_faults(match.state, player))
    return _evaluate_held(match, player, alternatives_too=request.alternatives)


def _evaluate_held(
    match: SentMatch | SentView, player: str, *, alternatives_too: bool
) -> EvaluateAnswer:
    """Evaluate a hand that is held in a match; during a turn, its turn and total count."""
    state = match.state
    context = state.close_context(player) if state.phase in TURN else ANY_CONTEXT
    cards = state.player(player).cards
    others = alternatives(cards, state.table) if alternatives_too else None
    return evaluation_answer(evaluate(cards, state.table, context), match.rules.sent, others)


def close_match(request: CloseMatch) -> CloseAnswer:
    """Judge a close by the player to play in a match."""
    match = read_match(request.state)
    check = _close_now(match.state, request)
    return _close_answer(check, match.rules.sent, request.path_of)


def close_view(request: CloseView) -> CloseAnswer:
    """Judge a close by the player whose view it is."""
    match, player = read_own_view(request.view)
    check = _close_now(match.state, request)
    not_yours = tuple(not_your_turn(match.state, player, Subject(Part.ASKED_PLAYER)))
    if not_yours:
        check = CloseCheck(not_yours, None, None, None)
    return _close_answer(check, match.rules.sent, request.path_of)


def _close_now(state: State, request: CloseMatch | CloseView) -> CloseCheck:
    """Judge a close by the player to play."""
    action = CloseAction(request.discard, request.melds)
    refuse_if_any(action_faults(state, action))
    return check_close_now(state, action)


OPERATIONS = (
    Operation(
        "evaluateHand",
        "POST",
        "/evaluate",
        tag="Hands",
        summary="Find the best melding of a hand, and its best close.",
        description=(
            "A hand of one to eight cards. The best melding has the fewest unmatched points. For "
            "seven cards the answer has the best `closing`, for eight the `choices` of a discard."
        ),
        answer=EvaluateAnswer,
        forms=(
            Form(EvaluateHandSchema(), evaluate_hand),
            Form(EvaluatePlayerSchema(), evaluate_player, BY_STATE),
            Form(EvaluateViewSchema(), evaluate_view, BY_VIEW),
        ),
        takes_state=True,
    ),
    Operation(
        "judgeClosing",
        "POST",
        "/close",
        tag="Hands",
        summary="Judge a close of eight cards with a discard: is it legal, and what does it score?",
        description=(
            "The melds are judged as shown, and never improved. `best` is the best close with the "
            "same discard and any melds. At some tables `turn` or `total` is required."
        ),
        answer=CloseAnswer,
        forms=(
            Form(CloseHandSchema(), close_hand),
            Form(CloseMatchSchema(), close_match, BY_STATE),
            Form(CloseViewSchema(), close_view, BY_VIEW),
        ),
        takes_state=True,
    ),
    Operation(
        "getEvaluation",
        "GET",
        "/evaluate",
        tag="Hands",
        summary="Evaluate a hand given in the URL, so that caches can keep the answer.",
        description=(
            "The same as POST, but for built-in tables only. With `v`, the version of the service, "
            "the answer never changes."
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
        summary="Evaluate many hands at one table.",
        description=(
            "At most 10,000 hands, or 1,000 with `choices`. Their work is limited too: hands with "
            "wilds cost more."
        ),
        answer=EvaluateBatchAnswer,
        forms=(CostlyForm(EvaluateBatchSchema(), evaluate_batch, batch_work),),
        takes_batch=True,
    ),
    Operation(
        "evaluatePoints",
        "POST",
        "/evaluate/points",
        tag="Hands",
        summary="Find only the fewest unmatched points of many hands.",
        description=(
            "For programs that search. The limits are those of `/evaluate/batch`, but the answer "
            "takes much less time."
        ),
        answer=EvaluatePointsAnswer,
        forms=(CostlyForm(EvaluatePointsSchema(), evaluate_points, batch_work),),
        takes_batch=True,
    ),
    Operation(
        "judgeMelds",
        "POST",
        "/melds",
        tag="Hands",
        summary="Judge groups of cards: is each a meld, and if not, for which reasons?",
        description="Each group of cards is judged by itself, in the order of the request.",
        answer=MeldsAnswer,
        forms=(Form(CheckMeldsSchema(), check_melds),),
    ),
)

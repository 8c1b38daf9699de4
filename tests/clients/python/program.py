"""Runs the program of program.ts with the client of openapi-python-client.

python program.py http://127.0.0.1:8000
"""

import sys
from collections.abc import Callable, Iterator
from typing import TypeVar

import httpx
from chinchon_rules_client import Client
from chinchon_rules_client.api.hands import evaluate_hand, evaluate_hands, judge_melds
from chinchon_rules_client.api.matches import deal_cards, play_action
from chinchon_rules_client.api.rounds import score_sheet
from chinchon_rules_client.api.tables import get_rules, list_rules
from chinchon_rules_client.models import (
    Card,
    CheckMeldsRequest,
    ChosenLayOff,
    CloseAction,
    ClosingKind,
    CountedClosingRequest,
    DealAction,
    Dealt,
    DiscardAction,
    DrawAction,
    EvaluateBatchRequest,
    EvaluateByCards,
    EvaluateByView,
    Included,
    LayOffAction,
    NewMatchRequest,
    Phase,
    Pile,
    PlayActionRequest,
    PointsByPlayer,
    Problem,
    ProfileName,
    ScoreSheetRequest,
    SeenDealt,
    SheetRound,
    ShowAction,
    ShowdownMode,
    ShownMeldObject,
    State,
    StepAnswer,
)

Body = TypeVar("Body")
Action = CloseAction | DealAction | DiscardAction | DrawAction | LayOffAction | ShowAction

ADDRESS = sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8000"
PLAYERS = ["ana", "bea", "eva"]
INCLUDE = [Included.ACTIONS, Included.VIEWS]

client = Client(ADDRESS, timeout=httpx.Timeout(30))


def main() -> None:
    """Do what every client does, and print a line for each."""
    for table in answered(list_rules.sync(client=client)).rules:
        for showdown in ShowdownMode.AUTOMATIC, ShowdownMode.BY_HAND:
            play_match(table.name, showdown)
    sheet = answered(score_sheet.sync(client=client, body=written_down()))
    totals = [f"{one.player} {one.total}" for one in sheet.players]
    print("sheet", *totals, "next", sheet.next_ and sheet.next_.dealer)
    request = NewMatchRequest(players=PLAYERS, seed="a seed for refusals")
    first = answered(deal_cards.sync(client=client, body=request))
    for problem in refused(first.state):
        assert isinstance(problem, Problem)
        codes = [violation.code for violation in problem.violations or []]
        print("refused", problem.status, problem.type_, *codes)


def answered(answer: Body | Problem | None) -> Body:
    """Return the body of an answer, or raise what the problem says."""
    if answer is None or isinstance(answer, Problem):
        raise RuntimeError(answer and answer.detail)
    return answer


def play_match(rules: ProfileName, showdown: ShowdownMode) -> None:
    """Play a whole match, and print how it went."""
    seed = f"{rules} played {showdown}"
    request = NewMatchRequest(PLAYERS, rules=rules, seed=seed, showdown=showdown, include=INCLUDE)
    step = answered(deal_cards.sync(client=client, body=request))
    kinds: set[str] = set()
    while step.state.phase is not Phase.MATCH_OVER:
        kinds |= {event.type_ for event in step.events}
        check_secrets(step)
        action = choose(step)
        kinds.add(action.type_)
        move = PlayActionRequest(step.state, action, moves=step.state.moves, include=INCLUDE)
        step = answered(play_action.sync(client=client, body=move))
    state = step.state
    winners = " and ".join(state.result.match.winners) if state.result else None
    print(rules, showdown, state.round_, state.moves, winners, *sorted(kinds))


def check_secrets(step: StepAnswer) -> None:
    """Raise if a seat sees another's hand, or a card that another was dealt."""
    for seat in step.views or []:
        if seat.view.phase in {Phase.DRAW, Phase.DISCARD}:
            seen = [one.player for one in seat.view.players if one.cards]
            for event in seat.events:
                assert not isinstance(event, Dealt)
                if isinstance(event, SeenDealt) and event.secret:
                    seen.append(event.player)
            assert set(seen) <= {seat.player}


def choose(step: StepAnswer) -> Action:
    """What the player to play does: close where it can, else keep the cards that cost least."""
    state, actions = step.state, step.actions
    if state.phase is Phase.ROUND_OVER:
        return DealAction("deal")
    if state.phase is Phase.DRAW:
        return DrawAction(from_=Pile.STOCK, type_="draw")
    assert actions
    if actions.showdown:
        best = actions.showdown.best
        lay_offs = [ChosenLayOff.from_dict(one.to_dict()) for one in best.lay_offs]
        if state.pass_ == 1:
            melds = [ShownMeldObject(meld.kind, meld.cards) for meld in best.melds]
            return ShowAction("show", melds=[*melds], lay_offs=lay_offs)
        return LayOffAction("lay_off", lay_offs=lay_offs)
    if actions.closings:
        return CloseAction(discard=actions.closings[0].discard, type_="close")
    (view,) = [seat.view for seat in step.views or [] if seat.player == state.to_play]
    evaluation = answered(evaluate_hand.sync(client=client, body=EvaluateByView(view)))
    assert evaluation.choices
    # Players who only keep the best cards can wait for each other's cards for ever.
    choice = evaluation.choices[state.moves % (1 + state.exhaustions % 4)]
    return DiscardAction(card=choice.discard, type_="discard")


def written_down() -> ScoreSheetRequest:
    """Return a sheet of two rounds: one with its close, and one without."""
    closing = CountedClosingRequest("ana", ClosingKind.FULL)
    first, second = PointsByPlayer(), PointsByPlayer()
    first.additional_properties = {"bea": 12, "eva": 30}
    second.additional_properties = {"ana": 3, "bea": 1, "eva": 60}
    rounds = [SheetRound(points=first, closing=closing), SheetRound(points=second)]
    return ScoreSheetRequest(players=PLAYERS, first_dealer="eva", rounds=rounds)


def refused(state: State) -> Iterator[object]:
    """Yield the answer to one request for each type of problem that a typed client can meet."""
    yield deal_cards.sync(client=client, body=NewMatchRequest(["ana"]))
    twice = EvaluateByCards([Card.O7, Card.O7, Card.C4])
    yield evaluate_hand.sync(client=client, body=twice)
    move = PlayActionRequest(state, ShowAction("show"))
    yield play_action.sync(client=client, body=move)
    wild_hands = [[Card.JOKER, Card.JOKER, Card.O1]] * 10_000
    batch = EvaluateBatchRequest(wild_hands, rules=ProfileName.CLASSIC)
    yield evaluate_hands.sync(client=client, body=batch)
    yield get_rules.sync(ProfileName.CLASSIC, client=Client(f"{ADDRESS}/nowhere"))
    yield list_rules.sync(client=changing(put))
    yield judge_melds.sync(client=client, body=CheckMeldsRequest([[Card.O7]] * 10_000))
    yield judge_melds.sync(client=changing(send_text), body=CheckMeldsRequest([]))


def changing(change: Callable[[httpx.Request], None]) -> Client:
    """Return a client that changes each request before it is sent."""
    return Client(ADDRESS, httpx_args={"event_hooks": {"request": [change]}})


def put(request: httpx.Request) -> None:
    """Make it a PUT, which no operation is."""
    request.method = "PUT"


def send_text(request: httpx.Request) -> None:
    """Say that its body is text."""
    request.headers["Content-Type"] = "text/plain"


if __name__ == "__main__":
    main()

"""Play a whole match with a client that is generated from openapi.yaml.

pip install openapi-python-client
openapi-python-client generate --path openapi.yaml
PYTHONPATH=chinchon-rules-client python play_with_client.py http://127.0.0.1:8000

Each answer holds all that a table needs: the new state, which your server keeps, the actions of the
player to play, and what each player may see.
"""

import random
import sys
from typing import TypeVar

from chinchon_rules_client import Client
from chinchon_rules_client import models as api
from chinchon_rules_client.api.hands import evaluate_hand
from chinchon_rules_client.api.matches import deal_cards, play_action

Body = TypeVar("Body")
Action = api.CloseAction | api.DealAction | api.DiscardAction | api.DrawAction | api.ShowAction

CLIENT = Client(sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8000")
PLAYERS = ["ana", "bea", "eva"]
INCLUDE = [api.Included.ACTIONS, api.Included.VIEWS]


def main() -> None:
    """Deal, act until somebody has won, and tell what each player adds."""
    match = api.NewMatchRequest(PLAYERS, showdown=api.ShowdownMode.BY_HAND, include=INCLUDE)
    step = answered(deal_cards.sync(client=CLIENT, body=match))
    while step.state.phase is not api.Phase.MATCH_OVER:
        # A click that comes twice has the `moves` of a state that is gone, and is refused.
        moves = step.state.moves
        move = api.PlayActionRequest(step.state, choose(step), moves=moves, include=INCLUDE)
        step = answered(play_action.sync(client=CLIENT, body=move))
        for event in step.events:
            if isinstance(event, api.Scored):
                print(f"{event.player} adds {event.points}")
    winners = step.state.result.match.winners if step.state.result else []
    print(f"won by {' and '.join(winners)}" if winners else "a draw")


def answered(answer: Body | api.Problem | None) -> Body:
    """Return the body of an answer, or raise what the problem says."""
    if answer is None or isinstance(answer, api.Problem):
        raise RuntimeError(answer and answer.detail)
    return answer


def choose(step: api.StepAnswer) -> Action:
    """What the player to play does: close where it can, else keep the cards that cost least."""
    state = step.state
    if state.phase is api.Phase.DRAW:
        return api.DrawAction("draw", api.Pile.STOCK)
    if state.phase is api.Phase.ROUND_OVER:
        return api.DealAction("deal")
    if state.phase is api.Phase.SHOWDOWN:
        return api.ShowAction("show")
    if step.actions and step.actions.closings:
        return api.CloseAction("close", step.actions.closings[0].discard)
    (view,) = [seat.view for seat in step.views or [] if seat.player == state.to_play]
    hand = answered(evaluate_hand.sync(client=CLIENT, body=api.EvaluateByView(view)))
    # Players who only keep the best cards can wait for each other's cards for ever.
    good_enough = (hand.choices or [])[: 1 + state.exhaustions % 4]
    return api.DiscardAction("discard", random.choice(good_enough).discard)  # noqa: S311 - a game


if __name__ == "__main__":
    main()

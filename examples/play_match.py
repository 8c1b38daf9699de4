"""Play a whole match of Chinchón against the service, with nothing but HTTP.

python examples/play_match.py [http://127.0.0.1:8000]

The service remembers nothing: the state of the match goes along with every question.
"""

import json
import random
import sys
from typing import Any
from urllib.request import Request, urlopen

ADDRESS = sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8000"
PLAYERS = ["ana", "bea", "eva"]


def main() -> None:
    """Deal, act until somebody has won, and tell how each round ended."""
    state = ask("/deal", players=PLAYERS)["state"]
    while state["phase"] != "match_over":
        state = ask("/play", state=state, action=choose(state))["state"]
        if state["phase"] in {"round_over", "match_over"}:
            totals = [f"{one['player']} {one['total']}" for one in state["players"]]
            print(f"round {state['round']}: {', '.join(totals)}")
    winners = state["result"]["match"]["winners"]
    print(f"won by {' and '.join(winners)}" if winners else "a draw")


def choose(state: Any) -> dict[str, Any]:
    """What the player to play does: close as well as it can, else keep the best seven cards.

    Three who only ever keep the best can wait for each other's cards for ever, so when the stock
    has run out they are less choosy, up to the fourth time.
    """
    offer = ask("/actions", state=state)
    if state["phase"] == "round_over":
        return {"type": "deal"}
    if state["phase"] == "draw":
        return {"type": "draw", "from": "stock"}
    if offer["closings"]:
        return {"type": "close", "discard": min(offer["closings"], key=worth)["discard"]}
    hand = ask("/evaluate", state=state, player=offer["player"])
    good_enough = hand["choices"][: 1 + state["exhaustions"] % 4]
    return {"type": "discard", "card": random.choice(good_enough)["discard"]}  # noqa: S311 - a game


def worth(offered: Any) -> float:
    """The points that a close costs; one that wins the match has no score, and beats them all."""
    score = offered["closing"]["score"]
    return float("-inf") if score is None else score


def ask(path: str, **question: Any) -> Any:
    """The answer to a question, which is JSON both ways."""
    body, headers = json.dumps(question).encode(), {"Content-Type": "application/json"}
    with urlopen(Request(ADDRESS + path, body, headers)) as answer:  # noqa: S310 - as it was given
        return json.load(answer)


if __name__ == "__main__":
    main()

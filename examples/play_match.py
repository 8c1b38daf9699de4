"""Play a whole match of Chinchón against the service, with nothing but HTTP.

python examples/play_match.py [http://127.0.0.1:8000]

The service remembers nothing: the state of the match goes along with every action, and the answer
has what may be done next.
"""

import json
import random
import sys
from typing import Any
from urllib.request import Request, urlopen

ADDRESS = sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8000"
PLAYERS = ["ana", "bea", "eva"]
INCLUDE = ["actions", "views"]


def main() -> None:
    """Deal, act until somebody has won, and print the totals after each round."""
    step = ask("/deal", players=PLAYERS, include=INCLUDE)
    while step["state"]["phase"] != "match_over":
        # A real table would send each of step["views"] to its player here.
        state, action = step["state"], choose(step)
        step = ask("/play", state=state, action=action, moves=state["moves"], include=INCLUDE)
        if any(event["type"] == "round_over" for event in step["events"]):
            totals = [f"{one['player']} {one['total']}" for one in step["state"]["players"]]
            print(f"round {step['state']['round']}: {', '.join(totals)}")
    winners = step["state"]["result"]["match"]["winners"]
    print(f"won by {' and '.join(winners)}" if winners else "a draw")


def choose(step: Any) -> dict[str, Any]:
    """Choose for the player to play: the best close, or else the discard for the fewest points.

    Three players who always discard so can wait for each other's cards for ever. So a player is
    less choosy each time that the stock has run out, up to the fourth time.
    """
    state, offer = step["state"], step["actions"]
    if offer["closings"]:
        return {"type": "close", "discard": offer["closings"][0]["discard"]}
    if state["phase"] == "round_over":
        return {"type": "deal"}
    if state["phase"] == "draw":
        return {"type": "draw", "from": "stock"}
    hand = ask("/evaluate", state=state, player=offer["player"])
    good_enough = hand["choices"][: 1 + state["exhaustions"] % 4]
    return {"type": "discard", "card": random.choice(good_enough)["discard"]}  # noqa: S311 - a game


def ask(path: str, **question: Any) -> Any:
    """Return the answer to a question, which is JSON both ways."""
    body, headers = json.dumps(question).encode(), {"Content-Type": "application/json"}
    with urlopen(Request(ADDRESS + path, body, headers)) as answer:  # noqa: S310 - as it was given
        return json.load(answer)


if __name__ == "__main__":
    main()

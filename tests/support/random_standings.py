"""The standings before a random end of a round, and the question about it as it is sent."""

from dataclasses import dataclass
from typing import Any

from support import melding_oracle, showdown_oracle, standings_oracle
from support.random_rounds import NAMES, DrawnRound
from support.random_rules import Chance

Json = dict[str, Any]

MOST_POINTS = 90_000
"""Totals stay below the bound of the contract, and still do after a round."""


@dataclass(frozen=True)
class DrawnScore:
    """A round that is to be scored: a body of `/score`, and what the oracles answer."""

    sent: Json
    drawn: DrawnRound

    def __str__(self) -> str:
        return f"{self.sent | {'rules': '…'}} {self.drawn}"


def with_standings(chance: Chance, played: DrawnRound) -> DrawnScore:
    """The round with totals near whatever decides something, in a match that goes on."""
    rules, seats = played.drawn.rules, played.drawn.seats
    names = list(NAMES[: len(played.hands)])
    first_round = rules["match"]["rounds"] == 1
    players = [_player_in(chance, name, played, first_round) for name in names]
    for _ in range(min(2, seats - len(names))):
        name = NAMES[len(players)]
        left = first_round or rules["match"]["ends"] == "first_out" or chance.random() < 0.4
        gone = _player_in(chance, name, played, first_round) | {"out": True, "left": True}
        limit = rules["match"]["limit"]
        if not left and limit is not None and limit < MOST_POINTS:
            gone |= {"total": limit + chance.randint(1, 30), "left": False}
        players.insert(chance.randint(0, len(players)), gone)
    turn = chance.randrange(len(players))
    sent: Json = {
        "rules": played.drawn.sent,
        "seats": seats,
        "players": players[turn:] + players[:turn],
    }
    if rules["match"]["rounds"] is not None:
        last = rules["match"]["rounds"]
        sent["round"] = 1 if first_round else chance.choice([2, last, max(2, last - 1)])
    hands = [
        {"player": name, "cards": list(cards)}
        for name, cards in zip(names, played.hands, strict=True)
    ]
    sent["closer"] = hands.pop(0) if played.closed else None
    sent["opponents"] = hands
    return DrawnScore(sent, played)


def _player_in(chance: Chance, name: str, played: DrawnRound, first_round: bool) -> Json:
    """A player who is still in, below the limit, and above the low total that wins."""
    rules, seats = played.drawn.rules, played.drawn.seats
    match, rejoin = rules["match"], rules["rejoin"]
    limit = 100 if match["limit"] is None else min(match["limit"], MOST_POINTS)
    low = -50 if match["low_total"] is None else max(match["low_total"] + 1, -MOST_POINTS)
    low = max(low, low if match["floor"] is None else match["floor"])
    high = limit - (match["out_when"] == "at_or_over")
    near = [low, low + chance.randint(0, 15), 0, high, high - chance.randint(0, 15), high // 2]
    total = min(max(chance.choice(near), low), high)
    can_rejoin = match["limit"] is not None and match["ends"] != "first_out"
    most = 3 if rejoin["max"] is None else min(3, rejoin["max"])
    if not can_rejoin or seats < max(3, rejoin["min_seats"], rejoin["min_players_in"] + 1):
        most = 0
    return {
        "player": name,
        "total": 0 if first_round else total,
        "rejoins": 0 if first_round else chance.randint(0, most),
        "out": False,
        "left": False,
    }


def expected_answer(score: DrawnScore) -> Json:
    """What the oracles answer: as the contract has it, without sentences and violations."""
    drawn, sent = score.drawn.drawn, score.sent
    totals = {one["player"]: one["total"] for one in sent["players"]}
    closer = sent["closer"]
    if closer is not None:
        total = totals[closer["player"]]
        if not melding_oracle.closing(closer["cards"], drawn.rules, drawn.packs, total=total):
            return {"legal": False, "scores": [], "match": None}
        closer = {**closer, "melds": None, "total": total}
    shown = showdown_oracle.showdown(closer, sent["opponents"], drawn.rules, drawn.packs)
    items = showdown_oracle.round_items(shown, drawn.rules)
    close = shown["closing"] and {**shown["closing"], "player": shown["closer"]}
    added = {name: sum(item["points"] for item in items[name]) for name in items}
    answer = standings_oracle.scored(
        sent["players"], added, close, drawn.rules, drawn.seats, sent.get("round")
    )
    for one in answer["scores"]:
        one["items"] = [item for item in items.get(one["player"], []) if item["points"]]
    table = [
        {"player": one["player"], "melds": [_meld(meld) for meld in one["melds"]]}
        for one in shown["table"]
    ]
    laid: Json = {
        one["player"]: {
            "melds": [_meld(meld) for meld in one["melds"]],
            "unmatched": list(one["unmatched"]),
            "lay_offs": [
                {
                    "card": step.card,
                    "owner": step.owner,
                    "meld": step.meld,
                    "place": step.place,
                    "pass": step.pass_,
                }
                for step in one["lay_offs"]
            ],
        }
        for one in shown["players"]
    }
    for name, one in laid.items():
        if name != shown["closer"]:
            own = [item["points"] for item in items[name] if item["code"] != "others_add"]
            one["points"] = sum(own)
    return {
        "legal": True,
        "scores": answer["scores"],
        "match": answer["match"],
        "shown": laid,
        "table": table,
    }


def found_answer(answer: Json) -> Json:
    """The answer of `/score` in the form of the expected one."""
    if not answer["legal"]:
        return {name: answer[name] for name in ("legal", "scores", "match")}
    showdown = answer["showdown"]
    players = list(showdown["opponents"])
    members = ("melds", "unmatched", "lay_offs", "points")
    if showdown["closer"] is not None:
        closer = {**showdown["closer"], "melds": showdown["closer"]["closing"]["melds"]}
        del closer["points"]
        players.insert(0, closer)
    return {
        "legal": True,
        "scores": without_sentences(answer["scores"]),
        "match": without_sentences(answer["match"]),
        "shown": {
            one["player"]: {name: one[name] for name in members if name in one} for one in players
        },
        "table": showdown["table"],
    }


def without_sentences(value: Any) -> Any:
    """The same without messages, and without items that add nothing."""
    if isinstance(value, list):
        return [without_sentences(one) for one in value]
    if not isinstance(value, dict):
        return value
    kept = {name: without_sentences(one) for name, one in value.items() if name != "message"}
    if "items" in kept:
        kept["items"] = [item for item in kept["items"] if item["points"]]
    return kept


def _meld(meld: melding_oracle.Meld) -> Json:
    stands_for = None if meld.stands_for is None else list(meld.stands_for)
    return {"kind": meld.kind, "cards": list(meld.cards), "stands_for": stands_for}

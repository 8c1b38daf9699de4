"""Examples of requests about the end of a round."""

from service.api.openapi.examples.example import Example

_CLOSER = {"player": "ana", "cards": ["6c", "7c", "8c", "11o", "11e", "11b", "2e"]}
_OPPONENT = {"player": "bea", "cards": ["3c", "4c", "5c", "3o", "3e", "12o", "10b"]}
_OTHER = {"player": "carlos", "cards": ["1o", "1c", "1b", "9c", "5e", "7b", "8e"]}

LAYOFF = {
    "bestOfAll": Example(
        "Melds and lay-offs chosen together: a set of threes, and 5c and 4c on the run",
        {"rules": "barajamos", "closer": _CLOSER, "opponents": [_OPPONENT, _OTHER]},
    ),
    "byHand": Example(
        "Melds and lay-offs that a player chose: judged as given",
        {
            "rules": "barajamos",
            "closer": _CLOSER,
            "opponents": [
                _OPPONENT
                | {
                    "melds": [["3c", "4c", "5c"]],
                    "lay_offs": [{"card": "12o", "owner": "ana", "meld": 0, "place": "set"}],
                },
                _OTHER,
            ],
        },
    ),
    "cardTwice": Example(
        "A card that two players hold",
        {
            "rules": "barajamos",
            "closer": _CLOSER,
            "opponents": [_OPPONENT, {"player": "carlos", "cards": [*_OPPONENT["cards"]]}],
        },
        status=422,
    ),
}

OPTIONS = {
    "afterTheCloser": Example(
        "The places for bea's cards on ana's melds",
        {
            "rules": "barajamos",
            "table": [{"player": "ana", "melds": [["11o", "11e", "11b"], ["6c", "7c", "8c"]]}],
            "closer": {"player": "ana", "full": False},
            "player": "bea",
            "cards": ["5c", "9c", "11c", "2o"],
        },
    ),
    "noMeld": Example(
        "Two cards on the table that are no meld",
        {
            "rules": "barajamos",
            "table": [{"player": "ana", "melds": [["11o", "11e"]]}],
            "closer": {"player": "ana", "full": False},
            "player": "bea",
            "cards": ["5c"],
        },
        status=422,
    ),
}

SCORE = {
    "fromTheHands": Example(
        "The hands at the end of a round",
        {
            "rules": "barajamos",
            "players": [
                {"player": "ana", "total": 41},
                {"player": "bea", "total": 52},
                {"player": "carlos", "total": 60, "rejoins": 1},
            ],
            "closer": _CLOSER,
            "opponents": [_OPPONENT, _OTHER],
        },
    ),
    "counted": Example(
        "Points that the caller has counted: carlos is out and may rejoin",
        {
            "rules": "barajamos",
            "players": [
                {"player": "ana", "total": 60},
                {"player": "bea", "total": 41},
                {"player": "carlos", "total": 66},
            ],
            "closing": {"player": "ana", "kind": "full"},
            "points": {"ana": -10, "bea": 12, "carlos": 31},
        },
    ),
    "realCards": Example(
        "Cards that lie on the table, mixed with counted points; a full close needs no number",
        {
            "rules": "barajamos",
            "players": [
                {"player": "ana", "total": 60},
                {"player": "bea", "total": 41},
                {"player": "carlos", "total": 66},
            ],
            "closing": {"player": "ana", "kind": "full"},
            "points": {"bea": 12},
            "unmatched": {"carlos": ["12o", "10b", "3e"]},
        },
    ),
    "wrongCount": Example(
        "Points that contradict the close: a full close scores minus ten",
        {
            "rules": "barajamos",
            "players": [
                {"player": "ana", "total": 60},
                {"player": "bea", "total": 41},
                {"player": "carlos", "total": 66},
            ],
            "closing": {"player": "ana", "kind": "full"},
            "points": {"ana": 0, "bea": 12, "carlos": 31},
        },
        status=422,
    ),
}

SHEET = {
    "twoRounds": Example(
        "Two rounds at a table with real cards: eva is out, rejoins, and bea leaves",
        {
            "rules": "barajamos",
            "players": ["ana", "bea", "carlos", "eva"],
            "first_dealer": "eva",
            "rounds": [
                {
                    "closing": {"player": "bea", "kind": "points"},
                    "points": {"ana": 12, "bea": 3, "carlos": 40, "eva": 67},
                },
                {
                    "closing": {"player": "ana", "kind": "full"},
                    "points": {"bea": 21},
                    "unmatched": {"carlos": ["12o", "4e"], "eva": ["7c", "2b"]},
                    "rejoin": ["eva"],
                    "leave": ["bea"],
                },
            ],
        },
    ),
    "mayNotRejoin": Example(
        "A player who is still in cannot rejoin: the answer is the match before that round",
        {
            "rules": "barajamos",
            "players": ["ana", "bea", "carlos"],
            "rounds": [
                {
                    "closing": {"player": "ana", "kind": "points"},
                    "points": {"ana": 5, "bea": 12, "carlos": 31},
                    "rejoin": ["bea"],
                }
            ],
        },
    ),
    "tooManyPoints": Example(
        "Points that seven cards cannot cost",
        {
            "rules": "barajamos",
            "players": ["ana", "bea", "carlos"],
            "rounds": [
                {
                    "closing": {"player": "ana", "kind": "points"},
                    "points": {"ana": 5, "bea": 500, "carlos": 31},
                }
            ],
        },
        status=422,
    ),
}

REJOIN = {
    "backIn": Example(
        "A rejoin, at the highest total of the players who are still in",
        {
            "rules": "barajamos",
            "players": [
                {"player": "ana", "total": 60},
                {"player": "bea", "total": 66},
                {"player": "carlos", "total": 71, "out": True},
            ],
            "player": "carlos",
        },
    ),
    "stranger": Example(
        "A player who isn't in the match",
        {
            "rules": "barajamos",
            "players": [
                {"player": "ana", "total": 60},
                {"player": "bea", "total": 66},
                {"player": "carlos", "total": 71, "out": True},
            ],
            "player": "diego",
        },
        status=422,
    ),
}

"""Examples of requests about hands."""

from service.api.openapi.examples.example import Example

EVALUATE = {
    "sevenCards": Example(
        "Three sevens and a run: 4 unmatched points, so the player may close",
        {"rules": "barajamos", "cards": ["7o", "7c", "7b", "9e", "10e", "11e", "4o"]},
    ),
    "afterADraw": Example(
        "Eight cards: the hand that each discard leaves",
        {
            "rules": "fournier",
            "cards": ["3c", "4c", "5c", "7b", "7o", "7e", "1o", "6c"],
        },
    ),
    "withAJoker": Example(
        "The melding with the fewest points may not close, but another one may",
        {"rules": "ludoteka", "cards": ["JK", "JK", "1o", "2o", "4c", "6c", "10c"]},
    ),
    "ownTable": Example(
        "One point for each unmatched card, two packs, the player's second turn",
        {
            "rules": {"base": "barajamos", "points": {"count": "cards"}},
            "seats": 5,
            "cards": ["5o", "5o", "5c", "9e", "10e", "11e", "2b"],
            "turn": 2,
            "total": 41,
            "alternatives": True,
        },
    ),
    "noSuchCard": Example(
        "A card that this deck doesn't have",
        {"rules": "fournier", "cards": ["8o", "7c", "7b"]},
        status=422,
    ),
    "misspelt": Example("A card that doesn't exist", {"cards": ["7O", "7c", "7b"]}, status=400),
}

BATCH = {
    "twoHands": Example(
        "Two hands at one table",
        {"rules": "classic", "hands": [["7o", "JK", "7c"], ["1o", "2o", "3o", "12b"]]},
    ),
    "noSuchCard": Example(
        "A card that this deck doesn't have, in the second hand",
        {"rules": "fournier", "hands": [["7o", "7c"], ["8o"]]},
        status=422,
    ),
}

POINTS = {
    "threeHands": Example(
        "Three hands at one table",
        {"rules": "fournier", "hands": [["7o", "7e", "7c"], ["1o", "2o", "3o", "12b"], ["12c"]]},
    ),
    "twice": Example(
        "A card twice, although the deck has one of it",
        {"rules": "fournier", "hands": [["7o", "7c"], ["12c", "12c"]]},
        status=422,
    ),
}

MELDS = {
    "various": Example(
        "A set, a run with a joker, and cards that are no meld",
        {
            "rules": "ludoteka",
            "melds": [
                ["7o", "7c", "7b"],
                {"kind": "run", "cards": ["4c", "JK", "6c"]},
                ["7o", "11o", "12o"],
            ],
        },
    ),
    "noSuchCard": Example(
        "A card that this deck doesn't have",
        {"rules": "ludoteka", "melds": [["7o", "8o", "9o"]]},
        status=422,
    ),
}

CLOSE = {
    "asTheServiceMelds": Example(
        "A full close, with all seven cards melded: minus ten",
        {
            "rules": "fournier",
            "cards": ["3c", "4c", "5c", "7b", "7o", "7e", "1o", "6c"],
            "discard": "1o",
        },
    ),
    "asShown": Example(
        "A meld that leaves too many points: judged as shown, with the best close beside it",
        {
            "rules": "barajamos",
            "cards": ["3c", "4c", "5c", "6c", "6o", "6b", "1b", "12e"],
            "discard": "12e",
            "melds": [["3c", "4c", "5c", "6c"]],
        },
    ),
    "turnMissing": Example(
        "A table that requires the turn",
        {
            "rules": "classic",
            "cards": ["3c", "4c", "5c", "7b", "7o", "7e", "1o", "6c"],
            "discard": "6c",
        },
        status=422,
    ),
}

"""Tables where a match is short, or where something is likely that seldom happens at a profile."""

from support.matches.coverage import Met
from support.matches.tables import Setting, Ways

LOOSE = {"earliest_turn": 1, "max_unmatched_points": 30, "max_unmatched_cards": None}
ANY_CLOSE = LOOSE | {"must_not_exceed_limit": False, "wild_may_be_left": True}
BY_CARDS = {"close": ANY_CLOSE, "lay_off": {"allowed": False}, "points": {"count": "cards"}}
"""So hands have few different points, and totals are often equal."""

AIMING = Ways(idles=0, aims=1, near=5)

VARIANTS = [
    Setting(
        "barajamos to 5",
        {"base": "barajamos", "close": LOOSE, "match": {"limit": 5}},
        3,
        (Met.ALL_OUT_DRAW, Met.CLOSER_OUT),
        quick=(3,),
    ),
    Setting(
        "barajamos with one pack for six",
        {"base": "barajamos", "deck": {"two_packs_from": None}, "close": LOOSE},
        6,
        (Met.SHUFFLED_ON_DRAW, Met.REJOINED_HIGHEST, Met.LAST_PLAYER),
        Ways(closes=0.3, returns=0.9),
        quick=(5,),
    ),
    Setting(
        "barajamos to the second exhaustion",
        {
            "base": "barajamos",
            "deck": {"two_packs_from": None},
            "turn": {"may_take_first_discard": False, "may_discard_taken_card": False},
            "stock": {"ends_on_exhaustion": 2, "keeps_top_discard": True},
            "match": {"limit": 40},
        },
        5,
        (Met.SHUFFLED_ON_DRAW_KEPT, Met.EXHAUSTED_ON_DRAW),
        Ways(idles=0.3),
        quick=(2,),
    ),
    Setting(
        "barajamos, aiming",
        "barajamos",
        3,
        (Met.CHINCHON_WINS,),
        AIMING,
        quick=(11,),
    ),
    Setting(
        "barajamos with the ace of coins wild",
        {
            "base": "barajamos",
            "deck": {"cards": 40, "wild_cards": ["1o"]},
            "closing_score": {"chinchon_with_wilds": ["wins"]},
        },
        4,
        (Met.CHINCHON_WILD_WINS,),
        AIMING,
        quick=(1,),
    ),
    Setting(
        "barajamos with lay-offs for everybody",
        {
            "base": "barajamos",
            "close": LOOSE,
            "lay_off": {"closer_may": True, "passes": "until_stable"},
            "match": {"limit": 60},
        },
        5,
        (Met.REJOINED_HIGHEST,),
        quick=(1,),
    ),
    Setting(
        "fournier to 1, by cards",
        {"base": "fournier", "match": {"limit": 1}} | BY_CARDS,
        3,
        (Met.ALL_OUT_TIED, Met.PLAY_OFF_TIED, Met.PLAY_OFF_WON),
        quick=(9,),
    ),
    Setting(
        "fournier, two rounds by cards",
        {"base": "fournier", "match": {"ends": "rounds", "rounds": 2, "limit": None}} | BY_CARDS,
        4,
        (Met.ROUNDS_TIED, Met.PLAY_OFF_WON),
        quick=(7,),
    ),
    Setting(
        "fournier to 60, aiming",
        {"base": "fournier", "match": {"limit": 60}},
        3,
        (Met.CHINCHON_SCORES,),
        AIMING,
    ),
    Setting(
        "fournier to 3",
        {"base": "fournier", "close": LOOSE, "match": {"limit": 3}},
        2,
        (Met.ALL_OUT_LOWEST,),
        quick=(5,),
    ),
    Setting(
        "fournier, -10 wins",
        {"base": "fournier", "match": {"limit": 60, "low_total": -10}},
        2,
        (Met.LOW_TOTAL, Met.LOW_BY_CHINCHON),
        AIMING,
        quick=(1,),
    ),
    Setting(
        "fournier for five",
        {"base": "fournier", "players": {"max": 5}, "close": LOOSE, "match": {"limit": 40}},
        5,
        (Met.SHUFFLED_AFTER_TURN_KEPT,),
        Ways(closes=0.3, idles=0.1),
        quick=(6,),
    ),
    Setting(
        "fournier for five, one stock",
        {
            "base": "fournier",
            "players": {"max": 5},
            "stock": {"ends_on_exhaustion": 1},
            "match": {"limit": 2},
        }
        | BY_CARDS,
        5,
        (Met.EXHAUSTED_AFTER_TURN, Met.ALL_OUT_TIED, Met.PLAY_OFF_EXHAUSTED, Met.PLAY_OFF_WON),
        Ways(idles=0.5),
        quick=(11,),
    ),
    Setting(
        "classic to 10, by cards",
        {"base": "classic", "match": {"limit": 10}} | BY_CARDS,
        4,
        (Met.ALL_OUT_FEWEST, Met.REJOINED_HIGHEST),
        Ways(returns=0.9),
        quick=(9,),
    ),
    Setting(
        "classic to 12, by cards, back at the lowest",
        {"base": "classic", "match": {"limit": 12}, "rejoin": {"total": "lowest_in"}} | BY_CARDS,
        6,
        (Met.REJOINED_LOWEST, Met.REJOINED_AGAIN, Met.PRIZE_SHARED),
        Ways(returns=0.9),
        quick=(12, 19),
    ),
    Setting(
        "classic, -15 wins",
        {
            "base": "classic",
            "close": LOOSE,
            "match": {"limit": 25, "out_when": "at_or_over", "low_total": -15},
            "rejoin": {"total": "lowest_in"},
        },
        5,
        (Met.LOW_TOTAL, Met.LOW_BY_CHINCHON),
        AIMING,
    ),
    Setting(
        "classic, three rounds by cards",
        {"base": "classic", "match": {"ends": "rounds", "rounds": 3, "limit": 12}} | BY_CARDS,
        6,
        (Met.ROUNDS_SHARED, Met.PRIZE_SHARED),
        quick=(1,),
    ),
    Setting(
        "classic with two wild cards",
        {
            "base": "classic",
            "deck": {"wild_cards": ["1o", "7e"]},
            "melds": {"max_wilds": 2},
            "match": {"limit": 40},
        },
        4,
        (Met.CHINCHON_WILD_SCORES,),
        AIMING,
        quick=(4,),
    ),
    Setting(
        "classic-48 with one pack for six",
        {"base": "classic-48", "deck": {"two_packs_from": None}, "players": {"max": 6}},
        6,
        (Met.SHUFFLED_AFTER_TURN, Met.EXHAUSTED_AFTER_TURN),
        Ways(idles=0.2),
    ),
    Setting(
        "classic-48, aiming",
        "classic-48",
        2,
        (Met.CHINCHON_WILD_SCORES,),
        AIMING,
    ),
    Setting(
        "ludoteka to 1, by cards",
        {"base": "ludoteka", "match": {"limit": 1}} | BY_CARDS,
        4,
        (Met.ALL_OUT_SHARED,),
        quick=(1,),
    ),
    Setting(
        "ludoteka to the first out",
        {
            "base": "ludoteka",
            "match": {"limit": 6, "ends": "first_out", "prize": "others_totals"},
        }
        | BY_CARDS,
        4,
        (Met.FIRST_OUT, Met.FIRST_OUT_SHARED),
        quick=(
            2,
            3,
        ),
    ),
    Setting(
        "ludoteka-48, one round",
        {"base": "ludoteka-48", "match": {"ends": "rounds", "rounds": 1}} | BY_CARDS,
        3,
        (Met.ROUNDS, Met.ROUNDS_SHARED),
        quick=(1, 4),
    ),
    Setting(
        "ludoteka for five",
        {"base": "ludoteka", "players": {"max": 5}, "match": {"limit": 30}},
        5,
        (Met.SHUFFLED_AFTER_TURN, Met.EXHAUSTED_AFTER_TURN, Met.EXHAUSTED_MATCH),
        Ways(idles=0.5),
        quick=(2,),
    ),
    Setting(
        "ludoteka with two wild cards",
        {
            "base": "ludoteka",
            "deck": {"wild_cards": ["1o", "7e"]},
            "close": {"earliest_turn": 1, "max_unmatched_cards": 2, "max_unmatched_points": 12},
            "melds": {"max_wilds": 1, "min_naturals": 1},
            "lay_off": {"wilds_may": False},
            "match": {"limit": 40},
        },
        4,
        (Met.FULL,),
    ),
    Setting(
        "fournier to 30, with two packs",
        {"base": "fournier", "deck": {"two_packs_from": 2}, "match": {"limit": 30}},
        3,
        (Met.LAST_PLAYER,),
    ),
    Setting(
        "fournier to 60, two stocks",
        {"base": "fournier", "stock": {"ends_on_exhaustion": 2}, "match": {"limit": 60}},
        2,
        (Met.SHUFFLED_AFTER_TURN_KEPT, Met.EXHAUSTED_AFTER_TURN),
        Ways(idles=0.5),
    ),
    Setting(
        "barajamos, one stock",
        {
            "base": "barajamos",
            "deck": {"cards": 40},
            "turn": {"may_take_first_discard": False, "may_discard_taken_card": False},
            "stock": {"ends_on_exhaustion": 1, "keeps_top_discard": True},
        },
        3,
        (Met.EXHAUSTED_ON_DRAW,),
        Ways(idles=0.3),
    ),
    Setting(
        "ludoteka to 20, by points, to the first out",
        {"base": "ludoteka", "close": LOOSE, "match": {"limit": 20, "ends": "first_out"}},
        3,
        (Met.FIRST_OUT,),
    ),
    Setting(
        "ludoteka, cancelled",
        "ludoteka",
        3,
        (Met.CANCELLED,),
        Ways(cancels=0.02),
        quick=(2,),
    ),
]

"""Tables that each change a parameter that few tables use, and tables that mix several."""

from support.matches.met import Met
from support.matches.tables import AIMING, BY_CARDS, LOOSE, Setting, Ways

NO_CAP = {"max_unmatched_points": None, "max_unmatched_cards": None, "wild_may_be_left": True}
ONLY_FULL = {"earliest_turn": 1, "max_unmatched_points": 0}
PATIENT = Ways(idles=0, closes=0.3)
LEAVING = Ways(leaves=0.01, leaves_between=0.05, returns=0.8)

PARAMETERS = [
    Setting(
        "barajamos, the lead gets eight",
        {"base": "barajamos", "turn": {"lead_gets_eight": True}, "close": LOOSE},
        4,
        (Met.EIGHT, Met.EIGHT_CLOSED),
        quick=(13,),
    ),
    Setting(
        "classic, the lead gets eight, one stock",
        {
            "base": "classic",
            "turn": {"lead_gets_eight": True, "may_take_first_discard": False},
            "stock": {"ends_on_exhaustion": 1},
            "match": {"limit": 40},
        },
        5,
        (Met.EIGHT, Met.EXHAUSTED_AFTER_TURN),
        Ways(idles=0.5, leaves=0.01),
        quick=(4,),
    ),
    Setting(
        "ludoteka, closing without drawing",
        {"base": "ludoteka", "close": {"without_drawing": True, "max_unmatched_points": 12}},
        3,
        (Met.CLOSED_WITHOUT_DRAWING,),
        PATIENT,
    ),
    Setting(
        "barajamos, the deal passes",
        {"base": "barajamos", "close": LOOSE, "match": {"rotation": "deal", "limit": 30}},
        6,
        (Met.DEAL_PASSED,),
        Ways(returns=0.3),
        quick=(8,),
    ),
    Setting(
        "fournier, the lead passes",
        {"base": "fournier", "close": LOOSE, "match": {"rotation": "lead", "limit": 30}},
        4,
        quick=(2,),
    ),
    Setting(
        "ludoteka to 1, by cards, the first in play order wins",
        {"base": "ludoteka", "match": {"limit": 1, "tie_breaks": ["seat_order"]}} | BY_CARDS,
        4,
        (Met.TIE_TO_FIRST,),
        quick=(5,),
    ),
    Setting(
        "classic to 1, by cards, the closer wins",
        {"base": "classic", "match": {"limit": 1, "tie_breaks": ["closer", "share"]}} | BY_CARDS,
        5,
        (Met.TIE_TO_CLOSER, Met.ALL_OUT_SHARED),
        quick=(8, 9),
    ),
    Setting(
        "fournier, one round by cards, then the closer or a play-off",
        {
            "base": "fournier",
            "match": {
                "ends": "rounds",
                "rounds": 1,
                "tie_breaks": ["fewest_rejoins", "closer", "play_on"],
            },
        }
        | BY_CARDS,
        4,
        (Met.TIE_TO_CLOSER, Met.ROUNDS_TIED),
        quick=(1, 12),
    ),
    Setting(
        "fournier to 5, by cards, to the first out, with a play-off",
        {"base": "fournier", "match": {"limit": 5, "ends": "first_out"}} | BY_CARDS,
        4,
        (Met.OTHERS_TIED, Met.PLAY_OFF_WON),
        quick=(5,),
    ),
    Setting(
        "fournier, no total below 0",
        {"base": "fournier", "close": ONLY_FULL, "match": {"floor": 0, "limit": 30}},
        3,
        (Met.FLOOR, Met.FULL),
        quick=(3,),
    ),
    Setting(
        "barajamos for a pot",
        {
            "base": "barajamos",
            "close": LOOSE,
            "match": {"prize": "pot", "stake": 5, "limit": 30},
            "rejoin": {"stake": 2},
        },
        5,
        (Met.POT, Met.REJOINED_HIGHEST),
        Ways(returns=0.9),
        quick=(1, 4),
    ),
    Setting(
        "barajamos, back at the second highest total",
        {
            "base": "barajamos",
            "close": LOOSE,
            "match": {"limit": 30},
            "rejoin": {"total": "second_highest_in"},
        },
        5,
        (Met.REJOINED_SECOND,),
        Ways(returns=0.9),
        quick=(8,),
    ),
    Setting(
        "barajamos, two rounds at most",
        {"base": "barajamos", "close": LOOSE, "match": {"rounds": 2}},
        4,
        (Met.ROUNDS_FIRST,),
        quick=(30,),
    ),
    Setting(
        "fournier, to the first out or two rounds",
        {
            "base": "fournier",
            "close": LOOSE,
            "match": {"rounds": 2, "ends": "first_out", "limit": 60},
        },
        4,
        (Met.FIRST_OUT,),
        quick=(5, 9),
    ),
    Setting(
        "conga to 5, not the closer",
        {
            "base": "conga",
            "close": LOOSE,
            "match": {"limit": 5, "all_out": "lowest_but_closer"},
        },
        4,
        (Met.ALL_OUT_BUT_CLOSER,),
        quick=(4,),
    ),
    Setting(
        "barajamos, a full close wins",
        {"base": "barajamos", "close": ONLY_FULL, "closing_score": {"full": "wins"}},
        3,
        (Met.FULL_WINS,),
        quick=(2,),
    ),
    Setting(
        "fournier, a chinchón begins at the ace",
        {"base": "fournier", "closing_score": {"chinchon_from": "ace"}},
        3,
        (Met.FULL,),
        AIMING,
    ),
    Setting(
        "fournier, everybody scores a full hand",
        {"base": "fournier", "close": LOOSE, "closing_score": {"for_all": True}},
        4,
        (Met.FULL_OF_ANOTHER,),
        Ways(closes=0.03, idles=0),
        quick=(2,),
    ),
    Setting(
        "barajamos, the others add",
        {
            "base": "barajamos",
            "close": ONLY_FULL,
            "closing_score": {"others_add_full": 5, "others_add_chinchon": 20, "chinchon": -25},
            "match": {"limit": 30},
        },
        4,
        (Met.OTHERS_ADD,),
        quick=(4,),
    ),
    Setting(
        "barajamos, two melds to close",
        {"base": "barajamos", "close": LOOSE | {"min_melds": 2}, "match": {"limit": 30}},
        4,
        (),
    ),
    Setting(
        "classic, no wild in a close",
        {"base": "classic", "close": LOOSE | {"max_wilds": 0}},
        4,
        (),
        quick=(1,),
    ),
    Setting(
        "ids-simple, a cap in card points",
        {
            "base": "ids-simple",
            "close": {"max_unmatched_points": 8, "max_unmatched_cards": None}
            | {"cap_counts": "card_points"},
            "match": {"limit": 10},
        },
        3,
        (),
    ),
    Setting(
        "barajamos without a cap",
        {"base": "barajamos", "close": NO_CAP},
        4,
        (Met.CLOSER_OUT,),
        Ways(closes=0.2),
        quick=(2,),
    ),
    Setting(
        "classic with large sets",
        {"base": "classic", "melds": {"max_set_size": 5}, "match": {"limit": 60}},
        6,
        (),
    ),
    Setting(
        "barajamos: eight, no draw, a pot and a play-off",
        {
            "base": "barajamos",
            "turn": {"lead_gets_eight": True},
            "close": LOOSE | {"without_drawing": True, "min_melds": 1},
            "match": {
                "all_out": "lowest_but_closer",
                "limit": 40,
                "rotation": "deal",
                "tie_breaks": ["closer", "play_on"],
                "prize": "pot",
                "stake": 3,
            },
            "rejoin": {"stake": 1, "max": None},
        },
        5,
        (Met.EIGHT, Met.CLOSED_WITHOUT_DRAWING, Met.POT),
        LEAVING,
        quick=(14,),
    ),
    Setting(
        "classic: no cap, large sets, few wilds and a floor",
        {
            "base": "classic",
            "melds": {"max_set_size": 5},
            "close": NO_CAP | {"max_wilds": 2, "earliest_turn": 1},
            "closing_score": {"for_all": True, "others_add_full": 5, "others_add_chinchon": 10},
            "lay_off": {"closer_may": True, "passes": "until_stable"},
            "match": {"floor": -5, "rounds": 6, "limit": 60, "tie_breaks": ["seat_order"]},
            "rejoin": {"total": "second_highest_in"},
        },
        6,
        (),
        LEAVING,
        quick=(6,),
    ),
    Setting(
        "ludoteka: one card each, a full hand wins",
        {
            "base": "ludoteka",
            "points": {"count": "cards"},
            "close": LOOSE | {"cap_counts": "card_points", "max_unmatched_points": 5},
            "closing_score": {"full": "wins", "for_all": True, "chinchon_from": "ace"},
            "match": {"limit": 15, "tie_breaks": ["fewest_rejoins", "seat_order"]},
        },
        4,
        (Met.FULL_WINS,),
        LEAVING,
        quick=(4,),
    ),
]

"""Tables at which players leave: in a round, between rounds, in a play-off, to the last of them."""

from support.matches.met import Met
from support.matches.tables import BY_CARDS, LOOSE, Setting, Ways

LEAVING = [
    Setting(
        "barajamos, players leave",
        {"base": "barajamos", "close": LOOSE},
        6,
        (Met.LEFT_BETWEEN, Met.LEFT_AFTER_REJOIN, Met.LEFT_AND_REJOINED),
        Ways(leaves=0.01, leaves_between=0.15, returns=0.9),
        quick=(15,),
    ),
    Setting(
        "classic to 10, players rejoin and leave",
        {"base": "classic", "match": {"limit": 10}} | BY_CARDS,
        6,
        (Met.LEFT_WAITING,),
        Ways(leaves=0.02, leaves_between=0.1, returns=0.9),
        quick=(6,),
    ),
    Setting(
        "fournier, players leave soon",
        "fournier",
        4,
        (Met.LEFT_TO_PLAY, Met.LEFT_HOLDING, Met.LEFT_LEAD, Met.LEFT_ONE),
        Ways(leaves=0.05),
        quick=(9,),
    ),
    Setting(
        "ludoteka, two and one leaves",
        {"base": "ludoteka", "match": {"limit": 30, "prize": "others_totals"}},
        2,
        (Met.LEFT_ONE,),
        Ways(leaves=0.02),
        quick=(47,),
    ),
    Setting(
        "ludoteka, two and one leaves between rounds",
        {"base": "ludoteka", "close": LOOSE},
        2,
        (Met.LEFT_ONE_BETWEEN, Met.LEFT_CLOSER),
        Ways(leaves_between=0.3),
        quick=(13,),
    ),
    Setting(
        "fournier to 1, by cards, players leave",
        {"base": "fournier", "match": {"limit": 1}} | BY_CARDS,
        4,
        (Met.LEFT_PLAY_OFF, Met.LEFT_ONE_PLAY_OFF),
        Ways(leaves=0.1),
        quick=(38,),
    ),
    Setting(
        "ludoteka for five, one stock, players leave",
        {
            "base": "ludoteka",
            "players": {"max": 5},
            "stock": {"ends_on_exhaustion": 1},
            "match": {"limit": 40},
        },
        5,
        (Met.LEFT_EXHAUSTED,),
        Ways(idles=0, closes=0.1, leaves=0.1),
        quick=(44,),
    ),
    Setting(
        "fournier for five, players leave",
        {"base": "fournier", "players": {"max": 5}, "close": LOOSE},
        5,
        (Met.LEFT_SHUFFLED,),
        Ways(idles=0, closes=0.1, leaves=0.1),
        quick=(3,),
    ),
    Setting(
        "barajamos, the lead gets eight, players leave",
        {
            "base": "barajamos",
            "turn": {"lead_gets_eight": True},
            "close": LOOSE,
            "match": {"limit": 30},
        },
        5,
        (Met.LEFT_EIGHT,),
        Ways(leaves=0.2),
        quick=(77,),
    ),
    Setting(
        "barajamos to the first out, players leave",
        {"base": "barajamos", "close": LOOSE, "match": {"limit": 60, "ends": "first_out"}},
        5,
        (Met.LEFT_BETWEEN,),
        Ways(leaves_between=0.2),
        quick=(8,),
    ),
]

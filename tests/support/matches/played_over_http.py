"""Which matches are played over HTTP: their tables, and the numbers that make their seeds."""

from dataclasses import replace

from support.matches.met import Met
from support.matches.tables import profiles
from support.matches.variants import VARIANTS

AT_PROFILES = {
    "barajamos 6": (4, (Met.ALL_OUT_DRAW, Met.CLOSER_OUT)),
    "fournier 2": (4, (Met.LAST_PLAYER,)),
    "classic 5": (1, (Met.CHINCHON_WILD_SCORES, Met.DEAL_PASSED, Met.LAST_PLAYER)),
    "classic-48 2": (5, (Met.LAST_PLAYER,)),
    "ludoteka 4": (3, (Met.FULL, Met.LAST_PLAYER)),
    "ludoteka-48 3": (8, (Met.FULL, Met.LAST_PLAYER)),
    "conga 3": (11, (Met.LAST_PLAYER,)),
    "ids-simple 2": (2, (Met.LEFT_HOLDING, Met.LEFT_ONE)),
    "ids-3 3": (5, (Met.EXHAUSTED_AFTER_TURN, Met.FULL)),
    "ids-5 2": (3, (Met.LEFT_HOLDING, Met.LEFT_ONE)),
    "juegoacartas 4": (7, (Met.ALL_OUT_LOWEST, Met.CLOSER_OUT)),
}
"""By the name of a setting the number of a short match there, and what it covers."""

QUICK = [
    *(
        replace(one, quick=AT_PROFILES[one.name][:1], meets=AT_PROFILES[one.name][1])
        for one in profiles()
        if one.name in AT_PROFILES
    ),
    *(one for one in VARIANTS if one.quick),
]
"""A match at each profile, and the short ones; together they cover everything."""

LONG = [(one, list(range(1, 13))) for one in profiles()] + [
    (one, sorted({*range(1, 21), *one.quick})) for one in VARIANTS
]
"""All tables, with the numbers of the matches there."""

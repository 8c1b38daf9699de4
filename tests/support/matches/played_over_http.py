"""Which matches are played over HTTP: their tables, and the numbers that make their seeds."""

from dataclasses import replace

from support.matches.coverage import Met
from support.matches.tables import profiles
from support.matches.variants import VARIANTS

AT_PROFILES = {
    "barajamos 6": (6, (Met.ALL_OUT_DRAW, Met.CLOSER_OUT)),
    "fournier 2": (8, (Met.CHINCHON_SCORES, Met.LAST_PLAYER)),
    "classic 5": (2, (Met.CHINCHON_WILD_SCORES, Met.REJOINED_HIGHEST, Met.LAST_PLAYER)),
    "classic-48 2": (5, (Met.LAST_PLAYER,)),
    "ludoteka 4": (4, (Met.FULL, Met.CHINCHON_WINS)),
    "ludoteka-48 3": (8, (Met.LAST_PLAYER,)),
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

LONG = [(one, range(1, 13)) for one in profiles()] + [(one, range(1, 21)) for one in VARIANTS]
"""All tables, with the numbers of the matches there."""

"""The profiles: the rules of the built-in tables (rule book, "The built-in tables").

A published profile never changes its values: corrected rules get a new name. The profiles of the
four texts are in `text_profiles`; those of published pages are here, as changes of `CLASSIC` (rule
book, "The tables of published pages").
"""

from types import MappingProxyType

from msgspec.structs import replace

from service.rules.table.parameters import AllOut, BlockedByFullClose, CardCost, Prize
from service.rules.table.text_profiles import (
    BARAJAMOS,
    CLASSIC,
    CLASSIC_48,
    FOURNIER,
    LUDOTEKA,
    LUDOTEKA_48,
)

CONGA = replace(
    CLASSIC,
    players=replace(CLASSIC.players, max=4),
    deck=replace(CLASSIC.deck, two_packs_from=None, jokers=0),
    close=replace(CLASSIC.close, earliest_turn=1, max_unmatched_points=5, max_unmatched_cards=None),
    lay_off=replace(CLASSIC.lay_off, blocked_by_full_close=BlockedByFullClose.ALL),
    match=replace(CLASSIC.match, all_out=AllOut.LOWEST_BUT_CLOSER, prize=Prize.NONE),
    rejoin=replace(CLASSIC.rejoin, max=0),
)

IDS_SIMPLE = replace(
    CLASSIC,
    players=replace(CLASSIC.players, max=4),
    deck=replace(CLASSIC.deck, two_packs_from=None, jokers=0, wild_cards=()),
    points=replace(CLASSIC.points, count=CardCost.CARDS),
    close=replace(CLASSIC.close, max_unmatched_points=None),
    closing_score=replace(CLASSIC.closing_score, chinchon=-50),
    match=replace(CLASSIC.match, prize=Prize.NONE),
    rejoin=replace(CLASSIC.rejoin, max=0),
)

IDS_3 = replace(
    IDS_SIMPLE,
    points=replace(CLASSIC.points, sota=8, caballo=9, rey=10),
    close=replace(CLASSIC.close, max_unmatched_points=3),
)

IDS_5 = replace(IDS_3, close=replace(CLASSIC.close, max_unmatched_points=5))

JUEGOACARTAS = replace(
    CLASSIC,
    deck=replace(CLASSIC.deck, jokers=0, wild_cards=()),
    points=replace(CLASSIC.points, sota=10, caballo=10, rey=10),
    close=replace(CLASSIC.close, max_unmatched_points=4),
    match=replace(CLASSIC.match, prize=Prize.NONE),
)

PROFILES = MappingProxyType(
    {
        "barajamos": BARAJAMOS,
        "fournier": FOURNIER,
        "classic": CLASSIC,
        "classic-48": CLASSIC_48,
        "ludoteka": LUDOTEKA,
        "ludoteka-48": LUDOTEKA_48,
        "conga": CONGA,
        "ids-simple": IDS_SIMPLE,
        "ids-3": IDS_3,
        "ids-5": IDS_5,
        "juegoacartas": JUEGOACARTAS,
    }
)
"""The rules of every built-in table by its name."""

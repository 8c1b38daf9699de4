"""The six profiles: the rules of the built-in tables (rule book, "The built-in tables").

A published profile never changes its values: corrected rules get a new name.
"""

from types import MappingProxyType

from msgspec.structs import replace

from service.rules.table.cards import Card
from service.rules.table.parameters import (
    WINS,
    AllOut,
    BlockedByFullClose,
    CardCost,
    CloseRules,
    ClosingScoreRules,
    DeckRules,
    Ends,
    LayOffOnto,
    LayOffPasses,
    LayOffRules,
    MatchRules,
    MeldsRules,
    OutWhen,
    PlayersRules,
    PointsRules,
    Prize,
    RejoinRules,
    RejoinTotal,
    Reshuffle,
    RoomRules,
    Rules,
    StockRules,
    Tie,
    TurnRules,
)

BARAJAMOS = Rules(
    players=PlayersRules(min=3, max=6),
    deck=DeckRules(cards=48, two_packs_from=5, jokers=0, wild_cards=()),
    points=PointsRules(sota=10, caballo=11, rey=12, wild=25, count=CardCost.CARD_POINTS),
    melds=MeldsRules(
        identical_in_set=True, max_set_size=4, min_naturals=1, max_wilds=None, min_run=3
    ),
    turn=TurnRules(may_take_first_discard=True, may_discard_taken_card=True),
    stock=StockRules(reshuffle=Reshuffle.ON_DRAW, keeps_top_discard=False, ends_on_exhaustion=None),
    close=CloseRules(
        earliest_turn=1,
        max_unmatched_points=5,
        max_unmatched_cards=None,
        wild_may_be_left=False,
        must_not_exceed_limit=False,
    ),
    closing_score=ClosingScoreRules(full=-10, chinchon=WINS, chinchon_with_wilds=(-25, -25)),
    lay_off=LayOffRules(
        allowed=True,
        onto=LayOffOnto.ALL,
        passes=LayOffPasses.ONE,
        blocked_by_full_close=BlockedByFullClose.CLOSER_MELDS,
        closer_may=False,
        wilds_may=True,
        requires_own_meld=False,
    ),
    match=MatchRules(
        limit=70,
        rounds=None,
        low_total=None,
        out_when=OutWhen.OVER,
        ends=Ends.LAST_PLAYER,
        all_out=AllOut.DRAW,
        tie=Tie.SHARE,
        prize=Prize.NONE,
    ),
    rejoin=RejoinRules(max=2, total=RejoinTotal.HIGHEST_IN, min_players_in=2, min_seats=3),
    room=RoomRules(grace_seconds=60),
)

FOURNIER = Rules(
    players=PlayersRules(min=2, max=4),
    deck=DeckRules(cards=40, two_packs_from=None, jokers=0, wild_cards=()),
    points=PointsRules(sota=8, caballo=9, rey=10, wild=25, count=CardCost.CARD_POINTS),
    melds=MeldsRules(
        identical_in_set=False, max_set_size=4, min_naturals=1, max_wilds=None, min_run=3
    ),
    turn=TurnRules(may_take_first_discard=True, may_discard_taken_card=True),
    stock=StockRules(
        reshuffle=Reshuffle.AFTER_TURN, keeps_top_discard=True, ends_on_exhaustion=None
    ),
    close=CloseRules(
        earliest_turn=1,
        max_unmatched_points=5,
        max_unmatched_cards=None,
        wild_may_be_left=False,
        must_not_exceed_limit=False,
    ),
    closing_score=ClosingScoreRules(full=-10, chinchon=-10, chinchon_with_wilds=(-25, -25)),
    lay_off=LayOffRules(
        allowed=True,
        onto=LayOffOnto.ALL,
        passes=LayOffPasses.UNTIL_STABLE,
        blocked_by_full_close=BlockedByFullClose.CLOSER_MELDS,
        closer_may=False,
        wilds_may=True,
        requires_own_meld=False,
    ),
    match=MatchRules(
        limit=100,
        rounds=None,
        low_total=None,
        out_when=OutWhen.OVER,
        ends=Ends.LAST_PLAYER,
        all_out=AllOut.LOWEST_TOTAL,
        tie=Tie.PLAY_ON,
        prize=Prize.NONE,
    ),
    rejoin=RejoinRules(max=0, total=RejoinTotal.HIGHEST_IN, min_players_in=2, min_seats=3),
    room=RoomRules(grace_seconds=None),
)

CLASSIC = Rules(
    players=PlayersRules(min=2, max=8),
    deck=DeckRules(cards=40, two_packs_from=5, jokers=2, wild_cards=(Card("1o"),)),
    points=PointsRules(sota=10, caballo=11, rey=12, wild=25, count=CardCost.CARD_POINTS),
    melds=MeldsRules(
        identical_in_set=True, max_set_size=4, min_naturals=1, max_wilds=None, min_run=3
    ),
    turn=TurnRules(may_take_first_discard=True, may_discard_taken_card=True),
    stock=StockRules(reshuffle=Reshuffle.AFTER_TURN, keeps_top_discard=False, ends_on_exhaustion=2),
    close=CloseRules(
        earliest_turn=2,
        max_unmatched_points=3,
        max_unmatched_cards=1,
        wild_may_be_left=False,
        must_not_exceed_limit=False,
    ),
    closing_score=ClosingScoreRules(full=-10, chinchon=WINS, chinchon_with_wilds=(-25, -25)),
    lay_off=LayOffRules(
        allowed=True,
        onto=LayOffOnto.ALL,
        passes=LayOffPasses.ONE,
        blocked_by_full_close=BlockedByFullClose.CLOSER_MELDS,
        closer_may=False,
        wilds_may=True,
        requires_own_meld=False,
    ),
    match=MatchRules(
        limit=100,
        rounds=None,
        low_total=None,
        out_when=OutWhen.OVER,
        ends=Ends.LAST_PLAYER,
        all_out=AllOut.LOWEST_TOTAL,
        tie=Tie.FEWEST_REJOINS,
        prize=Prize.OTHERS_TOTALS,
    ),
    rejoin=RejoinRules(max=None, total=RejoinTotal.HIGHEST_IN, min_players_in=2, min_seats=3),
    room=RoomRules(grace_seconds=None),
)

CLASSIC_48 = replace(
    CLASSIC,
    deck=replace(CLASSIC.deck, cards=48),
    close=replace(CLASSIC.close, max_unmatched_points=5),
)

LUDOTEKA = Rules(
    players=PlayersRules(min=2, max=4),
    deck=DeckRules(cards=40, two_packs_from=None, jokers=2, wild_cards=()),
    points=PointsRules(sota=10, caballo=11, rey=12, wild=25, count=CardCost.CARD_POINTS),
    melds=MeldsRules(
        identical_in_set=False, max_set_size=4, min_naturals=2, max_wilds=None, min_run=3
    ),
    turn=TurnRules(may_take_first_discard=True, may_discard_taken_card=True),
    stock=StockRules(reshuffle=Reshuffle.AFTER_TURN, keeps_top_discard=False, ends_on_exhaustion=4),
    close=CloseRules(
        earliest_turn=2,
        max_unmatched_points=4,
        max_unmatched_cards=1,
        wild_may_be_left=False,
        must_not_exceed_limit=True,
    ),
    closing_score=ClosingScoreRules(full=-10, chinchon=WINS, chinchon_with_wilds=(-50, -25)),
    lay_off=LayOffRules(
        allowed=True,
        onto=LayOffOnto.ALL,
        passes=LayOffPasses.UNTIL_STABLE,
        blocked_by_full_close=BlockedByFullClose.ALL,
        closer_may=False,
        wilds_may=True,
        requires_own_meld=False,
    ),
    match=MatchRules(
        limit=100,
        rounds=None,
        low_total=None,
        out_when=OutWhen.OVER,
        ends=Ends.LAST_PLAYER,
        all_out=AllOut.LOWEST_TOTAL,
        tie=Tie.SHARE,
        prize=Prize.NONE,
    ),
    rejoin=RejoinRules(max=2, total=RejoinTotal.HIGHEST_IN, min_players_in=2, min_seats=3),
    room=RoomRules(grace_seconds=None),
)

LUDOTEKA_48 = replace(LUDOTEKA, deck=replace(LUDOTEKA.deck, cards=48))

PROFILES = MappingProxyType(
    {
        "barajamos": BARAJAMOS,
        "fournier": FOURNIER,
        "classic": CLASSIC,
        "classic-48": CLASSIC_48,
        "ludoteka": LUDOTEKA,
        "ludoteka-48": LUDOTEKA_48,
    }
)
"""The rules of every built-in table by its name."""

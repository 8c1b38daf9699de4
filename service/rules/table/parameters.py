"""The rules of a table as data: frozen groups of parameters, without defaults (RULES §1).

A profile spells out every field; a variant is `msgspec.structs.replace`. Names, values and meanings
are those of RULES §1, where the source of each stands too.
"""

from enum import StrEnum
from typing import Literal

from msgspec import Struct

from service.rules.table.cards import Card

WINS: Literal["wins"] = "wins"

ChinchonScore = int | Literal["wins"]
"""Points added to the closer's total, or `wins`: the match is won on the spot."""


class Count(StrEnum):
    """What an unmatched card costs: its points, or one each."""

    CARD_POINTS = "card_points"
    CARDS = "cards"


class Reshuffle(StrEnum):
    """When an empty stock is made anew: when someone draws from it, or after the turn."""

    ON_DRAW = "on_draw"
    AFTER_TURN = "after_turn"


class LayOffOnto(StrEnum):
    """On whose melds one may lay off."""

    ALL = "all"
    CLOSER = "closer"


class LayOffPasses(StrEnum):
    """How often the turn to lay off comes round."""

    ONE = "one"
    UNTIL_STABLE = "until_stable"


class BlockedByFullClose(StrEnum):
    """Which melds take no card after a close with all seven melded."""

    NONE = "none"
    CLOSER_MELDS = "closer_melds"
    ALL = "all"


class OutWhen(StrEnum):
    """Whether a total on the limit is out already."""

    OVER = "over"
    AT_OR_OVER = "at_or_over"


class Ends(StrEnum):
    """What ends a match."""

    LAST_PLAYER = "last_player"
    FIRST_OUT = "first_out"
    ROUNDS = "rounds"


class AllOut(StrEnum):
    """Who wins when a round puts everybody out."""

    DRAW = "draw"
    LOWEST_TOTAL = "lowest_total"


class Tie(StrEnum):
    """What equal lowest totals do at the end."""

    SHARE = "share"
    PLAY_ON = "play_on"
    FEWEST_REJOINS = "fewest_rejoins"


class Prize(StrEnum):
    """What the winner is paid."""

    NONE = "none"
    OTHERS_TOTALS = "others_totals"


class RejoinTotal(StrEnum):
    """The total at which a player comes back, among those still in."""

    HIGHEST_IN = "highest_in"
    LOWEST_IN = "lowest_in"


class PlayersRules(Struct, frozen=True):
    """How many may sit down."""

    min: int
    max: int


class DeckRules(Struct, frozen=True):
    """Which cards are in play; `two_packs_from` is a number of seats, None for never."""

    cards: int
    two_packs_from: int | None
    jokers: int
    wild_cards: tuple[Card, ...]


class PointsRules(Struct, frozen=True):
    """What unmatched cards cost; ace to nine cost their number."""

    sota: int
    caballo: int
    rey: int
    wild: int
    count: Count


class MeldsRules(Struct, frozen=True):
    """What is a meld; `max_set_size` is per pack, `max_wilds` None for no cap."""

    identical_in_set: bool
    max_set_size: int
    min_naturals: int
    max_wilds: int | None
    min_run: int


class TurnRules(Struct, frozen=True):
    """What a player may take and discard."""

    may_take_first_discard: bool
    may_discard_taken_card: bool


class StockRules(Struct, frozen=True):
    """What happens when the stock runs out; `ends_on_exhaustion` None for never."""

    reshuffle: Reshuffle
    keeps_top_discard: bool
    ends_on_exhaustion: int | None


class CloseRules(Struct, frozen=True):
    """When and with what one may close; a cap of None is no cap."""

    earliest_turn: int
    max_unmatched_points: int | None
    max_unmatched_cards: int | None
    wild_may_be_left: bool
    must_not_exceed_limit: bool


class ClosingScoreRules(Struct, frozen=True):
    """What a closer with all seven melded adds; `chinchon_with_wilds` with one, two …."""

    full: int
    chinchon: ChinchonScore
    chinchon_with_wilds: tuple[ChinchonScore, ...]

    def of_chinchon(self, wilds: int) -> ChinchonScore:
        """What a chinchón scores with so many wilds in its run."""
        if not wilds:
            return self.chinchon
        return self.chinchon_with_wilds[min(wilds, len(self.chinchon_with_wilds)) - 1]


class LayOffRules(Struct, frozen=True):
    """What may be laid off, on whose melds, by whom and how often."""

    allowed: bool
    onto: LayOffOnto
    passes: LayOffPasses
    blocked_by_full_close: BlockedByFullClose
    closer_may: bool
    wilds_may: bool
    requires_own_meld: bool


class MatchRules(Struct, frozen=True):
    """When one is out, when the match ends and who has won."""

    limit: int | None
    rounds: int | None
    low_total: int | None
    out_when: OutWhen
    ends: Ends
    all_out: AllOut
    tie: Tie
    prize: Prize

    def puts_out(self, total: int) -> bool:
        """Whether a player with this total is out; nobody is without a limit."""
        if self.limit is None:
            return False
        return total > self.limit or (self.out_when is OutWhen.AT_OR_OVER and total == self.limit)


class RejoinRules(Struct, frozen=True):
    """How often one may come back (None no cap), at what total, and among how many."""

    max: int | None
    total: RejoinTotal
    min_players_in: int
    min_seats: int


class RoomRules(Struct, frozen=True):
    """How long a lost connection is waited for before the room cancels the match."""

    grace_seconds: int | None


class Rules(Struct, frozen=True):
    """Everything in which one table of Chinchón differs from another."""

    players: PlayersRules
    deck: DeckRules
    points: PointsRules
    melds: MeldsRules
    turn: TurnRules
    stock: StockRules
    close: CloseRules
    closing_score: ClosingScoreRules
    lay_off: LayOffRules
    match: MatchRules
    rejoin: RejoinRules
    room: RoomRules

"""The rules of a table as data: immutable groups of parameters without defaults.

A profile states every field; a variant is made with `msgspec.structs.replace`. The rule book gives
the meaning and the source of every value (rule book, "Parameters").
"""

from enum import StrEnum
from typing import Literal

from msgspec import Struct

from service.rules.table.cards import Card

WINS: Literal["wins"] = "wins"

ClosingScore = int | Literal["wins"]
"""The points added to the closer's total, or `wins`: the closer wins the match at once."""


class CardCost(StrEnum):
    """The cost of an unmatched card: its points, or 1."""

    CARD_POINTS = "card_points"
    CARDS = "cards"


class Reshuffle(StrEnum):
    """The moment at which an empty stock is renewed: at a draw from it, or after the turn."""

    ON_DRAW = "on_draw"
    AFTER_TURN = "after_turn"


class CapCounts(StrEnum):
    """How the cap on unmatched points counts a card: as everywhere, or always by its points."""

    AS_COUNTED = "as_counted"
    CARD_POINTS = "card_points"


class ChinchonFrom(StrEnum):
    """The card at which the run of a chinchón may begin."""

    ANY = "any"
    ACE = "ace"


class LayOffOnto(StrEnum):
    """The melds on which a player may lay off."""

    ALL = "all"
    CLOSER = "closer"


class LayOffPasses(StrEnum):
    """The passes of laying off: one, or passes until nobody can lay off a card."""

    ONE = "one"
    UNTIL_STABLE = "until_stable"


class BlockedByFullClose(StrEnum):
    """The melds on which no card may be laid off after a full close."""

    NONE = "none"
    CLOSER_MELDS = "closer_melds"
    ALL = "all"


class OutWhen(StrEnum):
    """The totals that put a player out; the limit itself is one of them with `AT_OR_OVER`."""

    OVER = "over"
    AT_OR_OVER = "at_or_over"


class Ends(StrEnum):
    """The event that ends a match."""

    LAST_PLAYER = "last_player"
    FIRST_OUT = "first_out"
    ROUNDS = "rounds"


class AllOut(StrEnum):
    """The winner when all players are out after a round."""

    DRAW = "draw"
    LOWEST_TOTAL = "lowest_total"
    LOWEST_BUT_CLOSER = "lowest_but_closer"


class TieBreak(StrEnum):
    """A step that decides between players with the same lowest total at the end.

    `FEWEST_REJOINS` and `CLOSER` keep some of the players; each of the other steps ends the list.
    """

    FEWEST_REJOINS = "fewest_rejoins"
    CLOSER = "closer"
    SEAT_ORDER = "seat_order"
    PLAY_ON = "play_on"
    SHARE = "share"


class Rotation(StrEnum):
    """What passes to the next player after a round: the lead, or the deal."""

    LEAD = "lead"
    DEAL = "deal"


class Prize(StrEnum):
    """What the winner gets: nothing, the totals of the others, or the stakes."""

    NONE = "none"
    OTHERS_TOTALS = "others_totals"
    POT = "pot"


class RejoinTotal(StrEnum):
    """The total at which a player rejoins, among the totals of the players who are in."""

    HIGHEST_IN = "highest_in"
    SECOND_HIGHEST_IN = "second_highest_in"
    LOWEST_IN = "lowest_in"


class PlayersRules(Struct, frozen=True):
    """The smallest and the largest number of players."""

    min: int
    max: int


class DeckRules(Struct, frozen=True):
    """The cards in play; `two_packs_from` is a number of seats, or None for always one pack."""

    cards: int
    two_packs_from: int | None
    jokers: int
    wild_cards: tuple[Card, ...]


class PointsRules(Struct, frozen=True):
    """The points of unmatched cards; the cards from ace to nine cost their rank."""

    sota: int
    caballo: int
    rey: int
    wild: int
    count: CardCost


class MeldsRules(Struct, frozen=True):
    """The conditions of a meld; `max_set_size` is per pack; without a limit `max_wilds` is None."""

    identical_in_set: bool
    max_set_size: int
    min_naturals: int
    max_wilds: int | None
    min_run: int


class TurnRules(Struct, frozen=True):
    """The cards that a player may take and discard, and whether the lead is dealt eight."""

    may_take_first_discard: bool
    may_discard_taken_card: bool
    lead_gets_eight: bool


class StockRules(Struct, frozen=True):
    """The renewal of the stock; `ends_on_exhaustion` is None if no exhaustion ends a round."""

    reshuffle: Reshuffle
    keeps_top_discard: bool
    ends_on_exhaustion: int | None


class CloseRules(Struct, frozen=True):
    """The conditions of a close; a maximum of None is no limit."""

    earliest_turn: int
    max_unmatched_points: int | None
    max_unmatched_cards: int | None
    cap_counts: CapCounts
    min_melds: int
    max_wilds: int | None
    without_drawing: bool
    wild_may_be_left: bool
    must_not_exceed_limit: bool


class ClosingScoreRules(Struct, frozen=True):
    """The scores of a full close; `chinchon_with_wilds` has those for one wild, for two and so on.

    Its last score is also the score for more wilds. With `for_all` an opponent with seven melded
    cards scores too; `others_add_full` and `others_add_chinchon` are added to each opponent.
    """

    full: ClosingScore
    chinchon: ClosingScore
    chinchon_with_wilds: tuple[ClosingScore, ...]
    chinchon_from: ChinchonFrom
    for_all: bool
    others_add_full: int
    others_add_chinchon: int

    def of_chinchon(self, wilds: int) -> ClosingScore:
        """Return the score of a chinchón with this number of wilds in its run."""
        if not wilds:
            return self.chinchon
        return self.chinchon_with_wilds[min(wilds, len(self.chinchon_with_wilds)) - 1]


class LayOffRules(Struct, frozen=True):
    """The conditions of laying off."""

    allowed: bool
    onto: LayOffOnto
    passes: LayOffPasses
    blocked_by_full_close: BlockedByFullClose
    closer_may: bool
    wilds_may: bool
    requires_own_meld: bool


class MatchRules(Struct, frozen=True):
    """The conditions under which a player is out, the match ends and a player wins.

    No total falls below `floor`. `stake` is what each player pays into the pot.
    """

    limit: int | None
    rounds: int | None
    low_total: int | None
    out_when: OutWhen
    ends: Ends
    all_out: AllOut
    tie_breaks: tuple[TieBreak, ...]
    floor: int | None
    rotation: Rotation
    prize: Prize
    stake: int

    def puts_out(self, total: int) -> bool:
        """Return whether a player with this total is out; always false without a limit."""
        if self.limit is None:
            return False
        return total > self.limit or (self.out_when is OutWhen.AT_OR_OVER and total == self.limit)


class RejoinRules(Struct, frozen=True):
    """The conditions of rejoining, and what it costs; `max` is None for no limit."""

    max: int | None
    total: RejoinTotal
    stake: int
    min_players_in: int
    min_seats: int


class RoomRules(Struct, frozen=True):
    """The seconds that the room waits for a lost connection before it cancels the match."""

    grace_seconds: int | None


class Rules(Struct, frozen=True):
    """All rules in which one table of Chinchón differs from another."""

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

"""Seats: what each player brings to a showdown, and what it has shown and laid off so far."""

from collections import Counter
from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from service.rules.errors import Path
from service.rules.hand.closing import check_shown
from service.rules.hand.meld_check import ShownMeld
from service.rules.hand.melding import Melding, best_melding
from service.rules.round.board import Board, LayOffOption, LayOffPlace
from service.rules.round.lay_off import choose_melding
from service.rules.round.lay_off_rights import Refusal
from service.rules.table.cards import Card, in_order
from service.rules.table.table import Table, points_of
from service.rules.violations import Violation


class ChosenLayOff(Struct, frozen=True):
    """A lay-off that a player chose, for pass `number`, or for as soon as it fits.

    `meld` is an index among the owner's melds as the question gives them.
    """

    card: Card
    owner: str
    meld: int
    place: LayOffPlace
    number: int | None
    path: Path


class ShowdownHand(Struct, frozen=True):
    """A player with seven cards; melds and lay-offs that are None are left to choose."""

    player: str
    cards: tuple[Card, ...]
    path: Path
    melds: tuple[ShownMeld, ...] | None = None
    lay_offs: tuple[ChosenLayOff, ...] | None = None


class LayOff(Struct, frozen=True):
    """A card that was laid off, and in which pass, from 1."""

    card: Card
    owner: str
    meld: int
    place: LayOffPlace
    number: int


class ShowdownPlayer(Struct, frozen=True):
    """What a player has shown and done so far; `waiting` are given lay-offs not yet played."""

    entrant: ShowdownHand
    melding: Melding | None = None
    unmatched: tuple[Card, ...] = ()
    laid_off: tuple[LayOff, ...] = ()
    violations: tuple[Violation, ...] = ()
    waiting: tuple[ChosenLayOff, ...] = ()

    @property
    def player(self) -> str:
        """The player's name."""
        return self.entrant.player

    def showing(self, board: Board, table: Table) -> "ShowdownPlayer":
        """The seat with its melds shown: those given, or the best with these to lay off on."""
        if self.melding is not None:
            return self
        if self.entrant.melds is None:
            melding = (
                choose_melding(self.entrant.cards, board, table)
                if self.entrant.lay_offs is None
                else self.keeping_for_lay_offs(table)
            )
            return self.holding(melding, ())
        melding, faults = check_shown(self.entrant.melds, self.entrant.cards, table)
        return self.holding(melding, faults)

    def holding(self, melding: Melding, violations: tuple[Violation, ...]) -> "ShowdownPlayer":
        """The seat as it is when it has shown these melds."""
        return ShowdownPlayer(
            self.entrant, melding, melding.unmatched, (), violations, self.waiting
        )

    def keeping_for_lay_offs(self, table: Table) -> Melding:
        """The best melding that leaves unmatched the cards which the player wants to lay off."""
        melded = list(self.entrant.cards)
        for given in self.waiting:
            if given.card in melded:
                melded.remove(given.card)
        best = best_melding(melded, table)
        kept = list((Counter(self.entrant.cards) - Counter(melded)).elements())
        unmatched = in_order([*best.unmatched, *kept])
        return Melding(best.melds, unmatched, points_of(unmatched, table))

    def laying(
        self, steps: Iterable[LayOffOption], unmatched: Iterable[Card], number: int
    ) -> "ShowdownPlayer":
        """The seat when it has laid off in a pass, with the cards that it has left."""
        laid_off = [LayOff(step.card, step.owner, step.meld, step.place, number) for step in steps]
        return ShowdownPlayer(
            self.entrant,
            self.melding,
            tuple(unmatched),
            (*self.laid_off, *laid_off),
            self.violations,
            self.waiting,
        )

    def refused(self, given: ChosenLayOff, refusals: Iterable[Refusal]) -> "ShowdownPlayer":
        """The seat with a lay-off that can't be played, and why."""
        found = (
            Violation(code, message, given.path, given.card, self.player)
            for code, message in refusals
        )
        return replace(self, violations=(*self.violations, *found))

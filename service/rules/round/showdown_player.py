"""Showdown player: the hand that a player brings to a showdown, and what it shows and lays off."""

from collections.abc import Iterable

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from service.rules.hand.meld_check import ShownMeld
from service.rules.hand.melding import Melding
from service.rules.hand.shown_melding import check_shown
from service.rules.names import PlayerName
from service.rules.round.board import Board, LayOffOption, LayOffPlace, table_meld
from service.rules.round.melding_to_lay_off import choose_melding, melding_for_lay_offs
from service.rules.subjects import Part, Subject
from service.rules.table.cards import Card
from service.rules.table.table import Table
from service.rules.violations import Violation


class ChosenLayOff(Struct, frozen=True):
    """A lay-off that a player chose, for one pass or, with None, for as soon as the card fits.

    `meld` is an index in the list of melds that the owner showed, or else in the fixed order.
    `number` is the lay-off's own index in the player's list.
    """

    card: Card
    owner: PlayerName
    meld: int
    place: LayOffPlace
    pass_number: int | None
    number: int


class ShowdownHand(Struct, frozen=True):
    """A player with seven cards; for melds and lay-offs that are None the service chooses.

    `position` counts the closer, if there is one, and then the opponents in turn order, from 0.
    """

    player: PlayerName
    cards: tuple[Card, ...]
    position: int
    melds: tuple[ShownMeld, ...] | None = None
    lay_offs: tuple[ChosenLayOff, ...] | None = None


class LayOff(Struct, frozen=True):
    """A card that was laid off, and in which pass, from 1.

    `meld` is an index among the owner's melds in the fixed order.
    """

    card: Card
    owner: PlayerName
    meld: int
    place: LayOffPlace
    pass_number: int = msgspec.field(name="pass")


class ShowdownPlayer(Struct, frozen=True):
    """A player that has shown its melds: what is still unmatched, and what was laid off.

    `shown_as` says of each meld of the melding which it is in the list that the player showed.
    `waiting` are the chosen lay-offs that have not been played or refused yet.
    """

    hand: ShowdownHand
    melding: Melding
    shown_as: tuple[int, ...]
    unmatched: tuple[Card, ...]
    lay_offs: tuple[LayOff, ...]
    violations: tuple[Violation, ...]
    waiting: tuple[ChosenLayOff, ...]

    @property
    def name(self) -> str:
        """The player's name."""
        return self.hand.player

    @property
    def has_meld(self) -> bool:
        """Whether the player has shown a meld."""
        return bool(self.melding.melds)

    def melds_on_table(self, table: Table) -> Board:
        """The melds that the player has shown, before any lay-off."""
        owner, shown_as = self.hand.player, self.shown_as
        return tuple(
            [
                table_meld(owner, index, meld, table, shown_as=shown_as[index])
                for index, meld in enumerate(self.melding.melds)
            ]
        )

    def after_laying_off(
        self, options: Iterable[LayOffOption], unmatched: Iterable[Card], pass_number: int
    ) -> "ShowdownPlayer":
        """The player after it has laid off in a pass, with the cards that are left."""
        laid = [LayOff(o.card, o.owner, o.meld, o.place, pass_number) for o in options]
        return ShowdownPlayer(
            self.hand,
            self.melding,
            self.shown_as,
            tuple(unmatched),
            (*self.lay_offs, *laid),
            self.violations,
            self.waiting,
        )

    def after_refusing(
        self, chosen: ChosenLayOff, violations: Iterable[Violation]
    ) -> "ShowdownPlayer":
        """The player with what forbids one of its chosen lay-offs."""
        subject = Subject(Part.LAY_OFF, self.hand.position, chosen.number)
        about = [
            replace(violation, subject=subject, card=chosen.card, player=self.hand.player)
            for violation in violations
        ]
        return replace(self, violations=(*self.violations, *about))

    def without(self, chosen: ChosenLayOff) -> "ShowdownPlayer":
        """The player when a chosen lay-off waits no longer."""
        return replace(self, waiting=tuple([other for other in self.waiting if other != chosen]))


def show(hand: ShowdownHand, board: Board, table: Table) -> ShowdownPlayer:
    """The player when it has shown: the melds that it gives, or those chosen for it.

    `board` holds the melds on which the player may lay off.
    """
    if hand.melds is not None:
        check = check_shown(hand.melds, hand.cards, table, hand.position)
        return showing(hand, check.melding, check.numbers, check.violations)
    if hand.lay_offs is None:
        return showing(hand, choose_melding(hand.cards, board, table))
    chosen = [lay_off.card for lay_off in hand.lay_offs]
    return showing(hand, melding_for_lay_offs(hand.cards, chosen, table))


def showing(
    hand: ShowdownHand,
    melding: Melding,
    shown_as: tuple[int, ...] | None = None,
    violations: tuple[Violation, ...] = (),
) -> ShowdownPlayer:
    """The player when it has shown this melding; `shown_as` None is the melding's own order."""
    if shown_as is None:
        shown_as = tuple(range(len(melding.melds)))
    waiting = hand.lay_offs or ()
    return ShowdownPlayer(hand, melding, shown_as, melding.unmatched, (), violations, waiting)

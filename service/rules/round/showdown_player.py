"""Showdown players: their hands, the melds that they show and their lay-offs."""

from collections.abc import Iterable

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from service.rules.hand.meld_check import ShownMeld
from service.rules.hand.melding import Melding
from service.rules.hand.shown_melding import check_shown
from service.rules.player_name import PlayerName
from service.rules.round.board import Board, LayOffOption, LayOffPlace, board_meld_of
from service.rules.round.melding_to_lay_off import choose_melding, melding_for_lay_offs
from service.rules.subjects import Part, Subject
from service.rules.table.cards import Card
from service.rules.table.table import Table
from service.rules.violations import Violation


class ChosenLayOff(Struct, frozen=True):
    """A lay-off that a player chose.

    `meld` is an index in the list of melds that the owner showed. If the service chose the owner's
    melds, it is an index in the fixed order. If `pass_number` is None, the card is laid off as soon
    as it fits. `number` is the index of the lay-off in the player's list.
    """

    card: Card
    owner: PlayerName
    meld: int
    place: LayOffPlace
    pass_number: int | None
    number: int


class ShowdownHand(Struct, frozen=True):
    """A player with seven cards.

    If `melds` is None, the service chooses the melds; if `lay_offs` is None, the lay-offs.
    `position` counts from 0: first the closer, if there is one, then the opponents in turn order.
    """

    player: PlayerName
    cards: tuple[Card, ...]
    position: int
    melds: tuple[ShownMeld, ...] | None = None
    lay_offs: tuple[ChosenLayOff, ...] | None = None


class LayOff(Struct, frozen=True):
    """A card that was laid off, and the number of the pass, from 1.

    `meld` is the index of the meld among the owner's melds, in the fixed order.
    """

    card: Card
    owner: PlayerName
    meld: int
    place: LayOffPlace
    pass_number: int = msgspec.field(name="pass")


def as_chosen(lay_offs: Iterable[LayOff]) -> tuple[ChosenLayOff, ...]:
    """Return lay-offs as their player chose them, each in its pass."""
    return tuple(
        ChosenLayOff(one.card, one.owner, one.meld, one.place, one.pass_number, number)
        for number, one in enumerate(lay_offs)
    )


class ShowdownPlayer(Struct, frozen=True):
    """A player who has shown their melds, with their unmatched cards and lay-offs so far.

    For each meld of the melding, `shown_indexes` has its index in the list that the player showed.
    `pending` are the chosen lay-offs that have not been played or refused yet.
    """

    hand: ShowdownHand
    melding: Melding
    shown_indexes: tuple[int, ...]
    unmatched: tuple[Card, ...]
    lay_offs: tuple[LayOff, ...]
    violations: tuple[Violation, ...]
    pending: tuple[ChosenLayOff, ...]

    @property
    def name(self) -> str:
        """The player's name."""
        return self.hand.player

    @property
    def has_meld(self) -> bool:
        """True if the player has shown a meld."""
        return bool(self.melding.melds)

    def melds_on_table(self, table: Table) -> Board:
        """Return the melds that the player has shown, before any lay-off."""
        owner, shown_indexes = self.hand.player, self.shown_indexes
        return tuple(
            [
                board_meld_of(owner, index, meld, table, shown_index=shown_indexes[index])
                for index, meld in enumerate(self.melding.melds)
            ]
        )

    def after_laying_off(
        self, options: Iterable[LayOffOption], unmatched: Iterable[Card], pass_number: int
    ) -> "ShowdownPlayer":
        """Return the player after lay-offs in a pass; `unmatched` are the remaining cards."""
        new_lay_offs = [
            LayOff(option.card, option.owner, option.meld, option.place, pass_number)
            for option in options
        ]
        return ShowdownPlayer(
            self.hand,
            self.melding,
            self.shown_indexes,
            tuple(unmatched),
            (*self.lay_offs, *new_lay_offs),
            self.violations,
            self.pending,
        )

    def after_refusing(
        self, chosen: ChosenLayOff, violations: Iterable[Violation]
    ) -> "ShowdownPlayer":
        """Return the player with the violations of a chosen lay-off that is refused."""
        subject = Subject(Part.LAY_OFF, self.hand.position, chosen.number)
        refusals = [
            replace(violation, subject=subject, card=chosen.card, player=self.hand.player)
            for violation in violations
        ]
        return replace(self, violations=(*self.violations, *refusals))

    def without(self, chosen: ChosenLayOff) -> "ShowdownPlayer":
        """Return the player with a chosen lay-off no longer pending."""
        return replace(self, pending=tuple([other for other in self.pending if other != chosen]))


def show(hand: ShowdownHand, board: Board, table: Table) -> ShowdownPlayer:
    """Return the player after showing the melds of the hand.

    If `hand.melds` is None, the service chooses the melds. `board` holds the melds on which the
    player may lay off.
    """
    if hand.melds is not None:
        check = check_shown(hand.melds, hand.cards, table, hand.position)
        return player_showing(hand, check.melding, check.shown_indexes, check.violations)
    if hand.lay_offs is None:
        return player_showing(hand, choose_melding(hand.cards, board, table))
    chosen = [lay_off.card for lay_off in hand.lay_offs]
    return player_showing(hand, melding_for_lay_offs(hand.cards, chosen, table))


def player_showing(
    hand: ShowdownHand,
    melding: Melding,
    shown_indexes: tuple[int, ...] | None = None,
    violations: tuple[Violation, ...] = (),
) -> ShowdownPlayer:
    """Return the player after showing this melding, in the order of `shown_indexes` if given."""
    if shown_indexes is None:
        shown_indexes = tuple(range(len(melding.melds)))
    pending = hand.lay_offs or ()
    return ShowdownPlayer(hand, melding, shown_indexes, melding.unmatched, (), violations, pending)

"""Showdown by hand: the turns of a showdown in which each player chooses, one after another.

Pass 1 asks every opponent, in turn order. Where the table plays until nobody can add, each later
pass asks whoever has an option, the closer first if the closer may lay off (rule book, "Laying
off").
"""

from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from service.rules.hand.best_melding import best_melding
from service.rules.hand.melds import Meld
from service.rules.round.board import Board, LayOffOption, options_on
from service.rules.round.chosen_lay_offs import Turns, refuse_pending
from service.rules.round.lay_off_passes import first_turn, play_passes, play_turn
from service.rules.round.lay_off_rights import open_melds
from service.rules.round.showdown_player import ChosenLayOff, LayOff, ShowdownHand, ShowdownPlayer
from service.rules.table.cards import Card


class NextTurn(Struct, frozen=True):
    """The player who is asked next, and the number of the pass."""

    player: str
    pass_number: int


class ShowdownInProgress(Struct, frozen=True):
    """The players who have shown so far, the closer first, the board, and the current pass."""

    turns: Turns
    players: tuple[ShowdownPlayer, ...]
    board: Board
    pass_number: int

    def player(self, name: str) -> ShowdownPlayer:
        """Return a player who has shown."""
        return next(player for player in self.players if player.name == name)


class BestChoice(Struct, frozen=True):
    """The melds and lay-offs that the service would choose for a player now."""

    melds: tuple[Meld, ...]
    lay_offs: tuple[LayOff, ...]


def showdown_in_progress(
    turns: Turns, closer: ShowdownPlayer, shown: Sequence[ShowdownHand], pass_number: int
) -> ShowdownInProgress:
    """Return the showdown after the opponents in `shown` have shown, with the lay-offs so far."""
    players, board = play_passes(turns, closer, shown, pass_number)
    return ShowdownInProgress(turns, players, board, pass_number)


def show_hand(showdown: ShowdownInProgress, hand: ShowdownHand) -> ShowdownInProgress:
    """Play a turn of pass 1; the violations are those of the new last player."""
    turns, chosen = showdown.turns, in_pass(hand.lay_offs, showdown.pass_number)
    player, board = first_turn(turns, replace(hand, lay_offs=chosen), showdown.board)
    player = refuse_pending(turns, player, board)
    return replace(showdown, players=(*showdown.players, player), board=board)


def lay_off_by_hand(
    showdown: ShowdownInProgress, name: str, lay_offs: tuple[ChosenLayOff, ...] | None
) -> ShowdownInProgress:
    """Play a turn of a later pass; the service chooses the lay-offs if they are None."""
    turns, previous = showdown.turns, showdown.player(name)
    chosen = in_pass(lay_offs, showdown.pass_number)
    hand = replace(previous.hand, lay_offs=chosen)
    choosing = replace(previous, hand=hand, pending=chosen or ())
    player, board = play_turn(turns, choosing, showdown.board, showdown.pass_number)
    player = refuse_pending(turns, player, board)
    players = tuple([player if one is previous else one for one in showdown.players])
    return replace(showdown, players=players, board=board)


def in_pass(
    lay_offs: tuple[ChosenLayOff, ...] | None, pass_number: int
) -> tuple[ChosenLayOff, ...] | None:
    """Return the lay-offs with the current pass where none was given."""
    if lay_offs is None:
        return None
    return tuple([replace(one, pass_number=one.pass_number or pass_number) for one in lay_offs])


def next_turn(showdown: ShowdownInProgress, last: str) -> NextTurn | None:
    """Return who is asked after the player `last`, or None after the end of the last pass."""
    turns, pass_number = showdown.turns, showdown.pass_number
    later = turns.order[turns.order.index(last) + 1 :]
    if pass_number == 1:
        if later:
            return NextTurn(later[0], 1)
        if turns.has_one_pass:
            return None
    else:
        for name in _with_options(showdown, later):
            return NextTurn(name, pass_number)
        if pass_number not in passes_used(showdown):
            return None
    return next(
        (NextTurn(name, pass_number + 1) for name in _with_options(showdown, turns.order)), None
    )


def passes_used(showdown: ShowdownInProgress) -> frozenset[int]:
    """Return the numbers of the passes in which somebody has laid off a card."""
    return frozenset(
        lay_off.pass_number for player in showdown.players for lay_off in player.lay_offs
    )


def _with_options(showdown: ShowdownInProgress, names: Sequence[str]) -> Iterator[str]:
    """Yield each of these players who has an option; all of them have shown."""
    for name in names:
        if options(showdown, showdown.player(name).hand):
            yield name


def options(showdown: ShowdownInProgress, hand: ShowdownHand) -> tuple[LayOffOption, ...]:
    """Return each option of a player to lay off a card now, in the fixed order.

    Before the player has shown, each of the seven cards may be laid off, as if it were unmatched.
    """
    turns, table = showdown.turns, showdown.turns.table
    has_shown = hand.player in [player.name for player in showdown.players]
    if has_shown:
        cards: tuple[Card, ...] = showdown.player(hand.player).unmatched
        has_meld = showdown.player(hand.player).has_meld
    else:
        cards, has_meld = hand.cards, bool(best_melding(hand.cards, table).melds)
    board = open_melds(hand.player, showdown.board, turns.close, table, has_meld=has_meld)
    return tuple(option for option, _ in options_on(cards, board, table))


def best_choice(showdown: ShowdownInProgress, hand: ShowdownHand) -> BestChoice:
    """Return the melds and lay-offs that the service would choose in the player's turn."""
    if showdown.pass_number == 1:
        player = show_hand(showdown, replace(hand, melds=None, lay_offs=None)).players[-1]
        return BestChoice(player.melding.melds, player.lay_offs)
    before = showdown.player(hand.player)
    player = lay_off_by_hand(showdown, hand.player, None).player(hand.player)
    return BestChoice(player.melding.melds, player.lay_offs[len(before.lay_offs) :])

"""Round check: faults in the hands, names and points that a request gives for a round."""

from collections.abc import Iterator, Sequence

from service.rules.faults import Fault, FaultCode, fault, refuse_if_any
from service.rules.hand.meld_check import ShownMeld, check_meld, shown_with_subjects
from service.rules.round.board import Board, BoardMeld, board_meld_of
from service.rules.round.showdown_player import ShowdownHand
from service.rules.subjects import Part, Subject
from service.rules.table.cards import HAND_SIZE, Card
from service.rules.table.deck_faults import StatedCard, deck_faults, with_subjects
from service.rules.table.table import Table


def hand_faults(
    closer: ShowdownHand | None, opponents: Sequence[ShowdownHand], table: Table
) -> Iterator[Fault]:
    """Yield a fault for each repeated name, hand of the wrong size and card not in the deck."""
    hands = [*([closer] if closer else []), *opponents]
    names = [hand.player for hand in hands]
    held: list[StatedCard] = []
    for index, hand in enumerate(hands):
        player, position = hand.player, hand.position
        if player in names[:index]:
            subject = Subject(Part.SHOWDOWN_PLAYER, position)
            yield fault(FaultCode.PLAYER_NAMED_TWICE, subject, player=player)
        if len(hand.cards) != HAND_SIZE:
            subject, number = Subject(Part.SHOWDOWN_CARDS, position), len(hand.cards)
            code = FaultCode.HAND_WRONG_SIZE
            yield fault(code, subject, player=player, number=number, size=HAND_SIZE)
        held += with_subjects(hand.cards, Part.SHOWDOWN_CARDS, position=position)
    yield from deck_faults(held, table)
    for hand in hands:
        yield from deck_faults(_chosen_cards(hand), table, copies=False)


def _chosen_cards(hand: ShowdownHand) -> Iterator[StatedCard]:
    """Yield each card of the melds and lay-offs that a player has chosen, with its subject."""
    yield from shown_with_subjects(hand.melds or (), hand.position)
    for chosen in hand.lay_offs or ():
        yield Subject(Part.LAY_OFF_CARD, hand.position, chosen.number), chosen.card


def exhaustion_faults(closer: ShowdownHand | None, table: Table) -> Iterator[Fault]:
    """Yield a fault for a round without a closer at a table where no exhaustion ends a round."""
    if closer is None and table.rules.stock.ends_on_exhaustion is None:
        yield fault(FaultCode.CLOSING_NO_EXHAUSTION, Subject(Part.CLOSER))


def board_of(
    shown: Sequence[tuple[str, Sequence[ShownMeld]]], cards: Sequence[Card], table: Table
) -> Board:
    """Return the board of the given melds; `shown` lists the players in turn order.

    `cards` are the cards of a hand, which count against the deck. Raise `ImpossibleError` if a list
    of cards is not a meld, or if the deck does not hold all the cards together.
    """
    faults: list[Fault] = []
    board: list[BoardMeld] = []
    seen = list(with_subjects(cards, Part.HAND))
    names = [player for player, _ in shown]
    for position, (player, melds) in enumerate(shown):
        if player in names[:position]:
            subject = Subject(Part.TABLE_PLAYER, position)
            faults.append(fault(FaultCode.PLAYER_NAMED_TWICE, subject, player=player))
        for number, meld in enumerate(melds):
            meld_cards = tuple(
                with_subjects(meld.cards, Part.TABLE_MELD, position=position, number=number)
            )
            represented = meld.stands_for or ()
            stated_represented = with_subjects(
                represented, Part.TABLE_STANDS_FOR, position=position, number=number
            )
            seen += meld_cards
            absent = deck_faults((*meld_cards, *stated_represented), table, copies=False)
            if absent:
                faults += absent
                continue
            subject = Subject(Part.TABLE_MELD, position, number)
            check = check_meld(meld, table, subject)
            if check.meld:
                board.append(board_meld_of(player, number, check.meld, table))
            else:
                faults.append(Fault(FaultCode.TABLE_NO_MELD, subject, because=check.violations))
    refuse_if_any((*faults, *deck_faults(seen, table)))
    return tuple(board)

"""Round check: faults in the hands, names and points that a request gives for a round."""

from collections.abc import Iterator, Mapping, Sequence

from service.rules.faults import Fault, FaultCode, fault, refuse_if_any
from service.rules.hand.meld_check import ShownMeld, check_meld, shown_with_subjects
from service.rules.round.board import Board, BoardMeld, board_meld_of
from service.rules.round.round_points import Counted
from service.rules.round.showdown_player import ShowdownHand
from service.rules.round.standings import Standing
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


def player_faults(
    closer: ShowdownHand | None, opponents: Sequence[ShowdownHand], standings: Sequence[Standing]
) -> Iterator[Fault]:
    """Yield a fault for each difference between the hands and the standings.

    Exactly the players who are in must have a hand, and the opponents must be in turn order.
    """
    known = {standing.player: standing for standing in standings}
    hands = [*([closer] if closer else []), *opponents]
    for hand in hands:
        subject = Subject(Part.SHOWDOWN_PLAYER, hand.position)
        if hand.player not in known:
            yield fault(FaultCode.PLAYER_UNKNOWN, subject, player=hand.player)
        elif known[hand.player].out:
            yield fault(FaultCode.PLAYER_OUT, subject, player=hand.player)
    names = {hand.player for hand in hands}
    playing = [standing.player for standing in standings if not standing.out]
    for player in playing:
        if player not in names:
            subject = Subject(Part.OPPONENTS)
            yield fault(FaultCode.PLAYER_WITHOUT_HAND, subject, player=player)
    if closer and closer.player in playing and set(playing) == names:
        yield from _turn_order_faults(closer.player, opponents, playing)


def _turn_order_faults(
    closer: str, opponents: Sequence[ShowdownHand], playing: Sequence[str]
) -> Iterator[Fault]:
    """Yield a fault for the first opponent who is not in turn order from the closer."""
    index = playing.index(closer)
    turn_order = (*playing[index + 1 :], *playing[:index])
    for hand, expected in zip(opponents, turn_order, strict=False):
        if hand.player != expected:
            subject = Subject(Part.SHOWDOWN_PLAYER, hand.position)
            yield fault(FaultCode.PLAYER_OUT_OF_TURN, subject, closer=closer, players=turn_order)
            return


def points_faults(
    closing: Counted | None, points: Mapping[str, int], standings: Sequence[Standing]
) -> Iterator[Fault]:
    """Yield a fault if not exactly the players who are in have points, or the closer is not in."""
    known = {standing.player for standing in standings}
    playing = dict.fromkeys(standing.player for standing in standings if not standing.out)
    for player in points:
        if player not in playing:
            code = FaultCode.PLAYER_OUT if player in known else FaultCode.PLAYER_UNKNOWN
            yield fault(code, Subject(Part.POINTS, name=player), player=player)
    for player in playing:
        if player not in points:
            yield fault(FaultCode.PLAYER_WITHOUT_POINTS, Subject(Part.POINTS), player=player)
    if closing and closing.player not in playing:
        subject = Subject(Part.CLOSING_PLAYER)
        yield fault(FaultCode.CLOSING_PLAYER_NOT_IN, subject, player=closing.player)


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

"""Round input: what cannot be in the hands, names and points that a question states of a round."""

from collections.abc import Iterator, Mapping, Sequence

from service.rules.faults import Fault, FaultCode, fault, refuse
from service.rules.hand.meld_check import ShownMeld, check_meld, shown_with_subjects
from service.rules.round.board import Board, TableMeld, table_meld
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
    """Names twice, hands of the wrong size, and cards that the deck cannot hold together."""
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
    """The cards of the melds and the lay-offs that a player has chosen."""
    yield from shown_with_subjects(hand.melds or (), hand.position)
    for chosen in hand.lay_offs or ():
        yield Subject(Part.LAY_OFF_CARD, hand.position, chosen.number), chosen.card


def player_faults(
    closer: ShowdownHand | None, opponents: Sequence[ShowdownHand], standings: Sequence[Standing]
) -> Iterator[Fault]:
    """Hands of players who are unknown or out, players without a hand, and a wrong turn order."""
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
    """The first opponent who does not come in play order from the closer."""
    at = playing.index(closer)
    turns = (*playing[at + 1 :], *playing[:at])
    for hand, expected in zip(opponents, turns, strict=False):
        if hand.player != expected:
            subject = Subject(Part.SHOWDOWN_PLAYER, hand.position)
            yield fault(FaultCode.PLAYER_OUT_OF_TURN, subject, closer=closer, players=turns)
            return


def points_faults(
    closing: Counted | None, points: Mapping[str, int], standings: Sequence[Standing]
) -> Iterator[Fault]:
    """Points of players who are unknown or out, and players who are in without points."""
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
    """The melds that are said to lie on the table, each player's in turn, beside cards in a hand.

    Raises `ImpossibleError` for what is no meld, and for cards that the deck cannot hold together.
    """
    faults: list[Fault] = []
    board: list[TableMeld] = []
    seen = list(with_subjects(cards, Part.HAND))
    names = [player for player, _ in shown]
    for position, (player, melds) in enumerate(shown):
        if player in names[:position]:
            subject = Subject(Part.TABLE_PLAYER, position)
            faults.append(fault(FaultCode.PLAYER_NAMED_TWICE, subject, player=player))
        for number, meld in enumerate(melds):
            own = tuple(
                with_subjects(meld.cards, Part.TABLE_MELD, position=position, number=number)
            )
            places = meld.stands_for or ()
            for_cards = with_subjects(
                places, Part.TABLE_STANDS_FOR, position=position, number=number
            )
            seen += own
            absent = deck_faults((*own, *for_cards), table, copies=False)
            if absent:
                faults += absent
                continue
            subject = Subject(Part.TABLE_MELD, position, number)
            check = check_meld(meld, table, subject)
            if check.meld:
                board.append(table_meld(player, number, check.meld, table))
            else:
                faults.append(Fault(FaultCode.TABLE_NO_MELD, subject, because=check.violations))
    refuse((*faults, *deck_faults(seen, table)))
    return tuple(board)

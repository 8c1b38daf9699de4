"""Entry: what of the hands and names that a question states about a round cannot be."""

from collections.abc import Iterator, Sequence

from service.rules.errors import Fault, Path, refuse
from service.rules.hand.meld_check import ShownMeld, check_meld
from service.rules.round.board import Board, TableMeld, table_meld
from service.rules.round.showdown_player import ShowdownHand
from service.rules.round.standings import Standing
from service.rules.table.cards import Card
from service.rules.table.cards import HAND_SIZE
from service.rules.table.table import Table, deck_faults, placed
from service.rules.words import count_of


def hand_faults(
    closer: ShowdownHand | None, opponents: Sequence[ShowdownHand], table: Table
) -> Iterator[Fault]:
    """Names twice, hands of the wrong size, and cards that this deck can't hold together."""
    entrants = [*([closer] if closer else []), *opponents]
    names = [one.player for one in entrants]
    cards: list[tuple[Path, Card]] = []
    for index, one in enumerate(entrants):
        if one.player in names[:index]:
            yield Fault((*one.path, "player"), f"{one.player} is here twice")
        if len(one.cards) != HAND_SIZE:
            number = count_of(len(one.cards), "card")
            detail = f"{one.player} has {number} at the end of a round, not {HAND_SIZE}"
            yield Fault((*one.path, "cards"), detail)
        cards += placed((*one.path, "cards"), one.cards)
    yield from deck_faults(cards, table)
    for one in entrants:
        for shown in one.melds or ():
            yield from deck_faults(shown.placed(), table, copies=False)
        for given in one.lay_offs or ():
            yield from deck_faults([((*given.path, "card"), given.card)], table, copies=False)


def seat_faults(
    closer: ShowdownHand | None, opponents: Sequence[ShowdownHand], standings: Sequence[Standing]
) -> Iterator[Fault]:
    """Strangers, players who are out, players who are in without a hand, and a wrong turn order."""
    known = {one.player: one for one in standings}
    entrants = [*([closer] if closer else []), *opponents]
    for one in entrants:
        if one.player not in known:
            yield Fault((*one.path, "player"), f"{one.player} is not among the players")
        elif known[one.player].out:
            yield Fault((*one.path, "player"), f"{one.player} is out")
    shown = {one.player for one in entrants}
    for standing in standings:
        if not standing.out and standing.player not in shown:
            yield Fault(("opponents",), f"{standing.player} is in and has no hand here")
    playing = [one.player for one in standings if not one.out]
    if closer and closer.player in playing and set(playing) == shown:
        at = playing.index(closer.player)
        turns = [*playing[at + 1 :], *playing[:at]]
        for one, expected in zip(opponents, turns, strict=False):
            if one.player != expected:
                detail = f"after {closer.player} in play order comes {', '.join(turns)}"
                yield Fault((*one.path, "player"), detail)
                return


def board_of(
    stated: Sequence[tuple[str, Sequence[ShownMeld]]], cards: Sequence[Card], table: Table
) -> Board:
    """The melds that are stated to lie on the table beside these cards in a hand.

    Raises `ImpossibleError` for what is no meld, and for cards that the deck can't hold together.
    """
    faults: list[Fault] = []
    found: list[TableMeld] = []
    seen = list(placed(("cards",), cards))
    names = [player for player, _ in stated]
    for at, (player, melds) in enumerate(stated):
        if player in names[:at]:
            faults.append(Fault(("table", at, "player"), f"{player} is here twice"))
        for index, shown in enumerate(melds):
            seen += placed(shown.cards_path, shown.cards)
            absent = deck_faults(shown.placed(), table, copies=False)
            judgement = None if absent else check_meld(shown, table)
            if judgement and judgement.meld:
                found.append(table_meld(player, index, judgement.meld, table))
            elif judgement:
                why = "; ".join(violation.message for violation in judgement.violations)
                faults.append(Fault(shown.path, f"this can't lie on the table: {why}"))
            else:
                faults += absent
    refuse(dict.fromkeys([*faults, *deck_faults(seen, table)]))
    return tuple(found)

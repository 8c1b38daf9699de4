"""Action faults: names and cards of an action, or of a question on a match, that are impossible."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from service.rules.faults import Fault, FaultCode, fault
from service.rules.hand.meld_check import ShownMeld, check_meld, shown_with_subjects
from service.rules.hand.melds import Meld
from service.rules.match.actions import (
    Action,
    CloseAction,
    DiscardAction,
    LayOffAction,
    LeaveAction,
    RejoinAction,
    ShowAction,
)
from service.rules.match.state import Phase, State
from service.rules.subjects import Part, Subject
from service.rules.table.deck_faults import StatedCard, deck_faults
from service.rules.table.table import Table


def name_faults(players: Sequence[str], lead: str | None) -> Iterator[Fault]:
    """Yield a fault for each repeated name, and for a lead who is not a player."""
    for position, name in enumerate(players):
        if name in players[:position]:
            subject = Subject(Part.PLAYER, position)
            yield fault(FaultCode.PLAYER_NAMED_TWICE, subject, player=name)
    if lead is not None and lead not in players:
        yield fault(FaultCode.PLAYER_UNKNOWN, Subject(Part.LEAD), player=lead)


def deal_faults(state: State) -> Iterator[Fault]:
    """Yield a fault if the next round cannot be dealt now."""
    if state.phase is not Phase.ROUND_OVER:
        phase = state.phase.value
        yield fault(FaultCode.STATE_ROUND_NOT_OVER, Subject(Part.PHASE), phase=phase)


def missing_result_faults(state: State) -> Iterator[Fault]:
    """Yield a fault if the match has no result of a round."""
    if state.result is None:
        phase = state.phase.value
        yield fault(FaultCode.STATE_NO_RESULT, Subject(Part.PHASE), phase=phase)


def showdown_phase_faults(state: State) -> Iterator[Fault]:
    """Yield a fault if no showdown is in progress."""
    if state.phase is not Phase.SHOWDOWN:
        phase = state.phase.value
        yield fault(FaultCode.STATE_NOT_IN_SHOWDOWN, Subject(Part.PHASE), phase=phase)


def viewer_faults(state: State, viewer: str | None) -> Iterator[Fault]:
    """Yield a fault if the viewer is not a player; None is an onlooker."""
    if viewer is not None and viewer not in state.names():
        yield fault(FaultCode.PLAYER_UNKNOWN, Subject(Part.ASKED_PLAYER), player=viewer)


def holder_faults(state: State, player: str) -> Iterator[Fault]:
    """Yield a fault if the player has no hand in the match."""
    if player not in state.names() or not state.player(player).cards:
        yield fault(FaultCode.STATE_PLAYER_WITHOUT_HAND, Subject(Part.ASKED_PLAYER), player=player)


def action_faults(state: State, action: Action) -> Iterator[Fault]:
    """Yield a fault for each impossible card or player in an action.

    Subjects of melds have no position.
    """
    if isinstance(action, RejoinAction | LeaveAction) and action.player not in state.names():
        yield fault(FaultCode.PLAYER_UNKNOWN, Subject(Part.ACTION_PLAYER), player=action.player)
    yield from deck_faults(_stated_cards(action), state.table, copies=False)


def _stated_cards(action: Action) -> Iterator[StatedCard]:
    """Yield each card of an action, with its subject."""
    if isinstance(action, DiscardAction):
        yield Subject(Part.ACTION_CARD), action.card
    if isinstance(action, CloseAction) and action.discard is not None:
        yield Subject(Part.DISCARD), action.discard
    if isinstance(action, CloseAction | ShowAction):
        yield from shown_with_subjects(action.melds or ())
    if isinstance(action, ShowAction | LayOffAction):
        for number, lay_off in enumerate(action.lay_offs or ()):
            yield Subject(Part.LAY_OFF_CARD, number=number), lay_off.card


def read_melds(
    shown: Sequence[ShownMeld], subject: Subject, table: Table
) -> tuple[tuple[Meld, ...], tuple[Fault, ...]]:
    """Return the melds that a state states, and the faults of those that are none.

    `subject` is that of the list of melds. A list of cards that is not a legal meld is omitted.
    """
    melds: list[Meld] = []
    faults: list[Fault] = []
    for number, meld in enumerate(shown):
        of_meld = replace(subject, number=number)
        if not set(meld.cards) <= table.copies.keys():
            faults.append(fault(FaultCode.STATE_MELD_CARDS, of_meld, cards=meld.cards))
            continue
        check = check_meld(meld, table, of_meld)
        if check.meld:
            melds.append(check.meld)
        else:
            facts = (("cards", meld.cards),)
            faults.append(Fault(FaultCode.STATE_NO_MELD, of_meld, facts, check.violations))
    return tuple(melds), tuple(faults)

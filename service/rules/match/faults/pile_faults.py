"""Pile faults: impossible stocks, discards and exhaustions of a match state."""

from collections.abc import Iterator

from service.rules.faults import Fault, FaultCode, fault
from service.rules.match.state import SCORED, Phase, Pile, State
from service.rules.subjects import Part, Subject
from service.rules.table.cards import HAND_SIZE
from service.rules.table.parameters import Reshuffle


def stock_faults(state: State, *, unplayed: bool) -> Iterator[Fault]:
    """Yield the faults of the stock and the exhaustions (rule book, "Exhaustion")."""
    rules, subject = state.table.rules.stock, Subject(Part.EXHAUSTIONS)
    ending_exhaustion, exhaustions = rules.ends_on_exhaustion, state.exhaustions
    exhausted = state.phase in SCORED and state.closer is None and not unplayed
    if exhausted and (ending_exhaustion is None or exhaustions != ending_exhaustion):
        yield fault(FaultCode.STATE_NOT_EXHAUSTED, subject)
    round_over = exhausted or state.phase is Phase.CANCELLED
    if ending_exhaustion is not None and exhaustions > ending_exhaustion - (not round_over):
        yield fault(FaultCode.STATE_EXHAUSTED_BEFORE, subject, last=ending_exhaustion)
    if state.phase is Phase.DRAW and not state.stock:
        if rules.reshuffle is Reshuffle.AFTER_TURN:
            yield fault(FaultCode.STATE_STOCK_EMPTY, Subject(Part.STOCK))
        if not state.discards:
            yield fault(FaultCode.STATE_NO_CARD_TO_DRAW, Subject(Part.STOCK))


def discard_faults(state: State, *, unplayed: bool) -> Iterator[Fault]:
    """Yield a fault if the discards or exhaustions are impossible for the number of turns.

    A turn adds one card to the discard pile if the player drew from the stock, and no card
    otherwise. So the number of ended turns limits the number of exhaustions, and before the first
    exhaustion also the size of the discard pile. Where the lead is dealt eight cards, the pile
    begins with the card that ends their first turn, without a draw.
    """
    turns = sum(player.turns for player in state.players) - (state.closer is not None)
    hands = sum(bool(player.cards) for player in state.players)
    cards_in_piles = len(state.table.deck) - HAND_SIZE * hands
    first_stock, kept = cards_in_piles - 1, int(state.table.rules.stock.keeps_top_discard)
    first, turns_with_draw = 1, turns
    if state.table.rules.turn.lead_gets_eight:
        first, turns_with_draw = int(turns > 0), max(0, turns - 1)
    if state.exhaustions and turns_with_draw < first_stock + (state.exhaustions - 1) * (
        cards_in_piles - kept
    ):
        yield fault(FaultCode.STATE_EXHAUSTED_TOO_OFTEN, Subject(Part.EXHAUSTIONS), turns=turns)
    if state.exhaustions or state.phase is Phase.CANCELLED:
        return
    taken_discard = int(state.drawn is not None and state.drawn.pile is Pile.DISCARDS)
    least, most = first - taken_discard, first + turns_with_draw - taken_discard
    may_have_taken = state.closer is not None and state.closer.discard is not None
    if may_have_taken or (unplayed and any(len(p.cards) > HAND_SIZE for p in state.players)):
        least = max(0, first - 1)
    discard_count = len(state.discards)
    if not least <= discard_count <= most:
        yield fault(
            FaultCode.STATE_DISCARDS,
            Subject(Part.DISCARDS),
            turns=turns,
            least=least,
            most=most,
            number=discard_count,
        )

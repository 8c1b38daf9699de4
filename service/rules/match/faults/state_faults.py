"""State check: the faults of a match state that a request gives.

The check detects impossible states. It does not detect a state that was altered but is possible.
"""

from collections import Counter
from collections.abc import Iterator

from service.rules.faults import Fault, FaultCode, fault
from service.rules.match.faults.pile_faults import discard_faults, stock_faults
from service.rules.match.faults.showdown_faults import showdown_presence_faults
from service.rules.match.faults.turn_faults import move_faults, turn_faults
from service.rules.match.state import (
    RUNNING,
    SCORED,
    TURN,
    Phase,
    Pile,
    State,
    StateDrawn,
    StatePlayer,
)
from service.rules.score.standings_faults import before_faults, standing_faults
from service.rules.subjects import Part, Subject
from service.rules.table.cards import HAND_SIZE
from service.rules.table.deck_faults import StatedCard, deck_faults, with_subjects
from service.rules.table.parameters import TieBreak

_MIN_PLAYERS = 2

_NONE_OR_SEVEN = (0, HAND_SIZE)
_SEVEN_OR_EIGHT = (HAND_SIZE, HAND_SIZE + 1)
_SIZES = {
    (0,): "none",
    (HAND_SIZE,): "seven",
    (HAND_SIZE + 1,): "eight",
    _NONE_OR_SEVEN: "none_or_seven",
    _SEVEN_OR_EIGHT: "seven_or_eight",
}
"""The values of the fact `sizes`, by the possible sizes of a hand."""


def state_faults(state: State, *, unplayed: bool = False) -> tuple[Fault, ...]:
    """Return every fault of a state, except those of its result and of an open showdown.

    See `check_result` and `showdown_faults`.

    With `unplayed` the result says that the match ended before the round did, because all players
    but one had left.
    """
    faults = (
        *_players(state),
        *_cards(state),
        *_hands(state, unplayed=unplayed),
        *_player_to_play(state),
        *turn_faults(state),
        *stock_faults(state, unplayed=unplayed),
        *discard_faults(state, unplayed=unplayed),
        *_totals(state),
        *move_faults(state),
        *showdown_presence_faults(state),
        *_closer(state),
    )
    return tuple(dict.fromkeys(faults))


def _players(state: State) -> Iterator[Fault]:
    names = state.names()
    for position, name in enumerate(names):
        if name in names[:position]:
            yield fault(FaultCode.PLAYER_NAMED_TWICE, Subject(Part.PLAYER, position), player=name)
    lead = Subject(Part.LEAD)
    if state.lead not in names:
        yield fault(FaultCode.PLAYER_UNKNOWN, lead, player=state.lead)
    elif (
        state.phase in RUNNING
        and state.player(state.lead).out
        and not state.player(state.lead).left
    ):
        yield fault(FaultCode.PLAYER_OUT, lead, player=state.lead)
    if state.phase in RUNNING and sum(not player.out for player in state.players) < _MIN_PLAYERS:
        yield fault(FaultCode.MATCH_OVER_LAST_PLAYER, Subject(Part.PLAYERS))


def _cards(state: State) -> Iterator[Fault]:
    """Yield a fault for each card that is not in exactly one place (rule book, "Stock")."""
    cards: list[StatedCard] = []
    for position, player in enumerate(state.players):
        cards += with_subjects(player.cards, Part.PLAYER_CARDS, position=position)
    cards += with_subjects(state.stock, Part.STOCK)
    cards += with_subjects(state.discards, Part.DISCARDS)
    if state.closer and state.closer.discard is not None:
        cards.append((Subject(Part.CLOSER_DISCARD), state.closer.discard))
    yield from deck_faults(cards, state.table)
    missing = Counter(state.table.deck) - Counter(card for _, card in cards)
    if missing:
        listed = tuple(missing.elements())
        yield fault(FaultCode.STATE_CARDS_MISSING, Subject(Part.STATE), cards=listed)


def _hands(state: State, *, unplayed: bool) -> Iterator[Fault]:
    for position, player in enumerate(state.players):
        sizes, size = _hand_sizes(state, player, unplayed=unplayed), len(player.cards)
        if size not in sizes:
            yield fault(
                FaultCode.STATE_HAND_SIZE,
                Subject(Part.PLAYER_CARDS, position),
                player=player.player,
                number=size,
                sizes=_SIZES[sizes],
            )
    hands = sum(bool(player.cards) for player in state.players)
    if state.phase in SCORED and hands < _MIN_PLAYERS:
        yield fault(FaultCode.STATE_TOO_FEW_HANDS, Subject(Part.PLAYERS))


def _hand_sizes(state: State, player: StatePlayer, *, unplayed: bool) -> tuple[int, ...]:
    """Return the possible sizes of a player's hand, in ascending order."""
    if player.left:
        return _NONE_OR_SEVEN
    if player.out:
        ended = state.phase in {*SCORED, Phase.CANCELLED} and not unplayed
        return _NONE_OR_SEVEN if ended else (0,)
    if state.phase is Phase.DISCARD and player.player == state.to_play:
        return (HAND_SIZE + (state.drawn is not None or state.lead_has_eight),)
    if unplayed or (
        state.phase is Phase.CANCELLED and (state.drawn or _may_have_eight(state, player))
    ):
        return _SEVEN_OR_EIGHT
    return (HAND_SIZE,)


def _may_have_eight(state: State, player: StatePlayer) -> bool:
    """Return whether a player in a cancelled match may hold the eight cards dealt to the lead."""
    first_turn = not any(other.turns for other in state.players)
    dealt_eight = state.table.rules.turn.lead_gets_eight and player.player == state.lead
    return dealt_eight and first_turn and state.closer is None


def _player_to_play(state: State) -> Iterator[Fault]:
    if state.phase in RUNNING:
        playing = [player.player for player in state.players if not player.out]
        if state.to_play not in playing:
            yield fault(FaultCode.STATE_NOBODY_TO_PLAY, Subject(Part.TO_PLAY))
    elif state.to_play is not None:
        subject, phase = Subject(Part.TO_PLAY), state.phase.value
        yield fault(FaultCode.STATE_SOMEBODY_TO_PLAY, subject, phase=phase)
    if state.drawn:
        yield from _drawn(state, state.drawn)
    elif state.phase is Phase.DISCARD and not state.lead_has_eight:
        yield fault(FaultCode.STATE_NOTHING_DRAWN, Subject(Part.DRAWN))
    if state.lead_has_eight and (state.drawn or state.phase is not Phase.DISCARD):
        part = Part.DRAWN if state.drawn else Part.PHASE
        yield fault(FaultCode.STATE_LEAD_HAS_EIGHT, Subject(part), player=state.lead)


def _drawn(state: State, drawn: StateDrawn) -> Iterator[Fault]:
    subject = Subject(Part.DRAWN)
    if state.phase not in {Phase.DISCARD, Phase.CANCELLED}:
        yield fault(FaultCode.STATE_DRAWN_NOT_NOW, subject, phase=state.phase.value)
        return
    holders = [player for player in state.players if len(player.cards) == HAND_SIZE + 1]
    if len(holders) != 1:
        yield fault(FaultCode.STATE_DRAWN_WITHOUT_EIGHT, subject)
    elif drawn.card not in holders[0].cards:
        subject, holder = Subject(Part.DRAWN_CARD), holders[0].player
        yield fault(FaultCode.STATE_DRAWN_NOT_HELD, subject, player=holder, card=drawn.card)
    if drawn.pile is Pile.DISCARDS and not state.may_take_discard():
        yield fault(FaultCode.STATE_DRAWN_FIRST_DISCARD, Subject(Part.DRAWN_FROM))


def _totals(state: State) -> Iterator[Fault]:
    """Yield the faults of the totals and rejoins.

    After a scored round most of them are checked against its result; see `after_faults`.
    """
    rules = state.table.rules
    if not state.round_has_ended:
        yield from before_faults(state.match_before_round(), rules)
        if state.round == 1:
            yield from _first_round_faults(state)
        return
    ignore_totals = state.phase in SCORED or TieBreak.PLAY_ON in rules.match.tie_breaks
    for standing_fault in standing_faults(state.standings(), rules, ignore_totals=ignore_totals):
        if standing_fault.subject.part is not Part.PLAYER:
            yield standing_fault


def _first_round_faults(state: State) -> Iterator[Fault]:
    """Yield a fault for each total, rejoin, player out or play-off in round 1."""
    for position, player in enumerate(state.players):
        values = (
            (Part.PLAYER_TOTAL, player.total),
            (Part.PLAYER_REJOINS, player.rejoins),
            (Part.PLAYER_OUT, player.out and not player.left),
        )
        for part, value in values:
            if value:
                yield fault(FaultCode.STATE_SCORED_BEFORE_ROUND_1, Subject(part, position))
    if state.play_off:
        yield fault(FaultCode.STATE_PLAY_OFF_IN_ROUND_1, Subject(Part.PLAY_OFF))


def _closer(state: State) -> Iterator[Fault]:
    closer = state.closer
    if closer is None:
        return
    if state.phase in TURN:
        phase = state.phase.value
        yield fault(FaultCode.STATE_CLOSER_NOT_NOW, Subject(Part.CLOSER), phase=phase)
    if closer.discard is None and not state.table.rules.close.without_drawing:
        yield fault(FaultCode.STATE_CLOSER_DISCARD, Subject(Part.CLOSER_DISCARD))
    # A player who has left keeps cards, and could only have closed before.
    playing = {
        player.player
        for player in state.players
        if player.cards and not (player.left and state.phase is Phase.SHOWDOWN)
    }
    if state.phase in {*SCORED, Phase.SHOWDOWN} and closer.player not in playing:
        subject = Subject(Part.CLOSER_PLAYER)
        yield fault(FaultCode.STATE_CLOSER_WITHOUT_HAND, subject, player=closer.player)


def bound_faults(state: State, bound: int) -> Iterator[Fault]:
    """Yield a fault for each number of a state that exceeds `bound`, the limit for a request."""
    if max(state.round, state.exhaustions, state.moves) > bound:
        yield fault(FaultCode.STATE_TOO_MANY_ROUNDS, Subject(Part.ROUND), bound=bound)
    for position, player in enumerate(state.players):
        if abs(player.total) > bound or max(player.turns, player.rejoins) > bound:
            subject = Subject(Part.PLAYER_STATE, position)
            yield fault(FaultCode.STATE_NUMBERS_TOO_LARGE, subject, bound=bound)

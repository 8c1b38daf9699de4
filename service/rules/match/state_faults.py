"""State check: the faults of a match state that a request gives.

The check detects impossible states. It does not detect a state that was altered but is possible.
"""

from collections import Counter
from collections.abc import Iterator

from service.rules.faults import Fault, FaultCode, fault
from service.rules.match.state import RUNNING, SCORED, Phase, Pile, State, StateDrawn, StatePlayer
from service.rules.round.standings_faults import before_faults, standing_faults
from service.rules.subjects import Part, Subject
from service.rules.table.cards import HAND_SIZE
from service.rules.table.deck_faults import StatedCard, deck_faults, with_subjects
from service.rules.table.parameters import Reshuffle, Tie

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


def state_faults(state: State) -> tuple[Fault, ...]:
    """Return every fault of a state except those of its result; see `check_result`."""
    checks = (
        _players,
        _cards,
        _hands,
        _player_to_play,
        _turn_counts,
        _stock,
        _piles,
        _totals,
        _closer,
    )
    return tuple(dict.fromkeys(item for check in checks for item in check(state)))


def _players(state: State) -> Iterator[Fault]:
    names = state.names()
    for position, name in enumerate(names):
        if name in names[:position]:
            yield fault(FaultCode.PLAYER_NAMED_TWICE, Subject(Part.PLAYER, position), player=name)
    lead = Subject(Part.LEAD)
    if state.lead not in names:
        yield fault(FaultCode.PLAYER_UNKNOWN, lead, player=state.lead)
    elif state.phase in RUNNING and state.player(state.lead).out:
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
    if state.closer:
        cards.append((Subject(Part.CLOSER_DISCARD), state.closer.discard))
    yield from deck_faults(cards, state.table)
    missing = Counter(state.table.deck) - Counter(card for _, card in cards)
    if missing:
        listed = tuple(missing.elements())
        yield fault(FaultCode.STATE_CARDS_MISSING, Subject(Part.STATE), cards=listed)


def _hands(state: State) -> Iterator[Fault]:
    for position, player in enumerate(state.players):
        sizes, size = _hand_sizes(state, player), len(player.cards)
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


def _hand_sizes(state: State, player: StatePlayer) -> tuple[int, ...]:
    """Return the possible sizes of a player's hand, in ascending order."""
    if player.out:
        return _NONE_OR_SEVEN if state.phase in {*SCORED, Phase.CANCELLED} else (0,)
    if state.drawn and state.phase is Phase.DISCARD and player.player == state.to_play:
        return (HAND_SIZE + 1,)
    if state.drawn and state.phase is Phase.CANCELLED:
        return _SEVEN_OR_EIGHT
    return (HAND_SIZE,)


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
    elif state.phase is Phase.DISCARD:
        yield fault(FaultCode.STATE_NOTHING_DRAWN, Subject(Part.DRAWN))


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


def _turn_counts(state: State) -> Iterator[Fault]:
    """Yield a fault if the numbers of turns contradict the turn order.

    From the lead on, the first players may have ended one turn more than the others.
    """
    if state.lead not in state.names():
        return
    order = [state.player(state.lead), *state.turn_order_after(state.lead)]
    playing = [player for player in order if player.cards]
    if not playing:
        return
    if not order[0].cards:
        yield fault(FaultCode.STATE_LEAD_WITHOUT_HAND, Subject(Part.LEAD), player=state.lead)
        return
    turns = [player.turns for player in playing]
    ahead_count = turns.count(turns[0]) if turns[-1] < turns[0] else 0
    expected = [turns[0]] * ahead_count + [turns[0] - (ahead_count > 0)] * (
        len(turns) - ahead_count
    )
    if turns != expected:
        listed = tuple(str(number) for number in turns)
        yield fault(FaultCode.STATE_TURNS_UNEVEN, Subject(Part.PLAYERS), turns=listed)
        return
    names = [player.player for player in playing]
    if (
        state.phase in RUNNING
        and state.to_play in names
        and names.index(state.to_play) != ahead_count
    ):
        subject = Subject(Part.TO_PLAY)
        yield fault(FaultCode.STATE_NOT_NEXT_TO_PLAY, subject, player=names[ahead_count])
    if state.closer and state.closer.player in names:
        last_player = names[ahead_count - 1]
        if state.closer.player != last_player or not any(turns):
            subject = Subject(Part.CLOSER_PLAYER)
            yield fault(FaultCode.STATE_CLOSER_NOT_LAST, subject, player=last_player)
    for position, player in enumerate(state.players):
        if player.turns and not player.cards:
            subject = Subject(Part.PLAYER_TURNS, position)
            yield fault(FaultCode.STATE_TURNS_WITHOUT_HAND, subject, player=player.player)


def _stock(state: State) -> Iterator[Fault]:
    """Yield the faults of the stock and the exhaustions (rule book, "Exhaustion")."""
    rules, subject = state.table.rules.stock, Subject(Part.EXHAUSTIONS)
    ending_exhaustion, exhaustions = rules.ends_on_exhaustion, state.exhaustions
    exhausted = state.phase in SCORED and state.closer is None
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


def _piles(state: State) -> Iterator[Fault]:
    """Yield a fault if the discards or exhaustions are impossible for the number of turns.

    A turn adds one card to the discard pile if the player drew from the stock, and no card
    otherwise. So the number of ended turns limits the number of exhaustions, and before the first
    exhaustion also the size of the discard pile.
    """
    turns = sum(player.turns for player in state.players) - (state.closer is not None)
    hands = sum(bool(player.cards) for player in state.players)
    cards_in_piles = len(state.table.deck) - HAND_SIZE * hands
    first_stock, kept = cards_in_piles - 1, int(state.table.rules.stock.keeps_top_discard)
    if state.exhaustions and turns < first_stock + (state.exhaustions - 1) * (
        cards_in_piles - kept
    ):
        yield fault(FaultCode.STATE_EXHAUSTED_TOO_OFTEN, Subject(Part.EXHAUSTIONS), turns=turns)
    if state.exhaustions or state.phase is Phase.CANCELLED:
        return
    taken_discard = int(state.drawn is not None and state.drawn.pile is Pile.DISCARDS)
    least, most = 1 - taken_discard, 1 + turns - taken_discard
    if state.closer:
        least, most = 0, turns + 1
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
    ignore_totals = state.phase in SCORED or rules.match.tie is Tie.PLAY_ON
    for standing_fault in standing_faults(state.standings(), rules, ignore_totals=ignore_totals):
        if standing_fault.subject.part is not Part.PLAYER:
            yield standing_fault


def _first_round_faults(state: State) -> Iterator[Fault]:
    """Yield a fault for each total, rejoin, player out or play-off in round 1."""
    for position, player in enumerate(state.players):
        values = (
            (Part.PLAYER_TOTAL, player.total),
            (Part.PLAYER_REJOINS, player.rejoins),
            (Part.PLAYER_OUT, player.out),
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
    if state.phase in RUNNING:
        phase = state.phase.value
        yield fault(FaultCode.STATE_CLOSER_NOT_NOW, Subject(Part.CLOSER), phase=phase)
    playing = {player.player for player in state.players if player.cards}
    if state.phase in SCORED and closer.player not in playing:
        subject = Subject(Part.CLOSER_PLAYER)
        yield fault(FaultCode.STATE_CLOSER_WITHOUT_HAND, subject, player=closer.player)


def bound_faults(state: State, bound: int) -> Iterator[Fault]:
    """Yield a fault for each number of a state that exceeds `bound`, the limit for a request."""
    if max(state.round, state.exhaustions) > bound:
        yield fault(FaultCode.STATE_TOO_MANY_ROUNDS, Subject(Part.ROUND), bound=bound)
    for position, player in enumerate(state.players):
        if abs(player.total) > bound or max(player.turns, player.rejoins) > bound:
            subject = Subject(Part.PLAYER_STATE, position)
            yield fault(FaultCode.STATE_NUMBERS_TOO_LARGE, subject, bound=bound)

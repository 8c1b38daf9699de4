"""State check: everything in a stated match that cannot be.

It finds an impossible state, not a possible one that was altered.
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
"""The sizes that a hand may have, as a fact."""


def state_faults(state: State) -> tuple[Fault, ...]:
    """Every fault of a state, its result aside; see `result_check`."""
    checks = (_players, _cards, _hands, _turn, _turns, _stock, _piles, _totals, _closer)
    return tuple(dict.fromkeys(found for check in checks for found in check(state)))


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
    """Each card of the deck is in exactly one place (rule book, "Stock")."""
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
        sizes, number = _hand_sizes(state, player), len(player.cards)
        if number not in sizes:
            yield fault(
                FaultCode.STATE_HAND_SIZE,
                Subject(Part.PLAYER_CARDS, position),
                player=player.player,
                number=number,
                sizes=_SIZES[sizes],
            )
    hands = sum(bool(player.cards) for player in state.players)
    if state.phase in SCORED and hands < _MIN_PLAYERS:
        yield fault(FaultCode.STATE_TOO_FEW_HANDS, Subject(Part.PLAYERS))


def _hand_sizes(state: State, player: StatePlayer) -> tuple[int, ...]:
    """How many cards a player may have, ascending."""
    if player.out:
        return _NONE_OR_SEVEN if state.phase in {*SCORED, Phase.CANCELLED} else (0,)
    if state.drawn and state.phase is Phase.DISCARD and player.player == state.to_play:
        return (HAND_SIZE + 1,)
    if state.drawn and state.phase is Phase.CANCELLED:
        return _SEVEN_OR_EIGHT
    return (HAND_SIZE,)


def _turn(state: State) -> Iterator[Fault]:
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


def _turns(state: State) -> Iterator[Fault]:
    """Turn order: from the lead on, the first players may have ended one turn more."""
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
    ahead = turns.count(turns[0]) if turns[-1] < turns[0] else 0
    expected = [turns[0]] * ahead + [turns[0] - (ahead > 0)] * (len(turns) - ahead)
    if turns != expected:
        listed = tuple(str(number) for number in turns)
        yield fault(FaultCode.STATE_TURNS_UNEVEN, Subject(Part.PLAYERS), turns=listed)
        return
    names = [player.player for player in playing]
    if state.phase in RUNNING and state.to_play in names and names.index(state.to_play) != ahead:
        subject = Subject(Part.TO_PLAY)
        yield fault(FaultCode.STATE_NOT_NEXT_TO_PLAY, subject, player=names[ahead])
    if state.closer and state.closer.player in names:
        last = names[ahead - 1]
        if state.closer.player != last or not any(turns):
            subject = Subject(Part.CLOSER_PLAYER)
            yield fault(FaultCode.STATE_CLOSER_NOT_LAST, subject, player=last)
    for position, player in enumerate(state.players):
        if player.turns and not player.cards:
            subject = Subject(Part.PLAYER_TURNS, position)
            yield fault(FaultCode.STATE_TURNS_WITHOUT_HAND, subject, player=player.player)


def _stock(state: State) -> Iterator[Fault]:
    """The stock and the exhaustions (rule book, "Exhaustion")."""
    rules, subject = state.table.rules.stock, Subject(Part.EXHAUSTIONS)
    last, number = rules.ends_on_exhaustion, state.exhaustions
    exhausted = state.phase in SCORED and state.closer is None
    if exhausted and (last is None or number != last):
        yield fault(FaultCode.STATE_NOT_EXHAUSTED, subject)
    over = exhausted or state.phase is Phase.CANCELLED
    if last is not None and number > last - (not over):
        yield fault(FaultCode.STATE_EXHAUSTED_BEFORE, subject, last=last)
    if state.phase is Phase.DRAW and not state.stock:
        if rules.reshuffle is Reshuffle.AFTER_TURN:
            yield fault(FaultCode.STATE_STOCK_EMPTY, Subject(Part.STOCK))
        if not state.discards:
            yield fault(FaultCode.STATE_NO_CARD_TO_DRAW, Subject(Part.STOCK))


def _piles(state: State) -> Iterator[Fault]:
    """Each turn leaves one discard more if it drew from the stock, and as many if it did not.

    So the turns ended bound the discards until the first exhaustion, and the exhaustions always.
    """
    turns = sum(player.turns for player in state.players) - (state.closer is not None)
    hands = sum(bool(player.cards) for player in state.players)
    piles = len(state.table.deck) - HAND_SIZE * hands
    first, kept = piles - 1, int(state.table.rules.stock.keeps_top_discard)
    if state.exhaustions and turns < first + (state.exhaustions - 1) * (piles - kept):
        yield fault(FaultCode.STATE_EXHAUSTED_TOO_OFTEN, Subject(Part.EXHAUSTIONS), turns=turns)
    if state.exhaustions or state.phase is Phase.CANCELLED:
        return
    taken = int(state.drawn is not None and state.drawn.pile is Pile.DISCARDS)
    least, most = 1 - taken, 1 + turns - taken
    if state.closer:
        least, most = 0, turns + 1
    number = len(state.discards)
    if not least <= number <= most:
        yield fault(
            FaultCode.STATE_DISCARDS,
            Subject(Part.DISCARDS),
            turns=turns,
            least=least,
            most=most,
            number=number,
        )


def _totals(state: State) -> Iterator[Fault]:
    """Totals and rejoins before a round that is played; after one they follow from its result."""
    rules = state.table.rules
    if not state.round_has_ended:
        yield from before_faults(state.before(), rules)
        if state.round == 1:
            yield from _first_round(state)
        return
    lenient = state.phase in SCORED or rules.match.tie is Tie.PLAY_ON
    for found in standing_faults(state.standings(), rules, play_off=lenient):
        if found.subject.part is not Part.PLAYER:
            yield found


def _first_round(state: State) -> Iterator[Fault]:
    """A match begins at 0, with every player in."""
    for position, player in enumerate(state.players):
        stated_now = (
            (Part.PLAYER_TOTAL, player.total),
            (Part.PLAYER_REJOINS, player.rejoins),
            (Part.PLAYER_OUT, player.out),
        )
        for part, value in stated_now:
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
    """Numbers of a state that have grown beyond what a state can be sent with."""
    if max(state.round, state.exhaustions) > bound:
        yield fault(FaultCode.STATE_TOO_MANY_ROUNDS, Subject(Part.ROUND), bound=bound)
    for position, player in enumerate(state.players):
        if abs(player.total) > bound or max(player.turns, player.rejoins) > bound:
            subject = Subject(Part.PLAYER_STATE, position)
            yield fault(FaultCode.STATE_NUMBERS_TOO_LARGE, subject, bound=bound)

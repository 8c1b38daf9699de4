"""Consistency: everything in a stated match that cannot be, and where it stands.

It tells an impossible state, not a possible one that was altered.
"""

from collections import Counter
from collections.abc import Iterator, Sequence

from service.rules.errors import Fault, Path
from service.rules.match.state import RUNNING, SCORED, Phase, Pile, State, StateDrawn, StatePlayer
from service.rules.round.round_score import before_faults
from service.rules.round.standings import standing_faults
from service.rules.table.cards import Card
from service.rules.table.cards import HAND_SIZE
from service.rules.table.parameters import Reshuffle, Tie
from service.rules.table.table import deck_faults, placed
from service.rules.words import count_of

ROOT = "state"


def state_faults(state: State) -> tuple[Fault, ...]:
    """Every fault of a state, its result aside; paths begin at the state."""
    found = (
        Fault((ROOT, *fault.path), fault.detail)
        for find in (_players, _cards, _hands, _turn, _turns, _stock, _totals, _end)
        for fault in find(state)
    )
    return tuple(dict.fromkeys(found))


def _players(state: State) -> Iterator[Fault]:
    names = state.names()
    for index, name in enumerate(names):
        if name in names[:index]:
            yield Fault(("players", index, "player"), f"{name} is here twice")
    if state.lead not in names:
        yield Fault(("lead",), f"{state.lead} is not among the players")
    elif state.phase in RUNNING and state.player(state.lead).out:
        yield Fault(("lead",), f"{state.lead} is out")
    if state.phase in RUNNING and sum(not one.out for one in state.players) < 2:  # noqa: PLR2004 - one alone has won
        yield Fault(("players",), "fewer than two players are in, so the match is over")


def _cards(state: State) -> Iterator[Fault]:
    stated: list[tuple[Path, Card]] = []
    for index, one in enumerate(state.players):
        stated += placed(("players", index, "cards"), one.cards)
    stated += placed(("stock",), state.stock)
    stated += placed(("discards",), state.discards)
    if state.closer:
        stated.append((("closer", "discard"), state.closer.discard))
    yield from deck_faults(stated, state.table)
    missing = Counter(state.table.deck) - Counter(card for _, card in stated)
    if missing:
        names = " ".join(missing.elements())
        yield Fault((), f"these cards of the deck are nowhere: {names}")


def _hands(state: State) -> Iterator[Fault]:
    for index, one in enumerate(state.players):
        sizes = _sizes(state, one)
        if len(one.cards) not in sizes:
            wanted = " or ".join(str(size) for size in sorted(sizes))
            detail = f"{one.player} has {count_of(len(one.cards), 'card')} where {wanted} can be"
            yield Fault(("players", index, "cards"), detail)
    if state.phase in SCORED and sum(bool(one.cards) for one in state.players) < 2:  # noqa: PLR2004 - nobody plays alone
        yield Fault(("players",), "a round is played by two or more")


def _sizes(state: State, one: StatePlayer) -> set[int]:
    """How many cards a player may have."""
    if one.out:
        return {0, HAND_SIZE} if state.phase in {*SCORED, Phase.CANCELLED} else {0}
    if state.drawn and state.phase is Phase.DISCARD and one.player == state.to_play:
        return {HAND_SIZE + 1}
    if state.drawn and state.phase is Phase.CANCELLED:
        return {HAND_SIZE, HAND_SIZE + 1}
    return {HAND_SIZE}


def _turn(state: State) -> Iterator[Fault]:
    if state.phase in RUNNING:
        playing = [one.player for one in state.players if not one.out]
        if state.to_play not in playing:
            yield Fault(("to_play",), "a player who is in is to play")
    elif state.to_play is not None:
        yield Fault(("to_play",), f"nobody is to play in the phase {state.phase}")
    if state.drawn:
        yield from _drawn(state, state.drawn)
    elif state.phase is Phase.DISCARD:
        yield Fault(("drawn",), "who is to discard has drawn a card")


def _drawn(state: State, drawn: StateDrawn) -> Iterator[Fault]:
    if state.phase not in {Phase.DISCARD, Phase.CANCELLED}:
        yield Fault(("drawn",), f"nothing is drawn in the phase {state.phase}")
        return
    holders = [one for one in state.players if len(one.cards) == HAND_SIZE + 1]
    if len(holders) != 1:
        yield Fault(("drawn",), "one player holds eight cards when a card is drawn")
    elif drawn.card not in holders[0].cards:
        yield Fault(("drawn", "card"), f"{holders[0].player} doesn't hold {drawn.card}")
    may_take = state.table.rules.turn.may_take_first_discard or any(
        one.turns for one in state.players
    )
    if drawn.pile is Pile.DISCARDS and not may_take:
        yield Fault(("drawn", "from"), "the card turned up at the deal may not be taken")


def _turns(state: State) -> Iterator[Fault]:
    """From the lead on each has ended a turn more than those who are still to play, or as many."""
    if state.lead not in state.names():
        return
    order = [state.player(state.lead), *state.after(state.lead)]
    played = [one for one in order if one.cards]
    if not played:
        return
    if not state.player(state.lead).cards:
        yield Fault(("lead",), f"{state.lead} has no cards, so didn't lead this round")
        return
    turns = [one.turns for one in played]
    ended = turns.count(turns[0]) if turns[-1] < turns[0] else 0
    expected = [turns[0]] * ended + [turns[0] - (ended > 0)] * (len(turns) - ended)
    if turns != expected:
        detail = "in turn order from the lead nobody is a turn ahead of one before"
        yield Fault(("players",), f"{detail}: these are {turns}")
        return
    names = [one.player for one in played]
    if state.phase in RUNNING and state.to_play in names and names.index(state.to_play) != ended:
        yield Fault(("to_play",), f"by the turns played {names[ended]} is to play")
    if state.closer and state.closer.player in names:
        last = names[ended - 1] if ended else names[-1]
        if state.closer.player != last or not any(turns):
            yield Fault(("closer", "player"), f"by the turns played {last} played last")
    for index, one in enumerate(state.players):
        if one.turns and not one.cards:
            yield Fault(("players", index, "turns"), f"{one.player} has played no turn this round")


def _stock(state: State) -> Iterator[Fault]:
    rules = state.table.rules.stock
    last, count = rules.ends_on_exhaustion, state.exhaustions
    exhausted = state.phase in SCORED and state.closer is None
    if exhausted and (last is None or count != last):
        yield Fault(("exhaustions",), "this round has no closer, and was not exhausted")
    over = exhausted or state.phase is Phase.CANCELLED
    if last is not None and count > last - (not over):
        yield Fault(("exhaustions",), f"exhaustion {last} would have ended the round")
    after_turn = rules.reshuffle is Reshuffle.AFTER_TURN
    if state.phase is Phase.DRAW and after_turn and not state.stock:
        yield Fault(("stock",), "an empty stock is made anew when the turn ends")
    if state.phase is Phase.DRAW and not state.stock and not state.discards:
        yield Fault(("stock",), "there is no card to draw")
    yield from _piles(state)


def _piles(state: State) -> Iterator[Fault]:
    """Each turn leaves one discard more if it drew from the stock, and as many if it did not.

    So the turns ended bound the discards until the first exhaustion, and the exhaustions always.
    """
    turns = sum(one.turns for one in state.players) - (state.closer is not None)
    players = sum(bool(one.cards) for one in state.players)
    piles = len(state.table.deck) - HAND_SIZE * players
    first, kept = piles - 1, int(state.table.rules.stock.keeps_top_discard)
    if state.exhaustions and turns < first + (state.exhaustions - 1) * (piles - kept):
        yield Fault(("exhaustions",), f"after {turns} turns the stock was not empty so often")
    if state.exhaustions or state.phase is Phase.CANCELLED:
        return
    taken = int(state.drawn is not None and state.drawn.pile is Pile.DISCARDS)
    least, most = 1 - taken, 1 + turns - taken
    if state.closer:
        least, most = 0, turns + 1
    if not least <= len(state.discards) <= most:
        detail = f"after {turns} turns there are {least} to {most} discards"
        yield Fault(("discards",), f"{detail}, not {len(state.discards)}")


def _totals(state: State) -> Iterator[Fault]:
    """Totals and rejoins before a round that is played; after one they follow from its result."""
    rules = state.table.rules
    if not state.round_has_ended:
        yield from before_faults(state.before(), rules)
        if state.round == 1:
            yield from _fresh(state)
        return
    lenient = state.phase in SCORED or rules.match.tie is Tie.PLAY_ON
    for fault in standing_faults(state.standings(), rules, play_off=lenient):
        if fault.path[-1] != "player":
            yield fault


def bound_faults(state: State, bound: int) -> Iterator[Fault]:
    """Numbers of a state that have grown beyond what a state can be sent with."""
    if max(state.round, state.exhaustions) > bound:
        yield Fault((ROOT, "round"), f"rounds and exhaustions are counted to {bound}")
    for index, one in enumerate(state.players):
        if abs(one.total) > bound or max(one.turns, one.rejoins) > bound:
            detail = f"totals, turns and rejoins are counted to {bound}"
            yield Fault((ROOT, "players", index), detail)


def _fresh(state: State) -> Iterator[Fault]:
    """A match begins at 0, with everybody in."""
    for index, one in enumerate(state.players):
        for name, value in (("total", one.total), ("rejoins", one.rejoins), ("out", one.out)):
            if value:
                yield Fault(("players", index, name), "nothing has been scored before round 1 ends")
    if state.play_off:
        yield Fault(("play_off",), "round 1 is no play-off")


def _end(state: State) -> Iterator[Fault]:
    closer = state.closer
    if state.phase not in SCORED:
        if closer and state.phase in RUNNING:
            yield Fault(("closer",), f"nobody has closed in the phase {state.phase}")
        return
    if closer and closer.player not in _names_with_cards(state.players):
        yield Fault(("closer", "player"), f"{closer.player} has no hand in this round")


def _names_with_cards(players: Sequence[StatePlayer]) -> set[str]:
    return {one.player for one in players if one.cards}

"""Actions: what may be done in a state, why something may not, and the state after it.

`check` tells every violation, `listed` every action without one, `apply` does what `check` allows.
"""

from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from service.rules.cards import Card, in_order
from service.rules.closing import CloseVerdict, Closing, best_closing, judge_close
from service.rules.dealing import next_deal
from service.rules.errors import Path
from service.rules.events import Event, EventType, of_showdown, of_summary
from service.rules.parameters import Reshuffle
from service.rules.seats import Entrant, GivenLayOff
from service.rules.showdown import Showdown, showdown
from service.rules.shown import Shown
from service.rules.shuffle import stock_of
from service.rules.standings import check_rejoin, rejoined
from service.rules.state import RUNNING, SCORED, Closed, Drawn, Phase, Pile, State
from service.rules.summary import Summary, score_hands
from service.rules.verdict import Code, Violation


class Draw(Struct, frozen=True):
    """The player to play draws a card."""

    pile: Pile
    player: str | None = None


class Discard(Struct, frozen=True):
    """The player to play ends the turn with a card face up."""

    card: Card
    player: str | None = None


class Chosen(Struct, frozen=True):
    """What an opponent shows and lays off by hand; what is None the service chooses."""

    player: str
    path: Path
    melds: tuple[Shown, ...] | None = None
    lay_offs: tuple[GivenLayOff, ...] | None = None


class Close(Struct, frozen=True):
    """The player to play ends the round with a card face down."""

    discard: Card
    melds: tuple[Shown, ...] | None = None
    opponents: tuple[Chosen, ...] = ()
    player: str | None = None


class Rejoin(Struct, frozen=True):
    """A player whom the round has put out comes back."""

    player: str


class Deal(Struct, frozen=True):
    """The next round is dealt."""


class Cancel(Struct, frozen=True):
    """The room cancels the match; nobody gets points."""


Action = Draw | Discard | Close | Rejoin | Deal | Cancel
Step = tuple[State, list[Event]]


class IllegalActionError(Exception):
    """An action that the rules forbid; it has the violations."""

    def __init__(self, violations: Sequence[Violation]) -> None:
        self.violations = tuple(violations)
        super().__init__("; ".join(violation.message for violation in violations))


def check(state: State, action: Action) -> tuple[Violation, ...]:
    """Everything that forbids an action now; none, and it is legal."""
    match action:
        case Draw():
            return tuple(_draw(state, action))
        case Discard():
            return tuple(_discard(state, action))
        case Close():
            return tuple(_close(state, action))
        case Rejoin():
            return tuple(_rejoin(state, action))
        case Deal():
            return tuple(_in_phase(state, frozenset({Phase.ROUND_OVER}), "dealing"))
        case Cancel():
            return tuple(_in_phase(state, RUNNING | {Phase.ROUND_OVER}, "cancelling"))


def apply(state: State, action: Action) -> Step:
    """The state after an action, and what happened; `IllegalActionError` if the rules forbid it."""
    violations = check(state, action)
    if violations:
        raise IllegalActionError(violations)
    match action:
        case Draw():
            return _drawn(state, action)
        case Discard():
            return _discarded(state, action)
        case Close():
            return _closed(state, action)
        case Rejoin():
            return _rejoined(state, action)
        case Deal():
            return next_deal(state)
        case Cancel():
            cancelled = replace(state, phase=Phase.CANCELLED, to_play=None, result=None)
            return cancelled, [Event(EventType.CANCELLED)]


def listed(state: State) -> list[Action]:
    """Every action that is legal now; a close stands for all ways to show the same."""
    found: list[Action] = []
    if state.phase is Phase.DRAW:
        found += [Draw(pile) for pile in Pile]
    if state.phase is Phase.DISCARD and state.to_play:
        cards = dict.fromkeys(in_order(state.player(state.to_play).cards))
        found += [Discard(card) for card in cards]
        found += [Close(card) for card in cards]
    if state.phase is Phase.ROUND_OVER:
        found += [*(Rejoin(name) for name in state.names()), Deal()]
    found.append(Cancel())
    return [action for action in found if not check(state, action)]


def closings(state: State) -> list[tuple[Card, Closing]]:
    """What each close that is listed is worth, by its discard."""
    found = []
    for action in listed(state):
        if isinstance(action, Close):
            best = best_closing(_kept(state, action), state.table, state.moment(_turn_of(state)))
            if best:
                found.append((action.discard, best))
    return found


def _turn_of(state: State) -> str:
    assert state.to_play is not None  # noqa: S101 - so in every phase that asks
    return state.to_play


def _in_phase(
    state: State, phases: frozenset[Phase], what: str, code: Code = Code.ACTION_WRONG_PHASE
) -> Iterator[Violation]:
    if state.phase in {Phase.MATCH_OVER, Phase.CANCELLED}:
        yield Violation(Code.ACTION_MATCH_OVER, f"the match is {state.phase.replace('_', ' ')}")
    elif state.phase not in phases:
        yield Violation(code, f"{what} is not for the phase {state.phase}", ("action", "type"))


def _in_turn(
    state: State, phase: Phase, player: str | None, what: str, code: Code = Code.ACTION_WRONG_PHASE
) -> Iterator[Violation]:
    yield from _in_phase(state, frozenset({phase}), what, code)
    if player is not None and state.phase in RUNNING and player != state.to_play:
        message = f"{state.to_play} is to play, not {player}"
        yield Violation(Code.ACTION_NOT_YOUR_TURN, message, ("action", "player"), player=player)


def _draw(state: State, action: Draw) -> Iterator[Violation]:
    wrong = list(_in_turn(state, Phase.DRAW, action.player, "drawing"))
    yield from wrong
    if state.phase is not Phase.DRAW or action.pile is Pile.STOCK:
        return
    place = ("action", "from")
    if not state.discards:
        yield Violation(Code.DRAW_NO_DISCARDS, "there is no discard to take", place)
    elif not state.table.rules.turn.may_take_first_discard and not any(
        one.turns for one in state.players
    ):
        message = "the card that was turned up at the deal may not be taken"
        yield Violation(Code.DRAW_FIRST_DISCARD, message, place, state.discards[-1])


def _discard(state: State, action: Discard) -> Iterator[Violation]:
    yield from _in_turn(state, Phase.DISCARD, action.player, "discarding")
    if state.phase is Phase.DISCARD:
        place = ("action", "card")
        if action.card not in state.player(_turn_of(state)).cards:
            message = f"{state.to_play} doesn't hold {action.card}"
            yield Violation(Code.DISCARD_NOT_HELD, message, place, action.card)
        yield from _just_taken(state, action.card, place)


def _just_taken(state: State, card: Card, place: Path) -> Iterator[Violation]:
    """Two equal cards are interchangeable: who holds both may discard one after taking one."""
    drawn, held = state.drawn, state.player(_turn_of(state)).cards
    if (
        drawn
        and drawn.pile is Pile.DISCARDS
        and drawn.card == card
        and held.count(card) == 1
        and not state.table.rules.turn.may_discard_taken_card
    ):
        message = f"{card} was just taken from the discards"
        yield Violation(Code.DISCARD_JUST_TAKEN, message, place, card)


def _kept(state: State, action: Close) -> tuple[Card, ...]:
    kept = list(state.player(_turn_of(state)).cards)
    kept.remove(action.discard)
    return tuple(kept)


def _close(state: State, action: Close) -> Iterator[Violation]:
    yield from _in_turn(state, Phase.DISCARD, action.player, "closing", Code.CLOSE_NOT_NOW)
    if state.phase is not Phase.DISCARD:
        return
    player = _turn_of(state)
    held, moment = state.player(player).cards, state.moment(player)
    verdict = judge_close(held, action.discard, action.melds, state.table, moment)
    yield from (_of_action(violation) for violation in verdict.violations)
    yield from _just_taken(state, action.discard, ("action", "discard"))
    if not verdict.violations and action.opponents:
        shown = _shown_down(state, action)
        for end in shown.opponents:
            yield from end.violations


def judge_close_now(state: State, close: Close) -> CloseVerdict:
    """Judge a close of the player to play; paths are those of `/close`."""
    if state.phase is not Phase.DISCARD:
        message = f"one closes when discarding, not in the phase {state.phase}"
        return CloseVerdict(
            (Violation(Code.CLOSE_NOT_NOW, message, ("state", "phase")),), None, None, None
        )
    player = _turn_of(state)
    held, moment = state.player(player).cards, state.moment(player)
    verdict = judge_close(held, close.discard, close.melds, state.table, moment)
    violations = (
        *(_at_state(violation) for violation in verdict.violations),
        *_just_taken(state, close.discard, ("discard",)),
    )
    closing = None if violations else verdict.closing
    return replace(verdict, violations=violations, closing=closing)


def _at_state(violation: Violation) -> Violation:
    """A violation at the state where it has to do with turn or total, which come from there."""
    if violation.path and violation.path[0] in {"turn", "total"}:
        return replace(violation, path=("state",))
    return violation


def _of_action(violation: Violation) -> Violation:
    """A violation of a close with its place in the action: turn and total come from the state."""
    if violation.path == ("discard",):
        return replace(violation, path=("action", "discard"))
    return _at_state(violation)


def _entrants(state: State, action: Close) -> tuple[Entrant, list[Entrant]]:
    player = _turn_of(state)
    chosen = {one.player: one for one in action.opponents}
    closer = Entrant(player, _kept(state, action), ("action",), action.melds)
    opponents = []
    for one in state.after(player):
        if not one.out:
            by_hand = chosen.get(one.player)
            path: Path = by_hand.path if by_hand else ("state", "players")
            melds = by_hand.melds if by_hand else None
            lay_offs = by_hand.lay_offs if by_hand else None
            opponents.append(Entrant(one.player, one.cards, path, melds, lay_offs))
    return closer, opponents


def _shown_down(state: State, action: Close) -> Showdown:
    closer, opponents = _entrants(state, action)
    return showdown(closer, opponents, state.table, state.moment(closer.player))


def _rejoin(state: State, action: Rejoin) -> Iterator[Violation]:
    place = ("action", "player")
    if state.phase in {Phase.MATCH_OVER, Phase.CANCELLED}:
        yield Violation(Code.REJOIN_MATCH_OVER, "the match is over", place, player=action.player)
        return
    seats, rules = len(state.players), state.table.rules
    yield from (
        replace(violation, path=place)
        for violation in check_rejoin(state.standings(), action.player, rules, seats)
    )
    one, status = state.player(action.player), state.result and state.result.status
    if state.phase not in SCORED or (one.out and not one.cards) or (status and status.tied):
        message = f"{action.player} may rejoin in the summary of the round that put {action.player}"
        yield Violation(Code.REJOIN_TOO_LATE, f"{message} out", place, player=action.player)


def _drawn(state: State, action: Draw) -> Step:
    events: list[Event] = []
    player = _turn_of(state)
    if action.pile is Pile.STOCK and not state.stock:
        state, events = _exhausted(state)
        if state.phase is not Phase.DRAW:
            return state, events
    pile = state.stock if action.pile is Pile.STOCK else state.discards
    card, left = pile[-1], pile[:-1]
    one = state.player(player)
    after = replace(
        state.with_player(replace(one, cards=(*one.cards, card))),
        phase=Phase.DISCARD,
        drawn=Drawn(action.pile, card),
        stock=left if action.pile is Pile.STOCK else state.stock,
        discards=left if action.pile is Pile.DISCARDS else state.discards,
    )
    seen = {"card": card}
    told = {"from": action.pile} | (seen if action.pile is Pile.DISCARDS else {})
    secret = seen if action.pile is Pile.STOCK else {}
    return after, [*events, Event(EventType.DREW, player, told, secret)]


def _exhausted(state: State) -> Step:
    """One exhaustion more: a new stock from the discards, or the end of the round."""
    rules, count = state.table.rules.stock, state.exhaustions + 1
    state = replace(state, exhaustions=count)
    if count == rules.ends_on_exhaustion:
        entrants = [
            Entrant(one.player, one.cards, ("state", "players"))
            for one in (state.player(state.lead), *state.after(state.lead))
            if not one.out
        ]
        summary = score_hands(state.before(), None, entrants, state.table)
        return _scored(state, summary, exhausted=True)
    kept = state.discards[-1:] if rules.keeps_top_discard else ()
    shuffled = state.discards[: len(state.discards) - len(kept)]
    stock = stock_of(shuffled, state.seed, state.round, count)
    event = Event(EventType.RESHUFFLED, told={"count": len(stock), "kept": len(kept)})
    return replace(state, stock=stock, discards=kept), [event]


def _discarded(state: State, action: Discard) -> Step:
    player = _turn_of(state)
    one = state.player(player)
    held = list(one.cards)
    held.remove(action.card)
    ended = replace(
        state.with_player(replace(one, cards=tuple(held), turns=one.turns + 1)),
        phase=Phase.DRAW,
        to_play=state.next_in(player),
        drawn=None,
        discards=(*state.discards, action.card),
    )
    events = [Event(EventType.DISCARDED, player, {"card": action.card})]
    if not ended.stock and ended.table.rules.stock.reshuffle is Reshuffle.AFTER_TURN:
        ended, more = _exhausted(ended)
        events += more
    return ended, events


def _closed(state: State, action: Close) -> Step:
    player = _turn_of(state)
    one = state.player(player)
    closer, opponents = _entrants(state, action)
    summary = score_hands(state.before(), closer, opponents, state.table)
    end = summary.showdown.closer if summary.showdown else None
    closing = end.closing if end else None
    melds = closing.melds if closing else ()
    ended = replace(
        state.with_player(replace(one, cards=closer.cards, turns=one.turns + 1)),
        closer=Closed(player, action.discard, melds),
    )
    event = Event(EventType.CLOSED, player, {"closing": closing}, {"discard": action.discard})
    after, events = _scored(ended, summary, exhausted=False)
    return after, [event, *events]


def _scored(state: State, summary: Summary, *, exhausted: bool) -> Step:
    """The state when a round has been scored, with everybody's new total."""
    by_player = {score.player: score for score in summary.scores}
    status = summary.status
    players = tuple(
        replace(one, total=by_player[one.player].after, out=by_player[one.player].out)
        for one in state.players
    )
    after = replace(
        state,
        phase=Phase.MATCH_OVER if status and status.over else Phase.ROUND_OVER,
        to_play=None,
        drawn=None,
        players=players,
        result=summary,
    )
    shown = list(of_showdown(summary.showdown)) if summary.showdown else []
    return after, [*shown, *of_summary(summary, exhausted=exhausted)]


def _rejoined(state: State, action: Rejoin) -> Step:
    standings = rejoined(state.standings(), action.player, state.table.rules)
    back = next(one for one in standings if one.player == action.player)
    one = state.player(action.player)
    after = state.with_player(replace(one, total=back.total, rejoins=back.rejoins, out=back.out))
    return after, [Event(EventType.REJOINED, action.player, {"total": back.total})]

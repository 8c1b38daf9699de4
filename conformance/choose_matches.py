"""Players for the matches of the set: what each match is to show, and how it is played.

A plan and a seed always give the same match, because the players have no chance of their own.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from service.rules.hand.best_melding import best_melding
from service.rules.hand.evaluation import choices
from service.rules.match.actions import (
    Action,
    CloseAction,
    DealAction,
    DiscardAction,
    DrawAction,
    LeaveAction,
    RejoinAction,
)
from service.rules.match.dealing import first_deal
from service.rules.match.legal_actions import LegalActions, legal_actions
from service.rules.match.play import play
from service.rules.match.state import ENDED, Phase, Pile, State
from service.rules.table.parameters import TieBreak
from service.rules.table.profiles import PROFILES
from service.rules.table.table import table_of

NAMES = ["ana", "ben", "eva", "leo", "mar", "noa"]
MOST_ACTIONS = 1500
MOST_SEEDS = 200


@dataclass(frozen=True)
class Plan:
    """How a match is played; it must show everything that `shows` names."""

    table: str
    number: int
    seats: int
    lead: str | None
    shows: frozenset[str]
    idles: bool = False
    leaves: bool = False
    ties: bool = False

    @property
    def name(self) -> str:
        """The name of the match."""
        return f"{self.table}-{self.number}"


@dataclass(frozen=True)
class ChosenMatch:
    """A match that shows what its plan asks for."""

    plan: Plan
    seed: str
    actions: tuple[Action, ...]
    shows: tuple[str, ...]


def plans() -> Iterator[Plan]:
    """Yield three plans for each built-in table."""
    for table, rules in PROFILES.items():
        least, most = rules.players.min, rules.players.max
        returns = {"close", "rejoin"} if rules.rejoin.max != 0 else {"close"}
        yield Plan(table, 1, max(least, 3), NAMES[0], frozenset(returns))
        if TieBreak.PLAY_ON in rules.match.tie_breaks:
            yield Plan(table, 2, least, None, frozenset({"play-off", "reshuffle"}), ties=True)
        else:
            ends = rules.stock.ends_on_exhaustion is not None
            shows = frozenset({"exhaustion" if ends else "reshuffle"})
            yield Plan(table, 2, least, None, shows, idles=True)
        yield Plan(table, 3, min(most, 5), None, frozenset({"leave", "close"}), leaves=True)


def chosen(plan: Plan) -> ChosenMatch:
    """Return the match of the first seed that shows what the plan asks for."""
    for attempt in range(1, MOST_SEEDS + 1):
        seed = f"conformance {plan.name} {attempt}"
        match = _played(plan, seed)
        if match and plan.shows <= set(match.shows):
            return match
    raise LookupError(f"none of {MOST_SEEDS} seeds shows {sorted(plan.shows)} at {plan.name}")


def _played(plan: Plan, seed: str) -> ChosenMatch | None:
    """Return the match of a seed, or None if it takes too long."""
    names = NAMES[: plan.seats]
    table = table_of(PROFILES[plan.table], plan.seats)
    state = first_deal(table, names, seed, plan.lead).state
    actions: list[Action] = []
    shows: set[str] = set()
    while state.phase not in ENDED:
        if len(actions) == MOST_ACTIONS:
            return None
        action = _next_action(plan, state)
        after = play(state, action).state
        shows |= set(_shown(state, action, after))
        actions.append(action)
        state = after
    return ChosenMatch(plan, seed, tuple(actions), tuple(sorted(shows)))


def _shown(before: State, action: Action, after: State) -> Iterator[str]:
    """Yield what this step of a match shows."""
    if isinstance(action, CloseAction):
        yield "close"
    if isinstance(action, RejoinAction):
        yield "rejoin"
    if isinstance(action, LeaveAction):
        yield "leave"
    if after.exhaustions > before.exhaustions:
        ends = after.phase not in {Phase.DRAW, Phase.DISCARD}
        yield "exhaustion" if ends else "reshuffle"
    if after.play_off:
        yield "play-off"


def _next_action(plan: Plan, state: State) -> Action:
    listed = legal_actions(state)
    leaving = _leaving(state) if plan.leaves else None
    if leaving:
        return leaving
    if state.phase is Phase.ROUND_OVER:
        return next(_rejoins(state, listed), DealAction())
    closing = None if _idles(plan, state) else _close(plan, state, listed)
    if closing:
        return closing
    if state.phase is Phase.DRAW:
        return DrawAction(Pile.DISCARDS if _takes_discard(plan, state, listed) else Pile.STOCK)
    return _discard(plan, state, listed)


def _leaving(state: State) -> LeaveAction | None:
    """Ben leaves after drawing in round 2, and ana after round 3, if enough are in."""
    players_in = [player.player for player in state.players_in()]
    drew = state.phase is Phase.DISCARD and state.to_play == NAMES[1]
    if state.round == 2 and drew and len(players_in) > 2:  # noqa: PLR2004 - two are enough
        return LeaveAction(NAMES[1])
    after_third = state.phase is Phase.ROUND_OVER and state.round == 3  # noqa: PLR2004 - as above
    if after_third and NAMES[0] in players_in and len(players_in) > 2:  # noqa: PLR2004 - as above
        return LeaveAction(NAMES[0])
    return None


def _rejoins(state: State, listed: LegalActions) -> Iterator[RejoinAction]:
    """Yield the rejoins of players who rejoin for the first time."""
    for action in listed.actions:
        if isinstance(action, RejoinAction) and not state.player(action.player).rejoins:
            yield action


def _idles(plan: Plan, state: State) -> bool:
    """Return whether all only draw and discard, until the stock has been exhausted."""
    if not plan.idles or state.round > 1:
        return False
    ends = state.table.rules.stock.ends_on_exhaustion
    return ends is not None or not state.exhaustions


def _close(plan: Plan, state: State, listed: LegalActions) -> CloseAction | None:
    """Return the best close; where a tie is wanted, one that ties or doesn't end the match."""
    closes = [CloseAction(option.discard) for option in listed.closings]
    if not plan.ties or state.play_off:
        return closes[0] if closes else None
    for close in closes:
        result = play(state, close).state.result
        if result and result.status and result.status.tied:
            return close
    for close in closes:
        if play(state, close).state.phase not in ENDED:
            return close
    return None


def _takes_discard(plan: Plan, state: State, listed: LegalActions) -> bool:
    """Return whether the top discard leaves the player with fewer points than they have."""
    if DrawAction(Pile.DISCARDS) not in listed.actions or _idles(plan, state):
        return False
    cards, table = state.player_to_play().cards, state.table
    best = choices((*cards, state.discards[-1]), table, state.close_context(state.to_play or ""))[0]
    return best.unmatched_points < best_melding(cards, table).unmatched_points


def _discard(plan: Plan, state: State, listed: LegalActions) -> DiscardAction:
    """Return the discard that leaves the fewest points; who idles discards the drawn card."""
    allowed = [action.card for action in listed.actions if isinstance(action, DiscardAction)]
    if _idles(plan, state) and state.drawn and state.drawn.card in allowed:
        return DiscardAction(state.drawn.card)
    context = state.close_context(state.to_play or "")
    best = choices(state.player_to_play().cards, state.table, context)
    return DiscardAction(next(one.discard for one in best if one.discard in allowed))

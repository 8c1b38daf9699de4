"""Entry to a match: what of names and cards that somebody states when playing cannot be."""

from collections.abc import Iterator, Sequence

from service.rules.errors import Fault, Path
from service.rules.match.actions import Action, CloseAction, DiscardAction, RejoinAction
from service.rules.match.state import State
from service.rules.table.cards import Card
from service.rules.table.table import deck_faults


def name_faults(players: Sequence[str], lead: str | None) -> Iterator[Fault]:
    """Names twice, and a lead who doesn't play."""
    for index, name in enumerate(players):
        if name in players[:index]:
            yield Fault(("players", index), f"{name} is here twice")
    if lead is not None and lead not in players:
        yield Fault(("lead",), f"{lead} is not among the players")


def action_faults(state: State, action: Action, path: Path) -> Iterator[Fault]:
    """Cards that the deck hasn't, and players who aren't there; `path` leads to the action."""
    cards: list[tuple[Path, Card]] = []
    if isinstance(action, DiscardAction):
        cards.append(((*path, "card"), action.card))
    elif isinstance(action, CloseAction):
        cards.append(((*path, "discard"), action.discard))
        for shown in action.melds or ():
            cards += shown.placed()
        yield from _opponent_faults(state, action, path)
        for chosen in action.opponents:
            for shown in chosen.melds or ():
                cards += shown.placed()
            cards += (((*given.path, "card"), given.card) for given in chosen.lay_offs or ())
    elif isinstance(action, RejoinAction) and action.player not in state.names():
        yield Fault((*path, "player"), f"{action.player} is not among the players")
    yield from deck_faults(cards, state.table, copies=False)


def _opponent_faults(state: State, action: CloseAction, path: Path) -> Iterator[Fault]:
    seen: set[str] = set()
    for index, chosen in enumerate(action.opponents):
        name, place = chosen.player, (*path, "opponents", index, "player")
        if name in seen:
            yield Fault(place, f"{name} is here twice")
        elif name not in state.names() or name == state.to_play:
            yield Fault(place, f"{name} is no opponent here")
        elif state.player(name).out:
            yield Fault(place, f"{name} is out")
        seen.add(name)

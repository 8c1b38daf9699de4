"""Stated views: reads the match in a request's view, with the hidden cards in any order.

Whatever a player may ask depends on what the player sees. So the hidden cards are dealt in the
fixed order to the hands and piles that lack them, and the match is then checked like any other.
"""

from collections import Counter
from collections.abc import Iterator

from msgspec import Struct

from service.api.answers.matches import view_answer
from service.api.operations.stated_matches import read_match
from service.api.requests.fields.rules import SentRules, read_rules
from service.api.requests.states import StatedCloser, StatedMatch
from service.api.requests.views import View
from service.rules.faults import Fault, FaultCode, ImpossibleError, fault, refuse_if_any
from service.rules.hand.meld_check import as_shown
from service.rules.match.faults.action_faults import viewer_faults
from service.rules.match.state import State, StateDrawn, StatePlayer
from service.rules.match.view import view as view_of
from service.rules.subjects import Part, Subject
from service.rules.table.cards import ALL_CARDS, HAND_SIZE, Card
from service.rules.table.deck_faults import deck_faults, with_subjects
from service.rules.table.table import Table


class SentView(Struct, frozen=True):
    """A match that agrees with a view; `player` is whose view it is, None for an onlooker."""

    rules: SentRules
    state: State
    player: str | None

    @property
    def is_to_play(self) -> bool:
        """True if the player of the view is the player to play."""
        return self.player is not None and self.player == self.state.to_play


def read_view(view: View) -> SentView:
    """Return a match that agrees with a view, or raise `ImpossibleError` with every fault."""
    rules = read_rules(view.rules)
    hidden = frozenset(player.player for player in view.players if player.cards is None)
    state = read_match(_completed(view, rules), hidden).state
    refuse_if_any(viewer_faults(state, view.player))
    seen = view_answer(view_of(state, view.player), rules.sent)
    unknown = {"seed_hash"} if view.seed is None else set()
    members = zip(View.__struct_fields__, View.__struct_encode_fields__, strict=True)
    refuse_if_any(
        fault(FaultCode.VIEW_DIFFERS, Subject(Part.VIEW, name=encoded))
        for name, encoded in members
        if name not in unknown and getattr(seen, name) != getattr(view, name)
    )
    return SentView(rules, state, view.player)


def read_own_view(view: View) -> tuple[SentView, str]:
    """Return a match that agrees with the view of a player, and the player.

    Raise `ImpossibleError` for the view of an onlooker too.
    """
    match = read_view(view)
    if match.player is None:
        raise ImpossibleError([fault(FaultCode.VIEW_OF_NOBODY, Subject(Part.ASKED_PLAYER))])
    return match, match.player


def _completed(view: View, rules: SentRules) -> StatedMatch:
    """Return the view as a state; raise `ImpossibleError` if its counts don't make the deck."""
    table = rules.table(len(view.players))
    known = {player.player: _known_cards(view, player.player) for player in view.players}
    hidden = list((Counter(table.deck) - Counter(_cards_seen(view, known))).elements())
    counts = [player.count - len(known[player.player]) for player in view.players]
    may_have_discarded = view.closer is not None and view.closer.discard is None
    left = len(hidden) - sum(counts) - view.stock
    if left not in ({0, 1} if may_have_discarded else {0}) or min(counts) < 0:
        raise ImpossibleError(_count_faults(view, table, -left))
    players = []
    for player, count in zip(view.players, counts, strict=True):
        cards = (*known[player.player], *hidden[:count])
        hidden = hidden[count:]
        players.append(
            StatePlayer(
                player.player,
                player.total,
                player.rejoins,
                player.out,
                player.left,
                player.turns,
                cards if player.cards is None else player.cards,
            )
        )
    stock, rest = tuple(hidden[: view.stock]), hidden[view.stock :]
    closer = None
    if view.closer:
        discard = rest[0] if rest else view.closer.discard
        melds = tuple(map(as_shown, view.closer.melds))
        closer = StatedCloser(view.closer.player, discard, melds)
    return StatedMatch(
        version=view.version,
        rules=rules,
        seed=view.seed or "",
        round=view.round,
        phase=view.phase,
        lead=view.lead,
        to_play=view.to_play,
        drawn=_drawn(view, players),
        players=tuple(players),
        stock=stock,
        discards=view.discards,
        exhaustions=view.exhaustions,
        play_off=view.play_off,
        moves=view.moves,
        showdown=view.showdown,
        shown=view.shown,
        pass_number=view.pass_number,
        closer=closer,
        result=view.result,
    )


def _known_cards(view: View, player: str) -> tuple[Card, ...]:
    """Return the cards that a player is known to hold."""
    seat = next(one for one in view.players if one.player == player)
    if seat.cards is not None:
        return seat.cards
    cards: list[Card] = []
    for shown in view.shown or ():
        if shown.player == player:
            cards += [card for meld in shown.melds for card in meld.cards]
            cards += [lay_off.card for lay_off in shown.lay_offs]
    if view.drawn and view.drawn.card and player == _drawer(view):
        cards.append(view.drawn.card)
    return tuple(cards)


def _drawer(view: View) -> str | None:
    """Return the player who has drawn: in a cancelled match, the player with eight cards."""
    if view.to_play is not None or not view.drawn:
        return view.to_play
    return next((one.player for one in view.players if one.count > HAND_SIZE), None)


def _cards_seen(view: View, known: dict[str, tuple[Card, ...]]) -> Iterator[Card]:
    for cards in known.values():
        yield from cards
    yield from view.discards
    if view.closer and view.closer.discard is not None:
        yield view.closer.discard


def _count_faults(view: View, table: Table, excess: int) -> Iterator[Fault]:
    size = len(table.deck)
    yield fault(FaultCode.VIEW_COUNTS, Subject(Part.STATE), number=size + excess, size=size)
    for position, player in enumerate(view.players):
        cards = with_subjects(player.cards or (), Part.PLAYER_CARDS, position=position)
        yield from deck_faults(cards, table)
    yield from deck_faults(with_subjects(view.discards, Part.DISCARDS), table)


def _drawn(view: View, players: list[StatePlayer]) -> StateDrawn | None:
    """Return the drawn card; a hidden one is the last of the hand."""
    if view.drawn is None:
        return None
    drawer = _drawer(view)
    hand = next((player.cards for player in players if player.player == drawer), ())
    card = view.drawn.card or (hand[-1] if hand else ALL_CARDS[0])
    return StateDrawn(view.drawn.pile, card)

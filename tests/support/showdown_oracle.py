"""The end of a round once more: slow, obvious, and sharing nothing with the service.

Written from the rule book alone, so that it can disagree with the service. A player's melding and
its lay-offs are found by trying every melding and every order of laying off. It trusts its caller:
the cards are in the deck, melds that are shown are legal and may close, and the rules are whole and
free of contradiction.

Cards, melds and rules are those of the oracle for melding. What the rule book leaves open is read
so:

- A player stops as soon as it has the fewest points that it can reach. A card without points is
  thus laid off only on the way there: where another needs it, or where it comes first in the order.
- ``onto`` ``closer`` means the closer's melds and no others, not even the player's own. For cards
  with points that is the same: what fits on a player's own meld, nobody else laying there, it
  would have melded.
- ``blocked_by_full_close`` ``all`` is no lay-off at all, on the player's own melds neither.
- Without ``wilds_may``, a wild card may still be laid in its own place: there it is natural.
- ``requires_own_meld`` asks for a meld among those that the player shows, also of the closer.
- Melds that the closer shows are put in the fixed order before they are counted. A meld keeps its
  index however it grows.
- The closer's melding is the best closing as it stands before anything is laid off.
- At the end by exhaustion everybody's melds are on the table, and nothing is laid off.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import Any, Literal

from support import melding_oracle
from support.melding_oracle import SUITS, Meld, MeldKey, Rules

Place = Literal["low", "high", "set"]
Cards = tuple[str, ...]
Melds = tuple[Meld, ...]
Worth = tuple[int, int, int, tuple[MeldKey, ...]]

PLACES: tuple[Place, ...] = ("low", "high", "set")


@dataclass(frozen=True)
class Step:
    """One card laid off: on which meld of whose, at which end of a run, in which pass (from 1)."""

    card: str
    owner: str
    meld: int
    place: Place
    pass_: int


@dataclass
class _Player:
    """What a player has shown, what it still holds, and what it has laid off."""

    name: str
    held: Cards
    melds: Melds = ()
    lay_offs: list[Step] = field(default_factory=list)


@dataclass(frozen=True)
class _Move:
    """A card that can go now, and what lies and what is held when it has gone.

    The owner is a number in turn order from the closer, who is 0.
    """

    owner: int
    meld: int
    place: Place
    card: str
    lies: tuple[Melds, ...]
    held: Cards


# The showdown


def showdown(
    closer: Mapping[str, Any] | None,
    opponents: Sequence[Mapping[str, Any]],
    rules: Rules,
    packs: int,
) -> dict[str, Any]:
    """Who shows what and lays off what when a round ends.

    ``closer`` is ``{player, cards, melds}``, ``melds`` None for the best closing, or None itself if
    the round ended by exhaustion. ``opponents``, each ``{player, cards}``, are in turn order from
    the closer.

    The answer: ``closer`` (a name or None), ``closing`` (as ``melding_oracle.closing``, or None),
    ``players`` in turn order from the closer, each ``{player, melds, lay_offs, unmatched,
    points}``, melds as shown and points of what is left, and ``table``, each ``{player, melds}``,
    as they lie at the end.
    """
    others = [_Player(one["player"], melding_oracle.in_order(one["cards"])) for one in opponents]
    if closer is None:
        for player in others:
            melds, unmatched, _ = melding_oracle.best(player.held, rules, packs)
            player.melds, player.held = melds, unmatched
        return _answer(None, others, tuple(player.melds for player in others), rules)

    closing = _closing(closer, rules, packs)
    first = _Player(closer["player"], closing["unmatched"], closing["melds"])
    players = [first, *others]
    lies: tuple[Melds, ...] = (first.melds,)
    for pass_ in count(1):
        already = sum(len(player.lay_offs) for player in players)
        for number, player in enumerate(players):
            if number == 0 and not rules["lay_off"]["closer_may"]:
                continue
            if number > 0 and pass_ == 1:
                player.melds = _best_melding(player.held, lies, closing, rules, packs)
                player.held = _without(player.held, player.melds)
                lies = (*lies, player.melds)
            lies = _lay_off(number, players, lies, pass_, closing, rules, packs)
        added = sum(len(player.lay_offs) for player in players) - already
        # After the first pass earlier players may use what later ones have shown.
        if rules["lay_off"]["passes"] == "one" or (pass_ > 1 and not added):
            break
    return _answer(closing, players, lies, rules)


def round_points(
    shown: Mapping[str, Any], closing: Mapping[str, Any] | None, rules: Rules
) -> dict[str, int]:
    """What each player adds for the round, from an answer of ``showdown`` and its closing.

    A full close and a chinchón have their score, 0 where it wins the match. Everybody else, also a
    closer who kept cards, adds the points of what is left unmatched.
    """
    added = {
        one["player"]: melding_oracle.points(one["unmatched"], rules) for one in shown["players"]
    }
    if closing is not None and closing["kind"] != "points":
        added[shown["closer"]] = 0 if closing["wins_match"] else closing["score"]
    return added


def _answer(
    closing: dict[str, Any] | None,
    players: Sequence[_Player],
    lies: tuple[Melds, ...],
    rules: Rules,
) -> dict[str, Any]:
    """All that the showdown tells."""
    return {
        "closer": None if closing is None else players[0].name,
        "closing": closing,
        "players": [
            {
                "player": player.name,
                "melds": list(player.melds),
                "lay_offs": list(player.lay_offs),
                "unmatched": player.held,
                "points": melding_oracle.points(player.held, rules),
            }
            for player in players
        ],
        "table": [
            {"player": player.name, "melds": list(melds)}
            for player, melds in zip(players, lies, strict=True)
        ],
    }


def _closing(closer: Mapping[str, Any], rules: Rules, packs: int) -> dict[str, Any]:
    """The best closing, or what the melds make that the closer shows.

    All seven melded as shown is a chinchón if the seven can be laid as one run, else a full close.
    """
    cards = melding_oracle.in_order(closer["cards"])
    if closer["melds"] is None:
        found = melding_oracle.closing(cards, rules, packs)
        if found is None:
            message = f"nobody may close with {' '.join(cards)}"
            raise ValueError(message)
        return found
    melds = tuple(sorted(closer["melds"], key=melding_oracle.key))
    unmatched = _without(cards, melds)
    cost = melding_oracle.points(unmatched, rules)
    kind, wilds = "points", 0
    score: Any = cost
    if not unmatched:
        kind, score = "full", rules["closing_score"]["full"]
        fewest_wilds = melding_oracle.fewest_wilds_of_one_run(cards, rules)
        if fewest_wilds is not None:
            kind, wilds = "chinchon", fewest_wilds
            with_wilds = rules["closing_score"]["chinchon_with_wilds"]
            scores = [rules["closing_score"]["chinchon"], *with_wilds]
            score = scores[min(wilds, len(scores) - 1)]
    return {
        "kind": kind,
        "melds": melds,
        "unmatched": unmatched,
        "unmatched_points": cost,
        "wilds": wilds,
        "score": None if score == "wins" else score,
        "wins_match": score == "wins",
    }


# A player's turn


def _best_melding(
    hand: Cards,
    lies: tuple[Melds, ...],
    closing: Mapping[str, Any],
    rules: Rules,
    packs: int,
) -> Melds:
    """The melding that leaves the fewest points after laying off, then the best by itself."""
    found: tuple[tuple[int, Worth], Melds] | None = None
    searches = {
        has_melds: _Search(rules, packs, _open(len(lies) + 1, has_melds, closing, rules))
        for has_melds in (False, True)
    }
    for melds, unmatched in melding_oracle.all_meldings(hand, rules, packs):
        search, table = searches[bool(melds)], (*lies, melds)
        if found is not None and search.at_least(table, unmatched) > found[0][0]:
            continue
        by_itself = (
            melding_oracle.points(unmatched, rules),
            len(unmatched),
            len(melds),
            tuple(melding_oracle.key(meld) for meld in melds),
        )
        rating = (search.fewest(table, unmatched), by_itself)
        if found is None or rating < found[0]:
            found = (rating, melds)
    return () if found is None else found[1]


def _lay_off(
    number: int,
    players: Sequence[_Player],
    lies: tuple[Melds, ...],
    pass_: int,
    closing: Mapping[str, Any],
    rules: Rules,
    packs: int,
) -> tuple[Melds, ...]:
    """The player lays off down to its fewest points; the table as it then lies."""
    player = players[number]
    search = _Search(rules, packs, _open(len(lies), bool(player.melds), closing, rules))
    for move in search.first_moves(lies, player.held):
        owner = players[move.owner].name
        player.lay_offs.append(Step(move.card, owner, move.meld, move.place, pass_))
        player.held, lies = move.held, move.lies
    return lies


def _open(owners: int, has_melds: bool, closing: Mapping[str, Any], rules: Rules) -> frozenset[int]:
    """On whose melds a player may lay off, of so many who have shown; with melds of its own or not.

    The closer is 0.
    """
    lay_off = rules["lay_off"]
    full = not closing["unmatched"]
    blocked = lay_off["blocked_by_full_close"] if full else "none"
    if not lay_off["allowed"] or blocked == "all":
        return frozenset()
    if lay_off["requires_own_meld"] and not has_melds:
        return frozenset()
    onto = range(1) if lay_off["onto"] == "closer" else range(owners)
    return frozenset(onto) - ({0} if blocked == "closer_melds" else set())


class _Search:
    """Every way for one player to lay off on the melds of some owners."""

    def __init__(self, rules: Rules, packs: int, owners: frozenset[int]) -> None:
        self.rules = rules
        self.packs = packs
        self.owners = owners
        self._fewest: dict[tuple[tuple[Melds, ...], Cards], int] = {}
        self._grown: dict[tuple[Meld, str], list[tuple[Place, Meld]]] = {}

    def moves(self, lies: tuple[Melds, ...], held: Cards) -> Iterator[_Move]:
        """Every card that can go now.

        The earlier owner comes first, then the lower meld, then low before high, then the lower
        card.
        """
        different_cards = melding_oracle.in_order(set(held))
        for owner, melds in enumerate(lies):
            if owner not in self.owners:
                continue
            for index, meld in enumerate(melds):
                for place in PLACES:
                    for card in different_cards:
                        grown = self._grown_at(meld, card, place)
                        if grown is not None:
                            melds_then = (*melds[:index], grown, *melds[index + 1 :])
                            lies_then = (*lies[:owner], melds_then, *lies[owner + 1 :])
                            at = held.index(card)
                            held_then = (*held[:at], *held[at + 1 :])
                            yield _Move(owner, index, place, card, lies_then, held_then)

    def fewest(self, lies: tuple[Melds, ...], held: Cards) -> int:
        """The fewest points that any order of laying off can leave."""
        known = self._fewest.get((lies, held))
        if known is None:
            further = [self.fewest(move.lies, move.held) for move in self.moves(lies, held)]
            known = min([melding_oracle.points(held, self.rules), *further])
            self._fewest[lies, held] = known
        return known

    def first_moves(self, lies: tuple[Melds, ...], held: Cards) -> list[_Move]:
        """Step by step the first move that still leads to the fewest points, until they are had."""
        goal = self.fewest(lies, held)
        steps: list[_Move] = []
        while melding_oracle.points(held, self.rules) > goal:
            steps.append(
                next(
                    move
                    for move in self.moves(lies, held)
                    if self.fewest(move.lies, move.held) == goal
                )
            )
            lies, held = steps[-1].lies, steps[-1].held
        return steps

    def at_least(self, lies: tuple[Melds, ...], held: Cards) -> int:
        """Points that are certain to be left: of cards for which no set or run is there.

        A wild may go anywhere, any other card only on a set of its rank or a run in its suit.
        """
        sets = {_rank_of_set(m) for own in lies for m in own if m.stands_for is None}
        runs = {m.stands_for[0][-1] for own in lies for m in own if m.stands_for is not None}
        stuck = [
            card
            for card in held
            if not melding_oracle.is_wild_card(card, self.rules)
            and melding_oracle.rank_of(card) not in sets
            and card[-1] not in runs
        ]
        return melding_oracle.points(stuck, self.rules)

    def _grown_at(self, meld: Meld, card: str, place: Place) -> Meld | None:
        """The meld with this card laid at this place, or None if it does not fit."""
        if (meld, card) not in self._grown:
            self._grown[meld, card] = list(grown(meld, card, self.rules, self.packs))
        return next((then for at, then in self._grown[meld, card] if at == place), None)


# Melds on the table


def grown(meld: Meld, card: str, rules: Rules, packs: int) -> Iterator[tuple[Place, Meld]]:
    """Each place where a card may be laid on a meld, and the meld that then lies there."""
    if meld.stands_for is None:
        larger = _larger_set(meld, card, rules, packs)
        if larger is not None:
            yield "set", larger
        return
    low, high = _next_places(meld.stands_for, rules)
    for at, place in (("low", low), ("high", high)):
        if place is None:
            continue
        wilds = sum(c != p for c, p in zip(meld.cards, meld.stands_for, strict=True))
        if card != place and not _wild_fits(card, wilds, rules):
            continue
        if at == "low":
            yield "low", Meld("run", (card, *meld.cards), (place, *meld.stands_for))
        else:
            yield "high", Meld("run", (*meld.cards, card), (*meld.stands_for, place))


def _next_places(stands_for: Cards, rules: Rules) -> tuple[str | None, str | None]:
    """The places below and above a run: the neighbouring ranks, not past the ace or the king."""
    ranks = melding_oracle.ranks_of_pack(rules)
    suit = stands_for[0][-1]
    lowest = ranks.index(melding_oracle.rank_of(stands_for[0]))
    highest = ranks.index(melding_oracle.rank_of(stands_for[-1]))
    low = f"{ranks[lowest - 1]}{suit}" if lowest > 0 else None
    high = f"{ranks[highest + 1]}{suit}" if highest + 1 < len(ranks) else None
    return low, high


def _wild_fits(card: str, wilds: int, rules: Rules) -> bool:
    """A wild may be laid in another's place if wilds may at all, and up to the cap on wilds."""
    cap = rules["melds"]["max_wilds"]
    return (
        melding_oracle.is_wild_card(card, rules)
        and bool(rules["lay_off"]["wilds_may"])
        and (cap is None or wilds + 1 <= cap)
    )


def _rank_of_set(meld: Meld) -> int:
    """A set lists its naturals first, and has at least one."""
    return melding_oracle.rank_of(meld.cards[0])


def _larger_set(meld: Meld, card: str, rules: Rules, packs: int) -> Meld | None:
    """A set takes another of its rank, or a wild, as long as it has room.

    There is room for so many cards of a pack, and never for more than there are different ones that
    could lie there. Where suits differ, a card that is there already does not fit, and as a wild
    stands for another suit.
    """
    identical = rules["melds"]["identical_in_set"]
    room = min(rules["melds"]["max_set_size"] * packs, len(SUITS) * (packs if identical else 1))
    if len(meld.cards) + 1 > room:
        return None
    rank = _rank_of_set(meld)
    naturals = _natural_count_of_set(meld.cards, rank, rules)
    wilds = list((Counter(meld.cards) - Counter(naturals)).elements())
    of_rank = card != melding_oracle.JOKER and melding_oracle.rank_of(card) == rank
    if of_rank and (identical or card not in naturals):
        naturals.append(card)
    elif _wild_fits(card, len(wilds), rules):
        wilds.append(card)
    else:
        return None
    return Meld("set", (*melding_oracle.in_order(naturals), *melding_oracle.in_order(wilds)), None)


def _natural_count_of_set(cards: Cards, rank: int, rules: Rules) -> list[str]:
    """The cards of the rank, but each only once where suits differ."""
    of_rank = [c for c in cards if c != melding_oracle.JOKER and melding_oracle.rank_of(c) == rank]
    return of_rank if rules["melds"]["identical_in_set"] else sorted(set(of_rank))


def _without(cards: Cards, melds: Melds) -> Cards:
    """The cards that are in none of the melds."""
    left = Counter(cards) - Counter(card for meld in melds for card in meld.cards)
    return melding_oracle.in_order(left.elements())

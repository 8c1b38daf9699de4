"""Laying off once more: slow, obvious, and sharing nothing with the service.

Written from the rule book alone. A player's lay-offs are found by trying every order of laying off.
Cards, melds and rules are those of the oracle for melds. What the rule book leaves open is read so:

- A player stops as soon as it has the fewest points that it can reach. A card without points is
  thus laid off only on the way there: where another needs it, or where it comes first in the order.
- ``onto`` ``closer`` means the closer's melds and no others, not even the player's own. For cards
  with points that is the same: what fits on a player's own meld, nobody else laying there, it
  would have melded.
- ``blocked_by_full_close`` ``all`` is no lay-off at all, on the player's own melds neither.
- Without ``wilds_may``, a wild card may still be laid in its own place: there it is natural.
- ``requires_own_meld`` asks for a meld among those that the player shows, also of the closer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from support import meld_oracle
from support.meld_oracle import Meld, Rules

Place = Literal["low", "high", "set"]
Cards = tuple[str, ...]
Melds = tuple[Meld, ...]

PLACES: tuple[Place, ...] = ("low", "high", "set")


@dataclass(frozen=True)
class Move:
    """A card that can go now, and what lies and what is held when it has gone.

    The owner is a number in turn order from the closer, who is 0.
    """

    owner: int
    meld: int
    place: Place
    card: str
    lies: tuple[Melds, ...]
    held: Cards


def open_melds(
    owners: int, has_melds: bool, closing: Mapping[str, Any], rules: Rules
) -> frozenset[int]:
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


class Search:
    """Every way for one player to lay off on the melds of some owners."""

    def __init__(self, rules: Rules, packs: int, owners: frozenset[int]) -> None:
        self.rules = rules
        self.packs = packs
        self.owners = owners
        self._fewest: dict[tuple[tuple[Melds, ...], Cards], int] = {}
        self._grown: dict[tuple[Meld, str], list[tuple[Place, Meld]]] = {}

    def moves(self, lies: tuple[Melds, ...], held: Cards) -> Iterator[Move]:
        """Every card that can go now.

        The earlier owner comes first, then the lower meld, then low before high, then the lower
        card.
        """
        different_cards = meld_oracle.in_order(set(held))
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
                            yield Move(owner, index, place, card, lies_then, held_then)

    def fewest(self, lies: tuple[Melds, ...], held: Cards) -> int:
        """The fewest points that any order of laying off can leave."""
        known = self._fewest.get((lies, held))
        if known is None:
            further = [self.fewest(move.lies, move.held) for move in self.moves(lies, held)]
            known = min([meld_oracle.points(held, self.rules), *further])
            self._fewest[lies, held] = known
        return known

    def first_moves(self, lies: tuple[Melds, ...], held: Cards) -> list[Move]:
        """Step by step the first move that still leads to the fewest points, until they are had."""
        goal = self.fewest(lies, held)
        steps: list[Move] = []
        while meld_oracle.points(held, self.rules) > goal:
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
            if not meld_oracle.is_wild_card(card, self.rules)
            and meld_oracle.rank_of(card) not in sets
            and card[-1] not in runs
        ]
        return meld_oracle.points(stuck, self.rules)

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
        wilds = meld_oracle.wilds_in(meld, rules)
        if card != place and not _wild_fits(card, wilds, rules):
            continue
        if at == "low":
            yield "low", Meld("run", (card, *meld.cards), (place, *meld.stands_for))
        else:
            yield "high", Meld("run", (*meld.cards, card), (*meld.stands_for, place))


def _next_places(stands_for: Cards, rules: Rules) -> tuple[str | None, str | None]:
    """The places below and above a run: the neighbouring ranks, not past the ace or the king."""
    ranks = meld_oracle.ranks_of_pack(rules)
    suit = stands_for[0][-1]
    lowest = ranks.index(meld_oracle.rank_of(stands_for[0]))
    highest = ranks.index(meld_oracle.rank_of(stands_for[-1]))
    low = f"{ranks[lowest - 1]}{suit}" if lowest > 0 else None
    high = f"{ranks[highest + 1]}{suit}" if highest + 1 < len(ranks) else None
    return low, high


def _wild_fits(card: str, wilds: int, rules: Rules) -> bool:
    """A wild may be laid in another's place if wilds may at all, and up to the cap on wilds."""
    cap = rules["melds"]["max_wilds"]
    return (
        meld_oracle.is_wild_card(card, rules)
        and bool(rules["lay_off"]["wilds_may"])
        and (cap is None or wilds + 1 <= cap)
    )


def _rank_of_set(meld: Meld) -> int:
    """A set lists its naturals first, and has at least one."""
    return meld_oracle.rank_of(meld.cards[0])


def _larger_set(meld: Meld, card: str, rules: Rules, packs: int) -> Meld | None:
    """A set takes another of its rank, or a wild, as long as it has room.

    Where suits differ, a card that is there already does not fit, and as a wild stands for another
    suit, or for nothing where a set may have five.
    """
    identical = rules["melds"]["identical_in_set"]
    if len(meld.cards) + 1 > meld_oracle.largest_set(rules, packs):
        return None
    rank = _rank_of_set(meld)
    naturals = _natural_count_of_set(meld.cards, rank, rules)
    wilds = list((Counter(meld.cards) - Counter(naturals)).elements())
    of_rank = card != meld_oracle.JOKER and meld_oracle.rank_of(card) == rank
    if of_rank and (identical or card not in naturals):
        naturals.append(card)
    elif _wild_fits(card, len(wilds), rules):
        wilds.append(card)
    else:
        return None
    return Meld("set", (*meld_oracle.in_order(naturals), *meld_oracle.in_order(wilds)), None)


def _natural_count_of_set(cards: Cards, rank: int, rules: Rules) -> list[str]:
    """The cards of the rank, but each only once where suits differ."""
    of_rank = [c for c in cards if c != meld_oracle.JOKER and meld_oracle.rank_of(c) == rank]
    return of_rank if rules["melds"]["identical_in_set"] else sorted(set(of_rank))

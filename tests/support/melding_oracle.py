"""The rules of melding and closing once more: slow, obvious, and sharing nothing with the service.

Written from the rule book alone, so that it can disagree with the solver. Every question is
answered by listing all the ways to meld a hand and comparing them; nothing is clever. It trusts its
caller: the cards are in the pack, and the rules are whole and free of contradiction.

A card is its code (``"7o"``, ``"12b"``, ``"JK"``). Rules are nested dicts with the names of the
rule book's parameters, e.g. ``rules["melds"]["min_run"]``. ``packs`` is 1 or 2.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, Literal

Rules = Mapping[str, Mapping[str, Any]]
Kind = Literal["set", "run"]
CardOrder = tuple[int, int]
MeldKey = tuple[int, tuple[CardOrder, ...], tuple[CardOrder, ...]]

SUITS = "oceb"
JOKER = "JK"
CARDS_IN_SMALLEST_SET = 3


@dataclass(frozen=True)
class Meld:
    """A set or a run as it lies on the table.

    ``cards`` of a set are naturals, then wilds; of a run, ascending. ``stands_for`` names, for each
    card of a run, the card whose place it takes; it is None for a set.
    """

    kind: Kind
    cards: tuple[str, ...]
    stands_for: tuple[str, ...] | None


Melding = tuple[tuple[Meld, ...], tuple[str, ...]]
Valued = tuple[tuple[Meld, ...], tuple[str, ...], int]
Worth = tuple[int, int, int, tuple[MeldKey, ...]]


# Cards


def order(card: str) -> CardOrder:
    """Cards go by suit o, c, e, b, then by place in the pack; jokers come last."""
    if card == JOKER:
        return (len(SUITS), 0)
    return (SUITS.index(card[-1]), rank_of(card))


def in_order(cards: Iterable[str]) -> tuple[str, ...]:
    """The same cards in the fixed order."""
    return tuple(sorted(cards, key=order))


def rank_of(card: str) -> int:
    """The rank printed on a card that is not a joker, 1 to 12."""
    return int(card[:-1])


def ranks_of_pack(rules: Rules) -> list[int]:
    """A pack of 40 has no eights and nines; neighbours in this list are neighbours in a run."""
    if rules["deck"]["cards"] == 40:
        return [1, 2, 3, 4, 5, 6, 7, 10, 11, 12]
    return [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]


def is_wild_card(card: str, rules: Rules) -> bool:
    """Jokers and the deck's wild cards may stand for other cards."""
    return card == JOKER or card in rules["deck"]["wild_cards"]


def copies_in_deck(card: str, rules: Rules, packs: int) -> int:
    """Each pack holds one of every card of its ranks and ``deck.jokers`` jokers."""
    if card == JOKER:
        return packs * int(rules["deck"]["jokers"])
    return packs if rank_of(card) in ranks_of_pack(rules) else 0


# Melds


def key(meld: Meld) -> MeldKey:
    """Sets come before runs; a set goes by its cards, a run by what it stands for, then its cards.

    No two different melds have the same key.
    """
    cards = tuple(order(card) for card in meld.cards)
    if meld.stands_for is None:
        return (0, cards, ())
    return (1, tuple(order(card) for card in meld.stands_for), cards)


def all_melds(cards: Iterable[str], rules: Rules, packs: int) -> list[Meld]:
    """Every different meld that some of these cards can make, in the fixed order."""
    hand = in_order(cards)
    return sorted([*_all_sets(hand, rules, packs), *_all_runs(hand, rules)], key=key)


def judge_meld(
    cards: Sequence[str], rules: Rules, packs: int, kind: Kind | None = None
) -> Meld | None:
    """A list of cards as shown is a legal set, or else a legal run, or else nothing (None).

    ``kind`` asks for one of the two only. A set may be shown in any order. A run lies as shown; if
    it cannot, but all its cards can lie in their own places, the order does not matter. Where a
    list can be read in two ways (only if all its naturals are wild cards), the reading that has the
    cards as written comes first, then the first in the fixed order.
    """
    shown = tuple(cards)
    if any(n > copies_in_deck(card, rules, packs) for card, n in Counter(shown).items()):
        return None
    if kind != "run":
        sets = [_as_set(shown, rank, rules, packs) for rank in ranks_of_pack(rules)]
        legal = sorted((meld for meld in sets if meld is not None), key=key)
        as_written = [meld for meld in legal if meld.cards == shown]
        if legal:
            return [*as_written, *legal][0]
    if kind != "set":
        windows = list(_windows(len(shown), rules))
        as_laid = [_as_run(shown, places, rules) for places in windows]
        own_places = [
            _as_run(places, places, rules) for places in windows if places == in_order(shown)
        ]
        for readings in (as_laid, own_places):
            runs = sorted((meld for meld in readings if meld is not None), key=key)
            if runs:
                return runs[0]
    return None


def _as_set(cards: Sequence[str], rank: int, rules: Rules, packs: int) -> Meld | None:
    """These cards as a set of this rank, or None if that is no legal set.

    A wild card of that very rank is natural, unless its suit is there already at a table where the
    suits of a set differ; then it stands for another suit.
    """
    identical = rules["melds"]["identical_in_set"]
    naturals: list[str] = []
    wilds: list[str] = []
    for card in in_order(cards):
        of_rank = card != JOKER and rank_of(card) == rank
        if of_rank and (identical or card not in naturals):
            naturals.append(card)
        elif is_wild_card(card, rules):
            wilds.append(card)
        else:
            return None
    different_cards = len(SUITS) * (packs if identical else 1)
    room = min(rules["melds"]["max_set_size"] * packs, different_cards)
    if not CARDS_IN_SMALLEST_SET <= len(cards) <= room:
        return None
    if not _numbers_allowed(len(naturals), len(wilds), rules):
        return None
    return Meld("set", (*naturals, *wilds), None)


def _as_run(cards: Sequence[str], places: Sequence[str], rules: Rules) -> Meld | None:
    """These cards laid one by one on these places, or None if that is no legal run.

    Whatever does not lie in its own place must be a wild card.
    """
    if len(cards) < rules["melds"]["min_run"]:
        return None
    wilds = [card for card, place in zip(cards, places, strict=True) if card != place]
    if not all(is_wild_card(card, rules) for card in wilds):
        return None
    if not _numbers_allowed(len(cards) - len(wilds), len(wilds), rules):
        return None
    return Meld("run", tuple(cards), tuple(places))


def _numbers_allowed(naturals: int, wilds: int, rules: Rules) -> bool:
    """Wilds alone have no rank; a table may ask for more naturals, and cap the wilds."""
    cap = rules["melds"]["max_wilds"]
    return naturals >= max(1, rules["melds"]["min_naturals"]) and (cap is None or wilds <= cap)


def _windows(length: int, rules: Rules) -> Iterator[tuple[str, ...]]:
    """Every stretch of so many neighbouring places in one suit, from the ace up to the king."""
    ranks = ranks_of_pack(rules)
    for suit in SUITS:
        for start in range(len(ranks) - length + 1):
            yield tuple(f"{rank}{suit}" for rank in ranks[start : start + length])


def _all_sets(hand: Sequence[str], rules: Rules, packs: int) -> Iterator[Meld]:
    """Of each rank, every choice of its cards and of wild cards that is a legal set."""
    for rank in ranks_of_pack(rules):
        usable = [c for c in hand if is_wild_card(c, rules) or rank_of(c) == rank]
        for chosen in _choices(usable):
            meld = _as_set(chosen, rank, rules, packs)
            if meld is not None:
                yield meld


def _all_runs(hand: Sequence[str], rules: Rules) -> Iterator[Meld]:
    """On each stretch of places, every way to fill it that is a legal run."""
    for length in range(rules["melds"]["min_run"], len(hand) + 1):
        for places in _windows(length, rules):
            for laid in _fillings(places, Counter(hand), rules):
                meld = _as_run(laid, places, rules)
                if meld is not None:
                    yield meld


def _choices(cards: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Every different choice of some of these cards; equal cards are interchangeable."""
    counts = Counter(cards)
    for numbers in product(*(range(n + 1) for n in counts.values())):
        yield tuple(Counter(dict(zip(counts, numbers, strict=True))).elements())


def _fillings(places: Sequence[str], held: Counter[str], rules: Rules) -> Iterator[tuple[str, ...]]:
    """Every different way to put on each place its own card, or any wild card, of those held."""
    if not places:
        yield ()
        return
    for card in list(held):
        if held[card] and (card == places[0] or is_wild_card(card, rules)):
            for rest in _fillings(places[1:], held - Counter([card]), rules):
                yield (card, *rest)


# Meldings


def all_meldings(cards: Iterable[str], rules: Rules, packs: int) -> Iterator[Melding]:
    """Every different way to split a hand into melds and unmatched cards, each once.

    Melds are taken in the fixed order, never going back, so no melding comes twice; the same meld
    may be taken again, as two packs may make it twice. Melds and unmatched cards are in the fixed
    order.
    """
    hand = Counter(cards)
    melds = [(meld, Counter(meld.cards)) for meld in all_melds(hand.elements(), rules, packs)]
    return _meldings(hand, melds)


def _meldings(held: Counter[str], melds: list[tuple[Meld, Counter[str]]]) -> Iterator[Melding]:
    """No further meld, or each of these in turn and then only itself and later ones."""
    yield (), in_order(held.elements())
    possible = [(meld, need) for meld, need in melds if _holds(held, need)]
    for index, (meld, need) in enumerate(possible):
        for others, unmatched in _meldings(held - need, possible[index:]):
            yield (meld, *others), unmatched


def _holds(held: Counter[str], need: Counter[str]) -> bool:
    """All the cards needed are held."""
    return all(held[card] >= number for card, number in need.items())


def points(unmatched: Iterable[str], rules: Rules) -> int:
    """What unmatched cards cost: their points, or one each where only cards are counted.

    A wild card costs ``points.wild`` whatever is printed on it.
    """
    if rules["points"]["count"] == "cards":
        return len(list(unmatched))
    return sum(_card_points(card, rules) for card in unmatched)


def _card_points(card: str, rules: Rules) -> int:
    """A card costs its number; wild cards and court cards what the table says."""
    if is_wild_card(card, rules):
        return int(rules["points"]["wild"])
    rank = rank_of(card)
    court = {10: "sota", 11: "caballo", 12: "rey"}
    return int(rules["points"][court[rank]]) if rank in court else rank


def _worth(melding: Valued) -> Worth:
    """Fewest unmatched points, then fewest unmatched cards, fewest melds, first list of melds."""
    melds, unmatched, cost = melding
    return (cost, len(unmatched), len(melds), tuple(key(meld) for meld in melds))


def _valued(cards: Iterable[str], rules: Rules, packs: int) -> list[Valued]:
    """Every melding of a hand with its unmatched points."""
    return [
        (melds, unmatched, points(unmatched, rules))
        for melds, unmatched in all_meldings(cards, rules, packs)
    ]


def best(cards: Iterable[str], rules: Rules, packs: int) -> Valued:
    """The melding to take: melds, unmatched cards, unmatched points."""
    return min(_valued(cards, rules, packs), key=_worth)


def alternatives(cards: Iterable[str], rules: Rules, packs: int) -> list[Valued]:
    """All other meldings with as few points as the best, in the order in which they are taken."""
    ways = _valued(cards, rules, packs)
    fewest = min(cost for _, _, cost in ways)
    return sorted((way for way in ways if way[2] == fewest), key=_worth)[1:]


# Closing


def closing(
    cards: Iterable[str],
    rules: Rules,
    packs: int,
    turn: int | None = None,
    total: int | None = None,
    in_play_off: bool = False,
) -> dict[str, Any] | None:
    """The best way to close with seven cards, over all meldings, or None if there is none.

    A close that wins comes first, then the lowest score, then as for ``best``. ``turn`` (the
    player's own in this round, from 1) and ``total`` (before this round) are set aside if None.
    """
    hand = in_order(cards)
    if turn is not None and turn < rules["close"]["earliest_turn"]:
        return None
    wilds_of_chinchon = fewest_wilds_of_one_run(hand, rules)
    found: list[tuple[tuple[bool, int, Worth], dict[str, Any]]] = []
    for melds, unmatched, cost in _valued(hand, rules, packs):
        if not _may_keep(unmatched, cost, rules, total, in_play_off):
            continue
        kind, wilds = "points", 0
        entry: Any = cost
        if not unmatched and wilds_of_chinchon is not None:
            kind, wilds = "chinchon", wilds_of_chinchon
            entry = _chinchon_score(wilds, rules)
        elif not unmatched:
            kind, entry = "full", rules["closing_score"]["full"]
        wins = entry == "wins"
        answer = {
            "kind": kind,
            "melds": melds,
            "unmatched": unmatched,
            "unmatched_points": cost,
            "wilds": wilds,
            "score": None if wins else entry,
            "wins_match": wins,
        }
        rating = (not wins, 0 if wins else entry, _worth((melds, unmatched, cost)))
        found.append((rating, answer))
    return min(found, key=lambda rated: rated[0])[1] if found else None


def fewest_wilds_of_one_run(cards: Sequence[str], rules: Rules) -> int | None:
    """The wilds that all these cards need to be laid as one legal run, or None if they cannot be.

    A wild card in its own place is no wild here.
    """
    numbers = [
        sum(card != place for card, place in zip(meld.cards, meld.stands_for or (), strict=True))
        for meld in _all_runs(cards, rules)
        if len(meld.cards) == len(cards)
    ]
    return min(numbers, default=None)


def _chinchon_score(wilds: int, rules: Rules) -> Any:
    """Points or ``"wins"``; with wilds from a list (one, two, …), the last entry for more."""
    if wilds == 0:
        return rules["closing_score"]["chinchon"]
    scores = rules["closing_score"]["chinchon_with_wilds"]
    return scores[min(wilds, len(scores)) - 1]


def _may_keep(
    unmatched: Sequence[str], cost: int, rules: Rules, total: int | None, in_play_off: bool
) -> bool:
    """One may close keeping these cards: within the caps, no forbidden wild, not going out by it.

    With nothing kept there is nothing to ask.
    """
    close = rules["close"]
    if not unmatched:
        return True
    if close["max_unmatched_points"] is not None and cost > close["max_unmatched_points"]:
        return False
    if close["max_unmatched_cards"] is not None and len(unmatched) > close["max_unmatched_cards"]:
        return False
    if not close["wild_may_be_left"] and any(is_wild_card(card, rules) for card in unmatched):
        return False
    if close["must_not_exceed_limit"] and total is not None and not in_play_off:
        return not _is_out(total + cost, rules)
    return True


def _is_out(total: int, rules: Rules) -> bool:
    """Over the limit, or at some tables on it, is out; without a limit nobody is."""
    limit = rules["match"]["limit"]
    if limit is None:
        return False
    return bool(total >= limit if rules["match"]["out_when"] == "at_or_over" else total > limit)

"""The rules of melding and closing once more: slow, obvious, and sharing nothing with the service.

Written from the rule book alone, so that it can disagree with the solver. Every question is
answered by listing all the ways to meld a hand and comparing them; nothing is clever. Cards, melds
and rules are those of the oracle for melds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from support.meld_oracle import (
    Meld,
    MeldKey,
    Rules,
    all_melds,
    all_runs,
    card_points,
    in_order,
    is_wild_card,
    judge_meld,
    key,
    order,
    points,
    rank_of,
    wilds_in,
)

__all__ = [
    "Meld",
    "MeldKey",
    "Rules",
    "in_order",
    "judge_meld",
    "key",
    "order",
    "points",
    "rank_of",
]

CARDS_OF_A_HAND = 7

Melding = tuple[tuple[Meld, ...], tuple[str, ...]]
Valued = tuple[tuple[Meld, ...], tuple[str, ...], int]
Worth = tuple[int, int, int, tuple[MeldKey, ...]]


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
    found: list[tuple[tuple[bool, int, Worth], dict[str, Any]]] = []
    for melds, unmatched, cost in _valued(hand, rules, packs):
        if not may_close(melds, unmatched, rules, total, in_play_off):
            continue
        answer = close_with(melds, unmatched, rules)
        entry = answer["score"] or 0
        rating = (not answer["wins_match"], entry, _worth((melds, unmatched, cost)))
        found.append((rating, answer))
    return min(found, key=lambda rated: rated[0])[1] if found else None


def close_with(melds: Sequence[Meld], unmatched: Sequence[str], rules: Rules) -> dict[str, Any]:
    """What a close is and scores with these melds as shown, and these cards kept.

    All seven melded is a chinchón if the seven can be laid as one run, else a full close. The score
    is None where it wins the match.
    """
    hand = in_order([card for meld in melds for card in meld.cards] + list(unmatched))
    kind, wilds = "points", 0
    entry: Any = points(unmatched, rules)
    if not unmatched:
        kind, wilds = kind_of_seven(hand, rules)
        entry = score_of_seven(kind, wilds, rules)
    return {
        "kind": kind,
        "melds": tuple(melds),
        "unmatched": tuple(unmatched),
        "unmatched_points": points(unmatched, rules),
        "wilds": wilds,
        "score": None if entry == "wins" else entry,
        "wins_match": entry == "wins",
    }


def kind_of_seven(cards: Sequence[str], rules: Rules) -> tuple[str, int]:
    """Seven melded cards are ``chinchon``, with the fewest wilds that it needs, or ``full``."""
    wilds = fewest_wilds_of_one_run(cards, rules)
    return ("full", 0) if wilds is None else ("chinchon", wilds)


def fewest_wilds_of_one_run(cards: Sequence[str], rules: Rules) -> int | None:
    """The wilds that all these cards need to be laid as a chinchón, or None if they cannot be.

    A wild card in its own place is no wild here. At some tables only the run from the ace on is a
    chinchón.
    """
    numbers = []
    for run in all_runs(cards, rules):
        from_ace = run.stands_for is not None and rank_of(run.stands_for[0]) == 1
        if len(run.cards) < len(cards):
            continue
        if from_ace or rules["closing_score"]["chinchon_from"] == "any":
            numbers.append(wilds_in(run, rules))
    return min(numbers, default=None)


def score_of_seven(kind: str, wilds: int, rules: Rules) -> Any:
    """Points or ``"wins"``; of a chinchón with wilds from a list, its last entry for more."""
    scores = rules["closing_score"]
    if kind == "full":
        return scores["full"]
    if wilds == 0:
        return scores["chinchon"]
    with_wilds = scores["chinchon_with_wilds"]
    return with_wilds[min(wilds, len(with_wilds)) - 1]


def may_close(
    melds: Sequence[Meld],
    unmatched: Sequence[str],
    rules: Rules,
    total: int | None = None,
    in_play_off: bool = False,
) -> bool:
    """One may close with these melds as shown, and these cards kept."""
    return _shows_enough(melds, rules) and (
        _wilds_allowed(melds, unmatched, rules)
        and _may_keep(unmatched, rules)
        and not _goes_out(unmatched, rules, total, in_play_off)
    )


def _shows_enough(melds: Sequence[Meld], rules: Rules) -> bool:
    """So many melds must be shown; a run of seven shown whole is enough at every table."""
    whole_run = any(meld.kind == "run" and len(meld.cards) == CARDS_OF_A_HAND for meld in melds)
    return whole_run or len(melds) >= rules["close"]["min_melds"]


def _wilds_allowed(melds: Sequence[Meld], unmatched: Sequence[str], rules: Rules) -> bool:
    """So many wilds at most among the seven: loose ones, and those that stand for others."""
    most = rules["close"]["max_wilds"]
    loose = sum(is_wild_card(card, rules) for card in unmatched)
    return most is None or loose + sum(wilds_in(meld, rules) for meld in melds) <= most


def _may_keep(unmatched: Sequence[str], rules: Rules) -> bool:
    """The cards kept are within the caps, and no forbidden wild. With none there is no question."""
    close = rules["close"]
    by_points = close["cap_counts"] == "card_points"
    counted = card_points(unmatched, rules) if by_points else points(unmatched, rules)
    if close["max_unmatched_points"] is not None and counted > close["max_unmatched_points"]:
        return False
    if close["max_unmatched_cards"] is not None and len(unmatched) > close["max_unmatched_cards"]:
        return False
    return close["wild_may_be_left"] or not any(is_wild_card(card, rules) for card in unmatched)


def _goes_out(unmatched: Sequence[str], rules: Rules, total: int | None, in_play_off: bool) -> bool:
    """At some tables nobody may go out by the cards kept; in a play-off nobody goes out."""
    if not rules["close"]["must_not_exceed_limit"] or total is None or in_play_off:
        return False
    return bool(unmatched) and puts_out(total + points(unmatched, rules), rules)


def puts_out(total: int, rules: Rules) -> bool:
    """Over the limit, or at some tables on it, is out; without a limit nobody is."""
    limit = rules["match"]["limit"]
    if limit is None:
        return False
    return bool(total >= limit if rules["match"]["out_when"] == "at_or_over" else total > limit)

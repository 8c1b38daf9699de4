"""Closing: whether seven cards may close, what the close is worth, and what stands in its way.

With wilds the melding with the fewest points may not be allowed to close where a worse one is, so a
close is judged over all meldings of the seven cards (RULES §2 Which melding).
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from enum import StrEnum

from msgspec import Struct

from service.rules.errors import Fault
from service.rules.hand.meld_check import ShownMeld, check_meld
from service.rules.hand.melding import Melding, arrange_split, best_melding, melding_order
from service.rules.hand.melds import Kind, Meld, arrangements, meld_order, wilds_in
from service.rules.hand.splits import Group, pack
from service.rules.table.cards import Card, in_order
from service.rules.table.parameters import ChinchonScore
from service.rules.table.table import Table, points_of
from service.rules.violations import Code, Violation
from service.rules.words import count_of, times


class ClosingKind(StrEnum):
    """With unmatched points, with all seven melded, or with seven cards that can lie as one run."""

    POINTS = "points"
    FULL = "full"
    CHINCHON = "chinchon"


class Closing(Struct, frozen=True):
    """A close as it lies and what it adds to the closer's total; `score` is None if it wins.

    `wilds` counts those in the run of a chinchón, the fewest that it needs; else 0.
    """

    kind: ClosingKind
    melds: tuple[Meld, ...]
    unmatched: tuple[Card, ...]
    unmatched_points: int
    wilds: int
    score: int | None
    wins_match: bool


class CloseContext(Struct, frozen=True):
    """When somebody would close; what is None is set aside.

    `turn` is the player's own turn in this round, this one included, from 1; `total` the player's
    points before the round. A play-off suspends elimination, and with it what asks for the total.
    """

    turn: int | None = None
    total: int | None = None
    play_off: bool = False


ANY_CONTEXT = CloseContext()


def context_faults(moment: CloseContext, table: Table) -> Iterator[Fault]:
    """What of the moment this table asks for and isn't stated."""
    close, match = table.rules.close, table.rules.match
    if moment.turn is None and close.earliest_turn > 1:
        detail = f"this table closes from turn {close.earliest_turn} on: say which turn this is"
        yield Fault(("turn",), detail)
    if moment.total is None and close.must_not_exceed_limit and match.limit is not None:
        yield Fault(("total",), "this table asks whether the closer would go out: say the total")


def best_closing(
    cards: Sequence[Card], table: Table, moment: CloseContext = ANY_CONTEXT
) -> Closing | None:
    """The best way to close with seven cards over all their meldings, or None.

    A chinchón that wins comes first, then the lowest score, then the order of `melding_order`.
    """
    return closing_of(best_melding(cards, table), cards, table, moment)


def closing_of(
    best: Melding, cards: Sequence[Card], table: Table, moment: CloseContext
) -> Closing | None:
    """The best way to close with seven cards whose best melding is known already."""
    cap = table.rules.close.max_unmatched_points
    if cap is not None and best.unmatched_points > cap:
        return None
    if any(_too_early(table, moment)) or any(_too_dear(best, table, moment)):
        return None
    if not any(_left_over(best, table)):
        closing = closing_with(best, table)
        # No melding leaves fewer points, so nothing beats this one, unless all seven melded score
        # worse than a card kept.
        if best.unmatched or closing.wins_match or (closing.score or 0) <= 0:
            return closing
    return _search(cards, table, moment)


def _search(cards: Sequence[Card], table: Table, moment: CloseContext) -> Closing | None:
    """The best closing over all meldings, one after the other."""
    hand = pack(cards, table)
    found: dict[_Value, list[tuple[Group, ...]]] = {}
    full = _full_close(cards, table)
    for split in hand.splits(at_most=table.rules.close.max_unmatched_points):
        left = Melding((), hand.unmatched(split), hand.unmatched_points(split))
        if any(_left_over(left, table)) or any(_too_dear(left, table, moment)):
            continue
        score = left.unmatched_points if left.unmatched else full.score
        value = _score_order(score), left.unmatched_points, len(left.unmatched), len(split)
        found.setdefault(value, []).append(split)
    if not found:
        return None
    meldings = [arrange_split(split, hand, table) for split in found[min(found)]]
    return closing_with(min(meldings, key=melding_order), table)


_Value = tuple[tuple[bool, int], int, int, int]


def _score_order(score: ChinchonScore) -> tuple[bool, int]:
    return (True, score) if isinstance(score, int) else (False, 0)


def closing_with(melding: Melding, table: Table) -> Closing:
    """What a close with this melding of seven cards is, allowed or not."""
    melds, unmatched, points = melding.melds, melding.unmatched, melding.unmatched_points
    if unmatched:
        return Closing(ClosingKind.POINTS, melds, unmatched, points, 0, points, wins_match=False)
    full = _full_close([card for meld in melds for card in meld.cards], table)
    score = full.score if isinstance(full.score, int) else None
    return Closing(full.kind, melds, (), points, full.wilds, score, wins_match=score is None)


class _FullClose(Struct, frozen=True):
    kind: ClosingKind
    wilds: int
    score: ChinchonScore


def _full_close(cards: Sequence[Card], table: Table) -> _FullClose:
    """What a close is with all these seven cards melded in whatever melds (RULES §2 Chinchón)."""
    scores = table.rules.closing_score
    runs = (meld for meld in arrangements(cards, table) if meld.kind is Kind.RUN)
    wilds = min((wilds_in(run, table) for run in runs), default=None)
    if wilds is None:
        return _FullClose(ClosingKind.FULL, 0, scores.full)
    return _FullClose(ClosingKind.CHINCHON, wilds, scores.of_chinchon(wilds))


def _too_early(table: Table, moment: CloseContext) -> Iterator[Violation]:
    earliest = table.rules.close.earliest_turn
    if moment.turn is not None and moment.turn < earliest:
        message = f"this is the player's turn {moment.turn}; one may close from turn {earliest} on"
        yield Violation(Code.CLOSE_TOO_EARLY, message, ("turn",), limit=earliest, found=moment.turn)


def _too_dear(melding: Melding, table: Table, moment: CloseContext) -> Iterator[Violation]:
    """What stands in the way of so many points, and of any more."""
    close, match = table.rules.close, table.rules.match
    points, cap = melding.unmatched_points, close.max_unmatched_points
    if cap is not None and points > cap:
        message = f"{count_of(points, 'unmatched point')}; one may close with at most {cap}"
        yield Violation(Code.CLOSE_TOO_MANY_POINTS, message, limit=cap, found=points)
    if not close.must_not_exceed_limit or moment.total is None or moment.play_off:
        return
    total = moment.total + points
    if melding.unmatched and match.puts_out(total):
        message = f"{moment.total} and the {points} kept make {total}, which puts the closer out"
        yield Violation(
            Code.CLOSE_EXCEEDS_LIMIT, message, ("total",), limit=match.limit, found=total
        )


def _left_over(melding: Melding, table: Table) -> Iterator[Violation]:
    """What stands in the way of leaving these cards."""
    close, unmatched = table.rules.close, melding.unmatched
    cap = close.max_unmatched_cards
    if cap is not None and len(unmatched) > cap:
        message = f"{count_of(len(unmatched), 'unmatched card')}; one may close with at most {cap}"
        yield Violation(Code.CLOSE_TOO_MANY_CARDS, message, limit=cap, found=len(unmatched))
    if not close.wild_may_be_left:
        for card in unmatched:
            if card in table.wilds:
                message = f"{card} is wild and is left unmatched"
                yield Violation(Code.CLOSE_WILD_LEFT, message, card=card)


class CloseCheck(Struct, frozen=True):
    """Whether somebody may close so: every violation, and the closing if there is none.

    `melding` is what was shown, or the one with fewest points; None if what was shown doesn't split
    the seven cards into melds and unmatched. `best` is the best closing whatever was shown.
    """

    violations: tuple[Violation, ...]
    melding: Melding | None
    closing: Closing | None
    best: Closing | None


def check_close(
    cards: Sequence[Card],
    discard: Card,
    shown: Sequence[ShownMeld] | None,
    table: Table,
    moment: CloseContext,
) -> CloseCheck:
    """Judge a close with eight cards in hand; what is shown is judged as shown, never improved."""
    if discard not in cards:
        message = f"{discard} isn't among the cards held"
        missing = Violation(Code.CLOSE_DISCARD_NOT_HELD, message, ("discard",), discard)
        _, faults = check_shown(shown or (), cards, table)
        return CloseCheck((missing, *faults, *_too_early(table, moment)), None, None, None)
    kept = list(cards)
    kept.remove(discard)
    best = best_closing(kept, table, moment)
    if shown is None:
        melding = best_melding(kept, table)
        violations = () if best else close_violations(melding, table, moment)
        return CloseCheck(violations, melding, best, best)
    as_shown, faults = check_shown(shown, kept, table)
    if faults:
        return CloseCheck((*faults, *_too_early(table, moment)), None, None, best)
    violations = close_violations(as_shown, table, moment)
    closing = None if violations else closing_with(as_shown, table)
    return CloseCheck(violations, as_shown, closing, best)


def close_violations(melding: Melding, table: Table, moment: CloseContext) -> tuple[Violation, ...]:
    """Everything that forbids a close with this melding of seven cards at this moment."""
    return (
        *_too_early(table, moment),
        *_too_dear(melding, table, moment),
        *_left_over(melding, table),
    )


def check_shown(
    shown: Sequence[ShownMeld], held: Sequence[Card], table: Table
) -> tuple[Melding, tuple[Violation, ...]]:
    """The melding that shown melds make of the cards held, and every reason why some don't stand.

    A meld that is none, or whose cards aren't held beside those of the melds before it, is left
    out.
    """
    judgements = [check_meld(meld, table) for meld in shown]
    violations = [violation for found in judgements for violation in found.violations]
    violations += _not_held(shown, held)
    left, melds = Counter(held), []
    for found in judgements:
        if found.meld and Counter(found.meld.cards) <= left:
            left.subtract(found.meld.cards)
            melds.append(found.meld)
    unmatched = in_order(left.elements())
    melding = Melding(tuple(sorted(melds, key=meld_order)), unmatched, points_of(unmatched, table))
    return melding, tuple(violations)


def _not_held(shown: Sequence[ShownMeld], held: Sequence[Card]) -> Iterator[Violation]:
    seen: Counter[Card] = Counter()
    holds = Counter(held)
    for meld in shown:
        for index, card in enumerate(meld.cards):
            seen[card] += 1
            if not holds[card]:
                message = f"{card} isn't among the cards that can be shown"
                yield Violation(Code.MELD_CARD_NOT_HELD, message, meld.card_path(index), card)
            elif seen[card] == holds[card] + 1:
                shown_times = sum(meld.cards.count(card) for meld in shown)
                message = f"{card} is shown {times(shown_times)} and held {times(holds[card])}"
                yield Violation(
                    Code.MELD_CARD_USED_TWICE,
                    message,
                    meld.card_path(index),
                    card,
                    limit=holds[card],
                    found=shown_times,
                )

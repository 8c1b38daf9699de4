"""Contradictions: parameters that exclude each other (rule book, "Contradictions")."""

from collections.abc import Iterator

from service.rules.faults import Fault, FaultCode, fault
from service.rules.subjects import Fact, Part, Subject
from service.rules.table.cards import HAND_SIZE, JOKER, RANKS_OF_PACK, rank_of
from service.rules.table.parameters import (
    Ends,
    LayOffPasses,
    Prize,
    Rules,
    TieBreak,
)

_KEEPING = frozenset({TieBreak.FEWEST_REJOINS, TieBreak.CLOSER})
"""The tie breaks that keep some of the tied players; the others end the list."""


def packs_for(rules: Rules, seats: int) -> int:
    """Return the number of packs for the number of seats at the start of the match."""
    threshold = rules.deck.two_packs_from
    return 2 if threshold is not None and seats >= threshold else 1


def contradictions(rules: Rules) -> Iterator[Fault]:
    """Yield the faults of contradictory rules, checked for every number of seats that they allow.

    A contradiction has one fault for each of its parameters.
    """
    yield from _seats(rules)
    yield from _wilds(rules)
    yield from _laying_off(rules)
    yield from _match(rules)
    yield from _prize(rules)


def _contradiction(code: FaultCode, *parameters: str, **facts: Fact) -> Iterator[Fault]:
    """Yield one fault for each of these parameters; at least one of them must change."""
    for name in parameters:
        subject = Subject(Part.PARAMETER, name=name)
        yield fault(code, subject, parameters=parameters, **facts)


def _seats(rules: Rules) -> Iterator[Fault]:
    players, deck = rules.players, rules.deck
    if players.min > players.max:
        yield from _contradiction(
            FaultCode.RULES_NOBODY, "players.min", "players.max", min=players.min, max=players.max
        )
    for seats in range(players.min, players.max + 1):
        packs = packs_for(rules, seats)
        deck_size, needed = packs * (deck.cards + deck.jokers), seats * HAND_SIZE + 2
        if deck_size < needed:
            yield from _contradiction(
                FaultCode.RULES_PACK_TOO_SMALL,
                "players.max",
                "deck.cards",
                "deck.two_packs_from",
                "deck.jokers",
                seats=seats,
                needed=needed,
                packs=packs,
                held=deck_size,
            )
            return


def _wilds(rules: Rules) -> Iterator[Fault]:
    deck, score = rules.deck, rules.closing_score
    ranks = RANKS_OF_PACK[deck.cards]
    for card in deck.wild_cards:
        if card == JOKER:
            yield from _contradiction(
                FaultCode.RULES_JOKER_NAMED_WILD, "deck.wild_cards", "deck.jokers"
            )
        elif rank_of(card) not in ranks:
            yield from _contradiction(
                FaultCode.RULES_WILD_NOT_IN_PACK,
                "deck.wild_cards",
                "deck.cards",
                card=card,
                size=deck.cards,
            )
    if len(set(deck.wild_cards)) < len(deck.wild_cards):
        yield from _contradiction(FaultCode.RULES_WILD_NAMED_TWICE, "deck.wild_cards")
    if (deck.jokers or deck.wild_cards) and not score.chinchon_with_wilds:
        yield from _contradiction(
            FaultCode.RULES_CHINCHON_WITHOUT_SCORE,
            "closing_score.chinchon_with_wilds",
            "deck.jokers",
            "deck.wild_cards",
        )


def _laying_off(rules: Rules) -> Iterator[Fault]:
    if rules.lay_off.closer_may and rules.lay_off.passes is LayOffPasses.ONE:
        yield from _contradiction(
            FaultCode.RULES_CLOSER_WITHOUT_TURN, "lay_off.closer_may", "lay_off.passes"
        )


def _match(rules: Rules) -> Iterator[Fault]:
    match = rules.match
    by_rounds = match.ends is Ends.ROUNDS
    if by_rounds and match.rounds is None:
        yield from _contradiction(FaultCode.RULES_ROUNDS_MISSING, "match.ends", "match.rounds")
    if match.limit is None and match.rounds is None and not by_rounds:
        yield from _contradiction(FaultCode.RULES_NO_END, "match.limit", "match.rounds")
    if match.low_total is not None and match.low_total >= 0:
        yield from _contradiction(
            FaultCode.RULES_LOW_TOTAL, "match.low_total", low_total=match.low_total
        )
    if match.floor is not None and match.floor > 0:
        yield from _contradiction(FaultCode.RULES_FLOOR, "match.floor", floor=match.floor)
    elif None not in {match.low_total, match.floor} and match.low_total < match.floor:  # type: ignore[operator]  # None is excluded
        yield from _contradiction(
            FaultCode.RULES_LOW_TOTAL_BELOW_FLOOR, "match.low_total", "match.floor"
        )
    *keeping, last = match.tie_breaks
    if last in _KEEPING or not _KEEPING.issuperset(keeping) or len(set(keeping)) < len(keeping):
        yield from _contradiction(FaultCode.RULES_TIE_BREAKS, "match.tie_breaks")


def _prize(rules: Rules) -> Iterator[Fault]:
    if rules.match.prize is Prize.POT:
        return
    stakes = {"match.stake": rules.match.stake, "rejoin.stake": rules.rejoin.stake}
    named = [name for name, stake in stakes.items() if stake]
    if named:
        yield from _contradiction(FaultCode.RULES_STAKE_WITHOUT_POT, *named, "match.prize")

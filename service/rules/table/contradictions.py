"""Which parameters cannot stand together at one table (RULES §1, last paragraph)."""

from collections.abc import Iterator

from msgspec import Struct

from service.rules.errors import Fault
from service.rules.table.cards import JOKER, RANKS_OF_PACK, rank_of
from service.rules.table.parameters import Ends, Rules

HAND_SIZE = 7
"""Cards dealt to each player, at every table."""

Field = tuple[str, str]


class Contradiction(Struct, frozen=True):
    """Fields, as (group, field), of which at least one must change, and why."""

    fields: tuple[Field, ...]
    why: str

    def faults(self) -> Iterator[Fault]:
        """One fault for each field, naming the others."""
        names = ", ".join(".".join(field) for field in self.fields)
        for field in self.fields:
            yield Fault(field, f"{self.why} ({names})")


def packs_for(rules: Rules, seats: int) -> int:
    """How many packs are shuffled together when so many sat down at the start of the match."""
    threshold = rules.deck.two_packs_from
    return 2 if threshold is not None and seats >= threshold else 1


def contradictions(rules: Rules) -> Iterator[Contradiction]:
    """Every contradiction of these rules, for any number of seats that they allow."""
    yield from _seats(rules)
    yield from _wilds(rules)
    yield from _closing(rules)
    yield from _match(rules)


def _seats(rules: Rules) -> Iterator[Contradiction]:
    players, deck = rules.players, rules.deck
    if players.min > players.max:
        yield Contradiction(
            (("players", "min"), ("players", "max")),
            f"at least {players.min} players and at most {players.max} is nobody",
        )
    for seats in range(players.min, players.max + 1):
        packs = packs_for(rules, seats)
        held, needed = packs * (deck.cards + deck.jokers), seats * HAND_SIZE + 2
        if held < needed:
            yield Contradiction(
                (
                    ("players", "max"),
                    ("deck", "cards"),
                    ("deck", "two_packs_from"),
                    ("deck", "jokers"),
                ),
                f"{seats} players need {needed} cards: {HAND_SIZE} each, the first discard and one "
                f"more; {packs} pack{'s' * (packs > 1)} of this kind hold {held}",
            )
            return


def _wilds(rules: Rules) -> Iterator[Contradiction]:
    deck, score = rules.deck, rules.closing_score
    ranks = RANKS_OF_PACK[deck.cards]
    for card in deck.wild_cards:
        if card == JOKER:
            yield Contradiction(
                (("deck", "wild_cards"), ("deck", "jokers")),
                "a joker is wild already: say how many jokers a pack has",
            )
        elif rank_of(card) not in ranks:
            yield Contradiction(
                (("deck", "wild_cards"), ("deck", "cards")),
                f"{card} is not in a pack of {deck.cards}, so it can't be wild",
            )
    if len(set(deck.wild_cards)) < len(deck.wild_cards):
        yield Contradiction((("deck", "wild_cards"),), "the same wild card is named twice")
    if (deck.jokers or deck.wild_cards) and not score.chinchon_with_wilds:
        yield Contradiction(
            (
                ("closing_score", "chinchon_with_wilds"),
                ("deck", "jokers"),
                ("deck", "wild_cards"),
            ),
            "with wilds in play a chinchón with wilds needs a score",
        )


def _closing(rules: Rules) -> Iterator[Contradiction]:
    cap = rules.close.max_unmatched_cards
    if rules.close.max_unmatched_points is None and (cap is None or cap >= HAND_SIZE):
        yield Contradiction(
            (("close", "max_unmatched_points"), ("close", "max_unmatched_cards")),
            "without any cap every hand could close",
        )


def _match(rules: Rules) -> Iterator[Contradiction]:
    match = rules.match
    by_rounds = match.ends is Ends.ROUNDS
    if by_rounds and match.rounds is None:
        yield Contradiction(
            (("match", "ends"), ("match", "rounds")),
            "a match that ends after a number of rounds needs that number",
        )
    if not by_rounds and match.rounds is not None:
        yield Contradiction(
            (("match", "ends"), ("match", "rounds")),
            "a number of rounds has a meaning only where the match ends by rounds",
        )
    if not by_rounds and match.limit is None:
        yield Contradiction(
            (("match", "limit"), ("match", "ends")),
            "without a limit nobody goes out, so the match must end by rounds",
        )
    if match.low_total is not None and match.low_total >= 0:
        yield Contradiction(
            (("match", "low_total"),),
            f"totals begin at 0, so a low total of {match.low_total} would win at once",
        )

"""Tables at random: every parameter, within the bounds of the contract, without contradiction.

Two fifths of the tables have the rules of a profile with a few parameters drawn anew, two fifths
have all parameters drawn from values that people play with, and a fifth anything that the contract
takes.
"""

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from service.rules.table.cards import NATURAL_CARDS, RANKS_OF_PACK, rank_of
from service.rules.table.contradictions import contradictions
from service.rules.table.parameters import Rules, TieBreak
from service.rules.table.profiles import PROFILES
from service.rules.table.table import Table, table_of

Groups = dict[str, dict[str, Any]]
Chance = random.Random
Draw = Callable[[Chance], Any]

MOST = 100_000
"""The bound of every integer."""

MOST_SCORES = 8
"""The most scores of chinchóns with wilds."""


@dataclass(frozen=True)
class DrawnTable:
    """A table for so many seats: for the rules, for the oracles, and as it is sent."""

    table: Table
    seats: int
    rules: Groups

    @property
    def sent(self) -> dict[str, Any]:
        """The rules as a request names them."""
        return {"base": "barajamos", **self.rules}

    @property
    def packs(self) -> int:
        return self.table.packs

    def __str__(self) -> str:
        """What differs from classic, which is what a reader wants to know."""
        classic = msgspec.to_builtins(PROFILES["classic"])
        changed = {
            f"{group}.{name}": value
            for group, fields in self.rules.items()
            for name, value in fields.items()
            if value != classic[group][name]
        }
        return f"{self.seats} seats, {self.packs} packs, classic but {changed}"


def random_table(chance: Chance) -> DrawnTable:
    """A table with any rules that don't contradict each other, for any of its numbers of seats."""
    rules = random_rules(chance)
    seats = chance.randint(rules.players.min, rules.players.max)
    return DrawnTable(table_of(rules, seats), seats, msgspec.to_builtins(rules))


def random_rules(chance: Chance) -> Rules:
    """Any rules that don't contradict each other."""
    kind = chance.choice([_near_a_profile, _near_a_profile, _as_played, _as_played, _anything])
    while True:
        rules = msgspec.convert(kind(chance), Rules)
        if not any(contradictions(rules)):
            return rules


# Three kinds of tables


def _near_a_profile(chance: Chance) -> Groups:
    groups: Groups = msgspec.to_builtins(PROFILES[chance.choice(list(PROFILES))])
    fields = [(group, name) for group in PLAYED for name in PLAYED[group]]
    for group, name in chance.sample(fields, chance.randint(0, 8)):
        groups[group][name] = PLAYED[group][name](chance)
    return groups


def _as_played(chance: Chance) -> Groups:
    return {
        group: {name: draw(chance) for name, draw in fields.items()}
        for group, fields in PLAYED.items()
    }


def _anything(chance: Chance) -> Groups:
    """Every value that the contract takes; those that would nearly always contradict agree."""
    groups = {
        group: {name: draw(chance) for name, draw in fields.items()}
        for group, fields in BOUNDS.items()
    }
    players, match = groups["players"], groups["match"]
    players["min"], players["max"] = sorted(players.values())
    ranks = RANKS_OF_PACK[groups["deck"]["cards"]]
    wild_cards = groups["deck"]["wild_cards"]
    groups["deck"]["wild_cards"] = [card for card in wild_cards if rank_of(card) in ranks]
    if match["prize"] != "pot":
        match["stake"] = groups["rejoin"]["stake"] = 0
    if match["floor"] is not None:
        match["floor"] = -abs(match["floor"])
    return groups


# What may be drawn


def _one_of(*values: Any) -> Draw:
    return lambda chance: chance.choice(values)


def _from(least: int, most: int) -> Draw:
    """A bound, a number near zero or any number between the bounds."""

    def draw(chance: Chance) -> int:
        near = chance.randint(max(least, -60), min(most, 60))
        return chance.choice([least, most, near, near, chance.randint(least, most)])

    return draw


def _or_null(draw: Draw) -> Draw:
    return lambda chance: None if chance.random() < 0.4 else draw(chance)


def _several(draw: Draw, least: int, most: int) -> Draw:
    return lambda chance: [draw(chance) for _ in range(chance.randint(least, most))]


def _wild_cards(chance: Chance) -> list[str]:
    return list(chance.sample(NATURAL_CARDS, chance.randint(0, 2)))


def _tie_breaks(chance: Chance) -> list[str]:
    keeping = [TieBreak.FEWEST_REJOINS.value, TieBreak.CLOSER.value]
    last = chance.choice([step.value for step in TieBreak if step.value not in keeping])
    return [*chance.sample(keeping, chance.randint(0, 2)), last]


def _score(chance: Chance) -> Any:
    return "wins" if chance.random() < 0.3 else _from(-MOST, MOST)(chance)


_BOOLEAN = _one_of(True, False)
_NAMES: Mapping[str, Mapping[str, Draw]] = {
    "points": {"count": _one_of("card_points", "cards")},
    "melds": {"identical_in_set": _BOOLEAN},
    "turn": {
        "may_take_first_discard": _BOOLEAN,
        "may_discard_taken_card": _BOOLEAN,
        "lead_gets_eight": _BOOLEAN,
    },
    "stock": {"reshuffle": _one_of("on_draw", "after_turn"), "keeps_top_discard": _BOOLEAN},
    "close": {
        "cap_counts": _one_of("as_counted", "card_points"),
        "without_drawing": _BOOLEAN,
        "wild_may_be_left": _BOOLEAN,
        "must_not_exceed_limit": _BOOLEAN,
    },
    "closing_score": {"chinchon_from": _one_of("any", "ace"), "for_all": _BOOLEAN},
    "lay_off": {
        "allowed": _one_of(True, True, True, False),
        "onto": _one_of("all", "closer"),
        "passes": _one_of("one", "until_stable"),
        "blocked_by_full_close": _one_of("none", "closer_melds", "all"),
        "closer_may": _BOOLEAN,
        "wilds_may": _BOOLEAN,
        "requires_own_meld": _BOOLEAN,
    },
    "match": {
        "out_when": _one_of("over", "at_or_over"),
        "ends": _one_of("last_player", "first_out", "rounds"),
        "all_out": _one_of("draw", "lowest_total", "lowest_but_closer"),
        "tie_breaks": _tie_breaks,
        "rotation": _one_of("lead", "deal"),
        "prize": _one_of("none", "others_totals", "pot"),
    },
    "rejoin": {"total": _one_of("highest_in", "second_highest_in", "lowest_in")},
}
"""Parameters with a few values, all of which are drawn alike."""

_NUMBERS: Mapping[str, Mapping[str, Draw]] = {
    "players": {"min": _from(2, 12), "max": _from(2, 12)},
    "deck": {
        "cards": _one_of(40, 48),
        "two_packs_from": _or_null(_from(2, 12)),
        "jokers": _from(0, 2),
        "wild_cards": _wild_cards,
    },
    "points": dict.fromkeys(("sota", "caballo", "rey", "wild"), _from(0, 100)),
    "melds": {
        "max_set_size": _from(3, 5),
        "min_naturals": _from(1, 7),
        "max_wilds": _or_null(_from(0, 7)),
        "min_run": _from(3, 7),
    },
    "turn": {},
    "stock": {"ends_on_exhaustion": _or_null(_from(1, 100))},
    "close": {
        "earliest_turn": _from(1, 100),
        "max_unmatched_points": _or_null(_from(0, 1_000)),
        "max_unmatched_cards": _or_null(_from(0, 7)),
        "min_melds": _from(0, 2),
        "max_wilds": _or_null(_from(0, 7)),
    },
    "closing_score": {
        "full": _score,
        "chinchon": _score,
        "chinchon_with_wilds": _several(_score, 0, MOST_SCORES),
        "others_add_full": _from(-MOST, MOST),
        "others_add_chinchon": _from(-MOST, MOST),
    },
    "lay_off": {},
    "match": {
        "limit": _or_null(_from(1, MOST)),
        "rounds": _or_null(_from(1, MOST)),
        "low_total": _or_null(_from(-MOST, MOST)),
        "floor": _or_null(_from(-MOST, MOST)),
        "stake": _from(0, MOST),
    },
    "rejoin": {
        "max": _or_null(_from(0, MOST)),
        "stake": _from(0, MOST),
        "min_players_in": _from(2, 12),
        "min_seats": _from(2, 12),
    },
    "room": {"grace_seconds": _or_null(_from(0, MOST))},
}

BOUNDS: Mapping[str, Mapping[str, Draw]] = {
    group: {**fields, **_NAMES.get(group, {})} for group, fields in _NUMBERS.items()
}
"""Every parameter, anywhere within the bounds of the contract."""

_USUAL: Mapping[str, Mapping[str, Draw]] = {
    "players": {"min": _one_of(2, 2, 3), "max": _one_of(3, 4, 4, 5, 6, 8, 11)},
    "deck": {
        "cards": _one_of(40, 48),
        "two_packs_from": _one_of(None, None, 2, 3, 4, 5),
        "jokers": _one_of(0, 0, 1, 2),
        "wild_cards": _one_of([], [], ["1o"], ["1c"], ["1o", "1c"], ["7e"], ["10b", "3o"]),
    },
    "points": {
        "sota": _one_of(10, 8, 10, 0),
        "caballo": _one_of(11, 9, 10, 0),
        "rey": _one_of(12, 10, 10, 0),
        "wild": _one_of(25, 25, 50, 1, 0),
    },
    "melds": {
        "max_set_size": _one_of(4, 4, 5, 5, 3),
        "min_naturals": _one_of(1, 1, 1, 2, 3),
        "max_wilds": _one_of(None, None, 1, 2, 0),
        "min_run": _one_of(3, 3, 3, 4, 5),
    },
    "turn": {},
    "stock": {"ends_on_exhaustion": _one_of(None, 1, 2, 4)},
    "close": {
        "earliest_turn": _one_of(1, 1, 2, 3),
        "max_unmatched_points": _one_of(None, None, 0, 3, 5, 7, 10, 25, 40),
        "max_unmatched_cards": _one_of(None, None, 0, 1, 1, 2, 4),
        "min_melds": _one_of(0, 0, 1, 2),
        "max_wilds": _one_of(None, None, 1, 2, 0),
    },
    "closing_score": {
        "full": _one_of(-10, -10, -10, -20, 0, 3, "wins"),
        "chinchon": _one_of("wins", "wins", -10, -25, -50, -100, 5),
        "chinchon_with_wilds": _one_of([-25, -25], [-50, -25], ["wins"], [-30, "wins", -10], [7]),
        "others_add_full": _one_of(0, 0, 10, -5),
        "others_add_chinchon": _one_of(0, 0, 25, -7),
    },
    "lay_off": {},
    "match": {
        "limit": _one_of(70, 100, 100, 40, 15, None),
        "rounds": _one_of(None, None, None, 1, 3, 5),
        "low_total": _one_of(None, None, -100, -15, -1),
        "floor": _one_of(None, None, 0, -10, -20),
        "stake": _one_of(0, 1, 10),
    },
    "rejoin": {
        "max": _one_of(None, 0, 1, 2),
        "stake": _one_of(0, 1, 5),
        "min_players_in": _one_of(2, 2, 2, 3),
        "min_seats": _one_of(2, 3, 3, 4),
    },
    "room": {"grace_seconds": _one_of(None, 60)},
}

PLAYED: Mapping[str, Mapping[str, Draw]] = {
    group: {**fields, **_NAMES.get(group, {})} for group, fields in _USUAL.items()
}
"""Every parameter with values as people play with."""

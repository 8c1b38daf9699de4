"""The tables of the matches that the tests play, and how the players play there."""

from dataclasses import dataclass
from typing import Any

from support.matches.met import Met

NAMES = ("ana", "bea", "carlos", "diego", "eva", "fran")
SEATS = {
    "barajamos": range(3, 7),
    "fournier": range(2, 5),
    "classic": range(2, 7),
    "classic-48": range(2, 7),
    "ludoteka": range(2, 5),
    "ludoteka-48": range(2, 5),
    "conga": range(2, 5),
    "ids-simple": range(2, 5),
    "ids-3": range(3, 4),
    "ids-5": range(2, 3),
    "juegoacartas": range(4, 7),
}


LOOSE = {"earliest_turn": 1, "max_unmatched_points": 30, "max_unmatched_cards": None}
ANY_CLOSE = LOOSE | {"must_not_exceed_limit": False, "wild_may_be_left": True}
BY_CARDS = {"close": ANY_CLOSE, "lay_off": {"allowed": False}, "points": {"count": "cards"}}
"""So hands have few different points, and totals are often equal."""


@dataclass(frozen=True)
class Ways:
    """How the players of a match play: the shares of the chances that they take.

    `closes` is taken when a player may close, `idles` by all for a whole round in which nobody
    closes, `returns` when somebody may rejoin, `cancels` at any step. `leaves` is taken at each
    step of a round, and `leaves_between` between rounds. `aims` is taken by who is dealt `near`
    cards of a chinchón, and the seed is one with which somebody is.
    """

    closes: float = 0.9
    idles: float = 0.02
    returns: float = 0.5
    cancels: float = 0.0
    leaves: float = 0.0005
    leaves_between: float = 0.005
    aims: float = 0.3
    near: int | None = None


AIMING = Ways(idles=0, aims=1, near=5)


@dataclass(frozen=True)
class Setting:
    """A table with its seats, how they play there, and what their matches cover.

    Any number is a match; those in `quick` cover it all together.
    """

    name: str
    rules: Any
    seats: int
    meets: tuple[Met, ...] = ()
    ways: Ways = Ways()
    quick: tuple[int, ...] = ()

    def __str__(self) -> str:
        return self.name


def profiles() -> list[Setting]:
    """Every profile with each number of seats up to six."""
    return [
        Setting(f"{profile} {seats}", profile, seats)
        for profile, numbers in SEATS.items()
        for seats in numbers
    ]

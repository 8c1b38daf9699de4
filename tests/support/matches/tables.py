"""The tables of the matches that the tests play, and how the players play there."""

from dataclasses import dataclass
from typing import Any

from support.matches.coverage import Met

NAMES = ("ana", "bea", "carlos", "diego", "eva", "fran")
SEATS = {
    "barajamos": range(3, 7),
    "fournier": range(2, 5),
    "classic": range(2, 7),
    "classic-48": range(2, 7),
    "ludoteka": range(2, 5),
    "ludoteka-48": range(2, 5),
}


@dataclass(frozen=True)
class Ways:
    """How the players of a match play: the shares of the chances that they take.

    `closes` is taken when a player may close, `idles` by all for a whole round in which nobody
    closes, `returns` when somebody may rejoin, `cancels` at any step. `aims` is taken by who is
    dealt `near` cards of a chinchón, and the seed is one with which somebody is.
    """

    closes: float = 0.9
    idles: float = 0.02
    returns: float = 0.5
    cancels: float = 0.0
    aims: float = 0.3
    near: int | None = None


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

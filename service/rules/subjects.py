"""Subjects: what a violation or a fault is about, in terms of the game.

A subject says "the third card of the second shown meld" or "the total of the first player". Where
that stands in a request is known to the request alone.
"""

from enum import Enum, auto

from msgspec import Struct


class Part(Enum):
    """The parts of a question that a subject can name."""

    # The table
    SEATS = auto()
    PARAMETER = auto()  # `name` is group and field, such as `deck.jokers`

    # A hand
    HAND = auto()  # `card`
    HAND_OF_BATCH = auto()  # `number` is which hand; `card`
    DISCARD = auto()
    TURN = auto()
    TOTAL = auto()
    MELD = auto()  # `position` is whose, `number` which of theirs; `card`
    STANDS_FOR = auto()  # as MELD

    # The end of a round; `position` counts the closer, if there is one, and then the opponents
    OPPONENTS = auto()
    SHOWDOWN_PLAYER = auto()  # `position`
    SHOWDOWN_CARDS = auto()  # `position`; `card`
    LAY_OFF = auto()  # `position`, `number`
    LAY_OFF_CARD = auto()  # `position`, `number`
    TABLE_PLAYER = auto()  # `position` among the players whose melds lie on the table
    TABLE_MELD = auto()  # `position`, `number`; `card`
    TABLE_STANDS_FOR = auto()  # as TABLE_MELD
    PLAYERS = auto()
    PLAYER = auto()  # `position` in play order, here and in the four below
    PLAYER_TOTAL = auto()
    PLAYER_REJOINS = auto()
    PLAYER_OUT = auto()
    REJOINER = auto()
    ROUND = auto()
    PLAY_OFF = auto()
    CLOSING_PLAYER = auto()
    CLOSING_KIND = auto()
    CLOSING_WILDS = auto()
    POINTS = auto()  # `name` is the player's, or None for all of them

    # A match
    STATE = auto()
    PHASE = auto()
    LEAD = auto()
    TO_PLAY = auto()
    DRAWN = auto()
    DRAWN_FROM = auto()
    DRAWN_CARD = auto()
    PLAYER_STATE = auto()  # `position` in play order, here and in the two below
    PLAYER_TURNS = auto()
    PLAYER_CARDS = auto()  # `card`
    STOCK = auto()  # `card`
    DISCARDS = auto()  # `card`
    EXHAUSTIONS = auto()
    CLOSER = auto()
    CLOSER_PLAYER = auto()
    CLOSER_DISCARD = auto()
    CLOSER_MELD = auto()  # `number` is which meld, None for all of them; `card`
    RESULT = auto()  # `name` is a member of the result, None for the whole
    RESULT_BEFORE = auto()  # `position` in play order
    ASKED_PLAYER = auto()
    ACTION = auto()
    ACTION_TYPE = auto()
    ACTION_PLAYER = auto()
    ACTION_FROM = auto()
    ACTION_CARD = auto()
    CHOICE_PLAYER = auto()  # `position` among the opponents who chose by hand


class Subject(Struct, frozen=True):
    """One part of a question; numbers count from 0 and are None where they say nothing.

    `action` is which action the part belongs to, where several are played one after another.
    """

    part: Part
    position: int | None = None
    number: int | None = None
    card: int | None = None
    name: str | None = None
    action: int | None = None


Fact = str | int | tuple[str, ...]
"""What a sentence about a violation or a fault may mention; a tuple lists cards or names."""

Facts = tuple[tuple[str, Fact], ...]

"""Subjects: the parts of a question that violations and faults are about, in terms of the game.

A subject names "the third card of the second shown meld" or "the total of the first player". Only
the request knows where its JSON has this part.
"""

from enum import Enum, auto

from msgspec import Struct


class Part(Enum):
    """The parts of a question that a subject can name.

    A comment names the fields of the subject that the part uses. `position` is the index of a
    player, and `card` the index of a card in its list.
    """

    # The table
    SEATS = auto()
    PARAMETER = auto()  # `name` is the group and the field, such as `deck.jokers`

    # A hand
    HAND = auto()  # `card`
    HAND_OF_BATCH = auto()  # `number` is the index of the hand; `card`
    DISCARD = auto()
    TURN = auto()
    TOTAL = auto()
    MELD = auto()  # `position`; `number` is the index among the player's melds; `card`
    STANDS_FOR = auto()  # the same as MELD

    # The end of a round; `position` is 0 for the closer, if any, and then counts the opponents
    OPPONENTS = auto()
    SHOWDOWN_PLAYER = auto()  # `position`
    SHOWDOWN_CARDS = auto()  # `position`; `card`
    LAY_OFF = auto()  # `position`; `number` is the index among the player's lay-offs
    LAY_OFF_CARD = auto()  # `position`; `number` is the index among the player's lay-offs
    TABLE_PLAYER = auto()  # `position` among the players with melds on the table
    TABLE_MELD = auto()  # `position` and `number` among the melds on the table; `card`
    TABLE_STANDS_FOR = auto()  # the same as TABLE_MELD
    PLAYERS = auto()
    PLAYER = auto()  # `position` in play order
    PLAYER_TOTAL = auto()  # `position` in play order
    PLAYER_REJOINS = auto()  # `position` in play order
    PLAYER_OUT = auto()  # `position` in play order
    REJOINER = auto()
    ROUND = auto()
    PLAY_OFF = auto()
    CLOSING = auto()
    CLOSING_PLAYER = auto()
    CLOSING_KIND = auto()
    CLOSING_WILDS = auto()
    POINTS = auto()  # `name` is the player's name, or None for the points of all players
    UNMATCHED = auto()  # `name` is the player's name, or None for the cards of all; `card`

    # A score sheet
    FIRST_DEALER = auto()
    SHEET_ROUND = auto()
    REJOIN = auto()  # `number` is the index in the list of players who rejoin
    LEAVE = auto()  # `number` is the index in the list of players who leave

    # A match
    STATE = auto()
    PHASE = auto()
    LEAD = auto()
    TO_PLAY = auto()
    DRAWN = auto()
    DRAWN_FROM = auto()
    DRAWN_CARD = auto()
    PLAYER_STATE = auto()  # `position` in play order
    PLAYER_TURNS = auto()  # `position` in play order
    PLAYER_CARDS = auto()  # `position` in play order; `card`
    STOCK = auto()  # `card`
    DISCARDS = auto()  # `card`
    EXHAUSTIONS = auto()
    MOVES = auto()
    SHOWDOWN = auto()
    SHOWN = auto()  # `position` among those who have shown, None for all of them
    SHOWN_MELD = auto()  # `position`; `number` is the index of the meld, None for all; `card`
    PASS = auto()
    CLOSER = auto()
    CLOSER_PLAYER = auto()
    CLOSER_DISCARD = auto()
    CLOSER_MELD = auto()  # `number` is the index of the meld, None for all melds; `card`
    RESULT = auto()  # `name` is a member of the result, None for the whole result
    RESULT_BEFORE = auto()  # `position` in play order
    VIEW = auto()  # `name` is a member of a view
    ASKED_PLAYER = auto()
    ACTION = auto()
    ACTION_TYPE = auto()
    ACTION_PLAYER = auto()
    ACTION_FROM = auto()
    ACTION_CARD = auto()
    ASKED_MOVES = auto()


class Subject(Struct, frozen=True):
    """One part of a question; indices count from 0 and are None where the part needs none.

    `action` is the index of the action that the part belongs to in a list of actions, and
    `sheet_round` that of the round in a score sheet.
    """

    part: Part
    position: int | None = None
    number: int | None = None
    card: int | None = None
    name: str | None = None
    action: int | None = None
    sheet_round: int | None = None


Fact = str | int | tuple[str, ...]
"""A value that a sentence about a violation or a fault mentions; a tuple has cards or names."""

Facts = tuple[tuple[str, Fact], ...]

"""Where a case's question says what a subject names, as a JSON Pointer."""

from typing import Any

from service.rules.subjects import Part, Subject

HANDS = {
    Part.SHOWDOWN_PLAYER: "player",
    Part.SHOWDOWN_CARDS: "cards/{card}",
    Part.LAY_OFF: "lay_offs/{number}",
    Part.LAY_OFF_CARD: "lay_offs/{number}/card",
    Part.MELD: "melds/{number}/{card}",
    Part.STANDS_FOR: "melds/{number}/stands_for/{card}",
}
"""Within the hand of the closer or of an opponent."""

PLACES = {
    Part.SEATS: "seats",
    Part.HAND: "cards/{card}",
    Part.DISCARD: "discard",
    Part.TURN: "turn",
    Part.TOTAL: "total",
    Part.MELD: "melds/{number}/{card}",
    Part.STANDS_FOR: "melds/{number}/stands_for/{card}",
    Part.OPPONENTS: "opponents",
    Part.TABLE_PLAYER: "table/{position}/player",
    Part.TABLE_MELD: "table/{position}/melds/{number}/{card}",
    Part.TABLE_STANDS_FOR: "table/{position}/melds/{number}/stands_for/{card}",
    Part.PLAYERS: "players",
    Part.PLAYER: "players/{position}/player",
    Part.PLAYER_TOTAL: "players/{position}/total",
    Part.PLAYER_REJOINS: "players/{position}/rejoins",
    Part.PLAYER_OUT: "players/{position}/out",
    Part.REJOINER: "player",
    Part.ROUND: "round",
    Part.PLAY_OFF: "play_off",
    Part.CLOSING_PLAYER: "closing/player",
    Part.CLOSING_KIND: "closing/kind",
    Part.CLOSING_WILDS: "closing/wilds",
    Part.POINTS: "points/{name}",
}
MELDS = {Part.MELD, Part.TABLE_MELD}


def pointer(subject: Subject | None, given: dict[str, Any]) -> str:
    """The place of a subject; a number that the subject lacks is left out with its step."""
    if subject is None:
        return "#"
    steps: list[str] = []
    place = PLACES.get(subject.part, "")
    if "opponents" in given and subject.part in HANDS:
        closers = int(given["closer"] is not None)
        at = subject.position or 0
        steps += ["closer"] if at < closers else ["opponents", str(at - closers)]
        place = HANDS[subject.part]
    for step in place.split("/"):
        if not step.startswith("{"):
            steps.append(step)
        elif (value := getattr(subject, step[1:-1])) is not None:
            if step == "{card}" and subject.part in MELDS and _is_object(steps, given):
                steps.append("cards")
            steps.append(str(value))
    return "".join(["#", *(f"/{step}" for step in steps)])


def _is_object(steps: list[str], given: Any) -> bool:
    """Whether a meld was given as an object, with its cards as a member."""
    for step in steps:
        given = given[int(step) if isinstance(given, list) else step]
    return isinstance(given, dict)

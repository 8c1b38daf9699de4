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

COUNTED = {
    Part.CLOSING: "closing",
    Part.CLOSING_PLAYER: "closing/player",
    Part.CLOSING_KIND: "closing/kind",
    Part.CLOSING_WILDS: "closing/wilds",
    Part.POINTS: "points/{name}",
    Part.UNMATCHED: "unmatched/{name}/{card}",
}
"""Within a counted round."""

PLACES = {
    **COUNTED,
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
    Part.CLOSER: "closer",
    Part.FIRST_DEALER: "first_dealer",
    Part.ASKED_PLAYER: "player",
}

IN_ROUND = {
    **COUNTED,
    Part.REJOIN: "rejoin/{number}",
    Part.LEAVE: "leave/{number}",
}
"""Within a round of a score sheet; a fault of the standings is one of the whole round."""

IN_ACTION = {
    Part.ACTION_TYPE: "type",
    Part.ACTION_PLAYER: "player",
    Part.ACTION_FROM: "from",
    Part.ACTION_CARD: "card",
    Part.DISCARD: "discard",
    Part.MELD: "melds/{number}/{card}",
}
"""Within an action."""

MELDS = {Part.MELD, Part.TABLE_MELD}


def pointer(subject: Subject | None, given: dict[str, Any], rules: Any = None) -> str:
    """The place of a subject; a number that the subject lacks is left out with its step."""
    if subject is None:
        return "#"
    steps, place = _base_and_place(subject, given, rules)
    for step in filter(None, place.split("/")):
        if not step.startswith("{"):
            steps.append(step)
        elif (value := getattr(subject, step[1:-1])) is not None:
            if step == "{card}" and subject.part in MELDS and _is_object(steps, given):
                steps.append("cards")
            steps.append(str(value))
    return "".join(["#", *(f"/{step}" for step in steps)])


def _base_and_place(subject: Subject, given: dict[str, Any], rules: Any) -> tuple[list[str], str]:
    """The steps to the object that holds a subject, and its place within that object."""
    if subject.part is Part.PARAMETER:
        return [], _in_rules(subject, rules)
    if subject.sheet_round is not None:
        return ["rounds", str(subject.sheet_round)], IN_ROUND.get(subject.part, "")
    if subject.action is not None:
        return ["actions", str(subject.action)], IN_ACTION.get(subject.part, "")
    if "opponents" in given and subject.part in HANDS:
        closers = int(given["closer"] is not None)
        at = subject.position or 0
        hand = ["closer"] if at < closers else ["opponents", str(at - closers)]
        return hand, HANDS[subject.part]
    return [], _place(subject.part, given)


def _place(part: Part, given: dict[str, Any]) -> str:
    """The place of a subject in the question itself."""
    if part is Part.SEATS and "seats" not in given and "players" in given:
        return "players"
    if part is Part.PLAYER and _names_only(given["players"]):
        return "players/{position}"
    return PLACES.get(part, "")


def _in_rules(subject: Subject, rules: Any) -> str:
    """The place of a parameter, as deep as the rules that were sent go."""
    place, sent = "rules", rules
    for step in (subject.name or "").split("."):
        if not isinstance(sent, dict) or step not in sent:
            break
        place, sent = f"{place}/{step}", sent[step]
    return place


def _names_only(players: list[Any]) -> bool:
    """Whether the players were given by their names, and nothing else is said of them."""
    return all(isinstance(player, str) for player in players)


def _is_object(steps: list[str], given: Any) -> bool:
    """Whether a meld was given as an object, with its cards as a member."""
    for step in steps:
        given = given[int(step) if isinstance(given, list) else step]
    return isinstance(given, dict)

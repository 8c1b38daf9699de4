"""Score sheets of random tables: whole matches as people write them down, that could have been."""

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from support import meld_oracle, melding_oracle
from support.random_rounds import CARDS_OF_A_HAND, NAMES
from support.random_rules import Chance, DrawnTable, random_table
from support.sheet_oracle import NotAllowedError, Sheet, close_of, sheet_answer

Json = dict[str, Any]

MOST_ROUNDS = 14
MOST_POINTS = 4_000
"""Tables with larger numbers are passed over, so that totals stay within the bounds."""


@dataclass(frozen=True)
class DrawnSheet:
    """A body of `/scoresheet` and its table."""

    sent: Json
    drawn: DrawnTable

    @property
    def expected(self) -> Json:
        """What the oracle answers: as the contract has it, without sentences and violations."""
        return sheet_answer(self.sent, self.drawn.rules)

    def __str__(self) -> str:
        return f"{ {**self.sent, 'rules': '…'} } {self.drawn}"


def random_sheets(seed: int, number: int, mistakes: float = 0.05) -> Iterator[DrawnSheet]:
    """So many sheets, the same for the same seed; some have a rejoin or leave that may not be."""
    chance = random.Random(seed)
    found = 0
    while found < number:
        drawn = random_table(chance)
        if _is_moderate(drawn):
            found += 1
            yield _sheet(chance, drawn, mistakes)


def _is_moderate(drawn: DrawnTable) -> bool:
    score = drawn.rules["closing_score"]
    numbers = [score["full"], score["chinchon"], *score["chinchon_with_wilds"]]
    numbers += [score["others_add_full"], score["others_add_chinchon"]]
    return all(number == "wins" or abs(number) <= MOST_POINTS for number in numbers)


def _sheet(chance: Chance, drawn: DrawnTable, mistakes: float) -> DrawnSheet:
    names = list(NAMES[: drawn.seats])
    sent: Json = {"rules": drawn.sent, "players": names, "rounds": []}
    if chance.random() < 0.8:
        sent["first_dealer"] = chance.choice(names)
    sheet = Sheet(drawn.rules, names, sent.get("first_dealer"))
    for _ in range(chance.randint(0, MOST_ROUNDS)):
        written = _round(chance, drawn, sheet)
        sent["rounds"].append(written)
        try:
            sheet.play(written)
            _after(chance, drawn, sent, sheet)
        except NotAllowedError:
            break
        if sheet.match["over"]:
            break
        if chance.random() < mistakes:
            wrong = chance.choice(["rejoin", "leave"])
            written.setdefault(wrong, []).append(chance.choice(names))
            break
    return DrawnSheet(sent, drawn)


def _after(chance: Chance, drawn: DrawnTable, sent: Json, sheet: Sheet) -> None:
    """Let some players rejoin, and some leave, after the round that has just been scored."""
    written = sent["rounds"][-1]
    scores = sheet.rounds[-1]["scores"]
    back = [one["player"] for one in scores if one["may_rejoin"] and chance.random() < 0.7]
    chance.shuffle(back)
    leave = []
    if not sheet.match["over"] and chance.random() < 0.08:
        still_in = [*sheet.playing, *back]
        counted = {*written.get("points", {}), *written.get("unmatched", {})}
        counted |= {written["closing"]["player"]} if written.get("closing") else set()
        can_leave = [name for name in still_in if name in counted]
        leave = chance.sample(can_leave, min(len(can_leave), len(still_in) - 1, 1))
    if not back and not leave:
        return
    if back:
        written["rejoin"] = back
    if leave:
        written["leave"] = [*written.get("leave", []), *leave]
    replayed = Sheet(drawn.rules, list(sent["players"]), sent.get("first_dealer"))
    for one in sent["rounds"]:
        replayed.play(one)
    sheet.__dict__.update(replayed.__dict__)


# A round


def _round(chance: Chance, drawn: DrawnTable, sheet: Sheet) -> Json:
    """A round that could have been played by those who are still in, some of whom may leave."""
    playing = list(sheet.playing)
    leave = []
    if chance.random() < 0.05:
        leave = chance.sample(playing, chance.randint(1, len(playing) - 1))
        playing = [name for name in playing if name not in leave]
    written: Json = {"leave": leave} if leave else {}
    if len(playing) == 1:
        return written
    deck: Counter[str] = Counter(drawn.table.deck)
    closing, kept = _close(chance, drawn, sheet, playing, deck)
    style = chance.random()
    if drawn.rules["stock"]["ends_on_exhaustion"] is not None and style < 0.1:
        return written | {"closing": None} | _exhausted(chance, drawn, playing)
    if closing is None or style < 0.25:
        return written | {"points": _noted(chance, drawn, sheet, playing)}
    others = [name for name in playing if name != closing["player"]]
    points: dict[str, int] = {}
    unmatched: dict[str, list[str]] = {}
    if closing["kind"] == "points":
        _count(chance, drawn, closing["player"], kept, points, unmatched)
    elif chance.random() < 0.5:
        points[closing["player"]] = close_of(closing, drawn.rules)["score"] or 0
    may_lay_off = drawn.rules["lay_off"]["allowed"] and closing["kind"] == "points"
    same_cards = _left(chance, drawn, deck, may_lay_off)
    for name in others:
        if chance.random() < 0.3:
            points[name] = meld_oracle.points(same_cards, drawn.rules)
        elif drawn.rules["closing_score"]["for_all"] and chance.random() < 0.2:
            points[name] = _full_hand(drawn)
        else:
            cards = _left(chance, drawn, deck, may_lay_off)
            _count(chance, drawn, name, cards, points, unmatched)
    return written | {"closing": closing} | _counted(points, unmatched)


def _exhausted(chance: Chance, drawn: DrawnTable, playing: list[str]) -> Json:
    """What everybody has left where nobody closed."""
    deck: Counter[str] = Counter(drawn.table.deck)
    points: dict[str, int] = {}
    unmatched: dict[str, list[str]] = {}
    for name in playing:
        cards = _left(chance, drawn, deck, may_lay_off=False)
        _count(chance, drawn, name, cards, points, unmatched)
    return _counted(points, unmatched)


def _noted(chance: Chance, drawn: DrawnTable, sheet: Sheet, playing: list[str]) -> dict[str, int]:
    """Any points, often those that put some out, or make totals equal where that decides."""
    totals = {one["player"]: one["total"] for one in sheet.players}
    match = drawn.rules["match"]
    limit = match["limit"]
    if limit is not None and limit < MOST_POINTS and chance.random() < 0.4:
        gone = chance.sample(playing, chance.randint(0, max(1, len(playing) - 2)))
        return {
            name: limit + chance.randint(1, 9) - totals[name]
            if name in gone
            else chance.randint(0, 9)
            for name in playing
        }
    deciding = [limit, match["low_total"], match["floor"], *totals.values()]
    target = chance.choice([number for number in deciding if number is not None])
    target += chance.choice([-1, 0, 1, chance.randint(1, 20)])
    tied = chance.sample(playing, chance.randint(0, len(playing)))
    if abs(target) > MOST_POINTS:
        tied = []
    points = {}
    for name in playing:
        higher = chance.randint(0, 60) if chance.random() < 0.7 else chance.randint(-25, 60)
        base = target if tied and chance.random() < 0.8 else totals[name]
        points[name] = (target if name in tied else base + higher) - totals[name]
    return points


def _counted(points: Json, unmatched: Json) -> Json:
    """The members of a round that are not empty; a round without any has no points."""
    written: Json = {}
    if points or not unmatched:
        written["points"] = points
    if unmatched:
        written["unmatched"] = unmatched
    return written


def _count(
    chance: Chance, drawn: DrawnTable, name: str, cards: list[str], points: Json, unmatched: Json
) -> None:
    """Either the cards left at the table, or their points."""
    if chance.random() < 0.3:
        unmatched[name] = cards
    else:
        points[name] = meld_oracle.points(cards, drawn.rules)


def _full_hand(drawn: DrawnTable) -> int:
    """The score of a full hand below 0, where two melds can make one."""
    full = drawn.rules["closing_score"]["full"]
    two_melds = any(number > 1 and total == CARDS_OF_A_HAND for number, total in _shapes(drawn))
    return int(full) if two_melds and full != "wins" and full < 0 else 0


# A close


def _close(
    chance: Chance, drawn: DrawnTable, sheet: Sheet, playing: list[str], deck: Counter[str]
) -> tuple[Json | None, list[str]]:
    """Who closed how, and the cards kept, which are taken out of the deck; or None."""
    shapes = _shapes(drawn)
    for _ in range(30):
        closer = chance.choice(playing)
        kind = chance.choice(["points", "points", "points", "points", "full", "chinchon"])
        if kind == "full" and any(
            total == 7 and number >= max(2, drawn.rules["close"]["min_melds"])
            for number, total in shapes
        ):
            return {"player": closer, "kind": kind}, []
        if kind == "chinchon" and chance.random() < 0.15:
            wilds = _wilds_of_chinchon(chance, drawn)
            closing: Json = {"player": closer, "kind": kind, "wilds": wilds}
            if wilds == 0 and chance.random() < 0.5:
                del closing["wilds"]
            return closing, []
        number, total = chance.choice([*shapes, (0, 0)])
        if kind == "points" and total < 7 and number >= drawn.rules["close"]["min_melds"]:
            cards = list(deck.elements())
            kept = chance.sample(cards, 7 - total)
            if chance.random() < 0.7:
                kept = sorted(cards, key=lambda card: meld_oracle.points([card], drawn.rules))
                kept = kept[: 7 - total]
            if _may_keep(kept, number, drawn, sheet, closer):
                deck.subtract(kept)
                return {"player": closer, "kind": kind}, kept
    return None, []


def _may_keep(kept: list[str], number: int, drawn: DrawnTable, sheet: Sheet, closer: str) -> bool:
    """One may close with so many melds that need no wilds, and these cards kept."""
    melds = [melding_oracle.Meld("set", ("1o", "1c", "1e"), None)] * number
    total = next(one["total"] for one in sheet.players if one["player"] == closer)
    play_off = sheet.opened_by is not None
    return melding_oracle.may_close(melds, kept, drawn.rules, total, play_off)


def _wilds_of_chinchon(chance: Chance, drawn: DrawnTable) -> int:
    """So many wilds as the deck, the melds and the close allow in a run of seven."""
    wilds = sum(card in drawn.table.wilds for card in drawn.table.deck)
    naturals = drawn.rules["melds"]["min_naturals"]
    caps = [drawn.rules["melds"]["max_wilds"], drawn.rules["close"]["max_wilds"]]
    most = min([wilds, 7 - naturals, 2, *(cap for cap in caps if cap is not None)])
    return chance.randint(0, most)


def _shapes(drawn: DrawnTable) -> list[tuple[int, int]]:
    """How many melds of how many cards together seven cards can hold, as number and cards."""
    sets = range(3, min(meld_oracle.largest_set(drawn.rules, drawn.packs), 4 * drawn.packs) + 1)
    runs = range(drawn.rules["melds"]["min_run"], 8)
    sizes = {size for size in [*sets, *runs] if size <= 7 and size >= _naturals(drawn)}
    single = [(1, size) for size in sorted(sizes)]
    return [*single, *((2, a + b) for a in sorted(sizes) for b in sorted(sizes) if a + b <= 7)]


def _naturals(drawn: DrawnTable) -> int:
    return int(drawn.rules["melds"]["min_naturals"])


def _left(chance: Chance, drawn: DrawnTable, deck: Counter[str], may_lay_off: bool) -> list[str]:
    """The loose cards of a hand, which are taken out of the deck."""
    numbers = [7, *(7 - total for _, total in _shapes(drawn))]
    if may_lay_off:
        numbers += range(8)
    cards = list(deck.elements())
    left = chance.sample(cards, min(chance.choice(numbers), len(cards)))
    deck.subtract(left)
    return left

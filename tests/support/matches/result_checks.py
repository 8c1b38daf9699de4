"""What the result of a round must be: by the model of the ends, and by the oracles of the cards."""

from typing import Any

from support import melding_oracle, showdown_oracle
from support.matches.ends_model import Settled, puts_out, settled, with_one_left
from support.matches.state_model import changed, hands_of, of_player

Json = dict[str, Any]
MOST_WILDS = 1
"""The oracles take seconds for hands with more."""


def check_result(rules: Json, before: Json, after: Json, opened: str | None) -> str | None:
    """The points add up, and what becomes of everybody is what the rules say of such totals.

    `opened` is the reason for which a play-off was begun. What is returned is it, or the reason for
    which one begins now.
    """
    result, points = after["result"], {}
    for score in result["scores"]:
        assert sum(item["points"] for item in score["items"]) == score["points"]
        assert score["before"] == of_player(before["players"], score["player"])["total"]
        points[score["player"]] = score["points"]
    expected = _settled(rules, before, result, points, opened)
    if before["play_off"] and expected.match["over"] and expected.reason == opened:
        assert result["match"]["reason"] in _may_have_opened(rules, before, opened)
        expected.match["reason"] = result["match"]["reason"]
    assert result["match"] == expected.match
    for score, new in zip(result["scores"], expected.scores, strict=True):
        assert score | new == score
    return opened if before["play_off"] else expected.reason


def _settled(
    rules: Json, before: Json, result: Json, points: dict[str, int], opened: str | None
) -> Settled:
    end = result["showdown"]["closer"]
    closer = end and end["player"]
    wins = end["closing"]["kind"] if end and end["closing"]["wins_match"] else None
    return settled(rules, before, points, closer, wins, opened)


def _may_have_opened(rules: Json, before: Json, opened: str | None) -> set[str | None]:
    """The reasons for which a play-off can have begun, by all that a state says of it."""
    match = rules["match"]
    over = [puts_out(rules, one["total"]) for one in before["players"] if not one["left"]]
    possible = {opened}
    if all(over) and match["all_out"] != "draw":
        possible.add("all_out")
    if any(over) and match["ends"] == "first_out":
        possible.add("first_out")
    if match["rounds"] is not None and before["round"] > match["rounds"]:
        possible.add("rounds")
    return possible


def check_left(
    rules: Json, before: Json, player: str, after: Json, opened: str | None
) -> str | None:
    """What becomes of a match that a player has left, if its round is over."""
    result = after["result"]
    if before["phase"] == "round_over":
        assert {**result, "match": None} == {**before["result"], "match": None}
    elif result["showdown"]:
        gone = changed(before, player, out=True, left=True)
        return check_result(rules, gone, after, opened)
    else:
        for score, one in zip(result["scores"], after["players"], strict=True):
            assert (score["points"], score["items"], score["may_rejoin"]) == (0, [], False)
            assert score["before"] == score["after"] == one["total"]
            assert (score["out"], score["rejoin_total"]) == (one["out"], None)
    inside = [one["player"] for one in after["players"] if not one["out"]]
    assert (after["phase"] == "match_over") == (len(inside) == 1)
    if len(inside) == 1:
        assert result["match"] == with_one_left(rules, after["players"])
    else:
        assert result == before["result"]
    return opened


def check_closing(rules: Json, packs: int, state: Json, discard: str | None, told: Any) -> None:
    """What closing with this discard is worth: as told, and as the oracle says."""
    one = of_player(state["players"], state["to_play"])
    kept = list(one["cards"])
    if discard is not None:
        kept.remove(discard)
    if _wilds(rules, kept) > MOST_WILDS:
        return
    turn, play_off = one["turns"] + 1, state["play_off"]
    found = melding_oracle.closing(kept, rules, packs, turn, one["total"], play_off)
    if found is None or told is None:
        assert found is told, (found, told)
        return
    melds = [list(meld.cards) for meld in found["melds"]]
    assert [meld["cards"] for meld in told["melds"]] == melds
    assert told["unmatched"] == list(found["unmatched"])
    for name in ("kind", "unmatched_points", "wilds", "score", "wins_match"):
        assert told[name] == found[name]


def check_points(rules: Json, packs: int, after: Json) -> None:
    """The oracle lays these hands off and scores them alike."""
    hands, result = hands_of(after), after["result"]
    ends = result["showdown"]["opponents"]
    closer = result["showdown"]["closer"]
    names = [end["player"] for end in ([closer] if closer else []) + ends]
    if any(_wilds(rules, hands[name]) > MOST_WILDS for name in names):
        return
    said = closer and {"player": closer["player"], "cards": hands[closer["player"]], "melds": None}
    others = [{"player": end["player"], "cards": hands[end["player"]]} for end in ends]
    shown = showdown_oracle.showdown(said, others, rules, packs)
    items = showdown_oracle.round_items(shown, rules)
    wins = closer and closer["closing"]["wins_match"] and closer["player"]
    for name in names:
        if name == wins:
            items[name] = [{"code": closer["closing"]["kind"], "points": 0}]
        assert of_player(result["scores"], name)["items"] == items[name]


def _wilds(rules: Json, cards: list[str]) -> int:
    return sum(card == "JK" or card in rules["deck"]["wild_cards"] for card in cards)

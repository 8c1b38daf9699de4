"""The end of a round once more: slow, obvious, and sharing nothing with the service.

Written from the rule book alone, so that it can disagree with the service. A player's melding and
its lay-offs are found by trying every melding and every order of laying off. It trusts its caller:
the cards are in the deck, melds that are shown are legal and may close, and the rules are whole and
free of contradiction.

Cards, melds, rules and laying off are those of the oracles for these. What the rule book leaves
open is read so:

- Melds that the closer shows are put in the fixed order before they are counted. A meld keeps its
  index however it grows.
- The closer's melding is the best closing as it stands before anything is laid off.
- At the end by exhaustion everybody's melds are on the table, and nothing is laid off.
- Where everybody scores a full hand, players still choose their melds for the fewest points left.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from support import melding_oracle
from support.lay_off_oracle import Cards, Melds, Place, Search, open_melds
from support.melding_oracle import Rules, Worth


@dataclass(frozen=True)
class Step:
    """One card laid off: on which meld of whose, at which end of a run, in which pass (from 1)."""

    card: str
    owner: str
    meld: int
    place: Place
    pass_: int


@dataclass
class _Player:
    """What a player has shown, what it still holds, and what it has laid off."""

    name: str
    held: Cards
    melds: Melds = ()
    lay_offs: list[Step] = field(default_factory=list)


# The showdown


def showdown(
    closer: Mapping[str, Any] | None,
    opponents: Sequence[Mapping[str, Any]],
    rules: Rules,
    packs: int,
) -> dict[str, Any]:
    """Who shows what and lays off what when a round ends.

    ``closer`` is ``{player, cards, melds, total}``, ``melds`` None for the best closing, or None
    itself if the round ended by exhaustion; a ``total`` left out is not asked. ``opponents``, each
    ``{player, cards}``, are in turn order from the closer.

    The answer: ``closer`` (a name or None), ``closing`` (as ``melding_oracle.closing``, or None),
    ``players`` in turn order from the closer, each ``{player, melds, lay_offs, unmatched,
    points}``, melds as shown and points of what is left, and ``table``, each ``{player, melds}``,
    as they lie at the end.
    """
    others = [_Player(one["player"], melding_oracle.in_order(one["cards"])) for one in opponents]
    if closer is None:
        for player in others:
            melds, unmatched, _ = melding_oracle.best(player.held, rules, packs)
            player.melds, player.held = melds, unmatched
        return _answer(None, others, tuple(player.melds for player in others), rules)

    closing = _closing(closer, rules, packs)
    first = _Player(closer["player"], closing["unmatched"], closing["melds"])
    players = [first, *others]
    lies: tuple[Melds, ...] = (first.melds,)
    for pass_ in count(1):
        already = sum(len(player.lay_offs) for player in players)
        for number, player in enumerate(players):
            if number == 0 and (pass_ == 1 or not rules["lay_off"]["closer_may"]):
                continue
            if number > 0 and pass_ == 1:
                player.melds = _best_melding(player.held, lies, closing, rules, packs)
                player.held = _without(player.held, player.melds)
                lies = (*lies, player.melds)
            lies = _lay_off(number, players, lies, pass_, closing, rules, packs)
        added = sum(len(player.lay_offs) for player in players) - already
        # After the first pass earlier players may use what later ones have shown.
        if rules["lay_off"]["passes"] == "one" or (pass_ > 1 and not added):
            break
    return _answer(closing, players, lies, rules)


def round_items(shown: Mapping[str, Any], rules: Rules) -> dict[str, list[dict[str, Any]]]:
    """What each player adds for the round, from an answer of ``showdown``, as a list of items.

    A close with all seven melded has its score, nothing where it wins the match. Everybody else,
    also a closer who kept cards, adds the points of what is left unmatched. At some tables another
    player with all seven melded as shown scores as a closer would, and others add something on such
    a close unless it wins.
    """
    closing = shown["closing"]
    added: dict[str, list[dict[str, Any]]] = {}
    for player in shown["players"]:
        items = [
            {"code": "card", "card": card, "points": melding_oracle.points([card], rules)}
            for card in player["unmatched"]
        ]
        melded = [card for meld in player["melds"] for card in meld.cards]
        full = len(melded) == melding_oracle.CARDS_OF_A_HAND
        if player["player"] == shown["closer"]:
            if closing["kind"] != "points" and not closing["wins_match"]:
                items = [{"code": closing["kind"], "points": closing["score"]}]
        elif closing is not None:
            if full and rules["closing_score"]["for_all"]:
                items = full_hand_items(melded, rules)
            items += others_add(closing, rules)
        added[player["player"]] = items
    return added


def full_hand_items(melded: Sequence[str], rules: Rules) -> list[dict[str, Any]]:
    """What an opponent with seven melded cards scores; it never wins.

    Where a chinchón would win it scores as the full close, and where that wins too, 0.
    """
    kind, wilds = melding_oracle.kind_of_seven(melding_oracle.in_order(melded), rules)
    score = melding_oracle.score_of_seven(kind, wilds, rules)
    if score == "wins":
        kind, score = "full", rules["closing_score"]["full"]
    return [] if score in {"wins", 0} else [{"code": kind, "points": score}]


def others_add(closing: Mapping[str, Any], rules: Rules) -> list[dict[str, Any]]:
    """What each opponent adds after a close with all seven melded that does not win."""
    if closing["kind"] == "points" or closing["wins_match"]:
        return []
    added = rules["closing_score"][f"others_add_{closing['kind']}"]
    return [{"code": "others_add", "points": added}] if added else []


def _answer(
    closing: dict[str, Any] | None,
    players: Sequence[_Player],
    lies: tuple[Melds, ...],
    rules: Rules,
) -> dict[str, Any]:
    """All that the showdown tells."""
    return {
        "closer": None if closing is None else players[0].name,
        "closing": closing,
        "players": [
            {
                "player": player.name,
                "melds": list(player.melds),
                "lay_offs": list(player.lay_offs),
                "unmatched": player.held,
                "points": melding_oracle.points(player.held, rules),
            }
            for player in players
        ],
        "table": [
            {"player": player.name, "melds": list(melds)}
            for player, melds in zip(players, lies, strict=True)
        ],
    }


def _closing(closer: Mapping[str, Any], rules: Rules, packs: int) -> dict[str, Any]:
    """The best closing, or what the melds make that the closer shows.

    All seven melded as shown is a chinchón if the seven can be laid as one run, else a full close.
    """
    cards = melding_oracle.in_order(closer["cards"])
    if closer["melds"] is None:
        found = melding_oracle.closing(cards, rules, packs, total=closer.get("total"))
        if found is None:
            message = f"nobody may close with {' '.join(cards)}"
            raise ValueError(message)
        return found
    melds = tuple(sorted(closer["melds"], key=melding_oracle.key))
    return melding_oracle.close_with(melds, _without(cards, melds), rules)


# A player's turn


def _best_melding(
    hand: Cards,
    lies: tuple[Melds, ...],
    closing: Mapping[str, Any],
    rules: Rules,
    packs: int,
) -> Melds:
    """The melding that leaves the fewest points after laying off, then the best by itself."""
    found: tuple[tuple[int, Worth], Melds] | None = None
    searches = {
        has_melds: Search(rules, packs, open_melds(len(lies) + 1, has_melds, closing, rules))
        for has_melds in (False, True)
    }
    for melds, unmatched in melding_oracle.all_meldings(hand, rules, packs):
        search, table = searches[bool(melds)], (*lies, melds)
        if found is not None and search.at_least(table, unmatched) > found[0][0]:
            continue
        by_itself = (
            melding_oracle.points(unmatched, rules),
            len(unmatched),
            len(melds),
            tuple(melding_oracle.key(meld) for meld in melds),
        )
        rating = (search.fewest(table, unmatched), by_itself)
        if found is None or rating < found[0]:
            found = (rating, melds)
    return () if found is None else found[1]


def _lay_off(
    number: int,
    players: Sequence[_Player],
    lies: tuple[Melds, ...],
    pass_: int,
    closing: Mapping[str, Any],
    rules: Rules,
    packs: int,
) -> tuple[Melds, ...]:
    """The player lays off down to its fewest points; the table as it then lies."""
    player = players[number]
    search = Search(rules, packs, open_melds(len(lies), bool(player.melds), closing, rules))
    for move in search.first_moves(lies, player.held):
        owner = players[move.owner].name
        player.lay_offs.append(Step(move.card, owner, move.meld, move.place, pass_))
        player.held, lies = move.held, move.lies
    return lies


def _without(cards: Cards, melds: Melds) -> Cards:
    """The cards that are in none of the melds."""
    left = Counter(cards) - Counter(card for meld in melds for card in meld.cards)
    return melding_oracle.in_order(left.elements())

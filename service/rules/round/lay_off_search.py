"""The search for the lay-offs that leave the fewest points.

A natural can go into a set of its rank, or on a run as far as the cards between are there: others
of the hand, or wilds. So each natural is given one of its few places or none, the wilds fill the
gaps, and a wild that is left goes wherever there is room, since all cost the same. What could be
laid if no card stood in another's way is the bound; most often all of it can, and the first try is
the last.
"""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from service.rules.hand.melds import Kind, Meld, wilds_in
from service.rules.round.board import Board
from service.rules.table.cards import Card, rank_of
from service.rules.table.table import Table


class LayOffTarget(Struct, frozen=True):
    """A set, or one end of a run: what may go there, nearest first, and how many wilds it takes.

    `wanted` are the cards that the places of a run's end are for, outward; of a set the cards of
    its rank. `meld` is which meld of the table it is.
    """

    meld: int
    kind: Kind
    wanted: tuple[Card, ...]


class LayOffTargets:
    """The places of a table."""

    def __init__(self, board: Board, table: Table) -> None:
        self.table = table
        self.room: list[int] = []
        self.wild_room: list[int] = []
        self.sinks: list[LayOffTarget] = []
        most = table.rules.melds.max_wilds
        for at, on_table in enumerate(board):
            meld = on_table.meld
            self.sinks += self._of(at, meld)
            size = table.set_room if meld.kind is Kind.SET else len(table.ranks)
            room = size - len(meld.cards)
            self.room.append(room)
            taken = 0 if most is None else wilds_in(meld, table)
            self.wild_room.append(room if most is None else max(0, min(room, most - taken)))
        self.free = sum(map(min, self.room, self.wild_room))

    def _of(self, at: int, meld: Meld) -> Iterator[LayOffTarget]:
        if meld.stands_for is None:
            wanted = self.table.of_rank[rank_of(meld.cards[0])]
            if not self.table.rules.melds.identical_in_set:
                wanted = tuple(card for card in wanted if card not in meld.cards)
            yield LayOffTarget(at, Kind.SET, wanted)
        else:
            for end, onward in (
                (meld.stands_for[0], self.table.below),
                (meld.stands_for[-1], self.table.above),
            ):
                wanted_cards, card = [], onward.get(end)
                while card:
                    wanted_cards.append(card)
                    card = onward.get(card)
                yield LayOffTarget(at, Kind.RUN, tuple(wanted_cards))

    def layable(self, cards: Sequence[Card]) -> frozenset[Card]:
        """Which of these cards could be laid off if the others did all they can for it."""
        wilds = self.wilds(cards)
        found = {card for sink in self.sinks for card in self.reached(sink, cards, len(wilds))}
        if any(self.wild_room):
            found.update(wilds)
        return frozenset(found)

    def wilds(self, cards: Sequence[Card]) -> list[Card]:
        """The wilds among these cards, as far as wilds may be laid off."""
        if not self.table.rules.lay_off.wilds_may:
            return []
        return [card for card in cards if card in self.table.wilds]

    def reached(self, sink: LayOffTarget, cards: Sequence[Card], wilds: int) -> dict[Card, int]:
        """The cards that can get to a sink, with their places there from 1 on; 0 in a set."""
        if not self.room[sink.meld]:
            return {}
        if sink.kind is Kind.SET:
            return {card: 0 for card in sink.wanted if card in cards}
        found: dict[Card, int] = {}
        wilds = min(wilds, self.wild_room[sink.meld])
        for place, card in enumerate(sink.wanted, start=1):
            if card in cards:
                found[card] = place
            elif wilds:
                wilds -= 1
            else:
                break
        return found


class LayOffSearch:
    """Gives each natural one of its places or none, dearest first, and keeps the best.

    A branch is left as soon as it can't beat the best, or as soon as its cards can't lie together.
    """

    def __init__(self, cards: Sequence[Card], sinks: LayOffTargets, table: Table) -> None:
        self.table = table
        self.sinks = sinks
        self.wilds = sinks.wilds(cards)
        self.wild_cost = max((table.points[card] for card in self.wilds), default=0)
        reached = [sinks.reached(sink, cards, len(self.wilds)) for sink in sinks.sinks]
        found = (
            (card, [(at, places[card]) for at, places in enumerate(reached) if card in places])
            for card in cards
        )
        self.naturals = sorted(
            ((card, places) for card, places in found if places),
            key=lambda natural: -table.points[natural[0]],
        )
        costs = [0 if card in self.wilds else table.points[card] for card, _ in self.naturals]
        wilds = self.wild_cost * len(self.wilds)
        self.hopes = [sum(costs[at:]) + wilds for at in range(len(costs) + 1)]
        self.best = 0

    def most(self, enough: int | None = None) -> int:
        """The most points that can be laid off; with `enough` no more than that is looked for."""
        self.enough = self.hopes[0] if enough is None else enough
        if self.hopes[0] >= self.enough and self.hopes[0]:
            self._try(0, [{} for _ in self.sinks.sinks], 0, len(self.wilds))
        return self.best

    def _try(self, at: int, given: list[dict[Card, int]], points: int, wilds: int) -> None:
        """`points` are those of naturals that cost as such; `wilds` how many are left as wilds."""
        natural_wilds = self.wild_cost * (len(self.wilds) - wilds)
        if points + self.hopes[at] <= self.best or self.best >= self.enough:
            return
        if at == len(self.naturals):
            self._count(given, points + natural_wilds, wilds)
            return
        card, places = self.naturals[at]
        wild = card in self.wilds
        for sink, place in places:
            if self._may_join(given[sink], card, place, self.sinks.sinks[sink]):
                key = self._key(given[sink], card)
                given[sink][key] = place
                cost = 0 if wild else self.table.points[card]
                self._try(at + 1, given, points + cost, wilds - wild)
                del given[sink][key]
        self._try(at + 1, given, points, wilds)

    @staticmethod
    def _key(there: dict[Card, int], card: Card) -> Card:
        """A name for one more card there: equal cards are two cards."""
        return card if card not in there else Card(f"{card}+{len(there)}")

    def _may_join(self, there: dict[Card, int], card: Card, place: int, sink: LayOffTarget) -> bool:
        if sink.kind is Kind.RUN:
            return place not in there.values()
        room = self.sinks.room[sink.meld]
        return len(there) < room and (card not in there or self.table.rules.melds.identical_in_set)

    def _count(self, given: list[dict[Card, int]], points: int, wilds: int) -> None:
        """Fill the gaps with wilds, and put what wilds are left wherever there is room."""
        room: dict[int, int] = {}
        wild_room: dict[int, int] = {}
        needed = 0
        for at, cards in enumerate(given):
            if not cards:
                continue
            sink = self.sinks.sinks[at]
            meld, size = sink.meld, len(cards)
            taken = size if sink.kind is Kind.SET else max(cards.values())
            needed += taken - size
            room[meld] = room.get(meld, self.sinks.room[meld]) - taken
            wild_room[meld] = wild_room.get(meld, self.sinks.wild_room[meld]) - taken + size
            if needed > wilds or room[meld] < 0 or wild_room[meld] < 0:
                return
        free = self.sinks.free + sum(
            min(left, wild_room[meld]) - min(self.sinks.room[meld], self.sinks.wild_room[meld])
            for meld, left in room.items()
        )
        self.best = max(self.best, points + self.wild_cost * min(wilds, needed + free))

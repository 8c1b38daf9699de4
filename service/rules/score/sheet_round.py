"""Sheet round: one round of a score sheet as it was written down, and the names in it."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from service.rules.faults import Fault, FaultCode, fault
from service.rules.score.counted_round import CountedRound
from service.rules.subjects import Part, Subject


class SheetRound(Struct, frozen=True):
    """One round as it was written down, and who rejoined or left then."""

    counted: CountedRound
    rejoin: tuple[str, ...]
    leave: tuple[str, ...]

    def leaving_first(self) -> list[tuple[int, str]]:
        """Return who left during the round, with their index: they have no points and no cards."""
        closing = self.counted.closing
        counted = {*self.counted.points, *self.counted.unmatched, closing and closing.player}
        return [(index, player) for index, player in enumerate(self.leave) if player not in counted]

    @property
    def is_empty(self) -> bool:
        """True if nothing is written down about the end of the round."""
        counted = self.counted
        return not (counted.ending_noted or counted.points or counted.unmatched)


def sheet_name_faults(
    players: Sequence[str], first_dealer: str | None, rounds: Sequence[SheetRound]
) -> Iterator[Fault]:
    """Yield a fault for each repeated or unknown name in a sheet."""
    for position, name in enumerate(players):
        if name in players[:position]:
            subject = Subject(Part.PLAYER, position)
            yield fault(FaultCode.PLAYER_NAMED_TWICE, subject, player=name)
    if first_dealer is not None and first_dealer not in players:
        subject = Subject(Part.FIRST_DEALER)
        yield fault(FaultCode.PLAYER_UNKNOWN, subject, player=first_dealer)
    for index, sheet_round in enumerate(rounds):
        for part, names in ((Part.REJOIN, sheet_round.rejoin), (Part.LEAVE, sheet_round.leave)):
            for number, name in enumerate(names):
                if name not in players:
                    subject = Subject(part, number=number, sheet_round=index)
                    yield fault(FaultCode.PLAYER_UNKNOWN, subject, player=name)

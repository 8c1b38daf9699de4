"""Telling people what was sent, how it was answered, and what was found."""

from collections import Counter, defaultdict

from fuzz.hunt import Find

MOST_SENT = 20_000

Tally = Counter[tuple[str, str, str]]


def table(tally: Tally) -> str:
    """How many cases of each kind were sent where, and how they were answered."""
    rows: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for (kind, place, status), count in tally.items():
        rows[kind, place][status] += count
    lines = [f"{'kind':13} {'operation':16} {'cases':>8}  answers"]
    for (kind, place), statuses in sorted(rows.items()):
        told = "  ".join(f"{status} {count}" for status, count in sorted(statuses.items()))
        lines.append(f"{kind:13} {place:16} {statuses.total():8}  {told}")
    lines.append(f"{'all':30} {tally.total():8}")
    return "\n".join(lines)


def told(find: Find) -> str:
    """A find, with its whole request as long as that is not very long."""
    fault, sent = find.fault, find.sent
    more = "…" if len(sent) > MOST_SENT else ""
    return (
        f"FOUND {fault.check} at {fault.place}, by {find.kind}\n{fault.message}\n"
        f"--- sent, {len(sent)} bytes\n{sent[:MOST_SENT]!r}{more}\n"
        f"--- answered\n{find.answer}\n"
    )

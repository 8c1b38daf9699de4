"""The hunt: rounds of cases of one kind after another, and the smallest case of all found."""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from hypothesis.errors import HypothesisException

from fuzz.checks import Fault
from fuzz.corpus import Corpus
from fuzz.examine import Examiner
from fuzz.matches import match_plans
from fuzz.raw import broken_requests
from fuzz.requests import http_requests, json_requests, query_requests

ORDER = ["json", "query", "json", "http", "json", "bytes", "json", "match"]
"""The order of rounds: nearly right JSON goes deepest into the service."""
KINDS = sorted(set(ORDER))

COSTS = {"match": 10}
"""Kinds whose cases take so many times as long."""

ROUNDS = 100_003
"""More rounds than a hunt has, so that no two hunts with other seeds share one's."""
LONGEST_SHRINK = 10.0
MOST_PLACES = 4
"""Places at which one check is hunted: where it fails everywhere, the rest tells nothing new."""

once_in_four = st.integers(0, 3).map(lambda drawn: drawn == 3)


@dataclass(frozen=True)
class Find:
    """A fault with the smallest request that shows it."""

    kind: str
    fault: Fault
    sent: bytes
    answer: str


class FoundError(Exception):
    """Ends a case in which something is wrong."""


class Hunt:
    """Rounds of cases; of each fault, told apart by check and place, the smallest case is kept."""

    def __init__(self, examiner: Examiner, tables: int, seed: int) -> None:
        self.examiner, self.seed = examiner, seed
        self.found: dict[tuple[str, str], Find] = {}
        self.hunted: tuple[str, str] | None = None
        self.until = self.shrunk_until = 0.0
        examiner.kind = "corpus"
        corpus = Corpus(examiner.contract, examiner.ask, tables, seed)
        self.strategies: dict[str, st.SearchStrategy[Any]] = {
            "json": st.tuples(json_requests(corpus), once_in_four),
            "query": st.tuples(query_requests(corpus), once_in_four),
            "http": st.tuples(http_requests(corpus), once_in_four),
            "bytes": st.tuples(broken_requests(corpus), once_in_four.map(lambda drawn: not drawn)),
            "match": match_plans(corpus),
        }
        self.cases: dict[str, Callable[[Any], Iterator[Fault]]] = {
            "json": examiner.asking,
            "query": examiner.asking,
            "http": examiner.asking,
            "bytes": examiner.shouting,
            "match": examiner.playing,
        }

    def run(self, until: float, examples: int) -> None:
        """Rounds of so many cases, kind after kind, until that time."""
        for number in range(ROUNDS):
            if time.monotonic() >= until or not self.examiner.is_up():
                return
            kind = ORDER[number % len(ORDER)]
            self.round(kind, number, until, examples // COSTS.get(kind, 1))

    def round(self, kind: str, number: int, until: float, examples: int) -> None:
        """One round of cases of a kind; what is found is kept and not hunted again."""
        self.examiner.kind = kind
        self.until, self.hunted, self.shrunk_until = until, None, until

        def one(drawn: Any) -> None:
            if time.monotonic() < min(self.until, self.shrunk_until):
                self._judge(self.cases[kind](drawn))

        hunting = settings(
            max_examples=examples,
            deadline=None,
            database=None,
            phases=[Phase.generate, Phase.shrink],
            report_multiple_bugs=False,
            suppress_health_check=list(HealthCheck),
        )
        test = given(self.strategies[kind])(one)
        try:
            seed(self.seed * ROUNDS + number)(hunting(test))()
        except (FoundError, HypothesisException, ExceptionGroup):
            if not self.hunted:
                raise
        self.keep(self.examiner.lost())

    def after(self, what: str) -> None:
        """What the log and the processes say after something else has asked the service."""
        self.examiner.kind, self.examiner.sent = what, b""
        self.examiner.told = "what it has printed says more"
        self.keep(self.examiner.well(what))
        self.keep(self.examiner.lost())

    def _judge(self, faults: Iterator[Fault]) -> None:
        """End the case at a fault that is new, or at the one that is being made smaller."""
        for fault in faults:
            if self.hunted is None and self._is_new(fault):
                self.hunted = fault.key
                self.shrunk_until = time.monotonic() + LONGEST_SHRINK
            if fault.key == self.hunted:
                self.keep(iter([fault]))
                raise FoundError(fault.message)

    def _is_new(self, fault: Fault) -> bool:
        """Whether it is worth a hunt."""
        places = [place for check, place in self.found if check == fault.check]
        return fault.place not in places and len(places) < MOST_PLACES

    def keep(self, faults: Iterator[Fault]) -> None:
        """Keep these faults, each where no smaller request shows it."""
        for fault in faults:
            find = Find(self.examiner.kind, fault, self.examiner.sent, self.examiner.told)
            known = self.found.get(fault.key)
            if known is None or len(find.sent) <= len(known.sent):
                self.found[fault.key] = find

"""The hunt: rounds of cases of one kind after another; of each round the smallest that fails."""

import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from hypothesis.errors import HypothesisException

from fuzz import checks
from fuzz.contract import Contract
from fuzz.corpus import Corpus
from fuzz.matches import match_plans, play_plan
from fuzz.raw import Raw, broken_requests
from fuzz.requests import http_requests
from fuzz.server import HEALTH, Server
from fuzz.wire import Answer, BadAnswerError, Request, Wire

KINDS = ["questions", "http", "bytes", "match"]
COSTS = {"match": 10}
"""Kinds whose cases take so many times as long."""
ROUNDS = 100_003
"""More rounds than a hunt has, so that no two hunts with other seeds share one's."""
LONGEST_SHRINK = 10.0
MOST_FINDS = 10
COUNTING = {"/metrics", "/readyz"}
"""Addresses whose answers follow from more than the question."""
MOST_SENT, LOG = 20_000, 3_000


@dataclass(frozen=True)
class Find:
    """Something that must not be, with the smallest request that shows it."""

    kind: str
    message: str
    sent: bytes
    answer: str

    def __str__(self) -> str:
        sent = f"--- sent, {len(self.sent)} bytes\n{self.sent[:MOST_SENT]!r}"
        return f"FOUND by {self.kind}\n{self.message}\n{sent}\n--- answered\n{self.answer}\n"


class Hunt:
    """Asks a service, and its twin where an answer must be the same, and keeps what is wrong.

    The twin runs with another order of hashes, so that nothing may depend on it.
    """

    def __init__(self, server: Server, twin: Server, tables: int, seed: int) -> None:
        for starting in (server, twin):
            starting.await_healthy()
        self.servers, self.seed, self.contract = (server, twin), seed, Contract()
        self.wire, self.fresh, self.other = (Wire(one.port) for one in (server, server, twin))
        self.tally: Counter[tuple[str, str]] = Counter()
        self.found: list[Find] = []
        self.kind, self.sent, self.told, self.until = "corpus", b"", "", 0.0
        corpus = Corpus(self.contract, self.ask, tables)
        self.cases: dict[str, tuple[st.SearchStrategy[Any], Callable[[Any], Iterator[str]]]] = {
            "questions": (st.sampled_from(corpus.questions), self.asking),
            "http": (http_requests(corpus), self.asking),
            "bytes": (st.tuples(broken_requests(corpus), st.booleans()), self.shouting),
            "match": (match_plans(corpus), lambda plan: play_plan(plan, self.examine)),
        }

    def close(self) -> None:
        """Hang up."""
        for wire in (self.wire, self.fresh, self.other):
            wire.close()

    def run(self, until: float, examples: int) -> None:
        """Rounds of so many cases, kind after kind, until that time."""
        for number in range(ROUNDS):
            going = all(server.is_up() for server in self.servers)
            if time.monotonic() >= until or not going or len(self.found) >= MOST_FINDS:
                return
            kind = KINDS[number % len(KINDS)]
            self.round(kind, number, until, examples // COSTS.get(kind, 1))

    def round(self, kind: str, number: int, until: float, examples: int) -> None:
        """One round of cases of a kind, with the smallest case that fails."""
        self.kind, self.until = kind, until
        strategy, case = self.cases[kind]
        smallest: list[Find] = []

        def one(drawn: Any) -> None:
            if time.monotonic() < self.until:
                message = next(case(drawn), None)
                if message:
                    if not smallest:
                        self.until = time.monotonic() + LONGEST_SHRINK
                    smallest.append(Find(kind, message, self.sent, self.told))
                    raise AssertionError(message)

        hunting = settings(
            max_examples=examples,
            deadline=None,
            database=None,
            phases=[Phase.generate, Phase.shrink],
            report_multiple_bugs=False,
            suppress_health_check=list(HealthCheck),
        )
        try:
            seed(self.seed * ROUNDS + number)(hunting(given(strategy)(one)))()
        except (AssertionError, HypothesisException, ExceptionGroup):
            if not smallest:
                raise
            self.found.append(min(smallest, key=lambda find: len(find.sent)))
        self.look_at_the_processes()

    def look_at_the_processes(self) -> None:
        """Keep what the logs and the processes say, if they tell of a failure."""
        for server in self.servers:
            for what in (server.lost(), server.complaints()):
                if what:
                    self.found.append(Find(self.kind, what[-LOG:], b"", "see the log"))

    def ask(self, request: Request, wire: Wire | None = None) -> Answer | None:
        """The answer to a request, counted."""
        self.sent, self.told = request.raw, "the connection was closed without an answer"
        answer = (wire or self.wire).ask(request)
        self.tally[self.kind, str(answer.status) if answer else "dropped"] += 1
        if answer:
            self.told = answer.told()
        return answer

    def examine(self, request: Request) -> tuple[Answer | None, list[str]]:
        """The answer, and everything wrong with it."""
        try:
            answer = self.ask(request)
        except (BadAnswerError, ValueError) as error:
            return None, [str(error)]
        return answer, list(checks.faults(request, answer, self.contract))

    def asking(self, request: Request) -> Iterator[str]:
        """A request, again on a new connection and to the twin, for the same answer."""
        answer, found = self.examine(request)
        yield from found
        path = checks.path_of(request)
        draws_a_seed = path == "/deal" and b'"seed"' not in request.body
        if path in COUNTING or draws_a_seed:
            return
        for wire in (self.fresh, self.other):
            try:
                differs = checks.differences(answer, self.ask(request, wire))
            except (BadAnswerError, ValueError) as error:
                differs = str(error)
            if differs:
                yield differs

    def shouting(self, drawn: tuple[Raw, bool]) -> Iterator[str]:
        """Bytes that may be no request; after them all must be well."""
        (sent, least), stays = drawn
        self.sent, self.told = sent, "nothing" if stays else "nobody waited for the answer"
        answers: list[Answer] = []
        try:
            answers = self.fresh.shout(sent) if stays else self.fresh.leave(sent)
        except (BadAnswerError, ValueError) as error:
            yield str(error)
        self.tally[self.kind, str(answers[0].status) if answers else "no answer"] += 1
        if answers:
            self.told = "\n\n".join(answer.told() for answer in answers)
        if stays and len(answers) < least:
            yield "the connection was closed without an answer"
        for answer in answers:
            yield from checks.shape(answer, sent)
        yield from self._unwell()

    def _unwell(self) -> Iterator[str]:
        try:
            answer = self.wire.ask(HEALTH)
        except BadAnswerError:
            answer = None
        if answer is None or answer.status != 200:
            yield "after this the service is not healthy"

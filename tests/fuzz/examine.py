"""One case at a time: ask, look at the answer, the log and the health, and tell every fault."""

import json
import time
from collections import Counter
from collections.abc import Generator, Iterator

from fuzz import checks, model
from fuzz.checks import Fault
from fuzz.contract import Contract
from fuzz.corpus import posting
from fuzz.matches import Plan, play_plan
from fuzz.raw import Raw
from fuzz.server import HEALTH, Server
from fuzz.wire import Answer, BadAnswerError, Request, Wire

LOG = 3_000
"""The most characters of a log that a fault tells."""
COUNTING = {"/metrics", "/readyz"}
"""Addresses whose answers follow from more than the question."""


class Examiner:
    """Asks a service, and where an answer must be the same also its twin, and counts.

    The twin runs with another order of hashes, so that nothing may hang on that. `sent` and `told`
    are the last request and what came back, for whoever tells of a fault.
    """

    def __init__(self, server: Server, twin: Server, contract: Contract) -> None:
        for starting in (server, twin):
            starting.await_healthy()
        self.server, self.twin, self.contract = server, twin, contract
        self.wire, self.fresh, self.other = Wire(server.port), Wire(server.port), Wire(twin.port)
        self.kind = ""
        self.sent, self.told = b"", ""
        self.tally: Counter[tuple[str, str, str]] = Counter()
        self.slowest: dict[str, float] = {}

    def close(self) -> None:
        """Hang up."""
        for wire in (self.wire, self.fresh, self.other):
            wire.close()

    def ask(self, request: Request, wire: Wire | None = None) -> Answer | None:
        """The answer to a request, counted and timed."""
        self.sent, self.told = request.raw, "the connection was closed without an answer"
        begun = time.monotonic()
        answer = (wire or self.wire).ask(request)
        place = checks.place_of(request, self.contract)
        self.slowest[place] = max(time.monotonic() - begun, self.slowest.get(place, 0.0))
        self.tally[self.kind, place, str(answer.status) if answer else "dropped"] += 1
        if answer:
            self.told = answer.told()
        return answer

    def examined(
        self, request: Request, allowed: set[int] | None = None
    ) -> Iterator[Fault | Answer]:
        """Ask, and give every fault and then the answer."""
        place = checks.place_of(request, self.contract)
        try:
            answer = self.ask(request)
        except (BadAnswerError, ValueError) as error:
            self.told = str(error)
            yield Fault("bad answer", place, str(error))
            return
        found = list(checks.faults(request, answer, self.contract, allowed))
        check = found[0].check if found else "log"
        yield from [*self._complained(check, place), *found]
        if answer:
            yield answer

    def asking(self, drawn: tuple[Request, bool]) -> Iterator[Fault]:
        """A request, perhaps again to others, and what may be asked with its answer."""
        request, again = drawn
        answer = yield from heard(self.examined(request))
        if answer is None:
            return
        place = checks.place_of(request, self.contract)
        if again and not _is_new_each_time(request, answer):
            yield from self._again(place, request, answer)
        if answer.status == 200 and request.method == "POST":
            for following in _following(place, answer):
                yield from heard(self.examined(following, {200}))
        yield from self._otherwise(place, request, answer)

    def _again(self, place: str, request: Request, answer: Answer) -> Iterator[Fault]:
        """The same question on a new connection, and to the twin, for the same answer."""
        for wire in (self.fresh, self.other):
            try:
                differs = checks.differences(answer, self.ask(request, wire))
            except (BadAnswerError, ValueError) as error:
                differs = str(error)
            if differs:
                yield Fault("other answer", place, differs)
        self.sent, self.told = request.raw, answer.told()

    def _otherwise(self, place: str, request: Request, answer: Answer) -> Iterator[Fault]:
        """The same question in the other way that there is to ask it, for the same answer."""
        other = _other_way(place, request) if answer.status == 200 and answer.body else None
        if other is None:
            return
        again = yield from heard(self.examined(other, {200}))
        if again and again.status == 200:
            told, told_again = json.loads(answer.body), json.loads(again.body)
            if place == "evaluatePoints":
                told_again["unmatched_points"] = [
                    one["unmatched_points"] for one in told_again.pop("results")
                ]
            if told != told_again:
                yield Fault("other way", place, f"asked in another way it answers\n{again.told()}")

    def shouting(self, drawn: tuple[Raw, bool]) -> Iterator[Fault]:
        """Bytes that may be no request; after them all must be well."""
        (sent, least), stays = drawn
        self.sent, self.told = sent, "nothing" if stays else "nobody waited for the answer"
        answers: list[Answer] = []
        try:
            answers = self.fresh.shout(sent) if stays else self.fresh.leave(sent)
        except (BadAnswerError, ValueError) as error:
            self.told = str(error)
            yield Fault("bad answer", "bytes", str(error))
        if answers:
            self.told = "\n\n".join(answer.told() for answer in answers)
        elif stays:
            self.tally[self.kind, "bytes", "hung up"] += 1
        else:
            self.tally[self.kind, "bytes", "not waited for"] += 1
        if stays and len(answers) < least:
            yield Fault("dropped", "bytes", "the connection was closed without an answer")
        for answer in answers:
            self.tally[self.kind, "bytes", str(answer.status)] += 1
            yield from (Fault(check, "bytes", why) for check, why in checks.shape(answer, sent))
        yield from self.well("bytes")

    def well(self, place: str) -> Iterator[Fault]:
        """Whether the service still answers, and its log tells of no failure."""
        try:
            answer = self.wire.ask(HEALTH)
        except BadAnswerError:
            answer = None
        if answer is None or answer.status != 200:
            yield Fault("unwell", place, "after this the service is not healthy")
        yield from self._complained("log", place)

    def _complained(self, check: str, place: str) -> Iterator[Fault]:
        for server in (self.server, self.twin):
            complaint = server.complaints()
            if complaint:
                yield Fault(check, place, f"the service's log says:\n{complaint[-LOG:]}")

    def playing(self, plan: Plan) -> Iterator[Fault]:
        """A match."""
        yield from play_plan(plan, lambda request, right: heard(self.examined(request, right)))

    def is_up(self) -> bool:
        """Whether there is anything left to ask."""
        return self.server.is_up() and self.twin.is_up()

    def lost(self) -> Iterator[Fault]:
        """Whether a process of either service has ended or begun."""
        for server in (self.server, self.twin):
            lost = server.lost()
            if lost:
                yield Fault("worker", "anywhere", lost)


def heard(examined: Iterator[Fault | Answer]) -> Generator[Fault, None, Answer | None]:
    """Tell the faults, and return the answer if there is one."""
    answer = None
    for found in examined:
        if isinstance(found, Answer):
            answer = found
        else:
            yield found
    return answer


def _is_new_each_time(request: Request, answer: Answer) -> bool:
    """Whether the answer has a seed that was drawn, or counts what has happened."""
    path = model.path_of(request)
    drawn = path == "/deal" and answer.status == 200 and b'"seed"' not in request.body
    return drawn or path in COUNTING


def _other_way(place: str, request: Request) -> Request | None:
    if place == "evaluatePoints":
        return posting("/evaluate/batch", json.loads(request.body))
    if place == "getEvaluation":
        asked = dict(model.query_of(request))
        question: dict[str, object] = {"cards": asked["cards"].split(",")}
        question |= {name: int(asked[name]) for name in ("seats", "turn", "total") if name in asked}
        question |= {"rules": asked["rules"]} if "rules" in asked else {}
        return posting("/evaluate", question)
    return None


def _following(place: str, answer: Answer) -> Iterator[Request]:
    """What a service gives out it must take."""
    if place in {"dealCards", "playAction"}:
        state = {"state": json.loads(answer.body)["state"]}
        yield from (posting(path, state) for path in ("/actions", "/view"))
    elif place == "checkRules":
        told = json.loads(answer.body)
        yield posting("/rules", {"rules": told["rules"], "seats": told["seats"]})

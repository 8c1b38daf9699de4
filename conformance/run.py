"""Run the conformance set against a server that speaks the contract, and print what differs.

    python3 conformance/run.py http://127.0.0.1:8000

It needs nothing but Python. README.md describes the format of the set and what is compared.
"""

import argparse
import hashlib
import http.client
import json
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

SET = Path(__file__).parent
SENTENCES = {"message", "detail", "title", "meaning", "description"}
"""Members that people read. They are never compared."""

ANY_ORDER = {"violations", "errors"}
"""Lists whose order isn't compared."""

LONGEST_VALUE = 300
"""Characters of a value that are printed."""

MOST_PER_CASE = 5
"""Differences that are printed for one case or match."""

SECONDS_TO_WAIT = 60
ABSENT = "(absent)"

Ask = Callable[[str, str, Any], tuple[int, Any]]
"""Sends a method, a path and a body, and returns the status and the JSON of the answer."""


@dataclass(frozen=True)
class Difference:
    """One place at which an answer isn't what the set says."""

    name: str
    place: str
    expected: Any
    found: Any

    def __str__(self) -> str:
        """Return the case, the place, and both values, each on a line of its own."""
        expected, found = (shortened(value) for value in (self.expected, self.found))
        return f"{self.name}\n  at       {self.place}\n  expected {expected}\n  found    {found}"


@dataclass
class Report:
    """What was asked, and what differed."""

    cases: int = 0
    matches: int = 0
    differences: list[Difference] = field(default_factory=list)

    @property
    def names(self) -> list[str]:
        """The names of the cases and matches that differ."""
        return list(dict.fromkeys(difference.name for difference in self.differences))


def shortened(value: Any) -> str:
    """Return a value as JSON on one line, cut where it is long."""
    written = value if value is ABSENT else json.dumps(value, ensure_ascii=False)
    return written if len(written) <= LONGEST_VALUE else written[:LONGEST_VALUE] + " ..."


def without_sentences(value: Any) -> Any:
    """Return a JSON value without the members that people read."""
    if isinstance(value, dict):
        return {
            name: without_sentences(member)
            for name, member in value.items()
            if name not in SENTENCES
        }
    if isinstance(value, list):
        return [without_sentences(item) for item in value]
    return value


def canonical(value: Any) -> bytes:
    """Return a JSON value in its canonical form (RFC 8785), without sentences."""
    plain = without_sentences(value)
    return json.dumps(
        plain, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False
    ).encode()


def fingerprint(value: Any) -> str:
    """Return the SHA-256 of a JSON value in its canonical form, in hex digits."""
    return hashlib.sha256(canonical(value)).hexdigest()


def compare(expected: Any, found: Any, place: str = "") -> Iterator[tuple[str, Any, Any]]:
    """Yield each place at which two JSON values differ, with both values there."""
    if isinstance(expected, dict) and isinstance(found, dict):
        for name in [*expected, *(name for name in found if name not in expected)]:
            one, other = expected.get(name, ABSENT), found.get(name, ABSENT)
            if name in ANY_ORDER and isinstance(one, list) and isinstance(other, list):
                one, other = sorted(one, key=canonical), sorted(other, key=canonical)
            yield from compare(one, other, f"{place}/{name}")
    elif isinstance(expected, list) and isinstance(found, list):
        if len(expected) != len(found):
            yield place or "/", expected, found
            return
        for index, (one, other) in enumerate(zip(expected, found, strict=True)):
            yield from compare(one, other, f"{place}/{index}")
    elif type(expected) is not type(found) or expected != found:
        yield place or "/", expected, found


def check_case(case: Any, ask: Ask) -> Iterator[Difference]:
    """Ask the question of a case, and yield what differs."""
    request = case["request"]
    status, answer = ask(request["method"], request["path"], request["body"])
    if status != case["status"]:
        yield Difference(case["name"], "status", case["status"], status)
    for place, expected, found in compare(case["answer"], without_sentences(answer)):
        yield Difference(case["name"], f"answer {place}", expected, found)


def check_match(match: Any, ask: Ask) -> Iterator[Difference]:
    """Play a match again, and yield the first state and each view that differ.

    A state that differs ends the match: all later states would differ too.
    """
    name = match["name"]
    start = {member: match[member] for member in ("rules", "players", "seed", "lead")}
    if start["lead"] is None:
        del start["lead"]
    _, answer = ask("POST", "/deal", start)
    views = {(view["after"], view["player"]): view["sha256"] for view in match["views"]}
    steps = [{"action": None, "sha256": match["start"]}, *match["steps"]]
    for number, step in enumerate(steps):
        if number:
            _, answer = ask("POST", "/play", {"state": answer["state"], "action": step["action"]})
        state = answer.get("state")
        if fingerprint(state) != step["sha256"]:
            found = fingerprint(state) if state else without_sentences(answer)
            place = f"state after action {number}: {shortened(step['action'])}"
            yield Difference(name, place, step["sha256"], found)
            return
        for (after, player), expected in views.items():
            if after == number:
                viewer = {} if player is None else {"player": player}
                _, view = ask("POST", "/view", {"state": state} | viewer)
                if fingerprint(view) != expected:
                    place = f"view of {player or 'an onlooker'} after action {number}"
                    yield Difference(name, place, expected, fingerprint(view))


def read(folder: Path) -> Iterator[Any]:
    """Yield the cases or the matches of every file of a folder."""
    for path in sorted(folder.glob("*.json")):
        content = json.loads(path.read_text(encoding="utf-8"))
        yield from content if isinstance(content, list) else [content]


def run(ask: Ask, only: str = "", folder: Path = SET) -> Report:
    """Ask everything whose name contains `only`, and return what differs."""
    report = Report()
    for case in read(folder / "cases"):
        if only in case["name"]:
            report.cases += 1
            report.differences += check_case(case, ask)
    for match in read(folder / "matches"):
        if only in match["name"]:
            report.matches += 1
            report.differences += check_match(match, ask)
    return report


class Server:
    """A server at a URL, over one connection that is kept open."""

    def __init__(self, url: str) -> None:
        """Take the address from a URL; a path in it comes before every path of the set."""
        parts = urlsplit(url if "//" in url else f"//{url}", scheme="http")
        kind = http.client.HTTPSConnection if parts.scheme == "https" else None
        self.connection = (kind or http.client.HTTPConnection)(
            parts.hostname or "127.0.0.1", parts.port, timeout=SECONDS_TO_WAIT
        )
        self.path = parts.path.rstrip("/")

    def ask(self, method: str, path: str, body: Any) -> tuple[int, Any]:
        """Send a question; once more if the server has closed the connection meanwhile."""
        try:
            return self._ask(method, path, body)
        except (http.client.RemoteDisconnected, BrokenPipeError, ConnectionResetError):
            self.connection.close()
            return self._ask(method, path, body)

    def close(self) -> None:
        """Close the connection."""
        self.connection.close()

    def _ask(self, method: str, path: str, body: Any) -> tuple[int, Any]:
        headers = {"Content-Type": "application/json", "Accept": "application/json, */*"}
        content = None if body is None else json.dumps(body).encode()
        self.connection.request(method, self.path + path, content, headers)
        response = self.connection.getresponse()
        received = response.read()
        try:
            return response.status, json.loads(received)
        except ValueError:
            return response.status, {"not JSON": received[:200].decode(errors="replace")}


def told(report: Report) -> Iterator[str]:
    """Yield the lines that say what was asked and what differed."""
    for name in report.names:
        differences = [one for one in report.differences if one.name == name]
        yield from map(str, differences[:MOST_PER_CASE])
        if len(differences) > MOST_PER_CASE:
            yield f"  and {len(differences) - MOST_PER_CASE} more in this case"
    asked = f"{report.cases} cases and {report.matches} matches"
    if report.names:
        yield f"{asked}: {len(report.names)} differ, at {len(report.differences)} places"
    else:
        yield f"{asked}: nothing differs"


def main(arguments: list[str]) -> int:
    """Run the set as the command line says; return 1 if anything differs."""
    parser = argparse.ArgumentParser(description="Run the conformance set against a server.")
    parser.add_argument("url", help="where the server is, such as http://127.0.0.1:8000")
    parser.add_argument("--only", default="", help="ask only what has this text in its name")
    options = parser.parse_args(arguments)
    server = Server(options.url)
    try:
        report = run(server.ask, options.only)
    except OSError as error:
        sys.stderr.write(f"can't reach {options.url}: {error}\n")
        return 1
    finally:
        server.close()
    sys.stdout.write("\n".join(told(report)) + "\n")
    if not report.cases + report.matches:
        return 1
    return 1 if report.differences else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

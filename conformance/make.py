"""Make the files of the conformance set from the rule cases and the service.

    PYTHONPATH=.:tests python -m conformance.make

Each answer is the service's own. It gets into the set only if it holds everything that the case
expects, which was worked out by hand. The same cases and the same service give the same bytes.
"""

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
from support.case_answers import body_of
from support.cases import CASES, Case, cases_of_file, differences, file_name, refusal_differences

from conformance.choose_matches import NAMES, ChosenMatch, chosen, plans
from conformance.layout import layout
from conformance.run import SET, Ask, fingerprint, without_sentences
from service.api.http.app import create_app
from service.rules.violations import ViolationCode

RULE_BOOK = Path(__file__).parents[1] / "docs" / "rules.md"
VIEW_EVERY = 40
"""After so many actions of a match the views of all are part of the set."""

OF_OPERATION = {
    "evaluate": "which-melding",
    "melds": "melds",
    "close": "closing",
    "layoff": "laying-off",
    "layoff/options": "laying-off",
    "score": "scoring",
    "scoresheet": "counted",
    "rejoin": "rejoining",
    "replay": "turn",
    "view": "turn",
    "actions": "turn",
    "rules": "parameters",
}
"""The section of the rule book for what only the contract says of an operation."""


class WrongAnswerError(Exception):
    """The service answers a case otherwise than the case expects."""


def in_process() -> Ask:
    """Return what asks the service in this process."""
    client = create_app().test_client()

    def ask(method: str, path: str, body: Any) -> tuple[int, Any]:
        answer = client.open(path, method=method, json=body)
        return answer.status_code, answer.json

    return ask


def anchors() -> dict[str, str]:
    """Return the anchor of each section of the rule book by its title."""
    text = RULE_BOOK.read_text(encoding="utf-8")
    found = re.findall(r'<a id="([^"]+)"></a>\n#+ (.+)', text)
    return {title: anchor for anchor, title in found}


def anchor_of(case: Case, by_title: dict[str, str]) -> str:
    """Return the anchor of the rule that a case shows."""
    rule, *_ = case.rule.split(", ")
    if rule.startswith("case "):
        return rule.replace(" ", "-")
    if rule.startswith("published "):
        return "published-tables"
    name = rule.removeprefix("API ")
    if name in by_title:
        return by_title[name]
    if f"Parameters of {name}" in by_title:
        return by_title[f"Parameters of {name}"]
    sections = {str(code): code.section for code in ViolationCode}
    if name in sections:
        return sections[name]
    return OF_OPERATION[case.operation] if rule.startswith("API ") else "sources"


def made_case(case: Case, ask: Ask, by_title: dict[str, str]) -> dict[str, Any]:
    """Return a case of the set, or raise `WrongAnswerError`."""
    path = f"/{case.operation}"
    body = body_of(case, lambda path, question: ask("POST", path, question)[1])
    status, answer = ask("POST", path, body)
    if case.refused:
        wrong = list(refusal_differences(case.expect, answer.get("errors", [])))
    else:
        wrong = list(differences(case.expect, answer))
    if status != case.expect.get("status", 200):
        wrong.insert(0, f"status {status}")
    if wrong:
        raise WrongAnswerError(f"{case.name}: {'; '.join(wrong)}")
    return {
        "name": case.name,
        "rule": anchor_of(case, by_title),
        "because": case.because,
        "request": {"method": "POST", "path": path, "body": body},
        "status": status,
        "answer": without_sentences(answer),
    }


def made_match(match: ChosenMatch, ask: Ask) -> dict[str, Any]:
    """Return a match of the set: every action with the fingerprint of the state after it."""
    plan, names = match.plan, NAMES[: match.plan.seats]
    start = {"rules": plan.table, "players": names, "seed": match.seed}
    lead = {} if plan.lead is None else {"lead": plan.lead}
    _, answer = ask("POST", "/deal", start | lead)
    first = fingerprint(answer["state"])
    steps, views = [], list(_views(0, names, answer["state"], ask))
    for number, action in enumerate(match.actions, start=1):
        question = {"state": answer["state"], "action": action_as_sent(action)}
        _, answer = ask("POST", "/play", question)
        steps.append({"action": question["action"], "sha256": fingerprint(answer["state"])})
        if number % VIEW_EVERY == 0 or number == len(match.actions):
            views += _views(number, names, answer["state"], ask)
    return {
        "name": plan.name,
        "shows": list(match.shows),
        **start,
        "lead": plan.lead,
        "start": first,
        "steps": steps,
        "views": views,
    }


def action_as_sent(action: Any) -> Any:
    """Return an action in the form of the contract."""
    return msgspec.json.decode(msgspec.json.encode(action))


def _views(number: int, names: list[str], state: Any, ask: Ask) -> Iterator[dict[str, Any]]:
    for player in [*names, None]:
        viewer = {} if player is None else {"player": player}
        _, view = ask("POST", "/view", {"state": state} | viewer)
        yield {"after": number, "player": player, "sha256": fingerprint(view)}


def case_files(ask: Ask) -> Iterator[tuple[str, str]]:
    """Yield the name and the content of each file with cases."""
    by_title = anchors()
    for path in sorted(CASES.rglob("*.yaml")):
        made = [made_case(case, ask, by_title) for case in cases_of_file(path)]
        yield f"cases/{file_name(path)}.json", layout(made)


def match_files(ask: Ask) -> Iterator[tuple[str, str]]:
    """Yield the name and the content of each file with a match."""
    for plan in plans():
        yield f"matches/{plan.name}.json", layout(made_match(chosen(plan), ask))


def main() -> int:
    """Write all files, and remove those that no case and no match gives."""
    ask = in_process()
    try:
        files = dict([*case_files(ask), *match_files(ask)])
    except (WrongAnswerError, LookupError) as error:
        sys.stderr.write(f"{error}\n")
        return 1
    for path in [*SET.glob("cases/*.json"), *SET.glob("matches/*.json")]:
        if path.relative_to(SET).as_posix() not in files:
            path.unlink()
    for name, content in files.items():
        path = SET / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(content, encoding="utf-8")
    cases = sum(len(json.loads(text)) for name, text in files.items() if name.startswith("cases/"))
    matches = sum(name.startswith("matches/") for name in files)
    sys.stdout.write(f"{cases} cases and {matches} matches in {len(files)} files\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())

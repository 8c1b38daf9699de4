"""The README's examples are asked, and must get the answers that it prints."""

import json
import re
import shlex
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from service.api.operations.all_operations import OPERATIONS

README = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
EXAMPLE = re.compile(r"```sh\n(curl .*?)```\n\n```json\n(.*?)```", re.DOTALL)
EXAMPLES = EXAMPLE.findall(README)


def test_every_curl_of_the_readme_has_its_answer_below_it() -> None:
    assert len(EXAMPLES) == README.count("\ncurl ") >= 4


@pytest.mark.parametrize(("command", "printed"), EXAMPLES)
def test_a_curl_of_the_readme_gets_the_answer_below_it(
    client: FlaskClient, command: str, printed: str
) -> None:
    words = shlex.split(command.replace("\\\n", " "))
    address = next(word for word in words if word.startswith("localhost:8000"))
    path = address.removeprefix("localhost:8000")
    if "-d" in words:
        body = words[words.index("-d") + 1]
        answer = client.post(path, data=body, content_type="application/json")
    else:
        answer = client.get(path)
    assert answer.json == json.loads(printed)


def test_the_readme_names_every_address_of_the_contract() -> None:
    for operation in OPERATIONS:
        address = operation.path.replace("{name}", "NAME")
        assert f"`{operation.method} {address}" in README, address

"""Random tables: every parameter is drawn, and the service takes and shows all of them."""

import random
from collections import defaultdict
from typing import Any

from flask.testing import FlaskClient
from msgspec import to_builtins
from support.random_rules import BOUNDS, PLAYED, random_table

from service.api.requests.fields.parameter_groups import GROUPS
from service.rules.table.profiles import PROFILES


def test_every_parameter_is_drawn() -> None:
    names = {group: set(fields) for group, fields in to_builtins(PROFILES["classic"]).items()}
    assert {group: set(schema.fields) for group, schema in GROUPS.items()} == names
    for drawn in (BOUNDS, PLAYED):
        assert {group: set(fields) for group, fields in drawn.items()} == names


def test_the_service_takes_random_tables_and_shows_them(client: FlaskClient) -> None:
    chance = random.Random(0)
    values: dict[str, set[Any]] = defaultdict(set)
    for _ in range(300):
        drawn = random_table(chance)
        answer = client.post("/rules", json={"rules": drawn.sent, "seats": drawn.seats})
        assert answer.status_code == 200, f"{answer.text} {drawn}"
        shown = answer.get_json()
        assert shown["packs"] == drawn.packs
        for group, fields in drawn.rules.items():
            for name, value in fields.items():
                plain = list(value) if isinstance(value, tuple) else value
                assert shown["rules"][group][name] == plain
                values[f"{group}.{name}"].add(str(value))
    assert all(len(drawn) > 1 for drawn in values.values())

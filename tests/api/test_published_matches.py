"""Whole matches at every published table, played over HTTP, each step checked."""

from typing import Any

import pytest
from support.matches.http_match import play
from support.matches.tables import NAMES, Setting, Ways

from service.api.operations.published_tables import published_tables

TABLES = {table.name: table.rules for table in published_tables()}
MATCHES = 10
WAYS = Ways(closes=0.95, idles=0.01, leaves=0.002)


def seats_of(post: Any, rules: Any, number: int) -> int:
    """How many play: each number that the table takes, in turn, up to six."""
    players = post("/rules", {"rules": rules}).json["rules"]["players"]
    least, most = players["min"], min(players["max"], len(NAMES))
    return int(least + number % (most - least + 1))


FEW = [(name, 0) for name in list(TABLES)[5::7]]
"""Some of the tables, for the tests that take seconds."""

MANY = [(name, number) for name in TABLES for number in range(MATCHES)]


@pytest.mark.parametrize(
    ("name", "number"), [*FEW, *(pytest.param(*one, marks=pytest.mark.long) for one in MANY)]
)
def test_a_match_at_a_published_table_keeps_the_rules_to_its_end(
    post: Any, name: str, number: int
) -> None:
    rules = TABLES[name]
    setting = Setting(name, rules, seats_of(post, rules, number), ways=WAYS)
    assert play(post, setting, number)

"""How the files of the set are written: JSON whose lines change only where its content does."""

import json
from typing import Any

WIDTH = 100


def layout(value: Any) -> str:
    """Return a JSON value as text; what fits on a line stands on one."""
    return _written(value, 0, 0) + "\n"


def _written(value: Any, indent: int, used: int) -> str:
    line = json.dumps(value, ensure_ascii=False)
    if indent + used + len(line) < WIDTH or not isinstance(value, dict | list) or not value:
        return line
    inner = indent + 1
    if isinstance(value, list):
        lines = [" " * inner + _written(item, inner, 0) for item in value]
        return "[\n" + ",\n".join(lines) + "\n" + " " * indent + "]"
    members = []
    for name, member in value.items():
        key = json.dumps(name, ensure_ascii=False) + ": "
        members.append(" " * inner + key + _written(member, inner, len(key)))
    return "{\n" + ",\n".join(members) + "\n" + " " * indent + "}"

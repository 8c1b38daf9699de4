"""JSON that is nearly right: good questions with something dropped, doubled or replaced."""

import json
import re
from collections.abc import Callable
from copy import deepcopy
from typing import Any

from hypothesis import strategies as st

from fuzz.odd_json import (
    BOUNDS,
    CARDS,
    CHARSETS,
    ENDS,
    NO_CHARACTERS,
    NUMBERS,
    ODD,
    PLAYERS,
    RAWS,
    SIZES,
    STARTS,
)

Json = Any
Draw = st.DrawFn

RAW = re.compile(r'"~raw:([0-9]+)~"')
"""A string that stands for one of the texts that are hardly JSON, by its number."""
TWICE = "~twice"
"""Ends a name that is written without it, so that a name can be in an object twice."""

anything: st.SearchStrategy[Json] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=70),
    lambda inside: st.lists(inside, max_size=4) | st.dictionaries(st.text(), inside, max_size=4),
    max_leaves=6,
)
odd = st.sampled_from(ODD).map(deepcopy) | anything  # copied, since it may be mutated further


class Known:
    """What mutations put in: names and words of the contract, parts of other questions."""

    def __init__(self, names: list[str], words: list[str], parts: list[Json]) -> None:
        odd_names = ["Cards", "card ", "", "ñ", "a/b~c", "\0", "__class__"]
        self.names = st.sampled_from([*names, *odd_names])
        self.parts = st.integers(0, len(parts) - 1).map(lambda number: deepcopy(parts[number]))
        self.words = st.sampled_from(words)


def steps_of(holder: Json) -> list[Any]:
    """The names or numbers of what a value holds."""
    return list(holder) if isinstance(holder, dict) else list(range(len(holder)))


def spot(draw: Draw, tree: Json) -> tuple[Json, Any]:
    """A place in a value: what holds it, and its name or number there."""
    holder = tree
    while True:
        step = draw(st.sampled_from(steps_of(holder)))
        inner = holder[step]
        if not isinstance(inner, dict | list) or not inner or draw(st.integers(0, 3)) == 0:
            return holder, step
        holder = inner


def _drop(_: Draw, holder: Json, step: Any, __: Known) -> None:
    del holder[step]


def _odd(draw: Draw, holder: Json, step: Any, _: Known) -> None:
    holder[step] = draw(odd)


def _card(draw: Draw, holder: Json, step: Any, _: Known) -> None:
    holder[step] = draw(st.sampled_from(CARDS))


def _word(draw: Draw, holder: Json, step: Any, known: Known) -> None:
    holder[step] = draw(known.words)


def _number(draw: Draw, holder: Json, step: Any, _: Known) -> None:
    if isinstance(holder[step], int) and draw(st.booleans()):
        holder[step] += draw(st.sampled_from([1, -1]))
    else:
        numbers = st.sampled_from(BOUNDS) | st.sampled_from(NUMBERS) | st.integers() | st.floats()
        holder[step] = draw(numbers)


def _part(draw: Draw, holder: Json, step: Any, known: Known) -> None:
    holder[step] = draw(known.parts)


def _double(draw: Draw, holder: Json, step: Any, known: Known) -> None:
    if isinstance(holder, list):
        times = draw(st.sampled_from([1, 1, 7, 12, 101, 1_001]))
        holder[step:step] = [deepcopy(holder[step]) for _ in range(times)]
    else:
        other = draw(st.booleans())
        holder[step + TWICE] = draw(known.parts) if other else deepcopy(holder[step])


def _swap(draw: Draw, holder: Json, step: Any, _: Known) -> None:
    other = draw(st.sampled_from(steps_of(holder)))
    holder[step], holder[other] = holder[other], holder[step]


def _shuffle(draw: Draw, holder: Json, step: Any, _: Known) -> None:
    cards = holder[step] if isinstance(holder[step], list) else holder
    if isinstance(cards, list):
        draw(st.randoms(use_true_random=False)).shuffle(cards)


def _rename(draw: Draw, holder: Json, step: Any, known: Known) -> None:
    if isinstance(holder, dict):
        holder[draw(known.names)] = holder.pop(step)


def _add(draw: Draw, holder: Json, step: Any, known: Known) -> None:
    value = draw(known.parts | odd)
    if isinstance(holder, dict):
        holder[draw(known.names)] = value
    else:
        holder.insert(step, value)


def _wrap(draw: Draw, holder: Json, step: Any, _: Known) -> None:
    inner = holder[step]
    if isinstance(inner, list) and inner and draw(st.booleans()):
        holder[step] = inner[0]
    else:
        holder[step] = draw(st.sampled_from([[inner], {"cards": inner}, {"player": inner}]))


def _retype(draw: Draw, holder: Json, step: Any, _: Known) -> None:
    inner = holder[step]
    others: list[Json] = [json.dumps(inner)]
    if isinstance(inner, bool):
        others = [int(inner), str(inner).lower(), None]
    elif isinstance(inner, int) and abs(inner) < 2**53:
        others = [str(inner), float(inner), inner + 0.5, bool(inner), [inner]]
    elif isinstance(inner, str):
        others = [inner.upper(), f" {inner}", f"{inner}\n", f"{inner}\0", [inner], {inner: 1}, 7]
    holder[step] = draw(st.sampled_from(others))


def _raw(draw: Draw, holder: Json, step: Any, _: Known) -> None:
    holder[step] = f"~raw:{draw(st.integers(0, len(RAWS) - 1))}~"


WAYS: list[Callable[[Draw, Json, Any, Known], None]] = [
    *(_number, _card, _swap, _shuffle, _part, _word, _odd),
    *(_number, _card, _swap, _drop, _double, _rename, _add, _wrap, _retype, _raw),
]
"""What leaves a question in its form comes twice, since it goes deeper."""


def called(draw: Draw, question: Json) -> Json:
    """The question with a player called otherwise, everywhere."""
    name = draw(st.sampled_from(PLAYERS))
    return json.loads(json.dumps(question).replace('"ana"', json.dumps(name)))


def mutated(draw: Draw, question: Json, known: Known) -> Json:
    """The question with up to three mutations."""
    renamed = draw(st.integers(0, 5)) == 5
    root = {"": called(draw, question) if renamed else deepcopy(question)}
    for _ in range(draw(st.sampled_from([0, 1, 1, 1, 1, 2, 3]))):
        inner = root.get("")
        if not isinstance(inner, dict | list) or not inner:
            break
        holder, step = spot(draw, root if draw(st.integers(0, 30)) == 30 else inner)
        draw(st.sampled_from(WAYS))(draw, holder, step, known)
    return root.get("")


def written(draw: Draw, value: Json) -> bytes:
    """A value as text in one of the ways to write JSON, and sometimes not quite."""
    escaped = draw(st.booleans())
    tight = (",", ":") if draw(st.booleans()) else None
    indent = 1 if draw(st.integers(0, 9)) == 9 else None
    text = json.dumps(value, ensure_ascii=escaped, separators=tight, indent=indent)
    text = RAW.sub(lambda found: RAWS[int(found[1])], text).replace(f'{TWICE}"', '"')
    body = text.encode("utf-8", "surrogatepass")
    return broken(draw, body) if draw(st.integers(0, 6)) == 6 else body


Break = Callable[[Draw, bytes, int, int], bytes]
BREAKS: list[Break] = [
    lambda _, body, at, __: body[:at],
    lambda draw, body, at, _: body[:at] + draw(st.binary(min_size=1, max_size=4)) + body[at:],
    lambda draw, body, at, _: body[:at] + draw(st.sampled_from(NO_CHARACTERS)) + body[at:],
    lambda _, body, at, to: body[:at] + body[to:],
    lambda _, body, at, to: body[:to] + body[at:],
    lambda draw, body, _, __: draw(st.sampled_from(STARTS)) + body,
    lambda draw, body, _, __: body + draw(st.sampled_from([*ENDS, body])),
    lambda draw, body, _, __: recoded(body, draw(st.sampled_from(CHARSETS))),
    lambda draw, body, _, __: body.ljust(draw(st.sampled_from(SIZES))),
    lambda draw, _, __, ___: draw(st.binary(max_size=60)),
]


def broken(draw: Draw, body: bytes) -> bytes:
    """The bytes of a text with a few of them changed, or in another encoding."""
    at = draw(st.integers(0, len(body)))
    to = draw(st.integers(at, min(len(body), at + 40)))
    return draw(st.sampled_from(BREAKS))(draw, body, at, to)


def recoded(body: bytes, charset: str) -> bytes:
    """The same text in another encoding."""
    return body.decode("utf-8", "replace").encode(charset, "replace")

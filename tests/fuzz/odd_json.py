"""Odd things to find in JSON: values that are seldom meant, and text that is hardly JSON."""

from typing import Any

Json = Any

CARDS = [f"{rank}{suit}" for suit in "oceb" for rank in range(1, 13)] + ["JK"]

BOUNDS: list[Json] = [0, 1, -1, 2, 12, 13, 100_000, 100_001, -100_000, -100_001]
NUMBERS: list[Json] = [*BOUNDS, 7, 8, 100, 101, 65_536]
NUMBERS += [2**31, 2**53, 2**63, 2**64, 10**40]
NUMBERS += [0.0, -0.0, 1.0, 2.0, 0.5, 5.5, 1e-9, 1e15, 1e16, 1e300]

TEXTS = ["", " ", "5", "-1", "7o", "7O", "o7", "07o", "13o", "jk", "joker", "7o ", "7o\n"]
TEXTS += ["set", "ana", "true", "null", "wins", "draw", "__proto__", "constructor", "_schema"]
TEXTS += ["ñandú", "é", "e\u0301", "🃏", "\u202eana", "\ufeff", "\u2028", "\ud800", "\udfff\ud800"]
TEXTS += ["\0", "ana\0", "a\nb", "\x7f", "\x85", "\\", '"', "~0~1/%", "<b>", "{{7*7}}", "%s%n"]
TEXTS += ["'; DROP TABLE cards; --", "../../etc/passwd"]
TEXTS += ["x" * 64, "x" * 65, "x" * 128, "x" * 129, "x" * 3_000, "🃏" * 64, "🃏" * 65]

PLAYERS = ["ñandú", "e\u0301", "🃏", "\u202eana", "\ufeff", "\u2028", " ", "0", "a/b~c", "%s{}"]
PLAYERS += ["<b>", '"', "\\", "JK", "null", "__proto__", "x" * 64, "🃏" * 64, "x" * 65, "a\0"]
"""What somebody may be called, but for the last two."""

ODD: list[Json] = [None, True, False, [], {}, [[]], [None], [{}], {"": None}, {"a": {"b": []}}]
ODD += [["7o"], [["7o", "7c", "7e"]], {"player": "ana"}, *NUMBERS, *TEXTS]

RAWS = ["NaN", "Infinity", "-Infinity", "1e400", "-1e400", "1E2", "5e0", "50e-1", "-0", "0.1e1"]
RAWS += ["01", "+1", ".5", "5.", "0x10", "1_000", "9" * 65, "9" * 5_000]
RAWS += ["0." + "1" * 300, "1." + "0" * 100]
RAWS += ['"\\ud83c"', '"\\udc00\\ud800"', '"\\ud83c\\udccf"', '"\\u0000"', '"a\0"', '"\\x41"']
RAWS += ['"tab\t"', "'7o'", "undefined", "true1", "nul", '"7o', "[1,]", '{"a":1,}', "/**/1", ""]
RAWS += ['{"a":1,"a":1}', "[" * 90 + "]" * 90, '{"a":' * 90 + "1" + "}" * 90, "[" * 3_000]
RAWS += ["[" * 3_000 + "]" * 3_000, '{"a":' * 3_000 + "1" + "}" * 3_000]
RAWS += ["[" * 30_000, "[" * 30_000 + "]" * 30_000]
"""Pieces of text that stand where a value should: some are JSON, few are wanted."""

STARTS = [b"\xef\xbb\xbf", b"\xff\xfe", b" ", b"\x1e", b")]}'\n"]
ENDS = [b" ", b"\n\n", b"x", b"{}", b"\0", b","]
NO_CHARACTERS = [b"\0", b"\xff", b"\xed\xa0\x80", b"\xc0\x80"]
CHARSETS = ["utf-16", "utf-16-le", "utf-32", "utf-7", "latin-1", "cp037"]
SIZES = [2**16, 2**16 + 1, 2**18, 2**18 + 1, 2**21, 2**21 + 1]
"""Bytes at which one or another operation stops to read."""

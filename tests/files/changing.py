"""Changes one place of a file, as damage, a slip or a stranger's hand would: a value of its JSON, or its bytes."""

from __future__ import annotations

import json
import random
from typing import Any

Path = tuple[str | int, ...]

STRANGE: tuple[Any, ...] = (
    None,
    True,
    0,
    -1,
    7,
    999,
    10**12,
    10**30,
    1.5,
    "",
    "x",
    "../../x",
    "\n",
    "\x1b[31m\x00",
    "\u202e",
    "x" * 5_000,
    [],
    {},
    [[[[]]]],
    {"a": {"a": 1}},
    ["x"],
    [-2],
)


def changed(data: bytes, chance: random.Random) -> tuple[bytes, str]:
    """Return a file with one place changed, and what was done in words; of a file of lines one line is changed."""
    if chance.random() < 0.2 or data[:1] not in b"{[":
        return _changed_bytes(data, chance)
    if data.count(b"\n{") > 1:
        lines = data.splitlines(keepends=True)
        at = chance.randrange(len(lines))
        line, done = changed(lines[at], chance)
        return b"".join(
            [*lines[:at], line, b"\n" * (chance.random() < 0.9), *lines[at + 1 :]]
        ), f"line {at + 1}: {done}"
    value = json.loads(data)
    path, outer, key = chance.choice(list(_places(value)))
    how = chance.choice(("drop", "replace", "replace", "nest", "repeat", "enlarge", "swap", "rename", "number"))
    _change(outer, key, how, chance)
    return json.dumps(value).encode(), f"{how} {path}"


def _change(outer: Any, key: Any, how: str, chance: random.Random) -> None:
    old = outer[key]
    if how == "drop":
        del outer[key]
    elif how == "nest":
        outer[key] = [old]
    elif how == "repeat" and isinstance(old, list):
        outer[key] = old * 3
    elif how == "enlarge" and isinstance(old, list):
        outer[key] = old * 2_000 or [0] * 100_000
    elif how == "enlarge" and isinstance(old, str):
        outer[key] = (old or "x") * 10_000
    elif how == "swap" and isinstance(outer, list):
        other = chance.randrange(len(outer))
        outer[key], outer[other] = outer[other], old
    elif how == "rename" and isinstance(outer, dict):
        outer["other"] = outer.pop(key)
    elif how in ("number", "enlarge") and type(old) is int:
        outer[key] = chance.choice((old + 1, old - 1, -old - 2, old * 1_000 + 13, 10**6, 10**9))
    else:
        outer[key] = chance.choice(STRANGE)


def _places(value: Any) -> list[tuple[Path, Any, str | int]]:
    """Every place of a value with what holds it; of long lists only some, so that small parts are chosen too."""
    found: list[tuple[Path, Any, str | int]] = []

    def walk(inner: Any, path: Path) -> None:
        keys: Any = list(inner) if isinstance(inner, dict) else range(len(inner))
        if len(keys) > 8 and isinstance(inner, list):
            keys = [0, 1, len(inner) // 2, len(inner) - 1]
        for key in keys:
            found.append(((*path, key), inner, key))
            if isinstance(inner[key], dict | list):
                walk(inner[key], (*path, key))

    walk(value, ())
    return found


def _changed_bytes(data: bytes, chance: random.Random) -> tuple[bytes, str]:
    at = chance.randrange(len(data))
    how = chance.choice(("cut", "flip", "insert", "double", "brackets", "digits", "gzip", "utf-16", "nan", "empty"))
    if how == "cut":
        made = data[:at]
    elif how == "flip":
        made = data[:at] + bytes([data[at] ^ 1 << chance.randrange(8)]) + data[at + 1 :]
    elif how == "insert":
        made = data[:at] + chance.choice((b"\x00", b"\xff", b"{", b'"', b",")) + data[at:]
    elif how == "double":
        made = data + data
    elif how == "brackets":
        made = data.replace(b"[", b"[" * 100_000, 1)
    elif how == "digits":
        made = data.replace(b"0", b"9" * 5_000, 1)
    elif how == "gzip":
        made = b"\x1f\x8b\x08" + data
    elif how == "utf-16":
        made = data.decode().encode("utf-16")
    elif how == "nan":
        made = data.replace(b": 0", b": NaN", 1)
    else:
        made = b""
    return made, f"{how} at byte {at}"

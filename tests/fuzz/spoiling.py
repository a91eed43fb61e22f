"""Damage to a file: to a value or key somewhere in its JSON, to its bytes, to its lines, or to what lies at its place.

Every function takes the chance that decides what it does, so that the same chance does the same damage again.
"""

from __future__ import annotations

import json
import os
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from fuzz.payloads import CODE, CONTROL, DECK_LINES, NUMBERS, PATHS, PATTERNS, SHAPES, WORDS

RAW = "\ue000{}\ue001"  # stands in a tree for text that json.dumps would not write
MANY = (40, 3_000, 100_000)  # copies of an entry
LARGEST = 64 << 20  # bytes of a file that is damaged once more
LONG = 1_000_000  # characters of a long text
PLACES = ("id", "art", "file", "font", "extends", "symbols", "layout", "back", "slug", "licence")


def spoil(path: Path, chance: random.Random, outside: Path) -> str:
    """Damage a file as suits it; returns in words what was done."""
    if path.is_symlink() or not path.is_file() or path.stat().st_size > LARGEST:
        return "not damaged: something else lies there already"
    if chance.random() < 0.04:
        return displaced(path, chance, outside)
    data = path.read_bytes()
    if path.suffix == ".json" and chance.random() < 0.85:
        done, data = of_json(data, chance, outside)
    elif path.suffix == ".jsonl" and data.strip() and chance.random() < 0.8:
        lines = data.splitlines()
        at = chance.randrange(len(lines))
        done, lines[at] = of_json(lines[at], chance, outside, indent=None)
        done, data = f"line {at + 1}: {done}", b"\n".join(lines) + b"\n"
    elif path.suffix in (".txt", ".cod", ".o8d") and chance.random() < 0.7:
        done, data = of_lines(data, chance)
    else:
        done, data = of_bytes(data, chance)
    path.write_bytes(data)
    return done


# -- JSON ----------------------------------------------------------------------------------------------------------


def of_json(data: bytes, chance: random.Random, outside: Path, indent: int | None = 1) -> tuple[str, bytes]:
    """Change one value or key somewhere; what is no JSON any more has its bytes changed."""
    try:
        tree = json.loads(data)
    except (ValueError, RecursionError):
        return of_bytes(data, chance)
    raw: list[str] = []
    done, tree = of_tree(tree, chance, raw)
    try:
        text = json.dumps(tree, indent=indent, ensure_ascii=chance.random() < 0.5)
    except RecursionError:
        return of_bytes(data, chance)
    for number, part in enumerate(raw):
        text = text.replace(json.dumps(RAW.format(number)), part).replace(f'"{RAW.format(number)}"', part)
    return done, text.replace("{outside}", str(outside)).encode("utf-8", "surrogatepass")


def of_tree(tree: Any, chance: random.Random, raw: list[str]) -> tuple[str, Any]:
    """Change one value or key of a tree; texts that JSON has no value for go to `raw`."""
    if not isinstance(tree, dict | list) or not tree:
        return "the whole", _odd(tree, "", chance, raw)
    node: Any = tree
    at: list[str] = []
    while True:
        keys: list[Any] = list(node) if isinstance(node, dict) else list(range(len(node)))
        key = chance.choice(keys)
        at.append(str(key))
        value = node[key]
        if isinstance(value, dict | list) and value and chance.random() < 0.85:
            node = value
            continue
        return f"{'.'.join(at)[:200]}: {_changed(node, key, tree, chance, raw)}", tree


def _changed(node: Any, key: Any, tree: Any, chance: random.Random, raw: list[str]) -> str:
    """Change the entry of a node; returns what was done."""
    value = node[key]
    how = chance.randrange(12)
    if how == 0:
        del node[key]
        return "left out"
    if how == 1 and isinstance(node, dict):
        new = f"{key}x" if chance.random() < 0.5 else _word(str(key), chance)
        node[new] = node.pop(key)
        return f"called {new[:40]!a}"
    if how == 2 and isinstance(node, dict) and len(node) > 1:
        raw.append(f"{json.dumps(value)}, {json.dumps(key)}: {_odd_text(value, str(key), chance)}")
        node[key] = RAW.format(len(raw) - 1)
        return "twice"
    if how == 3:
        node[key] = [value] if chance.random() < 0.5 else {"x": value}
        return "wrapped"
    if how == 4:
        times = chance.choice(MANY)
        whole = node if isinstance(node, list) else value if isinstance(value, list) else None
        if whole and len(json.dumps(whole[-1])) * times < 20_000_000:
            raw.append(", ".join([json.dumps(whole[-1])] * times))
            whole.append(RAW.format(len(raw) - 1))
            return f"{times} times more"
    if how == 5:
        node[key] = _part(tree, chance)
        return "another part of the file"
    if how == 6 and isinstance(value, str):
        node[key] = value * max(2, LONG // max(1, len(value))) if chance.random() < 0.3 else value + _word("", chance)
        return "longer"
    node[key] = _odd(value, str(key), chance, raw)
    return f"{str(node[key])[:60]!a} {raw[-1][:60] if raw else ''}"


def _odd(value: Any, key: str, chance: random.Random, raw: list[str]) -> str:
    raw.append(_odd_text(value, key, chance))
    return RAW.format(len(raw) - 1)


def _odd_text(value: Any, key: str, chance: random.Random) -> str:
    """Return JSON for a value: mostly of the same type, and then an odd one."""
    if isinstance(value, str) and chance.random() < 0.75:
        return json.dumps(_word(key, chance))
    if isinstance(value, int | float) and chance.random() < 0.75:
        return chance.choice(NUMBERS)
    how = chance.randrange(3)
    return chance.choice(SHAPES) if how == 0 else chance.choice(NUMBERS) if how == 1 else json.dumps(_word(key, chance))


def _word(key: str, chance: random.Random) -> str:
    if key in PLACES and chance.random() < 0.6:
        return chance.choice(PATHS)
    return chance.choice(chance.choice((CONTROL, PATHS, CODE, WORDS, PATTERNS)))


def _part(tree: Any, chance: random.Random) -> Any:
    """Return a copy of some part of a tree."""
    node = tree
    while isinstance(node, dict | list) and node and chance.random() < 0.8:
        node = chance.choice(list(node.values()) if isinstance(node, dict) else node)
    return json.loads(json.dumps(node))


# -- bytes and lines -----------------------------------------------------------------------------------------------


def of_bytes(data: bytes, chance: random.Random) -> tuple[str, bytes]:
    """Truncate, flip, splice, or write it as another program would."""
    at = chance.randrange(len(data) + 1)
    some = chance.randrange(1, 60)
    how = chance.randrange(11)
    if how == 0:
        return f"cut at {at}", data[:at]
    if how == 1:
        flipped = bytearray(data)
        for _ in range(min(some, len(data))):
            flipped[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
        return f"{some} bits flipped", bytes(flipped)
    if how == 2:
        return f"{some} bytes out at {at}", data[:at] + data[at + some :]
    if how == 3:
        return f"noise at {at}", data[:at] + chance.randbytes(some) + data[at:]
    if how == 4:
        return f"nothing but zeros from {at}", data[:at] + bytes(len(data) - at)
    if how == 5:
        return "empty", b""
    if how == 6:
        form = chance.choice(("utf-8-sig", "utf-16", "utf-32", "utf-16-le"))
        return form, data.decode("utf-8", "replace").encode(form)
    if how == 7:
        other = chance.randrange(len(data) + 1)
        return f"spliced at {at}", data[:at] + data[other:]
    if how == 8:
        return "a file of another kind", chance.choice(
            (b"SQLite format 3\0", b"%!PS\n(x) run\n", b"PK\3\4", b"\x80\4.")
        )
    if how == 9:
        return f"noise over {at}", data[:at] + chance.randbytes(some) + data[at + some :]
    return "6 MB longer", data + chance.choice((b"\0", b" ", b"[", b"\xff", b"9", b"\n")) * 6_000_000


def of_lines(data: bytes, chance: random.Random, words: Sequence[str] = tuple(DECK_LINES)) -> tuple[str, bytes]:
    """Write a word that means something over a part of a text."""
    at = chance.randrange(len(data) + 1)
    if chance.random() < 0.5 and b"\n" in data:
        at = data.rfind(b"\n", 0, at) + 1
    word = chance.choice(words)
    if chance.random() < 0.03:
        word *= 1 + 2_000_000 // (len(word) or 1)
    out = chance.choice((0, 0, chance.randrange(12)))
    return f"{word[:40]!a} at {at}", data[:at] + word.encode("utf-8", "surrogatepass") + data[at + out :]


# -- places --------------------------------------------------------------------------------------------------------


def displaced(path: Path, chance: random.Random, outside: Path) -> str:
    """Put something else in the place of a file."""
    path.unlink()
    how = chance.randrange(8)
    if how == 0:
        os.mkfifo(path)
        return "a FIFO"
    if how == 1:
        path.mkdir()
        return "a folder"
    if how == 2:
        secret = outside / f"secret{path.suffix}"
        path.symlink_to(secret if secret.exists() else outside / "secret.json")
        return "a link to a secret"
    if how == 3:
        path.symlink_to(path.name)
        return "a link to itself"
    if how == 4:
        path.symlink_to(
            chance.choice(("/dev/zero", "/dev/stdin", "/dev/tty", "/dev/full", "/dev/null", "/proc/self/mem"))
        )
        return f"a link to {path.readlink()}"
    if how == 5:
        with path.open("wb") as file:
            file.truncate(8 << 30)
        return "8 GB of nothing"
    if how == 6:
        path.symlink_to(outside)
        return "a link to a folder"
    return "gone"

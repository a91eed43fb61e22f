"""The house read as code: its modules as trees, for tests that say what may be written where."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import cardlib

HOUSE = tuple(
    Path(module.__file__).parent for module in (cardlib, __import__("cardlib_print"), __import__("cardlib_cli"))
)


def modules(words: Iterable[str], roots: Iterable[Path] = HOUSE) -> Iterator[tuple[str, ast.Module]]:
    """Yield every module that holds one of some words: its name from its root on (`cardlib/game.py`), and its tree.

    What is looked for by name stands in the text by that name, so that most modules need not be parsed.
    """
    for root in roots:
        for path in sorted(root.rglob("*.py")):
            text = text_of(path)
            if any(word in text for word in words):
                yield f"{root.name}/{path.relative_to(root).as_posix()}", ast.parse(text)


@cache
def text_of(path: Path) -> str:
    """Return the text of a module."""
    return path.read_text(encoding="utf-8")

"""A problem in a project's data, and how the place of a value in a JSON file is written."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TypeAlias

from cardlib.filters.nearest import noted

Path: TypeAlias = "tuple[str | int, ...]"

LONGEST_FOUND = 80


@dataclass(frozen=True, slots=True)
class Problem:
    """One problem: where it is, what was found, what was expected, the nearest known name, and a second line or two.

    `file` is relative to the project; `line` is 0 for a problem of a whole file.
    """

    file: str
    line: int
    path: str
    found: str
    expected: str
    hint: str | None = None
    detail: str = ""

    def __str__(self) -> str:
        where = f"{self.file}:{self.line}" if self.line else self.file
        path = f" {self.path}:" if self.path else ""
        return f"{where}:{path} {self.said}"

    @property
    def said(self) -> str:
        """The problem without its place."""
        detail = "".join(f"\n    {line}" for line in self.detail.splitlines())
        return f"found {self.found}, expected {self.expected}{noted(self.hint)}{detail}"

    @property
    def place(self) -> tuple[str, int, str]:
        """The key that problems are sorted by."""
        return self.file, self.line, self.path


def path_text(path: Path) -> str:
    """Return a path as text: `cards[3].abilities[0].do`.

    >>> path_text(("cards", 3, "power"))
    'cards[3].power'
    """
    text = ""
    for step in path:
        text += f"[{step}]" if isinstance(step, int) else f".{step}" if text else step
    return text


def shown(value: object) -> str:
    """Return a value of the data for a message: as JSON, shortened, always printable."""
    if isinstance(value, dict) and value:
        value = f"an object with {', '.join(list(value)[:6])}"
        text = str(value)
    elif isinstance(value, list) and len(value) > 3:
        text = f"a list of {len(value)}"
    else:
        try:
            text = json.dumps(value, ensure_ascii=False)
        except (TypeError, ValueError, RecursionError):
            text = type(value).__name__
    text = "".join(character if character.isprintable() else "\N{REPLACEMENT CHARACTER}" for character in text)
    return text if len(text) <= LONGEST_FOUND else text[: LONGEST_FOUND - 3] + "..."

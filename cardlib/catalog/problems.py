"""A problem in a project's data: one line of the check."""

from __future__ import annotations

from dataclasses import dataclass

from cardlib.filters.nearest import noted
from cardlib.misfits import Path as Path
from cardlib.misfits import path_text as path_text
from cardlib.misfits import shown as shown


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

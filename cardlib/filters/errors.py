"""Errors of what people write in one line: what is wrong, where, and the nearest word that would be right."""

from __future__ import annotations

from cardlib.errors import CardlibError
from cardlib.filters.nearest import noted


class PointedError(CardlibError):
    """A line that cannot be read, with a caret at the place.

    `text` is the line as given, `position` the index of the offending character (or None), `problem` one line without
    the caret, `hint` the nearest known word (or None). The message is the problem, the line, and a caret.
    """

    def __init__(self, problem: str, text: str, position: int | None = None, hint: str | None = None) -> None:
        self.problem = problem
        self.text = text
        self.position = position
        self.hint = hint
        super().__init__(str(self))

    def __str__(self) -> str:
        line = self.one_line
        if self.position is None or not self.text:
            return line
        shown = "".join(" " if character.isspace() else character for character in self.text)
        start = max(0, self.position - 60)
        return f"{line}\n  {shown[start : start + 100]}\n  {' ' * (self.position - start)}^"

    @property
    def one_line(self) -> str:
        """The problem and the nearest word, without the line and the caret."""
        return f"{self.problem}{noted(self.hint)}"


class FilterError(PointedError):
    """A filter that cannot be read or does not apply here."""

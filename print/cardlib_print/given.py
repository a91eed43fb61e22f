"""What somebody wrote in a JSON object, taken out property by property: of the right kind and size, or a problem noted.

Every reader gives a default for what is wrong, so that one pass finds all that is.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from cardlib.filters.nearest import nearest, noted

Raw = dict[str, Any]


@dataclass(slots=True)
class Given:
    """Notes in `problems` what is not as expected, each with its place in the file and the nearest known name."""

    problems: list[str] = field(default_factory=list, kw_only=True)

    def word(self, where: str, item: Raw, key: str, default: str = "") -> str:
        value = item.get(key, default)
        if not isinstance(value, str):
            self.wrong(where, f"{key}: a text was expected, found {value!r}", None)
            return default
        return value

    def flag(self, where: str, item: Raw, key: str, default: bool = False) -> bool:
        value = item.get(key, default)
        if not isinstance(value, bool):
            self.wrong(where, f"{key}: true or false was expected, found {value!r}", None)
            return default
        return value

    def one_of(self, where: str, item: Raw, key: str, allowed: Sequence[str]) -> str:
        value = self.word(where, item, key, allowed[0])
        if value in allowed:
            return value
        self.wrong(where, f"{key}: unknown {value!r}, expected one of {', '.join(allowed)}", None)
        return allowed[0]

    def number(self, where: str, item: Raw, key: str, default: float, least: float, most: float) -> float:
        value = item.get(key, default)
        if not isinstance(value, int | float) or isinstance(value, bool) or not least <= value <= most:
            self.wrong(where, f"{key}: expected a number from {least:g} to {most:g}, found {value!r}", None)
            return default
        return float(value)

    def section(self, raw: Raw, key: str) -> Raw:
        value = raw.get(key, {})
        if not isinstance(value, dict):
            self.wrong(key, "an object was expected", None)
            return {}
        return value

    def rows(self, raw: Raw, key: str) -> list[Raw]:
        value = raw.get(key, [])
        if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
            self.wrong(key, "a list of objects was expected", None)
            return []
        return value

    def known(self, where: str, names: Iterable[str], allowed: Collection[str], what: str) -> None:
        for name in names:
            if name not in allowed:
                self.wrong(where, f"unknown {what} {name!r}", nearest(name, allowed))

    def wrong(self, where: str, problem: str, hint: str | None) -> None:
        place = f"{where}: " if where else ""
        self.problems.append(f"{place}{problem}{noted(hint)}")

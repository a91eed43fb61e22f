"""Puts the results of parts of a series together: they say the same as the whole series played at once."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from cardlib.catalog import Change
from cardlib.lab.games import LabError, Played, Setting
from cardlib.lab.report import Report, report
from cardlib.lab.results import Found, Key, differing, line_of, read_results
from cardlib.records import COMPARISON, MATRIX, SERIES, SWEEP
from cardlib.writing import is_stream, write_whole


@dataclass(frozen=True, slots=True)
class Part:
    """A file of results, and what it holds."""

    path: Path
    found: Found

    @property
    def header(self) -> dict[str, Any]:
        """What it says of the series."""
        return self.found.header

    @property
    def done(self) -> dict[Key, Played]:
        """Its games."""
        return self.found.done


@dataclass(frozen=True, slots=True)
class Merged:
    """Parts of a series together: one header, and the games by series and number, in their order."""

    parts: tuple[Part, ...]

    @property
    def header(self) -> dict[str, Any]:
        """What all parts say of the series."""
        return self.parts[0].header

    @property
    def games(self) -> int:
        """How many games there are together."""
        return sum(len(part.done) for part in self.parts)

    @property
    def torn(self) -> tuple[Path, ...]:
        """The files whose last line was cut short; its game is not among the results."""
        return tuple(part.path for part in self.parts if part.found.torn)

    def lines(self) -> Iterator[str]:
        """Yield the lines of a file of results."""
        yield json.dumps(self.header, ensure_ascii=False, separators=(",", ":")) + "\n"
        every = {key: game for part in self.parts for key, game in part.done.items()}
        for key in sorted(every):
            yield line_of(every[key], key[0])

    def missing(self) -> list[range]:
        """Return which games of a series of decks are missing before its last one, by number from 0."""
        numbers = sorted(number for part in self.parts for _, number in part.done)
        ends = [-1, *numbers]
        return [range(one + 1, other) for one, other in zip(ends, numbers, strict=False) if other > one + 1]

    def report(self) -> Report:
        """Return the report; raises LabError for results of another kind than a series of decks."""
        if self.header["form"] != SERIES:
            raise LabError(
                f"{self.parts[0].path}: these are not the results of a series of decks; merge them into a file (--out) "
                "and go on with that one, by the command that made them (--resume)"
            )
        every = {number: game for part in self.parts for (_, number), game in part.done.items()}
        made = report(setting_of(self.header), [every[number] for number in sorted(every)])
        made.torn = bool(self.torn)
        missing = self.missing()
        if len(missing) == 1 and missing[0].start == 0:
            made.start = missing[0].stop  # one part, or some that follow each other
        return made


def merge(paths: Sequence[Path], out: Path | None = None) -> Merged:
    """Read the results of parts of a series, and write them to one file if `out` is named.

    Raises LabError for files that are not of one series (another setting, other data), and for a game that two of
    them have.
    """
    if not paths:
        raise LabError("name the files of results to merge")
    if out is not None and not is_stream(out) and out.exists():
        raise LabError(f"{out} exists; name another file")
    parts: list[Part] = []
    for path in paths:
        part = Part(path, read_results(path, SERIES, MATRIX, COMPARISON, SWEEP))
        if parts:
            _check_fits(part, parts)
        parts.append(part)
    made = Merged(tuple(parts))
    if out is not None:
        write_whole(out, "".join(made.lines()))
    return made


def _check_fits(part: Part, parts: Sequence[Part]) -> None:
    first = parts[0]
    other = differing(part.header, first.header)
    if other:
        raise LabError(f"{part.path} and {first.path} are results of different series; they differ in {other}")
    for earlier in parts:
        common = sorted(part.done.keys() & earlier.done.keys())
        if common:
            which, number = common[0]
            of = f" of series {which + 1}" if which else ""
            more = f", and {len(common) - 1} more" if len(common) > 1 else ""
            raise LabError(
                f"{part.path} and {earlier.path} both have game {number + 1}{of}{more}; "
                "parts are merged that have no game in common (--from)"
            )


def setting_of(header: dict[str, Any]) -> Setting:
    """Return the setting that a file of results begins with; raises LabError for one that does not fit together."""
    known = {field.name for field in fields(Setting)}
    told: dict[str, Any] = {name: _frozen(value) for name, value in header.items() if name in known}
    told["changes"] = tuple(Change(one["path"], one["value"], one.get("was")) for one in header.get("changes", ()))
    setting = Setting(**told)
    for name in ("names", "bots", "seats"):
        found, expected = len(getattr(setting, name)), len(setting.decks)
        if found != expected:
            raise LabError(f"results of a series: {name}: found {found} items, expected {expected}, one for each deck")
    return setting


def _frozen(value: Any) -> Any:
    return tuple(map(_frozen, value)) if isinstance(value, list) else value


def spans(missing: Iterable[range]) -> list[str]:
    """Return ranges of games in words, as people count them."""
    return [f"{one.start + 1}" if len(one) == 1 else f"{one.start + 1} to {one.stop}" for one in missing]

"""A board as spaces, neighbours and names. Spaces are numbers; the names stand in the game's `boards/*.json`."""

from __future__ import annotations

from typing import Any

from cardlib import bounds
from cardlib.errors import CardlibError


class Board:
    """Named spaces: `names[i]`, `neighbours[i]` (orthogonal), `column[i]`, `row[i]` (from 0).

    A grid holds one unit in each space; in `areas`, one below the other, there is room for any number.
    """

    __slots__ = ("areas", "column", "columns", "names", "neighbours", "number", "row", "rows")

    def __init__(self, columns: list[str], rows: list[str], areas: bool = False) -> None:
        self.areas = areas
        self.columns = columns
        self.rows = rows
        wide = len(columns)
        if wide * len(rows) > bounds.SPACES:
            raise CardlibError(
                f"the board has {wide} columns and {len(rows)} rows, expected at most {bounds.SPACES} spaces"
            )
        self.names = [f"{column}{row}" for row in rows for column in columns]
        self.number = {name: i for i, name in enumerate(self.names)}
        self.column = [i % wide for i in range(len(self.names))]
        self.row = [i // wide for i in range(len(self.names))]
        self.neighbours: list[tuple[int, ...]] = []
        for i in range(len(self.names)):
            around = [j for j in (i - wide, i - 1, i + 1, i + wide) if 0 <= j < len(self.names)]
            self.neighbours.append(tuple(j for j in around if self._distance(i, j) == 1))

    def _distance(self, i: int, j: int) -> int:
        return abs(self.column[i] - self.column[j]) + abs(self.row[i] - self.row[j])

    def __len__(self) -> int:
        return len(self.names)

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Board:
        """Make a board of the data in `boards/*.json`."""
        if data.get("shape") == "areas":
            return cls([""], [str(name) for name in data["areas"]], areas=True)
        if data.get("shape") != "grid":
            raise CardlibError(
                f"board '{data.get('id')}': shape {data.get('shape')!r} is not known; expected 'grid' or 'areas'"
            )
        return cls([str(name) for name in data["columns"]], [str(name) for name in data["rows"]])

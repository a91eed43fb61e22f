"""The spaces of a board and their neighbours, read from its data; what does not fit is noted with its place.

What else a board says of its spaces is read by `reading`, which goes on from here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from cardlib import bounds
from cardlib.filters import nearest
from cardlib.kernel.boards import shapes
from cardlib.kernel.boards.shapes import NOWHERE

Path = tuple[str | int, ...]

HINTED = 50  # faults that name the nearest known word


class Fault(NamedTuple):
    """What is wrong with a board: where in its data, what was found, what is expected, and the nearest known name."""

    path: Path
    found: str
    expected: str
    hint: str | None = None


class Places:
    """The spaces of a board as they are read, and the faults that were found."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.data = data
        self.faults: list[Fault] = []
        self.names: list[str] = []
        self.number: dict[str, int] = {}
        self.at: list[tuple[int, int]] = []
        self.located: dict[tuple[int, int], int] = {}
        self.told: list[tuple[Path, Mapping[str, Any]]] = []  # of each space: where it is told of, and what

    def fault(self, path: Path, found: str, expected: str, hint: str | None = None) -> None:
        """Note that something does not fit; of very many faults the first ones."""
        if len(self.faults) <= bounds.PROBLEMS:
            self.faults.append(Fault(path, found, expected, hint))

    def near(self, word: str, known: Iterable[str]) -> str | None:
        """Return the nearest known word, for the first faults: each takes a look at every space."""
        return nearest(word, known) if len(self.faults) < HINTED else None

    def space(self, name: str, at: tuple[int, int] | None, path: Path, about: Mapping[str, Any]) -> None:
        """Take a space, unless there is one of its name or place."""
        if name in self.number:
            self.fault(path, f"'{name}' again", "every space once")
        elif at is not None and at in self.located:
            self.fault(path, f"a second space at {list(at)}", "every space once")
        elif len(self.names) == bounds.SPACES:
            self.fault(path, "one space more", f"at most {bounds.SPACES} spaces")
        elif len(self.names) < bounds.SPACES:
            self.number[name] = len(self.names)
            self.names.append(name)
            self.told.append((path, about))
            if at is not None:
                self.located[at] = len(self.at)
                self.at.append(at)

    def grid(self) -> None:
        """A space for every column and row, from the first row; `without` are holes, `spaces` tell more of some."""
        columns, rows = self.data.get("columns", ()), self.data.get("rows", ())
        if len(columns) * len(rows) > bounds.SPACES:
            many = f"{len(columns)} columns and {len(rows)} rows"
            self.fault(("columns",), many, f"at most {bounds.SPACES} spaces")
            return
        all_ = [f"{column}{row}" for row in rows for column in columns]
        about: dict[str, tuple[Path, Mapping[str, Any]]] = {}
        for index, item in enumerate(self.data.get("spaces", ())):
            name = str(item.get("id", "")) if isinstance(item, dict) else str(item)
            if isinstance(item, list) or (isinstance(item, dict) and "at" in item):
                self.fault(("spaces", index), "coordinates", "the id of a space, of its column and row")
                continue
            if name in about:
                self.fault(("spaces", index), f"'{name}' again", "every space once")
            elif name not in all_:
                self.fault(("spaces", index), f"'{name}'", "a space of the grid", self.near(name, all_))
            about[name] = ("spaces", index), item if isinstance(item, dict) else {}
        holes = [str(name) for name in self.data.get("without", ())]
        for index, name in enumerate(holes):
            if name not in all_:
                self.fault(("without", index), f"'{name}'", "a space of the grid", self.near(name, all_))
            elif name in about:
                self.fault(("without", index), f"'{name}'", "a space of which nothing is told under 'spaces'")
        for y, row in enumerate(rows):
            for x, column in enumerate(columns):
                name = f"{column}{row}"
                if name not in holes:
                    self.space(name, (x, y), *about.get(name, (("columns",), {})))

    def hexes(self) -> None:
        """A space at each pair of coordinates; those without an id are named after their places."""
        places: list[tuple[int, int]] = []
        items: list[tuple[int, Mapping[str, Any]]] = []
        for index, item in enumerate(self.data.get("spaces", ())):
            about: Mapping[str, Any] = item if isinstance(item, dict) else {"at": item}
            at = about.get("at")
            if not isinstance(at, list):
                self.fault(("spaces", index), f"'{about.get('id', at)}' without coordinates", "where it lies, [q, r]")
            elif len(at) == 2 and all(isinstance(part, int) for part in at):
                places.append((at[0], at[1]))
                items.append((index, about))
        for (index, about), place, name in zip(items, places, shapes.hex_names(places), strict=True):
            self.space(str(about.get("id", name)), place, ("spaces", index), about)

    def areas(self) -> None:
        """A space for each area."""
        for index, item in enumerate(self.data.get("spaces", ())):
            about: Mapping[str, Any] = item if isinstance(item, dict) else {"id": item}
            if isinstance(item, list) or "at" in about:
                self.fault(("spaces", index), "coordinates", "the id of an area: areas have no coordinates")
                continue
            self.space(str(about.get("id", "")), None, ("spaces", index), about)

    def found(self, said: object, path: Path) -> int:
        """Return the space that is named by its id or its coordinates; NOWHERE, with a fault, where there is none."""
        if isinstance(said, list):
            space = self.located.get((said[0], said[1]), NOWHERE) if len(said) == 2 and self.at else NOWHERE
            if space == NOWHERE:
                self.fault(path, str(said), "the coordinates of a space of the board")
            return space
        space = self.number.get(str(said), NOWHERE)
        if space == NOWHERE:
            self.fault(path, f"'{said}'", "a space of the board", self.near(str(said), self.names))
        return space

    # -- neighbours ----------------------------------------------------------------------------------------------

    def neighbours(self, steps: list[tuple[int, ...]]) -> list[tuple[int, ...]]:
        """Return the neighbours: those that the shape gives and those that are declared, without what a wall parts.

        A neighbour names its neighbour back, or stands under `one_way`. A wall is told of on either side.
        """
        both: list[dict[int, Path]] = []
        around = [{other for other in row if other != NOWHERE} for row in steps] or [set() for _ in self.names]
        for space, (path, about) in enumerate(self.told):
            both.append(self.linked(space, (*path, "neighbours"), about.get("neighbours", ())))
            around[space] |= (
                both[space].keys() | self.linked(space, (*path, "one_way"), about.get("one_way", ())).keys()
            )
        for space, links in enumerate(both):
            for other, place in links.items():
                if space not in both[other]:
                    name = self.names[other]
                    expected = (
                        f"'{self.names[space]}' among the neighbours of '{name}' too, or '{name}' under 'one_way'"
                    )
                    self.fault(place, f"'{name}', which does not name it back", expected)
        for space, (path, about) in enumerate(self.told):
            for other, place in self.linked(space, (*path, "walls"), about.get("walls", ())).items():
                if other not in around[space] and space not in around[other]:
                    self.fault(place, f"'{self.names[other]}'", "a neighbour, from which a wall can part it")
                around[space].discard(other)
                around[other].discard(space)
        return [tuple(sorted(there)) for there in around]

    def linked(self, space: int, path: Path, said: Sequence[object]) -> dict[int, Path]:
        """Return the spaces that one names, each once and not itself, with their places in the data."""
        links: dict[int, Path] = {}
        for index, name in enumerate(said):
            other = self.found(name, (*path, index))
            if other == space:
                self.fault((*path, index), f"'{self.names[space]}' itself", "another space")
            elif other in links:
                self.fault((*path, index), f"'{self.names[other]}' again", "every space once")
            elif other != NOWHERE:
                links[other] = (*path, index)
        return links

    def listed(self, path: Path, said: Sequence[object]) -> list[int]:
        """Return spaces in the order in which they are listed, each once."""
        found: dict[int, None] = {}
        for index, name in enumerate(said):
            space = self.found(name, (*path, index))
            if space in found:
                self.fault((*path, index), f"'{self.names[space]}' again", "every space once")
            elif space != NOWHERE:
                found[space] = None
        return list(found)

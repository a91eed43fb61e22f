"""Reads `boards/*.json`: what a board says becomes spaces, neighbours, layers, regions and seats.

`places` reads the spaces and who lies next to whom, a `Reader` the rest. Whatever does not fit they note as a `Fault`
with its place, and go on; the check of a project tells all of them with file and line, and `board_from` raises the
first. Spaces are named by their ids, on hexes also by their coordinates. The shape of the data itself is the schema's
matter; here a value of another type is passed over.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

from cardlib.errors import CardlibError
from cardlib.filters import noted
from cardlib.kernel.boards import shapes
from cardlib.kernel.boards.board import NOWHERE, SHAPES, Arc, Board, Layer, Seat, Shape, Sight, Told, Track, bits
from cardlib.kernel.boards.places import Fault, Path, Places
from cardlib.misfits import path_text

# What means something on boards of some shapes alone.
ONLY: Mapping[str, tuple[str, ...]] = {
    "columns": ("grid",),
    "rows": ("grid",),
    "neighbours": ("grid",),
    "without": ("grid",),
    "map": ("areas",),
    "orientation": ("hex",),
    "facings": ("grid", "hex"),
    "arcs": ("grid", "hex"),
    "footprints": ("grid", "hex"),
    "sight": ("grid", "hex"),
}


def board_from(data: Mapping[str, Any], where: str = "") -> Board:
    """Make a board of the data of a file; raises CardlibError with the first thing that is wrong with it."""
    reader = Reader(data)
    board = reader.board()
    for fault in reader.faults:
        place = path_text(fault.path) or "the board"
        prefix = f"{where}: " if where else ""
        raise CardlibError(f"{prefix}{place}: found {fault.found}, expected {fault.expected}{noted(fault.hint)}")
    return board


def faults(data: Mapping[str, Any]) -> list[Fault]:
    """Return everything that is wrong with the data of a board, in the order of the file."""
    reader = Reader(data)
    reader.board()
    return reader.faults


class Reader(Places):
    """Reads one board and notes its faults."""

    def board(self) -> Board:
        """Return the board, without whatever does not fit."""
        shape = str(self.data.get("shape"))
        if shape not in SHAPES:
            self.fault(("shape",), f"'{shape}'", f"one of {', '.join(SHAPES)}")
            shape = "areas"
        for key, only in ONLY.items():
            if key in self.data and shape not in only:
                self.fault((key,), f"'{key}' on a board of {shape}", f"it with the shape {' or '.join(only)} alone")
        {"grid": self.grid, "hex": self.hexes, "areas": self.areas}[shape]()
        known = shapes.directions(shape, str(self.data.get("orientation", "")), str(self.data.get("neighbours", "")))
        said = [str(name) for name in self.data.get("facings", ())]
        if said and not (known and shapes.clockwise(list(known), said)):
            if known:
                self.fault(("facings",), ", ".join(said), f"all of {', '.join(known)}, clockwise from any of them")
            said = []
        vectors = shapes.turned(known, said)
        steps = shapes.steps(self.at, list(vectors.values())) if known else []
        neighbours = self.neighbours(steps)
        sight = self.data.get("sight", {})
        return Board(
            id=str(self.data.get("id", "")),
            name=str(self.data.get("name", "")),
            shape=cast("Shape", shape),
            names=self.names,
            neighbours=neighbours,
            layers=self.layers(shape),
            titles=[str(about.get("name", name)) for name, (_, about) in zip(self.names, self.told, strict=True)],
            at=self.at,
            directions=tuple(vectors),
            vectors=tuple(vectors.values()),
            steps=steps,
            columns=[str(name) for name in self.data.get("columns", ())],
            rows=[str(name) for name in self.data.get("rows", ())],
            orientation=("flat" if self.data.get("orientation") == "flat" else "pointed") if shape == "hex" else "",
            players=tuple(self.data.get("players", ())),
            tags=self.tags(),
            attributes=self.attributes(),
            regions=self.regions(("regions",), self.data.get("regions", {})),
            tracks=self.tracks(),
            map=self.map(),
            blocks={
                what: bits(self.region(("blocks", what), told)) for what, told in self.data.get("blocks", {}).items()
            },
            seats=self.seats(list(vectors)),
            arcs=self.arcs(len(vectors)),
            footprints=self.footprints(len(vectors)),
            sight=cast("Sight", sight.get("lines", "centres" if known else "")),
            edge=sight.get("edge", "both"),
            hidden=sight.get("hidden", 3),
        )

    # -- what is told of spaces ----------------------------------------------------------------------------------

    def tags(self) -> list[frozenset[str]]:
        """Return the tags of the spaces, each one that the board declares."""
        known = dict.fromkeys(str(tag) for tag in self.data.get("tags", ()))
        for path, about in self.told:
            for index, tag in enumerate(about.get("tags", ())):
                if tag not in known:
                    self.fault((*path, "tags", index), f"'{tag}'", "a tag of the board's 'tags'", self.near(tag, known))
        return [frozenset(about.get("tags", ())) for _, about in self.told]

    def attributes(self) -> list[dict[str, Told]]:
        """Return the attributes of the spaces, each declared by the board and of the kind that it says."""
        declared = {
            name: {**about, "values": dict.fromkeys(about.get("values", ()))}
            for name, about in self.data.get("attributes", {}).items()
        }
        found: list[dict[str, Told]] = []
        for path, about in self.told:
            own: dict[str, Told] = {}
            for name, value in about.get("attributes", {}).items():
                place = (*path, "attributes", name)
                if name not in declared:
                    self.fault(place, f"'{name}'", "one of the board's 'attributes'", self.near(name, declared))
                elif self.suits(declared[name], value, place):
                    own[name] = tuple(value) if isinstance(value, list) else value
            found.append(own)
        return found

    def suits(self, declared: Mapping[str, Any], value: object, place: Path) -> bool:
        """Whether a value is of the kind that its attribute has; each word is one of `values`, where there are any."""
        kind, known = declared.get("type", "string"), declared.get("values", {})
        types = {"string": str, "integer": int, "words": list, "numbers": dict}
        if not isinstance(value, types.get(kind, str)) or isinstance(value, bool):
            shown = f"'{value}'" if isinstance(value, str) else str(value)
            self.fault(place, shown, {"string": "a word", "integer": "a number"}.get(kind, f"{kind} as declared"))
            return False
        words = [value] if isinstance(value, str) else list(value) if isinstance(value, list | dict) else []
        wrong = [str(word) for word in words if known and word not in known]
        for word in wrong:
            self.fault(place, f"'{word}'", f"one of {', '.join(known)}", self.near(word, known))
        return not wrong

    # -- regions, seats and tracks -------------------------------------------------------------------------------

    def regions(self, path: Path, said: Mapping[str, Any]) -> dict[str, tuple[int, ...]]:
        """Return named sets of spaces, in the order of the board."""
        return {name: self.region((*path, name), about) for name, about in said.items()}

    def region(self, path: Path, about: object) -> tuple[int, ...]:
        """A list of spaces, or rows or columns of a grid, or all spaces with a tag."""
        if isinstance(about, list):
            return tuple(sorted(self.listed(path, about)))
        if not isinstance(about, dict):
            return ()
        chosen: set[int] = set()
        for axis, key in ((1, "rows"), (0, "columns")):
            names = [str(name) for name in self.data.get(key, ())]
            for index, name in enumerate(about.get(key, ())):
                if str(name) not in names:
                    expected = f"one of the board's {key}" if names else f"no {key}: only a grid has them"
                    self.fault((*path, key, index), f"'{name}'", expected, self.near(str(name), names))
                else:
                    chosen |= {i for i, place in enumerate(self.at) if place[axis] == names.index(str(name))}
        if "tag" in about:
            if about["tag"] not in self.data.get("tags", ()):
                near = self.near(str(about["tag"]), self.data.get("tags", ()))
                self.fault((*path, "tag"), f"'{about['tag']}'", "a tag of the board's 'tags'", near)
            chosen |= {i for i, (_, told) in enumerate(self.told) if about["tag"] in told.get("tags", ())}
        return tuple(sorted(chosen))

    def tracks(self) -> dict[str, Track]:
        """Return the tracks: spaces in an order."""
        return {
            name: Track(
                tuple(self.listed(("tracks", name, "spaces"), about.get("spaces", ()))), bool(about.get("closed"))
            )
            for name, about in self.data.get("tracks", {}).items()
        }

    def map(self) -> tuple[tuple[int, ...], ...]:
        """Return how areas lie beside and below each other: each once, or several times side by side; "" is a gap."""
        said: Sequence[Sequence[object]] = self.data.get("map", ())
        if not said or self.data.get("shape") != "areas":
            return ()
        before: set[int] = set()
        rows: list[tuple[int, ...]] = []
        for index, row in enumerate(said):
            if len(row) != len(said[0]):
                self.fault(("map", index), f"{len(row)} places", f"{len(said[0])}, as in the first row")
                return ()
            found: list[int] = []
            for at, name in enumerate(row):
                space = NOWHERE if name == "" else self.found(name, ("map", index, at))
                if space != NOWHERE and space in before and found[-1:] != [space]:
                    self.fault(("map", index, at), f"'{name}' again", "every area once, or side by side in one row")
                before.add(space)
                found.append(space)
            rows.append(tuple(found))
        missing = [name for space, name in enumerate(self.names) if space not in before]
        if missing:
            self.fault(("map",), f"no '{missing[0]}'", "every area of the board")
        return tuple(rows)

    def seats(self, directions: list[str]) -> tuple[Seat, ...]:
        """Return the seats; what is a region for one of them is a region for all, so that no player lacks it."""
        said: Sequence[Mapping[str, Any]] = self.data.get("seats", ())
        every = list(dict.fromkeys(name for about in said for name in about.get("regions", ())))
        found: list[Seat] = []
        for index, about in enumerate(said):
            path: Path = ("seats", index)
            forward = str(about.get("forward", ""))
            if forward and forward not in directions:
                expected = f"one of {', '.join(directions)}" if directions else "none: areas have no directions"
                self.fault((*path, "forward"), f"'{forward}'", expected, self.near(forward, directions))
            own = self.regions((*path, "regions"), about.get("regions", {}))
            for name in every:
                if name not in own and name not in self.data.get("regions", {}):
                    self.fault((*path, "regions"), f"no '{name}'", "the regions that the other seats have")
            if any(seat.id == about.get("id") for seat in found):
                self.fault((*path, "id"), f"'{about.get('id')}' again", "every seat once")
            at = directions.index(forward) if forward in directions else NOWHERE
            found.append(Seat(str(about.get("id", "")), str(about.get("side", "")), at, own))
        return tuple(found)

    # -- layers, arcs and large pieces ---------------------------------------------------------------------------

    def layers(self, shape: str) -> tuple[Layer, ...]:
        """Return the layers; a board that declares none has one, of single units, on areas of any number."""
        said: Sequence[Mapping[str, Any]] = self.data.get("layers", ())
        found: list[Layer] = []
        first = 0
        for index, about in enumerate(said or ({"id": "units", "holds": 0 if shape == "areas" else 1},)):
            holds, blocks = int(about.get("holds", 0)), about.get("blocks", ("movement", "sight"))
            if any(layer.id == about.get("id") for layer in found):
                self.fault(("layers", index, "id"), f"'{about.get('id')}' again", "every layer once")
            name = str(about.get("name", about.get("id", "")))
            found.append(Layer(str(about.get("id", "")), name, holds, first, "movement" in blocks, "sight" in blocks))
            first += holds * len(self.names)
        return tuple(found)

    def arcs(self, many: int) -> dict[str, Arc]:
        """Return the arcs, in quarters of a step; those of the shape where none are declared."""
        said: Mapping[str, Any] = self.data.get("arcs", {})
        if not said or not many:
            known = {name: Arc(*ends) for name, ends in shapes.ARCS.get(many, {}).items()}
            return {**known, "side": Arc(0, 0, rest=True)} if known else {}
        found: dict[str, Arc] = {}
        for name, about in said.items():
            if about == "rest":
                found[name] = Arc(0, 0, rest=True)
                continue
            first, last = (round(4 * about.get(end, 0)) for end in ("from", "to"))
            if last < first or last - first >= 4 * many:
                self.fault(("arcs", name), f"from {about.get('from')} to {about.get('to')}", "less than once round")
            found[name] = Arc(first, last)
        return found

    def footprints(self, many: int) -> dict[str, tuple[tuple[int, ...], ...]]:
        """Return the footprints of large pieces; the first part of each is its anchor."""
        said: Mapping[str, Any] = self.data.get("footprints", {})
        if not many:
            return {}
        for name, parts in said.items():
            if parts[:1] != [[]]:
                self.fault(("footprints", name), f"{parts[:1]}", "[] first: the anchor, which takes no step")
        return {name: tuple(tuple(way) for way in parts) for name, parts in said.items()}

"""Reads layouts: JSON files in a project's `print/` folder, and the ones that ship with this package.

A layout may extend another one (its own project's first, then a shipped one): objects are merged by key, palettes
come after those of the base, elements are overridden by id. An element may extend another element of the layout. All
that is wrong in a layout is reported in one error, with file, place and nearest name.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from cardlib.catalog.languages import in_language
from cardlib.catalog.reading import DataError, read_json
from cardlib.errors import CardlibError, NotFound
from cardlib.filters.nearest import nearest_note
from cardlib_print.given import Raw
from cardlib_print.reading import Reader

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from cardlib.catalog import Project
    from cardlib.catalog.languages import Language
    from cardlib_print.elements import Layout
    from cardlib_print.geometry import Size

SHIPPED = Path(__file__).parent / "layouts"
DEFAULT = "card"
NO_LAYOUTS = ("symbols",)
PLAIN = "plain"
PLAIN_TOKEN = "plain-token"
PLAIN_BOARD = "plain-board"
OF = "."  # between a layout and the board that it is drawn of, in place of the one that it names


class LayoutError(CardlibError):
    """A layout, symbol or sheet file that cannot be used; the message lists everything that is wrong with it."""


def layout_names(project: Project) -> list[str]:
    """Return the names of the project's own layouts, in alphabetical order."""
    return [path.stem for path in _own_files(project)]


def _own_files(project: Project) -> list[Path]:
    return [path for path in project.files("print") if path.stem not in NO_LAYOUTS]


def known_layouts(project: Project) -> list[str]:
    """Return the names of all layouts: the project's own, and those that ship."""
    return [*layout_names(project), *(name for name in _shipped() if name not in NO_LAYOUTS)]


HEXAGON = "hexagon"  # what a layout says of its elements on a card that is cut out as one


def find_layout(project: Project, name: str) -> Path:
    """Return the file of a layout: the project's, else the shipped one.

    Raises `NotFound` with the nearest name, also for a board behind the dot that there is not.
    """
    path = _named(project, name)
    if path is not None:
        board = "" if path.stem == name else name.partition(OF)[2]
        boards = [one.stem for one in project.files("boards")]
        if board and board not in boards:
            raise NotFound(f"no board {board!r} in {project.path / 'boards'}{nearest_note(board, boards)}")
        return path
    known = known_layouts(project)
    noted = nearest_note(name, known, f"; layouts: {', '.join(known)}")
    raise NotFound(f"no layout {name!r} in {project.path / 'print'}{noted}")


def _named(project: Project, name: str) -> Path | None:
    """The file of that name among the project's layouts, else the shipped ones; a name leads nowhere else.

    `plain-board.coast` is the layout `plain-board`, of the board `coast`.
    """
    own = {path.stem: path for path in project.files("print")}
    known = (files.get(one) for one in (name, name.partition(OF)[0]) for files in (own, _shipped()))
    return next((path for path in known if path is not None), None)


@lru_cache(maxsize=1)
def _shipped() -> dict[str, Path]:
    """The layouts that ship, by name."""
    return {path.stem: path for path in SHIPPED.glob("*.json")}


def load_layout(
    project: Project,
    name: str,
    fields: Sequence[str],
    *,
    low_ink: bool = False,
    language: Language | None = None,
    hexagon: bool = False,
    size: Size | None = None,
) -> Layout:
    """Read a layout; `fields` are the names that its texts may use, and `language` has the words that it says itself.

    With `hexagon` its elements are as it says for a card that is cut out as one, but not yet in their places there.
    With `size` it is read for a card of that size in place of its own: shares of the card are shares of that.
    In the language of the data a project keeps it, as one command prints and looks again and again.
    Raises `LayoutError` with all that is wrong.
    """
    path = find_layout(project, name)
    key = (path, name, tuple(fields), low_ink, hexagon, size)
    kept = _kept(project).layouts if language is None else {}
    if key not in kept:
        kept[key] = _read(project, path, name, fields, low_ink=low_ink, language=language, hexagon=hexagon, size=size)
    return kept[key]


@dataclass(frozen=True, slots=True)
class _Kept:
    """What was made of the contents of a project: its layouts, and by path what they say with what they extend."""

    contents: object
    layouts: dict[tuple[object, ...], Layout] = field(default_factory=dict)
    extended: dict[Path, Raw] = field(default_factory=dict)


def _kept(project: Project) -> _Kept:
    """What was made of a project's files as they are; nothing once these were read again."""
    kept: _Kept | None = project.__dict__.get("read_layouts")
    if kept is None or kept.contents is not project.contents:
        project.__dict__["read_layouts"] = kept = _Kept(project.contents)
    return kept


def _read(
    project: Project,
    path: Path,
    name: str,
    fields: Sequence[str],
    *,
    low_ink: bool,
    language: Language | None,
    hexagon: bool,
    size: Size | None,
) -> Layout:
    raw = _whole(project, path)
    if name != path.stem:
        back = {"back": name} if raw.get("back") == path.stem else {}
        raw = _merged(raw, {"spaces": {"board": name.partition(OF)[2]}, **back})
    if hexagon:
        raw = _for_hexagon(path, raw)
    reader = Reader(project, path, fields, low_ink, language or in_language(project, ""), size)
    layout = reader.layout(name, raw, _symbols(project, path, raw.get("symbols")))
    if reader.problems:
        raise LayoutError("\n".join(f"{path}: {problem}" for problem in reader.problems))
    return layout


def symbols_of(project: Project, name: str) -> frozenset[str]:
    """Return the names of the symbols that a layout can draw. Raises `LayoutError` for files that cannot be used."""
    path = find_layout(project, name)
    symbols = _symbols(project, path, _whole(project, path).get("symbols")).get("symbols")
    return frozenset(symbols) if isinstance(symbols, dict) else frozenset()


def read_object(path: Path, project: Project | None = None) -> Raw:
    """Return the JSON object in a file, as a project has read it; raise `LayoutError` with its place for another."""
    try:
        raw = read_json(path) if project is None else project.read(path)
    except DataError as error:
        raise LayoutError(str(error)) from None
    if not isinstance(raw, dict):
        raise LayoutError(f"{path}: an object was expected")
    return raw


def extended(project: Project, name: str) -> Raw:
    """Return a layout as it is written, with what it extends; raises as `load_layout` does, but checks no more."""
    return _whole(project, find_layout(project, name))


def own_layouts(project: Project) -> Iterator[tuple[str, Raw]]:
    """Yield the name of each of the project's own layouts and what `extended` says of it, in alphabetical order."""
    for path in _own_files(project):
        yield path.stem, _whole(project, path)


def _whole(project: Project, path: Path) -> Raw:
    kept = _kept(project).extended
    if path not in kept:
        kept[path] = _extended(project, path, [])
    return kept[path]


def _extended(project: Project, path: Path, above: list[Path]) -> Raw:
    if path in above:
        raise LayoutError(f"{path}: extends itself, by way of {', '.join(p.name for p in above)}")
    raw = read_object(path, project)
    _check_ids(path, raw)
    if "extends" not in raw:
        return raw
    base_name = str(raw["extends"])
    shipped = SHIPPED / f"{base_name}.json"
    own = find_layout(project, base_name)
    base_path = shipped if own == path and shipped.is_file() else own
    return _merged(_extended(project, base_path, [*above, path]), raw)


def _merged(base: Raw, raw: Raw) -> Raw:
    result = {**base, **{key: value for key, value in raw.items() if key != "elements"}}
    for key in ("card", "spaces", "fonts", "colours", "keywords", "lengths"):
        if isinstance(base.get(key), dict) and isinstance(raw.get(key), dict):
            result[key] = {**base[key], **raw[key]}
    if isinstance(base.get("palettes"), list) and isinstance(raw.get("palettes"), list):
        result["palettes"] = [*base["palettes"], *raw["palettes"]]
    for key in ("elements", HEXAGON):
        if key in base or key in raw:
            result[key] = _overlaid(base.get(key, []), raw.get(key, []))
    return result


def _check_ids(path: Path, raw: Raw) -> None:
    """Raises `LayoutError` where two elements of one file have the same id: by that they are overridden and named."""
    for key in ("elements", HEXAGON):
        rows = raw.get(key)
        ids = [_id(row) for row in rows if isinstance(row, dict)] if isinstance(rows, list) else []
        for at, id_ in enumerate(ids):
            if id_ and id_ in ids[:at]:
                raise LayoutError(f"{path}: {key}: found two called {id_!r}, expected an id of its own for each")


def _overlaid(elements: object, own: object) -> object:
    """Elements with those of another layout over them, by id."""
    if not isinstance(elements, list) or not isinstance(own, list):
        return own
    elements = list(elements)
    places = {_id(item): index for index, item in enumerate(elements) if isinstance(item, dict) and _id(item)}
    for item in own:
        known = places.get(_id(item)) if isinstance(item, dict) else None
        if known is None:
            elements.append(item)
        else:
            elements[known] = {**elements[known], **item}
    return elements


def _for_hexagon(path: Path, raw: Raw) -> Raw:
    """A layout with its elements as they are on a hexagon. Raises `LayoutError` for one that it does not have."""
    rows, elements = raw.get(HEXAGON, []), raw.get("elements", [])
    if not isinstance(rows, list) or not isinstance(elements, list):
        raise LayoutError(f"{path}: {HEXAGON}: expected a list of elements, found {rows!r}")
    known = [_id(item) for item in elements if isinstance(item, dict)]
    for row in rows:
        id_ = _id(row) if isinstance(row, dict) else ""
        if id_ not in known:
            raise LayoutError(f"{path}: {HEXAGON}: no element is called {id_!r}{nearest_note(id_, known)}")
    return {**raw, "elements": _overlaid(elements, rows)}


def _id(element: Raw) -> str:
    """The id of an element, which has to be text to be overridden by."""
    id_ = element.get("id")
    return id_ if isinstance(id_, str) else ""


def _symbols(project: Project, path: Path, name: object) -> Raw:
    if not name:
        return {}
    file = _named(project, str(name))
    if file is not None:
        return read_object(file, project)
    raise LayoutError(f"{path}: symbols: no file {name}.json in {project.path / 'print'}")

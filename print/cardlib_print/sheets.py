"""Sheets as data: which paper, how many cards on it, and where the cut marks and the ruler go.

Sheet files ship with this package and may be added in a project's `print/sheets/`. The size of a card is never scaled
to make something fit: a sheet that has no room says so and names those that have.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from cardlib.errors import CardlibError, NotFound
from cardlib.filters.nearest import nearest_note
from cardlib_print.geometry import Box, Size, millimetres
from cardlib_print.layouts import LayoutError, read_object
from cardlib_print.reflow import hexagonal

if TYPE_CHECKING:
    from collections.abc import Iterable

    from cardlib.catalog import Project

SHIPPED = Path(__file__).parent / "sheets"
PAPERS = {
    "a4": Size(210.0, 297.0),
    "a3": Size(297.0, 420.0),
    "letter": Size(215.9, 279.4),
    "legal": Size(215.9, 355.6),
    "tabloid": Size(279.4, 431.8),
}
SINGLE = "single"
# How backs are printed: for paper turned over an edge, as they are looked at, or not at all.
Flip = Literal["long", "short", "upright", "none"]
Segment = tuple[tuple[float, float], tuple[float, float]]

MARK_LENGTH = 3.5
SHORTEST_MARK = 1.5
RULER_ROOM = 3.6
RULER_LENGTHS = (100.0, 50.0)
SECOND_ROOM = 3.4  # mm beside the margin for a ruler with its length,
BARE_ROOM = 1.6  # and for the ruler alone
BACK_BLEED = 1.5  # mm that backs go on beyond the outer cut on any sheet: what is off by less shows no white

_KNOWN = {
    "$schema",
    "title",
    "paper",
    "landscape",
    "card",
    "columns",
    "rows",
    "gap",
    "margin",
    "bleed",
    "marks",
    "ruler",
    "fold",
    "mixed",
}


@dataclass(frozen=True, slots=True)
class Sheet:
    """A sheet as its file says; lengths in mm. 0 columns or rows: as many as fit; no size: that of the card."""

    name: str
    title: str
    paper: str
    size: Size | None
    card: Size | None
    columns: int
    rows: int
    gap: float
    margin: float
    bleed: float
    marks: bool
    ruler: bool
    fold: bool = False
    mixed: bool = False


@dataclass(frozen=True, slots=True)
class Ruler:
    """A ruler of `length` mm: where it starts, and whether it runs up the left side instead of along the bottom.

    `caption` is the length that is left behind it for a text.
    """

    x: float
    y: float
    length: float
    upright: bool
    caption: float

    def at(self, along: float, off: float) -> tuple[float, float]:
        """Return the place `along` the ruler and `off` it to the side of its ticks."""
        return (self.x - off, self.y - along) if self.upright else (self.x + along, self.y - off)


@dataclass(frozen=True, slots=True)
class Plan:
    """A sheet laid out for one card size and bleed; boxes in mm from the top left corner of the paper.

    `slots` are the trimmed cards, row by row; `areas` are the same with their bleed; of a poster the part that
    the sheet shows, which `part` tells. `backs` are the areas of backs, where they differ. With `fold` the paper is
    folded along the line so far from its upper edge, and backs lie below it. A card that is as wide as a slot is high
    lies turned in it, its top to the left. `second` is a ruler in the other direction, where there is room.
    """

    sheet: Sheet
    paper: Size
    card: Size
    bleed: float
    columns: int
    rows: int
    slots: tuple[Box, ...]
    areas: tuple[Box, ...]
    marks: tuple[Segment, ...]
    ruler: Ruler | None
    part: str = ""
    backs: tuple[Box, ...] = ()
    fold: float = 0.0
    second: tuple[Ruler, ...] = ()

    def mirrored(self, box: Box, flip: Flip) -> Box:
        """Return where a box of the front lies on the back of the paper, turned over its long or its short edge."""
        if self.fold:
            return Box(box.x, 2 * self.fold - box.bottom, box.width, box.height)
        if flip == "upright":
            return box
        upright = self.paper.height >= self.paper.width
        if (flip == "long") is upright:
            return Box(self.paper.width - box.right, box.y, box.width, box.height)
        return Box(box.x, self.paper.height - box.bottom, box.width, box.height)

    def upside_down(self, flip: Flip) -> bool:
        """Whether backs have to stand on their heads, so that a card turned over sideways shows its back upright."""
        upright = self.paper.height >= self.paper.width
        return bool(self.fold) or (flip != "upright" and (flip == "long") is not upright)


def sheets(project: Project | None = None) -> dict[str, Sheet]:
    """Return every sheet by name: the shipped ones, overlaid by the project's own."""
    own = project.files("print/sheets") if project is not None else []
    return dict(sorted((_shipped() | {path.stem: read_sheet(path, project) for path in own}).items()))


@lru_cache(maxsize=1)
def _shipped() -> dict[str, Sheet]:
    return {path.stem: read_sheet(path) for path in SHIPPED.glob("*.json")}


def read_sheet(path: Path, project: Project | None = None) -> Sheet:
    """Read a sheet file, as a project has read it. Raises `LayoutError` for what is not a sheet."""
    raw = read_object(path, project)
    for key in raw:
        if key not in _KNOWN:
            raise LayoutError(f"{path}: unknown property {key!r}{nearest_note(key, _KNOWN)}")
    paper = raw.get("paper", "a4")
    if isinstance(paper, dict):
        name, size = "custom", _size(path, "paper", paper)
    elif paper == "card":
        name, size = "card", None
    elif isinstance(paper, str) and paper in PAPERS:
        name, size = paper, PAPERS[paper]
    else:
        raise LayoutError(f"{path}: paper: expected {', '.join(PAPERS)}, card or a width and height, found {paper!r}")
    if size and raw.get("landscape"):
        size = Size(size.height, size.width)
    rows = _count(path, "rows", raw.get("rows", "fit"))
    if raw.get("fold") and rows % 2:
        raise LayoutError(f"{path}: rows: a sheet to fold has as many above the fold as below, found {rows}")
    return Sheet(
        name=path.stem,
        title=str(raw.get("title", path.stem)),
        paper=name,
        size=size,
        card=_size(path, "card", raw["card"]) if "card" in raw else None,
        columns=_count(path, "columns", raw.get("columns", "fit")),
        rows=rows,
        gap=_length(path, "gap", raw.get("gap", 0)),
        margin=_length(path, "margin", raw.get("margin", 5)),
        bleed=_length(path, "bleed", raw.get("bleed", 0)),
        marks=raw.get("marks", True) is True,
        ruler=raw.get("ruler", True) is True,
        fold=raw.get("fold") is True,
        mixed=raw.get("mixed") is True,
    )


def find_sheet(project: Project, name: str) -> Sheet:
    """Return a sheet by name. Raises `NotFound` with the nearest name."""
    known = sheets(project)
    if name not in known:
        raise NotFound(f"no sheet {name!r}{nearest_note(name, known)}; there are: {', '.join(known)}")
    return known[name]


def single_sheet() -> Sheet:
    """Return the sheet that ships for one card per page, whatever a project calls its own."""
    return _shipped()[SINGLE]


def default_sheet(project: Project, paper: str, card: Size) -> Sheet:
    """Return the sheet for a paper and a card size: one made for just that size, else the one that takes any."""
    papers = {sheet.paper for sheet in sheets(project).values()}
    if paper not in papers:
        raise NotFound(f"no sheet for paper {paper!r}; there are: {', '.join(sorted(papers - {'card', 'custom'}))}")
    fitting = [
        sheet
        for sheet in sheets(project).values()
        if sheet.paper == paper and sheet.card in (card, None) and not (sheet.fold or sheet.mixed)
    ]
    fitting.sort(key=lambda sheet: (sheet.card is None, sheet.gap, sheet.name))
    return fitting[0]


def plan(sheet: Sheet, card: Size, bleed: float | None = None, project: Project | None = None) -> Plan:
    """Lay a sheet out. Raises `CardlibError` if the cards, their bleed or their marks do not fit, naming what does."""
    bled = sheet.bleed if bleed is None else bleed
    if sheet.size is None:
        paper = Size(card.width + 2 * bled, card.height + 2 * bled)
        box = Box(bled, bled, card.width, card.height)
        return Plan(sheet, paper, card, bled, 1, 1, (box,), (box.grown(bled),), (), None)
    if sheet.card and sheet.card != card:
        raise CardlibError(f"sheet {sheet.name} is for cards of {sheet.card}, these are {card}; see --list-sheets")
    paper = sheet.size
    if not has_room(sheet, card, bled):
        raise CardlibError(_no_room(sheet, card, bled, sheets(project).values()))
    columns, rows, side, head = _grid(sheet, paper, card, bled)
    slots = tuple(
        Box(side + column * (card.width + sheet.gap), head + row * (card.height + sheet.gap), card.width, card.height)
        for row in range(rows)
        for column in range(columns)
    )
    areas = tuple(_area(slots[index], index, columns, rows, bled, sheet.gap) for index in range(len(slots)))
    wide = max(bled, BACK_BLEED)
    backs = tuple(_area(slots[index], index, columns, rows, wide, sheet.gap) for index in range(len(slots)))
    fold = 0.0
    ruler = _ruler(sheet, paper, side, head, _around(sheet, bled)) if sheet.ruler else None
    marks = _marks(sheet, paper, slots, bled, ruler) if sheet.marks else ()
    if sheet.fold:
        fold = paper.height / 2
        half = len(slots) // 2
        end, far = side - mark_offset(bled), paper.width - sheet.margin
        marks += (((sheet.margin, fold), (end, fold)), ((paper.width - end, fold), (far, fold)))
        return Plan(sheet, paper, card, bled, columns, rows // 2, slots[:half], areas[:half], marks, ruler, fold=fold)
    second = _second(sheet, paper, slots, bled, ruler) if ruler else ()
    return Plan(sheet, paper, card, bled, columns, rows, slots, areas, marks, ruler, backs=backs, second=second)


def _around(sheet: Sheet, bleed: float) -> float:
    """What must stay free on each side of the grid: bleed, the shortest mark, and what a printer cannot reach."""
    marks = mark_offset(bleed) + SHORTEST_MARK - bleed if sheet.marks else 0.0
    return sheet.margin + bleed + marks


def mark_offset(bleed: float) -> float:
    """Return the distance of a cut mark from the trimmed edge (mm)."""
    return bleed + 0.5 if bleed else 1.0


def _fitting(room: float, length: float, gap: float, around: float) -> int:
    return max(0, int((room - 2 * around + gap + 1e-9) // (length + gap)))


def has_room(sheet: Sheet, card: Size, bleed: float) -> bool:
    """Whether cards of that size and bleed fit on the sheet, with their marks inside what a printer reaches."""
    if sheet.size is None:
        return True
    if sheet.card not in (card, None) or (sheet.gap and bleed > sheet.gap / 2 + 1e-9):
        return False
    columns, rows, side, head = _grid(sheet, sheet.size, card, bleed)
    return bool(columns and rows) and min(side, head) >= _around(sheet, bleed) - 1e-9


def capacity(sheet: Sheet, card: Size, bleed: float | None) -> int:
    """Return how many cards of a size lie on one sheet; 0 where it has no room for them."""
    bled = sheet.bleed if bleed is None else bleed
    if sheet.size is None or not has_room(sheet, card, bled):
        return 0
    columns, rows, _, _ = _grid(sheet, sheet.size, card, bled)
    return columns * rows // (2 if sheet.fold else 1)


def _grid(sheet: Sheet, paper: Size, card: Size, bleed: float) -> tuple[int, int, float, float]:
    """Columns and rows, and what is left on each side and above and below."""
    around = _around(sheet, bleed)
    columns = sheet.columns or _fitting(paper.width, card.width, sheet.gap, around)
    rows = sheet.rows or _fitting(paper.height, card.height, sheet.gap, around)
    rows -= rows % 2 if sheet.fold else 0
    side = (paper.width - columns * card.width - (columns - 1) * sheet.gap) / 2
    head = (paper.height - rows * card.height - (rows - 1) * sheet.gap) / 2
    return columns, rows, side, head


def _no_room(sheet: Sheet, card: Size, bleed: float, known: Iterable[Sheet]) -> str:
    message = f"sheet {sheet.name} has no room for cards of {card} with {millimetres(bleed)} mm of bleed"
    less = next((tenths / 10 for tenths in range(int(bleed * 10), -1, -1) if has_room(sheet, card, tenths / 10)), None)
    if less is not None:
        message += f", only with {less:g} mm"
    others = sorted(
        (other for other in known if other.size and has_room(other, card, bleed)),
        key=lambda other: (other.fold is not sheet.fold, other.paper != sheet.paper),
    )
    if others:
        return f"{message}; these have: {', '.join(other.name for other in others)}"
    if less is None:
        message += f"; --sheet {SINGLE} has one on each page"
        message += ', and with "poster": true in "card" of its layout it goes over several'
    return message


def _area(slot: Box, index: int, columns: int, rows: int, bleed: float, gap: float) -> Box:
    """The slot with its bleed: all of it at the rim of the grid, half the gap between cards."""
    inner = min(bleed, gap / 2)
    row, column = divmod(index, columns)
    left = bleed if column == 0 else inner
    right = bleed if column == columns - 1 else inner
    top = bleed if row == 0 else inner
    bottom = bleed if row == rows - 1 else inner
    return Box(slot.x - left, slot.y - top, slot.width + left + right, slot.height + top + bottom)


def _ruler(sheet: Sheet, paper: Size, side: float, head: float, around: float) -> Ruler | None:
    for length in RULER_LENGTHS:
        if head >= around + RULER_ROOM and paper.width >= length + 2 * side:
            return Ruler(side, paper.height - sheet.margin, length, False, paper.width - 2 * side - length)
        if side >= around + RULER_ROOM and paper.height >= length + 2 * head:
            return Ruler(sheet.margin + RULER_ROOM, paper.height - head, length, True, paper.height - 2 * head - length)
    return None


def _second(sheet: Sheet, paper: Size, slots: tuple[Box, ...], bleed: float, ruler: Ruler) -> tuple[Ruler, ...]:
    """A ruler in the other direction in the margin, between two cut marks: as long as there is room for."""
    upright = not ruler.upright
    edges = sorted(
        {round(edge, 4) for box in slots for edge in ((box.y, box.bottom) if upright else (box.x, box.right))}
    )
    free = min(box.x for box in slots) if upright else paper.height - max(box.bottom for box in slots)
    room = free - bleed - sheet.margin - 0.2
    if room < BARE_ROOM:
        return ()
    told = room >= SECOND_ROOM
    for length in RULER_LENGTHS:
        for low, high in pairwise(edges):
            if high - low >= length + 2:
                middle = (low + high) / 2
                caption = length if told else 0.0
                if upright:
                    x = sheet.margin + (SECOND_ROOM if told else BARE_ROOM)
                    return (Ruler(x, middle + length / 2, length, True, caption),)
                return (Ruler(middle - length / 2, paper.height - sheet.margin, length, False, caption),)
    return ()


def _marks(sheet: Sheet, paper: Size, slots: tuple[Box, ...], bleed: float, ruler: Ruler | None) -> tuple[Segment, ...]:
    """Ticks in line with every cut, outside the bleed and inside what a printer reaches.

    Of hexagons, with those sides that go through the sheet; the others have ticks at their corners (`cutting.py`).
    """
    offset = mark_offset(bleed)
    left, top = min(box.x for box in slots), min(box.y for box in slots)
    right, bottom = max(box.right for box in slots), max(box.bottom for box in slots)
    taken = sheet.margin + RULER_ROOM
    ends = (
        max(left - offset - MARK_LENGTH, taken if ruler and ruler.upright else sheet.margin),
        max(top - offset - MARK_LENGTH, sheet.margin),
        min(right + offset + MARK_LENGTH, paper.width - sheet.margin),
        min(bottom + offset + MARK_LENGTH, paper.height - (taken if ruler and not ruler.upright else sheet.margin)),
    )
    segments: list[Segment] = []
    across = [box for box in slots if not hexagonal(box.width, box.height) or box.width < box.height]
    down = [box for box in slots if not hexagonal(box.width, box.height) or box.width > box.height]
    for x in sorted({edge for box in across for edge in (round(box.x, 6), round(box.right, 6))}):
        segments += [((x, top - offset), (x, ends[1])), ((x, bottom + offset), (x, ends[3]))]
    for y in sorted({edge for box in down for edge in (round(box.y, 6), round(box.bottom, 6))}):
        segments += [((left - offset, y), (ends[0], y)), ((right + offset, y), (ends[2], y))]
    return tuple(segments)


def _size(path: Path, key: str, raw: object) -> Size:
    if not isinstance(raw, dict) or set(raw) != {"width", "height"}:
        raise LayoutError(f"{path}: {key}: expected a width and a height in mm, found {raw!r}")
    return Size(_length(path, f"{key}.width", raw["width"]), _length(path, f"{key}.height", raw["height"]))


def _length(path: Path, key: str, raw: object) -> float:
    if not isinstance(raw, int | float) or isinstance(raw, bool) or not 0 <= raw <= 2000:
        raise LayoutError(f"{path}: {key}: expected a length in mm, found {raw!r}")
    return float(raw)


def _count(path: Path, key: str, raw: object) -> int:
    if raw == "fit":
        return 0
    if not isinstance(raw, int) or isinstance(raw, bool) or not 1 <= raw <= 100:
        raise LayoutError(f'{path}: {key}: expected a number from 1 to 100 or "fit", found {raw!r}')
    return raw

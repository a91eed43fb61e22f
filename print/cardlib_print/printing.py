"""Prints cards: chooses a layout for each, lays out the sheets, draws, checks, and writes one PDF."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from cardlib import bounds
from cardlib.errors import CardlibError
from cardlib.memory import uncollected
from cardlib.writing import check_writable, write_bytes
from cardlib_print.bounds import outside, painted_bleed
from cardlib_print.document import Batch, Document, Made, Marking, Page, scratch
from cardlib_print.faces import Faces
from cardlib_print.fonts import Fonts
from cardlib_print.geometry import Size, millimetres
from cardlib_print.layouts import DEFAULT, PLAIN, layout_names, load_layout, read_object
from cardlib_print.posters import poster
from cardlib_print.preflight import PreflightError, Problem
from cardlib_print.sheets import Flip, Sheet, default_sheet, find_sheet, has_room, plan
from cardlib_print.values import field_names

if TYPE_CHECKING:
    from cardlib.catalog import Card, Project
    from cardlib_print.elements import Layout

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class PrintOptions:
    """How to print. Lengths in mm; `sheet` is one by name, or None for the paper's sheet for the size of the cards.

    `backs` is the edge that the paper is turned over, "upright" for backs that are looked at one by one, or "none" for
    faces only; `offset` moves the backs to the right and down; `bleed` None is what the sheet says; `layout` None
    chooses by the conditions of the project's layouts; `layouts` names one for single cards and pieces, by id.
    """

    sheet: str | Sheet | None = None
    paper: str = "a4"
    bleed: float | None = None
    backs: Flip = "none"
    offset: tuple[float, float] = (0.0, 0.0)
    low_ink: bool = False
    watermark: str = ""
    layout: str | None = None
    layouts: Mapping[str, str] = field(default_factory=dict)
    title: str = ""


@dataclass(frozen=True, slots=True)
class Printed:
    """What was printed: copies in all, different cards, sheets of paper, the file, and what could look better.

    `pages` says of each page of the file which side of which cards it shows.
    """

    cards: int
    different: int
    sheets: int
    path: Path
    warnings: tuple[Problem, ...] = ()
    pages: tuple[Page, ...] = ()


def print_cards(
    project: Project,
    cards: Sequence[tuple[Card, int]],
    path: Path,
    options: PrintOptions = PrintOptions(),
    progress: Progress | None = None,
) -> Printed:
    """Print cards with their numbers of copies into a PDF; `progress` is told (cards placed, cards in all).

    Raises `PreflightError` with every problem of every card, and writes nothing then; `CardlibError` for a layout,
    sheet or font that cannot be used.
    """
    check_writable(path)
    printed, data = pressed(project, cards, path, options, progress)
    write_bytes(path, data)
    return printed


@uncollected()
def pressed(
    project: Project,
    cards: Sequence[tuple[Card, int]],
    path: Path,
    options: PrintOptions,
    progress: Progress | None = None,
) -> tuple[Printed, bytes]:
    """Return what is printed and the bytes of the PDF for `path`, without writing it; raises as `print_cards` does."""
    wanted = [(card, copies) for card, copies in cards if copies > 0]
    if not wanted:
        raise CardlibError("no cards to print")
    bounds.check_number(sum(copies for _, copies in wanted), bounds.PRINTED, "cards to print")
    bounds.check_number(len(options.watermark), bounds.WATERMARK, "characters in the watermark")
    press = Press(project, options)
    batches = press.batches(wanted)
    total, pages = sum(copies for _, copies in wanted), sum(batch.pages for batch in batches)
    title = options.title or project.game.name
    marking = Marking(title, options.watermark, options.backs, options.offset)
    done = 0

    def step(count: int) -> None:
        nonlocal done
        done = min(total, done + count)
        if progress:
            progress(done, total)

    made = Made()
    document = Document(made, title, press.fonts)
    first = 1
    for batch in batches:
        document.batch(batch, marking, (first, pages), step)
        first += batch.pages
    problems = press.problems()
    if problems:
        raise PreflightError(problems, press.warnings())
    document.save()
    different = len({card.id for card, _ in wanted})
    printed = Printed(total, different, pages, path, tuple(press.warnings()), tuple(document.pages))
    return printed, made.bytes()


def preflight(
    project: Project, cards: Sequence[tuple[Card, int]], options: PrintOptions = PrintOptions()
) -> tuple[list[Problem], list[Problem]]:
    """Return what would keep the cards from being printed, and what could look better, without writing a file."""
    try:
        printed, _ = pressed(project, cards, Path("preflight.pdf"), options)
    except PreflightError as error:
        return list(error.problems), list(error.warnings)
    return [], list(printed.warnings)


@dataclass(slots=True)
class Press:
    """Layouts and faces of one print run, each read once."""

    project: Project
    options: PrintOptions
    fonts: Fonts = field(init=False)
    _faces: dict[str, Faces] = field(default_factory=dict)
    _chosen: dict[str, str] = field(default_factory=dict)
    _conditional: list[Layout] | None = None
    _problems: list[Problem] = field(default_factory=list)
    _warnings: list[Problem] = field(default_factory=list)
    _without: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.fonts = Fonts([self.project.path / "print" / "fonts"])

    def batches(self, cards: Sequence[tuple[Card, int]]) -> list[Batch]:
        """Group the cards by size, in the order in which the sizes come up, and plan a sheet for each."""
        by_size: dict[Size, list[tuple[Card, int]]] = {}
        for card, copies in cards:
            by_size.setdefault(self.faces(card).layout.size, []).append((card, copies))
        batches = []
        for size, group in by_size.items():
            options = self.options
            if isinstance(options.sheet, Sheet):
                sheet = options.sheet
            elif options.sheet:
                sheet = find_sheet(self.project, options.sheet)
            else:
                sheet = default_sheet(self.project, options.paper, size)
            posters = [one for one in group if self.faces(one[0]).layout.poster]
            if posters and sheet.size is not None and not has_room(sheet, size, 0.0):
                self._inspect([card for card, _ in posters], 0.0)
                parts = poster(sheet, sheet.size, size)
                batches += [Batch(part, [one], self.faces, _no_back) for one in posters for part in parts]
                group = [one for one in group if one not in posters]
            if group:
                laid = plan(sheet, size, options.bleed, self.project)
                self._inspect([card for card, _ in group], laid.bleed)
                batches.append(Batch(laid, group, self.faces, self.backs))
        return batches

    def faces(self, card: Card) -> Faces:
        """Return what draws a card's face."""
        if card.id not in self._chosen:
            named = self.options.layouts.get(card.id) or self.options.layout
            self._chosen[card.id] = named or self._layout_for(card)
        return self._named(self._chosen[card.id])

    def backs(self, card: Card) -> Faces | None:
        """Return what draws a card's back. Raises `CardlibError` if its layout names none."""
        layout = self.faces(card).layout
        if self.options.backs == "none":
            return None
        if not layout.back:
            raise CardlibError(
                f'layout {layout.name} has no back; give it "back": the name of a layout, or print without'
            )
        return self._named(layout.back)

    def problems(self) -> list[Problem]:
        """Everything that keeps the cards from being printed."""
        drawn = [problem for faces in self._faces.values() for problem in faces.problems]
        return list(dict.fromkeys([*self._problems, *drawn]))  # a token's back is drawn by the layout of its face

    def warnings(self) -> list[Problem]:
        """Everything that could look better."""
        drawn = [warning for faces in self._faces.values() for warning in faces.warnings]
        return list(dict.fromkeys([*self._warnings, *drawn]))

    def _inspect(self, cards: Sequence[Card], bleed: float) -> None:
        """Find what is wrong with the layouts of some cards whatever the cards say, once for each layout."""
        painted: dict[str, float] = {}
        for card in cards:
            face, back = self.faces(card).layout, self.backs(card)
            for layout in (face, back.layout) if back else (face,):
                if layout.name not in painted:
                    painted[layout.name] = bleed
                    wrong = [(element, f"{what}; {remedy}") for element, what, remedy in outside(layout)]
                    if layout.size != face.size:
                        wrong.append(("card", f"is {layout.size}, but the back of {face.name}, which is {face.size}"))
                    self._problems += [Problem("", element, text, layout.name) for element, text in wrong]
                if bleed:
                    reach = painted_bleed(layout, card if layout.uses_card else None)
                    painted[layout.name] = min(painted[layout.name], reach)
            if card.flavour and face.name not in self._without and not face.names("flavour"):
                self._without.add(face.name)
                text = "no text names {flavour}: the flavour text of its cards is not printed"
                self._warnings.append(Problem("", "elements", text, face.name))
        for name, reach in painted.items():
            if reach < bleed:
                self._problems.append(Problem("", "bleed", _too_little(reach, bleed), name))

    def _named(self, name: str) -> Faces:
        if name not in self._faces:
            layout = load_layout(self.project, name, field_names(self.project), low_ink=self.options.low_ink)
            self._faces[name] = Faces(self.project, layout, self.fonts)
        return self._faces[name]

    def _layout_for(self, card: Card) -> str:
        """The first layout, by name, whose `for` holds; else the project's `card`; else the plain one."""
        if self._conditional is None:
            folder = self.project.path / "print"
            conditional = [
                name
                for name in layout_names(self.project)
                if read_object(folder / f"{name}.json", self.project).get("for")
            ]
            self._conditional = [self._named(name).layout for name in conditional]
        for layout in self._conditional:
            if layout.applies is not None and layout.applies(card):
                return layout.name
        own = self.project.path / "print" / f"{DEFAULT}.json"
        return DEFAULT if own.is_file() else PLAIN


def _no_back(card: Card) -> None:
    """A poster has none."""


def stamp(project: Project, card: Card, options: PrintOptions = PrintOptions()) -> str:
    """Return the stamp that a card is printed with: six hexadecimal digits of the hash of its face as it is drawn.

    Raises `CardlibError` for a layout or font that cannot be used.
    """
    faces = Press(project, options).faces(card)
    return faces.draw(scratch(faces.layout.size.height), card if faces.layout.uses_card else None)


def _too_little(reach: float, bleed: float) -> str:
    """What is wrong with a layout that paints less beyond the cut than is asked for, and what to do."""
    asked, painted = millimetres(bleed), millimetres(reach)
    return (
        f"{asked} mm are asked for, the layout paints {painted} mm beyond the cut; "
        f'ask for --bleed {painted}, or paint more ("card": {{"bleed": {asked}}}, and a ground with "box": "bleed")'
    )

"""Prints cards: chooses a layout for each, lays out the sheets, draws, checks, and writes one PDF."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from cardlib import bounds
from cardlib.catalog.languages import in_language
from cardlib.errors import CardlibError
from cardlib.filters.words import number_of
from cardlib.memory import uncollected
from cardlib.writing import check_writable, writing_bytes
from cardlib_print.bounds import beyond_hexagon, crossing, outside, painted_bleed
from cardlib_print.document import Batch, Document, Drawn, Marking, Page, Side, scratch
from cardlib_print.faces import Faces
from cardlib_print.fonts import Fonts
from cardlib_print.geometry import Size, millimetres
from cardlib_print.layouts import DEFAULT, PLAIN, LayoutError, extended, layout_names, load_layout, read_object
from cardlib_print.packing import packed
from cardlib_print.posters import poster
from cardlib_print.preflight import PreflightError, Problem
from cardlib_print.reflow import SIZES, Fit, becomes_hexagon, fitted, hexagonal
from cardlib_print.sheets import Flip, Plan, Sheet, capacity, default_sheet, find_sheet, has_room, plan
from cardlib_print.values import field_names

if TYPE_CHECKING:
    from cardlib.catalog import Card, Project
    from cardlib.catalog.languages import Language
    from cardlib_print.cutting import CutLines
    from cardlib_print.elements import Layout

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class PrintOptions:
    """How to print. Lengths in mm; `sheet` is one by name, or None for the paper's sheet for the size of the cards.

    `backs` is the edge that the paper is turned over, "upright" for backs that are looked at one by one, or "none" for
    faces only; `offset` moves the backs to the right and down; `bleed` None is what the sheet says; `layout` None
    chooses by the conditions of the project's layouts; `layouts` names one for single cards and pieces, by id; `fit`
    gives cards another size; with `upright` those that lie on their side are turned also where each has a page of its
    own; cards in `bare` (ids) get no back; `back_first` puts the page with backs before that with their faces;
    `cut_lines` are drawn over the cards; `scale` is what upright pages are multiplied with across and down, for a
    printer that is off by as much; `pale` draws faces in grey in place of black; `lang` is the language of the faces,
    "" that of the data.
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
    fit: Fit | None = None
    back_first: bool = False
    cut_lines: CutLines = "ticks"
    scale: tuple[float, float] = (1.0, 1.0)
    pale: bool = False
    lang: str = ""
    bare: frozenset[str] = frozenset()
    upright: bool = False


@dataclass(frozen=True, slots=True)
class Printed:
    """What was printed: copies in all, different cards, sheets of paper, the file, and what could look better.

    `pages` says of each page of the file which side of which cards it shows, `drawn` how each side of each card was
    drawn, by its id, `plans` which sheets were laid out how, and for how many sheets of paper.
    """

    cards: int
    different: int
    sheets: int
    path: Path
    warnings: tuple[Problem, ...] = ()
    pages: tuple[Page, ...] = ()
    drawn: Mapping[tuple[str, Side], Drawn] = field(default_factory=dict)
    plans: tuple[tuple[Plan, int], ...] = ()


@uncollected()
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
    printed, document = _remedied(project, cards, path, options, progress)
    with writing_bytes(path) as out:
        document.save(out)
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
    printed, document = _remedied(project, cards, path, options, progress)
    made = BytesIO()
    document.save(made)
    return printed, made.getvalue()


def _remedied(
    project: Project,
    cards: Sequence[tuple[Card, int]],
    path: Path,
    options: PrintOptions,
    progress: Progress | None,
) -> tuple[Printed, Document]:
    """Draw everything; where there are problems, also say which other sizes have none, which takes many drawings."""
    try:
        return _drawn(project, cards, path, options, progress)
    except PreflightError as error:
        remedy = other_sizes(project, [one for one in cards if one[1] > 0], error.problems, options)
        raise PreflightError(error.problems, error.warnings, remedy) from None


def _drawn(
    project: Project,
    cards: Sequence[tuple[Card, int]],
    path: Path,
    options: PrintOptions,
    progress: Progress | None = None,
) -> tuple[Printed, Document]:
    """Draw everything; what is left is to save it."""
    wanted = [(card, copies) for card, copies in cards if copies > 0]
    if not wanted:
        raise CardlibError("no cards to print")
    bounds.check_number(sum(copies for _, copies in wanted), bounds.PRINTED, "cards to print")
    bounds.check_number(len(options.watermark), bounds.WATERMARK, "characters in the watermark")
    press = Press(project, options)
    batches = press.batches(wanted)
    total, pages = sum(copies for _, copies in wanted), sum(batch.pages for batch in batches)
    title = options.title or project.game.name
    marking = Marking(
        title,
        options.watermark,
        options.backs,
        options.offset,
        back_first=options.back_first,
        cut_lines=options.cut_lines,
        scale=options.scale,
        pale=options.pale,
    )
    done = 0

    def step(count: int) -> None:
        nonlocal done
        done = min(total, done + count)
        if progress:
            progress(done, total)

    document = Document(title, press.fonts)
    first = 1
    for batch in batches:
        document.batch(batch, marking, (first, pages), step)
        first += batch.pages
    problems = press.problems()
    if problems:
        raise PreflightError(problems, press.warnings())
    different = len({card.id for card, _ in wanted})
    plans = tuple((batch.plan, batch.pages) for batch in batches)
    shown, drawn = tuple(document.pages), document.drawn
    return Printed(total, different, pages, path, tuple(press.warnings()), shown, drawn, plans), document


@uncollected()
def preflight(
    project: Project, cards: Sequence[tuple[Card, int]], options: PrintOptions = PrintOptions()
) -> tuple[list[Problem], list[Problem]]:
    """Return what would keep the cards from being printed, and what could look better, without writing a file."""
    try:
        printed, document = _drawn(project, cards, Path("preflight.pdf"), options)
        document.save(BytesIO())  # a font may be damaged where only its outlines are
    except PreflightError as error:
        return list(error.problems), list(error.warnings)
    return [], list(printed.warnings)


def other_sizes(
    project: Project, cards: Sequence[tuple[Card, int]], problems: Sequence[Problem], options: PrintOptions
) -> str:
    """Say on which sizes by name the cards that have problems have none; "" where no other size was asked for."""
    if options.fit is None or options.fit.within is not None:
        return ""
    layouts = {problem.layout for problem in problems if not problem.card}
    ids = {problem.card for problem in problems}
    press = Press(project, options)
    named = [card for card, _ in cards if card.id in ids or press.faces(card).layout.name in layouts]
    asked = options.fit.sizes
    fits = {name: Fit((size,)) for name, size in SIZES.items() if size not in asked}
    found = [name for name, fit in fits.items() if go_on(project, named, replace(options, fit=fit))]
    if go_on(project, named, replace(options, fit=None)):
        found.append("and on their own size" if found else "their own size alone")
    sizes = ", ".join(str(size) for size in asked)
    texts = ", ".join(sorted({problem.element for problem in problems if problem.card}))
    less = f'; a smaller "min" for {texts} in the layout may do too' if texts else ""
    if not found:
        return "these cards go on no other size by name, and not on their own size either"
    return f"what is on these cards has no room on {sizes}; they go on {', '.join(found)}{less}"


def go_on(project: Project, cards: Sequence[Card], options: PrintOptions) -> bool:
    """Return whether cards can be drawn with some options, without a problem."""
    press = Press(project, options)
    try:
        for card in cards:
            press.inspect([card], 0.0)
            press.drawn(card)
            if press.problems():
                return False
    except LayoutError:  # a sum that leaves nothing of a box on that size
        return False
    return True


@dataclass(slots=True)
class Press:
    """Layouts and faces of one print run, each read once."""

    project: Project
    options: PrintOptions
    fonts: Fonts = field(init=False)
    language: Language = field(init=False)
    _faces: dict[str, Faces] = field(default_factory=dict)
    _chosen: dict[str, str] = field(default_factory=dict)
    _conditional: list[Layout] | None = None
    _problems: list[Problem] = field(default_factory=list)
    _warnings: list[Problem] = field(default_factory=list)
    _without: set[tuple[str, str]] = field(default_factory=set)
    _drawn: dict[tuple[str, str], Drawn] = field(default_factory=dict)
    _own: dict[str, Layout] = field(default_factory=dict)  # as they were before they got another size

    def __post_init__(self) -> None:
        self.fonts = Fonts([self.project.path / "print" / "fonts"])
        self.language = in_language(self.project, self.options.lang)

    def batches(self, cards: Sequence[tuple[Card, int]]) -> list[Batch]:
        """Group the cards by size, in the order in which the sizes come up, and plan a sheet for each.

        Cards that lie on their side share sheets with upright ones of the same size; a sheet for all sizes takes all.
        """
        groups: dict[Size, list[tuple[Card, int]]] = {}
        layouts = [self.faces(card).layout for card, _ in cards]
        sizes = {layout.size for layout in layouts if not layout.poster}
        for (card, copies), layout in zip(cards, layouts, strict=True):
            size = layout.size if layout.poster else self._slot(layout.size, sizes)
            groups.setdefault(size, []).append((card, copies))
        batches: list[Batch] = []
        together: list[tuple[Card, int]] = []
        for size, group in groups.items():
            sheet = self._sheet(size)
            posters = [one for one in group if self.faces(one[0]).layout.poster]
            if posters and sheet.size is not None and (sheet.mixed or not has_room(sheet, size, 0.0)):
                self.inspect([card for card, _ in posters], 0.0)
                parts = poster(sheet, sheet.size, size)
                batches += [Batch(part, [one], self.faces, _no_back) for one in posters for part in parts]
                group = [one for one in group if one not in posters]
            if sheet.mixed:
                together += group
            elif group:
                laid = plan(sheet, size, self.options.bleed, self.project)
                self.inspect([card for card, _ in group], laid.bleed)
                backs = self.backs_of if laid.fold else self.backs
                batches.append(Batch(laid, group, self.faces, backs))
        return [*batches, *self._packed(together)] if together else batches

    def _packed(self, cards: Sequence[tuple[Card, int]]) -> Iterator[Batch]:
        """Cards of all sizes, packed page by page."""
        sheet = self._sheet(self.faces(cards[0][0]).layout.size)
        assert sheet.size is not None
        bleed = sheet.bleed if self.options.bleed is None else self.options.bleed
        self.inspect([card for card, _ in cards], bleed)
        each = [(card, self.faces(card).layout.size) for card, copies in cards for _ in range(copies)]
        for laid, placed in packed(sheet, sheet.size, each, bleed):
            yield Batch(laid, [(card, 1) for card in placed], self.faces, self.backs)

    def _sheet(self, size: Size) -> Sheet:
        """The sheet that is asked for, or the paper's one for a size."""
        if isinstance(self.options.sheet, Sheet):
            return self.options.sheet
        if self.options.sheet:
            return find_sheet(self.project, self.options.sheet)
        return default_sheet(self.project, self.options.paper, size)

    def _slot(self, size: Size, sizes: Collection[Size]) -> Size:
        """The size of the slots for cards: upright for lying ones too, if they share a sheet then or more fit."""
        upright = Size(size.height, size.width)
        if size.width <= size.height:
            return size
        sheet, turned = self._sheet(size), self._sheet(upright)
        if sheet.size is None:
            return upright if self.options.upright else size
        if sheet.card == size:
            return size
        bleed = self.options.bleed
        more = capacity(turned, upright, bleed) > capacity(sheet, size, bleed)
        return upright if more or upright in sizes else size

    def faces(self, card: Card) -> Faces:
        """Return what draws a card's face."""
        if card.id not in self._chosen:
            named = self.options.layouts.get(card.id) or self.options.layout
            self._chosen[card.id] = named or self._layout_for(card)
        return self._named(self._chosen[card.id])

    def backs(self, card: Card) -> Faces | None:
        """Return what draws a card's back. Raises `CardlibError` if its layout names none."""
        return None if self.options.backs == "none" or card.id in self.options.bare else self.backs_of(card)

    def backs_of(self, card: Card) -> Faces:
        """Return what draws a card's back, also where none are asked for: on a sheet to fold."""
        layout = self.faces(card).layout
        if not layout.back:
            raise CardlibError(
                f'layout {layout.name} has no back; give it "back": the name of a layout, or print without'
            )
        return self._named(layout.back)

    def drawn(self, card: Card, side: Side = "face") -> Drawn:
        """Return how a side of a card is drawn, on no paper; a back that shows nothing of the card is drawn once."""
        face = self.faces(card)
        faces = face if side == "face" else self._named(face.layout.back or face.layout.name)
        subject = card if faces.layout.uses_card else None
        key = (faces.layout.name, subject.id if subject else "")
        if key not in self._drawn:
            self._drawn[key] = Drawn.by(faces, scratch(faces.layout.size.height), subject)
        return self._drawn[key]

    def problems(self) -> list[Problem]:
        """Everything that keeps the cards from being printed."""
        drawn = [problem for faces in self._faces.values() for problem in faces.problems]
        return list(dict.fromkeys([*self._problems, *drawn]))  # a token's back is drawn by the layout of its face

    def warnings(self) -> list[Problem]:
        """Everything that could look better."""
        drawn = [warning for faces in self._faces.values() for warning in faces.warnings]
        return list(dict.fromkeys([*self._warnings, *drawn, *untold(self.language)]))

    def inspect(self, cards: Sequence[Card], bleed: float) -> None:
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
                    self._crossings(layout, cards)
                    text = "lies partly outside the hexagon that is cut out; words there are cut off"
                    self._warnings += [Problem("", id_, text, layout.name) for id_ in beyond_hexagon(layout)]
                if bleed:
                    reach = painted_bleed(layout, card if layout.uses_card else None)
                    painted[layout.name] = min(painted[layout.name], reach)
            for name, said, what in (("text", card.text, "rules text"), ("flavour", card.flavour, "flavour text")):
                if said and (face.name, name) not in self._without and not face.names(name):
                    self._without.add((face.name, name))
                    text = f"no text names {{{name}}}: the {what} of its cards is not printed"
                    self._warnings.append(Problem("", "elements", text, face.name))
        for name, reach in painted.items():
            if reach < bleed:
                self._problems.append(Problem("", "bleed", _too_little(reach, bleed), name))

    def _crossings(self, layout: Layout, cards: Sequence[Card]) -> None:
        """Find texts that lie on each other on a card of another size; on a hexagon boxes keep more than texts need."""
        if hexagonal(layout.size.width, layout.size.height):
            return
        for one, other in crossing(layout, self._own.get(layout.name, layout)):
            both = [when for when in (one.when, other.when) if when is not None]
            if any(all(when(card) for when in both) for card in cards if self.faces(card).layout is layout):
                text = f"lies on {other.id} on a card of {layout.size}; give the layout boxes for that size"
                self._problems.append(Problem("", one.id, text, layout.name))

    def _named(self, name: str) -> Faces:
        if name not in self._faces:
            layout = self._layout(name)
            if self.options.fit and not layout.poster:
                if becomes_hexagon(layout, self.options.fit):
                    layout = self._layout(name, hexagon=True)
                self._own[name] = layout
                layout = fitted(layout, self.options.fit, lambda size: self._layout(name, size=size))
            self._faces[name] = Faces(self.project, layout, self.fonts, self.language)
        return self._faces[name]

    def _layout(self, name: str, *, hexagon: bool = False, size: Size | None = None) -> Layout:
        return load_layout(
            self.project,
            name,
            field_names(self.project),
            low_ink=self.options.low_ink,
            language=self.language if self.options.lang else None,
            hexagon=hexagon,
            size=size,
        )

    def _layout_for(self, card: Card) -> str:
        """The first layout, by name, whose `for` holds; else the project's `card`; else the plain one."""
        if self._conditional is None:
            folder = self.project.path / "print"
            conditional = []
            for name in layout_names(self.project):
                raw = read_object(folder / f"{name}.json", self.project)
                if raw.get("for") and not extended(self.project, name).get("document"):
                    conditional.append(name)
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
    return Press(project, options).drawn(card).stamp


def _too_little(reach: float, bleed: float) -> str:
    """What is wrong with a layout that paints less beyond the cut than is asked for, and what to do."""
    asked, painted = millimetres(bleed), millimetres(reach)
    return (
        f"{asked} mm are asked for, the layout paints {painted} mm beyond the cut; "
        f'ask for --bleed {painted}, or paint more ("card": {{"bleed": {asked}}}, and a ground with "box": "bleed")'
    )


def untold(language: Language) -> Iterator[Problem]:
    """What stands on the faces in the language of the data, because the other one has no words for it."""
    if language.missing:
        kinds = Counter(one.kind for one in language.missing)
        listed = ", ".join(number_of(count, kind) for kind, count in kinds.items())
        text = f"no words for {listed}, left as in the data; cardlib data lang {language.code} lists them"
        yield Problem("", "words", text, language.code)

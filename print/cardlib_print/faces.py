"""Draws one face: a layout's elements for one card, with every text fitted and every problem noted.

The stamp is the hash of all that is drawn, so the elements that name it are drawn last, over the other ones: first
with a blank in its place, then with the stamp itself.
"""

from __future__ import annotations

import hashlib
from functools import partial
from typing import TYPE_CHECKING

from cardlib.errors import CardlibError
from cardlib_print.art import LOWEST_DPI, Framing, art_files, picture_of, prepared
from cardlib_print.bounds import least_contrast
from cardlib_print.colours import BLACK, WHITE
from cardlib_print.columns import fit_columns
from cardlib_print.elements import ArtElement, BoxElement, SymbolElement, TableElement, TextElement, colour
from cardlib_print.fits import Fit
from cardlib_print.fitting import Fitted
from cardlib_print.geometry import Box, millimetres
from cardlib_print.icons import icon_of
from cardlib_print.markup import Value, fields_of, filled, plain
from cardlib_print.motifs import ICON, MOTIFS, emblem
from cardlib_print.paths import shape
from cardlib_print.preflight import Problem
from cardlib_print.scenery import UNITS, Scene
from cardlib_print.tables import draw_table, laid
from cardlib_print.typesetting import Typesetter, overflow
from cardlib_print.values import STAMP, Values

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

    from cardlib.catalog import Card, Project
    from cardlib.catalog.languages import Language
    from cardlib_print.colours import Colour
    from cardlib_print.elements import Layout
    from cardlib_print.fitting import Word
    from cardlib_print.fonts import Chain, Fonts
    from cardlib_print.markup import Template
    from cardlib_print.painter import Painter, Part

STAMP_LENGTH = 6
BLANK = plain("0" * STAMP_LENGTH)
SMALLEST_STAMP = 5.0  # points
FAINTEST_STAMP = 4.5  # contrast with what lies below it
# What a shorter text may leave out only with a warning, by field.
EXTRAS = {
    "flavour": "the flavour text",
    "keyword_lines": "the reminders of its keywords",
    "mentioned": "the reminders of keywords that its text names",
}
MARKS = frozenset({"id", STAMP, "prefix", "game"})  # what tells copies apart; no text of play
_KEPT = 4096

# What was drawn before: the element (by identity, as ids may be missing), whether its text had a shorter one behind
# it, what it said, and its colours.
Key = tuple[int, bool, Value, "Colour | None", "Colour | None"]


class Faces:
    """Draws faces of one layout, and collects what is wrong (`problems`) or merely poor (`warnings`)."""

    def __init__(self, project: Project, layout: Layout, fonts: Fonts, language: Language) -> None:
        self.project = project
        self._language = language
        self.layout = layout
        self.fonts = fonts
        self.problems: list[Problem] = []
        self.warnings: list[Problem] = []
        # On the last face, but for the stamp: each text, and the proof of how it is drawn ("" for a cell of a table).
        self.words: list[tuple[TextElement, Value, str]] = []
        self.ground = ""  # of the last face: the hash of all that is no text
        self._values = Values(
            language.project,
            layout.keyword_symbols,
            bold_keywords=layout.bold_keywords,
            drawn=layout.symbols,
            named=layout.fields,
            formulas=layout.formulas,
        )
        self._types = Typesetter(layout, fonts)
        self._art: Mapping[str, Path] | None = None
        self._card: Card | None = None
        self._said_card: Card | None = None  # as it reads in the language
        self._known: dict[str, Value] = {}
        self._drawn: dict[Key, tuple[Part, float]] = {}  # with the size of its text
        self.fits: dict[str, dict[str, Fit]] = {}
        self.stamps: dict[str, str] = {}
        self._said: set[str] = set()
        self._lost: dict[str, str] = {}
        self._told: set[int] = set()
        # The colours of the card in hand and the places of its own elements; the contrast of texts, by these.
        self._ground: tuple[Colour | int, ...] = ()
        self._contrasts: dict[tuple[int, tuple[Colour | int, ...]], float] = {}

    def draw(self, painter: Painter, card: Card | None) -> str:
        """Draw every element whose condition holds, and return the stamp: six digits of the hash of what was drawn.

        `card` is None for a back that shows nothing of the card.
        """
        self._card = card
        self._said_card = self._language.card(card) if card else None
        self._known = {STAMP: BLANK}
        self._said, self._lost, self.words = set(), {}, []
        ground: list[str] = []
        palette = self.layout.palette(card)
        stamped: list[TextElement] = []
        self._ground = tuple(palette.values())
        for place, element in enumerate(self.layout.elements):
            if element.when is not None:
                if card is None or not element.when(card):
                    continue
                self._ground += (place,)
            if isinstance(element, TextElement):
                if element.names(STAMP):
                    stamped.append(element)
                else:
                    self._text(painter, element, palette)
                continue
            before = painter.length
            if isinstance(element, TableElement):
                self._table(painter, element, palette)
                continue
            if not isinstance(element, ArtElement):
                self._fixed(painter, element, palette)
            elif card is not None:
                self._picture(painter, element, card, palette)
            ground.append(painter.looks(before))
        self.ground = hashed("\n".join(ground))
        stamp = self.stamps[card.id if card else ""] = self._stamp(painter, stamped, palette)
        for name, id_ in self._lost.items():
            if name not in self._said:
                self.warnings.append(self._problem(id_, f"no room for {EXTRAS[name]}, left out"))
        return stamp

    def _stamp(self, painter: Painter, stamped: Sequence[TextElement], palette: Mapping[str, Colour]) -> str:
        """Draw the texts that name the stamp, which is the hash of all others and of these with a blank in them."""
        mark, problems = painter.mark(), len(self.problems)
        for element in stamped:
            self._text(painter, element, palette)
        size = self.layout.size
        content = hashlib.sha256(f"{millimetres(size.width)} {millimetres(size.height)}\n".encode())
        content.update(painter.proof)
        stamp = content.hexdigest()[:STAMP_LENGTH]
        painter.drop(mark)
        del self.problems[problems:]
        self._known[STAMP] = plain(stamp)
        for element in stamped:
            self._text(painter, element, palette)
        return stamp

    def chain_of(self, role: str, style: str) -> Chain:
        """Return the fonts of a role in a style; of the first role if the layout has no such one."""
        return self._types.chain_of(role, style)

    def _wrong(self, element: str, text: str) -> None:
        self.problems.append(self._problem(element, text))

    def _problem(self, element: str, text: str) -> Problem:
        return Problem(self._card.id if self._card else "", element, text, self.layout.name)

    def _fixed(self, painter: Painter, element: BoxElement | SymbolElement, palette: Mapping[str, Colour]) -> None:
        """Draw a shape or a symbol, which is the same on every card but for its colours."""
        fill, stroke = colour(element.fill, palette), colour(element.stroke, palette)
        if fill is None and stroke is None:
            return
        key = (id(element), False, (), fill, stroke)
        known = self._drawn.get(key)
        if known is not None:
            painter.add(known[0])
            return
        mark = painter.mark()
        if isinstance(element, BoxElement):
            painter.shape(element.shape, element.box, fill, stroke, element.line, element.radius)
        else:
            outline = self.layout.symbols[element.symbol].outline
            box = element.box if element.stretch else _inscribed(element.box, outline.width / outline.height)
            painter.outline(outline, box, fill, stroke, element.line)
        self._keep(key, painter.since(mark))

    def _keep(self, key: Key, part: Part, size: float = 0.0) -> None:
        """Keep what was drawn for the next card; in a long run of cards that all differ, not for ever."""
        if len(self._drawn) >= _KEPT:
            self._drawn.clear()
        self._drawn[key] = part, size

    def _picture(self, painter: Painter, element: ArtElement, card: Card, palette: Mapping[str, Colour]) -> None:
        if self._art is None:
            self._art = art_files(self.project)
        low_ink = self.layout.low_ink
        try:
            path = picture_of(card, self.project, self._art)
            framing = Framing(element.contained, element.focus, colour(element.ground, palette))
            ready = prepared(path, element.box, outlined=low_ink, framing=framing) if path else None
        except CardlibError as error:
            self._wrong(element.id, str(error))
            return
        painter.clip(shape(element.shape, element.box.width, element.box.height, element.radius), element.box)
        if ready:
            name = path.name if path else ""
            if ready.dpi < LOWEST_DPI:
                text = f"{name} has only {ready.dpi:.0f} dots per inch at this size"
                self.warnings.append(self._problem(element.id, text))
            if ready.poor:
                self.warnings.append(self._problem(element.id, f"{name} {ready.poor}"))
            painter.picture(ready.jpeg, element.box, ready.mask)
        else:
            base = colour(element.colour, palette) or WHITE
            scene = Scene(f"{card.game}/{card.id}", element.box.width / element.box.height, base, outlined=low_ink)
            fitting = ((name, shown) for when, name, shown in element.motifs if when is None or when(card))
            motif, shown = next(fitting, (ICON, None))
            if motif == ICON:
                emblem(scene, (shown or icon_of(card, self.layout.symbols)).outline)
            else:
                MOTIFS[motif](scene)
            painter.stage(element.box, UNITS, scene.drawn)
        painter.unclip()

    def _text(self, painter: Painter, element: TextElement, palette: Mapping[str, Colour]) -> None:
        """Fit and write a text; the first of the element's texts that fits comfortably, else the last one."""
        ink = colour(element.colour, palette) or BLACK
        tried: Value = ()
        fuller: dict[str, None] = {}
        for index, template in enumerate(element.texts):
            last = index == len(element.texts) - 1
            value = self._written(element, template)
            key = (id(element), not last, value, ink, None)
            known = self._drawn.get(key) if value else None
            if known is not None:
                painter.add(known[0])
                self._fits(element, known[1])
                self._chosen(element, template, value, fuller, known[0].proof)
                return
            if value and (value != tried or last):
                tried = value
                slips: list[str] = []
                paragraphs = self._types.words(element, value, slips)
                fitted = self._fitted(element, paragraphs, comfortably=not last)
                if fitted is not None or last:
                    for slip in slips:
                        self._wrong(element.id, slip)
                    looks = ""
                    if fitted is not None:
                        self._check_stamp(element, fitted)
                        mark = painter.mark()
                        self._types.write(painter, element, fitted, ink, palette)
                        part = painter.since(mark)
                        looks = part.proof
                        self._fits(element, fitted.size)
                        if not slips:
                            self._keep(key, part, fitted.size)
                    self._chosen(element, template, value, fuller, looks)
                    return
            if not last:
                fuller |= dict.fromkeys(fields_of(template))
        self._chosen(element, (), (), fuller, "")

    def _written(self, element: TextElement, template: Template) -> Value:
        """What a template says of the card in hand, or of each of the cards that its element is for."""
        if element.cards is None:
            return filled(template, self._value)
        cards = map(self._language.card, element.cards(self._card))
        return tuple(line for card in cards for line in filled(template, partial(self._values.of, card)))

    def _table(self, painter: Painter, element: TableElement, palette: Mapping[str, Colour]) -> None:
        """Fit and draw a table."""
        slips: list[str] = []
        found = laid(self._types, element, self._card, self._value, slips)
        for slip in slips:
            self._wrong(element.id, slip)
        if isinstance(found, str):
            self._wrong(element.id, found)
            return
        self.words += [(cell, value, "") for cell, value, _ in found.cells if value]
        self._fits(element, found.size)
        draw_table(self._types, painter, element, found, palette, BLACK)

    def _fits(self, element: TextElement | TableElement, size: float) -> None:
        """Note how large a text of play is set on the card in hand."""
        if element.fields and element.fields <= MARKS:
            return
        limits = element.limits
        card = self._card.id if self._card else ""
        self.fits.setdefault(card, {})[element.id] = Fit(element.id, size, limits.size, limits.smallest)

    def _chosen(
        self, element: TextElement, template: Template, value: Value, fuller: Iterable[str], looks: str
    ) -> None:
        """Note what a text says, what it says of `EXTRAS`, and what the fuller ones before it would have said."""
        if value and not element.names(STAMP):
            self.words.append((element, value, looks))
        if element.fields.isdisjoint(EXTRAS):
            return
        self._said.update(fields_of(template))
        self._lost |= {name: element.id for name in fuller if name in EXTRAS and self._is_extra(name)}

    def _is_extra(self, name: str) -> bool:
        """Whether the card has something there: flavour text, or reminders (in italics) and not only keywords."""
        return any(name == "flavour" or run.italic for line in self._value(name) for run in line)

    def _check_stamp(self, element: TextElement, fitted: Fitted) -> None:
        """Warn, once for the layout, of a stamp that is too small or too faint to be read."""
        if not element.names(STAMP) or self._known[STAMP] == BLANK or id(element) in self._told:
            return
        found = []
        if fitted.size < SMALLEST_STAMP:
            found.append(f"the stamp is printed at {fitted.size:g} pt, expected {SMALLEST_STAMP:g} pt or more")
        key = (id(element), self._ground)
        ratio = self._contrasts.get(key)
        if ratio is None:
            ratio = self._contrasts[key] = least_contrast(self.layout, self._card, element)
        if ratio < FAINTEST_STAMP:
            below = f"the contrast of the stamp with what lies below it is {ratio:.1f}"
            found.append(f"{below}, expected {FAINTEST_STAMP:g} or more")
        if found:
            self._told.add(id(element))
            self.warnings.append(Problem("", element.id, "; ".join(found), self.layout.name))

    def _fitted(
        self, element: TextElement, paragraphs: Sequence[Sequence[Word]], *, comfortably: bool
    ) -> Fitted | None:
        """Fit a text into its element; None if it does not, which is a problem unless it was to fit comfortably."""
        limits = element.limits
        width, height = element.measure
        fitted = fit_columns(paragraphs, width, height, limits.early() if comfortably else limits, element.columns)
        if isinstance(fitted, Fitted):
            return fitted
        if not comfortably:
            self._wrong(element.id, overflow(fitted, paragraphs, width, height, limits))
        return None

    def _value(self, name: str) -> Value:
        """The value of a field for the card in hand; several texts of a layout ask for the same one."""
        if name not in self._known:
            self._known[name] = self._values.of(self._said_card, name)
        return self._known[name]


def hashed(proof: str) -> str:
    """Return the hash of how something is drawn, as short as a stamp."""
    return hashlib.sha256(proof.encode()).hexdigest()[:STAMP_LENGTH]


def _inscribed(box: Box, ratio: float) -> Box:
    width = min(box.width, box.height * ratio)
    height = width / ratio
    return Box(box.x + (box.width - width) / 2, box.y + (box.height - height) / 2, width, height)

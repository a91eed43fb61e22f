"""Draws one face: a layout's elements for one card, with every text fitted and every problem noted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardlib.errors import CardlibError
from cardlib.filters import nearest_note
from cardlib_print.art import LOWEST_DPI, art_files, picture_of, prepared
from cardlib_print.colours import BLACK, WHITE
from cardlib_print.elements import ArtElement, BoxElement, SymbolElement, TextElement, colour
from cardlib_print.fitting import ASCENT, CAPITAL, DESCENT, Fitted, Limits, Overflow, Word, fit
from cardlib_print.fonts import Chain, Fonts, Piece, clean, described
from cardlib_print.geometry import POINTS_PER_MM, Box, millimetres
from cardlib_print.markup import Paragraph, Run, Value, filled
from cardlib_print.motifs import MOTIFS
from cardlib_print.paths import shape
from cardlib_print.preflight import Problem
from cardlib_print.scenery import UNITS, Scene
from cardlib_print.symbols import Symbol
from cardlib_print.values import Values

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from cardlib.catalog import Card, Project
    from cardlib_print.colours import Colour
    from cardlib_print.elements import Layout
    from cardlib_print.painter import Painter

DEFAULT_MOTIF = "terrain"
_KEPT = 4096

# What was drawn before: the element, what it said, and its colours.
Key = tuple[str, Value, "Colour | None", "Colour | None"]


class Faces:
    """Draws faces of one layout, and collects what is wrong (`problems`) or merely poor (`warnings`)."""

    def __init__(self, project: Project, layout: Layout, fonts: Fonts) -> None:
        self.project = project
        self.layout = layout
        self.fonts = fonts
        self.problems: list[Problem] = []
        self.warnings: list[Problem] = []
        self._values = Values(project, layout.keyword_symbols, bold_keywords=layout.bold_keywords, drawn=layout.symbols)
        self._art: Mapping[str, Path] | None = None
        self._card: Card | None = None
        self._known: dict[str, Value] = {}
        self._drawn: dict[Key, str] = {}

    def draw(self, painter: Painter, card: Card | None) -> None:
        """Draw every element whose condition holds; `card` is None for a back that shows nothing of the card."""
        self._card = card
        self._known = {}
        palette = self.layout.palette(card)
        for element in self.layout.elements:
            if element.when is not None and (card is None or not element.when(card)):
                continue
            if isinstance(element, TextElement):
                self._text(painter, element, palette)
            elif not isinstance(element, ArtElement):
                self._fixed(painter, element, palette)
            elif card is not None:
                self._picture(painter, element, card, palette)

    def chain_of(self, role: str, style: str) -> Chain:
        """Return the fonts of a role in a style; of the first role if the layout has no such one."""
        font = self.layout.fonts.get(role) or next(iter(self.layout.fonts.values()))
        return self.fonts.chain(font.families, style, font.files[style])

    def _wrong(self, element: str, text: str) -> None:
        self.problems.append(Problem(self._card.id if self._card else self.layout.name, element, text))

    def _fixed(self, painter: Painter, element: BoxElement | SymbolElement, palette: Mapping[str, Colour]) -> None:
        """Draw a shape or a symbol, which is the same on every card but for its colours."""
        fill, stroke = colour(element.fill, palette), colour(element.stroke, palette)
        if fill is None and stroke is None:
            return
        key = (element.id, (), fill, stroke)
        if key in self._drawn:
            painter.add(self._drawn[key])
            return
        mark = painter.mark()
        if isinstance(element, BoxElement):
            painter.shape(element.shape, element.box, fill, stroke, element.line, element.radius)
        else:
            outline = self.layout.symbols[element.symbol].outline
            box = element.box if element.stretch else _inscribed(element.box, outline.width / outline.height)
            painter.outline(outline, box, fill, stroke, element.line)
        self._keep(key, painter.since(mark))

    def _keep(self, key: Key, operators: str) -> None:
        """Keep what was drawn for the next card; in a long run of cards that all differ, not for ever."""
        if len(self._drawn) >= _KEPT:
            self._drawn.clear()
        self._drawn[key] = operators

    def _picture(self, painter: Painter, element: ArtElement, card: Card, palette: Mapping[str, Colour]) -> None:
        if self._art is None:
            self._art = art_files(self.project)
        low_ink = self.layout.low_ink
        try:
            path = picture_of(card, self.project, self._art)
            ready = prepared(path, element.box, outlined=low_ink) if path else None
        except CardlibError as error:
            self._wrong(element.id, str(error))
            return
        painter.clip(shape(element.shape, element.box.width, element.box.height, element.radius), element.box)
        if ready:
            jpeg, dpi = ready
            if dpi < LOWEST_DPI:
                self.warnings.append(
                    Problem(
                        card.id,
                        element.id,
                        f"{path.name if path else ''} has only {dpi:.0f} dots per inch at this size",
                    )
                )
            painter.picture(jpeg, element.box)
        else:
            motif = next((name for when, name in element.motifs if when is None or when(card)), DEFAULT_MOTIF)
            base = colour(element.colour, palette) or WHITE
            scene = Scene(f"{card.game}/{card.id}", element.box.width / element.box.height, base, outlined=low_ink)
            MOTIFS[motif](scene)
            painter.stage(element.box, UNITS, scene.drawn)
        painter.unclip()

    def _text(self, painter: Painter, element: TextElement, palette: Mapping[str, Colour]) -> None:
        """Fit and write a text; the first of the element's texts that fits comfortably, else the last one."""
        ink = colour(element.colour, palette) or BLACK
        tried: Value = ()
        for index, template in enumerate(element.texts):
            last = index == len(element.texts) - 1
            value = filled(template, self._value)
            key = (element.id, value, ink, None)
            if key in self._drawn:
                painter.add(self._drawn[key])
                return
            if not value or (value == tried and not last):
                continue
            tried = value
            slips: list[str] = []
            paragraphs = self._paragraphs(element, value, slips)
            fitted = self._fitted(element, paragraphs, comfortably=not last)
            if fitted is None and not last:
                continue
            for slip in slips:
                self._wrong(element.id, slip)
            if fitted is not None:
                mark = painter.mark()
                self._set(painter, element, fitted, ink)
                if not slips:
                    self._keep(key, painter.since(mark))
            return

    def _fitted(
        self, element: TextElement, paragraphs: Sequence[Sequence[Word]], *, comfortably: bool
    ) -> Fitted | None:
        """Fit a text into its element; None if it does not, which is a problem unless it was to fit comfortably."""
        box, limits = element.box, element.limits
        width, height = (box.width, box.height) if not element.turn else (box.height, box.width)
        fitted = fit(paragraphs, width, height, limits.early() if comfortably else limits)
        if isinstance(fitted, Fitted):
            return fitted
        if not comfortably:
            self._wrong(element.id, _overflow(fitted, paragraphs, width, height, limits))
        return None

    def _paragraphs(self, element: TextElement, value: Value, slips: list[str]) -> list[list[Word]]:
        """Break paragraphs into words; what has no glyph or no symbol is added to `slips`."""
        lacking: dict[str, None] = {}
        paragraphs = [self._broken(element, paragraph, lacking, slips) for paragraph in value]
        if lacking:
            slips.append(f"no font has {described(lacking)}")
        return paragraphs

    def _value(self, name: str) -> Value:
        """The value of a field for the card in hand; several texts of a layout ask for the same one."""
        if name not in self._known:
            self._known[name] = self._values.of(self._card, name)
        return self._known[name]

    def _broken(
        self, element: TextElement, paragraph: Paragraph, lacking: dict[str, None], slips: list[str]
    ) -> list[Word]:
        """Break a paragraph into words; a run without a space at its edge goes on in the same word."""
        words: list[Word] = []
        parts: list[tuple[Piece | Symbol, float]] = []
        width = 0.0
        tracking = element.tracking
        for run in paragraph:
            if run.symbol:
                symbol = self.layout.symbols.get(run.text)
                if symbol is None:
                    slips.append(f"no symbol is called {{{run.text}}}{nearest_note(run.text, self.layout.symbols)}")
                else:
                    parts.append((symbol, symbol.width))
                    width += symbol.width
                continue
            chain = self.chain_of(element.font, _style(element.style, run))
            space = (chain.first, " ")
            for index, text in enumerate(clean(run.text.upper() if element.upper else run.text).split(" ")):
                if index:
                    words.append(Word(tuple(parts), width, space, chain.first.width(" ") + tracking))
                    parts, width = [], 0.0
                if text:
                    token = chain.token(text, tracking)
                    parts += token.parts
                    width += token.width
                    lacking.update(dict.fromkeys(token.missing))
        if parts:
            words.append(Word(tuple(parts), width, None, 0.0))
        return words

    def _set(self, painter: Painter, element: TextElement, text: Fitted, ink: Colour) -> None:
        """Write fitted lines into the element's box."""
        box, size = element.box, text.size
        em = size / POINTS_PER_MM
        width, height = (box.width, box.height) if not element.turn else (box.height, box.width)
        if element.valign == "top":
            down = ASCENT * em
        elif element.valign == "bottom":
            down = height - text.height + ASCENT * em
        else:
            down = (height - text.height + (ASCENT + DESCENT - CAPITAL) * em) / 2 + CAPITAL * em
        for index, line in enumerate(text.lines):
            if index:
                down += (text.leading + (text.gap if line.first else 0.0)) * em
            along = 0.0
            if element.align != "left":
                along = (width - line.width * em) / (2 if element.align == "centre" else 1)
            self._line(painter, element, line.words, (along, down), size, ink)

    def _line(
        self,
        painter: Painter,
        element: TextElement,
        words: Sequence[Word],
        at: tuple[float, float],
        size: float,
        ink: Colour,
    ) -> None:
        em = size / POINTS_PER_MM
        along, down = at
        start = along
        waiting: list[Piece] = []

        def flush() -> None:
            if waiting:
                x, y = _placed(element, start, down)
                painter.text(x, y, waiting, size, ink, element.tracking * size, element.turn)
                waiting.clear()

        for index, word in enumerate(words):
            for part, width in word.parts:
                if isinstance(part, Symbol):
                    flush()
                    tall, middle = part.scale * em, down - CAPITAL * em / 2
                    x, y = _placed(element, along, middle - tall / 2)
                    own = part.colour if part.colour and not self.layout.low_ink else ink
                    painter.symbol(part.outline, x, y, tall, own)
                    start = along + width * em
                else:
                    waiting.append(part)
                along += width * em
            if word.space and index < len(words) - 1:
                waiting.append(word.space)
                along += word.space_width * em
        flush()


def _placed(element: TextElement, along: float, down: float) -> tuple[float, float]:
    """Turn a place in the running direction of the text into one on the card."""
    box = element.box
    if element.turn == 90:
        return box.x + down, box.bottom - along
    if element.turn == -90:
        return box.right - down, box.y + along
    return box.x + along, box.y + down


def _style(base: str, run: Run) -> str:
    bold = run.bold or base in ("bold", "bold_italic")
    italic = run.italic or base in ("italic", "bold_italic")
    return ("bold_italic" if italic else "bold") if bold else "italic" if italic else "regular"


def _inscribed(box: Box, ratio: float) -> Box:
    width = min(box.width, box.height * ratio)
    height = width / ratio
    return Box(box.x + (box.width - width) / 2, box.y + (box.height - height) / 2, width, height)


def _overflow(over: Overflow, paragraphs: Sequence[Sequence[Word]], width: float, height: float, limits: Limits) -> str:
    size = f"at {over.size:g} pt"
    if over.needed_width > width + 1e-6:
        longest = max((word for paragraph in paragraphs for word in paragraph), key=lambda word: word.width)
        word = "".join(part[0][1] for part in longest.parts if not isinstance(part[0], Symbol))
        return f"{word!r} needs {millimetres(over.needed_width)} mm {size}, the box is {millimetres(width)} mm wide"
    if limits.lines and over.lines > limits.lines:
        allowed = f"{limits.lines} {'is' if limits.lines == 1 else 'are'} allowed"
        return f"needs {over.lines} lines {size} in a box {millimetres(width)} mm wide, {allowed}"
    return f"the text needs {millimetres(over.needed_height)} mm {size}, the box is {millimetres(height)} mm high"

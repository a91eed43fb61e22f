"""Draws one face: a layout's elements for one card, with every text fitted and every problem noted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardlib.errors import CardlibError
from cardlib.filters import nearest
from cardlib_print.art import LOWEST_DPI, art_files, picture_of, prepared
from cardlib_print.colours import WHITE
from cardlib_print.elements import ArtElement, BoxElement, SymbolElement, TextElement, colour
from cardlib_print.fitting import ASCENT, CAPITAL, DESCENT, Fitted, Limits, Overflow, Word, fit
from cardlib_print.fonts import Chain, Fonts, Piece, clean, described, missing, pieces
from cardlib_print.geometry import POINTS_PER_MM, Box, millimetres
from cardlib_print.markup import Paragraph, Run, Template, filled
from cardlib_print.motifs import MOTIFS
from cardlib_print.paths import shape
from cardlib_print.preflight import Problem
from cardlib_print.scenery import Scene
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


class Faces:
    """Draws faces of one layout, and collects what is wrong (`problems`) or merely poor (`warnings`)."""

    def __init__(self, project: Project, layout: Layout, fonts: Fonts) -> None:
        self.project = project
        self.layout = layout
        self.fonts = fonts
        self.problems: list[Problem] = []
        self.warnings: list[Problem] = []
        self._values = Values(project, layout.keyword_symbols, bold_keywords=layout.bold_keywords)
        self._art: Mapping[str, Path] | None = None
        self._card: Card | None = None

    def draw(self, painter: Painter, card: Card | None) -> None:
        """Draw every element whose condition holds; `card` is None for a back that shows nothing of the card."""
        self._card = card
        palette = self.layout.palette(card)
        for element in self.layout.elements:
            if element.when is not None and (card is None or not element.when(card)):
                continue
            if isinstance(element, TextElement):
                self._text(painter, element, palette)
            elif isinstance(element, BoxElement):
                fill, stroke = colour(element.fill, palette), colour(element.stroke, palette)
                if fill or stroke:
                    painter.shape(element.shape, element.box, fill, stroke, element.line, element.radius)
            elif isinstance(element, SymbolElement):
                self._symbol(painter, element, palette)
            elif card is not None:
                self._picture(painter, element, card, palette)

    def chain_of(self, role: str) -> Chain:
        """Return the fonts of a role in bold, or of the first role if the layout has no such one."""
        font = self.layout.fonts.get(role) or next(iter(self.layout.fonts.values()))
        return self.fonts.chain(font.families, "bold", font.files["bold"])

    def _wrong(self, element: str, text: str) -> None:
        self.problems.append(Problem(self._card.id if self._card else self.layout.name, element, text))

    def _symbol(self, painter: Painter, element: SymbolElement, palette: Mapping[str, Colour]) -> None:
        outline = self.layout.symbols[element.symbol].outline
        box = element.box if element.stretch else _inscribed(element.box, outline.width / outline.height)
        fill, stroke = colour(element.fill, palette), colour(element.stroke, palette)
        if fill or stroke:
            painter.outline(outline, box, fill, stroke, element.line)

    def _picture(self, painter: Painter, element: ArtElement, card: Card, palette: Mapping[str, Colour]) -> None:
        if self._art is None:
            self._art = art_files(self.project)
        try:
            path = picture_of(card, self.project, self._art)
            ready = prepared(path, element.box, outlined=self.layout.low_ink) if path else None
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
            painter.picture(str(jpeg), element.box)
        else:
            motif = next((name for when, name in element.motifs if when is None or when(card)), DEFAULT_MOTIF)
            base = colour(element.colour, palette) or WHITE
            painter.outlined = self.layout.low_ink
            MOTIFS[motif](Scene(painter, element.box, f"{card.game}/{card.id}", base))
            painter.outlined = False
        painter.unclip()

    def _text(self, painter: Painter, element: TextElement, palette: Mapping[str, Colour]) -> None:
        box, limits = element.box, element.limits
        width, height = (box.width, box.height) if not element.turn else (box.height, box.width)
        fitted: Fitted | Overflow | None = None
        paragraphs: list[list[Word]] = []
        slips: list[str] = []
        for index, template in enumerate(element.texts):
            slips = []
            paragraphs = self._paragraphs(element, template, slips)
            last = index == len(element.texts) - 1
            fitted = fit(paragraphs, width, height, limits if last else limits.early()) if paragraphs else None
            if isinstance(fitted, Fitted):
                break
        for slip in slips:
            self._wrong(element.id, slip)
        if isinstance(fitted, Overflow):
            self._wrong(element.id, _overflow(fitted, paragraphs, width, height, limits))
        elif fitted is not None:
            ink = colour(element.colour, palette) or (0.0, 0.0, 0.0)
            self._set(painter, element, fitted, ink)

    def _paragraphs(self, element: TextElement, template: Template, slips: list[str]) -> list[list[Word]]:
        """Fill a template and break it into words; what has no glyph or symbol is added to `slips`."""
        card = self._card
        lacking: dict[str, None] = {}
        paragraphs = [
            self._broken(element, paragraph, lacking, slips)
            for paragraph in filled(template, lambda name: self._values.of(card, name))
        ]
        if lacking:
            slips.append(f"no font has {described(lacking)}")
        return paragraphs

    def _broken(
        self, element: TextElement, paragraph: Paragraph, lacking: dict[str, None], slips: list[str]
    ) -> list[Word]:
        """Break a paragraph into words; a run without a space at its edge goes on in the same word."""
        words: list[Word] = []
        parts: list[tuple[Piece | Symbol, float]] = []
        for run in paragraph:
            if run.symbol:
                symbol = self.layout.symbols.get(run.text)
                if symbol is None:
                    hint = nearest(run.text, self.layout.symbols)
                    slips.append(f"no symbol is called {{{run.text}}}" + (f" (nearest: {hint})" if hint else ""))
                else:
                    parts.append((symbol, symbol.width))
                continue
            style = _style(element.style, run)
            chain = self._chain(element.font, style)
            text = clean(run.text.upper() if element.upper else run.text)
            for character in missing(chain, text):
                lacking[character] = None
            for index, token in enumerate(text.split(" ")):
                if index:
                    space = chain[0]
                    width = space.width(" ") + element.tracking
                    words.append(Word(tuple(parts), sum(part[1] for part in parts), (space, " "), width))
                    parts = []
                if token:
                    tracking = element.tracking
                    parts += [
                        (piece, piece[0].width(piece[1]) + tracking * len(piece[1])) for piece in pieces(chain, token)
                    ]
        if parts:
            words.append(Word(tuple(parts), sum(part[1] for part in parts), None, 0.0))
        return words

    def _chain(self, role: str, style: str) -> Chain:
        font = self.layout.fonts[role]
        return self.fonts.chain(font.families, style, font.files[style])

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
                    painter.outline(part.outline, Box(x, y, width * em, tall), own)
                    along += width * em
                    start = along
                else:
                    _append(waiting, part)
                    along += width * em
            if word.space and index < len(words) - 1:
                _append(waiting, word.space)
                along += word.space_width * em
        flush()


def _append(waiting: list[Piece], piece: Piece) -> None:
    if waiting and waiting[-1][0] is piece[0]:
        waiting[-1] = (piece[0], waiting[-1][1] + piece[1])
    else:
        waiting.append(piece)


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

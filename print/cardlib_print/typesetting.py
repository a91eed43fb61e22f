"""Text on a card: runs in one style become words that are measured, and words that were fitted are written.

What is measured comes again, on the same card and on others, so every word of a font is measured once.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from cardlib.errors import CardlibError
from cardlib.filters import nearest_note
from cardlib_print.colours import is_hex
from cardlib_print.columns import split
from cardlib_print.elements import colour
from cardlib_print.fitting import ASCENT, CAPITAL, DESCENT, Fitted, Inked, Limits, Overflow, Word
from cardlib_print.fonts import Chain, Fonts, Piece, clean, described
from cardlib_print.geometry import POINTS_PER_MM, millimetres
from cardlib_print.icons import icon_named, icon_names
from cardlib_print.scripts import not_set, stretches
from cardlib_print.symbols import Symbol

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cardlib_print.colours import Colour
    from cardlib_print.elements import Layout, TextElement
    from cardlib_print.markup import Paragraph, Run, Value
    from cardlib_print.painter import Painter

OTHER_FONT = 'a family that does can stand behind the others in "fonts" of the layout, its files in print/fonts/'
NOT_SET = "cannot be set, as its script runs from right to left or joins its letters; it can be a picture or a symbol"


@dataclass(slots=True)
class Typesetter:
    """Sets the texts of one layout in its fonts, with its symbols and colours."""

    layout: Layout
    fonts: Fonts
    _chains: dict[tuple[str, str], Chain] = field(default_factory=dict)
    # Words that are whole and followed by a space, as most are: by chain and letter spacing, then by what they are.
    _words: dict[tuple[Chain, float], dict[str, Word]] = field(default_factory=dict)

    def chain_of(self, role: str, style: str) -> Chain:
        """Return the fonts of a role in a style; of the first role if the layout has no such one."""
        chain = self._chains.get((role, style))
        if chain is None:
            font = self.layout.fonts.get(role) or next(iter(self.layout.fonts.values()))
            try:
                chain = self.fonts.chain(font.families, style, font.files[style])
            except CardlibError as error:
                raise CardlibError(f"layout {self.layout.name}: {error}") from None
            self._chains[role, style] = chain
        return chain

    def words(self, element: TextElement, value: Value, slips: list[str]) -> list[list[Word]]:
        """Break paragraphs into words; what has no glyph, no symbol or no colour is added to `slips`."""
        lacking: dict[str, None] = {}
        paragraphs = [self._broken(element, paragraph, lacking, slips) for paragraph in value]
        slips += [f"{letters!r} {NOT_SET}" for letters in not_set(value)]
        if lacking:
            slips.append(f"no font has {described(lacking)}; {OTHER_FONT}")
        return paragraphs

    def _broken(
        self, element: TextElement, paragraph: Paragraph, lacking: dict[str, None], slips: list[str]
    ) -> list[Word]:
        """Break a paragraph into words; a run without a space at its edge goes on in the same word."""
        words: list[Word] = []
        parts: list[tuple[Piece | Symbol | Inked, float]] = []
        width = 0.0
        tracking = element.tracking
        for run, breaks in stretches(paragraph):
            ink = run.colour and self._named(run.colour, slips)
            if run.symbol:
                symbol = self.layout.symbols.get(run.text) or icon_named(run.text)
                if symbol is None:
                    near = nearest_note(run.text, [*self.layout.symbols, *icon_names()])
                    slips.append(f"no symbol is called {{{run.text}}}{near}")
                else:
                    parts.append((Inked(symbol, ink) if ink else symbol, symbol.width))
                    width += symbol.width
                continue
            chain = self.chain_of(element.font, _style(element.style, run))
            space, room = (chain.first, " "), chain.first.width(" ") + tracking
            known = self._words.setdefault((chain, tracking), {})
            whole, spaced, last = clean(run.text.upper() if element.upper else run.text).rpartition(" ")
            for text in whole.split(" ") if spaced else ():
                word = None if parts or ink else known.get(text)
                if word is None and not text:
                    word = Word(tuple(parts), width, space, room)
                    parts, width = [], 0.0
                elif word is None:
                    token = chain.token(text, tracking)
                    lacking.update(dict.fromkeys(token.missing))
                    parts += [(Inked(part, ink), wide) for part, wide in token.parts] if ink else token.parts
                    word = Word(tuple(parts), width + token.width, space, room)
                    if len(parts) == len(token.parts) and not token.missing and not ink:
                        known[text] = word
                    parts, width = [], 0.0
                words.append(word)
            if last:
                token = chain.token(last, tracking)
                parts += [(Inked(part, ink), wide) for part, wide in token.parts] if ink else token.parts
                width += token.width
                lacking.update(dict.fromkeys(token.missing))
            if breaks is not None and parts:
                words.append(Word(tuple(parts), width, None, 0.0, self._hyphen(chain, breaks, ink, tracking)))
                parts, width = [], 0.0
        if parts:
            words.append(Word(tuple(parts), width, None, 0.0))
        return words

    def _hyphen(self, chain: Chain, text: str, ink: str, tracking: float) -> tuple[Piece | Inked, float] | None:
        """What is written where a line ends within a word, with its width; None where it is nothing."""
        if not text:
            return None
        ((part, width),) = chain.token(text, tracking).parts
        return (Inked(part, ink) if ink else part), width

    def _named(self, name: str, slips: list[str]) -> str:
        """The colour that a text names, if the layout has it."""
        if name in self.layout.colours or is_hex(name):
            return name
        slips.append(f"no colour is called {name!r}{nearest_note(name, self.layout.colours)}")
        return ""

    def write(
        self, painter: Painter, element: TextElement, text: Fitted, ink: Colour, palette: Mapping[str, Colour]
    ) -> None:
        """Write fitted lines into the element's box, in its columns."""
        width, height = element.measure
        for number, column in enumerate(split(text, height) if element.columns > 1 else [text]):
            self._column(painter, element, column, number * (width + element.gutter), ink, palette)

    def _column(
        self,
        painter: Painter,
        element: TextElement,
        text: Fitted,
        beside: float,
        ink: Colour,
        palette: Mapping[str, Colour],
    ) -> None:
        """Write the lines of one column, which lies so many mm beside the first one."""
        width, height = element.measure
        size = text.size
        em = size / POINTS_PER_MM
        if element.valign == "top":
            down = ASCENT * em
        elif element.valign == "bottom":
            down = height - text.height + ASCENT * em
        else:
            down = (height - text.height + (ASCENT + DESCENT - CAPITAL) * em) / 2 + CAPITAL * em
        for index, line in enumerate(text.lines):
            if index:
                down += (text.leading + (text.gap if line.first else 0.0)) * em
            along = beside
            if element.align != "left":
                along += (width - line.width * em) / (2 if element.align == "centre" else 1)
            self._line(painter, element, line.words, (along, down), size, ink, palette)

    def _line(
        self,
        painter: Painter,
        element: TextElement,
        words: Sequence[Word],
        at: tuple[float, float],
        size: float,
        ink: Colour,
        palette: Mapping[str, Colour],
    ) -> None:
        em = size / POINTS_PER_MM
        along, down = at
        start = along
        waiting: list[Piece] = []
        tint = ink

        def flush() -> None:
            if waiting:
                x, y = _placed(element, start, down)
                painter.text(x, y, waiting, size, tint, element.tracking * size, element.turn)
                waiting.clear()

        last = len(words) - 1
        for index, word in enumerate(words):
            for part, width in word.parts:
                if not isinstance(part, (Inked, Symbol)) and tint is ink:  # as nearly all letters
                    waiting.append(part)
                    along += width * em
                    continue
                own = None
                if isinstance(part, Inked):
                    own = None if self.layout.low_ink else colour(part.ink, palette)
                    part = part.part
                if isinstance(part, Symbol):
                    flush()
                    tall, wide = part.scale * em, width * em
                    x, y = _placed(element, along + wide / 2, down - CAPITAL * em / 2)  # upright in turned text too
                    shown = own or (part.colour if part.colour and not self.layout.low_ink else ink)
                    painter.symbol(part.outline, x - wide / 2, y - tall / 2, tall, shown)
                    start = along + width * em
                else:
                    if tint is not (own or ink):
                        flush()
                        start, tint = along, own or ink
                    waiting.append(part)
                along += width * em
            if word.space and index < last:
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


def overflow(over: Overflow, paragraphs: Sequence[Sequence[Word]], width: float, height: float, limits: Limits) -> str:
    """Return what keeps a text from fitting into `width` by `height` mm, for a message."""
    size = f"at {over.size:g} pt"
    if over.needed_width > width + 1e-6:
        longest = max((word for paragraph in paragraphs for word in paragraph), key=lambda word: word.width)
        word = "".join(_letters(part) for part, _ in longest.parts)
        found = f"{word!r} needs {millimetres(over.needed_width)} mm {size}, the box is {millimetres(width)} mm wide"
        return f"{found}; a soft hyphen (U+00AD) says where a word may be broken" if limits.lines != 1 else found
    if limits.lines and over.lines > limits.lines:
        allowed = f"{limits.lines} {'is' if limits.lines == 1 else 'are'} allowed"
        return f"needs {over.lines} lines {size} in a box {millimetres(width)} mm wide, {allowed}"
    return f"the text needs {millimetres(over.needed_height)} mm {size}, the box is {millimetres(height)} mm high"


def _letters(part: Piece | Symbol | Inked) -> str:
    if isinstance(part, Inked):
        part = part.part
    return "" if isinstance(part, Symbol) else part[1]

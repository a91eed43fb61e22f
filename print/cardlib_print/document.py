"""Writes the PDF: each different face once as a form, then page after page that places forms on slots.

The file is the same, byte for byte, for the same input: no dates, no random ids, forms in order of first use. Faces
are kept compressed, and a page holds only places, so that memory grows with the number of different cards and not
with the number of printed ones. Each page is noted with its side and its cards as it is ended, so nobody has to guess
from its number what it shows. Nothing is written under the final name before all of it is there.
"""

# mypy: disable-error-code="no-untyped-call"
# (reportlab has no annotations)

from __future__ import annotations

import math
import struct
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Literal

from reportlab.pdfbase.pdfdoc import (
    PDFArray,
    PDFDictionary,
    PDFDocument,
    PDFImageXObject,
    PDFName,
    PDFObject,
    PDFObjectReference,
    PDFResourceDictionary,
    PDFStream,
)
from reportlab.pdfbase.pdfmetrics import getRegisteredFontNames, registerFont
from reportlab.pdfbase.ttfonts import TTFError, TTFont
from reportlab.pdfgen.canvas import Canvas

from cardlib.errors import CardlibError
from cardlib_print.colours import BLACK
from cardlib_print.cutting import draw_cut_lines
from cardlib_print.fonts import Fonts, last_resort
from cardlib_print.geometry import POINTS_PER_MM, Box, Size
from cardlib_print.markup import unmarked
from cardlib_print.painter import Painter
from cardlib_print.sheets import BACK_BLEED, mark_offset
from cardlib_print.streaming import plain_streams, streaming

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from cardlib.catalog import Card
    from cardlib_print.cutting import CutLines
    from cardlib_print.elements import TextElement
    from cardlib_print.faces import Faces
    from cardlib_print.fonts import Chain
    from cardlib_print.markup import Value
    from cardlib_print.sheets import Flip, Plan, Ruler

_MM = POINTS_PER_MM
_MARK = 0.15
_NOTE = 6.5
_NAME = 5.5  # points of the name below a sticker,
_BELOW = 2.4  # mm that its line lies below
_NEAR = 0.01
_PALE = 0.6  # of the ink of a slip for a sleeve
_FIRST_FONT = "cardlib-first"
_LEVEL = 1  # of zlib: half the time of the usual 6, a tenth more bytes
_GREY = (0.35, 0.35, 0.35)

Side = Literal["face", "back"]


@dataclass(frozen=True, slots=True)
class Batch:
    """Cards of one size on one plan: what is placed, how faces and backs are drawn, and what the caption says."""

    plan: Plan
    cards: Sequence[tuple[Card, int]]
    faces: Callable[[Card], Faces]
    backs: Callable[[Card], Faces | None]

    @property
    def count(self) -> int:
        """How many cards are placed."""
        return sum(copies for _, copies in self.cards)

    @property
    def pages(self) -> int:
        """How many sheets they take."""
        return -(-self.count // len(self.plan.slots))


@dataclass(frozen=True, slots=True)
class Page:
    """What a page of the file shows: one side of cards, in the order of the slots."""

    side: Side
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Drawn:
    """One side of a card as it was drawn: its layout on which size (mm), its stamp, and what each of its texts says.

    `words` has the proof of how each text is drawn, and `ground` is the hash of all that is no text.
    """

    layout: str
    size: Size
    bleed: float
    stamp: str
    ground: str
    words: tuple[tuple[TextElement, Value, str], ...]

    @classmethod
    def by(cls, faces: Faces, painter: Painter, card: Card | None) -> Drawn:
        """Draw a side, and return how it was drawn."""
        stamp, layout = faces.draw(painter, card), faces.layout
        return cls(layout.name, layout.size, layout.bleed, stamp, faces.ground, tuple(faces.words))


@dataclass(frozen=True, slots=True)
class Sticker:
    """A piece of a face: what draws it, of which card, and which part of it, in mm from the corner of the card."""

    faces: Faces
    card: Card
    cut: Box


@dataclass(frozen=True, slots=True)
class Marking:
    """What is printed beside the faces: caption, watermark, and how backs lie (flip edge, offset in mm)."""

    caption: str
    watermark: str
    flip: Flip
    offset: tuple[float, float]
    back_first: bool = False
    cut_lines: CutLines = "ticks"
    scale: tuple[float, float] = (1.0, 1.0)
    pale: bool = False


class Jpeg(PDFImageXObject):
    """A JPEG file in a PDF, read as the PDF is written, so that many pictures are never held at once."""

    def __init__(self, name: str, path: Path) -> None:
        super().__init__(name, str(path))
        self.path = path
        self.smask: PDFObjectReference | None = None
        self.streamContent = b""  # type: ignore[assignment]

    def format(self, document: PDFDocument) -> bytes:
        """Return the object as it stands in the file."""
        self.streamContent = self.path.read_bytes()  # type: ignore[assignment]
        try:
            formatted: bytes = super().format(document)
            return formatted
        finally:
            self.streamContent = b""  # type: ignore[assignment]


class Mask(PDFObject):
    """How much of each pixel of a picture shows, read as the PDF is written, packed as it lies in its file."""

    def __init__(self, path: Path, width: int, height: int) -> None:
        self.path = path
        self.size = (width, height)

    def format(self, document: PDFDocument) -> bytes:
        """Return the object as it stands in the file."""
        stream = PDFStream(content=self.path.read_bytes(), filters=[])
        entries = stream.dictionary
        entries["Type"], entries["Subtype"] = PDFName("XObject"), PDFName("Image")
        entries["Width"], entries["Height"] = self.size
        entries["ColorSpace"], entries["BitsPerComponent"] = PDFName("DeviceGray"), 8
        entries["Filter"] = PDFName("FlateDecode")
        formatted: bytes = stream.format(document)
        return formatted


class Form(PDFObject):
    """A drawing that pages place, packed. `box` is what it shows, `resources` the name of the object with its fonts.

    There is one for each face, so it writes its few entries itself, in the order in which reportlab has them.
    """

    def __init__(self, packed: bytes, box: bytes, resources: str) -> None:
        self.packed = packed
        self.box = box
        self.resources = resources

    def format(self, document: PDFDocument) -> bytes:
        """Return the object as it stands in the file."""
        number, version = document.idToObjectNumberAndVersion[self.resources]
        return (
            b"<<\n/BBox %b /Filter /FlateDecode /Length %d /Resources %d %d R /Subtype /Form /Type /XObject\n>>\n"
            b"stream\n%bendstream\n"
        ) % (self.box, len(self.packed), number, version, self.packed)


class Document:
    """One PDF file in the making."""

    def __init__(self, title: str, fonts: Fonts) -> None:
        self.fonts = fonts
        self.pages: list[Page] = []
        # A canvas names its first font on every page; a TrueType one only where something is written in it. So every
        # font that the file names is embedded.
        if _FIRST_FONT not in getRegisteredFontNames():
            registerFont(TTFont(_FIRST_FONT, str(last_resort("regular"))))
        self.canvas = Canvas("", invariant=1, pageCompression=1, initialFontName=_FIRST_FONT)
        self.document: PDFDocument = self.canvas._doc
        self.canvas.setTitle(title)
        self.canvas.setCreator("cardlib")
        self.canvas.setViewerPreference("PrintScaling", "None")
        self.drawn: dict[tuple[str, Side], Drawn] = {}
        self._forms: dict[tuple[str, str, Side, float], str] = {}
        self._sides: dict[str, Drawn] = {}
        self._boxes: dict[Box, bytes] = {}  # areas of forms, as the file has them

    def batch(self, batch: Batch, marking: Marking, pages: tuple[int, int], step: Callable[[int], None]) -> None:
        """Add all pages of a batch; `pages` is the number of its first sheet and of all sheets, for the caption."""
        slots = batch.plan.slots
        page: list[Card] = []
        number = pages[0]
        for card, copies in batch.cards:
            for _ in range(copies):
                page.append(card)
                if len(page) == len(slots):
                    self._sheet(batch, page, marking, (number, pages[1]))
                    step(len(page))
                    number += 1
                    page = []
        if page:
            self._sheet(batch, page, marking, (number, pages[1]))
            step(len(page))

    def stickers(self, plan: Plan, stickers: Sequence[Sticker], marking: Marking, number: tuple[int, int]) -> None:
        """Add a page of pieces of faces, one in each slot, with the name of its card below it.

        `number` is that of the sheet and of all sheets.
        """
        self._open(plan.paper, plan, marking.scale)
        chain = stickers[0].faces.chain_of("small", "regular")
        names = Painter(self.document, 0.0, plan.paper.height)
        for one, area in zip(stickers, plan.slots, strict=True):
            size = one.faces.layout.size
            slot = Box(area.x - one.cut.x, area.y - one.cut.y, size.width, size.height)
            self._place(self._face(one.faces, one.card, 0.0, "face"), slot, area, plan)
            named = _cut_off(chain, unmarked(one.card.name), area.width + plan.sheet.gap - 1, _NAME)
            names.text(area.x, area.bottom + _BELOW, chain.pieces(named), _NAME, _GREY)
        self.canvas.addLiteral(names.drawn)
        caption = f"{marking.caption} · {number[0]} of {number[1]}"
        self._margin(plan, caption, chain, marking.cut_lines, len(stickers))
        self._close("face", [one.card for one in stickers])

    def page(self, paper: Size, painter: Painter) -> None:
        """Add a page with what a painter drew on it."""
        self.canvas.setPageSize((paper.width * _MM, paper.height * _MM))
        self.canvas.addLiteral(painter.drawn)
        self.canvas.showPage()

    def save(self, out: BinaryIO) -> None:
        """Write the file, object by object; what was written of one that raises `CardlibError` is no PDF."""
        self.canvas._filename = out
        try:
            with streaming(out):
                self.canvas.save()
        except (TTFError, struct.error, LookupError, ValueError, OverflowError, AssertionError) as error:
            files = ", ".join(str(path) for path in self.fonts.files)
            raise CardlibError(f"a font is damaged, one of {files}: {error or type(error).__name__}") from None
        finally:
            vars(self.document).clear()  # what reportlab keeps names itself in circles, with all that was drawn

    def _sheet(self, batch: Batch, cards: Sequence[Card], marking: Marking, number: tuple[int, int]) -> None:
        if marking.flip == "none" or batch.plan.fold:
            self._fronts(batch, cards, marking, number)
        elif marking.back_first:
            self._backs(batch, cards, marking)
            self._fronts(batch, cards, marking, number)
        else:
            self._fronts(batch, cards, marking, number)
            self._backs(batch, cards, marking)

    def _fronts(self, batch: Batch, cards: Sequence[Card], marking: Marking, number: tuple[int, int]) -> None:
        plan = batch.plan
        self._open(plan.paper, plan, marking.scale)
        self.canvas.saveState()
        if marking.pale:
            self.canvas.setFillAlpha(_PALE)
            self.canvas.setStrokeAlpha(_PALE)
        for card, slot, area in zip(cards, plan.slots, plan.areas, strict=False):
            form = self._face(batch.faces(card), card, plan.bleed, "face")
            self._place(form, slot, area, plan, 90 if _lies(batch.faces(card), slot) else 0)
            if marking.watermark:
                self._watermark(batch.faces(card), marking.watermark, slot, plan.paper)
        self.canvas.restoreState()
        if plan.fold:
            self._place_backs(batch, cards, marking)
        part = f" · {plan.part}" if plan.part else ""
        caption = f"{marking.caption} · {number[0]} of {number[1]}{part}"
        chain = batch.faces(cards[0]).chain_of("small", "regular")
        self._margin(plan, caption, chain, marking.cut_lines, len(cards))
        self._close("face", cards)

    def _backs(self, batch: Batch, cards: Sequence[Card], marking: Marking) -> None:
        self._open(batch.plan.paper, batch.plan, marking.scale)
        self._place_backs(batch, cards, marking)
        self._close("back", cards)

    def _place_backs(self, batch: Batch, cards: Sequence[Card], marking: Marking) -> None:
        """Place backs behind their faces; behind one that lies turned, turned the other way."""
        plan = batch.plan
        over = 180 if plan.upside_down(marking.flip) else 0
        offset = (0.0, 0.0) if plan.fold else marking.offset
        for card, slot, area in zip(cards, plan.slots, plan.backs or plan.areas, strict=False):
            back = batch.backs(card)
            if back is not None:
                bleed = max(plan.bleed, min(BACK_BLEED, back.layout.bleed) if plan.backs else 0.0)
                form = self._face(back, card, bleed, "back")
                places = [_moved(plan.mirrored(box, marking.flip), offset) for box in (slot, area)]
                self._place(form, places[0], places[1], plan, ((-90 if _lies(back, slot) else 0) + over) % 360)

    def _open(self, paper: Size, plan: Plan, scale: tuple[float, float]) -> None:
        self.canvas.setPageSize((paper.width * _MM, paper.height * _MM))
        if (
            plan.sheet.size is not None and paper.width > paper.height
        ):  # the printer turns it, and not what it is off by
            scale = (scale[1], scale[0])
        if scale != (1.0, 1.0):  # about the middle of the paper
            right, up = (
                (1 - by) * length * _MM / 2 for by, length in zip(scale, (paper.width, paper.height), strict=True)
            )
            self.canvas.addLiteral(f"{scale[0]:.6f} 0 0 {scale[1]:.6f} {right:.4f} {up:.4f} cm")
        if plan.sheet.size is None and plan.bleed:
            slot = plan.slots[0]
            self.canvas.setTrimBox((slot.x * _MM, slot.y * _MM, slot.right * _MM, slot.bottom * _MM))

    def _close(self, side: Side, cards: Sequence[Card]) -> None:
        self.canvas.showPage()
        self.pages.append(Page(side, tuple(cards)))

    def _face(self, faces: Faces, card: Card, bleed: float, side: Side) -> str:
        """Return the name of the form with a face; draw it on first use.

        It is drawn from the corner of the trimmed card, so that bleed changes how much of it shows and nothing in it.
        """
        subject = card if faces.layout.uses_card else None
        key = (faces.layout.name, subject.id if subject else "", side, bleed)
        if key not in self._forms:
            name = self._forms[key] = f"face{len(self._forms) + 1}"
            size = faces.layout.size
            painter = Painter(self.document, 0.0, size.height)
            self._sides[name] = Drawn.by(faces, painter, subject)
            self._form(name, painter, Box(0.0, 0.0, size.width, size.height).grown(bleed))
        form = self._forms[key]
        self.drawn[card.id, side] = self._sides[form]
        return form

    def _form(self, name: str, painter: Painter, area: Box) -> None:
        """Keep what a painter drew as a form that shows an area (y upwards), compressed until the file is written."""
        box = self._boxes.get(area)
        if box is None:
            edges = PDFArray([round(edge * _MM, 4) for edge in (area.x, area.y, area.right, area.bottom)])
            box = self._boxes[area] = edges.format(self.document)
        packed = zlib.compress(painter.drawn.encode("ascii"), _LEVEL)
        self.document.addForm(name, Form(packed, box, self._resources(painter.pictures)))

    def _resources(self, pictures: Mapping[str, tuple[Path, Path | None]]) -> str:
        """Return the name of the fonts and pictures that a form draws with; forms without pictures share one."""
        name = f"resources-{'-'.join(pictures)}"
        if name not in self.document.idToObject:
            resources = PDFResourceDictionary()
            resources.basicFonts()
            if pictures:
                placed = {key: self._picture(key, *files) for key, files in pictures.items()}
                vars(resources)["XObject"] = PDFDictionary(placed)
            self.document.Reference(resources, name)
        return name

    def _picture(self, name: str, path: Path, mask: Path | None) -> PDFObjectReference:
        if name not in self.document.idToObject:
            with plain_streams():
                picture = Jpeg(name, path)
                if mask is not None:
                    through = Mask(mask, picture.width, picture.height)
                    picture.smask = self.document.Reference(through, f"{name}-mask")
                self.document.Reference(picture, name)
        return PDFObjectReference(name)

    def _place(self, form: str, slot: Box, area: Box, plan: Plan, turn: int = 0) -> None:
        """Place a form so that its trimmed card covers the slot, and show no more of it than the area.

        It is turned by degrees against the clock: by 90 its top lies to the left.
        """
        canvas, height = self.canvas, plan.paper.height
        left, right = slot.x * _MM, slot.right * _MM
        low, high = (height - slot.bottom) * _MM, (height - slot.y) * _MM
        clip = (area.x * _MM, (height - area.bottom) * _MM, area.width * _MM, area.height * _MM)
        turned = {0: "1 0 0 1", 90: "0 1 -1 0", 180: "-1 0 0 -1", 270: "0 -1 1 0"}[turn]
        x, y = {0: (left, low), 90: (right, low), 180: (right, high), 270: (left, high)}[turn]
        matrix = f"{turned} {x:.3f} {y:.3f}"
        canvas.addLiteral(f"q {clip[0]:.3f} {clip[1]:.3f} {clip[2]:.3f} {clip[3]:.3f} re W n {matrix} cm")
        canvas.doForm(form)
        canvas.addLiteral("Q")

    def _watermark(self, faces: Faces, text: str, slot: Box, paper: Size) -> None:
        """Write a pale word from the lower left to the upper right of a card."""
        chain = faces.chain_of("title", "bold")
        token = chain.token(text)
        if token.missing:
            raise CardlibError(f"the watermark: no font has a glyph for {' '.join(token.missing)}")
        width = token.width or 1.0
        diagonal = math.hypot(slot.width, slot.height)
        em = min(0.74 * diagonal / width, 0.3 * slot.width)
        canvas = self.canvas
        canvas.saveState()
        canvas.setFillAlpha(0.22)
        canvas.translate((slot.x + slot.width / 2) * _MM, (paper.height - slot.y - slot.height / 2) * _MM)
        canvas.rotate(math.degrees(math.atan2(slot.height, slot.width)))
        painter = Painter(self.document, 0.0, 0.0)
        painter.text(-width * em / 2, 0.35 * em, chain.pieces(text), em * _MM, _GREY)
        canvas.addLiteral(painter.drawn)
        canvas.restoreState()

    def _margin(self, plan: Plan, caption: str, chain: Chain, lines: CutLines, filled: int) -> None:
        """Draw cut marks, lines around the slots that are filled, the ruler, and what this sheet holds."""
        style: CutLines = "full" if plan.sheet.mixed and lines == "ticks" else lines
        about = f"{plan.sheet.name}, {plan.card}, {style}, {filled}"
        key: tuple[str, str, Side, float] = ("marks", about, "face", plan.bleed)
        ruler = plan.ruler
        if key not in self._forms:
            name = self._forms[key] = f"marks{len(self._forms) + 1}"
            painter = Painter(self.document, 0.0, plan.paper.height)
            for start, end in plan.marks:
                painter.line(start, end, BLACK, _MARK)
            slots = plan.slots[:filled]
            behind = [plan.mirrored(box, "long") for box in slots] if plan.fold else []
            marked = plan.sheet.marks and plan.sheet.size is not None
            if marked or style != "ticks":
                draw_cut_lines(painter, style, [*slots, *behind], mark_offset(plan.bleed))
            if ruler:
                painter.line(ruler.at(0, 0), ruler.at(ruler.length, 0), BLACK, _MARK)
                for tick in range(int(ruler.length / 5) + 1):
                    painter.line(ruler.at(tick * 5, 0), ruler.at(tick * 5, 0.6 if tick % 2 else 1.0), BLACK, _MARK)
                cards = "" if plan.sheet.mixed else f" · cards {plan.card}"
                text = f"{ruler.length:g} mm{cards} · print at 100 %"
                self._note(
                    painter, chain, text, ruler, (1.0, 1.65), ruler.length
                )  # its letters reach down to the ticks
            for second in plan.second:
                painter.line(second.at(0, 0), second.at(second.length, 0), BLACK, _MARK)
                for tick in range(int(second.length / 5) + 1):
                    painter.line(second.at(tick * 5, 0), second.at(tick * 5, 0.8 if tick % 2 else 1.4), BLACK, _MARK)
                self._note(painter, chain, f"{second.length:g} mm", second, (1.0, 1.7), second.caption)
            self._form(name, painter, Box(0.0, 0.0, plan.paper.width, plan.paper.height))
        self.canvas.doForm(self._forms[key])
        if ruler:
            painter = Painter(self.document, 0.0, plan.paper.height)
            self._note(painter, chain, caption, ruler, (ruler.length + 3, 0.2), ruler.caption - 3)
            self.canvas.addLiteral(painter.drawn)

    def _note(
        self, painter: Painter, chain: Chain, text: str, ruler: Ruler, place: tuple[float, float], room: float
    ) -> None:
        """Write small text along the ruler, cut off where the room (mm) ends."""
        shown = _cut_off(chain, text, room, _NOTE)
        x, y = ruler.at(*place)
        painter.text(x, y, chain.pieces(shown), _NOTE, _GREY, turn=90 if ruler.upright else 0)


def _cut_off(chain: Chain, text: str, room: float, size: float) -> str:
    """What of a text has room (mm) in a size (points), with dots behind it if that is not all."""
    shown = text
    while shown and chain.token(shown).width * size > room * _MM:
        text = text[:-1].rstrip()
        shown = f"{text}…" if text else ""
    return shown


def scratch(height: float) -> Painter:
    """Return a painter for a card `height` mm high whose drawing comes into no file."""
    return Painter(PDFDocument(), 0.0, height)


def _lies(faces: Faces, slot: Box) -> bool:
    """Whether a card lies turned in its slot."""
    size = faces.layout.size
    return abs(size.width - slot.width) > _NEAR and abs(size.width - slot.height) <= _NEAR


def _moved(box: Box, offset: tuple[float, float]) -> Box:
    return Box(box.x + offset[0], box.y + offset[1], box.width, box.height)

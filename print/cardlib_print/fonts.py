"""Fonts: TrueType files found by family and style, measured from their own tables, and a chain that falls back
character by character.

A family's files are looked for in the project's `print/fonts/`, then in the installed package `fontpkg-<family>`. The
last link of every chain is the family that ships with reportlab. A character that no font of the chain has is
reported, never replaced by a box.
"""

# mypy: disable-error-code="no-untyped-call"
# (reportlab has no annotations)

from __future__ import annotations

import copy
import hashlib
import re
import unicodedata
from dataclasses import dataclass, field
from functools import lru_cache, partial
from importlib.util import find_spec
from io import BytesIO
from itertools import groupby
from pathlib import Path
from struct import unpack_from
from typing import TYPE_CHECKING, NamedTuple
from weakref import WeakKeyDictionary

from reportlab.pdfbase.ttfonts import TTFont

from cardlib import bounds
from cardlib.errors import CardlibError
from cardlib.places import inside

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from reportlab.pdfbase.pdfdoc import PDFDocument

_NAME = re.compile(r"[\w-]{1,100}\.ttf")
EXPECTED = "expected a whole TrueType font (.ttf); put a good copy in its place, or name another family in the layout"
_TRUETYPE = (b"\0\1\0\0", b"true")
_NEEDED = ("cmap", "glyf", "head", "hhea", "hmtx", "loca", "maxp", "name", "post")
_OTHERS = {
    b"OTTO": "an OpenType font with PostScript outlines (such as .otf)",
    b"ttcf": "a collection of fonts (such as .ttc)",
    b"wOFF": "a font packed for web pages (.woff)",
    b"wOF2": "a font packed for web pages (.woff2)",
    b"PK\3\4": "an archive (such as .zip)",
    b"<": "a web page or another text, no font",
}
_CHARACTERS = 3 * 0x110000  # a few tables of all the characters that there can be
STYLES = ("regular", "bold", "italic", "bold_italic")
LAST_RESORT = {"regular": "Vera", "bold": "VeraBd", "italic": "VeraIt", "bold_italic": "VeraBI"}

# Characters that few fonts have and that look the same as another one, or as nothing.
_STAND_INS = str.maketrans({"\u2011": "-", "\u2009": "\u00a0", "\u202f": "\u00a0", "\u200b": None, "\ufeff": None})


@dataclass(slots=True, eq=False)
class Font:
    """One TrueType file: its widths in em and its glyphs."""

    ttf: TTFont
    path: Path
    glyphs: Mapping[int, int]
    units: Mapping[int, float]
    default: float
    _widths: dict[str, float] = field(default_factory=dict)
    _codes: dict[str, list[tuple[str, str]]] = field(default_factory=dict)
    _letters: dict[str, tuple[str, str]] = field(default_factory=dict)  # with their codes in that document
    _document: PDFDocument | None = None
    _digest: str = ""

    @property
    def digest(self) -> str:
        """What tells the file from every other one, and from itself once it has changed."""
        if not self._digest:
            self._digest = hashlib.sha256(self.path.read_bytes()).hexdigest()
        return self._digest

    def covers(self, character: str) -> bool:
        """Whether the font has a glyph for the character."""
        return ord(character) in self.glyphs or character == "\u00a0"

    def width(self, text: str) -> float:
        """Return the advance width of the text in em (multiply by the size in points)."""
        width = self._widths.get(text)
        if width is None:
            units, default = self.units, self.default
            width = self._widths[text] = sum([units.get(code, default) for code in map(ord, text)]) / 1000
        return width

    def codes(self, document: PDFDocument) -> Mapping[str, list[tuple[str, str]]]:
        """Return the texts that were `encoded` for a document so far."""
        if self._document is not document:
            self._document = document
            self._codes.clear()
            self._letters.clear()
        return self._codes

    def encoded(self, text: str, document: PDFDocument) -> list[tuple[str, str]]:
        """Return the text as (PDF font name, hex string) per subset, adding its characters to the document's subset."""
        codes = self.codes(document).get(text)
        if codes is None:
            codes = self._codes[text] = self._spelled(text) or self._added(text, document)
        return codes

    def _spelled(self, text: str) -> list[tuple[str, str]]:
        """The text in letters that came before, all of one subset; nothing if there is another one."""
        known = [letter for letter in map(self._letters.get, text) if letter is not None]
        names = {name for name, _ in known}
        if len(known) < len(text) or len(names) != 1:
            return []
        return [(names.pop(), "".join([code for _, code in known]))]

    def _added(self, text: str, document: PDFDocument) -> list[tuple[str, str]]:
        """The text as reportlab encodes it, which gives new letters their codes."""
        codes = [
            (self.ttf.getSubsetInternalName(subset, document), chunk.hex())
            for subset, chunk in self.ttf.splitString(text, document)
        ]
        letters = [(name, chunk[at : at + 2]) for name, chunk in codes for at in range(0, len(chunk), 2)]
        if len(letters) == len(text):
            self._letters.update(zip(text, letters, strict=True))
        return codes


Piece = tuple[Font, str]


class Token(NamedTuple):
    """A word measured: its pieces with their widths in em, the whole width, and characters that no font has."""

    parts: tuple[tuple[Piece, float], ...]
    width: float
    missing: tuple[str, ...]


class Chain:
    """Fonts to try in turn for each character; the last resort is read only when the others lack one."""

    def __init__(self, fonts: Sequence[Font], last: Callable[[], Font]) -> None:
        self.first = fonts[0]
        self._fonts = tuple(fonts)
        self._last = last
        self._tokens: dict[tuple[str, float], Token] = {}

    def token(self, text: str, tracking: float = 0.0) -> Token:
        """Measure a word, with `tracking` em after each letter; words come again, so each is measured once."""
        key = (text, tracking)
        token = self._tokens.get(key)
        if token is None and all(map(self.first.glyphs.__contains__, map(ord, text))):
            width = self.first.width(text) + tracking * len(text)
            token = self._tokens[key] = Token((((self.first, text), width),), width, ())
        elif token is None:
            parts = tuple((piece, piece[0].width(piece[1]) + tracking * len(piece[1])) for piece in self._split(text))
            missing = tuple(character for character in dict.fromkeys(text) if self._font(character) is None)
            token = self._tokens[key] = Token(parts, sum(width for _, width in parts), missing)
        return token

    def pieces(self, text: str) -> list[Piece]:
        """Return the text split by the first font that has each character; one without any stays with the first."""
        return list(self._split(text))

    def _font(self, character: str) -> Font | None:
        for font in self._fonts:
            if font.covers(character):
                return font
        last = self._last()
        return last if last.covers(character) else None

    def _split(self, text: str) -> Iterator[Piece]:
        glyphs = self.first.glyphs
        if all(ord(character) in glyphs for character in text):
            yield self.first, text
            return
        for font, characters in groupby(text, lambda character: self._font(character) or self.first):
            yield font, "".join(characters)


class Fonts:
    """The fonts of one print run. A project's own folder of font files comes first in every search."""

    def __init__(self, folders: Sequence[Path] = ()) -> None:
        self._folders = list(folders)
        self._loaded: dict[Path, Font] = {}
        self._chains: dict[tuple[tuple[str, ...], str, str], Chain] = {}

    def chain(self, families: tuple[str, ...], style: str, file_style: str) -> Chain:
        """Return the fonts to try in turn: each family in the style's file (`SemiBold`), then the last resort."""
        key = (families, style, file_style)
        if key not in self._chains:
            found = [_loaded(self._loaded, self._find(family, file_style)) for family in families]
            self._chains[key] = Chain(found, partial(_loaded, self._loaded, last_resort(style)))
        return self._chains[key]

    def _find(self, family: str, file_style: str) -> Path:
        name = f"{family.replace(' ', '')}-{file_style}.ttf"
        if not _NAME.fullmatch(name):
            raise CardlibError(
                f"found the font {name[:80]!r}, expected the name of a family: letters, digits and spaces"
            )
        slug = "_".join(family.lower().split())
        folders = list(self._folders)
        spec = find_spec(f"fontpkg_{slug}") if f"fontpkg_{slug}".isidentifier() else None
        if spec and spec.origin:
            folders.append(Path(spec.origin).parent / "files")
        for folder in folders:
            path = inside(folder, name)
            if path.is_file():
                return path
        known = sorted({path.name for folder in folders for path in folder.glob("*.ttf")})
        raise CardlibError(
            f"font {name} was not found; put it into the project's print/fonts/ "
            f"or install the package fontpkg-{slug.replace('_', '-')}"
            + (f" (there are: {', '.join(known)})" if known else "")
        )

    @property
    def files(self) -> list[Path]:
        """The files that were read so far."""
        return list(self._loaded)


def _loaded(known: dict[Path, Font], path: Path) -> Font:
    """Return the font in a file, which is read if it is not known yet; raises `CardlibError` if it cannot be used."""
    if path not in known:
        ttf = _read(path)
        face = ttf.face
        others = sum(font.ttf.face.name == face.name for font in known.values())
        if others:  # a file may be a copy of another one, under its own name outside and the same one inside
            face.subfontNameX = b"-%d" % (others + 1)
        known[path] = Font(ttf, path, face.charToGlyph, face.charWidths, float(face.defaultWidth or 0))
    return known[path]


def _read(path: Path) -> TTFont:
    """Read a font file, whose tables may be anything; raises `CardlibError` for one that cannot be used."""
    try:
        with path.open("rb") as file:
            data = bounds.read_at_most(file, bounds.FONT_FILE, str(path), "a smaller font")
    except OSError as error:
        raise CardlibError(f"{path}: found a file that cannot be read ({error.strerror}), {EXPECTED}") from None
    try:
        return _again(_parsed(path.stem, data))
    except MemoryError:
        raise
    except Exception as error:  # a damaged table ends in whatever its bytes lead to
        found = fault(data) or (str(error) if isinstance(error, Damaged) else "a font with damaged tables")
        raise CardlibError(f"{path}: found {found}, {EXPECTED}") from None


class Damaged(ValueError):
    """A font that is not read; the message is what was found."""


@lru_cache(maxsize=16)
def _parsed(name: str, data: bytes) -> TTFont:
    """Read the tables of a font, which takes longer than a page of cards; one process may print many times."""
    check_characters(data)
    return TTFont(name, BytesIO(data))


def _again(font: TTFont) -> TTFont:
    """Return a font for a print run of its own: what it notes of its documents, and its name beside copies of it."""
    own = copy.copy(font)
    own.face, own.state = copy.copy(font.face), WeakKeyDictionary()
    return own


def fault(data: bytes) -> str:
    """Return what a file is that could not be read as a font, as far as its beginning and its tables tell, else ""."""
    if not data:
        return "an empty file"
    for begins, kind in _OTHERS.items():
        if data.startswith(begins):
            return kind
    if not data.startswith(_TRUETYPE):
        return f"no font (it begins with the bytes {data[:4].hex(' ')})"
    if len(data) < 12 or len(data) < 12 + 16 * unpack_from(">H", data, 4)[0]:
        return "a font that ends within the list of its tables"
    tables: dict[str, tuple[int, int]] = {}
    for at in range(12, 12 + 16 * unpack_from(">H", data, 4)[0], 16):
        tables[data[at : at + 4].decode("latin-1")] = unpack_from(">LL", data, at + 8)
    lacking = [name for name in _NEEDED if name not in tables]
    if lacking:
        return f"a font without the table{'s' if len(lacking) > 1 else ''} {', '.join(lacking)}"
    for name in _NEEDED:
        start, size = tables[name]
        if start + size > len(data):
            return f"a font of {len(data):,} bytes whose table {name} ends at byte {start + size:,}"
    return ""


def check_characters(data: bytes) -> None:
    """Raise `Damaged` if the ranges of characters in a font come to more than there are characters.

    A font of 100 bytes can name four thousand million of them, and reportlab would go through each.
    """
    tables = {data[at : at + 4]: unpack_from(">L", data, at + 8)[0] for at in _records(data, 12, 16, 4)}
    if b"cmap" not in tables:
        raise Damaged("a font without the table cmap")
    start = tables[b"cmap"]
    places = {start + unpack_from(">L", data, at + 4)[0] for at in _records(data, start + 4, 8, start + 2)}
    total = 0
    for place in places:
        form = unpack_from(">H", data, place)[0]
        if form == 4:
            count = unpack_from(">H", data, place + 6)[0] // 2
            ends = unpack_from(f">{count}H", data, place + 14)
            starts = unpack_from(f">{count}H", data, place + 16 + 2 * count)
            total += sum(max(0, end - first + 1) for first, end in zip(starts, ends, strict=True))
        elif form in (12, 13):
            for at in _records(data, place + 16, 12, place + 12, long=True):
                first, end = unpack_from(">LL", data, at)
                total += max(0, end - first + 1)
        if total > _CHARACTERS:
            raise Damaged("a font whose ranges name more characters than there are")


def _records(data: bytes, start: int, size: int, counted: int, *, long: bool = False) -> range:
    """Where the records of a table begin whose number stands at `counted`; raises `Damaged` beyond the file."""
    number = unpack_from(">L" if long else ">H", data, counted)[0]
    if start + number * size > len(data):
        raise Damaged("a font with a table that goes on beyond the end of the file")
    return range(start, start + number * size, size)


def last_resort(style: str) -> Path:
    """Return the file of the family that ships with reportlab, in a style."""
    import reportlab

    return Path(reportlab.__file__).parent / "fonts" / f"{LAST_RESORT[style]}.ttf"


def clean(text: str) -> str:
    """Return the text composed (NFC), with typographic spaces and hyphens as their plain look-alikes."""
    if text.isascii():
        return text
    return unicodedata.normalize("NFC", text).translate(_STAND_INS)


def described(characters: Iterable[str]) -> str:
    """Return characters as a message names them: 'ж' (U+0436 CYRILLIC SMALL LETTER ZHE)."""
    return ", ".join(
        f"{character!r} (U+{ord(character):04X} {unicodedata.name(character, 'unnamed')})" for character in characters
    )

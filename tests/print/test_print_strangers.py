"""Pictures and fonts from strangers: opened by what they hold, bounded before they are decoded, named when damaged."""

from __future__ import annotations

import io
import random
import re
import struct
import zlib
from pathlib import Path

import pytest
from bounded import attacked, ran
from PIL import Image

from cardlib import bounds
from cardlib.errors import CardlibError
from cardlib_print.art import SUFFIXES
from cardlib_print.fonts import EXPECTED, Fonts, check_characters, last_resort
from cardlib_print.pictures import KINDS, decoded, open_picture

EPS = b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n%%EndComments\n(/tmp/planted) (w) file closefile\nshowpage\n"
SVG = b'<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg xmlns="http://www.w3.org/2000/svg">&x;</svg>'


def chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def png(width: int, height: int, more: bytes = b"", rows: bool = False) -> bytes:
    """A PNG whose head says how many pixels it has; with `rows` it has them, all of them black."""
    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0))
    packer = zlib.compressobj(9)
    body = b"".join(packer.compress(bytes(1 + 4 * width)) for _ in range(height if rows else 1)) + packer.flush()
    return b"\x89PNG\r\n\x1a\n" + head + more + chunk(b"IDAT", body) + chunk(b"IEND", b"")


def saved(kind: str, **options: object) -> bytes:
    file = io.BytesIO()
    Image.effect_noise((90, 60), 50).convert("RGB").save(file, kind, **options)
    return file.getvalue()


def opened(path: Path) -> Image.Image:
    return decoded(open_picture(path), path, 300, 300)


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (EPS, "none of PNG, JPEG"),
        (SVG, "none of PNG, JPEG"),
        (b"8BPS" + bytes(200), "none of PNG, JPEG"),
        (b"RIFF\0\0\0\0WAVE" + bytes(99), "none of PNG, JPEG"),
        (b"", "none of PNG, JPEG"),
        (png(60_000, 60_000), "far too many pixels"),
        (png(6_000, 5_000), "6,000 by 5,000 pixels, expected at most 25 million"),
        (png(9, 9, chunk(b"iCCP", b"x\0\0" + zlib.compress(bytes(20_000_000)))), "too large"),
        (png(9, 9, chunk(b"zTXt", b"x\0\0" + zlib.compress(bytes(20_000_000)))), "too large"),
        (saved("PNG")[:300], "not a picture that can be read: PNG"),
        (saved("JPEG")[:900], "not a picture that can be read: JPEG"),
        (saved("JPEG", progressive=True)[:-2] + b"\xff\xda" * 999, "JPEG of 1009 passes"),
    ],
    ids=["eps", "svg", "psd", "wave", "empty", "huge", "large", "profile", "text", "cut png", "cut jpeg", "passes"],
)
def test_a_picture_that_is_none_is_named(data: bytes, problem: str, tmp_path: Path) -> None:
    path = tmp_path / "turtle.png"
    path.write_bytes(data)
    with pytest.raises(CardlibError, match=problem) as raised:
        opened(path)
    assert str(path) in str(raised.value)
    assert "BytesIO" not in str(raised.value)


@pytest.mark.parametrize("kind", [kind for kind, _, _ in KINDS])
def test_damaged_pictures_end_in_an_error_or_a_picture(kind: str, tmp_path: Path) -> None:
    chance, whole, path = random.Random(kind), saved(kind), tmp_path / "turtle.webp"
    path.write_bytes(whole)
    assert opened(path).size == (90, 60)  # whatever its name
    for _ in range(60):
        data = bytearray(whole)
        for _ in range(chance.randrange(1, 12)):
            data[chance.randrange(min(len(data), 300))] = chance.randrange(256)
        path.write_bytes(data[: chance.randrange(20, len(data) + 1)])
        try:
            opened(path)
        except CardlibError as error:
            assert str(path) in str(error)


def test_only_the_first_of_many_frames_is_read(tmp_path: Path) -> None:
    path, frames = tmp_path / "turtle.gif", [Image.new("P", (50, 50), at) for at in range(200)]
    frames[0].save(path, save_all=True, append_images=frames[1:])
    assert opened(path).size == (50, 50)


def test_every_suffix_has_a_kind() -> None:
    assert {suffix.strip(".").upper().replace("JPG", "JPEG") for suffix in SUFFIXES} - {"TIF", "SVG"} == {
        kind for kind, _, _ in KINDS
    }


def test_a_picture_as_large_as_allowed_fits_into_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CARDLIB_CACHE", str(tmp_path / "cache"))
    project = str(attacked(tmp_path, "art/turtle.png", png(5000, 5000, rows=True)))
    found = ran(["print", "id:turtle", "--game", project, "-o", str(tmp_path / "turtle.pdf")])
    assert found.code == 0, found.text
    assert found.megabytes < 500


def test_pictures_and_fonts_are_opened_in_one_place() -> None:
    """A new place would be one that forgets what these ask first."""
    for top in ("cardlib", "print", "cli"):
        for path in Path(__file__).parents[2].joinpath(top).rglob("*.py"):
            source = path.read_text(encoding="utf-8")
            assert "Image.open(" not in source or path.name == "pictures.py", path
            known = ("fonts.py", "document.py", "picture.py")  # two read only what ships with reportlab
            assert "TTFont(" not in source or path.name in known, path


# -- fonts ---------------------------------------------------------------------------------------------------------


def vera() -> bytes:
    return last_resort("regular").read_bytes()


def many_characters(data: bytes) -> bytes:
    """A font whose one table of characters has a range of four thousand million."""
    table = struct.pack(">HHHHL", 0, 1, 3, 10, 12) + struct.pack(">HHLLL", 12, 0, 28, 0, 1)
    table += struct.pack(">LLL", 1, 0xFFFFFFFE, 1)
    at = next(place for place in range(12, 400, 16) if data[place : place + 4] == b"cmap")
    return data[: at + 8] + struct.pack(">LL", len(data), len(table)) + data[at + 16 :] + table


def without(table: bytes) -> bytes:
    """A font that calls one of its tables by another name."""
    return vera().replace(table, b"Xxxx", 1)


@pytest.mark.parametrize(
    ("data", "found"),
    [
        (b"", "an empty file"),
        (b"junk", "no font (it begins with the bytes 6a 75 6e 6b)"),
        (bytes(4000), "no font (it begins with the bytes 00 00 00 00)"),
        (b"OTTO" + bytes(400), "an OpenType font with PostScript outlines (such as .otf)"),
        (b"ttcf" + bytes(400), "a collection of fonts (such as .ttc)"),
        (b"wOFF" + bytes(400), "a font packed for web pages (.woff)"),
        (b"wOF2" + bytes(400), "a font packed for web pages (.woff2)"),
        (b"PK\3\4" + bytes(400), "an archive (such as .zip)"),
        (b"<!DOCTYPE html>", "a web page or another text, no font"),
        (vera()[:8], "a font that ends within the list of its tables"),
        (vera()[:200], "a font that ends within the list of its tables"),
        (vera()[:2000], "a font of 2,000 bytes whose table cmap ends at byte "),
        (without(b"hhea"), "a font without the table hhea"),
        (without(b"cmap"), "a font without the table cmap"),
        (without(b"post").replace(b"name", b"nnnn", 1), "a font without the tables name, post"),
        (many_characters(vera()), "a font whose ranges name more characters than there are"),
    ],
    ids=lambda one: one[:40] if isinstance(one, str) else "",
)
def test_what_is_no_font_is_told_in_words(data: bytes, found: str, tmp_path: Path) -> None:
    path = tmp_path / "Strange-Regular.ttf"
    path.write_bytes(data)
    with pytest.raises(CardlibError) as raised:
        Fonts([tmp_path]).chain(("Strange",), "regular", "Regular")
    assert str(raised.value).startswith(f"{path}: found {found}")
    assert str(raised.value).endswith(f", {EXPECTED}")


def test_damaged_fonts_are_named(tmp_path: Path) -> None:
    chance, whole = random.Random(3), vera()
    damaged = [
        b"",
        b"junk",
        whole[:2000],
        whole[: len(whole) // 2],
        b"\0\1\0\0" + b"\xff" * 3000,
        many_characters(whole),
    ]
    for _ in range(25):
        data = bytearray(whole)
        for _ in range(chance.randrange(1, 9)):
            data[chance.randrange(400)] = chance.randrange(256)
        damaged.append(bytes(data))
    failed = 0
    for number, data in enumerate(damaged):
        folder = tmp_path / str(number)
        folder.mkdir()
        path = folder / "Strange-Regular.ttf"
        path.write_bytes(data)
        try:
            Fonts([folder]).chain(("Strange",), "regular", "Regular").token("Turtle")
        except CardlibError as error:
            failed += 1
            assert re.fullmatch(rf"{path}: found (a|an|no) .+, {re.escape(EXPECTED)}", str(error)), error
            assert not re.search(r"unpack|psName|reportlab|version|'", str(error)), error
    assert failed > 10


def test_ranges_of_characters_are_counted_first() -> None:
    check_characters(vera())
    with pytest.raises(ValueError, match="more characters than there are"):
        check_characters(many_characters(vera()))


@pytest.mark.parametrize("family", ["Nobody", "../../secret", "os.path", "a" * 300, "x\ny", ""])
def test_an_unknown_family_is_an_error(family: str, tmp_path: Path) -> None:
    with pytest.raises(CardlibError, match="font"):
        Fonts([tmp_path]).chain((family,), "regular", "Regular")


def test_the_layout_of_an_unknown_font_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CARDLIB_CACHE", str(tmp_path / "cache"))
    layout = b'{"extends": "plain", "fonts": {"body": {"family": "Nobody"}}}'
    project = attacked(tmp_path, "print/strange.json", layout)
    found = ran(["print", "id:turtle", "--game", str(project), "--layout", "strange", "--check"])
    assert "Traceback" not in found.text
    assert (found.code, "strange" in found.text, ".ttf was not found" in found.text) == (1, True, True)


def test_two_files_of_the_same_font_print_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A copy has the name of its original inside, and a PDF needs a name for each."""
    monkeypatch.setenv("CARDLIB_CACHE", str(tmp_path / "cache"))
    families = '"title": {"family": "First"}, "body": {"family": "Second"}, "small": {"family": "Third"}'
    layout = f'{{"extends": "plain", "fonts": {{{families}}}}}'.encode()
    project = attacked(tmp_path, "print/copies.json", layout)
    (project / "print" / "fonts").mkdir()
    for family in ("First", "Second", "Third"):
        for style in ("Regular", "Bold", "Italic", "BoldItalic"):
            (project / "print" / "fonts" / f"{family}-{style}.ttf").write_bytes(vera())
    made = tmp_path / "turtle.pdf"
    found = ran(["print", "id:turtle", "--game", str(project), "--layout", "copies", "-o", str(made)])
    assert found.code == 0, found.text
    assert b"BitstreamVeraSans-Roman-2" in made.read_bytes()


def test_fonts_are_bounded(tmp_path: Path) -> None:
    path = tmp_path / "Large-Regular.ttf"
    with path.open("wb") as file:
        file.truncate(bounds.FONT_FILE + 1)
    with pytest.raises(CardlibError, match="larger than 16 MB"):
        Fonts([tmp_path]).chain(("Large",), "regular", "Regular")

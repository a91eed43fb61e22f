"""Pictures of other kinds: SVG, hostile SVG, CMYK with and without a profile, and what can be seen through."""

from __future__ import annotations

import os
import struct
from pathlib import Path

import pytest
from harbour import harbour_at, write
from PIL import Image

from cardlib.catalog import Project, load_project
from cardlib.errors import CardlibError
from cardlib_print import PrintOptions, preflight, print_cards, write_card_pngs
from cardlib_print.preflight import Problem
from cardlib_print.svg import drawn, read_svg

GROUND = {"id": "ground", "kind": "box", "box": "bleed", "fill": "#00a000"}
ART = {"id": "art", "kind": "art", "box": [0, 0, 63, 44]}
SHAPES = '<rect width="100" height="100" fill="#c00000"/><circle cx="150" cy="50" r="40" fill="#0000c0"/>'


def svg(content: str, head: str = 'viewBox="0 0 200 100"') -> str:
    return f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" {head}>{content}</svg>'


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A game whose cards are green, with an empty folder for pictures."""
    monkeypatch.setenv("CARDLIB_CACHE", str(tmp_path / "cache"))
    folder = harbour_at(tmp_path / "harbour")
    (folder / "art").mkdir()
    lay_out(folder)
    return folder


def lay_out(folder: Path, **art: object) -> None:
    write(folder / "print" / "card.json", {"extends": "base", "elements": [GROUND, {**ART, **art}]})


def colours(folder: Path, tmp_path: Path, *places: tuple[float, float]) -> list[tuple[int, ...]]:
    """The colours of the barge at places in mm."""
    project = load_project(folder)
    (path,) = write_card_pngs(project, [project.cards["barge"]], tmp_path / "png", PrintOptions())
    with Image.open(path) as image:
        shown = image.convert("RGB")
        return [shown.getpixel((round(x / 25.4 * 300), round(y / 25.4 * 300))) for x, y in places]  # type: ignore[misc]


def about_art(project: Project) -> list[Problem]:
    """The warnings about the barge, whose picture these tests are of, but that its text has no place on these cards."""
    return [one for one in preflight(project, [(project.cards["barge"], 1)])[1] if one.element != "elements"]


def near(*wanted: tuple[int, int, int]) -> list[object]:
    return [pytest.approx(colour, abs=14) for colour in wanted]


def test_a_picture_lets_the_card_through_where_it_is_transparent(game: Path, tmp_path: Path):
    picture = Image.new("RGBA", (1488, 1040), (200, 0, 0, 255))
    picture.paste((0, 0, 200, 128), (496, 0, 992, 1040))
    picture.paste((255, 255, 255, 0), (992, 0, 1488, 1040))
    picture.save(game / "art" / "barge.png")
    assert colours(game, tmp_path, (10, 20), (31, 20), (55, 20)) == near((200, 0, 0), (0, 80, 100), (0, 160, 0))
    lay_out(game, ground="#ffffff")
    assert colours(game, tmp_path, (10, 20), (31, 20), (55, 20)) == near((200, 0, 0), (128, 128, 228), (255, 255, 255))


def test_the_colour_below_a_mask_does_not_shine_through_at_its_edge(game: Path, tmp_path: Path):
    picture = Image.new("RGBA", (744, 520), (255, 255, 255, 0))
    picture.paste((200, 0, 0, 255), (0, 0, 372, 520))
    picture.save(game / "art" / "barge.png")
    edge = colours(game, tmp_path, *((31.5 + step / 20, 20) for step in range(-12, 13)))
    assert all(colour[2] < 40 for colour in edge)  # white would have blue in it
    assert edge[0][0] > 150 and edge[-1][1] > 140


def test_a_picture_that_is_shown_whole_leaves_the_card_beside_it(game: Path, tmp_path: Path):
    Image.new("RGB", (600, 1200), (200, 0, 0)).save(game / "art" / "barge.png")
    lay_out(game, fit="contain")
    assert colours(game, tmp_path, (31, 20), (5, 20)) == near((200, 0, 0), (0, 160, 0))


def test_a_mask_is_stored_once_and_the_file_is_the_same_each_time(game: Path, tmp_path: Path):
    Image.new("RGBA", (744, 520), (200, 0, 0, 100)).save(game / "art" / "barge.png")
    project = load_project(game)
    made = []
    for _ in range(2):
        print_cards(project, [(project.cards["barge"], 20)], tmp_path / "out.pdf")
        made.append((tmp_path / "out.pdf").read_bytes())
    assert made[0] == made[1]
    assert made[0].count(b"/SMask") == 1
    before = time_of(tmp_path / "cache" / "art")
    os.utime(game / "art" / "barge.png", (1_700_000_000, 1_700_000_000))  # settled: its note is used from now on
    for _ in range(2):
        print_cards(project, [(project.cards["barge"], 20)], tmp_path / "out.pdf")
        assert (tmp_path / "out.pdf").read_bytes() == made[0]
    assert time_of(tmp_path / "cache" / "art") == before


def time_of(folder: Path) -> dict[str, int]:
    return {path.name: path.stat().st_mtime_ns for path in folder.iterdir() if path.is_file()}


def test_svg_is_drawn_and_seen_through_like_other_pictures(game: Path, tmp_path: Path):
    (game / "art" / "barge.svg").write_text(svg(SHAPES))
    lay_out(game, box=[0, 0, 60, 30])
    found = colours(game, tmp_path, (15, 15), (45, 15), (58, 2))
    assert found == near((192, 0, 0), (0, 0, 192), (0, 160, 0))
    project = load_project(game)
    assert about_art(project) == []  # no dots to be too few


HOSTILE = {
    "a file": '<image href="file:///etc/passwd" width="9" height="9"/>',
    "an address": '<use xlink:href="http://example.com/a.svg#b"/>',
    "an address in a style": '<style>rect { fill: url("http://example.com/a.svg#b") }</style>',
    "an import": "<style>@import 'http://example.com/a.css';</style>",
    "an address in an attribute": '<rect width="9" height="9" style="fill: url(http://example.com/a)"/>',
    "a script": "<script>alert(1)</script>",
    "a handler": '<rect width="9" height="9" onload="alert(1)"/>',
    "another document": "<foreignObject/>",
    "turbulence": '<filter id="f"><feTurbulence numOctaves="99999999"/></filter>',
    "itself": '<g id="a"><use href="#a"/></g>',
    "itself by way of others": '<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>',
    "billions": '<g id="g0"><rect width="1" height="1"/></g>'
    + "".join(f'<g id="g{n}">{f"<use href={chr(34)}#g{n - 1}{chr(34)}/>" * 10}</g>' for n in range(1, 10)),
    "depth": "<g>" * 500 + "</g>" * 500,
}


@pytest.mark.parametrize("content", HOSTILE.values(), ids=HOSTILE)
def test_svg_that_does_not_only_draw_is_refused(content: str):
    with pytest.raises(CardlibError, match=r"^bad\.svg: found .*, expected"):
        read_svg(svg(content).encode(), Path("bad.svg"))


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b'<!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>' + svg("<text>&b;</text>").encode(), "declarations"),
        (b"<svg", "not a picture that can be read"),
        (b"<?xml version='1.0'?><html/>", "its first element is <html>"),
        (svg(SHAPES, "").encode(), "without a size"),
        (svg(SHAPES).encode("utf-16"), "no UTF-8"),
        (b"<svg>" + b" " * 6_000_000, "of SVG, expected at most"),
    ],
)
def test_damaged_svg_is_an_error_that_says_why(data: bytes, said: str):
    with pytest.raises(CardlibError, match=said):
        read_svg(data, Path("bad.svg"))


def test_an_svg_from_a_program_with_its_usual_head_is_drawn():
    head = (
        '<?xml version="1.0" encoding="UTF-8"?>\n<!-- made by hand -->\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" '
    )
    text = f'{head}"http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">\n{svg(SHAPES)}'
    image = drawn(read_svg(text.encode(), Path("x.svg")), Path("x.svg"), 40, 20)
    assert image.size == (40, 20)
    assert image.getpixel((10, 10)) == (192, 0, 0, 255)
    assert image.getpixel((39, 0)) == (0, 0, 0, 0)


def profile(cyan: tuple[int, int, int]) -> bytes:
    """A colour profile for CMYK on which cyan alone has a colour (L, a, b), and all else is white."""
    corners = b"".join(bytes(lab(cyan if corner == 8 else (100, 0, 0))) for corner in range(16))
    identity = b"".join(struct.pack(">i", 65536 * (place % 4 == 0)) for place in range(9))
    table = bytes(range(256))
    lut = b"mft1\0\0\0\0" + bytes((4, 3, 2, 0)) + identity + table * 4 + corners + table * 3
    white = b"XYZ \0\0\0\0" + struct.pack(">iii", 63190, 65536, 54061)
    name = b"desc\0\0\0\0" + struct.pack(">I", 5) + b"test\0" + bytes(78)
    parts = {b"desc": name, b"wtpt": white, b"A2B0": lut, b"cprt": b"text\0\0\0\0none\0"}
    head, body, at = b"", b"", 128 + 4 + 12 * len(parts)
    for tag, content in parts.items():
        content += bytes(-len(content) % 4)
        head += tag + struct.pack(">II", at + len(body), len(content))
        body += content
    size = at + len(body)
    header = struct.pack(">I4sI4s4s4s", size, b"none", 0x02400000, b"prtr", b"CMYK", b"Lab ") + bytes(12) + b"acsp"
    header += bytes(28) + struct.pack(">iii", 63190, 65536, 54061)
    return header.ljust(128, b"\0") + struct.pack(">I", len(parts)) + head + body


def lab(colour: tuple[int, int, int]) -> tuple[int, int, int]:
    lightness, green_red, blue_yellow = colour
    return round(lightness * 255 / 100), green_red + 128, blue_yellow + 128


def test_cmyk_is_converted_by_the_profile_that_it_brings(game: Path, tmp_path: Path):
    picture = Image.new("CMYK", (744, 520), (255, 0, 0, 0))
    picture.save(game / "art" / "barge.jpg", quality=95, icc_profile=profile((54, 80, 67)))
    assert colours(game, tmp_path, (20, 20)) == [pytest.approx((254, 0, 0), abs=30)]  # its cyan is red
    project = load_project(game)
    assert about_art(project) == []


def test_cmyk_without_a_profile_is_printed_with_a_warning(game: Path, tmp_path: Path):
    Image.new("CMYK", (744, 520), (255, 0, 0, 0)).save(game / "art" / "barge.jpg", quality=95)
    assert colours(game, tmp_path, (20, 20)) == near((0, 255, 255))
    os.utime(game / "art" / "barge.jpg", (1_700_000_000, 1_700_000_000))
    project = load_project(game)
    for _ in range(2):  # also when it is converted already
        (warning,) = about_art(project)
        assert "in CMYK and has no colour profile" in warning.text


def test_a_damaged_profile_is_an_error_that_names_the_file(game: Path):
    picture = Image.new("CMYK", (744, 520), (255, 0, 0, 0))
    picture.save(game / "art" / "barge.jpg", icc_profile=b"no profile at all")
    project: Project = load_project(game)
    (problem,) = preflight(project, [(project.cards["barge"], 1)])[0]
    assert "barge.jpg: found a colour profile that cannot be used" in problem.text

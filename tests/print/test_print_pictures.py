"""Art: a project's own pictures through the JPEG cache, generated ones without; and cards as PNG."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
from harbour import harbour_at, write
from PIL import Image

from cardlib.catalog import Project, load_project
from cardlib.errors import CardlibError
from cardlib_print import PrintOptions, preflight, print_cards, render_card_png, write_card_pngs
from cardlib_print.geometry import Box

ART = {"extends": "base", "elements": [{"id": "art", "kind": "art", "box": [0, 0, 63, 44]}]}


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CARDLIB_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache" / "art"


@pytest.fixture
def gallery(tmp_path: Path) -> Project:
    """A game with a picture, red on the left and blue on the right, for one of its cards."""
    folder = harbour_at(tmp_path / "gallery")
    write(folder / "print" / "card.json", ART)
    picture = Image.new("RGB", (1488, 1040), (200, 0, 0))
    picture.paste((0, 0, 200), (744, 0, 1488, 1040))
    (folder / "art").mkdir()
    picture.save(folder / "art" / "barge.png")
    return load_project(folder)


def pixel(project: Project, id_: str, folder: Path, x: float, y: float, **options: object) -> tuple[int, ...]:
    """The colour of a card at a place in mm."""
    (path,) = write_card_pngs(project, [project.cards[id_]], folder, PrintOptions(**options))  # type: ignore[arg-type]
    with Image.open(path) as image:
        found = image.convert("RGB").getpixel((round(x / 25.4 * 300), round(y / 25.4 * 300)))
    assert isinstance(found, tuple)
    return found


def test_a_picture_of_the_project_takes_the_place_of_the_generated_one(gallery: Project, cache: Path, tmp_path: Path):
    assert pixel(gallery, "barge", tmp_path, 10, 10)[0] > 180
    assert pixel(gallery, "barge", tmp_path, 55, 10)[2] > 180
    assert pixel(gallery, "pier", tmp_path, 10, 10) != pixel(gallery, "barge", tmp_path, 10, 10)
    assert [path.suffix for path in cache.iterdir()] == [".jpg"]


def test_an_unchanged_picture_is_converted_once(gallery: Project, cache: Path, tmp_path: Path):
    def print_barge() -> bytes:
        print_cards(gallery, [(gallery.cards["barge"], 3)], tmp_path / "out.pdf")
        return (tmp_path / "out.pdf").read_bytes()

    first = print_barge()
    (kept,) = cache.iterdir()
    written = kept.stat().st_mtime_ns
    assert print_barge() == first
    assert kept.stat().st_mtime_ns == written
    Image.new("RGB", (800, 600), "green").save(gallery.path / "art" / "barge.png")
    assert print_barge() != first
    assert len(list(cache.iterdir())) == 2


def test_a_picture_is_stored_once_and_as_jpeg(gallery: Project, cache: Path, tmp_path: Path):
    print_cards(gallery, [(gallery.cards["barge"], 20)], tmp_path / "out.pdf")
    data = (tmp_path / "out.pdf").read_bytes()
    assert data.count(b"/DCTDecode") == 1
    assert b"ASCII85" not in data


def test_transparent_pictures_get_a_white_ground_and_grey_of_16_bits_stays_grey(
    gallery: Project, cache: Path, tmp_path: Path
):
    Image.new("RGBA", (800, 600), (0, 0, 0, 0)).save(gallery.path / "art" / "pier.png")
    assert pixel(load_project(gallery.path), "pier", tmp_path, 10, 10) == (255, 255, 255)
    Image.new("I;16", (800, 600), 30_000).save(gallery.path / "art" / "pier.png")
    assert pixel(load_project(gallery.path), "pier", tmp_path, 10, 10) == (117, 117, 117)


def test_low_ink_draws_pictures_as_lines(gallery: Project, cache: Path, tmp_path: Path):
    assert min(pixel(gallery, "barge", tmp_path, 10, 10, low_ink=True)) > 240
    assert min(pixel(gallery, "pier", tmp_path, 1, 43.5, low_ink=True)) > 240


def test_coarse_pictures_are_warned_about_and_broken_or_missing_ones_refused(gallery: Project, cache: Path):
    Image.new("RGB", (100, 80)).save(gallery.path / "art" / "pier.jpg")
    (gallery.path / "art" / "ferry.png").write_bytes(b"no picture")
    problems, warnings = preflight(gallery, [(card, 1) for card in gallery.cards.values()])
    assert [(problem.card, "not a picture" in problem.text) for problem in problems] == [("ferry", True)]
    coarse = [warning for warning in warnings if warning.element == "art"]
    assert [(warning.card, "only 40 dots per inch" in warning.text) for warning in coarse] == [("pier", True)]
    path = gallery.path / "cards" / "all.json"
    path.write_text(path.read_text().replace('"id": "pier"', '"id": "pier", "art": "nowhere.png"'))
    missing, _ = preflight(*(lambda game: (game, [(game.cards["pier"], 1)]))(load_project(gallery.path)))
    assert "art 'nowhere.png' is neither in" in missing[0].text


def test_generated_pictures_differ_by_card_and_stay_the_same(mecha: Project, tmp_path: Path):
    def art(id_: str) -> bytes:
        (path,) = write_card_pngs(mecha, [mecha.cards[id_]], tmp_path)
        with Image.open(path) as image:
            return image.crop((300, 180, 700, 480)).tobytes()

    assert art("jaeger") == art("jaeger")
    assert len({art(id_) for id_ in ("jaeger", "cap-gun", "corvette", "cruiser")}) == 4


def test_a_card_as_png_has_300_dots_per_inch_and_round_corners(mecha: Project, tmp_path: Path):
    path = render_card_png(mecha, mecha.cards["jaeger"], tmp_path / "deep" / "jaeger.png")
    with Image.open(path) as image:
        assert image.size == (744, 1039)
        assert image.mode == "RGBA"
        assert image.getpixel((0, 0))[3] == 0  # type: ignore[index]
        assert image.getpixel((372, 5))[3] == 255  # type: ignore[index]


def test_png_files_for_a_printer_keep_their_corners_and_their_bleed(mecha: Project, tmp_path: Path):
    cards = [mecha.cards[id_] for id_ in ("jaeger", "bomber")]
    paths = write_card_pngs(mecha, cards, tmp_path, PrintOptions(bleed=3.0))
    assert [path.name for path in paths] == ["jaeger.png", "bomber.png"]
    with Image.open(paths[0]) as image:
        assert (image.size, image.mode) == ((815, 1110), "RGB")


def test_without_pypdfium2_the_error_names_the_extra(mecha: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, "pypdfium2", None)
    with pytest.raises(CardlibError, match=r"pip install pypdfium2"):
        render_card_png(mecha, mecha.cards["jaeger"], tmp_path / "jaeger.png")


def test_a_picture_that_lies_there_unchanged_is_not_read_again(
    gallery: Project, cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    from cardlib_print import art

    source = gallery.path / "art" / "barge.png"
    frame = Box(0, 0, 57, 30)
    first = art.prepared(source, frame, outlined=False)
    os.utime(source, (1_000_000_000, 1_000_000_000))
    assert art.prepared(source, frame, outlined=False) == first
    with monkeypatch.context() as patched:
        patched.setattr(art, "open_picture", lambda path: pytest.fail(f"{path} was read"))
        assert art.prepared(source, frame, outlined=False) == first
    Image.new("RGB", (600, 300), "red").save(source)
    os.utime(source, (1_000_000_000, 1_000_000_000))  # as a copy that keeps its time
    assert art.prepared(source, frame, outlined=False)[0] != first[0]
    for note in (art.cache_root() / "art" / "noted").iterdir():
        note.write_text("../../elsewhere.jpg 300.0")
    assert art.prepared(source, frame, outlined=False)[0].is_file()


@pytest.mark.parametrize(
    ("art", "left", "right"),
    [
        ({}, (200, 0, 0), (0, 0, 200)),
        ({"focus": ["0%", "50%"]}, (200, 0, 0), (200, 0, 0)),
        ({"focus": ["100%", "50%"]}, (0, 0, 200), (0, 0, 200)),
        ({"fit": "contain", "ground": "#00ff00"}, (200, 0, 0), (0, 0, 200)),
    ],
)
def test_a_picture_is_cropped_around_its_focus_or_shown_whole(
    gallery: Project, cache: Path, tmp_path: Path, art: dict[str, object], left: tuple[int, ...], right: tuple[int, ...]
):
    element = {**ART["elements"][0], "box": [10, 4, 20, 80], **art}  # type: ignore[index,dict-item]
    write(gallery.path / "print" / "card.json", {"extends": "base", "elements": [element]})
    project = load_project(gallery.path)
    assert pixel(project, "barge", tmp_path, 12, 44) == pytest.approx(left, abs=12)
    assert pixel(project, "barge", tmp_path, 28, 44) == pytest.approx(right, abs=12)
    if art.get("fit"):
        assert pixel(project, "barge", tmp_path, 20, 8) == pytest.approx((0, 255, 0), abs=12)


def test_what_is_transparent_shows_the_ground(gallery: Project, cache: Path, tmp_path: Path):
    Image.new("RGBA", (1488, 1040), (255, 0, 0, 0)).save(gallery.path / "art" / "barge.png")
    element = {**ART["elements"][0], "ground": "#0000ff"}  # type: ignore[index,dict-item]
    write(gallery.path / "print" / "card.json", {"extends": "base", "elements": [element]})
    assert pixel(load_project(gallery.path), "barge", tmp_path, 30, 20) == pytest.approx((0, 0, 255), abs=12)

"""Rulers, printers and slips, read back from the pages: scale, offset, calibration, and how much ink they take."""

from __future__ import annotations

import json
from pathlib import Path

import pypdfium2.raw as pdfium
import pytest
from commanding import Run, printing
from pages import MM, at, drawn, lightness, opened, read, words_of

from cardlib.catalog import Project
from cardlib_print import PrintOptions, print_cards
from cardlib_print.printers import Printer, printers, remember


def paths_on(path: Path) -> list[tuple[float, float, float, float]]:
    """The bounds of all lines on the first page, in mm from the lower left."""
    found = []
    with opened(path) as document:
        for item in document[0].get_objects(filter=[pdfium.FPDF_PAGEOBJ_PATH], max_depth=3):
            _, b, c, *_ = item.get_matrix().get()
            left, bottom, right, top = item.get_bounds()
            assert (b, c) == (0, 0)
            found.append(tuple(round(side / MM, 2) for side in (left, bottom, right, top)))
    return found  # type: ignore[return-value]


@pytest.mark.parametrize("name", ["a4-3x3", "letter-3x3", "a4-bleed", "a3-6x3", "letter-bleed"])
def test_a_second_ruler_stands_upright(harbour: Project, tmp_path: Path, name: str) -> None:
    path = tmp_path / "ruler.pdf"
    print_cards(harbour, [(harbour.cards["barge"], 1)], path, PrintOptions(sheet=name))
    lines = paths_on(path)
    across = [round(right - left, 1) for left, bottom, right, top in lines if top - bottom < 0.5 and right - left > 40]
    upright = [round(top - bottom, 1) for left, bottom, right, top in lines if right - left < 0.5 and top - bottom > 40]
    assert any(length in (50.1, 50.2, 50.3, 100.1, 100.2, 100.3) for length in across)
    assert any(length in (50.1, 50.2, 50.3, 100.1, 100.2, 100.3) for length in upright)
    assert "100 mm" in words_of(read(path)[0])


def test_a_printer_that_draws_too_short_gets_longer_pages(harbour: Project, tmp_path: Path) -> None:
    path = tmp_path / "scaled.pdf"
    scale = Printer(measured=(99.0, 101.0)).scale
    print_cards(harbour, [(harbour.cards["barge"], 9)], path, PrintOptions(scale=scale, backs="long"))
    print_cards(harbour, [(harbour.cards["barge"], 18)], tmp_path / "lying.pdf", PrintOptions(scale=scale, paper="a3"))
    page = drawn(tmp_path / "lying.pdf")  # which the printer turns, so that its width is what is too long
    assert at(page, 210 - 3 * 63 / 1.01 + 0.3, 150) != (255, 255, 255) == at(page, 210 - 3 * 63 / 1.01 - 0.3, 150)
    for number in (0, 1):
        page = drawn(path, number)
        width, height = 3 * 63 / 0.99, 3 * 88 / 1.01
        beyond = 1.5 if number else 0.0
        left, top = 105 - width / 2 - beyond / 0.99, 148.5 - height / 2 - beyond / 1.01
        assert at(page, left + 0.3, 150) != (255, 255, 255)
        assert at(page, left - 0.3, 150) == (255, 255, 255)
        assert at(page, 60, top + 0.3) != (255, 255, 255)
        assert at(page, 60, top - 0.3) == (255, 255, 255)


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run `cardlib print` on Mecha, with a configuration of its own."""
    monkeypatch.setenv("CARDLIB_CONFIG", str(tmp_path / "config"))
    monkeypatch.chdir(tmp_path)

    return printing(monkeypatch, capsys, "--game", "mecha")


def test_a_printer_is_remembered_with_its_tray(run) -> None:
    given = ("--offset", "0.5,-1", "--backs", "long")
    code, _, err = run("!Jaeger", "--proof", "--printer", "office", *given, "-o", "a.pdf")
    assert (code, err.startswith("printer office is kept in ")) == (0, True)
    run("!Jaeger", "--proof", *given, "-o", "b.pdf")
    run("!Jaeger", "--proof", "--printer", "office", "--backs", "long", "-o", "c.pdf")
    assert Path("a.pdf").read_bytes() == Path("b.pdf").read_bytes() == Path("c.pdf").read_bytes()
    run("!Jaeger", "--proof", "--printer", "office", "--tray", "thick", "--measured", "99,101", "-o", "a.pdf")
    assert printers() == {"office": Printer((0.5, -1.0)), "office/thick": Printer(measured=(99.0, 101.0))}
    assert run("!Jaeger", "--proof", "--printer", "office", "--measured", "100,99.5", "-o", "a.pdf")[0] == 0
    assert printers()["office"] == Printer((0.5, -1.0), (100.0, 99.5))


def test_what_is_wrong_with_a_printer_is_told(run, tmp_path: Path) -> None:
    remember("office", Printer())
    assert "no printer 'offcie'" in run("!Jaeger", "--printer", "offcie")[2]
    assert "(nearest: office)" in run("!Jaeger", "--printer", "offcie")[2]
    assert "once: --printer office --tray thin --offset" in run("!Jaeger", "--printer", "office", "--tray", "thin")[2]
    assert "--measured: 90 to 110 mm either way, found '10,10'" in run("--printer", "office", "--measured", "10,10")[2]
    assert "--measured: goes with --printer" in run("!Jaeger", "--measured", "99,99")[2]
    path = tmp_path / "config" / "printers.json"
    for text in ('{"office": 3}', '{"office": {"offset": [0, 0], "measured": [0, 0]}}', "[]", "{"):
        path.write_text(text, encoding="utf-8")
        code, _, err = run("!Jaeger", "--printer", "office")
        assert (code, err.startswith(f"cardlib: {path}")) == (1, True)


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_calibration_pages_for_both_flips(run, paper: str) -> None:
    assert run("calibrate", "--paper", paper) == (0, "calibration pages: calibration.pdf\n", "")
    pages = read(Path("calibration.pdf"))
    heads = ("Face, long edge.", "Back, long edge.", "Face, short edge.", "Back, short edge.")
    assert all(head in words_of(page) for head, page in zip(heads, pages, strict=True))
    lines = paths_on(Path("calibration.pdf"))
    assert any(100 <= round(right - left, 1) <= 100.3 for left, _, right, _ in lines)
    assert any(100 <= round(top - bottom, 1) <= 100.3 for _, bottom, _, top in lines)
    width, height = pages[0].size
    crosses = [line for line in lines if abs((line[0] + line[2]) / 2 - width / 2) < 0.1]
    assert any(abs((line[1] + line[3]) / 2 - height / 2) < 0.1 for line in crosses)


def test_printers_are_plain_json(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CARDLIB_CONFIG", str(tmp_path))
    path = remember("office", Printer((1.0, 0.0), (99.5, 100.0)))
    assert json.loads(path.read_text(encoding="utf-8")) == {"office": {"offset": [1.0, 0.0], "measured": [99.5, 100.0]}}


def test_slips_for_sleeves_are_grey_and_take_little_ink(run) -> None:
    for name, options in (("full", ()), ("low", ("--low-ink",)), ("slips", ("--sleeves",))):
        assert run("!Jaeger", "--copies", "9", "--proof", *options, "-o", f"{name}.pdf")[0] == 0
    ink, black = {}, {}
    for name in ("full", "low", "slips"):
        shades = drawn(Path(f"{name}.pdf")).crop((120, 180, 720, 1030)).convert("L").histogram()
        ink[name] = sum((255 - value) * count for value, count in enumerate(shades))
        black[name] = sum(shades[:60])
    assert ink["slips"] < 0.8 * ink["low"] < 0.3 * ink["full"]
    assert black["slips"] < 0.1 * black["low"]
    page = drawn(Path("slips.pdf"))
    assert lightness(page, 73.5, 60.5, across=True)[0] < 60  # cut lines stay black


def test_calibration_pages_need_no_project(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert printing(monkeypatch, capsys)("calibrate", "-o", "pages.pdf")[:2] == (0, "calibration pages: pages.pdf\n")
    assert len(read(Path("pages.pdf"))) == 4

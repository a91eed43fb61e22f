"""Posters: what is larger than the paper goes over several sheets that overlap, with ticks where the next one lies."""

from __future__ import annotations

import json
from pathlib import Path

import pypdfium2
import pytest

from cardlib.catalog import Project, load_project
from cardlib.errors import CardlibError
from cardlib_print import PrintOptions, print_cards, write_card_pngs
from cardlib_print.geometry import Size
from cardlib_print.posters import OVERLAP, poster
from cardlib_print.sheets import PAPERS, default_sheet


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("size", [Size(540, 360), Size(250, 250), Size(100, 600), Size(600, 90)])
def test_sheets_cover_a_poster_and_overlap(harbour: Project, paper: str, size: Size) -> None:
    sheet = default_sheet(harbour, paper, size)
    parts = poster(sheet, PAPERS[paper], size)
    seen = []
    for part in parts:
        (slot,), (area,) = part.slots, part.areas
        assert (slot.width, slot.height) == (size.width, size.height)  # nothing is scaled
        assert min(area.x, area.y) > sheet.margin
        assert max(area.right - part.paper.width, area.bottom - part.paper.height) < -sheet.margin
        for end in (point for mark in part.marks for point in mark):
            assert sheet.margin <= end[0] <= part.paper.width - sheet.margin
            assert sheet.margin <= end[1] <= part.paper.height - sheet.margin
        seen.append((area.x - slot.x, area.y - slot.y, area.right - slot.x, area.bottom - slot.y))
    lefts, tops = sorted({round(one[0], 6) for one in seen}), sorted({round(one[1], 6) for one in seen})
    rights, bottoms = sorted({round(one[2], 6) for one in seen}), sorted({round(one[3], 6) for one in seen})
    assert len(parts) == len(lefts) * len(tops)
    assert (lefts[0], tops[0], rights[-1], bottoms[-1]) == (0, 0, size.width, size.height)
    assert [right - left for left, right in zip(lefts[1:], rights, strict=False)] == pytest.approx(
        [OVERLAP] * (len(lefts) - 1)
    )
    assert [bottom - top for top, bottom in zip(tops[1:], bottoms, strict=False)] == pytest.approx(
        [OVERLAP] * (len(tops) - 1)
    )


def test_a_tick_shows_where_the_next_sheet_begins(harbour: Project) -> None:
    size = Size(540, 360)
    first, second, *_ = poster(default_sheet(harbour, "a4", size), PAPERS["a4"], size)
    (area,) = first.areas
    ticks = {start[0] for start, end in first.marks if start[0] == end[0]}
    assert area.right - OVERLAP in ticks
    assert first.part == "row 1 of 2, column 1 of 2"
    assert {start[0] for start, end in second.marks if start[0] == end[0]} == {second.areas[0].x, second.areas[0].right}


def chart(harbour: Project, *, poster: bool) -> Project:
    """The harbour with a layout that is larger than A4."""
    layout = {
        "extends": "base",
        "card": {"width": 380, "height": 260, "poster": poster},
        "elements": [{"id": "name", "kind": "text", "text": "{name}", "box": [5, 5, 80, 20], "size": 30}],
    }
    (harbour.path / "print").mkdir(exist_ok=True)
    (harbour.path / "print" / "chart.json").write_text(json.dumps(layout), encoding="utf-8")
    return load_project(harbour.path)


def test_what_is_no_poster_is_refused(harbour: Project, tmp_path: Path) -> None:
    project = chart(harbour, poster=False)
    card = next(iter(project.cards.values()))
    with pytest.raises(CardlibError, match=r'no room for cards of 380 x 260 mm.*--sheet single .*"poster": true'):
        print_cards(project, [(card, 1)], tmp_path / "chart.pdf", PrintOptions(layout="chart"))


def test_a_poster_counts_once(harbour: Project, tmp_path: Path) -> None:
    project = chart(harbour, poster=True)
    card = next(iter(project.cards.values()))
    told: list[tuple[int, int]] = []
    options = PrintOptions(layout="chart")
    printed = print_cards(project, [(card, 2)], tmp_path / "chart.pdf", options, lambda *one: told.append(one))
    pages = [page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(tmp_path / "chart.pdf")]
    assert (printed.cards, printed.different, printed.sheets) == (2, 1, len(pages))
    assert [page.split("row ")[1] for page in pages[::2]] == [f"1 of 1, column {number} of 3" for number in (1, 2, 3)]
    assert told[-1] == (2, 2)


def test_a_poster_is_one_picture(harbour: Project, tmp_path: Path) -> None:
    from PIL import Image

    project = chart(harbour, poster=True)
    card = next(iter(project.cards.values()))
    (path,) = write_card_pngs(project, [card], tmp_path, PrintOptions(layout="chart"))
    with Image.open(path) as picture:
        assert picture.size == (round(380 / 25.4 * 150), round(260 / 25.4 * 150))

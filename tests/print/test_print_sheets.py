"""Sheets: size to the hundredth of a mm, cut marks a printer can reach, mirrored backs, room for bleed."""

from __future__ import annotations

from pathlib import Path

import pytest
from harbour import harbour_at, write

from cardlib.catalog import Project, load_project
from cardlib.errors import CardlibError, NotFound
from cardlib_print.geometry import Size
from cardlib_print.layouts import LayoutError
from cardlib_print.sheets import Flip, Plan, default_sheet, find_sheet, has_room, plan, sheets

CARD = Size(63.0, 88.0)
SHEETS = sheets()


def laid(name: str, bleed: float | None = None, card: Size = CARD) -> Plan:
    return plan(SHEETS[name], card, bleed)


@pytest.mark.parametrize("name", ["a4-3x3", "letter-3x3"])
def test_nine_cards_lie_edge_to_edge_in_the_middle_of_the_paper(name: str):
    sheet = laid(name)
    assert len(sheet.slots) == 9
    assert [round(sheet.slots[n + 1].x - sheet.slots[n].x, 2) for n in (0, 1)] == [63.0, 63.0]
    assert [round(sheet.slots[n + 3].y - sheet.slots[n].y, 2) for n in (0, 3)] == [88.0, 88.0]
    assert sheet.slots[0].x == pytest.approx(sheet.paper.width - sheet.slots[8].right)
    assert sheet.slots[0].y == pytest.approx(sheet.paper.height - sheet.slots[8].bottom)


@pytest.mark.parametrize(
    ("flip", "order"), [("long", [2, 1, 0, 5, 4, 3, 8, 7, 6]), ("short", [6, 7, 8, 3, 4, 5, 0, 1, 2])]
)
def test_backs_lie_behind_their_faces(flip: Flip, order: list[int]):
    sheet = laid("a4-3x3")
    assert [sheet.slots.index(sheet.mirrored(slot, flip)) for slot in sheet.slots] == order


def test_on_paper_lying_on_its_side_the_long_edge_is_the_upper_one():
    sheet = laid("a4-bleed")
    assert [sheet.slots.index(sheet.mirrored(slot, "long")) for slot in sheet.slots] == [4, 5, 6, 7, 0, 1, 2, 3]
    assert [sheet.slots.index(sheet.mirrored(slot, "short")) for slot in sheet.slots] == [3, 2, 1, 0, 7, 6, 5, 4]


def test_a_card_turned_over_sideways_always_shows_its_back_upright():
    assert not laid("a4-3x3").upside_down("long")
    assert laid("a4-3x3").upside_down("short")
    assert laid("a4-bleed").upside_down("long")
    assert not laid("a4-bleed").upside_down("short")


@pytest.mark.parametrize("name", [name for name in SHEETS if name != "single"])
@pytest.mark.parametrize("bleed", [None, 0.5, 3.0])
def test_marks_are_inside_what_a_printer_reaches_and_outside_the_bleed(name: str, bleed: float | None):
    if bleed is not None and not has_room(SHEETS[name], CARD, bleed):
        return
    sheet = laid(name, bleed)
    margin = sheet.sheet.margin
    left, top = min(area.x for area in sheet.areas), min(area.y for area in sheet.areas)
    right, bottom = max(area.right for area in sheet.areas), max(area.bottom for area in sheet.areas)
    assert sheet.marks
    for (x, y), (to_x, to_y) in sheet.marks:
        assert abs(to_x - x) + abs(to_y - y) >= 1.5 - 1e-9
        for at_x, at_y in ((x, y), (to_x, to_y)):
            assert margin - 1e-9 <= at_x <= sheet.paper.width - margin + 1e-9
            assert margin - 1e-9 <= at_y <= sheet.paper.height - margin + 1e-9
            assert at_x < left or at_x > right or at_y < top or at_y > bottom


def test_every_cut_has_a_mark_at_both_ends():
    sheet = laid("a4-3x3")
    upright = sorted({round(x, 2) for (x, _), (to_x, _) in sheet.marks if x == to_x})
    level = sorted({round(y, 2) for (_, y), (_, to_y) in sheet.marks if y == to_y})
    assert upright == [10.5, 73.5, 136.5, 199.5]
    assert level == [16.5, 104.5, 192.5, 280.5]
    assert len(sheet.marks) == 16


@pytest.mark.parametrize("name", [name for name in SHEETS if name != "single"])
def test_every_sheet_has_a_ruler_of_100_mm_that_no_mark_crosses(name: str):
    sheet = laid(name)
    assert sheet.ruler is not None
    assert sheet.ruler.length == 100
    low, high = (sheet.ruler.x - 3.6, sheet.ruler.x) if sheet.ruler.upright else (sheet.ruler.y - 3.6, sheet.ruler.y)
    for start, end in sheet.marks:
        for x, y in (start, end):
            assert not low + 1e-6 < (x if sheet.ruler.upright else y) < high - 1e-6


def test_bleed_reaches_outwards_at_the_rim_and_half_a_gap_between_cards():
    close, apart = laid("a4-3x3", 2.0), laid("a4-bleed")
    assert (close.areas[4], close.areas[0].x) == (close.slots[4], close.slots[0].x - 2)
    assert close.areas[0].right == close.slots[0].right
    assert (apart.areas[1].x, apart.areas[1].right) == (apart.slots[1].x - 3, apart.slots[1].right + 3)


def test_cards_are_never_scaled_to_make_room():
    with pytest.raises(
        CardlibError, match=r"letter-3x3 has no room .* 3 mm of bleed, only with 0.7 mm; .*letter-bleed"
    ):
        laid("letter-3x3", 3.0)
    with pytest.raises(CardlibError, match="letter-bleed has no room"):
        laid("letter-bleed", 4.0)
    with pytest.raises(CardlibError, match="is for cards of 63 x 88 mm, these are 70 x 120 mm"):
        laid("a4-3x3", card=Size(70.0, 120.0))


def test_a_sheet_for_any_card_takes_as_many_as_fit():
    assert [(laid("a4-fit", card=card).columns, laid("a4-fit", card=card).rows) for card in (CARD, Size(44, 68))] == [
        (3, 3),
        (4, 4),
    ]
    with pytest.raises(CardlibError, match="no room"):
        laid("a4-fit", card=Size(300, 300))


def test_a_page_of_one_card_is_as_large_as_the_card_and_its_bleed():
    assert laid("single").paper == CARD
    assert laid("single", 3.0).paper == Size(69, 94)


def test_the_sheet_follows_from_paper_and_card(mecha):
    assert default_sheet(mecha, "a4", CARD).name == "a4-3x3"
    assert default_sheet(mecha, "letter", CARD).name == "letter-3x3"
    assert default_sheet(mecha, "letter", Size(44, 68)).name == "letter-fit"
    with pytest.raises(NotFound, match="no sheet for paper 'a9'"):
        default_sheet(mecha, "a9", CARD)


def test_a_project_adds_sheets_of_its_own(tmp_path: Path):
    folder = harbour_at(tmp_path)
    own = {"title": "Label", "paper": {"width": 100, "height": 150}, "columns": 1, "rows": 1, "ruler": False}
    write(folder / "print" / "sheets" / "label.json", own)
    project = load_project(folder)
    assert plan(find_sheet(project, "label"), CARD).slots[0].x == 18.5
    with pytest.raises(NotFound, match="nearest: label"):
        find_sheet(project, "lable")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"colums": 3}, "unknown property 'colums' \\(nearest: columns\\)"),
        ({"paper": "a44"}, "paper: expected a4"),
        ({"columns": 0}, 'columns: expected a number from 1 to 100 or "fit"'),
        ({"rows": 3, "fold": True}, "rows: a sheet to fold has as many above the fold as below, found 3"),
        ({"gap": "wide"}, "gap: expected a length"),
        ({"card": {"width": 63}}, "card: expected a width and a height"),
    ],
)
def test_a_sheet_that_cannot_be_read_names_file_and_place(tmp_path: Path, change: dict[str, object], message: str):
    folder = harbour_at(tmp_path)
    write(folder / "print" / "sheets" / "own.json", {"paper": "a4", **change})
    with pytest.raises(LayoutError, match=f"own.json: {message}"):
        sheets(Project(folder, problems=()))

"""Cutting, folding and printers, read back from the pages: lines that are seen, backs behind faces, rulers, scale."""

from __future__ import annotations

import math
from collections.abc import Callable
from ctypes import byref, c_float
from pathlib import Path

import pypdfium2.raw as pdfium
import pytest
from harbour import harbour_at, write
from pages import MM, at, drawn, lightness, opened, read
from PIL import Image

from cardlib.catalog import Project, load_project
from cardlib.errors import CardlibError
from cardlib_print import PrintOptions, preflight, print_cards
from cardlib_print.cutting import CutLines, edges
from cardlib_print.geometry import Box, Size, in_hexagon
from cardlib_print.packing import packed
from cardlib_print.reflow import SIZES, Fit
from cardlib_print.sheets import plan, sheets

Picture = Callable[..., Image.Image]


@pytest.fixture
def dark(tmp_path: Path) -> Project:
    """A game whose ships are black and whose quays are white; both lie 88 x 63, backs are red with a blue top."""
    folder = harbour_at(tmp_path / "dark")
    for name, paint, query in (("card", "#000000", ""), ("pale", "#ffffff", "quay")):
        ground = {"id": "ground", "kind": "box", "box": "bleed", "fill": paint}
        write(
            folder / "print" / f"{name}.json",
            {"extends": "base", "back": "verso", "elements": [ground], **({"for": query} if query else {})},
        )
    red = {"id": "ground", "kind": "box", "box": "bleed", "fill": "#ff0000"}
    blue = {"id": "top", "kind": "box", "box": [0, 0, 63, 20], "fill": "#0000ff"}
    write(folder / "print" / "verso.json", {"extends": "base", "elements": [red, blue]})
    return load_project(folder)


@pytest.fixture
def lying(tmp_path: Path) -> Project:
    """A game whose quays lie on their side: green, with a blue top, and a back with a blue top."""
    folder = harbour_at(tmp_path / "lying")
    for name, size, query in (("card", (63, 88), ""), ("wide", (88, 63), "quay")):
        card = {"width": size[0], "height": size[1]}
        for side, paint in (("", "#00ff00"), ("-back", "#ff0000")):
            ground = {"id": "ground", "kind": "box", "box": "bleed", "fill": paint}
            top = {"id": "top", "kind": "box", "box": [0, 0, size[0], 15], "fill": "#0000ff"}
            layout = {"extends": "base", "card": card, "elements": [ground, top]}
            layout |= {"back": f"{name}-back"} if not side else {}
            layout |= {"for": query} if query and not side else {}
            write(folder / "print" / f"{name}{side}.json", layout)
    return load_project(folder)


@pytest.mark.parametrize("style", ["full", "dashed", "cross"])
def test_cut_lines_are_seen_on_dark_cards_and_on_white_ones(dark: Project, tmp_path: Path, style: CutLines) -> None:
    for name in ("barge", "pier"):
        path = tmp_path / f"{name}.pdf"
        print_cards(dark, [(dark.cards[name], 9)], path, PrintOptions(cut_lines=style))
        page = drawn(path)
        along = [step / 2 for step in range(-3, 4)]  # a dash and a gap
        beside_a_corner = [lightness(page, 73.5, 103 + by, across=True) for by in along]
        level = [lightness(page, 72 + by, 104.5, across=False) for by in along]
        far_from_any = [lightness(page, 73.5, 60.5 + by, across=True) for by in along]
        for seen, there in ((beside_a_corner, True), (level, True), (far_from_any, style != "cross")):
            darkest, lightest = min(low for low, _ in seen), max(high for _, high in seen)
            assert (lightest - darkest > 150) is there, (name, style)


def test_ticks_leave_the_cards_as_they_are(dark: Project, tmp_path: Path) -> None:
    print_cards(dark, [(dark.cards["barge"], 9)], tmp_path / "ticks.pdf")
    assert drawn(tmp_path / "ticks.pdf").crop((106, 166, 1994, 2804)).getextrema() == ((0, 0), (0, 0), (0, 0))


def test_edges_that_cards_share_are_drawn_once() -> None:
    grid = [Box(10 + column * 63, 20 + row * 88, 63, 88) for row in range(3) for column in range(3)]
    assert len(edges(grid)) == 8
    assert ((10, 20), (10, 284)) in edges(grid)
    assert len(edges([Box(0, 0, 10, 10), Box(20, 0, 10, 10)])) == 8


Segment = tuple[tuple[float, float], tuple[float, float]]
HEX = Fit((SIZES["hex"],))


def segments_on(path: Path) -> list[Segment]:
    """The straight black lines on the first page, in mm from the upper left; of each the left or upper end first."""
    found = []
    with opened(path) as document:
        height = document[0].get_size()[1]
        for item in document[0].get_objects(filter=[pdfium.FPDF_PAGEOBJ_PATH], max_depth=3):
            colour = [pdfium.c_uint() for _ in range(4)]
            pdfium.FPDFPageObj_GetStrokeColor(item, *map(byref, colour))
            if pdfium.FPDFPath_CountSegments(item) != 2 or any(one.value for one in colour[:3]):
                continue
            ends = []
            for index in range(2):
                x, y = c_float(), c_float()
                pdfium.FPDFPathSegment_GetPoint(pdfium.FPDFPath_GetPathSegment(item, index), byref(x), byref(y))
                ends.append((round(x.value / MM, 1), round((height - y.value) / MM, 1)))
            found.append((min(ends), max(ends)))
    return found


def sides_of(box: Box) -> list[Segment]:
    """The edges of the hexagon that stands on a point in a box."""
    middle, upper, lower = box.x + box.width / 2, box.y + box.height / 4, box.bottom - box.height / 4
    corners = [(middle, box.y), (box.right, upper), (box.right, lower)]
    corners += [(middle, box.bottom), (box.x, lower), (box.x, upper)]
    corners = [(round(x, 1), round(y, 1)) for x, y in corners]
    return [(min(pair), max(pair)) for pair in zip(corners, [*corners[1:], corners[0]], strict=True)]


def near(one: Segment, other: Segment, within: float = 0.15) -> bool:
    """Whether two lines end at the same places."""
    return all(math.dist(a, b) <= within for a, b in zip(one, other, strict=True))


def in_line(one: Segment, edge: Segment) -> bool:
    """Whether the middle of a line lies on the line through an edge, and beyond its ends."""
    x, y = ((a + b) / 2 for a, b in zip(*one, strict=True))
    (left, top), (right, bottom) = edge
    length = math.dist(*edge)
    off = abs((right - left) * (y - top) - (bottom - top) * (x - left)) / length
    along = ((right - left) * (x - left) + (bottom - top) * (y - top)) / length
    return off < 0.15 and not -0.1 < along < length + 0.1


def test_hexagons_that_share_a_sheet_are_cut_along_their_six_edges(dark: Project, tmp_path: Path) -> None:
    path = tmp_path / "hexes.pdf"
    print_cards(dark, [(dark.cards["barge"], 4)], path, PrintOptions(fit=HEX, cut_lines="full"))
    slots = plan(sheets()["a4-fit"], SIZES["hex"]).slots
    wanted = {edge for slot in slots for edge in sides_of(slot)}
    assert (len(slots), len(wanted)) == (4, 22)  # two sides are shared
    left, right, top, bottom = slots[0].x, slots[-1].right, slots[0].y, slots[-1].bottom
    drawn = [one for one in segments_on(path) if left - 0.1 <= one[0][0] and one[1][0] <= right + 0.1]
    drawn = [
        one for one in drawn if top - 0.1 <= min(one[0][1], one[1][1]) and max(one[0][1], one[1][1]) < bottom + 0.1
    ]
    assert all(sum(near(one, edge) for one in drawn) == 1 for edge in wanted)
    assert len(drawn) == 22


def test_ticks_of_hexagons_run_in_line_with_their_edges_and_over_no_card(dark: Project, tmp_path: Path) -> None:
    path = tmp_path / "hexes.pdf"
    for bleed in (None, 3.0):
        print_cards(dark, [(dark.cards["barge"], 4)], path, PrintOptions(fit=HEX, bleed=bleed))
        slots = plan(sheets()["a4-fit"], SIZES["hex"], bleed).slots
        edges_ = [edge for slot in slots for edge in sides_of(slot)]
        ticks = [one for one in segments_on(path) if math.dist(*one) < 4 and one[1][1] < 270 and one[0][0] > 15]
        assert all(any(in_line(tick, edge) for edge in edges_) for tick in ticks)
        assert all(any(in_line(tick, edge) for tick in ticks) for edge in edges_)
        offset = min(math.dist(end, corner) for tick in ticks for end in tick for edge in edges_ for corner in edge)
        assert offset == pytest.approx(1.0 if bleed is None else 3.5, abs=0.15)
        page, x, y = drawn(path), slots[0].x, slots[0].y
        assert lightness(page, x + 41.3, y + 95.25 + 1.5, across=False)[0] == 0
        inside = page.crop((round(x * 10) + 5, round(y * 10) + 260, round(x * 10) + 820, round(y * 10) + 690))
        assert inside.getextrema() == ((0, 0), (0, 0), (0, 0))
    assert at(page, x - 2.5, y + 47) == (0, 0, 0)  # beyond the cut it goes on as before
    assert at(page, x + 20, y + 2) == (0, 0, 0)


@pytest.mark.parametrize("style", ["full", "dashed", "cross"])
def test_cuts_of_hexagons_are_seen_on_dark_cards_and_on_white_ones(
    dark: Project, tmp_path: Path, style: CutLines
) -> None:
    slot = plan(sheets()["a4-fit"], SIZES["hex"]).slots[0]
    for name in ("barge", "pier"):
        path = tmp_path / f"{name}.pdf"
        print_cards(dark, [(dark.cards[name], 4)], path, PrintOptions(fit=HEX, cut_lines=style))
        page = drawn(path)
        for share, there in ((0.01, True), (0.5, style != "cross")):  # at the lower right corner, and far from any
            seen = []
            for step in range(-3, 4):
                x = slot.right - (slot.width / 2) * share + step / 2 * math.cos(math.pi / 6)
                y = slot.bottom - (slot.height / 4) * (1 - share) - step / 4
                seen.append(lightness(page, x, y, across=False))
            darkest, lightest = min(low for low, _ in seen), max(high for _, high in seen)
            assert (lightest - darkest > 150) is there, (name, style, share)
        of_the_box = lightness(page, slot.x + 10, slot.bottom, across=False)
        assert of_the_box[0] == of_the_box[1]


def test_hexagons_on_a_page_of_their_own_have_no_ticks(dark: Project, tmp_path: Path) -> None:
    path = tmp_path / "single.pdf"
    print_cards(dark, [(dark.cards["barge"], 1)], path, PrintOptions(fit=HEX, sheet="single", bleed=3.0))
    assert drawn(path).getextrema() == ((0, 0), (0, 0), (0, 0))


@pytest.mark.parametrize(("size", "cut_off"), [((82.55, 95.25), {"name", "rules", "stamp"}), ((63.5, 88.9), set())])
def test_texts_that_a_hexagon_cuts_off_are_warned_of(
    harbour: Project, size: tuple[float, float], cut_off: set[str]
) -> None:
    """On a layout that is as large as the box around one, and not laid out for it."""
    card = {"width": size[0], "height": size[1]}
    write(harbour.path / "print" / "card.json", {"extends": "plain", "card": card})
    project = load_project(harbour.path)
    _, warnings = preflight(project, [(project.cards["pier"], 1)])
    found = {one.element for one in warnings if "outside the hexagon" in one.text}
    assert found >= cut_off and bool(found) is bool(cut_off)


def test_a_text_in_the_middle_is_cut_off_by_no_hexagon() -> None:
    hexagon = Box(0.0, 0.0, 82.55, 95.25)
    across, down = hexagon.width, hexagon.height
    for point, inside in (
        ((across / 2, down / 2), True),
        ((0.1, down / 2), True),
        ((0.1, 1.0), False),
        ((across / 2, 0.1), True),
        ((across / 4, down / 8 + 0.1), True),
        ((across / 4, down / 8 - 0.1), False),
    ):
        assert in_hexagon(hexagon, point) is inside
        lying = Box(0.0, 0.0, down, across)
        assert in_hexagon(lying, (point[1], point[0])) is inside


def test_backs_go_on_beyond_the_outer_cut(dark: Project, tmp_path: Path) -> None:
    path = tmp_path / "backs.pdf"
    print_cards(dark, [(dark.cards["barge"], 9)], path, PrintOptions(backs="long"))
    face, back = drawn(path, 0), drawn(path, 1)
    for x, y in ((9.3, 150), (200.7, 150), (100, 281.7)):
        assert at(back, x, y) == (255, 0, 0)
        assert at(face, x, y) == (255, 255, 255)
    assert at(back, 100, 15.3) == (255, 0, 0)
    for x, y in ((8.7, 150), (201.3, 150), (100, 14.7), (100, 282.3)):
        assert at(back, x, y) == (255, 255, 255)


def test_a_sheet_to_fold_has_each_back_behind_its_face(dark: Project, tmp_path: Path) -> None:
    path = tmp_path / "fold.pdf"
    printed = print_cards(dark, [(dark.cards["barge"], 5)], path, PrintOptions(sheet="a4-fold"))
    assert printed.sheets == 2
    page = drawn(path)
    fold = 105.0
    for column in range(4):
        x = (297 - 4 * 63 - 3 * 4) / 2 + column * 67 + 31.5
        assert at(page, x, fold - 2 - 44) == (0, 0, 0)
        assert at(page, x, fold + 2 + 44) == (255, 0, 0)
        assert at(page, x, fold + 2 + 88 - 5) == (0, 0, 255)  # on its head, so that it stands when folded
        assert at(page, x, fold + 2 + 5) == (255, 0, 0)
    assert at(page, 100, fold - 1) == (0, 0, 0)  # bleed on both sides of the fold
    assert at(page, 100, fold + 1) == (255, 0, 0)
    assert lightness(page, 9, fold, across=False)[0] < 100  # the fold is marked
    second = drawn(path, 1)
    assert at(second, 200, fold + 40) == (255, 255, 255)  # no back without its face


@pytest.mark.parametrize(
    ("sheet", "each", "fold"),
    [
        ("a3-fold", 8, 210.0),
        ("tabloid-fold", 8, 215.9),
        ("letter-fold", 3, 107.95),
        ("legal", 5, 107.95),
        ("upright", 2, 148.5),
    ],
)
def test_each_card_that_is_folded_has_its_own_back_behind_it(
    harbour: Project, tmp_path: Path, sheet: str, each: int, fold: float
) -> None:
    paints = {"barge": "#ff0000", "ferry": "#00ff00", "pier": "#0000ff"}
    palettes = [{"when": f"id:{name}", "colours": {"ground": paint}} for name, paint in paints.items()]
    ground = {"id": "ground", "kind": "box", "box": "bleed", "fill": "ground"}
    layout = {"extends": "base", "colours": {"ground": "#000000"}, "palettes": palettes, "elements": [ground]}
    write(harbour.path / "print" / "card.json", {**layout, "back": "verso"})
    write(harbour.path / "print" / "verso.json", layout)
    for name, paper in (("legal", {"paper": "legal", "landscape": True}), ("upright", {"paper": "a4"})):
        sheet_of_ones_own = {"title": name, **paper, "fold": True, "gap": 4, "bleed": 2}
        write(harbour.path / "print" / "sheets" / f"{name}.json", sheet_of_ones_own)
    project = load_project(harbour.path)
    path = tmp_path / "fold.pdf"
    cards = [(project.cards[name], 3) for name in ("barge", "ferry", "pier")]
    assert print_cards(project, cards, path, PrintOptions(sheet=sheet)).sheets == -(-9 // each)
    seen = []
    for number, page in enumerate(read(path)):
        picture = drawn(path, number)
        centres = [(one.x + 31.5 * one.scale[0], one.y + 44) for one in page.faces]  # turned ones begin at the right
        faces = sorted((place for place in centres if place[1] < fold), key=lambda place: (round(place[1]), place[0]))
        behind = {(round(x + 0.1), round(2 * fold - y + 0.1)): at(picture, x, y) for x, y in centres if y > fold}
        assert len(faces) == len(behind)
        for x, y in faces:
            assert at(picture, x, y) == behind[round(x + 0.1), round(y + 0.1)]
            seen.append(at(picture, x, y))
    assert seen == [(255, 0, 0)] * 3 + [(0, 255, 0)] * 3 + [(0, 0, 255)] * 3


def test_small_cards_lie_in_several_rows_on_a_sheet_to_fold(harbour: Project, tmp_path: Path) -> None:
    path = tmp_path / "small.pdf"
    options = PrintOptions(sheet="a4-fold", fit=Fit((SIZES["micro"],)))
    assert print_cards(harbour, [(harbour.cards["pier"], 14)], path, options).sheets == 1
    (page,) = read(path, SIZES["micro"].height)
    assert len(page.faces) == 2 * 14
    assert len({round(face.y) for face in page.faces}) == 4  # two rows of faces and two of their backs


def test_cut_lines_go_around_cards_and_not_around_empty_places(dark: Project, tmp_path: Path) -> None:
    path = tmp_path / "some.pdf"
    print_cards(dark, [(dark.cards["pier"], 11)], path, PrintOptions(cut_lines="full"))
    for number, rows in enumerate(([4, 4, 4], [3, 0, 0])):  # lines to the left and right of cards, row by row
        page = drawn(path, number)
        found = [
            [lightness(page, 10.5 + 63 * column, 60.5 + 88 * row, across=True)[0] < 100 for column in range(4)]
            for row in range(3)
        ]
        assert found == [[True] * lines + [False] * (4 - lines) for lines in rows]


def test_cards_that_lie_share_sheets_with_upright_ones(lying: Project, tmp_path: Path) -> None:
    path = tmp_path / "lying.pdf"
    cards = [(lying.cards["barge"], 2), (lying.cards["pier"], 1)]
    printed = print_cards(lying, cards, path, PrintOptions(backs="long"))
    assert printed.sheets == 1
    face, back = drawn(path, 0), drawn(path, 1)
    left, top = 10.5 + 2 * 63, 16.5
    assert at(face, left + 5, top + 44) == (0, 0, 255)  # its top lies to the left,
    assert at(face, left + 58, top + 44) == (0, 255, 0)
    mirrored = 210 - left - 63
    assert at(back, mirrored + 58, top + 44) == (0, 0, 255)  # behind it to the right
    assert at(back, mirrored + 5, top + 44) == (255, 0, 0)
    print_cards(lying, cards, path, PrintOptions(backs="short"))
    assert at(drawn(path, 1), left + 5, 297 - top - 44) == (0, 0, 255)
    print_cards(lying, cards, path, PrintOptions(sheet="a4-fold"))
    page = drawn(path)
    left = (297 - 4 * 63 - 3 * 4) / 2 + 2 * 67
    assert at(page, left + 5, 105 - 46) == at(page, left + 5, 105 + 46) == (0, 0, 255)


def test_cards_of_all_sizes_on_one_sheet(tmp_path: Path) -> None:
    sizes = [Size(63, 88)] * 4 + [Size(88, 63)] * 2 + [Size(25, 25)] * 30 + [Size(44, 68)] * 5
    sheet = sheets()["a4-mixed"]
    assert sheet.size is not None
    plans = packed(sheet, sheet.size, list(enumerate(sizes)), 1.0)
    assert sorted(item for _, items in plans for item in items) == list(range(41))
    for page, items in plans:
        for slot, item in zip(page.slots, items, strict=True):
            assert sorted((slot.width, slot.height)) == sorted((sizes[item].width, sizes[item].height))
            assert slot.x >= 5
            assert slot.right <= 205
            assert slot.bottom <= 297 - 5 - 3.6
        for one in page.areas:
            for other in page.areas:
                assert one is other or not (
                    one.x < other.right - 1e-6
                    and other.x < one.right - 1e-6
                    and one.y < other.bottom - 1e-6
                    and other.y < one.bottom - 1e-6
                )
    area = sum(size.width * size.height for size in sizes)
    assert len(plans) == -(-area // (200 * 283))  # no sheet more than the area takes
    with pytest.raises(CardlibError, match="no room for cards of 300 x 400 mm"):
        packed(sheet, sheet.size, [(0, Size(400, 300))], 0.0)
    with pytest.raises(CardlibError, match="room for 1 mm of bleed"):
        packed(sheet, sheet.size, [(0, Size(63, 88))], 3.0)


def test_what_is_free_beside_a_turned_board_is_filled() -> None:
    sheet = sheets()["a4-mixed"]
    assert sheet.size is not None
    sizes = [Size(180, 120), Size(63, 88), Size(63, 88), *[Size(16, 16)] * 30]
    ((page, items),) = packed(sheet, sheet.size, list(enumerate(sizes)), 0.0)
    places = dict(zip(items, page.slots, strict=True))
    assert (places[0].width, places[0].height) == (120, 180)
    beside = [box for item, box in places.items() if item and box.x > places[0].right and box.bottom <= 185]
    assert [(box.x, box.y) for box in beside] == [(127, 5), (127, 95)]  # one below the other
    assert min(box.y for item, box in places.items() if item > 2) == 187  # tokens below the board


def test_a_mixed_sheet_prints_every_card_in_its_size(lying: Project, tmp_path: Path) -> None:
    path = tmp_path / "mixed.pdf"
    cards = [(lying.cards["barge"], 2), (lying.cards["pier"], 2)]
    assert print_cards(lying, cards, path, PrintOptions(sheet="a4-mixed", backs="long")).sheets == 1
    face, back = drawn(path, 0), drawn(path, 1)
    assert at(face, 5 + 63 + 2 + 31.5, 10) == (0, 0, 255)
    assert at(face, 5 + 5, 5 + 88 + 2 + 44) == (0, 0, 255)  # the second row begins with one that lies
    assert at(back, 210 - 5 - 5, 5 + 88 + 2 + 44) == (0, 0, 255)


@pytest.mark.parametrize(
    ("paper", "size", "cards"),
    [("a3", (420, 297), 18), ("tabloid", (431.8, 279.4), 18), ("letter", (215.9, 279.4), 9), ("a4", (210, 297), 9)],
)
def test_papers(dark: Project, tmp_path: Path, paper: str, size: tuple[float, float], cards: int) -> None:
    path = tmp_path / "paper.pdf"
    print_cards(dark, [(dark.cards["barge"], cards + 1)], path, PrintOptions(paper=paper))
    pages = read(path)
    assert [len(page.faces) for page in pages] == [cards, 1]
    assert pages[0].size == pytest.approx(size, abs=0.01)

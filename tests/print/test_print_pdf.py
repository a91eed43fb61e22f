"""The PDF: same bytes, right size, right copies, backs behind their faces, nothing half-written."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
from collections.abc import Iterator
from ctypes import c_float
from dataclasses import replace
from pathlib import Path

import pypdfium2.raw as pdfium
import pytest
from pages import MM, opened, read, words_of
from reportlab.pdfbase.pdfdoc import PDFDocument

from cardlib.catalog import Project
from cardlib.errors import CardlibError
from cardlib_print import PreflightError, PrintOptions, print_cards
from cardlib_print.document import Document, scratch
from cardlib_print.fonts import Fonts
from cardlib_print.geometry import Size
from cardlib_print.printing import pressed

DECK = ("bugzapper", "radio-tower", "rampart", "orbital-strike", "ada-the-ingenious", "jaeger", "ghost", "clocktower")


def printed(project: Project, path: Path, *counts: int, **options: object) -> Path:
    cards = [(project.cards[id_], count) for id_, count in zip(DECK, counts, strict=False)]
    print_cards(project, cards, path, PrintOptions(**options))  # type: ignore[arg-type]
    return path


def test_the_same_cards_give_the_same_bytes_in_another_process(mecha: Project, tmp_path: Path):
    here = printed(mecha, tmp_path / "here.pdf", *[1] * 8, backs="long", watermark="TEST").read_bytes()
    again = printed(mecha, tmp_path / "again.pdf", *[1] * 8, backs="long", watermark="TEST").read_bytes()
    script = (
        "from pathlib import Path; from cardlib.catalog import load_project; from cardlib_print import *\n"
        f"p = load_project('mecha'); cards = [(p.cards[i], 1) for i in {DECK!r}]\n"
        f"print_cards(p, cards, Path({str(tmp_path / 'there.pdf')!r}), PrintOptions(backs='long', watermark='TEST'))"
    )
    environment = {**os.environ, "PYTHONHASHSEED": "12345", "TZ": "Asia/Tokyo"}
    subprocess.run([sys.executable, "-c", script], check=True, env=environment)
    assert here == again == (tmp_path / "there.pdf").read_bytes()


def test_another_card_gives_other_bytes(mecha: Project, tmp_path: Path):
    one = printed(mecha, tmp_path / "one.pdf", 1).read_bytes()
    assert one != printed(mecha, tmp_path / "two.pdf", 1, 1).read_bytes()


def test_cards_lie_at_a_pitch_of_63_by_88_mm_at_full_size(mecha: Project, tmp_path: Path):
    (page,) = read(printed(mecha, tmp_path / "a4.pdf", 9))
    assert page.size == (210.0, 297.0)
    assert {face.scale for face in page.faces} == {(1.0, 1.0)}
    assert [(round(face.x, 2), round(face.y, 2)) for face in page.faces] == [
        (10.5 + 63 * column, 16.5 + 88 * row) for row in range(3) for column in range(3)
    ]


def test_letter_is_letter(mecha: Project, tmp_path: Path):
    (page,) = read(printed(mecha, tmp_path / "letter.pdf", 9, paper="letter"))
    assert page.size == (215.9, 279.4)
    assert round(page.faces[1].x - page.faces[0].x, 2) == 63.0


def test_copies_fill_page_after_page_in_the_order_given(mecha: Project, tmp_path: Path):
    pages = read(printed(mecha, tmp_path / "deck.pdf", 12, 3, 5))
    assert [len(page.faces) for page in pages] == [9, 9, 2]
    assert words_of(pages[0]).count("Bugzapper") == 9
    assert words_of(pages[1]).count("Bugzapper") == 3
    assert words_of(pages[1]).count("Radio Tower") == 3
    assert words_of(pages[2]).count("Rampart") == 2


def test_the_result_counts_cards_and_sheets(mecha: Project, tmp_path: Path):
    cards = [(mecha.cards[id_], 5) for id_ in DECK[:4]]
    result = print_cards(mecha, cards, tmp_path / "deck.pdf", PrintOptions(backs="long"))
    assert (result.cards, result.different, result.sheets, result.warnings) == (20, 4, 3, ())


def test_a_face_is_stored_once_however_often_it_is_printed(mecha: Project, tmp_path: Path):
    once = printed(mecha, tmp_path / "once.pdf", 1).stat().st_size
    often = printed(mecha, tmp_path / "often.pdf", 900).stat().st_size
    assert often < once + 100 * 1200  # a hundred pages of places, marks and captions


def test_backs_follow_each_sheet_and_keep_empty_slots(mecha: Project, tmp_path: Path):
    fronts, backs = read(printed(mecha, tmp_path / "backs.pdf", 1, backs="long"))
    assert (len(fronts.faces), len(backs.faces)) == (1, 1)
    assert round(fronts.faces[0].x, 2) == 10.5
    assert round(backs.faces[0].x, 2) == 10.5 + 2 * 63
    assert "MECHA" in words_of(backs)
    assert "print at" not in words_of(backs)


def test_backs_for_the_short_edge_stand_on_their_heads(mecha: Project, tmp_path: Path):
    _, backs = read(printed(mecha, tmp_path / "backs.pdf", 1, backs="short"))
    assert backs.faces[0].scale == (-1.0, -1.0)
    assert round(backs.faces[0].x, 2) == 10.5 + 63  # its own lower left corner is now the upper right one
    assert round(backs.faces[0].y, 2) == 16.5 + 2 * 88


def test_the_offset_moves_backs_only(mecha: Project, tmp_path: Path):
    fronts, backs = read(printed(mecha, tmp_path / "backs.pdf", 1, backs="long", offset=(1.5, -0.5)))
    assert round(fronts.faces[0].x, 2) == 10.5
    assert (round(backs.faces[0].x, 2), round(backs.faces[0].y, 2)) == (138.0, 16.0)


def test_the_sheet_says_its_size_and_number_and_may_not_be_scaled(mecha: Project, tmp_path: Path):
    path = printed(mecha, tmp_path / "deck.pdf", 10, title="Grace's deck")
    first, second = read(path)
    assert "100 mm · cards 63 x 88 mm · print at 100 %" in words_of(first)
    assert "Grace's deck · 1 of 2" in words_of(first)
    assert "Grace's deck · 2 of 2" in words_of(second)
    assert b"/PrintScaling /None" in path.read_bytes()


def bounds_inside(form: pdfium.FPDF_PAGEOBJECT) -> Iterator[tuple[float, float, float, float]]:
    """The bounds of the lines of a form: left, low, right, high."""
    for index in range(pdfium.FPDFFormObj_CountObjects(form)):
        item = pdfium.FPDFFormObj_GetObject(form, index)
        if pdfium.FPDFPageObj_GetType(item) == pdfium.FPDF_PAGEOBJ_PATH:
            values = [c_float() for _ in range(4)]
            pdfium.FPDFPageObj_GetBounds(item, *values)
            left, low, right, high = (value.value for value in values)
            yield left, low, right, high


def long_ticks(path: Path) -> list[tuple[float, float]]:
    """Where the long ticks of the ruler stand and how far up they go, in mm from the lower left corner."""
    with opened(path) as document:
        forms = document[0].get_objects(filter=[pdfium.FPDF_PAGEOBJ_FORM], max_depth=1)
        marks = next(form for form in forms if form.get_matrix().get()[4:] == (0, 0))
        bounds = list(bounds_inside(marks.raw))
    return sorted(
        ((left + right) / 2 / MM, high / MM) for left, low, right, high in bounds if 1.2 <= (high - low) / MM <= 2.3
    )


def test_the_ruler_is_100_mm_long_with_a_long_tick_every_10(mecha: Project, tmp_path: Path):
    ticks = [along for along, _ in long_ticks(printed(mecha, tmp_path / "deck.pdf", 1))]
    assert [round(tick - ticks[0], 1) for tick in ticks] == [10.0 * n for n in range(11)]


def test_what_the_ruler_says_stands_clear_of_its_ticks(mecha: Project, tmp_path: Path):
    (page,) = read(path := printed(mecha, tmp_path / "deck.pdf", 1))
    foot = [(letter, bottom) for letter, _, _, _, bottom in page.letters if bottom > 280 and not letter.isspace()]
    above = foot[: len("100mm·cards63x88mm·printat100%")]  # then the caption beside the ruler
    assert "".join(letter for letter, _ in above) == "100mm·cards63x88mm·printat100%"
    assert max(bottom for _, bottom in above) < 297 - max(high for _, high in long_ticks(path))


def test_bleed_makes_the_face_larger_and_keeps_the_card_in_place(mecha: Project, tmp_path: Path):
    path = printed(mecha, tmp_path / "bleed.pdf", 1, bleed=2.0)
    (page,) = read(path)
    assert (round(page.faces[0].x, 2), round(page.faces[0].y, 2)) == (10.5, 16.5)
    with opened(path) as document:
        image = document[0].render(scale=2).to_pil().convert("L")
    column = [image.getpixel((round((10.5 + 31) * MM * 2), round(y * MM * 2))) for y in (14.2, 14.8)]
    assert column[0] > 200 > 100 > column[1]  # white paper, then colour from 2 mm above the card


def test_single_pages_with_bleed_say_where_to_trim(mecha: Project, tmp_path: Path):
    with opened(printed(mecha, tmp_path / "single.pdf", 1, sheet="single", bleed=3.0)) as document:
        assert [round(value / MM, 2) for value in document[0].get_size()] == [69.0, 94.0]
        assert [round(value / MM, 2) for value in document[0].get_trimbox()] == [3.0, 3.0, 66.0, 91.0]


def test_a_watermark_is_on_every_card_and_low_ink_is_another_file(mecha: Project, tmp_path: Path):
    (page,) = read(printed(mecha, tmp_path / "mark.pdf", 4, watermark="DRAFT"))
    assert "".join(sorted(words_of(page).replace(" ", ""))).count("D") >= 4
    plain = printed(mecha, tmp_path / "plain.pdf", 1).read_bytes()
    assert plain != printed(mecha, tmp_path / "low.pdf", 1, low_ink=True).read_bytes()


def ink(path: Path) -> float:
    """The mean darkness of the first page, from 0 (white) to 1 (black)."""
    with opened(path) as document:
        histogram = document[0].render(scale=1).to_pil().convert("L").histogram()
    return sum((255 - level) * count for level, count in enumerate(histogram)) / 255 / sum(histogram)


def test_low_ink_takes_less_than_a_quarter_of_the_ink(mecha: Project, tmp_path: Path):
    full = ink(printed(mecha, tmp_path / "full.pdf", *[1] * 8))
    low = ink(printed(mecha, tmp_path / "low.pdf", *[1] * 8, low_ink=True))
    assert low < full / 4


def test_every_font_in_the_file_is_embedded(mecha: Project, tmp_path: Path):
    data = printed(mecha, tmp_path / "deck.pdf", 1, 1, 1, backs="long").read_bytes()
    assert data.count(b"/BaseFont") == data.count(b"/FontFile2") >= 4


def test_a_file_goes_out_object_by_object_and_is_never_whole_in_memory():
    class Pieces(list[bytes]):
        def write(self, data: bytes, /) -> None:
            self.append(data)

    document, pieces = Document("Mecha", Fonts([])), Pieces()
    for _ in range(40):
        document.page(Size(210, 297), scratch(297))
    document.save(pieces)
    whole = b"".join(pieces)
    assert whole.startswith(b"%PDF")
    assert whole.endswith(b"%%EOF\n")
    assert len(pieces) > 80  # a page and its content each


def test_what_is_written_to_a_file_is_what_is_made_in_memory(mecha: Project, tmp_path: Path):
    cards = [(card, 1) for card in list(mecha.cards.values())[:9]]
    print_cards(mecha, cards, tmp_path / "cards.pdf")
    _, data = pressed(mecha, cards, tmp_path / "cards.pdf", PrintOptions())
    assert (tmp_path / "cards.pdf").read_bytes() == data


def test_a_failed_print_leaves_the_old_file_and_no_other(mecha: Project, tmp_path: Path):
    path = tmp_path / "deck.pdf"
    path.write_text("the deck of last week")
    broken = replace(mecha.cards["bugzapper"], written="word " * 900)
    with pytest.raises(PreflightError):
        print_cards(mecha, [(broken, 1)], path)
    assert path.read_text() == "the deck of last week"
    assert list(tmp_path.iterdir()) == [path]


def test_nothing_to_print_and_nowhere_to_write_are_errors(mecha: Project, tmp_path: Path):
    with pytest.raises(CardlibError, match="no cards to print"):
        print_cards(mecha, [], tmp_path / "deck.pdf")
    with pytest.raises(CardlibError, match="is a folder"):
        printed(mecha, tmp_path, 1)
    (tmp_path / "file").touch()
    with pytest.raises(CardlibError, match="cannot write"):
        printed(mecha, tmp_path / "file" / "deck.pdf", 1)


def test_progress_counts_every_card(mecha: Project, tmp_path: Path):
    seen: list[tuple[int, int]] = []
    cards = [(mecha.cards["bugzapper"], 20)]
    print_cards(mecha, cards, tmp_path / "deck.pdf", progress=lambda done, total: seen.append((done, total)))
    assert seen == [(9, 20), (18, 20), (20, 20)]


def test_nothing_of_a_print_waits_for_the_search_for_cycles(mecha: Project, tmp_path: Path):
    """The forms of a file are some megabytes, and a process that watches prints again and again."""
    gc.disable()
    gc.freeze()  # what other tests have left is not looked through
    try:
        printed(mecha, tmp_path / "deck.pdf", *[1] * 8, backs="long")
        assert not [one for one in gc.get_objects() if isinstance(one, PDFDocument | Fonts)]
    finally:
        gc.unfreeze()
        gc.enable()


def test_letters_of_several_subsets_are_written_as_they_are_read(harbour: Project, tmp_path: Path):
    """A font has more than 256 letters on one card; a word of old letters and new ones comes again."""
    many = "".join(chr(code) for code in range(0x100, 0x17F) if code != 0x149)
    greek = "".join(chr(code) for code in range(0x391, 0x3CA) if code != 0x3A2)
    words = [many[at : at + 12] for at in range(0, len(many), 12)] + [greek[at : at + 12] for at in range(0, 56, 12)]
    text = " ".join([*words, "Ship", words[0] + "Ship", "Ship" + greek[:3], *words[:2]])
    card = replace(harbour.cards["barge"], written=text)
    print_cards(harbour, [(card, 1)], tmp_path / "out.pdf", PrintOptions(sheet="single"))
    (page,) = read(tmp_path / "out.pdf")
    assert "".join(text.split()) in "".join(page.text.split())

"""Text is wrapped, shrunk and tightened, and never runs out of its box."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from cardlib_print.columns import split
from cardlib_print.fitting import Fitted, Limits, Overflow, Word, fit, wrap
from cardlib_print.geometry import POINTS_PER_MM

LIMITS = Limits(size=9.0, smallest=6.5, leading=1.2, tightest=1.05, gap=0.4, lines=0)
LIMITS_WITHOUT_GAP = Limits(size=9.0, smallest=9.0, leading=1.2, tightest=1.2, gap=0.0, lines=0)
TOLERANCE = 1e-6


def words(*widths: float) -> list[Word]:
    return [Word((), width, None, 0.25) for width in widths]


def widest(fitted: Fitted) -> float:
    return max(line.width for line in fitted.lines) * fitted.size / POINTS_PER_MM


def test_text_that_fits_keeps_its_size():
    fitted = fit([words(3, 3, 3)], 50, 30, LIMITS)
    assert isinstance(fitted, Fitted)
    assert (fitted.size, fitted.leading, len(fitted.lines)) == (9.0, 1.2, 1)


def test_long_text_shrinks_first_and_is_tightened_only_at_the_floor():
    shrunk = fit([words(*[2.0] * 90)], 50, 36, LIMITS)
    tightened = fit([words(*[2.0] * 120)], 50, 36, LIMITS)
    assert isinstance(shrunk, Fitted)
    assert isinstance(tightened, Fitted)
    assert 6.5 < shrunk.size < 9.0
    assert shrunk.leading == 1.2
    assert tightened.size == 6.5
    assert 1.05 <= tightened.leading < 1.2


def test_text_beyond_the_floor_says_what_it_needs():
    overflow = fit([words(*[2.0] * 400)], 50, 30, LIMITS)
    assert isinstance(overflow, Overflow)
    assert overflow.needed_height > 30
    assert overflow.size == 6.5


def test_a_word_wider_than_the_box_shrinks_and_is_then_refused():
    assert isinstance(fit([words(15)], 40, 30, LIMITS), Fitted)
    refused = fit([words(30)], 40, 30, LIMITS)
    assert isinstance(refused, Overflow)
    assert refused.needed_width > 40


def test_a_limit_on_lines_is_kept():
    one = Limits(size=12, smallest=8, leading=1.2, tightest=1.0, gap=0, lines=1)
    fitted = fit([words(5, 5)], 40, 10, one)
    assert isinstance(fitted, Fitted)
    assert (len(fitted.lines), fitted.size < 12) == (1, True)
    assert isinstance(fit([words(9, 9)], 40, 10, one), Overflow)


def test_a_text_with_a_shorter_one_behind_it_stays_comfortable():
    early = Limits(9.0, 6.5, 1.2, 1.05, 0.4, 0, comfortable=8.0).early()
    assert (early.smallest, early.tightest) == (8.0, 1.2)
    assert LIMITS.early().smallest == 9.0


def test_words_are_never_lost_or_reordered():
    lines = wrap([words(3, 4, 5), words(6, 1)], 8)
    assert [[word.width for word in line.words] for line in lines] == [[3, 4], [5], [6, 1]]
    assert [line.first for line in lines] == [True, False, True]


@given(
    st.lists(st.lists(st.floats(0.3, 14), min_size=1, max_size=60), min_size=1, max_size=5),
    st.floats(20, 80),
    st.floats(5, 60),
)
def test_whatever_fits_is_inside_the_box_and_whatever_does_not_is_told_apart(
    paragraphs: list[list[float]], width: float, height: float
):
    result = fit([words(*paragraph) for paragraph in paragraphs], width, height, LIMITS)
    if isinstance(result, Fitted):
        assert widest(result) <= width + TOLERANCE
        assert result.height <= height + TOLERANCE
        assert LIMITS.smallest <= result.size <= LIMITS.size
        assert LIMITS.tightest <= result.leading <= LIMITS.leading
        assert [word.width for line in result.lines for word in line.words] == [w for p in paragraphs for w in p]
    else:
        assert result.needed_width > width or result.needed_height > height


def lengths(paragraphs: list[int], room: int) -> list[list[int]]:
    """How many lines of each paragraph stand in each column with room for so many lines, each as wide as one word."""
    fitted = fit([words(*[4.0] * count) for count in paragraphs], 4.0 * 9 / POINTS_PER_MM, 1e6, LIMITS_WITHOUT_GAP)
    assert isinstance(fitted, Fitted)
    height = replace(fitted, lines=fitted.lines[:1]).height + (room - 1) * 9 * 1.2 / POINTS_PER_MM
    found = []
    for column in split(fitted, height):
        counts: list[int] = []
        for place, line in enumerate(column.lines):
            if line.first or not place:
                counts.append(0)
            counts[-1] += 1
        found.append(counts)
    return found


def test_no_column_ends_in_the_first_line_of_a_paragraph_or_begins_with_the_last_one():
    assert lengths([4, 4], 5) == [[4], [4]]  # not [4, 1], [3]
    assert lengths([2, 4], 5) == [[2, 2], [2]]  # not [2, 3], [1]
    assert lengths([2, 3, 2], 4) == [[2], [3], [2]]  # neither [2, 2], [1, 2] nor [2, 1], [2, 2]
    assert lengths([2, 2], 3) == [[2], [2]]


def test_a_paragraph_without_a_better_break_ends_where_the_column_does():
    assert lengths([3], 2) == [[2], [1]]
    assert lengths([1, 1, 1], 2) == [[1, 1], [1]]  # a paragraph of one line has no other
    assert lengths([2], 1) == [[1], [1]]

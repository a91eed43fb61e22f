"""SVG path data and named shapes become PDF outlines."""

from __future__ import annotations

import pytest

from cardlib.errors import CardlibError
from cardlib_print.paths import SHAPES, read_path, shape


def ends(data: str) -> list[tuple[float, float]]:
    return [
        (round(numbers[-2], 3), round(numbers[-1], 3)) for _, numbers in read_path(data, 100, 100).segments if numbers
    ]


def test_absolute_and_relative_commands_reach_the_same_points():
    assert ends("M10 10 H30 V40 L5 5 Z") == ends("m10 10 h20 v30 l-25-35 z") == [(10, 10), (30, 10), (30, 40), (5, 5)]


def test_a_command_repeats_without_its_letter_and_a_move_goes_on_as_lines():
    assert ends("M0 0 10 0 10 10") == [(0, 0), (10, 0), (10, 10)]
    assert [code for code, _ in read_path("M0 0 10 0", 1, 1).segments] == ["m", "l"]


def test_numbers_may_run_together_as_minifiers_write_them():
    assert ends("M.5.5-1-2") == [(0.5, 0.5), (-1, -2)]
    assert ends("M0 0a5 5 0 015 5") == ends("M0 0 A 5 5 0 0 1 5 5")


def test_smooth_curves_mirror_the_last_control_point():
    smooth = read_path("M0 0 C0 10 10 10 10 0 S20 -10 20 0", 1, 1).segments[-1]
    assert smooth[1][:2] == (10, -10)
    assert ends("M0 0 Q5 10 10 0 T20 0") == [(0, 0), (10, 0), (20, 0)]


def test_an_arc_of_half_a_turn_ends_where_it_should_and_passes_its_top():
    assert ends("M0 0 A10 10 0 0 1 20 0") == [(0, 0), (10, -10), (20, 0)]
    assert ends("M0 0 A10 10 0 0 0 20 0") == [(0, 0), (10, 10), (20, 0)]


def test_an_arc_too_small_for_its_ends_is_scaled_up_and_one_without_radius_is_a_line():
    assert ends("M0 0 A1 1 0 0 1 20 0")[-1] == (20, 0)
    assert read_path("M0 0 A0 0 0 0 1 20 0", 1, 1).segments[-1] == ("l", (20.0, 0.0))


@pytest.mark.parametrize("data", ["10 10", "M10", "M1 2 C3 4", "M0 0 Z 5", "M0 0 A5 5 0 2 1 5 5", "M0 0 x"])
def test_what_is_no_path_is_an_error_with_a_position(data: str):
    with pytest.raises(CardlibError, match=r"path data: .* position"):
        read_path(data, 100, 100)


@pytest.mark.parametrize("name", SHAPES)
def test_every_shape_stays_in_its_box_and_is_closed(name: str):
    outline = shape(name, 30, 20, 4)
    assert outline.segments[-1] == ("h", ())
    xs = [number for _, numbers in outline.segments for number in numbers[::2]]
    ys = [number for _, numbers in outline.segments for number in numbers[1::2]]
    assert min(xs) == min(ys) == 0
    assert max(xs) == 30
    assert max(ys) == 20

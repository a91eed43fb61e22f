"""Cards that are cut out as hexagons: read back from the file, nothing of meaning lies near the cut."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path

import pytest
from harbour import write
from pages import Page, read, words_of
from shipped import shipped
from typer.testing import CliRunner

from cardlib.catalog import Card, Project, bundled_slugs, load_project
from cardlib_cli.main import app
from cardlib_print.layouts import LayoutError, load_layout
from cardlib_print.printing import Press, PrintOptions, preflight, print_cards
from cardlib_print.reflow import SIZES, Fit
from cardlib_print.selection import test_of as passing
from cardlib_print.sheets import single_sheet
from cardlib_print.values import field_names

HEX = PrintOptions(fit=Fit((SIZES["hex"],)), sheet=single_sheet(), bleed=0.0)
SAFE = 3.0
OVERHANG = 0.35  # mm by which a letter may leave the box of its text: a swash, a tail
CARDS = {"war-rig": "tech"}  # its rigs, squads and areas are forms and boards


def hexagon(page: Page, inset: float) -> list[tuple[float, float]]:
    """The corners of the hexagon that is cut out of a page, moved inwards, clockwise."""
    width, height = page.size
    share = 1 - 2 * inset / min(page.size)
    shape = [(0.0, -0.5), (0.5, -0.25), (0.5, 0.25), (0.0, 0.5), (-0.5, 0.25), (-0.5, -0.25)]
    if width > height:
        shape = [(-0.25, -0.5), (0.25, -0.5), (0.5, 0.0), (0.25, 0.5), (-0.25, 0.5), (-0.5, 0.0)]
    return [(width / 2 + x * width * share, height / 2 + y * height * share) for x, y in shape]


def inside(point: tuple[float, float], corners: list[tuple[float, float]]) -> bool:
    """Whether a point lies to the right of every edge."""
    edges = zip(corners, [*corners[1:], corners[0]], strict=True)
    return all((b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0]) >= 0 for a, b in edges)


def astray(page: Page) -> str:
    """The letters that come nearer to the cut than they may."""
    corners = hexagon(page, SAFE - OVERHANG)
    return "".join(
        letter
        for letter, left, top, right, bottom in page.letters
        if letter.strip() and not all(inside((x, y), corners) for x in (left, right) for y in (top, bottom))
    )


def some(project: Project) -> list[Card]:
    """Cards from all over a game, and those that say the most."""
    passes = passing(project, CARDS.get(project.slug, ""))
    cards = [card for card in project.cards.values() if passes(card)]
    longest = sorted(cards, key=lambda card: len(card.text), reverse=True)[:4]
    return list({card.id: card for card in [*cards[:: max(1, len(cards) // 10)], *longest]}.values())


def printed(project: Project, cards: list[Card], path: Path) -> list[Page]:
    print_cards(project, [(card, 1) for card in cards], path, HEX)
    return read(path)


@pytest.mark.parametrize("slug", bundled_slugs())
def test_no_word_of_a_game_comes_near_the_cut_of_a_hexagon(slug: str, tmp_path: Path) -> None:
    project = shipped(slug)
    cards = some(project)
    pages = printed(project, cards, tmp_path / "hex.pdf")
    assert {page.size for page in pages} <= {(82.55, 95.25), (95.25, 82.55)}
    assert [astray(page) for page in pages] == [""] * len(cards)
    problems, warnings = preflight(project, [(card, 1) for card in cards], HEX)
    assert not problems
    assert not [one for one in warnings if "hexagon" in one.text or "contrast" in one.text]


def test_no_word_of_a_new_project_does(tmp_path: Path) -> None:
    folder = tmp_path / "arena"
    assert CliRunner().invoke(app, ["new", str(folder)]).exit_code == 0
    project = load_project(folder)
    pages = printed(project, list(project.cards.values()), tmp_path / "hex.pdf")
    assert [astray(page) for page in pages] == [""] * len(pages)
    assert all(card.name in words_of(page) for card, page in zip(project.cards.values(), pages, strict=True))


def test_a_letter_at_the_corner_of_a_card_would_be_found(harbour: Project, tmp_path: Path) -> None:
    write(harbour.path / "print" / "card.json", {"extends": "plain", "card": {"width": 82.55, "height": 95.25}})
    project = load_project(harbour.path)
    (page,) = printed(project, [project.cards["barge"]], tmp_path / "box.pdf")  # the box around one, as it is laid out
    assert "Barge" in astray(page)
    _, warnings = preflight(project, [(project.cards["barge"], 1)], HEX)
    assert {"name"} <= {one.element for one in warnings if "outside the hexagon" in one.text}


def test_words_and_numbers_of_one_row_stay_in_one_row() -> None:
    tactics = shipped("analog-tactics")
    layout = Press(tactics, HEX).faces(tactics.cards["warrior-elite"]).layout
    rows: dict[str, list[float]] = {"stat": [], "value": []}
    for one in layout.elements:
        kind = one.id.partition("-")[0]
        if kind in rows:
            rows[kind].append(round((one.box.y + one.box.bottom) / 2, 3))
    assert len(rows["stat"]) == len(set(rows["stat"])) == 10
    assert len(rows["value"]) == 100 and set(rows["value"]) == set(rows["stat"])


def test_what_lies_on_a_bar_stays_on_it_and_coins_stay_in_a_row(tmp_path: Path) -> None:
    structure = shipped("structure")
    (page,) = printed(structure, [structure.cards["dep-compliance-officer"]], tmp_path / "hex.pdf")
    layout = Press(structure, HEX).faces(structure.cards["dep-compliance-officer"]).layout
    rims = [one.box for one in layout.elements if one.id.startswith("cost-rim")]
    art = next(one.box for one in layout.elements if one.id == "art")
    assert [round(b.x - a.x, 2) for a, b in pairwise(rims)] == [5.65] * 4
    assert art.x <= rims[0].x and rims[0].bottom <= art.bottom
    name = [letter for letter in page.letters if letter[2] > 14 and letter[4] < 27]
    assert "".join(letter for letter, *_ in name).replace("\r\n", "").strip() == "Compliance Officer"


def test_a_hexagon_that_lies_on_a_side_is_as_safe(harbour: Project, tmp_path: Path) -> None:
    write(harbour.path / "print" / "card.json", {"extends": "plain", "card": {"width": 88, "height": 63}})
    project = load_project(harbour.path)
    pages = printed(project, list(project.cards.values()), tmp_path / "lying.pdf")
    assert {page.size for page in pages} == {(95.25, 82.55)}
    assert [astray(page) for page in pages] == [""] * 3


def test_a_layout_says_what_stands_elsewhere_on_a_hexagon(harbour: Project, tmp_path: Path) -> None:
    path = harbour.path / "print" / "card.json"
    write(path, {"extends": "plain", "hexagon": [{"id": "type", "text": "six sides"}, {"id": "id", "remove": True}]})
    project = load_project(harbour.path)
    (page,) = printed(project, [project.cards["pier"]], tmp_path / "hex.pdf")
    assert "six sides" in words_of(page) and "pier" not in page.text
    print_cards(project, [(project.cards["pier"], 1)], tmp_path / "card.pdf", PrintOptions(sheet=single_sheet()))
    (page,) = read(tmp_path / "card.pdf")
    assert "six sides" not in words_of(page) and "pier" in page.text


@pytest.mark.parametrize(
    ("rows", "found"),
    [
        ([{"id": "tpye", "size": 9}], "no element is called 'tpye' (nearest: type)"),
        ([{"size": 9}], "no element is called ''"),
        ([{"id": "type", "size": "nine"}], "size"),
        ({"id": "type"}, "expected a list of elements"),
    ],
)
def test_the_check_reads_what_is_said_of_hexagons(harbour: Project, rows: object, found: str) -> None:
    write(harbour.path / "print" / "card.json", {"extends": "plain", "hexagon": rows})
    with pytest.raises(LayoutError) as raised:
        load_layout(harbour, "card", field_names(harbour), hexagon=True)
    assert found in str(raised.value)
    result = CliRunner().invoke(app, ["data", "check", str(harbour.path), "--format", "json"])
    assert result.exit_code == 1
    assert any("print/card.json" in json.dumps(one) for one in json.loads(result.output))

"""Preflight: text, glyphs, symbols and pictures that cannot be printed are all named, at once."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from commanding import printing
from harbour import harbour_at, write
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pages import read
from shipped import shipped

from cardlib.catalog import Card, Project, check_project, load_project
from cardlib_cli.checks import EXTRA
from cardlib_print import PreflightError, PrintOptions, Problem, preflight, print_cards
from cardlib_print.pieces import pieces
from cardlib_print.printing import Press

Saying = Callable[[str], Card]


def problems(project: Project, *cards: Card) -> list[Problem]:
    return preflight(project, [(card, 1) for card in cards])[0]


def test_too_much_text_names_card_element_and_what_is_missing(mecha: Project, saying: Saying):
    (problem,) = problems(mecha, saying("many words " * 90))
    assert (problem.card, problem.element) == ("bugzapper", "rules")
    assert problem.text.startswith("the text needs ")
    assert "mm at 7 pt, the box is 29.6 mm high" in problem.text


def test_a_word_too_long_for_the_box_is_named(mecha: Project, saying: Saying):
    (problem,) = problems(mecha, saying("Donau" + "dampf" * 20))
    assert "'Donaudampf" in problem.text
    assert "mm wide" in problem.text


def test_a_name_too_long_for_one_line_is_named(mecha: Project, bugzapper: Card):
    (problem,) = problems(mecha, replace(bugzapper, name="The Unreasonably Long Name Of A Very Small Machine"))
    assert problem.element == "name-after-cost"
    assert "lines at 8 pt" in problem.text


def test_a_missing_glyph_names_card_and_character(mecha: Project, saying: Saying):
    (problem,) = problems(mecha, saying("Fire 火 and 火 again, アニメ."))
    assert problem.card == "bugzapper"
    assert "'火' (U+706B CJK UNIFIED IDEOGRAPH-706B)" in problem.text
    assert problem.text.count("火") == 1
    assert "KATAKANA LETTER A" in problem.text


def test_greek_cyrillic_and_central_european_letters_are_there(mecha: Project, saying: Saying):
    assert problems(mecha, saying("Źdźbło Őrült Şeker Ελλάδα Борщ → ≥ − “—” …")) == []


def test_an_unknown_symbol_is_named(mecha: Project, saying: Saying):
    assert problems(mecha, saying("Pay {flight}.")) == []
    (problem,) = problems(mecha, saying("Pay {flihgt}."))
    assert problem.text == "no symbol is called {flihgt} (nearest: flight)"


def test_all_problems_of_all_cards_are_reported_at_once(mecha: Project, saying: Saying, tmp_path: Path):
    second = replace(mecha.cards["jaeger"], written="word " * 900, name="火")
    with pytest.raises(PreflightError) as caught:
        print_cards(mecha, [(saying("漢"), 3), (second, 1)], tmp_path / "deck.pdf")
    assert [(problem.card, problem.element) for problem in caught.value.problems] == [
        ("bugzapper", "rules"),
        ("jaeger", "name-after-cost"),
        ("jaeger", "rules"),
    ]
    assert str(caught.value).startswith("nothing printed: 3 problems on 2 cards\n  bugzapper: rules: ")


def test_every_card_of_the_game_can_be_printed_in_full_and_in_low_ink(mecha: Project):
    cards = [(card, 1) for card in mecha.cards.values()]
    assert preflight(mecha, cards) == ([], [])
    assert preflight(mecha, cards, PrintOptions(low_ink=True)) == ([], [])


WORDS = st.lists(st.text("abcdefghijklmnopqrstuvwxyzÉŻ", min_size=1, max_size=14), min_size=1, max_size=150)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(WORDS)
def test_no_letter_is_ever_outside_its_card(mecha: Project, saying: Saying, tmp_path: Path, words: list[str]):
    card = saying(" ".join(words))
    path = tmp_path / "card.pdf"
    try:
        print_cards(mecha, [(card, 1)], path, PrintOptions(sheet="single"))
    except PreflightError:
        return
    (page,) = read(path)
    body = [(left, top, right, bottom) for _, left, top, right, bottom in page.letters if 49.5 < top < 82]
    assert len(body) > sum(map(len, words)) * 0.9
    assert min(left for left, _, _, _ in body) >= 5.2
    assert max(right for _, _, right, _ in body) <= 57.8
    assert min(top for _, top, _, _ in body) >= 50.4
    assert max(bottom for _, _, _, bottom in body) <= 81.4


def test_reminders_give_way_before_the_text_gets_small(mecha: Project, saying: Saying, tmp_path: Path):
    def text_of(card: Card) -> str:
        path = tmp_path / "card.pdf"
        print_cards(mecha, [(card, 1)], path, PrintOptions(sheet="single"))
        return read(path)[0].text

    assert "Can move and attack" in text_of(saying("Short."))
    crowded = text_of(saying("It has a long text that goes on. " * 12))
    assert "Can move and attack" not in crowded
    assert "Haste" in crowded


NAME = {"id": "name", "kind": "text", "text": "{name}", "font": "title", "box": [3, 3, 57, 9], "lines": 1}
GROUND = {"id": "ground", "kind": "box", "box": "bleed", "fill": "ink"}


def game_of(folder: Path, *elements: dict[str, object], **layout: object) -> Project:
    """The small game with a layout of these elements."""
    harbour_at(folder)
    write(folder / "print" / "card.json", {"extends": "base", "elements": [*elements], **layout})
    return Project(folder, problems=())


def checked(project: Project, **options: object) -> tuple[list[str], list[str]]:
    """The errors and warnings of all cards, as they are shown."""
    cards = [(card, 1) for card in project.cards.values()]
    found, warnings = preflight(project, cards, PrintOptions(**options))  # type: ignore[arg-type]
    return [str(problem) for problem in found], [str(warning) for warning in warnings if warning.element != "elements"]


@pytest.mark.parametrize(
    ("ground", "painted"),
    [
        ([GROUND], "3"),
        ([{**GROUND, "box": [-1, -2, 65, 92]}], "1"),
        ([{**GROUND, "box": "card"}], "0"),
        ([{**GROUND, "shape": "ellipse"}, {**GROUND, "id": "inner", "box": [0, 0, 63, 80]}], "0"),
        ([{**GROUND, "box": [-3, -3, 40, 94]}, {**GROUND, "id": "half", "box": [30, -2, 35, 92]}], "2"),
        ([{**GROUND, "when": "ship"}, {**GROUND, "id": "quays", "box": [-2, -2, 67, 92], "when": "quay"}], "2"),
        ([{"id": "art", "kind": "art", "box": [-3, -3, 69, 94]}], "3"),
        ([], "3"),  # bare paper, which goes on as far as the layout says
    ],
)
def test_more_bleed_than_is_painted_is_an_error_of_the_layout(
    tmp_path: Path, ground: list[dict[str, object]], painted: str
) -> None:
    project = game_of(tmp_path / "game", *ground, NAME)
    assert checked(project, bleed=float(painted)) == ([], [])
    asked = float(painted) + 0.5
    ((error,), _) = checked(project, bleed=asked)
    what = f"layout card: bleed: {asked:g} mm are asked for, the layout paints {painted} mm beyond the cut; "
    assert error.startswith(f"{what}ask for --bleed {painted}, or paint more")


@pytest.mark.parametrize("slug", ["mecha", "tyrants", "structure"])
def test_every_layout_that_ships_paints_3_mm_and_no_more(slug: str) -> None:
    project = shipped(slug)
    extra = pieces(project)
    cards = [*((card, 1) for card in project.cards.values()), *extra.cards]
    for bleed, wrong in ((3.0, set()), (3.1, {"bleed"})):
        press = Press(project, PrintOptions(backs="long", sheet="single", bleed=bleed, layouts=extra.layouts))
        press.batches(cards)
        assert {problem.element for problem in press.problems()} == wrong


def test_a_sheet_may_ask_for_too_much_bleed_and_a_back_may_paint_too_little(tmp_path: Path) -> None:
    project = game_of(tmp_path / "game", GROUND, NAME, back="rear")
    write(project.path / "print" / "rear.json", {"extends": "base", "elements": [{**GROUND, "box": "card"}]})
    assert checked(project, sheet="a4-bleed") == ([], [])
    ((error,), _) = checked(project, sheet="a4-bleed", backs="long")
    assert error.startswith("layout rear: bleed: 3 mm are asked for, the layout paints 0 mm")
    with pytest.raises(PreflightError, match=r"^nothing printed: 1 problem in 1 layout\n  layout rear: bleed: "):
        cards = [(card, 1) for card in project.cards.values()]
        print_cards(project, cards, tmp_path / "out.pdf", PrintOptions(sheet="a4-bleed", backs="long"))
    assert not (tmp_path / "out.pdf").exists()


def test_what_is_wrong_on_both_sides_is_told_once(tmp_path: Path) -> None:
    project = game_of(
        tmp_path / "game", {**NAME, "box": [3, 3, 61, 9]}, {**NAME, "id": "low", "text": "火"}, back="card"
    )
    found, _ = checked(project, backs="long")
    assert [error.split(": ")[1] for error in found] == ["name", *["low"] * len(project.cards)]


def test_a_back_of_another_size_is_an_error(tmp_path: Path) -> None:
    project = game_of(tmp_path / "game", GROUND, NAME, back="rear")
    write(project.path / "print" / "rear.json", {"extends": "base", "card": {"width": 88, "height": 63}})
    ((error,), _) = checked(project, backs="long")
    assert error == "layout rear: card: is 88 x 63 mm, but the back of card, which is 63 x 88 mm"


@pytest.mark.parametrize(
    ("element", "text"),
    [
        ({**NAME, "box": [3, 3, 61, 9]}, "reaches 1 mm beyond the right edge of the card; move or shrink it"),
        ({**NAME, "box": [-0.5, 3, 57, 9]}, "reaches 0.5 mm beyond the left edge of the card; move or shrink it"),
        ({**NAME, "box": [3, 80, 57, 9]}, "reaches 1 mm beyond the lower edge of the card; move or shrink it"),
        ({**NAME, "box": [3, 90, 57, 9]}, "lies outside the card of 63 x 88 mm; move it onto the card, or remove it"),
        (
            {**GROUND, "box": [10, -5, 9, 9]},
            "reaches 2 mm beyond the upper edge of the bleed of 3 mm; move or shrink it",
        ),
        ({**GROUND, "box": [64, 3, 1, 1]}, "lies outside the card of 63 x 88 mm; move it onto the card, or remove it"),
        ({**NAME, "kind": "art", "box": [-9, 0, 80, 40]}, "reaches 6 mm beyond the left edge of the bleed of 3 mm"),
        ({**NAME, "box": [3, 90, 57, 9], "when": "quay"}, "lies outside the card of 63 x 88 mm"),
        ({**NAME, "box": [3, 90, 57, 9], "remove": True}, ""),
        ({**GROUND, "box": [-3, 6, 69, 4]}, ""),
    ],
)
def test_an_element_that_leaves_its_card_is_an_error(tmp_path: Path, element: dict[str, object], text: str) -> None:
    if element["kind"] == "art":
        element = {key: element[key] for key in ("id", "kind", "box")}
    project = game_of(tmp_path / "game", {**GROUND, "id": "below"}, element)
    found, _ = checked(project)
    problems = check_project(project.path, EXTRA)
    assert (len(found), len(problems)) == (bool(text), bool(text))
    if text:
        assert found[0].startswith(f"layout card: {element['id']}: {text}")
        assert (problems[0].file, problems[0].path) == ("print/card.json", element["id"])
        assert problems[0].found == f"an element that {text.split(';')[0]}"


RULES = {"id": "rules", "kind": "text", "font": "body", "box": [5, 45, 53, 12], "size": 8, "min": 7, "colour": "ink"}
FULL, SHORT = "{keyword_lines}\n{text}\n<i>{flavour}</i>", "{keywords}\n{text}"


@pytest.mark.parametrize(
    ("elements", "says", "lost"),
    [
        ([{**RULES, "text": [FULL, SHORT]}], "", []),
        ([{**RULES, "text": [FULL, SHORT]}], "Draw a card. " * 9, ["keyword_lines", "flavour"]),
        ([{**RULES, "text": [FULL, "{keyword_lines}\n{text}", SHORT]}], "Draw a card. " * 5, ["flavour"]),
        ([{**RULES, "text": ["<i>{flavour}</i>", ""], "box": [5, 45, 10, 3]}], "", ["flavour"]),
        # what one element leaves out another one says
        ([{**RULES, "text": [FULL, SHORT]}, {**RULES, "id": "low", "text": FULL, "box": [3, 60, 57, 27]}],
         "Draw a card. " * 9, []),
    ],
)  # fmt: skip
def test_flavour_and_reminders_that_are_left_out_are_warned_about(
    tmp_path: Path, elements: list[dict[str, object]], says: str, lost: list[str]
) -> None:
    words = {
        "flavour": "no room for the flavour text, left out",
        "keyword_lines": "no room for the reminders of its keywords, left out",
    }
    project = game_of(tmp_path / "game", GROUND, *elements)
    cards = json.loads((project.path / "cards" / "all.json").read_text())
    cards["cards"][1] |= {"keywords": ["swift"], "text": says}
    write(project.path / "cards" / "all.json", cards)
    expected = [f"ferry: rules: {words[name]}" for name in lost]
    assert checked(load_project(project.path)) == ([], expected)


def test_a_card_that_says_the_same_as_another_one_is_warned_about_too(tmp_path: Path) -> None:
    project = game_of(tmp_path / "game", {**RULES, "text": [FULL, SHORT]})
    cards = [
        {"id": id_, "name": id_, "type": "quay", "price": 1, "text": "Draw a card. " * 12, **more}
        for id_, more in (("plain", {}), ("a", {"flavour": "First of " * 9}), ("b", {"flavour": "Second of " * 9}))
    ]
    write(project.path / "cards" / "all.json", {"cards": cards})
    _, warnings = checked(load_project(project.path))
    assert warnings == [f"{id_}: rules: no room for the flavour text, left out" for id_ in ("a", "b")]


@pytest.mark.parametrize(("field", "what"), [("flavour", "flavour text"), ("text", "rules text")])
def test_a_text_that_the_layout_has_no_place_for_is_warned_about_once(tmp_path: Path, field: str, what: str) -> None:
    project = game_of(tmp_path / "game", NAME)
    cards = [{"id": id_, "name": id_, "type": "quay", "price": 1, field: "Wet."} for id_ in ("pier", "mole")]
    write(project.path / "cards" / "all.json", {"cards": cards})
    found, (warning,) = preflight(project, [(card, 1) for card in project.cards.values()])
    assert (found, str(warning)) == (
        [],
        f"layout card: elements: no text names {{{field}}}: the {what} of its cards is not printed",
    )


def test_the_command_exits_with_1_for_errors_and_with_0_for_warnings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "out.pdf"
    for check in (["--check"], ["--output", str(target)], ["--png", str(tmp_path / "png")]):
        code, out, err = printing(monkeypatch, capsys)("!Jaeger", "--game", "mecha", "--bleed", "3.5", *check)
        assert (code, out) == (1, "")
        assert "layout card: bleed: 3.5 mm are asked for, the layout paints 3 mm beyond the cut" in err
    assert not target.exists()
    assert not (tmp_path / "png").exists()
    project = game_of(tmp_path / "game", GROUND, NAME, {**RULES, "text": [FULL, SHORT]})
    cards = json.loads((project.path / "cards" / "all.json").read_text())
    cards["cards"][1]["flavour"] = "Always late. " * 20
    write(project.path / "cards" / "all.json", cards)
    game = ["--game", str(project.path)]
    warning = "warning: ferry: rules: no room for the flavour text, left out\n"
    assert printing(monkeypatch, capsys)("--check", *game) == (0, "3 cards can be printed\n", warning)
    code, out, err = printing(monkeypatch, capsys)("--output", str(target), *game)
    assert (code, err) == (0, warning)
    code, out, err = printing(monkeypatch, capsys)("--output", str(target), "--png", str(tmp_path / "png"), *game)
    assert (code, err) == (0, warning)
    code, out, err = printing(monkeypatch, capsys)("--png", str(tmp_path / "png"), *game)
    assert (code, out, err) == (0, f"3 pictures: {tmp_path / 'png'}\n", warning)
    code, out, err = printing(monkeypatch, capsys)("--check", "-f", "json", "--bleed", "3.5", *game)
    rows = [(row["severity"], row["card"], row["layout"], row["element"]) for row in json.loads(out)]
    assert (code, err) == (1, "")
    assert rows == [("error", "", "card", "bleed"), ("warning", "ferry", "card", "rules")]

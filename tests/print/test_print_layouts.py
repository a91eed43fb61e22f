"""Layouts as data: extending, conditions, fields of any game, and errors that name the place and the nearest word."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from harbour import harbour_at, write
from pages import opened, read, words_of

from cardlib.catalog import Project, load_project
from cardlib_print import LayoutError, PrintOptions, print_cards, stamp
from cardlib_print.forms import form_layouts
from cardlib_print.layouts import load_layout
from cardlib_print.values import field_names

NAME = {"id": "name", "kind": "text", "text": "{name}", "font": "title", "box": [3, 3, 57, 9], "lines": 1}


def pages(project: Project, folder: Path, *ids: str, **options: object) -> list[str]:
    cards = [(project.cards[id_], 1) for id_ in ids]
    print_cards(project, cards, folder / "out.pdf", PrintOptions(sheet="single", **options))  # type: ignore[arg-type]
    return [words_of(page) for page in read(folder / "out.pdf")]


def with_layouts(folder: Path, **layouts: dict[str, object]) -> Project:
    harbour_at(folder)
    for name, layout in layouts.items():
        write(folder / "print" / f"{name}.json", {"extends": "base", **layout})
    return Project(folder, problems=())  # the gate would stop what the reader of layouts explains


def test_a_project_without_layouts_prints_plain_cards(harbour: Project, tmp_path: Path):
    barge, ferry = pages(harbour, tmp_path, "barge", "ferry")
    assert "Barge Old Ship Slow. 2 4 Price Cargo barge" in barge
    assert "Ferry Ship Always late. X 1 Price Cargo ferry" in ferry
    assert stamp(harbour, harbour.cards["barge"]) in barge


def test_a_price_of_several_parts_has_room_on_a_plain_card(harbour: Project, tmp_path: Path):
    game = json.loads((harbour.path / "game.json").read_text(encoding="utf-8"))
    parts = {id_: {"title": id_.title(), "letter": id_[:3]} for id_ in ("coin", "pearl")}
    toll = {"type": "sum", "title": "Toll", "description": "What it costs.", "parts": parts}
    game["attributes"] = {"toll": toll, **{id_: {**one, "optional": True} for id_, one in game["attributes"].items()}}
    write(harbour.path / "game.json", game)
    mole = {"id": "mole", "name": "Mole", "type": "quay", "toll": {"coin": 12, "pearl": 11}}
    write(harbour.path / "cards" / "all.json", {"cards": [mole]})
    (page,) = pages(load_project(harbour.path), tmp_path, "mole")
    assert "11pea" in page


def test_a_layout_names_the_attributes_of_its_game(tmp_path: Path):
    text = {"id": "numbers", "kind": "text", "text": "<b>{price}</b> for {cargo} t", "box": [3, 20, 57, 9]}
    project = with_layouts(tmp_path / "game", card={"elements": [NAME, text]})
    assert pages(project, tmp_path, "barge", "ferry") == ["Barge 2 for 4 t", "Ferry X for 1 t"]


def test_conditions_are_filters(tmp_path: Path):
    ship = {**NAME, "id": "ship", "text": "a ship", "when": "ship cargo>=2", "box": [3, 20, 57, 9]}
    quay = {"id": "quay", "extends": "ship", "text": "a quay", "when": "quay"}
    project = with_layouts(tmp_path / "game", card={"elements": [NAME, ship, quay]})
    assert pages(project, tmp_path, "barge", "ferry", "pier") == ["Barge a ship", "Ferry", "Pier a quay"]


def test_a_palette_colours_each_card_even_if_nothing_else_differs(tmp_path: Path):
    layout = {
        "colours": {"ground": "#ffffff"},
        "palettes": [{"when": "quay", "colours": {"ground": "#000000"}}],
        "elements": [{"id": "ground", "kind": "box", "box": "bleed", "fill": "ground"}],
    }
    project = with_layouts(tmp_path / "game", card={**layout, "back": "card"})
    for order in (["pier", "barge"], ["barge", "pier"]):
        cards = [(project.cards[id_], 1) for id_ in order]
        print_cards(project, cards, tmp_path / "out.pdf", PrintOptions(sheet="single", backs="long"))
        with opened(tmp_path / "out.pdf") as document:
            looks = [page.render(scale=0.2).to_pil().convert("L").getpixel((6, 9)) for page in document]
        assert looks == [{"pier": 0, "barge": 255}[id_] for id_ in order for _ in ("face", "back")]
    assert stamp(project, project.cards["pier"]) != stamp(project, project.cards["barge"])


def test_a_layout_for_some_cards_and_one_for_the_rest(tmp_path: Path):
    project = with_layouts(
        tmp_path / "game",
        card={"elements": [NAME]},
        quays={"for": "quay", "extends": "card", "elements": [{"id": "name", "text": "Quay: {name}"}]},
    )
    assert pages(project, tmp_path, "barge", "pier") == ["Barge", "Quay: Pier"]
    assert pages(project, tmp_path, "barge", layout="quays") == ["Quay: Barge"]


def test_cards_of_two_sizes_go_on_sheets_of_their_own(tmp_path: Path):
    small = {"for": "quay", "card": {"width": 44, "height": 68}, "elements": [{**NAME, "box": [3, 3, 38, 9]}]}
    project = with_layouts(tmp_path / "game", card={"elements": [NAME]}, small=small)
    cards = [(project.cards[id_], 1) for id_ in ("pier", "barge", "ferry")]
    print_cards(project, cards, tmp_path / "out.pdf")
    first, second = read(tmp_path / "out.pdf")
    assert (len(first.faces), len(second.faces)) == (1, 2)
    assert "cards 44 x 68 mm" in words_of(first)


def test_an_extended_element_keeps_what_it_does_not_change_and_may_be_removed(tmp_path: Path):
    project = with_layouts(tmp_path / "game", card={"extends": "plain", "elements": [{"id": "stamp", "remove": True}]})
    (barge,) = pages(project, tmp_path, "barge")
    assert "Barge" in barge
    assert stamp(project, project.cards["barge"]) not in barge


def test_symbols_stand_in_text_and_before_keywords(tmp_path: Path):
    write(tmp_path / "game" / "print" / "marks.json", {"symbols": {"star": {"path": "M0 0H100V100Z"}}})
    layout = {
        "symbols": "marks",
        "keywords": {"symbols": {"swift": "star"}},
        "elements": [{**NAME, "text": "{symbol:star} {name}"}],
    }
    project = with_layouts(tmp_path / "game", card=layout)
    assert pages(project, tmp_path, "barge")[0].strip() == "Barge"


def test_symbols_that_ship_stand_in_text_beside_those_of_the_project(tmp_path: Path):
    write(tmp_path / "game" / "print" / "symbols.json", {"symbols": {"star": {"path": "M0 0H100V100Z"}}})
    layout = {"symbols": "symbols", "elements": [{**NAME, "text": "{symbol:star}{symbol:flame} {name}"}]}
    project = with_layouts(tmp_path / "game", card=layout)
    assert pages(project, tmp_path, "barge")[0].strip() == "Barge"
    with_layouts(tmp_path / "game", card={**layout, "elements": [{**NAME, "text": "{symbol:flme}"}]})
    with pytest.raises(LayoutError, match=r"unknown symbol 'flme' \(nearest: flame\)"):
        pages(load_project(tmp_path / "game"), tmp_path, "barge")


def test_backs_may_show_their_card(tmp_path: Path):
    project = with_layouts(
        tmp_path / "game",
        card={"back": "back", "elements": [NAME]},
        back={"elements": [{**NAME, "text": "back of {name}"}]},
    )
    cards = [(project.cards[id_], 1) for id_ in ("barge", "pier")]
    print_cards(project, cards, tmp_path / "out.pdf", PrintOptions(backs="long"))
    assert "back of Barge" in words_of(read(tmp_path / "out.pdf")[1])
    assert "back of Pier" in words_of(read(tmp_path / "out.pdf")[1])


@pytest.mark.parametrize(
    ("element", "message"),
    [
        ({"algin": "left"}, r"elements\[0\] \(name\): unknown property 'algin' \(nearest: align\)"),
        ({"text": "{nmae}"}, r"elements\[0\] \(name\): unknown field 'nmae' \(nearest: name\)"),
        ({"text": "<b>{name}"}, r"text: <b> is never closed"),
        ({"font": "titel"}, r"unknown font role 'titel' \(nearest: title\)"),
        ({"colour": "inkk"}, r"colour: unknown colour 'inkk' \(nearest: ink\)"),
        ({"when": "shipp:2"}, r"filter 'shipp:2': "),
        ({"when": "yours"}, r"filter 'yours': "),
        ({"box": [1, 2, 3]}, r"box: expected \[x, y, width, height\]"),
        ({"kind": "txt"}, r"unknown kind 'txt' \(nearest: text\)"),
        ({"align": "middle"}, r"align: unknown 'middle', expected one of left, centre, right"),
        ({"size": "big"}, r"size: expected a number"),
        ({"extends": "nme"}, r"extends unknown element 'nme'"),
        ({"text": "{symbol:star}"}, r"unknown symbol 'star'"),
    ],
)
def test_a_slip_in_a_layout_is_named_with_file_place_and_nearest_word(
    tmp_path: Path, element: dict[str, object], message: str
):
    project = with_layouts(tmp_path, card={"elements": [{**NAME, **element}]})
    with pytest.raises(LayoutError, match=rf"card\.json: .*{message}"):
        load_layout(project, "card", field_names(project))


def test_all_slips_of_a_layout_are_reported_together(tmp_path: Path):
    slips = {
        "fonts": {"title": {}},
        "colours": {"red": "#ff"},
        "palettes": [{"when": "ship", "colours": {"blue": "#00f"}}, {"by": ["sides", "tpyes"], "colours": {}}],
    }
    project = with_layouts(tmp_path, card={**slips, "titel": "x", "elements": [{**NAME, "kind": "x"}]})
    with pytest.raises(LayoutError) as caught:
        load_layout(project, "card", field_names(project))
    assert len(str(caught.value).splitlines()) == 6


def test_a_layout_without_fonts_is_refused(tmp_path: Path):
    project = with_layouts(tmp_path)
    write(tmp_path / "print" / "card.json", {"elements": []})
    with pytest.raises(LayoutError, match=r"card\.json: fonts: expected at least one role, found none"):
        load_layout(project, "card", field_names(project))


@pytest.mark.parametrize("key", ["elements", "hexagon"])
def test_elements_of_one_file_have_each_an_id_of_its_own(tmp_path: Path, key: str):
    project = with_layouts(tmp_path, card={"elements": [NAME], key: [NAME, {"id": "other"}, NAME]})
    with pytest.raises(LayoutError, match=rf"card\.json: {key}: found two called 'name', expected an id of its own"):
        load_layout(project, "card", field_names(project))


def test_layouts_that_extend_each_other_and_broken_json_are_errors(tmp_path: Path):
    project = with_layouts(tmp_path, one={"extends": "two"}, two={"extends": "one"})
    with pytest.raises(LayoutError, match="extends itself"):
        load_layout(project, "one", field_names(project))
    (tmp_path / "print" / "three.json").write_text('{"title": ')
    with pytest.raises(LayoutError, match=r"three\.json:1: title: found the end of the file"):
        load_layout(project, "three", field_names(project))


def test_a_font_that_is_not_installed_names_the_package_to_install(tmp_path: Path):
    project = with_layouts(tmp_path, card={"fonts": {"title": {"family": "Ada Mono"}}, "elements": [NAME]})
    with pytest.raises(Exception, match=r"AdaMono-Regular\.ttf was not found.*fontpkg-ada-mono"):
        pages(project, tmp_path, "barge")


def test_a_second_family_steps_in_for_single_characters(tmp_path: Path):
    font = {"family": ["Vera Test", "Fira Sans Condensed"]}
    project = with_layouts(tmp_path / "game", card={"fonts": {"title": font}, "elements": [NAME]})
    import reportlab

    vera = Path(reportlab.__file__).parent / "fonts" / "Vera.ttf"
    folder = tmp_path / "game" / "print" / "fonts"
    folder.mkdir()
    for style in ("Regular", "Bold", "Italic", "BoldItalic"):
        (folder / f"VeraTest-{style}.ttf").write_bytes(vera.read_bytes())
    path = tmp_path / "game" / "cards" / "all.json"
    path.write_text(path.read_text().replace('"Barge"', '"Barge Щ"'), encoding="utf-8")
    project = load_project(tmp_path / "game")
    assert pages(project, tmp_path, "barge") == ["Barge Щ"]
    data = (tmp_path / "out.pdf").read_bytes()
    assert b"FiraSansCondensed-Regular" in data
    assert b"BitstreamVeraSans" in data


def test_every_schema_of_print_files_accepts_what_ships(mecha: Project):
    import json

    from jsonschema import Draft202012Validator
    from referencing import Registry, Resource

    from cardlib.places import schemas_root
    from cardlib_print import layouts, sheets

    shipped = Path(layouts.__file__).parent
    schemas = {
        name: json.loads((schemas_root() / f"{name}.schema.json").read_text())
        for name in ("layout", "sheet", "symbols", "pieces")
    }
    registry: Registry[object] = Registry().with_resources(
        [(schema["$id"], Resource.from_contents(schema)) for schema in schemas.values()]
    )
    validator = Draft202012Validator(schemas["layout"], registry=registry)
    files = [
        *(shipped / "layouts").glob("*.json"),
        *(shipped / "sheets").glob("*.json"),
        *mecha.path.parent.glob("*/print/*.json"),
    ]
    assert len(files) >= len(sheets()) + 6
    for path in files:
        assert [error.message for error in validator.iter_errors(json.loads(path.read_text()))] == [], path


def test_layouts_of_documents_are_put_together_once_for_all_documents(
    harbour: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert list(form_layouts(harbour)) == []
    write(harbour.path / "print" / "log.json", {"extends": "plain", "document": "log", "for": "=1 > 0"})
    write(harbour.path / "print" / "log-small.json", {"extends": "log"})
    found = [("log-small", "log", "=1 > 0"), ("log", "log", "=1 > 0")]
    assert list(form_layouts(harbour)) == found
    monkeypatch.setattr("cardlib_print.layouts._extended", None)
    assert list(form_layouts(harbour)) == found


def test_a_plain_card_shows_its_emblem_only_where_nothing_is_written(harbour: Project):
    game = json.loads((harbour.path / "game.json").read_text(encoding="utf-8"))
    number = {"type": "integer", "title": "Points", "description": "Its share.", "optional": True}
    game["attributes"] |= {"depth": {**number, "title": "Depth"}, "points": number}
    write(harbour.path / "game.json", game)
    bare = {"type": "quay", "price": 1}
    cards = [{"id": "mole", "name": "Mole", **bare}, {"id": "jetty", "name": "Jetty", **bare, "points": 2}]
    write(harbour.path / "cards" / "all.json", {"cards": cards})
    project = load_project(harbour.path)
    layout = load_layout(project, "plain", field_names(project))
    emblems = [one for one in layout.elements if one.id.startswith("panel-emblem")]
    shown = {
        card.id: any(one.when is not None and one.when(card) for one in emblems) for card in project.cards.values()
    }
    assert shown == {"mole": True, "jetty": False}

"""Templates, symbols in text, quotation marks and bold keywords."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from cardlib.catalog import load_project
from cardlib.catalog.template import make_project
from cardlib.errors import CardlibError
from cardlib_print.markup import Run, curly, emphasised, fields_of, filled, plain, read_template
from cardlib_print.values import Values


def fill(template: str, **values: str) -> list[str]:
    paragraphs = filled(read_template(template), lambda name: plain(values.get(name, "")))
    return ["".join(f"[{run.text}]" if run.symbol else run.text for run in paragraph) for paragraph in paragraphs]


def test_fields_are_filled_and_styles_are_kept():
    assert fill("{name}: {cost}", name="Barge", cost="2") == ["Barge: 2"]
    (paragraph,) = filled(read_template("<b>{name}</b> <i>x</i>"), lambda name: plain("Barge"))
    assert paragraph == (Run("Barge", bold=True), Run(" "), Run("x", italic=True))
    assert fields_of(read_template("{a}\n<b>{b}</b>")) == ["a", "b"]


def test_a_line_whose_fields_are_all_empty_is_left_out():
    assert fill("{keywords}\n{text}\n<i>{flavour}</i>", text="Draw.") == ["Draw."]
    assert fill("cost: {cost}") == []
    assert fill("always here") == ["always here"]


def test_line_breaks_in_a_value_begin_new_paragraphs():
    assert fill("A {text} Z", text="one\ntwo") == ["A one", "two Z"]


def test_braces_in_a_value_are_symbols_and_angle_brackets_are_not_markup():
    assert fill("{text}", text="Pay {flight}: <b>no") == ["Pay [flight]: <b>no"]
    assert fill("{symbol:star} {name}", name="Barge") == ["[star] Barge"]


@pytest.mark.parametrize("template", ["<b>open", "closed</b>", "<b><b>twice</b></b>", "<i>a</b>"])
def test_tags_that_do_not_match_are_an_error(template: str):
    with pytest.raises(CardlibError, match="<"):
        read_template(template)


def test_typewriter_quotes_become_typographic_ones():
    assert curly("""Jason "The Looks" can't; 'Stage 2'""") == "Jason “The Looks” can’t; ‘Stage 2’"


def test_keywords_become_bold_where_they_stand_alone():
    value = emphasised(plain("Armour 2 and Flightless, then Flight."), re.compile(r"(?<!\w)(?:Flight|Armour \d)(?!\w)"))
    assert [run.text for run in value[0] if run.bold] == ["Armour 2", "Flight"]


def test_a_flag_that_is_set_is_said_by_its_title(tmp_path: Path):
    make_project(tmp_path / "hives")
    path = tmp_path / "hives" / "game.json"
    raw = json.loads(path.read_text())
    raw["attributes"]["nocturnal"] = {
        "type": "boolean",
        "title": "Nocturnal",
        "description": "By night.",
        "optional": True,
    }
    path.write_text(json.dumps(raw))
    cards = tmp_path / "hives" / "cards" / "units.json"
    own = json.loads(cards.read_text())
    own["cards"][0]["nocturnal"], own["cards"][1]["nocturnal"] = True, False
    cards.write_text(json.dumps(own))
    hives = load_project(tmp_path / "hives")
    values = Values(hives, {}, named=("cost", "attack"))
    said = [
        "".join(run.text for line in values.of(hives.cards[id_], "details") for run in line)
        for id_ in ("archer", "herald")
    ]
    assert said == ["Health 1 · Nocturnal", "Health 1"]

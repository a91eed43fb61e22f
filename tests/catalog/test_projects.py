"""Projects as values: cards with their attributes and lines, rules, names, digests."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cardlib.catalog import DataError, Project, candidates, find_card, load_project, make_project
from cardlib.errors import Ambiguous, NotFound
from cardlib.places import schemas_root


@pytest.fixture(scope="module")
def mecha() -> Project:
    return load_project("mecha")


@pytest.fixture
def skirmish(tmp_path: Path) -> Project:
    return make_project(tmp_path / "skirmish", "Skirmish at Dawn")


def test_a_card_as_printed(mecha: Project) -> None:
    bugzapper = mecha.cards["bugzapper"]
    assert (bugzapper.name, bugzapper.type_line) == ("Bugzapper", "Mecha")
    assert bugzapper.attributes == {"cost": 2, "power": 3, "durability": 1}
    assert bugzapper.keywords == {"haste": True, "reach": True}
    assert mecha.cards["turtle"].keywords == {"armour": 1}
    assert mecha.cards["rampart"].types == {"mecha-tower", "mecha", "tower"}
    assert mecha.keywords["provide"].printed(2) == "Provides 2u"
    text = (mecha.path / bugzapper.file).read_text(encoding="utf-8").splitlines()
    assert '"bugzapper"' in text[bugzapper.line - 1]


def test_rules_have_their_ids(mecha: Project) -> None:
    assert mecha.rules["MIW-021"].kind == "rule"
    assert mecha.rules["MIW-Q01"].question
    assert len(mecha.rules) >= 341


def test_a_declaration_that_cannot_be_used_is_told_with_its_line(skirmish: Project) -> None:
    path = skirmish.path / "game.json"
    path.write_text(path.read_text().replace('"cost": {"type": "integer"', '"cost": {"type": "number"'))
    with pytest.raises(
        DataError, match=r'game\.json:\d+: attributes\.cost\.type: found "number", .* \(nearest: integer\)'
    ):
        load_project(skirmish.path)


def test_names_are_exact(mecha: Project, skirmish: Project) -> None:
    assert find_card(mecha, "BUGZAPPER").id == "bugzapper"
    assert find_card(mecha, "ada's rally cry").id == "adas-rally-cry"
    assert find_card(mecha, "Ada’s Rally Cry").id == "adas-rally-cry"
    assert find_card(skirmish, "Captain").id == "sergeant"
    with pytest.raises(NotFound, match="candidates: Wind-Up Cat, Wind-Up Dog"):
        find_card(mecha, "Wind-Up")
    with pytest.raises(NotFound, match="candidates: Bugzapper"):
        find_card([mecha, skirmish], "bugzaper")


def test_a_name_of_two_games_is_ambiguous(tmp_path: Path, skirmish: Project) -> None:
    other = make_project(tmp_path / "other")
    with pytest.raises(Ambiguous, match=r"skirmish: Wolf \(wolf\), other: Wolf \(wolf\)"):
        find_card([skirmish, other], "wolf")


def test_candidates_never_hide_the_exact_part() -> None:
    names = ["Tundra Wolves", "Tundra", "Ice Tunnel", "Tunnel"]
    assert candidates(names, "tund")[:2] == ["Tundra", "Tundra Wolves"]
    assert candidates(names, "ice tunel")[0] == "Ice Tunnel"


def test_variable_values_are_their_own(skirmish: Project) -> None:
    assert skirmish.cards["fireball"].attributes == {"cost": "X"}


def test_the_digest_follows_what_is_played(skirmish: Project) -> None:
    before = skirmish.digest
    file = skirmish.path / "cards" / "units.json"
    content = json.loads(file.read_text())
    file.write_text(json.dumps(content))
    rules = skirmish.path / "rules.json"
    rules.write_text(rules.read_text().replace("win", "lose"))
    assert load_project(skirmish.path).digest == before
    content["cards"][0]["attack"] = 9
    file.write_text(json.dumps(content))
    assert load_project(skirmish.path).digest != before


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ('{"cards": [{"id": "a", "name": "A"}]}', r"cards\[0\]: found no 'type'"),
        (
            '{"cards": [{"id": "a", "name": 7, "type": "unit"}]}',
            r"units\.json:1: cards\[0\]\.name: found 7, expected text",
        ),
        ('{"cards": {}}', "cards: found {}, expected a list"),
        ('{"cards": [', "units.json:1: .*found the end of the file, expected a value"),
        ('{"cards": [{"id": "a", "name": "A", "type": "unit", "cost": NaN}]}', "found NaN, expected a number"),
        ("[" * 5000, "more than 60 levels of nesting"),
    ],
)
def test_bad_shapes_name_their_place(skirmish: Project, content: str, message: str) -> None:
    (skirmish.path / "cards" / "units.json").write_text(content)
    with pytest.raises(DataError, match=message):
        _ = load_project(skirmish.path).cards


def test_an_id_twice_names_both_places(skirmish: Project) -> None:
    card = '{"cards": [{"id": "wolf", "name": "Other", "type": "event", "text": "-"}]}'
    (skirmish.path / "cards" / "zoo.json").write_text(card)
    with pytest.raises(DataError, match=r"zoo\.json:1: .* the id 'wolf' again, .* cards/units\.json:\d+ has this one"):
        _ = load_project(skirmish.path).cards


def test_a_new_project_brings_its_schemas(tmp_path: Path) -> None:
    """Editors find them by a way inside the project, on whatever machine it is."""
    project = make_project(tmp_path / "skirmish")
    files = [path for path in project.path.rglob("*.json") if "schemas" not in path.parts]
    assert len(files) >= 6
    for path in files:
        named = json.loads(path.read_text())["$schema"]
        target = (path.parent / named).resolve()
        assert target.is_relative_to(project.path)
        assert target.read_bytes() == (schemas_root() / target.name).read_bytes()


def test_a_new_project_refuses_a_folder_in_use(tmp_path: Path) -> None:
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "file").write_text("mine")
    from cardlib.errors import CardlibError

    with pytest.raises(CardlibError, match="not empty; nothing was written"):
        make_project(tmp_path / "full")
    with pytest.raises(CardlibError, match="no letter or digit"):
        make_project(tmp_path / "---")
    with pytest.raises(CardlibError, match=r"'war-rig' is a game that comes with cardlib, .* another folder name"):
        make_project(tmp_path / "War Rig")
    assert not (tmp_path / "War Rig").exists()
    (tmp_path / "empty").mkdir()
    assert make_project(tmp_path / "empty", 'A "quoted" name').game.name == 'A "quoted" name'
    assert sorted(path.name for path in tmp_path.iterdir()) == ["empty", "full"]

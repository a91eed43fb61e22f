"""Dice as data: read, part of the digest, and in the database."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from dicebox import DICE, dice_project

from cardlib.catalog import DataError, Project, check_project, load_project
from cardlib.kernel.dice import NUMBER
from cardlib.queries import cards, sql


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CARDLIB_CACHE", str(tmp_path / "cache"))


def test_dice_are_read_with_faces_in_words_of_their_own(tmp_path: Path) -> None:
    project = dice_project(tmp_path)
    assert check_project(project.path) == []
    ruby, ivory, umber = (project.dice[id_] for id_ in ("ruby", "ivory", "umber"))
    assert [(face.word, face.sides) for face in ruby.faces] == [
        ("blank", 3), ("hit", 2), ("hit-2", 1), ("spark", 1), ("fog", 1)
    ]  # fmt: skip
    assert (ruby.sides, ruby.colour, ruby.rules, ruby.faces[4].rules) == (8, "#b02a2a", ("SAD-002",), ("SAD-001",))
    assert (ruby.shows, ivory.shows) == ({"hit", "spark", "fog"}, {NUMBER})
    assert [face.number for face in ivory.faces] == [1, 2, 3, 4, 5, 6]
    assert [face.word for face in umber.faces] == ["dodge", "parry", "blank"]
    assert project.dice.symbols["fog"].counted(2) == "2 fogs"


def test_a_game_without_dice_has_none() -> None:
    assert len(load_project("mecha").dice) == 0


def test_dice_are_part_of_what_a_match_depends_on(tmp_path: Path) -> None:
    project = dice_project(tmp_path)
    before = project.digest
    changed = {**DICE, "dice": [{"id": "ivory", "name": "Ivory die", "sides": 8}]}
    (project.path / "dice" / "dice.json").write_text(json.dumps(changed))
    assert Project(project.path).digest != before


def test_broken_dice_stop_who_reads_them_and_nobody_else(tmp_path: Path) -> None:
    project = dice_project(tmp_path)
    (project.path / "dice" / "dice.json").write_text('{"dice": [{"id": "ruby", "name": "Ruby die", "faces": []}]}')
    again = Project(project.path)
    assert again.cards
    assert cards(again, "unit")
    assert sql(again, "select count(*) as n from dice") == [{"n": 0}]
    with pytest.raises(DataError, match=r"dice\.json:1: dice\[0\]\.faces: found \[\]"):
        _ = again.dice


def test_a_face_whose_picture_is_no_text_is_told_with_file_and_line(tmp_path: Path) -> None:
    project = dice_project(tmp_path)
    faces = [{"number": 1, "picture": {"file": "one.svg"}}, {"number": 2}]
    broken = {"dice": [{"id": "ruby", "name": "Ruby die", "faces": faces}]}
    (project.path / "dice" / "dice.json").write_text(json.dumps(broken))
    told = [str(problem) for problem in check_project(project.path)]
    assert any("dice.json:1: dice[0].faces[0].picture" in one for one in told), told


def test_the_database_is_asked_for_faces(tmp_path: Path) -> None:
    project = dice_project(tmp_path)
    rows = sql(project, "select die, face, sides from dice_faces where json_extract(symbols, '$.hit') > 1 order by die")
    assert rows == [{"die": "onyx", "face": "hit-2", "sides": 6}, {"die": "ruby", "face": "hit-2", "sides": 1}]
    rows = sql(project, "select id, sides, colour from dice where sides in (8, 20) order by id")
    assert rows == [{"id": "onyx", "sides": 20, "colour": ""}, {"id": "ruby", "sides": 8, "colour": "#b02a2a"}]
    assert sql(project, "select id from dice_symbols where mark != ''") == [{"id": "hit"}]
    (project.path / "dice" / "dice.json").write_text(json.dumps({"dice": [{"id": "d", "name": "D", "sides": 2}]}))
    assert sql(Project(project.path), "select count(*) as n from dice_faces") == [{"n": 2}]

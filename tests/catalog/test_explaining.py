"""What is wrong is explained where it is wrong: what fits is not looked at again, and hints have an end."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cardlib import bounds
from cardlib.catalog import check_project, load_project, make_project, run_sql
from cardlib.catalog.check import Schemas
from cardlib.catalog.problems import Problem
from cardlib.catalog.reading import DataError


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CARDLIB_CACHE", str(tmp_path / "cache"))
    return make_project(tmp_path / "skirmish").path


def with_cards(folder: Path, *slips: str) -> list[Problem]:
    """Check a project that has 400 cards more, of which the first ones have these targets."""
    cards: list[dict[str, object]] = []
    for number in range(400):
        cards.append({"id": f"x{number}", "name": f"Extra {number}", "type": "event"})
        if number < len(slips):
            ability = {"when": "played", "do": [{"op": "destroy", "target": slips[number]}]}
            cards[-1]["abilities"] = [ability]
    (folder / "cards" / "more.json").write_text(json.dumps({"cards": cards}, indent=1))
    return check_project(folder)


def test_of_a_long_list_only_what_does_not_fit_is_explained(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import jsonschema

    looked: list[object] = []
    check = jsonschema.FormatChecker.check

    def counted(self: jsonschema.FormatChecker, instance: object, name: str) -> None:
        looked.append(instance)
        check(self, instance, name)

    monkeypatch.setattr(jsonschema.FormatChecker, "check", counted)
    (problem,) = with_cards(folder, "nonsuch:x")
    assert (problem.path, problem.line) == ("cards[0].abilities[0].do[0].target", 13)
    assert 0 < len(looked) < 40


def test_a_list_that_is_too_long_is_told_and_nothing_else(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "rules.json").write_text(json.dumps({"rules": [{}] * 5_001}))
    (folder / "formats" / "more.json").write_text(json.dumps({"constraints": [{}] * 1_001}))
    asked: list[str] = []
    fits = Schemas.fits
    monkeypatch.setattr(Schemas, "fits", lambda self, name, value: asked.append(name) or fits(self, name, value))
    assert [str(problem) for problem in check_project(folder)] == [
        "formats/more.json:1: constraints: found a list of 1001, expected at most 1000 items",
        "rules.json:1: rules: found a list of 5001, expected at most 5000 items",
    ]
    assert asked.count("format") == 1 and not {"rules"} & {*asked}


def test_a_list_that_is_too_long_hides_nothing_of_other_files(folder: Path) -> None:
    """Or a gate that such a file has passed would be open to all of them."""
    (folder / "formats" / "more.json").write_text(json.dumps({"constraints": [{}] * 1_001}))
    (folder / "cards" / "more.json").write_text(json.dumps({"cards": [{"id": "../x", "name": "X", "type": "event"}]}))
    with pytest.raises(DataError, match="an id of small letters"):
        run_sql([load_project(folder)], "select * from cards")


def test_nearest_names_are_looked_for_so_long(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    slips = [f"wolg{number}" for number in range(3)]
    assert [problem.hint for problem in with_cards(folder, *slips)] == ["wolf"] * 3
    monkeypatch.setattr(bounds, "COMPARED", 2_200)  # there are some 850 names, and words in them
    assert [problem.hint for problem in with_cards(folder, *slips)] == ["wolf", "wolf", None]


@pytest.mark.parametrize(
    ("file", "value", "found"),
    [
        ("game.json", {"players": 2}, 'players: found 2, expected an object such as {"min": 1, "max": 1}'),
        ("game.json", {"stats": "attack"}, 'stats: found "attack", expected a list such as ["attack"]'),
        ("game.json", {"subtypes": {"elf": "Elf"}}, 'found "Elf", expected an object such as {"name": "Elf"}'),
        ("cards/more.json", {"do": {"op": "draw"}}, 'found an object with op, expected a list such as [{"op": …}]'),
        ("cards/more.json", {"do": "draw"}, 'abilities[0].do: found "draw", expected a list'),
        ("cards/more.json", {"do": ["draw"]}, 'do[0]: found "draw", expected an object such as {"op": "draw"}'),
        ("formats/more.json", ["pool"], 'constraints[0]: found "pool", expected an object such as {"kind": "pool"}'),
        ("formats/more.json", ["pole"], 'constraints[0]: found "pole", expected an object such as {"kind": "…"}'),
    ],
)
def test_what_has_parts_is_told_with_an_example(folder: Path, file: str, value: object, found: str) -> None:
    path = folder / file
    if file == "game.json":
        assert isinstance(value, dict)
        written: object = {**json.loads(path.read_text(encoding="utf-8")), **value}
    elif isinstance(value, dict):
        card = {"id": "x", "name": "X", "type": "event", "cost": 1, "abilities": [{"when": "played", **value}]}
        written = {"cards": [card]}
    else:
        written = {"id": "more", "constraints": value}
    path.write_text(json.dumps(written), encoding="utf-8")
    told = [str(problem) for problem in check_project(folder) if problem.file == file]
    assert len(told) == 1 and told[0].endswith(found)

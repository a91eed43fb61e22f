"""Mutants of data: which changes of an ability there are, and that the scenarios of its card notice them."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from cardlib.catalog import load_project
from cardlib.errors import CardlibError
from mutants import abilities
from mutants.__main__ import main
from mutants.abilities import KILLED, SURVIVED, UNFIT, Change, Ground, changes_of, ground_of


@pytest.fixture(scope="module")
def ground() -> Ground:
    return ground_of("mecha")


def of_card(ground: Ground, card: str) -> dict[tuple[str, str], Change]:
    return {(one.at, one.what): one for one in changes_of(ground.project) if one.card == card}


def test_numbers_truths_steps_and_conditions_are_changed() -> None:
    ability = {
        "when": "played",
        "limit": "once per turn",
        "do": [{"op": "damage", "amount": 2, "each": "mecha"}, {"op": "draw", "count": 1, "hidden": True}],
    }
    found = {(way, what): value for way, what, value in abilities._changes(ability, ())}
    assert set(found) == {
        (("limit",), "left out"),
        (("do", 0), "left out"),
        (("do", 1), "left out"),
        (("do", 0, "amount"), "2 to 3"),
        (("do", 0, "amount"), "2 to 1"),
        (("do", 1, "count"), "1 to 2"),
        (("do", 1, "count"), "1 to 0"),
        (("do", 1, "hidden"), "true to false"),
    }
    without = abilities._with(ability, ("limit",), found[("limit",), "left out"])
    assert without == {key: value for key, value in ability.items() if key != "limit"}
    assert abilities._with(ability, ("do", 0), found[("do", 0), "left out"])["do"] == ability["do"][1:]
    assert abilities._with(ability, ("do", 0, "amount"), 3)["do"][0]["amount"] == 3
    assert ability["do"][0]["amount"] == 2  # type: ignore[index]


def test_a_change_is_noticed_by_a_scenario_that_pins_the_card_and_by_no_other(ground: Ground) -> None:
    change = of_card(ground, "orbital-strike")["orbital-strike.abilities[0].do[0].amount", "2 to 3"]
    assert ground.outcome(change) == KILLED
    others = {id_: scenarios for id_, scenarios in ground.pinned.items() if id_ != "orbital-strike"}
    assert replace(ground, pinned=others).outcome(change) == SURVIVED


def test_a_scenario_that_comes_to_no_end_has_noticed(ground: Ground, monkeypatch: pytest.MonkeyPatch) -> None:
    def for_ever(game: object, scenario: object) -> None:
        while True:
            pass

    change = of_card(ground, "orbital-strike")["orbital-strike.abilities[0].do[0].amount", "2 to 3"]
    monkeypatch.setattr(abilities, "run", for_ever)
    monkeypatch.setattr(abilities, "SECONDS", 0.05)
    assert ground.outcome(change) == KILLED


def test_what_no_file_could_say_does_not_count(ground: Ground) -> None:
    change = of_card(ground, "orbital-strike")["orbital-strike.abilities[0].do[0].amount", "2 to 3"]
    assert ground.outcome(replace(change, ability={"when": "played", "do": [{"op": "damge"}]})) == UNFIT


def test_the_command_reports_and_says_by_its_code_whether_enough_was_noticed(
    ground: Ground, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["mecha", "--of", "abilities", "--in", "orbital-strike", "-n", "0", "--jobs", "1", "--format", "json"]
    assert main(words) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["score"] == 100 and {row["at"] for row in told["mutants"]} == {
        "orbital-strike.abilities[0].do[0].amount"
    }
    assert main(["mehca", "--of", "abilities"]) == 2
    assert "nearest: mecha" in capsys.readouterr().err


def test_an_explanation_of_what_is_no_longer_there_is_an_error(ground: Ground, tmp_path: Path) -> None:
    file = tmp_path / "explained.json"
    one = {"at": "orbital-strike.abilities[0].do[0].amount", "what": "2 to 9", "why": "nobody has so much"}
    assert abilities.explained(file) == []
    file.write_text(json.dumps({"explained": [one]}))
    with pytest.raises(CardlibError, match="no change of an ability fits the explanation of orbital-strike"):
        abilities.fresh(abilities.explained(file), changes_of(ground.project))
    file.write_text(json.dumps({"explained": [{**one, "what": "2 to *"}]}))
    (said,) = abilities.explained(file)
    abilities.fresh([said], changes_of(ground.project))
    fitting = {(one.at, one.what) for one in changes_of(ground.project) if said.fits(one)}
    assert fitting == {(said.at, "2 to 3"), (said.at, "2 to 1")}


def test_an_explanation_of_what_scenarios_notice_is_an_error(ground: Ground) -> None:
    change = of_card(ground, "orbital-strike")["orbital-strike.abilities[0].do[0].amount", "2 to 3"]
    said = abilities.Explained(change.at, "2 to *", "nobody counts")
    other = replace(change, what="2 to 1")
    abilities.consistent([said], [(change, KILLED), (other, SURVIVED)])
    with pytest.raises(CardlibError, match=r"amount: 2 to \* is explained, but scenarios notice it"):
        abilities.consistent([said], [(change, KILLED), (other, KILLED)])


@pytest.mark.parametrize("slug", ["analog-tactics", "mecha", "structure", "tyrants", "war-rig"])
def test_the_explanations_of_the_bundled_games_fit(slug: str) -> None:
    file = Path(__file__).parent / "explained" / f"{slug}-abilities.json"
    abilities.fresh(abilities.explained(file), changes_of(load_project(slug)))

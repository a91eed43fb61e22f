"""`cardlib scenario` and `cardlib rules coverage`."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from playing import Run, runner

from cardlib.catalog import project_path


def written(id_: str, title: str, unit: str, *steps: str) -> dict[str, object]:
    return {"id": id_, "title": title, "pins": ["skipper"], "given": {"A": {"battlefield": [unit]}}, "steps": steps}


OWN = {
    "scenarios": [
        written("right", "A Skipper has power 2", "skipper d3", "expect skipper d3.power = 2"),
        written("wrong", "A Skipper has power 9", "skipper d3", "expect skipper d3.power = 9"),
        written("odd", "Nobody stands beside the board", "skipper z9", "expect turn = 9"),
    ]
}


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    ran = runner(tmp_path, monkeypatch, capsys)
    monkeypatch.setenv("CARDLIB_GAME", "mecha")
    return ran


def test_a_folder_of_scenarios_and_what_is_none(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    folder.mkdir()
    assert run("scenario", "run", "mine", "--game", "mecha").err == (
        "cardlib: mine: no scenarios (.json) in this folder\n"
    )
    (tmp_path / "notes.txt").write_text("turtle")
    assert run("scenario", "run", "notes.txt", "--game", "mecha").err == (
        "cardlib: notes.txt: found a file that is no .json, expected a file of scenarios\n"
    )
    shutil.copy(project_path("mecha") / "scenarios" / "rulings-placing.json", folder)
    ran = run("scenario", "run", "mine", "--game", "mecha")
    assert ran.code == 0
    assert ran.err.endswith("scenarios passed\n")


def test_scenarios_by_id_file_and_pin_pass(run: Run) -> None:
    assert "1 of 1 scenarios passed" in run("scenario", "run", "two-armour-counters").err
    ran = run("scenario", "run", "MIW-104")
    assert ran.code == 0
    assert "scenarios passed" in ran.err


def test_every_failure_is_listed(run: Run, tmp_path: Path) -> None:
    (tmp_path / "own.json").write_text(json.dumps(OWN))
    ran = run("scenario", "run", "own.json")
    assert ran.code == 1
    assert "own.json: wrong: step 1 'expect skipper d3.power = 9': skipper d3.power is 2" in ran.err
    assert "own.json: odd: the position can't be laid out: 'skipper': no space is called 'z9'" in ran.err
    assert "1 of 3 scenarios passed" in ran.err
    rows = json.loads(run("scenario", "run", "own.json", "--format", "json").out)
    assert [(row["scenario"], row["passed"]) for row in rows] == [("right", True), ("wrong", False), ("odd", False)]


def test_a_loose_file_fits_the_schema(run: Run, tmp_path: Path) -> None:
    wrong = written("wrong", "A Skipper", "skipper d3", "expect turn = 9")
    wrong |= {"pins": ["MIW-9999"], "given": {"phaze": "main", "A": {"hand": ["kraken"]}}, "step": []}
    (tmp_path / "own.json").write_text(json.dumps({"scenarios": [wrong, wrong]}, indent=1))
    ran = run("scenario", "run", "own.json")
    assert ran.code == 1
    for problem in (
        'own.json:7: scenarios[0].pins[0]: found "MIW-9999"',
        "scenarios[0].given.phaze: found 'phaze'",
        'scenarios[0].given.A.hand[0]: found "kraken"',
        "scenarios[0].step: found 'step'",
        "nearest: steps",
        'scenarios[1].id: found "wrong", expected an id of its own',
    ):
        assert problem in ran.err, problem
    assert "Traceback" not in ran.err


def test_the_log_of_a_scenario_is_told(run: Run) -> None:
    ran = run("scenario", "run", "--log", "an-own-decision-only", "giving-up-at-an-own-decision-only")
    assert ran.code == 1
    ran = run("scenario", "run", "--log", "giving-up-at-an-own-decision-only")
    assert ran.code == 0
    assert "A attack cap-gun d2 turtle d3  Cap Gun attacks Turtle [MIW-166]" in ran.out
    assert "Player A wins [MIW-011]" in ran.out
    rows = json.loads(run("scenario", "run", "--log", "giving-up-at-an-own-decision-only", "--format", "json").out)
    assert rows[0]["log"][0] == {"step": "A attack cap-gun d2 turtle d3", "text": "Cap Gun attacks Turtle [MIW-166]"}


def test_files_that_hold_no_scenarios(run: Run, tmp_path: Path) -> None:
    for text in ("", "[]", "{}", '{"scenarios": [{}]}'):
        (tmp_path / "own.json").write_text(text)
        assert run("scenario", "run", "own.json").code == 1
    assert "no such file" in run("scenario", "run", "missing.json").err
    assert "nearest: two-armour-counters" in run("scenario", "run", "two-armor-counters").err


def test_listing(run: Run) -> None:
    rows = json.loads(run("scenario", "list", "MIW-104", "--format", "json").out)
    assert len(rows) >= 3
    assert all("MIW-104" in row["pins"] for row in rows)
    assert len(run("scenario", "list").out.splitlines()) > 500


def test_coverage(run: Run) -> None:
    ran = run("rules", "coverage", "--format", "json")
    rows = {row["id"]: row for row in json.loads(ran.out)}
    assert rows["MIW-104"]["kind"] == "rule"
    assert rows["MIW-104"]["scenarios"]
    assert rows["MIW-D01"]["tests"]
    assert rows["skipper"]["pinned"]
    assert f"{len(rows)} of {len(rows)} ids are pinned" in ran.err
    assert [id_ for id_, row in rows.items() if not row["pinned"]] == []


def test_coverage_lists_doubtful_pins(run: Run) -> None:
    ran = run("rules", "coverage", "--doubtful", "--game", "structure", "--format", "json")
    assert ran.code == 0
    assert {"where", "id", "what"} == set(json.loads(ran.out)[0])
    assert "pins of scenarios are in doubt" in ran.err

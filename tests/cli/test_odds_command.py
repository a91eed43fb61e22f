"""`cardlib odds` as a person types it."""

from __future__ import annotations

import csv
import io
import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from dicebox import dice_project

from cardlib_cli.main import main

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    monkeypatch.delenv("CARDLIB_GAME", raising=False)
    monkeypatch.chdir(tmp_path)

    def command(*words: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["cardlib", *words])
        code = 0
        try:
            main()
        except SystemExit as leaving:
            code = leaving.code if isinstance(leaving.code, int) else 1
        written = capsys.readouterr()
        assert "Traceback" not in written.err
        return code, written.out, written.err

    return command


def test_plain_dice_need_no_project(run: Run) -> None:
    assert run("odds", "d10>=7") == (
        0,
        "question  chance  fraction\n--------  ------  --------\nd10>=7    40.00%  2/5\n",
        "",
    )
    code, out, err = run("odds", "2d6")
    assert (code, err) == (0, "mean 7.00, likeliest 7\n")
    assert out.splitlines()[7].startswith("     7  16.67%   58.33%    58.33%   1/6       ███")
    assert "\x1b" not in out


def test_other_forms(run: Run) -> None:
    row = {"question": "2d6 >= 10", "chance": 1 / 6, "fraction": "1/6"}
    assert json.loads(run("odds", "2d6", "--at-least", "10", "-f", "json")[1]) == [row]
    rows = list(csv.DictReader(io.StringIO(run("odds", "d4", "--format", "csv")[1])))
    assert rows[2] == {"result": "3", "exactly": "0.25", "at least": "0.5", "at most": "0.75", "fraction": "1/4"}
    found = json.loads(run("odds", "2", "d6", "advantage", "-f", "json")[1])
    assert found[0] == {"result": 2, "exactly": 1 / 1296, "at least": 1.0, "at most": 1 / 1296, "fraction": "1/1296"}


def test_the_dice_of_a_project(run: Run, tmp_path: Path) -> None:
    folder = str(dice_project(tmp_path).path)
    code, out, _ = run("odds", "3 ruby.hit void fog - 2 umber >= 1", "--game", folder, "-f", "json")
    assert code == 0
    assert 0 < json.loads(out)[0]["chance"] < 1
    code, _, err = run("odds", "3", "rubi.hit", "--game", folder)
    assert code == 1
    assert err.splitlines()[0].endswith("(nearest: ruby)")
    assert err.splitlines()[1:] == ["  3 rubi.hit", "    ^"]


def test_what_is_sure_and_what_is_nearly_so(run: Run) -> None:
    assert "100%" in run("odds", "d6 >= 1")[1]
    assert "<0.01%" in run("odds", "9d6 >= 54")[1]
    assert ">99.99%" in run("odds", "9d6 < 54")[1]
    assert run("odds", "d6 > 6")[1].split()[-2:] == ["0%", "0"]


def test_wrong_uses(run: Run) -> None:
    assert run("odds")[0] == 2
    assert run("odds", "d6 > 3", "--at-least", "2")[0] == 2
    assert "stands behind '--': cardlib odds -- -d6" in run("odds", "-d6")[2]
    assert run("odds", "--", "-d6", "--format", "csv")[0] == 1
    assert "expected a die such as d6; the game declares no dice" in run("odds", "3 red.hit", "--game", "mecha")[2]
    assert "expected a die such as d6; name the game whose dice are meant" in run("odds", "3 red.hit")[2]


def test_help_has_an_example(run: Run) -> None:
    assert "Example: cardlib odds '2d6 >= 7'" in run("odds", "--help")[1]

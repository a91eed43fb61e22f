"""`cardlib replay`: a match told again, stopped, checked; and files that do not fit."""

from __future__ import annotations

import csv
import io
import json
import re
from pathlib import Path

import pytest
from playing import Run

import cardlib
from cardlib.errors import CardlibError
from cardlib.scenarios.replays import ReplayError, replay_steps

DECKS = ("graces-command", "donnas-search")


@pytest.fixture
def match(run: Run) -> str:
    """A recorded match of two bots; returns what was told while it was played."""
    return run("play", *DECKS, "--seats", "greedy,random", "--seed", "7", "--replay", "match.json").out


def test_a_replay_tells_the_same_as_the_match(run: Run, match: str) -> None:
    told = run("replay", "match.json").out.splitlines()
    told_live = [line for line in match.splitlines() if line.endswith("]")]
    assert [line for line in told if line.endswith("]")] == told_live
    assert told[-1] == match.splitlines()[-1]
    assert any(re.match(r" *\d+  A: play ", line) for line in told)


def test_a_changed_game_is_replayed_with_its_changes(run: Run, tmp_path: Path) -> None:
    words = (
        "--seats",
        "greedy,random",
        "--seed",
        "7",
        "--set",
        "rules.hand_size=7",
        "--set",
        "rules.opening_hand=6",
    )
    assert (
        "Changed: rules.hand_size=7 (was 5)\nChanged: rules.opening_hand=6 (was 5)\n"
        in run("play", *DECKS, *words, "--replay", "match.json").out
    )
    assert json.loads((tmp_path / "match.json").read_text())["changes"] == {
        "rules.hand_size": 7, "rules.opening_hand": 6
    }  # fmt: skip
    assert run("replay", "match.json", "--verify").out.startswith("match.json: the same again")
    assert run("replay", "match.json", "--to", "3").out.startswith("Changed: rules.hand_size=7 (was 5)\n")


def test_a_replay_of_a_changed_game_needs_the_changes(run: Run, tmp_path: Path) -> None:
    run(
        "play",
        *DECKS,
        "--seats",
        "random,random",
        "--seed",
        "7",
        "--set",
        "rules.hand_size=7",
        "--replay",
        "match.json",
    )
    data = json.loads((tmp_path / "match.json").read_text())
    with pytest.raises(ReplayError, match="a replay of a changed game"):
        list(replay_steps(cardlib.load("mecha"), data))
    assert list(replay_steps(cardlib.load("mecha", data["changes"]), data))
    (tmp_path / "match.json").write_text(json.dumps({**data, "changes": {"rules.hand_sise": 7}}))
    assert "(nearest: hand_size)" in run("replay", "match.json").err
    (tmp_path / "match.json").write_text(json.dumps({**data, "changes": ["rules.hand_size"]}))
    assert 'changes: found ["rules.hand_size"], expected an object' in run("replay", "match.json").err


def test_windows_that_there_are_not(run: Run, match: str, tmp_path: Path) -> None:
    data = json.loads((tmp_path / "match.json").read_text())
    (tmp_path / "match.json").write_text(json.dumps({**data, "windows": "hands"}))
    ran = run("replay", "match.json")
    assert ran.code == 1
    assert ran.err == (
        'cardlib: match.json: windows: found "hands", expected one of hand, turns, playable (nearest: hand); '
        "the file is damaged, or was written by hand; use another copy of it\n"
    )
    with pytest.raises(CardlibError, match="windows 'hands': expected one of hand, turns, playable"):
        cardlib.load("mecha").match(DECKS, windows="hands")


def test_it_stops_after_a_pick_and_draws_the_board(run: Run, match: str) -> None:
    ran = run("replay", "match.json", "--to", "12")
    assert "┼────────────" in ran.out
    assert "Hand of A:" in ran.out
    assert "after pick 12; player " in ran.err
    assert run("replay", "match.json", "--to", "0").code == 0
    assert "there are" in run("replay", "match.json", "--to", "99999").err


def test_it_says_what_a_search_would_do_there(run: Run, match: str) -> None:
    ran = run("replay", "match.json", "--to", "8", "--explain")
    assert ran.code == 0
    assert re.search(r"\(search\) thought of \d+ options in \d+ iterations|nothing else is worth a thought", ran.out)
    assert "needs --to N" in run("replay", "match.json", "--explain").err


def test_boards_on_every_turn(run: Run, match: str) -> None:
    assert run("replay", "match.json", "--boards").out.count("Turn 2, player B") >= 1


def test_as_rows(run: Run, match: str) -> None:
    data = json.loads(run("replay", "match.json", "--format", "json").out)
    assert data[0] == {**data[0], "pick": 0, "player": ""}
    assert data[1]["notation"] in ("yes", "no")
    assert data[-1]["events"][-1].startswith("Player ")
    rows = list(csv.DictReader(io.StringIO(run("replay", "match.json", "--format", "csv", "--to", "5").out)))
    assert [row["pick"] for row in rows] == ["0", "1", "2", "3", "4", "5"]


def test_verify(run: Run, match: str, tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    good = json.loads(path.read_text())
    ran = run("replay", path, "--verify")
    assert ran.code == 0
    assert f"the same again, {len(good['picks'])} picks, {len(good['prints'])} fingerprints compared" in ran.out

    def verified(**changes: object) -> str:
        path.write_text(json.dumps({**good, **changes}))
        found = run("replay", path, "--verify")
        assert found.code == 1
        return found.err

    assert "after pick 20 the position differs" in verified(prints={**good["prints"], "20": "0" * 16})
    assert "pick 1, 'dance', is not offered there" in verified(picks=["0 dance", *good["picks"][1:]])
    assert "the data has changed since it was recorded" in verified(picks=["0 dance"], data="0")
    assert "it ended otherwise" in verified(result={"winner": 1, "reason": "luck", "rule": None})
    assert 'and not {"winner": 1, "reason": "luck"' in verified(result={"winner": 1, "reason": "luck", "rule": None})
    assert "does not exist any more" in verified(decks=[["no-such-card"], ["radio-tower"]])
    cut, kept = good["picks"][:25], {"20": good["prints"]["20"]}
    assert "there are 25 picks, and a fingerprint of pick" in verified(picks=cut, result=None)
    assert "after the last pick, 25, the match goes on" in verified(picks=cut, prints=kept)
    path.write_text(json.dumps({**good, "picks": cut, "prints": kept, "result": None}))
    assert run("replay", path, "--verify").out == f"{path}: the same again, 25 picks, 1 fingerprint compared\n"


def test_a_saved_match_can_be_told_too(run: Run) -> None:
    run("play", *DECKS, "--seed", "7", lines="no\nsave mine.json\nquit\n")
    ran = run("replay", "mine.json")
    assert ran.code == 0
    assert "   1  A: no" in ran.out


def test_files_that_are_no_replays(run: Run, tmp_path: Path) -> None:
    cases = {
        "": "the file is empty",
        "[1]": "found [1], expected a replay or a saved match",
        "{}": "found no 'form' that says what it is, expected a replay or a saved match",
        '{"form": "cardlib replay 1"}': "damaged",
        '{"form": "cardlib replay 1", "decks": [[1], []], "seed": 1, "picks": []}': "damaged",
        '{"form": "cardlib replay 1", "decks": [[], []], "seed": 1, "picks": ["x y"]}': "damaged",
        '{"form": "cardlib replay 1", "decks": [[], []], "seed": "1", "picks": []}': "damaged",
    }
    for text, reason in cases.items():
        (tmp_path / "broken.json").write_text(text)
        for more in ((), ("--verify",), ("--format", "json")):
            ran = run("replay", "broken.json", *more)
            assert ran.code == 1
            assert reason in ran.err
    assert run("replay", "missing.json").code == 1


def test_one_match_has_no_games_to_number(run: Run, match: str) -> None:
    ran = run("replay", "match.json", "3")
    assert (ran.code, ran.out) == (1, "")
    assert ran.err == "cardlib: match.json: this is one match, with no games to number; --to 3 stops after that pick\n"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--verify", "--to", "3"), "leave out --to"),
        (("--verify", "--boards"), "leave out --boards"),
        (("--verify", "--to", "3", "--explain"), "leave out --to"),
        (("--verify", "--explain"), "leave out --explain"),
        (("--boards", "--format", "json"), "--boards goes with the table only; leave out --format json"),
        (("--jobs", "2"), "or add --explain"),
    ],
)
def test_no_option_is_passed_over(run: Run, match: str, words: tuple[str, ...], said: str) -> None:
    ran = run("replay", "match.json", *words)
    assert (ran.code, ran.out) == (1, "")
    assert said in ran.err

"""Secrets at one terminal: nobody is shown what another one chose, saved, or laid face down."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playing import Run, runner
from stalls import install, write_project

PLAY = ("play", "plain", "plain", "--game", "stalls", "--seats", "human,human", "--seed", "3")


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    write_project(tmp_path)
    install(tmp_path / "site")
    monkeypatch.syspath_prepend(tmp_path / "site")
    return runner(tmp_path, monkeypatch, capsys)


def screens(out: str) -> list[tuple[str, str]]:
    """What each player was shown, screen by screen."""
    parts = re.split(r"^=== Player (\w).*===$", out, flags=re.M)
    return list(zip(parts[1::2], parts[2::2], strict=True))


def test_two_people_bid_at_one_terminal(run: Run) -> None:
    ran = run(*PLAY, lines="1\n1\n3\nlog\n1\nboard\nlog\nquit\n")
    assert ran.code == 0, ran.err
    shown = screens(ran.out)
    assert [seat for seat, _ in shown][:4] == ["A", "B", "A", "B"]
    bidding = shown[3][1]
    assert "A has chosen a bid [STA-003]" in bidding and "A: 3" not in bidding.split("Each bid is opened")[0]
    assert "B has chosen a bid [STA-003]" in ran.out
    assert re.search(r"Each bid is opened \(A: \d, B: \d\) \[STA-003\]", ran.out)
    assert "A lays down a face-down ware" in shown[1][1] and "B lays down a face-down ware" in shown[2][1]


def test_the_screen_shows_no_number_and_no_ware_of_somebody_else(run: Run) -> None:
    shown = screens(run(*PLAY, lines="1\n1\n0\n0\nquit\n").out)
    for seat, text in shown:
        other = "B" if seat == "A" else "A"
        assert re.search(rf"^{other}.*\| coins \?$", text, re.M), text
        assert re.search(rf"^{seat}.*\| coins [456]$", text, re.M), text
        assert f"{other} has saved some coins" in text or "has saved" not in text
    mine = [re.findall(r"^Face down, and known to you: (.*)$", text, re.M) for _, text in shown]
    assert mine[:3] == [[], [], ["Snare on a1"]]
    assert "Face-down" in shown[1][1] and "Face-down" in shown[2][1]


def test_what_was_chosen_is_taken_back_and_chosen_anew(run: Run) -> None:
    ran = run(*PLAY, lines="1\n1\n3\nundo\nquit\n")
    assert ran.code == 0, ran.err
    after = ran.out.split("Taken back; ")[1]
    assert after.startswith("1 pick stands.") and "lay down a ware" in after and "has chosen" not in after


def test_a_match_saved_between_two_bids_goes_on(run: Run) -> None:
    run(*PLAY, lines="1\n1\n3\nsave half.json\nquit\n")
    saved = json.loads(Path("half.json").read_text())
    assert saved["state"]["sealed"] == [["bid", 0, ["number", 2], 0]]
    ran = run("play", "--resume", "half.json", "--game", "stalls", lines="1\nlog\nquit\n")
    assert ran.code == 0, ran.err
    assert "Each bid is opened (A: 2, B: 0) [STA-003]" in ran.out


def test_series_replays_and_scenarios_of_it(run: Run, tmp_path: Path) -> None:
    ran = run("sim", "plain", "plain", "--game", "stalls", "-n", "4", "--bots", "greedy,random")
    assert ran.code == 0, ran.err
    ran = run(*PLAY[:5], "--seats", "greedy,random", "--seed", "3", "--replay", "p.json")
    assert ran.code == 0, ran.err
    assert run("replay", "p.json", "--game", "stalls", "--verify").code == 0
    given = {"phase": "bids", "A": {"battlefield": [{"card": "gem", "at": "a1", "down": ["A"]}]}}
    steps = [
        "A 1",
        "B 2",
        "expect now A.bid = 1",
        "expect now B.lanterns = 1",
        "B look face-down a1",
        "expect gem.down = 0",
    ]
    one = {"id": "bids", "title": "Bids are opened together", "pins": ["STA-003"], "given": given, "steps": steps}
    (tmp_path / "stalls" / "scenarios" / "bids.json").write_text(json.dumps({"scenarios": [one]}))
    ran = run("scenario", "run", "--game", "stalls")
    assert ran.code == 0, ran.out + ran.err
    checked = run("data", "check", "stalls")
    assert checked.code == 0, checked.out + checked.err

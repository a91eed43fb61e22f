"""`cardlib play`: over a pipe, from the first question to the last."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from playing import Run, script

import cardlib
from cardlib.catalog import project_path
from cardlib.errors import CardlibError
from cardlib.scenarios.replays import replay_steps

DECKS = ("graces-command", "donnas-search")


def test_bots_play_a_match_to_the_end_and_write_a_replay(run: Run, tmp_path: Path) -> None:
    ran = run("play", *DECKS, "--seats", "greedy,random", "--seed", "7", "--replay", "match.json")
    assert ran.code == 0
    assert "Grace's Command (greedy, player A) against Donna's Search (random, player B)" in ran.out
    assert re.search(r"^Player [AB] wins in turn \d+ \(MIW-\d+: .+\)$", ran.out, re.M)
    assert "Turn 1: player A" in ran.out
    assert "[MIW-035]" in ran.out
    assert max(len(line) for line in ran.out.splitlines()) <= 110
    data = json.loads((tmp_path / "match.json").read_text())
    *_, (match, _) = replay_steps(cardlib.load("mecha"), data)
    assert match.result is not None


def test_the_same_seed_is_the_same_match(run: Run) -> None:
    one = run("play", *DECKS, "--seats", "random,random", "--seed", "3").out
    assert one == run("play", *DECKS, "--seats", "random,random", "--seed", "3").out
    assert one != run("play", *DECKS, "--seats", "random,random", "--seed", "4").out


def test_a_human_picks_by_number_and_by_words(run: Run) -> None:
    ran = run("play", "ok40", "ok40", "--seed", "5", "--autosave", "my.json", lines=script("2", "play radio d", "quit"))
    assert ran.code == 0
    assert "A, take a mulligan (MIW-022)" in ran.out
    assert "Your hand:" in ran.out
    assert "saved; go on with: cardlib play --resume my.json" in ran.err


def test_a_changed_game_is_saved_with_its_changes(run: Run) -> None:
    words = ("--seed", "5", "--set", "rules.opening_hand=7", "--autosave", "my.json")
    ran = run("play", "ok40", "ok40", *words, lines=script("no", "quit"))
    assert "Changed: rules.opening_hand=7 (was 5)" in ran.out
    again = run("play", "--resume", "my.json", lines=script("undo", "no", "zones", "quit"))
    assert "Changed: rules.opening_hand=7 (was 5)" in again.out
    assert "1 picks stand" not in again.out
    assert again.code == 0
    assert "name none beside it" in run("play", "--resume", "my.json", "--set", "rules.hand_size=3").err


def test_a_changed_card_says_what_it_does_now(run: Run) -> None:
    change = "cards.orbital-strike.abilities[0].do[0].amount=3"
    ran = run("play", "ok40", "ok40", "--seed", "5", "--set", change, lines=script("? orbital-strike", "quit"))
    assert "Deal 3 damage to target unit." in ran.out


def test_a_full_disk_does_not_end_the_match(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from cardlib_cli import saving

    whole = saving.write_json

    def full(path: Path, data: object) -> None:
        if path.name == "full.json":
            raise CardlibError(f"{path}: cannot write: No space left on device")
        whole(path, data)

    monkeypatch.setattr(saving, "write_json", full)
    words = ("play", "ok40", "ok40", "--seed", "5", "--autosave", "full.json")
    ran = run(*words, lines=script("no", "quit", "zones", "quit"))
    assert ran.code == 0
    assert "not saved: full.json: cannot write: No space left on device\nThe match goes on: save FILE" in ran.out
    assert "A discard pile: (empty)" in ran.out
    assert "\nevery pick is in full.json.journal; go on with: cardlib play --resume full.json\n" in ran.err
    assert "saved; go on" not in ran.err
    elsewhere = run("play", "--resume", "full.json", lines=script("quit", "save other.json", "quit"))
    assert "saved; go on with: cardlib play --resume other.json" in elsewhere.err
    assert sorted(path.name for path in tmp_path.glob("*.json*")) == ["other.json"]
    cut = run(*words, lines=script("no"))
    assert cut.code == 0
    assert "not saved: full.json: cannot write: No space left on device\nevery pick is in full.json.journal" in cut.err


def test_an_illegal_deck_is_named(run: Run, tmp_path: Path) -> None:
    (tmp_path / "four.txt").write_text("name: Four\ngame: mecha\n36 Radio Tower\n4 Bugzapper\n")
    ran = run("play", "four.txt", "ok40", "--seed", "5", lines=script("quit"))
    assert ran.code == 0
    assert ran.err.startswith("cardlib: Four is not legal: MIW-D02 (cardlib deck check says more)\n")
    refused = run("play", "four.txt", "ok40", "--strict")
    assert refused.code == 1
    assert refused.out == ""


def test_the_board_shows_whose_a_unit_is_without_colour(run: Run) -> None:
    """A Tower is played and drawn with its owner and numbers; the hand has types and costs."""
    lines = script("no", *["pass"] * 4, "play radio-tower d1", *["pass"] * 4, "board", "quit")
    ran = run("play", "radio-towers", "radio-towers", "--seed", "1", lines=lines)
    assert "│A▲ -/2" in ran.out
    assert re.search(r"│Radio Tower +│", ran.out)
    assert re.search(
        r"^A▲  deck \d+ \| hand \d+ \| discard 0 \| damage 0 of 5 \| bandwidth 1 \| total cost 0$", ran.out, re.M
    )
    assert re.search(r"^  radio-tower  \d x Basic Tower, -/2, Provides 1u$", ran.out, re.M)
    assert "\x1b" not in ran.out
    assert max(len(line) for line in ran.out.splitlines()) <= 100


def test_question_marks(run: Run) -> None:
    lines = script(
        "?",
        "? bugzapper",
        "? MIW-104",
        "? attack cap-gun c1 player",
        "? play sky-whale c1",
        "? yes",
        "? bugzaper",
        "? speed",
        "? sped",
        "? fli",
        "? MIW-10",
        "? MIW-D01",
        "quit",
    )
    ran = run("play", *DECKS, "--seed", "7", lines=lines)
    assert re.search(r"^  a number, or words +takes the option; ", ran.out, re.M)
    assert "Bugzapper (bugzapper)\nMecha, cost 2, 3/1, Haste, Reach" in ran.out
    assert "MIW-104: If the play itself" in ran.out
    assert "Not possible: no Cap Gun is on the battlefield" in ran.out
    assert "Not possible: Sky Whale is not in your hand (MIW-081)\nMIW-081: " in ran.out
    assert "That is possible: option 1, yes" in ran.out
    assert "no card, keyword or rule is called 'bugzaper'; candidates: Bugzapper" in ran.out
    assert "no card, keyword or rule is called 'sped'; candidates: Speed" in ran.out
    assert "no card, keyword or rule is called 'fli'; candidates: Flight" in ran.out
    assert "no card, keyword or rule is called 'MIW-10'; candidates: MIW-10" in ran.out
    assert "Speed: Moves up to n spaces in a turn" in ran.out
    assert "\nMIW-195: Speed X: " in ran.out
    assert "\nMIW-D01: A deck holds at least 40 cards.\nBroken by: 39 cards or fewer\n" in ran.out


def test_what_is_not_possible_says_why_and_asks_again(run: Run) -> None:
    ran = run("play", *DECKS, "--seed", "7", lines=script("99", "attack nothing", "x", "no", "quit"))
    assert "there is no option 99; there are 2" in ran.out
    assert "Not possible: 'nothing' is no card in play" in ran.out
    assert "Not possible: 'x' is no move, card or answer" in ran.out
    assert ran.code == 0


def test_the_last_word_may_be_cut_short(run: Run) -> None:
    lines = script("n", "play r", "play radio-tower", "quit")
    ran = run("play", "radio-towers", "radio-towers", "--seed", "1", lines=lines)
    kept, cut, whole = ran.out.split("\n> ")[1:4]
    assert "draws" in kept
    assert cut.partition("Which? ")[2].split() == whole.partition("Which? ")[2].split() != []


def test_words_that_fit_several_options_ask_which_and_refuse_nothing(run: Run) -> None:
    lines = script("6", "? play envoy circle", "play envoy circle", "quit")
    ran = run("play", "--game", "tyrants", "ac-d", "ccn-a", "--seed", "3", lines=lines)
    which = "play ac-envoy-circle space; play ac-envoy-circle planetside"
    asked, picked = ran.out.split("> play envoy circle")
    assert f"That is possible; which: {which}" in " ".join(asked.split())
    assert f"Which? {which}" in " ".join(picked.split())
    assert "Not possible" not in ran.out


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("undo 99", "there are not 99 picks to take back; you have made 1"),
        ("undo 2", "there are not 2 picks to take back; you have made 1"),
        ("undo x", "undo takes how many picks to take back, such as undo 3; found 'x'"),
        ("undo -1", "undo takes how many picks to take back, such as undo 3; found '-1'"),
        ("undo 0", "undo takes how many picks to take back, such as undo 3; found '0'"),
        ("undo 1 2", "undo takes how many picks to take back, such as undo 3; found '1 2'"),
        ("-1", "there is no option -1; there are "),
        ("9" * 900, "there is no option with so long a number; there are "),
    ],
)
def test_a_number_that_fits_nothing_is_refused(run: Run, typed: str, said: str) -> None:
    ran = run("play", *DECKS, "--seed", "7", lines=script("no", typed, "quit"))
    assert said.replace(" ", "") in "".join(ran.out.split())
    assert "Taken back" not in ran.out
    assert ran.code == 0


def test_undo_takes_back_the_last_pick(run: Run) -> None:
    ran = run(
        "play",
        "radio-towers",
        "radio-towers",
        "--seed",
        "1",
        lines=script("no", "play radio-tower d1", "undo", "zones", "undo", "undo", "quit"),
    )
    assert ran.out.count("A, take a mulligan") >= 2
    assert "Taken back; 2 picks stand." in ran.out or "Taken back; 1 pick stands." in ran.out
    assert "there is nothing to take back" in ran.out
    assert "A discard pile: (empty)" in ran.out


def test_a_match_is_saved_and_resumed(run: Run, tmp_path: Path) -> None:
    ran = run("play", *DECKS, "--seed", "7", lines=script("no", "save mine.json", "quit"))
    assert "Saved; go on with: cardlib play --resume mine.json" in ran.out
    saved = json.loads((tmp_path / "mine.json").read_text())
    assert saved["seats"] == ["human", "greedy"]
    assert saved["replay"]["picks"]
    again = run("play", "--resume", "mine.json", lines=script("undo", "quit"))
    assert again.code == 0
    assert "Grace's Command (human, player A) against Donna's Search (greedy, player B)" in again.out
    assert "A, take a mulligan (MIW-022)" in again.out  # undo reaches back before the save


def test_a_match_goes_on_from_its_position_when_the_cards_have_changed(run: Run, tmp_path: Path) -> None:
    run("play", *DECKS, "--seed", "7", lines=script("no", "save mine.json", "quit"))
    saved = json.loads((tmp_path / "mine.json").read_text())
    saved["replay"]["data"] = "of another day"
    (tmp_path / "mine.json").write_text(json.dumps(saved))
    ran = run("play", "--resume", "mine.json", lines="quit\n")
    assert "the cards' data has changed since; the picks still fit" in ran.err
    saved["replay"]["picks"][0] = "5 dance"
    (tmp_path / "mine.json").write_text(json.dumps(saved))
    ran = run("play", "--resume", "mine.json", "--autosave", "next.json", lines="undo\nquit\n")
    assert "the match goes on from the saved position, without undo beyond it" in ran.err
    assert "there is nothing to take back" in ran.out
    assert run("play", "--resume", "next.json", lines="quit\n").code == 0


def test_a_match_does_not_go_on_when_a_new_card_has_moved_the_numbers_of_the_others(run: Run, tmp_path: Path) -> None:
    game = Path(shutil.copytree(project_path("mecha"), tmp_path / "mecha"))
    run("play", *DECKS, "--game", game, "--seed", "7", lines=script("no", "save mine.json", "quit"))
    saved = json.loads((tmp_path / "mine.json").read_text())
    pilots = json.loads((game / "cards" / "pilots.json").read_text())
    first = {**pilots["cards"][0], "id": "a-new-one", "name": "A New One"}
    (game / "cards" / "new.json").write_text(json.dumps({"cards": [first]}))
    ran = run("play", "--game", game, "--resume", "mine.json", lines="quit\n")
    assert "the picks still fit" in ran.err
    saved["replay"]["picks"][0] = "5 dance"
    (tmp_path / "mine.json").write_text(json.dumps(saved))
    ran = run("play", "--game", game, "--resume", "mine.json", lines="quit\n")
    assert ran.code == 1
    assert "the numbers of the cards are others now" in ran.err


def test_a_match_does_not_go_on_in_other_zones(run: Run, tmp_path: Path) -> None:
    game = Path(shutil.copytree(project_path("mecha"), tmp_path / "mecha"))
    run("play", *DECKS, "--game", game, "--seed", "7", lines=script("no", "save mine.json", "quit"))
    saved = json.loads((tmp_path / "mine.json").read_text())
    saved["replay"]["picks"][0] = "5 dance"
    (tmp_path / "mine.json").write_text(json.dumps(saved))
    about = json.loads((game / "game.json").read_text())
    about["zones"] = {"aside": {"name": "aside", "of": "player", "visible": "owner"}, **about["zones"]}
    (game / "game.json").write_text(json.dumps(about))
    ran = run("play", "--game", game, "--resume", "mine.json", lines="quit\n")
    assert ran.code == 1
    assert "it has other zones now" in ran.err


def test_a_position_that_was_changed_by_hand_is_not_trusted(run: Run, tmp_path: Path) -> None:
    run("play", *DECKS, "--seed", "7", lines=script("no", "save mine.json", "quit"))
    saved = json.loads((tmp_path / "mine.json").read_text())
    saved["state"]["zone"][3] += 1
    (tmp_path / "mine.json").write_text(json.dumps(saved))
    ran = run("play", "--resume", "mine.json", lines="quit\n")
    assert ran.code == 1
    assert "mine.json: print: found '" in ran.err
    assert "expected the fingerprint of the state; the file is damaged, or was written by hand" in ran.err


def test_broken_files_are_refused_with_a_reason(run: Run, tmp_path: Path) -> None:
    cases = {
        "": "the file is empty",
        "[]": "found [], expected a saved match",
        '{"form": "cardlib replay 1"}': "found a replay, expected a saved match",
        '{"form": "cardlib match 1"}': "damaged",
    }
    for text, reason in cases.items():
        (tmp_path / "broken.json").write_text(text)
        ran = run("play", "--resume", "broken.json")
        assert ran.code == 1
        assert reason in ran.err
    assert "No such file" in run("play", "--resume", "missing.json").err
    assert "is a folder, expected a saved match" in run("play", "--resume", tmp_path).err


def test_what_another_command_tells_is_no_match_to_go_on_with_and_says_which(run: Run) -> None:
    run("play", *DECKS, "--seed", "7", "--seats", "random,random", "--replay", "a match.json")
    ran = run("play", "--resume", "a match.json")
    assert ran.code == 1
    assert "found a replay, expected a saved match" in ran.err
    assert ran.err.endswith("; cardlib replay 'a match.json' tells it\n")
    run("sim", *DECKS, "-n", "1", "--bots", "random,random", "--jobs", "1", "--out", "games.jsonl")
    said = (
        "games.jsonl: found the results of a series, expected a saved match; cardlib replay games.jsonl N tells a game"
    )
    assert run("play", "--resume", "games.jsonl").err == f"cardlib: {said}\n"


def test_the_end_of_the_input_saves_the_match(run: Run, tmp_path: Path) -> None:
    ran = run("play", *DECKS, "--seed", "7", lines="no\n")
    assert ran.code == 0
    found = re.search(r"cardlib play --resume (\S+)", ran.err)
    assert found is not None
    assert Path(found[1]).is_file()
    assert run("play", "--resume", found[1], lines="quit\n").code == 0


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_an_interrupt_loses_nothing(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "cardlib_cli.main", "play", *DECKS, "--seed", "7", "--autosave", "my.json"]
    playing = subprocess.Popen(
        command, cwd=tmp_path, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert playing.stdin is not None
    assert playing.stdout is not None
    playing.stdin.write("no\n")
    playing.stdin.flush()
    for line in playing.stdout:
        if line.startswith("> no"):
            break
    until = time.monotonic() + 30
    while b'"1 no"' not in (tmp_path / "my.json.journal").read_bytes() and time.monotonic() < until:
        time.sleep(0.02)
    playing.send_signal(signal.SIGTERM)
    _, err = playing.communicate(timeout=30)
    assert playing.returncode == 143
    assert "saved; go on with" in err
    saved = json.loads((tmp_path / "my.json").read_text())
    assert saved["replay"]["picks"][0] == "1 no"


def test_conceding(run: Run) -> None:
    ran = run("play", *DECKS, "--seed", "7", "--replay", "match.json", lines="concede\n")
    assert "Player B wins in turn 0 (MIW-011: gives up)" in ran.out
    assert run("replay", "match.json", "--verify").code == 0


def test_conceding_while_the_other_one_is_asked(run: Run) -> None:
    decks = sorted(path.stem for path in (project_path("structure") / "decks").glob("*.txt"))[:2]
    play = ("play", *decks, "--game", "structure", "--seed", "7", "--seats", "human,human")
    ran = run(*play, "--replay", "match.json", lines=script("concede C", "concede b"))
    assert "no player is called 'C'; they are A, B" in ran.out
    assert "Player A wins" in ran.out
    assert "DOS-214" in ran.out
    assert json.loads(Path("match.json").read_text())["picks"] == ["0 concede b"]
    assert run("replay", "match.json", "--verify").code == 0
    bots = run("play", *decks, "--game", "structure", "--seed", "7", lines=script("concede b", "quit"))
    assert "player B is a bot" in bots.out


def test_hot_seat_hides_each_hand_from_the_other_player(run: Run) -> None:
    ran = run("play", *DECKS, "--seats", "human,human", "--seed", "7", lines=script("no", "no", "quit"))
    parts = re.split(r"=== Player [AB]", ran.out)
    assert len(parts) >= 3
    assert "pass the screen to player B" in ran.out
    first, second = parts[1], parts[2]
    assert "A draws Spectre" not in second
    assert "A draws a card" in second
    assert "B draws a card" in first
    assert first.count("Your hand:") == second.count("Your hand:") == 1
    assert "Hand of" not in ran.out


def test_bluff_asks_whoever_holds_cards(run: Run) -> None:
    lines = script("no", "play radio-tower d1", "stops draw phase mine", "end", "pass", "pass", "pass", "pass", "quit")
    plain = run("play", "radio-towers", "radio-towers", "--seed", "1", lines=lines).out
    bluffing = run("play", "radio-towers", "radio-towers", "--seed", "1", "--bluff", lines=lines).out
    assert "or pass (MIW" not in plain
    assert "respond or pass (MIW-048)\n    1  pass" in bluffing
    assert "Draw Phase\n" in bluffing and "play a Command or pass (MIW-053)\n    1  pass" in bluffing


def test_skip_and_the_empty_line_pass_windows(run: Run) -> None:
    begin = ("no", "play radio-tower d1", "end")
    words = ("play", "radio-towers", "radio-towers", "--seed", "1", "--bluff")
    asked = [
        re.findall(r"^A, .+", run(*words, lines=script(*begin, *more, "quit")).out, re.M)
        for more in ((), ("",), ("skip", "skip"))
    ]
    assert asked[0][-1] == "A, respond or pass (MIW-048)"
    assert len(asked[1]) == len(asked[0]) + 1
    assert asked[2][-1] == "A, your Main Phase (MIW-037)"
    assert "there is no window to pass now" in run(*words, lines=script("no", "skip", "quit")).out


def test_a_bot_of_ones_own(run: Run, tmp_path: Path) -> None:
    source = ["class Last:", "    def __init__(self, seed):", "        pass", "", "    def choose(self, view):"]
    (tmp_path / "last_bot.py").write_text("\n".join([*source, "        return view.options[-1]", ""]))
    ran = run("play", *DECKS, "--seats", "last_bot:Last,greedy", "--seed", "2")
    assert ran.code == 0
    assert "(last_bot:Last, player A)" in ran.out


THOUGHT = re.compile(r"^ +\d+ +\d+ %  play radio-tower [a-g]1$", re.M)


def test_a_search_explains_what_it_thought(run: Run, tmp_path: Path) -> None:
    lines = script("no", "play radio-tower d1", "quit")
    seats = ("--seats", "human,search:8", "--seed", "7", "--autosave", "my.json")
    plain = run("play", *DECKS, *seats, lines=lines)
    told = run("play", *DECKS, *seats, "--explain", lines=lines)
    assert "iterations" not in plain.out
    assert re.search(r"^  B \(search:8\) thought of \d+ options in \d iterations$", told.out, re.M)
    assert [line for line in plain.out.splitlines() if line not in told.out.splitlines()] == []
    assert run("play", "--resume", "my.json", "--explain", lines=script("quit")).code == 0


def test_a_hint_says_what_a_search_would_do(run: Run) -> None:
    lines = script("no", "hint 20", "hint 20", "play radio-tower d1", "end", "hint", "hint much", "quit")
    ran = run("play", *DECKS, "--seed", "7", lines=lines)
    assert ran.out.count("A (search:20) thought of ") == 2
    assert THOUGHT.search(ran.out)
    assert "  pass: nothing else is worth a thought" in ran.out
    assert "a number of iterations comes after the colon" in ran.out


@pytest.mark.skipif(not hasattr(os, "fork"), reason="a search has one process where there are no forks")
def test_a_search_thinks_on_every_core_or_as_many_as_are_told(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots, a hint, and a replay that is explained; the thoughts are the same, and so the match."""
    fork = os.fork
    begun: list[int] = []
    monkeypatch.setattr("os.fork", lambda: (begun.append(1), fork())[1])
    monkeypatch.setattr("cardlib.bots.ahead.cores", lambda: 3)
    lines = script("no", "hint 24", "play radio-tower d1", "quit")
    seats = ("--seats", "human,search:24", "--seed", "7", "--explain", "--autosave", "my.json")
    told: list[list[str]] = []
    for several, jobs in ((3, ()), (2, ("--jobs", "2")), (1, ("-j", "1"))):
        ran = run("play", *DECKS, *seats, *jobs, lines=lines)
        hinted = run("replay", "my.json", "--to", "0", "--explain", *jobs)
        resumed = run("play", "--resume", "my.json", *jobs, lines=script("hint 24", "quit"))
        assert (ran.code, hinted.code, resumed.code) == (0, 0, 0)
        assert "A (search) thought of 2 options" in hinted.out
        told.append([ran.out, hinted.out, resumed.out])
        assert len(begun) % several == 0
        assert (len(begun) >= 3 * several) is (several > 1)
        begun.clear()
    assert told[0] == told[1] == told[2]


def test_wrong_words_on_the_command_line(run: Run) -> None:
    assert "name two decks" in run("play").err
    assert "(nearest: graces-command)" in run("play", "graces-comand", "ok40").err
    assert "no bot is called 'gredy'" in run("play", *DECKS, "--seats", "gredy,random").err
    assert "two names with a comma" in run("play", *DECKS, "--seats", "human,greedy,random").err
    assert "name none beside it" in run("play", "ok40", "--resume", "my.json").err
    assert "such as search:400" in run("play", *DECKS, "--seats", "search:x,random").err
    assert "such as search; none sits here" in run("play", *DECKS, "--explain").err


def test_the_help_names_the_numbers_and_counters_of_the_game(run: Run) -> None:
    out = run("play", "ok40", "ok40", "--seed", "5", lines=script("?", "quit")).out
    said = " ".join(out.split())
    assert "3/2 power and durability, d1 damage counters, a1 armour counters, t1 time counters." in said

"""What the journal of a match holds, what it is good for, and which ones are refused."""

from __future__ import annotations

import json
import os
import random
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from kept import BEGUN, PLAY, crash, held, picks
from playing import Run, script

import cardlib
from cardlib.bots import answer
from cardlib.errors import CardlibError
from cardlib_cli import keyboard
from cardlib_cli.journal import Journal
from cardlib_cli.keeping import Keeping, found, read_journal
from cardlib_cli.saving import Saved, read_saved, resumed
from cardlib_cli.stops import from_json


def test_a_journal_is_enough_to_go_on_and_goes_when_the_match_is_saved(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    crash(run, monkeypatch, *BEGUN, "stops all", "end")
    assert sorted(path.name for path in tmp_path.glob("my*")) == ["my.json.journal"]
    kept = held(tmp_path / "my.json.journal").saved
    ran = run("play", "--resume", "my.json", lines=script("stops", "quit"))
    assert f"{len(kept.replay['picks'])} picks from my.json.journal: the match was broken off" in ran.err
    assert "[x] Start Phase, mine" in ran.out
    assert sorted(path.name for path in tmp_path.glob("my*")) == ["my.json"]
    saved = read_saved(tmp_path / "my.json")
    assert (saved.replay["picks"], saved.passed) == (kept.replay["picks"], kept.passed)


def test_a_save_goes_on_with_its_journal(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run(*PLAY, "--autosave", "my.json", lines=script("no", "quit"))
    crash(run, monkeypatch, "play radio-tower d1", "end", "undo", words=("play", "--resume", "my.json"))
    before = picks(tmp_path / "my.json")
    after = held(tmp_path / "my.json.journal").saved.replay["picks"]
    assert after[: len(before)] == before
    assert after[-1].endswith("pass") and len(after) > len(before)
    assert run("play", "--resume", "my.json.journal", lines="quit\n").code == 0
    assert picks(tmp_path / "my.json") == after


def test_of_a_save_and_a_journal_of_the_same_picks_the_journal_goes(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As after a power cut between the two steps of saving."""
    crash(run, monkeypatch, *BEGUN)
    shutil.copy(tmp_path / "my.json.journal", tmp_path / "copy")
    run("play", "--resume", "my.json", lines="quit\n")
    shutil.move(tmp_path / "copy", tmp_path / "my.json.journal")
    assert run("play", "--resume", "my.json", lines="quit\n").code == 0
    assert not (tmp_path / "my.json.journal").exists()


def test_a_journal_beside_another_match_is_told(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    crash(run, monkeypatch, *BEGUN)
    run("play", "ok40", "ok40", "--seed", "1", "--autosave", "other.json", lines=script("no", "quit"))
    shutil.copy(tmp_path / "other.json", tmp_path / "my.json")
    ran = run("play", "--resume", "my.json", lines="quit\n")
    assert ran.code == 1
    assert "my.json.journal is not the journal of my.json" in ran.err
    again = run(*PLAY, "--autosave", "my.json", lines="quit\n")
    assert again.code == 1
    assert "my.json.journal keeps a match that was broken off" in again.err
    onto = run(*PLAY, lines=script("save my.json", "quit"))
    assert "my.json.journal keeps a match that was broken off" in " ".join(onto.out.split())
    assert len(held(tmp_path / "my.json.journal").saved.replay["picks"]) > 2


def test_a_last_line_that_was_torn_off_costs_the_last_pick(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    crash(run, monkeypatch, *BEGUN, "end")
    journal = tmp_path / "my.json.journal"
    whole = journal.read_bytes()
    first, *lines = whole.splitlines(keepends=True)
    for end in range(len(first), len(whole) + 1):
        part = read_journal(whole[:end], journal)
        assert part is not None
        assert len(part.saved.replay["picks"]) == whole[len(first) : end].count(b"\n")
    assert read_journal(first[:-1], journal) is None
    kept = held(journal).saved.replay["picks"]
    assert len(kept) == len(lines)
    for torn in (lines[-1][:-9], b"\0" * 30, b"\0" * 30 + b"\n", b"[\n", b"\xff\xfe\n"):
        journal.write_bytes(first + b"".join(lines[:-1]) + torn)
        again = run("play", "--resume", "my.json", "--autosave", "next.json", lines="quit\n")
        assert again.code == 0, again.err
        assert picks(tmp_path / "next.json")[: len(kept) - 1] == kept[:-1]
    assert run("play", "--resume", "my.json", lines=script("end", "quit")).code == 0
    assert len(picks(tmp_path / "my.json")) >= len(lines)


ODD = (
    (b"{}", "found {}, expected a pick, an undo, stops or seats"),
    (b'{"at": 1, "pick": "x"}', 'pick: found "x", expected text of this form'),
    (b'{"at": 1, "pick": "' + b"9" * 5000 + b' pass"}', 'pick: found "9999'),
    (b'{"at": 7, "pick": "0 pass"}', "at: found 7, expected 1, the next pick"),
    (b'{"at": true, "pick": "0 pass"}', "at: found true, expected a whole number"),
    (b'{"at": 1, "pick": ["0 pass"]}', 'pick: found ["0 pass"], expected text'),
    (b'{"at": 1, "pick": "0 pass", "passed": 2}', "passed: found 2, expected true or false"),
    (b'{"undo": 9}', "undo: found 9, expected at most 1"),
    (b'{"undo": "1"}', 'undo: found "1", expected a whole number'),
    (b'{"stops": []}', "stops: found [], expected an object"),
    (b'{"undo": 1, "seats": ["human", "human"]}', "expected a pick, an undo, stops or seats"),
    (b'{"seats": ["human"]}', "seats: found 1, expected 2"),
    (b"garbage", "not JSON"),
    (b"[" * 100_000, "nested too deeply"),
    (b'{"undo": ' + b"9" * 5000 + b"}", "a number of more than 40 characters"),
)


def test_a_journal_that_no_match_wrote_is_refused_with_the_line(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    crash(run, monkeypatch, "no", "end")
    journal = tmp_path / "my.json.journal"
    first, second, *lines = journal.read_bytes().splitlines(keepends=True)
    for line, said in ODD:
        spoilt = first + second + line + b"\n" + b"".join(lines)
        journal.write_bytes(spoilt)
        ran = run("play", "--resume", "my.json", lines="quit\n")
        assert ran.code == 1, line[:50]
        assert "my.json.journal:3: " in ran.err
        assert said in ran.err
        assert "cut it off before this line to go on from there" in ran.err
        assert journal.read_bytes() == spoilt


@pytest.mark.parametrize(
    ("key", "value", "said"),
    [
        (
            "form",
            "cardlib journal 9",
            'found "cardlib journal 9", which another version of cardlib wrote, expected the journal of a match',
        ),
        ("seats", "human", 'seats: found "human", expected a list'),
        ("names", [1], "names[0]: found 1, expected text"),
        ("bot_seed", 1.5, "found 1.5, expected a whole number"),
        ("base", [], "base: found [], expected an object or null"),
        ("base", {"zones": []}, "base: found no 'card'"),
        ("print", "0" * 16, "print: found '0000000000000000', expected the fingerprint"),
        ("stops", {"0": []}, "stops[0]: found [], expected an object"),
        ("passed", [True], "passed[0]: found true, expected a whole number"),
        ("replay", None, "replay: found null, expected an object"),
        ("seats", ["human"], "seats: found 1, expected 2, one for each deck"),
    ],
)
def test_a_journal_that_begins_otherwise_is_refused(tmp_path: Path, key: str, value: object, said: str) -> None:
    replay = {"form": "cardlib replay 1", "game": "mecha", "seed": 1, "decks": [["a"], ["b"]], "picks": []}
    keeping = Keeping(tmp_path / "my.json")
    keeping.begin(Saved(replay, {}, ["human", "greedy"], ["A", "B"], 1))
    keeping.leave()
    journal = tmp_path / "my.json.journal"
    header = json.loads(journal.read_text())
    assert read_journal(json.dumps({**header, key: value}).encode(), journal) is None  # the line does not end
    with pytest.raises(CardlibError, match=r"my\.json\.journal:1: ") as raised:
        read_journal(json.dumps({**header, key: value}).encode() + b"\n", journal)
    assert said in str(raised.value)


STRANGE: tuple[Any, ...] = (
    None,
    True,
    -1,
    7,
    10**30,
    1.5,
    "",
    "x",
    "\x1b[31m",
    "9" * 5000 + " pass",
    [],
    {},
    [[]],
    ["x"],
    {"a": {}},
)


def spoilt(value: Any, chance: random.Random) -> Any:
    """Return a value with one place in it changed, left out or doubled."""
    if not isinstance(value, dict | list) or not value or chance.random() < 0.1:
        return chance.choice(STRANGE)
    keys: list[Any] = list(value) if isinstance(value, dict) else list(range(len(value)))
    key = chance.choice(keys)
    if chance.random() < 0.2:
        del value[key]
    elif chance.random() < 0.1 and isinstance(value, list):
        value.append(value[key])
    else:
        value[key] = spoilt(value[key], chance)
    return value


def test_a_spoilt_journal_goes_on_or_is_refused(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    crash(run, monkeypatch, *BEGUN, "stops all", "end", "undo", "end")
    journal = tmp_path / "my.json.journal"
    lines = journal.read_bytes().splitlines(keepends=True)
    game = cardlib.load("mecha")
    refused = 0
    for seed in range(300):
        chance = random.Random(seed)
        at = chance.choice((0, 0, *range(len(lines))))
        line = json.dumps(spoilt(json.loads(lines[at]), chance)).encode() + b"\n"
        if chance.random() < 0.2:
            line = line[: chance.randrange(len(line))] + chance.randbytes(3) + line[chance.randrange(len(line)) :]
        try:
            match = read_journal(b"".join([*lines[:at], line, *lines[at + 1 :]]), journal)
            if match is not None:
                _, recorder, _ = resumed(game, match.saved)
                from_json(recorder.match, match.saved.stops)
        except CardlibError as error:
            assert str(error), seed
            refused += 1
    assert 150 < refused < 300


def test_a_journal_of_other_data_says_so(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    crash(run, monkeypatch, *BEGUN)
    journal = tmp_path / "my.json.journal"
    data = journal.read_bytes()
    header = json.loads(data.splitlines()[0])
    header["replay"]["data"] = "of another day"
    journal.write_bytes(b"\n".join([json.dumps(header).encode(), *data.splitlines()[1:]]) + b"\n")
    ran = run("play", "--resume", "my.json", "--autosave", "next.json", lines="quit\n")
    assert ran.code == 0
    assert "the cards' data has changed since; the picks still fit" in ran.err
    journal.write_bytes(journal.read_bytes().replace(b"1 no", b"5 dance"))
    ran = run("play", "--resume", "my.json", lines="quit\n")
    assert ran.code == 1
    assert "this match can't be played again: '5 dance' is not offered there" not in ran.err
    assert "'dance' is not offered there; the cards' data has changed since, and the journal" in ran.err
    assert journal.exists()


def test_two_processes_do_not_play_one_match(run: Run, tmp_path: Path) -> None:
    run(*PLAY, "--autosave", "my.json", lines=script("no", "quit"))
    other = Journal(tmp_path / "my.json")
    other.open(make=True)
    for words in (("play", "--resume", "my.json"), (*PLAY, "--autosave", "my.json")):
        ran = run(*words, lines="quit\n")
        assert ran.code == 1
        assert "my.json: this match is being played in another window" in ran.err
    onto = run(*PLAY, lines=script("save my.json", "quit"))
    assert "this match is being played in another window" in " ".join(onto.out.split())
    other.end()
    assert run("play", "--resume", "my.json", lines="quit\n").code == 0


def test_what_could_not_be_written_is_written_with_the_next_pick(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A disk that is full for a while: half a line is written, then nothing, then there is room again."""
    whole, calls = os.write, []

    def write(file: int, data: bytes) -> int:
        calls.append(data)
        if len(calls) == 4:
            return whole(file, data[:5])
        if 4 < len(calls) < 8:
            raise OSError(28, "No space left on device")
        return whole(file, data)

    monkeypatch.setattr("cardlib_cli.journal.os.write", write)
    with monkeypatch.context() as patched:
        patched.setattr(Keeping, "save", lambda self, saved: self.leave())
        ran = run(*PLAY, "--autosave", "my.json", lines=script(*BEGUN, "end", "end", "end"))
    assert ran.err.count("my.json.journal: cannot write: No space left on device\n") == 1
    assert ran.err.count("cardlib: picks are kept as they are taken again") == 1
    kept = held(tmp_path / "my.json.journal")
    assert kept.picks == len(kept.saved.replay["picks"]) > 8
    assert kept.whole == len((tmp_path / "my.json.journal").read_bytes())


def test_a_journal_whose_first_line_never_fitted_does_not_stay(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It would be listed for ever as a match that can't be read."""

    def write(file: int, data: bytes) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("cardlib_cli.journal.os.write", write)
    monkeypatch.setattr(Keeping, "save", lambda self, saved: self.leave())
    ran = run(*PLAY, "--autosave", "my.json", lines=script(*BEGUN, "end", "quit"))
    assert "my.json.journal: cannot write: No space left on device\n" in ran.err
    assert list(tmp_path.iterdir()) == []


def test_all_is_on_the_disk_when_somebody_takes_their_time(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A power cut costs nothing while a person is asked or a search thinks; quick bots share one sync."""
    journal, synced, asked = tmp_path / "my.json.journal", [0], []

    def watched(whole: Callable[..., Any]) -> Callable[..., Any]:
        def ask(*args: object) -> object:
            asked.append((journal.stat().st_size, synced[-1]))
            return whole(*args)

        return ask

    monkeypatch.setattr("cardlib_cli.journal.sync", lambda file: synced.append(os.fstat(file).st_size))
    monkeypatch.setattr("cardlib_cli.keyboard.read", watched(keyboard.read))
    monkeypatch.setattr("cardlib_cli.session.answer", watched(answer))
    lines = script(*BEGUN, "end", "stops all", "undo", "end", "end", "concede")
    assert run(*PLAY, "--seats", "human,search:2", "--autosave", "my.json", lines=lines).code == 0
    assert len(asked) > 12
    assert [sizes for sizes in asked if sizes[0] != sizes[1]] == []
    asked.clear()
    synced[:] = [0]
    assert run(*PLAY, "--seats", "greedy,greedy", "--autosave", "my.json").code == 0
    assert len(asked) > 5 * len(synced)


def test_where_nothing_can_be_kept_the_match_goes_on(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a-file").write_text("")
    monkeypatch.setenv("CARDLIB_MATCHES", str(tmp_path / "a-file"))
    ran = run(*PLAY, lines=script("no", "save elsewhere.json", "play radio-tower d1", "quit"))
    assert ran.code == 0
    assert ran.err.count("The match goes on, but its picks are not kept as they are taken") == 1
    assert "saved; go on with: cardlib play --resume elsewhere.json" in ran.err
    assert len(picks(tmp_path / "elsewhere.json")) > 2
    bots = run(*PLAY, "--seats", "random,random")
    assert bots.code == 0
    assert " wins in turn " in bots.out


def test_a_journal_keeps_who_sits_there_now(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    crash(run, monkeypatch, "no")
    saved, keeping, _ = found(tmp_path / "my.json")
    saved = replace(saved, seats=["greedy", "human"])
    keeping.begin(saved)
    keeping.leave()
    assert held(tmp_path / "my.json.journal").saved.seats == ["greedy", "human"]

"""Bots that are programs: what they are told, what they may answer, what is said of wrong answers, and their end."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

import cardlib
from cardlib.bots import BotError, Random, answer, bot, break_off, named_bot, programs, seated
from cardlib.bots.seen import asked, offered, seen
from cardlib.errors import CardlibError, NotFound
from cardlib.kernel.match import Match
from cardlib.lab import simulate

pytestmark = pytest.mark.skipif(os.name != "posix", reason="the programs here are scripts of a shell")

DECKS = ["graces-command", "donnas-search"]
LOOP = """
while read -r line; do
    printf '%s\\n' "$line" >> said
    case $line in
        '{"type":"hello",'*) echo '{"protocol":1}' ;;
        '{"type":"ask",'*) ANSWER ;;
    esac
done
"""


FIRST = """
import sys
for line in sys.stdin:
    open("said", "a").write(line)
    if line.startswith('{"type":"hello",'):
        print('{"protocol":1}', flush=True)
    elif line.startswith('{"type":"ask",'):
        print('{"pick":0}', flush=True)
"""


@pytest.fixture(scope="module")
def game() -> cardlib.Game:
    return cardlib.load("mecha")


@pytest.fixture(autouse=True)
def ended() -> Iterator[None]:
    """No program of one test is there in the next one."""
    yield
    programs.end_all()


@pytest.fixture
def script(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], str]:
    """Return a function that makes a program of what it does with a question, and returns its name as a bot."""
    monkeypatch.chdir(tmp_path)

    def made(answering: str, seconds: str = "") -> str:
        (tmp_path / "own.sh").write_text(LOOP.replace("ANSWER", answering))
        return f"pipe{seconds}:sh own.sh"

    return made


def said(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / "said").read_text().splitlines()]


def played(game: cardlib.Game, names: list[str], seed: int, picks: int = 10_000) -> Match:
    match = game.match(DECKS, seed, windows="playable")
    bots = {player: named_bot(name, 10 * seed + player) for player, name in enumerate(names)}
    with seated(bots, lambda: match, names):
        while not match.over and picks:
            picks -= 1
            match.take(answer(bots[match.player], match, names[match.player]))
    return match


# -- what it is told, and what it answers --------------------------------------------------------------------------


def test_it_is_told_what_its_player_sees_match_by_match(
    game: cardlib.Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "first.py").write_text(FIRST)
    name = f"pipe:{sys.executable} -S first.py"
    ends = [played(game, [name, "random"], seed) for seed in (1, 2)]
    programs.end_all()
    told, expected = said(tmp_path), list[dict[str, Any]]()
    logs = iter([one.pop("log") for one in told if one["type"] == "ask"])
    assert told.pop(0) == {"type": "hello", "protocol": 1, "cardlib": cardlib.__version__}  # one program for both
    for seed, end in enumerate(ends, 1):
        match = game.match(DECKS, seed, windows="playable")
        other, heard, number = Random(10 * seed + 1), list[str](), 0
        expected.append(
            {
                "type": "begin",
                "game": "mecha",
                "data": game.facts.digest,
                "seat": "A",
                "seats": ["A", "B"],
                "seed": 10 * seed,
            }
        )
        while not match.over:
            view = match.view(match.player)
            if match.player == 0:
                number += 1
                expected.append(
                    {
                        "type": "ask",
                        "number": number,
                        "asked": asked(view),
                        "options": offered(view),
                        "view": seen(view),
                    }
                )
                heard += next(logs)
                if number % 20 == 0 and match.foretold is None:
                    assert heard == [str(event) for event in view.log]
            match.take(view.options[0] if match.player == 0 else other.choose(view))
        assert match.result is not None
        assert repr(match.result) == repr(end.result)
        assert heard == [str(event) for event in match.view(0).log][: len(heard)]
        places = [[one.place, one.seat, one.reason, one.rule] for one in match.result.ranking]
        ranking = [dict(zip(("place", "seat", "reason", "rule"), one, strict=True)) for one in places]
        result = {"winner": match.result.seat, "draw": False, "turns": match.result.turns, "ranking": ranking}
        expected.append({"type": "end", "result": result})
    assert told == expected


def test_it_may_name_the_option(game: cardlib.Game, script: Callable[[str], str]) -> None:
    match = game.match(DECKS, 1, windows="playable")
    sitting = named_bot(script("""echo '{"pick":"no"}'"""))
    assert match.options[answer(sitting, match, "own")].notation == "no"
    break_off({0: sitting}, match)


def test_a_match_that_does_not_go_on_ends_without_a_result(
    game: cardlib.Game, script: Callable[[str], str], tmp_path: Path
) -> None:
    name = script("""echo '{"pick":0}'""")
    played(game, [name, "random"], 1, picks=20)
    with pytest.raises(KeyboardInterrupt), seated({0: (sitting := named_bot(name))}, lambda: match, [name]):
        match = game.match(DECKS, 1)
        answer(sitting, match, name)
        raise KeyboardInterrupt
    programs.end_all()
    told = said(tmp_path)
    assert [one["result"] for one in told if one["type"] == "end"] == [None, None]
    assert [one["number"] for one in told if one["type"] == "ask"][-1] == 1


def test_one_that_plays_a_single_match_is_started_for_each(
    game: cardlib.Game, script: Callable[[str], str], tmp_path: Path
) -> None:
    name = script("""echo '{"pick":0}'""")
    own = (tmp_path / "own.sh").read_text()
    (tmp_path / "own.sh").write_text(own.replace("    esac", """        '{"type":"end",'*) exit 0 ;;\n    esac"""))
    for seed in (1, 2, 3):
        played(game, [name, "random"], seed, picks=3)
    programs.end_all()
    assert [one["type"] for one in said(tmp_path) if one["type"] != "ask"] == ["hello", "begin", "end"] * 3
    (tmp_path / "own.sh").write_text(own.replace("    esac", """        '{"type":"end",'*) exit 4 ;;\n    esac"""))
    played(game, [name, "random"], 1, picks=3)
    with pytest.raises(BotError, match="ended with exit code 4 instead of an answer"):
        played(game, [name, "random"], 2, picks=3)


LOOKS = """
import json, sys
from random import Random
import beside
chance = Random()
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({"protocol": beside.PROTOCOL}), flush=True)
    elif message["type"] == "begin":
        chance.seed(message["seed"])
    elif message["type"] == "ask":
        print(json.dumps({"pick": chance.choice(message["options"])["notation"]}), flush=True)
"""


def test_a_series_is_the_same_with_more_processes(
    game: cardlib.Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The program finds its own modules, which the processes of a series do not look for in its folder."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "looks.py").write_text(LOOKS)
    (tmp_path / "beside.py").write_text("PROTOCOL = 1\n")
    bots = [f"pipe:{sys.executable} looks.py", "random"]
    one, two = (simulate(game, *DECKS, n=2, seed=3, bots=bots, jobs=jobs) for jobs in (1, 2))
    assert one.to_json() | {"seconds": 0} == two.to_json() | {"seconds": 0}
    assert one.picks == two.picks > 100


# -- what goes wrong -----------------------------------------------------------------------------------------------

PICK = r'expected {"pick": NUMBER} with a number from 0 to 1, or {"pick": "NOTATION"} of an option'
WRONG = {
    "is no JSON": ("echo no", f"its line 2: found 'no', {PICK}"),
    "is no object": ("echo '[0]'", f"its line 2: found '[0]', {PICK}"),
    "is no number of an option": ("""echo '{"pick":2}'""", f"""its line 2: found '{{"pick":2}}', {PICK}"""),
    "counts from behind": ("""echo '{"pick":-1}'""", f"""its line 2: found '{{"pick":-1}}', {PICK}"""),
    "is no number": ("""echo '{"pick":true}'""", f"""its line 2: found '{{"pick":true}}', {PICK}"""),
    "names another thing": ("""echo '{"choice":0}'""", f"""its line 2: found '{{"choice":0}}', {PICK}"""),
    "is not offered": ("""echo '{"pick":"yess"}'""", f"""its line 2: found '{{"pick":"yess"}}', {PICK}; """),
    "ends": ("echo oh no >&2; exit 3", "ended with exit code 3 instead of an answer\n  oh no"),
    "is killed": ("kill -9 $$", "ended with signal SIGKILL instead of an answer"),
    "says no more": ("exec >&-", "closed its output instead of an answer"),
    "is no text": (r"printf '\377\n'", r"its line 2 is no UTF-8: '\xff\n'"),
    "is endless": ("head -c 200000 /dev/zero", "its line 2 is longer than 100,000 bytes"),
    "obeys no terminal": (r"printf '\033[2J\n'", r"its line 2: found "),
}


@pytest.mark.parametrize("what", WRONG)
def test_a_wrong_answer_is_told_with_bot_line_and_what_was_expected(
    what: str, game: cardlib.Game, script: Callable[[str], str]
) -> None:
    answering, message = WRONG[what]
    name = script(answering)
    with pytest.raises(BotError) as raised:
        played(game, [name, "random"], 1)
    assert str(raised.value).startswith(f"the bot {name}, player A in turn 0, asked 'take a mulligan': {message}")
    assert "\033" not in str(raised.value)
    assert not programs._running  # it was ended


def test_an_answer_has_its_time(game: cardlib.Game, script: Callable[..., str]) -> None:
    name = script("printf '{\"pick\":0}'", "@1")
    with pytest.raises(BotError, match=r"gave no answer within 1 seconds; a line counts when it is whole and written"):
        played(game, [name, "random"], 1)
    assert not programs._running


def test_it_speaks_when_it_is_asked(game: cardlib.Game, script: Callable[[str], str], tmp_path: Path) -> None:
    name = script("""printf '{"pick":0}\\n{"pick":1}\\n'; touch done""")
    match = game.match(DECKS, 1, windows="playable")
    sitting = named_bot(name)
    answer(sitting, match, name)
    until((tmp_path / "done").exists)
    time.sleep(0.1)
    with pytest.raises(BotError, match=r"""its line 3: found '{"pick":1}' before it was asked for anything"""):
        answer(sitting, match, name)


def test_it_speaks_another_version(game: cardlib.Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "own.sh").write_text("""read -r line; echo '{"protocol":2}'; read -r line""")
    with pytest.raises(BotError, match=r"""its line 1: found '{"protocol":2}', expected {"protocol":1}"""):
        played(game, ["pipe:sh own.sh", "random"], 1)


NAMED = {
    "pipe:": "the bot 'pipe:': the command can't|found no command, expected one such as pipe:./mybot.sh",
    "pipe:./nobody": "the bot 'pipe:./nobody': no program './nobody' can be started$",
    "pipe:there": "no program 'there' can be started; a file in this folder is ./there",
    "pipe:./there": r"no program './there' can be started; it is no file that may be run \(chmod \+x\)",
    "pipe:sh 'own": "the command can't be read: No closing quotation",
    "pipe@0:sh": "found '0' before the colon, expected a number of seconds from 1 to 86400, such as pipe@300:./mybot",
    "pipe@soon:sh": "found 'soon' before the colon",
}


@pytest.mark.parametrize("name", NAMED)
def test_a_name_that_starts_nothing(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "there").write_text("")
    with pytest.raises(CardlibError, match=NAMED[name]):
        named_bot(name)
    with pytest.raises(CardlibError, match="runs only where it is asked for"):
        bot(name)


def test_a_file_that_is_no_program(game: cardlib.Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "there").write_text("")
    (tmp_path / "there").chmod(0o755)
    with pytest.raises(BotError, match=r"the bot pipe:./there, player A .*: can't be started: Exec format error"):
        played(game, ["pipe:./there", "random"], 1)


def test_nobody_there_is_found_before_anything_is_played(game: cardlib.Game) -> None:
    with pytest.raises(NotFound, match=r"no program './nobody'"):
        simulate(game, *DECKS, n=2, bots=["random", "pipe:./nobody"])


# -- its end -------------------------------------------------------------------------------------------------------


def until(true: Callable[[], bool], seconds: float = 30) -> None:
    for _ in range(int(seconds / 0.02)):
        if true():
            return
        time.sleep(0.02)
    raise AssertionError("it did not come about")


def gone(number: int) -> bool:
    try:
        os.kill(number, 0)
    except ProcessLookupError:
        return True
    stat = Path(f"/proc/{number}/stat")
    return stat.exists() and stat.read_text().rpartition(")")[2].split()[0] == "Z"  # ended, and nobody looked


def test_a_program_that_nobody_wants_is_ended(
    game: cardlib.Game, script: Callable[[str], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(programs, "IDLE", 0.05)
    played(game, [script("""echo '{"pick":0}'"""), "random"], 1, picks=4)
    until(lambda: not programs._running)


STUBBORN = "trap '' INT TERM HUP\necho $$ >> pids\nsleep 600 & echo $! >> pids\n"


@pytest.mark.parametrize(("how", "jobs"), [(signal.SIGINT, 2), pytest.param(signal.SIGKILL, 1, marks=pytest.mark.soak)])
def test_no_program_is_left_behind(
    how: signal.Signals, jobs: int, script: Callable[[str], str], tmp_path: Path
) -> None:
    """Whether cardlib is interrupted or killed: neither one that listens to no signal, nor what it has started."""
    name = script("""echo '{"pick":0}'""")
    (tmp_path / "own.sh").write_text(STUBBORN + (tmp_path / "own.sh").read_text() + "sleep 600\n")
    words = ["sim", *DECKS, "-n", "5000", "-j", str(jobs), "--bots", name]
    process = subprocess.Popen(
        [sys.executable, "-m", "cardlib_cli", *words],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    pids: list[int] = []

    def started() -> bool:
        if (tmp_path / "pids").exists():
            pids[:] = map(int, (tmp_path / "pids").read_text().split())
        heard = (tmp_path / "said").read_text() if (tmp_path / "said").exists() else ""
        return len(pids) >= 4 * jobs and heard.count('{"type":"hello",') >= 2 * jobs  # all of them are talked with

    try:
        until(started, 60)
        process.send_signal(how)
        _, err = process.communicate(timeout=60)
    finally:
        process.kill()
        process.wait()
    until(lambda: started() and all(map(gone, pids)))
    assert "Traceback" not in err
    assert process.returncode == (130 if how == signal.SIGINT else -how)


def test_nobody_leaves_before_a_program_that_ends_has_ended(tmp_path: Path) -> None:
    """One whose time is over is ended beside the rest; who leaves meanwhile waits for it, so that it reads its last."""
    slow = "while read -r line; do :; done; sleep 0.6; echo read > last"
    script = tmp_path / "slow.sh"
    script.write_text(slow.replace("> last", f"> {tmp_path / 'last'}"), "utf-8")
    program = programs.borrow(("sh", str(script)))
    beside = Thread(target=programs.dismiss, args=(program,))
    beside.start()
    while not program.ending.locked():
        time.sleep(0.01)
    programs.end_all()
    assert (tmp_path / "last").read_text("utf-8") == "read\n"
    beside.join()

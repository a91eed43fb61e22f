"""Ctrl-C ends every kind of command with 130, at whichever moment it comes."""

from __future__ import annotations

import os
import random
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from matrices import matrix

from cardlib_cli.main import main

DECKS = ["graces-command", "donnas-search"]
ENDLESS = "with recursive t(n) as (select 1 union all select n + 1 from t) select count(*) from t"
FOLDING = "select count(*) from cards a, cards b, cards c where fold(a.text) = fold(b.name || c.text)"
KINDS = {
    "a series in processes": ["sim", *DECKS, "-n", "5000", "-j", "2"],
    "a long statement": ["sql", ENDLESS, "--game", "mecha"],
    "functions called back": ["sql", FOLDING, "--game", "mecha"],
    "a series": ["sim", *DECKS, "-n", "5000", "-j", "1", "--bots", "random,random"],
    "bots that play": ["play", *DECKS, "--seats", "search:3000,search:3000", "--seed", "1"],
    "printing": ["print", "name:/./", "--game", "mecha", "--copies", "100", "--backs", "long"],
    "checking": ["data", "check"],
    "standard input": ["deck", "check", "-", "--game", "mecha"],
}


@pytest.mark.parametrize(("kind", "span"), matrix(list(KINDS), [1.5, 0.15], 1))
def test_ctrl_c_is_130(kind: str, span: float, tmp_path: Path) -> None:
    """At a moment of its own for each kind, from the first import on to the middle of the work."""
    _interrupted(KINDS[kind], random.Random(f"{kind} {span}").uniform(0.0, span), tmp_path)


def _interrupted(words: list[str], after: float, folder: Path) -> None:
    """Start a command, send SIGINT so many seconds after Python runs it, and demand a calm end."""
    # told when the program is about to begin, so that the interrupt does not meet the start of Python itself
    begun = "import sys, os; from cardlib_cli.start import main; os.write(1, b'begun\\n'); main()"
    environment = dict(os.environ, CARDLIB_CACHE=str(folder / "cache"))
    process = subprocess.Popen(
        [sys.executable, "-c", begun, *words],
        cwd=folder,
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    try:
        assert process.stdout is not None
        assert process.stdout.readline() == b"begun\n"
        time.sleep(0.02 + after)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=30)
    finally:
        process.kill()
        process.wait()
    told = (out + err).decode("utf-8", "replace")
    assert "Traceback" not in told, told[-1500:]
    finished = process.returncode == 0 and re.search(r"\bok$|^\d+ cards? ", told, re.MULTILINE)
    too_late = process.returncode == 1 and "takes longer than" in told
    assert process.returncode == 130 or finished or too_late, (process.returncode, words, told[-500:])
    assert not list(folder.glob("*.pdf*")) or finished


@pytest.mark.parametrize(
    "begin",
    [
        "from cardlib_cli.start import main; main()",
        "import runpy; runpy.run_module('cardlib_cli', run_name='__main__')",
    ],
)
def test_nothing_is_searched_for_cycles_when_the_process_ends(begin: str) -> None:
    """However it was begun: `python -m cardlib_cli` begins where `cardlib` does, and so is as calm after Ctrl-C."""
    program = "import atexit, gc; atexit.register(lambda: print(gc.get_freeze_count() > 0, len(gc.get_objects())))\n"
    ended = subprocess.run(
        [sys.executable, "-c", program + begin, "--version"],
        capture_output=True,
        text=True,
        check=True,
    )
    frozen, left = ended.stdout.split()[-2:]
    assert frozen == "True"
    assert int(left) < 1000


def test_an_interrupt_is_told(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Also by a command that keeps nothing and has no last words of its own."""

    def stopped(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("cardlib.catalog.check.check_project", stopped)
    monkeypatch.setattr(sys, "argv", ["cardlib", "data", "check", "mecha"])
    with pytest.raises(SystemExit) as ended:
        main()
    assert (ended.value.code, capsys.readouterr().err) == (130, "\ncardlib: interrupted\n")


def test_an_interrupt_that_a_library_swallows_still_counts() -> None:
    """SQLite turns what a callback raises into an error of its own."""
    program = (
        "import os, signal, sys\n"
        "from cardlib_cli import interrupts\n"
        "from cardlib_cli.errors import reported\n"
        "from cardlib.errors import CardlibError\n"
        "interrupts.watch()\n"
        "with reported():\n"
        "    try:\n"
        "        os.kill(os.getpid(), signal.SIGINT)\n"
        "        sum(range(100000))\n"
        "    except KeyboardInterrupt:\n"
        "        raise CardlibError('user-defined function raised exception') from None\n"
    )
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stderr) == (130, "\ncardlib: interrupted\n")

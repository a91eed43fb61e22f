"""`make demo`: from data to a checked, printed and played deck, with the commands that a user would type.

Everything that it writes goes to `out/` in the current folder. It stops with exit code 1 at the first step that does
not do what it should.
"""

from __future__ import annotations

import argparse
import os
import re
import shlex
import subprocess
import sys
import time
from pathlib import Path

HERE = Path.cwd()
OUT = Path("out")
DECKS = ("graces-command", "donnas-search")

REFUSED = """\
name: First Idea
game: mecha

30 Radio Tower
4 Bugzapper
2 Sky Whale
1 Orbital Strik
"""
PASSED = """\
name: Second Idea
game: mecha

15 Radio Tower
3 Bugzapper
3 Cap Gun
3 Skipper
3 Cruiser
2 Dragon Ship
1 Sky Whale
2 Donna, The Swift
2 Attack Orders
3 Orbital Strike
3 Weapons Cache
"""

# Of a match these lines are told; the others follow from them (draws, steps of a move, cards laid aside).
TOLD = re.compile(
    r"^(Turn |  .*( plays | uses | attacks | hits | destroyed| loses an armour| takes \d+ damage| damage zone"
    r"| triggered| cancelled| steps to | gains control| sacrifices ))"
)


def heading(number: int, text: str) -> None:
    """Print the heading of a step."""
    line = f"{number}. {text}"
    say(f"\n\n{bold(line)}\n{'=' * len(line)}")


def say(text: str = "") -> None:
    """Print a line at once, so that it comes before what a command prints."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def bold(text: str) -> str:
    return f"\033[1m{text}\033[0m" if sys.stdout.isatty() and not os.environ.get("NO_COLOR") else text


def echo(command: str, note: str = "") -> None:
    """Print a command as it is typed."""
    say(f"\n{bold(f'$ {command}')}" + (f"   # {note}" if note else ""))


def run(command: str, expected: int = 0, note: str = "") -> None:
    """Run a command in view; ends the demo if its exit code is another one than expected."""
    echo(command, note)
    done = subprocess.run(shlex.split(command), cwd=HERE, env=environment(), check=False)
    finish(command, done.returncode, expected)


def finish(command: str, code: int, expected: int = 0) -> None:
    if code != expected:
        sys.exit(f"\ndemo: '{command}' ended with exit code {code}, expected {expected}")


def environment() -> dict[str, str]:
    """This Python's commands come first; the database, and a match that breaks off, go to out/ too."""
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", os.defpath)])
    places = {
        "CARDLIB_CACHE": str(HERE / OUT / "cache"),
        "CARDLIB_MATCHES": str(HERE / OUT / "matches"),
        "CARDLIB_PRINTS": str(HERE / OUT / "prints"),
    }
    return {**os.environ, "PATH": path, **places}


def write(name: str, text: str) -> str:
    """Write a deck and show it."""
    path = OUT / name
    (HERE / path).write_text(text, encoding="utf-8")
    say(f"\n{path}:\n")
    say("\n".join(f"    {line}".rstrip() for line in text.splitlines()))
    return str(path)


def match() -> None:
    """Let two bots play, and tell what they do."""
    replay = OUT / "match.json"
    command = f"cardlib play {' '.join(DECKS)} --seats greedy,greedy --seed 1 --replay {replay}"
    echo(command, f"abridged; 'cardlib replay {replay}' tells all of it")
    done = subprocess.run(
        shlex.split(command), cwd=HERE, env=environment(), capture_output=True, text=True, encoding="utf-8", check=False
    )
    if done.returncode:
        say(f"{done.stdout}\n{done.stderr}")
    finish(command, done.returncode)
    lines = done.stdout.splitlines()
    board = max(number for number, line in enumerate(lines) if line.startswith("Turn ") and line.endswith("Phase"))
    say(lines[0])
    for line in lines[1:board]:
        if TOLD.match(line):
            say(("\n" if line.startswith("Turn") else "") + line)
    say("\n" + "\n".join(lines[board:]))
    run(f"cardlib replay {replay} --verify")


def simulate(games: int) -> None:
    """Simulate games; a terminal shows a progress bar, anything else gets a line now and then."""
    jobs = max(1, min(8, os.cpu_count() or 1))
    results = OUT / "games.jsonl"
    (HERE / results).unlink(missing_ok=True)
    command = f"cardlib sim {' '.join(DECKS)} -n {games} --seed 1 --jobs {jobs} --out {results}"
    if sys.stderr.isatty():
        run(command)
        return
    echo(command)
    process = subprocess.Popen(
        shlex.split(command), cwd=HERE, env=environment(), stdout=subprocess.PIPE, text=True, encoding="utf-8"
    )
    shown = 0
    while process.poll() is None:
        time.sleep(0.2)
        finished = max(0, (HERE / results).read_bytes().count(b"\n") - 1) if (HERE / results).exists() else 0
        if finished * 5 // games > shown:
            shown = finished * 5 // games
            say(f"  {finished} of {games} games")
    say(process.stdout.read() if process.stdout else "")
    finish(command, process.returncode)


def main() -> None:
    """Run the steps one after another."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200, help="how many games are simulated")
    games = parser.parse_args().games
    (HERE / OUT).mkdir(exist_ok=True)

    heading(1, "The data of a game is checked, loaded and asked")
    run("cardlib data check --game mecha")
    run("cardlib cards 'mecha flight cost<=2' --sort cost,name --show name,cost,power,durability,keywords,text")

    heading(2, "A deck is refused, with the rules that it breaks; another one passes")
    run(f"cardlib deck check {write('first-idea.txt', REFUSED)}", expected=1, note="exits with 1")
    run("cardlib rules MIW-D04")
    deck = write("second-idea.txt", PASSED)
    run(f"cardlib deck check {deck}")

    heading(3, "Its cards as a PDF to print and cut out")
    pdf = OUT / "demo.pdf"
    run(f"cardlib print --game mecha {deck} --output {pdf} --backs long")
    say(f"\nThe sheets are in {HERE / pdf}")

    heading(4, "Two bots play a match")
    match()

    heading(5, f"{games} games: how often each deck wins")
    simulate(games)

    say(f"\n{bold('That was cardlib.')} The PDF, the match and the games are in {HERE / OUT}.")
    say("README.md goes on from here.")


if __name__ == "__main__":
    main()

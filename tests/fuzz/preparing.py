"""Makes the worlds: imports all that commands import, so that forks cost little, and lets commands make their files."""

from __future__ import annotations

import importlib
import os
import pkgutil
import shutil
from collections.abc import Sequence
from pathlib import Path

import cardlib
import cardlib_cli
import cardlib_print
from cardlib.catalog import check_project, load_project
from cardlib.errors import CardlibError
from cardlib_cli.checks import EXTRA
from fuzz.kinds import DECKS
from fuzz.running import FORK, Outcome, run
from fuzz.surroundings import USUAL
from fuzz.world import GAMES, World, furnish, plant

ENDS = {"json": "json", "cockatrice": "cod", "octgn": "o8d", "tabletop": "tts.json"}
ANSWERED = "cards -g ./{game} -f json"


def warmed(games: Sequence[str] = GAMES) -> None:
    """Import everything, and check and load bundled games once. Raises CardlibError where nothing can be watched."""
    if not hasattr(os, "pidfd_open"):
        raise CardlibError("the fuzz driver watches forks with os.pidfd_open, which only Linux has")
    for package in (cardlib, cardlib_cli, cardlib_print):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            importlib.import_module(module.name)
    for library in ("pypdfium2", "sqlmodel", "PIL.PngImagePlugin", "PIL.WebPImagePlugin", "PIL.JpegImagePlugin"):
        importlib.import_module(library)
    for game in games:
        check_project(load_project(game).path, EXTRA)
        cardlib.load(game)


def prepared(root: Path, games: Sequence[str] = GAMES) -> World:
    """Make a world in an empty folder, with some of the bundled games."""
    world = World(root / "world", root / "pristine")
    furnish(world.root, games)
    (world.root / "scratch").mkdir()
    for game in games:
        first, second = DECKS[game]
        for form, end in ENDS.items():
            made(world, f"deck convert ./{game}/decks/{first}.txt -g ./{game} --to {form} -o files/{game}.{end}")
        decks = f"{first} {second} -g ./{game}"
        made(world, f"play {decks} --seats random,random --seed 3 --replay files/{game}.replay.json")
        typed = "1\n" * 12 + f"save files/{game}.save.json\nquit\n"
        made(world, f"play {decks} --seats human,greedy --seed 3 --autosave files/{game}.auto.json", typed)
        made(world, f"sim {decks} -n 2 -j 1 --bots random,random --seed 1 --out files/{game}.jsonl")
    for game in (*games, "gallery"):
        made(world, ANSWERED.format(game=game))
        world.answers[game] = made(world, ANSWERED.format(game=game)).out
        made(world, f"data check ./{game}")
    shutil.rmtree(world.work / "out")
    (world.work / "out").mkdir()
    plant(world.work, world.root / "ran", (*games, "gallery"))
    world.keep()
    return world


def made(world: World, line: str, typed: str = "") -> Outcome:
    """Run a command that has to succeed; raises CardlibError if it does not."""
    outcome = run(world, line.split(), typed.encode(), FORK, USUAL)
    if outcome.code:
        said = (outcome.err or outcome.out).decode("utf-8", "replace")[-2000:]
        raise CardlibError(f"cardlib {line}: exit code {outcome.code}: {said}")
    return outcome

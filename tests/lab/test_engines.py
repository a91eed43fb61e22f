"""Where games are played does not matter: processes, Dask and Ray give the same report; a lost worker loses nothing.

Local clusters are begun here, on the loopback. Where Dask or Ray is not installed its tests say so and are left out.
"""

from __future__ import annotations

import json
import logging
import shutil
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

import cardlib
from cardlib.errors import CardlibError
from cardlib.lab import LabError, simulate
from cardlib.lab.engines import Engine, engine_of
from cardlib.lab.processes import TRIES, Processes
from cardlib.lab.series import settle
from cardlib.lab.work import MOST_IN_A_UNIT, Done, Parcel, Unit, Work, check_no_replays, play_unit, portions
from cardlib.places import data_root

DECKS = ("ok40", "graces-command")
ABOUT: dict[str, Any] = {"n": 8, "seed": 3, "bots": ("lab_bots:Quick", "lab_bots:Quick"), "turn_limit": 6}

# Quick plays the first option; a game of six turns takes milliseconds. Deadly takes a file from a folder and ends the
# process that it is in; where the folder is empty it is Quick.
BOT = """
import os
import signal
from pathlib import Path

class Quick:
    def __init__(self, seed):
        pass
    def choose(self, view):
        return view.options[0]

class Broken(Quick):
    def choose(self, view):
        return 1 / 0

class Deadly(Quick):
    def choose(self, view):
        for death in sorted(Path(os.environ.get("LAB_DEATHS", "/nowhere")).glob("*")):
            try:
                death.unlink()
            except FileNotFoundError:  # another worker has died of it
                continue
            os.kill(os.getpid(), signal.SIGKILL)
        return super().choose(view)
"""


@pytest.fixture(scope="module")
def game() -> cardlib.Game:
    return cardlib.load("mecha")


@pytest.fixture(scope="module", autouse=True)
def bots(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A module of bots that all workers find, and a folder: each file in it ends one worker with a Deadly bot."""
    folder = tmp_path_factory.mktemp("bots")
    (folder / "lab_bots.py").write_text(BOT)
    deaths = folder / "deaths"
    deaths.mkdir()
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(folder)
        patch.setenv("LAB_DEATHS", str(deaths))
        yield deaths


def needs(library: str) -> None:
    if find_spec(library) is None:
        pytest.skip(f"{library} is not installed")


@pytest.fixture(scope="module")
def dask(bots: Path) -> Iterator[Engine]:
    """Two workers of Dask, each a process."""
    needs("distributed")
    engine = engine_of("dask", 2)
    yield engine
    engine.close()


@pytest.fixture(scope="module")
def ray(bots: Path) -> Iterator[Engine]:
    """Two workers of Ray."""
    needs("ray")
    engine = engine_of("ray", 2)
    yield engine
    engine.close()


@pytest.fixture(params=["dask", "ray"])
def engine(request: pytest.FixtureRequest) -> Engine:
    """Each cluster; what processes do alike is tested with series."""
    found: Engine = request.getfixturevalue(request.param)
    return found


def test_the_same_seed_gives_the_same_report_wherever_it_is_played(game: cardlib.Game, engine: Engine) -> None:
    here = simulate(game, *DECKS, **ABOUT)
    there = simulate(game, *DECKS, **ABOUT, jobs=engine)
    assert there.to_json() == here.to_json()
    assert list(there.played) == list(here.played)
    assert there.newly == 8
    assert there.to_json() != simulate(game, *DECKS, **{**ABOUT, "seed": 4}).to_json()


@pytest.mark.parametrize("name", ["processes", "dask", "ray"])
def test_a_lost_worker_loses_nothing(game: cardlib.Game, name: str, bots: Path, request: pytest.FixtureRequest) -> None:
    engine = Processes(2) if name == "processes" else request.getfixturevalue(name)
    about = {**ABOUT, "n": 4, "bots": ("lab_bots:Deadly", "lab_bots:Quick")}
    here = simulate(game, *DECKS, **about)
    (bots / "once").touch()
    there = simulate(game, *DECKS, **about, jobs=engine)
    assert list(bots.iterdir()) == []  # somebody died
    assert there.to_json() == here.to_json()


def test_a_game_that_breaks_is_told_as_it_is_here(game: cardlib.Game, engine: Engine) -> None:
    with pytest.raises(LabError, match=r"game \d of seed 3 \(.*\): the bot lab_bots:Broken, player [AB]"):
        simulate(game, *DECKS, **{**ABOUT, "bots": ("lab_bots:Broken", "random")}, jobs=engine)


def test_interrupted_on_one_engine_and_resumed_on_another(game: cardlib.Game, dask: Engine, tmp_path: Path) -> None:
    def stop(done: int, total: int) -> None:
        if done == 3:
            raise KeyboardInterrupt

    out = tmp_path / "results.jsonl"
    part = simulate(game, *DECKS, **ABOUT, jobs=dask, out=out, progress=stop)
    assert part.interrupted
    assert part.games == 3
    whole = simulate(game, *DECKS, **ABOUT, jobs=1, out=out, resume=True)
    assert whole.newly == 5
    assert whole.to_json() == simulate(game, *DECKS, **ABOUT, jobs=dask).to_json()


# -- what travels ------------------------------------------------------------------------------------------------


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, Parcel]:
    """The folder of a project, and what travels of a series in it; nothing is loaded yet."""
    monkeypatch.setattr("cardlib.lab.work._loaded", {})
    folder = tmp_path / "mecha"
    shutil.copytree(data_root() / "mecha", folder, ignore=shutil.ignore_patterns("art", "print", "scenarios"))
    game = cardlib.load(folder)
    return folder, Work([game], [settle(game, DECKS, 3, ABOUT["bots"], turn_limit=6)]).parcel(elsewhere=True)


def test_other_data_are_refused_and_the_files_named(own: tuple[Path, Parcel]) -> None:
    folder, parcel = own
    cards = min((folder / "cards").glob("*.json"))
    data = json.loads(cards.read_text())
    data["cards"][0]["name"] = "Something Else"
    cards.write_text(json.dumps(data))
    shutil.copy(folder / "decks" / "ok40.txt", folder / "decks" / "more.txt")  # of no matter for a match
    with pytest.raises(LabError, match=rf"a worker plays with something else: .*mecha: cards/{cards.name} differs; "):
        play_unit(parcel, ((0, 0),))
    with pytest.raises(LabError, match="the data differ from those that the series began with"):
        play_unit(replace(parcel, files={}), ((0, 0),))


def test_other_code_is_refused_and_the_modules_named(own: tuple[Path, Parcel]) -> None:
    _, parcel = own
    other = {**parcel.code, "cardlib/game.py": "other", "cardlib/gone.py": "other"}
    told = r"the code of cardlib: cardlib/game.py differs and cardlib/gone.py is missing; install the same version"
    with pytest.raises(LabError, match=told):
        play_unit(replace(parcel, code=other), ((0, 0),))


def test_a_project_that_is_elsewhere_on_a_worker_is_found_by_its_name(own: tuple[Path, Parcel]) -> None:
    folder, parcel = own
    expected = play_unit(parcel, ((0, 0), (0, 1)))
    away = tuple(one._replace(folder=str(folder / "not-here")) for one in parcel.versions)
    assert play_unit(replace(parcel, versions=away), ((0, 0), (0, 1))) == expected
    nowhere = tuple(one._replace(slug="nowhere") for one in away)
    with pytest.raises(LabError, match=r"a worker has no project of nowhere: neither the folder .*not-here nor"):
        play_unit(replace(parcel, versions=nowhere), ((0, 0),))


def test_portions_have_every_game_once_and_get_smaller_to_the_end() -> None:
    for count, workers in ((1, 4), (7, 2), (1000, 2), (100_000, 64)):
        tasks = [(0, number) for number in range(count)]
        units = list(portions(tasks, workers))
        assert [task for unit in units for task in unit] == tasks
        assert len(units[-1]) == 1
        assert max(map(len, units)) <= MOST_IN_A_UNIT


def test_replays_are_not_written_elsewhere(game: cardlib.Game, tmp_path: Path) -> None:
    work = Work([game], [settle(game, DECKS, 3, ABOUT["bots"])], tmp_path)
    with pytest.raises(LabError, match="play those that you want to see here"):
        check_no_replays(work)


# -- names of engines --------------------------------------------------------------------------------------------


def test_engines_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    assert engine_of("local") is None
    assert engine_of("local", 3) == 3
    for name, told in {
        "dusk": r"no engine is called 'dusk' \(nearest: dask\); expected local, dask, dask://HOST:PORT or ray",
        "ray://head:1": "no engine is called 'ray://head:1'",
        "dask://": "found '', expected HOST:PORT of a scheduler",
        "dask://node1": "found 'node1', expected HOST:PORT of a scheduler",
        "dask://node1:65536": "found 'node1:65536', expected HOST:PORT of a scheduler",
    }.items():
        with pytest.raises(CardlibError, match=told):
            engine_of(name)
    with pytest.raises(CardlibError, match="has workers of its own"):
        engine_of("dask://node1:8786", 2)
    for name, module in (("dask", "distributed"), ("ray", "ray")):
        monkeypatch.setitem(sys.modules, module, None)
        with pytest.raises(CardlibError, match=rf"is not installed; install it with: pip install .*\[{name}\]"):
            engine_of(name)


def test_where_no_scheduler_answers_it_says_how_to_start_one(
    game: cardlib.Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    needs("distributed")
    monkeypatch.setattr("cardlib.lab.dask_engine.PATIENCE", 0.5)
    with pytest.raises(LabError, match=r"tcp://127.0.0.1:1: .*dask scheduler"):
        simulate(game, *DECKS, **ABOUT, jobs=engine_of("dask://127.0.0.1:1"))
    for name in ("distributed.client", "distributed.worker", "tornado.application"):  # tracebacks of a lost scheduler
        assert not logging.getLogger(name).isEnabledFor(logging.ERROR), name


def test_a_game_that_ends_its_process_again_and_again_is_named(
    game: cardlib.Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: list[int] = []

    def lost(parcel: Parcel, units: list[Unit], count: int, tries: Counter[Unit]) -> Iterator[tuple[Unit, list[Done]]]:
        yield units[0], play_unit(parcel, units[0])  # the others are finished one after another
        given.append(len(units) - 1)
        tries[units[-1]] += 1
        raise BrokenProcessPool

    monkeypatch.setattr("cardlib.lab.processes._played", lost)
    told = rf"game 8 of seed 3 \(ok40 against graces-command\): {TRIES} times a process that played it"
    with pytest.raises(LabError, match=told):
        simulate(game, *DECKS, **ABOUT, jobs=2)
    assert given == [7, 6, 5, 4]

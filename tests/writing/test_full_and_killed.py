"""Every command that writes, on a disk that is full and killed at any moment: the old file or the new one, whole.

`make test` kills at a few seeded moments, `make soak` at every change of the file system and at many times.
"""

from __future__ import annotations

import json
import os
import random
import shutil
import sqlite3
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from shlex import split

import pytest
from forked import Case, run

from cardlib.catalog import make_project
from cardlib.parts import MARK

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="limits and locks of POSIX")

OLD = b"what was there before\n"

SHORT = "graces-command donnas-search --game mecha --bots random -j 1 --turn-limit 4"

# What a command writes, and its line; "" writes the database in the cache.
WRITING = {
    "deck.txt": "deck convert first -o deck.txt",
    "cards.pdf": "print id:wolf -o cards.pdf",
    "wolf.png": "card wolf --image wolf.png",
    "pictures/wolf.png": "print id:wolf --png pictures",
    "replay.json": "play graces-command donnas-search --game mecha --seats random,random --seed 3 --replay replay.json",
    "one.json": f"sim {SHORT} -n 1 --replay one.json",
    "series.jsonl": f"sim {SHORT} -n 3 --out series.jsonl",
    "cards.sqlite": "data build --to cards.sqlite",
    "other/game.json": "new other",
    "": "cards id:wolf --format json",
}
FILES = [name for name in WRITING if name]
FRESH = ("series.jsonl", "other/game.json")  # what is there already is an error for these


@pytest.fixture(scope="module")
def skirmish(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_project(tmp_path_factory.mktemp("full") / "skirmish", "Skirmish at Dawn").path


@pytest.fixture(scope="module")
def whole(skirmish: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """What every command writes when nothing comes between."""
    folder = tmp_path_factory.mktemp("whole")
    ran = run([prepared(folder, skirmish, name) for name in ("", *FILES)])
    assert [one.code for one in ran] == [0] * len(WRITING), ran
    shutil.copytree(folder / "cache", skirmish.parent / "cache")
    return {name: (folder / name).read_bytes() for name in FILES}


def prepared(folder: Path, project: Path, name: str, old: bytes | None = None, **more: object) -> Case:
    """A command in a folder of its own, with a place for scratch files and a cache that has what it needs."""
    (folder / "scratch").mkdir(parents=True, exist_ok=True)
    if name and not (folder / "cache").exists() and (project.parent / "cache").exists():
        shutil.copytree(project.parent / "cache", folder / "cache")
    if old is not None and name and name not in FRESH:
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_bytes(old)
    environment = {
        "CARDLIB_CACHE": str(folder / "cache"),
        "CARDLIB_GAME": str(project),
        "TMPDIR": str(folder / "scratch"),
    }
    return Case(split(WRITING[name]), str(folder), environment=environment, **more)  # type: ignore[arg-type]


def broken(folder: Path, whole: dict[str, bytes], old: bytes | None = OLD) -> Iterator[str]:
    """What is in a folder and is neither the old file nor the new one; files in the making are hidden."""
    for path in sorted(path for path in folder.rglob("*") if path.is_file() and MARK not in str(path)):
        name, data = path.relative_to(folder).as_posix(), path.read_bytes()
        if path.suffix == ".sqlite" and data != old:
            with closing(sqlite3.connect(path)) as connection:
                if connection.execute("PRAGMA integrity_check").fetchall() != [("ok",)]:
                    yield name
        elif name == "series.jsonl":
            lines = data.splitlines(keepends=True)
            if any(not line.endswith(b"\n") or not json.loads(line) for line in lines[:-1]):
                yield name
        elif name in whole and data not in (whole[name], old):
            yield f"{name}: {data[:60]!r}"


def left(folder: Path) -> list[str]:
    return [path.name for path in folder.rglob("*") if MARK in path.name]


def test_a_full_disk_is_one_message_and_leaves_the_old_file(
    skirmish: Path, whole: dict[str, bytes], tmp_path: Path
) -> None:
    asked = [(name, tmp_path / str(number), len(data) // 2) for number, (name, data) in enumerate(whole.items())]
    asked.append(("deck.txt", tmp_path / "nothing", 0))
    ran = run([prepared(folder, skirmish, name, OLD, largest=size) for name, folder, size in asked])
    for (name, folder, size), one in zip(asked, ran, strict=True):
        told = one.err.splitlines()
        assert one.calm and one.code == 1, (name, size, one)
        target = str(Path(name).parent) if name == "other/game.json" else name
        wrong = [line for line in told if line.startswith("cardlib: ") and ".journal: " not in line]  # the game goes on
        assert len(wrong) == 1, (name, size, told)
        assert target in wrong[0] and ("cannot write: File too large" in wrong[0] or "disk" in wrong[0]), wrong
        assert not list(broken(folder, {})), (name, size)
        assert name in FRESH or (folder / name).read_bytes() == OLD
        assert not left(folder), (name, size)


def test_questions_are_answered_on_a_full_disk(skirmish: Path, tmp_path: Path) -> None:
    def case(folder: str, **more: object) -> Case:
        return prepared(tmp_path / folder, skirmish, "", **more)

    (tmp_path / "blocked").mkdir()
    (tmp_path / "blocked" / "file").touch()
    blocked = Case(
        split(WRITING[""]),
        environment={"CARDLIB_CACHE": f"{tmp_path}/blocked/file/cache", "CARDLIB_GAME": str(skirmish)},
    )
    well, full, half, nowhere = run([case("well"), case("full", largest=3000), case("half", largest=50_000), blocked])
    for one in (well, full, half, nowhere):
        assert one.code == 0 or one is full, one  # the limit is also that of what is printed
    assert json.loads(half.out) == json.loads(nowhere.out) == json.loads(well.out)
    assert "no database is kept" in nowhere.err and "CARDLIB_CACHE names another folder" in nowhere.err
    assert not left(tmp_path)


Moment = tuple[str, dict[str, float]]


def killed(skirmish: Path, whole: dict[str, bytes], place: Path, moments: Sequence[Moment]) -> int:
    """Kill commands, look at what they leave, run them again; returns how many were hit."""
    folders = [place / str(number) for number in range(len(moments))]
    hit = run(
        [prepared(folder, skirmish, name, OLD, **how) for folder, (name, how) in zip(folders, moments, strict=True)]
    )
    again = []
    for folder, (name, how), one in zip(folders, moments, hit, strict=True):
        assert one.code in (-9, 0), (name, how, one)
        assert one.code == -9 or not left(folder), (name, how)
        assert not list(broken(folder, whole)), (name, how)
        case = prepared(folder, skirmish, "" if name == "other/game.json" and (folder / name).exists() else name)
        more = ["--resume"] if name == "series.jsonl" else []
        again.append(replace(case, words=[*case.words, *more]))
    for folder, (name, how), one in zip(folders, moments, run(again), strict=True):
        assert one.code == 0, (name, how, one)
        assert not list(broken(folder, whole, None)) and (folder / name).exists(), (name, how)
        assert not left(folder), (name, how)
    return sum(one.code == -9 for one in hit)


def test_killed_at_seeded_moments(skirmish: Path, whole: dict[str, bytes], tmp_path: Path) -> None:
    chance = random.Random("killed")
    moments: list[Moment] = [(name, {"killed_at": chance.randrange(1, 8)}) for name in WRITING]
    assert killed(skirmish, whole, tmp_path, moments) > len(moments) / 2


@pytest.mark.soak
def test_killed_at_every_change_and_many_times(skirmish: Path, whole: dict[str, bytes], tmp_path: Path) -> None:
    factor = float(os.environ.get("CARDLIB_SOAK_FUZZ", "1"))
    chance = random.Random("killed often")
    for name in WRITING:
        steps: list[Moment] = [(name, {"killed_at": step}) for step in range(1, 25)]
        times = [(name, {"killed_after": chance.random() ** 2 * 1.5}) for _ in range(max(1, round(20 * factor)))]
        assert killed(skirmish, whole, tmp_path / name.replace("/", "-"), steps + times)

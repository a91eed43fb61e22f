"""What cardlib keeps for itself is written in its own place, whatever lies there: no link leads it elsewhere."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from shlex import split

import pytest
from forked import Case, run
from matrices import seldom
from PIL import Image

from cardlib.catalog import make_project
from cardlib.parts import MARK
from cardlib.writing import NotWritten, own_place

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="limits and locks of POSIX")

# What commands keep in the cache, by the end of its name, and a command that reads and writes it.
KEPT = {
    ".sqlite": "cards id:wolf --format json",
    ".built": "cards id:wolf --format json",
    ".json": "cards id:wolf --format json",
    ".jpg": "print id:wolf -o cards.pdf",
}
MINE = b"not of the cache\n"


@pytest.mark.parametrize("begin", [0, *seldom(1)])
def test_every_file_of_the_cache_is_written_in_its_own_place(tmp_path: Path, begin: int) -> None:
    """In the place of each file in turn lies a link or a pipe; what a link leads to stays as it is."""
    skirmish = make_project(tmp_path / "skirmish", "Skirmish at Dawn").path
    (skirmish / "art").mkdir()
    Image.new("RGB", (300, 300), "red").save(skirmish / "art" / "wolf.png")

    def asked(folder: Path, kept: str) -> Case:
        environment = {"CARDLIB_CACHE": str(folder / "cache"), "CARDLIB_GAME": str(skirmish)}
        return Case(split(KEPT[kept]), str(folder), environment=environment)

    whole = tmp_path / "whole"
    whole.mkdir()
    as_usual = dict(zip(KEPT, run([asked(whole, end) for end in KEPT]), strict=True))
    kept = sorted(path.relative_to(whole) for path in (whole / "cache").rglob("*") if path.is_file())
    assert {path.suffix for path in kept} == set(KEPT), as_usual

    victim = tmp_path / "victim"
    victim.write_bytes(MINE)
    odd: dict[str, Callable[[Path], object]] = {
        "a link": lambda path: path.symlink_to(victim),
        "a link to nothing": lambda path: path.symlink_to(tmp_path / "planted"),
        "a link in circles": lambda path: path.symlink_to(path.name),
        "a link to a process": lambda path: path.symlink_to("/proc/self/mem"),
        "a pipe": lambda path: os.mkfifo(path),
    }
    found = [(path, what) for path in kept for what in odd][begin::2]
    assert {what for _, what in found} == set(odd)
    cases: list[Case] = []
    for number, (path, what) in enumerate(found):
        folder = tmp_path / str(number)
        shutil.copytree(whole, folder)
        (folder / path).unlink()
        odd[what](folder / path)
        cases.append(asked(folder, path.suffix))
    ran = run(cases)
    for number, ((path, what), one) in enumerate(zip(found, ran, strict=True)):
        where = f"{what} at {path}"
        assert victim.read_bytes() == MINE, where
        assert not (tmp_path / "planted").exists(), where
        assert (one.code, one.out) == (0, as_usual[path.suffix].out), (where, one)
        now = tmp_path / str(number) / path
        assert now.is_file() and not now.is_symlink(), where
        assert not [path for path in (tmp_path / str(number)).rglob("*") if MARK in path.name], where


def test_what_cannot_be_taken_away_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = tmp_path / "plain"
    plain.write_bytes(MINE)
    assert own_place(plain) == plain
    assert plain.read_bytes() == MINE
    link = tmp_path / "link"
    link.symlink_to(plain)

    def refuse(path: Path) -> None:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(Path, "unlink", refuse)
    with pytest.raises(NotWritten, match=f"{link}: cannot write: Permission denied"):
        own_place(link)

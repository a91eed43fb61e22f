"""The database is of the files as they are: edits that hide, edits meanwhile, damage, builders at once, no space."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path

import pytest

from cardlib.catalog import Project, build_database, database_path, find_cards, load_project, make_project, run_sql
from cardlib.catalog.build import database_in_memory
from cardlib.catalog.built import BuiltDeck
from cardlib.catalog.database import kept
from cardlib.catalog.reading import DataError
from cardlib.catalog.signature import Signature
from cardlib.parts import MARK
from cardlib.queries import read_decks
from cardlib.writing import NotWritten

pytestmark = pytest.mark.usefixtures("cache")


def names(project: Project) -> set[str]:
    return {str(row["name"]) for row in find_cards([project], "", decks=read_decks)}


def rewrite(project: Project, old: str, new: str, file: str = "cards/units.json") -> None:
    path = project.path / file
    path.write_text(path.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")


def grown_old(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a while pass, so that the times of the files count."""
    now = time.time_ns() + 10**10
    monkeypatch.setattr("time.time_ns", lambda: now)


def test_an_edit_of_the_same_size_and_time_is_seen(skirmish: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    grown_old(monkeypatch)
    assert "Wolf" in names(skirmish)
    file = skirmish.path / "cards" / "units.json"
    before = file.stat()
    rewrite(skirmish, '"Wolf"', '"Warg"')
    os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert (file.stat().st_size, file.stat().st_mtime_ns) == (before.st_size, before.st_mtime_ns)
    assert "Warg" in names(load_project(skirmish.path))


def test_an_edit_in_the_same_tick_of_the_clock_is_seen(skirmish: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock that stands still gives the files of before and after the same times; only the content tells."""
    monkeypatch.setattr("cardlib.catalog.signature.print_of", lambda stat: str(stat.st_size))
    monkeypatch.setattr("cardlib.catalog.database.print_of", lambda stat: str(stat.st_size))
    assert "Wolf" in names(skirmish)
    rewrite(skirmish, '"Wolf"', '"Warg"')
    assert "Warg" in names(load_project(skirmish.path))


def test_nothing_is_read_where_nothing_was_touched(skirmish: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    grown_old(monkeypatch)
    names(skirmish)
    monkeypatch.setattr(Signature, "content", property(lambda self: pytest.fail("the files were read")))
    assert "Wolf" in names(load_project(skirmish.path))
    with pytest.raises(pytest.fail.Exception):
        os.utime(skirmish.path / "game.json")
        names(load_project(skirmish.path))


def test_times_that_differ_are_noted_anew(skirmish: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    names(skirmish)
    note = database_path(skirmish).with_suffix(".built")
    first = note.read_bytes()
    grown_old(monkeypatch)
    names(load_project(skirmish.path))
    assert note.read_bytes() != first
    built = database_path(skirmish).stat().st_ino
    os.utime(skirmish.path / "game.json")
    names(load_project(skirmish.path))
    assert database_path(skirmish).stat().st_ino == built


def edited_meanwhile(project: Project, times: int) -> list[str]:
    """Return the names that a database has which was built while a file was edited so many times."""
    done = 0

    def slowly(one: Project) -> Iterable[BuiltDeck]:
        nonlocal done
        assert one.cards  # read, and then:
        if done < times:
            rewrite(project, f'"Wolf{done or ""}"', f'"Wolf{done + 1}"')
            done += 1
        return read_decks(one)

    return sorted(str(row["name"]) for row in find_cards([project], "", decks=slowly) if "Wolf" in str(row["name"]))


def test_an_edit_during_a_build_is_in_it(skirmish: Project) -> None:
    assert edited_meanwhile(skirmish, 1) == ["Wolf1"]
    assert "Wolf1" in names(load_project(skirmish.path))


def test_edits_without_end_are_told(skirmish: Project) -> None:
    with pytest.raises(DataError, match="skirmish: the files change while they are read"):
        edited_meanwhile(skirmish, 1000)
    assert "Wolf" not in names(skirmish)


def test_what_was_read_before_an_edit_does_not_get_into_the_database(skirmish: Project) -> None:
    assert skirmish.cards["wolf"].name == "Wolf"
    rewrite(skirmish, '"Wolf"', '"Warg"')
    assert "Warg" in names(skirmish)
    assert skirmish.cards["wolf"].name == "Warg"  # and what is read from JSON is of the same files
    assert "Warg" in names(load_project(skirmish.path))


def test_rows_and_declarations_are_of_the_same_files(skirmish: Project) -> None:
    names(skirmish)
    rewrite(skirmish, '"Skirmish at Dawn"', '"Skirmish at Dusk"', "game.json")
    assert run_sql([skirmish], "SELECT name FROM games")[1] == [{"name": "Skirmish at Dusk"}]
    assert skirmish.game.name == "Skirmish at Dusk"


@pytest.mark.parametrize(
    "damage", ["cut", "bytes", "empty", "endless", "foreign", "another", "folder", "note", "no note", "words"]
)
def test_a_damaged_database_is_built_again(skirmish: Project, tmp_path: Path, damage: str) -> None:
    names(skirmish)
    path = database_path(skirmish)
    note = path.with_suffix(".built")
    data = path.read_bytes()
    if damage == "cut":
        path.write_bytes(data[: len(data) // 2])
    elif damage == "bytes":
        path.write_bytes(data[:5000] + bytes(20000) + data[25000:])
    elif damage == "empty":
        path.write_bytes(b"")
    elif damage == "endless":
        os.truncate(path, 8_000_000_000)
    elif damage == "foreign":
        path.unlink()
        with closing(sqlite3.connect(path)) as other, other:
            other.execute("CREATE TABLE built (key, value)")
    elif damage == "another":
        other_project = make_project(tmp_path / "other", "Another")
        build_database([other_project], path)
    elif damage == "folder":
        path.unlink()
        path.mkdir()
    elif damage == "no note":
        note.unlink()
    else:
        note.write_bytes({"note": b"\xff{", "words": b'{"sources": 3, "database": [4]}'}[damage])
    if damage == "folder":
        assert "Wolf" in names(load_project(skirmish.path))
        return
    assert "Wolf" in names(load_project(skirmish.path))
    assert len(path.read_bytes()) == len(data)
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_a_database_that_was_moved_is_kept(skirmish: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    grown_old(monkeypatch)
    names(skirmish)
    shutil.copytree(tmp_path / "cache", tmp_path / "copy")
    monkeypatch.setenv("CARDLIB_CACHE", str(tmp_path / "copy"))
    built = database_path(skirmish).stat().st_ino
    names(load_project(skirmish.path))
    assert database_path(skirmish).stat().st_ino == built


def test_another_database_put_in_place_between_look_and_opening(
    skirmish: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    from cardlib.catalog import database

    names(skirmish)
    look = database._content_of

    def interrupted(project: Project, path: Path) -> str | None:
        found = look(project, path)
        if found is not None:
            with closing(sqlite3.connect(path)) as connection, connection:
                connection.execute("UPDATE built SET value = 'of other files' WHERE key LIKE '%content'")
        return found

    monkeypatch.setattr(database, "_content_of", interrupted)
    assert kept(skirmish) is None


BUILDER = (
    "import sys\nfrom cardlib.catalog import find_cards, load_project\nfrom cardlib.queries import read_decks\n"
    "project = load_project(sys.argv[1])\nprint('ready', flush=True)\nsys.stdin.readline()\n"
    "print(len(find_cards([project], '', decks=read_decks)))"
)


def test_two_processes_that_build_at_the_same_time(skirmish: Project, cache: Path) -> None:
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", BUILDER, str(skirmish.path)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for _ in range(2)
    ]
    for process in processes:
        assert process.stdout is not None and process.stdout.readline() == "ready\n"
    for process in processes:
        assert process.stdin is not None
        process.stdin.write("go\n")
        process.stdin.flush()
    assert [process.communicate()[0] for process in processes] == ["11\n", "11\n"]
    assert len(names(skirmish)) == 11
    assert not [path.name for path in cache.iterdir() if MARK in path.name]


@pytest.mark.parametrize(
    "error", ["database or disk is full", "disk I/O error", "attempt to write a readonly database"]
)
def test_what_the_database_refuses_names_the_file(
    skirmish: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: str
) -> None:
    def refuse(*_: object) -> None:
        raise sqlite3.OperationalError(error)

    monkeypatch.setattr("cardlib.catalog.build._fill", refuse)
    (tmp_path / "to.sqlite").write_text("old")
    with pytest.raises(NotWritten) as raised:
        build_database([skirmish], tmp_path / "to.sqlite")
    assert str(raised.value) == f"{tmp_path}/to.sqlite: cannot write: {error}"
    assert (tmp_path / "to.sqlite").read_text() == "old"


def test_without_a_place_for_the_database_questions_are_answered(
    skirmish: Project, cache: Path, caplog: pytest.LogCaptureFixture
) -> None:
    shutil.rmtree(cache, ignore_errors=True)
    cache.write_text("a file in the way")
    assert "Wolf" in names(skirmish)
    assert run_sql([skirmish, load_project("mecha")], "SELECT count(*) AS n FROM games")[1] == [{"n": 2}]
    said = [record.getMessage() for record in caplog.records]
    assert len(said) == 2 and all("no database is kept" in one and "CARDLIB_CACHE" in one for one in said)
    rewrite(skirmish, '"Wolf"', '"Warg"')
    assert "Warg" in names(skirmish)


def test_where_there_is_a_place_again_the_database_is_kept_there(
    skirmish: Project, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.rmtree(cache, ignore_errors=True)
    cache.write_text("a file in the way")
    assert "Wolf" in names(skirmish)
    monkeypatch.setenv("CARDLIB_CACHE", str(cache.with_name("another")))
    assert "Wolf" in names(skirmish)
    assert database_path(skirmish).is_file()


def test_a_database_in_memory_is_the_same(skirmish: Project, tmp_path: Path) -> None:
    data, _ = database_in_memory(skirmish, read_decks)
    build_database([skirmish], tmp_path / "built.sqlite", read_decks)
    with closing(sqlite3.connect(":memory:")) as one, closing(sqlite3.connect(tmp_path / "built.sqlite")) as other:
        one.deserialize(data)
        assert list(one.iterdump()) == list(other.iterdump())

"""A project from a stranger passes one gate before anything of it is used, whichever command asks."""

from __future__ import annotations

import json
import os
import shutil
import socket
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO

import pytest

from cardlib import reading
from cardlib.catalog import DataError, check_project, gate, load_project, make_project, project_path
from cardlib.catalog.check import Checked
from cardlib.catalog.signature import Signature
from cardlib.errors import CardlibError
from cardlib.places import inside
from cardlib.reading import Unreadable, read_bytes
from cardlib_cli.checks import EXTRA


@pytest.fixture
def skirmish(tmp_path: Path) -> Path:
    return make_project(tmp_path / "skirmish").path


def edit(file: Path, change: Callable[[dict[str, object]], object]) -> None:
    data = json.loads(file.read_text())
    change(data)
    file.write_text(json.dumps(data))


def a_socket(path: Path) -> None:
    here = Path.cwd()
    os.chdir(path.parent)  # the name of a socket is short
    try:
        with socket.socket(socket.AF_UNIX) as made:
            made.bind(path.name)
    finally:
        os.chdir(here)


@pytest.mark.parametrize(
    ("place", "make", "said"),
    [
        ("rules.json", os.mkfifo, "rules.json: found a named pipe, expected a file"),
        ("cards/x.json", os.mkfifo, "cards/x.json: found a named pipe, expected a file"),
        ("decks/x.txt", os.mkfifo, "decks/x.txt: found a named pipe, expected a file"),
        ("art/x.png", os.mkfifo, "art/x.png: found a named pipe, expected a file"),
        ("cards/x.json", a_socket, "cards/x.json: found a socket, expected a file"),
        ("cards/x.json", lambda path: path.symlink_to("/dev/zero"), "/dev/zero, which leads out of the project"),
        ("art/x.png", lambda path: path.symlink_to("/etc/hostname"), "which leads out of the project"),
        ("decks/more", lambda path: path.symlink_to("../.."), "which leads out of the project"),
        ("art/x.png", lambda path: path.symlink_to("y.png"), "a link to y.png, which is not there"),
        ("cards", Path.touch, "cards: found a file, expected a folder"),
        ("print", Path.touch, "print: found a file, expected a folder"),
        ("rules.json", Path.mkdir, "rules.json: found a folder, expected a file"),
        ("decks/a\x1b]0;x\x07.txt", Path.touch, "found a name with U+001B (escape)"),
        ("decks/a\u202etxt", Path.touch, "found a name with U+202E (right-to-left override)"),
    ],
)
def test_what_must_not_lie_in_a_project(skirmish: Path, place: str, make: Callable[[Path], object], said: str) -> None:
    path = skirmish / place
    if path.is_dir():
        shutil.rmtree(path)
    path.unlink(missing_ok=True)
    path.parent.mkdir(exist_ok=True)
    make(path)
    assert any(said in str(problem) for problem in check_project(skirmish, EXTRA))
    with pytest.raises(DataError) as refused:
        load_project(skirmish)
    assert said in str(refused.value)


def test_a_folder_that_cannot_be_read_is_no_empty_folder(skirmish: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = os.scandir

    def scandir(path: str) -> object:
        if str(path).endswith("cards"):
            raise PermissionError(13, "Permission denied", path)
        return real(path)

    monkeypatch.setattr("cardlib.catalog.tree.os.scandir", scandir)
    said = "cards: found a folder that cannot be read (Permission denied), expected a readable folder"
    assert said in [str(problem) for problem in check_project(skirmish)]
    with pytest.raises(DataError, match="cards: found a folder that cannot be read"):
        load_project(skirmish)


@pytest.mark.parametrize("name", ["../../x", "/tmp/x", "a/b", "..", "a\n", "", "A", "x" * 81, "a\0b", "-o"])
def test_an_id_that_would_become_a_path(skirmish: Path, name: str) -> None:
    edit(skirmish / "cards" / "units.json", lambda data: data["cards"][0].update(id=name))  # type: ignore[index]
    with pytest.raises(DataError, match=r"cards\[0\]\.id: found"):
        load_project(skirmish)


@pytest.mark.parametrize(
    "name", ["../../../etc/passwd", "/etc/passwd", "..\\x.png", "C:\\x.png", "a/../../x", ".x.png"]
)
def test_a_picture_lies_in_the_project(skirmish: Path, name: str) -> None:
    edit(skirmish / "cards" / "units.json", lambda data: data["cards"][0].update(art=name))  # type: ignore[index]
    with pytest.raises(DataError, match=r"cards\[0\]\.art: found .* expected a file inside the project"):
        load_project(skirmish)


@pytest.mark.parametrize(
    ("file", "data", "place"),
    [
        ("print/card.json", {"extends": "../../x"}, "extends"),
        ("print/card.json", {"back": "/tmp/x"}, "back"),
        ("print/card.json", {"symbols": "../x"}, "symbols"),
        ("print/card.json", {"fonts": {"title": {"family": "../../x"}}}, r"fonts\.title\.family"),
        ("pieces.json", {"tokens": [{"id": "a", "name": "A", "layout": "../x"}]}, r"tokens\[0\]\.layout"),
        ("pieces.json", {"tokens": [{"id": "../x", "name": "A", "layout": "x"}]}, r"tokens\[0\]\.id"),
        ("formats/odd.json", {"id": "odd", "name": "Odd", "extends": "../standard"}, "extends"),
    ],
)
def test_what_names_another_file_names_no_path(skirmish: Path, file: str, data: dict[str, object], place: str) -> None:
    (skirmish / file).parent.mkdir(exist_ok=True)
    (skirmish / file).write_text(json.dumps(data))
    project = load_project(skirmish)
    with pytest.raises(DataError, match=f"{file}:1: {place}: found"):
        project.files(file.partition("/")[0])


def test_a_place_made_of_data_stays_in_its_folder(tmp_path: Path) -> None:
    assert inside(tmp_path, "a.png") == tmp_path / "a.png"
    (tmp_path / "out").symlink_to("/tmp")
    for name in ("../a.png", "/tmp/a.png", "out/a.png", "a\0b"):
        with pytest.raises(CardlibError, match="leads out of"):
            inside(tmp_path, name)


def test_files_of_other_kinds_are_never_opened(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path, found in ((tmp_path / "pipe", "a named pipe"), (tmp_path, "a folder"), (Path("/dev/zero"), "a device")):
        with pytest.raises(Unreadable, match=f"found {found}, expected a file"):
            read_bytes(path)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"cards": ' + "[" * 100_000, "more than 60 levels of nesting"),
        ('{"cards": [{"cost": ' + "9" * 5000 + "}]}", "a number of 5000 characters"),
        ('{"cards": [{"cost": NaN}]}', "found NaN"),
        ('{"cards": [{"cost": -Infinity}]}', "found -Infinity"),
        ('{"cards": [], "cards": []}', "twice in one object"),
        ('\ufeff{"cards": []}', "a byte-order mark"),
    ],
)
def test_json_that_no_reader_should_meet(skirmish: Path, text: str, said: str) -> None:
    (skirmish / "cards" / "units.json").write_text(text, encoding="utf-8")
    with pytest.raises(DataError, match=rf"cards/units\.json:1: .*{said}"):
        load_project(skirmish)


@pytest.mark.parametrize("odd", ["\x1b]0;x\x07", "\x9b31m", "\u202e", "\x00", "\x7f", "\u2028", "\r"])
@pytest.mark.parametrize("escaped", [False, True])
def test_texts_hold_no_characters_that_command_a_terminal(skirmish: Path, odd: str, escaped: bool) -> None:
    file = skirmish / "cards" / "units.json"
    data = json.loads(file.read_text())
    data["cards"][0]["flavour"] = f"a{odd}b"
    file.write_text(json.dumps(data, ensure_ascii=escaped), encoding="utf-8", newline="")
    with pytest.raises(DataError, match=r"cards\[0\]\.flavour: found U\+.* in a text"):
        load_project(skirmish)


def test_lines_tabs_and_joiners_are_text(skirmish: Path) -> None:
    edit(
        skirmish / "cards" / "units.json",
        lambda data: data["cards"][0].update(flavour="a\tb\nc \U0001f468\u200d\U0001f469 soft\u00ad \u200f"),  # type: ignore[index]
    )
    assert check_project(skirmish, EXTRA) == []


def test_a_verdict_is_kept_where_no_project_writes(
    skirmish: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is kept holds for these very files: an edit of the same size and time is seen, a forged verdict is not."""
    monkeypatch.setenv("CARDLIB_CACHE", str(tmp_path / "cache"))
    gate._verdict.cache_clear()
    load_project(skirmish)
    (kept,) = (tmp_path / "cache" / "checked").iterdir()
    assert not kept.is_relative_to(skirmish)
    looked: list[Path] = []
    monkeypatch.setattr(
        "cardlib.catalog.check.checked_project", lambda folder: looked.append(folder) or Checked([], None)
    )
    gate._verdict.cache_clear()
    load_project(skirmish)
    assert looked == []
    file = skirmish / "cards" / "units.json"
    about, text = file.stat(), file.read_text()
    file.write_text(text.replace("archer", "ARCHER"))
    os.utime(file, ns=(about.st_atime_ns, about.st_mtime_ns))
    load_project(skirmish)
    assert looked == [skirmish]
    gate._verdict.cache_clear()
    kept.write_text('{"signature": "' + "0" * 64 + '", "problems": []}')
    load_project(skirmish)
    assert looked == [skirmish, skirmish]


@pytest.mark.parametrize(
    ("slug", "board"),
    [
        ("mecha", {"id": "b", "name": "B", "shape": "grid"}),
        ("mecha", {"id": "b", "name": "B", "shape": "grid", "columns": ["a"], "rows": [1]}),
        ("mecha", {"id": "b", "name": "B", "shape": "areas", "spaces": ["a1"]}),
        ("tyrants", {"id": "b", "name": "B", "shape": "areas"}),
        ("tyrants", {"id": "b", "name": "B", "shape": "areas", "spaces": ["space"]}),
        ("tyrants", {"id": "b", "name": "B", "shape": "grid", "columns": ["a"], "rows": [1]}),
        ("tyrants", None),
    ],
)
def test_a_board_that_the_rules_cannot_play_on(tmp_path: Path, slug: str, board: dict[str, object] | None) -> None:
    from cardlib.game import load

    parts = shutil.ignore_patterns("scenarios", "decks", "print", "lang", "research", "boards")
    folder = Path(shutil.copytree(project_path(slug), tmp_path / slug, ignore=parts))
    (folder / "boards").mkdir()
    if board is not None:
        (folder / "boards" / "b.json").write_text(json.dumps(board))
    assert any(problem.file.startswith("boards") for problem in check_project(folder, EXTRA))
    with pytest.raises(DataError, match="boards"):
        load(folder)


def test_what_a_link_leads_to_outside_is_not_read(tmp_path: Path) -> None:
    folder = make_project(tmp_path / "skirmish", "Skirmish").path
    (tmp_path / "secret.json").write_text("{}")
    link = folder / "cards" / "more.json"
    link.symlink_to(tmp_path / "secret.json")
    assert str(link) not in list(Signature(folder).files())
    link.unlink()
    link.symlink_to(next((folder / "cards").glob("*.json")))
    assert str(link) in list(Signature(folder).files())


def test_nothing_is_read_through_a_link_that_leads_out(skirmish: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whichever file or folder the link stands for; the formats have one that another one extends."""
    (skirmish / "formats" / "short.json").write_text('{"extends": "standard", "id": "short", "name": "Short"}')
    (skirmish / "wording.json").write_text("{}")
    outside = skirmish.parent / "outside"
    outside.mkdir()
    through: list[Path] = []

    def watched(path: Path) -> BinaryIO:
        if path.resolve().is_relative_to(outside):
            through.append(path)
        return opened(path)

    opened = reading.opened
    monkeypatch.setattr(reading, "opened", watched)
    places = [path for path in sorted(skirmish.rglob("*")) if not path.name.startswith(".")]
    assert {"cards", "decks", "formats/standard.json", "keywords.json"} <= {
        path.relative_to(skirmish).as_posix() for path in places
    }
    for path in places:
        away = path.rename(outside / path.name)
        path.symlink_to(away)
        _ = Signature(skirmish).content
        found = [str(problem) for problem in check_project(skirmish, EXTRA)]
        assert any("which leads out of the project" in problem for problem in found), path
        with pytest.raises(DataError, match="which leads out of the project"):
            load_project(skirmish)
        assert through == [], path
        path.unlink()
        away.rename(path)

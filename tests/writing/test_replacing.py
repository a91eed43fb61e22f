"""The writer of files: what is there stays whole, keeps what it was, and nothing is left behind."""

from __future__ import annotations

import ast
import errno
import fcntl
import os
import re
import signal
import stat
import subprocess
import sys
import textwrap
import threading
from pathlib import Path

import pytest
from sources import modules

import cardlib
from cardlib import parts
from cardlib.parts import MARK
from cardlib.writing import (
    Growing,
    NotWritten,
    check_writable,
    is_stream,
    replacing,
    replacing_folder,
    scratch_folder,
    write_bytes,
    write_whole,
)

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="devices, links and limits of POSIX")

ROOT = Path(cardlib.__file__).parents[1]


def left(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir() if MARK in path.name)


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_permissions_of_a_new_file_follow_the_umask_and_those_of_an_old_one_stay(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        write_whole(tmp_path / "new", "1")
        assert mode(tmp_path / "new") == 0o640
        for kept in (0o600, 0o664, 0o755):
            (tmp_path / "new").chmod(kept)
            write_whole(tmp_path / "new", "2")
            assert mode(tmp_path / "new") == kept
    finally:
        os.umask(before)


def test_what_is_being_written_is_never_more_open_than_the_file(tmp_path: Path) -> None:
    path = tmp_path / "secret"
    path.touch(0o600)
    with replacing(path) as made:
        assert mode(made) == 0o600


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may give files away")
def test_the_owner_stays(tmp_path: Path) -> None:
    path = tmp_path / "theirs"
    path.touch()
    os.chown(path, 1234, 2345)
    write_whole(path, "new")
    assert (path.stat().st_uid, path.stat().st_gid) == (1234, 2345)


def test_a_link_leads_to_the_file_that_is_written(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    (tmp_path / "link").symlink_to("second")
    (tmp_path / "second").symlink_to("there/file")
    for text in ("new", "newer"):
        write_whole(tmp_path / "link", text)
        assert (tmp_path / "there" / "file").read_text() == text
    assert (tmp_path / "link").is_symlink() and (tmp_path / "second").is_symlink()
    (tmp_path / "round").symlink_to("round")
    with pytest.raises(NotWritten, match=r"round: cannot write: Too many levels of symbolic links"):
        write_whole(tmp_path / "round", "text")


def test_devices_are_written_into(tmp_path: Path) -> None:
    write_whole(Path("/dev/null"), "text")
    assert stat.S_ISCHR(Path("/dev/null").stat().st_mode)
    with pytest.raises(NotWritten, match="/dev/full: cannot write: No space left on device"):
        write_whole(Path("/dev/full"), "text")
    (tmp_path / "link").symlink_to("/dev/null")
    check_writable(tmp_path / "link")
    write_bytes(tmp_path / "link", b"text")
    assert is_stream(tmp_path / "link") and (tmp_path / "link").is_symlink()


def test_a_pipe_with_a_name_is_written_into(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    found: list[str] = []
    reader = threading.Thread(target=lambda: found.append((tmp_path / "pipe").read_text()))
    reader.start()
    write_whole(tmp_path / "pipe", "text")
    reader.join(10)
    assert found == ["text"]
    assert stat.S_ISFIFO((tmp_path / "pipe").stat().st_mode)


def test_standard_output_is_written_where_it_stands(tmp_path: Path) -> None:
    code = (
        "import sys\nfrom pathlib import Path\nfrom cardlib.writing import write_whole\n"
        "print('before')\nwrite_whole(Path('/dev/stdout'), 'whole\\n')\nwrite_whole(Path('/dev/fd/1'), 'again\\n')\n"
        "print('after')"
    )
    (tmp_path / "out").write_text("there\n")
    with (tmp_path / "out").open("a") as out:
        subprocess.run([sys.executable, "-c", code], stdout=out, check=True)
    assert (tmp_path / "out").read_text() == "there\nbefore\nwhole\nagain\nafter\n"


@pytest.mark.parametrize("code", ["ENOSPC", "EDQUOT", "EROFS", "EACCES", "EIO", "EFBIG", "EPERM"])
@pytest.mark.parametrize("where", ["open", "mkdir", "write", "fsync", "replace"])
def test_every_refusal_names_the_file_and_leaves_the_old_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, where: str, code: str
) -> None:
    number = getattr(errno, code)
    path = tmp_path / ("old" if where != "mkdir" else "new/old")
    if where != "mkdir":
        path.write_text("old")

    def refuse(*given: object, **_: object) -> None:
        raise OSError(number, os.strerror(number), *(given[:1] if where == "replace" else ()))

    owner: object = os if where in ("open", "fsync") else Path
    monkeypatch.setattr(owner, "write_bytes" if where == "write" else where, refuse)
    with pytest.raises(NotWritten) as raised:
        write_whole(path, "new")
    monkeypatch.undo()
    assert str(raised.value) == f"{path}: cannot write: {os.strerror(number)}"
    assert where == "mkdir" or path.read_text() == "old"
    assert not left(tmp_path)


def in_1000_bytes(path: Path, code: str) -> str:
    """Run code on `path` where no file may grow beyond 1,000 bytes; return what it printed."""
    before = (
        "import resource, sys\nfrom pathlib import Path\nfrom cardlib.writing import Growing, NotWritten, write_whole\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))\npath = Path(sys.argv[1])\n"
    )
    words = [sys.executable, "-c", before + textwrap.dedent(code), str(path)]
    return subprocess.run(words, capture_output=True, text=True, check=True).stdout


def test_a_disk_that_fills_up_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text("old")
    said = in_1000_bytes(
        path,
        """
        try:
            write_whole(path, "x" * 5000)
        except NotWritten as error:
            print(error)
        """,
    )
    assert said == f"{path}: cannot write: File too large\n"
    assert path.read_text() == "old"
    assert [one.name for one in tmp_path.iterdir()] == ["file"]


def test_a_file_that_grows_loses_nothing(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text("one\ncut sho")
    said = in_1000_bytes(
        path,
        r"""
        with Growing(path, 4) as file:
            file.add("two\n")
            try:
                file.add("x" * 5000)
            except NotWritten as error:
                print(error)
            file.add("three\n")
        """,
    )
    assert said == f"{path}: cannot write: File too large\n"
    assert path.read_text() == "one\ntwo\nthree\n"
    with pytest.raises(NotWritten, match="/dev/full: cannot write"), Growing(Path("/dev/full")) as full:
        full.add("text")


def test_protected_files_and_folders_in_the_way(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "file"
    path.write_text("old")
    monkeypatch.setattr(os, "access", lambda *_, **__: False)
    for write in (lambda: write_whole(path, "new"), lambda: check_writable(path)):
        with pytest.raises(NotWritten, match=r"file: cannot write: the file is write-protected"):
            write()
    monkeypatch.undo()
    assert path.read_text() == "old"
    with pytest.raises(NotWritten, match="is a folder, a file was expected"):
        write_whole(tmp_path, "text")
    with pytest.raises(NotWritten, match="cannot write: Not a directory"):
        write_whole(path / "below" / "it", "text")
    with pytest.raises(NotWritten, match="no name of a file"):
        write_whole(tmp_path / "a\0b", "text")
    with pytest.raises(NotWritten, match="half a character"):
        write_whole(path, "\ud800")


def test_names_as_long_as_the_system_allows(tmp_path: Path) -> None:
    for name in ("n" * 255, "ü" * 127, "𝔘" * 63):
        write_whole(tmp_path / name, "text")
        assert (tmp_path / name).read_text() == "text"


# -- what killed writers leave ---------------------------------------------------------------------------------------

WRITER = (
    "import sys, time\nfrom pathlib import Path\nfrom cardlib.writing import replacing\n"
    "with replacing(Path(sys.argv[1])) as made:\n"
    "    made.write_text('half')\n    print('ready', flush=True)\n    sys.stdin.read()"
)


def begun(path: Path) -> subprocess.Popen[str]:
    process = subprocess.Popen(
        [sys.executable, "-c", WRITER, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None and process.stdout.readline() == "ready\n"
    return process


def test_what_a_killed_writer_left_is_removed_and_that_of_a_living_one_is_not(tmp_path: Path) -> None:
    killed = begun(tmp_path / "other")
    killed.send_signal(signal.SIGKILL)
    killed.communicate()
    (of_the_killed,) = left(tmp_path)
    alive = begun(tmp_path / "file")
    (of_the_living,) = left(tmp_path)
    assert of_the_living != of_the_killed
    parts.sweep.cache_clear()
    write_whole(tmp_path / "file", "mine")
    assert left(tmp_path) == [of_the_living]
    alive.communicate("")
    assert (tmp_path / "file").read_text() == "half"
    assert not left(tmp_path)


def test_files_of_others_are_never_swept(tmp_path: Path) -> None:
    names = [".deck.pdf.abcdefgh.part", f"deck.0123abcd{MARK}", f".deck.xyz{MARK}", ".deck.0123abcd.part"]
    for name in names:
        (tmp_path / name).touch()
    (tmp_path / f".link.0123abcd{MARK}").symlink_to("nowhere")
    os.mkfifo(tmp_path / f".pipe.0123abcd{MARK}")
    parts.sweep(tmp_path)
    assert len(list(tmp_path.iterdir())) == len(names) + 2


def test_folders_in_the_making_are_swept_too(tmp_path: Path) -> None:
    (tmp_path / f".mine.0123abcd{MARK}" / "below").mkdir(parents=True)
    held = tmp_path / f".held.0123abcd{MARK}"
    held.mkdir()
    lock = os.open(held, os.O_RDONLY)
    fcntl.flock(lock, fcntl.LOCK_EX)
    with replacing_folder(tmp_path / "made") as made:
        write_whole(made / "a" / "b", "text")
        assert not (tmp_path / "made").exists()
    assert (tmp_path / "made" / "a" / "b").read_text() == "text"
    assert left(tmp_path) == [held.name]
    os.close(lock)


def test_a_scratch_folder_is_private_and_vanishes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    with scratch_folder() as folder:
        assert folder.parent == tmp_path and mode(folder) == 0o700
        (folder / "file").touch()
    assert not list(tmp_path.iterdir())


# -- there is one writer ---------------------------------------------------------------------------------------------

WRITERS = {ROOT / "cardlib" / "writing.py", ROOT / "cardlib" / "parts.py"}
# What opens no file by a name that a user could mean: numbers of open files, and the nowhere of the system.
STREAMS = {ROOT / "cli" / "cardlib_cli" / name for name in ("streams.py", "progress.py")}
# What opens files for reading only, by another way, so that none keeps it waiting.
READERS = {ROOT / "cardlib" / "reading.py"}
# A journal grows pick by pick in place, under a lock; a match is copied into what `replacing` gives, with its time.
KEEPING = {ROOT / "cli" / "cardlib_cli" / "journal.py", ROOT / "cli" / "cardlib_cli" / "shelf.py"}
METHODS = {"write_text", "write_bytes", "touch", "rename", "symlink_to", "hardlink_to"}
FUNCTIONS = {
    "os": {"open", "rename", "renames", "replace", "link", "symlink", "mkfifo", "mknod"},
    "shutil": {"copy", "copy2", "copyfile", "copytree", "move", "make_archive", "unpack_archive"},
    "tempfile": {"mkstemp", "mkdtemp", "mktemp", "NamedTemporaryFile", "TemporaryFile", "TemporaryDirectory"},
    "io": {"open", "FileIO"},
}


def writes(call: ast.Call) -> bool:
    """Whether a call writes, renames or makes a file."""
    owner = call.func.value if isinstance(call.func, ast.Attribute) else None
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    if isinstance(owner, ast.Name) and owner.id in FUNCTIONS:
        return name in FUNCTIONS[owner.id]
    if name == "open":
        modes = [*call.args[owner is None :][:1], *(word.value for word in call.keywords if word.arg == "mode")]
        return any(
            isinstance(one, ast.Constant) and re.fullmatch("[rbt]*[wax+][bt+]*", str(one.value)) for one in modes
        )
    if name == "replace":  # of a text it takes two arguments, of a path one
        return owner is not None and len(call.args) + len(call.keywords) == 1
    if owner is None:
        return name in FUNCTIONS["shutil"] | FUNCTIONS["tempfile"]
    return name in METHODS


def test_files_are_written_in_one_place() -> None:
    calls = [f"{name}(" for name in {"open", ".replace", *METHODS}.union(*FUNCTIONS.values()) - {"replace"}]
    apart = {f"{path.parent.name}/{path.name}" for path in WRITERS | STREAMS | READERS | KEEPING}
    found = [
        f"{name}:{node.lineno}: {ast.unparse(node)}"
        for name, tree in modules(calls)
        if name not in apart
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and writes(node)
    ]
    assert not found, "write files with cardlib.writing"


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("path.open('w')", True),
        ("open(p, 'ab')", True),
        ("open(p, mode='r+')", True),
        ("p.write_text(x)", True),
        ("p.write_bytes(x)", True),
        ("a.replace(b)", True),
        ("os.replace(a, b)", True),
        ("shutil.copyfile(a, b)", True),
        ("NamedTemporaryFile()", True),
        ("path.open('rb')", False),
        ("text.replace('a', 'b')", False),
        ("write_bytes(path, data)", False),
        ("atoms.move(m, card, 'deck')", False),
    ],
)
def test_the_guard_tells_what_writes(code: str, told: bool) -> None:
    node = ast.parse(code, mode="eval").body
    assert isinstance(node, ast.Call) and writes(node) == told

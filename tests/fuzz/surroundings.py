"""What a command finds around it: its files closed, full or gone, encodings, folders that are none, odd variables."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path


def _as_it_is(root: Path) -> None:
    pass


@dataclass(frozen=True, slots=True)
class Surroundings:
    """Variables (with `{root}` for the world), and what happens in the process before the command begins."""

    name: str = "usual"
    variables: Mapping[str, str] = ()  # type: ignore[assignment]
    enter: Callable[[Path], None] = _as_it_is

    def environment(self, root: Path) -> dict[str, str]:
        """The variables for a world."""
        return {name: value.replace("{root}", str(root)) for name, value in dict(self.variables).items()}


USUAL = Surroundings()


def _closed(*numbers: int) -> Callable[[Path], None]:
    def enter(root: Path) -> None:
        for number in numbers:
            os.close(number)

    return enter


def _to(device: str, *numbers: int) -> Callable[[Path], None]:
    def enter(root: Path) -> None:
        opened = os.open(device, os.O_RDWR)
        for number in numbers:
            os.dup2(opened, number)

    return enter


def _nobody_reads(root: Path) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    os.dup2(writer, 1)


def _gone(root: Path) -> None:
    folder = root / "work" / "out" / "gone"
    folder.mkdir()
    os.chdir(folder)
    folder.rmdir()


def _few_files(root: Path) -> None:
    import resource

    resource.setrlimit(resource.RLIMIT_NOFILE, (24, 24))


def _small_files(root: Path) -> None:
    import resource

    resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))


ALL = [
    Surroundings("stdin closed", enter=_closed(0)),
    Surroundings("stdout closed", enter=_closed(1)),
    Surroundings("stderr closed", enter=_closed(2)),
    Surroundings("all closed", enter=_closed(0, 1, 2)),
    Surroundings("stdin and stdout closed", enter=_closed(0, 1)),
    Surroundings("stdout full", enter=_to("/dev/full", 1)),
    Surroundings("stdout and stderr full", enter=_to("/dev/full", 1, 2)),
    Surroundings("nobody reads", enter=_nobody_reads),
    Surroundings("ascii", {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}),
    Surroundings("ascii output", {"PYTHONIOENCODING": "ascii"}),
    Surroundings("latin output", {"PYTHONIOENCODING": "latin-1"}),
    Surroundings("windows output", {"PYTHONIOENCODING": "cp1252:strict"}),
    Surroundings("utf-16 output", {"PYTHONIOENCODING": "utf-16"}),
    Surroundings("folder gone", enter=_gone),
    Surroundings("few files", enter=_few_files),
    Surroundings("disk full", enter=_small_files),
    Surroundings("cache is a file", {"CARDLIB_CACHE": "{root}/outside/secret.json"}),
    Surroundings("cache is a device", {"CARDLIB_CACHE": "/dev/null"}),
    Surroundings("cache is new", {"CARDLIB_CACHE": "{root}/cache/a/b/c"}),
    Surroundings("cache is nothing", {"CARDLIB_CACHE": ""}),
    Surroundings("no home", {"HOME": "/nonexistent", "XDG_DATA_HOME": ""}),
    Surroundings("game of a stranger", {"CARDLIB_GAME": "../outside"}),
    Surroundings("game in control characters", {"CARDLIB_GAME": "\x1b[2Jgame"}),
    Surroundings("no columns", {"COLUMNS": "0", "LINES": "0"}),
    Surroundings("one column", {"COLUMNS": "1", "LINES": "1"}),
    Surroundings("odd columns", {"COLUMNS": "-7", "LINES": "x"}),
    Surroundings("dumb terminal", {"TERM": "dumb", "NO_COLOR": "1"}),
    Surroundings("asked to complete",
                 {"_CARDLIB_COMPLETE": "complete_bash", "COMP_WORDS": "cardlib cards --g", "COMP_CWORD": "2"}),
    Surroundings("asked to complete oddly", {"_CARDLIB_COMPLETE": "x", "COMP_WORDS": "'", "COMP_CWORD": "-9"}),
    Surroundings("zsh completes", {"_CARDLIB_COMPLETE": "complete_zsh", "_TYPER_COMPLETE_ARGS": "cardlib deck check "}),
]  # fmt: skip

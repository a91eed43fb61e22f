"""Every example of the documentation is run, and its output compared with what the page shows.

A page is played in a folder of its own, from top to bottom, so that an example may use what an earlier one made:

- a block ```` ```console ```` holds commands after `$ ` (a line that begins with `> ` goes on with the command) and
  what they print: standard output, then messages. Commands without output below them only have to succeed. A line
  that is `...` stands for any lines, `...` within a line for any text. `# exits with 1` behind a command says that
  it fails, and how. In a block ```` ```console figures=any ```` a number stands for any number: what bots bring about
  changes whenever they learn something;
- a block ```` ```python ```` is run in one process with the other ones of the page; with `>>>` it is a doctest;
- a block whose first line has `file=NAME` (```` ```json file=my.json ````) is written to that file first.

`CONTRIBUTING.md` begins with a copy of `data/` and `schemas/`, as in a clone; all others in an empty folder. For
`new-game.md` the game in `examples/skirmish` is installed.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import forked
import pytest
from example import ROOT as EXAMPLE
from example import write_entry_points

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
LIMIT = 120  # seconds for one command; a guard, not a measure

_FENCE = re.compile(r"^(?P<fence>`{3,})(?P<info>[^`]*)$")
_FILE = re.compile(r"\bfile=(\S+)")
_EXITS = re.compile(r"\s+# exits with (\d+)$")

PYTHON = """
import doctest, sys
names = {"__name__": "__main__"}
for at, line, kind, text in BLOCKS:
    if kind == "doctest":
        test = doctest.DocTestParser().get_doctest(text, names, at, at, line)
        test.globs = names
        runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
        if runner.run(test, clear_globs=False).failed:
            sys.exit(1)
    else:
        exec(compile("\\n" * line + text, at, "exec"), names)
"""


@dataclass(frozen=True)
class Block:
    """A fenced block: what stands behind the fence, its text, and the line of the fence."""

    info: str
    text: str
    line: int

    @property
    def language(self) -> str:
        return self.info.split(" ", 1)[0]

    @property
    def file(self) -> str | None:
        found = _FILE.search(self.info)
        return found[1] if found else None

    def write(self, folder: Path) -> None:
        """Write the file that the block holds."""
        assert self.file is not None
        path = folder / self.file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(self.text, encoding="utf-8")


@dataclass(frozen=True)
class Command:
    """A command of a console block, the lines that it prints, and its exit code."""

    text: str
    output: tuple[str, ...]
    line: int
    exits: int
    figures: bool


def blocks(page: Path) -> Iterator[Block]:
    """Yield the fenced blocks of a page."""
    fence, info, start, held = "", "", 0, list[str]()
    for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), 1):
        found = _FENCE.match(line)
        if not fence and found:
            fence, info, start, held = found["fence"], found["info"].strip(), number, []
        elif fence and line.strip() == fence:
            yield Block(info, "".join(f"{held_line}\n" for held_line in held), start)
            fence = ""
        elif fence:
            held.append(line)
    assert not fence, f"{page.name}:{start}: a block is never closed"


def commands(block: Block) -> Iterator[Command]:
    """Yield the commands of a console block."""
    text, line, output = "", 0, list[str]()

    def command() -> Command:
        exits = _EXITS.search(text)
        figures = "figures=any" in block.info
        return Command(_EXITS.sub("", text), tuple(output), line, int(exits[1]) if exits else 0, figures)

    for number, raw in enumerate(block.text.splitlines(), block.line + 1):
        if raw.startswith("$ "):
            if text:
                yield command()
            text, line, output = raw[2:], number, []
        elif raw.startswith("> ") and not output:
            text += "\n" + raw[2:]
        else:
            assert text, f"line {number}: output before any command"
            output.append(raw)
    if text:
        yield command()


def pattern_of(lines: tuple[str, ...], figures: bool = False) -> re.Pattern[str]:
    """Return what the output has to match: `...` alone on a line is any lines, within a line any text."""
    parts = []
    for line in lines:
        if line.strip() == "...":
            parts.append(r"(?:.*\n)*?")
            continue
        for at, part in enumerate(line.rstrip().split("...")):
            parts.append(".*" if at else "")
            parts.append(_any_figures(part) if figures else re.escape(part))
        parts.append(r"[ ]*\n")
    return re.compile("".join(parts) + r"\s*")


def _any_figures(text: str) -> str:
    """Return a pattern in which every number is any number, and columns may be narrower or wider."""
    pieces = re.split(r"([-+]?\d+(?:\.\d+)?| {2,}|-{3,})", text)
    loose = {" ": " +", "-": "-+"}
    return "".join(
        re.escape(piece) if at % 2 == 0 else r"[-+]?[\d.]+" if piece[-1].isdigit() else loose[piece[0]]
        for at, piece in enumerate(pieces)
    )


def typed(line: str, folder: Path, environment: dict[str, str]) -> subprocess.CompletedProcess[str]:
    """Run a line as a shell does; `cardlib` is a fork of one that is there already, which saves its start."""
    return subprocess.run(
        line,
        shell=True,
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=LIMIT,
        check=False,
    )


def run(command: Command, folder: Path, environment: dict[str, str], page: Path) -> None:
    """Run a command as a user would type it and compare what it prints."""
    done = typed(command.text, folder, environment)
    where = f"{page.relative_to(ROOT)}:{command.line}: $ {command.text}"
    told = f"{where}\nprinted:\n{done.stdout}{done.stderr}"
    assert "Traceback" not in done.stderr, told
    assert done.returncode == command.exits, f"{told}\nexit code {done.returncode}, expected {command.exits}"
    if command.output:
        expected = pattern_of(command.output, command.figures)
        assert expected.fullmatch(done.stdout + done.stderr), f"{told}\nexpected:\n" + "\n".join(command.output)


def environment_in(folder: Path) -> dict[str, str]:
    """Return the surroundings of the examples: this Python's commands first, the cache of the tests, no colour."""
    path = [str(forked.programs()), str(Path(sys.executable).parent), os.environ.get("PATH", os.defpath)]
    return {
        "PATH": os.pathsep.join(path),
        "CARDLIB_CACHE": os.environ["CARDLIB_CACHE"],
        "HOME": str(folder),
        "LC_ALL": "C.UTF-8",
        "PYTHONUTF8": "1",
        "NO_COLOR": "1",
        "COLUMNS": "100",
    }


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_examples_of_a_page(page: Path, tmp_path: Path) -> None:
    folder = tmp_path / "here"
    folder.mkdir()
    if page.name == "CONTRIBUTING.md":
        for name in ("data", "schemas"):
            shutil.copytree(ROOT / name, folder / name)
    environment = environment_in(tmp_path)
    environment["CARDLIB_MATCHES"] = str(tmp_path / "matches")
    environment["CARDLIB_PRINTS"] = str(tmp_path / "prints")
    environment["CARDLIB_CONFIG"] = str(tmp_path / "config")
    if page.name == "new-game.md":
        write_entry_points(tmp_path / "site")
        environment["PYTHONPATH"] = os.pathsep.join([str(tmp_path / "site"), str(EXAMPLE)])
    python: list[tuple[str, int, str, str]] = []
    found = list(blocks(page))
    for block in found:
        if block.language == "python" and block.file is None:
            kind = "doctest" if block.text.lstrip().startswith(">>>") else "code"
            python.append((str(page.relative_to(ROOT)), block.line, kind, block.text))
    for block in found:
        if block.file is not None:
            block.write(folder)
        elif block.language == "console":
            for command in commands(block):
                run(command, folder, environment, page)
    if python:
        run_python(python, folder, environment)


def run_python(pieces: list[tuple[str, int, str, str]], folder: Path, environment: dict[str, str]) -> None:
    """Run pieces of Python, one after another, as somebody would who types them into one interpreter."""
    code = f"BLOCKS = {pieces!r}\n{PYTHON}"
    (done,) = forked.run([forked.Case(folder=str(folder), python=code, environment=environment, bare=True)])
    assert done.code == 0, done.out.decode() + done.err


def test_pieces_of_contributing_run_by_themselves(tmp_path: Path) -> None:
    """Who adds a game has not added an operation before: no piece leans on what another one imported."""
    page = ROOT / "CONTRIBUTING.md"
    environment = environment_in(tmp_path)
    found = list(blocks(page))
    for block in found:
        if block.file is not None:
            assert block.file in page.read_text(encoding="utf-8").replace(f"file={block.file}", ""), "no reader sees it"
            block.write(tmp_path)
    pieces = [block for block in found if block.language == "python" and block.file is None]
    assert len(pieces) > 1
    for block in pieces:
        run_python([(page.name, block.line, "doctest", block.text)], tmp_path, environment)


_LINK = re.compile(r'\]\((?P<link>[^)\s]+)\)|src="(?P<picture>[^"]+)"')


def links(page: Path) -> Iterator[str]:
    """Yield what a page links to and the pictures that it shows, blocks of code left out."""
    text = re.sub(r"^(`{3,}).*?^\1$", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    for found in _LINK.finditer(text):
        yield found["link"] or found["picture"]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    """Links to files of the repository exist, with the heading that they name."""
    for link in links(page):
        if link.startswith(("http://", "https://")):
            continue
        name, _, anchor = link.partition("#")
        target = (page.parent / name).resolve() if name else page
        assert target.exists(), f"{page.name}: {link} leads nowhere"
        if anchor:
            assert anchor in anchors(target), f"{page.name}: {link}: no such heading"


def anchors(page: Path) -> set[str]:
    """Return the anchors of a page's headings."""
    found = set()
    for line in page.read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            title = line.lstrip("#").strip().lower()
            found.add(re.sub(r"[^\w\- ]", "", title).replace(" ", "-"))
    return found


def test_every_page_can_be_reached_from_the_readme() -> None:
    reached, waiting = set[Path](), [ROOT / "README.md"]
    while waiting:
        page = waiting.pop()
        if page in reached or not page.is_file():
            continue
        reached.add(page)
        if page.suffix == ".md":
            waiting += [(page.parent / link.partition("#")[0]).resolve() for link in links(page) if "://" not in link]
            waiting += [ROOT / name for name in re.findall(r"`(docs/[\w/-]+\.md)`", page.read_text(encoding="utf-8"))]
    lost = [str(page.relative_to(ROOT)) for page in PAGES if page not in reached]
    assert not lost


def test_every_command_has_an_example() -> None:
    """Each command of the command line is shown in a block that the tests run."""
    from cardlib_cli.main import COMMANDS

    shown = " ".join(
        command.text for page in PAGES for block in blocks(page) if block.language == "console"
        for command in commands(block)
    )  # fmt: skip
    assert [name for name in COMMANDS if f"cardlib {name}" not in shown] == []

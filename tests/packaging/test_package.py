"""What is handed on: the wheel and the sdist, what stands in their metadata, and that they work where they come to."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from email.message import Message
from email.parser import Parser
from importlib.metadata import version
from pathlib import Path

import pytest

import cardlib

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
GAMES = sorted(path.parent for path in (ROOT / "data").glob("*/game.json"))
PYTHONS = ("3.11", "3.12", "3.13")


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the wheel and the sdist."""
    folder = tmp_path_factory.mktemp("dist")
    words = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-t", "sdist", "-d", str(folder)]
    ran = subprocess.run(words, cwd=ROOT, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    return folder


def wheel(folder: Path) -> Path:
    return next(folder.glob("*.whl"))


def sdist(folder: Path) -> Path:
    return next(folder.glob("*.tar.gz"))


def metadata(folder: Path) -> Message:
    with zipfile.ZipFile(wheel(folder)) as archive:
        name = next(name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        return Parser().parsestr(archive.read(name).decode())


# -- names and licences ------------------------------------------------------------------------------------------


def test_the_distribution_has_a_name_of_its_own(built: Path) -> None:
    """`cardlib` on the package index is another project; so nobody is told to install that."""
    assert metadata(built)["Name"] == PROJECT["name"] != "cardlib"
    assert metadata(built)["Version"] == cardlib.__version__
    told = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")]
    told += [path for room in ("cardlib", "cli", "print") for path in (ROOT / room).rglob("*.py")]
    for path in told:
        assert not re.search(r"pip install ['\"]?cardlib(?!-)", path.read_text(encoding="utf-8")), path


def test_the_licences_of_the_games_are_told_beside_that_of_the_code(built: Path) -> None:
    about = metadata(built)
    expression = str(about["License-Expression"]).split(" AND ")
    assert expression == ["MIT", *(f"LicenseRef-{game.name}" for game in GAMES)]
    files = about.get_all("License-File", [])
    assert sorted(files) == ["LICENSE", *(f"LICENSES/LicenseRef-{game.name}.txt" for game in GAMES)]
    with zipfile.ZipFile(wheel(built)) as archive:
        names = archive.namelist()
    assert all(any(name.endswith(f".dist-info/licenses/{file}") for name in names) for file in files)


@pytest.mark.parametrize("game", GAMES, ids=lambda path: path.name)
def test_the_text_of_a_game_says_what_its_data_says(game: Path) -> None:
    about = json.loads((game / "game.json").read_text(encoding="utf-8"))
    text = (ROOT / "LICENSES" / f"LicenseRef-{game.name}.txt").read_text(encoding="utf-8")
    for part in (about["name"], about["source"], about["credits"], about["licence"]):
        assert part in " ".join(text.split())


def test_what_is_still_at_zero_has_an_upper_bound() -> None:
    for requirement in PROJECT["dependencies"]:
        name = re.split(r"[<>=!~\[;]", requirement)[0]
        assert not version(name).startswith("0.") or "<" in requirement, requirement


# -- what is in them ---------------------------------------------------------------------------------------------


def test_data_and_schemas_come_with_the_wheel(built: Path) -> None:
    with zipfile.ZipFile(wheel(built)) as archive:
        names = set(archive.namelist())
    carried = {f"cardlib/{path.relative_to(ROOT).as_posix()}" for path in ROOT.glob("data/**/*") if path.is_file()}
    carried |= {f"cardlib/schemas/{path.name}" for path in ROOT.glob("schemas/*.json")}
    assert carried - names == set()
    assert [name for name in names if "__pycache__" in name or name.startswith("tests/")] == []


def test_the_sdist_holds_all_that_git_holds(built: Path) -> None:
    """But for what only this repository needs: hidden files."""
    if not (ROOT / ".git").exists() or shutil.which("git") is None:
        pytest.skip("this is no checkout")
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split(
        "\n"
    )
    with tarfile.open(sdist(built)) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert [name for name in listed if name and name[0] != "." and name not in names] == []


# -- where they come to ------------------------------------------------------------------------------------------


def interpreter(number: str) -> Path | None:
    """Return a Python of this version, if the machine has one: Debian's, uv's, pyenv's, or this one."""
    found = [sys.executable, shutil.which(f"python{number}")]
    found += map(str, sorted(Path.home().glob(f".pyenv/versions/{number}.*/bin/python3")))
    if shutil.which("uv"):
        found.append(subprocess.run(["uv", "python", "find", number], capture_output=True, text=True).stdout.strip())
    for one in found:
        if one:
            asked = [one, "-c", "import sys, venv, ensurepip; print('%d.%d' % sys.version_info[:2])"]
            ran = subprocess.run(asked, capture_output=True, text=True)
            if ran.returncode == 0 and ran.stdout.strip() == number:
                return Path(one)
    return None


TRIED = (
    ("--version",),
    ("cards", "--game", "mecha", "flight cost<=2"),
    ("data", "check", "tyrants"),
    ("deck", "check", "graces-command"),
    ("print", "--game", "structure", "type:unit", "--output", "units.pdf"),
    ("sim", "graces-command", "donnas-search", "-n", "2", "--seed", "1", "--jobs", "2"),
)


@pytest.mark.soak
@pytest.mark.parametrize("number", PYTHONS)
def test_wheel_and_sdist_work_where_they_are_installed(number: str, built: Path, tmp_path: Path) -> None:
    python = interpreter(number)
    if python is None:
        print(f"Python {number} is not here: not tried with it")
        pytest.skip(f"Python {number} is not here")
    subprocess.run([python, "-m", "venv", tmp_path / "venv"], check=True)
    own = tmp_path / "venv" / "bin"
    environment = {**os.environ, "CARDLIB_CACHE": str(tmp_path / "cache"), "COLUMNS": "100"}
    environment.pop("PYTHONPATH", None)
    said = []
    for parcel, more in ((wheel(built), ()), (sdist(built), ("--force-reinstall", "--no-deps"))):
        install = [own / "python", "-m", "pip", "install", "--quiet", *more, parcel]
        ran = subprocess.run(install, env=environment, cwd=tmp_path, capture_output=True, text=True)
        assert ran.returncode == 0, ran.stderr
        for words in TRIED:
            ran = subprocess.run(
                [own / "cardlib", *words], env=environment, cwd=tmp_path, capture_output=True, text=True
            )
            assert ran.returncode == 0, (words, ran.stderr)
            said.append(ran.stdout)
    assert said[: len(TRIED)] == said[len(TRIED) :]
    print(f"Python {number} ({python}): wheel and sdist work")

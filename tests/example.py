"""The example game as an installed package: what `pip install examples/skirmish` makes known, without pip."""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path

import pytest

from cardlib.abilities.operations.registry import load_operations

ROOT = Path(__file__).parents[1] / "examples" / "skirmish"
DATA = ROOT / "skirmish" / "data"
WARBANDS = ("old-guard", "long-riders", "night-market", "hill-clan")


def write_entry_points(folder: Path) -> None:
    """Write to a folder what pip notes of an installed package: the entry points of its pyproject.toml."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    info = folder / f"{project['name']}-{project['version']}.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n")
    lines = [
        line
        for group, points in project["entry-points"].items()
        for line in (f"[{group}]", *(f"{name} = {value}" for name, value in points.items()))
    ]
    (info / "entry_points.txt").write_text("\n".join(lines) + "\n")


def install(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Put the package on the path of imports, with its entry points."""
    write_entry_points(folder)
    monkeypatch.syspath_prepend(ROOT)
    monkeypatch.syspath_prepend(folder)
    load_operations.cache_clear()


def forget() -> None:
    """Forget which rules were looked for, so that another test may install other ones."""
    load_operations.cache_clear()
    sys.path_importer_cache.clear()

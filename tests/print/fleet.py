"""A small game with a deck that is printed and changed: what the tests of later prints begin with, and read back."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from commanding import Run
from harbour import harbour_at, write
from pages import read, words_of


def fleet_at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Write the project and its deck, with no print noted yet, and go to an empty folder."""
    folder = harbour_at(tmp_path / "harbour")
    deck(folder, barge=2, ferry=3, pier=1)
    monkeypatch.setenv("CARDLIB_PRINTS", str(tmp_path / "prints"))
    monkeypatch.setenv("CARDLIB_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("TZ", "UTC")
    (tmp_path / "out").mkdir()
    monkeypatch.chdir(tmp_path / "out")
    return folder


def deck(folder: Path, **counts: int) -> None:
    """Write the deck of the project."""
    lines = "\n".join(f"{count} {name.title()}" for name, count in counts.items())
    path = folder / "decks" / "fleet.txt"
    path.parent.mkdir(exist_ok=True)
    path.write_text(f"name: Old Fleet\ngame: harbour\n\n{lines}\n", encoding="utf-8")


def reword(folder: Path, card: str, **values: object) -> None:
    """Change what a card says."""
    path = folder / "cards" / "all.json"
    data = json.loads(path.read_text(encoding="utf-8"))
    for one in data["cards"]:
        if one["id"] == card:
            one.update(values)
    write(path, data)


def swaps(run: Run, *args: str) -> list[tuple[str, int, int, str]]:
    """What `--changed` says: card, copies out, copies in, why."""
    code, out, _ = run(*args, "--changed", "--format", "json", "-o", "changed.pdf")
    assert code == 0
    return [(row["card"], row["out"], row["in"], row["why"]) for row in json.loads(out)]


def state(run: Run) -> dict[str, tuple[int, str]]:
    """What `print status` says of each pile: its cards, and its state."""
    code, out, _ = run("status", "--format", "json")
    assert code == 0
    return {row["pile"]: (row["cards"], row["state"]) for row in json.loads(out)}


def on_paper(path: str) -> str:
    """The text of all pages of a PDF."""
    return " ".join(words_of(page) for page in read(Path(path)))


def manifest(path: str) -> dict[str, Any]:
    """A manifest, read as JSON."""
    found: dict[str, Any] = json.loads(Path(path).read_text(encoding="utf-8"))
    return found

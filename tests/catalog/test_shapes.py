"""What passes the check works: each key of a small project is taken away or emptied, one at a time."""

from __future__ import annotations

import json
import random
import shutil
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from matrices import seldom

from cardlib.bots import bot
from cardlib.catalog import check_project, load_project, make_project, project_path
from cardlib.game import load
from cardlib.queries import card, cards, counts, rules
from cardlib_cli.checks import EXTRA
from cardlib_print import preflight

EMPTY: dict[type, Any] = {dict: {}, list: [], str: "", int: 0, bool: False, float: 0.0}


def changes(data: Any) -> Iterator[Any]:
    """The data with one member gone, and with one emptied, at every place."""
    for path in list(_paths(data)):
        for emptied in (False, True):
            made = deepcopy(data)
            inner = made
            for step in path[:-1]:
                inner = inner[step]
            if emptied:
                inner[path[-1]] = EMPTY[type(inner[path[-1]])]
            else:
                del inner[path[-1]]
            yield made


def _paths(data: Any, above: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    for key, value in data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ():
        yield (*above, key)
        yield from _paths(value, (*above, key))


def asked(folder: Path) -> None:
    """What the reading commands and print do."""
    project = load_project(folder)
    found = cards(project)
    if found:
        card(project, str(found[0]["id"]))
    counts(project)
    rules(project)
    if project.cards:
        preflight(project, [(one, 1) for one in project.cards.values()])


@pytest.mark.parametrize(
    "file", ["game.json", "keywords.json", "rules.json", "cards/units.json", "formats/standard.json"]
)
@pytest.mark.parametrize("most", [3, *seldom(60)])
def test_a_small_project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, file: str, most: int) -> None:
    monkeypatch.setenv("CARDLIB_CACHE", str(tmp_path / "cache"))
    path = make_project(tmp_path / "skirmish").path / file
    tried = list(changes(json.loads(path.read_text())))
    for made in random.Random(7).sample(tried, min(most, len(tried))):
        path.write_text(json.dumps(made))
        if not check_project(path.parents[file.count("/")], EXTRA):
            asked(path.parents[file.count("/")])


@pytest.mark.parametrize(
    ("slug", "file"), [("mecha", "game.json"), ("mecha", "boards"), ("tyrants", "boards"), ("structure", "game.json")]
)
@pytest.mark.parametrize("most", [1, *seldom(20)])
def test_a_game_that_is_played(tmp_path: Path, slug: str, file: str, most: int) -> None:
    folder = Path(shutil.copytree(project_path(slug), tmp_path / slug, ignore=shutil.ignore_patterns("scenarios")))
    path = next(folder.glob(f"{file}/*.json"), folder / file)
    before = path.read_text()
    deck = sorted(project_path(slug).glob("decks/*"))[0].name.split(".")[0]
    tried = list(changes(json.loads(before)))
    for made in random.Random(7).sample(tried, min(most, len(tried))):
        path.write_text(json.dumps(made))
        if not check_project(folder, EXTRA):
            match = load(folder).match([deck, deck], seed=1)
            players = [bot("random", 1), bot("random", 2)]
            for _ in range(60):
                if not match.over:
                    match.take(players[match.player].choose(match.view(match.player)))

"""Thirty matches of each kind, broken off in each way on real terminals, at moments that a seed chooses. `make soak`.

`CARDLIB_SOAK_BROKEN` (30) sets how many of each. Whatever fails names way and seed.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "cli"))

from breaking import BOTS, MATCH, TYPED, WAYS, among_bots, at_the_table, check_among_bots, check_at_the_table

from cardlib.errors import CardlibError
from cardlib_cli.saving import read_replay, read_saved

pytestmark = pytest.mark.soak

COUNT = int(os.environ.get("CARDLIB_SOAK_BROKEN", "30"))


def whole(folder: Path, words: tuple[str, ...], lines: tuple[str, ...] = ()) -> None:
    """Play without being broken off."""
    subprocess.run(
        [sys.executable, "-m", "cardlib_cli.main", *words],
        cwd=folder,
        input="".join(f"{line}\n" for line in lines),
        text=True,
        capture_output=True,
        check=True,
    )


@pytest.fixture(scope="module")
def after(tmp_path_factory: pytest.TempPathFactory) -> Callable[[int], list[str]]:
    """What is picked after so many lines."""
    folder = tmp_path_factory.mktemp("whole")

    @cache
    def picks(lines: int) -> list[str]:
        whole(folder, MATCH, TYPED[:lines])
        found: list[str] = read_saved(folder / "my.json").replay["picks"]
        return found

    return picks


def each_seed(check: Callable[[int], None]) -> None:
    """Check a match for every seed; tells all that failed."""
    failures = []
    for seed in range(COUNT):
        try:
            check(seed)
        except (AssertionError, CardlibError) as error:
            failures.append(f"seed {seed}: {error}")
    assert not failures, "\n".join(failures)


@pytest.mark.parametrize("way", WAYS)
def test_no_line_of_a_person_is_lost(tmp_path: Path, way: str, after: Callable[[int], list[str]]) -> None:
    each_seed(lambda seed: check_at_the_table(at_the_table(tmp_path / str(seed), way, seed), way, after))


@pytest.mark.parametrize("way", WAYS)
def test_no_match_of_bots_is_lost(tmp_path: Path, way: str) -> None:
    whole(tmp_path, (*BOTS, "--replay", "whole.json"))
    picks = read_replay(tmp_path / "whole.json")["picks"]
    each_seed(lambda seed: check_among_bots(among_bots(tmp_path / str(seed), way, seed), way, picks))

"""Parts of a series, merged: the same report as the whole, and nothing that does not fit together."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import cardlib
from cardlib.errors import CardlibError
from cardlib.lab import LabError, merge, play_matrix, simulate
from cardlib.lab.merging import spans

DECKS = ("ok40", "graces-command")
ABOUT: dict[str, Any] = {"seed": 3, "bots": ("random", "random"), "turn_limit": 5}


@pytest.fixture(scope="module")
def game() -> cardlib.Game:
    return cardlib.load("mecha", {"rules.hand_size": 6})


@pytest.fixture(scope="module")
def parts(game: cardlib.Game, tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """A series of nine games in three parts, which do not begin with a pair."""
    folder = tmp_path_factory.mktemp("parts")
    made = []
    for start, n in ((0, 3), (3, 4), (7, 2)):
        made.append(folder / f"from-{start}.jsonl")
        simulate(game, *DECKS, **ABOUT, start=start, n=n, out=made[-1])
    return made


def test_parts_say_together_what_the_whole_says(game: cardlib.Game, parts: list[Path], tmp_path: Path) -> None:
    whole = simulate(game, *DECKS, **ABOUT, n=9, out=tmp_path / "whole.jsonl")
    for order in (parts, parts[::-1], [parts[1], parts[0], parts[2]]):
        out = tmp_path / f"{order[0].stem}.jsonl"
        made = merge(order, out)
        assert made.report().to_json() == whole.to_json()
        assert made.missing() == []
        assert out.read_bytes() == (tmp_path / "whole.jsonl").read_bytes()
    assert made.games == 9
    again = simulate(game, *DECKS, **ABOUT, n=10, out=out, resume=True)  # and a merged file is gone on with
    assert again.newly == 1


def test_a_part_says_where_it_begins(game: cardlib.Game, parts: list[Path]) -> None:
    part = simulate(game, *DECKS, **ABOUT, start=3, n=4)
    assert [played.game for played in part.played] == [3, 4, 5, 6]
    assert part.to_json()["from"] == 4
    assert merge(parts[1:2]).report().to_json() == part.to_json()
    made = merge([parts[0], parts[2]])
    assert spans(made.missing()) == ["4 to 7"]
    assert made.report().games == 5


def test_what_is_cut_short_is_said_and_left_out(parts: list[Path], tmp_path: Path) -> None:
    torn = tmp_path / "torn.jsonl"
    torn.write_bytes(parts[0].read_bytes()[:-10])
    made = merge([torn, parts[1]])
    assert made.torn == (torn,)
    assert spans(made.missing()) == ["3"]


def test_what_does_not_fit_together_is_refused(game: cardlib.Game, parts: list[Path], tmp_path: Path) -> None:
    with pytest.raises(LabError, match=r"both have game 4, and 3 more; parts are merged that have no game in common"):
        merge([parts[0], parts[1], parts[1]])
    other = tmp_path / "other.jsonl"
    simulate(game, *DECKS, **{**ABOUT, "seed": 4}, start=9, n=1, out=other)
    with pytest.raises(LabError, match=r"other\.jsonl and .* are results of different series; they differ in seed"):
        merge([parts[0], other])
    data = tmp_path / "data.jsonl"
    plain = cardlib.load("mecha", {"rules.hand_size": 7})
    simulate(plain, *DECKS, **ABOUT, start=9, n=1, out=data)
    with pytest.raises(LabError, match=r"in changes: found changes rules.hand_size=7; expected .*size=6"):
        merge([parts[0], data])
    lines = parts[2].read_text().splitlines()
    data.write_text("\n".join([json.dumps({**json.loads(lines[0]), "data": "0" * 64}), *lines[1:]]) + "\n")
    with pytest.raises(LabError, match="they differ in the cards' data"):
        merge([parts[0], data])
    with pytest.raises(LabError, match="exists; name another file"):
        merge(parts, other)
    (tmp_path / "empty.jsonl").touch()
    with pytest.raises(LabError, match="found an empty file"):
        merge([tmp_path / "empty.jsonl"])
    data.write_text('{\n "slug": "mecha"\n}\n')  # as in game.json
    with pytest.raises(LabError, match=r"data\.jsonl:1: not JSON.*; expected results of a series, as --out keeps them"):
        merge([data])
    data.write_text("{}\n")
    with pytest.raises(CardlibError, match="expected results of a series"):
        merge([data])
    data.write_text(json.dumps({**json.loads(lines[0]), "bots": ["random"]}) + "\n")
    with pytest.raises(LabError, match="bots: found 1 items, expected 2, one for each deck"):
        merge([data]).report()


def test_a_matrix_in_parts_goes_on_as_one(game: cardlib.Game, parts: list[Path], tmp_path: Path) -> None:
    """Each half has other games; what is merged is gone on with, and nothing is played again."""
    from cardlib.lab.matrix import sample_decks

    decks = sample_decks(game)[:2]
    whole = tmp_path / "whole.jsonl"
    made = play_matrix(game, 2, 1, "random", decks=decks, turn_limit=5, out=whole)
    head, *lines = whole.read_text().splitlines()
    for name, half in (("a", lines[:3]), ("b", lines[3:])):
        (tmp_path / name).write_text("\n".join([head, *half]) + "\n")
    merged = merge([tmp_path / "b", tmp_path / "a"], tmp_path / "all.jsonl")
    assert merged.games == made.games
    again = play_matrix(game, 2, 1, "random", decks=decks, turn_limit=5, out=tmp_path / "all.jsonl", resume=True)
    assert again.newly == 0
    assert again.to_json() == made.to_json()
    with pytest.raises(LabError, match="not the results of a series of decks"):
        merged.report()
    with pytest.raises(LabError, match="they differ in decks, form, names, seed"):
        merge([tmp_path / "a", parts[0]])


def test_a_series_begins_with_a_game(game: cardlib.Game) -> None:
    with pytest.raises(CardlibError, match="begins with its first game"):
        simulate(game, *DECKS, **ABOUT, start=-1, n=1)
    with pytest.raises(CardlibError, match="expected at most 100,000,000"):
        simulate(game, *DECKS, **ABOUT, start=10**8, n=1)

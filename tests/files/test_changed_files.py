"""Every kind of file that cardlib reads again, with one place changed: it works, or an error names the file.

A change is damage, a slip, or a stranger's hand (`changing`). Whatever it is, no command ends in a traceback, waits for
ever, or says what is wrong without saying where.
"""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

import pytest
from cli.playing import Run, runner
from files.changing import changed

import cardlib
import cardlib.game
from cardlib.bots import bot
from cardlib.catalog import Project
from cardlib.decks import load_deck, save_deck
from cardlib.decks.files import FORMS
from cardlib.lab import simulate
from cardlib.records import MATCH, RecordError, check_record
from cardlib.scenarios.replays import Recorder, write_json
from cardlib_cli.saving import Saved, fingerprint, save

GAMES = {
    "mecha": ("graces-command", "donnas-search"),
    "tyrants": ("ac-a", "ru-d"),
    "structure": ("ash-riders", "department"),
}
SERIES = ("sim", *GAMES["mecha"], "-n", "4", "--seed", "3", "--bots", "random,random", "--jobs", "1")
TYPED = "1\n2\n1\n?\nzones\nundo\n1\n1\n1\nstops\nquit\n"

COMMANDS: Mapping[str, tuple[tuple[str, ...], ...]] = {
    "replay": (
        ("replay",),
        ("replay", "--verify"),
        ("replay", "--format", "json"),
        ("replay", "--to", "9", "--boards"),
    ),
    "match": (("play", "--resume"), ("replay",)),
    "position": (("play", "--resume"),),
    "series": ((*SERIES, "--resume", "--out"),),
    "deck": (("deck", "check", "--game", "mecha"), ("deck", "show", "--game", "mecha")),
}


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run a command; a game is loaded once for all of them."""

    def load(game: str | Path | Project, changes: object = None) -> cardlib.Game:
        return _loaded(str(game.path if isinstance(game, Project) else game), json.dumps(changes or {}))

    monkeypatch.setattr(cardlib.game, "load", load)
    return runner(tmp_path, monkeypatch, capsys)


_load = cardlib.game.load


@lru_cache(maxsize=8)
def _loaded(game: str, changes: str) -> cardlib.Game:
    return _load(game, json.loads(changes))


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[Path]]:
    """Return good files of every kind."""
    folder = tmp_path_factory.mktemp("good")
    made: dict[str, list[Path]] = {kind: [] for kind in COMMANDS}
    for slug, decks in GAMES.items():
        game = cardlib.load(slug)
        recorder = Recorder(game.match(decks, seed=5))
        players = [bot("random", seed=1), bot("greedy", seed=2)]
        for _ in range(60):
            match = recorder.match
            recorder.take(players[match.player].choose(match.view(match.player)).index)
        replay, state = recorder.to_json(), recorder.match.state.to_json()
        write_json(folder / f"{slug}-replay.json", replay)
        save(folder / f"{slug}-match.json", Saved(replay, state, ["human", "greedy"], ["One", "Two"], 1))
        made["replay"].append(folder / f"{slug}-replay.json")
        made["match"].append(folder / f"{slug}-match.json")
        made["position"].append(folder / f"{slug}-match.json")
    mecha = cardlib.load("mecha")
    names, bots = ("Grace's Command", "Donna's Search"), ("random", "random")
    simulate(mecha, *GAMES["mecha"], n=3, seed=3, bots=bots, names=names, out=folder / "series.jsonl")
    made["series"].append(folder / "series.jsonl")
    for suffix in FORMS.values():
        made["deck"].append(
            save_deck(load_deck("graces-command", mecha.project), folder / f"deck{suffix}", mecha.project)
        )
    return made


def works_or_says_why(run: Run, tmp_path: Path, files: dict[str, list[Path]], kind: str, number: int) -> None:
    """Change one place of a file, in a way that the number decides, and give it to a command."""
    chance = random.Random(f"{kind} {number}")
    good = chance.choice(files[kind])
    if kind == "position":
        data, done = _with_other_position(json.loads(good.read_text()), chance)
    else:
        data, done = changed(good.read_bytes(), chance)
    path = tmp_path / f"changed{''.join(good.suffixes)}"
    path.write_bytes(data)
    ran = run(*chance.choice(COMMANDS[kind]), path.name, lines=TYPED)
    assert ran.code in (0, 1), (good.name, done)
    assert ran.code == 0 or "changed" in ran.err or "changed" in ran.out, (good.name, done, ran.err)


def _with_other_position(saved: dict[str, object], chance: random.Random) -> tuple[bytes, str]:
    """A saved match that has to go on from its position, as the data is another, with one place of that changed."""
    data, done = changed(json.dumps(saved["state"]).encode(), chance)
    try:
        state = json.loads(data)
        print_ = fingerprint(None, state)
    except (ValueError, RecursionError):
        return data, done
    replay = {**saved["replay"], "data": "other", "picks": ["5 dance"]}  # type: ignore[dict-item]
    return json.dumps({**saved, "replay": replay, "state": state, "print": print_}).encode(), done


@pytest.mark.parametrize("number", range(10))
@pytest.mark.parametrize("kind", COMMANDS)
def test_a_changed_file_works_or_is_refused_by_name(
    run: Run, tmp_path: Path, files: dict[str, list[Path]], kind: str, number: int
) -> None:
    works_or_says_why(run, tmp_path, files, kind, number)


@pytest.mark.soak
@pytest.mark.parametrize("kind", COMMANDS)
def test_many_changed_files_work_or_are_refused_by_name(
    run: Run, tmp_path: Path, files: dict[str, list[Path]], kind: str
) -> None:
    for number in range(10, 600):
        works_or_says_why(run, tmp_path, files, kind, number)


def test_an_object_in_place_of_a_row_of_fixed_length_is_refused_at_its_place(files: dict[str, list[Path]]) -> None:
    value = json.loads(files["match"][0].read_text(encoding="utf-8"))
    value["state"]["out"] = [{"player": 1}]
    with pytest.raises(RecordError, match=r"^m\.json: state\.out\[0\]: found an object with player, expected a list; "):
        check_record(value, "m.json", MATCH)


@pytest.mark.parametrize("kind", COMMANDS)
def test_good_files_of_every_kind_work(run: Run, files: dict[str, list[Path]], kind: str) -> None:
    for path in files[kind]:
        for words in COMMANDS[kind]:
            assert run(*words, path, lines=TYPED).code == 0

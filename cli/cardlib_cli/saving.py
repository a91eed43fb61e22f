"""Files of matches: replays (inputs only) and saved matches (a replay and the position it led to)."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardlib.engine.replay import FORM as REPLAY
from cardlib.engine.replay import (
    Recorder,
    ReplayError,
    check_form,
    load_match,
    replay_steps,
    who_concedes,
    write_json,
)
from cardlib.errors import CardlibError

if TYPE_CHECKING:
    from cardlib.game import Game

SAVED = "cardlib match 1"


@dataclass(slots=True)
class Saved:
    """A saved match: its replay, the state it led to (empty in a journal), and who sits where."""

    replay: dict[str, Any]
    state: dict[str, Any]
    seats: list[str]
    names: list[str]
    bot_seed: int
    base: dict[str, Any] | None = None  # the state from which the picks begin; None is the set-up
    stops: dict[str, dict[str, list[str]]] = field(default_factory=dict)  # by seat, where it is asked: see `stops`
    passed: list[int] = field(default_factory=list)  # the picks that were made for somebody by stops

    def to_json(self) -> dict[str, Any]:
        """Return the file as JSON."""
        return {
            "form": SAVED,
            "seats": self.seats,
            "names": self.names,
            "bot_seed": self.bot_seed,
            "stops": self.stops,
            "passed": self.passed,
            "replay": self.replay,
            "base": self.base,
            "state": self.state,
            "print": fingerprint(self.base, self.state),
        }


def fingerprint(*positions: object) -> str:
    """A fingerprint of saved positions: what nobody but this program should write is not trusted without it."""
    text = json.dumps(positions, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def read_file(path: Path) -> dict[str, Any]:
    """Read a JSON file; raises `CardlibError` naming it."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise CardlibError(f"{path}: {error.strerror or error}") from None
    except ValueError as error:
        raise CardlibError(f"{path}: this is no JSON: {error}") from None
    if not isinstance(data, dict):
        raise CardlibError(f"{path}: neither a replay nor a saved match")
    return data


def read_replay(path: Path) -> dict[str, Any]:
    """Read the replay in a file of either kind."""
    data = read_file(path)
    replay = data.get("replay") if data.get("form") == SAVED else data
    try:
        check_form(replay)
    except ReplayError as error:
        raise CardlibError(f"{path}: {error}") from None
    assert isinstance(replay, dict)
    return replay


def read_saved(path: Path) -> Saved:
    """Read a saved match; raises `CardlibError` for another or a damaged file."""
    data = read_file(path)
    if data.get("form") != SAVED:
        raise CardlibError(
            f"{path}: this is no saved match" + ("; it is a replay" if data.get("form") == REPLAY else "")
        )
    seats, names = data.get("seats"), data.get("names")
    replay, state, base = data.get("replay"), data.get("state"), data.get("base")
    words = [part for part in (seats, names) if isinstance(part, list) and all(isinstance(word, str) for word in part)]
    if (
        len(words) != 2
        or type(data.get("bot_seed")) is not int
        or not isinstance(state, dict)
        or (base is not None and not isinstance(base, dict))
        or data.get("print") != fingerprint(base, state)
        or not _are_stops(data.get("stops", {}))
        or not _are_words(data.get("passed", []), int)
    ):
        raise CardlibError(f"{path}: this saved match is damaged")
    try:
        check_form(replay)
    except ReplayError as error:
        raise CardlibError(f"{path}: {error}") from None
    assert isinstance(replay, dict)
    more = data.get("stops", {}), data.get("passed", [])
    return Saved(replay, state, words[0], words[1], data["bot_seed"], base, *more)


def _are_words(value: object, kind: type) -> bool:
    return isinstance(value, list) and all(type(one) is kind for one in value)


def _are_stops(value: object) -> bool:
    """Whether a value of a file has the form of stops: lists of words, by seat."""
    return isinstance(value, dict) and all(
        seat.isdecimal() and isinstance(lists, dict) and all(_are_words(one, str) for one in lists.values())
        for seat, lists in value.items()
    )


@dataclass(slots=True)
class Beginning:
    """Where the picks of a match begin: its set-up, or a position from an older file. `begin` starts there anew."""

    game: Game
    setup: dict[str, Any]
    base: dict[str, Any] | None = None

    def begin(self) -> Recorder:
        """Return a match at the beginning; raises `CardlibError` if the data no longer fits."""
        if self.base is not None:
            if not _same_cards(self.game, self.setup["decks"], self.base):
                raise CardlibError("the cards' data has changed too much: the numbers of the cards are others now")
            if len(self.base["zones"]) != len(self.game.facts.zone_kinds):
                raise CardlibError("the game's data has changed too much: it has other zones now")
            try:
                match = load_match(self.game, self.base, windows=self.setup.get("windows", "hand"))
            except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
                raise CardlibError(f"this saved match is damaged: {error!r}") from None
            match.setup = dict(self.setup)
            return Recorder(match)
        empty = {"form": REPLAY, **self.setup, "picks": [], "prints": {}}
        return Recorder(next(match for match, _ in replay_steps(self.game, empty)))

    def after(self, picks: list[str]) -> Recorder:
        """Return the match after some picks."""
        recorder = self.begin()
        for pick in picks:
            retake(recorder, pick)
        return recorder


SETUP = ("game", "data", "seed", "windows", "changes", "decks")


def resumed(game: Game, saved: Saved) -> tuple[Beginning, Recorder, str]:
    """Return a saved match, ready to go on: its beginning, the match, a remark if the data has changed since.

    It is played again from its picks; where that does not work any more it goes on from the saved position.
    """
    changed = saved.replay.get("data") != game.facts.digest
    setup = {key: saved.replay.get(key) for key in SETUP if key in saved.replay}
    beginning = Beginning(game, setup, saved.base)
    try:
        recorder = beginning.after(saved.replay["picks"])
        return beginning, recorder, "the cards' data has changed since; the picks still fit" if changed else ""
    except CardlibError as error:
        if not changed or not saved.state:
            since = "; the cards' data has changed since, and the journal of a match has no position to go on from"
            raise CardlibError(f"this match can't be played again: {error}{since if changed else ''}") from None
    beginning = Beginning(game, setup, saved.state)
    remark = "the cards' data has changed since; the match goes on from the saved position, without undo beyond it"
    return beginning, beginning.begin(), remark


def _same_cards(game: Game, decks: list[list[str]], state: dict[str, Any]) -> bool:
    """Whether the numbers in a position still mean the cards of the decks: a new card may have moved them on."""
    ids = dict(enumerate(game.facts.ids))
    found = [
        sorted(ids.get(card, "") for card, owner in zip(state["card"], state["owner"], strict=True) if owner == player)
        for player in range(len(decks))
    ]
    return found == [sorted(name.rpartition("/")[2] for name in deck) for deck in decks]


def retake(recorder: Recorder, pick: str) -> None:
    """Take a recorded pick again; raises `CardlibError` if it is not offered any more."""
    match = recorder.match
    index, _, notation = pick.partition(" ")
    if notation.startswith("concede"):
        recorder.concede(who_concedes(match, notation))
        return
    number = int(index)
    if match.over or number >= len(match.options) or match.options[number].notation != notation:
        raise CardlibError(f"'{notation}' is not offered there")
    recorder.take(number)


def save(path: Path, saved: Saved) -> None:
    """Write a saved match."""
    write_json(path, saved.to_json())


def save_replay(path: Path, recorder: Recorder) -> None:
    """Write a replay."""
    write_json(path, recorder.to_json())

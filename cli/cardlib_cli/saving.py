"""Files of matches: replays (inputs only) and saved matches (a replay and the position it led to)."""

from __future__ import annotations

import hashlib
import json
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from shlex import quote as quoted
from typing import TYPE_CHECKING, Any

from cardlib.bounds import FILE
from cardlib.errors import CardlibError
from cardlib.reading import as_text, read_lines
from cardlib.records import DAMAGED, MATCH, OF_GAMES, REPLAY, RecordError, parse_record, read_record
from cardlib.scenarios.replays import Recorder, load_match, replay_steps, who_concedes, write_json

if TYPE_CHECKING:
    from cardlib.game import Game
    from cardlib.kernel.facts import Facts


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
            "form": MATCH,
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


def read_replay(path: Path) -> dict[str, Any]:
    """Read the replay in a file of either kind; raises `CardlibError` for another or a damaged file."""
    data = read_record(path, REPLAY, MATCH)
    replay: dict[str, Any] = data["replay"] if data["form"] == MATCH else data
    return replay


def is_series(path: Path) -> bool:
    """Whether a file has the results of a series, by its first line; what does not name their form is not parsed."""
    with suppress(CardlibError):
        number, line = next(read_lines(path, FILE, RecordError), (1, b""))
        text = as_text(line, str(path), RecordError, line=number)
        if any(form in text for form in OF_GAMES):
            parse_record(text, str(path), *OF_GAMES, line=number)
            return True
    return False


def read_saved(path: Path) -> Saved:
    """Read a saved match; raises `CardlibError` for another or a damaged file, and says what a replay is for."""
    try:
        data = read_record(path, MATCH)
    except RecordError as error:
        shown = f"cardlib replay {quoted(str(path))}"
        if is_series(path):
            said = f"{path}: found the results of a series, expected a saved match; {shown} N tells a game"
        elif _is_replay(path):
            said = f"{error}; {shown} tells it"
        else:
            raise
        raise RecordError(said) from None
    return saved_in(data, str(path))


def _is_replay(path: Path) -> bool:
    with suppress(CardlibError):
        read_record(path, REPLAY)
        return True
    return False


def saved_in(data: dict[str, Any], where: str) -> Saved:
    """Return the match in a record: a saved one, or the first line of a journal, which has no state.

    Raises `CardlibError`, with `where`, for parts that do not fit each other.
    """
    seats, names, replay, state = data["seats"], data["names"], data["replay"], data.get("state", {})
    base, stops, passed = data.get("base"), data.get("stops", {}), data.get("passed", [])
    if data["print"] != (fingerprint(base, state) if "state" in data else fingerprint(base)):
        raise CardlibError(f"{where}: print: found '{data['print']}', expected the fingerprint of the state; {DAMAGED}")
    players = len(replay["decks"])
    for place, found in (("seats", len(seats)), ("names", len(names))):
        if found != players:
            raise CardlibError(f"{where}: {place}: found {found}, expected {players}, one for each deck; {DAMAGED}")
    for seat in stops:
        if int(seat) >= players:
            raise CardlibError(f"{where}: stops.{seat}: found no such player, expected 0 to {players - 1}; {DAMAGED}")
    return Saved(replay, state, seats, names, data["bot_seed"], base, stops, passed)


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
            if len(self.base["zones"]) != len(self._facts.zone_kinds):
                raise CardlibError("the game's data has changed too much: it has other zones now")
            windows, table = self.setup.get("windows", "hand"), self.setup.get("table", ())
            match = load_match(self.game, self.base, windows=windows, table=table)
            match.setup = dict(self.setup)
            return Recorder(match)
        empty = {"form": REPLAY, **self.setup, "picks": [], "prints": {}}
        return Recorder(next(match for match, _ in replay_steps(self.game, empty)))

    @property
    def _facts(self) -> Facts:
        return self.game.facts_for(len(self.setup["decks"]), self.setup.get("table", ()))

    def after(self, picks: list[str]) -> Recorder:
        """Return the match after some picks."""
        recorder = self.begin()
        for pick in picks:
            retake(recorder, pick)
        return recorder


SETUP = ("game", "data", "seed", "windows", "changes", "decks", "documents", "table")


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
        sorted(ids.get(card, "") for card, owner in zip(state["card"], state["owner"], strict=False) if owner == player)
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

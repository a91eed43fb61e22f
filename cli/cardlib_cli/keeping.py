"""Keeps a match: in its journal while it is played, in its save when it is left; and finds it again in both.

What a journal holds is read here into the same `Saved` as a saved match, without the position.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from shlex import quote as quoted
from typing import Any

from cardlib.engine.replay import check_form
from cardlib.errors import CardlibError
from cardlib.filters.words import number_of
from cardlib_cli import saving
from cardlib_cli.journal import FORM, Journal, Line, hash_of, save_of, sync_path
from cardlib_cli.output import note
from cardlib_cli.saving import SETUP, Saved

SEATS = [str(seat) for seat in range(10)]
LONGEST_NUMBER = 9  # characters of the number of an option


class Keeping:
    """One match on the disk, from its first pick to its end."""

    def __init__(self, save: Path, journal: Journal | None = None, held: Held | None = None) -> None:
        """Keep a match at `save`; `journal` is one that was opened, and goes on behind what it `held`."""
        self.save_at = save
        self.journal = journal or Journal(save)
        self._held = held
        self._told = False  # that picks are not kept as they are taken
        self.begun = False  # whether the place is taken
        self._whole_journal = False  # whether a journal that was left has every pick

    def begin(self, saved: Saved) -> None:
        """Begin to keep a match; raises CardlibError where another one is being played or kept in that place."""
        if self._held is not None:
            self.journal.go_on(self._held.whole)
            if saved.seats != self._held.saved.seats:
                self.add({"seats": saved.seats})
        else:
            if not self.journal.is_open:
                self._take_place()
            self.journal.begin(_header(saved, hash_of(self.save_at)))
        self.begun = True
        self._tell()

    def _take_place(self) -> None:
        """Lock the place; raises CardlibError for a journal there that is of use to somebody."""
        try:
            held = read_journal(self.journal.open(), self.journal.path)
        except OSError:
            return  # nothing is kept there; whoever writes there says why nothing can be
        except CardlibError:
            self.journal.close()
            raise
        if held is not None and held.saved.replay["picks"] and not held.is_in(self.save_at):
            self.journal.close()
            raise CardlibError(
                f"{self.journal.path} keeps a match that was broken off; go on with it (cardlib play --resume "
                f"{quoted(str(self.save_at))}), remove it, or name another file with --autosave"
            )

    def pick(self, pick: str, at: int, *, passed: bool = False, by_hand: bool = False) -> None:
        """Keep a pick, the `at`-th from 0; one made `by_hand` is on the disk when this returns."""
        line: Line = {"at": at, "pick": pick}
        self.add(line | {"passed": True} if passed else line, at_once=by_hand)

    def add(self, line: Line, *, at_once: bool = True) -> None:
        """Keep whatever changes the match."""
        self.journal.add(line, at_once=at_once)
        self._tell()

    def settle(self) -> None:
        """See to it that everything so far is on the disk, before somebody takes their time."""
        self.journal.sync()
        self._tell()

    def save(self, saved: Saved) -> None:
        """Write the match to its place, and let the journal go; raises CardlibError if it cannot be written."""
        self._written(self.save_at, saved)
        self.journal.end()

    def save_as(self, path: Path, saved: Saved, *, move: bool = False) -> None:
        """Write the match to a file; with `move`, or where the journal can't be written, it is kept there from now on.

        Raises CardlibError if it cannot be written, or another match is being played or kept there.
        """
        if path.resolve() == self.save_at.resolve():
            self._written(path, saved)
            self.journal.begin(_header(saved, hash_of(path)))
            self._tell()
            return
        there = Keeping(path)
        there._take_place()
        try:
            self._written(path, saved)
            if there.journal.is_open:
                there.journal.end()  # its match is in what was saved there before, or it has none
            if move or self.journal.trouble:
                self.journal.end()
                self.save_at, self.journal, self._told = path, there.journal, False
                self.journal.begin(_header(saved, hash_of(path)))
                self._tell()
        finally:
            if there.journal is not self.journal:
                there.journal.close()

    def over(self) -> None:
        """The match is over, and everything about it is told."""
        self.journal.end()

    def break_off(self, saved: Saved | None, command: str, *, given_up: bool = False) -> tuple[bool, str]:
        """Save a match that breaks off, if it is not; returns whether it is kept, and what is to be said.

        Where it can't be saved, or that was `given_up`, the journal stays, if it has every pick. `command` goes on.
        """
        lines = []
        if saved is not None:
            try:
                self.save(saved)
            except CardlibError as error:
                given_up = True
                lines = [f"not saved: {error}"]
        if not given_up:
            return True, f"saved; go on with: {command}"
        self.leave()
        kept = self._whole_journal
        if kept:
            lines.append(f"every pick is in {self.journal.path}; go on with: {command}")
        return kept, "\n".join(lines)

    def leave(self) -> None:
        """Let go of the journal and leave it on the disk."""
        self.journal.sync()
        self._whole_journal = self.journal.is_open and not self.journal.trouble
        self.journal.close()

    def _written(self, path: Path, saved: Saved) -> None:
        try:
            saving.save(path, saved)
            sync_path(path)
        except OSError as error:
            raise CardlibError(f"{path}: cannot write: {error.strerror or error}") from None

    def _tell(self) -> None:
        """Say once that picks are not kept as they are taken, and once that they are again."""
        if bool(self.journal.trouble) is self._told:
            return
        self._told = not self._told
        with suppress(OSError, ValueError, CardlibError):
            if self._told:
                note(
                    f"cardlib: {self.journal.path}: cannot write: {self.journal.trouble}\n"
                    "The match goes on, but its picks are not kept as they are taken; save FILE in another place, and "
                    "they are"
                )
            else:
                note("cardlib: picks are kept as they are taken again")


# -- what a journal holds ----------------------------------------------------------------------------------------


@dataclass(slots=True)
class Held:
    """The match in a journal, and the bytes of it that are whole lines."""

    saved: Saved
    over: str | None  # the hash of the save that lay there when it began
    whole: int
    picks: int  # lines that are picks

    def is_in(self, save: Path) -> bool:
        """Whether the save beside the journal has all of the match: it was saved, and only the journal did not go."""
        with suppress(CardlibError):
            return _same(saving.read_saved(save), self.saved)
        return False


def _same(one: Saved, other: Saved) -> bool:
    return _beginning(one) == _beginning(other) and one.replay["picks"] == other.replay["picks"]


def _beginning(saved: Saved) -> dict[str, object]:
    """Return what a match began with; not the hash of the data, which may change while it goes on."""
    return {key: saved.replay.get(key) for key in SETUP if key != "data"} | {"base": saved.base}


def _header(saved: Saved, over: str | None) -> Line:
    line = saved.to_json()
    kept = ("seats", "names", "bot_seed", "stops", "passed", "replay", "base")
    return {"over": over, **{key: line[key] for key in kept}, "print": saving.fingerprint(saved.base)}


def read_journal(data: bytes, path: Path) -> Held | None:
    """Return the match in a journal; None if not even its first line is whole.

    What a power cut tore off at the end is left out. Raises CardlibError, with the line, for what no match wrote.
    """
    *lines, _ = data.split(b"\n")
    values = []
    for number, line in enumerate(lines, 1):
        value = _value(line)
        if value is None and any(_value(later) is not None for later in lines[number:]):
            raise CardlibError(
                f"{path}:{number}: this journal is damaged: found {line[:40]!r}, expected a JSON object; "
                "cut it off before this line to go on from there"
            )
        if value is None:
            break
        values.append(value)
    if not values:
        return None
    held = _first(values[0], path)
    held.whole = sum(len(line) + 1 for line in lines[: len(values)])
    for number, value in enumerate(values[1:], 2):
        wrong = _applied(held, value)
        if wrong:
            raise CardlibError(
                f"{path}:{number}: this journal is damaged: {wrong}; cut it off before this line to go on from there"
            )
    return held


def _value(line: bytes) -> Line | None:
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def _first(header: Line, path: Path) -> Held:
    form = header.get("form")
    if form != FORM:
        raise CardlibError(f"{path}:1: this is no journal of a match: found the form {form!r}, expected {FORM!r}")
    over, base, seed = header.get("over"), header.get("base"), header.get("bot_seed")
    seats, names = header.get("seats"), header.get("names")
    stops, passed = header.get("stops", {}), header.get("passed", [])
    wrong = [
        name
        for name, good in (
            ("over", over is None or isinstance(over, str)),
            ("base", base is None or (isinstance(base, dict) and header.get("print") == saving.fingerprint(base))),
            ("bot_seed", type(seed) is int),
            ("seats", _are_all(seats, str)),
            ("names", _are_all(names, str)),
            ("stops", _are_stops(stops)),
            ("passed", _are_all(passed, int)),
        )
        if not good
    ]
    if wrong:
        raise CardlibError(f"{path}:1: this journal is damaged: {', '.join(wrong)} can't be read")
    try:
        check_form(header.get("replay"))
    except CardlibError as error:
        raise CardlibError(f"{path}:1: {error}") from None
    players = len(header["replay"]["decks"])
    for place, number in (("seats", len(seats)), ("names", len(names))):  # type: ignore[arg-type]
        if number != players:
            raise CardlibError(f"{path}:1: this journal is damaged: {place}: found {number}, expected {players}")
    saved = Saved(header["replay"], {}, seats, names, seed, base, stops, passed)  # type: ignore[arg-type]
    return Held(saved, over, 0, 0)


def _are_all(value: object, kind: type) -> bool:
    """Whether a value is a list of words, or of whole numbers."""
    return isinstance(value, list) and all(type(one) is kind for one in value)


def _are_stops(value: object) -> bool:
    """Whether a value has the form of stops: lists of words, by seat."""
    return isinstance(value, dict) and all(
        seat in SEATS and isinstance(lists, dict) and all(_are_all(one, str) for one in lists.values())
        for seat, lists in value.items()
    )


def _is_pick(value: object) -> bool:
    """Whether a value has the form of a pick: the number of an option, and its notation."""
    number = value.partition(" ")[0] if isinstance(value, str) else ""
    return number.isdecimal() and len(number) <= LONGEST_NUMBER


def _applied(held: Held, line: Mapping[str, Any]) -> str:
    """Do what a line says; returns what is wrong with it."""
    saved, picks = held.saved, held.saved.replay["picks"]
    if set(line) - {"passed"} == {"at", "pick"}:
        pick, at, passed = line["pick"], line["at"], line.get("passed", False)
        if not _is_pick(pick) or type(passed) is not bool:
            return f"found the pick {pick!r}, expected one such as '3 move skipper c1 c2'"
        if type(at) is not int or at != len(picks):
            return f"found pick {at!r}, expected pick {len(picks)}"
        picks.append(pick)
        held.picks += 1
        if passed:
            saved.passed.append(at)
    elif set(line) == {"undo"}:
        to = line["undo"]
        if type(to) is not int or not 0 <= to <= len(picks):
            return f"found an undo to pick {to!r}, expected one from 0 to {len(picks)}"
        del picks[to:]
        saved.passed = [at for at in saved.passed if at < to]
    elif set(line) == {"stops"} and _are_stops(line["stops"]):
        saved.stops = line["stops"]
    elif set(line) == {"seats"} and _are_all(line["seats"], str) and len(line["seats"]) == len(saved.seats):
        saved.seats = line["seats"]
    else:
        return f"found {json.dumps(line)[:60]}, expected a pick, an undo, stops or seats"
    return ""


# -- going on with a match ---------------------------------------------------------------------------------------


def found(path: Path) -> tuple[Saved, Keeping, str]:
    """Return a match to go on with, where it is kept, and a remark: the save, or the journal where that has more.

    `path` is that of the save, or of the journal. Raises CardlibError where there is neither, they are of different
    matches, another process plays it, or what is there can't be read.
    """
    save = save_of(path)
    journal = Journal(save)
    try:
        held = read_journal(journal.open(), journal.path)
        if held is None:
            return saving.read_saved(save), Keeping(save, journal), ""
        if not save.exists() or hash_of(save) == held.over:
            said = f"{number_of(held.picks, 'pick')} from {journal.path}: the match was broken off"
            return held.saved, Keeping(save, journal, held), said if held.picks else ""
        if held.is_in(save):
            return saving.read_saved(save), Keeping(save, journal), ""
        raise CardlibError(
            f"{journal.path} is not the journal of {save.name}: that is another match, or was changed since. "
            f"Rename the journal to go on with it (NAME.json{journal.path.suffix}, then --resume NAME.json), "
            f"or remove it to go on with {save.name}"
        )
    except OSError as error:
        journal.close()
        raise CardlibError(f"{journal.path}: {error.strerror or error}") from None
    except BaseException:
        journal.close()
        raise

"""Keeps a match: in its journal while it is played, in its save when it is left; and finds it again in both.

What a journal holds is read here into the same `Saved` as a saved match, without the position.
"""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from shlex import quote as quoted

from cardlib.errors import CardlibError
from cardlib.filters.words import number_of
from cardlib.reading import as_text
from cardlib.records import JOURNAL, KEPT, RecordError, parse_record
from cardlib_cli import saving
from cardlib_cli.journal import Journal, Line, hash_of, save_of, sync_path
from cardlib_cli.output import note
from cardlib_cli.saving import SETUP, Saved


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
    while lines and not _is_whole(lines[-1]):
        lines.pop()
    if not lines:
        return None
    header = _record(lines[0], path, 1, JOURNAL)
    held = Held(saving.saved_in(header, f"{path}:1"), header["over"], sum(len(line) + 1 for line in lines), 0)
    for number, line in enumerate(lines[1:], 2):
        try:
            _apply(held, _record(line, path, number, KEPT), f"{path}:{number}")
        except RecordError as error:
            raise CardlibError(f"{error}; cut it off before this line to go on from there") from None
    return held


def _is_whole(line: bytes) -> bool:
    """Whether a line was written to its end."""
    try:
        return isinstance(json.loads(line), dict)
    except (ValueError, RecursionError):
        return False


def _record(line: bytes, path: Path, number: int, form: str) -> Line:
    return parse_record(as_text(line, str(path), RecordError, line=number), str(path), form, line=number)


def _apply(held: Held, line: Line, where: str) -> None:
    """Do what a line says; raises `RecordError` for what does not follow from the lines before."""
    saved, picks = held.saved, held.saved.replay["picks"]
    match line:
        case {"at": at, "pick": pick, **rest} if not rest.keys() - {"passed"}:
            if at != len(picks):
                raise RecordError(f"{where}: at: found {at}, expected {len(picks)}, the next pick")
            picks.append(pick)
            held.picks += 1
            if rest.get("passed"):
                saved.passed.append(at)
        case {"undo": to, **rest} if not rest:
            if to > len(picks):
                raise RecordError(f"{where}: undo: found {to}, expected at most {len(picks)}, the picks so far")
            del picks[to:]
            saved.passed = [at for at in saved.passed if at < to]
        case {"stops": stops, **rest} if not rest:
            saved.stops = stops
        case {"seats": seats, **rest} if not rest:
            if len(seats) != len(saved.seats):
                raise RecordError(f"{where}: seats: found {len(seats)}, expected {len(saved.seats)}")
            saved.seats = seats
        case _:
            raise RecordError(f"{where}: found {json.dumps(line)[:60]}, expected a pick, an undo, stops or seats")


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

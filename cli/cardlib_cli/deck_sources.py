"""Which deck and which game a command line means: a file, a folder, the name of a project's deck, or `-`.

The game of a deck is the one named with --game, else that of the project which the file lies in, else the one that the
deck names, else that of the current folder or of `CARDLIB_GAME`, else the bundled game whose cards it lists.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cardlib import bounds
from cardlib.errors import CardlibError, NotFound
from cardlib_cli.completion import decks, formats
from cardlib_cli.keyboard import at_terminal
from cardlib_cli.output import note
from cardlib_cli.projects import WhichGame, around, chosen, folders_in_question, loaded, named, own

if TYPE_CHECKING:
    from cardlib.catalog import Json
    from cardlib.catalog.projects import Project
    from cardlib.decks import CompiledFormat, Deck

DeckArgument = Annotated[
    str,
    typer.Argument(metavar="DECK", help="A deck file, the name of a deck of the game, or -.", autocompletion=decks),
]
RulesOption = Annotated[
    str | None,
    typer.Option(
        "--rules",
        "-r",
        metavar="NAME",
        help="The construction format; standard unless named.",
        autocompletion=formats,
    ),
]

ENDED_BY = "Ctrl-Z and Enter" if sys.platform == "win32" else "Ctrl-D"  # what is typed

_OCTGN = re.compile(r'<deck\s[^>]*\bgame="([\w-]+)"')
_GAME = re.compile(r'(?:(?:^|\\n|>)\W*game"?|[{,]\s*"game")\s*[:=]\s*"?([\w-]+)', re.MULTILINE | re.IGNORECASE)


@dataclass(slots=True)
class Source:
    """One deck to read: where it is, or its text, and the game it belongs to."""

    label: str
    project: Project
    path: Path | None = None
    text: str = ""

    def read(self, strict: bool = True) -> Deck:
        """Read the deck; raises `CardlibError`."""
        from cardlib.decks import load_deck, parse_deck

        if self.path is None:
            return parse_deck(self.text, self.project, "standard input", strict)
        return load_deck(self.path, self.project, strict)


@dataclass(slots=True)
class Unreadable:
    """What a command line means by a deck and cannot be found, or not be told to which game it belongs."""

    label: str
    error: CardlibError


def _game_in(text: str) -> str:
    """Return the slug of the game that a deck file names, in words or as the GUID of OCTGN; "" if it names none."""
    found = _GAME.search(text[:4000])
    if found:
        return found[1]
    guid = _OCTGN.search(text[:4000])
    if guid:
        from cardlib.catalog.projects import bundled_slugs
        from cardlib.decks.exchange import game_guid

        mine = own()
        known = [*([mine.slug] if mine is not None else []), *bundled_slugs()]
        return next((slug for slug in known if game_guid(slug) == guid[1].lower()), "")
    return ""


def _typed() -> str:
    """Return the deck that comes through standard input; a person at a terminal is told that it is waited for."""
    if at_terminal():
        note(f"type or paste a deck, one line for each card; {ENDED_BY} on an empty line ends it")
    text = sys.stdin.read(bounds.DECK_FILE + 1)
    if len(text) > bounds.DECK_FILE:
        raise CardlibError(f"standard input has more than {bounds.amount(bounds.DECK_FILE)}, expected a deck list")
    return text


class Sources:
    """Finds decks; compiles each format once. Their games are as in their files but for `changes`, by place."""

    def __init__(self, game: str | None, rules: str | None = None, changes: Mapping[str, Json] | None = None) -> None:
        self.game = game
        self.rules = rules
        self._changes = changes or {}
        self._tried: dict[Path, Project] = {}
        self._typed: str | None = None  # what came through standard input, which can be read once
        self._formats: dict[tuple[Path, str, str], CompiledFormat] = {}

    def one(self, source: str) -> Source:
        """The deck that a word of the command line means; raises `NotFound` with the nearest name."""
        found = self._found(source)
        if self._changes:
            from cardlib.catalog import ChangeError, changed

            path = found.project.path
            if path not in self._tried:
                try:
                    self._tried[path] = changed(found.project, self._changes)
                except ChangeError as error:  # the decks may be of several games
                    raise ChangeError(f"{found.project.slug}: {error}") from None
            found.project = self._tried[path]
        return found

    @property
    def changed(self) -> Iterable[Project]:
        """The games of what was found, where they are other than in their files."""
        return self._tried.values()

    def _found(self, source: str) -> Source:
        if not source:
            raise NotFound("'' names no deck, expected a file, the name of a deck of the game, or - for standard input")
        if source == "-":
            if self._typed is None:
                self._typed = _typed()
            return Source("-", self._project_named(self._typed, "standard input"), None, self._typed)
        path = Path(source)
        if path.is_file():
            return Source(source, self._project_of(path), path)
        from cardlib.decks import deck_path, decks_in

        if self.game is not None:
            project = chosen(self.game)
            return Source(source, project, deck_path(source, project))
        found = {folder: decks[source] for folder in folders_in_question() if source in (decks := decks_in(folder))}
        if len(found) > 1:
            games = ", ".join(loaded(folder).slug for folder in found)
            raise CardlibError(f"several games have a deck '{source}' ({games}); name one with --game")
        for folder, file in found.items():
            return Source(source, loaded(folder), file)
        raise self._missing(source)

    def all(self, sources: Sequence[str]) -> Iterator[Source | Unreadable]:
        """Every deck of files, folders and names; one that cannot be found does not keep the others back."""
        from cardlib.catalog import ChangeError
        from cardlib.decks import deck_files

        for source in sources:
            try:
                words = (
                    [str(path) for path in deck_files([Path(source)])] if source and Path(source).is_dir() else [source]
                )
                if not words:
                    raise NotFound(f"{source}: no deck files (.txt, .json, .cod, .o8d) in this folder")
            except CardlibError as error:
                yield Unreadable(source, error)
                continue
            for word in words:
                try:
                    yield self.one(word)
                except ChangeError:
                    raise  # no deck is checked by a game that cannot be
                except CardlibError as error:
                    yield Unreadable(word, error)

    def format_of(self, project: Project, named: str = "", kind: str = "deck") -> CompiledFormat:
        """The construction format for documents of a project: that of the command, else the one `named`, else usual."""
        from cardlib.decks import compile_format, load_format

        key = project.path, self.rules or named, kind
        if key not in self._formats:
            self._formats[key] = compile_format(project, load_format(project, key[1], kind))
        return self._formats[key]

    def _project_of(self, path: Path) -> Project:
        if self.game is not None:
            return chosen(self.game)
        folder = around(path.resolve().parent)
        if folder is not None:
            return loaded(folder)
        from cardlib.decks.files import read_deck_file

        return self._project_named(read_deck_file(path), str(path))

    def _project_named(self, text: str, where: str) -> Project:
        slug = _game_in(text) if self.game is None else ""
        if slug:
            return named(slug)
        try:
            return chosen(self.game)
        except WhichGame:
            told = self._told_by_cards(text, where)
            if told is None:
                raise
            return told

    def _told_by_cards(self, text: str, where: str) -> Project | None:
        """The one bundled game that has most of the names in a deck; raises `CardlibError` for what is no deck."""
        from cardlib.catalog.projects import bundled_paths
        from cardlib.decks import parse_deck

        known: dict[Path, int] = {}
        wrong: CardlibError | None = None
        for folder in bundled_paths():
            try:
                deck = parse_deck(text, loaded(folder), where, strict=False)
            except CardlibError as error:
                wrong = error
                continue
            known[folder] = deck.size
        if not known and wrong is not None:
            raise wrong
        best = max(known, key=lambda folder: known[folder])
        alone = known[best] and sum(size == known[best] for size in known.values()) == 1
        return loaded(best) if alone else None

    @staticmethod
    def _missing(source: str) -> NotFound:
        from cardlib.decks import decks_in
        from cardlib.decks.files import called, nearest_deck
        from cardlib.filters.nearest import noted
        from cardlib.plugins import project_folders

        name = Path(source).name.split(".")[0]
        for slug, folder in project_folders().items():
            if name in decks_in(folder):
                return NotFound(f"{source}: no such deck file; {slug} has a deck of that name: --game {slug}")
        for folder in folders_in_question():
            if meant := called(source, folder):
                told = f"the deck of {loaded(folder).slug} with that title is {meant}"
                return NotFound(f"{source}: no such deck file; {told}")
        return NotFound(f"{source}: no such deck file{noted(nearest_deck(name, folders_in_question()))}")

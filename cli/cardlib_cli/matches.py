"""What the commands that play have in common: decks of one game, bots by name, modules of one's own."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from string import ascii_uppercase
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from cardlib.errors import CardlibError
from cardlib_cli.completion import decks
from cardlib_cli.deck_sources import Sources
from cardlib_cli.output import note, say

if TYPE_CHECKING:
    from cardlib.catalog import Json, Project
    from cardlib.decks import Deck
    from cardlib.game import Game

ChangeOption = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="PLACE=VALUE",
        help="Change the game for this once: rules.hand_size=6, cards.turtle.durability=4. May be given again.",
        show_default=False,
    ),
]
StrictOption = Annotated[bool, typer.Option("--strict", help="Refuse decks that break the construction rules.")]
ThinkingOption = Annotated[
    int | None,
    typer.Option(
        "--jobs",
        "-j",
        min=1,
        help="In how many processes a search thinks: one on each core. It thinks the same in any number.",
        show_default=False,
    ),
]
SeedOption = Annotated[int, typer.Option("--seed", help="The same seed gives the same games.")]


TableOption = Annotated[
    list[str] | None,
    typer.Option(
        "--table",
        metavar="DOCUMENT",
        help="A document of the table: a file, or a name. May be given again.",
        show_default=False,
        autocompletion=decks,
    ),
]


class Brought(NamedTuple):
    """What a match is set up from: the documents of each seat, and those of the table."""

    seats: tuple[tuple[Deck, ...], ...]
    table: tuple[Deck, ...]

    @property
    def names(self) -> list[str]:
        """What each seat brings is called."""
        return [" + ".join(deck.name for deck in seat) for seat in self.seats]


def names_apart(brought: Brought, named: Sequence[str]) -> list[str]:
    """Return what each seat's decks are called, else their words on the command line; equal ones with a letter."""
    names = [called or word for called, word in zip(brought.names, named, strict=True)]
    return [
        f"{name} ({letter})" if names.count(name) > 1 else name
        for name, letter in zip(names, ascii_uppercase, strict=False)
    ]


def decks_of_a_match(
    named: Sequence[str], game: str | None, change: list[str] | None, strict: bool, table: Sequence[str] | None = None
) -> tuple[Game, Brought]:
    """Return what each player and the table brings, and the game that all of it belongs to, ready to play.

    A player brings a deck, or several documents with commas between; the game is changed as `--set` says. What breaks
    the construction rules is named on standard error, or refused if `strict`.
    """
    from cardlib.game import load

    sources = Sources(game)
    seats = [[(word, sources.one(word)) for word in _apart(name)] for name in named]
    there = [(word, sources.one(word)) for word in table or ()]
    (first, source), *others = [*(one for seat in seats for one in seat), *there]
    for word, other in others:
        if source.project.path != other.project.path:
            raise CardlibError(f"{first} is a deck of {source.project.slug}, {word} one of {other.project.slug}")
    loaded = load(source.project, changes_of(change))
    loaded.check_players(len(named))
    brought = Brought(
        tuple(tuple(other.read() for _, other in seat) for seat in seats), tuple(other.read() for _, other in there)
    )
    loaded.gather(brought.seats, brought.table)
    check_legal(loaded.project, [*(deck for seat in brought.seats for deck in seat), *brought.table], strict)
    return loaded, brought


def _apart(word: str) -> list[str]:
    """Return the documents of a player: those between commas, unless a file is called so."""
    return [word] if "," not in word or Path(word).exists() else words_in(word)


def check_legal(project: Project, documents: Iterable[Deck], strict: bool, together: bool = True) -> None:
    """Say what breaks which construction rules, by itself or at one table `together`; refuse it if `strict`.

    Documents of a kind for which the game has no format are taken as they are.
    """
    from cardlib.decks import compile_format, load_format
    from cardlib.decks.formats import DEFAULT, format_names
    from cardlib.decks.kinds import DECK

    held = list(documents)
    reports = []
    for kind in dict.fromkeys(deck.kind for deck in held):
        known = format_names(project, kind)
        if not known or (kind == DECK and DEFAULT not in known):
            continue
        rules = compile_format(project, load_format(project, None, kind))
        alike = [deck for deck in held if deck.kind == kind]
        reports += [rules.check(deck) for deck in alike]
        if rules.table_tests and together:
            reports.append(rules.check_table(alike))
    broken = dict.fromkeys(
        f"{report.deck} is not legal: {', '.join(report.rules)} (cardlib deck check says more)"
        for report in reports
        if not report.legal
    )
    if broken and strict:
        raise CardlibError("\n".join(broken))
    for line in broken:
        note(f"cardlib: {line}")


def changes_of(words: list[str] | None) -> dict[str, Json]:
    """Return the changes that `--set` names, by place."""
    from cardlib.catalog import ChangeError, parse_change

    changes: dict[str, Json] = {}
    for word in words or ():
        place, value = parse_change(word)
        if place in changes:
            raise ChangeError(f"{place}: changed twice")
        changes[place] = value
    return changes


def tell_changes(project: Project) -> None:
    """Say what is other than in the files of the game."""
    for change in project.changes:
        say(f"Changed: {change}")


def own_modules(names: Iterable[str]) -> None:
    """Let bots of one's own be found in the current folder, if one of the names is `module:Class`.

    The folder comes last, so that nothing in it stands in for a module of Python's or of a package. The processes of a
    series search where this one does.
    """
    from cardlib.bots.registry import is_module

    here = str(Path.cwd())
    if any(map(is_module, names)) and here not in sys.path:
        sys.path.append(here)


def words_in(text: str) -> list[str]:
    """Return the words of `a,b`."""
    return [part.strip() for part in text.split(",")]


def one_each(text: str, players: int, what: str) -> list[str]:
    """Split `a,b` into a word for each player; a single word is for all. `what` names it in the error."""
    parts = words_in(text)
    if len(parts) == 1:
        parts *= players
    if len(parts) != players or not all(parts):
        many, example = ("two", "greedy,random") if players == 2 else (str(players), ",".join(["greedy"] * players))
        between = "a comma" if players == 2 else "commas"
        raise CardlibError(f"{what} are {many} names with {between} between them, such as {example}; found '{text}'")
    return parts

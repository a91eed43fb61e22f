"""What the commands that play have in common: decks of one game, bots by name, modules of one's own."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cardlib.errors import CardlibError
from cardlib_cli.deck_sources import Sources
from cardlib_cli.output import note, write

if TYPE_CHECKING:
    from cardlib.catalog import Json, Project
    from cardlib.decks import Deck
    from cardlib.game import Game

ChangeOption = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="PLACE=VALUE",
        help="Play a changed game: rules.hand_size=6, cards.turtle.durability=4. May be given again.",
        show_default=False,
    ),
]
StrictOption = Annotated[bool, typer.Option("--strict", help="Refuse decks that break the construction rules.")]
SeedOption = Annotated[int, typer.Option("--seed", help="The same seed gives the same games.")]


def decks_of_a_match(
    named: Sequence[str], game: str | None, change: list[str] | None, strict: bool
) -> tuple[Game, tuple[Deck, ...]]:
    """Return decks and the game that they all belong to, changed as `--set` says, ready to play.

    Decks that break the construction rules are named on standard error, or refused if `strict`.
    """
    from cardlib.game import load

    sources = Sources(game)
    first, *others = [sources.one(name) for name in named]
    for name, other in zip(named[1:], others, strict=True):
        if first.project.path != other.project.path:
            raise CardlibError(f"{named[0]} is a deck of {first.project.slug}, {name} one of {other.project.slug}")
    loaded = load(first.project, changes_of(change))
    loaded.check_players(len(named))
    decks = tuple(source.read() for source in (first, *others))
    check_legal(loaded.project, decks, strict)
    return loaded, decks


def check_legal(project: Project, decks: Iterable[Deck], strict: bool) -> None:
    """Say which decks break which construction rules; raises CardlibError for them if `strict`.

    A game without construction rules takes any deck.
    """
    from cardlib.decks import compile_format
    from cardlib.decks.formats import DEFAULT, format_names

    if DEFAULT not in format_names(project):
        return
    rules = compile_format(project)
    held = list(decks)
    reports = [rules.check(deck) for deck in held]
    if rules.table_tests:
        reports.append(rules.check_table(held))
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


def tell_changes(game: Game) -> None:
    """Say what is other than in the files of the game."""
    for change in game.project.changes:
        write(f"Changed: {change}")


def own_modules(names: Iterable[str]) -> None:
    """Let bots of one's own be found in the current folder, if one of the names is `module:Class`.

    The folder comes last, so that nothing in it stands in for a module of Python's or of a package. The processes of a
    series search where this one does.
    """
    from cardlib.bots.registry import is_own

    here = str(Path.cwd())
    if any(map(is_own, names)) and here not in sys.path:
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

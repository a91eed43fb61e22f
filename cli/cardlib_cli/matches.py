"""What the commands that play have in common: two decks of one game, bots by name, modules of one's own."""

from __future__ import annotations

import sys
from collections.abc import Iterable
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


def two_decks(
    first: str, second: str, game: str | None, change: list[str] | None, strict: bool
) -> tuple[Game, Deck, Deck]:
    """Return two decks and the game that they both belong to, changed as `--set` says, ready to play.

    Decks that break the construction rules are named on standard error, or refused if `strict`.
    """
    from cardlib.game import load

    sources = Sources(game)
    one, two = sources.one(first), sources.one(second)
    if one.project.path != two.project.path:
        raise CardlibError(f"{first} is a deck of {one.project.slug}, {second} one of {two.project.slug}")
    loaded, decks = load(one.project.path, changes_of(change)), (one.read(), two.read())
    check_legal(loaded.project, decks, strict)
    return loaded, *decks


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


def pair(text: str, what: str) -> tuple[str, str]:
    """Split `a,b`, or double a single word; `what` names it in the error."""
    parts = [part.strip() for part in text.split(",")]
    if len(parts) == 1:
        parts *= 2
    if len(parts) != 2 or not all(parts):
        raise CardlibError(f"{what} are two names with a comma between them, such as greedy,random; found '{text}'")
    return parts[0], parts[1]

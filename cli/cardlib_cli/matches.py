"""What the commands that play have in common: two decks of one game, bots by name, modules of one's own."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from cardlib.errors import CardlibError
from cardlib_cli.deck_sources import Sources
from cardlib_cli.output import write

if TYPE_CHECKING:
    from cardlib.catalog import Json
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
SeedOption = Annotated[int, typer.Option("--seed", help="The same seed gives the same games.")]


def two_decks(first: str, second: str, game: str | None, change: list[str] | None) -> tuple[Game, Deck, Deck]:
    """Return two decks and the game that they both belong to, changed as `--set` says, ready to play."""
    from cardlib.game import load

    sources = Sources(game)
    one, two = sources.one(first), sources.one(second)
    if one.project.path != two.project.path:
        raise CardlibError(f"{first} is a deck of {one.project.slug}, {second} one of {two.project.slug}")
    return load(one.project.path, changes_of(change)), one.read(), two.read()


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


def own_modules() -> None:
    """Let `module:Class` find modules in the current folder."""
    if "" not in sys.path:
        sys.path.insert(0, "")


def pair(text: str, what: str) -> tuple[str, str]:
    """Split `a,b`, or double a single word; `what` names it in the error."""
    parts = [part.strip() for part in text.split(",")]
    if len(parts) == 1:
        parts *= 2
    if len(parts) != 2 or not all(parts):
        raise CardlibError(f"{what} are two names with a comma between them, such as greedy,random; found '{text}'")
    return parts[0], parts[1]

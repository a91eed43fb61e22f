"""What the commands that play have in common: two decks of one game, bots by name, modules of one's own."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from cardlib.errors import CardlibError
from cardlib_cli.deck_sources import Sources

if TYPE_CHECKING:
    from cardlib.decks import Deck
    from cardlib.game import Game

FirstDeck = Annotated[str, typer.Argument(metavar="A", help="The first deck: a file, or the name of a deck.")]
SecondDeck = Annotated[str, typer.Argument(metavar="B", help="The second deck.")]
SeedOption = Annotated[int, typer.Option("--seed", help="The same seed gives the same games.")]


def two_decks(first: str, second: str, game: str | None) -> tuple[Game, Deck, Deck]:
    """Return two decks and the game that they both belong to, ready to play."""
    from cardlib.game import load

    sources = Sources(game)
    one, two = sources.one(first), sources.one(second)
    if one.project.path != two.project.path:
        raise CardlibError(f"{first} is a deck of {one.project.slug}, {second} one of {two.project.slug}")
    return load(one.project.path), one.read(), two.read()


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

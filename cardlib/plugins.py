"""What is found by name and then imported: the rules of games, and checks of decks.

This is the one place that looks for them. The rules of a bundled game come from `cardlib.games` itself, whatever else
is installed under its name; those of other games, and checks, from the entry points of installed packages. A folder
that is not on the path of imports brings nothing, and so data never does.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from cardlib.errors import CardlibError

GAMES = "cardlib.games"  # the group of entry points, and the package that holds the bundled ones
CHECKS = "cardlib.deck_checks"


@cache
def bundled() -> dict[str, str]:
    """Return the slugs of the games whose rules are a part of cardlib, each with its module."""
    folders = (Path(__file__).parent / "games").glob("*/__init__.py")
    names = sorted(path.parent.name for path in folders)
    return {name.replace("_", "-"): f"{GAMES}.{name}" for name in names}


def rules_maker(slug: str) -> Any:
    """Return what makes the rules of a game (`GameRules`), None where no rules are installed for it."""
    module = bundled().get(slug)
    return import_module(module).rules if module is not None else _provided(GAMES, slug)


def games_with_rules() -> list[str]:
    """Return the slugs of all games that can be played."""
    from importlib.metadata import entry_points

    return sorted({*bundled(), *(point.name for point in entry_points(group=GAMES))})


def check(name: str) -> Any:
    """Return a check of decks that a package provides, None where there is none of this name."""
    return _provided(CHECKS, name)


def _provided(group: str, name: str) -> Any:
    from importlib.metadata import entry_points

    for point in entry_points(group=group, name=name):
        try:
            return point.load()
        except Exception as error:
            raise CardlibError(
                f"'{name}' ({group}) is installed as {point.value}, which can't be imported: {error!r}; "
                "mend or remove the package that brings it"
            ) from error
    return None

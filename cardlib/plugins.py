"""What installed packages bring, found by name: rules of games and their data, and what decks and documents ask for.

This is the one place that looks for them. The rules of a bundled game come from `cardlib.games` itself, whatever else
is installed under its name; those of other games, and checks, from the entry points of installed packages. A folder
that is not on the path of imports brings nothing, and so data never does. Data of a package is found without importing
it: `slug = "package:folder"` names a folder in the package.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from cardlib.errors import CardlibError, raised

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GAMES = "cardlib.games"  # the group of entry points, and the package that holds the bundled ones
PROJECTS = "cardlib.projects"
CHECKS = "cardlib.deck_checks"
FIGURES = "cardlib.deck_figures"
MAKERS = "cardlib.deck_makers"
# Why entry points can't be imported: a second try would tell of what the first one left behind.
_FAILED: Final[dict[EntryPoint, Exception]] = {}
CONSTRUCTION = {CHECKS: "CHECKS", FIGURES: "FIGURES", MAKERS: "MAKERS"}  # of a bundled game's module `construction`


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


def broken_by(error: Exception) -> tuple[str, str] | None:
    """Return the game whose rules, of an installed package, an exception came through, and the package; else None."""
    from importlib.metadata import entry_points
    from traceback import walk_tb

    own = {point.module.partition(".")[0]: point.name for point in entry_points(group=GAMES)}
    own |= {point.module: point.name for point in entry_points(group=GAMES)}  # of several games in a package which one
    modules = [str(frame.f_globals.get("__name__")) for frame, _ in walk_tb(error.__traceback__)]
    named = [(own.get(module) or own.get(module.partition(".")[0], ""), module) for module in modules]
    found = [(slug, module.partition(".")[0]) for slug, module in named if slug]
    return next(((slug, package) for slug, package in found if slug not in bundled()), None)


def games_with_rules() -> list[str]:
    """Return the slugs of all games that can be played."""
    from importlib.metadata import entry_points

    return sorted({*bundled(), *(point.name for point in entry_points(group=GAMES))})


def project_folders() -> dict[str, Path]:
    """Return the folders of the projects that installed packages bring, by slug."""
    from importlib.metadata import entry_points

    found = {}
    for point in entry_points(group=PROJECTS):
        home = _home(point.module)
        if home is not None and point.attr:
            found[point.name] = home / point.attr
    return dict(sorted(found.items()))


def stamp(slug: str) -> str:
    """Return what tells the rules that a package brings for a game from those of another time; "" without any."""
    from importlib.metadata import entry_points

    homes = [_home(point.module) for point in entry_points(group=GAMES, name=slug)]
    files = [path for home in homes if home is not None for path in sorted(home.rglob("*.py"))]
    stats = [(path, path.stat()) for path in files]
    return "".join(f"{path}\0{stat.st_size}\0{stat.st_mtime_ns}\0" for path, stat in stats)


def _home(module: str) -> Path | None:
    """Return the folder of the package that a module is in, without importing it; None where there is none."""
    from importlib.util import find_spec

    spec = find_spec(module.partition(".")[0])
    places = list(spec.submodule_search_locations or ()) if spec is not None else []
    return Path(places[0]) if places else None


def check(name: str, slug: str) -> Any:
    """Return a check of decks that a game or a package provides, None where there is none of this name."""
    return _own(CHECKS, name, slug) or _provided(CHECKS, name)


def figure(name: str, slug: str) -> Any:
    """Return what works out the numbers of a document (`cardlib.decks.ledgers`); None where there is no such name."""
    return _own(FIGURES, name, slug) or _provided(FIGURES, name)


def maker(name: str, slug: str) -> Any:
    """Return what makes up the fields of a random document; None where there is none of this name."""
    return _own(MAKERS, name, slug) or _provided(MAKERS, name)


def _own(group: str, name: str, slug: str) -> Any:
    """What a bundled game provides under a name, by the tables of its module `construction`."""
    from importlib.util import find_spec

    package = f"{GAMES}.{slug.replace('-', '_')}"
    if slug not in bundled() or find_spec(f"{package}.construction") is None:
        return None
    table: dict[str, Any] = getattr(import_module(f"{package}.construction"), CONSTRUCTION[group])
    return table.get(name)


def _provided(group: str, name: str) -> Any:
    from importlib.metadata import entry_points

    for point in entry_points(group=group, name=name):
        if point not in _FAILED:
            try:
                return point.load()
            except Exception as error:
                _FAILED[point] = error
        raise CardlibError(
            f"'{name}' ({group}) is installed as {point.value}, which can't be imported; "
            f"mend or remove the package that brings it: {raised(_FAILED[point])}"
        ) from _FAILED[point]
    return None

"""The gate that every project passes before anything of it is used: files and folders, paths, ids and shapes.

Projects come from strangers. `verdict` is what `data check` says of the project itself, without decks in text form,
formats and layouts as their own readers see them. It is kept in the cache folder, where no project can write, under
everything that the system says of the project's files (also when their entries last changed, which no archive can
set), so that a project that is as it was costs a look at its folders.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from cardlib import plugins
from cardlib.catalog.problems import Problem
from cardlib.catalog.reading import DataError
from cardlib.catalog.tree import TOP, Entry, walk
from cardlib.errors import CardlibError
from cardlib.places import PACKAGE, cache_root, schemas_root
from cardlib.reading import read_bytes
from cardlib.writing import own_place, write_whole

if TYPE_CHECKING:
    from cardlib.catalog.models import Card

# What every command reads; a problem in another folder stops those that read it.
CORE = (*(name for name in TOP if name not in ("pieces.json", "balance.json")), "cards")
SHOWN = 5


class Verdict(NamedTuple):
    """The problems of a project; and its cards, where they were read to find out, so that nobody reads them again."""

    problems: tuple[Problem, ...]
    cards: Mapping[str, Card] | None = None


def verdict(folder: Path) -> Verdict:
    """Return every problem that keeps a part of a project from being used.

    Raises `DataError` for files and folders that must not be there, whichever they are.
    """
    problems: list[Problem] = []
    entries = walk(folder, problems)
    if problems:
        raise DataError(broken(folder, sorted(problems, key=lambda one: one.place)))  # nothing there is opened
    return _verdict(folder, _signature(folder, entries))


def refuse(folder: Path, problems: Sequence[Problem], part: str = "") -> None:
    """Raise `DataError` if a project, or one folder of it, has problems."""
    stops = [problem for problem in problems if problem.file.split("/", 1)[0] in ((part,) if part else CORE)]
    if stops:
        raise DataError(broken(folder, stops))


def broken(folder: Path, problems: Sequence[Problem]) -> str:
    """Return the message about a project with problems: the first ones, and how to see all."""
    shown = "\n".join(f"  {problem}" for problem in problems[:SHOWN])
    more = f"\n  and {len(problems) - SHOWN} more" if len(problems) > SHOWN else ""
    more += _without(folder, problems)
    return f"{folder} has problems; 'cardlib data check {folder}' lists all of them:\n{shown}{more}"


def _without(folder: Path, problems: Sequence[Problem]) -> str:
    """Why no operation of the game's own is known, where its rules can't be imported; else nothing."""
    if not any(problem.path.endswith(".op") for problem in problems):
        return ""
    try:
        slug = json.loads(read_bytes(folder / "game.json"))["slug"]
    except (CardlibError, ValueError, KeyError, TypeError, RecursionError):
        return ""
    try:
        plugins.rules_maker(str(slug))
    except CardlibError as error:
        return f"\nOperations of its own are not known:\n{error}"
    return ""


@lru_cache(maxsize=8)
def _verdict(folder: Path, signature: str) -> Verdict:
    kept = cache_root() / "checked" / f"{hashlib.sha256(str(folder).encode()).hexdigest()[:24]}.json"
    known = _read(kept, signature)
    if known is not None:
        return Verdict(known)
    from cardlib.catalog.check import checked_project

    listed, project = checked_project(folder)
    found = tuple(listed)
    again: list[Problem] = []
    if _signature(folder, walk(folder, again)) == signature:  # it did not change while it was read
        _keep(kept, signature, found, _brought(project.slug, project.cards) if project is not None else [])
    return Verdict(found, project.cards if project is not None and not found else None)


def _read(path: Path, signature: str) -> tuple[Problem, ...] | None:
    try:
        kept = json.loads(read_bytes(path))
        brought = kept["brought"]
        if kept["signature"] == signature and (not brought or plugins.stamp(brought[0]) == brought[1]):
            return tuple(Problem(*problem) for problem in kept["problems"])
    except (CardlibError, ValueError, KeyError, TypeError, RecursionError):
        pass  # not kept yet, or not by us: it is checked again
    return None


def _brought(slug: str, cards: Mapping[str, Card]) -> list[str]:
    """Return slug and stamp of the package that brings operations which the cards of a game use, if they use any."""
    from cardlib.catalog.check.schemas import known_operations

    if slug in plugins.bundled():
        return []
    known, waiting = set(known_operations()), [card.abilities for card in cards.values()]
    while waiting:
        one: object = waiting.pop()
        if isinstance(one, Mapping):
            if isinstance(one.get("op"), str) and one["op"] not in known:
                return [slug, plugins.stamp(slug)]
            waiting += one.values()
        elif isinstance(one, list | tuple):
            waiting += one
    return []


def _keep(path: Path, signature: str, problems: Iterable[Problem], brought: Sequence[str]) -> None:
    fields = Problem.__slots__
    rows = [[getattr(problem, field) for field in fields] for problem in problems]
    try:
        write_whole(own_place(path), json.dumps({"signature": signature, "problems": rows, "brought": brought}))
    except CardlibError:
        return  # a cache that cannot be written costs time and nothing else


def _signature(folder: Path, entries: Iterable[Entry]) -> str:
    """Return a hash of all that the system says of the files of a project, and of what the check is made of."""
    total = hashlib.sha256(f"{folder}\0".encode())
    for entry in entries:
        total.update(entry.mark.encode("utf-8", "surrogateescape"))
    total.update(_checker().encode())
    return total.hexdigest()


@lru_cache(maxsize=1)
def _checker() -> str:
    """What tells the code and the schemas that check from those of another time."""
    rooms = ("catalog", "wording", "abilities", "kernel", "filters")
    code = [path for room in rooms for path in sorted((PACKAGE / room).rglob("*.py"))]
    stats = [(path.name, path.stat()) for path in (*sorted(schemas_root().glob("*.json")), *code)]
    return "".join(f"{name}\0{stat.st_size}\0{stat.st_mtime_ns}\0" for name, stat in stats)

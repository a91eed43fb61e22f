"""Checks of abilities beyond the schema: a range that nothing fits, a written text that says something else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from cardlib.catalog.check.sources import Source
from cardlib.catalog.models import Card, Json
from cardlib.catalog.problems import Path, Problem, path_text
from cardlib.catalog.projects import Project
from cardlib.catalog.text import disagreements, runs
from cardlib.errors import CardlibError

# What rendering needs beside the card itself.
_SPOKEN = ("game.json", "keywords.json", "wording.json")
_HOLDING = (dict, list)


def check_abilities(project: Project, sources: list[Source], known: Iterable[Problem]) -> Iterator[Problem]:
    """Yield the problems in abilities; a card with a problem already is not rendered."""
    bad = {(problem.file, problem.path) for problem in known}
    broken = {file for file, _ in bad}
    can_say = broken.isdisjoint(_SPOKEN)
    places = {
        (source.file, str(item.get("id"))): (source, ("cards", index))
        for source in sources
        if source.schema == "cards"
        for index, item in source.items("cards")
    }
    for card in project.cards.values():
        source, place = places[card.file, card.id]
        for number, ability in enumerate(card.abilities):
            yield from _impossible(source, (*place, "abilities", number), dict(ability))
            yield from _unpreceded(source, (*place, "abilities", number), ability)
            if card.unimplemented is None and "text" in ability and not runs(ability):
                where = "what holds in 'static'" if "static" in ability else "what it does in 'do'"
                expected = f"{where}, or 'unimplemented' on the card, which says why it has none"
                yield source.told((*place, "abilities", number), "an ability in words only", expected)
        if can_say and not (card.file in broken and _is_in(path_text(place), card.file, bad)):
            yield from _text(card, project, source, place)


def _is_in(prefix: str, file: str, bad: Iterable[tuple[str, str]]) -> bool:
    """Whether there is a problem in a part of a file."""
    return any(there == file and path.startswith(prefix) for there, path in bad)


def _text(card: Card, project: Project, source: Source, place: Path) -> Iterator[Problem]:
    """The abilities can be said, and a text written in place of that has the same numbers and keywords."""
    try:
        found = disagreements(card, project)
        _ = card.text
    except CardlibError as error:
        yield source.told((*place, "abilities"), f"what cannot be said: {error}", "abilities that can be put in words")
        return
    for one in found:
        told = source.told((*place, *one.path), f"the {one.kind} {one.written}", f"those of the abilities: {one.said}")
        yield replace(told, detail=one.sentence)


def _unpreceded(source: Source, path: Path, ability: Mapping[str, Json]) -> Iterator[Problem]:
    """What depends on whether something before it was done, where nothing stands before it."""
    do = ability.get("do")
    first = do[0] if isinstance(do, list) and do and "cost" not in ability else None
    if isinstance(first, dict) and first.get("op") in ("if-done", "otherwise"):
        yield source.told((*path, "do", 0), f"'{first['op']}' at the beginning", "an operation before it")


def _impossible(source: Source, path: Path, node: Json) -> Iterator[Problem]:
    """A range whose lower end is above its upper end, and two ways to go on that are called alike."""
    if isinstance(node, dict):
        low, high = node.get("at_least"), node.get("at_most")
        if isinstance(low, int) and isinstance(high, int) and low > high:
            yield source.told(
                path, f"at least {low} and at most {high}", "a range that a number fits, or it can never be used"
            )
        modes = node.get("modes")
        listed = modes if isinstance(modes, list) else []
        names = [mode.get("name") if isinstance(mode, dict) else None for mode in listed]
        for at, name in enumerate(names):
            if isinstance(name, str) and name in names[:at]:
                expected = f"a name of its own; modes[{names.index(name)}] has this one"
                yield source.problem((*path, "modes", at, "name"), name, expected)
        for key, value in node.items():
            if isinstance(value, _HOLDING):
                yield from _impossible(source, (*path, key), value)
    elif isinstance(node, list):
        for index, value in enumerate(node):
            if isinstance(value, _HOLDING):
                yield from _impossible(source, (*path, index), value)

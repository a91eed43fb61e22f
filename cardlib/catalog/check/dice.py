"""Checks of dice beyond the schema: faces that can be told apart, in words that name no die and one symbol each."""

from __future__ import annotations

from collections.abc import Iterator

from cardlib import bounds
from cardlib.catalog.check.sources import Source
from cardlib.catalog.models import Json
from cardlib.catalog.problems import Path, Problem
from cardlib.kernel.dice import NUMBER, Counts, word_of


def check_dice(sources: list[Source]) -> Iterator[Problem]:
    """Symbols declared once; each die with faces or sides, each face once, in words of its own."""
    declared: dict[str, Source] = {}
    files = [source for source in sources if source.schema == "dice" and isinstance(source.value, dict)]
    dice = {str(die.get("id")) for source in files for _, die in source.items("dice")}
    for source in files:
        symbols = source.value.get("symbols") if isinstance(source.value, dict) else None
        for id_ in symbols if isinstance(symbols, dict) else ():
            if id_ == NUMBER or id_.isdecimal():
                yield source.told(("symbols", id_), f"'{id_}'", "another id: this one stands for the number of a face")
            if id_ in declared:
                other = declared[id_]
                where = f"{other.file}:{other.positions.line(('symbols', id_))}"
                yield source.told(("symbols", id_), f"the symbol '{id_}' again", f"it once; {where} declares it")
            declared.setdefault(id_, source)
        for index, die in source.items("dice"):
            yield from _die(source, ("dice", index), die, dice)


def _die(source: Source, path: Path, die: dict[str, Json], dice: set[str]) -> Iterator[Problem]:
    faces = die.get("faces")
    if "faces" in die and "sides" in die:
        yield source.told((*path, "sides"), "'sides' beside 'faces'", "one of them: 'sides' makes the faces 1, 2, 3 …")
    elif "faces" not in die and "sides" not in die:
        yield source.told(path, "no 'faces'", "'faces', or 'sides' for the numbers from 1 on")
    sides = 0
    words: dict[str, Path] = {}
    looks: dict[str, Path] = {}
    for at, face in enumerate(faces if isinstance(faces, list) else ()):
        place: Path = (*path, "faces", at)
        if not isinstance(face, dict):
            continue
        count = face.get("count", 1)
        sides += count if isinstance(count, int) else 1
        shown = _shown(face)
        if shown is None:
            continue
        symbols, number = shown
        named = face.get("id")
        word = named if isinstance(named, str) else word_of(symbols, number)
        look = repr((symbols, number, face.get("id"), face.get("name"), face.get("picture")))  # whatever stands there
        if look in looks:
            line = source.positions.line(looks[look])
            yield source.told(
                place, f"the face '{word}' again", f"each face once, with its 'count'; line {line} has it"
            )
        elif word in words:
            line = source.positions.line(words[word])
            yield source.told(place, f"a second face called '{word}'", f"an 'id' of its own; line {line} has this one")
        elif word in dice:
            yield source.told(place, f"a face called '{word}' like a die", "an 'id' of its own: scenarios name both")
        looks.setdefault(look, place)
        words.setdefault(word, place)
    if sides > bounds.DIE:
        yield source.told((*path, "faces"), f"{sides:,} sides", f"at most {bounds.DIE:,}")


def _shown(face: dict[str, Json]) -> tuple[Counts, int | None] | None:
    """What a face shows; None where that has another shape, which the schema tells."""
    symbols, number = face.get("symbols", {}), face.get("number")
    if not isinstance(symbols, dict) or not (number is None or isinstance(number, int)):
        return None
    counts = tuple(sorted((id_, times) for id_, times in symbols.items() if isinstance(times, int)))
    return (counts, number) if len(counts) == len(symbols) else None

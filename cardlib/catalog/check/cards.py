"""Checks of cards beyond the schema: ids once over all files, attributes as declared, names that stay apart."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from cardlib.catalog.cards import OWN_KEYS
from cardlib.catalog.check.sources import Source
from cardlib.catalog.check.words import Words
from cardlib.catalog.models import AttributeInfo, GameInfo, Json
from cardlib.catalog.problems import Path, Problem
from cardlib.filters import article, nearest
from cardlib.filters.names import key_of

# Schema -> the list of what has ids of its own over all files of that kind.
IDS = {"cards": "cards", "keywords": "keywords", "rules": "rules", "dice": "dice", "scenario": "scenarios"}


def check_ids(sources: list[Source], schema: str, key: str) -> Iterator[Problem]:
    """Every id once, over all files of one kind."""
    first: dict[str, tuple[Source, Path]] = {}
    for source in sources:
        if source.schema != schema:
            continue
        for index, item in source.items(key):
            id_ = item.get("id")
            if not isinstance(id_, str):
                continue
            path: Path = (key, index, "id")
            if id_ in first:
                other, where = first[id_]
                line = other.positions.line(where)
                yield source.told(path, f"the id '{id_}' again", f"an id of its own; {other.file}:{line} has this one")
            else:
                first[id_] = source, path


def check_files(sources: list[Source]) -> Iterator[Problem]:
    """Every format, and every kind of documents, has an id of its own: of two with the same one only one is read."""
    first: dict[tuple[str, str], Source] = {}
    for source in sources:
        id_ = source.value.get("id") if isinstance(source.value, dict) else None
        if source.schema in ("format", "document") and isinstance(id_, str):
            other = first.setdefault((source.schema, id_), source)
            if other is not source:
                yield source.problem(("id",), id_, f"an id of its own: {other.file} has it")


def check_seats(source: Source) -> Iterator[Problem]:
    """A match has a seat for each of its players, and each seat a name, a letter and a colour of its own."""
    value = source.value if isinstance(source.value, dict) else {}
    players, seats = value.get("players"), value.get("seats")
    least, most = (players.get(key) if isinstance(players, dict) else None for key in ("min", "max"))
    if isinstance(least, int) and isinstance(most, int) and least > most:
        yield source.problem(("players", "min"), least, f"at most {most}, the most players")
    if not isinstance(seats, list) or not seats:
        return
    if isinstance(most, int) and len(seats) < most:
        yield source.told(("seats",), f"{len(seats)} seats", f"{most}, one for each of the most players")
    for name in ("name", "letter", "colour"):
        known: dict[str, int] = {}
        for at, seat in enumerate(seats):
            whole = isinstance(seat, str) and name == "name"  # a seat that is nothing but its name
            said = seat if whole else seat.get(name) if isinstance(seat, dict) else None
            if isinstance(said, str) and known.setdefault(said, at) != at:
                path = ("seats", at) if whole else ("seats", at, name)
                yield source.problem(path, said, f"a {name} of its own; seats[{known[said]}] has it")


def check_apart(source: Source) -> Iterator[Problem]:
    """A role belongs to one zone, or the others would never be found by it; a name is read as one thing.

    A sum without parts is none of a card's: no number could stand in it.
    """
    value = source.value if isinstance(source.value, dict) else {}
    zones, attributes = value.get("zones"), value.get("attributes")
    first: dict[str, str] = {}
    for zone, about in zones.items() if isinstance(zones, dict) else ():
        role = about.get("role") if isinstance(about, dict) else None
        if isinstance(role, str) and first.setdefault(role, zone) != zone:
            yield source.problem(("zones", zone, "role"), role, f"a role of its own; '{first[role]}' has this one")
    if not isinstance(attributes, dict):
        return
    counters = value.get("counters")
    for name, about in attributes.items():
        path: Path = ("attributes", name)
        if name in OWN_KEYS:
            yield source.told(path, f"'{name}'", "another id: every card can have a member of that name")
        if isinstance(counters, dict) and name in counters:
            yield source.told(("counters", name), f"'{name}'", "another id: an attribute is read by this one")
        if isinstance(about, dict) and about.get("type") == "sum" and "parts" not in about:
            yield source.told(path, "no 'parts'", 'those of the sum, such as {"gold": {"title": …, "letter": …}}')


def check_names(sources: list[Source]) -> Iterator[Problem]:
    """A former name that another card carries now would make every lookup ambiguous."""
    former = [(source, *item) for source in sources if source.schema == "cards" for item in _former(source)]
    current: dict[str, str] = {}
    for source in sources if former else ():
        if source.schema == "cards":
            for _, card in source.items("cards"):
                for name in (card.get("name"), card.get("id")):
                    if isinstance(name, str):
                        current.setdefault(key_of(name), str(card.get("id")))
    for source, path, name, card in former:
        owner = current.get(key_of(str(name)))
        if owner is not None and owner != card.get("id"):
            yield source.problem(path, name, f"a name that no card has now; '{owner}' has it")


def _former(source: Source) -> Iterator[tuple[Path, Json, dict[str, Json]]]:
    """Every former name of a card, with its path and the card."""
    for index, card in source.items("cards"):
        names = card.get("formerly")
        for number, name in enumerate(names if isinstance(names, list) else ()):
            yield ("cards", index, "formerly", number), name, card


def check_attributes(source: Source, words: Words) -> Iterator[Problem]:
    """Every card has the attributes of its type, and no others, with values as declared."""
    game = words.game
    if game is None:
        return
    for index, card in source.items("cards"):
        type_ = card.get("type")
        for key, value in card.items():
            path: Path = ("cards", index, key)
            if key in OWN_KEYS or value is None:
                continue
            if key not in game.attributes:
                known = [*game.attributes, *sorted(OWN_KEYS)]
                declared = ", ".join(game.attributes) or "none"
                expected = f"an attribute that game.json declares ({declared}) or a member of cards"
                yield source.told(path, f"'{key[:60]}'", expected, nearest(key, known))
                continue
            attribute = game.attributes[key]
            if attribute.pools:
                yield source.told(path, f"'{key}'", "it nowhere: it is read off the costs of abilities")
                continue
            if attribute.part_of:
                yield source.told(path, f"'{key}'", f"it as a part of '{attribute.part_of}'")
                continue
            if attribute.of and isinstance(type_, str) and type_ in game.types and type_ not in attribute.of:
                yield source.told(path, f"'{key}' on {article(type_)}", f"it only on {', '.join(attribute.of)}")
            if type_ in attribute.signed:  # what it adds elsewhere has no bounds of its own
                attribute = replace(attribute, minimum=None, maximum=None)
            expected = unfit(value, attribute) or ""
            if expected:
                yield source.problem(path, value, expected, _nearest_value(value, attribute))
        yield from _missing(source, index, card, game)


def _missing(source: Source, index: int, card: dict[str, Json], game: GameInfo) -> Iterator[Problem]:
    for attribute in game.attributes.values():
        if (
            card.get("type") in attribute.of
            and attribute.id not in card
            and not (attribute.optional or attribute.pools)
        ):
            yield source.told(("cards", index), f"no '{attribute.id}'", f"'{attribute.id}' on every {card.get('type')}")


def unfit(value: Json, attribute: AttributeInfo) -> str | None:
    """Return what was expected of a value of the attribute, or None if it fits."""
    if attribute.type == "table":
        return _cells(value, attribute)
    if attribute.type == "integer":
        others = "".join(f" or '{word}'" for word in attribute.variable)
        if isinstance(value, str) and value in attribute.variable:
            return None
        if not isinstance(value, int) or isinstance(value, bool):
            return f"a whole number{others}"
        if attribute.minimum is not None and value < attribute.minimum:
            return f"at least {attribute.minimum}"
        if attribute.maximum is not None and value > attribute.maximum:
            return f"at most {attribute.maximum}"
        return None
    if attribute.type == "sum":
        return _parts(value, attribute)
    if attribute.type == "boolean":
        return None if isinstance(value, bool) else "true or false"
    if attribute.type == "array":
        if not isinstance(value, list):
            return f'a list of words, such as ["{attribute.values[0] if attribute.values else "…"}"]'
        return next((_word(item, attribute) for item in value if _word(item, attribute)), None)
    return _word(value, attribute)


def _cells(value: Json, attribute: AttributeInfo) -> str | None:
    """What was expected of a table: a number for each step, or one for all, each within the bounds."""
    steps = len(attribute.parts)
    cells = value if isinstance(value, list) else [value]
    if isinstance(value, list) and len(value) != steps:
        return f"{steps} numbers, one for each {attribute.by}, or one number for all"
    wrong = (unfit(cell, replace(attribute, type="integer")) for cell in cells)
    return next((f"{expected} at every {attribute.by}" for expected in wrong if expected), None)


def _parts(value: Json, attribute: AttributeInfo) -> str | None:
    example = f'such as {{"{attribute.parts[0]}": 2}}' if attribute.parts else "but the attribute declares none"
    if not isinstance(value, dict):
        return f"an object of its parts, {example}"
    if any(part not in attribute.parts for part in value):
        return f"only its parts: {', '.join(attribute.parts)}"
    total = sum(number for number in value.values() if isinstance(number, int))
    if attribute.maximum is not None and total > attribute.maximum:
        return f"parts that add up to at most {attribute.maximum}"
    return None


def _word(value: Json, attribute: AttributeInfo) -> str | None:
    if not isinstance(value, str):
        return "text"
    if attribute.values and value not in attribute.values:
        return f"one of {', '.join(attribute.values)}"
    return None


def _nearest_value(value: Json, attribute: AttributeInfo) -> str | None:
    known = [*attribute.values, *attribute.variable]
    return nearest(str(value), known) if isinstance(value, str) and known else None

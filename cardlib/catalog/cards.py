"""Cards as their JSON objects declare them: attributes, keywords, abilities; and the lines where they stand."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal, TypeAlias

from cardlib.catalog.models import Attribute, AttributeInfo, Card, GameInfo
from cardlib.catalog.reading import Shape

if TYPE_CHECKING:
    from cardlib.catalog.text import Texts

_ID = re.compile(r'"id"\s*:\s*"([^"\\]*)"')
_KEYWORD = re.compile(r"(\S+)(?: +([+-]?\d+))?(?: +([a-z][a-z0-9-]*))?")
OWN_KEYS = frozenset(
    {"id", "name", "type", "subtypes", "keywords", "abilities", "text", "flavour", "formerly", "art", "unimplemented"}
)
Number: TypeAlias = int | Literal[True]


def with_line(card: Card, line: int) -> Card:
    """Return the card, told on which line it begins."""
    object.__setattr__(card, "line", line)
    return card


def lines_of_ids(text: str) -> dict[str, list[int]]:
    """Where each id stands in a file, without a parser that counts lines; the check has one."""
    found: dict[str, list[int]] = {}
    line, before = 1, 0
    for match in _ID.finditer(text):
        line += text.count("\n", before, match.start())
        before = match.start()
        found.setdefault(match[1], []).append(line)
    return found


def card_from(data: Shape, game: GameInfo, file: str = "", render: Texts | None = None) -> Card:
    """Make a `Card` of its JSON object; raises `DataError` for a shape that cannot be used."""
    type_ = data.word("type")
    if type_ not in game.types:
        raise data.at("type").wrong(f"a type of the game, {', '.join(game.types)}")
    subtypes = data.words("subtypes")
    attributes: dict[str, Attribute] = {}
    for key in data.mapping():
        if key not in OWN_KEYS:
            attributes |= _given(data.at(key), key, game)
    for attribute in game.attributes.values():
        if attribute.pools and (not attribute.of or type_ in attribute.of):
            attributes |= _paid(data, attribute)
    keywords, words = _keywords(data)
    return Card(
        id=data.word("id"),
        name=data.word("name"),
        type=type_,
        types=_ancestors(type_, game),
        subtypes=subtypes,
        attributes=attributes,
        keywords=keywords,
        words=words,
        abilities=tuple(item.mapping() for item in data.items("abilities")),
        game=game.slug,
        written=data.word("text") if "text" in data.mapping() else None,
        flavour=data.word("flavour", ""),
        formerly=data.words("formerly"),
        art=data.word("art", ""),
        unimplemented=data.word("unimplemented") if "unimplemented" in data.mapping() else None,
        file=file,
        place=data.path,
        type_line=game.line_of(type_, subtypes),
        render=render,
    )


def _ancestors(type_: str, game: GameInfo) -> frozenset[str]:
    found: set[str] = set()
    waiting = [type_]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting.extend(game.types[name].is_ if name in game.types else ())
    return frozenset(found)


def _given(data: Shape, key: str, game: GameInfo) -> dict[str, Attribute]:
    """The attribute that a member of a card gives; of a sum also its parts, of a table its numbers."""
    if key not in game.attributes:
        raise data.wrong("nothing: the game declares no such attribute")
    attribute = game.attributes[key]
    if attribute.part_of:
        raise data.wrong(f"it in '{attribute.part_of}'")
    if attribute.type == "table":
        cells = _cells(data, attribute)
        scale = game.scales[attribute.by]
        found: dict[str, Attribute] = {key: cells[scale.steps.index(scale.plain)]}
        found.update(zip(attribute.parts, cells, strict=True))
        return found
    if attribute.type != "sum":
        return {key: _value(data)}
    parts: dict[str, int] = {}
    for part in data.mapping():
        if part not in attribute.parts:
            raise data.at(part).wrong(f"a part of '{key}', one of {', '.join(attribute.parts)}")
        parts[part] = data.at(part).number()
    return {key: sum(parts.values()), **parts}


def _paid(data: Shape, attribute: AttributeInfo) -> dict[str, Attribute]:
    """A sum that is read off the cost of the first ability that takes points; nothing where none does.

    An amount that is worked out counts as the least that it can be.
    """
    for item in data.items("abilities"):
        cost = item.mapping().get("cost")
        for part in cost if isinstance(cost, list) else ():
            points = part.get("points") if isinstance(part, dict) and part.get("op") == "pay" else None
            if isinstance(points, dict):
                parts: dict[str, Attribute] = {
                    attribute.pools[pool]: amount if isinstance(amount, int) else 1
                    for pool, amount in points.items()
                    if pool in attribute.pools
                }
                return {attribute.id: sum(int(str(number)) for number in parts.values()), **parts}
    return {}


def _cells(data: Shape, attribute: AttributeInfo) -> list[int]:
    """The numbers of a table, one for each step; one number alone holds at every step."""
    steps = len(attribute.parts)
    if isinstance(data.value, int):
        return [data.number()] * steps
    if not isinstance(data.value, list) or len(data.value) != steps:
        raise data.wrong(f"a list of {steps} whole numbers, one for each {attribute.by}, or one number for all")
    return [Shape(cell, data.file, f"{data.path}[{at}]").number() for at, cell in enumerate(data.value)]


def _value(data: Shape) -> Attribute:
    value = data.value
    if isinstance(value, int) and not isinstance(value, bool):
        return data.number()
    if isinstance(value, bool | str):
        return value
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        return tuple(str(item) for item in value)
    raise data.wrong("a whole number, text, true, false or a list of texts")


def _keywords(data: Shape) -> tuple[dict[str, Number], dict[str, dict[str, Number]]]:
    """The keywords of a card, and what those of them name that name something; their numbers add up."""
    keywords: dict[str, Number] = {}
    words: dict[str, dict[str, Number]] = {}
    for item in data.items("keywords"):
        id_, value, word = keyword_parts(item)
        if word:
            named = words.setdefault(id_, {})
            named[word] = _added(named.get(word), value)
        keywords[id_] = _added(keywords.get(id_), value)
    return keywords, words


def _added(before: Number | None, value: Number) -> Number:
    """Add up the numbers of one keyword; without a number it covers every number."""
    if before is None:
        return value
    return True if before is True or value is True else before + value


def keyword_parts(data: Shape) -> tuple[str, Number, str]:
    """Take a keyword apart as cards write it, `transport 1 trooper`: its id, its number or True, what it names."""
    found = _KEYWORD.fullmatch(data.text().strip())
    if found is None:
        raise data.wrong('a keyword, with its number ("armour 2") and the word that it names where it has them')
    return found[1], int(found[2]) if found[2] else True, found[3] or ""

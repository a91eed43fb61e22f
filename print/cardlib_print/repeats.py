"""Elements that stand for several: one for each number of a row, or for each word that the game declares.

`{"repeat": {"as": "n", "from": 1, "to": 20, "step": [9, 0]}, …}` is drawn twenty times, each 9 mm further on. In every
text of the element `{n}` is the number or the word, `{n.title}` how the game prints it, `{n.of}` the attribute whose
value it is, and `{n.number}` counts from 1. A list where a colour or a symbol is expected is gone through, again and
again. So a crest for each faction, or a track of sixty rounds, is one element.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cardlib_print.geometry import Size, length

if TYPE_CHECKING:
    from cardlib.catalog import GameInfo, Project
    from cardlib_print.given import Given, Raw

PROPERTIES = {"as", "from", "to", "of", "most", "step", "columns", "row", "spread"}
SOURCES = ("stats", "numbers", "sides", "types", "subtypes", "keywords")
SPREADS = ("across", "down")
MOST = 500  # elements of one repeat; a track of all numbers up to 500
_CYCLED = ("fill", "stroke", "colour", "symbol")


@dataclass(frozen=True, slots=True)
class Item:
    """What one copy is for: a word or a number, how it is printed, and the attribute whose value it is."""

    word: str
    title: str
    of: str = ""


def side_of(game: GameInfo) -> str:
    """Return the attribute that says whose a card is: the first that has one of few words; "" if there is none."""
    words = (info.id for info in game.attributes.values() if info.type == "string" and info.values)
    return next(words, "")


def declared(project: Project, source: str) -> list[Item]:
    """Return what a game declares under a name: one of `SOURCES`, or an attribute with its values; else nothing."""
    game = project.game
    if source == "stats":
        return [Item(id_, game.attributes[id_].title) for id_ in game.stats if id_ in game.attributes]
    if source == "numbers":
        kinds = ("integer", "sum", "table")
        own = [info for info in game.attributes.values() if info.type in kinds and not info.part_of]
        return [Item(info.id, info.title) for info in own if info.id not in game.stats]
    if source == "types":
        return [Item(info.id, info.name, "type") for info in game.types.values()]
    if source == "subtypes":
        return [Item(id_, name, "subtype") for id_, name in game.subtypes.items()]
    if source == "keywords":
        return [Item(keyword.id, keyword.name, "keyword") for keyword in project.keywords.values()]
    named = game.attributes.get(side_of(game) if source == "sides" else source)
    return [Item(word, named.names.get(word, word), named.id) for word in named.values] if named else []


def expanded(given: Given, project: Project, rows: Sequence[Raw], size: Size) -> list[Raw]:
    """Return the elements with every repeated one written out; what is wrong with a repeat is noted in `given`."""
    found: list[Raw] = []
    for index, row in enumerate(rows):
        if "repeat" not in row or row.get("remove"):
            found.append(row)
        else:
            found += _copies(given, project, f"elements[{index}] ({row.get('id', '?')}).repeat", row, size)
    return found


def _copies(given: Given, project: Project, where: str, row: Raw, size: Size) -> list[Raw]:
    """An element written out, once for each of its items."""
    repeat = row["repeat"]
    if not isinstance(repeat, dict):
        given.wrong(where, "an object was expected", None)
        return []
    given.known(where, repeat, PROPERTIES, "property")
    name = given.word(where, repeat, "as", "n")
    items = _items(given, project, where, repeat)
    box = row.get("box")
    lengths = (
        [length(one, size.width if at % 2 == 0 else size.height) for at, one in enumerate(box)]
        if (isinstance(box, list) and len(box) == 4)
        else [None]
    )
    spread = given.one_of(where, repeat, "spread", SPREADS) if "spread" in repeat else ""
    step, line = (_pair(given, where, repeat, key, size) for key in ("step", "row"))
    columns = int(given.number(where, repeat, "columns", MOST, 1, MOST))
    made: list[Raw] = []
    for index, item in enumerate(items):
        copy = {
            key: _named(_turn(key, value, index), name, item, index + 1)
            for key, value in row.items()
            if key not in ("repeat", "box")
        }
        copy["id"] = f"{row.get('id', '?')}-{item.word}"
        if "box" in row:
            copy["box"] = box
            if None not in lengths:
                x, y, width, height = (one or 0.0 for one in lengths)
                right, down = index % columns, index // columns
                x, y = x + step[0] * right + line[0] * down, y + step[1] * right + line[1] * down
                if spread and len(items) > 1:
                    share = index / (len(items) - 1)
                    x += share * (size.width - 2 * x - width) if spread == "across" else 0.0
                    y += share * (size.height - 2 * y - height) if spread == "down" else 0.0
                copy["box"] = [x, y, width, height]
        made.append(copy)
    return made


def _items(given: Given, project: Project, where: str, repeat: Raw) -> list[Item]:
    """The items of a repeat: a row of numbers, words that are listed, or what the game declares under a name."""
    source = repeat.get("of")
    if isinstance(source, list):
        items = [Item(str(word), str(word)) for word in source]
    elif source is not None:
        word = given.word(where, repeat, "of")
        given.known(where, [word], [*SOURCES, *_worded(project)], "thing to repeat for")
        items = declared(project, word)
    else:
        first = int(given.number(where, repeat, "from", 1, -1000, 1000))
        last = int(given.number(where, repeat, "to", first, first - 1, first + MOST - 1))
        items = [Item(str(number), str(number)) for number in range(first, last + 1)]
    return items[: int(given.number(where, repeat, "most", MOST, 1, MOST))]


def _worded(project: Project) -> list[str]:
    """The attributes that have one of few words."""
    return [info.id for info in project.game.attributes.values() if info.values]


def _pair(given: Given, where: str, repeat: Raw, key: str, size: Size) -> tuple[float, float]:
    """A way in mm, to the right and down; no way if it is left out."""
    value = repeat.get(key, [0, 0])
    if isinstance(value, list) and len(value) == 2:
        right, down = length(value[0], size.width), length(value[1], size.height)
        if right is not None and down is not None:
            return right, down
    given.wrong(where, f"{key}: expected [right, down] in mm, found {value!r}", None)
    return 0.0, 0.0


def _turn(key: str, value: object, index: int) -> object:
    """A colour or symbol of a list of them, whose turn it is."""
    return value[index % len(value)] if key in _CYCLED and isinstance(value, list) and value else value


def _named(value: object, name: str, item: Item, number: int) -> object:
    """A property of an element with the item in place of its name, wherever a text has it."""
    if isinstance(value, str):
        whole = value.replace(f"{{{name}.title}}", item.title).replace(f"{{{name}.of}}", item.of)
        whole = whole.replace(f"{{{name}.number}}", str(number))
        return whole.replace(f"{{{name}}}", item.word)
    if isinstance(value, list):
        return [_named(one, name, item, number) for one in value]
    if isinstance(value, dict):
        return {key: _named(one, name, item, number) for key, one in value.items()}
    return value

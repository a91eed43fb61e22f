"""Elements that stand for several: one for each number of a row, or for each word that the game declares.

`{"repeat": {"as": "n", "from": 1, "to": 20, "step": [9, 0]}, …}` is drawn twenty times, each 9 mm further on. In every
text of the element `{n}` is the number or the word, `{n.title}` how the game prints it, `{n.of}` the attribute whose
value it is, and `{n.number}` counts from 1. A list where a colour or a symbol is expected is gone through, again and
again. So a crest for each faction, or a track of sixty rounds, is one element.

`"of": "spaces"` goes over the spaces of the board that the layout is of: the box lies in that of each space then, and
`{n.label}` is what the board says of it under `label`. Several repeats in a list stand in each other, the first one
outermost: `"of": "{n.yields}"` in the second goes over the words that the first one's space has there.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from cardlib_print.geometry import Box, Size, length
from cardlib_print.spaces import Space, choosable

if TYPE_CHECKING:
    from cardlib.catalog import GameInfo, Project
    from cardlib.catalog.languages import Language
    from cardlib.kernel.boards.board import Told
    from cardlib_print.given import Given, Raw

PROPERTIES = {"as", "from", "to", "of", "only", "most", "step", "columns", "row", "spread"}
SPACES = "spaces"
SOURCES = ("stats", "numbers", "sides", "types", "subtypes", "keywords")
SPREADS = ("across", "down")
MOST = 500  # elements of one repeat; a track of all numbers up to 500
DEEPEST = 3  # repeats in each other
_CYCLED = ("fill", "stroke", "colour", "symbol")


@dataclass(frozen=True, slots=True)
class Item:
    """What one copy is for: a word or a number, how it is printed, and the attribute whose value it is.

    `facts` are what else is known of it, by name; a space of a board has its `box`.
    """

    word: str
    title: str
    of: str = ""
    facts: Mapping[str, Told] = field(default_factory=dict)
    box: Box | None = None


def side_of(game: GameInfo) -> str:
    """Return the attribute that says whose a card is: the first that has one of few words; "" if there is none."""
    words = (info.id for info in game.attributes.values() if info.type == "string" and info.values)
    return next(words, "")


def sources_of(project: Project) -> list[str]:
    """Return all that a game may declare words under: `SOURCES`, and the attributes that have one of few words."""
    return [*SOURCES, *(info.id for info in project.game.attributes.values() if info.values)]


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


def expanded(
    given: Given, language: Language, rows: Sequence[Raw], size: Size, board: Sequence[Space] = ()
) -> list[Raw]:
    """Return the elements with every repeated one written out, with the titles that a language has for words.

    What is wrong with a repeat is noted in `given`.
    `board` has the spaces of the board that the layout is of.
    """
    found: list[Raw] = []
    for index, row in enumerate(rows):
        if "repeat" not in row or row.get("remove"):
            found.append(row)
        else:
            where = f"elements[{index}] ({row.get('id', '?')}).repeat"
            repeats = row["repeat"] if isinstance(row["repeat"], list) else [row["repeat"]]
            if not 0 < len(repeats) <= DEEPEST:
                given.wrong(where, f"expected 1 to {DEEPEST} repeats in each other, found {len(repeats)}", None)
                continue
            found += _Written(given, language, size, board).copies(where, {**row, "repeat": repeats})
    return found


@dataclass(frozen=True, slots=True)
class _Written:
    """Writes repeated elements out, for a layout of a size, of the spaces of a board."""

    given: Given
    language: Language
    size: Size
    board: Sequence[Space]

    def copies(self, where: str, row: Raw) -> list[Raw]:
        """An element once for each of its items; with further repeats, each of these in the same way."""
        repeat, *inner = row["repeat"]
        if not isinstance(repeat, dict):
            self.given.wrong(where, "an object was expected", None)
            return []
        self.given.known(where, repeat, PROPERTIES, "property")
        name = self.given.word(where, repeat, "as", "n")
        items = self.items(where, repeat)
        places = self.places(where, repeat, row.get("box"), items)
        made: list[Raw] = []
        for index, (item, place) in enumerate(zip(items, places, strict=True)):
            copy: Raw = {
                key: _named(self.language, _turn(key, value, index), name, item, index + 1)
                for key, value in row.items()
                if key not in ("repeat", "box")
            }
            copy["id"] = f"{row.get('id', '?')}-{item.word}"
            if "box" in row:
                copy["box"] = place
            if inner:
                copy["repeat"] = [_named(self.language, one, name, item, index + 1) for one in inner]
                made += self.copies(where, copy)
            else:
                made.append(copy)
        return made

    def places(self, where: str, repeat: Raw, box: object, items: Sequence[Item]) -> list[object]:
        """The box of each copy: in the box of its space, else further on with each item; `box` as it is, if wrong."""
        size = self.size
        spread = self.given.one_of(where, repeat, "spread", SPREADS) if "spread" in repeat else ""
        step, line = (_pair(self.given, where, repeat, key, size) for key in ("step", "row"))
        columns = int(self.given.number(where, repeat, "columns", MOST, 1, MOST))
        ways = [one for part in (box, repeat.get("step"), repeat.get("row")) if isinstance(part, list) for one in part]
        shared = isinstance(box, Box) or bool(spread) or any(isinstance(one, str) for one in ways)
        found: list[object] = []
        for index, item in enumerate(items):
            whole = item.box or Box(0.0, 0.0, size.width, size.height)
            given = [box.x, box.y, box.width, box.height] if isinstance(box, Box) else box
            sides = (
                [length(one, whole.width if at % 2 == 0 else whole.height) for at, one in enumerate(given)]
                if isinstance(given, list) and len(given) == 4
                else [None]
            )
            if None in sides:
                found.append(box)
                continue
            x, y, width, height = (one or 0.0 for one in sides)
            if item.box is not None:
                found.append([whole.x + x, whole.y + y, width, height])
                continue
            right, down = index % columns, index // columns
            x, y = x + step[0] * right + line[0] * down, y + step[1] * right + line[1] * down
            if spread and len(items) > 1:
                share = index / (len(items) - 1)
                x += share * (size.width - 2 * x - width) if spread == "across" else 0.0
                y += share * (size.height - 2 * y - height) if spread == "down" else 0.0
            found.append(Box(x, y, width, height, shared=True) if shared else [x, y, width, height])
        return found

    def items(self, where: str, repeat: Raw) -> list[Item]:
        """The items of a repeat: a row of numbers, words that are listed, or what is declared under a name."""
        source = repeat.get("of")
        if isinstance(source, list):
            items = [Item(str(word), self.titled(str(word))) for word in source]
        elif isinstance(source, dict):
            items = [Item(word, self.titled(word), "", {"value": number}) for word, number in source.items()]
        elif source == SPACES:
            items = self.spaces(where, repeat)
        elif source == "":
            items = []  # a space that has nothing there
        elif source is not None:
            word = self.given.word(where, repeat, "of")
            self.given.known(where, [word], [SPACES, *sources_of(self.language.project)], "thing to repeat for")
            items = declared(self.language.project, word)
        else:
            first = int(self.given.number(where, repeat, "from", 1, -1000, 1000))
            last = int(self.given.number(where, repeat, "to", first, first - 1, first + MOST - 1))
            items = [Item(str(number), str(number)) for number in range(first, last + 1)]
        return items[: int(self.given.number(where, repeat, "most", MOST, 1, MOST))]

    def titled(self, word: str) -> str:
        """How the game prints a word of a list."""
        return _titled(self.language, word)

    def spaces(self, where: str, repeat: Raw) -> list[Item]:
        """The spaces of the board of which all words in `only` hold; a word behind a minus must not."""
        if not self.board:
            if any(problem.startswith(SPACES) for problem in self.given.problems):
                return []  # it is told already why there are none
            self.given.wrong(where, 'of: found spaces, but the layout is of no board; say "spaces": {"board": …}', None)
            return []
        only = repeat.get("only", [])
        words = [only] if isinstance(only, str) else only
        if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
            self.given.wrong(where, f"only: expected words, found {only!r}", None)
            return []
        self.given.known(where, [word.removeprefix("-") for word in words], choosable(self.board), "word for spaces")
        names = dict.fromkeys(name for space in self.board for name in space.facts)
        return [
            Item(space.id, space.title, "", {name: space.facts.get(name, "") for name in names}, space.box)
            for space in self.board
            if all((word.removeprefix("-") in space.words) is not word.startswith("-") for word in words)
        ]


def _titled(language: Language, word: str) -> str:
    """How a game prints a word: the name of a card, the title of an attribute, its word for a value; else as it is."""
    card, attributes = language.project.cards.get(word), language.project.game.attributes
    if card is not None:
        return language.card(card).name
    named = (info.names[word] for info in attributes.values() if word in info.names)
    return attributes[word].title if word in attributes else next(named, word)


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


def _named(language: Language, value: object, name: str, item: Item, number: int) -> object:
    """A property of an element with the item in place of its name, wherever a text has it."""
    if isinstance(value, str):
        if f"{{{name}" not in value:
            return value
        fact = item.facts.get(value[len(name) + 2 : -1]) if value == f"{{{value[1:-1]}}}" else None
        if value.startswith(f"{{{name}.") and isinstance(fact, tuple | Mapping):
            return list(fact) if isinstance(fact, tuple) else dict(fact)
        own = {"title": item.title, "of": item.of, "number": str(number)}

        def told(match: re.Match[str]) -> str:
            key, titled = match[1], bool(match[2])
            if key in own and not titled:
                return own[key]
            return _told(language, item.facts[key], titled=titled) if key in item.facts else match[0]

        whole = re.sub(rf"\{{{re.escape(name)}\.([\w.-]+?)(\.title)?\}}", told, value)
        return whole.replace(f"{{{name}}}", item.word)
    if isinstance(value, list):
        return [_named(language, one, name, item, number) for one in value]
    if isinstance(value, dict):
        return {key: _named(language, one, name, item, number) for key, one in value.items()}
    return value


def _told(language: Language, fact: Told, *, titled: bool) -> str:
    """A fact of a space as it is written into a text: several words with commas, `titled` as the game prints them."""
    words = [str(one) for one in (fact if isinstance(fact, tuple | Mapping) else (fact,))]
    return ", ".join(_titled(language, word) if titled else word for word in words)

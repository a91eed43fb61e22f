"""Projects: a folder with a game.json, and what it holds as `Project`.

`load_project` reads what is asked for and no more: game and keywords at once, cards, rules, formats, boards and dice on
first use. It checks shapes only; `cardlib.catalog.check` does the rest.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias

from cardlib.catalog.games import game_from, keywords_from, vocabulary_of
from cardlib.catalog.gate import refuse, verdict
from cardlib.catalog.models import Attribute, AttributeInfo, Card, Change, GameInfo, Json, Keyword, Rule
from cardlib.catalog.reading import DataError, Shape, read_content, read_json
from cardlib.catalog.signature import Signature
from cardlib.catalog.text import Texts
from cardlib.errors import NotFound
from cardlib.filters.names import NameIndex, name_index
from cardlib.filters.nearest import nearest_note
from cardlib.filters.vocabulary import Vocabulary
from cardlib.places import data_root

if TYPE_CHECKING:
    from cardlib.catalog.problems import Problem
    from cardlib.kernel.dice import Dice
    from cardlib.kernel.pieces import Piece

_ID = re.compile(r'"id"\s*:\s*"([^"\\]*)"')
_KEYWORD = re.compile(r"(\S+)(?: +([+-]?\d+))?(?: +([a-z][a-z0-9-]*))?")
OWN_KEYS = frozenset(
    {"id", "name", "type", "subtypes", "keywords", "abilities", "text", "flavour", "formerly", "art", "unimplemented"}
)
# What a match depends on; rules, decks and print layouts may change without making a replay another game.
_PLAYED = ("game.json", "keywords.json", "cards", "boards", "dice", "units", "abilities", "documents")


class Project:
    """One game's data. Cards, rules, formats, boards and dice are read on first use and kept.

    `problems` are those of its files where somebody has looked for them already; else they have to pass the gate.
    `contents` are the values in its files, as far as somebody has read them; what is read is added, and read once.
    Raises `DataError` if what every command reads has a problem; a folder that has one is refused to who reads it.
    """

    def __init__(
        self,
        path: Path,
        problems: Sequence[Problem] | None = None,
        contents: dict[Path, Json] | None = None,
    ) -> None:
        self.path = path
        self.changes: tuple[Change, ...] = ()  # what is other than in the files
        self._begin(Signature(path), problems, contents)

    def _begin(
        self,
        signature: Signature,
        problems: Sequence[Problem] | None = None,
        contents: dict[Path, Json] | None = None,
    ) -> None:
        self.signature = signature  # of the files before any of them is read
        self.contents: dict[Path, Json] = {} if contents is None else contents
        path = self.path
        if problems is None:
            problems, cards = verdict(path)
            refuse(path, problems)
            if cards is not None:
                self.__dict__["cards"] = dict(cards)
        self.problems: Sequence[Problem] = problems
        self.game: GameInfo = game_from(self.shape(path / "game.json"))
        self.keywords: dict[str, Keyword] = self.keywords_with(self.game.constants)
        self.vocabulary: Vocabulary = vocabulary_of(self.game, self.keywords, self._boards())

    def _boards(self) -> list[Json]:
        """The boards as they are written; broken ones bring no words to filters, and are refused to who reads them."""
        if any(problem.file.partition("/")[0] == "boards" for problem in self.problems):
            return []
        return [self.read(path) for path in self.files("boards")]

    def read(self, path: Path) -> Json:
        """Return the value in a JSON file of the project, which nobody may change; raises `DataError`.

        A file is read once, also where several want it.
        """
        if path not in self.contents:
            self.contents[path] = read_json(path)
        return self.contents[path]

    def shape(self, path: Path) -> Shape:
        """Return the value in a JSON file of the project, with its place, as `read` does."""
        return Shape(self.read(path), str(path))

    def keywords_with(self, constants: Mapping[str, int]) -> dict[str, Keyword]:
        """The keywords by id, none without a keywords.json; reminders may name the constants."""
        path = self.path / "keywords.json"
        return keywords_from(self.shape(path), constants) if path.exists() else {}

    def __repr__(self) -> str:
        return f"<Project {self.slug} at {self.path}>"

    def catch_up(self) -> None:
        """Read again what has been read so far if a file was changed since; a project with changes stays as it is."""
        signature = Signature(self.path)
        if self.changes or signature.same_files(self.signature):
            self.signature = signature  # a while later its times may count
        else:
            for name in [name for name, value in vars(type(self)).items() if isinstance(value, cached_property)]:
                self.__dict__.pop(name, None)
            self._begin(signature)

    @property
    def slug(self) -> str:
        """The short name of the game."""
        return self.game.slug

    def files(self, kind: str, pattern: str = "*.json") -> list[Path]:
        """The files of a folder of the project, such as "cards" or "decks", in alphabetical order.

        Raises `DataError` if the folder has problems; but a deck is only refused to who reads it.
        """
        if kind != "decks":
            refuse(self.path, self.problems, kind.partition("/")[0])
        found = sorted((self.path / kind).glob(pattern))
        return [path for path in found if not path.name.startswith(".") and path.is_file()]

    def file(self, place: str) -> Path | None:
        """A file of the project by its place, or None; raises `DataError` if its folder has problems."""
        refuse(self.path, self.problems, place.partition("/")[0])
        path = self.path / place
        return path if path.is_file() else None

    @cached_property
    def cards(self) -> dict[str, Card]:
        """Every card by id; raises `DataError` when an id is given twice."""
        cards: dict[str, Card] = {}
        render = Texts(self)
        for path in self.files("cards"):
            for card in _cards(self, path, render):
                if card.id in cards:
                    other = cards[card.id]
                    raise DataError(
                        f"{path}:{card.line}: the id '{card.id}' is also in {other.file}:{other.line}; ids are unique"
                    )
                cards[card.id] = card
        return cards

    @cached_property
    def names(self) -> NameIndex:
        """The index of what the cards are called, for every lookup of a card by its name."""
        return name_index(self.cards.values())

    @cached_property
    def rules(self) -> dict[str, Rule]:
        """Every rule by id; none if the project has no rules.json."""
        path = self.file("rules.json")
        if path is None:
            return {}
        found = [_rule(item) for item in self.shape(path).items("rules", required=True)]
        return {rule.id: rule for rule in found}

    @cached_property
    def dice(self) -> Dice:
        """The dice of the game and the symbols on them; none if the project has no `dice/`."""
        from cardlib.catalog.dice import dice_from

        return dice_from(self.shape(path) for path in self.files("dice"))

    def keywords_of(self, card: Card) -> Iterator[tuple[str, str, str]]:
        """Yield each keyword of a card: its id, how it is printed, and its reminder; an unknown one by its id."""
        for id_, value, word in card.stated():
            keyword = self.keywords.get(id_)
            if keyword is None:
                yield id_, f"{id_} {'' if value is True else value} {word}".strip(), ""
            else:
                named = self.game.word_of(keyword, word) if word else ""
                yield id_, keyword.printed(value, named), keyword.reminded(value, named)

    @cached_property
    def formats(self) -> dict[str, Mapping[str, Json]]:
        """The construction rules by the name of their file, as written."""
        return self.documents("formats")

    @cached_property
    def kinds(self) -> dict[str, Mapping[str, Json]]:
        """The kinds of documents that the project declares, by the name of their file, as written."""
        return self.documents("documents")

    def documents(self, kind: str) -> dict[str, Mapping[str, Json]]:
        """The JSON objects of a folder of the project, by the name of their file."""
        return {path.stem: self.shape(path).mapping() for path in self.files(kind)}

    @cached_property
    def pieces(self) -> dict[str, Piece]:
        """What lies on the table beside cards, by id; none if the project has no pieces.json."""
        from cardlib.catalog.pieces import pieces_of

        return pieces_of(self)

    @cached_property
    def digest(self) -> str:
        """A hash of everything that a match depends on; the layout of the files does not count."""
        total = hashlib.sha256()
        for name in _PLAYED:
            path = self.path / name
            for file in [path] if path.is_file() else self.files(name):
                content = json.dumps(self.read(file), sort_keys=True, ensure_ascii=False, separators=(",", ":"))
                total.update(f"{file.relative_to(self.path).as_posix()}\0{content}\0".encode())
        if (self.path / "pieces.json").is_file():
            from cardlib.catalog.pieces import FILE, played

            raw = self.shape(self.path / FILE).mapping()
            for piece in played(self.pieces, raw):
                total.update(f"{FILE}\0{piece}\0".encode())
        return total.hexdigest()


def load_project(source: str | Path) -> Project:
    """Load a project by its folder, or a bundled game by its slug.

    Raises `NotFound` if there is none, `DataError` for data that cannot be used.
    """
    return Project(project_path(source))


def project_path(source: str | Path) -> Path:
    """Return the folder of a project, given the folder or the slug of a bundled game."""
    text = str(source)
    if "/" not in text and "\\" not in text and text not in ("", ".", ".."):
        bundled = data_root() / text
        if (bundled / "game.json").is_file():
            return bundled
    path = Path(source)
    if (path / "game.json").is_file():
        return path.resolve()
    if path.is_dir():
        raise NotFound(f"{path} has no game.json, so it is no project; 'cardlib new FOLDER' makes one")
    more = nearest_note(text, bundled_slugs(), f"; bundled games: {', '.join(bundled_slugs())}")
    raise NotFound(f"no game '{text}', and no folder of that name{more}")


def bundled_slugs() -> list[str]:
    """The slugs of the games that ship with cardlib."""
    return [path.name for path in bundled_paths()]


def bundled_paths() -> list[Path]:
    """The folders of the games that ship with cardlib, in alphabetical order."""
    return sorted(path.parent for path in data_root().glob("*/game.json"))


def _cards(project: Project, path: Path, render: Texts) -> Iterator[Card]:
    project.contents[path], text = read_content(path)
    data = project.shape(path)
    file = path.relative_to(project.path).as_posix()
    lines = lines_of_ids(text)
    for item in data.items("cards", required=True):
        card = card_from(item, project.game, file, render)
        yield with_line(card, next(lines.get(card.id, iter(())), 0))


def with_line(card: Card, line: int) -> Card:
    """Return the card, told on which line it begins."""
    object.__setattr__(card, "line", line)
    return card


def lines_of_ids(text: str) -> dict[str, Iterator[int]]:
    """Where each id stands in a file, without a parser that counts lines; the check has one."""
    found: dict[str, list[int]] = {}
    line, before = 1, 0
    for match in _ID.finditer(text):
        line += text.count("\n", before, match.start())
        before = match.start()
        found.setdefault(match[1], []).append(line)
    return {id_: iter(lines) for id_, lines in found.items()}


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


Number: TypeAlias = int | Literal[True]


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


def _rule(data: Shape) -> Rule:
    return Rule(
        id=data.word("id"),
        kind=data.word("kind"),
        text=data.word("text"),
        section=data.word("section", ""),
        title=data.word("title", ""),
        question=data.word("question", ""),
        why=data.word("why", ""),
        refs=data.words("refs"),
        pins=data.words("pins"),
        broken_by=data.word("broken_by", ""),
        example=data.word("example", ""),
        words=data.words("words"),
    )

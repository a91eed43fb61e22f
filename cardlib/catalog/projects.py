"""Projects: a folder with a game.json, and what it holds as `Project`.

`load_project` reads what is asked for and no more: game and keywords at once, cards, rules, formats, boards and dice on
first use. It checks shapes only; `cardlib.catalog.check` does the rest.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from cardlib import plugins
from cardlib.catalog.cards import card_from, lines_of_ids, with_line
from cardlib.catalog.games import game_from, keywords_from, vocabulary_of
from cardlib.catalog.gate import refuse, verdict
from cardlib.catalog.models import Card, Change, GameInfo, Json, Keyword, Rule
from cardlib.catalog.reading import DataError, Shape, read_content, read_json
from cardlib.catalog.signature import Signature
from cardlib.catalog.text import Texts
from cardlib.catalog.tree import is_own
from cardlib.errors import NotFound
from cardlib.filters.names import NameIndex, name_index
from cardlib.filters.nearest import nearest_note
from cardlib.filters.vocabulary import Vocabulary
from cardlib.places import data_root

if TYPE_CHECKING:
    from cardlib.catalog.problems import Problem
    from cardlib.kernel.dice import Dice
    from cardlib.kernel.pieces import Piece
    from cardlib.wording.words import Words

# What a match depends on; rules, decks and print layouts may change without making a replay another game.
_PLAYED = ("game.json", "keywords.json", "cards", "boards", "dice", "units", "abilities", "documents", "pieces.json")


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
        self.lines: dict[Path, dict[str, list[int]]] = {}  # where ids stand, of the files of cards that are read
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
        there = path.exists() and is_own(self.path, path.name)
        return keywords_from(self.shape(path), constants) if there else {}

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

        What a link leads to outside of the project is none of them. Raises `DataError` if the folder has problems; but
        a deck is only refused to who reads it.
        """
        if kind != "decks":
            refuse(self.path, self.problems, kind.partition("/")[0])
        found = sorted((self.path / kind).glob(pattern))
        named = [path for path in found if not path.name.startswith(".") and path.is_file()]
        return [path for path in named if is_own(self.path, f"{kind}/{path.name}")]

    def file(self, place: str) -> Path | None:
        """A file of the project by its place, or None; raises `DataError` if its folder has problems."""
        refuse(self.path, self.problems, place.partition("/")[0])
        path = self.path / place
        return path if path.is_file() and is_own(self.path, place) else None

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
    def words(self) -> Words:
        """What the texts of abilities call the things of this game."""
        from cardlib.wording.words import words_of

        return words_of(self)

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
        return self.digest_of(*_PLAYED)

    def digest_of(self, *names: str) -> str:
        """Return a hash of some files and folders, as far as a match depends on them."""
        total = hashlib.sha256()
        for name in names:
            path = self.path / name
            if name == "pieces.json":
                if path.is_file():
                    from cardlib.catalog.pieces import played

                    for piece in played(self.pieces, self.shape(path).mapping()):
                        total.update(f"{name}\0{piece}\0".encode())
                continue
            for file in [path] if path.is_file() else self.files(name):
                content = json.dumps(self.read(file), sort_keys=True, ensure_ascii=False, separators=(",", ":"))
                total.update(f"{file.relative_to(self.path).as_posix()}\0{content}\0".encode())
        return total.hexdigest()


def load_project(source: str | Path) -> Project:
    """Load a project by its folder, or by its slug a bundled game or one that an installed package brings.

    Raises `NotFound` if there is none, `DataError` for data that cannot be used.
    """
    return Project(project_path(source))


def project_path(source: str | Path) -> Path:
    """Return the folder of a project, given the folder or the slug of a game that is bundled or installed.

    A bundled game comes before a folder of its name, and that before the data of an installed package.
    """
    text = str(source)
    slug = "/" not in text and "\\" not in text and text not in ("", ".", "..")
    if slug and (data_root() / text / "game.json").is_file():
        return data_root() / text
    path = Path(source)
    if (path / "game.json").is_file():
        return path.resolve()
    installed = plugins.project_folders() if slug else {}
    if text in installed:
        if not (installed[text] / "game.json").is_file():
            raise NotFound(f"the game '{text}' is installed, but its folder {installed[text]} has no game.json")
        return installed[text]
    if path.is_dir():
        raise NotFound(f"{path} has no game.json, so it is no project; 'cardlib new FOLDER' makes one")
    known = [*bundled_slugs(), *installed]
    more = nearest_note(text, known, f"; games: {', '.join(known)}")
    raise NotFound(f"no game '{text}', and no folder of that name{more}")


def bundled_slugs() -> list[str]:
    """The slugs of the games that ship with cardlib."""
    return [path.name for path in bundled_paths()]


def bundled_paths() -> list[Path]:
    """The folders of the games that ship with cardlib, in alphabetical order."""
    return sorted(path.parent for path in data_root().glob("*/game.json"))


def _cards(project: Project, path: Path, render: Texts) -> Iterator[Card]:
    if path not in project.lines:
        project.contents[path], text = read_content(path)
        project.lines[path] = lines_of_ids(text)
    data = project.shape(path)
    file = path.relative_to(project.path).as_posix()
    lines = {id_: iter(found) for id_, found in project.lines[path].items()}
    for item in data.items("cards", required=True):
        card = card_from(item, project.game, file, render)
        yield with_line(card, next(lines.get(card.id, iter(())), 0))


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

"""Checks the words of the data that name something else: types, keywords, cards, rules, filters.

The schemas mark each such value with a `format`; here is what each format demands. The lists of known words are taken
from the parsed files as they are, so that one broken file does not hide the problems of the others.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from cardlib import bounds
from cardlib.abilities.operations.params import REFERENCES
from cardlib.catalog.check.sources import Source
from cardlib.catalog.games import game_from, keywords_from, vocabulary_of
from cardlib.catalog.models import GameInfo, Json
from cardlib.catalog.names import candidates
from cardlib.catalog.problems import Problem
from cardlib.catalog.reading import Shape
from cardlib.catalog.satisfiable import PrintedCards, PrintedName, can_match, may_come, nameless
from cardlib.errors import CardlibError
from cardlib.filters import Filter, FilterError, Vocabulary, name_words, nearest, parse, sql
from cardlib.filters.names import key_of
from cardlib.filters.nodes import InDeck
from cardlib.kernel.dice import NUMBER, word_of
from cardlib.kernel.windows import PARTIES
from cardlib.misfits import Hint, WordError

_KEYWORD = re.compile(r"(\S+)(?: ([+-]?\d+))?(?: ([a-z][a-z0-9-]*))?")


@dataclass(frozen=True, slots=True)
class Carries:
    """What a keyword carries: a `number` ("", integer, optional) of at least `minimum`, and what its word `names`."""

    number: str = ""
    minimum: int | None = None
    names: str = ""


@dataclass(slots=True)
class Words:
    """Everything that a project names."""

    slug: str = ""
    game: GameInfo | None = None
    vocabulary: Vocabulary | None = None
    types: list[str] = field(default_factory=list)
    subtypes: list[str] = field(default_factory=list)
    keywords: dict[str, Carries] = field(default_factory=dict)
    attributes: list[str] = field(default_factory=list)
    counters: list[str] = field(default_factory=list)
    constants: list[str] = field(default_factory=list)
    resources: list[str] = field(default_factory=list)  # that costs name
    zones: list[str] = field(default_factory=list)
    symbols: list[str] = field(default_factory=list)  # on dice
    dice: list[str] = field(default_factory=list)
    faces: list[str] = field(default_factory=list)  # of dice, those with a word of their own, and blank ones
    all_symbols: bool = True  # whether every file of dice could be read
    scales: list[str] = field(default_factory=list)
    documents: list[str] = field(default_factory=lambda: ["deck"])  # kinds of them
    fields: list[str] = field(default_factory=list)  # of records
    pools: list[str] = field(default_factory=list)
    slots: list[str] = field(default_factory=list)
    rules: set[str] = field(default_factory=set)
    wording: dict[str, list[str]] = field(default_factory=dict)  # sections of wording.json, such as its events
    cards: PrintedCards = field(default_factory=PrintedCards)
    ids: set[str] = field(default_factory=set)  # of the cards
    names: set[str] = field(default_factory=set)  # of the cards, ids and former names too, as lookups see them
    unusable: CardlibError | None = None  # why game.json or keywords.json cannot be used
    all_cards: bool = True  # whether every file of cards could be read
    doubtful: frozenset[str] = frozenset()  # schemas of files that declare words and are broken: see `doubts`
    compared: int = 0  # names that wrong words were compared with so far
    in_names: list[str] = field(default_factory=list)  # the names of cards and their words, once they were asked for

    def formats(self) -> dict[str, Callable[[object], bool]]:
        """The test of each format that the schemas use."""
        return {
            "type": self._one_of(self.types, "a type of the game", "game"),
            "subtype": self._one_of(self.subtypes, "a subtype of the game", "game"),
            "attribute": self._one_of(self.attributes, "an attribute of the game", "game"),
            "counter": self._one_of(self.counters, "a counter of the game", "game"),
            "resource": self._one_of([*self.counters, *self.resources], "a counter or a resource", "game"),
            "side": self._side,
            "step": self._step,
            "zone": self._one_of(self.zones, "a zone of the game", "game"),
            "symbol": self._symbol,
            "on-dice": self._on_dice,
            "die": self._one_of(self.dice, "a die of the game", "dice"),
            "scale": self._one_of(self.scales, "a scale of the game", "game"),
            "document": self._one_of(self.documents, "a kind of documents of the game"),
            "constant": self._one_of(self.constants, "a number under 'rules' in game.json", "game"),
            "number-field": self._one_of(
                [*self.attributes, *self.keywords], "an attribute or a keyword", "game", "keywords"
            ),
            "keyword": self._keyword,
            "reminder": self._reminder,
            "keyword-id": self._one_of(self.keywords, "a keyword of keywords.json", "keywords"),
            "event": self._worded("events", "an event"),
            "action": self._worded("actions", "an action"),
            "value": self._worded("values", "an attribute, a counter or a value", self.attributes, self.counters),
            "timing": self._worded("timings", "a timing"),
            "window": self._worded("windows", "a window"),
            "field": self._one_of(self.fields, "a field of a record in game.json", "game"),
            "slot": self._one_of(self.slots, "a slot of game.json", "game"),
            "pool": self._one_of(self.pools, "a pool of game.json", "game"),
            "reference": self._one_of(
                [*REFERENCES, "ability", *(f"the {name}" for name in self.fields)], "what a reference can name", "game"
            ),
            "space": self._worded("spaces", "a kind of space"),
            "rule": self._rule,
            "pin": self._pin,
            "card": self._card,
            "card-name": self._card_name,
            "filter": self._filter,
            "things": lambda value: value == "" or self._filter(value),
            "party": lambda value: value in PARTIES or self._filter(value),
            "condition": self._condition,
            "card-filter": self._card_filter,
            "file": _file,
            "file-name": _file_name,
        }

    def _nearest(self, word: str, *known: Iterable[str] | Callable[[], Iterable[str]]) -> Callable[[], str | None]:
        """The search for the nearest of known names, for when it is told; of very many names only a few times."""

        def near() -> str | None:
            names = [name for some in known for name in (some() if callable(some) else some)]
            return nearest(word, names) if self._may_compare(len(names)) else None

        return near

    def _may_compare(self, names: int) -> bool:
        self.compared += names
        return self.compared <= bounds.COMPARED

    def _in_names(self) -> list[str]:
        """The names of the cards, and the words in them."""
        if not self.in_names:
            self.in_names = sorted(
                {part for card in self.cards for part in (card.name.lower(), *name_words(card.name))}
            )
        return self.in_names

    def _one_of(self, known: Iterable[str], expected: str, *declared: str) -> Callable[[object], bool]:
        """The test of a word that has to be known, unless a file that declares such words is broken."""
        listed = list(known)
        if self.doubtful & {*declared}:
            return lambda value: True

        def test(value: object) -> bool:
            if isinstance(value, str) and value not in listed:
                some = f", one of {', '.join(listed)}" if 0 < len(listed) <= 12 else ""
                raise WordError(expected + some, self._nearest(value, listed))
            return True

        return test

    def _worded(self, section: str, expected: str, *more: list[str]) -> Callable[[object], bool]:
        """The test of a word that wording.json explains."""
        listed = [*self.wording.get(section, ()), *(word for words in more for word in words)]
        return self._one_of(listed, f"{expected} that wording.json explains", "wording", *(["game"] if more else []))

    def _side(self, value: object) -> bool:
        if self.game is None or not isinstance(value, str) or value in self._sides():
            return True
        raise WordError(f"a seat of the game, one of {', '.join(self._sides())}", nearest(value, self._sides()))

    def _step(self, value: object) -> bool:
        """A step of a scenario begins with a seat of the game; what follows is told when it is played."""
        head = str(value).partition(" ")[0]
        if self.game is None or not (len(head) == 1 and head.isupper()) or head in self.game.letters:
            return True
        raise WordError(f"a step of one of the players {', '.join(self.game.letters)}, 'expect', 'to' or 'dice'")

    def _sides(self) -> list[str]:
        return [*self.game.letters, *self.game.actors] if self.game is not None else []

    def _reminder(self, value: object) -> bool:
        for name in re.findall(r"\{(.*?)\}", value) if isinstance(value, str) and "game" not in self.doubtful else ():
            if name not in ("n", "word", *self.constants):
                known = "{n}, {word} or a number under 'rules' in game.json"
                raise WordError(known, self._nearest(name, self.constants))
        return True

    def _keyword(self, value: object) -> bool:
        if not isinstance(value, str) or self.doubtful & {"keywords", "game"}:
            return True
        match = _KEYWORD.fullmatch(value)
        word = match[1] if match else value.split(" ")[0]
        if word not in self.keywords:
            raise WordError("a keyword of keywords.json", self._nearest(word, self.keywords))
        about = self.keywords[word]
        named = {"subtype": self.subtypes, "type": self.types}.get(about.names, [])
        example = f"{word}{' 2' if about.number else ''}{f' {named[0]}' if named else ''}"
        if match is None or (about.number == "integer" and match[2] is None):
            raise WordError(f"'{word}' with its number, such as '{example}'" if about.number else f"'{word}'")
        if not about.number and match[2] is not None:
            raise WordError(f"'{word}', which carries no number")
        if match[2] is not None and about.minimum is not None and int(match[2]) < about.minimum:
            raise WordError(f"'{word}' with a number of at least {about.minimum}")
        if about.names and match[3] not in named:
            raise WordError(f"'{word}' with a {about.names}, such as '{example}'", self._nearest(match[3] or "", named))
        if match[3] and not about.names:
            raise WordError(f"'{word}', which names no other word")
        return True

    def _rule(self, value: object) -> bool:
        if isinstance(value, str) and value not in self.rules and "rules" not in self.doubtful:
            raise WordError("the id of a rule in rules.json", self._nearest(value, self.rules))
        return True

    def _pin(self, value: object) -> bool:
        """What a scenario proves: a rule, or what a card does."""
        known = "rules" in self.doubtful or not self.all_cards
        if isinstance(value, str) and value not in self.rules and value not in self.ids and not known:
            raise WordError("the id of a rule or of a card", self._nearest(value, self.rules, self.ids))
        return True

    def _symbol(self, value: object) -> bool:
        if isinstance(value, str) and value not in self.symbols and self.all_symbols:
            known = list(dict.fromkeys(self.symbols))
            some = f", one of {', '.join(known)}" if 0 < len(known) <= 12 else ""
            raise WordError(f"a symbol that a file of dice declares{some}", nearest(value, known))
        return True

    def _on_dice(self, value: object) -> bool:
        """What dice show: a face, a symbol or a number."""
        if isinstance(value, str) and value not in (NUMBER, *self.faces) and not value.isdecimal():
            return self._symbol(value)
        return True

    def _card(self, value: object) -> bool:
        if isinstance(value, str) and value not in self.ids and self.all_cards:
            raise WordError("the id of a card", self._nearest(value, self.ids))
        return True

    def _card_name(self, value: object) -> bool:
        if isinstance(value, str) and key_of(value) not in self.names and self.all_cards:

            def near() -> str | None:
                known = [card.name for card in self.cards]
                found = candidates(known, value, 1) if self._may_compare(len(known)) else []
                return found[0] if found else None

            raise WordError("the name or id of a card", near)
        return True

    def _filter(self, value: object) -> bool:
        """A filter that parses, and that something in the game can pass."""
        if not isinstance(value, str) or self.vocabulary is None:
            return True
        if not value.strip():
            raise WordError("a filter with words; leave it out where everything is meant")
        try:
            filter_ = parse(value, self.vocabulary)
        except FilterError as error:
            raise _bad_filter(error) from None
        for leaf in filter_.leaves():
            if isinstance(leaf, InDeck):
                _file_name(leaf.deck)
        self._passable(filter_)
        return True

    def _passable(self, filter_: Filter, *, ids: bool = False) -> None:
        """Refuse a filter that no card of the game can pass, and one with a word (with `ids` an id) of no card.

        With `ids`, where printed cards are meant, a card to come may have any declared type and subtypes.
        """
        assert self.vocabulary is not None
        if not self.all_cards or not self.cards:
            return
        for what, word, at in nameless(filter_, self.cards, self.ids):
            if what == "id" and ids:
                problem = FilterError(f"'{word}' is the id of no card", filter_.text, at)
                raise _bad_filter(problem, self._nearest(word, self.ids))
            if what == "name":
                known = (*self.vocabulary.relations, *self.vocabulary.flag_names())
                problem = FilterError(f"'{word}' is in the name of no card", filter_.text, at)
                raise _bad_filter(problem, self._nearest(word, known, self._in_names))
        if not can_match(filter_, self.cards) and not (ids and may_come(filter_, self.types)):
            raise WordError("a filter that some card of the game can pass; with this one it can never be used")

    def _condition(self, value: object) -> bool:
        """A filter, or a formula behind `=`, which the layouts are asked about as they are read."""
        return (isinstance(value, str) and value.startswith("=")) or self._filter(value)

    def _card_filter(self, value: object) -> bool:
        """A filter over printed cards, without relations and counters, that some card passes."""
        if not isinstance(value, str) or self.vocabulary is None:
            return True
        try:
            filter_ = parse(value, self.vocabulary)
            sql(filter_, lambda deck: ())
        except FilterError as error:
            raise _bad_filter(error) from None
        self._passable(filter_, ids=True)
        return True


def _bad_filter(error: FilterError, hint: Hint = None) -> WordError:
    caret = str(error).split("\n", 1)
    return WordError(f"a filter: {error.problem}", hint or error.hint, caret[1] if len(caret) > 1 else "")


# What in game.json no other file names: whatever is wrong there, the words of the other files can be judged.
_ALONE = frozenset(
    {"slug", "name", "prefix", "players", "seats", "actors", "source", "credits", "licence", "description"}
)
_ALONE |= {"rules", "type_line", "files"}


def doubts(sources: list[Source], problems: Iterable[Problem]) -> frozenset[str]:
    """Return the schemas of files so broken that words of other files, which they declare, cannot be judged.

    Of game.json that is every problem with something that is named elsewhere; the others have to be unreadable.
    """
    found = set()
    for source in sources:
        listed = source.value.get(source.schema) if isinstance(source.value, dict) else None
        broken = not source.readable or (source.schema in ("keywords", "rules") and not isinstance(listed, list))
        if broken and source.schema in ("game", "keywords", "rules", "wording"):
            found.add(source.schema)
    for problem in problems:
        if problem.file == "game.json" and re.split(r"[.\[]", problem.path)[0] not in _ALONE:
            found.add("game")
    return frozenset(found)


def _file(value: object) -> bool:
    """A path that stays inside the project: `walk` has seen what lies there, and where links lead."""
    parts = re.split(r"[/\\\\]", value) if isinstance(value, str) else []
    if any(part.startswith(".") or not part or ":" in part for part in parts) or len(parts) > bounds.PATH_FOLDERS:
        raise WordError("a file inside the project, such as art/name.png")
    return True


def _file_name(value: object) -> bool:
    """The name of a file that lies where such files lie: no path."""
    if isinstance(value, str) and (value.startswith(".") or re.search(r"[/\\\\:]", value)):
        raise WordError("a name by itself, without a folder")
    return True


def words_of(sources: list[Source]) -> Words:
    """Collect the words of a project from its files, whatever state they are in."""
    words = Words()
    for source in sources:
        if source.schema == "game" and isinstance(source.value, dict):
            words.slug = str(source.value.get("slug", ""))
            words.types = _keys(source.value.get("types"))
            words.subtypes = _keys(source.value.get("subtypes"))
            words.attributes = list(_attributes(source.value.get("attributes")))
            words.counters = _keys(source.value.get("counters"))
            words.constants = _keys(source.value.get("rules"))
            words.zones = _keys(source.value.get("zones"))
            words.scales = _keys(source.value.get("scales"))
            words.pools = _keys(source.value.get("pools"))
            words.slots = _keys(source.value.get("slots"))
            words.fields = _fields(source.value.get("records"))
            words.resources = _parts(source.value.get("attributes"))
        elif source.schema == "keywords":
            for _, item in source.items("keywords"):
                minimum = item.get("minimum")
                words.keywords[str(item.get("id"))] = Carries(
                    str(item.get("value", "")), minimum if isinstance(minimum, int) else None, str(item.get("word", ""))
                )
        elif source.schema == "wording" and isinstance(source.value, dict):
            words.wording = {kind: _keys(value) for kind, value in source.value.items() if isinstance(value, dict)}
        elif source.schema == "dice":
            words.all_symbols = words.all_symbols and source.readable
            words.symbols += _keys(source.value.get("symbols")) if isinstance(source.value, dict) else []
            words.dice += [str(die.get("id")) for _, die in source.items("dice")]
            words.faces += [word for _, die in source.items("dice") for word in _faces(die)]
        elif source.schema == "document":
            words.documents.append(source.path.stem)
        elif source.schema == "rules":
            words.rules.update(str(item.get("id")) for _, item in source.items("rules"))
    try:
        words.game, words.vocabulary = _declared(sources)
    except CardlibError as error:
        words.unusable = error
    cards, names = dict[PrintedName, None](), set[str]()  # each once: a broken file may have one many times
    for source in sources:
        if source.schema == "cards":
            words.all_cards = words.all_cards and source.readable
            for _, item in source.items("cards"):
                cards[_printed(item)] = None
                names.update(_names(item))
    for card in cards:
        words.cards.append(card)
        words.ids.add(card.id)
    words.names.update(map(key_of, names))
    return words


def _fields(records: Json) -> list[str]:
    """Return the fields of all records that a game.json declares, each once."""
    found = (
        [about.get("fields") for about in records.values() if isinstance(about, dict)]
        if isinstance(records, dict)
        else []
    )
    return list(dict.fromkeys(name for fields in found for name in _keys(fields)))


def _keys(value: Json) -> list[str]:
    return list(value) if isinstance(value, dict) else []


def _attributes(declared: Json) -> Iterator[str]:
    """Every attribute, and the parts of those that are sums."""
    for id_, about in declared.items() if isinstance(declared, dict) else ():
        yield id_
        if isinstance(about, dict):
            yield from _keys(about.get("parts"))


def _parts(attributes: Json) -> list[str]:
    """The parts of the attributes that are sums: the resources of a cost."""
    found = (
        [about.get("parts") for about in attributes.values() if isinstance(about, dict)]
        if isinstance(attributes, dict)
        else []
    )
    return [part for parts in found for part in _keys(parts)]


def _printed(card: dict[str, Json]) -> PrintedName:
    subtypes = card.get("subtypes")
    return PrintedName(
        str(card.get("id")),
        str(card.get("name")),
        str(card.get("type")),
        tuple(str(word) for word in subtypes) if isinstance(subtypes, list) else (),
    )


def _names(card: dict[str, Json]) -> Iterator[str]:
    yield str(card.get("id"))
    yield str(card.get("name"))
    former = card.get("formerly")
    yield from (str(name) for name in former) if isinstance(former, list) else ()


def _declared(sources: list[Source]) -> tuple[GameInfo | None, Vocabulary | None]:
    """The game and its vocabulary; raises `CardlibError` where game.json or keywords.json have no usable shape."""
    by_schema = {source.schema: source for source in sources if source.schema in ("game", "keywords")}
    if "game" not in by_schema:
        return None, None
    game = game_from(Shape(by_schema["game"].value, "game.json"))
    listed = Shape(by_schema["keywords"].value, "keywords.json") if "keywords" in by_schema else None
    boards = [source.value for source in sources if source.schema == "board"]
    return game, vocabulary_of(game, keywords_from(listed, game.constants) if listed else {}, boards)


def _faces(die: dict[str, Json]) -> Iterator[str]:
    """Yield the words of the faces of a die that its data gives or that follow from what stands on them."""
    faces = die.get("faces")
    for face in faces if isinstance(faces, list) else ():
        if not isinstance(face, dict):
            continue
        symbols, number = face.get("symbols"), face.get("number")
        shown = symbols.items() if isinstance(symbols, dict) else ()
        counted = tuple(sorted((one, many) for one, many in shown if isinstance(many, int)))
        yield str(face.get("id") or word_of(counted, number if isinstance(number, int) else None))

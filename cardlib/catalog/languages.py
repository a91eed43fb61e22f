"""A project in another language: `lang/de.json` has the words; what it has none for stays as the data has it.

The translated project differs in what is printed and in nothing else: names, titles, reminders, texts. Ids, filters,
decks and rules are those of the data. Rules text is translated sentence by sentence (`wording.translating`), so that
a number which changes in the data changes in every language.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from cardlib.errors import NotFound
from cardlib.filters.nearest import nearest_note
from cardlib.wording.translating import NUMBER, Forms, Grammar

if TYPE_CHECKING:
    from cardlib.catalog.models import AttributeInfo, Card, Json, Keyword
    from cardlib.catalog.projects import Project

FOLDER = "lang"
NAMED = ("card", "keyword", "type", "types", "subtype")  # categories that the data fills
_PLAIN = ""


Rows: TypeAlias = Mapping[str, Mapping[str, str]]


class Missing(NamedTuple):
    """What a language has no words for: what it is, of what (an id), and the words that stand there instead."""

    kind: str
    id: str
    text: str


@dataclass(slots=True)
class Language:
    """The words of one language for a project: `project` is the translated one, `card` a card of it.

    `texts` are the words that layouts say themselves. What was asked for and is not there is noted in `missing`.
    """

    code: str
    name: str
    source: Project
    project: Project
    grammar: Grammar
    words: Mapping[str, Rows]
    texts: Mapping[str, str]
    missing: dict[Missing, None] = field(default_factory=dict)
    _cards: dict[str, tuple[Card, Card]] = field(default_factory=dict)

    def card(self, card: Card) -> Card:
        """Return a card, or a piece, as it reads in the language."""
        known = self._cards.get(card.id)
        if known is None or known[0] is not card:
            known = self._cards[card.id] = (card, self._card(card))
        return known[1]

    def _card(self, card: Card) -> Card:
        if not card.type:
            return self._piece(card)
        said = self.words["cards"].get(card.id, {})
        name = said.get("name") or self.lacks("name", card.id, card.name)
        text = said.get("text")
        if text is None:
            text, lacking = self.grammar.translated(card.text)
            for sentence in lacking:
                self.lacks("sentence", card.id, sentence)
        flavour = said.get("flavour") or (card.flavour and self.lacks("flavour", card.id, card.flavour))
        line = self.project.game.line_of(card.type, card.subtypes)
        return replace(card, name=name, written=text, flavour=flavour, type_line=line)

    def _piece(self, card: Card) -> Card:
        """A piece by its id; of those that there is one of for each player, by what stands before the player."""
        pieces = self.words["pieces"]
        id_ = card.id if card.id in pieces else card.id.rpartition("-")[0]
        said = pieces.get(id_, {})
        name, text = said.get("name"), said.get("text")
        written = card.written or ""
        if text is None and written:
            text, lacking = self.grammar.translated(written)
            for sentence in lacking if any(letter.isalpha() for letter in written) and "{" not in written else ():
                self.lacks("piece", card.id, sentence)
        if name is None:
            name = self.lacks("piece", card.id, card.name) if len(card.name) > 2 else card.name
        return replace(card, name=name, written=text if text is not None else card.written)

    def text(self, said: str) -> str:
        """Return a text of a layout; one that has words in it and no translation is noted."""
        return self.texts.get(said, said)

    def lacks(self, kind: str, id_: str, text: str) -> str:
        """Note that there are no words for a text, and return it, to stand there itself."""
        self.missing[Missing(kind, id_, text)] = None
        return text


def languages(project: Project) -> list[str]:
    """Return the languages that a project has words for, beside that of its data, in alphabetical order."""
    return [path.stem for path in project.files(FOLDER)]


def in_language(project: Project, code: str) -> Language:
    """Return a project in a language; "" is that of its data. Raises `NotFound` with the nearest one there is."""
    if not code:
        return _Own(code, "", project, project, Grammar({}, {}), {"cards": {}, "pieces": {}}, {})
    known = languages(project)
    if code not in known:
        there = f"; there are: {', '.join(known)}" if known else f"; it has no {FOLDER}/{code}.json"
        raise NotFound(f"{project.slug} has no words in {code!r}{nearest_note(code, known, there)}")
    raw = project.shape(project.path / FOLDER / f"{code}.json").mapping()
    language = Language(
        code=code,
        name=str(raw.get("name", code)),
        source=project,
        project=copy.copy(project),
        grammar=Grammar({}, {}),
        words={name: rows(raw, name) for name in ("cards", "pieces")},
        texts=texts(raw, "layouts"),
    )
    _translate(language, raw)
    return language


class _Own(Language):
    """The language of the data: nothing is translated."""

    def card(self, card: Card) -> Card:
        return card


def section(raw: Mapping[str, Json], name: str) -> Mapping[str, Json]:
    """Return an object in a file of words; an empty one if it is not there."""
    value = raw.get(name, {})
    return value if isinstance(value, dict) else {}


def texts(raw: Mapping[str, Json], name: str) -> dict[str, str]:
    """Return the texts in an object of a file of words."""
    return {key: value for key, value in section(raw, name).items() if isinstance(value, str)}


def rows(raw: Mapping[str, Json], name: str) -> dict[str, dict[str, str]]:
    """Return the texts in each object of an object of a file of words."""
    found = section(raw, name)
    return {key: texts(found, key) for key in found}


def phrases_of(raw: Mapping[str, Json], name: str) -> dict[str, dict[str, str]]:
    """Return what is said for each phrase of an object, by form: a text has one form, without a name."""
    found = section(raw, name)
    return {key: {_PLAIN: value} if isinstance(value, str) else texts(found, key) for key, value in found.items()}


def _translate(language: Language, raw: Mapping[str, Json]) -> None:
    """Put the words of a language into its project: those of game.json and keywords.json; and make its grammar."""
    project, source = language.project, language.source
    game = source.game
    said, plain = phrases_of(raw, "types"), texts(raw, "subtypes")
    types = {}
    for id_, info in game.types.items():
        name = _first(said.get(id_, {})) or language.lacks("type", id_, info.name)
        types[id_] = replace(
            info, name=name, plural=said.get(id_, {}).get("many", name if id_ in said else info.plural)
        )
    subtypes = {id_: plain.get(id_) or language.lacks("subtype", id_, name) for id_, name in game.subtypes.items()}
    attributes = {id_: _attribute(language, info, section(raw, "attributes")) for id_, info in game.attributes.items()}
    keywords = {id_: _keyword(language, word, rows(raw, "keywords")) for id_, word in source.keywords.items()}
    name = texts(raw, "game").get("name") or game.name
    project.game = replace(game, name=name, types=types, subtypes=subtypes, attributes=attributes)
    project.keywords = keywords
    project.__dict__.pop("words", None)  # those of the source
    cards = language.words["cards"]
    phrases: dict[str, dict[str, Forms]] = {
        "card": {
            card.name: {_PLAIN: cards.get(card.id, {}).get("name") or card.name} for card in source.cards.values()
        },
        "type": {info.name: said.get(id_) or {_PLAIN: info.name} for id_, info in game.types.items()},
        "types": {info.plural: {_PLAIN: types[id_].plural} for id_, info in game.types.items()},
        "subtype": {name: {_PLAIN: subtypes[id_]} for id_, name in game.subtypes.items()},
        "keyword": dict(_printed_keywords(source, keywords)),
    }
    for category in section(raw, "phrases"):
        phrases[category] = {**phrases_of(section(raw, "phrases"), category), **phrases.get(category, {})}
    language.grammar = Grammar(texts(raw, "sentences"), phrases, texts(raw, "numbers"))


def _attribute(language: Language, info: AttributeInfo, said: Mapping[str, Json]) -> AttributeInfo:
    about = texts(said, info.id)
    title = about.get("title") or (info.title and language.lacks("attribute", info.id, info.title))
    names = {**info.names, **texts(section(said, info.id), "values")}
    return replace(info, title=title, names=names, letter=about.get("letter", info.letter))


def _keyword(language: Language, keyword: Keyword, said: Rows) -> Keyword:
    about = said.get(keyword.id, {})
    reminder = about.get("reminder") or (keyword.reminder and language.lacks("reminder", keyword.id, keyword.reminder))
    return replace(
        keyword,
        name=about.get("name") or language.lacks("keyword", keyword.id, keyword.name),
        format=about.get("format", "" if "name" in about else keyword.format),
        reminder=reminder,
        plain=about.get("plain", keyword.plain),
    )


def _first(forms: Forms) -> str:
    return next(iter(forms.values()), "")


def _printed_keywords(source: Project, translated: Mapping[str, Keyword]) -> Iterator[tuple[str, Forms]]:
    """How each keyword is printed, with its number if it has one, in both languages."""
    for id_, keyword in source.keywords.items():
        if keyword.has_value and not keyword.word:
            yield _numbered(keyword), {_PLAIN: _numbered(translated[id_])}
        yield keyword.name, {_PLAIN: translated[id_].name}


def _numbered(keyword: Keyword) -> str:
    return keyword.format or f"{keyword.name} {{{NUMBER}}}"


def untranslated(project: Project, code: str, cards: Sequence[Card] | None = None) -> list[Missing]:
    """Return what a language has no words for on some cards, or anywhere in the game; raises as `in_language`."""
    language = in_language(project, code)
    if cards is None:
        for card in project.cards.values():
            language.card(card)
        for id_, piece in project.pieces.items():
            if id_ not in language.words["pieces"]:
                language.lacks("piece", id_, piece.name)
    else:
        language.missing.clear()
        for card in cards:
            language.card(card)
    return list(language.missing)

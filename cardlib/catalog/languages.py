"""A project in another language: `lang/de.json` has the words, and what it has none for stays in the language of the data.

The translated project differs in what is printed and in nothing else: names, titles, reminders, texts. Ids, filters,
decks and rules are those of the data. Rules text is translated sentence by sentence (`wording.translating`), so that
a number which changes in the data changes in every language.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, NamedTuple

from cardlib.catalog.pieces import pieces_of
from cardlib.catalog.problems import Problem
from cardlib.errors import NotFound
from cardlib.filters.nearest import nearest, nearest_note
from cardlib.wording.translating import NUMBER, Forms, Grammar, slots_of

if TYPE_CHECKING:
    from cardlib.catalog.models import Card, Json, Keyword
    from cardlib.catalog.projects import Project

FOLDER = "lang"
_NAMED = ("card", "keyword", "type", "types", "subtype")  # categories that the data fills
_PLAIN = ""


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
    words: Mapping[str, Mapping[str, Json]]
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
        name = said.get("name") or self._lacks("name", card.id, card.name)
        text = said.get("text")
        if text is None:
            text, lacking = self.grammar.translated(card.text)
            for sentence in lacking:
                self._lacks("sentence", card.id, sentence)
        flavour = said.get("flavour") or (card.flavour and self._lacks("flavour", card.id, card.flavour))
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
                self._lacks("piece", card.id, sentence)
        if name is None:
            name = self._lacks("piece", card.id, card.name) if len(card.name) > 2 else card.name
        return replace(card, name=name, written=text if text is not None else card.written)

    def text(self, said: str) -> str:
        """Return a text of a layout; one that has words in it and no translation is noted."""
        return self.texts.get(said, said)

    def _lacks(self, kind: str, id_: str, text: str) -> str:
        self.missing[Missing(kind, id_, text)] = None
        return text


def languages(project: Project) -> list[str]:
    """Return the languages that a project has words for, beside that of its data, in alphabetical order."""
    return [path.stem for path in project.files(FOLDER)]


def in_language(project: Project, code: str) -> Language:
    """Return a project in a language; "" is that of its data. Raises `NotFound` with the nearest one there is."""
    empty: dict[str, Mapping[str, Json]] = {"cards": {}, "pieces": {}}
    if not code:
        return _Own(code, "", project, project, Grammar({}, {}), empty, {})
    known = languages(project)
    if code not in known:
        there = f"; there are: {', '.join(known)}" if known else f"; it has no {FOLDER}/{code}.json"
        raise NotFound(f"{project.slug} has no words in {code!r}{nearest_note(code, known, there)}")
    raw = project.shape(project.path / FOLDER / f"{code}.json").mapping()
    language = Language(
        code=code,
        name=str(raw.get("name", code)),
        source=project,
        project=copy(project),
        grammar=Grammar({}, {}),
        words={name: _section(raw, name) for name in ("cards", "pieces")},
        texts={str(key): str(value) for key, value in _section(raw, "layouts").items()},
    )
    _translate(language, raw)
    return language


class _Own(Language):
    """The language of the data: nothing is translated."""

    def card(self, card: Card) -> Card:
        return card


def _section(raw: Mapping[str, Json], name: str) -> Mapping[str, Json]:
    value = raw.get(name, {})
    return value if isinstance(value, dict) else {}


def _translate(language: Language, raw: Mapping[str, Json]) -> None:
    """Put the words of a language into its project: those of game.json and keywords.json; and make its grammar."""
    project, source = language.project, language.source
    game = source.game
    said = {name: _section(raw, name) for name in ("types", "subtypes", "attributes", "keywords", "game")}
    types = {}
    for id_, info in game.types.items():
        forms = _forms(said["types"].get(id_))
        name = _first(forms) or language._lacks("type", id_, info.name)
        types[id_] = replace(info, name=name, plural=forms.get("many", name if forms else info.plural))
    subtypes = {
        id_: said["subtypes"].get(id_) or language._lacks("subtype", id_, name) for id_, name in game.subtypes.items()
    }
    attributes = {}
    for id_, attribute in game.attributes.items():
        about = _section(said["attributes"], id_)
        title = about.get("title") or (attribute.title and language._lacks("attribute", id_, attribute.title))
        names = {**attribute.names, **{str(key): str(value) for key, value in _section(about, "values").items()}}
        attributes[id_] = replace(attribute, title=title, names=names, letter=about.get("letter", attribute.letter))
    keywords: dict[str, Keyword] = {}
    for id_, keyword in source.keywords.items():
        about = _section(said["keywords"], id_)
        keywords[id_] = replace(
            keyword,
            name=about.get("name") or language._lacks("keyword", id_, keyword.name),
            format=about.get("format", "" if about.get("name") else keyword.format),
            reminder=about.get("reminder") or (keyword.reminder and language._lacks("reminder", id_, keyword.reminder)),
            plain=about.get("plain") or keyword.plain,
        )
    name = said["game"].get("name") or game.name
    project.game = replace(game, name=name, types=types, subtypes=subtypes, attributes=attributes)
    project.keywords = keywords
    phrases: dict[str, dict[str, Forms]] = {
        "card": {
            card.name: {_PLAIN: language.words["cards"].get(card.id, {}).get("name") or card.name}
            for card in source.cards.values()
        },
        "type": {info.name: _forms(said["types"].get(id_)) or {_PLAIN: info.name} for id_, info in game.types.items()},
        "types": {info.plural: {_PLAIN: types[id_].plural} for id_, info in game.types.items()},
        "subtype": {name: {_PLAIN: subtypes[id_]} for id_, name in game.subtypes.items()},
        "keyword": dict(_printed_keywords(source, keywords)),
    }
    for category, found in _section(raw, "phrases").items():
        own = {phrase: _forms(forms) for phrase, forms in found.items()}
        phrases[category] = {**own, **phrases.get(category, {})}
    numbers = {str(key): str(value) for key, value in _section(raw, "numbers").items()}
    sentences = {str(key): str(value) for key, value in _section(raw, "sentences").items()}
    language.grammar = Grammar(sentences, phrases, numbers)


def _forms(said: Json) -> dict[str, str]:
    """The forms of a phrase: a text has one."""
    if isinstance(said, str):
        return {_PLAIN: said}
    return {str(key): str(value) for key, value in said.items()} if isinstance(said, dict) else {}


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
        for id_, piece in pieces_of(project).items():
            if id_ not in language.words["pieces"]:
                language._lacks("piece", id_, piece.name)
    else:
        language.missing.clear()
        for card in cards:
            language.card(card)
    return list(language.missing)


def misfits(project: Project, code: str) -> Iterator[Problem]:
    """Yield what a language has words for that the game does not have, and translations that lack a slot."""
    file = f"{FOLDER}/{code}.json"
    raw = project.shape(project.path / FOLDER / f"{code}.json").mapping()
    game = project.game
    known: dict[str, tuple[str, Sequence[str]]] = {
        "types": ("a type of the game", list(game.types)),
        "subtypes": ("a subtype of the game", list(game.subtypes)),
        "attributes": ("an attribute of the game", list(game.attributes)),
        "keywords": ("a keyword of the game", list(project.keywords)),
        "cards": ("a card of the game", list(project.cards)),
        "pieces": ("a piece of the game", list(pieces_of(project))),
    }
    for section, (expected, ids) in known.items():
        for id_ in _section(raw, section):
            if id_ not in ids:
                yield Problem(file, 0, f"{section}.{id_}", f"'{id_}'", expected, nearest(id_, ids))
    for id_, about in _section(raw, "attributes").items():
        values = list(game.attributes[id_].values) if id_ in game.attributes else []
        for value in _section(about, "values") if values else ():
            if value not in values:
                near = nearest(value, values)
                yield Problem(file, 0, f"attributes.{id_}.values.{value}", f"'{value}'", f"a value of '{id_}'", near)
    for id_, keyword in project.keywords.items():
        about = _section(_section(raw, "keywords"), id_)
        for key, own in (("reminder", keyword.reminder), ("format", keyword.format), ("plain", keyword.plain)):
            if key in about and own:
                yield from _slots(file, f"keywords.{id_}.{key}", own, about[key])
    for text, said in _section(raw, "layouts").items():
        yield from _slots(file, f"layouts.{text}", text, said)
    for sentence, said in _section(raw, "sentences").items():
        yield from _slots(file, f"sentences.{sentence}", sentence, said)
    categories = {*_NAMED, NUMBER, *_section(raw, "phrases")}
    for category, phrases in _section(raw, "phrases").items():
        for phrase, forms in phrases.items():
            for form, said in _forms(forms).items():
                place = f"phrases.{category}.{phrase}{f'.{form}' if form else ''}"
                yield from _slots(file, place, phrase, said)
    yield from _uncategorised(file, raw, categories)
    for id_ in _section(raw, "cards"):
        if id_ in project.cards and (text := _section(raw, "cards")[id_].get("text")) is not None:
            yield from _numbers(file, id_, project.cards[id_].text, text)


def _slots(file: str, place: str, source: str, said: str) -> Iterator[Problem]:
    """A translation has the slots of its source, each at least once, in any order, and no others."""
    wanted, found = dict.fromkeys(slots_of(source)), dict.fromkeys(slots_of(said))
    for slot in found:
        if slot not in wanted:
            yield Problem(file, 0, place, f"{{{slot}}}", f"a slot of {source!r}", nearest(slot, wanted))
    for slot in wanted:
        if slot not in found:
            yield Problem(file, 0, place, f"no {{{slot}}} in {said!r}", "every slot of what it translates")


def _uncategorised(file: str, raw: Mapping[str, Json], categories: set[str]) -> Iterator[Problem]:
    """Every slot of a template names a category: a number, what the data names, or phrases of the file."""
    templates = [(f"sentences.{one}", one) for one in _section(raw, "sentences")]
    for category, phrases in _section(raw, "phrases").items():
        templates += [(f"phrases.{category}.{one}", one) for one in phrases]
    for place, template in templates:
        for slot in slots_of(template):
            category = slot.rstrip("0123456789")
            if category not in categories:
                expected = f"a category of phrases, or one of {', '.join((NUMBER, *_NAMED))}"
                yield Problem(file, 0, place, f"{{{slot}}}", expected, nearest(category, categories))


def _numbers(file: str, id_: str, source: str, said: str) -> Iterator[Problem]:
    """A text that is written out has the digits of the one that it translates."""
    wanted, found = (sorted(_digits(text)) for text in (source, said))
    if wanted != found:
        shown = ", ".join(wanted) or "none"
        yield Problem(
            file, 0, f"cards.{id_}.text", f"the numbers {', '.join(found) or 'none'}", f"those of the card: {shown}"
        )


def _digits(text: str) -> Iterator[str]:
    number = ""
    for letter in f"{text} ":
        if letter.isdigit():
            number += letter
        elif number:
            yield number
            number = ""

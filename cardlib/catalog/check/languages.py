"""The words of other languages: ids in them are the game's, and a translation has the slots of what it translates."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from cardlib.catalog.languages import FOLDER, NAMED, in_language, phrases_of, rows, section, texts
from cardlib.catalog.pieces import read_pieces
from cardlib.catalog.problems import Problem
from cardlib.errors import CardlibError
from cardlib.filters.nearest import nearest
from cardlib.wording.translating import NUMBER, parts_of, slots_of

if TYPE_CHECKING:
    from cardlib.catalog.models import Json
    from cardlib.catalog.projects import Project

_DIGITS = re.compile(r"\d+")
_FIELD = re.compile(r"\{([^{}]*)\}")


def check_language(project: Project, code: str) -> Iterator[Problem]:
    """Yield what a language has words for that the game does not have, and translations that lack a slot."""
    file = f"{FOLDER}/{code}.json"
    raw = project.shape(project.path / FOLDER / f"{code}.json").mapping()
    yield from _unknown(project, file, raw)
    keywords = rows(raw, "keywords")
    for id_, keyword in project.keywords.items():
        for key, own in (("reminder", keyword.reminder), ("format", keyword.format), ("plain", keyword.plain)):
            if own and key in keywords.get(id_, {}):
                yield from _alike(file, f"keywords.{id_}.{key}", _fields(own), _fields(keywords[id_][key]), own)
    for text, said in texts(raw, "layouts").items():
        yield from _alike(file, f"layouts.{text}", _fields(text), _fields(said), text)
    for place, template, said in _templates(raw):
        yield from _alike(file, place, slots_of(template), slots_of(said), template)
        for part in parts_of(said):
            if isinstance(part, str) and re.search("[{}]", part):
                yield Problem(file, 0, place, f"{part.strip()!r}", "braces around a slot alone, none within each other")
    yield from _uncategorised(file, raw)
    own_texts = _texts(project)
    for id_, said_of in rows(raw, "cards").items():
        if id_ in own_texts and "text" in said_of:
            yield from _numbers(file, id_, own_texts[id_], said_of["text"])
    if len(own_texts) == len(project.cards):
        yield from _idle(project, code, file, own_texts.values())


def _texts(project: Project) -> dict[str, str]:
    """The texts of the cards by id, without those that cannot be said: of them the check of abilities has told."""
    found: dict[str, str] = {}
    for id_, card in project.cards.items():
        with suppress(CardlibError):
            found[id_] = card.text
    return found


def _idle(project: Project, code: str, file: str, cards: Iterable[str]) -> Iterator[Problem]:
    """Sentences that translate no text of the game: misspelt, of a card that reads otherwise now, or told before."""
    grammar = in_language(project, code).grammar
    written = [*cards, *(entry.text for entry in read_pieces(project))]
    lacking = list(dict.fromkeys(sentence for text in written for sentence in grammar.translated(text)[1]))
    for sentence in grammar.sentences:
        if sentence not in grammar.used:
            expected = "a sentence of the game's texts that no template before it is for"
            yield Problem(file, 0, f"sentences.{sentence}", repr(sentence), expected, nearest(sentence, lacking))


def _unknown(project: Project, file: str, raw: Mapping[str, Json]) -> Iterator[Problem]:
    """Words for what the game does not have."""
    game = project.game
    known: dict[str, tuple[str, Sequence[str]]] = {
        "types": ("a type of the game", list(game.types)),
        "subtypes": ("a subtype of the game", list(game.subtypes)),
        "attributes": ("an attribute of the game", list(game.attributes)),
        "keywords": ("a keyword of the game", list(project.keywords)),
        "cards": ("a card of the game", list(project.cards)),
        "pieces": ("a piece of the game", list(project.pieces)),
    }
    for name, (expected, ids) in known.items():
        for id_ in section(raw, name):
            if id_ not in ids:
                yield Problem(file, 0, f"{name}.{id_}", f"'{id_}'", expected, nearest(id_, ids))
    for id_ in section(raw, "attributes"):
        values = game.attributes[id_].values if id_ in game.attributes else ()
        for value in texts(section(section(raw, "attributes"), id_), "values") if values else ():
            if value not in values:
                near = nearest(value, values)
                yield Problem(file, 0, f"attributes.{id_}.values.{value}", f"'{value}'", f"a value of '{id_}'", near)


def _templates(raw: Mapping[str, Json]) -> Iterator[tuple[str, str, str]]:
    """Every template with its place and each of its translations."""
    for sentence, said in texts(raw, "sentences").items():
        yield f"sentences.{sentence}", sentence, said
    for category in section(raw, "phrases"):
        for phrase, forms in phrases_of(section(raw, "phrases"), category).items():
            for form, said in forms.items():
                yield f"phrases.{category}.{phrase}{f'.{form}' if form else ''}", phrase, said


def _alike(file: str, place: str, source: Sequence[str], said: Sequence[str], whole: str) -> Iterator[Problem]:
    """A translation has what its source has in braces, in any order and as often as it likes, and nothing else."""
    for slot in dict.fromkeys(said):
        if slot not in source:
            yield Problem(file, 0, place, f"{{{slot}}}", f"what stands in braces in {whole!r}", nearest(slot, source))
    for slot in dict.fromkeys(source):
        if slot not in said:
            yield Problem(file, 0, place, f"no {{{slot}}}", f"all that stands in braces in {whole!r}")


def _fields(text: str) -> list[str]:
    return _FIELD.findall(text)


def _uncategorised(file: str, raw: Mapping[str, Json]) -> Iterator[Problem]:
    """Every slot of a template names a category: a number, what the data names, or phrases of the file."""
    categories = [NUMBER, *NAMED, *section(raw, "phrases")]
    told: set[tuple[str, str]] = set()
    for place, template, _ in _templates(raw):
        for slot in slots_of(template):
            category = slot.rstrip("0123456789")
            if category not in categories and (template, slot) not in told:
                told.add((template, slot))
                expected = f"a category of phrases, or one of {', '.join((NUMBER, *NAMED))}"
                yield Problem(file, 0, place, f"{{{slot}}}", expected, nearest(category, categories))


def _numbers(file: str, id_: str, source: str, said: str) -> Iterator[Problem]:
    """A text that is written out has the digits of the one that it translates."""
    wanted, found = sorted(_DIGITS.findall(source)), sorted(_DIGITS.findall(said))
    if wanted != found:
        expected = f"the numbers of the card: {', '.join(wanted) or 'none'}"
        yield Problem(file, 0, f"cards.{id_}.text", f"the numbers {', '.join(found) or 'none'}", expected)

"""Rules text in another language: sentences are recognised by templates, and said by their translations.

A template is a sentence with slots: `Draw {n} cards.` A slot is a number (`{n}`), or a phrase of a category
(`{unit}`), which is a template of its own; so sentences are put together from parts, and each part has its translation
once, in as many forms as the language wants (`{unit:dat}`). Nothing is said of grammar but what the templates say. A
slot that comes twice has a digit behind it (`{n2}`); one with a capital stands where the source has one.
`{n:Karte|Karten}` is the first word for 1, else the second.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple, TypeAlias

NUMBER = "n"
WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_NUMBER = re.compile(rf"[+\u2212-]?\d+|X\b|(?:{'|'.join(WORDS)})\b")
_SLOT = re.compile(r"\{([A-Za-z][a-z]*)(\d?)(?::([^{}]*))?\}")
_SENTENCE = re.compile(r"(?<=[.!?])(?=\s+\S)|(?<=[.!?][”)])(?=\s+\S)")
_MOST = 6  # sentences that one template may be for
_DEEP = 60  # phrases within each other


class Slot(NamedTuple):
    """A place in a template: its category, the digit that tells it from others, and how it is said."""

    category: str
    digit: str
    how: str
    capital: bool

    @property
    def key(self) -> str:
        """What it is called in both templates, apart from how it is said."""
        return f"{self.category}{self.digit}"


Part: TypeAlias = "str | Slot"
Forms: TypeAlias = Mapping[str, str]


@lru_cache(maxsize=16384)
def parts_of(template: str) -> tuple[Part, ...]:
    """Return the words and slots of a template."""
    found: list[Part] = []
    position = 0
    for match in _SLOT.finditer(template):
        if position < match.start():
            found.append(template[position : match.start()])
        category = match[1]
        found.append(Slot(category[:1].lower() + category[1:], match[2], match[3] or "", category[:1].isupper()))
        position = match.end()
    if position < len(template):
        found.append(template[position:])
    return tuple(found)


def slots_of(template: str) -> list[str]:
    """Return what the slots of a template are called, in their order."""
    return [part.key for part in parts_of(template) if isinstance(part, Slot)]


class Said(NamedTuple):
    """A piece of source text that was recognised: its translation's forms, and what stands in its slots."""

    forms: Forms
    within: Mapping[str, Said | str]


@dataclass(frozen=True, slots=True)
class Grammar:
    """What a language says: sentences, phrases by category, and the words of numbers that are not digits.

    `used` are the sentences by which something was said.
    """

    sentences: Mapping[str, str]
    phrases: Mapping[str, Mapping[str, Forms]]
    numbers: Mapping[str, str] = field(default_factory=dict)
    used: set[str] = field(default_factory=set)

    def translated(self, text: str) -> tuple[str, list[str]]:
        """Return a text in the language, and the sentences of it that no template is for, which stay as they are."""
        missing: list[str] = []
        lines = [" ".join(self._line(line, missing)) for line in text.split("\n")]
        return "\n".join(lines), missing

    def _line(self, line: str, missing: list[str]) -> Iterator[str]:
        sentences = [one.strip() for one in _SENTENCE.split(line)] if line.strip() else []
        at = 0
        while at < len(sentences):
            for end in range(min(len(sentences), at + _MOST), at, -1):
                said = self._sentence(" ".join(sentences[at:end]))
                if said is not None:
                    yield said
                    at = end
                    break
            else:
                missing.append(sentences[at])
                yield sentences[at]
                at += 1

    def _sentence(self, text: str) -> str | None:
        reading = _Reading(self, text)
        for template, translation in self.sentences.items():
            for end, within in reading.matches(template, 0):
                if end == len(text):
                    self.used.add(template)
                    return self.said(Said({"": translation}, within), "")
        return None

    def said(self, found: Said | str, how: str) -> str:
        """Return what was recognised, in a form; in the first one where a phrase has no such form."""
        if isinstance(found, str):
            if "|" in how:
                one, _, many = how.partition("|")
                return one if found.lstrip("+\u2212-") in ("1", "one") else many
            return self.numbers.get(found, str(WORDS.index(found)) if found in WORDS else found)
        template = found.forms.get(how) or next(iter(found.forms.values()))
        said: list[str] = []
        for part in parts_of(template):
            if isinstance(part, str) or part.key not in found.within:
                said.append(part if isinstance(part, str) else _written(part))
            else:
                text = self.said(found.within[part.key], part.how)
                said.append(text[:1].upper() + text[1:] if part.capital else text)
        return "".join(said)


@dataclass(slots=True)
class _Reading:
    """One text being recognised; what a category finds at a place is looked for once."""

    grammar: Grammar
    text: str
    _found: dict[tuple[str, int], dict[int, Said | str]] = field(default_factory=dict)
    _small: dict[int, _Reading] = field(default_factory=dict)
    _deep: int = 0

    def matches(self, template: str, start: int) -> Iterable[tuple[int, Mapping[str, Said | str]]]:
        """Return where a template may end that begins at a place, each with what stands in its slots."""
        ends: dict[int, dict[str, Said | str]] = {start: {}}
        for part in parts_of(template):
            more: dict[int, dict[str, Said | str]] = {}
            if isinstance(part, str) or (part.category != NUMBER and part.category not in self.grammar.phrases):
                words = part if isinstance(part, str) else _written(part)
                more = {at + len(words): within for at, within in ends.items() if self.text.startswith(words, at)}
            else:
                for at, within in ends.items():
                    for end, said in self._category(part, at).items():
                        more.setdefault(end, {**within, part.key: said})
            ends = more
            if not ends:
                break
        return ends.items()

    def _category(self, slot: Slot, at: int) -> Mapping[int, Said | str]:
        """What may stand in a slot at a place, by where it ends."""
        if slot.category == NUMBER:
            number = _NUMBER.match(self.text, at)
            return {number.end(): number[0]} if number else {}
        if slot.capital:
            if at not in self._small:
                small = self.text[:at] + self.text[at : at + 1].lower() + self.text[at + 1 :]
                self._small[at] = _Reading(self.grammar, small)
            both = {**self._small[at]._category(slot._replace(capital=False), at)}
            return {**both, **self._category(slot._replace(capital=False), at)}
        key = (slot.category, at)
        if key not in self._found and self._deep < _DEEP:
            self._found[key] = {}  # a phrase that begins with one of its own category finds none
            self._deep += 1
            found: dict[int, Said | str] = {}
            for template, forms in self.grammar.phrases[slot.category].items():
                for end, within in self.matches(template, at):
                    found.setdefault(end, Said(forms, within))
            self._deep -= 1
            self._found[key] = found
        return self._found.get(key, {})


def _written(slot: Slot) -> str:
    """A slot of no category, which is what stands there: a symbol."""
    name = slot.category[:1].upper() + slot.category[1:] if slot.capital else slot.category
    return f"{{{name}{slot.digit}{f':{slot.how}' if slot.how else ''}}}"

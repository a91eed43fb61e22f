"""What rendering takes from a project (names of types, keywords and zones, `wording.json`), and the grammar it needs.

`wording.json` says how the game's own words read: its events ("at the beginning of your Draw Phase"), its values
("the number of cards in your hand"), its windows and spaces. A game without that file gets plain fallbacks.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final, Literal, Protocol

from cardlib.errors import CardlibError
from cardlib.filters import Filter, OfType, Vocabulary, article, count_word, english, parse
from cardlib.filters.cards import Printed
from cardlib.kernel.dice import Dice

JSON = Any
MINUS: Final = "−"
MODALS = frozenset({"may", "can", "can't", "must"})


class TypeName(Protocol):
    """A card type, as far as text needs it."""

    @property
    def name(self) -> str: ...


class KeywordName(Protocol):
    """A keyword, as far as text needs it."""

    @property
    def name(self) -> str: ...
    @property
    def format(self) -> str: ...
    def printed(self, value: int | Literal[True] = True) -> str: ...


class AttributeName(Protocol):
    """An attribute, as far as text needs it."""

    @property
    def letter(self) -> str: ...


class GameNames(Protocol):
    """A game, as far as text needs it."""

    @property
    def slug(self) -> str: ...
    @property
    def players(self) -> tuple[int, int]: ...
    @property
    def types(self) -> Mapping[str, TypeName]: ...
    @property
    def attributes(self) -> Mapping[str, AttributeName]: ...
    @property
    def raw(self) -> Mapping[str, JSON]: ...


class TextCard(Printed, Protocol):
    """A printed card, as far as text needs it: what filters see, its abilities as data, its own text if it has one."""

    @property
    def abilities(self) -> Sequence[Mapping[str, JSON]]: ...
    @property
    def written(self) -> str | None: ...


class TextProject(Protocol):
    """A project, as far as text needs it."""

    @property
    def path(self) -> Path: ...
    @property
    def game(self) -> GameNames: ...
    @property
    def keywords(self) -> Mapping[str, KeywordName]: ...
    @property
    def vocabulary(self) -> Vocabulary: ...
    @property
    def cards(self) -> Mapping[str, TextCard]: ...
    def read(self, path: Path) -> JSON: ...
    @property
    def dice(self) -> Dice: ...
    @property
    def words(self) -> Words: ...


@dataclass(frozen=True, slots=True, eq=False)
class Words:
    """The words of one project."""

    project: TextProject
    vocabulary: Vocabulary
    wording: Mapping[str, Mapping[str, Mapping[str, str]]]
    zones: Mapping[str, str]  # zones as printed, by id and by role
    roles: Mapping[str, str]  # zone -> its role
    two_players: bool
    space: str = "space"  # what a place of the board is called
    target: str = "target"  # how a choice on announcement reads: "target unit", or "a" for "a unit"
    card_nouns: bool = True  # whether what is not in play is called a card: "a Unit card"
    turn: str = "turn"  # what a turn is called
    permanent: str = "card"  # what something in play is called whose type is not named
    against: str = "card"  # what an action against it is turned on whose type is not named
    side: str = ""  # what a player's things are called where they may use something only so often together
    listed_costs: bool = False  # whether the parts of a cost stand side by side: "1B, utilize this card"
    _types: dict[str, str] = field(default_factory=dict, init=False, repr=False)

    def action(self, id_: str) -> tuple[str, str]:
        """Return how an action that is forbidden reads, and what stands before whom it is forbidden against ("by")."""
        own = self.wording_of("actions", id_)
        return own.get("text", id_), own.get("against", "")

    def slot(self, id_: str) -> str:
        """Return what a slot is called: "a cargo space", "the head" where there is one."""
        return str(self.vocabulary.relations["in-slot"].said(id_))

    def filter(self, text: str) -> Filter:
        """Read a filter as the project does; `vocabulary` only says how it is put."""
        return parse(text, self.project.vocabulary)

    def wording_of(self, kind: str, name: str) -> Mapping[str, str]:
        """Return what wording.json says of an event, a value, a window…; nothing where it is silent."""
        found: JSON = self.wording.get(kind, {}).get(name, {})
        return {"text": found} if isinstance(found, str) else found

    def type_noun(self, type_: OfType) -> str:
        """Return what a type that a filter asks for is called: "Unit"."""
        if type_.id not in self._types:
            self._types[type_.id] = english(type_, self.vocabulary, "none")
        return self._types[type_.id]

    def this(self, type_: str) -> str:
        """Return what a card in play calls itself, by its type: "this Unit"."""
        return self.wording_of("types", type_).get("self") or f"this {self.project.game.types[type_].name}"

    def within(self, text: str) -> str:
        """Return the text of a sentence to stand after other words; a keyword keeps its capital."""
        named = any(re.match(rf"{re.escape(keyword.name)}\b", text) for keyword in self.project.keywords.values())
        return text if named else uncapital(text)

    def letter(self, id_: str) -> str:
        """Return the letter of a resource that costs name."""
        attribute = self.project.game.attributes.get(id_)
        return attribute.letter if attribute else ""

    def lettered(self, cost: str) -> bool:
        """Whether a part of a cost is a number of one resource by its letter: "2B"."""
        letters = {attribute.letter for attribute in self.project.game.attributes.values()} - {""}
        return cost[:1].isdigit() and cost.lstrip("0123456789") in letters

    def count(self, number: int) -> str:
        """Return a small count as the game writes it: "two" or "2"."""
        return count_word(number, self.vocabulary.digits)

    def counted(self, number: int, one: str, many: str) -> str:
        """Return a number of things: "a card", "two cards", or "1 card", "2 cards" where the game writes digits."""
        if number == 1:
            return f"1 {one}" if self.vocabulary.digits else article(one)
        return f"{self.count(number)} {many}"

    def record_of(self, window: str) -> Mapping[str, JSON]:
        """Return the record that lies open in a window, as game.json declares it."""
        raw = self.project.game.raw
        kind: JSON = dict(raw.get("windows", {})).get(window, {}).get("record", "")
        found: Mapping[str, JSON] = dict(raw.get("records", {})).get(kind, {})
        return found

    def points(self, pool: str, number: JSON = None, said: str = "") -> str:
        """Return points of a pool: "1 Reaction point", "Reaction points equal to …", or without a number the plural."""
        about: JSON = dict(self.project.game.raw.get("pools", {})).get(pool, {"name": pool})
        many = str(about.get("plural", f"{about['name']}s"))
        if number is None:
            return many
        if isinstance(number, int):
            return f"{said} {about['name'] if number == 1 else many}"
        return f"{many} equal to {said}"

    def phrase(self, filter_: str) -> Mapping[str, str]:
        """Return what wording.json has for a filter that reads badly: `one`, `many`, or `the` for the only one."""
        return self.wording_of("phrases", filter_)

    def card_name(self, id_: str) -> str:
        """Return the name of a card."""
        card = self.project.cards.get(id_)
        return card.name if card is not None else id_

    def zone(self, id_: str) -> str:
        """Return a zone as printed."""
        return self.zones.get(id_, id_)

    def off_field(self, zone: str) -> bool:
        """Whether a zone, "" where none is named, is another one than that where things are in play."""
        return bool(zone) and self.roles.get(zone) != "field"

    def shared(self, zone: str) -> bool:
        """Whether there is one zone of a kind for all, which is nobody's."""
        about: JSON = dict(self.project.game.raw.get("zones", {})).get(zone, {})
        return bool(about.get("of") == "all")

    def counter(self, id_: str, plural: bool = False) -> str:
        """Return a kind of counter as printed."""
        entry = self.vocabulary.counters.get(id_)
        if entry is None:
            return f"{id_} counters" if plural else f"{id_} counter"
        return entry.many if plural else entry.name

    def symbol(self, id_: str) -> tuple[str, str]:
        """Return one and several of a symbol on dice; of a face or a number the word itself."""
        found = self.project.dice.symbols.get(id_)
        return (found.name, found.plural or f"{found.name}s") if found is not None else (id_, id_)

    def resource(self, id_: str) -> str:
        """Return a resource that costs name, as printed."""
        declared = self.vocabulary.field(id_)
        return declared.name if declared and declared.name else id_

    def attribute(self, id_: str) -> str:
        """Return an attribute as rules text names it."""
        declared = self.vocabulary.field(id_)
        if declared is not None:
            return declared.said or (declared.name or id_).lower()
        return self.wording_of("values", id_).get("owned", id_.lower())


def words_of(project: TextProject) -> Words:
    """Collect the words of a project; `project.words` are those that it keeps."""
    path = project.path / "wording.json"
    wording: JSON = {}
    if path.is_file():
        wording = project.read(path)
        if not isinstance(wording, dict):
            raise CardlibError(f"{path}: an object was expected")
    declared: dict[str, JSON] = dict(project.game.raw.get("zones", {}))
    roles = {id_: str(about["role"]) for id_, about in declared.items() if "role" in about}
    zones = {id_: str(about.get("name", id_)) for id_, about in declared.items()}
    zones = {**{role: zones[id_] for id_, role in reversed(roles.items())}, **zones}
    sections = {kind: value for kind, value in wording.items() if isinstance(value, dict)}
    style = sections.get("style", {})
    return Words(
        project,
        _spoken(project.vocabulary, sections, style),
        sections,
        zones,
        roles,
        project.game.players[1] == 2,
        str(project.game.raw.get("space", "space")),
        str(style.get("target", "target")),
        style.get("outside", "cards") == "cards",
        str(style.get("turn", "turn")),
        str(style.get("permanent", "card")),
        str(style.get("against", style.get("permanent", "card"))),
        str(style.get("side", "")),
        style.get("costs") == "listed",
    )


def _spoken(vocabulary: Vocabulary, sections: Mapping[str, JSON], style: Mapping[str, JSON]) -> Vocabulary:
    """Return the vocabulary with the names of types and attributes and the numbers that running text has."""
    types, names = sections.get("types", {}), sections.get("attributes", {})
    own = {
        id_: replace(entry, name=types[id_].get("one", entry.name), plural=types[id_].get("many", entry.plural))
        if id_ in types
        else entry
        for id_, entry in vocabulary.types.items()
    }
    fields = {
        id_: replace(declared, said=names[id_]) if id_ in names else declared
        for id_, declared in vocabulary.fields.items()
    }
    return replace(vocabulary, types=own, fields=fields, digits=style.get("numbers") == "digits")


def third(verb: str) -> str:
    """Return a verb as "she" takes it: "draw" as "draws"; "may" stays."""
    irregular = {"be": "is", "have": "has", "do": "does"}
    if verb in irregular:
        return irregular[verb]
    if verb in MODALS:
        return verb
    if verb.endswith(("s", "x", "z", "ch", "sh", "o")):
        return f"{verb}es"
    if verb.endswith("y") and verb[-2] not in "aeiou":
        return f"{verb[:-1]}ies"
    return f"{verb}s"


def agreeing(verb: str, plural: bool) -> str:
    """Return a verb that agrees with its subject."""
    return {"be": "are"}.get(verb, verb) if plural else third(verb)


def joined(parts: Sequence[str], word: str = "and") -> str:
    """Join parts as a list in English: "a", "a and b", "a, b and c"."""
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])}{'' if word.startswith(',') else ' '}{word} {parts[-1]}"


def sentence(text: str) -> str:
    """Return text with a capital at its beginning and a full stop at its end."""
    text = text.strip()
    if not text:
        return ""
    return text[0].upper() + text[1:] + ("" if text.endswith((".", "!", "?", ".”")) else ".")


def uncapital(text: str) -> str:
    """Return text with a small first letter, to stand within a sentence."""
    return text[:1].lower() + text[1:]


def possessive(noun: str) -> str:
    """Return a noun, or pronoun, as an owner: "your", "its", "that player's"."""
    pronouns = {"you": "your", "it": "its", "they": "their", "them": "their"}
    if noun in pronouns:
        return pronouns[noun]
    return f"{noun}'" if noun.endswith("s") and not noun.endswith("ss") else f"{noun}'s"


def with_number(template: str, number: str, one: bool) -> str:
    """Fill {n} into a phrase of wording.json, and settle "space(s)"."""
    return re.sub(r"\((e?s)\)", "" if one else r"\1", template.replace("{n}", number))


def signless(number: int) -> str:
    """Return a number in digits, with a true minus sign."""
    return str(number) if number >= 0 else f"{MINUS}{-number}"


def signed(number: int) -> str:
    """Return a number in digits with its sign: "+2", "−1"."""
    return f"+{number}" if number >= 0 else f"{MINUS}{-number}"

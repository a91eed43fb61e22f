"""Documents: team sheets, rig builds, set-ups, read against the kind that the game declares.

What has another shape than declared (text where a number stands) cannot be read, and all of it is told at once. What
has the shape and breaks a bound is a slip: the document is read, and the check says which rule it breaks.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from cardlib import bounds
from cardlib.decks.customs import READ
from cardlib.decks.kinds import KEYS, Field, Kind
from cardlib.decks.model import Deck, Entry, Section, Slip, Unknown
from cardlib.decks.names import AmbiguousCards, UnknownCards
from cardlib.decks.running import held
from cardlib.decks.written import TOLD, DeckError, one_line
from cardlib.filters import nearest, parse, printed
from cardlib.filters.nearest import noted

if TYPE_CHECKING:
    from cardlib.catalog import Project

_LONGEST = bounds.NAME  # characters of a text


@dataclass(slots=True)
class _Reading:
    """A document while it is read: what is wrong with its shape, its slips, and names that no card carries."""

    project: Project
    problems: list[str] = field(default_factory=list)
    slips: list[Slip] = field(default_factory=list)
    unknown: list[Unknown] = field(default_factory=list)
    ambiguous: dict[str, tuple[str, ...]] = field(default_factory=dict)
    values: int = 0

    def value(self, written: Any, about: Field, path: str) -> Any:
        """Return a value as declared; None, and a problem, for one of another shape."""
        self.values += 1
        if self.values > bounds.DECK_LINES:
            if self.values == bounds.DECK_LINES + 1:
                self.problems.append(f"{path}: found more than {bounds.DECK_LINES:,} values, expected fewer")
            return None
        if about.type in ("map", "record", "cards"):
            return self._object(written, about, path)
        if about.type == "list":
            if not isinstance(written, list):
                return self._misfit(path, written, "a list")
            assert about.of is not None
            found = [self.value(one, about.of, f"{path}[{at}]") for at, one in enumerate(written, 1)]
            self._bounded(len(found), about, path, f"{len(found)} entries", "entries")
            return found
        if about.type == "number":
            if not isinstance(written, int) or isinstance(written, bool) or abs(written) > bounds.NUMBER:
                return self._misfit(path, written, "a whole number")
            self._bounded(written, about, path, written)
            return written
        if about.type == "flag":
            return written if isinstance(written, bool) else self._misfit(path, written, "true or false")
        if not isinstance(written, str) or not one_line(written) or len(written) > _LONGEST:
            return self._misfit(path, written, f"a text of at most {_LONGEST} characters")
        text = one_line(written)
        if about.type == "word":
            return self._word(text, about, path)
        return self._card(text, about, path) if about.type == "card" else text

    def _misfit(self, path: str, written: Any, expected: str) -> None:
        shown = json.dumps(written, ensure_ascii=False)
        self.problems.append(f"{path}: found {shown[:60]}, expected {expected}")

    def _bounded(self, number: int, about: Field, path: str, found: int | str, unit: str = "") -> None:
        low, high = about.min, about.max
        if (low is None or number >= low) and (high is None or number <= high):
            return
        behind = f" {unit}" if unit else ""
        allowed = f"{low} to {high}{behind}" if None not in (low, high) else f"at least {low}{behind}"
        allowed = f"at most {high}{behind}" if low is None else allowed
        meant = low if low is not None and number < low else high
        fix = f"write {meant}" if not unit else f"{'add' if meant == low else 'remove'} {abs(number - (meant or 0))}"
        self.slips.append(Slip(path, about.rule, found, allowed, fix))

    def _word(self, text: str, about: Field, path: str) -> str:
        known = {one.casefold(): value for value, name in about.values.items() for one in (name, value)}
        found = known.get(text.casefold(), text)
        if about.values and found not in about.values:
            near = nearest(text, about.values)
            words = ", ".join(about.values)
            self.slips.append(Slip(path, about.rule, text, f"one of {words}", f"write {near or f'one of {words}'}"))
        return found

    def _card(self, text: str, about: Field, path: str) -> str:
        found, cards, words = self.project.names.find(text), self.project.cards, self.project.vocabulary
        filter_ = parse(about.only, words) if about.only else None
        fitting = [one for one in found if filter_ is None or printed(filter_)(cards[one])]
        if len(found) > 1:
            found = tuple(fitting) or found  # of several of that name only some may stand there
        if len(found) > 1:
            self.ambiguous[text] = found
        if len(found) != 1:
            near = self.project.names.near(text) if len(self.unknown) < TOLD else ()
            self.unknown.append(Unknown(text, 1, path.split(".")[0].split("[")[0], None, near))
            return text
        if filter_ is not None and not fitting:
            from cardlib.filters import english

            wanted = english(filter_, words, "a", cards=True)
            slip = Slip(path, about.rule, cards[found[0]].name, wanted, f"put {wanted} in its place", (found[0],))
            self.slips.append(slip)
        return found[0]

    def _object(self, written: Any, about: Field, path: str) -> Any:
        if not isinstance(written, dict):
            return self._misfit(path, written, "an object")
        found: dict[str, Any] = {}
        for key, value in written.items():
            where = f"{path}.{key}" if path else key
            if about.type == "record":
                if key not in about.fields:
                    near = noted(nearest(key, about.fields))
                    self.problems.append(f"{where}: found the field {key[:40]!r}, expected a declared one{near}")
                    continue
                found[key] = self.value(value, about.fields[key], where)
            elif about.type == "cards":
                card = self._card(one_line(key), about, where)
                if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= 9999:
                    self._misfit(where, value, "a number of copies from 1 to 9999")
                else:
                    found[card] = found.get(card, 0) + value
            else:
                self._key(key, about, path)
                assert about.of is not None
                found[key] = self.value(value, about.of, where)
        for name, inner in about.fields.items() if about.type == "record" else ():
            if inner.needed and name not in found:
                self.missing(name, inner, f"{path}.{name}" if path else name)
        if about.type == "map":
            self._bounded(len(found), about, path, f"{len(found)} entries", "entries")
        return found

    def _key(self, key: str, about: Field, path: str) -> None:
        if about.keys and key not in about.keys:
            near = nearest(key, about.keys)
            keys = ", ".join(about.keys)
            fix = f"write {near} in place of {key}" if near else f"remove {key}"
            self.slips.append(Slip(path, about.key_rule or about.rule, key, f"one of {keys}", fix))
        elif not KEYS.fullmatch(key):
            self.problems.append(f"{path}: found {key[:40]!r}, expected a word of letters, digits and hyphens")

    def missing(self, name: str, about: Field, path: str) -> None:
        """A field that is needed and not there."""
        said = (about.title or name).lower()
        self.slips.append(Slip(path, about.rule, "nothing", f"a value for {said}", f"write {path}"))


def read_document(
    written: Mapping[str, Any],
    kind: Kind,
    project: Project,
    where: str = "document",
    strict: bool = True,
    repeated: Iterable[str] = (),
) -> Deck:
    """Read a document of a kind from parsed JSON.

    `repeated` are paths that a text has twice. Raises `DeckError` with everything of another shape than declared,
    `AmbiguousCards`, and with `strict` `UnknownCards`.
    """
    reading = _Reading(project)
    headers = {key: _header(reading, key, written[key]) for key in READ if key in written and key != "name"}
    name = _header(reading, "name", written.get("name", ""))
    fields: dict[str, Any] = {}
    for key, value in written.items():
        if key in kind.fields:
            fields[key] = reading.value(value, kind.fields[key], key)
        elif key not in (*READ, "kind", "$schema", "comments"):
            near = noted(nearest(key, [*kind.fields, *READ]))
            known = ", ".join(kind.fields)
            reading.problems.append(f"{key[:40]}: found no field of a {kind.name}, expected one of {known}{near}")
    comments = written.get("comments", [])
    if not isinstance(comments, list) or not all(isinstance(one, str) for one in comments):
        reading.problems.append("comments: found another value, expected a list of texts")
        comments = []
    for key, about in kind.fields.items():
        if about.needed and key not in written:
            reading.missing(key, about, key)
    for path in repeated:
        rule = _twice_rule(kind, path)
        reading.slips.append(Slip(path, rule, "2 entries", "one", f"remove one of the two entries of {path}"))
    if reading.problems:
        told = [f"{where}: {problem}" for problem in reading.problems[:TOLD]]
        more = len(reading.problems) - TOLD
        raise DeckError("\n".join([*told, *([f"and {more:,} more"] if more > 0 else [])]))
    if reading.ambiguous:
        raise AmbiguousCards(reading.ambiguous.items(), where)
    if reading.unknown and strict:
        raise UnknownCards({entry.name: entry.near for entry in reading.unknown}.items(), where)
    game = headers.pop("game", "")
    return Deck(
        name,
        _sections(kind, fields, project),
        game,
        headers,
        tuple(one_line(comment) for comment in comments),
        tuple(reading.unknown),
        kind=kind.id,
        fields=fields,
        slips=tuple(reading.slips),
    )


def _header(reading: _Reading, key: str, value: Any) -> str:
    if not isinstance(value, str) or len(value) > bounds.NAME:
        reading.problems.append(f"{key}: found {json.dumps(value)[:60]}, expected a text of at most {bounds.NAME}")
        return ""
    return one_line(value)


def _twice_rule(kind: Kind, path: str) -> str:
    """The rule that an entry which stands twice breaks: that of the map in which it is, else that of its field."""
    first, *steps = re.findall(r"[^.\[\]]+", path)
    about: Field | None = kind.fields.get(first)
    rule, plain = "", ""
    for step in (*steps, ""):
        if about is None:
            break
        rule, plain = about.twice_rule or rule, about.rule or plain
        about = about.fields.get(step) or about.of
    return rule or plain


def _sections(kind: Kind, fields: Mapping[str, Any], project: Project) -> tuple[Section, ...]:
    """The cards of a document, by the fields that hold them."""
    found = []
    for name in kind.sections:
        value = fields.get(name)
        about = kind.fields[name]
        counts: dict[str, int] = {}
        for id_, number in _counted(value, about):
            if id_ in project.cards:
                counts[id_] = counts.get(id_, 0) + number
        found.append(Section(name, tuple(Entry(number, id_) for id_, number in counts.items())))
    return tuple(found)


def _counted(value: Any, about: Field | None) -> Iterable[tuple[str, int]]:
    """Yield the cards in a value with their numbers."""
    if about is None or value is None:
        return
    if about.type == "cards":
        yield from value.items()
    elif about.type == "card":
        yield from ((id_, 1) for id_ in held(value))
    elif about.type == "record":
        for name, inner in about.fields.items():
            yield from _counted(value.get(name), inner)
    elif about.type in ("map", "list"):
        for one in value.values() if isinstance(value, dict) else value:
            yield from _counted(one, about.of)


def in_formulas(value: Any, about: Field) -> Any:
    """Return a value as formulas see it: counted cards are the list of all copies."""
    if about.type == "cards" and isinstance(value, dict):
        return [id_ for id_, number in value.items() for _ in range(number)]
    if about.type == "record" and isinstance(value, dict):
        return {name: in_formulas(one, about.fields[name]) for name, one in value.items()}
    if about.of is not None and isinstance(value, dict):
        return {key: in_formulas(one, about.of) for key, one in value.items()}
    if about.of is not None and isinstance(value, list):
        return [in_formulas(one, about.of) for one in value]
    return value


def document_json(deck: Deck, kind: Kind, project: Project) -> dict[str, Any]:
    """Return a document as its file in JSON has it, cards by their names."""
    made: dict[str, Any] = {"kind": kind.id}
    if deck.name:
        made["name"] = deck.name
    if deck.game:
        made["game"] = deck.game
    made.update(deck.headers)
    if deck.comments:
        made["comments"] = list(deck.comments)
    for name, about in kind.fields.items():
        if name in deck.fields:
            made[name] = written_value(deck.fields[name], about, project)
    return made


def written_value(value: Any, about: Field, project: Project) -> Any:
    """Return a value as a file has it: the names of cards in place of their ids, where they are unique."""

    def named(id_: str) -> str:
        return project.names.write(id_) if id_ in project.cards else id_

    if about.type == "card":
        return named(value)
    if about.type == "cards":
        return {named(id_): number for id_, number in value.items()}
    if about.type == "record":
        return {name: written_value(one, about.fields[name], project) for name, one in value.items()}
    if about.of is not None and isinstance(value, dict):
        return {key: written_value(one, about.of, project) for key, one in value.items()}
    if about.of is not None:
        return [written_value(one, about.of, project) for one in value]
    return value

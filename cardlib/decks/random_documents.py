"""Random legal documents of the kinds that a game declares.

A kind whose documents grow by rules of their own is made by the game's package (`made_by`). Of the others one is drawn
by chance, then changed until no rule is broken: what a rule asks of one value by itself ("level is the round") is
written as it asks; of what else is wrong something is changed by chance, and a change is kept unless it makes the
document worse. In the end free slots for cards are filled. A map whose keys are not declared has those that the
project's own documents of the kind use. Of a kind that says so a random one is a document of the project, changed here
and there and then mended in the same way.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from math import inf
from typing import TYPE_CHECKING, Any

from cardlib.decks.checking import CompiledFormat, Test
from cardlib.decks.derived import Derived, Sometimes
from cardlib.decks.documents import read_document
from cardlib.decks.facts import Counted
from cardlib.decks.fields import FormatError
from cardlib.decks.files import load_deck, project_decks
from cardlib.decks.kinds import Field, Kind, kind_of
from cardlib.decks.model import Deck
from cardlib.decks.working import Work
from cardlib.errors import CardlibError
from cardlib.filters import parse, printed
from cardlib.kernel.chance import Chance, derive

if TYPE_CHECKING:
    from cardlib.catalog import Project

ATTEMPTS = 6
VARIED = 5  # changes of a document of the project, one less in every attempt
CHANGES = 600  # of one attempt
Make = Callable[["Project", dict[str, Any], Chance], dict[str, Any]]  # the fields of a document, of what is fixed

_FAR = 50  # a value that is farther off counts no more
_NUMBER = 10  # the highest number where none is declared
_ENTRIES = 3  # of a list or map at first
_FREE = 4  # one slot of so many stays free
_TRIES = 4  # cards that are tried in a slot


def random_document(
    project: Project, kind: str, seed: int, compiled: CompiledFormat, fixed: Mapping[str, Any] | None = None
) -> Deck:
    """A document that passes the format, drawn from the seed.

    `fixed` are values by their paths, `{"budget.red": 3}`, that stay as they are. Raises `CardlibError` with the rules
    in the way when no attempt ends in a legal one.
    """
    about = kind_of(project, kind)
    made = Deck("")
    make = _own_maker(project, about)
    for attempt in range(ATTEMPTS):
        chance = Chance(derive(seed, attempt))
        maker = _Maker(project, about, compiled, chance, f"Random {seed}", fixed or {})
        if make is not None:
            made = maker.document(maker.fixed_in(make(project, dict(fixed or {}), chance)))
        else:
            made = maker.varied(max(0, VARIED - attempt)) if about.random else maker.made()
        if compiled.check(made).legal:
            return made
    report = compiled.check(made)
    first = f". {report.violations[0]}" if report.violations else ""
    way = f"{', '.join(report.rules)}{first}"
    raise CardlibError(f"no random {about.name} of seed {seed} passes {compiled.format.name}; in the way: {way}")


def _own_maker(project: Project, about: Kind) -> Make | None:
    """What the game's package makes documents of a kind with; None where chance alone does."""
    if not about.made_by:
        return None
    from cardlib import plugins

    found: Make | None = plugins.maker(about.made_by, project.slug)
    if found is None:
        where = f"documents/{about.id}.json: made_by: found {about.made_by!r}"
        raise FormatError(f"{where}, expected what a package provides (entry points {plugins.MAKERS})")
    return found


@dataclass(slots=True)
class _Maker:
    project: Project
    kind: Kind
    compiled: CompiledFormat
    chance: Chance
    name: str
    fixed: Mapping[str, Any] = field(default_factory=dict)
    keys: dict[str, list[str]] = field(default_factory=dict)
    cards: dict[str, list[str]] = field(default_factory=dict)
    writing: list[Test] = field(init=False)  # what a value can be written for, as it asks for one by itself

    def __post_init__(self) -> None:
        self.writing = [
            one for one in self.compiled.tests if self._can_write(one.inner if isinstance(one, Sometimes) else one)
        ]

    def _can_write(self, test: Test) -> bool:
        if not isinstance(test, Derived) or test.constraint.severity != "error":
            return False
        return test.formula.path.split(".")[0] in self.kind.fields

    def made(self) -> Deck:
        """Return the best document of one attempt."""
        self.keys = self._known_keys()
        fields = {
            name: self.value(about, name)
            for name, about in self.kind.fields.items()
            if about.needed or self.wanted(about)
        }
        self.fix(fields)
        return self.mended(fields)

    def varied(self, changes: int) -> Deck:
        """Return a document of the project that fits what is fixed, changed so many times and mended."""
        self.keys = self._known_keys()
        own = [deck for deck in self._own() if self._fits(deck.fields) and self.compiled.check(deck).legal]
        if not own:
            wanted = f" with {', '.join(f'{path} {value}' for path, value in self.fixed.items())}" if self.fixed else ""
            raise CardlibError(
                f"no random {self.kind.name} can be made: the project has none{wanted} that could be changed"
            )
        fields: dict[str, Any] = deepcopy(dict(own[self.chance.below(len(own))].fields))
        for _ in range(changes):
            self.change(fields)
        self.fix(fields)
        return self.mended(fields)

    def _fits(self, fields: Mapping[str, Any]) -> bool:
        """Whether a document says what is fixed by a word of its own, such as the number of players."""
        single = {path: value for path, value in self.fixed.items() if "." not in path}
        return all(fields.get(name) == value for name, value in single.items())

    def mended(self, fields: dict[str, Any]) -> Deck:
        """Return the best document that changes by chance lead to."""
        best, score = fields, self.settled(fields)
        for _ in range(CHANGES):
            if not score:
                break
            trial = deepcopy(best)
            self.change(trial)
            self.fix(trial)
            found = self.settled(trial, score)
            if found <= score:
                best, score = trial, found
        if not score:
            self.fill(best)
        return self.document(best)

    def fill(self, fields: dict[str, Any]) -> None:
        """Put cards into the free slots of a legal document, as far as it stays legal; some slots stay free."""
        for name, about in self.kind.fields.items():
            if about.type != "map" or about.of is None or about.of.type != "card" or name not in fields:
                continue
            free = [key for key in about.keys if key not in fields[name]]
            while free:
                key = free.pop(self.chance.below(len(free)))
                if not self.chance.below(_FREE):
                    continue
                for _ in range(_TRIES):
                    fields[name][key] = self.value(about.of, f"{name}.*")
                    if not self.settled(fields):
                        break
                    del fields[name][key]

    def wanted(self, about: Field) -> bool:
        """Whether a random document has a field that is not needed, at first."""
        return about.random == "always" or (about.random != "never" and bool(self.chance.below(2)))

    def fix(self, fields: dict[str, Any]) -> None:
        """Put every value that stays as it is."""
        for path, value in self.fixed.items():
            *steps, last = path.split(".")
            inner = fields
            for step in steps:
                inner = inner.setdefault(step, {})
            inner[last] = value

    def fixed_in(self, fields: dict[str, Any]) -> dict[str, Any]:
        """Return fields with every value that stays as it is."""
        self.fix(fields)
        return fields

    def document(self, fields: dict[str, Any]) -> Deck:
        written = {"kind": self.kind.id, "name": self.name, "game": self.project.slug}
        headers = {"format": self.compiled.format.id}
        return read_document({**written, **headers, **fields}, self.kind, self.project, strict=False)

    def settled(self, fields: dict[str, Any], most: float = inf) -> float:
        """Write the values that a rule asks for by themselves; return how far the document is from legal.

        Once it is farther than `most` nobody asks how far.
        """
        counted = Counted(self.document(fields), self.compiled.naming)
        for _ in range(3):  # a value that was written may ask for another one
            if not self._written(fields, counted):
                break
            counted = Counted(self.document(fields), self.compiled.naming)
        total = 0.0
        for one in self.compiled.tests:
            if total > most:
                break
            test = _meant(one, counted.work())
            if test is None:
                continue
            if isinstance(test, Derived):
                total += self._distance(test, counted) if test.constraint.severity == "error" else 0
            else:
                total += sum(1 for found in test.test(counted) if found.severity == "error")
        return total

    def _distance(self, test: Derived, counted: Counted) -> float:
        work = counted.work()
        if work is None:
            return 0
        total = 0.0
        for bound in test.bound(work):
            value = work.of(test.formula, bound)
            if test.constraint.kind == "holds":
                total += 0 if value else 1
            elif (wrong := test.wrong(work, bound, value)) is not None:
                wanted = wrong[0]
                both = isinstance(value or 0, int) and isinstance(wanted or 0, int)
                total += 1 + (min(abs((value or 0) - (wanted or 0)), _FAR) / _FAR if both else 1)
        return total

    def _written(self, fields: dict[str, Any], counted: Counted) -> bool:
        """Write every value that a rule asks of the document as it was counted; return whether one was."""
        work = counted.work()
        changed = False
        for one in self.writing if work is not None else ():
            test = _meant(one, work)
            if work is None or not isinstance(test, Derived):
                continue
            for bound in test.bound(work):
                wrong = test.wrong(work, bound, work.of(test.formula, bound))
                if wrong is not None and wrong[0] is not None:
                    path = test.formula.path
                    for name, value in bound.items():
                        path = path.replace(f"{{{name}}}", str(value))
                    changed = _put(fields, path.split("."), wrong[0]) or changed
        return changed

    # -- values by chance --------------------------------------------------------------------------------------------

    def value(self, about: Field, path: str) -> Any:
        """A value as declared, by chance."""
        chance = self.chance
        if about.type == "number":
            low = about.min if about.min is not None else 0
            high = about.max if about.max is not None else max(low, _NUMBER)
            return low + chance.below(high - low + 1)
        if about.type == "word":
            return self.one(list(about.values))
        if about.type == "flag":
            return about.random == "always" or bool(chance.below(2))
        if about.type == "text":
            return "any"
        if about.type == "card":
            return self.one(self.pool(about.only))
        if about.type == "record":
            chosen = {name: one for name, one in about.fields.items() if one.needed or self.wanted(one)}
            return {name: self.value(one, f"{path}.{name}") for name, one in chosen.items()}
        low = about.min or 0
        most = len(about.keys) if about.keys and about.max is None else min(about.max or _ENTRIES, low + _ENTRIES)
        size = low + chance.below(max(1, most - low + 1))
        if about.type == "cards":
            return {self.one(self.pool(about.only)): 1 + chance.below(2) for _ in range(size)}
        assert about.of is not None
        if about.type == "list":
            return [self.value(about.of, path) for _ in range(size)]
        keys = self.keys.get(path, [])
        start = chance.below(len(keys)) if keys else 0
        return {key: self.value(about.of, f"{path}.*") for key in [*keys[start:], *keys[:start]][:size]}

    def one(self, among: Sequence[str]) -> str:
        if not among:
            raise CardlibError(f"no random {self.kind.name} can be made: a field has nothing to choose from")
        return among[self.chance.below(len(among))]

    def pool(self, only: str) -> list[str]:
        """The cards that pass a filter."""
        if only not in self.cards:
            test = printed(parse(only, self.project.vocabulary))
            self.cards[only] = sorted(id_ for id_, card in self.project.cards.items() if test(card))
        return self.cards[only]

    def change(self, fields: dict[str, Any]) -> None:
        """Change something by chance: a field anew, or an entry, or a value deeper in it."""
        name = self.one([name for name, about in self.kind.fields.items() if about.needed or about.random != "never"])
        about = self.kind.fields[name]
        if name not in fields or (about.type in ("number", "word", "flag", "card", "text")):
            fields[name] = self.value(about, name)
        elif not about.needed and not about.random and not self.chance.below(8):
            del fields[name]
        else:
            self._change_in(fields[name], about, name)

    def _change_in(self, value: Any, about: Field, path: str) -> None:
        chance = self.chance
        if about.type == "record":
            name = self.one(list(about.fields))
            inner = about.fields[name]
            if name in value and inner.type in ("map", "list", "record", "cards") and chance.below(2):
                self._change_in(value[name], inner, f"{path}.{name}")
            else:
                value[name] = self.value(inner, f"{path}.{name}")
            return
        if about.type == "cards":
            card = self.one(self.pool(about.only))
            value[card] = value.get(card, 0) + 1 if chance.below(2) else max(value.get(card, 2) - 1, 1)
            if not chance.below(3):
                del value[card]
            return
        assert about.of is not None
        keys = list(range(len(value))) if about.type == "list" else list(value)
        what = chance.below(4) if keys else 0
        if what == 0:
            self._add(value, about, path)
        elif what == 1:
            del value[keys[chance.below(len(keys))]]
        else:
            key = keys[chance.below(len(keys))]
            if what == 2 and not about.of.plain and about.of.type != "text":
                self._change_in(value[key], about.of, f"{path}.*" if about.type == "map" else path)
            else:
                value[key] = self.value(about.of, f"{path}.*" if about.type == "map" else path)

    def _add(self, value: Any, about: Field, path: str) -> None:
        assert about.of is not None
        if about.type == "list":
            value.append(self.value(about.of, path))
            return
        free = [key for key in self.keys.get(path, []) if key not in value]
        if free:
            value[self.one(free)] = self.value(about.of, f"{path}.*")

    def _known_keys(self) -> dict[str, list[str]]:
        """The keys of maps by path, declared or used; an entry of a map is `*` in a path."""
        found: dict[str, dict[str, None]] = {}
        for name, about in self.kind.fields.items():
            _declared_keys(about, name, found)
        for deck in self._own():
            for name, value in deck.fields.items():
                _used_keys(value, self.kind.fields[name], name, found)
        return {path: list(keys) for path, keys in found.items()}

    def _own(self) -> list[Deck]:
        """Return the documents of the kind that the project has."""
        found = []
        for path in project_decks(self.project).values():
            try:
                deck = load_deck(path, self.project, strict=False)
            except CardlibError:
                continue  # of what cannot be read nothing is learnt
            if deck.kind == self.kind.id:
                found.append(deck)
        return found


def _meant(test: Test, work: Work | None) -> Test | None:
    """The test itself; of one that is tested sometimes, what is tested now, or nothing."""
    if isinstance(test, Sometimes):
        return test.inner if work is not None and work.of(test.condition) else None
    return test


def _declared_keys(about: Field, path: str, found: dict[str, dict[str, None]]) -> None:
    if about.type == "map":
        found.setdefault(path, {}).update(dict.fromkeys(about.keys))
    for name, inner in about.fields.items():
        _declared_keys(inner, f"{path}.{name}", found)
    if about.of is not None:
        _declared_keys(about.of, f"{path}.*" if about.type == "map" else path, found)


def _used_keys(value: Any, about: Field, path: str, found: dict[str, dict[str, None]]) -> None:
    if about.type == "map":
        if not about.keys:
            found.setdefault(path, {}).update(dict.fromkeys(value))
        for one in value.values():
            assert about.of is not None
            _used_keys(one, about.of, f"{path}.*", found)
    elif about.type == "record":
        for name, one in value.items():
            _used_keys(one, about.fields[name], f"{path}.{name}", found)
    elif about.type == "list":
        for one in value:
            assert about.of is not None
            _used_keys(one, about.of, path, found)


def _put(fields: dict[str, Any], path: Sequence[str], value: Any) -> bool:
    """Put a value at a path where something is already, or at the top; return whether it was another one."""
    inner: Any = fields
    for step in path[:-1]:
        if not isinstance(inner, dict) or step not in inner:
            return False
        inner = inner[step]
    if not isinstance(inner, dict) or inner.get(path[-1]) == value:
        return False
    inner[path[-1]] = value
    return True

"""Compiles a format for a project and checks decks against it.

rules = compile_format(project)             once
report = rules.check(deck)                  tens of thousands of times a second
report.legal, report.violations, report.warnings
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cardlib import plugins
from cardlib.decks.constraints import Bound, Copies, Listed, Lock, Named, Partners, Pool, Sections
from cardlib.decks.demands import Demands
from cardlib.decks.derived import REPAIR, Declared, Derived, Sometimes
from cardlib.decks.facts import Check, Counted, Facts
from cardlib.decks.fields import FormatError
from cardlib.decks.formats import Constraint, Format, load_format
from cardlib.decks.formulas import FormulaError
from cardlib.decks.kinds import DECK, kind_of
from cardlib.decks.model import Deck, Entry, Section, Unknown
from cardlib.decks.naming import Formula, Naming
from cardlib.decks.reach import Reach, compiled_path
from cardlib.decks.violations import Report, Violation
from cardlib.decks.written import section_id
from cardlib.filters.nearest import nearest_note

if TYPE_CHECKING:
    from cardlib.catalog import Project

Test = (
    Bound
    | Copies
    | Lock
    | Partners
    | Reach
    | Demands
    | Pool
    | Sections
    | Listed
    | Named
    | Derived
    | Declared
    | Sometimes
)


@dataclass(frozen=True, slots=True)
class CompiledFormat:
    """A format with its filters worked out.

    `tests` (errors and warnings) and `guides` (advice) look at one deck, `table_tests` at all decks of a game together.
    """

    format: Format
    facts: Facts
    tests: tuple[Test, ...]
    guides: tuple[Test, ...] = ()
    table_tests: tuple[Test, ...] = ()
    naming: Naming | None = None  # what formulas name of one document, and of the table
    table_naming: Naming | None = None

    def check(self, deck: Deck, advice: bool = False) -> Report:
        """Every breach of the construction rules in one deck; with `advice` also where it leaves the guidelines."""
        return self._report(deck, (*self.tests, *self.guides) if advice else self.tests)

    def check_table(self, decks: Iterable[Deck]) -> Report:
        """Every breach of the rules that look at the decks of all players together."""
        together = tuple(decks)
        sections: dict[str, list[Entry]] = {}
        unknown: list[Unknown] = []
        names = []
        for deck in together:
            names.append(deck.name)
            unknown += deck.unknown
            for part in deck.sections:
                sections.setdefault(part.name, []).extend(part.entries)
        parts = tuple(Section(name, tuple(entries)) for name, entries in sections.items())
        whole = Deck(" + ".join(names), parts, unknown=tuple(unknown), kind=self.format.document)
        return self._report(whole, self.table_tests, together)

    def _report(self, deck: Deck, tests: tuple[Test, ...], seats: tuple[Deck, ...] = ()) -> Report:
        counted = Counted(deck, self.table_naming if seats else self.naming, seats)
        found: list[Violation] = []
        try:
            for test in tests:
                found.extend(test.test(counted))
        except FormulaError as error:
            raise FormatError(f"{self.facts.where}: {error.line}") from None
        size = counted.size(tuple(part.name for part in deck.sections if part.name not in self.format.beside))
        if not found:
            return Report(deck.name, self.format.id, size)
        return Report(
            deck.name,
            self.format.id,
            size,
            tuple(one for one in found if one.severity == "error"),
            tuple(one for one in found if one.severity == "warning"),
            tuple(one for one in found if one.severity == "advice"),
        )


def check(deck: Deck, project: Project, format_name: str | None = None) -> Report:
    """Check one deck against the named format of the project, else the one that the deck names, or `standard`."""
    return compile_format(project, load_format(project, format_name or deck.format, deck.kind)).check(deck)


def compile_format(
    project: Project, rules: Format | None = None, checks: Mapping[str, Check] | None = None
) -> CompiledFormat:
    """Work a format out for the cards of a project; raises `FormatError` for filters and names that do not exist.

    `checks` are named checks beside those that installed packages provide.
    """
    wanted = rules or load_format(project)
    pool = dict(project.cards)
    where = f"{project.slug}/{wanted.id}"
    sections = tuple(wanted.sections)
    naming = Naming(project, frozenset(sections))
    if wanted.document != DECK:
        kind = kind_of(project, wanted.document)
        sections, naming = kind.sections, kind.naming
    table_naming = Naming(project, frozenset(["seats"]), {}, naming.tables)
    facts = Facts(project, sections, pool, where)
    for rule in wanted.rules:
        if project.rules and rule not in project.rules:
            from cardlib.filters.nearest import nearest_note

            near = nearest_note(rule, project.rules)
            raise FormatError(f"{facts.where}: found the rule {rule!r}, expected an id of rules.json{near}")
    tests: list[Test] = [] if wanted.document == DECK else [Declared(facts)]
    guides: list[Test] = []
    table: list[Test] = []
    for constraint in wanted.constraints:
        into = table if constraint.scope == "table" else guides if constraint.severity == "advice" else tests
        over = table_naming if constraint.scope == "table" else naming
        made = _compiled(facts, constraint, checks or {}, over)
        if constraint.when:
            condition = _formula(facts, over, constraint, "when", constraint.when)
            made = [Sometimes(facts, constraint, condition, test) for test in made]
        into += made
    for permit in wanted.permits:
        if permit.cards:
            facts.cards_of(permit.cards)
    hard = [test for test in tests if test.constraint.severity == "error"]
    facts.limits += [test for test in hard if isinstance(test, Bound | Copies)]
    limited = {card for test in tests if isinstance(test, Copies) and test.high for card in test.group}
    facts.unlimited = tuple(sorted(pool.keys() - limited)) if limited else ()
    facts.fits += [test.fits for test in tests if isinstance(test, Lock)]
    only = [test for test in tests if isinstance(test, Bound) and test.constraint.kind == "only"]
    facts.fits += [test.fits for test in only]
    facts.only += [test.fits for test in only if test in hard]
    return CompiledFormat(wanted, facts, tuple(tests), tuple(guides), tuple(table), naming, table_naming)


def _formula(
    facts: Facts, naming: Naming, constraint: Constraint, key: str, text: str, bound: Iterable[str] = ()
) -> Formula:
    """Read a formula of a constraint; raises `FormatError` that names the constraint."""
    try:
        return naming.formula(text, bound)
    except FormulaError as error:
        raise FormatError(f"{facts.where}: {constraint.kind} {constraint.rule}: {key}: {error.line}") from None


def _derived(facts: Facts, constraint: Constraint, naming: Naming) -> Derived:
    bound: list[str] = []
    cases: list[tuple[str, Formula]] = []
    for name, text in (constraint.cases or {}).items():
        cases.append((name, _formula(facts, naming, constraint, f"for.{name}", text, bound)))
        bound.append(name)

    def read(key: str, text: str) -> Formula | None:
        return _formula(facts, naming, constraint, key, text, bound) if text else None

    main = read("value", constraint.value) or read("must", constraint.must)
    assert main is not None  # the declaration of the kinds wants one
    limits = constraint.limits or {}
    low, high, exactly = (read(key, limits.get(key, "")) for key in ("min", "max", "exactly"))
    said = REPAIR if constraint.kind == "value" else ()
    for key, text, more in (("fix", constraint.fix, said), ("allowed", constraint.allowed, ())):
        quoted = f"'{text}'" if text and "'" not in text else ""
        if quoted:  # the names in its braces are there
            _formula(facts, naming, constraint, key, quoted, [*bound, *more])
    return Derived(facts, constraint, tuple(cases), main, low, high, exactly, read("found", constraint.shown))


def _compiled(facts: Facts, constraint: Constraint, checks: Mapping[str, Check], naming: Naming) -> list[Test]:
    sections = constraint.sections or facts.sections
    kind = constraint.kind
    for section in sections:
        if section not in facts.sections:
            near = nearest_note(section, facts.sections)
            known = ", ".join(facts.sections) or "none"
            raise FormatError(f"{facts.where}: sections: found {section!r}, expected one of {known}{near}")
    if kind in ("value", "holds"):
        return [_derived(facts, constraint, naming)]
    if kind in ("size", "count", "only", "budget"):
        areas = [(section,) for section in sections] if constraint.each else [sections]
        return [_bound(facts, constraint, area) for area in areas]
    if kind == "copies":
        return [_copies(facts, constraint, sections)]
    if kind == "identity":
        values = {value: facts.cards_of(text) for value, text in (constraint.values or {}).items()}
        attribute = facts.project.game.attributes.get(constraint.header)
        titles = {section_id(name): value for value, name in attribute.names.items()} if attribute else {}
        return [Lock(facts, constraint, sections, values, titles)]
    if kind == "demands":
        chosen = facts.cards_of(constraint.of) if constraint.of else frozenset(facts.pool)
        return [Demands(facts, constraint, sections, chosen - facts.cards_of(constraint.must))]
    if kind == "reach":
        others = tuple(section for section in facts.sections if section not in sections)
        return [Reach(facts, constraint, sections, others, tuple(compiled_path(facts, way) for way in constraint.ways))]
    if kind == "requires":
        needs = tuple(facts.cards_of(text) for text in constraint.needs)
        condition = facts.cards_of(constraint.condition)
        return [Partners(facts, constraint, sections, condition, needs, constraint.min or 1)]
    if kind == "pool":
        cards = facts.cards_of(constraint.of) if constraint.of else None
        return [Pool(facts, constraint, sections, cards)]
    if kind == "sections":
        return [Sections(facts, constraint, sections)]
    if kind == "listed":
        return [Listed(facts, constraint, sections, _listed(facts, constraint, sections))]
    return [Named(facts, constraint, _named_check(facts, constraint.check, checks))]


def _bound(facts: Facts, constraint: Constraint, sections: tuple[str, ...]) -> Bound:
    chosen = facts.cards_of(constraint.of) if constraint.of else frozenset(facts.pool)
    without = facts.cards_of(constraint.without) if constraint.without else frozenset()
    chosen -= without
    high = constraint.max if isinstance(constraint.max, int) else None
    header = constraint.max.get("header", "") if constraint.max and not isinstance(constraint.max, int) else ""
    if constraint.kind == "only":
        return Bound(facts, constraint, sections, dict.fromkeys(facts.pool.keys() - chosen, 1), None, 0)
    if constraint.kind == "size":
        return Bound(facts, constraint, sections, None, constraint.min, high, header, without)
    if constraint.kind == "budget":
        weights = {card: facts.number(card, constraint.sum) for card in chosen}
    else:
        weights = dict.fromkeys(chosen, 1)
    return Bound(facts, constraint, sections, weights, constraint.min, high, header)


def _copies(facts: Facts, constraint: Constraint, sections: tuple[str, ...]) -> Copies:
    chosen = facts.cards_of(constraint.of) if constraint.of else frozenset(facts.pool)
    if constraint.without:
        chosen -= facts.cards_of(constraint.without)
    by_name = constraint.by == "name"
    group = {card: facts.pool[card].name if by_name else card for card in facts.pool if card in chosen}
    high: dict[str, int] = {}
    if isinstance(constraint.max, int):
        high = dict.fromkeys(group.values(), constraint.max)
    elif constraint.max is not None:
        attribute = constraint.max.get("attribute", "")
        high = {key: facts.number(card, attribute) for card, key in group.items()}
    low = dict(high) if constraint.full else {}
    if constraint.min:
        low = dict.fromkeys(group.values(), constraint.min)
    return Copies(facts, constraint, sections, group, high, low)


def _listed(facts: Facts, constraint: Constraint, sections: tuple[str, ...]) -> dict[str, dict[str, int]]:
    from cardlib.decks.files import own_deck

    return {name: own_deck(name, facts.project).counts(*sections) for name in constraint.decks}


def _named_check(facts: Facts, name: str, checks: Mapping[str, Check]) -> Check:
    if name in checks:
        return checks[name]
    provided: Check | None = plugins.check(name, facts.project.slug)
    if provided is None:
        raise FormatError(f"{facts.where}: no package provides the check {name!r} (entry point group {plugins.CHECKS})")
    return provided

"""Construction formats: `formats/*.json`, read into constraints of a few kinds.

A format names the sections that a deck has and its constraints, each with the id of its rule; `permits` lists the rules
that allow something, so that every construction rule of a game stands in its format. Kinds of constraint:

    size      cards in sections, all together or `each`: `min`, `max`, `exactly`
    copies    copies of one card (`by` id or name) over sections: `min`, `max`, `exactly` (a number, the last two also
              `{"attribute": "copies"}`), for cards `of` a filter, `except` another
    count     cards of a filter: `min`, `max`, `exactly`
    only      a section holds nothing but cards `of` a filter
    budget    the sum of an attribute or keyword over the deck: `min`, `max` (a number, or `{"header": "budget-red"}`)
    identity  a header of the deck names exactly one of `values`; each value's filter says which cards it may hold, and
              `by_section` the rule that a foreign card in a section breaks
    requires  with a card of `if` in the deck, at least `min` of each filter in `needs`
    reach     every card of `sections` can be brought into play in one of the `ways`
    demands   every card `of` a filter is printed so that it passes another one, `must`
    pool      every card exists, and is `of` a filter
    sections  no section but those of the format
    listed    the deck equals one of the named decks
    value     what a formula gives lies within `min`, `max` or `exactly`, which may be formulas too
    holds     a formula is true: `must`
    check     a named check that a package provides (entry point group `cardlib.deck_checks`)

`extends` names another format of the project, whose constraints and permits come first; its sections, draws and
overview hold unless the format has its own.

`when` is a formula: the constraint is tested only where it is true. `value` and `holds` may be tested `for` each entry
of lists and maps. `declared` holds which properties each kind has, for this reader and for the JSON Schema alike.

`severity` is `error`, `warning` (legal, but hardly meant) or `advice` (guidelines; the random generator aims at them).
`scope: table` tests the decks of all players together.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias, cast

from cardlib.decks.declared import KINDS
from cardlib.decks.fields import Fields
from cardlib.decks.kinds import DECK
from cardlib.decks.violations import Severity
from cardlib.errors import NotFound
from cardlib.filters.nearest import nearest_note

if TYPE_CHECKING:
    from cardlib.catalog import Project

Amount: TypeAlias = int | Mapping[str, str] | None
DEFAULT = "standard"


@dataclass(frozen=True, slots=True)
class Way:
    """How cards `of` a filter come into play: on their own, `by` others, or `named_by` a keyword of others."""

    of: str = ""
    by: str = ""
    named_by: str = ""
    chain: bool = False


@dataclass(frozen=True, slots=True)
class Constraint:
    """One constraint as the file has it; which fields count depends on `kind`."""

    kind: str
    rule: str = ""
    note: str = ""
    severity: Severity = "error"
    scope: Literal["deck", "table"] = "deck"
    sections: tuple[str, ...] = ()
    each: bool = False
    of: str = ""
    without: str = ""
    by: Literal["id", "name"] = "id"
    spread: str = ""
    min: int | None = None
    max: Amount = None
    full: bool = False  # whether there are as many as `max` finds on a card, and no fewer
    sum: str = ""
    header: str = ""
    unnamed: str = ""
    values: Mapping[str, str] | None = None
    condition: str = ""
    needs: tuple[str, ...] = ()
    decks: tuple[str, ...] = ()
    check: str = ""
    also: str = ""
    by_section: Mapping[str, str] | None = None
    ways: tuple[Way, ...] = ()
    must: str = ""
    when: str = ""
    cases: Mapping[str, str] | None = None
    value: str = ""
    limits: Mapping[str, str] | None = None
    shown: str = ""
    allowed: str = ""
    fix: str = ""

    @property
    def last(self) -> int:
        """The number behind which what is counted stands: 13 in `9 to 13 cards`."""
        return self.max if isinstance(self.max, int) else self.min or 0

    @property
    def rules(self) -> tuple[str, ...]:
        """The ids of the rules that a breach may cite."""
        return self.rule, self.spread, self.unnamed, self.also, *(self.by_section or {}).values()


@dataclass(frozen=True, slots=True)
class Permit:
    """A rule that allows something: nothing to test, but a checker that refuses it is wrong."""

    rule: str
    note: str = ""
    cards: str = ""


@dataclass(frozen=True, slots=True)
class Draws:
    """How a game draws from a deck: opening hand, cards per turn, and mulligans (`aside`: the old hand is put by)."""

    section: str = "main"
    opening: int = 5
    per_turn: int = 1
    first_player_draws: bool = True
    mulligans: int = 0
    aside: bool = False
    rules: tuple[str, ...] = ()

    def seen(self, turn: int, first: bool = True) -> int:
        """How many cards a player has seen in the own turn of that number (0: the opening hand)."""
        skipped = 1 if first and not self.first_player_draws and turn > 0 else 0
        return self.opening + self.per_turn * (turn - skipped)


@dataclass(frozen=True, slots=True)
class Format:
    """A construction format; `sections` maps ids to titles, those of `beside` hold no cards of the deck's number."""

    id: str
    name: str
    sections: Mapping[str, str]
    constraints: tuple[Constraint, ...]
    permits: tuple[Permit, ...] = ()
    draws: Draws = Draws()
    curve: str = "cost"
    sums: Mapping[str, str] | None = None
    document: str = DECK
    beside: frozenset[str] = frozenset()

    @property
    def rules(self) -> tuple[str, ...]:
        """The ids of all rules that the format states, tests and permits alike."""
        named = [rule for one in self.constraints for rule in one.rules]
        return tuple(dict.fromkeys(rule for rule in (*named, *(permit.rule for permit in self.permits)) if rule))


def load_format(project: Project, name: str | None = None, kind: str | None = None) -> Format:
    """Read a format of a project: the named one, else the usual one for a kind of documents, or for decks.

    The usual one is `standard`, else the one that is called like the kind, else the first. Raises `NotFound` or
    `FormatError`.
    """
    folder = project.path / "formats"
    known = format_names(project, kind if name else kind or DECK)
    usual = next((one for one in (DEFAULT, kind) if one in known), known[0] if known else DEFAULT)
    wanted = name or usual
    if not known and not name and (others := format_names(project)):
        what = "decks" if kind in (None, DECK) else f"format for documents of the kind {kind!r}"
        raise NotFound(f"{project.slug} has no {what}; its formats are for documents: {', '.join(others)}")
    if wanted not in known:
        of = f" for documents of the kind {kind!r}" if kind not in (None, DECK) else ""
        more = nearest_note(wanted, known, f"; formats{of}: {', '.join(known) or 'none'}")
        raise NotFound(f"{project.slug} has no format {wanted!r}{of}{more}")
    return read_format(project, folder / f"{wanted}.json")


def format_names(project: Project, kind: str | None = None) -> list[str]:
    """The names of a project's formats, of all of them or of those for a kind of documents."""
    names = [path.stem for path in project.files("formats")]
    if kind is None or not project.kinds:
        return names
    return [name for name in names if project.formats[name].get("document", DECK) == kind]


def read_format(project: Project, path: Path, above: tuple[Path, ...] = ()) -> Format:
    """Read one format file of a project, and those that it extends; `above` are the ones that extend it.

    The draws may name the numbers of the game's rules.
    """
    data, constants = project.read(path), project.game.constants
    fields = Fields(data, str(path))
    name = fields.text("extends", "")
    if not name:
        return parse_format(data, str(path), constants=constants)
    wanted = path.with_name(f"{name}.json")
    others = [other for other in project.files("formats") if other not in (path, *above)]
    if wanted not in others:
        near = nearest_note(name, [other.stem for other in others])
        fields.wrong("extends", name, f"another format of the project, which does not extend this one{near}")
    return parse_format(data, str(path), read_format(project, wanted, (path, *above)), constants)


def parse_format(
    data: object,
    where: str = "format",
    base: Format | None = None,
    constants: Mapping[str, int] | None = None,
) -> Format:
    """A format from parsed JSON, and the one that it extends; raises `FormatError` at the first field that is wrong."""
    fields = Fields(data, where, constants)
    document = fields.text("document", base.document if base else DECK)
    sections, beside = {}, set()
    for part in fields.objects("sections"):
        sections[part.text("id")] = part.text("name", part.text("id"))
        if not part.flag("counted", True):
            beside.add(part.text("id"))
        part.done()
    if base is not None and not sections:
        sections, beside = dict(base.sections), set(base.beside)
    overview = fields.object("overview")
    sums = {one.text("name"): one.text("field") for one in overview.objects("sums")}
    if document != DECK and sections:
        fields.wrong("sections", list(sections), f"none: a {document!r} has its own fields")
    constraints = [_constraint(one, tuple(sections)) for one in fields.objects("constraints")]
    permits = [
        Permit(one.text("rule"), one.text("note", ""), one.text("cards", "")) for one in fields.objects("permits")
    ]
    draws = _draws(fields.object("draws"), tuple(sections))
    made = Format(
        id=fields.text("id"),
        name=fields.text("name", fields.text("id")),
        sections=sections if sections or document != DECK else {"main": "Deck"},
        constraints=(*(base.constraints if base else ()), *constraints),
        permits=(*(base.permits if base else ()), *permits),
        draws=base.draws if base and not fields.has("draws") else draws,
        curve=overview.text("curve", base.curve if base else "cost"),
        sums=sums if base is None or overview.has("sums") else base.sums,
        document=document,
        beside=frozenset(beside),
    )
    fields.done("$schema", *(["extends"] if base else []))
    return made


def _constraint(fields: Fields, known: tuple[str, ...]) -> Constraint:
    kind = fields.choice("kind", tuple(KINDS))
    declared = KINDS[kind]
    for name in fields.names():
        if name not in declared.named:
            fields.unknown(name, declared.named)
    cases = fields.object("for")
    derived = {key: fields.formula(key) for key in ("min", "max", "exactly")} if kind == "value" else {}
    exactly = None if derived else fields.amount("exactly")
    low = exactly if isinstance(exactly, int) else None
    values, by_section = fields.object("values"), fields.object("by_section")
    made = Constraint(
        kind=kind,
        rule=fields.text("rule", ""),
        note=fields.text("note", ""),
        severity=cast(Severity, fields.choice("severity", ("error", "warning", "advice"))),
        scope=cast(Literal["deck", "table"], fields.choice("scope", ("deck", "table"))),
        sections=fields.texts("sections"),
        each=fields.flag("each"),
        of=fields.text("of", ""),
        without=fields.text("except", ""),
        by=cast(Literal["id", "name"], fields.choice("by", ("id", "name"))),
        spread=fields.text("spread", ""),
        min=None if derived else low if low is not None else fields.number("min"),
        max=None if derived else exactly if exactly is not None else fields.amount("max"),
        full=exactly is not None and low is None,
        sum=fields.text("sum", ""),
        header=fields.text("header", ""),
        unnamed=fields.text("unnamed", ""),
        values={key: values.text(key) for key in values.names()} or None,
        condition=fields.text("if", ""),
        needs=fields.texts("needs"),
        decks=fields.texts("decks"),
        check=fields.text("check", ""),
        also=fields.text("also", ""),
        by_section={key: by_section.text(key) for key in by_section.names()} or None,
        ways=tuple(_way(one) for one in fields.objects("ways")),
        must=fields.text("must", ""),
        when=fields.text("when", ""),
        cases={key: cases.text(key) for key in cases.names()} or None,
        value=fields.text("value", ""),
        limits={key: text for key, text in derived.items() if text} or None,
        shown=fields.text("found", ""),
        allowed=fields.text("allowed", ""),
        fix=fields.text("fix", ""),
    )
    for number, section in enumerate(made.sections):
        _known_section(fields, f"sections[{number}]", section, known)
    for section in made.by_section or ():
        _known_section(fields, f"by_section.{section}", section, known)
    if made.severity != "advice" and not made.rule and declared.ruled:
        fields.wrong("rule", None, "the id of the rule (only advice, pool and sections do without)")
    for key in declared.needed:
        if not fields.has(key):
            fields.wrong(key, None, f"a value: kind {kind!r} needs it")
    if declared.limited and made.min is None and made.max is None and not made.limits:
        fields.wrong("min", None, "at least one of min, max and exactly")
    fields.done()
    return made


def _known_section(fields: Fields, key: str, section: str, known: tuple[str, ...]) -> None:
    """Raise `FormatError` for a section that the format does not have."""
    if known and section not in known:
        fields.wrong(key, section, f"one of {', '.join(known)}{nearest_note(section, known)}")


def _way(fields: Fields) -> Way:
    made = Way(fields.text("of", ""), fields.text("by", ""), fields.text("named_by", ""), fields.flag("chain"))
    fields.done()
    return made


def _draws(fields: Fields, known: tuple[str, ...]) -> Draws:
    """How the game draws; from the section called main, else the first one, unless the format names another."""
    mulligan = fields.object("mulligan")
    usual = "main" if "main" in known or not known else known[0]
    made = Draws(
        section=fields.text("section", usual),
        opening=fields.number("opening", 5),
        per_turn=fields.number("per_turn", 1),
        first_player_draws=fields.flag("first_player_draws", True),
        mulligans=mulligan.number("times", 0),
        aside=mulligan.choice("shuffled_in", ("before", "after")) == "after",
        rules=fields.texts("rules"),
    )
    _known_section(fields, "section", made.section, known or ("main",))
    fields.done()
    return made

"""Documents that are no decks at the command line: what each field says and what their dice come to; kinds, options."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from cardlib.decks.ledgers import alike, told, total
from cardlib.errors import CardlibError
from cardlib.filters.nearest import nearest_note
from cardlib_cli.output import Format, bar, bold, dim, emit, emit_json, note, percent, say, write
from cardlib_cli.slots_shown import drawn

if TYPE_CHECKING:
    import typer

    from cardlib.catalog.projects import Project
    from cardlib.deck_odds import DeckOdds
    from cardlib.decks import Deck
    from cardlib.decks.kinds import Field, Kind
    from cardlib.decks.ledgers import Ledger
    from cardlib.odds import Distribution

_CONDITION = re.compile(r"\s*([a-z][a-z0-9-]*)\s*(?:(>=|<=|==|=|>|<|≥|≤)\s*(\d{1,6}))?\s*")
LONGEST = 64  # characters of an entry with several values that stands in one row
_SIGNS = {"==": "=", "≥": ">=", "≤": "<="}


def show_document(held: Deck, project: Project, form: Format) -> None:
    """Write a document: its fields, one row for each value, and its figures."""
    from cardlib.decks.documents import document_json
    from cardlib.decks.facts import values_of
    from cardlib.decks.kinds import kind_of
    from cardlib.decks.working import Work

    kind = kind_of(project, held.kind)
    work = Work(kind.naming, values_of(held, project), held.headers)
    shown = {name: figure for name, figure in kind.figures.items() if not figure.hidden}
    ledgers = {figure.title: work.ledger(name) for name, figure in shown.items() if figure.given is not None}
    figures = {name: work.of(figure.formula) for name, figure in shown.items() if figure.given is None}
    if form is Format.JSON:
        given = {name: _parts(work.ledger(name)) for name, figure in shown.items() if figure.given is not None}
        emit_json({**document_json(held, kind, project), "figures": figures | given})
        return
    rows: list[dict[str, object]] = []
    picture = drawn(kind, held.fields, work, project) if form is Format.TABLE else []
    for name, about in kind.fields.items():
        if name in held.fields and not (picture and kind.drawing is not None and name == kind.drawing.field):
            rows += _rows(held.fields[name], about, about.title or name, work)
    rows += [{"field": shown[name].title, "entry": "", "value": work.shown(value)} for name, value in figures.items()]
    if form is Format.TABLE:
        say("\n".join([f"{bold(held.name)}  {dim(kind.name)}", *map(dim, held.comments), ""]))
        if picture:
            write("\n".join([*picture, ""]))
    parts = [row for title, ledger in ledgers.items() for row in _ledger_rows(title, ledger, form)]
    if form is not Format.TABLE:
        emit([*rows, *parts], ["field", "entry", "value", *(["from"] if parts else [])], form)
        return
    emit(rows, ["field", "entry", "value"], form)
    if parts:
        write("")
        emit(parts, list(parts[0]), form)


def document_changes(a: Deck, b: Deck, project: Project) -> list[dict[str, object]]:
    """Return a row for each field, or entry of one, of which two documents of a kind say different things."""
    from cardlib.decks.facts import values_of
    from cardlib.decks.kinds import kind_of
    from cardlib.decks.working import Work

    if a.kind != b.kind:
        raise CardlibError(f"documents of two kinds: {a.kind} and {b.kind}")
    kind = kind_of(project, a.kind)
    said: dict[tuple[str, str], tuple[list[str], list[str]]] = {}
    for side, held in enumerate((a, b)):
        work = Work(kind.naming, values_of(held, project), held.headers)
        for name, about in kind.fields.items():
            for row in _rows(held.fields[name], about, about.title or name, work) if name in held.fields else ():
                at = str(row["field"]), str(row["entry"])
                said.setdefault(at, ([], []))[side].append(str(row["value"]))
    return [
        {"field": field, "entry": entry, "A": ", ".join(one), "B": ", ".join(other)}
        for (field, entry), (one, other) in said.items()
        if one != other
    ]


def _parts(ledger: Ledger) -> dict[str, dict[str, object]]:
    """A ledger as JSON: each number, and what it comes from."""
    return {
        entry: {name: {"value": total(parts), "from": [list(part) for part in parts]} for name, parts in of.items()}
        for entry, of in ledger.items()
    }


def _ledger_rows(title: str, ledger: Ledger, form: Format) -> list[dict[str, object]]:
    """A row for each number, with what it comes from; in a table entries that are alike stand together."""
    groups = alike(ledger) if form is Format.TABLE else [([entry], of) for entry, of in ledger.items()]
    rows: list[dict[str, object]] = []
    for entries, of in groups:
        for at, (name, parts) in enumerate(of.items()):
            if form is Format.TABLE:
                first = ", ".join(entries) if at == 0 else ""
                rows.append({title.lower(): first, "number": name, "value": total(parts), "from": told(parts)})
            else:
                where = f"{entries[0]}.{name}"
                rows.append({"field": title, "entry": where, "value": total(parts), "from": told(parts)})
    return rows


def fixed_values(kind: Kind, written: Sequence[str]) -> dict[str, object]:
    """Return what `--set` fixes, by path; raises `CardlibError` for what is no field of the kind or no value of it."""
    found: dict[str, object] = {}
    for text in written:
        path, sign, value = (part.strip() for part in text.partition("="))
        about = _field_at(kind, path, text)
        if not sign or not (about.plain or about.type == "text"):
            raise CardlibError(f"--set {text}: expected a field of one value and the value, such as budget.red=3")
        found[path] = _fixed(about, value, text)
    return found


def _field_at(kind: Kind, path: str, text: str) -> Field:
    """The field of a path, which goes through groups of fields and through maps by their keys."""
    about: Field | None = None
    for step in path.split("."):
        fields = kind.fields if about is None else about.fields
        inner = fields.get(step) or (about.of if about is not None else None)
        if inner is None:
            more = nearest_note(step, fields, f"; fields: {', '.join(kind.fields)}")
            raise CardlibError(f"--set {text}: a {kind.name} has no field {step!r}{more}")
        if about is not None and about.keys and step not in about.keys:
            more = nearest_note(step, about.keys, f"; it has: {', '.join(about.keys)}")
            raise CardlibError(f"--set {text}: {about.title or 'that field'} has no {step!r}{more}")
        about = inner
    assert about is not None  # a path has a step
    return about


def _fixed(about: Field, value: str, text: str) -> object:
    """The value that a field is given; out of its bounds nothing could be made of it."""
    flags = {"yes": True, "true": True, "no": False, "false": False}
    if about.type == "flag":
        if value not in flags:
            raise CardlibError(f"--set {text}: found {value[:40]!r}, expected yes or no")
        return flags[value]
    if about.type != "number":
        return value
    if not re.fullmatch(r"-?[0-9]{1,9}", value):
        raise CardlibError(f"--set {text}: found {value[:40]!r}, expected a whole number")
    number = int(value)
    if about.min is not None and number < about.min:
        raise CardlibError(f"--set {text}: found {number}, expected at least {about.min}")
    if about.max is not None and number > about.max:
        raise CardlibError(f"--set {text}: found {number}, expected at most {about.max}")
    return number


def kind_of_dice(held: Deck, project: Project) -> bool:
    """Whether a document is of a kind that answers questions about its dice."""
    from cardlib.decks.kinds import DECK, kind_of

    return held.kind != DECK and bool(kind_of(project, held.kind).questions)


def asked_values(written: Sequence[str]) -> dict[str, int | str]:
    """Return what `--with` says; raises `CardlibError` for what is no name and value."""
    found: dict[str, int | str] = {}
    for text in written:
        name, sign, value = (part.strip() for part in text.partition("="))
        if not sign or not name or not value:
            raise CardlibError(f"--with {text}: expected a name and its value, such as distance=2")
        found[name] = int(value) if re.fullmatch(r"-?[0-9]{1,6}", value) else value
    return found


def show_odds(
    held: Deck,
    other: Deck | None,
    project: Project,
    conditions: Sequence[str],
    form: Format,
    asked: Mapping[str, int | str] | None = None,
) -> None:
    """Write the chances of a document's dice, alone and against another document: `hits>=3`, or `hits` for all."""
    from cardlib.deck_odds import deck_odds
    from cardlib.odds.distribution import COMPARISONS

    rows: list[dict[str, object]] = []
    notes: list[str] = []
    for text in conditions:
        found = _CONDITION.fullmatch(text)
        if found is None:
            raise CardlibError(f"found '{text[:60]}', expected a question and a number such as hits>=3")
        name, sign, number = found[1], _SIGNS.get(found[2] or "", found[2]), int(found[3] or 0)
        odds = deck_odds(project, held, name, other, asked)
        cases = _cases(odds, other)
        results = [number] if sign else sorted({result for _, made in cases for result in made})
        for result in results:
            for case, made in cases:
                test = COMPARISONS[sign or ">="]
                chance = sum((made.chance(one) for one in made if test(one, result)), Fraction(0))
                row: dict[str, object] = {"question": f"{name} {sign or '>='} {result}"}
                row |= {"against": case} if other is not None else {}
                if form in (Format.TABLE, Format.MD):
                    row |= {"chance": percent(chance), "": bar(float(chance), 24) if form is Format.TABLE else ""}
                else:
                    row |= {"chance": float(chance), "fraction": str(chance)}
                rows.append(row)
        notes += [] if sign else [f"{name}, {case}: {float(made.mean):.2f} on average" for case, made in cases]
        notes += [f"{name}: {text}" for text in dict.fromkeys((odds.faced,)) if text]
    emit(rows, list(rows[0]), form)
    for text in notes if form is Format.TABLE else ():
        note(text)


def _cases(odds: DeckOdds, other: Deck | None) -> list[tuple[str, Distribution]]:
    """What a question comes to, alone and against another document."""
    if odds.written:
        return [("nobody in particular", odds.plain)] if other is None else [(other.name, odds.against)]
    cases = [(f"without {odds.again_title}", odds.plain)]
    return cases + ([(f"{other.name}, {odds.again_title} {odds.again}", odds.against)] if other is not None else [])


def _rows(value: Any, about: Field, title: str, work: Any, entry: str = "") -> list[dict[str, object]]:
    """The rows of a field: one for a value, one for each entry of a map or list, and for each part of a long one."""
    if about.type == "word":
        value = about.values.get(value, value)
    if about.type in ("map", "cards", "list", "record") and value and (not entry or len(work.shown(value)) > LONGEST):
        entries = value.items() if isinstance(value, dict) else enumerate(value, 1)
        found = []
        for key, one in entries:
            inner = about.fields[str(key)] if about.type == "record" else about.of if about.of is not None else about
            named = work.shown(key) if about.type == "cards" else str(key)
            found += _rows(one, inner, title, work, f"{entry} {named}".strip())
        return found
    return [{"field": title, "entry": entry, "value": work.shown(value)}]


def usual_kind(project: Project) -> str:
    """Return the kind of document that a project has: decks, else its only kind; raises CardlibError for several."""
    from cardlib.decks.formats import format_names

    if not project.kinds or format_names(project, "deck"):
        return "deck"
    if len(project.kinds) > 1:
        raise CardlibError(f"{project.slug} has no decks; name the kind of document: --kind {', '.join(project.kinds)}")
    return next(iter(project.kinds))


def own_options(context: typer.Context, names: Sequence[str]) -> dict[str, str]:
    """What options of a game's own words are given as, like any others; other options are refused."""
    import click

    options = [f"--{name}" for name in names]
    found: dict[str, str] = {}
    words = list(context.args)
    while words:
        name, sign, value = words.pop(0).partition("=")
        if not name.startswith("-"):
            raise click.UsageError(f"Got unexpected extra argument ({name})", context)
        if name not in options:
            raise click.NoSuchOption(name, possibilities=options, ctx=context)
        if not sign and not words:
            raise click.BadOptionUsage(name, f"Option '{name}' requires an argument.", context)
        found[name[2:]] = value if sign else words.pop(0)
    return found

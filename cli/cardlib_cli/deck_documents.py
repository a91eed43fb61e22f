"""Shows documents that are no decks: what each field says, and the figures that follow from it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cardlib_cli.output import Format, bold, dim, emit, emit_json, write

if TYPE_CHECKING:
    from cardlib.catalog.projects import Project
    from cardlib.decks import Deck
    from cardlib.decks.kinds import Field


def show_document(held: Deck, project: Project, form: Format) -> None:
    """Write a document: its fields, one row for each value, and its figures."""
    from cardlib.decks.documents import document_json
    from cardlib.decks.facts import values_of
    from cardlib.decks.kinds import kind_of
    from cardlib.decks.working import Work

    kind = kind_of(project, held.kind)
    work = Work(kind.naming, values_of(held, project), held.headers)
    figures = {name: work.of(figure.formula) for name, figure in kind.figures.items()}
    if form is Format.JSON:
        emit_json({**document_json(held, kind, project), "figures": figures})
        return
    rows: list[dict[str, object]] = []
    for name, about in kind.fields.items():
        if name in held.fields:
            rows += _rows(held.fields[name], about, about.title or name, work)
    rows += [
        {"field": figure.title, "entry": "", "value": work.shown(figures[name])}
        for name, figure in kind.figures.items()
    ]
    if form is Format.TABLE:
        write(f"{bold(held.name)}  {dim(kind.name)}\n")
    emit(rows, ["field", "entry", "value"], form)


def _rows(value: Any, about: Field, title: str, work: Any, entry: str = "") -> list[dict[str, object]]:
    """The rows of a field: one for a value, one for each entry of a map or list."""
    if about.type == "word":
        value = about.values.get(value, value)
    if not entry and about.type in ("map", "cards", "list") and value:
        entries = value.items() if isinstance(value, dict) else enumerate(value, 1)
        found = []
        for key, one in entries:
            named = work.shown(key) if about.type == "cards" else str(key)
            inner = about.of if about.of is not None else about
            found += _rows(one, inner, title, work, named)
        return found
    return [{"field": title, "entry": entry, "value": work.shown(value)}]

"""Questions to the catalogue: which cards, how many of each, one card, which rules.

Every function takes projects; the rows of several games come in one list. A query that uses a word which one of several
games does not know skips that game; a word that no game knows is an error.
"""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from cardlib.catalog.built import DeckReader
from cardlib.catalog.database import connect
from cardlib.errors import Ambiguous, CardlibError, NotFound
from cardlib.filters.errors import FilterError
from cardlib.filters.nearest import nearest_note
from cardlib.filters.words import fold

if TYPE_CHECKING:
    from cardlib.catalog.models import GameInfo
    from cardlib.catalog.projects import Project
    from cardlib.filters.conditions import Parameter

Cell: TypeAlias = int | float | str | bool | list[str] | None
Row: TypeAlias = dict[str, Cell]
DeckCards: TypeAlias = Callable[["Project", str], Collection[str]]

_FIELDS = ("game", "id", "name", "type", "type_line", "subtypes", "keywords", "text", "flavour", "abilities")
_SELECT = (
    "SELECT game, id, name, type, type_line, text, flavour, abilities, subtypes, keywords, keyword_line, attributes,"
    " formerly, unimplemented, file, line FROM cards"
)


def find_cards(
    projects: Sequence[Project],
    query: str = "",
    sort: Sequence[str] = (),
    limit: int | None = None,
    *,
    decks: DeckReader | None = None,
    in_deck: DeckCards | None = None,
) -> list[Row]:
    """Return the cards that pass the query, one row each: game, id, name, type, subtypes, keywords, attributes, text.

    `sort` names fields, `-field` for falling order; cards without the field come last. `decks` reads the decks of a
    project, `in_deck` a deck for `in:`. Raises `FilterError` for a query that does not parse and for an unknown field;
    what of a query fits the name of no card tells `cardlib.catalog.understanding.remarks`.
    """
    rows: list[Row] = []
    failed: list[FilterError] = []
    understood: list[Project] = []
    for project in projects:
        try:
            where, parameters = _condition(project, query, in_deck, decks is not None)
        except FilterError as error:
            failed.append(error)
            continue
        with closing(connect([project], decks)) as connection:
            try:
                _, found = connection.answer(f"{_SELECT} WHERE {where} ORDER BY name_folded, id", parameters)
            except CardlibError as error:
                raise CardlibError(f"the query {error}") from None
            except sqlite3.OperationalError as error:
                raise CardlibError(f"the query is too large for the database: {error}") from None
        rows += [_row(values, project) for values in found]
        understood.append(project)
    if failed:
        from cardlib.catalog.understanding import misunderstood

        problem = failed[0] if len(projects) == 1 else misunderstood(understood, query, failed, decks)
        if problem is not None:
            raise problem
    for field in reversed(sort):
        rows = _sorted(rows, field, projects)
    return rows[:limit]


def _condition(
    project: Project, query: str, in_deck: DeckCards | None, with_decks: bool
) -> tuple[str, list[Parameter]]:
    def cards_of(deck: str) -> Collection[str]:
        if in_deck is None:
            raise CardlibError("in: needs decks, and there are none here")
        return in_deck(project, deck)

    if not query.strip():
        return "1", []
    from cardlib.filters.conditions import sql
    from cardlib.filters.nodes import Compare, Has, IsParity
    from cardlib.filters.parsing import parse

    filter_ = parse(query, project.vocabulary)
    for leaf in filter_.leaves():
        if not with_decks and isinstance(leaf, Compare | IsParity | Has) and leaf.field == "used":
            raise FilterError("used: needs decks, and there are none here", query, leaf.at)
    return sql(filter_, cards_of)


def _row(values: Sequence[object], project: Project) -> Row:
    game, id_, name, type_, type_line, text, flavour, abilities, subtypes, _, line, attributes, *rest = values
    row: Row = {"game": str(game), "id": str(id_), "name": str(name), "type": str(type_), "type_line": str(type_line)}
    row["subtypes"] = json.loads(str(subtypes))
    own = json.loads(str(attributes))
    for attribute in project.game.attributes.values():
        if not attribute.part_of:
            row[attribute.id] = own.get(attribute.id)
            row |= {part: own[part] for part in own if part in attribute.parts}
            row |= {part: None for part in attribute.parts if part not in own}
    row["keywords"] = str(line)
    row["text"] = str(text)
    row["flavour"] = str(flavour)
    row["abilities"] = int(str(abilities))
    row["formerly"] = json.loads(str(rest[0]))
    row["unimplemented"] = None if rest[1] is None else str(rest[1])
    row["file"] = f"{rest[2]}:{rest[3]}"
    return row


def written_wholes(row: Mapping[str, object], game: GameInfo) -> dict[str, str]:
    """Return the sums and tables of a row as they are printed, `{"cost": "2B 1S", "health": "5/5/7"}`."""
    wholes = [attribute for attribute in game.attributes.values() if attribute.parts]
    return {one.id: game.written(one, row) for one in wholes if row.get(one.id) is not None}


def fields_of(projects: Sequence[Project]) -> list[str]:
    """Return every field that a row can be sorted, shown or counted by."""
    attributes = [attribute for project in projects for attribute in project.game.attributes]
    return list(dict.fromkeys([*_FIELDS[:5], *attributes, *_FIELDS[5:], "formerly", "unimplemented", "file"]))


def known_field(name: str, projects: Sequence[Project]) -> str:
    """Return the field of that name; raises `NotFound` with the nearest one."""
    fields = fields_of(projects)
    low = {"keyword": "keywords", "subtype": "subtypes"}.get(name.lower(), name.lower())
    if low in fields:
        return low
    more = nearest_note(low, fields, f"; known: {', '.join(fields)}")
    raise NotFound(f"unknown field '{name}'{more}")


def _sorted(rows: list[Row], field: str, projects: Sequence[Project]) -> list[Row]:
    falling = field.startswith("-")
    name = known_field(field.lstrip("-"), projects)
    there = [row for row in rows if row.get(name) not in (None, "", [])]
    missing = [row for row in rows if row.get(name) in (None, "", [])]
    return sorted(there, key=lambda row: sort_key(row[name]), reverse=falling) + missing


def sort_key(value: Cell) -> tuple[int, float, str]:
    """Order numbers before words, words without case."""
    if isinstance(value, int | float):
        return 0, float(value), ""
    return 1, 0.0, fold(", ".join(value) if isinstance(value, list) else str(value))


@dataclass(frozen=True, slots=True)
class Count:
    """How many cards have a value."""

    value: Cell
    count: int
    share: float


def count_cards(
    projects: Sequence[Project],
    query: str = "",
    by: str = "type",
    *,
    decks: DeckReader | None = None,
    in_deck: DeckCards | None = None,
) -> list[Count]:
    """Return how many of the cards that pass the query have each value of a field; None stands for cards without it.

    A card with several keywords or subtypes counts once for each of them.
    """
    field = known_field(by, projects)
    rows = find_cards(projects, query, decks=decks, in_deck=in_deck)
    totals: dict[Cell, int] = {}
    for row in rows:
        for value in _values(row, field):
            totals[value] = totals.get(value, 0) + 1
    ordered = sorted(totals.items(), key=lambda item: (item[0] is None, *sort_key(item[0])))
    if any(isinstance(value, str) for value in totals):
        ordered = sorted(ordered, key=lambda item: (item[0] is None, isinstance(item[0], str) and -item[1]))
    return [Count(value, count, count / len(rows)) for value, count in ordered]


def _values(row: Row, field: str) -> list[int | float | str | bool | None]:
    value = row.get(field)
    if field == "keywords":
        value = str(value).split(", ") if value else []
    if isinstance(value, list):
        return list(value) or [None]
    return [None] if value == "" else [value]


def one_card(projects: Sequence[Project], name: str, decks: DeckReader | None = None) -> Row:
    """Return the row of the one card with that id, name or former name.

    Raises `NotFound` with the nearest names, `Ambiguous` when several cards carry it.
    """
    from cardlib.filters.names import name_index

    now: list[tuple[Project, str]] = []
    former: list[tuple[Project, str]] = []
    titles: dict[tuple[Project, str], str] = {}
    for project in projects:
        with closing(connect([project], decks)) as connection:
            rows = connection.execute("SELECT id, name, formerly FROM cards").fetchall()
        index = name_index(_Named(id_, title, json.loads(old)) for id_, title, old in rows)
        titles |= {(project, id_): title for id_, title in index.names.items()}
        now += [(project, id_) for id_ in index.current(name)]
        former += [(project, id_) for id_ in index.find(name)]
    found = now or former
    if len(found) == 1:
        project, id_ = found[0]
        with closing(connect([project], decks)) as connection:
            return _row(connection.execute(f"{_SELECT} WHERE id = ?", [id_]).fetchone(), project)
    if found:
        listed = ", ".join(f"{titles[project, id_]} ({id_}, {project.slug})" for project, id_ in found)
        raise Ambiguous(f"'{name}' names several cards: {listed}")
    from cardlib.catalog.names import no_such

    raise no_such("card", name, titles.values())


class _Named(NamedTuple):
    """A card as the database names it."""

    id: str
    name: str
    formerly: list[str]


def _without_zeros(id_: str) -> str:
    """An id of a rule without the zeros that fill its number up: MIW-21 for MIW-021."""
    return re.sub(r"(?<=\D)0+(?=\d)", "", id_)


def find_rules(
    projects: Sequence[Project], words: Sequence[str] = (), kind: str | None = None, decks: DeckReader | None = None
) -> list[Row]:
    """Return rules: those of some ids, those with the words (best first), or all in the order of the rulebook.

    `kind` is one of `RULE_KINDS`. Raises `NotFound` when nothing fits, with the nearest id, and `CardlibError` for
    another kind.
    """
    if kind is not None and kind not in RULE_KINDS:
        raise CardlibError(
            f"'{kind}' is no kind of rule, expected {', '.join(RULE_KINDS)}{nearest_note(kind, RULE_KINDS)}"
        )
    rows: list[Row] = []
    ids: list[str] = []
    if len(words) > 1 and all(RULE_ID.fullmatch(word) for word in words):
        return [row for word in words for row in find_rules(projects, [word], kind, decks)]
    for project in projects:
        with closing(connect([project], decks)) as connection:
            found = list(_rules(connection, words, kind))
            ids += [id_ for id_, of in connection.execute("SELECT id, kind FROM rules") if kind in (None, of)]
        rows += found
    if words and not rows:
        text = " ".join(words)
        alike = f"; ids are such as {ids[0]}" if ids else ""
        padded = [id_ for id_ in ids if _without_zeros(id_) == _without_zeros(text.upper())]
        near = (
            nearest_note(text.upper(), padded or ids, alike) if any(character.isdigit() for character in text) else ""
        )
        raise NotFound(f"no {kind or 'rule'} has '{text}'{near}{_begun(text, ids)}")
    return rows


def _begun(text: str, ids: Sequence[str]) -> str:
    """Return which ids begin so, as the end of a message."""
    found = [id_ for id_ in ids if id_.startswith(text.upper())]
    if not found:
        return ""
    listed = ", ".join(found) if len(found) <= BEGUN else f"{found[0]} to {found[-1]}, {len(found)} in all"
    return f"; ids that begin so: {listed}"


RULE_ID = re.compile(r"[A-Za-z][A-Za-z0-9]*-[A-Za-z]*[0-9]+[a-z]?")
RULE_KINDS = ("rule", "construction", "ruling", "example")
BEGUN = 12  # ids that are listed one by one
RULE_COLUMNS = ("game", "id", "kind", "section", "title", "question", "text", "why", "refs", "pins", "broken_by")


def _rules(connection: sqlite3.Connection, words: Sequence[str], kind: str | None) -> Iterator[Row]:
    columns = ", ".join(f"rules.{name}" for name in RULE_COLUMNS)
    of_kind = " AND rules.kind = ?" if kind else ""
    more = [kind] if kind else []
    if len(words) == 1 and words[0].isprintable():
        exact = connection.execute(f"SELECT {columns} FROM rules WHERE lower(id) = lower(?)", [words[0]]).fetchall()
        if exact:
            rows = [_rule(values) for values in exact]
            yield from (row for row in rows if kind in (None, row["kind"]))
            return
    words = [word for word in words if word.strip()]
    if any("\ud800" <= character <= "\udfff" for word in words for character in word):
        return
    if words:
        quoted = " ".join('"' + word.replace('"', '""') + '"' for word in words)
        found = connection.execute(
            f"SELECT {columns} FROM rule_search JOIN rules USING (game, id)"
            f" WHERE rule_search MATCH ?{of_kind} ORDER BY bm25(rule_search)",
            [quoted, *more],
        )
    else:
        found = connection.execute(f"SELECT {columns} FROM rules WHERE 1{of_kind} ORDER BY number", more)
    yield from (_rule(values) for values in found.fetchall())


def _rule(values: Iterable[object]) -> Row:
    row: Row = {name: str(value) for name, value in zip(RULE_COLUMNS, values, strict=True)}
    row["refs"] = json.loads(str(row["refs"]))
    row["pins"] = json.loads(str(row["pins"]))
    return row

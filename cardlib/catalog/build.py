"""Builds the database of one or more projects: a new file in one transaction, then put in place of the old one.

Everything read commands need is in it, so that they touch no JSON. SQLModel is imported here and nowhere else.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

from cardlib.catalog.built import TRIES, BuiltDeck, DeckReader
from cardlib.catalog.models import AttributeInfo, Card
from cardlib.catalog.projects import Project
from cardlib.catalog.reading import DataError
from cardlib.catalog.signature import Signature
from cardlib.filters.words import bare, fold
from cardlib.kernel.ability import operations_in
from cardlib.kernel.dice import Dice, Die, Symbol
from cardlib.memory import uncollected
from cardlib.writing import NotWritten, replacing


class _Moved(Exception):
    """A file was changed while it was read."""


@uncollected()
def build_database(projects: Sequence[Project], target: Path, decks: DeckReader | None = None) -> list[Signature]:
    """Write the database of the projects to `target`, which is replaced only when all of it is there.

    The projects have to have passed `check_project`; `decks` reads the decks of a project. What has been read of files
    that were edited since is read again. Returns the signatures of the files. Raises `NotWritten` if nothing can be
    written there.
    """

    def attempt(current: Sequence[Project]) -> None:
        try:
            with replacing(target) as made, closing(sqlite3.connect(made, isolation_level=None)) as connection:
                _fill(connection, current, decks)
        except sqlite3.OperationalError as error:
            raise NotWritten(f"{target}: cannot write: {error}") from None

    return _between_edits(projects, attempt)


@uncollected()
def database_in_memory(project: Project, decks: DeckReader | None = None) -> tuple[bytes, Signature]:
    """Return the database of a project as the bytes of its file, and the signature of the files that it holds."""
    made: list[bytes] = []

    def attempt(current: Sequence[Project]) -> None:
        with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
            _fill(connection, current, decks)
            made[:] = [connection.serialize()]

    (signature,) = _between_edits([project], attempt)
    return made[0], signature


def _between_edits(projects: Sequence[Project], attempt: Callable[[Sequence[Project]], None]) -> list[Signature]:
    """Make a database of projects as their files are now; they are read again where one was edited meanwhile."""
    current = list(projects)
    for _ in range(TRIES):
        with suppress(_Moved):
            _unmoved(current)
            attempt(current)
            return [project.signature for project in current]
        current = [Project(project.path) for project in projects]
    raise DataError(f"{', '.join(str(project.path) for project in projects)}: the files change while they are read")


def _unmoved(projects: Sequence[Project]) -> None:
    """Raise `_Moved` unless the projects are what is in their files now."""
    if any(one.changes or not Signature(one.path).same_files(one.signature) for one in projects):
        raise _Moved


def _fill(connection: sqlite3.Connection, projects: Sequence[Project], decks: DeckReader | None) -> None:
    """Write everything into an empty database; raises `_Moved` if a file was changed meanwhile."""
    from sqlalchemy import StaticPool, insert
    from sqlalchemy.exc import DBAPIError
    from sqlmodel import SQLModel, create_engine

    from cardlib.catalog import tables

    engine = create_engine("sqlite://", creator=lambda: connection, poolclass=StaticPool)
    try:
        with engine.connect() as made:
            made.exec_driver_sql("PRAGMA journal_mode = OFF")
            made.exec_driver_sql("PRAGMA synchronous = OFF")
            made.exec_driver_sql("BEGIN")
            SQLModel.metadata.create_all(made)
            made.exec_driver_sql(
                "CREATE VIRTUAL TABLE card_search USING fts5"
                "(game UNINDEXED, id UNINDEXED, name, text, tokenize = 'unicode61 remove_diacritics 2')"
            )
            made.exec_driver_sql(
                "CREATE VIRTUAL TABLE rule_search USING fts5"
                "(game UNINDEXED, id UNINDEXED, title, text, tokenize = 'porter unicode61 remove_diacritics 2')"
            )
            made.exec_driver_sql("CREATE TABLE built (key TEXT PRIMARY KEY, value TEXT NOT NULL)")
            for project in projects:
                for table, rows in _rows(project, decks):
                    if rows:
                        made.execute(insert(getattr(tables, table)), rows)
                for statement in views(project):
                    made.exec_driver_sql(statement)
            for statement in _SEARCH:
                made.exec_driver_sql(statement)
            for project in projects:
                for key, value in (
                    ("decks", "none" if decks is None else "read"),
                    ("content", project.signature.content),
                ):
                    made.exec_driver_sql("INSERT INTO built VALUES (?, ?)", (f"{project.slug}:{key}", value))
            made.exec_driver_sql("COMMIT")
    except DBAPIError as error:
        raise error.orig if isinstance(error.orig, sqlite3.Error) else error from None
    _unmoved(projects)


_SEARCH = (
    "INSERT INTO card_search SELECT game, id, name, text FROM cards",
    "INSERT INTO rule_search"
    " SELECT game, id, section || ' ' || title || ' ' || words,"
    " question || ' ' || text || ' ' || why || ' ' || broken_by FROM rules",
)


def _rows(project: Project, decks: DeckReader | None) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    game = project.game
    slug = project.slug
    yield (
        "Game",
        [
            {
                "slug": slug,
                "name": game.name,
                "prefix": game.prefix,
                "players_min": game.players[0],
                "players_max": game.players[1],
                "source": game.source,
                "credits": game.credits,
                "licence": game.licence,
            }
        ],
    )
    yield "CardRow", [_card(card, project) for card in project.cards.values()]
    yield "AbilityRow", [row for card in project.cards.values() for row in _abilities(card)]
    yield (
        "KeywordRow",
        [
            {
                "game": slug,
                "id": keyword.id,
                "name": keyword.name,
                "has_value": keyword.has_value,
                "stacks": keyword.stacks,
                "reminder": keyword.reminder,
                "rule": keyword.rule,
            }
            for keyword in project.keywords.values()
        ],
    )
    yield (
        "RuleRow",
        [
            {
                "game": slug,
                "id": rule.id,
                "number": number,
                "kind": rule.kind,
                "section": rule.section,
                "title": rule.title,
                "question": rule.question,
                "text": rule.text,
                "why": rule.why,
                "refs": list(rule.refs),
                "pins": list(rule.pins),
                "broken_by": rule.broken_by,
                "words": ", ".join(rule.words),
            }
            for number, rule in enumerate(project.rules.values(), 1)
        ],
    )
    dice = Dice()
    with suppress(DataError):  # broken dice stop those who roll them; cards can be asked for all the same
        dice = project.dice
    yield "SymbolRow", [_symbol(symbol, slug) for symbol in dice.symbols.values()]
    yield "DieRow", [_die(die, slug) for die in dice]
    yield "FaceRow", [row for die in dice for row in _faces(die, slug)]
    built = list(decks(project)) if decks is not None else []
    yield "DeckRow", [_deck(deck, slug) for deck in built]
    yield "DeckCardRow", [row for deck in built for row in _deck_cards(deck, slug)]


def _card(card: Card, project: Project) -> dict[str, Any]:
    text = card.text
    keywords = [printed for _, printed, _ in project.keywords_of(card)]
    return {
        "game": card.game,
        "id": card.id,
        "name": card.name,
        "type": card.type,
        "type_line": card.type_line,
        "text": text,
        "flavour": card.flavour,
        "art": card.art,
        "unimplemented": card.unimplemented,
        "override": card.override,
        "abilities": len(card.abilities),
        "subtypes": list(card.subtypes),
        "keywords": dict(card.keywords),
        "keyword_words": {id_: dict(words) for id_, words in card.words.items()},
        "keyword_line": ", ".join(keywords),
        "attributes": {
            key: list(value) if isinstance(value, tuple) else value for key, value in card.attributes.items()
        },
        "formerly": list(card.formerly),
        "name_folded": fold(card.name),
        "name_words": f" {bare(card.name)} ",
        "text_folded": fold(text),
        "flavour_folded": fold(card.flavour),
        "file": card.file,
        "line": card.line,
    }


def _abilities(card: Card) -> Iterator[dict[str, Any]]:
    for number, ability in enumerate(card.abilities, 1):
        when = ability.get("when")
        kind = next((key for key in ("static", "activate", "play") if key in ability), "trigger")
        yield {
            "game": card.game,
            "card": card.id,
            "number": number,
            "kind": "played" if when == "played" else kind,
            "rule": ability.get("rule"),
            "operations": list(dict.fromkeys(operations_in(ability))),
            "data": dict(ability),
        }


def _symbol(symbol: Symbol, slug: str) -> dict[str, Any]:
    about = {"name": symbol.name, "mark": symbol.mark, "description": symbol.description}
    return {"game": slug, "id": symbol.id, **about}


def _die(die: Die, slug: str) -> dict[str, Any]:
    about = {"name": die.name, "sides": die.sides, "colour": die.colour, "description": die.description}
    return {"game": slug, "id": die.id, **about, "rules": list(die.rules)}


def _faces(die: Die, slug: str) -> Iterator[dict[str, Any]]:
    for place, face in enumerate(die.faces, 1):
        about = {"face": face.word, "name": face.name, "sides": face.sides, "number": face.number}
        symbols, rules = dict(face.symbols), list(face.rules)
        yield {"game": slug, "die": die.id, "place": place, **about, "symbols": symbols, "rules": rules}


def _deck(deck: BuiltDeck, slug: str) -> dict[str, Any]:
    return {
        "game": slug,
        "id": deck.id,
        "name": deck.name,
        "file": deck.file,
        "size": sum(count for _, _, count in deck.cards),
        "problem": deck.problem,
    }


def _deck_cards(deck: BuiltDeck, slug: str) -> Iterator[dict[str, Any]]:
    totals: dict[tuple[str, str], int] = {}
    for section, card, count in deck.cards:
        totals[section, card] = totals.get((section, card), 0) + count
    for (section, card), count in totals.items():
        yield {"game": slug, "deck": deck.id, "section": section, "card": card, "count": count}


def views(project: Project) -> Iterator[str]:
    """Yield the statements that make the views `<game>_cards` and `<game>_<types>` with a column per attribute."""
    yield _view(project, "cards", None, project.game.attributes.values())
    taken = {"cards"}
    for type_ in project.game.types.values():
        name = _column(type_.plural)
        if name not in taken:
            taken.add(name)
            own = [
                attribute
                for attribute in project.game.attributes.values()
                if not attribute.of or type_.id in attribute.of
            ]
            yield _view(project, name, type_.id, own)


def _view(project: Project, name: str, type_: str | None, attributes: Iterable[AttributeInfo]) -> str:
    columns = ["id", "name", "type", "type_line", "keyword_line AS keywords"]
    taken = {"id", "name", "type", "type_line", "keywords", "text", "flavour", "abilities", "file", "line"}
    for attribute in attributes:
        column = _column(attribute.id)
        if column in taken:
            column = f"{column}_"
        taken.add(column)
        value = f"json_extract(attributes, {_quoted(json_path(attribute.id))})"
        if attribute.type in ("integer", "sum", "table"):
            columns.append(f"CASE typeof({value}) WHEN 'integer' THEN {value} END AS \"{column}\"")
            if attribute.variable:
                columns.append(f"CASE typeof({value}) WHEN 'text' THEN {value} END AS \"{column}_variable\"")
        else:
            columns.append(f'{value} AS "{column}"')
    columns += ["text", "flavour", "abilities", "file", "line"]
    where = f"game = {_quoted(project.slug)}" + (f" AND type = {_quoted(type_)}" if type_ else "")
    view = f"{_column(project.slug)}_{name}"
    return f'CREATE VIEW "{view}" AS SELECT {", ".join(columns)} FROM cards WHERE {where}'


def json_path(key: str) -> str:
    """Return the path of a member for SQLite's JSON functions."""
    return f"$.{json.dumps(key)}"


def _column(text: str) -> str:
    return "".join(character if character.isalnum() else "_" for character in fold(text)) or "_"


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"

"""Queries from Python, as the commands ask them: each takes a project, or several, and knows their decks.

    cards(mecha, "flight cost<=2 in:ok40", sort=["cost"])   cardlib cards
    card(mecha, "Bugzapper")                                cardlib card
    counts(mecha, "unit", by="cost")                        cardlib stats
    rules(mecha, "hand")                                    cardlib rules
    sql(mecha, "select count(*) from mecha_cards")          cardlib sql

Rows are dictionaries. What each raises stands with the functions of `cardlib.catalog.query` that do the work.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from cardlib.errors import CardlibError

if TYPE_CHECKING:
    from cardlib.catalog.built import BuiltDeck
    from cardlib.catalog.projects import Project
    from cardlib.catalog.query import Count, Row


def cards(
    where: Project | Iterable[Project], query: str = "", sort: Sequence[str] = (), limit: int | None = None
) -> list[Row]:
    """Return the cards that pass a query, one row each, sorted by fields (`-field` for falling order)."""
    from cardlib.catalog.query import find_cards

    return find_cards(_listed(where), query, sort, limit, decks=read_decks, in_deck=cards_in_deck)


def card(where: Project | Iterable[Project], name: str) -> Row:
    """Return the row of the one card with that id, name or former name."""
    from cardlib.catalog.query import one_card

    return one_card(_listed(where), name, read_decks)


def counts(where: Project | Iterable[Project], query: str = "", by: str = "type") -> list[Count]:
    """Return how many of the cards that pass a query have each value of a field: `value`, `count` and `share`."""
    from cardlib.catalog.query import count_cards

    return count_cards(_listed(where), query, by, decks=read_decks, in_deck=cards_in_deck)


def rules(where: Project | Iterable[Project], *words: str, kind: str | None = None) -> list[Row]:
    """Return the rules of these ids, or those with these words, the best first; without any all of them."""
    from cardlib.catalog.query import find_rules

    return find_rules(_listed(where), words, kind, read_decks)


def sql(where: Project | Iterable[Project], statement: str) -> list[Row]:
    """Run one SQL statement that only reads, and return its rows."""
    from cardlib.catalog.statements import run_sql

    return run_sql(_listed(where), statement, read_decks)[1]


def _listed(where: Project | Iterable[Project]) -> list[Project]:
    from cardlib.catalog.projects import Project

    return [where] if isinstance(where, Project) else list(where)


def read_decks(project: Project) -> Iterable[BuiltDeck]:
    """Read every deck of a project for the database; one that cannot be read keeps its place and says why."""
    from cardlib.catalog.built import BuiltDeck
    from cardlib.decks import load_deck

    for path in project.files("decks", "*.*"):
        file = path.relative_to(project.path).as_posix()
        try:
            deck = load_deck(path, project, strict=False)
        except CardlibError as error:
            yield BuiltDeck(path.stem, path.stem, file, (), str(error))
            continue
        there = tuple((section.name, entry.card, entry.count) for section in deck.sections for entry in section.entries)
        unknown = ", ".join(sorted({entry.name for entry in deck.unknown}))
        yield BuiltDeck(path.stem, deck.name or path.stem, file, there, f"unknown cards: {unknown}" if unknown else "")


def cards_in_deck(project: Project, name: str) -> set[str]:
    """Return the ids of the cards in a deck, for `in:` in a query: a file, or the name of a deck of the project."""
    from cardlib.decks import load_deck

    return set(load_deck(name, project, strict=False).counts())

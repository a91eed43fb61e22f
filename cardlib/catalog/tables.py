"""The tables of the database, as SQLModel models.

They describe columns and do not validate: what goes into them has passed the check. Importing this module costs as much
as a whole read command, so only the builder does.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import JSON
from sqlmodel import Field, SQLModel


class Game(SQLModel, table=True):
    """One row per game in the file."""

    __tablename__ = "games"
    slug: str = Field(primary_key=True)
    name: str
    prefix: str
    players_min: int
    players_max: int
    source: str
    credits: str
    licence: str


class CardRow(SQLModel, table=True):
    """One row per card. The view `<game>_cards` shows the attributes as columns."""

    __tablename__ = "cards"
    game: str = Field(primary_key=True, foreign_key="games.slug")
    id: str = Field(primary_key=True)
    name: str = Field(index=True)
    type: str = Field(index=True)
    type_line: str
    text: str
    flavour: str
    art: str
    unimplemented: str | None
    override: bool
    abilities: int
    subtypes: list[str] = Field(sa_type=JSON)
    keywords: dict[str, Any] = Field(sa_type=JSON)
    keyword_words: dict[str, Any] = Field(sa_type=JSON)
    keyword_line: str
    attributes: dict[str, Any] = Field(sa_type=JSON)
    formerly: list[str] = Field(sa_type=JSON)
    name_folded: str
    name_words: str
    text_folded: str
    flavour_folded: str
    file: str
    line: int


class AbilityRow(SQLModel, table=True):
    """One row per ability of a card, with its JSON."""

    __tablename__ = "abilities"
    game: str = Field(primary_key=True, foreign_key="games.slug")
    card: str = Field(primary_key=True)
    number: int = Field(primary_key=True)
    kind: str
    rule: str | None
    operations: list[str] = Field(sa_type=JSON)
    data: dict[str, Any] = Field(sa_type=JSON)


class KeywordRow(SQLModel, table=True):
    """One row per keyword."""

    __tablename__ = "keywords"
    game: str = Field(primary_key=True, foreign_key="games.slug")
    id: str = Field(primary_key=True)
    name: str
    has_value: bool
    stacks: str
    reminder: str
    rule: str


class RuleRow(SQLModel, table=True):
    """One row per rule, ruling, construction rule and example."""

    __tablename__ = "rules"
    game: str = Field(primary_key=True, foreign_key="games.slug")
    id: str = Field(primary_key=True)
    number: int
    kind: str
    section: str
    title: str
    question: str
    text: str
    why: str
    refs: list[str] = Field(sa_type=JSON)
    pins: list[str] = Field(sa_type=JSON)
    broken_by: str
    words: str


class SymbolRow(SQLModel, table=True):
    """One row per symbol on dice."""

    __tablename__ = "dice_symbols"
    game: str = Field(primary_key=True, foreign_key="games.slug")
    id: str = Field(primary_key=True)
    name: str
    mark: str
    description: str


class DieRow(SQLModel, table=True):
    """One row per kind of die."""

    __tablename__ = "dice"
    game: str = Field(primary_key=True, foreign_key="games.slug")
    id: str = Field(primary_key=True)
    name: str
    sides: int
    colour: str
    description: str
    rules: list[str] = Field(sa_type=JSON)


class FaceRow(SQLModel, table=True):
    """One row per face of a die; `sides` says how many sides have it, `place` comes from the data."""

    __tablename__ = "dice_faces"
    game: str = Field(primary_key=True, foreign_key="games.slug")
    die: str = Field(primary_key=True)
    place: int = Field(primary_key=True)
    face: str
    name: str
    sides: int
    number: int | None
    symbols: dict[str, Any] = Field(sa_type=JSON)
    rules: list[str] = Field(sa_type=JSON)


class DeckRow(SQLModel, table=True):
    """One row per deck of the project; `problem` says why one could not be read."""

    __tablename__ = "decks"
    game: str = Field(primary_key=True, foreign_key="games.slug")
    id: str = Field(primary_key=True)
    name: str
    file: str
    size: int
    problem: str


class DeckCardRow(SQLModel, table=True):
    """One row per card of a deck and section."""

    __tablename__ = "deck_cards"
    game: str = Field(primary_key=True, foreign_key="games.slug")
    deck: str = Field(primary_key=True)
    section: str = Field(primary_key=True)
    card: str = Field(primary_key=True)
    count: int

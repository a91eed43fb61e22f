"""Decks: files in five forms, construction formats and their checks, chances, statistics, random legal decks.

deck = load_deck("graces-command", project)          a path, or a deck of the project
check(deck, project).legal                           `compile_format` once for many decks
odds(deck, project, ["tower>=2"], by_turn=3)
random_deck(project, seed=7)
"""

from __future__ import annotations

from cardlib.decks.checking import CompiledFormat, check, compile_format
from cardlib.decks.facts import Finding
from cardlib.decks.fields import FormatError
from cardlib.decks.files import (
    FORMS,
    deck_files,
    deck_path,
    load_deck,
    parse_deck,
    project_decks,
    render_deck,
    save_deck,
)
from cardlib.decks.formats import Constraint, Draws, Format, Permit, format_names, load_format, parse_format
from cardlib.decks.hands import SampleHand, sample_hands
from cardlib.decks.model import Deck, Entry, Section, Unknown, deck_of, same_cards
from cardlib.decks.names import AmbiguousCards, NameIndex, UnknownCards, name_index
from cardlib.decks.odds import Condition, Odds, condition, odds
from cardlib.decks.random_decks import random_deck
from cardlib.decks.statistics import Change, Statistics, difference, statistics
from cardlib.decks.violations import Report, Violation
from cardlib.decks.written import DeckError

__all__ = [
    "FORMS",
    "AmbiguousCards",
    "Change",
    "CompiledFormat",
    "Condition",
    "Constraint",
    "Deck",
    "DeckError",
    "Draws",
    "Entry",
    "Finding",
    "Format",
    "FormatError",
    "NameIndex",
    "Odds",
    "Permit",
    "Report",
    "SampleHand",
    "Section",
    "Statistics",
    "Unknown",
    "UnknownCards",
    "Violation",
    "check",
    "compile_format",
    "condition",
    "deck_files",
    "deck_of",
    "deck_path",
    "difference",
    "format_names",
    "load_deck",
    "load_format",
    "name_index",
    "odds",
    "parse_deck",
    "parse_format",
    "project_decks",
    "random_deck",
    "render_deck",
    "same_cards",
    "sample_hands",
    "save_deck",
    "statistics",
]

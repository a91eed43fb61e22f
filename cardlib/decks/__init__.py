"""Decks: files in five forms, construction formats and their checks, chances, statistics, random legal decks.

    deck = load_deck("graces-command", project)          a path, or a deck of the project
    check(deck, project).legal
    odds(deck, project, ["tower>=2"], by_turn=3)
    random_deck(project, seed=7)

`compile_format` works a format out once for many checks. Modules are imported when one of their names is first used,
so that a command that only reads a deck starts fast.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cardlib.decks.chances import Condition, Odds, condition, odds
    from cardlib.decks.checking import CompiledFormat, check, compile_format
    from cardlib.decks.composition import Change, Statistics, difference, statistics
    from cardlib.decks.facts import Finding
    from cardlib.decks.fields import FormatError
    from cardlib.decks.files import (
        FORMS,
        deck_files,
        deck_path,
        decks_in,
        load_deck,
        parse_deck,
        project_decks,
        render_deck,
        save_deck,
    )
    from cardlib.decks.formats import Constraint, Draws, Format, Permit, format_names, load_format, parse_format
    from cardlib.decks.hands import SampleHand, sample_hands
    from cardlib.decks.model import Deck, Entry, Section, Unknown, deck_of, same_cards
    from cardlib.decks.names import AmbiguousCards, UnknownCards
    from cardlib.decks.random_decks import random_deck
    from cardlib.decks.violations import Report, Violation
    from cardlib.decks.written import DeckError

_NAMES = {
    "checking": "CompiledFormat check compile_format",
    "facts": "Finding",
    "fields": "FormatError",
    "files": "FORMS deck_files deck_path decks_in load_deck parse_deck project_decks render_deck save_deck",
    "formats": "Constraint Draws Format Permit format_names load_format parse_format",
    "hands": "SampleHand sample_hands",
    "model": "Deck Entry Section Unknown deck_of same_cards",
    "names": "AmbiguousCards UnknownCards",
    "chances": "Condition Odds condition odds",
    "random_decks": "random_deck",
    "composition": "Change Statistics difference statistics",
    "violations": "Report Violation",
    "written": "DeckError",
}
_MODULES = {name: module for module, names in _NAMES.items() for name in names.split()}


def __getattr__(name: str) -> object:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value: object = getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
    globals()[name] = value
    return value


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
    "decks_in",
    "difference",
    "format_names",
    "load_deck",
    "load_format",
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

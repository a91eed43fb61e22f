"""A deck written in the form that is asked for, to a file or to the screen, and what that form has no place for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardlib.decks.files import form_of, render_deck
from cardlib.errors import CardlibError
from cardlib.filters.words import number_of
from cardlib.writing import write_whole
from cardlib_cli.output import note, write_data

if TYPE_CHECKING:
    from pathlib import Path

    from cardlib.catalog import Project
    from cardlib.decks import Deck

OWN = ("text", "json")


def put(
    deck: Deck, project: Project, out: Path | None, to: str | None, faces: str | None = None, back: str | None = None
) -> None:
    """Write a deck, whole or not at all; comments on its lines that are left behind are counted."""
    form = to or (form_of(out) if out else "text")
    for option, said in (("--faces", faces), ("--back", back)):
        if said is not None and form != "tabletop":
            raise CardlibError(
                f"{option} says where Tabletop Simulator finds pictures; leave it out, or add --to tabletop"
            )
    text = render_deck(deck, project, form, faces or "{id}.png", back or "back.png")
    if out is None:
        write_data(text.rstrip("\n"))
    else:
        write_whole(out, text)
        note(f"{out}: {deck.name}, {number_of(deck.size, 'card')}")
    lost = 0 if form in OWN else _comments(deck)
    if lost:
        note(f"left out: {number_of(lost, 'comment')} on lines of the deck, for which {form} has no place")


def _comments(deck: Deck) -> int:
    lines = [entry for section in deck.sections for entry in section.entries]
    below = sum(len(section.below) for section in deck.sections)
    return below + sum(len(entry.above) + bool(entry.note) for entry in lines)

"""Finds a card by id, name or former name: exact, or an error with the candidates; never a silent first match."""

from __future__ import annotations

from collections.abc import Iterable

from cardlib.catalog.models import Card
from cardlib.catalog.projects import Project
from cardlib.errors import Ambiguous, NotFound
from cardlib.filters import fold


def find_card(where: Project | Iterable[Project], name: str) -> Card:
    """Return the one card with that id, name or former name (case and accents do not matter).

    Raises `NotFound` with the nearest names, `Ambiguous` when several cards carry it.
    """
    projects = [where] if isinstance(where, Project) else list(where)
    cards = [card for project in projects for card in project.cards.values()]
    found = [card for card in cards if card.called(name)]
    current = [card for card in found if fold(name) in (card.id, fold(card.name))]
    found = current or found
    if len(found) == 1:
        return found[0]
    if found:
        listed = ", ".join(f"{card.game}: {card.name} ({card.id})" for card in found)
        raise Ambiguous(f"'{name}' names several cards: {listed}")
    raise no_such("card", name, (card.name for card in cards))


def no_such(what: str, name: str, known: Iterable[str]) -> NotFound:
    """Return the error that nothing of a kind is called so, with the names that may be meant."""
    near = candidates(known, name)
    return NotFound(f"no {what} is called '{name}'" + (f"; candidates: {', '.join(near)}" if near else ""))


def candidates(names: Iterable[str], wanted: str, most: int = 8) -> list[str]:
    """Return the names that may be meant: those that contain it, then those spelt alike."""
    from difflib import get_close_matches

    folded = {fold(name): name for name in names}
    part = fold(wanted)
    containing = [name for key, name in folded.items() if part and part in key]
    close = [folded[key] for key in get_close_matches(part, folded, n=5, cutoff=0.6)]
    return list(dict.fromkeys([*sorted(containing, key=len)[:most], *close]))[:most]

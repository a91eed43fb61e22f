"""Finds a card by id, name or former name: exact, or an error with the candidates; never a silent first match."""

from __future__ import annotations

from collections.abc import Iterable

from cardlib.catalog.models import Card
from cardlib.catalog.projects import Project
from cardlib.errors import Ambiguous, NotFound
from cardlib.filters.names import key_of


def find_card(where: Project | Iterable[Project], name: str) -> Card:
    """Return the one card with that id, name or former name (case, accents and punctuation do not matter).

    Raises `NotFound` with the nearest names, `Ambiguous` when several cards carry it.
    """
    projects = [where] if isinstance(where, Project) else list(where)
    found = [project.cards[id_] for project in projects for id_ in project.names.current(name)]
    found = found or [project.cards[id_] for project in projects for id_ in project.names.find(name)]
    if len(found) == 1:
        return found[0]
    if found:
        listed = ", ".join(f"{card.game}: {card.name} ({card.id})" for card in found)
        raise Ambiguous(f"'{name}' names several cards: {listed}")
    raise no_such("card", name, (printed for project in projects for printed in project.names.names.values()))


def no_such(what: str, name: str, known: Iterable[str]) -> NotFound:
    """Return the error that nothing of a kind is called so, with the names that may be meant."""
    near = candidates(known, name)
    return NotFound(f"no {what} is called '{name}'" + (f"; candidates: {', '.join(near)}" if near else ""))


def candidates(names: Iterable[str], wanted: str, most: int = 8) -> list[str]:
    """Return the names that may be meant: those that contain it, then those spelt alike."""
    from difflib import get_close_matches

    known = {key_of(name): name for name in names}
    part = key_of(wanted)
    containing = [name for key, name in known.items() if part and part in key]
    close = [known[key] for key in get_close_matches(part, known, n=5, cutoff=0.6)]
    return list(dict.fromkeys([*sorted(containing, key=len)[:most], *close]))[:most]

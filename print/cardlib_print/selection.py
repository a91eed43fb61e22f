"""What to print: a deck with its counts, or the cards that a query finds."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from cardlib.errors import CardlibError
from cardlib.filters import nearest_note, parse, printed

if TYPE_CHECKING:
    from collections.abc import Callable

    from cardlib.catalog import Card, Project


@dataclass(frozen=True, slots=True)
class Selection:
    """Cards with their numbers of copies, in the order in which they are printed, and what to call them."""

    title: str
    cards: tuple[tuple[Card, int], ...]


def select(project: Project, what: str, only: str = "", copies: int | str | None = None) -> Selection:
    """Return the cards of a deck (a file, or the name of a deck of the project), else those that a query finds.

    `only` is a filter on top; `copies` replaces every card's number, by one or by what an attribute of each says. An
    empty `what` means every card. Raises `CardlibError` if nothing is left, `FilterError` and `UnknownCards` for what
    cannot be read.
    """
    if _is_deck(project, what):
        from cardlib.decks import load_deck

        deck = load_deck(what, project)
        title = f"{project.game.name} · {deck.name}"
        counted = [(project.cards[id_], count) for id_, count in deck.counts().items()]
    else:
        title = project.game.name
        passes = _test(project, what)
        counted = [(card, 1) for card in project.cards.values() if passes(card)]
        if not counted:
            raise CardlibError(_nothing(project, what))
    if only:
        passes = _test(project, only)
        counted = [(card, count) for card, count in counted if passes(card)]
        if not counted:
            raise CardlibError(f"none of these cards passes {only!r}")
    if isinstance(copies, str):
        counted = [(card, _printed(project, card, copies)) for card, _ in counted]
        if not any(count for _, count in counted):
            raise CardlibError(f"none of these cards says how many there are of it: no {copies}")
    elif copies is not None:
        counted = [(card, copies) for card, _ in counted]
    return Selection(title, tuple(counted))


def _printed(project: Project, card: Card, attribute: str) -> int:
    """What a card says in an attribute of whole numbers, 0 where it has none."""
    numbers = [info.id for info in project.game.attributes.values() if info.type == "integer"]
    if attribute not in numbers:
        near = nearest_note(attribute, numbers)
        raise CardlibError(f"copies: found {attribute!r}, expected a number, or an attribute of whole numbers{near}")
    value = card.attributes.get(attribute)
    return value if isinstance(value, int) else 0


def _is_deck(project: Project, what: str) -> bool:
    """A deck of the project, a file, or a word that looks like a file: a slip in its name is no query then."""
    if not what or " " in what:
        return bool(what) and Path(what).is_file()
    from cardlib.decks import project_decks
    from cardlib.decks.files import SUFFIXES

    return what in project_decks(project) or Path(what).is_file() or Path(what).suffix in SUFFIXES


def _test(project: Project, query: str) -> Callable[[Card], bool]:
    def ids(deck: str) -> set[str]:
        from cardlib.decks import load_deck

        return set(load_deck(deck, project, strict=False).counts())

    return printed(parse(query, project.vocabulary), decks=ids)


def _nothing(project: Project, what: str) -> str:
    from cardlib.decks import project_decks

    near = nearest_note(what, [*project_decks(project), *project.cards])
    return f"{what!r} is no deck and finds no card{near}"

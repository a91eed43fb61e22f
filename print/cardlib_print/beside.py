"""Cards beside the last print: which copies of them lie on the table, and what of each would be printed differently.

It answers for cards what `noting.outdated` answers for piles, so that a gallery can show what was and what is. What it
compared once it does not compare again while card, layouts and copies stay as they are.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from cardlib.errors import CardlibError
from cardlib_print.changes import Now, differing, way_changed
from cardlib_print.history import table

if TYPE_CHECKING:
    from cardlib.catalog import Card, Project
    from cardlib_print.changes import Why
    from cardlib_print.geometry import Box
    from cardlib_print.manifests import Copy
    from cardlib_print.printing import PrintOptions

# What became of a card since it was printed, from what a player notices first: "new" lies on no table yet.
Since = Literal["words", "look", "back", "same", "new"]
_ORDER: tuple[Since, ...] = ("words", "look", "back", "same")


@dataclass(frozen=True, slots=True)
class Lain:
    """Copies of a card in a pile that look the same; `when` in UTC as in manifests, `layout` that of the pile."""

    pile: str
    when: str
    layout: str
    copy: Copy


@dataclass(frozen=True, slots=True)
class Beside:
    """Copies on the table, what they would be printed as now, in what that differs, and the texts that do.

    Each text is an element with what it said and what it says, "" where it said nothing.
    """

    lain: Lain
    stamp: str
    why: Why | None
    texts: tuple[tuple[str, str, str], ...]


@dataclass(frozen=True, slots=True)
class Seen:
    """A card beside the last print: what became of it, its copies, and where on its face texts differ now (mm)."""

    since: Since = "new"
    copies: tuple[Beside, ...] = ()
    marks: tuple[Box, ...] = ()


@dataclass(slots=True)
class LastPrint:
    """What was compared of the cards of a gallery; `slips` say which prints could not be."""

    seen: dict[str, Seen] = field(default_factory=dict)
    slips: tuple[str, ...] = ()
    _lain: Mapping[str, tuple[Lain, ...]] = field(default_factory=dict)

    def look(self, project: Project, cards: Sequence[Card], options: PrintOptions, stale: Collection[str]) -> None:
        """Compare cards with what lies on the table: those that are stale, and those of which other copies lie there.

        A history that cannot be read, and a way of printing that is gone, are slips.
        """
        slips: list[str] = []
        try:
            lain = _lain(project.slug, {card.id for card in cards})
        except CardlibError as error:
            lain = {}
            slips.append(str(error))
        now = Now(project, options.layouts, options)
        seen: dict[str, Seen] = {}
        for card in cards:
            there = lain.get(card.id, ())
            if card.id in self.seen and card.id not in stale and self._lain.get(card.id, ()) == there:
                seen[card.id] = self.seen[card.id]
                continue
            try:
                seen[card.id] = compared(card, there, now, options.layout or "")
            except CardlibError as error:  # a layout or language in which it was printed is not there any more
                slips.append(f"{card.name}, as it was printed: {error}")
                seen[card.id] = Seen()
        self.seen, self._lain, self.slips = seen, lain, tuple(dict.fromkeys(slips))


def compared(card: Card, lain: Sequence[Lain], now: Now, layout: str = "") -> Seen:
    """Return a card beside the copies of it that lie on the table; it is shown in `layout`, if not in its own."""
    copies = tuple(_beside(card, one, now) for one in lain)
    if not copies:
        return Seen()
    differ = {element for one in copies for element, _, _ in one.texts}
    _, words = now.words(card, None, layout)
    marks = tuple(dict.fromkeys(one.box for one in words if one.element in differ))
    found = {one.why or "same" for one in copies}
    return Seen(next(since for since in _ORDER if since in found), copies, marks)


def _beside(card: Card, lain: Lain, now: Now) -> Beside:
    why = way_changed(card, lain.copy, now, lain.layout)
    stamp, words = now.words(card, lain.copy, lain.layout)
    texts = tuple(differing(lain.copy.words, words)) if why == "words" else ()
    return Beside(lain, stamp, why, texts)


def _lain(game: str, ids: Collection[str]) -> Mapping[str, tuple[Lain, ...]]:
    """The copies on the table of some cards, by card, the pile that was printed last first."""
    found: dict[str, list[Lain]] = {}
    for one in reversed(table(game).values()):
        for copy in (copy for copy in one.pile.cards if copy.card in ids):
            found.setdefault(copy.card, []).append(Lain(one.pile.name, one.when, one.pile.layout, copy))
    return {id_: tuple(some) for id_, some in found.items()}

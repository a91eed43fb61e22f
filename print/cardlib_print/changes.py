"""What lies on the table beside what should: which copies to take out of a pile, and which to print and put in.

A copy is up to date if printing it again the same way (in low ink if it was in low ink, with a back if it has one)
would give the same face, which its stamp tells. What differs is told apart by what a player would notice: words that
read differently, or a face that only looks different.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from cardlib.filters.names import key_of
from cardlib_print.manifests import Copy, Pile, Words, plain_words
from cardlib_print.printing import Press, PrintOptions
from cardlib_print.reflow import Fit, noted_fit

if TYPE_CHECKING:
    from cardlib.catalog import Card, Project
    from cardlib_print.document import Drawn
    from cardlib_print.faces import Faces
    from cardlib_print.selection import Part

# Why copies come and go: the card is not in the pile yet, or any more; its words, its look or only its back changed; or
# there are more or fewer of it.
Why = Literal["new", "gone", "words", "look", "back", "more", "fewer"]


@dataclass(frozen=True, slots=True)
class Change:
    """What changes of one card in a pile: copies that go `out` with how many of each, and how many new ones come in.

    `card` is None for one that the game has no more; `is_now` are the words of its face as it would be printed now.
    """

    id: str
    name: str
    card: Card | None
    why: Why
    out: tuple[tuple[Copy, int], ...]
    in_: int
    stamp: str = ""
    is_now: tuple[Words, ...] = ()

    @property
    def out_count(self) -> int:
        """How many copies go out."""
        return sum(count for _, count in self.out)


@dataclass(frozen=True, slots=True)
class Changes:
    """What changes of a pile; `kept` are the copies that stay. `before` is None for a pile that was never printed.

    `layout` stands in place of the cards' own, as when the pile was printed.
    """

    part: Part
    before: Pile | None
    changes: tuple[Change, ...]
    kept: tuple[Copy, ...]
    layout: str = ""

    @property
    def cards(self) -> tuple[tuple[Card, int], ...]:
        """What has to be printed."""
        return tuple((change.card, change.in_) for change in self.changes if change.card and change.in_)

    @property
    def out_count(self) -> int:
        """How many copies go out."""
        return sum(change.out_count for change in self.changes)

    @property
    def in_count(self) -> int:
        """How many copies come in."""
        return sum(change.in_ for change in self.changes)


class Now:
    """How each card would be printed now, in whichever way it was printed before; each face is drawn once."""

    def __init__(self, project: Project, layouts: Mapping[str, str], options: PrintOptions) -> None:
        self._project = project
        self._layouts = layouts
        self._options = options
        self._presses: dict[tuple[bool, str, str, Fit | None], Press] = {}

    def stamps(self, card: Card, copy: Copy, layout: str) -> tuple[str, str]:
        """Return the stamps that a copy would have now: of its face, and of its back if it has one."""
        press = self._press((copy.low_ink, copy.lang), layout, noted_fit(copy.size))
        back = press.drawn(card, "back").stamp if copy.back and press.faces(card).layout.back else ""
        return press.drawn(card).stamp, back

    def words(self, card: Card, copy: Copy | None, layout: str) -> tuple[str, tuple[Words, ...]]:
        """Return the stamp of a card's face, and what is written on it: as a copy of it, or as a new one."""
        drawn = self.face(card, copy, layout)
        return drawn.stamp, plain_words(drawn)

    def face(self, card: Card, copy: Copy | None, layout: str) -> Drawn:
        """Return how a card's face is drawn: as a copy of it, or as a new one."""
        fit = self._options.fit if copy is None else noted_fit(copy.size)
        asked = self._options if copy is None else copy
        return self._press((asked.low_ink, asked.lang), layout, fit).drawn(card)

    def faces(self, card: Card, copy: Copy, layout: str) -> Faces:
        """Return what draws a card's face in the way of a copy."""
        return self._press((copy.low_ink, copy.lang), layout, noted_fit(copy.size)).faces(card)

    def _press(self, way: tuple[bool, str], layout: str, fit: Fit | None) -> Press:
        """What prints in low ink or not, in a language, in a layout, on a size."""
        low_ink, lang = way
        key = (low_ink, lang, layout, fit)
        if key not in self._presses:
            options = PrintOptions(low_ink=low_ink, lang=lang, layout=layout or None, layouts=self._layouts, fit=fit)
            self._presses[key] = Press(self._project, options)
        return self._presses[key]


def compare(
    part: Part,
    before: Pile | None,
    now: Now,
    *,
    layout: str = "",
    reworded: bool = False,
    passes: Callable[[str], bool] = lambda id_: True,
) -> Changes:
    """Return what changes of a pile so that it has the cards of a part.

    With `reworded` a copy that only looks different stays. Copies of cards that do not pass stay as they are.
    """
    there: dict[str, list[Copy]] = {}
    for copy in before.cards if before else ():
        there.setdefault(copy.card, []).append(copy)
    wanted: dict[str, tuple[Card, int]] = {}
    for card, count in part.cards:
        wanted[card.id] = (card, count + wanted[card.id][1] if card.id in wanted else count)
    for id_, new in renamed(there, [card for card, _ in wanted.values()]).items():
        there.setdefault(new, []).extend(there.pop(id_))
    changes: list[Change] = []
    kept: list[Copy] = []
    for id_, (card, count) in wanted.items():
        of_card = there.get(id_, [])
        stay, out, why = _sorted_out(card, count, of_card, now, layout, reworded)
        kept += stay
        coming = count - sum(copy.count for copy in stay)
        if coming or out:
            stamp, words = now.words(card, None, layout)
            why = why or ("more" if coming and of_card else "new" if coming else "fewer")
            changes.append(Change(id_, card.name, card, why, tuple(out), coming, stamp, words))
    for id_, copies in there.items():
        if id_ in wanted:
            continue
        if passes(id_):
            changes.append(Change(id_, copies[-1].name, None, "gone", tuple((one, one.count) for one in copies), 0))
        else:
            kept += [replace(copy, new=0, sheets=()) for copy in copies]
    return Changes(part, before, tuple(changes), tuple(kept), layout)


def renamed(there: Mapping[str, Sequence[Copy]], cards: Sequence[Card]) -> dict[str, str]:
    """Return the ids of copies whose card has another id now, with that: it says that it was called so formerly."""
    former = {key_of(name): card.id for card in cards if card.id not in there for name in card.formerly}
    known = {card.id for card in cards}
    found = {id_: former.get(key_of(copies[-1].name)) for id_, copies in there.items() if id_ not in known}
    return {id_: new for id_, new in found.items() if new is not None}


def _sorted_out(
    card: Card, count: int, copies: Sequence[Copy], now: Now, layout: str, reworded: bool
) -> tuple[list[Copy], list[tuple[Copy, int]], Why | None]:
    """The copies of a card that stay, those that go, and why, if it is not only that there are too many."""
    stay: list[Copy] = []
    out: list[tuple[Copy, int]] = []
    why: Why | None = None
    for copy in copies:
        changed = way_changed(card, copy, now, layout)
        if changed and not (reworded and changed != "words"):
            out.append((copy, copy.count))
            why = changed if why in (None, "back", "look") else why
            continue
        number = min(copy.count, count - sum(one.count for one in stay))
        if number:
            stay.append(replace(copy, card=card.id, count=number, new=0, sheets=()))
        if number < copy.count:
            out.append((copy, copy.count - number))
    return stay, out, why


def way_changed(card: Card, copy: Copy, now: Now, layout: str) -> Why | None:
    """Return in what a copy would be printed differently now: its words, its look or its back; None if in nothing."""
    face, back = now.stamps(card, copy, layout)
    _, words = now.words(card, copy, layout)
    if sorted(one.text for one in words) != sorted(one.text for one in copy.words):
        return "words"
    if face != copy.reads_as:
        return "look"
    return "back" if back != copy.back else None


def reads(words: Sequence[Words]) -> dict[str, str]:
    """Return what is written on a face by element, wherever it stands."""
    said: dict[str, str] = {}
    for one in words:
        said[one.element] = f"{said[one.element]}\n{one.text}" if one.element in said else one.text
    return said


def differing(was: Sequence[Words], is_now: Sequence[Words]) -> list[tuple[str, str, str]]:
    """Return the texts that differ: element, what it was, what it is now; "" where it said nothing."""
    before, after = reads(was), reads(is_now)
    names = [*after, *(name for name in before if name not in after)]
    return [(name, before.get(name, ""), after.get(name, "")) for name in names if before.get(name) != after.get(name)]

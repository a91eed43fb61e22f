"""Stickers for cards whose words changed: the part of the new face that says them, to paste over the old one.

A sticker is a piece of the face as it would be printed now, around the texts that differ, in its exact size; so it
covers what it corrects and looks like the card. Below it stands the name of its card. Texts beside each other share
one. A text that stands elsewhere now cannot be pasted over, and stickers over most of a card are no less work than the
card: these have to be printed anew.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING

from cardlib.writing import check_writable, writing_bytes
from cardlib_print.changes import Now, differing
from cardlib_print.document import Document, Marking, Sticker
from cardlib_print.fonts import Fonts
from cardlib_print.geometry import Box, Size
from cardlib_print.manifests import plain_words
from cardlib_print.noting import AS_USUAL, Noted, clock, note_piles
from cardlib_print.packing import packed
from cardlib_print.sheets import find_sheet

if TYPE_CHECKING:
    from pathlib import Path

    from cardlib.catalog import Project
    from cardlib_print.changes import Change
    from cardlib_print.manifests import Copy, Pile, Words
    from cardlib_print.noting import Run
    from cardlib_print.printing import PrintOptions

AROUND = 0.8  # mm that a sticker goes on around its text
MOST = 0.5  # of a card that stickers may cover
_GAP = 4.0  # mm between stickers, with room for the name of the card
_NEAR = 0.05  # mm; texts that are nearer stand in the same place


@dataclass(frozen=True, slots=True)
class Errata:
    """Stickers that were printed: how many on how many sheets, how they were noted, and the cards that need more.

    `elsewhere` names cards whose texts stand elsewhere now, or of which most reads differently, `unlike` those that get
    a sticker and look different beside it all the same.
    """

    stickers: int
    sheets: int
    noted: Noted
    elsewhere: tuple[str, ...]
    unlike: tuple[str, ...] = ()


def print_stickers(
    project: Project,
    run: Run,
    path: Path,
    options: PrintOptions = AS_USUAL,
    *,
    now: Callable[[], datetime] = clock,
) -> Errata:
    """Print stickers for every copy on the table whose words changed, and note that the copies say the new ones.

    Writes nothing if no text can be pasted over. Raises `NotWritten` if the file can't be written.
    """
    check_writable(path)
    drawing, reading = (Now(project, dict(run.layouts), options) for _ in range(2))  # one draws into this file only
    wanted: list[tuple[Sticker, Size]] = []
    elsewhere: dict[str, None] = {}
    unlike: dict[str, None] = {}
    piles: list[Pile] = []
    for pile in run.piles:
        patched: dict[int, Copy] = {}
        for change in pile.changes:
            for copy, count in change.out if change.why == "words" and change.card else ():
                cuts = _cuts(drawing, change, copy, pile.layout)
                if not cuts:
                    elsewhere[change.name] = None
                    continue
                assert change.card is not None
                faces = drawing.faces(change.card, copy, pile.layout)
                for cut in cuts:
                    wanted += [(Sticker(faces, change.card, cut), Size(cut.width, cut.height))] * count
                pasted = patched[id(copy)] = _patched(reading, change, copy, pile.layout)
                if not pasted.patched:
                    unlike[change.name] = None
        if patched and pile.before is not None:
            cards = tuple(patched.get(id(copy), replace(copy, new=0, sheets=())) for copy in pile.before.cards)
            piles.append(replace(pile.before, cards=cards))
    if not wanted:
        return Errata(0, 0, Noted(None, None), tuple(elsewhere))
    sheet = replace(find_sheet(project, f"{options.paper}-mixed"), gap=_GAP)
    assert sheet.size is not None
    plans = packed(sheet, sheet.size, wanted, 0.0, turn=False)
    title = f"{options.title or project.game.name} · stickers"
    document = Document(title, Fonts([]))
    marking = Marking(title, "", "none", (0.0, 0.0), cut_lines="full", scale=options.scale)
    for number, (plan, stickers) in enumerate(plans, 1):
        document.stickers(plan, stickers, marking, (number, len(plans)))
    with writing_bytes(path) as out:
        document.save(out)
    return Errata(
        len(wanted), len(plans), note_piles(project, piles, path, title, now=now), tuple(elsewhere), tuple(unlike)
    )


def _boxes(was: tuple[Words, ...], is_now: tuple[Words, ...]) -> list[Box] | None:
    """Where texts that differ stand; None if one of them stood elsewhere before."""
    boxes = []
    for element, _, _ in differing(was, is_now):
        before = [one.box for one in was if one.element == element]
        after = [one.box for one in is_now if one.element == element]
        if before and after and _apart(before[0], after[0]) > _NEAR:
            return None
        boxes += (after or before)[:1]
    return boxes


def _cuts(drawing: Now, change: Change, copy: Copy, layout: str) -> list[Box]:
    """The pieces of a face to paste over a copy, none of which lies on another; none where the card is printed anew."""
    assert change.card is not None
    card = drawing.faces(change.card, copy, layout).layout.size
    cuts: list[Box] = []
    for box in _boxes(copy.words, change.is_now) or ():
        wide = box.grown(AROUND)
        cut = _spanned(max(0.0, wide.x), max(0.0, wide.y), min(card.width, wide.right), min(card.height, wide.bottom))
        while touched := [other for other in cuts if _touch(cut, other)]:
            cuts = [other for other in cuts if other not in touched]
            every = [cut, *touched]
            corner = min(one.x for one in every), min(one.y for one in every)
            cut = _spanned(*corner, max(one.right for one in every), max(one.bottom for one in every))
        cuts.append(cut)
    covered = sum(cut.width * cut.height for cut in cuts)
    return cuts if covered <= MOST * card.width * card.height else []


def _spanned(left: float, top: float, right: float, bottom: float) -> Box:
    return Box(left, top, right - left, bottom - top)


def _touch(one: Box, other: Box) -> bool:
    return one.x < other.right and other.x < one.right and one.y < other.bottom and other.y < one.bottom


def _patched(reading: Now, change: Change, copy: Copy, layout: str) -> Copy:
    """The copy with its stickers: it reads as it would be printed now, and is it if nothing else looks different."""
    assert change.card is not None
    face = reading.face(change.card, copy, layout)
    words = plain_words(face)
    before = {(one.element, one.text): one.look for one in copy.words}
    looks = [(face.ground, copy.ground), *((one.look, before.get((one.element, one.text), "")) for one in words)]
    alike = all(is_now == was for is_now, was in looks if is_now and was)
    patched = face.stamp if alike else ""
    return replace(copy, card=change.id, name=change.card.name, patched=patched, words=words, new=0, sheets=())


def _apart(one: Box, other: Box) -> float:
    return max(abs(one.x - other.x), abs(one.y - other.y), abs(one.width - other.width), abs(one.height - other.height))

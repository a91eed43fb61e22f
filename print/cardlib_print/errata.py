"""Stickers for cards whose words changed: the part of the new face that says them, to paste over the old one.

A sticker is a piece of the face as it would be printed now, around the text that differs, in its exact size; so it
covers what it corrects and looks like the card. A text that stands elsewhere now cannot be pasted over, and its card
has to be printed anew.
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
_NEAR = 0.05  # mm; texts that are nearer stand in the same place


@dataclass(frozen=True, slots=True)
class Errata:
    """Stickers that were printed: how many on how many sheets, how they were noted, and the cards that need more.

    `elsewhere` names cards whose texts stand elsewhere now, or that are gone from where they were.
    """

    stickers: int
    sheets: int
    noted: Noted
    elsewhere: tuple[str, ...]


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
    piles: list[Pile] = []
    for pile in run.piles:
        patched: dict[int, Copy] = {}
        for change in pile.changes:
            for copy, count in change.out if change.why == "words" and change.card else ():
                boxes = _boxes(copy.words, change.is_now)
                if boxes is None:
                    elsewhere[change.name] = None
                    continue
                wanted += _stickers(drawing, change, copy, count, boxes, pile.layout)
                patched[id(copy)] = _patched(reading, change, copy, pile.layout)
        if patched and pile.before is not None:
            cards = tuple(patched.get(id(copy), replace(copy, new=0, sheets=())) for copy in pile.before.cards)
            piles.append(replace(pile.before, cards=cards))
    if not wanted:
        return Errata(0, 0, Noted(None, None), tuple(elsewhere))
    sheet = find_sheet(project, f"{options.paper if options.paper in ('a4', 'letter') else 'a4'}-mixed")
    assert sheet.size is not None
    plans = packed(sheet, sheet.size, wanted, 0.0, turn=False)
    title = f"{options.title or project.game.name} · stickers"
    document = Document(title, Fonts([]))
    marking = Marking(title, "", "none", (0.0, 0.0), cut_lines="full", scale=options.scale)
    for number, (plan, stickers) in enumerate(plans, 1):
        document.stickers(plan, stickers, marking, (number, len(plans)))
    with writing_bytes(path) as out:
        document.save(out)
    return Errata(len(wanted), len(plans), note_piles(project, piles, path, title, now=now), tuple(elsewhere))


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


def _stickers(
    drawing: Now, change: Change, copy: Copy, count: int, boxes: list[Box], layout: str
) -> list[tuple[Sticker, Size]]:
    assert change.card is not None
    faces = drawing.faces(change.card, copy, layout)
    card = faces.layout.size
    found = []
    for box in boxes:
        wide = box.grown(AROUND)
        left, top = max(0.0, wide.x), max(0.0, wide.y)
        cut = Box(left, top, min(card.width, wide.right) - left, min(card.height, wide.bottom) - top)
        found += [(Sticker(faces, change.card, cut), Size(cut.width, cut.height))] * count
    return found


def _patched(reading: Now, change: Change, copy: Copy, layout: str) -> Copy:
    assert change.card is not None
    stamp, words = reading.words(change.card, copy, layout)
    return replace(copy, patched=stamp, words=words, new=0, sheets=())


def _apart(one: Box, other: Box) -> float:
    return max(abs(one.x - other.x), abs(one.y - other.y), abs(one.width - other.width), abs(one.height - other.height))

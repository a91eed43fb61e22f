"""What a game's rules tell whoever shows a match of a card in play; how it is laid out is not their business."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from cardlib.kernel import atoms
from cardlib.kernel.boards.occupants import free_spaces
from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from cardlib.kernel.match import Match


class Shown(NamedTuple):
    """A card in play for a screen: its numbers, what it may still do, the keywords that matter now, and remarks.

    `numbers` are short ("3/2", "3/1 of 2"); `active` is whether it can act now, None where that says nothing;
    `remarks` are a few words each, what matters most first ("charge 2", "instructed").
    """

    numbers: str = ""
    active: bool | None = None
    keywords: Sequence[str] = ()
    remarks: Sequence[str] = ()


def left_of(left: int, whole: int) -> str:
    """Return what is left of a number: "3", or "1 of 3" once it is less."""
    return str(whole) if left == whole else f"{left} of {whole}"


def counted(m: Match, obj: int, names: Sequence[str]) -> list[str]:
    """Return those counters of an object that are not 0, with their numbers: "charge 2", "mark 1"."""
    columns = m.state.columns
    return [f"{name.removesuffix('-token')} {columns[name][obj]}" for name in names if columns[name][obj]]


def entering(m: Match, obj: int, attributes: Sequence[str]) -> list[int] | None:
    """Return the current values that a card outside play would have if it came into play now.

    On a board that is so if the values are alike on its first and its last free space; None says that they are not.
    """
    if not m.facts.field:
        return None
    spaces = (free_spaces(m) if m.facts.board is not None else []) or [NOWHERE]
    found = []
    for space in {spaces[0], spaces[-1]}:
        fork = m.fork()
        atoms.move(fork, obj, m.facts.field, place=space)
        found.append([fork.rules.value(fork, obj, name) for name in attributes])
    return found[0] if found[0] == found[-1] else None

"""Draws a map of a document as it lies: a box for each of its keys, with the card in it and what is printed on that."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from cardlib_cli.drawing import cut, padded, plain, room

if TYPE_CHECKING:
    from cardlib.catalog.projects import Project
    from cardlib.decks.kinds import Kind
    from cardlib.decks.working import Work

WIDEST = 28  # columns inside a box
_LINES = ("┌", "─", "┐", "│", "└", "┘")
_PLAIN = ("+", "-", "+", "|", "+", "+")


def drawn(kind: Kind, fields: Mapping[str, Any], work: Work, project: Project) -> list[str]:
    """Return the lines of a drawing; none for a kind that is not drawn."""
    drawing = kind.drawing
    if drawing is None:
        return []
    held = fields.get(drawing.field) or {}
    keys = set(work.of(drawing.keys)) if drawing.keys is not None else {key for row in drawing.rows for key in row}
    keys |= held.keys()
    columns = max(len(row) for row in drawing.rows)
    wide = min(WIDEST, (room() - columns + 1) // columns - 2)
    lines: list[str] = []
    for row in drawing.rows:
        boxes = [_box(project, key, held.get(key), drawing.shows, wide) if key in keys else [] for key in row]
        high = max((len(box) for box in boxes), default=0)
        for at in range(high):
            parts = [box[at] if box else " " * (wide + 2) for box in _even(boxes, high, wide)]
            lines.append(" ".join(parts).rstrip())
    return lines


def _even(boxes: Sequence[list[str]], high: int, wide: int) -> list[list[str]]:
    """Return the boxes of a row, all as high as the highest."""
    side = _marks()[3]
    empty = f"{side}{' ' * wide}{side}"
    return [[*box[:-1], *[empty] * (high - len(box)), box[-1]] if box else [] for box in boxes]


def _box(project: Project, key: str, id_: str | None, shows: Sequence[str], wide: int) -> list[str]:
    """Return a box: the key in its upper edge, the card and its numbers in it."""
    left, across, right, side, low_left, low_right = _marks()
    lines = ["(empty)"]
    if id_ is not None:
        card = project.cards.get(id_)
        lines = [card.name if card is not None else id_, *(_numbers(project, id_, shows) if card is not None else [])]
    title = cut(f" {key} ", wide)
    return [
        left + title + across * (wide - len(title)) + right,
        *(f"{side}{padded(' ' + cut(line, wide - 1), wide)}{side}" for line in lines),
        low_left + across * wide + low_right,
    ]


def _numbers(project: Project, id_: str, shows: Sequence[str]) -> list[str]:
    """Return what is printed on a card, an attribute on a line."""
    card, game = project.cards[id_], project.game
    found = []
    for name in shows:
        about, value = game.attributes[name], card.attributes.get(name)
        if value is None:
            continue
        if about.type == "sum":
            parts = [(game.attributes[part].title, card.attributes.get(part)) for part in about.parts]
            found.append(", ".join(f"{number} {title.lower()}" for title, number in parts if number))
        else:
            shown = game.written(about, card.attributes) if about.parts else str(value)
            found.append(f"{about.title} {shown}")
    return found


def _marks() -> tuple[str, str, str, str, str, str]:
    return _PLAIN if plain() else _LINES

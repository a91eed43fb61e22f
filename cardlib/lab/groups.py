"""Decks by what they have in common: their class, their level, their faction. What a matrix says of groups of decks.

A deck has a value by its own field (a team's `class`), by a header of its file, or by an attribute that its cards
share (a deck of one `faction`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cardlib.errors import NotFound
from cardlib.filters import nearest_note
from cardlib.lab.intervals import Interval
from cardlib.lab.report import interval_json
from cardlib.lab.rounds import rate

if TYPE_CHECKING:
    from cardlib.catalog import Project
    from cardlib.decks import Deck
    from cardlib.lab.games import Played, Setting

NONE = "none"  # the group of decks without a value


@dataclass(frozen=True, slots=True)
class Group:
    """How the decks of a group did against those of the others, in either seat; a draw counts as half a win."""

    value: str
    games: int
    rate: Interval | None


@dataclass(frozen=True, slots=True)
class Grouped:
    """A matrix of groups: of each pair what the group in the first seat won, with how many games.

    `only` says which games are counted, such as {"level": "5"}; all of them where it is empty.
    """

    field: str
    only: Mapping[str, str]
    groups: tuple[Group, ...]
    cells: tuple[tuple[tuple[int, Interval | None], ...], ...]

    def to_json(self, seats: Sequence[str]) -> dict[str, Any]:
        """Return it as JSON, with the game's words for the two seats; rates are shares from 0 to 1."""
        values = [group.value for group in self.groups]
        return {
            "field": self.field,
            "only": dict(self.only),
            "groups": [
                {"value": group.value, "games": group.games, "win_rate": interval_json(group.rate)}
                for group in self.groups
            ],
            "cells": [
                {seats[0]: first, seats[1]: second, "games": games, "win_rate": interval_json(rate)}
                for first, row in zip(values, self.cells, strict=True)
                for second, (games, rate) in zip(values, row, strict=True)
            ],
        }


def values_of(decks: Sequence[Deck], field: str, project: Project) -> list[str]:
    """Return the value of each deck in a field, "none" where it has none.

    Several values of a deck's cards are one with + between. Raises NotFound for a field that no deck has.
    """
    found = [_value(deck, field, project) for deck in decks]
    if not any(found):
        known = sorted(_fields(decks, project))
        has = f"; they have {', '.join(known)}" if known else " (of a document, a header, or in words on its cards)"
        raise NotFound(f"no deck of {project.slug} has a field '{field}'{has}{nearest_note(field, known)}")
    return [value or NONE for value in found]


def in_order(values: Sequence[str]) -> list[str]:
    """Return each value once: numbers by size, words as they come, and last those without one."""
    once = list(dict.fromkeys(values))
    if all(value.isdecimal() for value in once if value != NONE):
        once.sort(key=lambda value: int(value) if value != NONE else 0)
    return sorted(once, key=lambda value: value == NONE)


def grouped(
    setting: Setting,
    field: str,
    values: Sequence[str],
    games: Sequence[tuple[tuple[int, int], Played]],
    only: Mapping[str, str],
) -> Grouped:
    """Sum up the games of a matrix by the values of its decks; each game comes with the numbers of its two decks."""
    order = in_order(values)
    cells: dict[tuple[str, str], list[tuple[Played, float]]] = {}
    points: dict[str, list[tuple[Played, float]]] = {value: [] for value in order}
    for pair, game in games:
        first, second = values[pair[game.first]], values[pair[1 - game.first]]
        got = game, game.points(game.first)
        cells.setdefault((first, second), []).append(got)
        if first != second:
            points[first].append(got)
            points[second].append((game, game.points(1 - game.first)))
    there = [value for value in order if any(value in pair for pair in cells)]
    return Grouped(
        field,
        only,
        tuple(Group(value, len(points[value]), rate(setting, points[value])) for value in there),
        tuple(
            tuple((len(cells.get((one, other), ())), rate(setting, cells.get((one, other), ()))) for other in there)
            for one in there
        ),
    )


def groupings(
    setting: Setting,
    field: str,
    values: Sequence[str],
    alike: str | None,
    shared: Sequence[str],
    games: Sequence[tuple[tuple[int, int], Played]],
) -> list[Grouped]:
    """Return the matrix of groups over all games, and one for each value that decks which met have in common."""
    found = [grouped(setting, field, values, games, {})]
    if alike is not None:
        for value in in_order(shared):
            own = [one for one in games if shared[one[0][0]] == value]
            found.append(grouped(setting, field, values, own, {alike: value}))
    return found


def _value(deck: Deck, field: str, project: Project) -> str:
    for place in (deck.fields, deck.headers):
        said = place.get(field)
        if isinstance(said, str | int) and not isinstance(said, bool) and said != "":
            return str(said)
    found = {project.cards[id_].attributes.get(field) for id_ in deck.counts()}
    return "+".join(sorted(value for value in found if isinstance(value, str)))


def _fields(decks: Sequence[Deck], project: Project) -> set[str]:
    """Return the fields that decks have."""
    known = {name for deck in decks for name, value in deck.fields.items() if isinstance(value, str | int)}
    for deck in decks:
        for id_ in deck.counts():
            known |= {name for name, value in project.cards[id_].attributes.items() if isinstance(value, str)}
    return known

"""A game of a series told again: its number, and its replay made of the inputs that the file of the series has.

A series, a matrix and tables of more number their games from 1 in the order in which they are played, round by round;
that order depends on the decks alone, so a number is the same however many games there are. Versions of a game, in a
comparison or a sweep, play in turn in each round, and one that plays no more keeps its numbers. Seed, decks and bots
suffice to play any of them again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Any

from cardlib.bots.registry import is_own
from cardlib.catalog import project_path
from cardlib.errors import NotFound
from cardlib.game import Game, load
from cardlib.lab import matrix, tables
from cardlib.lab.games import LabError, Played, Setting, play_recorded
from cardlib.lab.results import read_results, versions_in
from cardlib.records import MATRIX, OF_GAMES, SERIES

if TYPE_CHECKING:
    from cardlib.catalog import Json, Project
    from cardlib.lab.work import Task


@dataclass(frozen=True, slots=True)
class Layout:
    """Which series of games a file holds: the decks and the setting of each, and the games of a round, in order."""

    seated: Sequence[tuple[int, ...]]
    settings: Sequence[Setting]
    round_of: Callable[[int], Sequence[Task]]

    def task(self, number: int) -> Task:
        """Return which of the settings game `number` (from 1) belongs to, and its number there, from 0."""
        turn, at = divmod(number - 1, len(self.round_of(0)))
        return self.round_of(turn)[at]

    def numbers(self, rounds: int) -> Mapping[Task, int]:
        """Return the numbers of the games of so many rounds."""
        tasks = (task for turn in range(rounds) for task in self.round_of(turn))
        return {task: number for number, task in enumerate(tasks, 1)}


def layout_of(setting: Setting, form: str, versions: Sequence[Setting] = ()) -> Layout:
    """Return the layout of a series (SERIES), of a matrix or tables of more (MATRIX), or of versions of a game."""
    all_decks = tuple(range(len(setting.decks)))
    if form == SERIES:
        return Layout([all_decks], [setting], lambda turn: [(0, turn)])
    if form != MATRIX:
        settings = [setting, *versions]
        return Layout(
            [all_decks] * len(settings),
            settings,
            lambda turn: [(which, game) for which, one in enumerate(settings) for game in one.numbers(turn)],
        )
    if setting.players > 2:
        drawn = tables.tables_of(len(setting.decks), setting.players, setting.tables, setting.seed)
        settings = [setting.of_series(*seated) for seated in drawn]
        return Layout(drawn, settings, lambda turn: tables.round_of(drawn, turn))
    pairs = matrix.pairs_of(len(setting.decks))
    return Layout(pairs, [setting.of_series(*pair) for pair in pairs], lambda turn: matrix.round_of(pairs, turn))


def replay_of(path: Path, number: int, find: Callable[[str], str | Path | Project] = str) -> dict[str, Any]:
    """Play game `number` of a file of results again and return its replay; `find` has the project of its slug.

    Raises LabError for a game that is not among those of the file, for another game, or one whose data has changed
    since, where the game goes otherwise than it did, and for bots of somebody's own: a file never says what runs.
    """
    found = read_results(path, *OF_GAMES)
    versions = versions_in(found.header)
    for name in (name for version in versions for name in version.bots):
        if is_own(name):
            raise LabError(
                f"{path}: bots: found '{name}', which is code of somebody's own, and a file never says what runs; "
                "play the series again with --replay, which keeps replays"
            )
    layout = layout_of(versions[0], found.header["form"], versions[1:])
    task = layout.task(number) if number > 0 else None
    if task is None or task not in found.done:
        rounds = 1 + max((game for _, game in found.done), default=-1)
        known = layout.numbers(rounds)
        there = [known[one] for one in found.done if one in known]
        told = f"they are {min(there)} to {max(there)}" if there else "none is finished"
        raise LabError(f"{path}: no finished game has the number {number}; {told}")
    setting = layout.settings[task[0]]
    changes: dict[str, Json] = {change.path: change.value for change in setting.changes}
    return _again(path, load(find(setting.game), changes), setting, number, found.done[task])


def command(results: Path | str, number: object, project: Project | None = None) -> str:
    """Return the command that shows a game of a file of results; it names the project if its slug alone does not."""
    words = ["cardlib", "replay", quote(str(results)), str(number)]
    if project is not None and project.path.is_dir() and not _is_known(project):
        words += ["--game", quote(str(project.path))]
    return " ".join(words)


def _is_known(project: Project) -> bool:
    try:
        return project_path(project.slug) == project.path
    except NotFound:
        return False


def _again(path: Path, game: Game, setting: Setting, number: int, before: Played) -> dict[str, Any]:
    if game.slug != setting.game:
        raise LabError(f"{path}: these are games of '{setting.game}', not of '{game.slug}'")
    if game.facts.digest != setting.data:
        raise LabError(
            f"{path}: the data of {setting.game} has changed since, or game {number} was played with another folder "
            f"than {game.project.path}; name that one with --game"
        )
    played, replay = play_recorded(game, setting, before.game, True)
    assert replay is not None
    if played != before:
        raise LabError(
            f"{path}: game {number} goes otherwise now ({played.turns} turns, {played.reason}; it took {before.turns}, "
            f"{before.reason}): the rules or the bots have changed since it was played"
        )
    return replay

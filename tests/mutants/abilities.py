"""Mutants of data: small changes to the abilities of a game's cards, played against the scenarios that pin the card.

    make mutants GAME=mecha OF=abilities
    python -m mutants mecha --of abilities -n 100 --seed 1

A number is one more or one less, a truth is turned, a step, a part of a cost or a word of a list is left out, and so is
a condition, a limit, a duration. What the check of the data refuses does not count. A change that no scenario of its
card fails on wants a step that does, or is explained in `tests/mutants/explained/GAME-abilities.json`, where `*` stands
for anything.
"""

from __future__ import annotations

import json
import signal
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from copy import deepcopy
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from hashlib import sha256
from multiprocessing import get_context
from pathlib import Path
from types import FrameType
from typing import Any

from cardlib.catalog import Project, changed, load_project
from cardlib.catalog.problems import path_text
from cardlib.errors import CardlibError
from cardlib.game import Game, rules_for
from cardlib.scenarios import Scenario, run, scenarios_in
from mutants.running import SECONDS

Json = Any
Way = tuple[str | int, ...]

# What may be left out of an operation or an ability, so that it holds more often, longer or for more than it says.
CONDITIONS = ("limit", "while", "needs", "where", "unless", "until", "most", "least", "at_least", "at_most", "exactly")
PARTS = ("cost", "keywords", "stats", "reach", "times", "also")
NAMES = ("op", "text", "name", "rule")  # what says nothing of what is done
KILLED, SURVIVED, UNFIT = "killed", "survived", "unfit"


@dataclass(frozen=True, slots=True)
class Change:
    """One change: the card, the number of its ability, the way into its tree, what is done there, the new ability."""

    card: str
    number: int
    way: Way
    what: str
    ability: Mapping[str, Json] = field(repr=False, compare=False)

    @property
    def at(self) -> str:
        """The place, as `--set` names it."""
        return f"{self.card}.{path_text(('abilities', self.number, *self.way))}"


def changes_of(project: Project) -> list[Change]:
    """Return every change of every ability, card by card in the order of ids."""
    return [
        Change(card.id, number, way, what, _with(ability, way, value))
        for _, card in sorted(project.cards.items())
        for number, ability in enumerate(card.abilities)
        for way, what, value in _changes(ability, ())
    ]


def _changes(part: Json, way: Way) -> Iterator[tuple[Way, str, Json]]:
    """Yield the way to each part that is changed, what is done, and what stands there then."""
    if isinstance(part, bool):
        yield way, f"{part} to {not part}".lower(), not part
    elif isinstance(part, int):
        for other in (part + 1, part - 1):
            yield way, f"{part} to {other}", other
    elif isinstance(part, list):
        for at, one in enumerate(part):
            if len(part) > 1:
                yield (*way, at), "left out", [*part[:at], *part[at + 1 :]]
            yield from _changes(one, (*way, at))
    elif isinstance(part, dict):
        for name, one in part.items():
            if name in CONDITIONS or name in PARTS or (way and way[-1] == "where"):
                yield (*way, name), "left out", {key: other for key, other in part.items() if key != name}
            if name not in NAMES:
                yield from _changes(one, (*way, name))


def _with(ability: Mapping[str, Json], way: Way, value: Json) -> Mapping[str, Json]:
    """Return an ability with a value in place of a part, or of the list or object that it is left out of."""
    left_out = isinstance(value, list | dict)
    steps = way[:-1] if left_out else way
    if not steps:
        return dict(value)
    made = deepcopy(dict(ability))
    inner: Any = made
    for step in steps[:-1]:
        inner = inner[step]
    inner[steps[-1]] = value
    return made


@dataclass(frozen=True, slots=True)
class Ground:
    """A project, and its scenarios by the cards that they pin."""

    project: Project
    pinned: Mapping[str, Sequence[Scenario]]

    def outcome(self, change: Change) -> str:
        """Say whether a scenario that pins the card fails with the change, or whether there is no such ability."""
        place = f"cards.{change.card}.abilities[{change.number}]"
        try:
            game = Game(changed(self.project, {place: dict(change.ability)}), rules_for(self.project.slug))
        except (CardlibError, LookupError, TypeError, ValueError):
            return UNFIT  # nobody could load it; whatever says so
        for scenario in self.pinned.get(change.card, ()):
            try:
                with at_most(SECONDS):
                    run(game, scenario)
            except Exception:
                return KILLED
        return SURVIVED


class TooLong(Exception):
    """A scenario that does not come to an end; that is noticed, too."""


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """Break off what takes more processor time."""

    def end(number: int, frame: FrameType | None) -> None:
        raise TooLong

    before = signal.signal(signal.SIGVTALRM, end)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def ground_of(slug: str) -> Ground:
    """Return a bundled game with its scenarios."""
    project = load_project(slug)
    pinned: dict[str, list[Scenario]] = {}
    for scenario in scenarios_in(project):
        for id_ in scenario.pins:
            pinned.setdefault(id_, []).append(scenario)
    return Ground(project, pinned)


def survey(
    ground: Ground,
    changes: Sequence[Change],
    number: int = 0,
    seed: int = 1,
    jobs: int = 1,
    shown: Callable[[int, int], None] | None = None,
) -> list[tuple[Change, str]]:
    """Draw changes and play them; those that do not fit prove nothing, so the next ones take their places."""
    drawn = sorted(changes, key=lambda one: sha256(f"{seed}|{one.at}|{one.what}".encode()).digest())
    number = min(number or len(drawn), len(drawn))
    found: list[tuple[Change, str]] = []
    with get_context("fork").Pool(jobs) as pool:
        for change, outcome in zip(drawn, pool.imap(ground.outcome, drawn), strict=False):
            if outcome != UNFIT:
                found.append((change, outcome))
                if shown:
                    shown(len(found), number)
            if len(found) == number:
                pool.terminate()
                break
    return sorted(found, key=lambda one: one[0].at)


@dataclass(frozen=True, slots=True)
class Explained:
    """Why a change need not be noticed by a scenario: its place and what is done there, both with `*` for anything."""

    at: str
    what: str
    why: str

    def fits(self, one: Change) -> bool:
        """Whether it is about this change."""
        return fnmatchcase(one.at, self.at.replace("[", "[[]")) and fnmatchcase(one.what, self.what)


def explained(file: Path) -> list[Explained]:
    """Read the explanations of a game; none where there is no file."""
    with suppress(FileNotFoundError):
        return [Explained(**one) for one in json.loads(file.read_text(encoding="utf-8"))["explained"]]
    return []


def fresh(explanations: Sequence[Explained], changes: Sequence[Change]) -> None:
    """Raise CardlibError for explanations that fit no change of the data as it is."""
    old = [f"{one.at}: {one.what}" for one in explanations if not any(map(one.fits, changes))]
    if old:
        raise CardlibError(f"no change of an ability fits the explanation of {'; nor of '.join(old)}: take it out")


def consistent(explanations: Sequence[Explained], found: Sequence[tuple[Change, str]]) -> None:
    """Raise CardlibError for explanations of which no change survives, all that they fit having been tried."""
    idle = [one for one in explanations if SURVIVED not in {state for change, state in found if one.fits(change)}]
    if idle:
        raise CardlibError(
            "\n".join(f"{one.at}: {one.what} is explained, but scenarios notice it: take it out" for one in idle)
        )

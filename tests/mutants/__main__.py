"""Draw a sample of mutants of a game's rules, play its scenarios against each, and report the survivors.

    make mutants GAME=mecha
    python -m mutants mecha -n 100 --seed 1 --format json
    python -m mutants mecha --of abilities

A mutant that a scenario fails on, or does not come to an end with, is killed; one that survives is explained in
`tests/mutants/explained/GAME.json`, or wants a scenario. Exit code 1 if fewer than `--least` of a hundred are killed or
explained, 2 for an explanation that fits no mutant or a killed one. `--of abilities` changes the data of cards in place
of the rules: see `mutants.abilities`.
"""

from __future__ import annotations

import argparse
import importlib
import os
import pkgutil
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from types import MappingProxyType
from typing import TypeVar

import cardlib.abilities
import cardlib.decks
import cardlib.kernel
import cardlib.scenarios
from cardlib.catalog import bundled_paths, load_project
from cardlib.errors import CardlibError
from cardlib.filters import nearest_note
from cardlib.game import Game, rules_for
from cardlib.scenarios import Scenario, run, scenarios_in
from cardlib_cli.output import emit_json, note, write
from cardlib_cli.progress import progress
from mutants import abilities
from mutants.leaving import HERE, Explained, explained, left_out, stale
from mutants.operators import Mutant, mutants_in
from mutants.running import UNLOADABLE, Check, Entered, Ground, Outcome, outcomes, untouched

One = TypeVar("One")


@dataclass(frozen=True, slots=True)
class Result:
    """A mutant of the sample, what became of it, its explanation if it has one, how many checks enter its function."""

    mutant: Mutant
    outcome: Outcome
    explained: Explained | None = None
    reached: int = 0


def main(words: Sequence[str] | None = None) -> int:
    """Run the command; return its exit code."""
    asked = _asked(words)
    if asked.of == "abilities":
        return of_abilities(asked)
    try:
        ground = ground_of(asked.game)
        every = mutants_in(ground.folder, left_out())
        explanations = explained(HERE / "explained" / f"{asked.game}.json")
        fresh(explanations, every)
        wanted = within(asked.within, every, lambda one: one.place)
        entered = untouched(ground)
        if asked.explained:
            wanted = [one for one in wanted if any(said.fits(one) for said in explanations)]
            asked.number = 0
        with progress("mutants") as shown:
            results = survey(ground, wanted, explanations, asked.number, asked.seed, asked.jobs, entered, shown)
        consistent(results)
        if asked.explained and not asked.within:
            needed(explanations, results)
    except CardlibError as error:
        note(str(error))
        return 2
    rows = [row(result) for result in results]
    noticed = sum(result.outcome.noticed for result in results)
    known = sum(result.explained is not None for result in results)
    score = 100 * (noticed + known) / len(results) if results else 100.0
    if asked.format == "json":
        counts = {"sampled": len(results), "of": len(wanted), "killed": noticed, "explained": known, "score": score}
        emit_json({"game": asked.game, "seed": asked.seed, **counts, "mutants": rows})
    else:
        for result in results:
            if not result.outcome.noticed:
                write(told(result))
    note(
        f"{asked.game}: {noticed} of {len(results)} mutants killed, {known} explained, "
        f"{len(results) - noticed - known} survive (seed {asked.seed}, of {len(wanted)}): {score:.0f} of 100"
    )
    return 0 if score >= asked.least else 1


def _asked(words: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser("mutants", description=(__doc__ or "").splitlines()[0])
    add = parser.add_argument
    add("game", help="a bundled game with rules")
    add("-n", "--number", type=int, default=100, help="how many mutants; 0 for all")
    add("--seed", type=int, default=1, help="decides which")
    add("--of", choices=("rules", "abilities"), default="rules", help="what is changed: Python, or the data of cards")
    add("--in", dest="within", default="", metavar="PLACE", help="a module, or a function as in 'chain.resolve'")
    add("--explained", action="store_true", help="all that is explained: whether it still survives")
    add("--jobs", type=int, default=os.cpu_count() or 1, help="how many at a time; all cores if left out")
    add("--least", type=float, default=95, help="how many of a hundred must be killed or explained")
    add("--format", choices=("text", "json"), default="text", help="the survivors as text, or all as JSON")
    return parser.parse_args(words)


def of_abilities(asked: argparse.Namespace) -> int:
    """Change abilities of cards; return the exit code."""
    try:
        _known(asked.game)
        ground = abilities.ground_of(asked.game)
        every = abilities.changes_of(ground.project)
        explanations = abilities.explained(HERE / "explained" / f"{asked.game}-abilities.json")
        abilities.fresh(explanations, every)
        wanted = within(asked.within, every, lambda one: one.at)
        if asked.explained:
            wanted = [one for one in wanted if any(said.fits(one) for said in explanations)]
            asked.number = 0
        with progress("mutants") as shown:
            found = abilities.survey(ground, wanted, asked.number, asked.seed, asked.jobs, shown)
        if asked.explained and not asked.within:
            abilities.consistent(explanations, found)
    except CardlibError as error:
        note(str(error))
        return 2
    rows = [
        {
            "at": one.at,
            "mutant": one.what,
            "state": state,
            "explained": next((said.why for said in explanations if said.fits(one)), ""),
        }
        for one, state in found
    ]
    left = [one for one in rows if one["state"] == abilities.SURVIVED]
    known = sum(bool(one["explained"]) for one in left)
    score = 100 * (len(rows) - len(left) + known) / max(1, len(rows))
    if asked.format == "json":
        counts = {"sampled": len(rows), "of": len(wanted), "killed": len(rows) - len(left), "explained": known}
        emit_json({"game": asked.game, "seed": asked.seed, **counts, "score": score, "mutants": rows})
    else:
        for one in left:
            write(f"{one['at']}: {one['mutant']}" + (f"  (explained: {one['explained']})" if one["explained"] else ""))
    note(
        f"{asked.game}: {len(rows) - len(left)} of {len(rows)} changes of abilities noticed, {known} explained, "
        f"{len(left) - known} survive (seed {asked.seed}): {score:.0f} of 100"
    )
    return 0 if score >= asked.least else 1


def ground_of(slug: str) -> Ground:
    """Return a bundled game's rules with its scenarios; everything that they stand on is imported and read here."""
    _known(slug)
    for room in (cardlib.kernel, cardlib.abilities, cardlib.decks, cardlib.scenarios):
        for module in pkgutil.walk_packages(room.__path__, f"{room.__name__}."):
            importlib.import_module(module.name)
    package = f"cardlib.games.{slug.replace('-', '_')}"
    _checked_elsewhere(slug)
    project = load_project(slug)
    checks = [Check(scenario.id, frozenset(scenario.pins), _player(scenario)) for scenario in scenarios_in(project)]
    folder = Path(cardlib.__file__).parent / "games" / slug.replace("-", "_")
    return Ground(package, folder, lambda: Game(project, rules_for(slug)), checks)


def within(place: str, every: Sequence[One], at: Callable[[One], str]) -> list[One]:
    """Return what there is at a place, or below it. Raises CardlibError where there is nothing."""
    found = [one for one in every if at(one).startswith(place)]
    if not found:
        raise CardlibError(f"nothing can be changed in '{place}'{nearest_note(place, sorted({*map(at, every)}))}")
    return found


def _known(slug: str) -> None:
    """Raise CardlibError for what is no bundled game with rules."""
    games = Path(cardlib.__file__).parent / "games"
    known = [path.name for path in bundled_paths() if (games / path.name.replace("-", "_")).is_dir()]
    if slug not in known:
        raise CardlibError(f"no rules to mutate for '{slug}'{nearest_note(slug, known)}; games: {', '.join(known)}")


def _checked_elsewhere(slug: str) -> None:
    """Let another process check the project and keep the verdict: the check asks the rules, which would import them."""
    if not hasattr(os, "fork"):
        return
    child = os.fork()
    if child:
        os.waitpid(child, 0)
        return
    try:
        load_project(slug)
    finally:
        os._exit(0)  # what is wrong with it, the parent is told when it loads the project


def _player(scenario: Scenario) -> Callable[[Game], object]:
    return lambda game: run(game, scenario)


def fresh(explanations: Sequence[Explained], every: Sequence[Mutant]) -> None:
    """Raise CardlibError for explanations that fit no mutant of the package as it stands."""
    old = [f"{one.at}: '{one.line}' to '{one.mutant}'" for one in stale(explanations, every)]
    if old:
        raise CardlibError("no mutant fits the explanation of " + "; nor of ".join(old) + ": take it out, or mend it")


def consistent(results: Sequence[Result]) -> None:
    """Raise CardlibError for explanations of mutants that a scenario notices all the same."""
    wrong = [
        f"{result.explained.at}: '{result.mutant.mutant}' is explained as what nobody can notice, "
        f"but '{result.outcome.by}' does: take the explanation out"
        for result in results
        if result.explained is not None and result.outcome.noticed
    ]
    if wrong:
        raise CardlibError("\n".join(wrong))


def needed(explanations: Sequence[Explained], results: Sequence[Result]) -> None:
    """Raise CardlibError for explanations of which no mutant survives, all that they fit having been tried."""
    left = [result.mutant for result in results if not result.outcome.noticed]
    idle = [f"{one.at}: '{one.line}'" for one in explanations if not any(one.fits(mutant) for mutant in left)]
    if idle:
        raise CardlibError("scenarios notice all that is explained of " + "; and of ".join(idle) + ": take it out")


def survey(
    ground: Ground,
    mutants: Sequence[Mutant],
    explanations: Sequence[Explained] = (),
    number: int = 0,
    seed: int = 1,
    jobs: int = 1,
    entered: Entered = MappingProxyType({}),
    shown: Callable[[int, int], None] | None = None,
) -> list[Result]:
    """Draw mutants and run them; those that can't even be loaded prove nothing, so the next ones take their places.

    A mutant is drawn by what it says, not by where it stands: a change elsewhere leaves it in the sample or out of it.
    """
    drawn = sorted(mutants, key=lambda one: sha256(f"{seed}|{one.place}|{one.line}|{one.mutant}".encode()).digest())
    number = min(number or len(drawn), len(drawn))
    found: dict[int, Outcome] = {}
    begun = 0
    while True:
        missing = number - sum(outcome.state != UNLOADABLE for outcome in found.values())
        batch = drawn[begun : begun + missing]
        if not batch:
            break
        for index, outcome in outcomes(ground, batch, jobs, entered):
            found[begun + index] = outcome
            if shown:
                shown(min(len(found), number), number)
        begun += len(batch)
    results = [
        Result(
            drawn[index],
            outcome,
            next((one for one in explanations if one.fits(drawn[index], outcome.noticed)), None),
            sum(drawn[index].place in places for places in entered.values()),
        )
        for index, outcome in sorted(found.items())
        if outcome.state != UNLOADABLE
    ]
    return sorted(results, key=lambda result: (result.mutant.module, result.mutant.number, result.mutant.start))


def row(result: Result) -> dict[str, object]:
    """Return what is told of a mutant as JSON."""
    mutant, outcome = result.mutant, result.outcome
    told = {"at": mutant.place, "operator": mutant.operator, "line": mutant.line, "mutant": mutant.mutant}
    why = result.explained.why if result.explained else ""
    return {
        "file": where(mutant),
        **told,
        "state": outcome.state,
        "by": outcome.by,
        "entered": result.reached,
        "explained": why,
    }


def told(result: Result) -> str:
    """Return a survivor as text: where it is, the line before and after, and the explanation if there is one."""
    mutant = result.mutant
    head = f"{where(mutant)}: {mutant.place}: {mutant.operator} (entered by {result.reached} scenarios)"
    lines = [head, f"  - {mutant.line}", f"  + {mutant.mutant}"]
    return "\n".join([*lines, *([f"  explained: {result.explained.why}"] if result.explained else [])])


def where(mutant: Mutant) -> str:
    """Return file and line, as short as can be clicked on."""
    return f"{os.path.relpath(mutant.file)}:{mutant.number}"


if __name__ == "__main__":
    sys.exit(main())

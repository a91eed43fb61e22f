"""`cardlib sim --compare`: two versions of a game on the same chance, and what the change does to the first deck."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from cardlib.errors import CardlibError
from cardlib.filters.words import number_of
from cardlib_cli.commits import project_at
from cardlib_cli.matches import Brought, changes_of, decks_of_a_match, names_apart, one_each
from cardlib_cli.output import Format, emit, emit_json, note, say, write
from cardlib_cli.progress import progress
from cardlib_cli.projects import chosen
from cardlib_cli.signals import like_an_interrupt
from cardlib_cli.sim_end import end
from cardlib_cli.sim_report import figures, percent, print_heading, say_not_read, span

if TYPE_CHECKING:
    from cardlib.game import Game
    from cardlib.lab import Comparison, Interval
    from cardlib.lab.engines import Jobs

POINTS = 100  # of a share


@dataclass(frozen=True, slots=True)
class Versions:
    """What the words of a command say of two versions: what is changed, other data, commits, bots."""

    change: list[str] | None
    data: str | None
    commit: str | None
    bots: str
    other_bots: str | None

    def label(self) -> str:
        """What the second version is, beside its changes."""
        parts = [f"data of {self.data}"] if self.data else []
        if self.commit:
            before, _, after = self.commit.partition("..")
            parts.append(f"{after or 'the files as they are'}, before: commit {before}")
        if self.other_bots:
            parts.append(f"bots {self.other_bots}")
        return "; ".join(parts)


def print_comparison_of(
    named: Sequence[str],
    versions: Versions,
    number: int | None,
    seed: int,
    jobs: Jobs,
    out: Path | None,
    resume: bool,
    turn_limit: int,
    table: list[str] | None,
    strict: bool,
    form: Format,
    game: str | None,
    margin: float | None,
    error: float | None,
) -> None:
    """Play two versions until the question is answered, and print the answer."""
    from cardlib.lab import compare
    from cardlib.lab.compare import ERROR, MARGIN, MOST

    if versions.data and versions.commit:
        raise CardlibError("--compare-data and --compare-commit name two versions each; take one of them")
    if not (versions.change or versions.data or versions.commit or versions.other_bots):
        raise CardlibError(
            "--compare with what? Say what is changed: --set, --compare-data, --compare-commit or --compare-bots"
        )
    with ExitStack() as held:
        (before, brought), (after, other) = _loaded(named, versions, game, strict, table, held)
        with like_an_interrupt() as came, progress("rounds") as shown:
            made = compare(
                before,
                after,
                *brought.seats,
                after_decks=other.seats,
                n=number or MOST,
                seed=seed,
                bots=one_each(versions.bots, len(named), "bots"),
                after_bots=one_each(versions.other_bots or versions.bots, len(named), "bots"),
                margin=MARGIN if margin is None else margin / POINTS,
                error=ERROR if error is None else error / POINTS,
                jobs=jobs,
                names=names_apart(brought, named),
                turn_limit=turn_limit,
                out=out,
                resume=resume,
                progress=None
                if shown is None
                else lambda done, total, known: shown(done, total, "" if known is None else points_of(known)),
                table=brought.table,
                after_table=other.table,
            )
    if made.alike:
        note("both versions are the same, in decks, bots and all that play reads of the data: there is nothing to play")
    print_comparison(made, versions.label(), form, out)
    end(made, f"{made.rounds} of {made.most} rounds", out, came, what="")


def _loaded(
    named: Sequence[str],
    versions: Versions,
    game: str | None,
    strict: bool,
    table: Sequence[str] | None,
    held: ExitStack,
) -> tuple[tuple[Game, Brought], tuple[Game, Brought]]:
    """Return both versions with what the players bring; names of decks mean those of the version."""
    from cardlib.game import load

    change = versions.change
    if (versions.data or versions.commit) and "-" in named:
        raise CardlibError("a deck from standard input is read once; to compare data or commits, give its file")
    before = decks_of_a_match(named, game, None, strict, table)
    if versions.data:
        there, ours = chosen(versions.data).slug, before[0].slug
        if there != ours:
            raise CardlibError(
                f"--compare-data {versions.data}: found the game '{there}', expected another version of '{ours}'"
            )
        return before, decks_of_a_match(named, versions.data, change, strict, table)
    if versions.commit is None:
        return before, (load(before[0].project, changes_of(change)), before[1])
    first, dots, second = versions.commit.partition("..")
    here = before[0].project.path
    folder = held.enter_context(project_at(here, first))
    other = held.enter_context(project_at(here, second)) if dots and second else here
    return (
        decks_of_a_match(named, str(folder), None, strict, table),
        decks_of_a_match(named, str(other), change, strict, table),
    )


def print_comparison(made: Comparison, label: str, form: Format, out: Path | None = None) -> None:
    """Print a comparison; CSV has one line. The games in the file `out` can be seen."""
    if form is Format.JSON:
        emit_json(made.to_json())
        return
    if form is Format.CSV:
        row = _row(made)
        emit([row], list(row), form)
        return
    setting = made.setting
    sides = " against ".join(f"{name} ({bot})" for name, bot in zip(setting.names, setting.bots, strict=True))
    print_heading(f"{sides}: before and after, {number_of(made.games, 'game')}, seed {setting.seed}", (), form)
    bullet = "- " if form is Format.MD else ""
    for said in ([label] if label else []) + [str(change) for change in made.versions[1].setting.changes]:
        say(f"{bullet}After: {said}")
    write("")
    say_not_read(made.versions[1], (change.path for change in made.versions[1].setting.changes))
    if made.alike:
        say(f"{bullet}Answer: no difference; both versions play the same, and no games were played")
        return
    rows: list[dict[str, object]] = [
        {"version": name, "rate": percent(part.rate), "95 %": span(part.rate), "turns": part.turns, "draws": part.draws}
        for name, part in zip(("before", "after"), made.parts, strict=True)
    ]
    emit(rows, list(rows[0]), form)
    write("")
    for line in lines_of(made):
        say(bullet + line)
    if made.otherwise is not None and out is not None:
        from cardlib.lab.again import command

        before, after = (
            command(out, number, version.game.project)
            for number, version in zip(made.otherwise, made.versions, strict=True)
        )
        write(f"{bullet}A game that ended otherwise: {before} shows it before, {after} after the change")


def lines_of(made: Comparison) -> Iterator[str]:
    """Yield what a comparison says."""
    name = made.setting.names[0]
    rounds = number_of(made.rounds, "round")
    if made.difference is not None:
        yield (
            f"Difference for {name}: {points_of(made.difference)}, "
            f"from {rounds} on the same chance, {made.differing} of them ended otherwise"
        )
    if made.turns is not None and made.rounds > 1:
        yield f"Turns: {made.turns.value:+z.1f} ({made.turns.low:+z.1f} to {made.turns.high:+z.1f})"
    margin = f"{made.margin * POINTS:g} points"
    answers = {
        "more": f"{name} wins more after the change",
        "less": f"{name} wins less after the change",
        "same": f"no difference of more than {margin}",
        "open": f"not decided: neither a difference nor that it is at most {margin}",
    }
    decided = f"after {rounds} of at most {made.most}"
    yield f"Answer: {answers[made.verdict]}, {decided}"
    yield f"Such an answer is wrong at most {made.error * POINTS:g} times in 100, however often one looks"


def points_of(difference: Interval) -> str:
    """Return a difference of shares in points, with its interval."""
    value, low, high = (f"{POINTS * number:+z.1f}" for number in difference)
    return f"{value} points ({low} to {high})"


def _row(made: Comparison) -> dict[str, object]:
    value, low, high = figures(made.difference)
    before, after = (part.rate for part in made.parts)
    return {
        "deck": made.setting.names[0],
        "changes": [change.setting for change in made.versions[1].setting.changes],
        "rounds": made.rounds,
        "before": figures(before)[0],
        "after": figures(after)[0],
        "difference": value,
        "low": low,
        "high": high,
        "answer": made.verdict,
        "margin": made.margin,
        "error": made.error,
    }

"""What `cardlib print` says of earlier prints: what lies on the table, what to take out and put in, what was reworded.

The commands that need it stand in `commands/print.py`; what is compared, in `cardlib_print.changes`.
"""

from __future__ import annotations

from collections import Counter
from datetime import datetime
from typing import TYPE_CHECKING

from cardlib.errors import CardlibError
from cardlib.filters.words import number_of
from cardlib.writing import is_standard_output, is_stream
from cardlib_cli.output import Format, emit, note, write

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

    from cardlib.catalog import Project
    from cardlib_print import PrintOptions
    from cardlib_print.changes import Change, Changes, Why
    from cardlib_print.noting import Run

WHY: dict[Why, str] = {
    "new": "not in the pile yet",
    "gone": "not in it any more",
    "words": "reads differently",
    "look": "looks different",
    "back": "its back looks different",
    "more": "more of it",
    "fewer": "fewer of it",
}
# What is said of one card and of several.
STATES: dict[Why, tuple[str, str]] = {
    "words": ("reads differently", "read differently"),
    "look": ("looks different", "look different"),
    "back": ("has another back", "have another back"),
    "new": ("is new", "are new"),
    "gone": ("is gone", "are gone"),
    "more": ("has more copies", "have more copies"),
    "fewer": ("has fewer copies", "have fewer copies"),
}
_SWAPS = ["pile", "card", "out", "in", "was", "is now", "why"]
_TEXTS = ["card", "pile", "copies", "element", "was", "is now"]
_STATUS = ["pile", "printed", "cards", "out", "in", "state"]


def show_status(project: Project, form: Format, since: Path | None = None) -> None:
    """Say of every pile on the table, or in the manifest `since`, whether it is up to date, and where this is noted."""
    from cardlib_print.history import table
    from cardlib_print.noting import one_pile

    lying = table(project.slug, since)
    if not lying and form is Format.TABLE:
        write(nothing_printed(project))
        return
    rows: list[dict[str, object]] = []
    for one in lying.values():
        row: dict[str, object] = {"pile": one.pile.name, "printed": local_time(one.when), "cards": one.pile.size}
        try:
            run = one_pile(project, one)
        except CardlibError as error:
            rows.append({**row, "out": None, "in": None, "state": str(error)})
            continue
        (changes,) = run.piles
        row |= {"out": changes.out_count, "in": changes.in_count, "state": _state(changes)}
        rows.append({**row, **({"changes": list(_swaps(run.piles))} if form is Format.JSON else {})})
    emit(rows, _STATUS, form, wrap=True)


def show_swaps(piles: Iterable[Changes], form: Format, *, aside: bool = False) -> None:
    """Say what to take out of each pile and what to put in; `aside`, where the PDF goes to standard output."""
    rows = list(_swaps(piles))
    if aside:
        for row in rows:
            note(", ".join(f"{name} {row[name]}" for name in _SWAPS if row[name] not in ("", 0)))
    elif rows or form is not Format.TABLE:
        emit(rows, _SWAPS, form)


def show_errata(piles: Iterable[Changes], form: Format) -> None:
    """Say of every card that reads differently what it said, and what it says now."""
    rows = list(_texts(piles))
    if form is not Format.TABLE:
        emit(rows, _TEXTS, form)
        return
    if not rows:
        write("every card that was printed reads as it would be printed now")
    alike: dict[tuple[object, ...], list[str]] = {}  # the same in several decks is told once
    for row in rows:
        text = tuple(row[name] for name in ("card", "element", "was", "is now"))
        alike.setdefault(text, []).append(f"{row['copies']} in {row['pile']}")
    for index, ((card, element, *texts), where) in enumerate(alike.items()):
        if index:
            write("")
        write(f"{card}, {element} ({', '.join(where)})")
        for name, said in zip(("was", "is now"), texts, strict=True):
            first, *more = str(said or "-").split("\n")
            write(f"  {name:<8}{first}")
            for line in more:
                write(f"  {'':<8}{line}")


def print_errata(project: Project, run: Run, target: Path, options: PrintOptions, form: Format) -> None:
    """Print stickers for the texts that changed, and say how many, and which cards no sticker helps."""
    from cardlib_print.errata import print_stickers

    if target.suffix.lower() != ".pdf" and not is_stream(target):
        raise CardlibError(f"{target}: stickers are printed to PDF, expected a name that ends in .pdf")
    made = print_stickers(project, run, target, options)
    for name in made.elsewhere:
        note(f"{name}: what changed stands elsewhere now, or is most of the card; print it anew with --changed")
    for name in made.unlike:
        note(f"{name}: beside its sticker it looks different, too; with --changed it is printed anew")
    tell = note if is_standard_output(target) or form is not Format.TABLE else write
    if made.stickers:
        tell(f"{number_of(made.stickers, 'sticker')} on {number_of(made.sheets, 'sheet')}: {target}")
    else:
        tell("no text to paste over")
    if made.noted.slip:
        note(f"warning: not noted as printed: {made.noted.slip}")


def say_forgotten(project: Project, words: list[str]) -> None:
    """Forget the last print of a pile, and say what lies on the table without it."""
    from cardlib_print.history import forget, history_of

    if not words:
        raise CardlibError("print forget: expected a deck, a query or a group of pieces as it was printed")
    gone, before = forget(project.slug, " ".join(words))
    left = f"what was printed on {local_time(before.when)} counts" if before else "no other print of it is noted"
    write(f"{gone.pile.name}: the print of {local_time(gone.when)} is forgotten in {history_of(project.slug)}; {left}")


def nothing_printed(project: Project) -> str:
    """What to say where there is nothing to compare with."""
    from cardlib_print.history import history_of

    place = history_of(project.slug)
    return f"no print of {project.slug} is noted in {place}; print a deck, or name the manifest of a print with --since"


def say_unprinted(run: Run, game: str, tell: Callable[[str], None]) -> None:
    """Say of each pile whether it is new to the history, or unchanged."""
    from cardlib_print.history import history_of

    for pile in run.piles:
        if pile.before is None:
            note(f"{pile.part.name}: no print of it is noted in {history_of(game)}, so all of it is new")
        elif not pile.changes:
            since = run.since.get(pile.before.key, "")
            tell(f"{pile.part.name}: nothing to swap{f' since {local_time(since)}' if since else ''}")


def say_way(run: Run, asked: PrintOptions) -> None:
    """Say in what copies are printed otherwise than it was asked for, to go with the pile that they come into."""
    from cardlib_print.reflow import size_called

    made = run.options
    ways = [f"--sheet {made.sheet}"] if made.sheet != asked.sheet else []
    ways += [f"--backs {made.backs}"] if made.backs != asked.backs else []
    ways += [f"--lang {made.lang}"] if made.lang != asked.lang else []
    sizes = made.fit.sizes if made.fit and made.fit != asked.fit else ()
    ways += [f"--size {size_called(size)}" for size in sizes]
    if ways:
        note(f"printed as before: {', '.join(ways)}")


def say_bare(run: Run) -> None:
    """Name the piles with backs into which copies come that have none, as it was asked for."""
    for pile in run.piles:
        if pile.cards and pile.before and any(copy.back for copy in pile.before.cards):
            note(f"{pile.part.name}: what comes in has no backs, as --backs none asks; copies that stay have some")


def local_time(when: str) -> str:
    """A time of a manifest as the clock on the wall had it, to the minute."""
    return datetime.fromisoformat(when).astimezone().strftime("%Y-%m-%d %H:%M")


def _state(changes: Changes) -> str:
    if not changes.changes:
        return "up to date"
    counts = Counter(change.why for change in changes.changes)
    said = [f"{counts[why]} {one if counts[why] == 1 else more}" for why, (one, more) in STATES.items() if counts[why]]
    return f"out of date: {', '.join(said)}"


def _swaps(piles: Iterable[Changes]) -> Iterator[dict[str, object]]:
    for pile in piles:
        for change in pile.changes:
            was = ", ".join(dict.fromkeys(copy.stamp for copy, _ in change.out))
            names = dict.fromkeys(copy.name for copy, _ in change.out if copy.name != change.name)
            card = f"{change.name} (was {', '.join(names)})" if names else change.name
            yield {
                "pile": pile.part.name,
                "card": card,
                "out": change.out_count,
                "in": change.in_,
                "was": was,
                "is now": change.stamp if change.in_ else "",
                "why": WHY[change.why],
            }


def _texts(piles: Iterable[Changes]) -> Iterator[dict[str, object]]:
    from cardlib_print.changes import differing

    for pile in piles:
        for change in _reworded(pile):
            for copy, count in change.out:
                for element, was, is_now in differing(copy.words, change.is_now):
                    yield {
                        "card": change.name,
                        "pile": pile.part.name,
                        "copies": count,
                        "element": element,
                        "was": was,
                        "is now": is_now,
                    }


def _reworded(pile: Changes) -> Iterator[Change]:
    return (change for change in pile.changes if change.why == "words")

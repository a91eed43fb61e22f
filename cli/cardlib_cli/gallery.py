"""`cardlib print --gallery`: static pages to look at, and `--watch`, which keeps them as the files are."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from cardlib.errors import CardlibError
from cardlib.filters.words import number_of
from cardlib_cli.output import Format, emit, note, write
from cardlib_cli.progress import progress

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from cardlib.catalog import Card, Project
    from cardlib_print import PrintOptions
    from cardlib_print.gallery import Gallery
    from cardlib_print.selection import Selection


def show_gallery(
    project: Project,
    select: Callable[[Project], Selection],
    folder: Path,
    options: PrintOptions,
    *,
    watch: bool,
) -> None:
    """Write the pages of what `select` finds, and with `watch` go on until the user breaks off."""
    from cardlib_print.gallery import Gallery

    title = select(project).title
    made = Gallery(folder, lambda now: select(now).cards, options, title, live=watch)
    with progress("Drawing") as shown:
        made.refresh(project, shown)
    write(f"{number_of(len(made.shots), 'card')}: {folder / 'index.html'}")
    _told(made)
    if watch:
        _keep(made, project)


def show_fits(project: Project, cards: Sequence[tuple[Card, int]], options: PrintOptions, form: Format) -> None:
    """List the text of each card that had to shrink most: its size, the wanted one, and the least that is allowed."""
    from cardlib_print.gallery import fits_of

    found = sorted(fits_of(project, cards, options), key=lambda row: (-row[1].share, row[1].size, row[0].id))
    columns = ["card", "text", "points", "wanted", "least"]
    emit([dict(zip(columns, (card.id, *fit), strict=True)) for card, fit in found], columns, form)


def _keep(made: Gallery, project: Project) -> None:
    """Draw anew what is saved, until the user breaks off."""
    import time

    from cardlib.catalog import load_project
    from cardlib_print.watching import saves

    own = made.folder.resolve()
    sys.stdout.flush()  # what was written is to be seen while this goes on, also in a file
    note(f"watching {project.path}; Ctrl-C ends")
    try:
        for files in saves(project.path):
            if all(own in file.resolve().parents for file in files):
                continue
            began = time.perf_counter()
            try:
                made.refresh(load_project(project.path))
            except CardlibError as error:
                made.say(str(error))
                note(f"cardlib: {error}")
                continue
            seconds = time.perf_counter() - began
            note(f"{number_of(made.drawn, 'picture')} drawn anew in {seconds:.2f} s")
            _told(made)
    except KeyboardInterrupt:
        note("")


def _told(made: Gallery) -> None:
    """Say which cards could not be printed, and which prints not compared; the pages say it too."""
    for id_, shot in made.shots.items():
        for problem in shot.problems:
            note(f"warning: {id_}: {problem}")
    for slip in made.last.slips:
        note(f"warning: not compared with what was printed: {slip}")

"""`cardlib sim merge`: the results of parts of a series, played anywhere, together."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperCommand

from cardlib.filters.words import listed, number_of
from cardlib_cli.output import Format, FormatOption, note
from cardlib_cli.sim_report import print_report
from cardlib_cli.typed import bound

WORD = "merge"

app = typer.Typer(rich_markup_mode=None, add_completion=False)


class SimOrMerge(TyperCommand):
    """The command that plays decks; with the word `merge` in place of the first one it merges results."""

    def make_context(self, info_name: str | None, args: list[str], parent: Any = None, **extra: Any) -> Any:
        """Read the words of whichever command is meant; a deck of the name `merge` is written ./merge."""
        if args[:1] == [WORD]:
            command = bound(typer.main.get_command(app))
            return command.make_context(f"{info_name} {WORD}", args[1:], parent, **extra)
        return super().make_context(info_name, args, parent, **extra)


@app.command()
def merge(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Results that `cardlib sim --out` has kept.")],
    out: Annotated[
        Path | None, typer.Option("--out", "-o", metavar="FILE", help="Write all the games to this file (JSONL).")
    ] = None,
    form: FormatOption = Format.TABLE,
) -> None:
    """Put the results of parts of a series together and report on all of them, as if they had been played at once.

    The parts must be of one series: the same decks, bots, seed and data, and no game in two of them. Results of other
    commands (--all, --compare, sweep, balance check) are merged with --out; that command goes on with them and reports.

    Example: cardlib sim merge first.jsonl second.jsonl

    Example: cardlib sim merge part-*.jsonl --out all.jsonl --format json
    """
    from cardlib.lab.merging import merge as merged
    from cardlib.lab.merging import spans
    from cardlib.records import SERIES

    made = merged(files, out)
    series = made.header["form"] == SERIES
    if series or out is None:
        print_report(made.report(), form)
    for path in made.torn:
        note(f"the last line of {path} was cut short; its game is missing")
    if series and made.missing():
        shown = spans(made.missing())
        which = "game" if sum(map(len, made.missing())) == 1 else "games"
        note(f"missing before the last one: {which} {listed([*shown[:5], *(['more'] if len(shown) > 5 else [])])}")
    note(f"{number_of(made.games, 'game')} of {number_of(len(files), 'file')}")
    if out is not None:
        note(f"wrote {out}")

"""The `cardlib` command: one lazy table of commands.

Each command lives in a module of its own and is imported only when it runs, so that `cardlib --help` and read
commands start fast. Add a command by adding its line to `COMMANDS`.
"""

from __future__ import annotations

import os
import sys
from functools import cache
from importlib import import_module
from shlex import quote as quoted
from typing import TYPE_CHECKING, Annotated, Any

import click
import typer
from typer.core import TyperGroup

import cardlib
from cardlib.errors import CardlibError
from cardlib_cli.completion import VARIABLE, answer
from cardlib_cli.errors import end_as_interrupted, reported
from cardlib_cli.streams import hush, open_streams
from cardlib_cli.terminal import guarded
from cardlib_cli.typed import bound, check_words

if TYPE_CHECKING:
    from collections.abc import Sequence

# command -> (module, one line of help). The module defines `app`, a `typer.Typer` with one command or a group.
COMMANDS: dict[str, tuple[str, str]] = {
    "cards": ("cardlib_cli.commands.cards", "Find cards with a query."),
    "card": ("cardlib_cli.commands.card", "Show one card, or write it as a picture."),
    "stats": ("cardlib_cli.commands.stats", "Count cards by a field, with bars."),
    "sql": ("cardlib_cli.commands.sql", "Ask the database in SQL, read-only."),
    "rules": ("cardlib_cli.commands.rules", "Look up rules by id or words."),
    "deck": ("cardlib_cli.commands.deck", "Check, show, count, convert, compare and make up decks."),
    "odds": ("cardlib_cli.commands.odds", "Work out the odds of dice, exactly."),
    "data": ("cardlib_cli.commands.data", "Check the data, build the database."),
    "play": ("cardlib_cli.commands.play", "Play a match: yourself, against a bot, or bots alone."),
    "replay": ("cardlib_cli.commands.replay", "Tell a recorded match move by move."),
    "sim": ("cardlib_cli.commands.sim", "Play many games and report win rates."),
    "why": ("cardlib_cli.commands.why", "Say why decks win: by card, by pair, by game."),
    "sweep": ("cardlib_cli.commands.sweep", "Find out what a number should be."),
    "bots": ("cardlib_cli.commands.bots", "How bots weigh positions, and what weights win more."),
    "balance": ("cardlib_cli.commands.balance", "Alarms for what is out of balance."),
    "scenario": ("cardlib_cli.commands.scenario", "Play rulings written as scenarios."),
    "print": ("cardlib_cli.commands.print", "Print cards on sheets, or write them as pictures."),
    "new": ("cardlib_cli.commands.new", "Make a project for a game of your own."),
}


class LazyGroup(TyperGroup):
    """A group whose commands are imported when they are called, not when they are listed."""

    def list_commands(self, ctx: Any) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        return _command(cmd_name) if cmd_name in COMMANDS else None

    def parse_args(self, ctx: Any, args: list[str]) -> Any:
        check_words(args)
        return super().parse_args(ctx, args)

    def resolve_command(self, ctx: Any, args: Sequence[str]) -> Any:
        name = args[0] if args else ""
        if name and not name.startswith("-") and name not in COMMANDS:
            from cardlib.filters.nearest import nearest_note

            ctx.fail(f"no command is called '{name}'{nearest_note(name, COMMANDS)}")
        return super().resolve_command(ctx, list(args))

    def invoke(self, ctx: Any) -> Any:
        """Run a command; one whose reader has gone away (`| head`) has done its work, whichever it is."""
        words = list(ctx.args)
        try:
            result = super().invoke(ctx)
            sys.stdout.flush()
        except click.UsageError as error:
            said = error.format_message()
            hint = _dashed(ctx.invoked_subcommand, words, error.ctx and error.ctx.command, said)
            if hint:
                raise click.UsageError(said + hint, error.ctx) from None
            raise
        except CardlibError as error:
            command = self.get_command(ctx, ctx.invoked_subcommand)
            hint = _dashed(ctx.invoked_subcommand, words, command, str(error))
            if hint:
                raise CardlibError(f"{error}{hint}") from None
            raise
        except BrokenPipeError:
            hush(sys.stdout)
            raise SystemExit(0) from None
        except KeyboardInterrupt:  # of which typer would say nothing
            end_as_interrupted()
        return result

    def make_context(self, *words: Any, **more: Any) -> Any:
        """Read the command line; `--help` and `--version` print while they are read."""
        try:
            return super().make_context(*words, **more)
        except BrokenPipeError:
            hush(sys.stdout)
            raise SystemExit(0) from None

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, summary) for name, (_, summary) in COMMANDS.items()])


@cache
def _command(name: str) -> Any:
    """A command with its options, which are made once in a process."""
    command = typer.main.get_command(import_module(COMMANDS[name][0]).app)
    command.name = name
    if isinstance(command, TyperGroup):
        command.suggest_commands = False  # click suggests what may be meant, and typer would once more
    return bound(command)


QUERIES = ("query", "what", "conditions", "question")  # arguments that may be meant to begin with "-"


def _dashed(name: str | None, words: Sequence[str], command: Any, message: str) -> str:
    """What to say of a word that was taken for an option and may be a query, as the end of a message."""
    if not any(parameter.name in QUERIES for parameter in getattr(command, "params", ())):
        return ""
    before = words[: words.index("--")] if "--" in words else words
    for place, word in enumerate(before):
        if len(word) > 2 and word[0] == "-" != word[1] and (word[2:] in message or f"'{word[:2]}'" in message):
            line = " ".join(quoted(part) for part in ("cardlib", name or "", *words[:place], "--", word))
            return f"\nA query that begins with '-' stands behind '--': {line}"
    return ""


app = typer.Typer(cls=LazyGroup, rich_markup_mode=None, no_args_is_help=True, pretty_exceptions_enable=False)


def _version(wanted: bool) -> None:
    if wanted:
        print(f"cardlib {cardlib.__version__}")
        raise typer.Exit


@app.callback()
def root(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and leave.")
    ] = False,
) -> None:
    """Cards as data: check them, query them, print them, play them.

    Example: cardlib cards 'mecha flight cost<=2' --sort cost,name
    """


def main() -> None:
    """Run the command line; a wrong input ends with a message and exit code 1 or 2, never a traceback."""
    open_streams()
    with guarded(), reported():
        if VARIABLE in os.environ:
            answer(typer.main.get_command(app))
        app(prog_name="cardlib")


if __name__ == "__main__":
    from cardlib_cli.start import main as start

    start()

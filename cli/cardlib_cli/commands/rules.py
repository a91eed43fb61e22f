"""`cardlib rules`: a rule by its id, or the rules with some words; `rules coverage` and `rules doubt` are elsewhere."""

from __future__ import annotations

import textwrap
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from cardlib.filters.words import number_of
from cardlib_cli.drawing import READABLE, room
from cardlib_cli.output import (
    Format,
    FormatOption,
    bold,
    dim,
    emit,
    note,
    on_terminal,
    paragraph,
    terminal_width,
    write,
)
from cardlib_cli.projects import GameOption, all_or_chosen, read_decks

if TYPE_CHECKING:
    from cardlib.catalog.query import Row

# word after `rules` -> the module that answers it
MORE = {"coverage": "cardlib_cli.coverage", "doubt": "cardlib_cli.doubt"}
SHOW = "show"


def _installed() -> list[str]:
    return [name for name, module in MORE.items() if find_spec(module)]


class RulesGroup(TyperGroup):
    """Takes anything that is not a command of its own as what to look for."""

    def parse_args(self, ctx: Any, args: list[str]) -> Any:
        if not args or args[0] not in (*_installed(), "--help", SHOW):
            args = [SHOW, *args]
        return super().parse_args(ctx, args)

    def list_commands(self, ctx: Any) -> list[str]:
        return [*super().list_commands(ctx), *_installed()]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        if cmd_name in MORE:
            command = typer.main.get_command(import_module(MORE[cmd_name]).app)
            command.name = cmd_name
            return command
        return super().get_command(ctx, cmd_name)


app = typer.Typer(cls=RulesGroup, rich_markup_mode=None, add_completion=False)


@app.callback()
def rules() -> None:
    """Look up rules: one by its id, or those with some words, best first.

    Example: cardlib rules MIW-021

    Example: cardlib rules armour counters
    """


@app.command(SHOW)
def show(
    words: Annotated[list[str] | None, typer.Argument(help="Ids of rules, or words in them.")] = None,
    kind: Annotated[
        str | None, typer.Option("--kind", "-k", help="Only rule, construction, ruling or example.")
    ] = None,
    form: FormatOption = Format.TABLE,
    game: GameOption = None,
) -> None:
    """Look up rules (the word `show` may be left out).

    Example: cardlib rules MIW-021
    """
    from cardlib.catalog.query import RULE_COLUMNS, RULE_ID, find_rules

    ids = [word for word in words or () if RULE_ID.fullmatch(word)]
    prefixes = {id_.partition("-")[0].upper() for id_ in ids} if len(ids) == len(words or ()) else ()
    found = find_rules(all_or_chosen(game, prefixes), words or (), kind, read_decks)
    if form is not Format.TABLE:
        emit(found, list(RULE_COLUMNS), form)
    elif len(found) == 1 or [str(row["id"]).upper() for row in found] == [word.upper() for word in words or ()]:
        write("\n\n".join(rule_text(row) for row in found))
    else:
        for row in found:
            body = f"{row['question']} {row['text']}" if row["question"] else str(row["text"])
            line = f"{row['id']}  {' '.join(body.split())}"
            lines = paragraph(line, room(READABLE), "", "    ") if on_terminal() else [line]
            lines[0] = bold(str(row["id"])) + lines[0].removeprefix(str(row["id"]))
            write("\n".join(lines))
        note(number_of(len(found), "rule"))


def rule_text(row: Row) -> str:
    """Return one rule as text: id and section, question, the rule, why, and what it refers to."""
    width = min(100, terminal_width())
    lines = [f"{bold(str(row['id']))}  {row['kind']}, {row['section']}"]
    if row["title"]:
        lines.append(str(row["title"]))
    for part in (row["question"], row["text"]):
        if part:
            lines += ["", *textwrap.wrap(str(part), width)]
    if row["why"]:
        lines += ["", *textwrap.wrap(f"Why: {row['why']}", width)]
    if row["broken_by"]:
        lines += ["", *textwrap.wrap(f"Broken by: {row['broken_by']}", width)]
    for label, key in (("Pins", "pins"), ("See", "refs")):
        value = row[key]
        if isinstance(value, list) and value:
            lines += ["", dim(f"{label}: {', '.join(value)}")]
    return "\n".join(lines)

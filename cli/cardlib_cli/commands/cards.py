"""`cardlib cards`: find cards with a query."""

from __future__ import annotations

from typing import Annotated

import typer

from cardlib.filters.words import number_of
from cardlib_cli import completion
from cardlib_cli.output import Format, FormatOption, emit, note
from cardlib_cli.projects import GameOption, all_or_chosen, cards_in_deck, read_decks, tell_remarks

app = typer.Typer(rich_markup_mode=None, add_completion=False)


@app.command()
def cards(
    query: Annotated[
        list[str] | None,
        typer.Argument(help="What to look for; every card if left out.", autocompletion=completion.query),
    ] = None,
    sort: Annotated[
        str,
        typer.Option(
            "--sort", "-s", help="Fields to sort by, such as cost,-power,name.", autocompletion=completion.fields
        ),
    ] = "",
    show: Annotated[
        str, typer.Option("--show", help="Columns to print, such as name,cost,text.", autocompletion=completion.fields)
    ] = "",
    limit: Annotated[int | None, typer.Option("--limit", "-n", min=0, help="At most so many cards.")] = None,
    form: FormatOption = Format.TABLE,
    game: GameOption = None,
) -> None:
    """Find cards with a query, in one game or in all of them.

    Words: a type, subtype or keyword; any other word is looked for in the name. Fields: cost<=2, power>durability,
    cost:X, has:cost, cost:even, keyword:armour>=2, text:"draw a card", text:/draws? \\w+/, word:Drone, in:deck,
    used>=2. Join them with spaces (and), or, - or not, and parentheses. Before a query that begins with -, write --.

    Example: cardlib cards 'mecha flight cost<=2 -keyword:haste' --sort cost,name --format md
    """
    from cardlib.catalog.query import find_cards, known_field, written_wholes

    projects = all_or_chosen(game)
    text = " ".join(query or ())
    people = form in (Format.TABLE, Format.MD)  # who read a sum more easily than its parts
    rows = find_cards(projects, text, _fields(sort), limit, decks=read_decks, in_deck=cards_in_deck)
    if show:
        columns = [known_field(field, projects) for field in _fields(show)]
    else:
        attributes = [attribute for project in projects for attribute in project.game.attributes.values()]
        names = (attribute.id for attribute in attributes if not (people and attribute.part_of))
        used = [name for name in dict.fromkeys(names) if any(row.get(name) is not None for row in rows)]
        several = len({row["game"] for row in rows}) > 1
        columns = [*(["game"] if several else []), "name", "type_line", *used, "keywords"]
        if form is not Format.TABLE:
            columns = ["game", "id", *[name for name in columns if name != "game"], "text"]
    games = {project.slug: project.game for project in projects}
    emit([{**row, **written_wholes(row, games[str(row["game"])])} for row in rows] if people else rows, columns, form)
    if form is Format.TABLE:
        note(number_of(len(rows), "card"))
    tell_remarks(projects, text, len(rows))


def _fields(text: str) -> list[str]:
    return [field.strip() for field in text.split(",") if field.strip()]

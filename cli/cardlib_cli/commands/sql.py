"""`cardlib sql`: a read-only SQL statement over the database."""

from __future__ import annotations

from typing import Annotated

import typer

from cardlib.errors import CardlibError
from cardlib_cli.output import Format, FormatOption, emit
from cardlib_cli.projects import GameOption, all_or_chosen, read_decks

app = typer.Typer(rich_markup_mode=None, add_completion=False)


@app.command()
def sql(
    statement: Annotated[str, typer.Argument(help="One statement that only reads.")] = "",
    tables: Annotated[bool, typer.Option("--tables", help="List the tables and their columns, and stop.")] = False,
    form: FormatOption = Format.TABLE,
    game: GameOption = None,
) -> None:
    """Ask the database in SQL. Tables: games, cards, abilities, keywords, rules, decks, deck_cards; --tables lists all.

    Every game has a view <game>_cards with a column per attribute, and one per card type: mecha_towers. The tables
    card_search and rule_search are full-text indexes of one game: name it with --game.

    Example: cardlib sql 'select cost, count(*) as n, avg(power) from mecha_mechas group by cost'
    """
    from cardlib.catalog import statements

    if tables:
        if statement:
            raise CardlibError("--tables lists the tables and stops; leave it out, or the statement")
        emit(
            statements.sql_tables(all_or_chosen(game), read_decks),
            ["table", "kind", "rows", "columns"],
            form,
            wrap=True,
        )
        return
    columns, rows = statements.run_sql(all_or_chosen(game), statement, read_decks)
    emit(rows, columns, form)

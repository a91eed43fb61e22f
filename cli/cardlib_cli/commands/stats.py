"""`cardlib stats`: how many cards have each value of a field, with bars."""

from __future__ import annotations

from typing import Annotated

import typer

from cardlib_cli import completion
from cardlib_cli.output import Format, FormatOption, bar, emit, note
from cardlib_cli.projects import GameOption, all_or_chosen, cards_in_deck, read_decks, tell_remarks

app = typer.Typer(rich_markup_mode=None, add_completion=False)


@app.command()
def stats(
    query: Annotated[
        list[str] | None, typer.Argument(help="Which cards; all of them if left out.", autocompletion=completion.query)
    ] = None,
    by: Annotated[
        str, typer.Option("--by", "-b", help="The field to count by.", autocompletion=completion.fields)
    ] = "type",
    form: FormatOption = Format.TABLE,
    game: GameOption = None,
) -> None:
    """Count the cards that pass a query by the values of a field.

    Example: cardlib stats mecha --by cost
    """
    from cardlib.catalog.query import count_cards, known_field

    projects = all_or_chosen(game)
    field = known_field(by, projects)
    text = " ".join(query or ())
    counts = count_cards(projects, text, field, decks=read_decks, in_deck=cards_in_deck)
    rows: list[dict[str, object]] = [
        {field: count.value, "cards": count.count, "share": round(count.share, 4)} for count in counts
    ]
    if not counts and form is Format.TABLE:
        note("0 cards")
    tell_remarks(projects, text, len(counts))
    if form is not Format.TABLE:
        emit(rows, [field, "cards", "share"], form)
        return
    if not counts:
        return
    most = max((count.count for count in counts), default=1)
    shown = [
        {
            field: "none" if count.value is None else count.value,
            "cards": count.count,
            "share": f"{count.share:.0%}",
            "": bar(count.count / most),
        }
        for count in counts
    ]
    emit(shown, [field, "cards", "share", ""], form)
    numbers = [(count.value, count.count) for count in counts if type(count.value) in (int, float)]
    total = sum(number for _, number in numbers)
    if total:
        mean = sum(float(str(value)) * number for value, number in numbers) / total
        note(f"{total} cards with a number, mean {mean:.2f}")

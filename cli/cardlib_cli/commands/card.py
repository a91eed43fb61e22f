"""`cardlib card`: one card, as text or as a picture."""

from __future__ import annotations

import textwrap
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cardlib.errors import CardlibError
from cardlib_cli.output import Format, FormatOption, bold, dim, emit, note, terminal_width, write
from cardlib_cli.projects import GameOption, all_or_chosen, read_decks

if TYPE_CHECKING:
    from cardlib.catalog.projects import Project
    from cardlib.catalog.query import Row

app = typer.Typer(rich_markup_mode=None, add_completion=False)


@app.command()
def card(
    name: Annotated[list[str], typer.Argument(help="The name, id or former name of a card.")],
    image: Annotated[
        Path | None, typer.Option("--image", "-i", metavar="FILE", help="Write the card as it is printed, as PNG.")
    ] = None,
    form: FormatOption = Format.TABLE,
    game: GameOption = None,
) -> None:
    """Show one card. A name that no card carries lists the candidates; nothing is guessed.

    Example: cardlib card bugzapper
    """
    from cardlib.catalog.query import one_card

    projects = all_or_chosen(game)
    row = one_card(projects, " ".join(name), read_decks)
    project = next(project for project in projects if project.slug == row["game"])
    if image is not None:
        _picture(project, str(row["id"]), image)
        return
    if form is Format.TABLE:
        write(card_text(row, project, min(88, terminal_width())))
    else:
        emit([row], list(row), form)


def _picture(project: Project, id_: str, path: Path) -> None:
    try:
        from cardlib_print import render_card_png
    except ImportError:
        raise CardlibError("pictures need the extra 'png': pip install 'cardlib[png]'") from None
    render_card_png(project, project.cards[id_], path)
    note(f"wrote {path}")


def card_text(row: Row, project: Project, width: int = 88) -> str:
    """Return a card as text: name and type, numbers, keywords with what they mean, rules text, where it stands."""
    numbers = [
        f"{attribute.title} {_signed(row[attribute.id], str(row['type']) in attribute.signed)}"
        for attribute in project.game.attributes.values()
        if row.get(attribute.id) is not None
    ]
    lines = [f"{bold(str(row['name']))}  {row['type_line']}"]
    if numbers:
        lines.append(", ".join(numbers))
    words = project.vocabulary.keywords
    for printed in str(row["keywords"]).split(", ") if row["keywords"] else []:
        keyword = next(
            (known for known in project.keywords.values() if known.id in words and _same(known.printed, printed)), None
        )
        reminder = keyword.reminder.replace("{n}", _number(printed)) if keyword and keyword.reminder else ""
        lines.append(f"{bold(printed)}" + (f"  {dim(f'({reminder})')}" if reminder else ""))
    for paragraph in str(row["text"]).splitlines():
        lines += ["", *textwrap.wrap(paragraph, width)] if paragraph else [""]
    if row["flavour"]:
        lines += ["", *textwrap.wrap(str(row["flavour"]), width)]
    if row["unimplemented"]:
        lines += ["", f"The engine cannot play this card yet: {row['unimplemented']}"]
    lines += ["", dim(f"{row['game']}: {row['id']} ({row['file']})")]
    return "\n".join(lines)


def _same(printed_as: object, printed: str) -> bool:
    if not callable(printed_as):
        return False
    number = _number(printed)
    return printed in (printed_as(True), printed_as(int(number)) if number else None)


def _number(printed: str) -> str:
    digits = "".join(character for character in printed if character.isdigit())
    return digits[:9]


def _signed(value: object, signed: bool) -> str:
    return f"{value:+d}" if signed and isinstance(value, int) else str(value)

"""`cardlib card`: one card, as text or as a picture."""

from __future__ import annotations

import textwrap
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cardlib.errors import CardlibError
from cardlib.writing import is_stream
from cardlib_cli import completion
from cardlib_cli.output import Format, FormatOption, bold, dim, emit, folded, note, terminal_width, write
from cardlib_cli.projects import GameOption, all_or_chosen, read_decks

if TYPE_CHECKING:
    from cardlib.catalog.models import AttributeInfo
    from cardlib.catalog.projects import Project
    from cardlib.catalog.query import Cell, Row

app = typer.Typer(rich_markup_mode=None, add_completion=False)


@app.command()
def card(
    name: Annotated[
        list[str], typer.Argument(help="The name, id or former name of a card.", autocompletion=completion.cards)
    ],
    image: Annotated[
        Path | None, typer.Option("--image", "-i", metavar="FILE", help="Write the card as it is printed, as PNG.")
    ] = None,
    lang: Annotated[
        str,
        typer.Option(
            "--lang", metavar="LANG", help="The language: de for lang/de.json.", autocompletion=completion.languages
        ),
    ] = "",
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
        if image.suffix.lower() != ".png" and not is_stream(image):
            raise CardlibError(f"{image}: a picture of a card is PNG, expected a name that ends in .png")
        _picture(project, str(row["id"]), image, lang)
        return
    if lang:
        project, row = _in_language(project, row, lang)
    if form is Format.TABLE:
        write(card_text(row, project, min(88, terminal_width())))
    else:
        emit([row], list(row), form)


def _in_language(project: Project, row: Row, code: str) -> tuple[Project, Row]:
    """A card as it reads in another language: what is printed of it, and the project whose words it is told in."""
    from cardlib.catalog.languages import in_language

    language = in_language(project, code)
    card = language.card(project.cards[str(row["id"])])
    keywords = ", ".join(printed for _, printed, _ in language.project.keywords_of(card))
    said = {"name": card.name, "type_line": card.type_line, "keywords": keywords, "text": card.text}
    return language.project, {**row, **said, "flavour": card.flavour}


def _picture(project: Project, id_: str, path: Path, lang: str) -> None:
    try:
        from cardlib_print import PrintOptions, render_card_png
    except ImportError:
        raise CardlibError("pictures need pypdfium2: pip install pypdfium2") from None
    render_card_png(project, project.cards[id_], path, PrintOptions(lang=lang))
    note(f"wrote {path}")


def card_text(row: Row, project: Project, width: int = 88) -> str:
    """Return a card as text: name and type, numbers, keywords with what they mean, rules text, where it stands."""
    game = project.game
    whole = [info for info in game.attributes.values() if not info.part_of and row.get(info.id) is not None]
    own: list[tuple[AttributeInfo, Cell]] = [(info, row[info.id]) for info in whole]
    numbers = [
        f"{info.title} {game.spelled(info, row) if info.parts else _shown(value, info, str(row['type']))}".strip()
        for info, value in own
        if not info.prose and value is not False
    ]
    lines = [f"{bold(str(row['name']))}  {row['type_line']}"]
    if numbers:
        lines.append(", ".join(numbers))
    for info, value in own:
        if info.prose:
            lines += textwrap.wrap(f"{info.title}: {value}", width)
    for printed in str(row["keywords"]).split(", ") if row["keywords"] else []:
        known = (keyword.reminder_for(printed) for keyword in project.keywords.values())
        reminder = next((text for text in known if text is not None), "")
        lines += folded(f"{bold(printed)}" + (f"  {dim(f'({reminder})')}" if reminder else ""), width)
    for paragraph in str(row["text"]).splitlines():
        lines += ["", *textwrap.wrap(paragraph, width)] if paragraph else [""]
    if row["flavour"]:
        lines += ["", *textwrap.wrap(str(row["flavour"]), width)]
    if row["unimplemented"]:
        lines += ["", f"The engine cannot play this card yet: {row['unimplemented']}"]
    lines += ["", dim(f"{row['game']}: {row['id']} ({row['file']})")]
    text = "\n".join(lines)
    if "<" not in text:
        return text
    from cardlib_print.markup import unmarked  # reads all that prints

    return unmarked(text)


def _shown(value: Cell, info: AttributeInfo, type_: str) -> str:
    if isinstance(value, int) and type_ in info.signed:
        return f"{value:+d}"
    return info.named(value) if isinstance(value, int | str | list) and value is not True else ""

"""What the shell offers for an argument: decks, cards, games, fields, words of a query, sheets, bots, formats.

`cardlib --install-completion` sets it up, and then the shell runs `cardlib` with `_CARDLIB_COMPLETE` set. Each function
gets the context of the command line as far as it is typed and the word under the cursor, and returns whole words; Typer
keeps those that begin like it. Nothing is built or checked here, and a project that cannot be read offers nothing: its
commands say why.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from contextlib import closing
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cardlib.errors import CardlibError

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem, ShellComplete

    from cardlib.catalog.projects import Project

# The word that a query ends with: what stands before it, a field with its operator, and the beginning of a word.
_LAST = re.compile(r"(?P<before>.*?)(?P<field>[\w-]+[:=])?(?P<word>[^\s()\"':=]*)\Z", re.DOTALL)
_COLUMNS = ("name", "type_line", "keywords", "text")
BOTS = ("greedy", "random", "search")  # the names of cardlib.bots.NAMES, whose modules take longer than a key press
VARIABLE = "_CARDLIB_COMPLETE"


def answer(command: click.Command) -> None:
    """Answer the shell that asks through `VARIABLE`; never returns.

    Typer renders the help behind each word with rich, which takes longer than everything else; here it stays plain.
    """
    from click.shell_completion import add_completion_class, get_completion_class

    for shell, behind in (("zsh", ':"{}"'), ("fish", "\t{}")):
        base = get_completion_class(shell)
        if base is not None:
            add_completion_class(_plain(base, behind), shell)
    command(prog_name="cardlib")


def _plain(base: type[ShellComplete], behind: str) -> type[ShellComplete]:
    """A shell's completion that writes help as it is, `behind` the word; signs that shells read are left out."""

    def format_completion(self: ShellComplete, item: CompletionItem) -> str:
        bare: str = base.format_completion(self, click.shell_completion.CompletionItem(item.value, item.type))
        said = re.sub(r"[^\w .,;!?/=<>+-]", "", item.help or "")
        return bare + behind.format(said) if said else bare

    return type(base.__name__, (base,), {"format_completion": format_completion})


def games(ctx: click.Context, incomplete: str) -> list[str]:
    """The bundled games."""
    from cardlib.catalog.projects import bundled_slugs

    return bundled_slugs()


def decks(ctx: click.Context, incomplete: str) -> list[str]:
    """The decks of the game, or of all games; files are the shell's own business."""
    from cardlib.decks.files import project_decks

    return _each(ctx, project_decks)


def cards(ctx: click.Context, incomplete: str) -> list[str]:
    """The ids of cards, which need no quotation marks."""
    return [] if ctx.params.get("name") else _each(ctx, _card_ids)


def fields(ctx: click.Context, incomplete: str) -> list[str]:
    """Fields to show or count by, one after another with commas between them."""
    before, comma, _ = incomplete.rpartition(",")
    names = _each(ctx, _field_names)
    falling = "-" if incomplete[len(before + comma) :].startswith("-") else ""
    return [f"{before}{comma}{falling}{name}" for name in names]


def formats(ctx: click.Context, incomplete: str) -> list[str]:
    """The construction formats of the game."""
    from cardlib.decks.formats import format_names

    return _each(ctx, format_names)


def forms(ctx: click.Context, incomplete: str) -> list[str]:
    """The forms of deck files."""
    from cardlib.decks.files import FORMS

    return list(FORMS)


def bots(ctx: click.Context, incomplete: str) -> list[str]:
    """The bots, for one seat after another with commas between them."""
    return _seated(BOTS, incomplete)


def seats(ctx: click.Context, incomplete: str) -> list[str]:
    """Who may sit at the table: people and bots."""
    return _seated(("human", "bot", *BOTS), incomplete)


def sheets(ctx: click.Context, incomplete: str) -> list[str]:
    """The sheets that ship with the print package, and those of the project."""
    return _printed(ctx, "sheets")


def presets(ctx: click.Context, incomplete: str) -> list[str]:
    """The presets that ship with the print package, and those of the project."""
    return _printed(ctx, "presets")


def languages(ctx: click.Context, incomplete: str) -> list[str]:
    """The languages that the project has words for."""
    return _each(ctx, lambda project: sorted(path.stem for path in (project.path / "lang").glob("*.json")))


def _printed(ctx: click.Context, kind: str) -> list[str]:
    """The names of files of a kind, of the print package and of the project."""
    spec = find_spec("cardlib_print")  # importing it takes longer than a key press
    shipped = [Path(folder) / kind for folder in (spec and spec.submodule_search_locations) or ()]

    def known(project: Project) -> Iterable[str]:
        folders = (*shipped, project.path / "print" / kind)
        return sorted({path.stem for folder in folders for path in folder.glob("*.json")})

    return _each(ctx, known)


def query(ctx: click.Context, incomplete: str) -> list[str]:
    """The next word of a query: a type, subtype, keyword or field, and behind a field its values."""
    found = _LAST.match(incomplete)
    assert found is not None  # the pattern fits any text
    before, field = found["before"], found["field"] or ""
    typed = ctx.params.get("query") or ctx.params.get("what") or []
    if not field and not before and len(typed) > 1 and typed[-1] in (":", "="):
        field = f"{typed[-2]}:"  # a shell that parts words at ":" asks for the part behind it
        return _each(ctx, lambda project: _values(project, field[:-1]))
    if field:
        return [f"{before}{field}{word}" for word in _each(ctx, lambda project: _values(project, field[:-1]))]
    minus = "-" if found["word"].startswith("-") else ""
    return [f"{before}{minus}{word}" for word in _each(ctx, _words)]


def deck_or_query(ctx: click.Context, incomplete: str) -> list[str]:
    """A deck, or the beginning of a query."""
    first = [] if ctx.params.get("what") else decks(ctx, incomplete)
    return [*first, *query(ctx, incomplete)]


def _each(ctx: click.Context, names: Callable[[Project], Iterable[str]]) -> list[str]:
    """What the project in question offers, or all bundled games, each word once."""
    from cardlib_cli.projects import all_or_chosen

    found: dict[str, None] = {}
    try:
        for project in all_or_chosen(ctx.params.get("game")):
            found |= dict.fromkeys(names(project))
    except (CardlibError, OSError):
        return []
    return list(found)


def _card_ids(project: Project) -> list[str]:
    """The ids of a project's cards: from its database where that is up to date, else from the files."""
    from cardlib.catalog.database import kept

    connection = kept(project)
    if connection is not None:
        with closing(connection):
            return [id_ for (id_,) in connection.execute("SELECT id FROM cards ORDER BY id")]
    from cardlib.catalog.cards import lines_of_ids
    from cardlib.reading import read_text

    return sorted(id_ for path in project.files("cards") for id_ in lines_of_ids(read_text(path)))


def _field_names(project: Project) -> list[str]:
    return [*project.game.attributes, *_COLUMNS, "id", "type", "subtypes", "game"]


def _words(project: Project) -> list[str]:
    """What may begin a part of a query: words that stand alone, and fields with the colon that they take."""
    words = project.vocabulary
    alone = [*words.types, *words.groups, *words.subtypes, *words.keywords]
    return [
        *alone,
        "or",
        "not",
        *(f"{name}:" for name in [*words.fields, "in", "is", "has", "text", "type", "keyword"]),
    ]


def _values(project: Project, name: str) -> Iterable[str]:
    from cardlib.decks.files import project_decks
    from cardlib.filters.vocabulary import ALIASES

    words = project.vocabulary
    low = name.lower()
    field = words.field(low) or words.field(ALIASES.get(low, ""))
    known = {"type": words.types, "subtype": words.subtypes, "keyword": words.keywords, "in": project_decks(project)}
    if low == "is":
        return words.flag_names()
    if low == "has":
        return [*words.fields, *words.keywords]
    if field is not None and field.values:
        return field.values
    return known.get(ALIASES.get(low, low), {})


def _seated(names: Iterable[str], incomplete: str) -> list[str]:
    before, comma, _ = incomplete.rpartition(",")
    return [f"{before}{comma}{name}" for name in names]

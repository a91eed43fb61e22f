"""Deck files: which form a file has, reading it, writing it, and finding decks by name.

Forms: `text` (.txt), `json`, `cockatrice` (.cod), `octgn` (.o8d), `tabletop` (Tabletop Simulator save, JSON).
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from cardlib import bounds, reading
from cardlib.decks.customs import Customs, customs_of
from cardlib.decks.kinds import DECK, kind_of
from cardlib.decks.model import Deck
from cardlib.decks.written import DeckError, Written, one_line, resolve, written_from
from cardlib.errors import CardlibError, NotFound
from cardlib.writing import write_whole

if TYPE_CHECKING:
    from cardlib.catalog import Project

FORMS = {"text": ".txt", "json": ".json", "cockatrice": ".cod", "octgn": ".o8d", "tabletop": ".tts.json"}
SUFFIXES = (".txt", ".json", ".cod", ".o8d")

_TITLE = re.compile(r'^\W*name"?\s*:\s*"?(.+?)"?,?\s*$', re.MULTILINE | re.IGNORECASE)
_HEAD = 4000  # characters of a file in which its title is looked for


def load_deck(source: str | Path, project: Project, strict: bool = True) -> Deck:
    """Read a deck from a file, or by the name of one of the project's own decks.

    With `strict` unknown names raise `UnknownCards`, all of them at once; otherwise they are kept in `Deck.unknown`
    for `check`. Raises `DeckError` for a file that is no deck and `NotFound` for one that is not there.
    """
    path = deck_path(source, project)
    return parse_deck(read_deck_file(path), project, str(path), strict)


def read_deck_file(path: Path) -> str:
    """The text of a deck file; raises `DeckError` if it is too large or not UTF-8."""
    return reading.read_text(path, bounds.DECK_FILE, DeckError)


def parse_deck(text: str, project: Project, where: str = "deck", strict: bool = True) -> Deck:
    """Read a deck from text in any of the forms, told apart by how it begins."""
    if project.kinds and (kind := _kind_in(text, where, project)):
        deck = _document(text, kind, project, where, strict)
    else:
        deck = _deck(text, project, where, strict)
    if deck.game and deck.game != project.slug:
        raise DeckError(f"{where}: found a deck of the game {deck.game!r}, expected one of {project.slug!r}")
    stem = one_line(Path(where).name.split(".")[0])
    return replace(deck, name=deck.name or stem.replace("-", " ").title(), game=project.slug)


def _kind_in(text: str, where: str, project: Project) -> str:
    """The kind of document that a text names, "" for a deck; `DeckError` for fields of a kind that is not named."""
    if text.lstrip()[:1] == "<":
        return ""
    if text.lstrip()[:1] == "{" or where.lower().endswith(".json"):
        from cardlib.decks.json_form import repeating_json

        data, _ = repeating_json(text, where)
        told = data if isinstance(data, dict) else {}
        if not told.keys() & {"kind", "cards", "sections"}:
            kinds = [f'"{id_}"' for id_ in project.kinds if told.keys() & kind_of(project, id_).fields.keys()]
            if kinds:
                raise DeckError(f'{where}: found no "kind", expected "kind": {" or ".join(kinds)}')
        named = str(told.get("kind", ""))
    else:
        from cardlib.decks.document_text import named_kind

        named = named_kind(text)
    return "" if named == DECK else named


def _document(text: str, kind: str, project: Project, where: str, strict: bool) -> Deck:
    """Read a document of another kind than a deck."""
    from cardlib.decks.documents import read_document

    try:
        about = kind_of(project, kind)
    except NotFound as error:
        raise DeckError(f"{where}: {error}") from None
    if text.lstrip()[:1] == "{":
        from cardlib.decks.json_form import repeating_json

        data, repeated = repeating_json(text, where, about.fields)
        return read_document(data, about, project, where, strict, repeated) if isinstance(data, dict) else Deck(kind)
    from cardlib.decks.document_text import parse_document

    made, repeated = parse_document(text, about, where)
    return read_document(made, about, project, where, strict, repeated)


def _deck(text: str, project: Project, where: str, strict: bool) -> Deck:
    written = _written(text, project, where)
    return resolve(written, project.names, where, strict)


def _written(text: str, project: Project, where: str) -> Written:
    customs = customs_of(project)
    written = _read(text, project, where, customs)
    customs.settle(written)
    if len(written.name) > bounds.NAME:
        raise DeckError(f"{where}: name: found {len(written.name)} characters, expected at most {bounds.NAME}")
    return written


def _read(text: str, project: Project, where: str, customs: Customs) -> Written:
    start = text.lstrip()[:1]
    if start == "<":
        from cardlib.decks.exchange import parse_xml, read_cockatrice, read_octgn

        root = parse_xml(text.lstrip(), where)
        if root.tag == "cockatrice_deck":
            return read_cockatrice(root, where, customs)
        if root.tag == "deck":
            return read_octgn(root, where, project.slug, project.names, customs)
        raise DeckError(f"{where}: found <{root.tag[:40]}>, expected <cockatrice_deck> or <deck> (OCTGN)")
    if start == "{" or where.lower().endswith(".json"):
        from cardlib.decks.json_form import read_json, strict_json

        data = strict_json(text, where)
        if isinstance(data, dict) and "ObjectStates" in data:
            from cardlib.decks.exchange import read_tabletop

            return read_tabletop(data, where, customs)
        return read_json(data, where, customs)
    from cardlib.decks.text import read_text

    return read_text(text, customs)


def render_deck(deck: Deck, project: Project, form: str, faces: str = "{id}.png", back: str = "back.png") -> str:
    """The deck as a file of the named form; `faces` and `back` are picture addresses for `tabletop`."""
    if deck.kind != DECK:
        return _rendered(deck, project, form)
    index = project.names
    written = written_from(deck, index)
    if form == "text":
        from cardlib.decks.text import write_text

        return write_text(written)
    if form == "json":
        from cardlib.decks.json_form import write_json

        return write_json(written)
    from cardlib.decks import exchange

    if form == "cockatrice":
        return exchange.write_cockatrice(written)
    if form == "octgn":
        return exchange.write_octgn(written, project.slug, index)
    if form == "tabletop":
        return exchange.write_tabletop(written, index, faces, back)
    raise CardlibError(f"found the deck form {form!r}, expected one of {', '.join(FORMS)}")


def _rendered(deck: Deck, project: Project, form: str) -> str:
    """A document of another kind than a deck, as text or JSON."""
    import json

    from cardlib.decks.document_text import write_document
    from cardlib.decks.documents import document_json

    kind = kind_of(project, deck.kind)
    made = document_json(deck, kind, project)
    if form == "text":
        return write_document(made, kind)
    if form == "json":
        return json.dumps(made, ensure_ascii=False, indent=2) + "\n"
    raise CardlibError(f"found the form {form!r}, expected text or json: other programs know no {kind.name}")


def form_of(path: Path) -> str:
    """The form that a file name asks for; raises `CardlibError` for a suffix that is none."""
    name = path.name.lower()
    for form, suffix in sorted(FORMS.items(), key=lambda item: -len(item[1])):
        if name.endswith(suffix):
            return form
    raise CardlibError(f"{path}: found no deck suffix, expected one of {', '.join(FORMS.values())}")


def save_deck(deck: Deck, path: str | Path, project: Project, form: str | None = None) -> Path:
    """Write a deck file, whole or not at all; the form follows the suffix unless it is named."""
    target = Path(path)
    write_whole(target, render_deck(deck, project, form or form_of(target)))
    return target


def project_decks(project: Project) -> dict[str, Path]:
    """The project's own decks: name of the file without its suffix -> path."""
    return decks_in(project.path)


def decks_in(folder: Path) -> dict[str, Path]:
    """The decks in the folder of a project, as `project_decks` names them, without loading it."""
    return {path.name.split(".")[0]: path for path in deck_files([folder / "decks"])}


def titles(folder: Path) -> dict[str, str]:
    """The titles of the decks in the folder of a project, by name: `{"ff-a": "Raiders"}`; some have none."""
    found = {}
    for name, path in decks_in(folder).items():
        try:
            title = _TITLE.search(read_deck_file(path)[:_HEAD])
        except CardlibError:
            continue  # what is wrong with it is told by those who read it
        if title:
            found[name] = title[1]
    return found


def called(title: str, folder: Path) -> str | None:
    """The name of the deck that has a title, in the folder of a project: `ff-a` for `Raiders`; None if none has it."""
    from cardlib.filters.words import fold

    wanted = fold(title.replace("-", " "))
    return next((name for name, one in titles(folder).items() if fold(one.replace("-", " ")) == wanted), None)


def nearest_deck(word: str, folders: Iterable[Path]) -> str | None:
    """What a message says of the deck whose name or title is nearest to a word: `ff-b`, or `Raiders, the deck ff-a`."""
    from cardlib.filters.nearest import nearest

    known: dict[str, str] = {}
    for folder in folders:
        known |= {title: f"{title}, the deck {name}" for name, title in titles(folder).items()}
        known |= {name: name for name in decks_in(folder)}
    meant = nearest(word, known)
    return None if meant is None else known[meant]


def deck_path(source: str | Path, project: Project) -> Path:
    """The file that a path or the name of a project's deck means; raises `NotFound` with the nearest name."""
    path = Path(source)
    if path.is_file():
        return path
    decks = project_decks(project)
    if str(source) in decks:
        return decks[str(source)]
    if path.is_dir():
        raise NotFound(f"{path}: is a folder, expected a deck file")
    if meant := called(str(source), project.path):
        raise NotFound(f"{source}: no such deck file; the deck with that title is {meant}")
    from cardlib.filters.nearest import noted

    near = noted(nearest_deck(path.name.split(".")[0], [project.path]))
    raise NotFound(f"{source}: no such deck file{near or f'; decks of {project.slug}: ' + ', '.join(decks)}")


def own_deck(name: str, project: Project) -> Deck:
    """Read a deck that the data of a project names: one of its own, wherever the command runs."""
    decks = project_decks(project)
    if name not in decks:
        from cardlib.filters.nearest import nearest_note

        raise NotFound(f"{project.slug} has no deck {name!r}{nearest_note(name, decks)}")
    return load_deck(decks[name], project)


def deck_files(sources: Iterable[Path]) -> Iterator[Path]:
    """Deck files among files and folders (searched in depth), in order of name."""
    for source in sources:
        if source.is_dir():
            yield from sorted(_below(source))
        elif source.is_file():
            yield source


def _below(folder: Path) -> Iterator[Path]:
    for place, _, names in os.walk(folder):
        for name in names:
            if name.lower().endswith(SUFFIXES) and not name.startswith("."):
                path = Path(place, name)
                if path.is_file():
                    yield path

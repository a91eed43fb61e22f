"""Makes a new project: the smallest set of files on which every command but play works, to be changed by a designer.

The files come from the folder `starter` beside this module; `{slug}`, `{name}`, `{prefix}` and `{schemas}` in them are
filled in. The schemas are copied into the project, so that an editor finds them on any machine.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

from cardlib import bounds, plugins
from cardlib.catalog.projects import Project
from cardlib.catalog.tree import PLAIN_NAME, SCHEMAS, odd_name
from cardlib.errors import CardlibError
from cardlib.filters import fold
from cardlib.misfits import shown
from cardlib.places import schemas_root
from cardlib.writing import replacing_folder, write_bytes, write_whole

_TEMPLATE = Path(__file__).resolve().parent / "starter"


def make_project(folder: Path, name: str = "") -> Project:
    """Make a project in `folder` and return it.

    The folder appears whole or not at all. Raises `CardlibError` if it is there and not empty, can't be written, if no
    slug can be made of its name, if it or a folder above it that is new has a name that no file of a project may have,
    or if the game cannot have that name, as bundled ones have it.
    """
    folder = folder.absolute()
    for place in (folder, *(above for above in folder.parents if not above.exists())):
        odd = odd_name(place.name)
        if odd:
            raise CardlibError(f"{shown(place.name)}: found {odd}, expected {PLAIN_NAME}")
    slug = re.sub(r"[^a-z0-9]+", "-", fold(folder.name)).strip("-")
    if not slug:
        raise CardlibError(f"'{folder.name}' has no letter or digit to make a slug of; choose another folder name")
    if len(slug) > bounds.SLUG:
        raise CardlibError(
            f"a folder's name of {len(folder.name)} characters is too long; expected at most {bounds.SLUG}"
        )
    if slug in plugins.bundled():
        raise CardlibError(
            f"'{slug}' is a game that comes with cardlib, and its rules would be played; choose another folder name"
        )
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise CardlibError(f"{folder} is there already and not empty; nothing was written")
    if not name.isprintable() or len(name) > bounds.NAME:
        found = f"{len(name)} characters" if name.isprintable() else "line breaks or control characters"
        raise CardlibError(f"the name of a game is one line of at most {bounds.NAME} characters; found {found}")
    title = name.strip() or " ".join(re.findall(r"\w+", folder.name.replace("_", " "))).title()
    with replacing_folder(folder) as made:
        _fill(made, slug, title)
    return Project(folder)


def _fill(made: Path, slug: str, title: str) -> None:
    prefix = _prefix(title)
    for schema in sorted(schemas_root().glob("*.schema.json")):
        write_bytes(made / SCHEMAS / schema.name, schema.read_bytes())
    for source in sorted(_TEMPLATE.rglob("*")):
        if not source.is_file():
            continue
        target = made / source.relative_to(_TEMPLATE)
        text = source.read_text(encoding="utf-8")
        up = "../" * (len(source.relative_to(_TEMPLATE).parts) - 1)
        for word, value in (
            ("{slug}", slug),
            ("{name}", json.dumps(title, ensure_ascii=False)[1:-1] if source.suffix == ".json" else title),
            ("{prefix}", prefix),
            ("{schemas}", up + SCHEMAS),
        ):
            text = text.replace(word, value)
        write_whole(target, text)


def _prefix(title: str) -> str:
    """What rule ids begin with: the initials of a name, or the beginning of its one word."""
    words = re.findall(r"[a-z0-9]+", fold(title))
    letters = "".join(word[0] for word in words) if len(words) > 1 else "".join(words)[:3]
    return (letters if letters[:1].isalpha() else f"g{letters}")[:4].upper()

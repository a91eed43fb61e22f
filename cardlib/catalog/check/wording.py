"""Checks of wording.json beyond its schema: what stands in braces is something that is put there."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping

from cardlib.catalog.check.sources import Source
from cardlib.catalog.models import Json
from cardlib.catalog.problems import Path, Problem
from cardlib.filters import nearest

OF_EVENT = ("subject", "whose")
_BRACES = re.compile(r"\{(\w+)\}")


def check_braces(sources: list[Source]) -> Iterator[Problem]:
    """Sentences of events name their subject and whose turn it is, those of windows the fields of their records."""
    game = next((source.value for source in sources if source.schema == "game"), None)
    for source in sources:
        if source.schema != "wording":
            continue
        for event, about in _objects(source.value, "events"):
            for member, said in about.items():
                yield from _unknown(source, ("events", event, member), said, OF_EVENT)
        for window, about in _objects(source.value, "windows"):
            fields = _fields(game, window)
            if fields is None:
                continue  # of a card that is played in a window, or declared nowhere
            yield from _unknown(source, ("windows", window, "react"), about.get("react"), fields)
            forms = about.get("forms")
            for form, said in forms.items() if isinstance(forms, Mapping) else ():
                yield from _unknown(source, ("windows", window, "forms", form), said, fields)


def _unknown(source: Source, path: Path, said: Json, known: Collection[str]) -> Iterator[Problem]:
    for name in _BRACES.findall(said) if isinstance(said, str) else ():
        if name not in known:
            expected = f"one of {', '.join(f'{{{one}}}' for one in known)}"
            yield source.told(path, f"{{{name}}}", expected, nearest(name, known))


def _fields(game: Json, window: str) -> list[str] | None:
    """The fields of the record that lies open in a window; None where the game declares no such window."""
    kinds, records = dict(_objects(game, "windows")), dict(_objects(game, "records"))
    record = records.get(str(kinds.get(window, {}).get("record")))
    return list(dict(_objects(dict(record), "fields"))) if record is not None else None


def _objects(value: Json, key: str) -> Iterator[tuple[str, Mapping[str, Json]]]:
    """The objects by name under a key; whatever has another shape is left to the schema."""
    found = value.get(key) if isinstance(value, Mapping) else None
    for name, about in found.items() if isinstance(found, Mapping) else ():
        if isinstance(about, Mapping):
            yield name, about

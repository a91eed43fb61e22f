"""Records that cardlib writes and reads again: replays, saved matches, journals, results of series, prints.

Each kind is known by the word under `form`, and its shape is a schema in `schemas/records/`. Whoever reads one reads it
here, so that nothing of another shape gets further. What a shape cannot say (a card that is not there any more, a
position that the rules do not know) is the business of those who use it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardlib.bounds import FILE
from cardlib.errors import CardlibError
from cardlib.filters.nearest import noted
from cardlib.misfits import Misfit, explained, path_text, shown
from cardlib.places import schemas_root
from cardlib.reading import parse_json, read_text

if TYPE_CHECKING:
    import jsonschema_rs

REPLAY = "cardlib replay 1"
MATCH = "cardlib match 1"
SERIES = "cardlib series 1"
MATRIX = "cardlib matrix 1"
COMPARISON = "cardlib comparison 1"
SWEEP = "cardlib sweep 1"
OF_GAMES = (SERIES, MATRIX, COMPARISON, SWEEP)  # the forms of files that hold finished games
JOURNAL = "cardlib journal 1"
PRINT = "cardlib print 1"
# Lines of series and of journals, which do not say their form.
PLAYED = "played"
KEPT = "kept"

_SCHEMAS = {
    REPLAY: "replay",
    MATCH: "match",
    SERIES: "series",
    MATRIX: "series",
    COMPARISON: "series",
    SWEEP: "series",
    JOURNAL: "journal",
    PRINT: "print",
    PLAYED: "played",
    KEPT: "kept",
}
_CALLED = {
    REPLAY: "a replay",
    MATCH: "a saved match",
    SERIES: "results of a series",
    MATRIX: "results of a matrix",
    COMPARISON: "results of a comparison",
    SWEEP: "results of a sweep",
    JOURNAL: "the journal of a match",
    PRINT: "the manifest of a print",
    PLAYED: "a finished game",
    KEPT: "a pick, an undo, stops or seats",
}
DAMAGED = "the file is damaged, or was written by hand; use another copy of it"


class RecordError(CardlibError):
    """A record that cannot be used; the message names the file and the place in it."""


def read_record(path: Path, *forms: str, largest: int = FILE) -> dict[str, Any]:
    """Return the record in a file, which has one of the forms; raises `RecordError` for anything else."""
    return parse_record(read_text(path, largest, RecordError), str(path), *forms)


def parse_record(text: str, where: str, *forms: str, line: int = 0) -> dict[str, Any]:
    """Return the record in a text; `where` is named in errors, with `line` if the text is only that line of it.

    Raises `RecordError` for anything else.
    """
    value = parse_json(text, where, RecordError, whole=True, line=line)
    check_record(value, f"{where}:{line}" if line else where, *forms)
    assert isinstance(value, dict)
    return value


def check_record(value: object, where: str, *forms: str) -> None:
    """Raise `RecordError` unless a value has the shape of one of the forms."""
    wanted = " or ".join(_CALLED[form] for form in forms)
    if not isinstance(value, dict):
        raise RecordError(f"{where}: found {shown(value)}, expected {wanted}")
    form = forms[0] if forms[0] in (PLAYED, KEPT) else value.get("form")
    if form not in forms:
        raise RecordError(f"{where}: {_other(form)}, expected {wanted} ('{forms[0]}')")
    misfit = first_misfit(form, value)
    if misfit is not None:
        place = path_text(misfit.path)
        found = misfit.words or shown(misfit.value)
        expected = f"{misfit.expected}{noted(misfit.hint)}"
        raise RecordError(f"{where}: {f'{place}: ' if place else ''}found {found}, expected {expected}; {DAMAGED}")


def _other(form: object) -> str:
    """What was found in place of a form that is read here."""
    if not isinstance(form, str):
        return "found no 'form' that says what it is"
    if form in _CALLED:
        return f"found {_CALLED[form]}"
    if form.rpartition(" ")[0] in {known.rpartition(" ")[0] for known in _CALLED}:
        return f"found {shown(form)}, which another version of cardlib wrote"
    return f"found the form {shown(form)}"


def first_misfit(form: str, value: dict[str, Any]) -> Misfit | None:
    """Return the first thing that does not fit the schema of a form, if there is one.

    Only the first one: a list may have a million items, and each of them may be wrong.
    """
    import jsonschema_rs

    name = _SCHEMAS[form]
    try:
        _fast(name).validate(value)
    except jsonschema_rs.ValidationError as wrong:
        return _explained(name, wrong)
    return None


def _explained(name: str, error: jsonschema_rs.ValidationError) -> Misfit:
    from jsonschema.exceptions import ValidationError

    steps = list(error.evaluation_path)
    schema = _below(name, steps[:-1])
    wrong = ValidationError(
        error.message,
        validator=str(steps[-1]),
        path=error.instance_path,
        instance=error.instance,
        validator_value=schema[steps[-1]],
        schema=schema,
        schema_path=steps,
    )
    plain = Misfit(tuple(error.instance_path), error.instance, error.message[:100])
    return next(explained(wrong, ()), plain)


def _below(name: str, steps: Sequence[str | int]) -> Any:
    """Return the part of a schema that a path leads to, which goes on behind each `$ref` in what that names."""
    schema: Any = _documents()[name]
    for step in steps:
        schema = schema[step]
        if step == "$ref":
            file, _, inner = schema.partition("#")
            name = file.removesuffix(".schema.json") or name
            schema = _below(name, inner.split("/")[1:])
    return schema


@lru_cache(maxsize=1)
def _documents() -> dict[str, dict[str, Any]]:
    return {
        path.name.removesuffix(".schema.json"): json.loads(path.read_text(encoding="utf-8"))
        for path in sorted((schemas_root() / "records").glob("*.schema.json"))
    }


@lru_cache(maxsize=8)
def _fast(name: str) -> jsonschema_rs.Draft202012Validator:
    import jsonschema_rs

    documents = _documents()
    registry = jsonschema_rs.Registry([(str(document["$id"]), document) for document in documents.values()])
    return jsonschema_rs.Draft202012Validator(documents[name], registry=registry)


@contextmanager
def naming(path: Path) -> Iterator[None]:
    """Put the file before what is wrong with it, where the message does not begin with it."""
    try:
        yield
    except CardlibError as error:
        if str(error).startswith(str(path)):
            raise
        raise CardlibError(f"{path}: {error}") from None

"""Checks values against the JSON Schemas and says what does not fit.

One validator per schema, made once; the schemas refer to each other through a registry that never leaves this machine.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, cached_property
from threading import Lock
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from cardlib import plugins
from cardlib.catalog.models import Json
from cardlib.errors import CardlibError
from cardlib.misfits import ONE_ALTERNATIVE, SUCH_AS, Misfit, Path, WordError, explained
from cardlib.places import schemas_root

if TYPE_CHECKING:
    from jsonschema.exceptions import ValidationError
    from jsonschema.protocols import Validator

BASE = "https://cardlib.example/schemas/"
LONG = 20  # items that are explained one by one without asking first which fit


@cache
def _documents() -> dict[str, dict[str, Any]]:
    """Every schema by the name of its file, without the ending."""
    paths = sorted(schemas_root().glob("*.schema.json"))
    return {path.name.removesuffix(".schema.json"): json.loads(path.read_text(encoding="utf-8")) for path in paths}


def known_operations() -> list[str]:
    """The operations that the schemas on file know: the common ones and those of the bundled games."""
    names: list[str] = _documents()["abilities"]["$defs"]["operation"]["properties"]["op"]["enum"]
    return names


def _with_those_of(game: str) -> dict[str, dict[str, Any]]:
    """Every schema; that of abilities with the operations that an installed package brings for a game of its own."""
    if not game or game in plugins.bundled():
        return _documents()
    from cardlib.abilities.operations.registry import operations_of
    from cardlib.abilities.schema import with_operations

    try:
        own = operations_of(game)
    except CardlibError:
        own = []  # rules that can't be imported; whoever plays or checks them is told
    return {**_documents(), "abilities": with_operations(_documents()["abilities"], own)} if own else _documents()


def crowded(name: str, value: Json) -> Iterator[Misfit]:
    """Yield the members of a file, by the schema of that name, that hold more than any file may.

    That is seen without looking at what they hold.
    """
    known = _documents().get(name, {}).get("properties", {})
    for key, part in value.items() if isinstance(value, dict) else ():
        about = known.get(key, {})
        most = about.get("maxItems") if isinstance(part, list) else about.get("maxProperties")
        if most is not None and isinstance(part, list | dict) and len(part) > most:
            yield Misfit((key,), part, f"at most {most} {'items' if isinstance(part, list) else 'members'}")


class Validators:
    """Tells whether values fit the schemas, without a word about why not, for any project that has these formats.

    Each is made on first use, which takes longer than what it then tells of a project. What a format's words are is
    asked of the project at hand.
    """

    def __init__(self, documents: Mapping[str, dict[str, Any]], formats: Iterable[str]) -> None:
        import jsonschema_rs

        self._documents = documents
        named: list[tuple[str, dict[str, Any]]] = []
        for name, document in documents.items():
            uris = dict.fromkeys((f"{BASE}{name}.schema.json", str(document["$id"])))
            named += [(uri, document) for uri in uris]
        self._registry = jsonschema_rs.Registry(named)
        self._lock = Lock()  # one project after the other
        self._tests: Mapping[str, Callable[[object], bool]] = {}
        self._formats = {name: self._answers(name) for name in formats}
        self._made: dict[str, jsonschema_rs.Draft202012Validator] = {}

    def _answers(self, name: str) -> Callable[[str], bool]:
        def answer(value: str) -> bool:
            try:
                return self._tests[name](value)
            except WordError:
                return False

        return answer

    def fits(self, place: str, value: Json, tests: Mapping[str, Callable[[object], bool]]) -> bool:
        """Whether a value fits the schema at a place, a file's name and a pointer into it; `tests` by format."""
        import jsonschema_rs

        with self._lock:
            self._tests = tests
            if place not in self._made:
                self._made[place] = jsonschema_rs.Draft202012Validator(
                    {"$ref": f"{BASE}{place}"}, registry=self._registry, formats=self._formats, validate_formats=True
                )
            try:
                return self._made[place].is_valid(value)
            except ValueError:  # numbers and depths beyond what it reads: the other one explains
                return False
            finally:
                self._tests = {}

    @cached_property
    def places(self) -> dict[int, str]:
        """Where each schema in a schema stands, by its identity: the file's name and a pointer into it."""
        return dict(
            place for name, document in self._documents.items() for place in _parts(document, f"{name}.schema.json#")
        )


@cache
def _of_all(formats: tuple[str, ...]) -> Validators:
    """The validators of every project without operations of its own."""
    return Validators(_documents(), formats)


class Schemas:
    """The schemas with the words, and the operations, that one project knows.

    A fast validator tells whether a value fits; only for one that does not, the slower one that explains is made. Of a
    long list it gets the items that the fast one refuses, so that one slip among thousands is told as soon as any.
    """

    def __init__(self, formats: Mapping[str, Callable[[object], bool]], game: str = "") -> None:
        self._formats = formats
        self._documents = _with_those_of(game)
        ours = self._documents is _documents()
        self._validators = _of_all(tuple(formats)) if ours else Validators(self._documents, formats)

    def __contains__(self, name: str) -> bool:
        return name in self._documents

    def fits(self, name: str, value: Json) -> bool:
        """Whether a value fits the schema of that name."""
        return self._validators.fits(f"{name}.schema.json#", value, self._formats)

    def misfits(self, name: str, value: Json) -> Iterator[Misfit]:
        """Yield everything in `value` that does not fit the schema of that name, each once."""
        if self.fits(name, value):
            return
        seen: set[tuple[Path, str]] = set()
        told = False
        for error in self._explaining[name].iter_errors(value):
            for misfit in explained(error, ()):
                key = (misfit.path, misfit.expected.partition(SUCH_AS)[0])
                told = True
                if misfit.expected == ONE_ALTERNATIVE and any(path == misfit.path for path, _ in seen):
                    continue  # what is none of them has been told
                if key not in seen:
                    seen.add(key)
                    yield misfit
        if not told:  # the two validators differ: what one refuses is not let in because the other has no words for it
            yield Misfit((), value, f"what {name}.schema.json describes")

    @cached_property
    def _explaining(self) -> dict[str, Validator]:
        """The validators by the names of schemas. Nothing in them leads back here: all 30 MB go when this does."""
        from jsonschema import FormatChecker
        from referencing import Registry, Resource
        from referencing.jsonschema import DRAFT202012

        checker: Any = FormatChecker(formats=())
        checker.fast = self._validators, self._formats  # for `_items`, which a validator gets by its class
        for name, test in self._formats.items():
            checker.checks(name, raises=WordError)(test)
        resources = []
        for name, document in self._documents.items():
            resource = Resource.from_contents(document, default_specification=DRAFT202012)
            resources += [(f"{BASE}{name}.schema.json", resource), (str(document["$id"]), resource)]
        registry: Registry[Any] = Registry().with_resources(resources)
        return {
            name: _strict()(document, registry=registry, format_checker=checker)
            for name, document in self._documents.items()
        }


@cache
def _strict() -> Any:
    """The class of validators that explain; made once, as a class is never let go but by a search for cycles."""
    from jsonschema import Draft202012Validator
    from jsonschema.validators import extend

    own = {"pattern": _pattern, "uniqueItems": _unique, "items": _items}
    return extend(Draft202012Validator, own)  # type: ignore[no-untyped-call]


def _items(validator: Any, items: Any, value: Json, schema: Any) -> Iterator[ValidationError]:
    """The items of a list, each by itself; those of a long one that fit are not looked at closer.

    Of a list that is too long, which is told, no item is looked at.
    """
    if not isinstance(value, list) or len(value) > schema.get("maxItems", len(value)):
        return
    validators, formats = validator.format_checker.fast
    first = len(schema.get("prefixItems", ()))
    place = validators.places.get(id(items)) if len(value) > LONG else None
    for index, item in enumerate(value[first:], start=first):
        if place is None or not validators.fits(place, item, formats):
            yield from validator.descend(item, items, path=index)


def _parts(schema: Json, place: str) -> Iterator[tuple[int, str]]:
    """Every part of a schema by its identity, with the pointer to it."""
    parts = schema.items() if isinstance(schema, dict) else enumerate(schema) if isinstance(schema, list) else ()
    yield id(schema), place
    for key, part in parts:
        if isinstance(part, dict | list):
            yield from _parts(part, f"{place}/{quote(str(key).replace('~', '~0').replace('/', '~1'))}")


def _pattern(validator: Validator, pattern: str, instance: Json, schema: object) -> Iterator[ValidationError]:
    """As in JSON Schema, where "$" is the end of a text and never a line break before it."""
    from jsonschema.exceptions import ValidationError

    strict = re.sub(r"(?<!\\)\$$", r"\\Z", pattern)
    if isinstance(instance, str) and not re.search(strict, instance):
        yield ValidationError(f"{instance!r} does not match {pattern!r}")


def _unique(validator: Any, wanted: bool, value: Any, schema: Any) -> Iterator[ValidationError]:
    """Every item once; the library's own compares each with each where they cannot be sorted."""
    from jsonschema.exceptions import ValidationError

    if wanted and isinstance(value, list) and len({json.dumps(item, sort_keys=True) for item in value}) < len(value):
        yield ValidationError("an item stands twice")

"""Checks values against the JSON Schemas and says in plain words what does not fit.

One validator per schema, made once; the schemas refer to each other through a registry that never leaves this machine.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from cardlib.catalog.check.words import WordError
from cardlib.catalog.models import Json
from cardlib.catalog.problems import Path
from cardlib.catalog.reading import nearest_of
from cardlib.filters import nearest
from cardlib.places import schemas_root

if TYPE_CHECKING:
    from jsonschema.exceptions import ValidationError
    from jsonschema.protocols import Validator

BASE = "https://cardlib.example/schemas/"

_KINDS = {
    "object": "an object",
    "array": "a list",
    "string": "text",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
    "null": "null",
}
# Properties that tell the alternatives of a schema apart.
_TAGS = ("op", "kind", "when", "event")


@dataclass(frozen=True, slots=True)
class Misfit:
    """What does not fit: where, the value (or words in its place), what was expected, and the nearest known word."""

    path: Path
    value: object
    expected: str
    hint: str | None = None
    words: str | None = None
    detail: str = ""


class Schemas:
    """The schemas with the words that one project knows.

    A fast validator tells whether a value fits; only for one that does not, the slower one that explains is made.
    """

    def __init__(self, formats: Mapping[str, Callable[[object], bool]]) -> None:
        import jsonschema_rs

        self._formats = formats
        self._documents: dict[str, dict[str, Any]] = {}
        named: list[tuple[str, dict[str, Any]]] = []
        for path in sorted(schemas_root().glob("*.schema.json")):
            document = json.loads(path.read_text(encoding="utf-8"))
            self._documents[path.name.removesuffix(".schema.json")] = document
            named += [(uri, document) for uri in dict.fromkeys((BASE + path.name, str(document["$id"])))]
        self._registry = jsonschema_rs.Registry(named)
        self._tests = {name: _answers(test) for name, test in formats.items()}
        self._fast: dict[str, jsonschema_rs.Draft202012Validator] = {}

    def __contains__(self, name: str) -> bool:
        return name in self._documents

    def fits(self, name: str, value: Json) -> bool:
        """Whether a value fits the schema of that name."""
        import jsonschema_rs

        if name not in self._fast:
            self._fast[name] = jsonschema_rs.Draft202012Validator(
                self._documents[name], registry=self._registry, formats=self._tests, validate_formats=True
            )
        try:
            return self._fast[name].is_valid(value)
        except ValueError:  # numbers and depths beyond what it reads: the other one explains
            return False

    def misfits(self, name: str, value: Json) -> Iterator[Misfit]:
        """Yield everything in `value` that does not fit the schema of that name, each once."""
        if self.fits(name, value):
            return
        seen: set[tuple[Path, str]] = set()
        told = False
        for error in self._explaining[name].iter_errors(value):
            for misfit in explained(error, ()):
                key = (misfit.path, misfit.expected)
                told = True
                if key not in seen:
                    seen.add(key)
                    yield misfit
        if not told:  # the two validators differ: what one refuses is not let in because the other has no words for it
            yield Misfit((), value, f"what {name}.schema.json describes")

    @cached_property
    def _explaining(self) -> dict[str, Validator]:
        from jsonschema import Draft202012Validator, FormatChecker
        from jsonschema.validators import extend
        from referencing import Registry, Resource
        from referencing.jsonschema import DRAFT202012

        checker = FormatChecker(formats=())
        for name, test in self._formats.items():
            checker.checks(name, raises=WordError)(test)
        resources = []
        for name, document in self._documents.items():
            resource = Resource.from_contents(document, default_specification=DRAFT202012)
            resources += [(f"{BASE}{name}.schema.json", resource), (str(document["$id"]), resource)]
        registry: Registry[Any] = Registry().with_resources(resources)
        strict = extend(Draft202012Validator, {"pattern": _pattern})  # type: ignore[no-untyped-call]
        return {
            name: strict(document, registry=registry, format_checker=checker)
            for name, document in self._documents.items()
        }


def _pattern(validator: Validator, pattern: str, instance: Json, schema: object) -> Iterator[ValidationError]:
    """As in JSON Schema, where "$" is the end of a text and never a line break before it."""
    from jsonschema.exceptions import ValidationError

    strict = re.sub(r"(?<!\\)\$$", r"\\Z", pattern)
    if isinstance(instance, str) and not re.search(strict, instance):
        yield ValidationError(f"{instance!r} does not match {pattern!r}")


def _answers(test: Callable[[object], bool]) -> Callable[[str], bool]:
    def answer(value: str) -> bool:
        try:
            return test(value)
        except WordError:
            return False

    return answer


def explained(error: ValidationError, above: Path) -> Iterator[Misfit]:
    """Turn one error of the validator into what a person can mend."""
    path: Path = (*above, *error.relative_path)
    rule = str(error.validator)
    value = error.instance
    wanted: Any = error.validator_value
    if "propertyNames" in error.relative_schema_path and isinstance(value, str):
        path = (*path, value)
    if rule in ("anyOf", "oneOf"):
        yield from _alternatives(error, path)
    elif rule == "additionalProperties" or rule == "unevaluatedProperties":
        yield from _extra(error, path)
    elif rule == "required":
        for name in wanted:
            if isinstance(value, dict) and name not in value:
                yield Misfit(path, value, f"the member '{name}'", words=f"no '{name}'")
    elif rule == "format":
        cause = error.cause
        if isinstance(cause, WordError):
            yield Misfit(path, value, cause.expected, cause.hint, detail=cause.detail)
    elif rule == "enum":
        known = [str(item) for item in wanted]
        yield Misfit(path, value, _one_of(known), nearest_of(value, known))
    elif rule == "const":
        yield Misfit(path, value, json.dumps(wanted, ensure_ascii=False))
    elif rule == "type":
        kinds = [wanted] if isinstance(wanted, str) else list(wanted)
        yield Misfit(path, value, " or ".join(_KINDS.get(kind, kind) for kind in kinds))
    else:
        yield Misfit(path, value, _limit(rule, wanted, error.message, error.schema))


def _one_of(known: list[str]) -> str:
    if len(known) == 1:
        return f"'{known[0]}'"
    return f"one of {', '.join(known)}" if len(known) <= 16 else "a known word"


def _limit(rule: str, wanted: Any, message: str, schema: Any) -> str:
    plain = {
        "minimum": f"at least {wanted}",
        "maximum": f"at most {wanted}",
        "minLength": "some text" if wanted == 1 else f"at least {wanted} characters",
        "maxLength": f"at most {wanted} characters",
        "minItems": "at least one item" if wanted == 1 else f"at least {wanted} items",
        "maxItems": f"at most {wanted} items",
        "minProperties": "at least one member" if wanted == 1 else f"at least {wanted} members",
        "maxProperties": "only one member" if wanted == 1 else f"at most {wanted} members",
        "uniqueItems": "every item once",
    }
    if rule == "pattern":
        said = schema.get("description") if isinstance(schema, dict) else None
        return _PATTERNS.get(str(wanted)) or (f"text of this form: {said}" if said else f"text that fits {wanted}")
    title = schema.get("title", "") if isinstance(schema, dict) else ""
    return plain.get(rule) or (f"what the schema calls '{title}'" if title else message[:100])


_PATTERNS = {
    "^[a-z0-9]+(-[a-z0-9]+)*$": "an id of small letters, digits and single hyphens",
    "^[a-z][a-z0-9_]*$": "a name of small letters, digits and underscores",
    "^[^\\u0000-\\u001f]*$": "one line without control characters",
    "^[^\u0000-\u001f]*$": "one line without control characters",
    "^[A-Z][A-Z0-9]*-[A-Z]*[0-9]+[a-z]?$": "a rule id such as ABC-012 or ABC-Q03",
    "^[A-Z][A-Z0-9]{0,7}$": "capitals, such as MIW",
}


def _extra(error: ValidationError, path: Path) -> Iterator[Misfit]:
    schema = error.schema if isinstance(error.schema, dict) else {}
    known = list(schema.get("properties", {}))
    patterns = [re.compile(pattern) for pattern in schema.get("patternProperties", {})]
    for name in error.instance if isinstance(error.instance, dict) else ():
        if name not in known and not any(pattern.search(name) for pattern in patterns):
            expected = f"one of {', '.join(word for word in known if word != '$schema')}" if known else "nothing"
            yield Misfit((*path, name), name, expected, nearest(name, known), words=f"'{name[:60]}'")


def _alternatives(error: ValidationError, path: Path) -> Iterator[Misfit]:
    """Report the alternative that was meant: the one whose tag fits, else the one that fits best."""
    branches: dict[int, list[ValidationError]] = {}
    for inner in error.context or ():
        branches.setdefault(int(inner.schema_path[0]), []).append(inner)
    if not branches:
        yield Misfit(path, error.instance, "exactly one of the alternatives")
        return
    tagged = [errors for errors in branches.values() if not any(_is_tag(inner) for inner in errors)]
    if not tagged:
        tags = [inner for errors in branches.values() for inner in errors if _is_tag(inner)]
        known = sorted({str(word) for inner in tags for word in _tag_words(inner)})
        at = (*path, *tags[0].relative_path)
        if all(inner.validator != "required" for inner in tags):
            yield Misfit(at, tags[0].instance, _one_of(known), nearest(str(tags[0].instance), known))
            return
        tagged = list(branches.values())
    best = min(tagged, key=lambda errors: (_wrong_type(errors), -_depth(errors), len(errors)))
    if _wrong_type(best):
        kinds = [str(kind) for errors in branches.values() for inner in errors for kind in _types(inner)]
        if kinds:
            yield Misfit(path, error.instance, " or ".join(_KINDS.get(kind, kind) for kind in dict.fromkeys(kinds)))
            return
    for inner in best:
        yield from explained(inner, path)


def _is_tag(error: ValidationError) -> bool:
    """Whether the error says that another alternative was meant: a tag has another value, or is not there."""
    if error.validator in ("const", "enum"):
        return len(error.relative_path) == 1 and error.relative_path[0] in _TAGS
    return error.validator == "required" and any(tag in error.message for tag in ("'op'", "'kind'"))


def _tag_words(error: ValidationError) -> list[object]:
    wanted: Any = error.validator_value
    return list(wanted) if error.validator == "enum" else [wanted]


def _types(error: ValidationError) -> list[object]:
    if error.validator != "type" or error.relative_path:
        return []
    wanted: Any = error.validator_value
    return list(wanted) if isinstance(wanted, list) else [wanted]


def _wrong_type(errors: list[ValidationError]) -> bool:
    return any(_types(error) for error in errors)


def _depth(errors: list[ValidationError]) -> int:
    return max(len(error.relative_path) for error in errors)

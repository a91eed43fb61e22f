"""What of a value does not fit a JSON Schema, in plain words: where it is, what was found, what was expected.

The data of projects and the records of matches are told of in the same words.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from cardlib.filters.nearest import nearest

if TYPE_CHECKING:
    from jsonschema.exceptions import ValidationError

Path: TypeAlias = "tuple[str | int, ...]"
Hint: TypeAlias = "str | Callable[[], str | None] | None"

LONGEST_FOUND = 80
LISTED = 20  # words that a message lists
ONE_ALTERNATIVE = "exactly one of the alternatives"
SUCH_AS = " such as "  # before an example of what was expected

_KINDS = {
    "object": "an object",
    "array": "a list",
    "string": "text",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
    "null": "null",
}
# How other programs call the types of values, and the word for each here.
_TYPES = {"number": "integer", "int": "integer", "float": "integer", "text": "string", "str": "string"}
_TYPES |= {"word": "string", "bool": "boolean", "flag": "boolean", "list": "array", "words": "array", "object": "sum"}

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


class WordError(ValueError):
    """A word that names nothing: what was expected, the nearest word, and more lines if need be.

    To find the nearest word takes longer than to find that a word is wrong; `hint` looks for it when it is asked.
    """

    def __init__(self, expected: str, hint: Hint = None, detail: str = "") -> None:
        super().__init__(expected)
        self.expected = expected
        self.detail = detail
        self._hint = hint

    @property
    def hint(self) -> str | None:
        """The nearest known word, or None."""
        return self._hint() if callable(self._hint) else self._hint


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
    elif rule == "dependentRequired":
        for name, needed in wanted.items():
            for other in needed:
                if isinstance(value, dict) and name in value and other not in value:
                    yield Misfit(path, value, f"the member '{other}' beside '{name}'", words=f"no '{other}'")
    elif rule == "format":
        cause = error.cause
        if isinstance(cause, WordError):
            yield Misfit(path, value, cause.expected, cause.hint, detail=cause.detail)
    elif rule == "enum":
        known = [str(item) for item in wanted]
        yield Misfit(path, value, _words(path, known), nearest_of(value, known))
    elif rule == "const":
        yield Misfit(path, value, json.dumps(wanted, ensure_ascii=False))
    elif rule == "type":
        kinds = [wanted] if isinstance(wanted, str) else list(wanted)
        yield Misfit(path, value, _kinds(kinds, error.schema, value))
    else:
        limit = _limit(rule, wanted, error.message, error.schema)
        if rule == "minimum" and value == 0 and _is_loose(error):
            limit += f", or no '{path[-1]}' ({{}} for nothing at all)"
        yield Misfit(path, value, limit)


def _is_loose(error: ValidationError) -> bool:
    """Whether the value stands under a name of the writer's own, so that the object can do without it."""
    steps = [step for step in error.relative_schema_path if step != "$ref"]
    return steps[-2:-1] == ["additionalProperties"]


def _kinds(kinds: list[str], schema: Any, value: object) -> str:
    """Types in words; one that has parts with an example of them: a list such as `["…"]`."""
    words = " or ".join(_KINDS.get(kind, kind) for kind in kinds)
    example = _example(schema, value) if kinds in (["object"], ["array"]) and isinstance(schema, dict) else ""
    return f"{words}{SUCH_AS}{example}" if example not in ("", "[…]") and len(example) <= LONGEST_FOUND else words


def _example(schema: Any, value: object) -> str:
    """What fits a schema, as JSON with … for what it leaves open, from the value that was found where this can be.

    An object has what it requires, else its first member; "" for one of which nothing is known.
    """
    schema = schema if isinstance(schema, dict) else {}
    kind = schema.get("type")
    if schema.get("examples") and kind == "object":
        return json.dumps(schema["examples"][0], ensure_ascii=False)
    if kind == "array":
        items = schema.get("items", {})
        if not isinstance(items, dict):  # a row of things of several kinds
            return "[…]"
        if isinstance(value, dict) and value and items.get("type") != "string":  # what should be one of several
            return f"[{{{json.dumps(next(iter(value)), ensure_ascii=False)}: …}}]"
        return f"[{shown(value) if items.get('type') == _type_of(value) else _example(items, None)}]"
    if kind == "object":
        properties = {name: one for name, one in schema.get("properties", {}).items() if name != "$schema"}
        names = [*schema.get("required", ())] or list(properties)[:1]
        members = [f'"{name}": {_member(name, properties.get(name, {}), value)}' for name in names]
        if not members and isinstance(schema.get("additionalProperties"), dict):
            members = [f'"…": {_example(schema["additionalProperties"], None)}']
        return f"{{{', '.join(members)}}}" if members else ""
    if kind == "string":
        return shown(value) if isinstance(value, str) else '"…"'
    if "const" in schema or "enum" in schema:
        return json.dumps(schema.get("const", schema.get("enum", ("",))[0]), ensure_ascii=False)
    if kind in ("integer", "number"):
        return str(max(1, schema.get("minimum", 1)))
    return "true" if kind == "boolean" else "…"


def _member(name: str, schema: Any, value: object) -> str:
    """What fits a member of an object that a value was found in place of: its name and its tag may be that value."""
    if name in _TAGS and isinstance(schema, dict):
        return shown(value) if value in (schema.get("const"), *schema.get("enum", ())) else '"…"'
    return _example(schema, value if name == "name" else None)


def _type_of(value: object) -> str:
    """The word of JSON Schema for a value without parts; "" for another."""
    words = {str: "string", bool: "boolean", int: "integer"}
    return words.get(type(value), "")


def _one_of(known: list[str]) -> str:
    if len(known) == 1:
        return f"'{known[0]}'"
    return f"one of {', '.join(known)}" if len(known) <= LISTED else "a known word"


def _words(path: Path, known: list[str]) -> str:
    """The words that a place takes; what operations are called is told of apart, as they are many."""
    if not path or path[-1] != "op" or len(known) <= LISTED:
        return _one_of(known)
    return "an operation that holds on, such as gets, has or cannot" if "static" in path else "the name of an operation"


def _limit(rule: str, wanted: Any, message: str, schema: Any) -> str:
    plain = {
        "minimum": f"at least {wanted}",
        "maximum": f"at most {wanted}",
        "exclusiveMinimum": f"more than {wanted}",
        "exclusiveMaximum": f"less than {wanted}",
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
    "^[a-z]+(-[a-z]+)*$": "a name of small letters and single hyphens",
    "^[a-z][a-z0-9-]*$": "a name of small letters, digits and hyphens",
    "^[a-z][a-z0-9_-]*$": "a name of small letters, digits, hyphens and underscores",
    "^[a-z][a-z0-9]*([_-][a-z0-9]+)*$": "a name of small letters, digits, single hyphens and underscores",
    "^[A-Za-z0-9][A-Za-z0-9_-]*$": "a name of letters, digits, hyphens and underscores",
    "^(turn|round|match|action|window) by (object|player)$": "a name such as 'turn by object'",
    "^[0-9.]+%$": "a share such as 50%",
    "^([a-z{][a-z0-9.{}-]*)?$": "a colour by name",
    "^\\{[a-z]+[.]outline\\}$": "the outline of a space, such as {space.outline}",
    "^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$": "a colour such as #c02020",
    "^((min|max)\\([0-9+%. -]+,[0-9+%. -]+\\)|[0-9+%. -]+)$": 'mm, or a sum such as "100%-6"',
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
    names = _one_of_members(error.validator_value)
    if names and isinstance(error.instance, dict):
        yield _members_of(error.instance, names, path)
        return
    branches: dict[int, list[ValidationError]] = {}
    for inner in error.context or ():
        branches.setdefault(int(inner.schema_path[0]), []).append(inner)
    if not branches:
        yield Misfit(path, error.instance, ONE_ALTERNATIVE)
        return
    tagged = [errors for errors in branches.values() if not any(_is_tag(inner) for inner in errors)]
    if not tagged:
        tags = [inner for errors in branches.values() for inner in errors if _is_tag(inner)]
        known = sorted({str(word) for inner in tags for word in _tag_words(inner)})
        at = (*path, *tags[0].relative_path)
        if all(inner.validator != "required" for inner in tags):
            yield Misfit(at, tags[0].instance, _words(at, known), nearest(str(tags[0].instance), known))
            return
        tagged = list(branches.values())
    best = min(tagged, key=lambda errors: (_wrong_type(errors), -_depth(errors), len(errors)))
    if _wrong_type(best):
        kinds = [str(kind) for errors in branches.values() for inner in errors for kind in _types(inner)]
        if kinds:
            likely = _likely([errors[0].schema for errors in branches.values()], error.instance)
            yield Misfit(path, error.instance, _kinds(list(dict.fromkeys(kinds)), likely, error.instance))
            return
    for inner in best:
        yield from explained(inner, path)


def _one_of_members(alternatives: Any) -> list[str]:
    """The members of which an object has to have one, where that is all that a schema says: `{"required": ["do"]}`."""
    names: list[list[str]] = [
        list(one["required"]) if isinstance(one, dict) and one.keys() == {"required"} else [] for one in alternatives
    ]
    return [one[0] for one in names] if all(len(one) == 1 for one in names) else []


def _members_of(value: dict[str, object], names: list[str], path: Path) -> Misfit:
    """An object that has none of some members, or several where only one can be."""
    found = [f"'{name}'" for name in names if name in value]
    quoted = [f"'{name}'" for name in names]
    if found:
        return Misfit(path, value, f"only one of {', '.join(names)}", words=_and(found, "and"))
    hints = (nearest(key, names) for key in value)
    hint = next((name for name in hints if name is not None), None)
    return Misfit(path, value, "one of them", hint, words=f"no {_and(quoted, 'or')}")


def _and(words: list[str], joined: str) -> str:
    return f"{', '.join(words[:-1])} {joined} {words[-1]}" if len(words) > 1 else words[0]


def _likely(schemas: list[Any], value: object) -> dict[str, Any]:
    """The alternative that a value in place of an object names by its tag, else what all of them require."""
    likely: list[dict[str, Any]] = [one for one in schemas if isinstance(one, dict)]
    for one in likely:
        tags = [one.get("properties", {}).get(tag, {}) for tag in _TAGS]
        if any(value == tag.get("const", object()) for tag in tags):
            return one
    if len(likely) == 1:
        return likely[0]
    common = [name for name in likely[0].get("required", ()) if all(name in one.get("required", ()) for one in likely)]
    return {"type": "object", "required": common, "properties": {name: {"type": "string"} for name in common}}


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


def nearest_of(word: object, known: Collection[str]) -> str | None:
    """Return the known word nearest to another one: spelled much the same, or the name of the same type elsewhere."""
    meant = _TYPES.get(str(word).lower())
    return meant if meant in known else nearest(str(word), known)


def path_text(path: Path) -> str:
    """Return a path as text: `cards[3].abilities[0].do`.

    >>> path_text(("cards", 3, "power"))
    'cards[3].power'
    """
    text = ""
    for step in path:
        text += f"[{step}]" if isinstance(step, int) else f".{step}" if text else step
    return text


def shown(value: object) -> str:
    """Return a value of the data for a message: as JSON, shortened, always printable."""
    if isinstance(value, dict) and value:
        value = f"an object with {', '.join(list(value)[:6])}"
        text = str(value)
    elif isinstance(value, list) and len(value) > 3:
        text = f"a list of {len(value)}"
    else:
        try:
            text = json.dumps(value, ensure_ascii=False)
        except (TypeError, ValueError, RecursionError):
            text = type(value).__name__
    text = "".join(character if character.isprintable() else "\N{REPLACEMENT CHARACTER}" for character in text)
    return text if len(text) <= LONGEST_FOUND else text[: LONGEST_FOUND - 3] + "..."

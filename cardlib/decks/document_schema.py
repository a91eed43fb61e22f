"""The JSON Schema of kinds of documents (`documents/*.json`), made from declarations as that of formats is."""

from __future__ import annotations

from typing import Any

from cardlib.decks.declared import FILTER, FLAG, FORMULA, ID, LINE, MANY, RULE, Property, listed, object_of, told
from cardlib.decks.kinds import TYPES

_NAME = {"type": "string", "pattern": "^[a-z][a-z0-9]*([_-][a-z0-9]+)*$", "maxLength": 80}
_KEY = {"type": "string", "pattern": "^[A-Za-z0-9][A-Za-z0-9_-]*$", "maxLength": 80}
_BOUNDED = {"minimum": -1000000, "maximum": 1000000}
_WHOLE = {"type": "integer", **_BOUNDED}
_ABOUT = {"type": "string", "minLength": 1, "maxLength": 2000}
_FIELD = {"$ref": "#/$defs/field"}
_VALUES = {
    "anyOf": [
        listed("Value", "A word.", _KEY, minItems=1, uniqueItems=True),
        {
            "type": "object",
            "propertyNames": _KEY,
            "additionalProperties": told("Name", "The word as printed.", LINE),
            "minProperties": 1,
            "maxProperties": MANY,
        },
    ]
}

FIELD = (
    Property(
        "type",
        "Type",
        "What it holds: a number, a word of a list, a line of text, yes or no, a card, values by key, values in order, "
        "named fields, or counted cards.",
        {"enum": list(TYPES)},
        needed=True,
    ),
    Property("title", "Title", "The field as printed.", LINE),
    Property("description", "Description", "What it means.", _ABOUT),
    Property("needed", "Needed", "Whether a document has to have it.", {"type": "boolean"}),
    Property("rule", "Rule", "The rule that a value out of bounds breaks, and a needed one that is missing.", RULE),
    Property("min", "Minimum", "The lowest number; of a list or map the fewest entries.", _WHOLE),
    Property("max", "Maximum", "The highest number; of a list or map the most entries.", _WHOLE),
    Property("values", "Values", "The words of a word: a list, or an object that says how each is printed.", _VALUES),
    Property("only", "Only", "Which cards may stand there; any of the game if left out.", FILTER),
    Property(
        "keys",
        "Keys",
        "The keys of a map, such as slots; words of its own if left out.",
        listed("Key", "A word for it.", _KEY, minItems=1, uniqueItems=True),
    ),
    Property("key_rule", "Rule of keys", "The rule that another key breaks.", RULE),
    Property("twice_rule", "Rule of doubles", "The rule that a key which stands twice breaks.", RULE),
    Property(
        "random",
        "Random",
        "Whether random documents have it, where it is not needed; sometimes if left out. A flag is yes in them, then.",
        {"enum": ["never", "always"]},
    ),
    Property("of", "Of", "What a map or a list holds.", _FIELD),
    Property("fields", "Fields", "The fields of a record.", {"$ref": "#/$defs/fields"}),
)

_FIGURE = (
    Property("title", "Title", "The value as printed.", LINE),
    Property("formula", "Formula", "How it is worked out, from fields, tables, and figures before it.", FORMULA),
    Property(
        "given",
        "Given",
        "In place of a formula: the name of what the game's package works out, in the entry point group "
        "cardlib.deck_figures; formulas name its numbers, and a document shows what each comes from.",
        LINE,
    ),
    Property("hidden", "Hidden", "Whether it only serves other formulas, and is not shown.", FLAG),
)

_WORDS = {
    "type": "object",
    "propertyNames": _NAME,
    "additionalProperties": told("Attribute", "An attribute of cards.", LINE),
    "maxProperties": 100,
}

_DRAWING = (
    Property("field", "Field", "The map that is drawn.", LINE, needed=True),
    Property(
        "rows",
        "Rows",
        "Its keys as they lie, row by row, with spaces between them and a point where there is none.",
        listed("Row", "The keys of a row.", LINE, minItems=1),
        needed=True,
    ),
    Property("keys", "Keys", "A formula: which of the keys there are, where that depends on the document.", FORMULA),
    Property("shows", "Shows", "What is shown of a card, by attributes.", listed("Attribute", "An attribute.", LINE)),
)

_HELPED = (
    Property("by", "By", "The cards whose rolls help later ones; they roll first.", FILTER, needed=True),
    Property("showing", "Showing", "The symbol by which a roll helps.", LINE, needed=True),
    Property(
        "retries",
        "Retries",
        "The faces of later rolls that are thrown again, each die once.",
        listed("Face", "A face, or a symbol.", LINE, minItems=1),
        needed=True,
    ),
)

_AGAIN = (
    Property("title", "Title", "What it is called: agility.", LINE, needed=True),
    Property(
        "dice",
        "Dice",
        "How many dice of each roll the other side has rolled again; `theirs` has the figures of its document.",
        FORMULA,
        needed=True,
    ),
)

_VALUE = {"type": ["integer", "string"], "maxLength": 80, **_BOUNDED}
_ASKED = (
    Property("value", "Value", "What is taken where nothing is said.", _VALUE, needed=True),
    Property("of", "Of", "A formula: the values that there are, such as `keys(units)`.", FORMULA, needed=True),
)

_QUESTION = (
    Property("title", "Title", "What is rolled for: hits of one attack.", LINE, needed=True),
    Property("rolls", "Rolls", "A formula: the cards that roll, each by itself.", FORMULA),
    Property("dice", "Dice", "By die, the attribute of a card that says how many of them it rolls.", _WORDS),
    Property("counts", "Counts", "The symbol that is counted.", LINE),
    Property(
        "written",
        "Written",
        "In place of cards that roll: a formula for the question, in the notation of `cardlib odds`, with the values "
        "of names in braces; `theirs` has fields and figures of the other side's document.",
        FORMULA,
    ),
    Property("like", "Like", "Another written question before it, of which it has what is asked and the steps.", LINE),
    Property(
        "asked",
        "Asked",
        "What a written question depends on beside the document, by name, with what is taken where nothing is said.",
        {
            "type": "object",
            "propertyNames": _NAME,
            "additionalProperties": told(
                "Value", "A number or a word, or an object with it.", {"anyOf": [_VALUE, object_of(_ASKED)]}
            ),
            "maxProperties": 40,
        },
    ),
    Property(
        "steps",
        "Steps",
        "Formulas on the way to a written question, by name; each may name those before it.",
        {
            "type": "object",
            "propertyNames": _NAME,
            "additionalProperties": told("Formula", "A formula.", FORMULA),
            "maxProperties": 40,
        },
    ),
    Property("void", "Void", "Symbols that void a roll.", listed("Symbol", "A symbol.", LINE)),
    Property("turn", "Turn", "By symbol, the attribute of a card that says how many of what is counted it is.", _WORDS),
    Property("helped", "Helped", "How one roll helps later ones.", object_of(_HELPED)),
    Property("again", "Again", "What the other side has rolled again.", object_of(_AGAIN)),
)


def _either(properties: tuple[Property, ...], *ways: tuple[str, ...]) -> dict[str, Any]:
    """An object that is said in one of several ways, each with the members that it needs."""
    return {**object_of(properties), "oneOf": [{"required": list(way)} for way in ways]}


_KIND = (
    Property("$schema", "Schema", "The schema of this file, for editors that complete and explain.", LINE),
    Property("id", "Id", "The kind in documents and formats; the name of its file.", ID, needed=True),
    Property("name", "Name", "The kind as printed, in the singular: Rig build.", LINE, needed=True),
    Property("description", "Description", "What it is for.", _ABOUT),
    Property(
        "brought",
        "Brought",
        "Whose it is in a match: each seat brings one, the table has one, or it is only checked; a seat's if left out.",
        {"enum": ["seat", "table", "none"]},
    ),
    Property(
        "random",
        "Random",
        "How random ones are made: from nothing, or by changing one of the project's own here and there (`changed`).",
        {"enum": ["changed"]},
    ),
    Property(
        "fields", "Fields", "What it says, by the names that files and formulas use.", {"$ref": "#/$defs/fields"}, True
    ),
    Property(
        "tables",
        "Tables",
        "Lists and maps of numbers and words that formulas look into; lists count from 1.",
        {
            "type": "object",
            "propertyNames": _NAME,
            "additionalProperties": told(
                "Table", "A list or a map, of such or of numbers and words.", {"$ref": "#/$defs/table"}
            ),
            "maxProperties": 100,
        },
    ),
    Property(
        "figures",
        "Figures",
        "Values that follow from the fields; they are shown with a document, and formulas may name them.",
        {
            "type": "object",
            "propertyNames": _NAME,
            "additionalProperties": told("Figure", "One value.", _either(_FIGURE, ("formula",), ("given",))),
            "maxProperties": 100,
        },
    ),
    Property(
        "made_by",
        "Made by",
        "What the game's package makes random documents with, by its name in the entry point group "
        "cardlib.deck_makers; they are found by chance if left out.",
        LINE,
    ),
    Property("drawing", "Drawing", "A map that is drawn as it lies, in place of rows.", object_of(_DRAWING)),
    Property(
        "odds",
        "Odds",
        "Questions of dice that `cardlib deck odds` answers for a document, by name.",
        {
            "type": "object",
            "propertyNames": _NAME,
            "additionalProperties": told(
                "Question", "What is rolled.", _either(_QUESTION, ("rolls", "dice", "counts"), ("written",))
            ),
            "maxProperties": 20,
        },
    ),
)


def _needs(type_: str, *names: str) -> dict[str, Any]:
    chosen = {"properties": {"type": {"const": type_}}, "required": ["type"]}
    return {"if": chosen, "then": {"required": list(names)}}


def document_schema() -> dict[str, Any]:
    """Return the schema of kinds of documents."""
    fields = {
        "type": "object",
        "propertyNames": _NAME,
        "additionalProperties": _FIELD,
        "minProperties": 1,
        "maxProperties": 200,
    }
    kinds = [_needs("word", "values"), _needs("map", "of"), _needs("list", "of"), _needs("record", "fields")]
    cell = {"type": ["integer", "string"], "minimum": -1000000, "maximum": 1000000, "maxLength": 80}
    inner = {"$ref": "#/$defs/table"}
    table = {
        "anyOf": [
            cell,
            {"type": "array", "items": inner, "maxItems": MANY},
            {"type": "object", "propertyNames": _KEY, "additionalProperties": inner, "maxProperties": MANY},
        ]
    }
    about = "A kind of document that matches are set up from: its fields with their bounds, and what follows from them."
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "https://cardlib.example/schemas/document.schema.json",
        **told("Kind of document", f"{about} Made by `python -m cardlib.generated`.", object_of(_KIND)),
        "$defs": {
            "field": told("Field", "One field.", {**object_of(FIELD), "allOf": kinds}),
            "fields": told("Fields", "Fields by name.", fields),
            "table": told("Table", "A number, a word, or a list or map of such.", table),
        },
    }

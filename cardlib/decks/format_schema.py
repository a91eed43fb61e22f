"""The JSON Schema of formats, made from the declarations of their constraints."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from cardlib.decks.declared import (
    FILTER,
    FLAG,
    ID,
    KINDS,
    LINE,
    NAMED,
    NOTE,
    NUMBER_FIELD,
    RULE,
    WORD,
    Kind,
    Property,
    constant,
    listed,
    object_of,
    told,
)
from cardlib.decks.document_schema import document_schema
from cardlib.places import schemas_root

_SECTION = (
    Property("id", "Id", "The section in deck files.", ID, needed=True),
    Property("name", "Name", "The section as printed.", LINE),
    Property(
        "counted",
        "Counted",
        "Whether its cards count among those of the deck, as they do if left out; what lies beside a deck does not.",
        FLAG,
    ),
)
_PERMIT = (
    Property("rule", "Rule", "The id of the rule.", RULE, needed=True),
    Property("note", "Note", "What passes.", NOTE),
    Property("cards", "Cards", "The cards that it is about.", FILTER),
)
_SUM = (
    Property("name", "Name", "What the sum is called.", WORD, needed=True),
    Property("field", "Field", "The attribute or keyword that is added up.", NUMBER_FIELD, needed=True),
)


_MULLIGAN = (
    Property("times", "Times", f"How often at most: {NAMED}", constant(20)),
    Property(
        "shuffled_in",
        "Shuffled in",
        "Whether the old hand is shuffled in before the new one is drawn, or after; before if left out.",
        {"enum": ["before", "after"]},
    ),
)
_DRAWS = (
    Property("section", "Section", "The section that is drawn from.", ID),
    Property("opening", "Opening hand", f"Cards in the opening hand: {NAMED}", constant(100)),
    Property("per_turn", "Per turn", f"Cards drawn in each own turn: {NAMED}", constant(100)),
    Property("first_player_draws", "First player draws", "Whether the first player draws in the first turn.", FLAG),
    Property("mulligan", "Mulligan", "How an opening hand is exchanged.", object_of(_MULLIGAN)),
    Property(
        "rules",
        "Rules",
        "The ids of the rules of play that say so.",
        listed("Rule", "The id of a rule.", RULE, uniqueItems=True),
    ),
)
_OVERVIEW = (
    Property("curve", "Curve", "The attribute of the curve.", NUMBER_FIELD),
    Property(
        "sums",
        "Sums",
        "Numbers that are added up over the deck.",
        listed("Sum", "One sum.", object_of(_SUM)),
    ),
)


def _format() -> tuple[Property, ...]:
    constraint = {
        "type": "object",
        "properties": {"kind": told("Kind", "What is tested.", {"enum": list(KINDS)})},
        "required": ["kind"],
        "allOf": [_branch(name) for name in KINDS],
    }
    return (
        Property("$schema", "Schema", "The schema of this file, for editors that complete and explain.", LINE),
        Property("id", "Id", "The name of the format in the data; the name of its file.", ID, needed=True),
        Property("name", "Name", "The format as printed.", LINE),
        Property(
            "extends",
            "Extends",
            "Another format of the game: its constraints and permits come first, its sections, draws and overview hold "
            "unless this one has its own.",
            {**ID, "format": "file-name"},
        ),
        Property(
            "document",
            "Document",
            "The kind of documents that it is for, by the name of its file in documents/; decks if left out.",
            {**ID, "format": "document"},
        ),
        Property(
            "sections",
            "Sections",
            "The parts of a deck; one called main if left out.",
            listed("Section", "One part.", object_of(_SECTION)),
        ),
        Property(
            "constraints",
            "Constraints",
            "The rules that are tested.",
            listed("Constraint", "One construction rule.", constraint),
            needed=True,
        ),
        Property(
            "permits",
            "Permits",
            "The rules that allow something.",
            listed(
                "Permit",
                "A rule that allows something: nothing to test, but a checker that refuses it is wrong.",
                object_of(_PERMIT),
            ),
        ),
        Property("draws", "Draws", "How the game draws from a deck, for odds and sample hands.", object_of(_DRAWS)),
        Property("overview", "Overview", "What statistics of a deck show.", object_of(_OVERVIEW)),
    )


def _branch(name: str) -> dict[str, Any]:
    """Lead to the schema of one kind of constraint."""
    chosen = {"properties": {"kind": {"const": name}}, "required": ["kind"]}
    return {"if": chosen, "then": {"$ref": f"#/$defs/{name}"}}


def _kind(kind: Kind) -> dict[str, Any]:
    own = Property("kind", "Kind", kind.about, {"const": kind.name}, needed=True)
    shape = dict(object_of((own, *kind.properties)))
    if kind.limited:
        shape["anyOf"] = [{"required": [key]} for key in ("min", "max", "exactly")]
    return told(kind.name.capitalize(), kind.about, shape)


def format_schema() -> dict[str, Any]:
    """Return the schema of formats."""
    about = (
        "A construction format: the sections of a deck or the kind of documents that it is for, and their construction "
        "rules. Made from the declared constraints by `python -m cardlib.generated`."
    )
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "https://cardlib.example/schemas/format.schema.json",
        **told("Format", about, object_of(_format())),
        "$defs": {name: _kind(kind) for name, kind in KINDS.items()},
    }


def files() -> dict[Path, str]:
    """Return the schemas that are made here, of formats and of kinds of documents, with what they have to hold."""
    made = {"format": format_schema(), "document": document_schema()}
    return {
        schemas_root() / f"{name}.schema.json": json.dumps(schema, indent=2, ensure_ascii=False) + "\n"
        for name, schema in made.items()
    }

"""The JSON Schema of abilities, made from the operations: what a card file may write, explained for editors.

An operation contributes its signature (kinds of parameters, defaults) and its docstring: the paragraphs before the
first `name: …` line explain the operation, each such line a parameter.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from cardlib import plugins
from cardlib.abilities.operations import OPERATIONS
from cardlib.abilities.operations.params import UNTIL, WHO, SubjectsParam
from cardlib.abilities.operations.registry import REQUIRED, Operation, load_operations
from cardlib.abilities.schema_values import FILTER, REFERENCE, THINGS, ZONE, object_of, told, values
from cardlib.places import data_root, schemas_root

JSON = Any
ID = "https://cardlib.example/schemas/abilities.schema.json"
_LINE = re.compile(r"^(\w+): (.+)$")

# What parameters of these names mean wherever an operation does not say more.
COMMON = {
    "amount": "How much.",
    "count": "How many; one if left out.",
    "who": "Who does it, or whose it is.",
    "what": "Which cards.",
    "do": "The operations that are carried out.",
    "condition": "What has to be true.",
    "keyword": "The keyword, with its number where it carries one (`speed 2`), or with how to work it out.",
    "stats": "The attributes, and how much of each.",
    "counter": "The kind of counter.",
    "zone": "The zone.",
    "slot": "The slot.",
    "among": "Among which permanents.",
    "into": "The card, by its id.",
    "prefix": "What stands before the printed name.",
    "chosen": "The name that was chosen for the source.",
}
SUBJECTS: dict[str, tuple[str, JSON]] = {
    "target": ("What it is about, chosen when the ability is announced.", THINGS),
    "each": ("It is about everything that fits.", THINGS),
    "choose": ("What it is about, chosen when it is carried out.", THINGS),
    "of": ("It is about what this names: the source, its host, what the event or the record is about…", REFERENCE),
    "count": ("How many are chosen; one if left out.", {"$ref": "#/$defs/amount"}),
    "up_to": ("Whether fewer may be chosen.", {"type": "boolean"}),
    "from": ("The zone where they are; where things are in play if left out.", ZONE),
    "whose": ("Whose zone; yours if left out.", {"enum": ["you", "opponent", "each player"]}),
    "by": ("Who chooses, and sees `yours` and `theirs`; you if left out.", {"enum": list(WHO)}),
    "distinct": ("Whether no two may have the same name.", {"type": "boolean"}),
    "among": ("Only what this names can be chosen.", REFERENCE),
}
_KINDS = ("target", "each", "choose", "of")


def titled(name: str) -> str:
    """Return the title of a property: `up_to` as "Up to"."""
    return name.replace("_", " ").replace("-", " ").capitalize()


def explained(operation: Operation) -> tuple[str, dict[str, str]]:
    """Split a docstring into what it says of the operation and of each parameter."""
    about: list[str] = []
    params: dict[str, str] = {}
    last = ""
    for line in operation.summary.splitlines():
        match = _LINE.match(line)
        if match and match[1] in operation.params:
            last = match[1]
            params[last] = match[2][0].upper() + match[2][1:]
        elif last and line.strip():
            params[last] += f" {line.strip()}"
        elif line.strip():
            about.append(line.strip())
    return " ".join(about), params


def abilities_schema() -> JSON:
    """Return the schema of the abilities of cards, with every operation of the common vocabulary and of the games."""
    own = own_operations()
    names = sorted(own)
    lasting = [name for name in names if own[name].continuous]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": ID,
        "title": "Abilities",
        "description": "What cards do. Made from the operations of the engine by `python -m cardlib.generated`.",
        "$ref": "#/$defs/abilities",
        "$defs": {
            **_abilities(),
            **{f"subject-{key}": told(titled(key), about, schema) for key, (about, schema) in SUBJECTS.items()},
            **values(),
            "text": _TEXT,
            "rule": _RULE,
            "modes": _MODES,
            "operations": told("Operations", "Operations, one after another.", _list("#/$defs/operation")),
            "operation": _dispatch("Operation", "Something that is done, or that holds for a while.", names, "do"),
            "continuous": _dispatch("Continuous", "Something that holds while the card is in play.", lasting, "static"),
            **{f"do-{name}": _operation(own[name], until=True) for name in names},
            **{f"static-{name}": _operation(own[name], until=False) for name in lasting},
        },
    }


def files() -> dict[Path, str]:
    """Return the schema's file with what it has to hold."""
    return {schemas_root() / "abilities.schema.json": schema_text()}


def with_operations(schema: JSON, more: Iterable[Operation]) -> JSON:
    """Return the schema of abilities with further operations, those of a game that is no part of cardlib."""
    defs = dict(schema["$defs"])
    own = {operation.name: operation for operation in more}
    lasting = {name for name, operation in own.items() if operation.continuous}
    for key, prefix, names in (("operation", "do", own.keys()), ("continuous", "static", lasting)):
        known = defs[key]["properties"]["op"]["enum"]
        defs[key] = _dispatch(defs[key]["title"], defs[key]["description"], sorted({*known, *names}), prefix)
    defs |= {f"do-{name}": _operation(operation, until=True) for name, operation in own.items()}
    defs |= {f"static-{name}": _operation(own[name], until=False) for name in lasting}
    return {**schema, "$defs": defs}


def load_all() -> None:
    """Register the operations of every bundled game."""
    for path in sorted(data_root().glob("*/game.json")):
        load_operations(path.parent.name)


def own_operations() -> dict[str, Operation]:
    """Return the common operations and those of bundled games, whatever packages have registered others."""
    load_all()
    games = {None, *plugins.bundled()}
    return {name: operation for name, operation in OPERATIONS.items() if operation.game in games}


def _list(ref: str) -> JSON:
    return {"type": "array", "items": {"$ref": ref}, "minItems": 1, "maxItems": 40}


def _dispatch(title: str, description: str, names: list[str], prefix: str) -> JSON:
    """The schema of a node whose `op` says which operation it is."""
    op = told("Operation", "What is done; docs/operations.md explains each.", {"type": "string", "enum": names})
    schema = {"type": "object", "properties": {"op": op}, "required": ["op"], **_branches(names, prefix)}
    return told(title, description, schema)


def _branches(names: list[str], prefix: str) -> JSON:
    """Lead to the schema of one operation, halving the names, so that few conditions are tried."""
    half = len(names) // 2
    if half == 0:
        chosen = {"properties": {"op": {"const": names[0]}}, "required": ["op"]}
        return {"if": chosen, "then": {"$ref": f"#/$defs/{prefix}-{names[0]}"}}
    first = {"properties": {"op": {"enum": names[:half]}}}
    return {"if": first, "then": _branches(names[:half], prefix), "else": _branches(names[half:], prefix)}


def _operation(operation: Operation, *, until: bool) -> JSON:
    about, said = explained(operation)
    properties: dict[str, JSON] = {"op": told(titled(operation.name), about, {"const": operation.name})}
    required = ["op"]
    rest: dict[str, JSON] = {}
    for name, (param, default) in operation.params.items():
        if isinstance(param, SubjectsParam):
            properties.update({key: {"$ref": f"#/$defs/subject-{key}"} for key in SUBJECTS})
            rest["oneOf"] = [{"required": [kind]} for kind in _KINDS]
            if default is not REQUIRED:
                rest["oneOf"].append({"not": {"anyOf": [{"required": [kind]} for kind in _KINDS]}})
            continue
        description = said.get(name) or COMMON.get(name) or titled(name) + "."
        properties[name] = told(titled(name), description, param.schema())
        if default is REQUIRED:
            required.append(name)
    if operation.continuous and until:
        properties["until"] = told(
            "Until", "How long it holds; until the end of the turn if left out.", {"enum": list(UNTIL)}
        )
        properties["while"] = told(
            "While",
            "It holds only while this is true; for the rest of the game if `until` is left out.",
            {"$ref": "#/$defs/condition"},
        )
        properties["also_later"] = told(
            "Also later", "Whether it also covers what fits later on, not only what fits now.", {"type": "boolean"}
        )
    properties["text"] = {"$ref": "#/$defs/text"}
    game = f" Only in {operation.game}." if operation.game else ""
    return told(
        operation.name,
        about + game,
        {"type": "object", "properties": properties, "required": required, "additionalProperties": False, **rest},
    )


_MODES = told(
    "Modes",
    "Ways to go on, of which one is chosen.",
    {
        "type": "array",
        "minItems": 2,
        "maxItems": 8,
        "items": object_of(
            "Mode",
            "One way to go on.",
            {
                "name": told(
                    "Name",
                    "A word for it, by which players choose it.",
                    {"type": "string", "pattern": "^[a-z0-9]+(-[a-z0-9]+)*$", "maxLength": 40},
                ),
                "needs": told("Needs", "What has to be true to choose it.", {"$ref": "#/$defs/condition"}),
                "do": {"$ref": "#/$defs/operations"},
            },
            ["name", "do"],
        ),
    },
)
_TEXT = told(
    "Text",
    "What is printed in place of the rendered words; numbers and keywords have to agree with them.",
    {"type": "string", "minLength": 1, "maxLength": 2000},
)
_RULE = told("Rule", "The rule or ruling that settles it.", {"type": "string", "format": "rule"})


def _abilities() -> JSON:
    zone = ZONE
    zones = {"anyOf": [zone, {"type": "array", "items": zone, "minItems": 1, "uniqueItems": True}]}
    where = told("From", "The zone where the card has to be; where things are in play if left out.", zones)
    cost = told("Cost", "What is paid, in full, when it is announced.", {"$ref": "#/$defs/operations"})
    do = told(
        "Do",
        "What is done. An ability that has its `text` may lack it, on a card that says why it is `unimplemented`.",
        {"$ref": "#/$defs/operations"},
    )
    effect = {"anyOf": [{"required": ["do"]}, {"required": ["text"]}]}
    name = told("Name", "The name that is printed before it.", {"type": "string", "minLength": 1, "maxLength": 80})
    holds = told("While", "The ability works only while this is true.", {"$ref": "#/$defs/condition"})
    played = told("When", "When the card is played, and has resolved.", {"const": "played"})
    play = told("Play", "How the card is played.", {"$ref": "#/$defs/play"})
    static = told(
        "Static",
        "What holds. An ability that has its `text` may leave it empty, on a card that says why it is `unimplemented`.",
        {**_list("#/$defs/continuous"), "minItems": 0},
    )
    said = {"if": {"properties": {"static": {"const": []}}}, "then": {"required": ["text"]}}
    activate = told("Activate", "When it may be used.", {"type": "string", "format": "timing"})
    to = told("To", "The card being played that it responds to.", FILTER)
    limit = told("Limit", "How often it may be used.", {"$ref": "#/$defs/limit"})
    react = told(
        "React", "The window in which it may be used, and what of the action it answers.", {"$ref": "#/$defs/react"}
    )
    needs = told("Needs", "What has to be true to use it.", {"$ref": "#/$defs/condition"})
    may = told("May", "Whether its player may decline.", {"type": "boolean"})
    unlosable = told("Unlosable", "Whether the ability stays when the card loses its abilities.", {"type": "boolean"})
    when = told(
        "When",
        "The event, if it is about the card itself; else the event and whom it is about.",
        {"$ref": "#/$defs/when"},
    )
    last = {"rule": {"$ref": "#/$defs/rule"}, "text": {"$ref": "#/$defs/text"}}
    kinds = {"when": when, "activate": activate, "react": react, "static": static, "play": play}
    neither = {
        "properties": {**kinds, "from": where, "while": holds, "may": may, "cost": cost, "do": do, **last},
        "additionalProperties": False,
        "anyOf": [{"required": [kind]} for kind in kinds],
    }
    option = object_of("Play option", "How the card is played.", {"play": play, **last}, ["play"])
    holding = {"static": static, "while": holds, "from": where, "unlosable": unlosable, **last}
    using = {"activate": activate, "name": name, "to": to, "from": where, "limit": limit, "needs": needs}
    using |= {"cost": cost, "do": do}
    reacting = {"react": react, "name": name, "from": where, "while": holds, "limit": limit, "needs": needs}
    reacting |= {"cost": cost, "do": do}
    return {
        "abilities": told("Abilities", "The abilities of a card.", _list("#/$defs/ability")),
        "ability": told(
            "Ability",
            "One paragraph of a card: `when` for triggers and played Commands, `activate` for abilities that are used, "
            "`react` for those used in a window, `static` for what holds, `play` for how the card is played.",
            {
                "type": "object",
                "examples": [{"when": "played", "do": [{"op": "draw"}]}],
                **_when_has("play", "option"),
                "else": {
                    **_when_has("static", "static-ability"),
                    "else": {
                        **_when_has("activate", "activated-ability"),
                        "else": {
                            "if": {"properties": {"when": {"const": "played"}}, "required": ["when"]},
                            "then": {"$ref": "#/$defs/played-ability"},
                            "else": {
                                **_when_has("when", "trigger"),
                                "else": {**_when_has("react", "reaction"), "else": neither},
                            },
                        },
                    },
                },
            },
        ),
        "option": option,
        "static-ability": object_of(
            "Static ability", "What holds while the card is there.", holding, ["static"], **said
        ),
        "activated-ability": object_of(
            "Activated ability", "What a player may use.", {**using, **last}, ["activate"], **effect
        ),
        "reaction": object_of(
            "Reaction", "What a player may use in a window.", {**reacting, **last}, ["react"], **effect
        ),
        "played-ability": object_of(
            "Played",
            "What the card does when it is played.",
            {"when": played, "name": name, "cost": cost, "do": do, **last},
            ["when"],
            **effect,
        ),
        "trigger": object_of(
            "Trigger",
            "What happens by itself when something else does.",
            {"when": when, "from": where, "while": holds, "may": may, "limit": limit, "do": do, **last},
            ["when"],
            **effect,
        ),
    }


def _when_has(key: str, name: str) -> JSON:
    return {"if": {"required": [key]}, "then": {"$ref": f"#/$defs/{name}"}}


def schema_text() -> str:
    """Return the schema as the file holds it."""
    return json.dumps(abilities_schema(), indent=2, ensure_ascii=False) + "\n"

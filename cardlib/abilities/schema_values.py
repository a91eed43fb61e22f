"""The schemas of what operations are made of: amounts, conditions, events, and how a card is played."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cardlib.abilities.operations.params import REFERENCES
from cardlib.bounds import NUMBER
from cardlib.kernel.spans import PER
from cardlib.kernel.windows import EVERY

JSON = Any

FILTER = {"type": "string", "format": "filter"}
THINGS = {"type": "string", "format": "things"}
PARTY = {"type": "string", "format": "party"}
# What an `of` names: one of `REFERENCES`, "the" with a field of the record that lies open, the card of the ability.
REFERENCE = {"type": "string", "format": "reference", "examples": list(REFERENCES)}
ZONE = {"type": "string", "format": "zone"}


def told(title: str, description: str, schema: Mapping[str, JSON]) -> JSON:
    """Return a schema with its title and description first."""
    return {"title": title, "description": description, **schema}


def object_of(title: str, description: str, properties: dict[str, JSON], required: list[str], **more: JSON) -> JSON:
    """Return the schema of an object with these properties and no others."""
    shape = {"type": "object", "properties": properties, "required": required, "additionalProperties": False}
    return told(title, description, {**shape, **more})


def values() -> JSON:
    """Return the schemas of amounts, conditions, events and play options, by name."""
    amount = {"$ref": "#/$defs/amount"}
    condition = {"$ref": "#/$defs/condition"}
    whose = {"enum": ["you", "opponent", "each player"]}
    flag = {"type": "boolean"}
    number = {"type": "integer", "minimum": -NUMBER, "maximum": NUMBER}
    terms = {"type": "array", "items": amount, "minItems": 2}
    event = {"type": "string", "format": "event"}
    return {
        "amount": told(
            "Amount",
            "A number, or how to work it out: a count, a value, a field of a record; sum, difference, product, share.",
            {
                "type": ["integer", "object"],
                "minimum": -NUMBER,
                "maximum": NUMBER,
                "properties": {
                    "count": told("Count", "Counts what fits; with an empty filter everything there.", THINGS),
                    "in": told("In", "The zone that is counted; where things are in play if left out.", ZONE),
                    "whose": told("Whose", "Whose zone is counted; yours if left out.", whose),
                    "beside": told("Beside", "Only what stands where this stands is counted.", REFERENCE),
                    "value": told(
                        "Value", "A value of yours, or of what `of` names.", {"type": "string", "format": "value"}
                    ),
                    "of": told(
                        "Of",
                        "What the value is read from; `ability` for the card that the ability stands on.",
                        REFERENCE,
                    ),
                    "field": told(
                        "Field", "A field of the record that lies open.", {"type": "string", "format": "field"}
                    ),
                    "symbol": told(
                        "Symbol",
                        "Of a field of dice: the symbol that is counted; what the numbers come to if left out.",
                        {"type": "string", "format": "on-dice"},
                    ),
                    "sum": told("Sum", "The terms that are added.", terms),
                    "minus": told("Minus", "The second is taken from the first.", {**terms, "maxItems": 2}),
                    "times": told("Times", "The two are multiplied.", {**terms, "maxItems": 2}),
                    "over": told(
                        "Over",
                        "The first divided by the second, rounded down.",
                        {
                            "type": "array",
                            "prefixItems": [amount, {"type": "integer", "minimum": 2, "maximum": NUMBER}],
                            "items": False,
                            "minItems": 2,
                        },
                    ),
                    "least": told("Least", "The amount is never below this.", number),
                    "most": told("Most", "The amount is never above this.", number),
                },
                "additionalProperties": False,
                "dependentRequired": {
                    "in": ["count"],
                    "whose": ["count"],
                    "beside": ["count"],
                    "of": ["value"],
                    "symbol": ["field"],
                },
                "if": {"type": "object"},
                "then": {
                    "oneOf": [
                        {"required": [key]} for key in ("count", "value", "field", "sum", "minus", "times", "over")
                    ]
                },
            },
        ),
        "condition": told(
            "Condition",
            "Something that is true or not.",
            {
                "type": "object",
                "properties": {
                    "is": told("Is", "What `of` names (the card itself if left out) fits this.", FILTER),
                    "of": told("Of", "What has to fit.", REFERENCE),
                    "amount": told("Amount", "An amount that lies within limits.", amount),
                    "at_least": told("At least", "The lower limit.", number),
                    "at_most": told("At most", "The upper limit.", number),
                    "not": told("Not", "The condition is not true.", condition),
                    "all": told(
                        "All", "Every condition is true.", {"type": "array", "items": condition, "minItems": 1}
                    ),
                    "any": told("Any", "A condition is true.", {"type": "array", "items": condition, "minItems": 1}),
                },
                "additionalProperties": False,
                "oneOf": [{"required": [key]} for key in ("is", "amount", "not", "all", "any")],
                "dependentRequired": {"of": ["is"], "at_least": ["amount"], "at_most": ["amount"]},
            },
        ),
        "when": told(
            "When",
            "An event that is about the card itself, or an event and whom it is about.",
            {
                "type": ["string", "object"],
                "format": "event",
                "properties": {
                    "event": told("Event", "The event.", event),
                    "who": told("Who", "What the event is about.", FILTER),
                    "whose": told(
                        "Whose", "Whose turn or phase, or which player's doing; anybody's if left out.", whose
                    ),
                },
                "required": ["event"],
                "additionalProperties": False,
            },
        ),
        "react": told(
            "React",
            "A window, or a window with what it asks of its record.",
            {
                "type": ["string", "object"],
                "format": "window",
                "properties": {
                    "window": told("Window", "The window.", {"type": "string", "format": "window"}),
                    "where": told(
                        "Where",
                        "What the fields of the record have to be, by field: filters, and of fields that name a player "
                        "`you` or `opponent`.",
                        {
                            "type": "object",
                            "propertyNames": {"type": "string", "format": "field"},
                            "additionalProperties": PARTY,
                            "minProperties": 1,
                        },
                    ),
                    "also": told(
                        "Also",
                        "Further windows of the same record, or `every` one that asks for more than what names it; "
                        "limits count over all of them.",
                        {
                            "type": ["array", "string"],
                            "if": {"type": "string"},
                            "then": {"enum": [EVERY]},
                            "items": {"type": "string", "format": "window"},
                            "minItems": 1,
                            "uniqueItems": True,
                        },
                    ),
                    "automatic": told("Automatic", "Whether it happens by itself, without being asked for.", flag),
                },
                "required": ["window"],
                "additionalProperties": False,
            },
        ),
        "limit": told(
            "Limit",
            "How often something may be used: once, or so many times per span.",
            {
                "type": ["string", "object"],
                "if": {"type": "string"},
                "then": {"enum": [f"once per {span}" for span in PER]},
                "properties": {
                    "times": told(
                        "Times", "How often; once if left out.", {"type": "integer", "minimum": 1, "maximum": NUMBER}
                    ),
                    "per": told("Per", "The span in which it is counted.", {"enum": list(PER)}),
                    "by": told(
                        "By",
                        "Whether each object has its own count (if left out), or all of a player have one together.",
                        {"enum": ["object", "player"]},
                    ),
                    "of": told(
                        "Of",
                        "Whether uses of this ability are counted (if left out), or those of all abilities of its card "
                        "whose limit says so.",
                        {"enum": ["ability", "card"]},
                    ),
                },
                "required": ["per"],
                "additionalProperties": False,
            },
        ),
        "play": object_of(
            "Play",
            "How a card is played.",
            {
                "never": told("Never", "It can't be played.", flag),
                "needs": told("Needs", "What has to be true to play it, or to place it.", condition),
                "attach": told("Attach", "It is attached to one of these.", FILTER),
                "target": told("Target", "Whether that is a target.", flag),
                "stand": told("Stand", "It stays on a space of the board without being a unit.", flag),
                "counters": told(
                    "Counters",
                    "The counters that it has from the beginning, by kind.",
                    {
                        "type": "object",
                        "propertyNames": {"type": "string", "format": "counter"},
                        "additionalProperties": {"type": "integer", "minimum": 1, "maximum": NUMBER},
                    },
                ),
                "every_turn": told(
                    "Every turn", "Time counters come off in every player's turn, not only yours.", flag
                ),
                "onto": told("Onto", "It is played onto the space of one of these, which is sacrificed.", FILTER),
                "optional": told("Optional", "Whether it may be played in the usual way too.", flag),
                "keep_damage": told("Keep damage", "Whether it takes over the damage of what it is played onto.", flag),
                "space": told("Space", "The only spaces for it.", {"type": "string", "format": "space"}),
                "window": told("Window", "The only moment for it.", {"type": "string", "format": "window"}),
            },
            [],
            minProperties=1,
        ),
    }

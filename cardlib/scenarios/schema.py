"""The JSON Schema of scenarios, made from what the bundled games declare; games of one's own may say more.

The schema completes and explains; which words a game knows in a position is told when the scenario is played.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from cardlib.abilities.schema_values import object_of, told
from cardlib.bounds import NUMBER
from cardlib.game import Game
from cardlib.kernel.boards.occupants import FACING
from cardlib.kernel.declared import Declared, spelled
from cardlib.kernel.match import WINDOWS
from cardlib.scenarios.positions import SET_UP, settable
from cardlib.scenarios.values import NOBODY, own_zones, zone_name

JSON = Any
ID = "https://cardlib.example/schemas/scenario.schema.json"
_LINE = {"type": "string", "minLength": 1, "pattern": "^[^\\u0000-\\u001f]*$"}
_CARD = told("Card", "The id of a card.", {"type": "string", "format": "card"})
_CARDS = {"type": "array", "items": _CARD}
_SIDE_AT = {"$ref": "#/$defs/side"}
_SIDE = {"type": "string", "format": "side"}
_WHOSE = {"anyOf": [{"const": NOBODY}, _SIDE]}
_SIDES = {"type": "array", "items": told("Side", "The seat of a player, or an actor.", _SIDE), "uniqueItems": True}
_NAMED = told("Name", "The name of a document of the project.", {**_LINE, "maxLength": 200})
_WRITTEN = told("Document", "A document written out.", {"type": "object", "required": ["kind"]})
_LIKE = told(
    "Like another one",
    "What a document of the project says, with changes: a value takes the place of the one that was there, `null` "
    "leaves it out, an object changes what it names, in a list the entries by their numbers from 1.",
    {
        "type": "object",
        "properties": {"like": told("Like", "The name of a document of the project.", {**_LINE, "maxLength": 200})},
        "required": ["like"],
        "not": {"required": ["kind"]},
    },
)
_ONE = told("Document", "One document.", {"anyOf": [_NAMED, _WRITTEN, _LIKE]})
_BROUGHT = told(
    "Brought",
    "One document, or several.",
    {"anyOf": [_NAMED, _WRITTEN, _LIKE, told("Several", "Several.", {"type": "array", "items": _ONE, "minItems": 1})]},
)
_STEP = "A player's letter and what the player does, `expect` and a comparison, `to turn` and a number, or `dice` and "
_STEP += "how they fall."


def scenario_schema(games: Iterable[Game]) -> JSON:
    """Return the schema of files of scenarios, with what these games declare."""
    known = list(games)
    scenario = object_of(
        "Scenario",
        "One scenario.",
        {
            "id": told("Id", "Its name, for reports.", {**_id(), "maxLength": 80}),
            "title": told("Title", "What it shows, as a sentence.", {**_LINE, "maxLength": 200}),
            "pins": told("Pins", "The rules and cards that it proves.", _PINS),
            "note": told("Note", "Why it is worth a scenario.", {"type": "string", "minLength": 1, "maxLength": 2000}),
            "given": _given(known),
            "steps": told(
                "Steps",
                "`A attack cap-gun turtle`, `B cannot play x because RULE`, `to turn 3`, `expect path = value`.",
                {"type": "array", "items": told("Step", _STEP, _STEPS), "minItems": 1},
            ),
        },
        ["id", "title", "pins", "steps"],
    )
    about = "Rulings as executable data: a position, what players do and cannot do, and what is expected."
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": ID,
        **object_of(
            "Scenarios",
            f"{about} Made by `python -m cardlib.generated`.",
            {
                "$schema": told(
                    "Schema",
                    "The schema of this file, for editors that complete and explain.",
                    {**_LINE, "maxLength": 200},
                ),
                "scenarios": told("Scenarios", "The scenarios.", {"type": "array", "items": scenario, "minItems": 1}),
            },
            ["scenarios"],
        ),
        "$defs": {"side": _side(known)},
    }


def _id() -> JSON:
    return {"type": "string", "pattern": "^[a-z0-9]+(-[a-z0-9]+)*$"}


_PIN = told("Pin", "The id of a rule, or of a card whose abilities it shows.", {"type": "string", "format": "pin"})
_PINS = {"type": "array", "items": _PIN, "minItems": 1, "uniqueItems": True}
_STEPS = {
    "type": "string",
    "minLength": 1,
    "maxLength": 300,
    "pattern": "^[A-Z] .|^expect .|^to .|^dice .",
    "format": "step",
}


def _given(games: list[Game]) -> JSON:
    phases = [SET_UP, *dict.fromkeys(phase for game in games for phase in game.rules.phases)]
    properties = {
        "phase": told(
            "Phase",
            "Where the match begins: at the set-up, or in a phase of the active player's turn.",
            {"type": "string", "pattern": "^[a-z][a-z -]*$", "maxLength": 40, "examples": phases},
        ),
        "turn": told("Turn", "The number of the turn.", {"type": "integer", "minimum": 1, "maximum": 100_000}),
        "players": told(
            "Players",
            "How many play; as many as are named if left out.",
            {"type": "integer", "minimum": 1, "maximum": 20},
        ),
        "active": told("Active", "The seat of the player whose turn it is, or an actor.", _SIDE),
        "order": told("Order", "The turn order; that of the seats if left out.", _SIDES),
        "out": told("Out", "Who is out of the match, the first one first.", _SIDES),
        "actors": told(
            "Actors",
            "By id: what those have who act by rules, without a seat.",
            {"type": "object", "additionalProperties": _SIDE_AT, "propertyNames": {"pattern": "^[a-z][a-z0-9-]*$"}},
        ),
        NOBODY: told(
            "Nobody",
            "What belongs to nobody: what is neutral in play, and cards in the zones that all share.",
            _SIDE_AT,
        ),
        "seed": told("Seed", "The seed of the match.", {"type": "integer", "minimum": 0, "maximum": 2**53 - 1}),
        "shuffle": told(
            "Shuffle", "Whether decks are shuffled; they keep their order if left out.", {"type": "boolean"}
        ),
        "windows": told("Windows", "Which windows to respond are opened.", {"enum": list(WINDOWS)}),
        "script": told(
            "Script",
            "What chance brings, in order: random picks, each counted from 0. How dice fall is said by a step.",
            {"type": "array", "items": told("Outcome", "One outcome.", {"type": "integer", "minimum": 0})},
        ),
        "documents": told(
            "Documents",
            "What the seats and the table bring, by their letters and `table`: names of the project's documents, "
            "documents written out, or those `like` another one. The match begins with its set-up from them where "
            "nothing else is said of the position.",
            {
                "type": "object",
                "patternProperties": {"^([A-Z]|table)$": _BROUGHT},
                "additionalProperties": False,
            },
        ),
        "impossible": told(
            "Impossible",
            "Why the position is meant although no play leads to it; without it such a position is refused.",
            {**_LINE, "maxLength": 300},
        ),
        "has": _has("Values of the match, such as the Escalation level.", _declared(games, "of_match")),
    }
    shape = {
        "type": "object",
        "properties": properties,
        "patternProperties": {"^[A-Z]$": _SIDE_AT},
        "additionalProperties": False,
    }
    return told("Given", "The position at the start; only what matters, the rest by default.", shape)


def _declared(games: list[Game], what: str) -> Iterator[tuple[str, str, Declared]]:
    """Yield the name of each game with what it declares and a position can set, as it is written."""
    for game in games:
        values: dict[str, Declared] = getattr(game.rules, what)
        for word, name in settable(values).items():
            yield game.project.game.name, word, values[name]


def _has(about: str, values: Iterable[tuple[str, str, Declared]]) -> JSON:
    properties: dict[str, JSON] = {}
    for name, word, declared in values:
        said = f"{name}: {declared.about}."
        if word in properties:
            said = f"{properties[word]['description']} {said}"
        properties[word] = told(_title(word), said, _number())
    shape = {
        "type": "object",
        "properties": properties,
        "additionalProperties": told("Number", "Its number.", _number()),
        "propertyNames": {"pattern": "^[a-z][a-z0-9-]*$"},
    }
    return told("Has", about, shape)


def _number() -> JSON:
    return {"type": "integer", "minimum": -NUMBER, "maximum": NUMBER}


def _title(word: str) -> str:
    return word.replace("-", " ").capitalize()


def _side(games: list[Game]) -> JSON:
    number = told("Number of cards", "So many plain cards.", {"type": "integer", "minimum": 0, "maximum": 1000})
    deck = {"anyOf": [number, told("Cards", "The cards, the top one first.", _CARDS)]}
    properties = {"deck": told("Deck", "The cards of the deck from the top, or a number of plain ones.", deck)}
    for game in games:
        for zone in own_zones(game.facts):
            about = f"The cards in the {zone_name(game, zone)}, the first one first."
            properties.setdefault(zone, told(_title(zone), about, _CARDS))
        for section in game.facts.sections[1:]:
            about = f"The {section.replace('-', ' ')} of the deck, for a match that begins at the set-up."
            properties.setdefault(section, told(_title(section), about, _CARDS))
        for word, about in game.rules.of_side.items():
            properties[word] = told(_title(word), f"{about[0].upper()}{about[1:]}.", {**_id(), "maxLength": 80})
    records = [
        (game.project.game.name, spelled(name), declared)
        for game in games
        for name, declared in game.rules.of_object.items()
        if declared.settable
    ]
    counters = [
        (game.project.game.name, name, Declared(entry.many, 0))
        for game in games
        for name, entry in game.facts.vocabulary.counters.items()
        if name in game.rules.columns
    ]
    properties["has"] = _has(
        "Values of the player, such as what has been used up in this turn.", _declared(games, "of_player")
    )
    properties |= {game.facts.field: _in_play([*counters, *records]) for game in games}
    shape = {"type": "object", "properties": properties, "additionalProperties": {"type": ["array", "string"]}}
    return told("Player", "One player's side at the start.", shape)


def _in_play(records: list[tuple[str, str, Declared]]) -> JSON:
    short = {"type": "string", "minLength": 1, "maxLength": 200}
    said = "`cap-gun d2`, or `donna-the-swift on cap-gun d2` for what is attached."
    about = _has("", records)
    flag = {"type": ["integer", "boolean"], "minimum": -NUMBER, "maximum": NUMBER}
    numbers = {word for _, word, declared in records if not declared.flag}
    counters = {word: schema if word in numbers else {**schema, **flag} for word, schema in about["properties"].items()}
    long = {
        "type": "object",
        "properties": {
            "card": _CARD,
            "at": told("At", "A space, or `on` and what it is attached to.", {**_LINE, "maxLength": 200}),
            "owner": told(
                "Owner",
                "The seat of its owner, where that is not its controller; `nobody` where it belongs to all.",
                _WHOSE,
            ),
            "controller": told(
                "Controller", "Who controls it, in a slot of something that another player controls.", _WHOSE
            ),
            "used": told(
                "Used",
                "The abilities that were used as often as their limit lets them, by their names or numbers from 1.",
                {"type": "array", "items": told("Ability", "Its name or number.", {**_LINE, "maxLength": 80})},
            ),
            "document": told(
                "Document",
                "The name of a document of the project, such as a build: what it has in slots lies in those of this.",
                {**_LINE, "maxLength": 200},
            ),
            "down": told("Down", "It lies face down, and these players may look at it.", _SIDES),
            **counters,
            FACING: told(
                "Facing", "The direction in which it faces, by its name on the board.", {**_LINE, "maxLength": 80}
            ),
        },
        "required": ["card"],
        "additionalProperties": told(
            "Counter, record or slot",
            "Its number; of a slot what lies in it.",
            {**flag, "type": ["integer", "boolean", "array"], "items": {"type": ["string", "object"]}},
        ),
    }
    either = [
        told("Card and place", said, short),
        told("Permanent with details", "A card, its place, its owner, and counters or records by name.", long),
    ]
    entry = told("Permanent", "A card and its place.", {"anyOf": either})
    return told("In play", "The permanents that the player controls.", {"type": "array", "items": entry})


def schema_text(games: Iterable[Game]) -> str:
    """Return the schema as the file holds it."""
    return json.dumps(scenario_schema(games), indent=2, ensure_ascii=False) + "\n"

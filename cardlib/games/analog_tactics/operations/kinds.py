"""The kinds of parameters of Analog Tactics' own operations: keywords of an attack, shapes, places, growth, ways.

Each knows its schema, how it is compiled for play, and how it reads.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Final

from cardlib.abilities.operations.lasting import StatsParam
from cardlib.abilities.operations.params import AMOUNT, JSON, REFERENCES, Literally, Param
from cardlib.compiled import mypyc_attr
from cardlib.games.analog_tactics.classes import prints
from cardlib.kernel.effects import Number, Test
from cardlib.wording.words import joined

if TYPE_CHECKING:
    from cardlib.abilities.compiling import Compiler
    from cardlib.wording.parts import Speaker

KEYWORDS: Final = ("piercing", "swift", "wounding", "nondirectional")  # flags of the record of an attack


class KeywordsParam(Param):
    """Keywords of an attack or of damage: `["piercing", "swift"]`."""

    def schema(self) -> JSON:
        return {"type": "array", "items": {"enum": list(KEYWORDS)}, "minItems": 1, "uniqueItems": True}

    def compile(self, value: JSON, compiler: Compiler) -> tuple[str, ...]:
        return tuple(value)

    def reads(self, value: JSON, speaker: Speaker) -> str | None:
        names = [speaker.words.project.keywords[word].name for word in value]
        return joined(names)


SHAPES: Final[Mapping[str, str]] = {
    "sweeping": "with Sweeping",
    "cleave": "with Cleave",
    "ring": "on everything in the six spaces around this unit (AOE)",
    "disc": "on everything around this unit",
    "line": "on everything in a straight line that begins in space 6, 1 or 2",
    "arc": "the two spaces that touch both the target's space and the next one towards this unit",
}


class ShapeParam(Param):
    """The spaces that an attack is laid on."""

    def schema(self) -> JSON:
        return {"type": "string", "enum": list(SHAPES)}

    def reads(self, value: JSON, speaker: Speaker) -> str | None:
        return SHAPES[value]


class PoolParam(Param):
    """A pool of points."""

    def schema(self) -> JSON:
        return {"type": "string", "format": "pool"}

    def reads(self, value: JSON, speaker: Speaker) -> str | None:
        return speaker.words.points(value)


class PoolsParam(Param):
    """Several pools of points."""

    def schema(self) -> JSON:
        return {"type": "array", "items": {"type": "string", "format": "pool"}, "minItems": 1, "uniqueItems": True}

    def compile(self, value: JSON, compiler: Compiler) -> tuple[str, ...]:
        return tuple(value)

    def reads(self, value: JSON, speaker: Speaker) -> str | None:
        return joined([speaker.words.points(pool) for pool in value], "or")


@dataclass(frozen=True, slots=True, eq=False)
class Place:
    """Compiled: where something is put. What is not said is None, 0 or empty.

    `within` and `beyond` bound the distance from `of` (a reference, or everything that fits `fits`); `beside` stands
    for a distance of exactly 1, `spaces` for numbered spaces; `word` is one of the places that have a name.
    """

    word: str
    within: Number
    beyond: Number
    of: str
    fits: Test | None
    spaces: tuple[int, ...]


_NAMED: Final[Mapping[str, str]] = {
    "left": "the space it left",
    "here": "the space of this unit",
    "anywhere": "any free space",
    "cast": "a free space within cast range",
    "respawn": "a free space of your respawn area",
}
_SEVERAL: Final[Mapping[str, str]] = {"anywhere": "any free spaces", "cast": "free spaces within cast range"}


class PlaceParam(Param):
    """Where something is put: a name, or free spaces by their distance from something."""

    def schema(self) -> JSON:
        filter_: JSON = {"type": "string", "format": "filter"}
        amount: JSON = {"$ref": "#/$defs/amount"}
        return {
            "type": "object",
            "properties": {
                "at": {"title": "At", "description": "A place with a name.", "enum": list(_NAMED)},
                "within": {"title": "Within", "description": "At most so far away.", **amount},
                "beyond": {"title": "Beyond", "description": "Further away than this.", **amount},
                "from": {
                    "title": "From",
                    "description": "What the distance is measured from; the unit itself if left out.",
                    "type": "string",
                    "format": "reference",
                },
                "near": {"title": "Near", "description": "What the distance is measured from, any one.", **filter_},
                "on": {"title": "On", "description": "The space of one of these, which goes.", **filter_},
                "spaces": {
                    "title": "Spaces",
                    "description": "The numbered spaces of one of those that `near` fits.",
                    "type": "array",
                    "items": {"type": "integer", "minimum": 1, "maximum": 6},
                    "minItems": 1,
                    "uniqueItems": True,
                },
            },
            "minProperties": 1,
            "dependentRequired": {"spaces": ["near"]},
            "additionalProperties": False,
        }

    def compile(self, value: JSON, compiler: Compiler) -> Place:
        fits = value.get("near", value.get("on"))
        return Place(
            word="on" if "on" in value else value.get("at", ""),
            within=AMOUNT.compile(value.get("within", 0), compiler),
            beyond=AMOUNT.compile(value.get("beyond", 0), compiler),
            of=value.get("from", "self"),
            fits=compiler.test(fits) if fits is not None else None,
            spaces=tuple(value.get("spaces", ())),
        )

    def reads(self, value: JSON, speaker: Speaker) -> str | None:
        if "at" in value:
            names = {**_NAMED, **_SEVERAL} if speaker.counted_plural else _NAMED
            return names[value["at"]]
        if "on" in value:
            return f"the space of {speaker.noun(value['on'], 'a')}, which is removed"
        if "spaces" in value:
            numbers = joined([str(number) for number in value["spaces"]], "or")
            spaces = "a free space beside" if set(value["spaces"]) == set(range(1, 7)) else f"space {numbers} of"
            return f"{spaces} {speaker.noun(value['near'], 'a')}"
        centre = ""
        if "near" in value:
            centre = f" of {speaker.noun(value['near'], 'a')}"
        elif value.get("from", "self") != "self":
            centre = f" of {speaker.reference(value['from']).text}"
        within = speaker.amount(value["within"])
        if "beyond" in value:
            return f"a free space {int(value['beyond']) + 1} to {within} spaces away"
        free = "free spaces" if speaker.counted_plural else "a free space"
        if not isinstance(value["within"], int) and value["within"].get("of") != "ability":
            return f"{free} within as many spaces{centre} as {within}"
        return f"{free} within {within} {'space' if within == '1' else 'spaces'}{centre}"


class ReferenceOrNothing(Param):
    """A reference of the ability, read in full."""

    def schema(self) -> JSON:
        return {"type": "string", "format": "reference", "examples": list(REFERENCES)}

    def reads(self, value: JSON, speaker: Speaker) -> str | None:
        return speaker.reference(value).text


@mypyc_attr(allow_interpreted_subclasses=True)
class WordParam(Param):
    """One of a few words, each with how it reads."""

    words: ClassVar[Mapping[str, str]] = {}

    def schema(self) -> JSON:
        return {"type": "string", "enum": list(self.words)}

    def reads(self, value: JSON, speaker: Speaker) -> str | None:
        return self.words[value]


class WayParam(WordParam):
    """The direction of a movement that its unit chooses."""

    words: ClassVar[Mapping[str, str]] = {
        "straight": "in one direction",
        "forward": "straight ahead",
        "space": "into the space named",
    }


class ForceParam(WordParam):
    """The direction of a forced movement."""

    words: ClassVar[Mapping[str, str]] = {
        "away": "straight away",
        "toward": "towards this unit",
        "same": "in the same direction",
        "forward": "in the direction of its space 1",
    }


class LastsParam(WordParam):
    """How long points or bonuses are kept."""

    words: ClassVar[Mapping[str, str]] = {
        "spent": "until they are spent",
        "round": "until the end of the round",
        "turn": "until your next turn",
    }


class KindParam(WordParam):
    """What brings an attack about."""

    words: ClassVar[Mapping[str, str]] = {
        "counter": "as a counter-attack",
        "extra": "as an extra attack",
        "spell": "within cast range",
        "overwatch": "as a reaction",
    }


class MatchingParam(WordParam):
    """A stat of the target."""

    words: ClassVar[Mapping[str, str]] = {"armor": "Armor"}


class BlueprintStats(StatsParam):
    """Attributes with amounts, as they stand on a Blueprint: what doubles and improves Blueprints changes them."""

    def compile(self, value: JSON, compiler: Compiler) -> dict[str, Number]:
        card = compiler.number

        def scaled(number: int) -> Number:
            def amount(m: Any, source: int, you: int, bind: dict[str, Any]) -> int:
                return int(prints.blueprint_amount(m, source, card, number))

            return amount

        return {attr: scaled(number) for attr, number in value.items()}


Keywords = Annotated[tuple[str, ...], KeywordsParam()]
Shape = Annotated[str, ShapeParam()]
Pool = Annotated[str, PoolParam()]
Pools = Annotated[tuple[str, ...], PoolsParam()]
To = Annotated[Place, PlaceParam()]
Way = Annotated[str, WayParam()]
Force = Annotated[str, ForceParam()]
Lasts = Annotated[str, LastsParam()]
Kind = Annotated[str, KindParam()]
Improved = Annotated[dict[str, Number], BlueprintStats()]
Matching = Annotated[str, MatchingParam()]
Space = Annotated[int, Literally("integer")]
Whole = Annotated[int, Literally("integer")]
Around = Annotated[str, ReferenceOrNothing()]

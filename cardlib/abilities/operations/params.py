"""The kinds of parameters that an operation may have.

Each kind knows three things: the JSON Schema of what the data may write, how that is compiled for play, and (in
`cardlib.wording.rendering`) how it reads. Operations name the kinds in their signatures; that is all they need to say.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from cardlib.compiled import mypyc_attr
from cardlib.errors import CardlibError
from cardlib.filters import nearest_note
from cardlib.kernel import grants, spans, windows
from cardlib.kernel.effects import Constant, Number, Test
from cardlib.kernel.narrowing import may_fit
from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from cardlib.abilities.compiling import Compiler
    from cardlib.abilities.running import Run
    from cardlib.kernel.match import Match

JSON = Any

# Whom a `who` names. "next player" and "each neighbour" come next in turn order. "that player" is the player of the
# event; "its controller" controls what the event is about. "target player" and "target opponent" are chosen on
# announcement.
WHO = (
    "you",
    "opponent",
    "each player",
    "next player",
    "each neighbour",
    "that player",
    "its controller",
    "its owner",
    "chosen player",
    "target player",
    "target opponent",
)

# What an `of` names.
REFERENCES = ("self", "host", "that", "other", "it", "its host", "target", "first target", "second target")

# Until when a lasting effect holds: see `cardlib.kernel.spans.UNTIL`.
UNTIL = tuple(spans.UNTIL)


def window_of(node: Mapping[str, JSON]) -> Mapping[str, JSON]:
    """Return the window of a reaction with what it asks of the record; nothing for other abilities."""
    said: JSON = node.get("react", {})
    return {"window": said} if isinstance(said, str) else said


@mypyc_attr(allow_interpreted_subclasses=True)
class Param:
    """A kind of parameter: `schema()` for the data, `compile(value, compiler, path)` for play.

    A kind of a game's own says by `reads` how it reads; for the common ones rendering knows.
    """

    format: ClassVar[str] = ""

    def schema(self) -> JSON:
        raise TypeError(type(self).__name__)

    def compile(self, value: JSON, compiler: Compiler) -> Any:
        return value

    def reads(self, value: JSON, speaker: Any) -> str | None:
        """Return how a value reads, by a `cardlib.wording.parts.Speaker`; None where that follows from its kind."""
        return None


@dataclass(frozen=True, slots=True)
class Literally(Param):
    """A plain JSON value of one type, perhaps one of a few."""

    type: str
    values: tuple[JSON, ...] = ()

    def schema(self) -> JSON:
        return {"type": self.type, **({"enum": list(self.values)} if self.values else {})}


class AmountParam(Param):
    """A number, or how to work it out: `{"count": FILTER}`, `{"value": ATTRIBUTE, "of": REFERENCE}`, sums…"""

    def schema(self) -> JSON:
        return {"$ref": "#/$defs/amount"}

    def compile(self, value: JSON, compiler: Compiler) -> Number:
        if isinstance(value, int):
            return Constant(value)
        parts = dict(value)
        least, most = parts.pop("least", None), parts.pop("most", None)
        number = self._compile(parts, compiler)
        if most is not None:
            return lambda m, source, you, bind: max(least or 0, min(most, number(m, source, you, bind)))
        if least is not None:
            return lambda m, source, you, bind: max(least, number(m, source, you, bind))
        return number

    def _compile(self, value: JSON, compiler: Compiler) -> Number:
        if "count" in value:
            test = compiler.test(value["count"])
            zone = value.get("in", compiler.facts.field)
            whose, beside = value.get("whose", "you"), value.get("beside")

            def count(m: Match, source: int, you: int, bind: dict[str, Any]) -> int:
                found = 0
                rules = m.rules
                there = NOWHERE
                if beside is not None:
                    other = reference(m, beside, source, bind)
                    there = m.state.space_of(other) if other != NOWHERE else NOWHERE
                for zone_number in rules.zones_of(m, zone, whose, you):
                    for obj in may_fit(m, test, zone_number, source, you):
                        if test(m, obj, source, you) and (beside is None or m.state.place[obj] == there):
                            found += rules.counts_as(m, obj, source) if rules.weighs else 1
                return found

            return count
        if "field" in value:
            name, symbol = value["field"], value.get("symbol", "")
            return lambda m, source, you, bind: windows.number(m, bind, name, symbol)
        if value.get("of") == "ability":
            card, stands = compiler.number, value["value"]
            return lambda m, source, you, bind: grants.number(m, source, card, stands)
        if "value" in value:
            attr, of = value["value"], value.get("of")

            def read(m: Match, source: int, you: int, bind: dict[str, Any]) -> int:
                if of is None:
                    noted = bind.get(f"noted:{attr}")
                    return m.rules.player_value(m, you, attr) if noted is None else int(noted)
                seen = bind.get("seen:" + of)
                if seen is not None:
                    return int(dict(seen).get(attr, 0))
                obj = reference(m, of, source, bind)
                return m.rules.value(m, obj, attr) if obj != NOWHERE else 0

            return read
        if "sum" in value:
            terms = [self.compile(term, compiler) for term in value["sum"]]
            return lambda m, source, you, bind: sum(term(m, source, you, bind) for term in terms)
        if "minus" in value:
            first, second = (self.compile(term, compiler) for term in value["minus"])
            return lambda m, source, you, bind: first(m, source, you, bind) - second(m, source, you, bind)
        if "times" in value:
            one, two = (self.compile(term, compiler) for term in value["times"])
            return lambda m, source, you, bind: one(m, source, you, bind) * two(m, source, you, bind)
        if "over" in value:
            whole, parts = self.compile(value["over"][0], compiler), int(value["over"][1])
            return lambda m, source, you, bind: whole(m, source, you, bind) // parts
        raise CardlibError(f"{compiler.where}: {value!r} is no amount")


def reference(m: Match, of: str, source: int, bind: dict[str, Any]) -> int:
    """Return the object that a reference names now, or NOWHERE."""
    if of == "self":
        return source
    if of == "host":
        return m.state.host[source]
    found: Any
    if of == "target":
        of = "first target"
    if of in ("first target", "second target"):
        targets = bind.get("targets", ())
        at = 0 if of.startswith("first") else 1
        found = targets[at][0] if at < len(targets) and targets[at] else NOWHERE
    else:
        found = windows.read(m, bind, of[4:]) if of.startswith("the ") else bind.get(of, NOWHERE)
        if found is None:
            return NOWHERE
    return int(found[0] if found else NOWHERE) if isinstance(found, tuple) else int(found)


@dataclass(frozen=True, slots=True, eq=False)
class Subjects:
    """Compiled: whom an operation is about. `find(run)` asks where a choice is due."""

    kind: str
    test: Test
    of: str = ""
    target: int = 0
    count: Number | None = None
    up_to: bool = False
    zone: str = ""  # where they are looked for; "" asks no zone
    whose: str = "you"
    by: str = "you"
    distinct: bool = False
    among: str = ""
    deed: str = ""  # what is to be done with what is chosen, where its operation says it

    def find(self, run: Run) -> list[int]:
        """Return the objects; a target that is no longer legal is left out."""
        if self.kind == "each":
            return run.matching(self.test, self.zone, self.whose)
        if self.kind == "of":
            return self.named(run, self.of)
        if self.kind == "target":
            return run.legal_targets(self.target)
        return run.choose(self)

    def named(self, run: Run, of: str) -> list[int]:
        """Return the objects that a reference names now."""
        m = run.match
        if of == "its host":
            return [m.state.host[obj] for obj in self.named(run, "it") if m.state.host[obj] != NOWHERE]
        if of in ("it", "that", "other") and isinstance(run.bind.get(of), tuple):
            return [obj for obj in run.bind[of] if m.rules.still_there(m, obj, run.bind)]
        if of == "target":
            groups = [i for i, target in enumerate(run.ability.targets) if target.zone != "player"]
            return [obj for group in groups for obj in run.legal_targets(group)]
        if of in ("first target", "second target"):
            return run.legal_targets(0 if of.startswith("first") else 1)
        obj = reference(m, of, run.source, run.bind)
        return [obj] if obj != NOWHERE and obj not in run.gone else []


class SubjectsParam(Param):
    """Whom an operation is about: exactly one of `target`, `each`, `choose`, `of` (and `count`, `up_to`, `from`…)."""

    keys: ClassVar[tuple[str, ...]] = (
        "target",
        "each",
        "choose",
        "of",
        "count",
        "up_to",
        "from",
        "whose",
        "by",
        "distinct",
        "among",
    )

    def compile(self, value: JSON, compiler: Compiler, deed: str = "") -> Subjects:
        kinds = [key for key in ("target", "each", "choose", "of") if key in value]
        if len(kinds) != 1:
            raise CardlibError(f"{compiler.where}: exactly one of target, each, choose, of is needed, found {kinds}")
        kind = kinds[0]
        everything: Test = lambda m, obj, source, you: True  # noqa: E731
        if kind == "of":
            return Subjects("of", everything, of=value["of"])
        test = compiler.test(value[kind])
        count = AMOUNT.compile(value.get("count", 1), compiler)
        target = 0
        if kind == "target":
            target = compiler.add_target(value, test, count)
        return Subjects(
            kind,
            test,
            target=target,
            count=count,
            up_to=bool(value.get("up_to")),
            zone=value.get("from", compiler.facts.field),
            whose=value.get("whose", "you"),
            by=value.get("by", "you"),
            distinct=bool(value.get("distinct")),
            among=value.get("among", ""),
            deed=deed,
        )


class FilterParam(Param):
    """A filter; compiled to a test."""

    format = "filter"

    def schema(self) -> JSON:
        return {"type": "string", "format": "filter"}

    def compile(self, value: JSON, compiler: Compiler) -> Test:
        return compiler.test(value)


class ResourceParam(Param):
    """What a player has in store: a kind of counter, or a resource that costs name."""

    def schema(self) -> JSON:
        return {"type": "string", "format": "resource"}


class ZoneParam(Param):
    """A kind of zone of the game."""

    def schema(self) -> JSON:
        return {"type": "string", "format": "zone"}

    def compile(self, value: JSON, compiler: Compiler) -> str:
        """The zone of a name; what is left out is a role."""
        return str(value) if value in compiler.facts.zone else compiler.facts.role.get(value, str(value))


class CardParam(Param):
    """A card, by its id."""

    def schema(self) -> JSON:
        return {"type": "string", "format": "card"}


class CounterParam(Param):
    """A kind of counter."""

    def schema(self) -> JSON:
        return {"type": "string", "format": "counter"}


class FieldParam(Param):
    """A field of the record that lies open in the window."""

    def schema(self) -> JSON:
        return {"type": "string", "format": "field"}


class ShownParam(Param):
    """What dice show: a face, a symbol or a number; `number` for what their numbers come to."""

    def schema(self) -> JSON:
        return {"type": "string", "format": "on-dice"}


class DieParam(Param):
    """A kind of die."""

    def schema(self) -> JSON:
        return {"type": "string", "format": "die"}


class PointsParam(Param):
    """Points of several pools with amounts: `{"reaction": 1, "movement": 1}`."""

    def schema(self) -> JSON:
        return {
            "type": "object",
            "propertyNames": {"type": "string", "format": "pool"},
            "additionalProperties": {"$ref": "#/$defs/amount"},
            "minProperties": 1,
        }

    def compile(self, value: JSON, compiler: Compiler) -> tuple[tuple[str, Number], ...]:
        return tuple((pool, AMOUNT.compile(amount, compiler)) for pool, amount in value.items())


class GrantedParam(CardParam):
    """The card, by its id, on which the abilities stand that are granted."""

    def compile(self, value: JSON, compiler: Compiler) -> int:
        if value not in compiler.facts.number:
            near = nearest_note(value, compiler.facts.number)
            raise CardlibError(f"{compiler.where}: no card is called '{value}'{near}")
        return compiler.facts.number[value]


class AbilitiesParam(Param):
    """A filter of printed cards; compiled to a test of their numbers."""

    def schema(self) -> JSON:
        return {"type": "string", "format": "filter"}

    def compile(self, value: JSON, compiler: Compiler) -> Test:
        meant = compiler.printed(value)
        return lambda m, card, source, you: card in meant


class ReferenceParam(Param):
    """Something that the ability, its event or its window names."""

    def schema(self) -> JSON:
        return {"type": "string", "format": "reference"}


class ActionParam(Param):
    """Something that units or players do, and that may be forbidden: wording.json explains it, the rules honour it."""

    def schema(self) -> JSON:
        return {"type": "string", "format": "action"}


class SlotParam(Param):
    """A slot of something in play."""

    def schema(self) -> JSON:
        return {"type": "string", "format": "slot"}

    def compile(self, value: JSON, compiler: Compiler) -> str:
        known = compiler.facts.holders.slots
        if value not in known:
            raise CardlibError(f"{compiler.where}: no slot is called '{value}'{nearest_note(value, known)}")
        return str(value)


class BlockParam(Param):
    """A list of operations that run, or are skipped, together."""

    def schema(self) -> JSON:
        return {"$ref": "#/$defs/operations"}


class ModesParam(Param):
    """Ways to go on, of which one is chosen: each with a `name`, perhaps `needs`, and what it does (`do`)."""

    def schema(self) -> JSON:
        return {"$ref": "#/$defs/modes"}

    def compile(self, value: JSON, compiler: Compiler) -> tuple[tuple[str, Any], ...]:
        return tuple((mode["name"], compiler.condition(mode["needs"]) if "needs" in mode else None) for mode in value)


class ConditionParam(Param):
    """Something that is true or not: `{"is": FILTER, "of": REFERENCE}`, `{"amount": AMOUNT, "at_least": 1}`…"""

    def schema(self) -> JSON:
        return {"$ref": "#/$defs/condition"}

    def compile(self, value: JSON, compiler: Compiler) -> Callable[[Match, int, int, dict[str, Any]], bool]:
        return compiler.condition(value)


class KeywordParam(Param):
    """A keyword with its number, such as `speed 2`, or with an amount: `{"provide": {"count": FILTER}}`."""

    def schema(self) -> JSON:
        return {
            "type": ["string", "object"],
            "format": "keyword",
            "propertyNames": {"type": "string", "format": "keyword-id"},
            "additionalProperties": {"$ref": "#/$defs/amount"},
            "minProperties": 1,
            "maxProperties": 1,
        }

    def compile(self, value: JSON, compiler: Compiler) -> tuple[str, Number]:
        if isinstance(value, dict):
            ((word, amount),) = value.items()
            return word, AMOUNT.compile(amount, compiler)
        word, _, number = value.partition(" ")
        return word, AMOUNT.compile(int(number or 1), compiler)


class KeywordIdParam(Param):
    """A keyword whatever its number."""

    def schema(self) -> JSON:
        return {"type": "string", "format": "keyword-id"}


class WhoParam(Param):
    """One or more players."""

    def schema(self) -> JSON:
        return {"type": "string", "enum": list(WHO)}

    def compile(self, value: JSON, compiler: Compiler) -> str:
        if value in ("target player", "target opponent"):
            compiler.add_player_target(opponent=value == "target opponent")
        return str(value)


AMOUNT = AmountParam()
ONE: Any = 1  # the default of an amount, as the data would write it
Amount = Annotated[Number, AMOUNT]
About = Annotated[Subjects, SubjectsParam()]
FilterTest = Annotated[Test, FilterParam()]
Block = Annotated[int, BlockParam()]
Modes = Annotated[tuple[tuple[str, Any], ...], ModesParam()]
Condition = Annotated[Callable[["Match", int, int, dict[str, Any]], bool], ConditionParam()]
Keyword = Annotated[tuple[str, Number], KeywordParam()]
KeywordId = Annotated[str, KeywordIdParam()]
Who = Annotated[str, WhoParam()]
Zone = Annotated[str, ZoneParam()]
Counter = Annotated[str, CounterParam()]
Resource = Annotated[str, ResourceParam()]
Field = Annotated[str, FieldParam()]
Reference = Annotated[str, ReferenceParam()]
Action = Annotated[str, ActionParam()]
SlotId = Annotated[str, SlotParam()]
Shown = Annotated[str, ShownParam()]
DieId = Annotated[str, DieParam()]
UpTo = Annotated[bool, Literally("boolean")]
Points = Annotated[tuple[tuple[str, Number], ...], PointsParam()]
Granted = Annotated[int, GrantedParam()]
Abilities = Annotated[Test, AbilitiesParam()]
CardId = Annotated[str, CardParam()]
Flag = Annotated[bool, Literally("boolean")]
Text = Annotated[str, Literally("string")]

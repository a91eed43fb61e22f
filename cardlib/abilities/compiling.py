"""Compiles the JSON of abilities: filters to tests, operations to instructions, continuous operations to effects.

Done once per game when it is loaded. What is wrong in the data is reported by `cardlib data check` with file and
line; here a wrong ability raises CardlibError with card and place, so that nothing half-compiled is ever played.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from cardlib.abilities.enduring import begin_lasting
from cardlib.abilities.operations.params import AMOUNT, BlockParam, Subjects, SubjectsParam, window_of
from cardlib.abilities.operations.paying import printed_price
from cardlib.abilities.operations.registry import OPERATIONS, REQUIRED, Operation
from cardlib.errors import CardlibError
from cardlib.filters import nearest_note, parse
from cardlib.filters.cards import printed
from cardlib.filters.vocabulary import FACE_DOWN
from cardlib.kernel.ability import Ability, ConditionTest, Instruction, Target
from cardlib.kernel.effects import Constant, Continuous, Number, Test
from cardlib.kernel.facts import Facts
from cardlib.kernel.filtering import face_up, table_test
from cardlib.kernel.narrowing import narrowing
from cardlib.kernel.spans import limit_of
from cardlib.kernel.state import NOWHERE
from cardlib.kernel.windows import EVERY, PARTIES, UNNAMED

if TYPE_CHECKING:
    from cardlib.abilities.running import Run
    from cardlib.kernel.contract import Rules
    from cardlib.kernel.match import Match

JSON = Any


class Effect:
    """Collects what one continuous operation changes; the operation's function fills it in."""

    def __init__(self) -> None:
        self.changes: list[tuple[str, str, Number, Test | None]] = []
        self.who: str | None = None
        self.granted: int | None = None

    def add(self, attr: str, number: Number, other: Test | None = None) -> None:
        """Add a number to an attribute."""
        self.changes.append((attr, "add", number, other))

    def set(self, attr: str, number: Number) -> None:
        """Let a number take the place of the printed one."""
        self.changes.append((attr, "set", number, None))

    def has(self, attr: str, other: Test | None = None) -> None:
        """Let something be so: `cannot:move`, `lose`."""
        self.changes.append((attr, "is", Constant(1), other))

    def grant(self, card: int) -> None:
        """Let the abilities that stand on a card be those of what is covered."""
        self.granted = card
        self.has(f"ability:{card}")

    def for_players(self, who: str) -> None:
        """Say that it is about players, not about permanents."""
        self.who = who


class Compiler:
    """Compiles the abilities of one game."""

    def __init__(self, rules: Rules, facts: Facts) -> None:
        self.rules = rules
        self.facts = facts
        self.where = ""
        self.number = NOWHERE  # of the card that is compiled
        self._tests: dict[str, Test] = {}
        self._targets: list[Target] = []
        self._continuous: list[Continuous] = []

    def card(self, number: int) -> tuple[Ability, ...]:
        """Compile every ability of a printed card."""
        card = self.facts.cards[number]
        self.number = number
        found = []
        for i, node in enumerate(card.abilities):
            self.where = f"card '{card.id}', ability {i + 1}"
            try:
                found.append(self.ability(number, i, node))
            except (AttributeError, KeyError, TypeError, ValueError) as error:
                raise CardlibError(f"{self.where} can't be read; 'cardlib data check' says what is wrong") from error
        return tuple(found)

    def ability(self, card: int, number: int, node: Mapping[str, JSON]) -> Ability:
        """Compile one ability."""
        self._targets = []
        self._continuous = []
        event: str | None = None
        who: Test | None = None
        when = node.get("when")
        reaction = window_of(node)
        if "static" in node:
            kind = "static"
        elif "activate" in node:
            kind = "activated"
        elif "react" in node:
            kind = "reaction"
            event = reaction["window"]
        elif "play" in node:
            kind = "option"
        elif when == "played":
            kind = "played"
        elif when is not None:
            kind = "trigger"
            about = {"event": when, "who": "self"} if isinstance(when, str) else when
            event = about["event"]
            who = self._when(about)
        else:
            raise CardlibError(f"{self.where}: one of when, static, activate, react, play is needed")
        if not isinstance(node.get("play", {}), Mapping):
            raise CardlibError(f"{self.where}: found {node['play']!r} as the way it is played, expected its members")
        condition = self.condition(node["while"]) if "while" in node else None
        if kind == "static":
            for op in node["static"]:
                self._effect(op, condition, bool(node.get("unlosable")))
            cost: tuple[Instruction, ...] = ()
            program: tuple[Instruction, ...] = ()
        else:
            cost = self.program(node.get("cost", []))
            program = self.program(node.get("do", []))
        zones = node.get("from", [self.facts.field])
        needs = node.get("needs", node.get("play", {}).get("needs"))
        return Ability(
            card=card,
            number=number,
            kind=kind,  # type: ignore[arg-type]
            event=event,
            who=who,
            zones=frozenset([zones] if isinstance(zones, str) else zones),
            condition=condition,
            targets=tuple(self._targets),
            cost=cost,
            program=program,
            continuous=tuple(self._continuous),
            optional=bool(node.get("may")),
            limit=limit_of(node.get("limit")),
            needs=self.condition(needs) if needs is not None else None,
            rule=node.get("rule"),
            node=node,
            where=tuple(
                (name, _PARTIES.get(text) or self.test(text)) for name, text in reaction.get("where", {}).items()
            ),
            automatic=bool(reaction.get("automatic")),
            also=self._also(event, reaction.get("also", ()), bool(reaction.get("automatic"))),
            price=printed_price(cost),
        )

    def _also(self, window: str | None, named: Sequence[str] | str, automatic: bool) -> tuple[str, ...]:
        """Return the further windows in which a reaction may be used: those named, or every one of the record.

        Where nobody is asked only what is automatic can happen, and where only what names the window is, nothing else.
        """
        if named != EVERY:
            return tuple(named)
        kinds = self.facts.windows.kinds
        alike = [kind for kind in kinds.values() if kind.id != window and kind.record == kinds[str(window)].record]
        return tuple(kind.id for kind in alike if automatic or kind.asks not in UNNAMED)

    def _when(self, about: Mapping[str, JSON]) -> Test:
        test = self.test(about["who"]) if "who" in about else None
        whose = about.get("whose")

        def listens(m: Match, subject: int, source: int, player: int) -> bool:
            if whose is not None:
                you = m.rules.controller(m, source)
                if (player == you) != (whose == "you") and whose != "each player":
                    return False
            return test is None or (subject != NOWHERE and test(m, subject, source, m.rules.controller(m, source)))

        return listens

    # -- operations ---------------------------------------------------------------------------------------------

    def program(self, nodes: list[JSON]) -> tuple[Instruction, ...]:
        """Compile a list of operations to flat instructions; a block that is skipped is jumped over."""
        out: list[Instruction] = []
        self._emit(nodes, out)
        return tuple(out)

    def _emit(self, nodes: list[JSON], out: list[Instruction]) -> None:
        for node in nodes:
            operation = self._operation(node)
            if operation.continuous:
                out.append(Instruction(_LASTING, self._lasting(node), 0))
                continue
            arguments = self._arguments(operation, node)
            block = operation.block
            if operation.name == "choose-one":
                for _ in range(arguments["times"]):
                    out.append(Instruction(operation, arguments, 0))
                    self._modes(node["modes"], out)
                continue
            at = len(out)
            out.append(Instruction(operation, arguments, 0))
            if block:
                self._emit(node[block], out)
                out[at] = Instruction(operation, {**arguments, block: len(out)}, len(out))

    def _modes(self, modes: list[JSON], out: list[Instruction]) -> None:
        for number, mode in enumerate(modes):
            start = len(out)
            out.append(Instruction(_MODE, {"number": number}, 0))
            self._emit(mode["do"], out)
            out[start] = Instruction(_MODE, {"number": number}, len(out))

    def _operation(self, node: JSON) -> Operation:
        name = node.get("op") if isinstance(node, Mapping) else None
        operation = OPERATIONS.get(name) if isinstance(name, str) else None
        if operation is None:
            raise CardlibError(f"{self.where}: operation {name!r} is not known{nearest_note(str(name), OPERATIONS)}")
        return operation

    def _arguments(self, operation: Operation, node: Mapping[str, JSON]) -> dict[str, Any]:
        arguments: dict[str, Any] = {}
        known = {"op", "text", "until", "while", "also_later"} if operation.continuous else {"op", "text"}
        for name, (param, default) in operation.params.items():
            if isinstance(param, SubjectsParam):
                known.update(key for key in param.keys)
                if any(key in node for key in ("target", "each", "choose", "of")):
                    arguments[name] = param.compile(node, self, operation.deed)
                elif default is REQUIRED:
                    raise CardlibError(f"{self.where}: '{operation.name}' needs target, each, choose or of")
                else:
                    arguments[name] = default
                continue
            known.add(name)
            if name in node:
                arguments[name] = param.compile(node[name], self)
            elif default is REQUIRED:
                raise CardlibError(f"{self.where}: '{operation.name}' needs '{name}'")
            else:
                arguments[name] = param.compile(default, self) if default is not None else None
        unknown = [key for key in node if key not in known]
        if unknown:
            raise CardlibError(
                f"{self.where}: '{operation.name}' has no parameter '{unknown[0]}'{nearest_note(unknown[0], known)}"
            )
        return arguments

    def add_target(self, value: JSON, test: Test, count: Number) -> int:
        """Note a choice that is made on announcement; return its number within the ability."""
        zone = value.get("from", self.facts.field)
        self._targets.append(
            Target(
                test,
                count,
                value.get("count", 1) == 1,
                bool(value.get("up_to")),
                zone,
                value.get("whose", "you"),
                value["target"],
            )
        )
        return len(self._targets) - 1

    def add_player_target(self, opponent: bool) -> None:
        """Note that a player is chosen on announcement."""
        everyone: Test = lambda m, obj, source, you: True  # noqa: E731
        whose = "opponent" if opponent else "each player"
        self._targets.append(Target(everyone, AMOUNT.compile(1, self), True, False, "player", whose, "player"))

    # -- continuous operations ----------------------------------------------------------------------------------

    def _changes(self, node: Mapping[str, JSON]) -> tuple[Effect, Subjects | None]:
        operation = self._operation(node)
        if not operation.continuous:
            raise CardlibError(f"{self.where}: '{operation.name}' happens once; a static ability needs what holds on")
        arguments = self._arguments(operation, node)
        about = arguments.get("about")
        effect = Effect()
        operation.function(effect, **arguments)
        if effect.granted is not None:
            self.facts.granting[f"ability:{effect.granted}"] = effect.granted
        return effect, about

    def _effect(self, node: Mapping[str, JSON], condition: ConditionTest | None, unlosable: bool) -> None:
        effect, about = self._changes(node)
        test = self._covers(effect, about)
        if condition is not None:
            inner = test

            def test(m: Match, obj: int, source: int, you: int) -> bool:
                return condition(m, source, you, {}) and inner(m, obj, source, you)

        for attr, mode, number, other in effect.changes:
            alone = ""
            if effect.who is None and (about is None or about.kind == "of"):
                alone = "host" if about is not None and about.of == "host" else "source"
            certain = bool(alone) and condition is None
            constant = number.number if isinstance(number, Constant) else None
            self._continuous.append(Continuous(attr, mode, number, test, other, unlosable, alone, certain, constant))

    def _covers(self, effect: Effect, about: Subjects | None) -> Test:
        if effect.who is not None:
            whose = effect.who
            if whose == "each player":
                return lambda m, player, source, you: True
            if whose == "opponent":
                return lambda m, player, source, you: player != you
            if whose in ("next player", "each neighbour"):
                return lambda m, player, source, you: player in m.rules.players_named(m, whose, you, {})
            return lambda m, player, source, you: player == you
        if about is None:
            return lambda m, obj, source, you: obj == source
        if about.kind == "of":
            if about.of == "host":
                return lambda m, obj, source, you: obj == m.state.host[source]
            return lambda m, obj, source, you: obj == source
        return about.test

    def _lasting(self, node: Mapping[str, JSON]) -> dict[str, Any]:
        effect, about = self._changes(node)
        first = len(self._continuous)
        test = self._covers(effect, about)
        holds = self.condition(node["while"]) if "while" in node else None
        for attr, mode, number, other in effect.changes:
            self._continuous.append(Continuous(attr, mode, number, test, other, holds=holds))
        return {
            "about": about if effect.who is None else None,
            "who": effect.who,
            "first": first,
            "after": len(self._continuous),
            "until": node.get("until", "end of game" if holds is not None else "end of turn"),
            "later": bool(node.get("also_later")),
        }

    # -- conditions ---------------------------------------------------------------------------------------------

    def condition(self, value: Mapping[str, JSON]) -> ConditionTest:
        """Compile a condition."""
        if "not" in value:
            inner = self.condition(value["not"])
            return lambda m, source, you, bind: not inner(m, source, you, bind)
        if "all" in value:
            parts = [self.condition(part) for part in value["all"]]
            return lambda m, source, you, bind: all(part(m, source, you, bind) for part in parts)
        if "any" in value:
            parts = [self.condition(part) for part in value["any"]]
            return lambda m, source, you, bind: any(part(m, source, you, bind) for part in parts)
        if "is" in value:
            test = self.test(value["is"])
            of = value.get("of", "self")
            from cardlib.abilities.operations.params import reference

            def is_(m: Match, source: int, you: int, bind: dict[str, Any]) -> bool:
                obj = reference(m, of, source, bind)
                return obj != NOWHERE and test(m, obj, source, you)

            return is_
        if "amount" in value:
            number = AMOUNT.compile(value["amount"], self)
            least, most = value.get("at_least"), value.get("at_most")

            def within(m: Match, source: int, you: int, bind: dict[str, Any]) -> bool:
                found = number(m, source, you, bind)
                return (least is None or found >= least) and (most is None or found <= most)

            return within
        raise CardlibError(f"{self.where}: {dict(value)!r} is no condition")

    # -- filters ------------------------------------------------------------------------------------------------

    def test(self, text: str) -> Test:
        """Compile a filter to a test of an object on the table, seen from a source and its player."""
        known = self._tests.get(text)
        if known is None:
            filter_ = parse(text, self.facts.vocabulary)
            try:
                known = table_test(filter_.root, self.rules, self.facts)
            except CardlibError as error:
                raise CardlibError(f"{self.where}: {error}") from None
            if any(self.facts.backs) and FACE_DOWN not in re.split(r"[^a-z-]+", text):
                known = face_up(known)
            self._tests[text] = known
            if (narrow := narrowing(filter_, self.rules, self.facts)) is not None:
                self.facts.narrowings[known] = narrow
        return known

    def printed(self, text: str) -> frozenset[int]:
        """Return the numbers of the printed cards that fit a filter."""
        filter_ = parse(text, self.facts.vocabulary)
        try:
            fits = printed(filter_)
        except CardlibError as error:
            raise CardlibError(f"{self.where}: {error}") from None
        return frozenset(number for number, card in enumerate(self.facts.cards) if fits(card))


def _is_you(m: Match, there: int, source: int, you: int) -> bool:
    return there == you


def _is_opponent(m: Match, there: int, source: int, you: int) -> bool:
    return there != you


_PARTIES: Final[Mapping[str, Test]] = dict(zip(PARTIES, (_is_you, _is_opponent), strict=True))


def _is_chosen(run: Run, number: int) -> bool:
    """Whether the block of a mode is the one that was chosen."""
    return bool(run.bind["mode"] == number)


_MODE = Operation("(mode)", _is_chosen, "", {"do": (BlockParam(), REQUIRED)}, False, None, "")
_LASTING = Operation("(lasting)", begin_lasting, "", {}, False, None, "")

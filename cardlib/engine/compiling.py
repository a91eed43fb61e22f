"""Compiles the JSON of abilities: filters to tests, operations to instructions, continuous operations to effects.

Done once per game when it is loaded. What is wrong in the data is reported by `cardlib data check` with file and
line; here a wrong ability raises CardlibError with card and place, so that nothing half-compiled is ever played.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from cardlib.engine.abilities import Ability, ConditionTest, Instruction, Target
from cardlib.engine.facts import Facts
from cardlib.engine.operations.params import AMOUNT, Subjects, SubjectsParam
from cardlib.engine.operations.registry import OPERATIONS, REQUIRED, Operation
from cardlib.engine.running import Run
from cardlib.engine.state import NOWHERE
from cardlib.engine.values import PLAYERS, Continuous, Lasting, Number, Test
from cardlib.errors import CardlibError
from cardlib.filters import (
    Both,
    Compare,
    Contains,
    Either,
    FieldRef,
    Has,
    HasCounters,
    HasKeyword,
    IsParity,
    NameHasWord,
    NameIs,
    Node,
    Not,
    OfSubtype,
    OfType,
    Related,
    compare,
    nearest,
    parse,
)

if TYPE_CHECKING:
    from cardlib.engine.match import Match
    from cardlib.engine.rules import GameRules

JSON = Any


class Effect:
    """Collects what one continuous operation changes; the operation's function fills it in."""

    def __init__(self) -> None:
        self.changes: list[tuple[str, str, Number, Test | None]] = []
        self.who: str | None = None

    def add(self, attr: str, number: Number, other: Test | None = None) -> None:
        """Add a number to an attribute."""
        self.changes.append((attr, "add", number, other))

    def set(self, attr: str, number: Number) -> None:
        """Let a number take the place of the printed one."""
        self.changes.append((attr, "set", number, None))

    def has(self, attr: str, other: Test | None = None) -> None:
        """Let something be so: `cannot:move`, `lose`."""
        self.changes.append((attr, "is", lambda m, source, you, bind: 1, other))

    def for_players(self, who: str) -> None:
        """Say that it is about players, not about permanents."""
        self.who = who


class Compiler:
    """Compiles the abilities of one game."""

    def __init__(self, rules: GameRules, facts: Facts) -> None:
        self.rules = rules
        self.facts = facts
        self.where = ""
        self._tests: dict[str, Test] = {}
        self._targets: list[Target] = []
        self._continuous: list[Continuous] = []

    def card(self, number: int) -> tuple[Ability, ...]:
        """Compile every ability of a printed card."""
        card = self.facts.cards[number]
        found = []
        for i, node in enumerate(card.abilities):
            self.where = f"card '{card.id}', ability {i + 1}"
            found.append(self.ability(number, i, node))
        return tuple(found)

    def ability(self, card: int, number: int, node: Mapping[str, JSON]) -> Ability:
        """Compile one ability."""
        self._targets = []
        self._continuous = []
        event: str | None = None
        who: Test | None = None
        when = node.get("when")
        if "static" in node:
            kind = "static"
        elif "activate" in node:
            kind = "activated"
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
            raise CardlibError(f"{self.where}: one of when, static, activate, play is needed")
        condition = self.condition(node["while"]) if "while" in node else None
        if kind == "static":
            for op in node["static"]:
                self._effect(op, condition, bool(node.get("unlosable")))
            cost: tuple[Instruction, ...] = ()
            program: tuple[Instruction, ...] = ()
        else:
            cost = self.program(node.get("cost", []))
            program = self.program(node.get("do", []))
        zones = node.get("from", ["battlefield"])
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
            once_per_turn=node.get("limit") == "once per turn",
            needs=self.condition(node["needs"]) if "needs" in node else None,
            rule=node.get("rule"),
            node=node,
        )

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
            at = len(out)
            out.append(Instruction(operation, arguments, 0))
            if block:
                self._emit(node[block], out)
                out[at] = Instruction(operation, {**arguments, block: len(out)}, len(out))

    def _operation(self, node: JSON) -> Operation:
        name = node.get("op") if isinstance(node, Mapping) else None
        operation = OPERATIONS.get(name) if isinstance(name, str) else None
        if operation is None:
            hint = nearest(str(name), OPERATIONS)
            raise CardlibError(
                f"{self.where}: operation {name!r} is not known" + (f"; nearest: {hint}" if hint else "")
            )
        return operation

    def _arguments(self, operation: Operation, node: Mapping[str, JSON]) -> dict[str, Any]:
        arguments: dict[str, Any] = {}
        known = {"op", "text", "until", "also_later"} if operation.continuous else {"op", "text"}
        for name, (param, default) in operation.params.items():
            if isinstance(param, SubjectsParam):
                known.update(key for key in param.keys)
                if any(key in node for key in ("target", "each", "choose", "of")):
                    arguments[name] = param.compile(node, self)
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
            hint = nearest(unknown[0], known)
            raise CardlibError(
                f"{self.where}: '{operation.name}' has no parameter '{unknown[0]}'"
                + (f"; nearest: {hint}" if hint else "")
            )
        return arguments

    def add_target(self, value: JSON, test: Test, count: Number) -> int:
        """Note a choice that is made on announcement; return its number within the ability."""
        zone = value.get("from", "battlefield")
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
        return effect, about

    def _effect(self, node: Mapping[str, JSON], condition: ConditionTest | None, unlosable: bool) -> None:
        effect, about = self._changes(node)
        test = self._covers(effect, about)
        if condition is not None:
            inner = test

            def test(m: Match, obj: int, source: int, you: int) -> bool:
                return condition(m, source, you, {}) and inner(m, obj, source, you)

        for attr, mode, number, other in effect.changes:
            own = effect.who is None and (about is None or (about.kind == "of" and about.of != "host"))
            self._continuous.append(Continuous(attr, mode, number, test, other, unlosable, own))

    def _covers(self, effect: Effect, about: Subjects | None) -> Test:
        if effect.who is not None:
            whose = effect.who
            if whose == "each player":
                return lambda m, player, source, you: True
            if whose == "opponent":
                return lambda m, player, source, you: player != you
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
        for attr, mode, number, other in effect.changes:
            self._continuous.append(Continuous(attr, mode, number, test, other))
        return {
            "about": about if effect.who is None else None,
            "who": effect.who,
            "first": first,
            "after": len(self._continuous),
            "until": node.get("until", "end of turn"),
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
            from cardlib.engine.operations.params import reference

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
            known = self._tests[text] = self._combine(parse(text, self.facts.vocabulary).root)
        return known

    def _combine(self, node: Node) -> Test:
        if isinstance(node, Not):
            test = self._combine(node.item)
            return lambda m, obj, source, you: not test(m, obj, source, you)
        if isinstance(node, Both):
            return _chained([self._combine(item) for item in node.items])
        if isinstance(node, Either):
            tests = [self._combine(item) for item in node.items]
            return lambda m, obj, source, you: any(test(m, obj, source, you) for test in tests)
        return self._leaf(node)

    def _leaf(self, node: Node) -> Test:
        facts, rules = self.facts, self.rules
        if isinstance(node, OfType):
            wanted = frozenset(i for i, card in enumerate(facts.cards) if card.type in node.types)
            return rules.type_test(node.id, wanted)
        if isinstance(node, OfSubtype):
            having = frozenset(i for i in range(len(facts.cards)) if node.id in facts.subtypes[i])
            return lambda m, obj, source, you: m.state.card[obj] in having
        if isinstance(node, HasKeyword):
            word, op, value = node.id, node.op, node.value
            if node.word:
                naming = frozenset(i for i, card in enumerate(facts.cards) if node.word in card.words.get(word, ()))
                return lambda m, obj, source, you: m.state.card[obj] in naming and m.rules.keyword(m, obj, word) > 0
            if op is None:
                return lambda m, obj, source, you: m.rules.keyword(m, obj, word) > 0
            return lambda m, obj, source, you: compare(m.rules.keyword(m, obj, word), op, value)
        if isinstance(node, HasCounters):
            counter, op_, number = node.id, node.op, node.value
            return lambda m, obj, source, you: compare(m.state.columns[counter][obj], op_, number)
        if isinstance(node, Related):
            return self._relation(node.name)
        if isinstance(node, NameHasWord):
            folded = node.word
            return lambda m, obj, source, you: folded in m.rules.name_words(m, obj)
        if isinstance(node, NameIs):
            name = node.name.casefold()
            return lambda m, obj, source, you: m.rules.name(m, obj).casefold() == name
        if isinstance(node, Contains) and node.field == "name":
            part = node.text
            return lambda m, obj, source, you: part in m.rules.name(m, obj).casefold()
        if isinstance(node, Has):
            field = node.field
            return lambda m, obj, source, you: m.facts.printed[field][m.state.card[obj]] is not None
        if isinstance(node, IsParity):
            attr, odd = node.field, node.parity == "odd"
            return lambda m, obj, source, you: m.rules.value(m, obj, attr) % 2 == odd
        if isinstance(node, Compare):
            return self._compare(node)
        raise CardlibError(f"{self.where}: {type(node).__name__} has no meaning on the table")

    def _compare(self, node: Compare) -> Test:
        attr, op, right = node.field, node.op, node.value
        if isinstance(right, FieldRef):
            other = right.field
            return lambda m, obj, source, you: compare(m.rules.value(m, obj, attr), op, m.rules.value(m, obj, other))
        if isinstance(right, str):
            return lambda m, obj, source, you: compare(m.facts.variable[m.state.card[obj]].get(attr), op, right)
        column = self.facts.printed.get(attr)
        if column is None:
            raise CardlibError(f"{self.where}: '{attr}' has no number on the table")
        has: Callable[[Match, int], bool] = lambda m, obj: column[m.state.card[obj]] is not None  # noqa: E731
        return lambda m, obj, source, you: has(m, obj) and compare(m.rules.value(m, obj, attr), op, right)

    def _relation(self, name: str) -> Test:
        common = _RELATIONS.get(name)
        if common is not None:
            return common
        own = self.rules.relations.get(name)
        if own is None:
            raise CardlibError(f"{self.where}: the rules of this game know no relation '{name}'")
        return own


def _chained(tests: list[Test]) -> Test:
    if len(tests) == 2:
        first, second = tests
        return lambda m, obj, source, you: first(m, obj, source, you) and second(m, obj, source, you)

    def every(m: Match, obj: int, source: int, you: int) -> bool:
        for test in tests:  # noqa: SIM110 - a generator costs twice as much
            if not test(m, obj, source, you):
                return False
        return True

    return every


def _neighbouring(m: Match, obj: int, source: int, you: int) -> bool:
    board = m.facts.board
    place = m.state.place[obj]
    if board is None or place == NOWHERE:
        return False
    here = m.state.space_of(source)
    return here != NOWHERE and place in board.neighbours[here]


_RELATIONS: dict[str, Test] = {
    "yours": lambda m, obj, source, you: m.state.controller[obj] == you,
    "theirs": lambda m, obj, source, you: m.state.controller[obj] != you,
    "self": lambda m, obj, source, you: obj == source,
    "other": lambda m, obj, source, you: obj != source,
    "owned": lambda m, obj, source, you: m.state.owner[obj] == you,
    "namesake": lambda m, obj, source, you: m.rules.name(m, obj) == m.rules.name(m, source),
    "neighbouring": _neighbouring,
    "here": lambda m, obj, source, you: (
        m.state.place[obj] != NOWHERE and m.state.place[obj] == m.state.space_of(source)
    ),
    "host": lambda m, obj, source, you: obj == m.state.host[source],
    "permanent": lambda m, obj, source, you: m.state.place[obj] != NOWHERE or m.state.host[obj] != NOWHERE,
    "attached": lambda m, obj, source, you: m.state.host[obj] != NOWHERE,
    "standing": lambda m, obj, source, you: m.state.place[obj] != NOWHERE and m.state.board[m.state.place[obj]] != obj,
}


def _begin_lasting(
    run: Run, about: Subjects | None, who: str | None, first: int, after: int, until: str, later: bool
) -> None:
    """Start what holds on: fix whom it covers and how much, and store it in the state."""
    from cardlib.engine import atoms

    m = run.match
    objects: tuple[int, ...] | None
    if who is not None:
        objects = tuple(run.players(who))
    elif about is None:
        objects = (run.source,)
    elif later:
        objects = None
    else:
        objects = tuple(about.find(run))
    if objects == ():
        return
    s = m.state
    for index in range(first, after):
        effect = run.ability.continuous[index]
        number = effect.number(m, run.source, run.you, run.bind)
        groups: list[tuple[tuple[int, ...] | None, int]] = [(objects, NOWHERE if who is None else PLAYERS)]
        if until == "next turn":
            groups = [((obj,), m.rules.controller(m, obj)) for obj in objects or ()]
        for covered, whose in groups:
            kind = {"end of turn": "turn", "next turn": "next", "end of game": "game"}[until]
            turn = NOWHERE if kind == "next" else s.vars.get("turn", 0)
            ability = run.ability
            lasting = Lasting(
                ability.card, ability.number, index, run.source, run.you, covered, number, kind, whose, turn
            )
            atoms.last(m, lasting)
    m.rules.tell_lasting(m, run, objects, first, until)


_LASTING = Operation("(lasting)", _begin_lasting, "", {}, False, None, "")

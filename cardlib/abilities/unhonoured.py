"""What an ability says and the rules of its game do not do, part by part.

The game refuses to load, and `cardlib data check` reports by file and line, whatever a card says beyond what the game
honours, so that nothing is printed that play does not do. What a word may refer to within one ability ("it", "target",
"that") is tested for every game, also for one without rules.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from cardlib.abilities.honours import Honours, carried_out
from cardlib.abilities.operations import OPERATIONS
from cardlib.abilities.operations.lasting import StatsParam
from cardlib.abilities.operations.params import (
    UNTIL,
    ActionParam,
    AmountParam,
    KeywordIdParam,
    KeywordParam,
    Param,
    ResourceParam,
    SubjectsParam,
    ZoneParam,
    window_of,
)
from cardlib.abilities.operations.registry import Operation
from cardlib.filters import nearest
from cardlib.kernel.spans import IN_FLIGHT, limit_of
from cardlib.kernel.windows import EVERY, PARTIES, Windows

JSON = Any
Path = tuple[str | int, ...]
_PLAIN = (str, int)  # most values; whether one is a mapping takes longer to say


class Unhonoured(NamedTuple):
    """A part of an ability that nothing carries out: where, what, what was expected, and the nearest known word."""

    path: Path
    found: str
    expected: str
    hint: str | None = None


def without_doer(ability: Mapping[str, JSON], nobodys: Collection[str]) -> Iterator[Unhonoured]:
    """Yield what a trigger says of who does it, of events that are `nobodys` doing, such as the beginning of a turn."""
    when = ability.get("when")
    event = when.get("event") if isinstance(when, Mapping) else when
    if event not in nobodys:
        return
    expected = f'{{"event": "{event}", "whose": "you"}}, as it is no card\'s doing'
    if not isinstance(when, Mapping):
        yield Unhonoured(("when",), f"'{event}'", expected)
    elif "who" in when:
        yield Unhonoured(("when", "who"), f"'{when['who']}'", expected)


def unhonoured(
    abilities: Sequence[Mapping[str, JSON]],
    number: int,
    game: str,
    honours: Honours | None,
    roles: Mapping[str, str] | None = None,
    windows: Windows | None = None,
) -> Iterator[Unhonoured]:
    """Yield every part of an ability, one of those of a card, that nothing carries out.

    `roles` are the zones of the game, by role. Without `honours` (a game without rules in Python) that is what names
    nothing, and operations of other games. What lies open in the windows of the game is declared in `windows`; without
    that, reactions are passed over.
    """
    node = abilities[number]
    if windows is None and "react" in node:
        return
    window = next((str(one["play"]["window"]) for one in abilities if "window" in one.get("play", {})), "")
    looked = _Ability(node, game, honours, window, roles or {}, windows or Windows())
    yield from looked.reaction()
    if honours is not None:
        yield from looked.members()
    for part in ("cost", "do", "static"):
        looked.paying = part == "cost"
        yield from looked.operations(node.get(part, ()), (part,))
    yield from looked.costs(node.get("cost", ()))
    for part in ("while", "needs", "play"):
        yield from looked.words(node.get(part), (part,))


class _Ability:
    """One ability as it is looked through: its kind, and what its words can name so far."""

    def __init__(
        self,
        node: Mapping[str, JSON],
        game: str,
        honours: Honours | None,
        window: str,
        roles: Mapping[str, str],
        windows: Windows,
    ) -> None:
        self.roles = roles
        self.node = node
        self.windows = windows
        self.window = window
        self.game = game
        self.honours = honours
        self.kind, self.event = _kind(node)
        self.open = windows.fields(self.event) if self.kind == "react" else {}  # fields of the record
        self.kept: set[str] = set()
        self.paying = False
        self.targets = _targets(node)

    def here(self) -> Collection[str]:
        """The zone where things are in play, if the game has one."""
        return [self.roles["field"]] if "field" in self.roles else []

    def by_rules(self, what: str) -> str:
        """What was expected, in words."""
        return f"{what} that the rules of {self.game} carry out"

    # -- what it reacts to -------------------------------------------------------------------------------------

    def reaction(self) -> Iterator[Unhonoured]:
        """The window of a reaction, and the fields of its record that it asks about."""
        if self.kind != "react":
            return
        said = self.node["react"]
        path: Path = ("react",) if isinstance(said, str) else ("react", "window")
        if self.event not in self.windows.kinds:
            near = nearest(self.event, self.windows.kinds)
            yield Unhonoured(path, f"'{self.event}'", "a window that game.json declares", near)
            return
        record = self.windows.kinds[self.event].record
        also = said.get("also", ()) if isinstance(said, Mapping) else ()
        for number, other in enumerate(() if also == EVERY else also):
            alike = sorted(name for name, one in self.windows.kinds.items() if one.record == record)
            if other not in alike or other == self.event:
                expected = f"another window of the record '{record}'{_listed(alike)}"
                yield Unhonoured(("react", "also", number), f"'{other}'", expected, nearest(other, alike))
        if not (isinstance(said, Mapping) and said.get("automatic")):
            yield from self._asked(path, also)
        where = said.get("where", {}) if isinstance(said, Mapping) else {}
        asked = sorted(name for name, one in self.open.items() if one.type in ("object", "player"))
        for name, party in where.items():
            at: Path = ("react", "where", name)
            if name not in asked:
                expected = f"a field of the record that names an object or a player{_listed(asked)}"
                yield Unhonoured(at, f"'{name}'", expected, nearest(name, asked))
            elif (self.open[name].type == "player") != (party in PARTIES):
                player = " or ".join(f"'{one}'" for one in PARTIES)
                expected = f"{player}, as '{name}' names a player" if party not in PARTIES else "a filter of things"
                yield Unhonoured(at, f"'{party}'", expected)

    def _asked(self, path: Path, also: Sequence[str] | str) -> Iterator[Unhonoured]:
        """What is used or not as somebody likes is asked for in its windows."""
        silent = {name for name, one in self.windows.kinds.items() if one.asks == "nobody"}
        named: list[tuple[Path, str]] = [(path, self.event)]
        named += [(("react", "also", number), other) for number, other in enumerate(() if also == EVERY else also)]
        for where, window in named:
            if window in silent:
                yield Unhonoured(where, f"'{window}'", "'automatic', or a window in which somebody is asked")

    def _of_record(self, operation: Operation, node: Mapping[str, JSON], at: Path) -> Iterator[Unhonoured]:
        """An operation that changes a record does so in a reaction, and only as the record allows."""
        if not operation.change:
            return
        if self.kind != "react":
            yield Unhonoured((*at, "op"), f"'{operation.name}' outside a reaction", "an ability that says 'react'")
            return
        kind = self.windows.kinds.get(self.event)
        if kind is None:
            return
        record = self.windows.records[kind.record]
        if operation.change == "cancel":
            if not record.cancel:
                yield Unhonoured(
                    (*at, "op"), f"'{operation.name}'", f"a record with 'cancel', which '{record.id}' has not"
                )
            return
        name = str(node.get("field"))
        fitting = sorted(
            one.id
            for one in record.fields.values()
            if operation.change in one.change and (operation.change != "set" or one.type == _set_by(operation))
        )
        if name not in fitting:
            expected = f"a field that '{operation.name}' can change in '{record.id}'{_listed(fitting)}"
            yield Unhonoured((*at, "field"), f"'{name}'", expected, nearest(name, fitting))

    # -- what an ability is ------------------------------------------------------------------------------------

    def members(self) -> Iterator[Unhonoured]:
        """Its event, timing, limits, the zone where it works, and how its card is played."""
        honours, node = self.honours or Honours(), self.node
        if self.kind == "trigger" and self.event not in honours.events:
            path = ("when", "event") if isinstance(node["when"], Mapping) else ("when",)
            expected = f"an event that the rules of {self.game} tell"
            yield Unhonoured(path, f"'{self.event}'", expected, nearest(self.event, honours.events))
        allowed: Collection[str] = ()
        if self.kind == "trigger":
            allowed = honours.triggers
        elif self.kind == "activate":
            allowed = honours.timings.get(self.event, ())
            if self.event not in honours.timings:
                near = nearest(self.event, honours.timings)
                yield Unhonoured(("activate",), f"'{self.event}'", self.by_rules("a timing"), near)
                return
        elif self.kind == "react":
            allowed = ("while", "limit", "needs", "cost")
        elif self.kind == "static":
            allowed = ("while", "unlosable")
        elif self.kind == "played":
            allowed = ("cost",)
        for member in ("while", "may", "limit", "needs", "cost", "to"):
            if member in node and member not in allowed:
                what = f"'{self.event}'" if self.kind == "activate" else f"'{self.kind}'"
                said = f"'{member}' on an ability of the kind {what}"
                yield Unhonoured((member,), said, f"only what the rules of {self.game} heed there{_listed(allowed)}")
        yield from self._places(honours)
        limit = limit_of(node.get("limit"))
        if limit is not None:
            flying = limit.per in IN_FLIGHT and self.kind != "react"
            if limit.per not in honours.limits or flying:
                known = [span for span in honours.limits if span not in IN_FLIGHT or self.kind == "react"]
                yield Unhonoured(("limit",), f"a limit per {limit.per}", self.by_rules(f"a limit{_listed(known)}"))
        for member, value in (node.get("play") or {}).items():
            if member not in honours.play:
                yield Unhonoured(("play", member), f"'{member}'", self.by_rules("a way to play a card"))
            elif member == "window" and value not in honours.windows:
                near = nearest(str(value), honours.windows)
                yield Unhonoured(("play", member), f"'{value}'", self.by_rules("a window"), near)

    def _places(self, honours: Honours) -> Iterator[Unhonoured]:
        zones = self.node.get("from", ())
        allowed = {*self.here(), *honours.places.get(self.kind, ())}
        for zone in [zones] if isinstance(zones, str) else zones:
            if zone not in allowed:
                expected = f"a zone where the rules of {self.game} look for it{_listed(allowed)}"
                yield Unhonoured(("from",), f"'{zone}'", expected)

    # -- what it does ------------------------------------------------------------------------------------------

    def operations(self, nodes: JSON, path: Path) -> Iterator[Unhonoured]:
        """Every operation of a list, in order."""
        for number, node in enumerate(nodes if isinstance(nodes, list | tuple) else ()):
            operation = OPERATIONS.get(str(node.get("op"))) if isinstance(node, Mapping) else None
            if operation is None:
                continue  # the schema has said so
            at = (*path, number)
            yield from self._operation(operation, node, at)
            self.kept |= {operation.keeps} - {""}

    def costs(self, nodes: JSON) -> Iterator[Unhonoured]:
        """A cost is made of operations that say whether they can be paid."""
        payable = [name for name, operation in OPERATIONS.items() if operation.cost is not None]
        for number, node in enumerate(nodes if isinstance(nodes, list | tuple) else ()):
            name = str(node.get("op")) if isinstance(node, Mapping) else ""
            if name in OPERATIONS and name not in payable and not OPERATIONS[name].change:  # which is told already
                expected = f"an operation that can be a cost{_listed(payable)}"
                yield Unhonoured(("cost", number, "op"), f"'{name}'", expected, nearest(name, payable))

    def _operation(self, operation: Operation, node: Mapping[str, JSON], at: Path) -> Iterator[Unhonoured]:
        name = operation.name
        if self.honours is None:
            if operation.game not in (None, self.game):
                yield Unhonoured((*at, "op"), f"'{name}'", f"a common operation; this one is only in {operation.game}")
        elif operation.game != self.game and name not in self.honours.operations:
            known = carried_out(self.honours, self.game)
            yield Unhonoured((*at, "op"), f"'{name}'", self.by_rules("an operation"), nearest(name, known))
            return
        if operation.wants and operation.wants not in self.kept:
            yield Unhonoured((*at, "op"), f"'{name}' with nothing before it", f"what it goes by: {operation.wants}")
        if self.paying and operation.change:
            yield Unhonoured((*at, "op"), f"'{name}' as a cost", "what can be paid")
        yield from self._of_record(operation, node, at)
        yield from self._parameters(operation, node, at)
        for key, value in node.items():
            if key == operation.block:
                yield from self.operations(value, (*at, key))
            elif key == "modes":
                for number, mode in enumerate(value):
                    yield from self.words(mode.get("needs"), (*at, key, number, "needs"))
                    yield from self.operations(mode.get("do"), (*at, key, number, "do"))
            elif not isinstance(value, _PLAIN) and isinstance(value, Mapping):
                yield from self.words(value, (*at, key))
        yield from self._names(node, at)

    def _parameters(self, operation: Operation, node: Mapping[str, JSON], at: Path) -> Iterator[Unhonoured]:
        honours, name = self.honours, operation.name
        where = str(node.get("from", ""))
        if operation.on == "play" and where and where not in self.here():
            yield Unhonoured(
                (*at, "from"), f"'{where}' for '{name}'", "what is in play: it can be done to nothing else"
            )
        if honours is None:
            return
        if operation.on == "chain" and "of" not in node and (not where or where != self.roles.get("chain")):
            expected = f'what is being played, "from": "{self.roles.get("chain")}": it can be done to nothing else'
            yield Unhonoured((*at, "from"), f"'{where or self.roles.get('field')}' for '{name}'", expected)
        for param, (kind, default) in operation.params.items():
            value = node.get(param, default)
            if isinstance(kind, ZoneParam):
                value = self.roles.get(str(value), value)
            known = self._known(f"{name}.{param}", kind)
            for word in _words(value):
                if known is not None and word not in known:
                    expected = f"what '{name}' can name by the rules of {self.game}{_listed(known)}"
                    yield Unhonoured((*at, param), f"'{word}'", expected, nearest(word, known))
        if operation.continuous and self.kind != "static":
            until = node.get("until", "end of game" if "while" in node else UNTIL[0])
            if until.rpartition(" ")[2] in IN_FLIGHT and self.kind != "react":
                yield Unhonoured((*at, "until"), f"'{until}' outside a reaction", "an ability that says 'react'")
            elif until not in honours.until:
                yield Unhonoured((*at, "until"), f"'{until}'", self.by_rules(f"an end{_listed(honours.until)}"))
        if name == "cannot":
            yield from self._against(str(node.get("action")), node.get("against"), at)

    def _against(self, action: str, narrowed: str | None, at: Path) -> Iterator[Unhonoured]:
        """What an action may be narrowed to."""
        against = self.honours.against if self.honours is not None else {}
        if narrowed is not None and action not in against:
            expected = f"it only with an action that it narrows{_listed(against)}"
            yield Unhonoured((*at, "against"), f"'against' with '{action}'", expected)
        elif against.get(action) and narrowed != against[action]:
            found = f"'{narrowed}'" if narrowed is not None else f"'{action}' without 'against'"
            expected = f"'{against[action]}': nothing else narrows '{action}' by the rules of {self.game}"
            yield Unhonoured((*at, "against"), found, expected)

    def _known(self, place: str, kind: Param) -> Collection[str] | None:
        """Return the words that a parameter may have; None where all of them may be used."""
        assert self.honours is not None
        if place in self.honours.only:
            return self.honours.only[place]
        strict = isinstance(kind, ActionParam | ZoneParam | ResourceParam | KeywordParam | KeywordIdParam | StatsParam)
        own = OPERATIONS[place.partition(".")[0]].game is not None
        return frozenset() if strict and not own else None

    # -- what its words name -----------------------------------------------------------------------------------

    def words(self, node: JSON, path: Path) -> Iterator[Unhonoured]:
        """Everything in an amount or a condition that names something."""
        if isinstance(node, list | tuple):
            for number, item in enumerate(node):
                yield from self.words(item, (*path, number))
        elif isinstance(node, Mapping):
            yield from self._names(node, path)
            yield from self._value(node, path)
            yield from self._field(node, path)
            for key, value in node.items():
                yield from self.words(value, (*path, key))

    def _value(self, node: Mapping[str, JSON], path: Path) -> Iterator[Unhonoured]:
        value, of = node.get("value"), node.get("of")
        if self.honours is None or not isinstance(value, str) or value in self.kept or of == "ability":
            return
        known = self.honours.of_object if of else self.honours.of_player
        if value not in known:
            whose = "a card in play" if of else "a player"
            expected = f"a value that {whose} has by the rules of {self.game}"
            yield Unhonoured((*path, "value"), f"'{value}'", expected, nearest(value, known))

    def _field(self, node: Mapping[str, JSON], path: Path) -> Iterator[Unhonoured]:
        """A field that an amount reads lies open in the window."""
        name = node.get("field")
        if isinstance(name, str) and "op" not in node and name not in self.open:
            expected = f"a field of the record that lies open{_listed(self.open)}"
            yield Unhonoured((*path, "field"), f"'{name}'", expected, nearest(name, self.open))

    def _names(self, node: Mapping[str, JSON], path: Path) -> Iterator[Unhonoured]:
        """The references and players of one node: each has something to refer to."""
        for key in ("of", "among", "beside", "holder"):
            word = node.get(key)
            missing = self._missing(word) if isinstance(word, str) else ""
            if missing:
                yield Unhonoured((*path, key), f"'{word}'", f"a reference to something that is there: {missing}")
        for key in ("who", "by"):
            word = node.get(key)
            missing = self._nobody(word) if isinstance(word, str) else ""
            if missing:
                yield Unhonoured((*path, key), f"'{word}'", f"a player who is there: {missing}")

    def _missing(self, word: str) -> str:
        """Say why a reference names nothing in this ability; "" if it names something."""
        if word.startswith("the "):
            things = [name for name, one in self.open.items() if one.type == "object"]
            return "" if word[4:] in things else f"the window shows no such thing{_listed(things)}"
        if word in ("host", "its host") and self.honours is not None and not self.honours.hosts:
            return f"nothing is attached in {self.game}"
        if word in ("it", "its host") and "it" not in self.kept:
            return "nothing before it was chosen, searched for, returned or sacrificed"
        if word in ("that", "other"):
            return "" if word in self._fields() else f"'{self.event or self.kind}' names no such thing"
        if word in ("target", "first target", "second target"):
            needed = 2 if word == "second target" else 1
            return "" if self.targets >= needed else f"the ability has {self.targets or 'no'} target"
        return ""

    def _nobody(self, word: str) -> str:
        if word == "that player" and "player" not in self._fields():
            return f"'{self.event or self.kind}' is nobody's doing"
        if word in ("its controller", "its owner") and "that" not in self._fields():
            return f"'{self.event or self.kind}' is about nothing"
        if word == "chosen player" and "chosen player" not in self.kept:
            return "no player was chosen before"
        return ""

    def _fields(self) -> Collection[str]:
        """Return what the event, or the window in which the card is played, names."""
        everything = ("that", "other", "player")
        if self.kind == "trigger":
            return everything if self.honours is None else self.honours.events.get(self.event, ())
        if self.honours is None:
            return everything
        if self.kind == "played":
            return self.honours.windows.get(self.window, ())
        return frozenset({"that"}) if "to" in self.honours.timings.get(self.event, ()) else ()


def _set_by(operation: Operation) -> str:
    """Return the type of the fields that an operation sets: of what it takes, and flags where it takes nothing."""
    taken = [param for param, _ in operation.params.values()]
    if any(isinstance(param, SubjectsParam) for param in taken):
        return "object"
    return "number" if any(isinstance(param, AmountParam) for param in taken) else "flag"


def _kind(node: Mapping[str, JSON]) -> tuple[str, str]:
    """Return the kind of an ability, and its event or timing."""
    for kind in ("static", "activate", "play"):
        if kind in node:
            return kind, str(node[kind]) if kind == "activate" else ""
    if "react" in node:
        return "react", str(window_of(node).get("window"))
    when = node.get("when")
    if when == "played":
        return "played", ""
    return "trigger", str(when.get("event") if isinstance(when, Mapping) else when)


def _targets(node: JSON) -> int:
    """Count the groups of cards that an ability chooses on announcement."""
    if isinstance(node, _PLAIN):
        return 0
    if isinstance(node, Mapping):
        own = "op" in node and isinstance(node.get("target"), str)
        return own + sum([_targets(value) for value in node.values()])
    return sum([_targets(item) for item in node]) if isinstance(node, list | tuple) else 0


def _words(value: JSON) -> list[str]:
    """Return the words of a parameter: a word, the first one of "speed 2", the keys of an object."""
    if isinstance(value, Mapping):
        return [str(key) for key in value]
    return [value.partition(" ")[0] if value.rpartition(" ")[2].isdigit() else value] if isinstance(value, str) else []


def _listed(known: Collection[str]) -> str:
    return f": {', '.join(sorted(known))}" if known else ""

"""What the rules of a game do with the abilities of its cards, declared once.

A game hands its declaration over as `GameRules.honours`. `cardlib.abilities.unhonoured` finds what cards say beyond it;
here stands what a declaration names that the game has not.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from cardlib.abilities.operations import OPERATIONS
from cardlib.filters import nearest
from cardlib.kernel.declaring import Contradiction
from cardlib.kernel.shapes import FLAG, NAMES, WORD, Shape, by_name
from cardlib.kernel.spans import IN_FLIGHT, NEEDS
from cardlib.kernel.verbs import unsaid

if TYPE_CHECKING:
    from cardlib.kernel.contract import Rules


@dataclass(frozen=True, slots=True)
class Honours:
    """The parts of abilities that the rules of one game carry out; its own operations are among them by themselves.

    `operations` are common ones. `only` narrows a parameter that is a word ("cannot.action", "gets.stats", "mill.to"):
    zones, resources, keywords and values have to be listed there, other words may all be used unless they are listed.
    `until` says how long lasting effects may hold. `against` are the actions that `cannot` may narrow by a filter, each
    with the filter that it has to have, or "" where any will do, or none.
    """

    operations: frozenset[str] = frozenset()
    only: Mapping[str, frozenset[str]] = field(default_factory=dict)
    against: Mapping[str, str] = field(default_factory=dict)
    until: frozenset[str] = frozenset({"end of turn"})
    hosts: bool = False  # whether anything is attached, so that `host` and `its host` mean something
    # what can set a trigger off -> what of it `that`, `other` and "that player" name
    events: Mapping[str, frozenset[str]] = field(default_factory=dict)
    # the members that abilities may have beside what they do: of triggers, by timing of those that are used
    triggers: frozenset[str] = frozenset({"while", "may"})
    limits: frozenset[str] = frozenset(
        {"turn"}
    )  # the spans in which uses are counted: turn, round, match, action, window
    timings: Mapping[str, frozenset[str]] = field(default_factory=dict)
    play: frozenset[str] = frozenset()
    windows: Mapping[str, frozenset[str]] = field(default_factory=dict)  # as `events`, for cards played in a window
    places: Mapping[str, frozenset[str]] = field(default_factory=dict)  # kind -> zones where it works, off the field
    of_player: frozenset[str] = frozenset()  # the values that players have
    of_object: frozenset[str] = frozenset()  # the values that cards in play have


# What each part of a declaration has to be.
SHAPES: Mapping[str, Shape] = {
    **dict.fromkeys(("operations", "until", "triggers", "limits", "play", "of_player", "of_object"), NAMES),
    **dict.fromkeys(("only", "events", "timings", "windows", "places"), by_name(NAMES)),
    "against": by_name(WORD),
    "hosts": FLAG,
}


def carried_out(honours: Honours, game: str) -> frozenset[str]:
    """Return every operation that the rules of a game carry out: the common ones that it names, and its own."""
    return honours.operations | {name for name, operation in OPERATIONS.items() if operation.game == game}


def misdeclared(honours: Honours, rules: Rules, zones: Mapping[str, str]) -> Iterator[Contradiction]:
    """Yield what a declaration names that is not there; `zones` are those of the game, each with its role."""
    common = {name for name, operation in OPERATIONS.items() if operation.game is None}
    yield from _missing("honours.operations", honours.operations, common, "a common operation")
    places = {f"{name}.{param}" for name, operation in OPERATIONS.items() for param in operation.params}
    yield from _missing("honours.only", honours.only, places, "a parameter of an operation")
    for span in sorted(honours.limits):
        if span not in {*rules.spans, "match", *IN_FLIGHT}:
            yield Contradiction("honours.limits", f"'{span}'", "a span of `spans`", nearest(span, rules.spans))
    for until in sorted(honours.until):
        span = NEEDS.get(until, "")
        if span and span not in rules.spans:
            yield Contradiction("honours.until", f"'{until}'", f"the span '{span}' in `spans`", None)
    yield from _missing("honours.events", honours.events, rules.told, "an event of `events`")
    yield from _missing("honours.timings", honours.timings, rules.activated_by, "a timing of `activated_by`")
    for kind, named in honours.places.items():
        yield from _missing(f"honours.places of {kind}", named, zones, "a zone of game.json")
    carried, lacking = carried_out(honours, rules.slug), unsaid(rules.verbs)
    for name in sorted(carried & OPERATIONS.keys()):
        operation = OPERATIONS[name]
        for role in operation.roles:
            if role not in zones.values():
                yield Contradiction("honours.operations", f"'{name}'", f"a zone with the role '{role}'", None)
        if operation.verb in lacking:
            yield Contradiction("honours.operations", f"'{name}'", f"the verb '{operation.verb}' in `verbs`", None)
        procedures = operation.procedures
        yield from _missing(f"what '{name}' runs", procedures, rules.procedures, "a procedure of `procedures`")


def _missing(declaration: str, names: Collection[str], known: Collection[str], what: str) -> Iterator[Contradiction]:
    for name in sorted(names):
        if name not in known:
            yield Contradiction(declaration, f"'{name}'", what, nearest(name, known))

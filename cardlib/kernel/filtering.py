"""What the words of the filter language mean on the table: a test per leaf, with current values and relations.

A board brings relations (`boards.relations`), a game adds its own (`Rules.relations`, and `Rules.related_by` for those
with an argument).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

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
    Leaf,
    NameHasWord,
    NameIs,
    Node,
    Not,
    OfSubtype,
    OfType,
    Op,
    Related,
    compare,
    fold,
    name_words,
)
from cardlib.filters.holding import WHOSE
from cardlib.filters.vocabulary import FACE_DOWN
from cardlib.filters.words import bare, in_name
from cardlib.kernel import holding
from cardlib.kernel.boards.occupants import occupant, spaces_of
from cardlib.kernel.boards.relations import NAMES, TAKING, board_test
from cardlib.kernel.effects import Test
from cardlib.kernel.facts import Facts
from cardlib.kernel.slots import SLOT
from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from cardlib.kernel.contract import Rules
    from cardlib.kernel.match import Match


def table_test(node: Node, rules: Rules, facts: Facts) -> Test:
    """Return the test of a filter, with its tests in the order in which they cost least.

    It is joined here and not by `predicate`, for any number of arguments: what is called a hundred times for each pick
    says which four it takes.
    """
    if isinstance(node, Not):
        inner = table_test(node.item, rules, facts)
        return lambda m, obj, source, you: not inner(m, obj, source, you)
    if isinstance(node, Both):
        return all_of([table_test(item, rules, facts) for item in sorted(node.items, key=_dear)])
    if isinstance(node, Either):
        tests = [table_test(item, rules, facts) for item in sorted(node.items, key=_dear)]

        def some(m: Match, obj: int, source: int, you: int) -> bool:
            for test in tests:  # noqa: SIM110 (a generator costs twice as much, and this runs for every permanent)
                if test(m, obj, source, you):
                    return True
            return False

        return some
    return leaf_test(node, rules, facts)


def all_of(tests: Sequence[Test]) -> Test:
    """Return a test that is passed where all of some are, and by everything where there are none."""
    if not tests:
        return lambda m, obj, source, you: True
    first, *others = tests
    if not others:
        return first
    if len(others) == 1:
        second = others[0]
        return lambda m, obj, source, you: first(m, obj, source, you) and second(m, obj, source, you)

    def every(m: Match, obj: int, source: int, you: int) -> bool:
        if not first(m, obj, source, you):
            return False
        for test in others:  # noqa: SIM110
            if not test(m, obj, source, you):
                return False
        return True

    return every


def _dear(node: Node) -> int:
    """How much the test of a node costs: whose it is, what is printed, a counter, then what is worked out."""
    if isinstance(node, Related):
        return 0 if node.name in CHEAP else 3
    if isinstance(node, OfSubtype | HasCounters):
        return 1
    return 2 if isinstance(node, OfType) else 4


def leaf_test(node: Leaf, rules: Rules, facts: Facts) -> Test:
    """Return the test of one leaf: what it means for an object, seen from a source and its player."""
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
        return _relation(node, rules, facts)
    if isinstance(node, NameHasWord):
        word = node.word
        return _of_name(lambda name: word in name_words(name))
    if isinstance(node, NameIs):
        wanted_name = bare(node.name)
        return _of_name(lambda name: bare(name) == wanted_name)
    if isinstance(node, Contains) and node.field == "name":
        part = node.text
        return _of_name(lambda name: in_name(part, name))
    if isinstance(node, Has):
        has = _has_value(node.field, facts)
        return lambda m, obj, source, you: has(m, obj)
    if isinstance(node, IsParity):
        attr, odd = node.field, node.parity == "odd"
        return lambda m, obj, source, you: m.rules.value(m, obj, attr) % 2 == odd
    if isinstance(node, Compare):
        return _compare(node, facts)
    raise CardlibError(f"{type(node).__name__} has no meaning on the table")


def _of_name(test: Callable[[str], bool]) -> Test:
    """Return a test of the current name that looks at each name once."""
    known: dict[str, bool] = {}

    def named(m: Match, obj: int, source: int, you: int) -> bool:
        name = m.rules.name(m, obj)
        found = known.get(name)
        if found is None:
            found = known[name] = test(name)
        return found

    return named


def _compare(node: Compare, facts: Facts) -> Test:
    attr, op, right = node.field, node.op, node.value
    if isinstance(right, FieldRef):
        other = right.field
        return lambda m, obj, source, you: compare(m.rules.value(m, obj, attr), op, m.rules.value(m, obj, other))
    if attr == "id":
        meant = frozenset(i for i, card in enumerate(facts.cards) if compare(card.id, op, right))
        return lambda m, obj, source, you: m.state.card[obj] in meant
    if isinstance(right, str):
        having = frozenset(i for i, printed in enumerate(facts.variable) if _has(printed.get(attr), op, right))
        return lambda m, obj, source, you: m.state.card[obj] in having
    if attr not in facts.printed:
        raise CardlibError(f"'{attr}' has no number on the table")
    has = _has_value(attr, facts)
    return lambda m, obj, source, you: has(m, obj) and compare(m.rules.value(m, obj, attr), op, right)


def _has_value(attr: str, facts: Facts) -> Callable[[Match, int], bool]:
    """Return the test whether an object has a number: one that it prints, or one that it has now by the rules."""
    column = facts.printed[attr]
    return lambda m, obj: column[m.state.card[obj]] is not None or m.rules.has_value(m, obj, attr)


def _has(printed: str | Sequence[str] | None, op: Op, word: str) -> bool:
    """Whether a printed word, or one of a list of them, compares so; "not" of a list means none of them."""
    if printed is None:
        return compare(printed, op, word)
    words = (printed,) if isinstance(printed, str) else printed
    return (fold(word) in [fold(one) for one in words]) == (op != "!=")


def _relation(node: Related, rules: Rules, facts: Facts) -> Test:
    common = _RELATIONS.get(node.name) or board_test(node.name, node.argument, rules, facts)
    if common is None and node.name in HOLDING:
        common = _holding(node.name, str(node.argument), rules, facts)
    if common is not None:
        return common
    if node.argument == "":
        own = rules.relations.get(node.name)
    else:
        made = rules.related_by.get(node.name)
        own = made(node.argument) if made is not None else None
    if own is None:
        raise CardlibError(f"the rules of this game know no relation '{node.said}'")
    return own


def known_relations(rules: Rules, argument: bool) -> list[str]:
    """Return the relations that can be tested on the table, those with an argument or those without."""
    if argument:
        return [*rules.related_by, *TAKING, *HOLDING]
    return [*_RELATIONS, *rules.relations, *(name for name in NAMES if name not in TAKING)]


CHEAP = ("yours", "theirs", "neutral", "self", "other")  # tests that only compare two numbers
HOLDING = ("held-by", "in-slot", "holding")  # an argument; what slots bring: see `cardlib.filters.holding`


def _holding(name: str, word: str, rules: Rules, facts: Facts) -> Test:
    """Return the test of a relation about what lies with what."""
    if name == "held-by":
        return _held_by(word, rules, facts)
    slot = facts.holders.slots[word].number
    if name == "in-slot":
        return lambda m, obj, source, you: m.state.columns[SLOT][obj] == slot
    return lambda m, obj, source, you: bool(holding.held(m, obj, word))


def _held_by(word: str, rules: Rules, facts: Facts) -> Test:
    if word == "self":
        return lambda m, obj, source, you: m.state.host[obj] == source
    if word in WHOSE:
        whose = _RELATIONS[word]
    else:
        wanted = facts.vocabulary.types_of(word)
        whose = rules.type_test(word, frozenset(i for i, card in enumerate(facts.cards) if card.type in wanted))

    def by(m: Match, obj: int, source: int, you: int) -> bool:
        host = m.state.host[obj]
        return host != NOWHERE and whose(m, host, source, you)

    return by


def _neighbouring(m: Match, obj: int, source: int, you: int) -> bool:
    board = m.facts.board
    place = m.state.place[obj]
    if board is None or place == NOWHERE:
        return False
    here = m.state.space_of(source)
    return here != NOWHERE and place in board.neighbours[here]


def face_up(test: Test) -> Test:
    """Return a test that nothing fits which lies face down: nobody can say what it is."""
    return lambda m, obj, source, you: not (m.state.down and obj in m.state.down) and test(m, obj, source, you)


_RELATIONS: dict[str, Test] = {
    FACE_DOWN: lambda m, obj, source, you: obj in m.state.down,
    "yours": lambda m, obj, source, you: m.state.controller[obj] == you,
    "theirs": lambda m, obj, source, you: m.state.controller[obj] not in (you, NOWHERE),
    "neutral": lambda m, obj, source, you: m.state.controller[obj] == NOWHERE,
    "self": lambda m, obj, source, you: obj == source,
    "other": lambda m, obj, source, you: obj != source,
    "owned": lambda m, obj, source, you: m.state.owner[obj] == you,
    "namesake": lambda m, obj, source, you: m.rules.name(m, obj) == m.rules.name(m, source),
    "neighbouring": _neighbouring,
    "here": lambda m, obj, source, you: m.state.space_of(source) in spaces_of(m, obj),
    "host": lambda m, obj, source, you: obj == m.state.host[source],
    "permanent": lambda m, obj, source, you: m.state.place[obj] != NOWHERE or m.state.host[obj] != NOWHERE,
    "holder": lambda m, obj, source, you: obj == m.state.host[source],
    "held": lambda m, obj, source, you: m.state.host[obj] != NOWHERE,
    "attached": lambda m, obj, source, you: m.state.host[obj] != NOWHERE,
    "standing": lambda m, obj, source, you: m.state.place[obj] != NOWHERE and occupant(m, m.state.place[obj]) != obj,
}

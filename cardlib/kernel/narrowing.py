"""Who may fit a filter at all: what of it stays as it is while things only go elsewhere on the board.

What a thing is and whose it is changes seldom, where it stands with every step. So those of a zone that can fit are
gathered once until something else changes, and only they are tested in full.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from cardlib.filters import Both, Either, Not, OfType, Related, predicate
from cardlib.kernel.effects import InForce, Narrowing, Test
from cardlib.kernel.filtering import leaf_test

if TYPE_CHECKING:
    from cardlib.filters.nodes import Filter, Node
    from cardlib.kernel.contract import Rules
    from cardlib.kernel.facts import Facts
    from cardlib.kernel.match import Match

# Relations that say whose a thing is, which stays so until it changes zones or its controller does.
WHOSE: Final = frozenset({"yours", "theirs", "neutral", "owned"})


def narrowing(filter_: Filter, rules: Rules, facts: Facts) -> Narrowing | None:
    """Return what of a filter stays, whoever is its source; None where nothing does."""
    root = filter_.root
    parts = root.items if isinstance(root, Both) else (root,)
    kept = tuple(part for part in parts if _stays(part, rules))
    own = any(isinstance(part, Related) and part.name == "self" for part in parts)
    if not kept and not own:
        return None
    kind = predicate(Both(kept), lambda leaf: leaf_test(leaf, rules, facts))
    return Narrowing(own, kind, len(kept) == len(parts))


def _stays(node: Node, rules: Rules) -> bool:
    if isinstance(node, Not):
        return _stays(node.item, rules)
    if isinstance(node, Both | Either):
        return all(_stays(item, rules) for item in node.items)
    if isinstance(node, OfType):
        return rules.types_stay
    return isinstance(node, Related) and node.name in WHOSE and node.argument == ""


def stays(m: Match, test: Test) -> bool:
    """Whether who passes a test follows from what things are and whose, for any source."""
    narrow = m.facts.narrowings.get(test)
    return narrow is not None and narrow.whole


def settled(m: Match, row: InForce) -> bool:
    """Whether whom an effect in force covers stays so while things only go elsewhere on the board."""
    effect = row[0]
    return row[3] is not None or (effect.certain and effect.alone == "source") or stays(m, effect.test)


def may_fit(m: Match, test: Test, zone: int, source: int, you: int) -> Sequence[int]:
    """Return the things of a zone that may pass a test, in order; no other ones do."""
    narrow = m.facts.narrowings.get(test)
    if narrow is None:
        return m.state.zones[zone]
    if narrow.own:
        return (source,) if source >= 0 and m.state.zone[source] == zone else ()
    key = test, zone, you
    found: list[int] | None = m.steady.get(key)
    if found is None:
        found = m.steady[key] = [obj for obj in m.state.zones[zone] if narrow.kind(m, obj, source, you)]
    return found

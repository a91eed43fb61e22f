"""How many counters of a kind the abilities of a card bring to the table, read off their operations.

An operation declares with `brings` which counter it brings; what is counted is what the card can bring at most, as far
as its words tell, and `math.inf` where they don't: on each unit of some kind, or as many as there are of something.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from cardlib.abilities.operations import OPERATIONS
from cardlib.abilities.operations.params import BlockParam, ModesParam, SubjectsParam
from cardlib.abilities.operations.registry import Operation
from cardlib.kernel.ability import nodes_in

JSON = Any
AGAIN = 4  # times that is counted what an ability may do again and again
_CHOSEN = ("it", "target", "first target", "second target")  # what names those that were chosen before
_ALL = ("each player", "each neighbour")


def brought(abilities: Sequence[Mapping[str, JSON]], once: Collection[str] = ()) -> dict[str, float]:
    """Return how many counters of each kind some abilities of one card bring; `once` are events that it has once."""
    found: dict[str, float] = {}
    for node in abilities:
        times = 1 if _happens_once(node, once) else AGAIN
        for part in ("cost", "do"):
            _add(found, _of_all(node.get(part, ()), _chosen(node)), times)
        _add(found, node.get("play", {}).get("counters", {}))
    return found


def _happens_once(node: Mapping[str, JSON], once: Collection[str]) -> bool:
    """Whether a card does it once: as it is played, or at an event that comes to it once."""
    when = node.get("when")
    return isinstance(when, str) and (when == "played" or when in once)


def _of_all(nodes: Sequence[Mapping[str, JSON]], chosen: float) -> dict[str, float]:
    """What operations bring one after another."""
    found: dict[str, float] = {}
    for node in nodes:
        operation = OPERATIONS.get(str(node.get("op")))
        if operation is None:
            continue
        if operation.brings:
            counter = operation.brings.format_map({name: node.get(name, "") for name in operation.params})
            _add(found, {counter: _amount(node, operation) * _many(node, operation, chosen)})
        for name, (param, _) in operation.params.items():
            if isinstance(param, BlockParam):
                _add(found, _of_all(node.get(name, ()), chosen))
            elif isinstance(param, ModesParam):
                _add(found, _of_one([_of_all(mode.get("do", ()), chosen) for mode in node.get(name, ())]))
    return found


def _of_one(modes: Sequence[Mapping[str, float]]) -> dict[str, float]:
    """What one of several ways brings at most, counter by counter."""
    return {counter: max(mode.get(counter, 0) for mode in modes) for counter in {key for mode in modes for key in mode}}


def _add(found: dict[str, float], more: Mapping[str, float], times: int = 1) -> None:
    for counter, number in more.items():
        found[counter] = found.get(counter, 0) + times * number


def _amount(node: Mapping[str, JSON], operation: Operation) -> float:
    return _at_most(node.get("amount", 1)) if "amount" in operation.params else 1


def _many(node: Mapping[str, JSON], operation: Operation, chosen: float) -> float:
    """On how many things, or to how many players, an operation brings it."""
    if node.get("who") in _ALL:
        return math.inf
    if not any(isinstance(param, SubjectsParam) for param, _ in operation.params.values()):
        return 1
    if "each" in node:
        return math.inf
    if "of" in node:
        return chosen if node["of"] in _CHOSEN else 1
    return _at_most(node.get("count", 1))


def _chosen(node: JSON) -> float:
    """The most things that an ability chooses at once; one where it chooses none."""
    choosing = (one for one in nodes_in(node) if "op" in one and ("target" in one or "choose" in one))
    return max((_at_most(one.get("count", 1)) for one in choosing), default=1)


def _at_most(amount: JSON) -> float:
    """A number, or the most that one which is worked out can be."""
    if isinstance(amount, Mapping):
        amount = amount.get("most", math.inf)
    return float(max(amount, 1))

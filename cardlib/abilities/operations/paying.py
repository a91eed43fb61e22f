"""Whether an operation can be paid as part of a cost: what is asked before it is announced.

An operation that can be a cost names one of these functions, or its own, where it is registered (`cost=`). They return
what is short, in words or as "", and None where it can be paid. What a payment takes out of a store it notes in
`spent`, so that two parts of a cost cannot spend the same.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from cardlib.kernel.ability import Ability
from cardlib.kernel.effects import Constant
from cardlib.kernel.match import Match
from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from cardlib.kernel.ability import Instruction
    from cardlib.kernel.effects import Number

SHORT: Final = ""  # what has no words of its own


@dataclass(slots=True)
class Payment:
    """The cost of an ability as it is looked at: for whom, the arguments of the part at hand, what is spent."""

    match: Match
    ability: Ability
    source: int
    you: int
    bind: dict[str, Any] = field(default_factory=dict)
    arguments: Mapping[str, Any] = field(default_factory=dict)
    spent: dict[str, int] = field(default_factory=dict)
    told: bool = True  # in words; else only whether it can be paid

    def number(self, name: str) -> int:
        """Work out an amount."""
        return int(self.arguments[name](self.match, self.source, self.you, self.bind))

    def spend(self, resource: str, number: int) -> None:
        """Note that so much of a resource is taken."""
        self.spent[resource] = self.spent.get(resource, 0) + number


def always(payment: Payment) -> str | None:
    """Whatever is there, it can be done."""
    return None


def subjects_are_there(payment: Payment) -> str | None:
    """As many are there to be chosen as it takes, beside the source; or the source itself is on the board."""
    about = payment.arguments["about"]
    m, source, you = payment.match, payment.source, payment.you
    if about.kind == "choose":
        found = 0
        for zone in m.rules.zones_of(m, about.zone, about.whose, you):
            found += sum(1 for obj in m.state.zones[zone] if obj != source and about.test(m, obj, source, you))
        return None if found >= (about.count(m, source, you, payment.bind) if about.count else 1) else SHORT
    there = about.kind != "of" or about.of != "self" or m.state.place[source] != NOWHERE
    return None if there else SHORT


def counters_are_there(payment: Payment) -> str | None:
    """The source has the counters."""
    about = payment.arguments["about"]
    if about.kind != "of":
        return subjects_are_there(payment)
    there = payment.match.state.columns[payment.arguments["counter"]][payment.source]
    wanted = payment.number("amount") if payment.arguments["amount"] is not None else 1
    return None if there >= wanted else SHORT


def in_store(payment: Payment) -> str | None:
    """The player has the resource in store."""
    resource = payment.arguments["resource"]
    payment.spend(resource, payment.number("amount"))
    there = payment.match.rules.player_value(payment.match, payment.you, resource)
    return None if there >= payment.spent[resource] else SHORT


def in_hand(payment: Payment) -> str | None:
    """The hand has cards that will do, beside the source."""
    m, source, you, what = payment.match, payment.source, payment.you, payment.arguments["what"]
    hand = m.state.zones[m.facts.zone_with("hand", you)]
    fitting = sum(1 for obj in hand if obj != source and (what is None or what(m, obj, source, you)))
    return None if fitting >= payment.number("count") else SHORT


def points_are_there(payment: Payment) -> str | None:
    """The points of one of the ways to pay are there, beside what other parts of the cost take already."""
    m, source, you = payment.match, payment.source, payment.you
    short = None
    for way in ways(payment.arguments):
        taken = payment.spent.copy()
        lacking = None
        for pool, amount in way:
            more = m.rules.surcharge(m, payment.ability, source, pool, payment.bind)
            taken[pool] = taken.get(pool, 0) + amount(m, source, you, payment.bind) + more
            there = m.rules.points_there(m, pool, source, you)
            if there < taken[pool]:
                lacking = SHORT
                if payment.told:
                    lacking = f"it takes {m.facts.pools[pool].counted(taken[pool])}, and {there or 'none'} is there"
                break
        if lacking is None:
            payment.spent.update(taken)
            return None
        short = short or lacking
    return short


def ways(arguments: Mapping[str, Any]) -> list[tuple[tuple[str, Number], ...]]:
    """Return the ways in which points can be paid: as the ability says first, or in place of that."""
    other = arguments.get("instead")
    return [arguments["points"], *([other] if other else ())]


def printed_price(cost: Sequence[Instruction]) -> tuple[tuple[str, int], ...] | None:
    """Return the points that a cost takes of each pool; None where it takes anything else, or not as printed."""
    found: dict[str, int] = {}
    for instruction in cost:
        if instruction.operation.cost is not points_are_there or instruction.arguments.get("instead"):
            return None
        for pool, amount in instruction.arguments["points"]:
            if pool in found or not isinstance(amount, Constant):
                return None
            found[pool] = amount.number
    return tuple(found.items())

"""Targets and costs: what an ability may choose on announcement, and whether its cost can be paid.

What is legal beyond the filter is the game's business (`Rules.exposed`; of players `Rules.legal_target`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

from cardlib.abilities.operations.paying import Payment
from cardlib.kernel.decisions import Choice
from cardlib.kernel.narrowing import may_fit
from cardlib.kernel.questions import ask_some
from cardlib.kernel.seats import players_in

if TYPE_CHECKING:
    from cardlib.kernel.ability import Ability, Instruction, Target
    from cardlib.kernel.match import Match

Targets = tuple[tuple[int, ...], ...]
NOTHING_BOUND: Final[Mapping[str, Any]] = {}


def candidates(m: Match, target: Target, source: int, you: int) -> Iterator[int]:
    """Yield everything that may be a target of this kind now, one by one for whoever needs only some."""
    rules = m.rules
    if target.zone == "player":
        yield from (player for player in players_in(m) if rules.legal_target(m, target, player, source, you))
        return
    fits = target.test
    for zone in rules.zones_of(m, target.zone, target.whose, you):
        for obj in may_fit(m, fits, zone, source, you):
            if fits(m, obj, source, you) and rules.exposed(m, target, obj, you):
                yield obj


def enough(m: Match, ability: Ability, source: int, you: int) -> bool:
    """Whether every required target exists."""
    for target in ability.targets:
        if target.up_to:
            continue
        needed = target.count(m, source, you, {})
        found = candidates(m, target, source, you)
        if needed == 1:
            if next(found, None) is None:
                return False
        elif len(list(islice(found, needed))) < needed:
            return False
    return True


def can_begin(m: Match, ability: Ability, source: int, you: int, bind: Mapping[str, Any] = NOTHING_BOUND) -> bool:
    """Whether the first thing that an ability does could be done at all: of a choice of modes one of them."""
    if not ability.program:
        return True
    first = ability.program[0]
    if "modes" in first.arguments:
        return bool(open_modes(m, ability, ability.program, 0, source, you, bind))
    if ability.optional and first.operation.spends and not _is_affordable(m, ability, first, source, you, bind):
        return False
    return m.rules.can_begin(m, ability, first, source, you, bind)


def _is_affordable(
    m: Match, ability: Ability, first: Instruction, source: int, you: int, bind: Mapping[str, Any]
) -> bool:
    """Whether what somebody may spend first, to do the rest, is there."""
    payment = Payment(m, ability, source, you, dict(bind), first.arguments, told=False)
    payable = first.operation.cost
    return payable is None or (payable(payment) is None and m.rules.can_pay(m, ability, source, you, payment.spent))


def open_modes(
    m: Match,
    ability: Ability,
    program: tuple[Instruction, ...],
    at: int,
    source: int,
    you: int,
    bind: Mapping[str, Any],
) -> list[tuple[int, str]]:
    """Return number and name of each mode at a place of a program whose needs are met and that can begin."""
    found: list[tuple[int, str]] = []
    block = at + 1
    for number, (name, needs) in enumerate(program[at].arguments["modes"]):
        first, block = program[block + 1], program[block].jump
        if (needs is None or needs(m, source, you, bind)) and m.rules.can_begin(m, ability, first, source, you, bind):
            found.append((number, name))
    return found


def single(ability: Ability | None) -> Target | None:
    """Return the target of an ability that has exactly one, so that it can be named together with the play."""
    if ability is None or len(ability.targets) != 1:
        return None
    target = ability.targets[0]
    return target if target.one and not target.up_to else None


def choose_targets(
    m: Match, ability: Ability, source: int, you: int, bind: dict[str, Any], *, rule: str | None = None
) -> Targets | None:
    """Ask for the targets, group by group, by a rule of their own if there is one; None when a required one is not."""
    chosen: list[tuple[int, ...]] = []
    taken: set[int] = set()
    for target in ability.targets:
        verb = "player" if target.zone == "player" else "card"
        found = [obj for obj in candidates(m, target, source, you) if obj not in taken]
        wanted = target.count(m, source, you, bind)
        if len(found) < wanted and not target.up_to:
            return None
        choices: list[Choice] = [(verb, obj) for obj in found]
        picked = ask_some(
            m,
            you,
            choices,
            0 if target.up_to else wanted,
            wanted,
            "choose a target",
            rule=rule or m.rules.cites.get("target"),
            source=source,
            ability=ability,
        )
        group = tuple(value[1] for value in picked)
        if verb == "card":
            taken.update(group)
        chosen.append(group)
    return tuple(chosen)


def cost_can_be_paid(
    m: Match, ability: Ability, source: int, you: int, bind: Mapping[str, Any] = NOTHING_BOUND
) -> bool:
    """Whether the cost of an ability can be paid in full now."""
    if ability.price is None:
        return short_of(m, ability, source, you, dict(bind), told=False) is None
    rules = m.rules
    spent: dict[str, int] = {}
    for pool, number in ability.price:
        there = rules.points_there(m, pool, source, you)
        if there < number:
            return False
        spent[pool] = number + rules.surcharge(m, ability, source, pool, bind)
        if there < spent[pool]:
            return False
    return rules.can_pay(m, ability, source, you, spent)


def short_of(m: Match, ability: Ability, source: int, you: int, bind: dict[str, Any], told: bool = True) -> str | None:
    """Say what is short of the cost of an ability, all parts of it together; None if it can be paid in full now.

    What has no words of its own is told as "", and everything where the words are not asked for.
    """
    payment = Payment(m, ability, source, you, bind, told=told)
    for instruction in ability.cost:
        payable = instruction.operation.cost
        payment.arguments = instruction.arguments
        if payable is not None and (short := payable(payment)) is not None:
            return short
    return None if m.rules.can_pay(m, ability, source, you, payment.spent) else ""

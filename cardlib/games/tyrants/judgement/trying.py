"""Which options of Against All Tyrants are worth a search: not those that are plainly no better than another one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from cardlib.games.tyrants import attack
from cardlib.games.tyrants.cards import OBJECTIVE, UNIT
from cardlib.games.tyrants.judgement.evaluation import ATTACK, HEALTH, printed
from cardlib.kernel.decisions import DONE, Choice

if TYPE_CHECKING:
    from cardlib.kernel.match import Match

ATTACKS_TRIED: Final = 8


def worth_trying(m: Match, choices: Sequence[Choice]) -> Sequence[int]:
    """Leave out what is plainly no better than another option: equal units and targets, attacks that do nothing.

    Of the other attacks those are tried that look best at first sight; the best ones come first.
    """
    if len(choices) == 1:
        return (0,)
    verb = choices[0][0]
    if not m.state.vars["turn"] and verb == "card" and choices[-1] == DONE:
        return (_set_aside(m, choices),)
    if verb == "no":
        return _delegations(choices)
    if verb == "put" and m.decision is not None and m.decision.rule == "AAT-086":
        return range(len(choices) - 1)  # an objective card that is placed can only gain
    if verb == "attack" or len(choices) > 4:
        return _actions(m, choices)
    return range(len(choices))


def _set_aside(m: Match, choices: Sequence[Choice]) -> int:
    """In the mulligan, set aside what can't be played for some turns."""
    for index, value in enumerate(choices[:-1]):
        if (m.facts.printed["requirement"][m.state.card[value[1]]] or 0) >= 2:
            return index
    return len(choices) - 1


def _delegations(choices: Sequence[Choice]) -> Sequence[int]:
    """Of the numbers that a leader can take over try the largest, and the largest that leaves it in play."""
    most: dict[int, int] = {}
    for index, value in enumerate(choices):
        if value[0] == "delegate":
            most[value[1]] = index
    found = {0, *most.values()}
    found.update(index - 1 for index in most.values())
    return sorted(found)


def _actions(m: Match, choices: Sequence[Choice]) -> list[int]:
    found: list[int] = []
    rated: list[tuple[float, int]] = []
    seen = set()
    looks: dict[int, tuple[int, ...]] = {}
    for index, value in enumerate(choices):
        verb = value[0]
        if verb in ("attack", "order", "move", "clear"):
            for obj in value[1:3] if verb == "attack" else value[1:2]:
                if obj not in looks:
                    looks[obj] = _looks(m, obj)
        if verb == "attack":
            key: tuple[object, ...] = ("attack", looks[value[1]], looks[value[2]])
            if key in seen:
                continue
            seen.add(key)
            rate = _rate(m, value[1], value[2])
            if rate > 0:
                rated.append((-rate, index))
            continue
        if verb in ("order", "move", "clear"):
            key = (verb, looks[value[1]], *value[2:])
            if key in seen:
                continue
            seen.add(key)
            if verb == "move" and not _may_go(m, value[1]):
                continue
        found.append(index)
    if len(rated) > ATTACKS_TRIED:
        rated.sort()
        del rated[ATTACKS_TRIED:]
    found += [index for _, index in rated]
    return found or [len(choices) - 1]


def _looks(m: Match, obj: int) -> tuple[int, ...]:
    """What tells an object in play apart from others."""
    s = m.state
    return (s.card[obj], s.place[obj], s.controller[obj], *[column[obj] for column in s.columns.values()])


def _may_go(m: Match, unit: int) -> bool:
    """Whether it matters in which theater a unit is."""
    about = printed(m.facts)[m.state.card[unit]]
    return about.attack > 0 or about.kind == OBJECTIVE or about.defender


def _rate(m: Match, unit: int, target: int) -> float:
    """How good an attack looks at first sight."""
    s = m.state
    if s.controller[unit] == s.controller[target]:
        return 4.0
    dealt = attack.value(m, unit, target)
    if not dealt:
        return 0.0
    about = printed(m.facts)[s.card[target]]
    left = about.health - s.columns["damage"][target]
    if about.kind not in (UNIT, OBJECTIVE):
        return 3.0 * dealt + (100.0 if dealt >= left else 0.0)
    if s.columns["stealth-token"][target]:
        return 2.0
    dealt -= s.columns["shield"][target]
    worth = about.worth + ATTACK * about.attack + (8.0 if about.kind == OBJECTIVE else 0.0)
    return worth + HEALTH * about.health if dealt >= left else 0.5 + (HEALTH + worth / 12) * max(0, dealt)

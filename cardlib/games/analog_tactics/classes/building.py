"""What is made on the board: Obstacles, buildings, Commons that are built, summons (AT-288 to AT-290)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cardlib.games.analog_tactics import units
from cardlib.games.analog_tactics.board import geometry, placing
from cardlib.games.analog_tactics.classes import owning, prints, upkeep
from cardlib.games.analog_tactics.kinds import COMMON, OBSTACLE
from cardlib.games.analog_tactics.movement import paths
from cardlib.kernel import atoms, grants, values
from cardlib.kernel.boards.board import spaces_in
from cardlib.kernel.contract import procedure
from cardlib.kernel.decisions import Choice
from cardlib.kernel.match import AGAIN, END
from cardlib.kernel.state import NOWHERE

DONE: Choice = ("done",)

if TYPE_CHECKING:
    from cardlib.abilities.running import Run
    from cardlib.games.analog_tactics.operations.kinds import Place
    from cardlib.kernel.match import Match


def raise_obstacle(run: Run, card: str, to: Place) -> None:
    """An Obstacle of the player is made on a free space (AT-014, AT-202)."""
    m = run.match
    space = placing.ask_space(run, placing.allowed(m, placing.spaces(run, to)), "where?")
    if space == NOWHERE:
        return
    make(m, m.facts.number[card], run.you, space)


def make(m: Match, card: int, player: int, space: int, rule: str = "ATA-Q27") -> int:
    """Make a thing on a free space, with full Health and points (ATA-Q27)."""
    obj = atoms.make(m, card, player, m.facts.field_zone)
    arrive(m, obj, player, space, rule)
    if m.facts.printed["fixed"][card]:
        atoms.put(m, obj, "permanent", 1)
    return obj


def arrive(m: Match, obj: int, player: int, space: int, rule: str) -> None:
    """A thing stands on a space from now on, and has full points."""
    atoms.occupy(m, obj, space)
    units.refresh(m, obj)
    m.emit("placed", obj, player=player, number=space, rule=rule)


def summon(run: Run, card: str, to: Place) -> None:
    """A unit is summoned while there are fewer than its maximum, a recruit in the respawn area (AT-263, AT-303)."""
    m = run.match
    space = placing.ask_space(run, summonable(run, card, to), "where is it summoned?")
    if space == NOWHERE:
        return
    before = upkeep.maxima_of(m, run.you)
    obj = make(m, m.facts.number[card], run.you, space, "AT-263" if to.word == "respawn" else "AT-303")
    upkeep.lift_all(m, before)
    m.push("facing", unit=obj, rule="ATA-Q27")


def summonable(run: Run, card: str, to: Place) -> list[int]:
    """Return where a unit can be summoned; nowhere where there are as many of it as there may be (AT-177)."""
    return [] if at_most(run.match, run.you, run.match.facts.number[card]) else placing.spaces(run, to)


def build(run: Run, card: str | None, to: Place | None, number: int) -> None:
    """Put the building of so many things on the stack (AT-288 to AT-290)."""
    m = run.match
    kinds = (m.facts.number[card],) if card is not None else ()
    left = placing.left_space(run) if to is not None else NOWHERE
    m.push(
        "building", player=run.you, unit=run.source, kinds=kinds, left=number, space=left, rule=run.rule,
        made=0, far=0, pieces=(),
    )  # fmt: skip


def sites(m: Match, unit: int, *, far: bool) -> list[int]:
    """Return the free spaces on which a unit may build: next to it, along a chain, once in a turn anywhere (AT-288).

    far: whether this action of building has gone far already, and may do so with all that it makes.
    """
    still = m.recall()
    if still is None:
        return _sites(m, unit, far=far)
    key = "sites", unit, far
    found: list[int] | None = still.get(key)
    if found is None:
        found = still[key] = _sites(m, unit, far=far)
    return found


def _sites(m: Match, unit: int, *, far: bool) -> list[int]:
    s = m.state
    if far or (_may_build(m, unit, "anywhere") and s.columns["remote"][unit] != s.vars["turn"]):
        return geometry.free(m)
    taken = units.occupied(m)
    return [space for space in sorted(beside(m, unit)) if not taken >> space & 1]


def beside(m: Match, unit: int) -> set[int]:
    """Return the spaces next to a unit, or to what a chain of its side's things joins to it (AT-288)."""
    s = m.state
    joined = [unit]
    if _may_build(m, unit, "chain"):
        for link in joined:
            there = geometry.things_on(m, paths.neighbours(m, [link]))
            own = (obj for obj in there if s.controller[obj] == s.controller[unit] and _built(m, obj))
            joined += [obj for obj in own if obj not in joined]
    return set(spaces_in(paths.neighbours(m, joined)))


def _may_build(m: Match, unit: int, site: str) -> bool:
    """Whether a unit may build elsewhere than next to it (AT-288)."""
    return any(values.covers(m, row, unit) for row in values.effects(m, f"builds:{site}"))


def _built(m: Match, obj: int) -> bool:
    """Whether a thing is a built unit or Obstacle."""
    return units.kind(m, obj) in (COMMON, OBSTACLE)


def buildable(
    m: Match, player: int, unit: int, kinds: tuple[int, ...], left: int, *, far: bool = False
) -> list[tuple[int, int]]:
    """Return what can be built where: card and space."""
    found: list[tuple[int, int]] = []
    there: list[int] | None = None
    for kind in kinds or to_build(m, player):
        if at_most(m, player, kind):
            continue
        if there is None:
            taken = units.occupied(m)
            there = sites(m, unit, far=far) if left == NOWHERE else [] if taken >> left & 1 else [left]
        if m.facts.game.kind[kind] == OBSTACLE:
            found += [(kind, space) for space in placing.allowed(m, there)]
        elif left == NOWHERE:
            found += [(kind, space) for space in there]
    return found


def build_one(m: Match, f: dict[str, Any]) -> str:
    """One thing after another is built, on a free space; the first has to be, others may (AT-288).

    What may be made anywhere once in a turn is all that one such action makes; a Wall as one of several things is as
    many Obstacles as it is alone (ATA-Q110).
    """
    kinds = f["kinds"] if f["left"] else f["pieces"]
    if not f["left"] and not f["pieces"]:
        return END
    found = buildable(m, f["player"], f["unit"], kinds, f["space"], far=bool(f["far"]))
    if not found:
        return END
    offers: list[Choice] = [("build", kind, space) for kind, space in found]
    if f["made"]:
        offers.append(DONE)
    answer = m.ask(f["player"], "one", offers, "build what?", rule="AT-288", source=f["unit"], default=offers[0])
    if answer == DONE:
        return END
    m.touched = True
    f["made"] = True
    _, kind, space = answer
    if kind in f["pieces"]:
        at = f["pieces"].index(kind)
        f["pieces"] = (*f["pieces"][:at], *f["pieces"][at + 1 :])
    else:
        f["left"] -= 1
        if f["space"] == NOWHERE and not f["kinds"]:
            f["pieces"] = (*f["pieces"], *(kind,) * (pieces(m, kind) - 1))
    if f["space"] == NOWHERE and space not in beside(m, f["unit"]):
        atoms.put(m, f["unit"], "remote", m.state.vars["turn"])
        f["far"] = 1
    obj = _common(m, f["player"], kind) if m.facts.game.kind[kind] == COMMON else NOWHERE
    if obj == NOWHERE:
        obj = make(m, kind, f["player"], space, "AT-288")
        if m.facts.game.kind[kind] == COMMON:  # with the next number, by which Commons are told apart (AT-190)
            atoms.put(m, obj, "number", 1 + max(m.state.columns["number"][mate] for mate in units.team(m, f["player"])))
    else:
        atoms.move(m, obj, "board")
        arrive(m, obj, f["player"], space, "AT-288")
    if m.facts.game.kind[kind] == COMMON:
        m.push("equipping", unit=obj, player=f["player"])
    if m.facts.game.kind[kind] != OBSTACLE or m.rules.value(m, obj, "attack"):
        m.push("facing", unit=obj, rule="ATA-Q27")
    return AGAIN


def pieces(m: Match, kind: int) -> int:
    """Return of how many pieces a thing is that is built: a Wall of up to two, any other of one."""
    maker = m.facts.game.made_by.get(kind, NOWHERE)
    programs = [one.program for one in m.facts.abilities[maker]] if maker != NOWHERE else []
    counts = [one.arguments["count"] for program in programs for one in program if one.operation.name == "build"]
    found: list[int] = [1, *(count(m, NOWHERE, NOWHERE, {}) for count in counts if count is not None)]
    return max(found)


def _common(m: Match, player: int, kind: int) -> int:
    """Return a Common of the player that is not built; NOWHERE if all are."""
    return next((one for one in units.eliminated(m, player) if m.state.card[one] == kind), NOWHERE)


def at_most(m: Match, player: int, kind: int) -> bool:
    """Whether a player has as many of a thing on the board as there may be (AT-177, AT-289)."""
    game, s = m.facts.game, m.state
    most = m.facts.printed["max"][kind] or 0
    maker = game.made_by.get(kind, m.facts.number["engineer-0-drone"] if game.kind[kind] == COMMON else NOWHERE)
    if maker != NOWHERE and m.facts.printed["max"][maker]:
        mates = units.units(m, player)
        most = grants.number(m, mates[0] if mates else NOWHERE, maker, "max") if mates else most
    if not most:
        return False
    own = m.steady.get(("own_cards", player))
    if own is None:
        own = [s.card[obj] for obj in s.zones[m.facts.field_zone] if s.controller[obj] == player]
        m.steady["own_cards", player] = own
    return bool(own.count(kind) >= most)


def to_build(m: Match, player: int) -> list[int]:
    """Return the cards that a player could build, by the abilities of the team (AT-290)."""
    game = m.facts.game
    had = owning.available(m, player)
    found = [kind for kind, maker in game.made_by.items() if maker in had and game.kind[kind] == OBSTACLE]
    return [*found, game.common[units.class_of(m, player)]]


def recall(m: Match, unit: int) -> None:
    """A built unit leaves the board without being eliminated."""
    m.emit("cleared", unit, player=m.state.controller[unit], rule="AT-295")
    prints.return_blueprints(m, unit)
    atoms.move(m, unit, "reserve")


def call_commons(run: Run, number: int) -> None:
    """New Commons enter until the team has so many (AT-278)."""
    m = run.match
    there = [unit for unit in units.team(m, run.you) if units.kind(m, unit) == COMMON]
    for more in range(len(there) + 1, number + 1):
        card = m.facts.game.common[units.class_of(m, run.you)]
        unit = atoms.make(m, card, run.you, m.facts.zone["reserve"][run.you])
        atoms.put(m, unit, "number", more)
        m.push("enter", unit=unit, player=run.you, rule="AT-278")


def facing(m: Match, f: dict[str, Any]) -> None:
    """Its owner chooses which way it faces (ATA-Q27)."""
    from cardlib.games.analog_tactics.movement import moving

    moving.set_facing(m, f["unit"], moving.ask_facing(m, f["unit"], f["rule"]), f["rule"])


PROCEDURES = {"building": procedure(build_one), "facing": procedure(facing)}

"""Attacks that abilities make: how often, on whom, laid on which spaces, with what; and what is done to one in flight.

A volley is a procedure of its own: it asks for a target as long as attacks are left, and puts an interaction on the
stack for each (AT-119). What came of the last one is handed on to the ability that made it: `it`, `aimed_at`, `hit`,
`felled`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from cardlib.games.analog_tactics import units
from cardlib.games.analog_tactics.attacks import attacking, struck
from cardlib.games.analog_tactics.board import geometry, sight
from cardlib.games.analog_tactics.classes import prints, weapons
from cardlib.games.analog_tactics.kinds import COMMON
from cardlib.games.analog_tactics.movement import large
from cardlib.kernel import atoms, values
from cardlib.kernel.boards.board import spaces_in
from cardlib.kernel.boards.occupants import spaces_of
from cardlib.kernel.contract import procedure
from cardlib.kernel.decisions import Choice
from cardlib.kernel.match import AGAIN, END
from cardlib.kernel.refusals import Refusal
from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from cardlib.abilities.running import Run
    from cardlib.kernel.match import Match

FIELDS = {
    "hit": "hit_bonus",
    "base": "base",
    "critical": "critical",
}  # what is added to an attack, as its record has it
LAID = ("sweeping", "ring", "disc")  # shapes whose spaces are fixed by where a unit stands, and nobody chooses
DONE: Choice = ("done",)
NEXT = "next:"  # before the name of what waits for the next attack of a unit


PLAIN: dict[str, Any] = {
    "reach": 0,
    "shape": "",
    "space": 0,
    "length": 0,
    "stated": -1,
    "added": (),
    "keywords": (),
    "backed": (),
    "matching": "",
    "apart": False,
    "other": False,
    "kind": "counter",
    "raises": 0,
    "card": NOWHERE,
}


def begin(m: Match, unit: int, *, times: int, targets: tuple[int, ...] | None, **spec: Any) -> None:
    """Put a volley of a unit on the stack; `targets` are those that are named, None where they are chosen."""
    m.push("volley", unit=unit, left=times, targets=targets, taken=(), **{"skip": (), **spec})


def volley(m: Match, f: dict[str, Any]) -> str:
    """One attack after another, as long as there is a target and the unit stands (AT-119)."""
    unit = f["unit"]
    if not f["left"] or m.state.place[unit] == NOWHERE:
        return END
    hit = aims(m, f)
    if not hit:
        return END
    if f["targets"] is not None or f["shape"] not in ("", "cleave"):
        struck, laid = spread(m, f, hit)
    else:
        offers: list[Choice] = [("attack", unit, target) for target in hit]
        if f["apart"]:
            offers.append(DONE)
        player = m.state.controller[unit]
        answer = m.ask(player, "one", offers, "attack what?", rule="AT-090", source=unit, default=offers[0])
        if answer == DONE:
            return END
        struck, laid = (answer[2],), 0
    if f["shape"] == "cleave":
        struck = (*struck, *cleft(m, unit, m.state.place[unit], {one: spaces_of(m, one) for one in struck}))
    origin = origin_of(m, unit, *struck) if f["kind"] == "spell" else NOWHERE  # a spell strikes one target
    m.touched = True
    f["left"] -= 1
    f["taken"] = (*f["taken"], *struck)
    atoms.hand_on(m, "it", struck)
    first, *_ = struck
    atoms.hand_on(m, "aimed_at", (first, m.state.place[first]))
    attacking.begin(m, unit, struck, **record(m, f, struck), laid=laid, origin=origin if origin != unit else NOWHERE)
    return AGAIN


def aims(m: Match, f: dict[str, Any]) -> tuple[int, ...]:
    """Return what an attack of a volley may be aimed at; with a shape everything that it can be laid on."""
    unit, shape = f["unit"], f["shape"]
    if f.get("part", NOWHERE) != NOWHERE:
        return from_part(m, unit, f["part"], front=f["front"])
    if f["targets"] is not None:
        return named(m, f)
    if shape in LAID:
        return geometry.attackable_on(m, unit, laid_on(m, f))
    if shape == "line":
        return tuple({one for number in lines(m, f) for one in line(m, unit, number, f["length"])})
    if f["space"]:
        return geometry.attackable_on(m, unit, geometry.bits([geometry.numbered(m, unit, f["space"])]))
    if waiting(m, unit, "ring"):
        return ring(m, unit)
    if f["kind"] == "spell":
        reach = lengthened(m, unit, cast_range(m, unit))
        lists = [attacking.targets(m, one, reach) for one in origins(m, unit)]
        return tuple(dict.fromkeys(target for found in lists for target in found))
    found = attacking.targets(m, unit, lengthened(m, unit, f["reach"] or units.stat(m, unit, "range")))
    if f["other"]:  # it names units (AT-010)
        found = [one for one in found if units.is_unit(m, one)]
    return tuple(one for one in found if one not in f["skip"] and not (f["apart"] and one in f["taken"]))


def laid_on(m: Match, f: dict[str, Any]) -> int:
    """Return the spaces that an attack of a volley is laid on, as one number, where its shape says which."""
    return geometry.laid(m, f["unit"], f["shape"], f["space"] or 1, f["length"])


def weapon_of(run: Run, kind: str, targets: tuple[int, ...] | None) -> tuple[int, int]:
    """Return the card that tells the weapon of a counter-attack or an extra attack, and how far it reaches.

    A counter-attack is made with a weapon of the owner's choice, an extra attack with that of the attack before it, one
    by an ability of two weapons with both of them; no form has an effect (AT-251, ATA-Q41, ATA-Q46).
    """
    m, unit, game = run.match, run.source, run.match.facts.game
    if kind == "extra" or run.ability.card in game.pairs:
        card = int(m.state.stack[run.bind["action"]][2]["card"]) if kind == "extra" else run.ability.card
        return card, max(weapons.reach_with(m, unit, weapon) for weapon in game.arms.get(card, ("",)))
    weapon = weapons.to_counter_with(m, unit, targets[0]) if targets else ""
    return (weapons.plain(m, weapon), weapons.reach_with(m, unit, weapon)) if weapon else (run.ability.card, 0)


def has_countered(run: Run) -> bool:
    """Whether the unit has countered the attack by now: whatever calls for it, it does so once (AT-149)."""
    return run.source in run.match.state.stack[run.bind["action"]][2]["countered"]


def note_counter(run: Run) -> None:
    """The unit counters the attack."""
    m, action = run.match, run.bind["action"]
    atoms.bind(m, action, "countered", (*m.state.stack[action][2]["countered"], run.source))


def named(m: Match, f: dict[str, Any]) -> tuple[int, ...]:
    """Return the targets that are named, as far as the unit can attack them from where it stands (ATA-Q43, ATA-Q48)."""
    unit = f["unit"]
    reach = lengthened(m, unit, f["reach"] or units.stat(m, unit, "range"))
    return tuple(one for one in f["targets"] if can_strike(m, unit, one, reach))


def can_strike(m: Match, unit: int, target: int, reach: int) -> bool:
    """Whether a unit can attack a target at a range from where it stands, or through a Kineblade (AT-090, ATA-Q68)."""
    if attacking.no_attack(m, unit, target, reach) is None:
        return True
    through = units.may(m, unit, "attack-through-kineblades")
    return through and target in attacking.through_kineblades(m, unit)


def possible(m: Match, unit: int, given: dict[str, Any], card: int) -> tuple[int, ...]:
    """Return what an attack of an ability could be aimed at now, by the arguments of its operation."""
    if given["about"] is not None:
        return (unit,)
    reach = given["reach"]
    far = reach(m, unit, m.state.controller[unit], {}) if reach is not None else 0
    if given["kind"] == "extra":
        far = weapons.reach(m, unit)  # with the weapon of the attack before it, at most
    f = {
        "unit": unit,
        "shape": given["shape"],
        "targets": None,
        "space": given["space"],
        "length": given["length"] or 0,
        "reach": far,
        "kind": given["kind"],
        "apart": False,
        "other": False,
        "skip": (),
        "card": card,
    }
    return aims(m, f)


def lines(m: Match, f: dict[str, Any]) -> list[int]:
    """Return the numbered spaces in which a straight line begins that strikes something: 6, 1 or 2."""
    return [number for number in (6, 1, 2) if line(m, f["unit"], number, f["length"])]


def line(m: Match, unit: int, number: int, length: int) -> tuple[int, ...]:
    """Return what can be attacked in a straight line that begins in a numbered space of a unit."""
    return geometry.attackable_on(m, unit, geometry.straight(m, unit, number, length))


def spread(m: Match, f: dict[str, Any], hit: tuple[int, ...]) -> tuple[tuple[int, ...], int]:
    """Return everything that an attack with a shape strikes, and on which spaces; of lines, the one that is chosen."""
    unit, shape = f["unit"], f["shape"]
    if shape in LAID:
        return hit, laid_on(m, f)
    if shape != "line":
        return hit, 0
    offers: list[Choice] = [("number", number) for number in lines(m, f)]
    answer = m.ask(m.state.controller[unit], "one", offers, "along which line?", rule="AT-170", source=unit)
    return line(m, unit, answer[1], f["length"]), geometry.straight(m, unit, answer[1], f["length"])


def cleft(m: Match, unit: int, here: int, struck: Mapping[int, tuple[int, ...]], laid: int = 0) -> tuple[int, ...]:
    """Return what stands straight behind targets, or behind spaces that an attack is laid on (AT-167).

    here: the space from which the unit attacks them.
    struck: the spaces of each target, its anchor first.
    """
    taken = geometry.bits(space for spaces in struck.values() for space in spaces)
    behind = [geometry.beyond(m, here, spaces[0]) for spaces in struck.values()]
    behind += [geometry.beyond(m, here, space) for space in spaces_in(laid & ~taken)]
    held = [spaces for spaces in behind if {*geometry.attackable_on(m, unit, geometry.bits(spaces))} - {*struck}]
    spaces = [pick(m, unit, spaces, "which space is behind it?") for spaces in held]
    return geometry.attackable_on(m, unit, geometry.bits(spaces))


def pick(m: Match, unit: int, spaces: list[int], question: str) -> int:
    """Return the one of spaces that lie equally straight which the player of a unit picks (ATA-Q21)."""
    offers: list[Choice] = [("space", space) for space in spaces]
    return int(m.ask(m.state.controller[unit], "one", offers, question, rule="ATA-Q21", source=unit)[1])


def record(m: Match, f: dict[str, Any], struck: tuple[int, ...]) -> dict[str, Any]:
    """Return what of the record of an attack an ability sets: bonuses, keywords, a stated amount."""
    found: dict[str, Any] = {FIELDS[name]: number for name, number in f["added"]}
    found |= dict.fromkeys(f["keywords"], True)
    first, *_ = struck  # the one that it is aimed at
    if f["backed"] and geometry.backed(m, f["unit"], first):
        found |= dict.fromkeys(f["backed"], True)
    if f["matching"]:
        found["base"] = found.get("base", 0) + units.armor(m, first)
    if f["stated"] >= 0:
        found |= {"stated": f["stated"], "optional": False}
    if f["shape"] in ("ring", "disc"):
        found |= {"aoe": True, "optional": False}
    found["spread"] = bool(f["shape"])
    found["aimed_at"] = f["shape"] in ("", "cleave")  # damage laid on spaces is not targeted (AT-127)
    found["repays"] = f["kind"] in ("counter", "extra", "overwatch")
    found["card"] = f["card"]
    found["raises"] = f["raises"]
    if f.get("part", NOWHERE) != NOWHERE:
        found["part"] = f["part"]
        found["sided"] = not f["front"]
    return found


def origins(m: Match, caster: int) -> list[int]:
    """Return from where a spell may be measured: the caster, and with Channel the Commons in a chain from it."""
    found = [caster]
    if not units.may(m, caster, "cast-through-commons"):
        return found
    reach = cast_range(m, caster)
    commons = [one for one in units.units(m, m.state.controller[caster]) if units.kind(m, one) == COMMON]
    for here in found:
        found += [one for one in commons if one not in found and units.distance(m, here, one) <= reach]
    return found


def origin_of(m: Match, unit: int, target: int) -> int:
    """Return from where an attack that is a spell is measured, of several the one that its player chooses (AT-281)."""
    reach = lengthened(m, unit, cast_range(m, unit))
    found = [one for one in origins(m, unit) if attacking.no_attack(m, one, target, reach) is None]
    offers: list[Choice] = [("card", one) for one in found or [unit]]
    player = m.state.controller[unit]
    answer = m.ask(player, "one", offers, "from where is it cast?", rule="AT-281", source=unit, default=offers[0])
    return int(answer[1])


def cast_range(m: Match, unit: int) -> int:
    """Return the cast range: at least 2, and as far as the Elite of the caster attacks (AT-281, ATA-Q72)."""
    side = m.state.controller[unit]
    elite = units.elite(m, side)
    mana = m.state.players[side]["mana"]
    reach = units.stat(m, elite, "range") if elite != NOWHERE else 1 + mana  # as far as it would attack (AT-280)
    return max(m.facts.constants["least_cast_range"], reach)


# -- what waits for the next attack ------------------------------------------------------------------------------


def waiting(m: Match, unit: int, name: str) -> int:
    """Return what waits for the next attack of a unit under a name; the same row counts once unless it adds up."""
    found, seen = 0, set()
    for effect, source, _, fixed, number in values.effects(m, NEXT + name):
        if not number or unit not in (fixed or ()) or (effect.other is None and (id(effect), source) in seen):
            continue
        seen.add((id(effect), source))
        found += number
    return found


def lengthened(m: Match, unit: int, reach: int) -> int:
    """Return a range with what waits for the next attack of a unit (ATA-Q16)."""
    return reach + waiting(m, unit, "range")


def ring(m: Match, unit: int) -> tuple[int, ...]:
    """Return what an attack that is laid on the six spaces around a unit strikes (AT-162)."""
    return geometry.attackable_on(m, unit, geometry.ring(m, unit))


def options(m: Match, unit: int) -> list[Choice]:
    """Return the standard attacks of a unit; one that waits to be laid around it needs neither arc nor sight."""
    if attacking.unable_to_attack(m, unit) is not None:
        return []
    if waiting(m, unit, "ring"):
        return [("attack", unit, target) for target in ring(m, unit)]
    return attacking.options(m, unit, reach(m, unit))


def no_attack(m: Match, unit: int, target: int) -> Refusal | None:
    """Say why a unit cannot make a standard attack on a target (AT-090)."""
    if waiting(m, unit, "ring"):
        found = attacking.unattackable(m, m.state.controller[unit], target)
        return found or (None if target in ring(m, unit) else attacking.FAR)
    return attacking.no_attack(m, unit, target, reach(m, unit))


def reach(m: Match, unit: int) -> int:
    """Return the range of the next attack of a unit (AT-058)."""
    return lengthened(m, unit, units.stat(m, unit, "range"))


def use_up(m: Match, unit: int) -> None:
    """What waited for the next attack of a unit is gone (ATA-Q16)."""
    kept = []
    for lasting in m.state.modifiers:
        effect = m.facts.abilities[lasting.card][lasting.ability].continuous[lasting.node]
        if not (effect.attr.startswith(NEXT) and unit in (lasting.objects or ())):
            kept.append(lasting)
    atoms.keep_lasting(m, kept)


def prepared(m: Match, attacker: int) -> dict[str, Any]:
    """Take what waits for the next attack of a unit: what it adds to the record (ATA-Q16)."""
    if not m.state.modifiers:
        return {}
    found: dict[str, Any] = {FIELDS[name]: waiting(m, attacker, name) for name in FIELDS}
    found |= {word: True for word in ("piercing", "swift", "wounding", "unrolled") if waiting(m, attacker, word)}
    found |= {name: waiting(m, attacker, name) for name in ("poison", "face")}
    if waiting(m, attacker, "ring"):
        found |= {"aimed": ring(m, attacker), "aoe": True, "aimed_at": False}
    use_up(m, attacker)
    return found


# -- an attack in flight -----------------------------------------------------------------------------------------


def set_health(m: Match, obj: int, health: int) -> None:
    """The Health of a thing becomes a number, at most its maximum."""
    most = m.rules.value(m, obj, "health")
    atoms.put(m, obj, "wounds", most - min(most, health))


def sunder(run: Run) -> None:
    """Further Attack points may be paid; then Base Damage and the factor on Critical Damage rise (ATA-Q50)."""
    m, action = run.match, run.bind["action"]
    spare = m.state.columns["attack_points"][run.source]
    offers: list[Choice] = [("number", number) for number in range(spare + 1)]
    more = m.ask(run.you, "number", offers, "how many further Attack points?", rule="ATA-Q50", source=run.source)[1]
    if more:
        units.spend(m, run.source, "attack_points", more)
    struck.throughout(m, action, "base", more + 1)
    atoms.bind(m, action, "factor", more + 2)


def barter(m: Match, action: int, unit: int, card: int) -> None:
    """The unit attacks its attacker once for each Health that it loses to this attack, when that is over (ATA-Q48)."""
    f = m.state.stack[action][2]
    atoms.bind(m, action, "barters", (*f["barters"], (unit, card)))


def lose_instead(m: Match, action: int, other: int) -> None:
    """Another unit loses the Health (ATA-Q96)."""
    f = m.state.stack[action][2]
    loss = int(f["loss"])
    atoms.bind(m, action, "loss", 0)
    m.push("loses", targets=(other,), losses=(loss,), attacker=f["attacker"], by=f["by"], split=True)


def bend_fabric(run: Run) -> None:
    """The owner splits the loss over the units in the fold, none beyond its Health (ATA-Q104)."""
    m, action = run.match, run.bind["action"]
    f = m.state.stack[action][2]
    group = units.folded(m, run.you)
    loss = min(int(f["loss"]), sum(units.health(m, unit) for unit in group))
    shares: list[tuple[int, int]] = []
    left = loss
    for at, unit in enumerate(group):
        rest = sum(units.health(m, other) for other in group[at + 1 :])
        least, most = max(0, left - rest), min(left, units.health(m, unit))
        offers: list[Choice] = [("number", n) for n in range(least, most + 1)]
        title = m.rules.speech.title(m, unit)
        number = m.ask(run.you, "number", offers, f"how much does {title} lose?", rule="ATA-Q104", source=unit)[1]
        shares.append((unit, number))
        left -= number
    atoms.bind(m, action, "loss", dict(shares)[f["target"]])  # its own share is what it loses to what struck it
    for unit, number in shares[::-1]:
        if number and unit != f["target"]:
            m.push("loses", targets=(unit,), losses=(number,), attacker=f["attacker"], by=f["by"], split=True)


def dreadnought(run: Run, added: tuple[tuple[str, int], ...], keywords: tuple[str, ...]) -> None:
    """The front, the left or the right space of a Dreadnought attacks, each once in a turn (ATA-Q116)."""
    m, unit = run.match, run.source
    offers: list[Choice] = [("number", number) for number in armed_parts(m, unit)]
    if not offers:
        return
    number = m.ask(run.you, "one", offers, "from which of its spaces?", rule="ATA-Q116", source=unit)[1]
    atoms.put(m, unit, "volleys", m.state.columns["volleys"][unit] | large.PARTS[number])
    front = number == large.FRONT
    added = tuple((name, prints.blueprint_amount(m, unit, m.facts.game.dreadnought, by)) for name, by in added)
    spec = {
        "added": added if front else (),
        "keywords": keywords if front else (),
        "kind": "",
        "card": run.ability.card,
        "part": large.part(m, unit, number),
        "front": front,
    }
    begin(m, unit, times=1, targets=None, **(PLAIN | spec))


def armed_parts(m: Match, unit: int) -> list[int]:
    """Return the parts of a Dreadnought that may still attack, and have something to attack."""
    return [
        number
        for number in large.unused(m, unit)
        if from_part(m, unit, large.part(m, unit, number), front=number == large.FRONT)
    ]


def from_part(m: Match, unit: int, space: int, *, front: bool) -> tuple[int, ...]:
    """Return what a part may attack, by distance and sight from its space (AT-308, ATA-Q116)."""
    reach = units.stat(m, unit, "range")
    if not front:
        reach -= prints.improvement(m, unit, "range", but=m.facts.game.dreadnought)
    side = m.state.controller[unit]
    return tuple(
        one
        for one in attacking.aims(m, side)
        if attacking.far_from(m, space, one) <= reach and sight.corners(m, unit, one, space) < sight.HIDDEN
    )


PROCEDURES = {"volley": procedure(volley)}

"""Abilities that are used in the own turn, between other actions (AT-046 to AT-049)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from cardlib.abilities.performing import begin_effect
from cardlib.abilities.running import Run
from cardlib.abilities.targets import can_begin, choose_targets, cost_can_be_paid, enough
from cardlib.games.analog_tactics import cards, units
from cardlib.games.analog_tactics.attacks import attacking, volleys
from cardlib.games.analog_tactics.board import placing
from cardlib.games.analog_tactics.classes import building, owning, prints, weapons
from cardlib.games.analog_tactics.classes.upkeep import ELEMENTS
from cardlib.games.analog_tactics.course import sharing
from cardlib.games.analog_tactics.kinds import BOW, COMMON, ELITE, ENGINEER, MAGE
from cardlib.games.analog_tactics.movement import large, striding
from cardlib.kernel import spans, values
from cardlib.kernel.ability import Ability, Instruction
from cardlib.kernel.contract import procedure
from cardlib.kernel.decisions import Choice
from cardlib.kernel.match import END
from cardlib.kernel.narrowing import may_fit
from cardlib.kernel.refusals import Refusal
from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from cardlib.abilities.operations.params import Subjects
    from cardlib.kernel.match import Match

CHEAP = {pool: f"knows:{pool}" for pool in units.POOLS}  # what lets points of a pool pay for what others have
CHEAPER = frozenset(CHEAP.values())
NOT_HAD = Refusal("AT-218", "{s} has no such ability now")
UNARMED = Refusal("AT-234", "{s} has no such weapon")
UNMATCHED = Refusal("AT-250", "{s} does not have both weapons of it at rank 3")
TOO_HIGH = Refusal("AT-273", "the team of {s} has not reached the level of this ability")
RITUAL = Refusal("AT-284", TOO_HIGH.text)
TOO_SOON = Refusal("AT-296", TOO_HIGH.text)
NOT_ATTUNED = Refusal("AT-272", "its element is not attuned, and has not the Attunement that this ability takes")
LIMIT = Refusal("AT-175", "{s} has used it as often as it can be used")
COOLDOWN = Refusal("AT-174", "the team of {s} has used it this turn")
SHORT = Refusal("AT-046", "{s} can't pay for it")
BY_NAME = Refusal("ATA-Q106", "{s} builds one thing for a Special point, by the ability of that thing")
FULL = Refusal("AT-177", "there are as many of it on the board as there may be")
NEEDS = Refusal("AT-048", "what it needs is not so")
NO_TARGET = Refusal("AT-232", "there is nothing that {s} could use it on")
CARRIED = Refusal("AT-294", "{s} has it already")
FORM = Refusal("AT-238", "{s} is at another weaponform")


def abilities(m: Match, unit: int) -> list[Ability]:
    """Return the abilities that a unit could use in its own turn: its own, and those that it knows of others."""
    table = values.in_force(m)
    key = "used", unit
    found: list[Ability] | None = table.known.get(key)
    if found is None:
        used = m.facts.game.used
        own = [one for card, _ in table.granted.get(unit, ()) for one in used[card]]
        found = table.known[key] = list(dict.fromkeys((*own, *known(m, unit))))
    return found


def known(m: Match, unit: int) -> list[Ability]:
    """Return the available abilities that a unit may use in the place of who has them (ATA-Q98, ATA-Q111)."""
    side, game = m.state.controller[unit], m.facts.game
    found: list[Ability] = []
    for attr in ("knows", *CHEAP.values()):
        for row in values.effects(m, attr):
            if values.covers(m, row, unit):
                there = owning.available(m, side)
                found += [one for card in there if values.names(m, row, card) for one in game.used[card]]
    return found


def not_had(m: Match, unit: int, ability: Ability) -> Refusal:
    """Say why a unit has not an ability: for want of weapons or of levels, or one of the Mage as closed, or at all."""
    game, card, said = m.facts.game, ability.card, m.state.players[m.state.controller[unit]]
    if card in game.pairs:
        return UNMATCHED
    if game.weapon[card]:
        return UNARMED
    if card in game.elite_blueprints and (said["team_class"], units.kind(m, unit)) == (ENGINEER, ELITE):
        return TOO_SOON
    if said["team_class"] != MAGE or units.kind(m, unit) > COMMON:
        return NOT_HAD
    if owning.would_have(m, unit, card, **dict.fromkeys(ELEMENTS, said["level"])):
        return NOT_ATTUNED
    if owning.would_have(m, unit, card, **dict.fromkeys(("level", *ELEMENTS), game.top_level)):
        return RITUAL if card in game.rituals else TOO_HIGH
    return NOT_HAD


def other_price(m: Match, unit: int, ability: Ability) -> dict[str, int]:
    """Return by pool what a unit pays for an ability of others in place of its price; nothing where it pays that."""
    found: dict[str, int] = {}
    for pool, attr in CHEAP.items() if not values.silent(m, CHEAPER) else ():
        for row in values.effects(m, attr):
            if values.names(m, row, ability.card) and values.covers(m, row, unit):
                found[pool] = values.amount(m, row, unit)
    return found


def no_use(m: Match, unit: int, ability: Ability) -> Refusal | None:
    """Say why a unit cannot use an ability now."""
    you = m.state.controller[unit]
    form = m.facts.game.form[ability.card]
    if form and form != m.state.columns["form"][unit]:
        return FORM
    if ability.card in m.facts.game.elite_blueprints and prints.is_installed(m, unit, ability.card):
        return CARRIED
    if ability.limit is not None and spans.used_up(m, ability, unit, you):
        return COOLDOWN if ability.limit.by == "player" and ability.limit.per == "turn" else LIMIT
    if ability.needs is not None and not ability.needs(m, unit, you, {}):
        return NEEDS if ability.rule is None else Refusal(ability.rule, NEEDS.text)
    price = other_price(m, unit, ability)
    short = any(m.rules.points_there(m, pool, unit, you) < number for pool, number in price.items())
    if short or (not price and not cost_can_be_paid(m, ability, unit, you)):
        return kept_back(m, unit, ability) or SHORT
    if enough(m, ability, unit, you) and can_begin(m, ability, unit, you):
        return None
    if _single(m, ability.program[0], unit):
        return BY_NAME
    return FULL if _full(m, ability, you) else NO_TARGET


def kept_back(m: Match, unit: int, ability: Ability) -> Refusal | None:
    """Say by which rule points of a unit that are there can't pay an ability (ATA-Q116, ATA-Q124)."""
    pools = tuple(other_price(m, unit, ability)) or cards.pools_of(ability)
    if any(sharing.kept_back(m, pool, unit) for pool in pools):
        return sharing.BARRED
    return attacking.BY_PARTS if "attack_points" in pools and large.is_large(m, unit) else None


def _single(m: Match, first: Instruction, unit: int) -> bool:
    """Whether an operation builds one thing, of several kinds: that is done by the ability of the kind (ATA-Q106)."""
    given = first.arguments
    if first.operation.name != "build" or given["to"] is not None or given["card"] is not None:
        return False
    return bool(given["count"](m, unit, m.state.controller[unit], {}) < 2)


def _full(m: Match, ability: Ability, you: int) -> bool:
    """Whether a player has as many of what an ability makes as there may be (AT-177)."""
    first = ability.program[0]
    card = first.arguments.get("card") if first.operation.name in ("build", "summon") else None
    return card is not None and building.at_most(m, you, m.facts.number[card])


def could_do(m: Match, ability: Ability, first: Instruction, unit: int, bind: Mapping[str, Any]) -> bool:
    """Whether an operation with which an ability of a unit begins, or one of its modes, could be done at all.

    bind: the action that it answers to, if it is a reaction, or what set it off. Of a trigger that may be declined also
    whether it could make a step; what costs points is not for its step alone.
    """
    name, given = first.operation.name, first.arguments
    you = m.state.controller[unit]
    if name == "attack":
        return bool(volleys.possible(m, unit, given, ability.card))
    if name == "build" and given["to"] is None:
        card = given["card"]
        kinds = (m.facts.number[card],) if card is not None else ()
        if _single(m, first, unit):
            return False  # each thing has an option of its own
        return bool(building.buildable(m, you, unit, kinds, NOWHERE))
    if name == "dreadnought-volley":
        return bool(volleys.armed_parts(m, unit))
    if name == "grapple":
        return bool(striding.grappled(m, unit, given["length"](m, unit, you, {})))
    about = given.get("about")
    if about is not None and about.kind == "choose":
        near = [obj for obj in may_fit(m, about.test, m.facts.field_zone, unit, you) if about.test(m, obj, unit, you)]
        if not near:
            return False
    if name == "shift-ground":
        reach = prints.blueprint_amount(m, unit, ability.card, given["reach"](m, unit, you, {}))
        return bool(placing.movables(m, unit, given["what"], reach))
    if name == "reposition":
        return m.state.columns["movement_points"][unit] > 0  # its own, which nothing stands in for (AT-155)
    if name == "body-double":
        return bool(placing.doubles(m, unit))
    steps = name == "step" and ability.optional
    if "to" not in given and not steps:
        return True
    run = Run(m, {**bind, "source": unit, "you": you}, ability)
    if name == "build":  # on the space that somebody left (AT-014)
        return bool(building.buildable(m, you, unit, (), placing.left_space(run)))
    if steps:
        return _has_steps(run, about, run.number(given["spaces"]), given["way"] or "")
    if name == "raise-obstacle":
        return bool(placing.allowed(m, placing.spaces(run, given["to"])))
    if name in ("relocate", "mass-teleport"):
        return placing.has_room(run, given["to"])
    if name == "place-tokens":
        return placing.takes_tokens(run, given["to"], around=given["together"])
    if name == "summon":
        return bool(building.summonable(run, given["card"], given["to"]))
    return True


def _has_steps(run: Run, about: Subjects | None, spaces: int, way: str) -> bool:
    """Whether somebody could step: who moves by what an ability says, or, where that is asked later, anybody."""
    if about is not None and about.kind in ("target", "choose"):
        return True
    movers = about.find(run) if about is not None else [run.source]
    return spaces > 0 and any(striding.first_steps(run.match, unit, spaces, way) for unit in movers)


def options(m: Match, unit: int) -> list[Choice]:
    """Return the abilities that a unit can use now."""
    columns = m.state.columns
    none_left = {pool for pool in units.POOLS if not columns[pool][unit] and not sharing.ways(m, pool, unit)}
    return [
        choice
        for choice, ability, taken in at_hand(m, unit)  # what takes points of which there are none is not looked at
        if none_left.isdisjoint(taken) and no_use(m, unit, ability) is None
    ]


def at_hand(m: Match, unit: int) -> list[tuple[Choice, Ability, tuple[str, ...]]]:
    """Return the options to use what a unit has at its weaponform, each with its ability and the pools it takes."""
    table = values.in_force(m)
    form = m.state.columns["form"][unit]
    key = "at_hand", unit, form
    found: list[tuple[Choice, Ability, tuple[str, ...]]] | None = table.known.get(key)
    if found is None:
        game = m.facts.game
        found = table.known[key] = [
            (("use", unit, game.order[one.card]), one, taken_from(m, unit, one))
            for one in abilities(m, unit)
            if game.form[one.card] in (0, form)
        ]
    return found


def taken_from(m: Match, unit: int, ability: Ability) -> tuple[str, ...]:
    """Return the pools from which every use of an ability by a unit takes points."""
    found: tuple[str, ...] = tuple(other_price(m, unit, ability)) or m.facts.game.taken_from[ability.card]
    return found


def use(m: Match, unit: int, at: int) -> None:
    """A unit uses an ability: targets, then the cost, then what it does."""
    ability = ability_at(m, at)
    m.push("use", unit=unit, card=ability.card, number=ability.number)


def ability_at(m: Match, at: int) -> Ability:
    """Return the ability of a number among all that can be used."""
    game = m.facts.game
    card = game.usable[at]
    found: Ability = game.used[card][0]
    return found


def targets(m: Match, f: dict[str, Any]) -> str | None:
    """Targets are chosen, and the cost is paid (AT-046, AT-047)."""
    unit = f["unit"]
    ability = m.facts.abilities[f["card"]][f["number"]]
    you = m.state.controller[unit]
    chosen = choose_targets(m, ability, unit, you, {})
    if chosen is None:
        return END
    price = other_price(m, unit, ability)
    first = {pool: m.rules.payers(m, ability, pool, unit, you, number) for pool, number in price.items()}
    f["targets"] = chosen
    f["kept"] = ()
    spans.use(m, ability, unit, you)
    named = [one for group in chosen for one in group if ability.targets[0].zone != "player"]
    target = named[0] if len(named) == 1 else NOWHERE
    m.emit("uses", unit, target, m.facts.game.order[f["card"]], you, ability.rule or "AT-049")
    for pool, number in price.items():
        m.rules.take_points(m, pool, unit, you, number, first[pool])
        m.emit("paid", unit, number=number, player=you, rule="AT-046", total=m.facts.pools[pool].counted(number))
    if not price:
        begin_effect(m, ability, unit, you, part="cost")
    return None


def effect(m: Match, f: dict[str, Any]) -> None:
    """What the ability does."""
    ability = m.facts.abilities[f["card"]][f["number"]]
    m.touched = True
    kept = dict(f["kept"])
    begin_effect(m, ability, f["unit"], m.state.controller[f["unit"]], targets=f["targets"], **kept)


def over(m: Match, f: dict[str, Any]) -> None:
    """A weapon that was used lets the weaponform advance (AT-240, AT-242)."""
    unit, game = f["unit"], m.facts.game
    if game.form[f["card"]] and game.weapon[f["card"]] != BOW and m.state.place[unit] != NOWHERE:
        weapons.advance(m, unit)


PROCEDURES = {"use": procedure(targets, effect, over)}

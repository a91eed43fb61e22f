"""What a player may do in T5: with any unit, in any order (AT-039, AT-043 to AT-049)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from cardlib.abilities import reacting
from cardlib.games.analog_tactics import units
from cardlib.games.analog_tactics.attacks import attacking, volleys
from cardlib.games.analog_tactics.board import objectives
from cardlib.games.analog_tactics.course import settling, sharing, using
from cardlib.games.analog_tactics.movement import moving
from cardlib.kernel.contract import procedure
from cardlib.kernel.decisions import Choice
from cardlib.kernel.refusals import Refusal
from cardlib.kernel.state import NOWHERE
from cardlib.kernel.windows import open_window

if TYPE_CHECKING:
    from cardlib.kernel.match import Match

END: Choice = ("end",)
POINT_SPENT: Final = "point-spent"
NOT_YOURS = Refusal("AT-039", "{s} is no unit of yours on the board")
FIXED = Refusal("ATA-Q108", "{s} stays where it is")
OTHER_TURN = Refusal("AT-049", "it is not your turn")


def options(m: Match, player: int) -> list[Choice]:
    """Return everything that a player may do now, and ending the turn (AT-039)."""
    found: list[Choice] = []
    for unit in units.units(m, player):
        found += volleys.options(m, unit)
        found += moving.options(m, unit)
        found += objectives.options(m, unit)
        found += using.options(m, unit)
    for thing in units.obstacles(m):
        if m.state.controller[thing] == player:
            found += using.options(m, thing)
            if units.may(m, thing, "take-movement-actions"):
                found += moving.options(m, thing)
    if any(m.state.columns["reaction_points"][unit] for unit in units.units(m, player)):
        found += reacting.at_will(m, settling.ANY, player, len(m.state.stack) - 1)
    found.append(END)
    return found


def carry_out(m: Match, choice: Choice) -> None:
    """Begin what a player has chosen; it is completed, and others have reacted, before the next action (AT-044)."""
    first = payer_of(m, choice)
    attacking.count_anew(m)
    m.push("finished", record="step", unit=choice[1], space=NOWHERE, attacked=0)
    match choice[0]:
        case "move":
            moving.move(m, choice[1], choice[2], first)
        case "turn":
            moving.turn(m, choice[1], first)
        case "attack":
            attacking.attack(m, choice[1], choice[2], first)
        case "use":
            using.use(m, choice[1], choice[2])
        case "capture":
            objectives.capture(m, choice[1], choice[2], first)
        case "react":
            m.push("at_will", record="step", unit=choice[1], space=NOWHERE, card=choice[2], number=choice[3])


def payer_of(m: Match, choice: Choice) -> tuple[sharing.Source, ...]:
    """Ask with which points an action is paid first, where an ability gives a choice (AT-046 to AT-048)."""
    match choice[0]:
        case "move":
            return sharing.asked(m, "movement_points", choice[1], moving.prices(m, choice[1])[choice[2]])
        case "turn":
            return sharing.asked(m, "movement_points", choice[1])
        case "attack":
            return sharing.asked(m, "attack_points", choice[1])
        case "capture":
            return objectives.asked(m, choice[1], choice[2])
    return ()


def react(m: Match, f: dict[str, Any]) -> None:
    """In the own turn a reaction without a condition is used like an action (AT-049, AT-145)."""
    reacting.use_at_will(m, settling.ANY, f["unit"], f["card"], f["number"])


def spent(m: Match, f: dict[str, Any]) -> None:
    """Where the action took an Attack point of its unit, that is a window of its own once it is resolved (AT-144)."""
    if f["attacked"] and m.state.place[f["unit"]] != NOWHERE:
        open_window(m, POINT_SPENT)


def others_react(m: Match, f: dict[str, Any]) -> None:
    """After each action, and before the first one, the others may react; elsewhere all may (AT-044, AT-134)."""
    settling.pause(m, asks=f.get("asks", "others"))


def no_action(m: Match, player: int, unit: int) -> Refusal | None:
    """Say why a player can do nothing with a unit now (AT-039, AT-049)."""
    if m.state.controller[unit] != player:
        return NOT_YOURS
    return None if m.state.vars["active"] == player else OTHER_TURN


def no_move(m: Match, player: int, unit: int, space: int) -> Refusal | None:
    """What forbids a unit a step to a space."""
    return no_action(m, player, unit) or immobile(m, unit) or moving.no_step(m, unit, space)


def no_turn(m: Match, player: int, unit: int) -> Refusal | None:
    """What forbids a unit to turn."""
    return no_action(m, player, unit) or immobile(m, unit) or moving.unable_to_move(m, unit)


def immobile(m: Match, thing: int) -> Refusal | None:
    """Say why a thing takes no Movement actions at all: Obstacles, but where an ability lets them (ATA-Q108)."""
    return None if units.is_unit(m, thing) or units.may(m, thing, "take-movement-actions") else FIXED


def no_attack(m: Match, player: int, unit: int, target: int) -> Refusal | None:
    """What forbids a unit a standard attack on a target."""
    found = no_action(m, player, unit) or attacking.unable_to_attack(m, unit)
    return found or volleys.no_attack(m, unit, target)


def no_capture(m: Match, player: int, unit: int, thing: int) -> Refusal | None:
    """What forbids a unit to capture a thing."""
    return no_action(m, player, unit) or objectives.no_capture(m, unit, thing)


def no_use(m: Match, player: int, unit: int, at: int) -> Refusal | None:
    """What forbids a unit to use an ability."""
    if (found := no_action(m, player, unit)) is not None:
        return found
    ability = using.ability_at(m, at)
    return using.no_use(m, unit, ability) if ability in using.abilities(m, unit) else using.not_had(m, unit, ability)


def no_end(m: Match, player: int) -> Refusal | None:
    """Nothing forbids to end the turn: where units can only react, it tells that actions are asked for (AT-045)."""
    return None


FORBIDS = {
    "move": no_move,
    "turn": no_turn,
    "attack": no_attack,
    "capture": no_capture,
    "use": no_use,
    "end": no_end,
}

PROCEDURES = {
    "finished": procedure(spent, others_react),
    "at_will": procedure(react),
    "others": procedure(others_react),
}

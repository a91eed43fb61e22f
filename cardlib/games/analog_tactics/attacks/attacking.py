"""What a unit may attack, by range, arc and sight (AT-090, AT-091, AT-120), and how an attack begins."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from cardlib.games.analog_tactics import units
from cardlib.games.analog_tactics.board import sight, tokens
from cardlib.games.analog_tactics.course import sharing
from cardlib.games.analog_tactics.kinds import OBJECTIVE, OBSTACLE, RESPAWN
from cardlib.games.analog_tactics.movement import large
from cardlib.kernel import atoms, values
from cardlib.kernel.boards import facing
from cardlib.kernel.boards.board import bits
from cardlib.kernel.boards.distances import distances, near
from cardlib.kernel.boards.occupants import board_of, spaces_of
from cardlib.kernel.decisions import Choice
from cardlib.kernel.refusals import Refusal
from cardlib.kernel.spans import PART_OF
from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from cardlib.kernel.match import Match

NO_POINTS = Refusal("AT-052", "{s} has no Attack point left")
BY_PARTS = Refusal("ATA-Q116", "{s} attacks with its front and sides, and not for Attack points")
FRIEND = Refusal("AT-120", "{o} is on your side")
NEUTRAL = Refusal("AT-090", "{o} is neutral: it is captured, not attacked")
NEVER = Refusal("AT-013", "{o} is permanent")
RESPAWNS = Refusal("AT-090", "{o} can never be attacked")
SELF = Refusal("AT-090", "{s} cannot attack itself")
FAR = Refusal("AT-058", "{o} is out of the range of {s}")
BEHIND = Refusal("AT-082", "{o} is not in the front arc of {s}")
UNSEEN = Refusal("AT-081", "{o} is hidden from {s}")


def enemies(m: Match, player: int) -> list[int]:
    """Return whatever a player may attack: enemy units, enemy-controlled Objectives, Obstacles (AT-090)."""
    key = "enemies", player
    found: list[int] | None = m.cache.get(key)
    if found is None:
        s = m.state
        found = [unit for other in range(m.facts.players) if other != player for unit in units.units(m, other)]
        found += [one for one in units.objectives(m) if s.controller[one] not in (player, NOWHERE)]
        found += [one for one in units.obstacles(m) if not s.columns["permanent"][one]]
        m.cache[key] = found
    return found


def aims(m: Match, player: int) -> list[int]:
    """Return what attacks of a player are aimed at: `enemies`, and the spaces of enemies' Stealth Tokens (AT-203)."""
    key = "aims", player
    found: list[int] | None = m.cache.get(key)
    if found is None:
        found = enemies(m, player)
        there = [one for one in tokens.tokens(m) if m.state.controller[one] != player]
        found = m.cache[key] = [*found, *there] if there else found
    return found


def held(m: Match, things: list[int], key: tuple[str, int]) -> int:
    """Return the spaces on which some things stand as one number, kept by a key until something moves."""
    found: int | None = m.cache.get(key)
    if found is None:
        place, prints, large = m.state.place, m.state.columns["blueprints"], m.facts.game.large
        found = 0
        for one in things:
            if prints[one] & large:
                found |= bits(spaces_of(m, one))
            elif place[one] != NOWHERE:
                found |= 1 << place[one]
        m.cache[key] = found
    return found


def unattackable(m: Match, player: int, target: int) -> Refusal | None:
    """Say why nothing of a player may attack a target (AT-090, AT-120)."""
    what, side = units.kind(m, target), m.state.controller[target]
    if what == RESPAWN:
        return RESPAWNS
    if what == OBSTACLE:
        return NEVER if m.state.columns["permanent"][target] else None
    if tokens.is_token(m, target):
        return FRIEND if side == player else None
    if what == OBJECTIVE and side == NOWHERE:
        return NEUTRAL
    return FRIEND if side == player or what > OBJECTIVE else None


def no_attack(m: Match, unit: int, target: int, reach: int) -> Refusal | None:
    """Say why a unit cannot attack a target at a range: whose it is, distance, arc, sight (AT-090)."""
    if unit == target:
        return SELF
    if (found := unattackable(m, m.state.controller[unit], target)) is not None:
        return found
    if m.state.place[target] == NOWHERE or units.distance(m, unit, target) > reach:
        return FAR
    if sight.sees(m, unit, target) or sight.seen_by_others(m, unit, target):
        return None
    return UNSEEN if sight.faces(m, unit, target) else BEHIND


def far_from(m: Match, space: int, target: int) -> int:
    """Return the distance of a target from a space, of a large one of its nearest space (AT-306)."""
    far = distances(board_of(m), space)
    return min((far[one] for one in spaces_of(m, target)), default=len(far))


def unable_to_attack(m: Match, unit: int) -> Refusal | None:
    """Say why a unit cannot attack anything (AT-052)."""
    if large.is_large(m, unit):
        return BY_PARTS
    if m.rules.points_there(m, "attack_points", unit, NOWHERE):
        return None
    return sharing.BARRED if sharing.kept_back(m, "attack_points", unit) else NO_POINTS


def targets(m: Match, unit: int, reach: int) -> Sequence[int]:
    """Return what a unit may attack at a range (AT-090)."""
    still = m.recall()
    if still is None:
        return _targets(m, unit, reach)
    key = ("targets", unit, reach)
    found: Sequence[int] | None = still.get(key)
    if found is None:
        found = still[key] = _targets(m, unit, reach)
    return found


def _targets(m: Match, unit: int, reach: int) -> list[int]:
    s, board = m.state, board_of(m)
    here, place = s.place[unit], s.place
    within = near(board, here, reach)
    lent = bool(values.effects(m, "seer"))
    front = within
    if not units.may(m, unit, "see-all-round"):
        front &= facing.arc_of(board, here, s.columns["facing"][unit], "front")
    prints, large = s.columns["blueprints"], m.facts.game.large
    found: list[int] = []
    side = s.controller[unit]
    there = aims(m, side)
    is_large = prints[unit] & large
    if not is_large and not within & held(m, there, ("aimed", side)):
        there = []
    for target in (one for one in there if one != unit):
        space = place[target]
        if is_large or prints[target] & large:
            if no_attack(m, unit, target, reach) is None:
                found.append(target)
        else:
            own = front >> space & 1 and (space in board.neighbours[here] or sight.sees(m, unit, target))
            if own or (lent and within >> space & 1 and sight.seen_by_others(m, unit, target)):
                found.append(target)
    if units.may(m, unit, "attack-through-kineblades"):
        found = list(dict.fromkeys([*found, *through_kineblades(m, unit)]))
    return found


def through_kineblades(m: Match, unit: int) -> list[int]:
    """Return what an Elite may attack from the spaces of its Kineblades, facing it there (ATA-Q68)."""
    return [one for one in aims(m, m.state.controller[unit]) if blades_beside(m, unit, one)]


def blades_beside(m: Match, unit: int, target: int) -> list[int]:
    """Return the Kineblades of a unit's player that stand beside a target."""
    s = m.state
    blades = [one for one in units.units(m, s.controller[unit]) if s.card[one] == m.facts.game.kineblade]
    return [one for one in blades if units.adjacent(m, one, target)]


def options(m: Match, unit: int, reach: int) -> list[Choice]:
    """Return the standard attacks at a range of a unit that can attack (AT-090)."""
    return [("attack", unit, target) for target in targets(m, unit, reach)]


def attack(m: Match, unit: int, target: int, first: Sequence[sharing.Source]) -> None:
    """A unit spends an Attack point on a standard attack (AT-052)."""
    sharing.take(m, "attack_points", unit, 1, first=first)
    begin(m, unit, (target,))


def count_anew(m: Match) -> None:
    """From now on the attacks of another action are counted (AT-230)."""
    atoms.note(m, "fights", 0)


def begin(m: Match, attacker: int, hit: tuple[int, ...], **more: Any) -> None:
    """Put an attack on the stack, on one target or several, with whatever differs from a standard attack.

    Within one action only so many attacks are carried out, nested ones included; a further one does nothing (AT-230).
    What is no attack is part of the interaction in which it happens (AT-093).
    """
    if more.get("is_attack", True):
        fights = m.state.vars["fights"]
        if fights >= m.facts.constants["interactions"]:
            return
        atoms.note(m, "fights", fights + 1)
    else:
        for at, (name, _, bind, _) in enumerate(m.state.stack):  # the last one counts
            if name == "interaction":
                more[PART_OF] = bind.get(PART_OF, at)
    m.push(
        "interaction", **{**STANDARD, "attacker": attacker, "by": m.state.controller[attacker], "aimed": hit, **more}
    )


# The record of an attack before anything is known: see `interaction`. What differs by target comes with its `Row`.
STANDARD: dict[str, Any] = {
    "record": "attack",
    "attacker": NOWHERE,
    "target": NOWHERE,
    "by": NOWHERE,
    "aimed": (),
    "rows": (),
    "plain": (),
    "stance": (),
    "at": 0,
    "fixed": 0,
    "hit": (),
    "hit_bonus": 0,
    "hit_set": 0,
    "base": 0,
    "critical": 0,
    "damage": 0,
    "loss": 0,
    "shares": (),
    "is_attack": True,
    "rolled": False,
    "wounding": False,
    "piercing": False,
    "swift": False,
    "throughout": (),
    "nondirectional": False,
    "optional": True,
    "aoe": False,
    "advantage": False,
    "disadvantage": False,
    "form": 0,
    "natural": 0,
    "aimed_at": True,
    "stated": -1,
    "seared": 0,
    "factor": 1,
    "spread": False,
    "laid": 0,
    "sheltered": (),
    "repays": False,
    "card": NOWHERE,
    "poison": 0,
    "face": 0,
    "unrolled": False,
    "part": NOWHERE,
    "origin": NOWHERE,
    "side": 0,
    "sided": False,
    "split": False,
    "barters": (),
    "countered": (),
    "after": (),
    "fell": (),
    "falls": False,
    "hurt": (),
    "deeds": 0,
    "earner": NOWHERE,
    "raises": 0,
    "drained": (),
    "spoils": (),
}

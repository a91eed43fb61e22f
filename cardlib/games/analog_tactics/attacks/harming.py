"""Damage that is no attack, Health that is lost without damage, and Health restored (AT-114, AT-126, AT-130)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from cardlib.abilities.operations.params import reference
from cardlib.games.analog_tactics import units
from cardlib.games.analog_tactics.attacks import attacking, damage
from cardlib.games.analog_tactics.board import geometry, tokens
from cardlib.games.analog_tactics.classes import owning, prints
from cardlib.games.analog_tactics.course import settling
from cardlib.games.analog_tactics.kinds import OBJECTIVE, RESPAWN
from cardlib.kernel import atoms
from cardlib.kernel.boards.distances import distances
from cardlib.kernel.boards.occupants import board_of
from cardlib.kernel.contract import procedure
from cardlib.kernel.match import AGAIN, END
from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from cardlib.abilities.running import Run
    from cardlib.kernel.match import Match


def scaled(run: Run, number: int) -> int:
    """Return a number of an ability; one that stands on a Blueprint as other Blueprints change it."""
    m, card = run.match, run.ability.card
    if m.facts.game.price[card]:
        return int(prints.blueprint_amount(m, run.source, card, number))
    return number


def deal(
    m: Match,
    found: list[int],
    number: int,
    source: int,
    by: int,
    keywords: tuple[str, ...],
    *,
    aimed: bool,
    spread: bool = False,
    aoe: bool = False,
    earner: int = NOWHERE,
) -> None:
    """Put damage of a stated amount on the stack, which no roll decides (AT-114).

    aimed: whether it is aimed at what is found; with `spread` only at the first of it (AT-127).
    aoe: whether it spares the tokens of its player, as AOE does (AT-203).
    earner: the unit that earns what it brings, where no unit is its source (AT-185).
    """
    there = tuple(obj for obj in found if hurtable(m, obj))
    if not there or number <= 0:
        return
    if "swift" in keywords and owning.has(m, by, "water-9-rime"):
        number += 3
    attacking.begin(
        m, source, there, by=by, is_attack=False, damage=number, stated=number, aimed_at=aimed, spread=spread, aoe=aoe,
        earner=earner, **dict.fromkeys(keywords, True),
    )  # fmt: skip


def hurtable(m: Match, obj: int) -> bool:
    """Whether a thing on the board can be damaged, by whoever: no Respawn Point, nothing permanent, nothing neutral."""
    what = units.kind(m, obj)
    if what == OBJECTIVE:
        return m.state.controller[obj] != NOWHERE
    return m.state.place[obj] != NOWHERE and what != RESPAWN and not m.state.columns["permanent"][obj]


def blast(run: Run, number: int, around: str, keywords: tuple[str, ...]) -> None:
    """Damage in the six spaces around something, or around where it last stood (AT-162, AT-165)."""
    m = run.match
    centre = place_of(run, around)
    if centre == NOWHERE:
        return
    spaces = geometry.bits([space for space, far in enumerate(distances(board_of(m), centre)) if far == 1])
    found = geometry.attackable_by(m, run.you, spaces)
    tokens.clear_tokens(m, spaces, run.you)
    deal(m, found, scaled(run, number), run.source, run.you, keywords, aimed=False, aoe=True)


def place_of(run: Run, of: str) -> int:
    """Return the space of what a reference names: of what was attacked before the one that it was aimed at (AT-095).

    Of what has left the board it is the one that it held; but a unit that is gone does nothing around itself, unless
    that it went is what sets this off (AT-232).
    """
    m = run.match
    obj = reference(m, of, run.source, run.bind)
    if obj == NOWHERE:
        return NOWHERE
    attacked, space = run.bind.get("aimed_at", (NOWHERE, NOWHERE))
    if obj == attacked:
        return int(space)
    there = m.state.place[obj]
    if there == NOWHERE and of == "self" and run.bind.get("that") != obj:
        return NOWHERE
    return there if there != NOWHERE else m.state.columns["last_space"][obj] - 1


# -- Health without damage ---------------------------------------------------------------------------------------


def lose_health(m: Match, found: list[int], number: int, source: int, by: int, less: Sequence[int] = ()) -> None:
    """Put a loss of Health of several things on the stack, of each by so much less as is said (AT-126).

    A Stealth Token has no Health to lose (AT-264).
    """
    lost = {obj: number - taken for obj, taken in zip(found, less or (0,) * len(found), strict=True)}
    targets = tuple(obj for obj in found if lost[obj] > 0 and not tokens.is_token(m, obj))
    if targets:
        losses = tuple(lost[obj] for obj in targets)
        m.push("loses", targets=targets, losses=losses, attacker=source, by=by, split=False)


def loses(m: Match, f: dict[str, Any]) -> str:
    """One unit after another loses Health (AT-115, AT-126)."""
    if not f["targets"]:
        return END
    target, f["targets"] = f["targets"][0], f["targets"][1:]
    loss, f["losses"] = f["losses"][0], f["losses"][1:]
    m.touched = True
    if m.state.place[target] == NOWHERE:
        return AGAIN
    attacking.begin(
        m,
        f["attacker"],
        (target,),
        by=f["by"],
        is_attack=False,
        loss=loss,
        split=f["split"],
    )
    return AGAIN


def heal(m: Match, obj: int, number: int | None) -> None:
    """A unit regains Health, at most up to its maximum (AT-130)."""
    wounds = m.state.columns["wounds"][obj]
    gained = wounds if number is None else min(wounds, number)
    if gained > 0:
        atoms.put(m, obj, "wounds", wounds - gained)
        m.emit("healed", obj, number=gained, player=m.state.controller[obj], rule="AT-130")


def decapture(m: Match, objective: int, source: int, by: int) -> None:
    """An Objective is decaptured at once (ATA-Q101)."""
    if m.state.controller[objective] not in (by, NOWHERE):
        damage.decapture(m, objective, source, by)
        settling.pause(m, asks="all")


PROCEDURES = {"loses": procedure(loses)}

"""What infiltrated squads do in a rival base: recruit and rescue (WR-164 to WR-171)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cardlib.games.war_rig import squads
from cardlib.games.war_rig.kinds import SCANNER
from cardlib.games.war_rig.movement.captives import captured, escapes, next_in, repelled
from cardlib.kernel import rolling
from cardlib.kernel.contract import procedure
from cardlib.kernel.match import END
from cardlib.kernel.refusals import Refusal
from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from cardlib.kernel.match import Match

NOT_INSIDE = Refusal("WR-165", "{s} is not infiltrated")
NOBODY_THERE = Refusal("WR-166", "no squad of the base is there")
NOT_JAILED = Refusal("WR-169", "{o} is no prisoner of this base")
NOT_YOURS = Refusal("WR-169", "{o} is no squad of your own")


def unable_to_recruit(m: Match, squad: int) -> Refusal | None:
    """Say why a squad cannot recruit: it has to be infiltrated where squads of the base are (WR-165, WR-166)."""
    if not squads.infiltrated(m, squad):
        return NOT_INSIDE
    return None if guards(m, squad) else NOBODY_THERE


def guards(m: Match, squad: int) -> tuple[int, ...]:
    """Return the squads of the controller of the base in which a squad is infiltrated."""
    here = m.state.place[squad]
    return squads.there(m, here, squads.base_side(m, here))


def no_rescue(m: Match, squad: int, held: int) -> Refusal | None:
    """Say why a squad cannot rescue another one (WR-165, WR-169)."""
    s = m.state
    if not squads.infiltrated(m, squad):
        return NOT_INSIDE
    if s.controller[held] != s.controller[squad]:
        return NOT_YOURS
    jailed = s.columns["locked"][held] or s.columns["holding"][held]
    return None if jailed and s.place[held] == s.place[squad] else NOT_JAILED


def rescues(m: Match, squad: int) -> list[int]:
    """Return the squads of its own player that a squad may try to rescue."""
    if not squads.infiltrated(m, squad):
        return []
    return [held for held in squads.all_squads(m) if no_rescue(m, squad, held) is None]


def _succeeds(m: Match, squad: int, name: str, rule: str) -> bool:
    """Roll above the number of squads of the base and of the ID Scanners that they carry (WR-166)."""
    there = guards(m, squad)
    needed = len(there) + sum(m.state.columns[SCANNER][guard] for guard in there)
    roll = rolling.roll(m, name, {"white": 1}, player=m.state.controller[squad], rule=rule, source=squad)
    return roll.number > needed


def recruit(m: Match, squad: int) -> None:
    """An infiltrated squad tries to take one of the squads of the base along (WR-166)."""
    m.push("recruiting", squad=squad)


def roll_recruit(m: Match, f: dict[str, Any]) -> str | None:
    """White above the squads and scanners of the base; whatever comes, the squad is repelled (WR-166, WR-168)."""
    squad = f["squad"]
    if _succeeds(m, squad, "recruit", "WR-166"):
        return None
    repelled(m, squad, "WR-168")
    return END


def pick_recruit(m: Match, f: dict[str, Any]) -> None:
    """The recruiter picks one of those squads as its captive, and is repelled with it (WR-167, WR-168)."""
    squad = f["squad"]
    player = m.state.controller[squad]
    offers = [("card", guard) for guard in guards(m, squad)]
    picked = m.ask(player, "one", offers, "which squad is recruited", rule="WR-167", source=squad)[1]
    captured(m, squad, picked, "WR-167")
    repelled(m, squad, "WR-168")


def rescue(m: Match, squad: int, held: int) -> None:
    """An infiltrated squad tries to free a prisoner of its own; then it is repelled (WR-169 to WR-171)."""
    base = m.state.place[squad]
    if _succeeds(m, squad, "rescue", "WR-169"):
        jailer = squads.base_side(m, base)
        escapes(m, held, "WR-170")
        if jailer not in (NOWHERE, squads.planet(m)):
            next_in(m, jailer)
    repelled(m, squad, "WR-171")


PROCEDURES = {"recruiting": procedure(roll_recruit, pick_recruit)}
